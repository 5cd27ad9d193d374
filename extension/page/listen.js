// @ts-check
// Elements that only a handler makes clickable. The debugger knows who has one (crates/cdp/src/page/listeners.rs) and points them out with an event
// whose name the page does not know; which of them a person clicks is decided here.
(() => {
  const parts = globalThis.edithParts;
  if (Object.hasOwn(parts, "isTarget")) return;

  // A click target has at most this much text and this many elements.
  const MOST_SAID = 120;
  const MOST_PARTS = 30;
  // An item in a listening box has at most this much text, and there are at most this many.
  const MOST_ITEM = 40;
  const MOST_CELL = 12;
  const MOST_ITEMS = 200;
  const LEAST_SIDE = 6;
  // How many levels up a box is known to hold listeners.
  const LEVELS = 8;

  const ACTIVE = "a[href],button,input,select,textarea,summary,video,audio,iframe,[contenteditable],[role=button],[role=link],[role=menuitem],[role=option],[role=tab],[role=checkbox],[role=radio],[role=switch]";
  // Prose and sections: a handler there counts clicks or closes something, but is nobody's target.
  const PROSE = "p,h1,h2,h3,h4,h5,h6,ul,ol,dl,table,form,section,article,nav,main,header,footer,aside,blockquote,pre";
  const DIVISIONS = parts.words("html body main header nav aside footer section form dialog fieldset details search table thead tbody tfoot ul ol dl menu");
  const SILENT = parts.words("br hr script style template");

  /** @type {WeakSet<Element>} */
  const listening = new WeakSet();
  /** @type {WeakMap<Element, number>} */
  const held = new WeakMap();
  /** Whether anything in this document is known to listen. */
  parts.anyListens = false;
  parts.listens = (element) => listening.has(element);
  /** Whether an element is known to hold listeners, within some levels. */
  parts.heldIn = (element) => held.has(element);

  const hear = (/** @type {MouseEvent} */ event) => {
    event.stopImmediatePropagation();
    const element = /** @type {?Element} */ (event.relatedTarget);
    if (element?.nodeType !== 1 || listening.has(element)) return;
    listening.add(element);
    parts.anyListens = true;
    let at = parts.flatParent(element);
    for (let level = 0; at && level < LEVELS; level++, at = parts.flatParent(at)) held.set(at, (held.get(at) ?? 0) + 1);
  };

  /** @type {Set<string>} */
  const words = new Set();
  /** `{word}`: listeners arrive by events of this name from now on. No page can guess it; a frame's script shares its tab's. */
  parts.awaitListeners = (given) => {
    const word = given ?? [...words][0] ?? `edith-${parts.secret()}`;
    if (!words.has(word)) {
      words.add(word);
      addEventListener(word, /** @type {EventListener} */ (hear), { capture: true });
    }
    return { word };
  };

  const said = (/** @type {Element} */ element) => element.textContent.replace(/\s+/g, " ").trim();
  /** @type {(element: Element) => boolean} */
  const holdsActive = (element) => element.querySelector(ACTIVE) !== null || parts.shadowOf(element)?.querySelector(ACTIVE) != null;

  /** Whether an element with a hand cursor merely surrounds several listeners. */
  parts.isAroundListeners = (element) => !listening.has(element) && (held.get(element) ?? 0) > 1;

  const isItem = (/** @type {Element} */ element, /** @type {number} */ most) => {
    const text = said(element);
    if (text.length > most || element.childElementCount > MOST_PARTS || element.matches(PROSE) || holdsActive(element)) return false;
    return text !== "" || (element.offsetWidth >= LEAST_SIDE && element.offsetHeight >= LEAST_SIDE);
  };

  const alike = (/** @type {Element[]} */ items) => {
    const [first] = items;
    const isEmpty = said(first) === "";
    return items.every((item) => item.localName === first.localName && (said(item) === "") === isEmpty && parts.areAlike(item, first));
  };

  /**
   * The click targets in a box that listens for its content: its rows, or their cells if those are as terse as a board's. Null if the box itself is
   * the target, or nothing is.
   */
  parts.itemsOf = (box) => {
    let items = Array.from(box.children).filter((child) => !SILENT.has(child.localName));
    while (items.length === 1 && /^(table|tbody|ul|ol|div|g)$/.test(items[0].localName) && said(items[0]) === said(box)) items = Array.from(items[0].children);
    if (items.length < 2 || items.length > MOST_ITEMS || holdsActive(box) || !alike(items)) return null;
    const cells = items.flatMap((row) => Array.from(row.children));
    const isBoard = cells.length >= items.length * 2 && cells.length <= MOST_ITEMS && alike(cells) && items.every((row) => row.childElementCount === items[0].childElementCount);
    if (isBoard && cells.every((cell) => isItem(cell, MOST_CELL))) return cells;
    return items.every((item) => isItem(item, MOST_ITEM)) ? items : null;
  };

  /** Whether a listening element is itself a click target. */
  parts.isTarget = (element) => {
    if (DIVISIONS.has(element.localName) || element.childElementCount > MOST_PARTS || holdsActive(element)) return false;
    const { width, height } = element.getBoundingClientRect();
    if (width < LEAST_SIDE || height < LEAST_SIDE) return false;
    const text = said(element);
    // A blank cover over the whole window is a backdrop that closes something.
    if (text === "" && width >= innerWidth * 0.95 && height >= innerHeight * 0.95) return false;
    if (text.length > MOST_SAID || element.querySelectorAll(PROSE).length > 1 || element.getElementsByTagName("*").length > MOST_PARTS) return false;
    // Around other listeners, it needs text of its own.
    if (!held.get(element)) return true;
    for (let child = /** @type {?Element} */ (element.firstChild); child; child = /** @type {?Element} */ (child.nextSibling)) {
      if (child.nodeType === 3 && child.data.trim() !== "") return true;
      if (child.nodeType === 1 && !listening.has(child) && !held.get(child) && said(child) !== "") return true;
    }
    return false;
  };

  /** The nearest clickable box around an invisible field that holds no other control, as terminals use to focus it; or null. */
  parts.listenerAround = (field) => {
    let at = parts.flatParent(field);
    for (let level = 0; at && at.localName !== "body" && at.localName !== "form" && level < 4; level++, at = parts.flatParent(at)) {
      if (listening.has(at)) return at.querySelectorAll(ACTIVE).length === 1 ? at : null;
    }
    return null;
  };
})();
