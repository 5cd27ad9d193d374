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
  const MOST = 5000;
  const SHOWN = 30;
  // Longer lists are searched by their plain text; names are worked out for so many options at once.
  const NAMED = 300;
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
    /** @type {Element[]} */
    const found = [];
    for (const speaker of speakers(control)) {
      const ids = `${speaker.getAttribute("aria-controls") ?? ""} ${speaker.getAttribute("aria-owns") ?? ""}`.split(/\s+/).filter(Boolean);
      const root = speaker.getRootNode();
      for (const id of ids) {
        /** @type {?Element} */
        let list = root.getElementById?.(id) ?? control.ownerDocument.getElementById(id);
        // The named list may be for screen readers only, beside the visible one.
        for (let level = 0; list && !isSeen(list) && !choices(list).length && level < 4; level++) list = parts.flatParent(list);
        if (list && !["body", "html"].includes(list.localName) && !parts.contains(list, control) && !found.includes(list)) found.push(list);
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

  /** A box's current choices, with their text. @type {(box: Element) => Choice[]} */
  const choices = (box) => {
    const within = inside(box);
    let all = within.filter((one) => one.matches(OPTIONS)).slice(0, MOST).filter(isSeen);
    if (!all.length) all = within.filter((one) => one.matches(UNSAID)).slice(0, MOST).filter((one) => isSeen(one) && !one.matches(ACTIONS) && !one.querySelector(ACTIONS) && parts.style(one).cursor === "pointer");
    const named = all.length <= NAMED;
    return all
      .map((element) => ({ element, label: parts.oneLine((named ? parts.accessibleName(element, "option") || parts.textIn(element, NAME) : element.textContent) ?? "", NAME) }))
      .filter(({ label }) => label !== "");
  };

  /** What a control shows to choose from now, and whether that says of itself that it is a list. @type {(control: Element, wanted: string) => { said: boolean; all: Choice[]; open: boolean }} */
  const offered = (control, wanted) => {
    const boxes = boxesOf(control);
    const all = boxes.flatMap(choices);
    if (boxes.length && all.length) return { said: true, all, open: true };
    const unsaid = parts.unsaidChoices(control, wanted);
    return { said: false, all: unsaid, open: unsaid.length > 0 };
  };

  /** @type {(element: Element) => boolean} */
  const isUsable = (element) => element.getAttribute("aria-disabled") !== "true" && !element.hasAttribute("disabled") && !element.closest("[aria-disabled=true]");

  /** Lists shown before a control is opened are not its own. */
  parts.noteLists = (control) => {
    parts.noteShown(control);
    known.set(control, new WeakSet([...control.ownerDocument.querySelectorAll(LISTS)].filter(isSeen)));
    return {};
  };

  const valueIn = (/** @type {Choice} */ { element }) => element.getAttribute("data-value") ?? element.getAttribute("value") ?? "";

  /** DrawnOption: the wanted option among those that a control shows now. What says nothing of itself is chosen by its whole text alone. */
  parts.drawnOption = (control, wanted) => {
    const { said, all, open } = offered(control, wanted);
    const opens = opensList(control) || said;
    const groups = new Map();
    const groupOf = (/** @type {Choice} */ one) => {
      if (!groups.has(one)) groups.set(one, parts.groupOf(one.element, all.map(({ element }) => element)));
      return groups.get(one);
    };
    const labelOf = (/** @type {Choice} */ { label }) => label;
    const want = parts.normal(wanted);
    const headOf = (/** @type {Choice} */ { head, label }) => head || label;
    const whole = () => {
      for (const nameOf of [labelOf, headOf]) {
        const exact = all.filter((one) => parts.normal(nameOf(one)) === want);
        if (exact.length) return exact;
      }
      const grouped = parts.ofGroup(all, headOf, groupOf, wanted).concat(parts.ofGroup(all, labelOf, groupOf, wanted)).slice(0, 1);
      if (grouped.length) return grouped;
      // After a sign comes what explains the option: `With total (3/24)`.
      const begun = all.filter((one) => want.length > 1 && parts.normal(labelOf(one)).startsWith(want) && /^\s*[^\s\p{L}\p{N}]/u.test(parts.normal(labelOf(one)).slice(want.length)));
      if (begun.length === 1) return begun;
      // All options of a drawn drop-down are known: one alone that has these words is meant.
      const held = (parts.dropDown(control)?.options.length ?? 0) > 0 && want.length > 2 ? all.filter((one) => parts.normal(labelOf(one)).includes(want)) : [];
      return held.length === 1 ? held : [];
    };
    const found = wanted === "" ? [] : said ? parts.allMeant(all, labelOf, valueIn, groupOf, wanted) : whole();
    const one = found.length === 1 ? found[0] : null;
    const usable = one && isUsable(one.element);
    const isOn = (/** @type {Element} */ element) => element.getAttribute("aria-selected") === "true" || element.getAttribute("aria-checked") === "true";
    return {
      control: parts.numberOf(control), opens, open, said, expanded: isExpanded(control), closed: !open && parts.wentAway(control), node: usable ? parts.numberOf(one.element) : 0, label: one ? (said || parts.normal(one.label) === want ? one.label : headOf(one)) : "",
      selected: Boolean(one && isOn(one.element)), equal: found.length > 1 ? parts.inGroups(found, said ? labelOf : headOf, groupOf).slice(0, SHOWN) : [],
      options: all.slice(0, SHOWN).map(labelOf), count: all.length, busy: isLoading(control, all),
    };
  };

  /** Whether a list says that more is to come. @type {(control: Element, all: Choice[]) => boolean} */
  const isLoading = (control, all) => {
    const around = [...boxesOf(control), ...speakers(control), ...all.slice(0, 1).map(({ element }) => element)];
    return around.some((one) => one.getAttribute("aria-busy") === "true" || Array.from(one.querySelectorAll("[aria-busy=true],[role=progressbar]")).some(isSeen));
  };

  /** The texts of the options that a control shows now and that can be chosen. */
  parts.shownOptions = (control) => ({ options: [...new Set(boxesOf(control).flatMap(choices).filter(({ element }) => isUsable(element)).map(({ label }) => label))] });

  /** The field to search in that came with a control's list; 0: none. */
  parts.listSearch = (control) => {
    const field = parts.searchIn(control) ?? boxesOf(control).flatMap((box) => Array.from((box.parentElement ?? box).querySelectorAll("input"))).find((one) => one !== control && parts.takesText(one) && isSeen(one));
    return { node: field && field !== control ? parts.numberOf(field) : 0 };
  };

  // So many levels up the button that opens a field's list may be.
  const BESIDE = 3;

  /** The button beside a list's field that opens the list, where the field alone does not: it says so, or has no words; 0: none. */
  parts.listOpener = (control) => {
    const of = (/** @type {Element} */ one) => [one.getAttribute("aria-controls"), one.getAttribute("aria-owns")].filter(Boolean);
    const own = of(control);
    let box = control.parentElement;
    for (let level = 0; box && level < BESIDE; level++, box = box.parentElement) {
      if (box.querySelectorAll("input:not([type=hidden]),select,textarea,[role=combobox]").length > 1) break;
      const buttons = Array.from(box.querySelectorAll("button,[role=button]")).filter((one) => isSeen(one) && !one.matches("[type=submit]"));
      const says = buttons.find((one) => POPUPS.has(one.getAttribute("aria-haspopup") ?? "") || of(one).some((id) => own.includes(id)));
      const found = says ?? (buttons.length === 1 && parts.accessibleName(buttons[0], "button") === "" ? buttons[0] : null);
      if (found) return { node: parts.numberOf(found) };
    }
    return { node: 0 };
  };

  /** What scrolls the options of a list, in it or around it. @type {(control: Element, wanted: string) => ?Element} */
  const scrollerOf = (control, wanted) => {
    const scrolls = (/** @type {Element} */ one) => one.scrollHeight > one.clientHeight + 4 && one.clientHeight >= 20 && !["visible", "hidden", "clip"].includes(parts.style(one).overflowY);
    const boxes = boxesOf(control);
    const within = boxes.flatMap((box) => [box, ...inside(box)]).find(scrolls);
    if (within) return within;
    const { all } = offered(control, wanted);
    for (let at = all.length ? parts.flatParent(all[0].element) : null, level = 0; at && level < 8 && !["body", "html"].includes(at.localName); at = parts.flatParent(at), level++) if (scrolls(at) && !parts.contains(at, control)) return at;
    return null;
  };

  // How long one call seeks, and how long a list may take to draw or to fetch more at its end, in milliseconds.
  const SEEKS_MS = 800;
  const DRAWS_MS = 120;
  const GROWS_MS = 700;

  /** The texts of the options that are drawn now, first and last ones. @type {(control: Element, wanted: string) => string[]} */
  const drawnNow = (control, wanted) => offered(control, wanted).all.map(({ label }) => label);

  /** Waits until a list shows something else. @type {(control: Element, wanted: string, before: string[], ms: number) => Promise<boolean>} */
  const drawsOther = async (control, wanted, before, ms) => {
    const end = performance.now() + ms;
    do {
      await parts.nextFrame();
      const now = drawnNow(control, wanted);
      if (now.length && (now.length !== before.length || now[0] !== before[0] || now[now.length - 1] !== before[before.length - 1])) return true;
    } while (performance.now() < end);
    return false;
  };

  /** Whether texts ascend, as a person or a program sorts them. @type {(texts: string[]) => boolean} */
  const ascends = (texts) => {
    const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
    return texts.every((text, at) => at === 0 || compare(texts[at - 1], text) <= 0);
  };

  /** Goes to where a text must stand in a long list that is sorted. @type {(control: Element, wanted: string, scroller: Element) => Promise<boolean>} */
  const leap = async (control, wanted, scroller) => {
    const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
    let low = 0;
    let high = scroller.scrollHeight - scroller.clientHeight;
    const home = scroller.scrollTop;
    let before = drawnNow(control, wanted);
    while (high - low > scroller.clientHeight / 2 && ascends(before)) {
      const middle = (low + high) / 2;
      scroller.scrollTop = middle;
      await drawsOther(control, wanted, before, DRAWS_MS);
      before = drawnNow(control, wanted);
      if (!before.length) break;
      if (isThere(control, wanted)) return true;
      if (compare(before[before.length - 1], wanted) < 0) low = middle;
      else if (compare(before[0], wanted) > 0) high = middle;
      else break;
    }
    scroller.scrollTop = home;
    await drawsOther(control, wanted, before, DRAWS_MS);
    return false;
  };

  const isThere = (/** @type {Element} */ control, /** @type {string} */ wanted) => {
    const now = parts.drawnOption(control, wanted);
    return Boolean(now.node) || (now.equal?.length ?? 0) > 0;
  };

  /** Sought: scrolls a control's list on until it shows the wanted option, is at its end, or time is up. */
  parts.seekOption = async (control, wanted, first) => {
    const end = performance.now() + SEEKS_MS;
    let scroller = scrollerOf(control, wanted);
    // Long lists draw only what is in view; going through thousands takes long.
    if (first && scroller && wanted && scroller.scrollHeight > scroller.clientHeight * 20 && (await leap(control, wanted, scroller))) return { found: true, moved: true, ended: false };
    let moved = false;
    while (performance.now() < end) {
      scroller = scrollerOf(control, wanted);
      if (!scroller) return { found: false, moved, ended: true };
      const before = drawnNow(control, wanted);
      const [at, height] = [scroller.scrollTop, scroller.scrollHeight];
      scroller.scrollTop = at + scroller.clientHeight * 0.8;
      if (Math.abs(scroller.scrollTop - at) < 1) {
        // At the end some fetch more.
        scroller.dispatchEvent(new Event("scroll"));
        const grows = await drawsOther(control, wanted, before, GROWS_MS);
        if (!grows && scroller.scrollHeight <= height) return { found: false, moved, ended: true };
      } else {
        await drawsOther(control, wanted, before, DRAWS_MS);
      }
      moved = true;
      if (isThere(control, wanted)) return { found: true, moved, ended: false };
    }
    return { found: false, moved, ended: false };
  };

  /** Scrolls a control's list by most of a page; whether there was more. */
  parts.scrollList = async (control) => {
    const scroller = scrollerOf(control, "");
    if (!scroller) return { moved: false };
    const before = scroller.scrollTop;
    scroller.scrollTop += scroller.clientHeight * 0.8;
    if (Math.abs(scroller.scrollTop - before) < 1) return { moved: false };
    await parts.nextFrame();
    await parts.nextFrame();
    return { moved: true };
  };

  /** A box's visible text, some parts excepted. @type {(box: Element, others: Element[]) => string} */
  const textOutside = (box, others) => parts.textWithout(box, (element) => others.includes(element) || !element.checkVisibility(SEEN), 300);

  /** Whether a control shows the choice, in its field or beside it. */
  parts.showsChoice = (control, label) => {
    const wanted = parts.normal(label);
    const boxes = boxesOf(control).length ? boxesOf(control) : parts.unsaidChoices(control, "").map(({ element }) => element);
    const role = parts.actedRole(control);
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
