// @ts-check
// What a press brought into view. Lists that say nothing of themselves are known by having come with it, also on a page that draws all of itself again.
(() => {
  const parts = globalThis.edithParts;
  if (Object.hasOwn(parts, "noteShown")) return;

  const PRESSED = "button,[role=option],[role=treeitem],[role=menuitem],[role=menuitemradio],[role=menuitemcheckbox],[role=radio],[role=button],[tabindex],[aria-selected],label";
  const SEEN = { visibilityProperty: true, opacityProperty: true };
  const MOST = 20_000;
  const LABEL = 120;
  const KEY = 60;
  // The most levels above an option, and lines before it, at which its group may be named.
  const LEVELS = 4;
  const LINES = 60;

  const isSeen = (/** @type {Element} */ element) => {
    const rect = element.getBoundingClientRect();
    return rect.width > 1 && rect.height > 1 && element.checkVisibility(SEEN);
  };

  /** All elements there, through shadow roots. @type {(root: Document | ShadowRoot, found?: Element[]) => Element[]} */
  const everything = (root, found = []) => {
    for (const element of root.querySelectorAll("*")) {
      if (found.length >= MOST) break;
      if (parts.isOverlay(element)) continue;
      found.push(element);
      const shadow = parts.shadowOf(element);
      if (shadow) everything(shadow, found);
    }
    return found;
  };

  const textOf = (/** @type {Element} */ element) => parts.oneLine(element.textContent ?? "", LABEL);
  /** What an element is known by where its page draws it again. */
  const keyOf = (/** @type {Element} */ element) => `${element.localName} ${element.getAttribute("class") ?? ""} ${parts.oneLine(element.textContent ?? "", KEY)}`;

  /** A path of tags and places from the document to an element, through shadow roots. @type {(element: Element) => string} */
  const pathOf = (element) => {
    const path = [];
    for (let /** @type {?Element} */ at = element; at; ) {
      const { localName } = at;
      const parent = /** @type {?Element} */ (at.parentElement);
      const place = Array.from(parent?.children ?? []).filter((one) => one.localName === localName).indexOf(at);
      path.unshift(`${localName} ${place} ${at.id}`);
      at = parent ?? at.getRootNode().host ?? null;
    }
    return path.join(">");
  };

  /** @type {Map<number, { element: Element; path: string; shown: WeakSet<Element>; counts: Map<string, number>; texts: Element[] }>} */
  const noted = new Map();

  /** Notes what is in view before the element is pressed. */
  parts.noteShown = (element) => {
    const all = everything(element.ownerDocument).filter(isSeen);
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const one of all) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1);
    const texts = all.filter((one) => one.childElementCount === 0 && textOf(one) !== "" && !parts.contains(element, one));
    noted.set(parts.numberOf(element), { element, path: pathOf(element), shown: new WeakSet(all), counts, texts });
  };

  /** The element with this number, or what its page drew in its place since it was noted. */
  parts.controlOf = (number) => {
    const own = parts.elementOf(number);
    const known = noted.get(number);
    if (own || !known) return own;
    if (!known.element.isConnected) {
      const all = everything(document).filter((one) => one.localName === known.element.localName && pathOf(one) === known.path);
      if (all.length !== 1 || parts.roleOf(all[0]) !== parts.roleOf(known.element)) return null;
      known.element = all[0];
    }
    return known.element;
  };

  const stateOf = (/** @type {Element} */ control) => Array.from(noted.values()).find(({ element }) => element === control);

  /** What came into view since, each without what is in it. @type {(control: Element) => Element[]} */
  const cameWith = (control) => {
    const state = stateOf(control);
    if (!state) return [];
    const left = new Map(state.counts);
    return everything(control.ownerDocument).filter((one) => {
      if (state.shown.has(one) || !isSeen(one) || parts.contains(control, one) || parts.contains(one, control)) return false;
      const key = keyOf(one);
      const before = left.get(key) ?? 0;
      if (before > 0) left.set(key, before - 1);
      return before === 0 && textOf(one) !== "";
    });
  };

  // A link to another page leads there, and is judged as that.
  const leads = (/** @type {Element} */ element) => {
    const link = element.closest("a[href]") ?? element.querySelector("a[href]");
    return link !== null && !/^(#|javascript:|$)/.test(link.getAttribute("href") ?? "");
  };
  const isPressed = (/** @type {Element} */ element) => element.matches(PRESSED) || parts.listens(element) || parts.style(element).cursor === "pointer";
  const isAble = (/** @type {Element} */ element) => !leads(element) && !parts.takesText(element) && element.localName !== "select";

  /** The first line of what an element says, which may be described below it. */
  const headOf = (/** @type {Element} */ element) => parts.oneLine((element.innerText ?? "").trim().split("\n")[0] ?? "", LABEL);

  /** What can be chosen in what came with a press. The text that is looked for counts wherever it stands alone. */
  parts.unsaidChoices = (control, wanted) => {
    const came = new Set(cameWith(control));
    const want = parts.normal(wanted);
    const says = (/** @type {Element} */ one) => want !== "" && parts.normal(textOf(one)) === want;
    const all = Array.from(came).filter((one) => isAble(one) && textOf(one).length < LABEL && (isPressed(one) || says(one)));
    const listed = new Set(all);
    /** @type {Map<Element, Element[]>} */
    const within = new Map();
    for (const one of all) {
      let /** @type {?Element} */ at = parts.flatParent(one);
      while (at && !listed.has(at)) at = parts.flatParent(at);
      if (at) within.set(at, [...(within.get(at) ?? []), one]);
    }
    // What holds several is a box around them; of what says the same the outer one is meant.
    const isBox = (/** @type {Element} */ one) => new Set((within.get(one) ?? []).map(textOf)).size > 1;
    return all
      .filter((one) => {
        if (isBox(one)) return false;
        let /** @type {?Element} */ at = parts.flatParent(one);
        while (at && !listed.has(at)) at = parts.flatParent(at);
        return !at || isBox(at);
      })
      .map((element) => ({ element, label: parts.oneLine(element.innerText ?? "", LABEL), head: headOf(element) }))
      .filter(({ label }) => label !== "");
  };

  /** Whether what was in view before is no longer: the press closed something. */
  parts.wentAway = (control) => {
    const gone = (stateOf(control)?.texts ?? []).filter((one) => !one.isConnected || !isSeen(one));
    return gone.length > 1;
  };

  /** The field that a press brought into view, or gave the focus, to search in. */
  parts.searchIn = (control) => {
    const state = stateOf(control);
    const isField = (/** @type {?Element} */ one) => one !== null && one !== control && parts.takesText(one) && !one.readOnly && one.localName === "input" && isSeen(one);
    const active = parts.activeElement();
    if (!state) return null;
    if (isField(active) && !state.shown.has(/** @type {Element} */ (active))) return active;
    const fields = everything(control.ownerDocument).filter((one) => one.localName === "input" && !state.shown.has(one) && isField(one));
    return fields.length === 1 ? fields[0] : null;
  };

  /** What the group of an option is called; "": it is in none. */
  parts.groupOf = (option, options) => {
    const group = option.parentElement?.closest("[role=group],optgroup");
    const named = group && (group.localName === "optgroup" ? group.label : parts.accessibleName(group, "group"));
    if (named) return parts.oneLine(named, LABEL);
    const holds = (/** @type {Element} */ one) => options.some((other) => parts.contains(one, other));
    let /** @type {?Element} */ at = option;
    for (let level = 0; at && level < LEVELS; level++, at = at.parentElement) {
      if (at.matches("[role=listbox],[role=menu],body,ul") && level) break;
      let before = at.previousElementSibling;
      for (let line = 0; before && line < LINES; line++, before = before.previousElementSibling) {
        if (!holds(before) && textOf(before) !== "" && isSeen(before) && !before.matches("input,textarea")) return textOf(before);
      }
    }
    return "";
  };
})();
