// @ts-check
// What style sheets show only on hover: a row's buttons, a card's actions. A person finds them by pointing; here the sheets are read.
(() => {
  const parts = globalThis.edithParts;
  if (Object.hasOwn(parts, "reveals")) return;

  const ACTIONS = "button,a[href],select,summary,[role=button],[role=link],[role=menuitem],[role=checkbox],[role=switch],[onclick],[tabindex='0']";
  const SEEN = { visibilityProperty: true, opacityProperty: true };
  // More in one place is a menu: its opener is listed, and it is read once open.
  const MOST_ACTIONS = 6;
  const MOST_PLACES = 400;
  const HOVER = /(?<!\\):hover/g;
  // Stands in for `:hover` and matches anything, even alone.
  const ANY = ":not(edith-none)";

  /** Splits a selector list at its top-level commas. @type {(list: string) => string[]} */
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

  /** A selector without its hover condition; "" unless it finds something inside the hovered element. @type {(selector: string) => string} */
  const withoutPointer = (selector) => {
    const last = [...selector.matchAll(HOVER)].at(-1)?.index;
    if (last === undefined || /::|:(before|after)\b/.test(selector)) return "";
    const behind = selector.slice(last + ":hover".length);
    return /^[^\s>+~]*(\s*>|\s+[^\s>+~])/.test(behind) ? selector.replace(HOVER, ANY) : "";
  };

  /** @type {(style: CSSStyleDeclaration) => boolean} */
  const shows = ({ display, visibility, opacity }) => (display !== "" && display !== "none") || visibility === "visible" || parseFloat(opacity) > 0;

  /** A selector for what shows a hand on hover; "" if it means all links and buttons, which are known anyway. */
  /** @type {(selector: string) => string} */
  const pointedAt = (selector) => (/::/.test(selector) || /^(a|button|input|label|select|summary|html|body|\*)?:hover$/.test(selector) ? "" : selector.replace(HOVER, ANY));

  /** @type {(rules: CSSRuleList, from: number, outer: string, out: string[], hands: string[]) => void} */
  const collect = (rules, from, outer, out, hands) => {
    for (let i = from; i < rules.length; i++) {
      // A rule has the properties of its kind only.
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
  /** A sheet's revealing selectors; one that grew is read on from its old end. @type {(sheet: CSSStyleSheet) => Selectors} */
  const revealing = (sheet) => {
    let rules;
    try {
      rules = sheet.cssRules;
    } catch {
      // A cross-origin sheet cannot be read.
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

  /** The elements of a document or shadow root that show a hand only on hover, or null. */
  parts.handed = (root) => {
    let out = null;
    for (const sheet of [...root.styleSheets, ...root.adoptedStyleSheets]) {
      if (sheet.disabled) continue;
      for (const selector of revealing(sheet).hands) {
        try {
          for (const one of root.querySelectorAll(selector)) (out ??= new Set()).add(one);
        } catch {
          // Not a valid selector without its `:hover`.
        }
      }
    }
    return out;
  };

  const revealed = new WeakSet();

  /** Adds to `out` what is hidden here until its holder is hovered, with what can be done there. */
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
            // Not a valid selector without its `:hover`.
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

  /** Where to hover for the element to show: its nearest visible ancestor. Null if it shows already, or nothing is known to reveal it. */
  parts.holderOf = (element) => {
    if (!revealed.has(element) || element.checkVisibility(SEEN)) return null;
    let at = parts.flatParent(element);
    while (at && (!at.checkVisibility(SEEN) || parts.isSmall(parts.boxOf(at)))) at = parts.flatParent(at);
    return at;
  };
})();
