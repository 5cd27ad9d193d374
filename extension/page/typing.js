// @ts-check
// What became of what was typed: told by the events that reached the page, by what changed beside the field because of them, and by whether the text
// shows up there, since a field that is empty afterwards may have passed it on (terminals, tags, quick entries).
(() => {
  const parts = globalThis.edithParts;
  if (Object.hasOwn(parts, "beginTyping")) return;

  const WATCHED = ["keydown", "keypress", "beforeinput", "paste", "input", "keyup"];
  const OBSERVED = { subtree: true, childList: true, attributes: true, characterData: true, characterDataOldValue: true };
  // Of a long text its end is looked for, in characters.
  const END = 200;
  // Of what a page adds at once so much is searched, in characters.
  const SEARCHED = 20000;
  // So many places are known that a text grows in.
  const PLACES = 100;
  // Events whose outcome is not known yet, before the oldest are counted.
  const PENDING = 32;
  /** @type {(() => void) | null} */
  let stop = null;
  /** @type {(() => TypingSeen) | null} */
  let seen = null;

  /** The field with all that draws its text: the editor around a hidden field, the whole of an editable element. @type {(element: Element) => Element} */
  const wholeOf = (element) => {
    const editor = parts.codeEditorOf(element);
    if (editor) return editor;
    let at = element;
    while (at.isContentEditable && at.parentElement?.isContentEditable) at = at.parentElement;
    return at;
  };

  const folded = (/** @type {string} */ text) => text.replace(/\s+/g, " ").toLowerCase();

  const textOf = (/** @type {Node[]} */ nodes) => {
    let text = "";
    for (const node of nodes) if (text.length < SEARCHED) text += ` ${node.textContent ?? ""}`;
    return text.slice(0, SEARCHED);
  };

  /** What a text gained: what stands behind what it was, or all of it where it is another. @type {(before: string, now: string) => string} */
  const gained = (before, now) => (now.startsWith(before) ? now.slice(before.length) : `\n${now}`);

  /** Whether a text shows up in what changes: piece by piece at one place, or with something new. */
  /** @type {(text: string) => (record: MutationRecord, valueAfter: string, caused: boolean) => boolean} */
  const echoOf = (text) => {
    const wanted = folded(text).trim().slice(-END);
    /** @type {Map<Node, string>} */
    const grown = new Map();
    const grows = (/** @type {Node} */ place, /** @type {string} */ piece) => {
      const now = `${grown.get(place) ?? ""}${piece}`.slice(-2 * END);
      grown.delete(place);
      grown.set(place, now);
      if (grown.size > PLACES) grown.delete(/** @type {Node} */ (grown.keys().next().value));
      return folded(now).includes(wanted);
    };
    // What is short may stand by chance in something that changes by itself, as clocks do.
    const isTelling = wanted.length > (/\p{L}/u.test(wanted) ? 1 : 3);
    return (record, valueAfter, caused) => {
      if (!wanted || !(caused || isTelling) || record.type === "attributes") return false;
      if (record.type === "characterData") return grows(record.target, gained(record.oldValue ?? "", valueAfter));
      const [added, removed] = [Array.from(record.addedNodes), Array.from(record.removedNodes)];
      if (!added.length) return false;
      if (added.every((node) => node.nodeType === 3)) return grows(record.target, gained(removed.map((node) => node.data ?? "").join(""), added.map((node) => node.data).join("")));
      return folded(textOf(added)).includes(wanted) && !folded(textOf(removed)).includes(wanted);
    };
  };

  /** ReadValue of the field before `text` is typed into it; from now on it is noted what becomes of it. */
  parts.beginTyping = (element, text) => {
    stop?.();
    const view = /** @type {Window} */ (element.ownerDocument.defaultView);
    const whole = wholeOf(element);
    const told = { inputs: 0, refused: 0, outside: 0, caused: 0, shown: false };
    const echoes = echoOf(text ?? "");
    /** @type {(target: Node) => boolean} */
    const isBeside = (target) => target !== whole && !whole.contains(target) && !parts.contains(whole, /** @type {Element} */ (target));

    // What changes until the task of an event is over, and in the promises that it settles, came of that event. The task that ends this comes before the
    // page's timers, which are of a lower priority.
    let caused = false;
    const over = () => (caused = false);

    const count = (/** @type {MutationRecord[]} */ records) => {
      const after = new Map();
      const values = records.map((record) => record.type === "characterData" ? record.target.data : "");
      for (let i = records.length - 1; i >= 0; i--) {
        const { type, target, oldValue } = records[i];
        if (type !== "characterData") continue;
        values[i] = after.get(target) ?? values[i];
        after.set(target, oldValue ?? "");
      }
      records.forEach((record, i) => {
        if (!isBeside(record.target)) return;
        told.outside++;
        if (caused) told.caused++;
        told.shown ||= echoes(record, values[i], caused);
      });
    };
    const observer = new MutationObserver(count);
    const roots = new Set([element.ownerDocument, element.getRootNode()]);
    for (const root of roots) observer.observe(root, OBSERVED);

    // Whether the page kept an event from doing what it does shows only when it has passed.
    /** @type {Event[]} */
    const pending = [];
    const settle = (/** @type {number} */ most) => {
      for (const event of pending.splice(0, Math.max(0, pending.length - most))) {
        if (event.type === "input") told.inputs++;
        else if (event.type !== "keyup" && event.defaultPrevented) told.refused++;
      }
    };
    const heard = (/** @type {Event} */ event) => {
      // One that is posted already comes before the next event, or after its task too.
      if (!caused) scheduler.postTask(over, { priority: "user-blocking" });
      caused = true;
      pending.push(event);
      if (pending.length > PENDING) settle(PENDING / 2);
    };
    for (const type of WATCHED) view.addEventListener(type, heard, { capture: true, passive: true });
    stop = () => {
      observer.disconnect();
      for (const type of WATCHED) view.removeEventListener(type, heard, { capture: true });
      stop = null;
    };
    seen = () => {
      count(observer.takeRecords());
      settle(0);
      return { ...told };
    };
    return parts.readValue(element);
  };

  /** TypingSeen since then; with `last`, nothing is noted any more. */
  parts.typingSeen = (last) => {
    const answer = seen?.() ?? { inputs: 0, refused: 0, outside: 0, caused: 0, shown: false };
    if (last) {
      stop?.();
      seen = null;
    }
    return answer;
  };
})();
