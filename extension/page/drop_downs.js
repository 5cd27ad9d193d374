// @ts-check
// Drop-downs that a page draws without saying so: a box that shows the choice, right before the box of its options, and words beside it that say what
// the choice is of.
(() => {
  const parts = globalThis.edithParts;
  if (Object.hasOwn(parts, "dropDown")) return;

  const TAGS = parts.words("div span");
  const LONGEST = 60;
  const MOST_PARTS = 8;
  const MOST_OPTIONS = 1000;
  const CONTROLS = "input,select,textarea,button,a[href],[role],[contenteditable]";
  // A sign that something opens, at the end of what shows the choice.
  const OPENS = /\s*[\u25be\u25bc\u25bf\u2304\u02c5\u23f7]\s*$/;

  parts.opensBelow = (text) => OPENS.test(text);

  const said = (/** @type {Element} */ element) => parts.oneLine(element.textContent, LONGEST + 1).replace(OPENS, "");
  /** A text without signs, such as the tick before the chosen option. @type {(text: string) => string} */
  const bare = (text) => text.replace(/[^\p{L}\p{N}]+/gu, " ").trim();

  /** The options in the box right behind an element, which is hidden or lies over the page; null: there is none. @type {(element: Element) => ?Element[]} */
  const optionsBehind = (element) => {
    const menu = element.nextElementSibling;
    if (!menu || menu.querySelector("a[href]") || menu.childElementCount > MOST_OPTIONS) return null;
    if (menu.checkVisibility() && !/^(absolute|fixed)$/.test(parts.style(menu).position)) return null;
    let items = Array.from(menu.children);
    while (items.length === 1) items = Array.from(items[0].children);
    return items.length > 1 && items.every((item) => item.localName === items[0].localName && bare(item.textContent) !== "" && !item.querySelector(CONTROLS)) ? items : null;
  };

  /** The label tag right before an element that is of no other control. @type {(element: Element) => ?Element} */
  const labelBefore = (element) => {
    const before = element.previousElementSibling ?? element.parentElement?.previousElementSibling;
    return before?.localName === "label" && !before.control && before.checkVisibility() ? before : null;
  };

  /** Whether it ends in a sign that something opens: one that is written, or drawn. @type {(element: Element) => boolean} */
  const hasSign = (element) => {
    const last = element.lastElementChild;
    return OPENS.test(element.textContent) || (last !== null && /^(svg|i|img)$/.test(last.localName) && last.textContent.trim() === "");
  };

  /** Those that were seen closed: an open box of options may have come for any press. @type {WeakSet<Element>} */
  const known = new WeakSet();

  /** Whether it was seen closed, or another one of its class is. @type {(element: Element) => boolean} */
  const isKnown = (element) => {
    const isClosed = (/** @type {Element} */ one) => one.nextElementSibling?.checkVisibility() === false;
    if (isClosed(element)) known.add(element);
    if (known.has(element)) return true;
    const kind = element.classList[0];
    return kind !== undefined && Array.from(element.ownerDocument.querySelectorAll(`${element.localName}.${CSS.escape(kind)}`)).some(isClosed);
  };

  /**
   * What a drawn drop-down shows and is called; null: it is none. It shows one of its options, or says by a sign that it opens and has a label: a menu
   * of commands does neither.
   */
  parts.dropDown = (element) => {
    if (!TAGS.has(element.localName) || element.hasAttribute("role") || element.getElementsByTagName("*").length > MOST_PARTS) return null;
    const shown = said(element);
    if (bare(shown) === "" || shown.length > LONGEST || element.querySelector(CONTROLS)) return null;
    const options = optionsBehind(element);
    const isOne = options !== null && options.some((option) => bare(option.textContent) === bare(shown));
    const label = labelBefore(element);
    if (isOne && !label && !isKnown(element)) return null;
    if (!isOne && !(hasSign(element) && (label || element.closest("td,[role=cell],[role=gridcell]")))) return null;
    const name = label ? parts.bared(parts.textIn(label, LONGEST)) : parts.rowLabel(options && element.parentElement ? element.parentElement : element);
    if (!/\p{L}/u.test(name) || bare(name) === bare(shown)) return null;
    return { name, shown, options: options ?? [] };
  };

  parts.optionsShown = ({ options, shown }) =>
    options.map((option) => {
      const text = parts.oneLine(option.textContent.replace(/^[^\p{L}\p{N}]+/u, ""), 80);
      return { text, label: text, value: text, selected: bare(text) === bare(shown), disabled: option.getAttribute("aria-disabled") === "true", parentElement: null };
    });

  /** The role by which an element is acted on: that of its markup, or what it is drawn as. */
  parts.actedRole = (element) => parts.roleOf(element) || (parts.dropDown(element) ? "combobox" : "");
})();
