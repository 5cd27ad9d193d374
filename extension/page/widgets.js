// @ts-check
// The controls that pages draw themselves, one row each: how one is known, what it opens, whether it holds several, and what it holds. Looks, tools and
// forms go by this table, so that what one of them knows of a control all of them know.
(() => {
  const parts = globalThis.edithParts;
  if (Object.hasOwn(parts, "widget")) return;

  const FIELDS = "input:not([type=hidden]),select,textarea";
  const NAME = 120;
  // So many levels up the box of a control may be.
  const LEVELS = 5;
  // What makers of lists of several call the box around one.
  const SEVERAL = /multiple|multi-?select|(tags?|pills?|chips?)-?input/i;
  const OPTIONS = "[role=option],[role=listbox],[role=menu],[role=tooltip]";

  const said = (/** @type {Element} */ element) => parts.oneLine(element.textContent ?? "", NAME);

  /** The boxes around a control that hold no other field, from the inside. @type {(control: Element) => Element[]} */
  const boxesAround = (control) => {
    const boxes = [];
    for (let at = parts.flatParent(control), level = 0; at && level < LEVELS; at = parts.flatParent(at), level++) {
      if (/^(body|form|fieldset|section|main)$/.test(at.localName)) break;
      const others = Array.from(at.querySelectorAll(FIELDS)).filter((one) => one !== control && !parts.contains(control, one) && one.checkVisibility());
      if (others.some((one) => one.localName !== "select" || one.getBoundingClientRect().width > 1)) break;
      boxes.push(at);
    }
    return boxes;
  };

  /** The hidden list of several that a control is drawn for, beside its box or in it. @type {(control: Element) => ?Element} */
  const listUnder = (control) => {
    if (control.localName === "select") return null;
    for (const box of [control, ...boxesAround(control)]) {
      const near = [box.previousElementSibling, box.nextElementSibling, box.querySelector("select")];
      const found = near.find((one) => one?.localName === "select");
      if (found) return found.multiple ? found : null;
    }
    return null;
  };

  /** Whether a control's box, or the list that it names, is one of several. @type {(control: Element) => boolean} */
  const isMultiple = (control) => {
    if (boxesAround(control).some((box) => SEVERAL.test(box.getAttribute("class") ?? ""))) return true;
    const id = (control.getAttribute("aria-controls") ?? control.getAttribute("aria-owns") ?? "").split(/\s+/)[0];
    let list = id ? control.ownerDocument.getElementById(id) : null;
    if (list?.getAttribute("aria-multiselectable") === "true") return true;
    for (let level = 0; list && level < LEVELS && list.localName !== "body"; level++, list = list.parentElement) {
      if (SEVERAL.test(list.getAttribute("class") ?? "")) return true;
    }
    return false;
  };

  /** The texts that a control's box shows beside its field: what is chosen, each in an element of its own. @type {(control: Element) => string[]} */
  const chips = (control) => {
    /** @type {string[]} */
    const found = [];
    const boxes = boxesAround(control);
    const outer = boxes.filter((box) => SEVERAL.test(box.getAttribute("class") ?? "")).at(-1) ?? boxes.filter((box) => !box.querySelector("label")).at(-1);
    if (!outer) return found;
    const isOther = (/** @type {Element} */ one) =>
      one.closest(`label,legend,script,style,svg,${OPTIONS}`) !== null || one.closest("[class*=placeholder i],[class*=description i],[class*=error i]") !== null || !one.checkVisibility();
    for (const one of [outer, ...outer.querySelectorAll("*")]) {
      const own = parts.oneLine(Array.from(one.childNodes, (child) => (child.nodeType === 3 ? child.data : "")).join(" "), NAME);
      if (/[\p{L}\p{N}]/u.test(own) && !isOther(one) && !one.matches("button,[role=button]") && !found.includes(own)) found.push(own);
    }
    return found;
  };

  const opensList = (/** @type {Element} */ control) =>
    parts.roleOf(control) === "combobox" || parts.roleOf(control) === "listbox" || /^(listbox|true)$/.test(control.getAttribute("aria-haspopup") ?? "") || control.closest("[role=combobox]") !== null;

  /** Whether a button has a label of its own, as a field has: it shows what was chosen in what it opens. @type {(element: Element) => boolean} */
  const isField = (element) =>
    element.localName === "button" && /^(|button)$/.test(element.getAttribute("role") ?? "") && element.type !== "submit" && element.type !== "reset" && !opensList(element)
    && Array.from(element.labels ?? []).some((label) => !label.contains(element) && said(label) !== "");

  // Components that tell their role to the browser alone.
  const TOLD = new Map([["md-radio", "radio"], ["mwc-radio", "radio"], ["ion-radio", "radio"], ["paper-radio-button", "radio"], ["fluent-radio", "radio"]]);

  /** Whether such a component is on, by what it draws. @type {(element: Element) => ?boolean} */
  const isOn = (element) => {
    const drawn = [element, ...Array.from(parts.shadowOf(element)?.children ?? [])];
    for (const one of drawn) {
      const told = one.getAttribute("aria-checked");
      if (told !== null) return told === "true";
    }
    return drawn.some((one) => parts.stateWord(one) === true);
  };

  /** @type {Widget[]} */
  const WIDGETS = [
    // Tom Select, Select2, Choices.js: the hidden list goes on holding what is chosen.
    { opens: "list", several: true, is: (control) => opensList(control) && listUnder(control) !== null,
      held: (control) => Array.from(listUnder(control)?.selectedOptions ?? [], (option) => parts.oneLine(option.text, NAME)).filter(Boolean) },
    // Lists of several of Mantine, PrimeVue and others, and fields for tags: each choice is beside the field.
    { opens: "list", several: true, is: (control) => opensList(control) && isMultiple(control), held: chips },
    // Dates of Mantine, Radix and others. Before anything is chosen the button says what to do, without a figure.
    { opens: "dialog", several: false, is: isField, held: (control) => [said(control)].filter((text) => /\d/.test(text)) },
  ];

  parts.widget = (control) => WIDGETS.find((widget) => widget.is(control)) ?? null;
  parts.toldRole = (element) => TOLD.get(element.localName) ?? parts.rovedRole(element);
  parts.toldTicks = [...TOLD.keys()].join(",");
  parts.isOn = (element) => (TOLD.has(element.localName) ? isOn(element) : null);
})();
