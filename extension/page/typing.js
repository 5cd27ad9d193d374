// @ts-check
// The fate of typed text, judged by the events the page received, by what they changed beside the field, and by whether the text shows up there: an
// empty field may have passed it on (terminals, tags, quick entries).
(() => {
  const parts = globalThis.edithParts;
  if (Object.hasOwn(parts, "beginTyping")) return;

  const WATCHED = ["keydown", "keypress", "beforeinput", "paste", "input", "keyup"];
  const OBSERVED = { subtree: true, childList: true, attributes: true, characterData: true, characterDataOldValue: true };
  // A long text is recognised by its end, in characters.
  const END = 200;
  // The most of an addition that is searched, in characters.
  const SEARCHED = 20000;
  // The most growing places tracked.
  const PLACES = 100;
  // Events with unknown outcome, before the oldest are counted.
  const PENDING = 32;
  /** @type {(() => void) | null} */
  let stop = null;
  /** @type {(() => Omit<TypingSeen, "followed" | "strays">) | null} */
  let seen = null;

  /** A field with everything that draws its text: the editor around a hidden field, all of an editable element. @type {(element: Element) => Element} */
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

  /** What a text gained: its suffix, or everything if it is another text. @type {(before: string, now: string) => string} */
  const gained = (before, now) => (now.startsWith(before) ? now.slice(before.length) : `\n${now}`);

  /** Whether a text shows up in changes: piece by piece in one place, or inside an addition. */
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
    // A short text may match by chance something that changes by itself, such as a clock.
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

  /** ReadValue of the field before `text` is typed; starts observing. */
  parts.beginTyping = (element, text) => {
    stop?.();
    parts.hold(element);
    const view = /** @type {Window} */ (element.ownerDocument.defaultView);
    const whole = wholeOf(element);
    const told = { inputs: 0, refused: 0, outside: 0, caused: 0, shown: false };
    const echoes = echoOf(text ?? "");
    /** @type {(target: Node) => boolean} */
    const isBeside = (target) => target !== whole && !whole.contains(target) && !parts.contains(whole, /** @type {Element} */ (target));

    // Changes during an event's task, and in the promises it settles, are its effects. The task that ends this precedes the page's timers, which have
    // a lower priority.
    let caused = false;
    const over = () => (caused = false);

    const count = (/** @type {MutationRecord[]} */ all) => {
      const records = parts.ofThePage(all);
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

    // Whether the page prevented an event's default only shows after it.
    /** @type {Event[]} */
    const pending = [];
    const settle = (/** @type {number} */ most) => {
      for (const event of pending.splice(0, Math.max(0, pending.length - most))) {
        if (event.type === "input") told.inputs++;
        else if (event.type !== "keyup" && event.defaultPrevented) told.refused++;
      }
    };
    const heard = (/** @type {Event} */ event) => {
      // If already posted, it comes before the next event, or after its task too.
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

  /** TypingSeen so far; `last` stops observing. */
  parts.typingSeen = (last) => {
    const answer = { ...(seen?.() ?? { inputs: 0, refused: 0, outside: 0, caused: 0, shown: false }), ...parts.heldSince() };
    if (last) {
      stop?.();
      seen = null;
      parts.release();
    }
    return answer;
  };
})();
