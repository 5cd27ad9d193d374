// @ts-check
// What the browser asks the person because of this page (its location, the camera …): no page sees such a prompt, and nothing but the call that waits for
// it shows that there is one. Calls are told by asking.js in the page's own world, with events whose name the page does not know; what they say is no more
// than that a call waits, and where the browser keeps a permission, its state decides whether it asks.
(() => {
  const parts = globalThis.edithParts;
  if (Object.hasOwn(parts, "asks")) return;

  /** The permissions behind what is asked; where there is none, every call asks. @type {Record<string, string[]>} */
  const PERMISSIONS = {
    location: ["geolocation"], notifications: ["notifications"], camera: ["camera", "microphone"], clipboard: ["clipboard-read"], storage: ["storage-access"],
  };

  /** How many calls wait, by what they ask for. @type {Map<string, number>} */
  const waiting = new Map();
  /** What the browser has not been told yet. @type {Set<string>} */
  const undecided = new Set();

  const isOpen = async (/** @type {string} */ about) => {
    const names = PERMISSIONS[about] ?? [];
    const states = await Promise.all(names.map((name) => navigator.permissions.query({ name: /** @type {PermissionName} */ (name) }).then(({ state }) => state, () => "prompt")));
    return states.length === 0 || states.includes("prompt");
  };

  const hear = async (/** @type {Event} */ event) => {
    event.stopImmediatePropagation();
    const told = String(/** @type {CustomEvent} */ (event).detail);
    const begins = told.startsWith("+");
    const about = told.slice(1);
    waiting.set(about, Math.max(0, (waiting.get(about) ?? 0) + (begins ? 1 : -1)));
    if (begins && (await isOpen(about))) undecided.add(about);
    if (!waiting.get(about)) undecided.delete(about);
  };

  /** What the browser asks the person at the moment, as `browser_ask` in Rust has it; empty: nothing. */
  parts.asks = () => [...undecided][0] ?? "";

  let word = "";
  /**
   * `{word}`: calls are told by events of this name from now on; empty if nothing is to be told: a page that is not secure may not ask, and a browser
   * without a window answers itself.
   */
  parts.awaitAsks = () => {
    const product = navigator.userAgent.split(" ").find((part) => part.includes("Chrome/")) ?? "";
    if (!isSecureContext || product.startsWith("Headless")) return { word: "" };
    if (!word) {
      word = `edith-${parts.secret()}`;
      addEventListener(word, hear, { capture: true });
    }
    return { word };
  };
})();
