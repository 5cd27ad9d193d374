// @ts-check
// What style sheets show only while the pointer is over something around it: a row's buttons, a card's actions. A person finds them by
// pointing at the row; here the sheets are asked.
(() => {
  const parts = globalThis.edithParts;
  if (Object.hasOwn(parts, "reveals")) return;

  const ACTIONS = "button,a[href],select,summary,[role=button],[role=link],[role=menuitem],[role=checkbox],[role=switch],[onclick],[tabindex='0']";
  const SEEN = { visibilityProperty: true, opacityProperty: true };
  // More in one place is a menu: what opens it is listed, and it is read when it is open.
  const MOST_ACTIONS = 6;
  const MOST_PLACES = 400;
  const HOVER = /(?<!\\):hover/g;
  // Matches whatever stood there with `:hover`, also where nothing else did.
  const ANY = ":not(edith-none)";

  /** Selectors of a list, cut at the commas that are in no brackets. @type {(list: string) => string[]} */
  const selectors = (list) => {
    const out = [];
    let depth = 0;
    let from = 0;
    for (let i = 0; i <= list.length; i++) {
      const c = list[i];
      if (c === "\\") i++;
      else if (c === "(" || c === "[") depth++;
      else if (c === ")" || c === "]") depth--;
      else if (c === undefined || (c === "," && depth === 0)) {
        out.push(list.slice(from, i).trim());
        from = i + 1;
      }
    }
    return out;
  };

  /** What a selector finds when the pointer need not be anywhere; "" unless something in what is pointed at is found. @type {(selector: string) => string} */
  const withoutPointer = (selector) => {
    const last = [...selector.matchAll(HOVER)].at(-1)?.index;
    if (last === undefined || /::|:(before|after)\b/.test(selector)) return "";
    const behind = selector.slice(last + ":hover".length);
    return /^[^\s>+~]*(\s*>|\s+[^\s>+~])/.test(behind) ? selector.replace(HOVER, ANY) : "";
  };

  /** @type {(style: CSSStyleDeclaration) => boolean} */
  const shows = ({ display, visibility, opacity }) => (display !== "" && display !== "none") || visibility === "visible" || parseFloat(opacity) > 0;

  /** What a selector finds that shows a hand only once it is pointed at; "" where all links and buttons are meant, which are known anyway. */
  /** @type {(selector: string) => string} */
  const pointedAt = (selector) => (/::/.test(selector) || /^(a|button|input|label|select|summary|html|body|\*)?:hover$/.test(selector) ? "" : selector.replace(HOVER, ANY));

  /** @type {(rules: CSSRuleList, from: number, outer: string, out: string[], hands: string[]) => void} */
  const collect = (rules, from, outer, out, hands) => {
    for (let i = from; i < rules.length; i++) {
      // A rule has what some kind of rule has.
      const rule = /** @type {CSSStyleRule & CSSMediaRule} */ (rules[i]);
      const given = rule.selectorText;
      if (given === undefined) {
        if (rule.cssRules && !(rule.media && !matchMedia(rule.media.mediaText).matches)) collect(rule.cssRules, 0, outer, out, hands);
        continue;
      }
      const nested = rule.cssRules.length > 0;
      if (!nested && !given.includes(":hover") && !outer.includes(":hover")) continue;
      const whole = outer === "" ? given : given.includes("&") ? given.replaceAll("&", `:is(${outer})`) : `:is(${outer}) :is(${given})`;
      if (whole.includes(":hover") && shows(rule.style)) for (const one of selectors(whole)) out.push(withoutPointer(one));
      if (rule.style.cursor === "pointer" && whole.includes(":hover")) for (const one of selectors(whole)) hands.push(one.includes(":hover") ? pointedAt(one) : "");
      if (nested) collect(rule.cssRules, 0, whole, out, hands);
    }
  };

  /** @type {Selectors} */
  const NOTHING = { rules: 0, found: [], hands: [] };
  /** @type {WeakMap<CSSStyleSheet, Selectors>} */
  const read = new WeakMap();
  /** The selectors of a sheet; one that grew at its end is read on from there. @type {(sheet: CSSStyleSheet) => Selectors} */
  const revealing = (sheet) => {
    let rules;
    try {
      rules = sheet.cssRules;
    } catch {
      // Of another site: it may not be read.
      return NOTHING;
    }
    let known = read.get(sheet);
    if (!known || known.rules > rules.length) read.set(sheet, (known = { rules: 0, found: [], hands: [] }));
    if (known.rules < rules.length) {
      collect(rules, known.rules, "", known.found, known.hands);
      known.found = [...new Set(known.found)].filter(Boolean);
      known.hands = [...new Set(known.hands)].filter(Boolean);
      known.rules = rules.length;
    }
    return known;
  };

  /** The elements of a document or shadow root over which a hand shows only once the pointer is there; null where there are none. */
  parts.handed = (root) => {
    let out = null;
    for (const sheet of [...root.styleSheets, ...root.adoptedStyleSheets]) {
      if (sheet.disabled) continue;
      for (const selector of revealing(sheet).hands) {
        try {
          for (const one of root.querySelectorAll(selector)) (out ??= new Set()).add(one);
        } catch {
          // A selector that is none without its `:hover`.
        }
      }
    }
    return out;
  };

  const revealed = new WeakSet();

  /** Enters into `out` what is hidden in this document or shadow root until somebody points at what is around it, each with what can be done there. */
  parts.reveals = (root, out) => {
    for (const sheets of [root.styleSheets, root.adoptedStyleSheets]) {
      for (const sheet of sheets) {
        if (sheet.disabled) continue;
        for (const selector of revealing(sheet).found) {
          /** @type {Iterable<Element>} */
          let found = [];
          try {
            found = root.querySelectorAll(selector);
          } catch {
            // A selector that is none without its `:hover`.
          }
          for (const hidden of found) {
            if (out.size >= MOST_PLACES) return;
            if (out.has(hidden) || hidden.checkVisibility(SEEN)) continue;
            const holder = parts.flatParent(hidden);
            if (!holder?.checkVisibility(SEEN) || parts.isSmall(parts.boxOf(holder))) continue;
            const actions = [hidden, ...hidden.querySelectorAll(ACTIONS)].filter((one) => one.matches(ACTIONS));
            if (actions.length === 0 || actions.length > MOST_ACTIONS) continue;
            for (const action of actions) revealed.add(action);
            out.set(hidden, { holder, actions });
          }
        }
      }
    }
  };

  /** Where to point for the element to be shown: the nearest box around it that shows. Null when it shows itself, or nothing is known to show it. */
  parts.holderOf = (element) => {
    if (!revealed.has(element) || element.checkVisibility(SEEN)) return null;
    let at = parts.flatParent(element);
    while (at && (!at.checkVisibility(SEEN) || parts.isSmall(parts.boxOf(at)))) at = parts.flatParent(at);
    return at;
  };
})();
