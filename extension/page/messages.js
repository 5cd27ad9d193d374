// @ts-check
// What the page sends over its sockets, kept while an action is carried out. It is kept by ../messages.js in the page's own world, with events whose names
// the page does not know; each message is told here, and stays there until it may go.
(() => {
  const parts = globalThis.edithParts;
  if (Object.hasOwn(parts, "keepMessages")) return;

  let word = "";
  let passed = 0;
  /** @type {KeptMessage[]} */
  let kept = [];

  const hear = (/** @type {Event} */ event) => {
    event.stopImmediatePropagation();
    const told = JSON.parse(String(/** @type {CustomEvent} */ (event).detail));
    if ("passed" in told) passed = told.passed;
    else kept.push(told);
  };
  const order = (/** @type {object} */ what) => {
    if (word) dispatchEvent(new CustomEvent(`${word}-do`, { detail: JSON.stringify(what) }));
  };

  /** Keeps messages from now on, told by events of this name. */
  parts.keepMessages = (given) => {
    if (word !== given) {
      word = given;
      addEventListener(word, hear, { capture: true });
    }
    kept = [];
    order({ keeps: true });
    return {};
  };

  /** Keeps no more; those that were kept, which go nowhere by that. The answer may get lost: it is the same until the next are kept. */
  parts.freeMessages = () => {
    order({ keeps: false });
    return kept;
  };

  /** Sends the first of these and has the page not send such as the others again; how many went. */
  parts.passMessages = (passes, bars) => {
    passed = 0;
    order({ passes, bars });
    return passed;
  };
})();
