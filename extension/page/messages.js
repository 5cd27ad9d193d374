// @ts-check
// What the page sends over its sockets, kept while an action is carried out. It is kept by messages.js in the page's own world, with events whose names the
// page does not know; each message is told here, and stays there until it may go.
(() => {
  const parts = globalThis.edithParts;
  if (Object.hasOwn(parts, "keepMessages")) return;

  let word = "";
  let isReady = false;
  let passed = 0;
  /** @type {KeptMessage[]} */
  let kept = [];

  const hear = (/** @type {Event} */ event) => {
    event.stopImmediatePropagation();
    isReady = true;
    const told = JSON.parse(String(/** @type {CustomEvent} */ (event).detail));
    if ("passed" in told) passed = told.passed;
    else kept.push(told);
  };
  const order = (/** @type {object} */ what) => {
    if (isReady) dispatchEvent(new CustomEvent(`${word}-do`, { detail: JSON.stringify(what) }));
  };

  /** Keeps messages from now on. `{word}`: once messages.js is in the page's own world with this name; empty: it is. */
  parts.keepMessages = () => {
    kept = [];
    order({ keeps: true });
    if (isReady) return { word: "" };
    if (!word) {
      word = `edith-${parts.secret()}`;
      addEventListener(word, hear, { capture: true });
    }
    return { word };
  };

  /** Keeps no more; those that were kept, which go nowhere by that. The answer may get lost: it is the same until the next are kept. */
  parts.freeMessages = () => {
    order({ keeps: false });
    return kept;
  };

  /** Sends those with these numbers; how many went. */
  parts.passMessages = (numbers) => {
    passed = 0;
    order({ passes: numbers });
    return passed;
  };
})();
