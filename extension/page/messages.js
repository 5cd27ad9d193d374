// @ts-check
// What the page sends over its sockets, kept while an action is carried out. It is kept by ../messages.js in the page's own world, with events whose names
// the page does not know; each message is told here, and stays there until it may go.
(() => {
  const parts = globalThis.edithParts;
  if (Object.hasOwn(parts, "keepMessages")) return;

  let word = "";
  let told = { passed: 0, hasTried: false };
  /** @type {KeptMessage[]} */
  let kept = [];

  const hear = (/** @type {Event} */ event) => {
    event.stopImmediatePropagation();
    const heard = JSON.parse(String(/** @type {CustomEvent} */ (event).detail));
    if ("passed" in heard) told = heard;
    else kept.push(heard);
  };
  const order = (/** @type {object} */ what) => {
    told = { passed: 0, hasTried: false };
    const detail = JSON.stringify({ keeps: null, passes: [], bars: [], ends: false, ...what });
    if (word) dispatchEvent(new CustomEvent(`${word}-do`, { detail }));
    return told;
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

  /** Those that are kept and not judged yet, which go nowhere by that; with `ends`, no more are kept. The answer may get lost: it is the same again. */
  parts.keptMessages = (ends) => {
    if (ends) order({ keeps: false });
    return kept;
  };

  /** Sends the first of these; the others may not go, in whatever clothes the page sends them again. How many went. */
  parts.passMessages = (passes, bars) => {
    kept = kept.filter(({ number }) => !passes.includes(number) && !bars.includes(number));
    return order({ passes, bars }).passed;
  };

  /** EDITH lets go of the page: of what may not go, only what is the same is kept from going. Whether the page tried. */
  parts.endMessages = () => order({ ends: true }).hasTried;
})();
