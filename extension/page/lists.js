// @ts-check
// Lists drawn by pages: what an open combobox shows, which option is meant, and whether it was taken.
(() => {
  const parts = globalThis.edithParts;
  if (Object.hasOwn(parts, "drawnOption")) return;

  const LISTS = "[role=listbox],[role=tree]";
  const OPTIONS = "[role=option],[role=treeitem]";
  // Unmarked options; something with another function is none.
  const UNSAID = "li,[class*=option i],[class*=item i],[aria-selected]";
  const ACTIONS = "a[href],button,input:not([type=checkbox]),[role=button],[role=link],[role=menuitem]";
  const POPUPS = parts.words("listbox tree true");
  const SEEN = { visibilityProperty: true, opacityProperty: true };
  const MOST = 500;
  const SHOWN = 30;
  const NAME = 120;

  const isSeen = (/** @type {Element} */ element) => {
    const rect = element.getBoundingClientRect();
    return rect.width > 1 && rect.height > 1 && element.checkVisibility(SEEN);
  };

  /** The control and its key-taking parts, any of which may name its list. @type {(control: Element) => Element[]} */
  const speakers = (control) => {
    const around = control.parentElement?.closest("[role=combobox],[aria-owns],[aria-controls]");
    const inner = control.querySelectorAll("[aria-controls],[aria-owns]");
    return [control, ...inner, ...(around && around.querySelectorAll("input:not([type=hidden]),select,textarea").length < 2 ? [around] : [])];
  };

  const isExpanded = (/** @type {Element} */ control) => speakers(control).some((one) => one.getAttribute("aria-expanded") === "true");

  const opensList = (/** @type {Element} */ control) => {
    const role = parts.roleOf(control);
    if (control.localName === "input" && control.parentElement?.closest("[role=combobox]")) return true;
    return role === "combobox" || role === "listbox" || POPUPS.has(control.getAttribute("aria-haspopup") ?? "") || control.querySelector("[role=combobox],input[aria-haspopup=listbox]") !== null;
  };

  // Lists that were shown before a control was opened.
  /** @type {WeakMap<Element, WeakSet<Element>>} */
  const known = new WeakMap();

  /** The boxes that hold a control's options now. @type {(control: Element) => Element[]} */
  const boxesOf = (control) => {
    if (control.matches(LISTS)) return [control];
    const found = [];
    for (const speaker of speakers(control)) {
      const ids = `${speaker.getAttribute("aria-controls") ?? ""} ${speaker.getAttribute("aria-owns") ?? ""}`.split(/\s+/).filter(Boolean);
      const root = speaker.getRootNode();
      for (const id of ids) {
        /** @type {?Element} */
        let list = root.getElementById?.(id) ?? control.ownerDocument.getElementById(id);
        // The named list may be for screen readers only, beside the visible one.
        for (let level = 0; list && !isSeen(list) && !choices(list).length && level < 4; level++) list = parts.flatParent(list);
        if (list && !["body", "html"].includes(list.localName) && !parts.contains(list, control)) found.push(list);
      }
    }
    if (found.length) return found;
    const before = known.get(control);
    // A list shown already may be another control's.
    if (!before && !isExpanded(control)) return [];
    const root = control.getRootNode();
    const all = [...(root.querySelectorAll?.(LISTS) ?? []), ...(root === control.ownerDocument ? [] : control.ownerDocument.querySelectorAll(LISTS))];
    const shown = all.filter((list) => !before?.has(list) && isSeen(list) && !parts.contains(list, control));
    // In nested components, the list may be in an inner one.
    return shown.length || !root.host || !isExpanded(control) ? shown : inside(root.host).filter((list) => list.matches(LISTS) && isSeen(list));
  };

  /** What is rendered in a box, through shadow roots and slots; at most `left` elements. */
  /** @type {(box: Element, found?: Element[], left?: number) => Element[]} */
  const inside = (box, found = [], left = 3000) => {
    const assigned = box.localName === "slot" ? box.assignedElements() : [];
    const children = assigned.length ? assigned : (parts.shadowOf(box) ?? box).children;
    for (const child of children) {
      if (found.length >= left) break;
      found.push(child);
      inside(child, found, left);
    }
    return found;
  };

  /** A box's current choices, with their text. @type {(box: Element) => { element: Element; label: string }[]} */
  const choices = (box) => {
    const within = inside(box);
    let all = within.filter((one) => one.matches(OPTIONS)).slice(0, MOST).filter(isSeen);
    if (!all.length) all = within.filter((one) => one.matches(UNSAID)).slice(0, MOST).filter((one) => isSeen(one) && !one.matches(ACTIONS) && !one.querySelector(ACTIONS) && parts.style(one).cursor === "pointer");
    return all
      .map((element) => ({ element, label: parts.oneLine(parts.accessibleName(element, "option") || parts.textIn(element, NAME), NAME) }))
      .filter(({ label }) => label !== "");
  };

  /** @type {(element: Element) => boolean} */
  const isUsable = (element) => element.getAttribute("aria-disabled") !== "true" && !element.hasAttribute("disabled") && !element.closest("[aria-disabled=true]");

  /** Lists shown before a control is opened are not its own. */
  parts.noteLists = (control) => {
    known.set(control, new WeakSet([...control.ownerDocument.querySelectorAll(LISTS)].filter(isSeen)));
    return {};
  };

  /** DrawnOption: the wanted option among those that a control shows now. Menus do not count: their items do things. */
  parts.drawnOption = (control, wanted) => {
    if (!opensList(control)) return { opens: false };
    const boxes = boxesOf(control);
    const all = boxes.flatMap(choices);
    const found = parts.meant(all, ({ label }) => label, ({ element }) => element.getAttribute("data-value") ?? element.getAttribute("value") ?? "", wanted);
    const usable = found && isUsable(found.element);
    return {
      opens: true, open: boxes.length > 0 && all.length > 0, expanded: isExpanded(control), node: usable ? parts.numberOf(found.element) : 0, label: found?.label ?? "",
      selected: found?.element.getAttribute("aria-selected") === "true", options: all.slice(0, SHOWN).map(({ label }) => label), count: all.length,
    };
  };

  /** The texts of the options that a control shows now and that can be chosen. */
  parts.shownOptions = (control) => ({ options: [...new Set(boxesOf(control).flatMap(choices).filter(({ element }) => isUsable(element)).map(({ label }) => label))] });

  /** Scrolls a control's list by most of a page; whether there was more. */
  parts.scrollList = async (control) => {
    for (const box of boxesOf(control)) {
      for (const scroller of [box, ...inside(box)]) {
        if (scroller.scrollHeight <= scroller.clientHeight + 4 || scroller.clientHeight < 20 || parts.style(scroller).overflowY === "visible") continue;
        const before = scroller.scrollTop;
        scroller.scrollTop += scroller.clientHeight * 0.8;
        if (Math.abs(scroller.scrollTop - before) < 1) continue;
        await parts.nextFrame();
        await parts.nextFrame();
        return { moved: true };
      }
    }
    return { moved: false };
  };

  /** A box's visible text, some parts excepted. @type {(box: Element, others: Element[]) => string} */
  const textOutside = (box, others) => {
    /** @type {(element: Element) => boolean} */
    const isSkipped = (element) => others.includes(element) || element.matches("script,style") || !element.checkVisibility(SEEN);
    const skipped = (/** @type {Node} */ node) => node.nodeType === 1 && isSkipped(/** @type {Element} */ (node));
    const walker = document.createTreeWalker(box, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) => (skipped(node) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT));
    let text = "";
    while (walker.nextNode() && text.length < 600) if (walker.currentNode.nodeType === 3) text += `${walker.currentNode.data} `;
    return parts.oneLine(text, 300);
  };

  /** Whether a control shows the choice, in its field or beside it. */
  parts.showsChoice = (control, label) => {
    const wanted = parts.normal(label);
    const boxes = boxesOf(control);
    const role = parts.roleOf(control);
    const value = parts.oneLine(parts.valueOf(control, role) ?? "", NAME);
    let shown = value;
    if (parts.normal(value).includes(wanted)) return { shows: true, shown };
    let at = boxes.includes(control) ? null : control;
    for (let level = 0; at && level < 5 && at.offsetHeight < 200; level++, at = parts.flatParent(at)) {
      if (["body", "form", "fieldset"].includes(at.localName)) break;
      if (level && at.querySelectorAll("input:not([type=hidden]),select,textarea,[role=combobox]").length > 2) break;
      const text = textOutside(at, boxes);
      shown ||= text;
      if (parts.normal(text).includes(wanted)) return { shows: true, shown: parts.oneLine(value || text, 80) };
    }
    const option = boxes.flatMap(choices).find((one) => parts.normal(one.label) === wanted)?.element;
    const marked = option && (option.getAttribute("aria-selected") === "true" || option.getAttribute("aria-checked") === "true" || option.querySelector("[aria-checked=true],input:checked") !== null);
    return { shows: Boolean(marked), shown: parts.oneLine(shown, 80) };
  };
})();
