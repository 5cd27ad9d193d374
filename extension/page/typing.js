// What became of what was typed: told by the events that reached the page and by what changed beside the field, since a field that is empty afterwards
// may have passed it on (terminals, tags, quick entries).
(() => {
  const parts = globalThis.edithParts;
  if (parts.beginTyping) return;

  const WATCHED = ["keydown", "keypress", "beforeinput", "paste", "input"];
  const OBSERVED = { subtree: true, childList: true, attributes: true, characterData: true };
  let stop = null;
  let seen = null;

  /** The field with all that draws its text: the editor around a hidden field, the whole of an editable element. */
  const wholeOf = (element) => {
    const editor = parts.codeEditorOf(element);
    if (editor) return editor;
    let at = element;
    while (at.isContentEditable && at.parentElement?.isContentEditable) at = at.parentElement;
    return at;
  };

  /** ReadValue of the field before it is typed into; from now on it is noted what becomes of it. */
  parts.beginTyping = (element) => {
    stop?.();
    const view = element.ownerDocument.defaultView;
    const whole = wholeOf(element);
    const events = [];
    let outside = 0;
    const count = (records) => {
      for (const { target } of records) if (target !== whole && !whole.contains(target) && !parts.contains(whole, target)) outside++;
    };
    const observer = new MutationObserver(count);
    const roots = new Set([element.ownerDocument, element.getRootNode()]);
    for (const root of roots) observer.observe(root, OBSERVED);
    const heard = (event) => events.push(event);
    for (const type of WATCHED) view.addEventListener(type, heard, { capture: true, passive: true });
    stop = () => {
      observer.disconnect();
      for (const type of WATCHED) view.removeEventListener(type, heard, { capture: true });
      stop = null;
    };
    seen = () => {
      count(observer.takeRecords());
      const inputs = events.filter((event) => event.type === "input").length;
      // Whether the page kept an event from doing what it does shows only when it has passed.
      const refused = events.filter((event) => event.type !== "input" && event.defaultPrevented).length;
      return { inputs, refused, outside };
    };
    return parts.readValue(element);
  };

  /** TypingSeen since then; with `last`, nothing is noted any more. */
  parts.typingSeen = (last) => {
    const answer = seen?.() ?? { inputs: 0, refused: 0, outside: 0 };
    if (last) {
      stop?.();
      seen = null;
    }
    return answer;
  };
})();
