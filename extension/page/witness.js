// @ts-check
// Evidence that an action reached the page, for a worker that finds its intent but no result.
//
// An action that has not begun when asked about never will: its mark is then void, and a late caller learns so. There is no third state between
// "begun" and "never", however late a worker's last call arrives.
(() => {
  const parts = globalThis.edithParts;
  if (Object.hasOwn(parts, "begin")) return;

  /** Marks remembered, far more than there can be actions in flight. */
  const KEPT = 32;
  /** Events this soon after the start, in milliseconds, are the action's; later ones are the person's. */
  const OWN = 3_000;
  /** @type {Record<string, "presses" | "clicks" | "inputs" | "drops" | "releases">} */
  const COUNTED = {
    mousedown: "presses", keydown: "presses", click: "clicks", auxclick: "clicks", contextmenu: "clicks", input: "inputs", drop: "drops", mouseup: "releases",
  };
  /** @type {Map<string, Counts>} */
  const marks = new Map();
  /** @type {Set<string>} */
  const voids = new Set();
  /** @type {WeakSet<Document>} */
  const watched = new WeakSet();
  /** @type {?Counts} */
  let current = null;

  const heard = (/** @type {Event & { key?: string }} */ event) => {
    if (event.isTrusted && (event.type === "mousedown" || event.key === "Enter")) parts.pressedLast = /** @type {?Element} */ (event.composedPath()[0]);
    if (!current || !event.isTrusted || performance.now() - current.at > OWN) return;
    current[COUNTED[event.type]]++;
    if (event.type === "keydown" && event.key === "Enter") current.enters++;
  };

  /** Whether something is selected in the document or its focused field. @type {(document: Document) => boolean} */
  const isSelected = (document) => {
    const field = /** @type {?HTMLInputElement} */ (document.activeElement);
    if (field && typeof field.selectionStart === "number") return field.selectionStart !== field.selectionEnd;
    return String(document.getSelection()).length > 0;
  };
  const copied = (/** @type {Event} */ event) => {
    const own = current;
    const view = /** @type {Window} */ (event.currentTarget);
    if (!own || !event.isTrusted || performance.now() - own.at > OWN || !isSelected(view.document)) return;
    // After the page's own listeners, which may put something else into the clipboard, or nothing.
    setTimeout(() => { if (!event.defaultPrevented) own.copies++; });
  };

  /** Listens in a window and its same-origin frames, before the page does. @type {(view: Window, depth: number) => void} */
  const watch = (view, depth) => {
    try {
      if (!watched.has(view.document)) {
        watched.add(view.document);
        for (const type of Object.keys(COUNTED)) view.addEventListener(type, heard, { capture: true, passive: true });
        for (const type of ["copy", "cut"]) view.addEventListener(type, copied, { capture: true });
      }
      for (let i = 0; depth < 8 && i < view.length && i < 100; i++) watch(view[i], depth + 1);
    } catch {
      // A cross-origin frame has a script of its own.
    }
  };

  const forget = (/** @type {Map<string, unknown> | Set<string>} */ all) => {
    while (all.size > KEPT) all.delete(/** @type {string} */ (all.keys().next().value));
  };

  /** Starts the action with this mark; returns whether it may. */
  parts.begin = (mark) => {
    if (voids.has(mark)) return false;
    watch(window, 0);
    parts.pressedLast = null;
    current = { at: performance.now(), presses: 0, releases: 0, clicks: 0, enters: 0, inputs: 0, drops: 0, copies: 0 };
    marks.set(mark, current);
    forget(marks);
    return true;
  };

  /** Witness: what reached this document of the action with this mark. */
  parts.witness = (mark) => {
    const own = marks.get(mark);
    if (!own) {
      voids.add(mark);
      forget(voids);
    }
    return { document: parts.token, begun: Boolean(own), ...own };
  };
})();
