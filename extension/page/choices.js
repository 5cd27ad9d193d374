// @ts-check
// Which of several alike is chosen: chips, tabs, tiles, entries of a menu, by an author's words and, where these are silent, by comparing them.
(() => {
  const parts = globalThis.edithParts;
  if (Object.hasOwn(parts, "chosen")) return;

  // A group of more, of longer texts or of higher boxes is a list of content, where what differs is not chosen.
  const MOST = 24;
  const LONGEST = 60;
  const HIGHEST = 160;
  const LEVELS = 3;
  const PILL = 44;
  // How much more one look must stand out to be the chosen one.
  const MARGIN = 5;
  const LISTS = "nav,ul,ol,menu,[role=tablist],[role=menu],[role=menubar],[role=listbox],[role=radiogroup],[role=group],[role=navigation]";

  /** @typedef {{ element: Element, unit: Element }} Member */
  /** @typedef {{ key: string, score: number, weight: string, colour: string }} Looks */

  /** The elements that stand side by side with one, each in a box of its own like it. @type {(element: Element) => Member[]} */
  const membersOf = (element) => {
    let unit = element;
    let deep = 0;
    for (let around = unit.parentElement; deep < LEVELS && around && around.childElementCount === 1 && around.localName !== "body" && around.textContent.trim() === element.textContent.trim(); around = unit.parentElement) {
      unit = around;
      deep++;
    }
    /** @type {Member[]} */
    const members = [];
    if ((unit.parentElement?.childElementCount ?? 0) > MOST * 2) return members;
    for (const box of unit.parentElement?.children ?? []) {
      let /** @type {?Element} */ at = box;
      for (let level = 0; level < deep; level++) at = at?.childElementCount === 1 ? at.firstElementChild : null;
      if (box.localName === unit.localName && at?.localName === element.localName && at.checkVisibility()) members.push({ element: at, unit: box });
      if (members.length > MOST) return [];
    }
    return members;
  };

  const wordOf = (/** @type {Member} */ { element, unit }) => parts.stateWord(element) ?? (unit === element ? null : parts.stateWord(unit));
  /** What the markup says of a member's looks. */
  const markupOf = (/** @type {Member} */ { element, unit }, /** @type {boolean} */ isSample) =>
    [element, unit].map((one) => `${[...one.classList].sort().join(" ")}|${isSample ? "" : (one.getAttribute("style") ?? "")}`).join("|");

  const SIDES = ["top", "right", "bottom", "left"];

  /** What of a member's looks shows a choice. @type {(member: Member, isSample: boolean, ground: string) => Looks} */
  const looksOf = ({ element, unit }, isSample, ground) => {
    let score = 0;
    let weight = "";
    let colour = "";
    /** @type {string[]} */
    const key = [];
    for (const one of unit === element ? [element] : [element, unit]) {
      const style = parts.style(one);
      const isFocused = one.matches(":focus");
      if (!isSample) {
        key.push(style.backgroundColor, style.backgroundImage);
        score += parts.distance(style.backgroundColor, ground) + parts.chroma(style.backgroundColor) / 2 + (style.backgroundImage === "none" ? 0 : 20);
      }
      for (const side of SIDES) {
        const width = parseFloat(style.getPropertyValue(`border-${side}-width`));
        const line = style.getPropertyValue(`border-${side}-color`);
        const seen = width > 0 ? parts.distance(line, ground) : 0;
        key.push(seen > 0 ? `${width} ${line}` : "");
        score += seen > 0 ? width * (seen / 8 + parts.chroma(line) / 16) : 0;
      }
      if (!isFocused) {
        key.push(style.boxShadow, style.outlineStyle === "none" ? "" : style.outline);
        score += (/rgba?\([^)]*\)/.test(style.boxShadow) && !/^(rgba\(0, 0, 0, 0\)[^,]*,? ?)+$/.test(style.boxShadow) ? 15 : 0) + (style.outlineStyle === "none" || parseFloat(style.outlineWidth) === 0 ? 0 : 20);
      }
      key.push(style.opacity, style.textDecorationLine);
      score += (style.textDecorationLine === "none" ? 0 : 8) + Number(style.opacity) * 10 + (Number(style.fontWeight) >= 600 ? 8 : 0);
      weight += style.fontWeight;
      colour += style.color;
    }
    return { key: key.join(";"), score, weight, colour };
  };

  const groundOf = (/** @type {Element} */ element) => {
    for (let at = element.parentElement; at; at = at.parentElement) {
      const colour = parts.style(at).backgroundColor;
      if (parts.distance(colour, "rgb(255, 255, 255)") > 0 || /^rgb\(/.test(colour)) return colour;
    }
    return "rgb(255, 255, 255)";
  };

  /** Whether the group is one of choices rather than of things to do, of which the main one stands out as well. @type {(members: Member[], isSample: boolean, isBacked: boolean) => boolean} */
  const areChoices = (members, isSample, isBacked) => {
    const [{ element, unit }] = members;
    const box = unit.parentElement;
    if (!box) return false;
    if (isSample || !isBacked || unit.localName === "li" || box.matches(LISTS)) return true;
    const rects = members.map((one) => one.element.getBoundingClientRect());
    const [first] = rects;
    const style = parts.style(element);
    const radius = parseFloat(style.borderTopLeftRadius);
    if (first.height <= PILL && radius >= first.height / 2 - 1) return true;
    const around = box.getBoundingClientRect();
    const holder = parts.style(box);
    const isTray = parts.distance(holder.backgroundColor, groundOf(box)) > 3 || (parseFloat(holder.borderTopWidth) >= 1 && parseFloat(holder.borderLeftWidth) >= 1);
    const fills = rects.every((rect) => rect.height >= around.height * 0.7) && rects.reduce((sum, rect) => sum + rect.width, 0) >= around.width * 0.85;
    if (isTray && fills) return true;
    // Buttons of one size are in a form too; tiles and drawn ones do not.
    const areEqual = members.length > 2 && rects.every((rect) => Math.abs(rect.width - first.width) < 2 && Math.abs(rect.height - first.height) < 2);
    return areEqual && element.localName !== "button" && element.localName !== "a";
  };

  // During a walk each group is compared once.
  /** @type {?WeakMap<Element, ?boolean>} */
  let known = null;
  parts.rememberChoices = (on) => {
    known = on ? new WeakMap() : null;
    parts.rememberDrawn(on);
  };

  /** @type {(members: Member[]) => Map<Element, ?boolean>} */
  const compared = (members) => {
    /** @type {Map<Element, ?boolean>} */
    const found = new Map();
    const words = members.map(wordOf);
    if (words.some((word) => word === true) && words.some((word) => word !== true)) {
      members.forEach(({ element }, i) => found.set(element, words[i] === true));
      return found;
    }
    if (words.some((word) => word === false) && words.some((word) => word === null)) {
      members.forEach(({ element }, i) => found.set(element, words[i] === null));
      return found;
    }
    // Of rows some are unread, new or overdue: only words say chosen.
    if (members[0].element.matches("tr,[role=row]")) return found;
    const isWordless = members[0].element.textContent.trim() === "";
    if (members.some(({ element }) => (element.textContent.trim() === "") !== isWordless)) return found;
    const usable = members.filter(({ element }) => !element.matches(":disabled,[aria-disabled=true]") && (element.localName !== "a" || !element.hasAttribute("href")));
    const isSample = isWordless;
    const areDays = usable.length > 9 && usable.every(({ element }) => /^\s*\d{1,2}\s*$/.test(element.textContent));
    // Of two, one is often the main thing to do.
    if (usable.length < 3 || areDays || usable.some(({ element }) => element.textContent.trim().length > LONGEST || element.getBoundingClientRect().height > HIGHEST)) return found;
    const markups = usable.map((one) => markupOf(one, isSample));
    const kinds = new Set(markups);
    if (kinds.size !== 2) return found;
    const ground = groundOf(usable[0].unit);
    // The pointer changes looks by itself: of what is pointed at, only the markup counts.
    const looks = usable.map((one) => (one.unit.matches(":hover") ? null : looksOf(one, isSample, ground)));
    const of = (/** @type {string} */ kind) => looks.filter((look, i) => look && markups[i] === kind);
    const [one, other] = [...kinds];
    const [a, b] = [of(one), of(other)];
    const count = (/** @type {string} */ kind) => markups.filter((markup) => markup === kind).length;
    /** @type {string} */
    let chosen = "";
    if (a.length && b.length) {
      if (new Set([...a, ...b].map((look) => look?.key)).size === 1) {
        // Colour and weight count together only: each alone may be of the words.
        const differs = (/** @type {(look: Looks) => string} */ part) => new Set([...a, ...b].map((look) => part(/** @type {Looks} */ (look)))).size === 2;
        if (!differs((look) => look.weight) || !differs((look) => look.colour)) return found;
      }
      const mean = (/** @type {typeof a} */ all) => all.reduce((sum, look) => sum + (look?.score ?? 0), 0) / all.length;
      const gap = mean(a) - mean(b);
      chosen = gap > MARGIN ? one : gap < -MARGIN ? other : "";
    }
    // The only one that differs.
    if (!chosen && usable.length > 2 && Math.min(count(one), count(other)) === 1) chosen = count(one) === 1 ? one : other;
    const isBacked = new Set(usable.map((member) => parts.style(member.element).backgroundColor)).size > 1;
    if (!chosen || !areChoices(usable, isSample, isBacked)) return found;
    usable.forEach(({ element }, i) => found.set(element, markups[i] === chosen));
    return found;
  };

  /** Whether an element is the chosen one of its group; null if nothing in the group shows a choice. */
  parts.chosen = (element) => {
    let on = known?.get(element);
    if (on === undefined) {
      const members = membersOf(element);
      if (members.length < 2) on = parts.stateWord(element);
      else {
        const found = compared(members);
        for (const member of members) known?.set(member.element, found.get(member.element) ?? null);
        on = found.get(element) ?? null;
      }
      known?.set(element, on);
    }
    return on === null ? null : { as: "choice", on };
  };
})();
