// @ts-check
// The state of controls that a page draws itself: switches, ticks and stars, by what an author writes and, where that is silent, by what a person sees.
(() => {
  const parts = globalThis.edithParts;
  if (Object.hasOwn(parts, "drawnState")) return;

  // Sizes in pixels: of a switch's track, of a tick's box; how round a track is, and how far from the middle its knob rests.
  const TRACK = { width: [18, 110], height: [8, 50], ratio: [1.25, 3.2] };
  const BOX = [9, 28];
  const ROUND = 0.3, REST = 0.06;
  const MOST_INSIDE = 12;
  const MOST_ALIKE = 60;
  // Colours this far apart, of 255, are two colours.
  const APART = 40;

  const ON = /(?:^|-)(?:on|active|selected|checked|enabled|current|chosen|pressed|highlighted)(?:--?[\w-]{4,8})?$/;
  const OFF = /(?:^|-)(?:off|inactive|unselected|unchecked|deselected|(?:not|non|un|de|in)-?(?:on|active|selected|checked|enabled|current|chosen|pressed))(?:--?[\w-]{4,8})?$/;

  /** What an author's classes say of an element's state: true, false or nothing. */
  parts.stateWord = (element) => {
    /** @type {?boolean} */
    let said = null;
    for (const name of element.classList) {
      // A variant says when it would apply, not that it does.
      if (/[:[\]()/!@]/.test(name)) continue;
      const word = name.replace(/([a-z\d])([A-Z])/g, "$1-$2").replace(/_/g, "-").toLowerCase();
      if (OFF.test(word)) return false;
      if (ON.test(word)) said = true;
    }
    return said;
  };

  const ATTRIBUTES = ["data-state", "data-checked", "data-selected", "data-active", "data-on", "data-pressed", "data-headlessui-state"];
  const YES = parts.words("on checked active selected pressed true");
  const NO = parts.words("off unchecked inactive unselected unpressed false");

  /** The same by attributes that libraries write for their style sheets. @type {(element: Element) => ?boolean} */
  const attributed = (element) => {
    for (const name of ATTRIBUTES) {
      const given = element.getAttribute(name);
      if (given === null) continue;
      const all = given.toLowerCase().split(/\s+/);
      if (all.some((word) => YES.has(word)) || (given === "" && name !== "data-state" && name !== "data-headlessui-state")) return true;
      if (all.some((word) => NO.has(word))) return false;
    }
    return null;
  };

  // --- colours ---------------------------------------------------------------------------------------------------------------
  /** A computed colour as red, green, blue and how much of it covers. @type {(computed: string) => number[]} */
  const rgba = (computed) => {
    const [r = 0, g = 0, b = 0, a = 1] = (/^rgba?\(([^)]+)\)$/.exec(computed)?.[1] ?? "0, 0, 0, 0").split(",").map(Number);
    return [r, g, b, a];
  };
  /** How colourful it is, from 0 to 255. */
  parts.chroma = (computed) => {
    const [r, g, b, a] = rgba(computed);
    return a < 0.05 ? 0 : Math.max(r, g, b) - Math.min(r, g, b);
  };
  /** How far two colours are apart, from 0 to 255; what does not cover is no colour. */
  parts.distance = (one, other) => {
    const [a, b] = [rgba(one), rgba(other)];
    return Math.max(...[0, 1, 2].map((i) => Math.abs(a[i] - b[i]))) * a[3];
  };
  const isPainted = (/** @type {CSSStyleDeclaration} */ style) => rgba(style.backgroundColor)[3] > 0.05 || style.backgroundImage !== "none" || parseFloat(style.borderTopWidth) >= 1;

  const within = (/** @type {number} */ value, /** @type {number[]} */ [least, most]) => value >= least && value <= most;
  const letters = (/** @type {string} */ text) => /[\p{L}\p{N}]/u.test(text);

  // --- switches --------------------------------------------------------------------------------------------------------------
  /** @type {(element: Element) => boolean} */
  const isTrack = (element) => {
    if (element.childElementCount > 4 || element.textContent.trim().length > 4) return false;
    const { width, height } = element.getBoundingClientRect();
    if (!within(width, TRACK.width) || !within(height, TRACK.height) || !within(width / height, TRACK.ratio)) return false;
    const style = parts.style(element);
    const radius = style.borderTopLeftRadius;
    const round = radius.endsWith("%") ? (parseFloat(radius) / 100) * height : parseFloat(radius);
    return round >= height * ROUND && isPainted(style);
  };

  const isKnob = (/** @type {number} */ width, /** @type {number} */ height, /** @type {Bounds} */ track) =>
    height >= track.height * 0.4 && height <= track.height * 1.4 && Math.abs(width - height) <= height * 0.35 && width <= track.width * 0.75;

  /** Where something generated stands in its box, from the box's left edge; null if that cannot be known. @type {(style: CSSStyleDeclaration, around: CSSStyleDeclaration, box: Bounds) => ?number} */
  const middleOf = (style, around, box) => {
    const width = parseFloat(style.width);
    const moved = (style.transform === "none" ? 0 : new DOMMatrix(style.transform).m41) + moveOf(style.translate, width);
    if (/^(absolute|fixed)$/.test(style.position)) {
      const left = parseFloat(style.left);
      return Number.isNaN(left) ? null : parseFloat(around.borderLeftWidth) + left + parseFloat(style.marginLeft) + moved + width / 2;
    }
    const start = parseFloat(around.borderLeftWidth) + parseFloat(around.paddingLeft) + (parseFloat(style.marginLeft) || 0);
    const isAtEnd = /flex|grid/.test(around.display) && /end|right/.test(around.justifyContent);
    return isAtEnd ? box.width - start - width / 2 + moved : start + width / 2 + moved + (parseFloat(style.left) || 0);
  };
  const moveOf = (/** @type {string} */ translate, /** @type {number} */ width) => {
    const [across = "0"] = translate === "none" ? [] : translate.split(" ");
    return across.endsWith("%") ? (parseFloat(across) / 100) * width : parseFloat(across) || 0;
  };

  /** Whether a track's knob rests at the end that means on; undefined: it has none; null: it is between. @type {(track: Element) => boolean | null | undefined} */
  const knobAt = (track) => {
    const box = track.getBoundingClientRect();
    const style = parts.style(track);
    /** @type {?number} */
    let middle = null;
    let found = false;
    const inside = track.getElementsByTagName("*");
    for (let i = 0; i < inside.length && i < MOST_INSIDE && !found; i++) {
      const rect = inside[i].getBoundingClientRect();
      if (!isKnob(rect.width, rect.height, box) || !isPainted(parts.style(inside[i])) || letters(inside[i].textContent)) continue;
      middle = rect.left + rect.width / 2 - box.left;
      found = true;
    }
    for (const pseudo of found ? [] : ["::before", "::after"]) {
      const drawn = getComputedStyle(track, pseudo);
      if (drawn.content === "none" || drawn.content === "normal" || !isKnob(parseFloat(drawn.width), parseFloat(drawn.height), box) || !isPainted(drawn)) continue;
      middle = middleOf(drawn, style, box);
      found = true;
    }
    if (!found) return undefined;
    const part = middle === null ? 0.5 : middle / box.width;
    if (Math.abs(part - 0.5) < REST) return null;
    return part > 0.5 !== (style.direction === "rtl");
  };

  const PLAIN = parts.words("div span i b em");
  /** The track that a control is, or holds, and whether its knob says on. @type {(element: Element) => ?{ track: Element, knob: boolean | null | undefined }} */
  const switchIn = (element) => {
    if (isTrack(element)) return { track: element, knob: knobAt(element) };
    const inside = element.getElementsByTagName("*");
    if (inside.length > MOST_INSIDE) return null;
    for (const one of inside) {
      if (!PLAIN.has(one.localName) || !isTrack(one)) continue;
      const knob = knobAt(one);
      if (knob !== undefined) return { track: one, knob };
    }
    return null;
  };

  /** Other elements of the page that share a class and the size. @type {(element: Element) => Element[]} */
  const twinsOf = (element) => {
    const { width, height } = element.getBoundingClientRect();
    const root = element.getRootNode();
    /** @type {Set<Element>} */
    const found = new Set();
    for (const name of element.classList) {
      if (parts.stateWord(element) !== null && (ON.test(name) || OFF.test(name))) continue;
      for (const other of root.querySelectorAll(`${element.localName}.${CSS.escape(name)}`)) {
        if (other === element || found.size >= MOST_ALIKE) continue;
        const rect = other.getBoundingClientRect();
        if (Math.abs(rect.width - width) < 2 && Math.abs(rect.height - height) < 2) found.add(other);
      }
    }
    return [...found];
  };

  /** Which of two looks means on: the more colourful; nothing if they do not differ. @type {(own: string, others: string[]) => ?boolean} */
  const brighter = (own, others) => {
    const mine = parts.chroma(own);
    const theirs = others.map(parts.chroma);
    if (theirs.some((other) => mine - other >= APART)) return true;
    return theirs.some((other) => other - mine >= APART) ? false : null;
  };

  /** @type {(element: Element, track: Element, knob: boolean | null | undefined) => ?boolean} */
  const switched = (element, track, knob) => {
    const told = attributed(element) ?? attributed(track);
    if (told !== null) return told;
    const word = parts.stateWord(track) ?? parts.stateWord(element);
    if (typeof knob === "boolean" && word !== null && word !== knob) {
      // A word that is on switches of both looks says something else.
      const others = twinsOf(track).filter((other) => parts.stateWord(other) === word);
      return others.some((other) => knobAt(other) === !knob) ? knob : word;
    }
    if (word !== null) return word;
    if (knob !== undefined) return knob;
    const others = twinsOf(track).filter(isTrack);
    if (others.some((other) => parts.stateWord(other) !== null)) return false;
    return brighter(parts.style(track).backgroundColor, others.map((other) => parts.style(other).backgroundColor));
  };

  // --- ticks -----------------------------------------------------------------------------------------------------------------
  const TICKED = /^[✓✔✕✖✗✘☑☒✅❌⬤●]\ufe0f?$/u;

  const SIDES = ["top", "right", "bottom", "left"];
  // The browser draws its own buttons with these.
  const UNDRAWN = /^(none|hidden|outset|inset)$/;
  const isBox = (/** @type {Element} */ element) => {
    const { width, height } = element.getBoundingClientRect();
    if (!within(width, BOX) || !within(height, BOX) || Math.abs(width - height) > 3) return false;
    const style = parts.style(element);
    return SIDES.every((side) => parseFloat(style.getPropertyValue(`border-${side}-width`)) >= 1 && !UNDRAWN.test(style.getPropertyValue(`border-${side}-style`)));
  };
  const isEmptyBox = (/** @type {Element} */ box) => {
    const text = box.textContent.trim();
    if (text !== "") return false;
    for (const one of box.getElementsByTagName("*")) if (one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && one.getBoundingClientRect().width > 1) return false;
    return !["::before", "::after"].some((pseudo) => {
      const { content, display, opacity, width, transform } = getComputedStyle(box, pseudo);
      return content !== "none" && content !== "normal" && display !== "none" && Number(opacity) > 0 && !/^matrix\(0, 0, 0, 0/.test(transform) && (content !== '""' || parseFloat(width) > 1);
    });
  };

  /** Whether an empty box is a sample of a colour: it was given one, and no other like it is drawn as a tick, or boxes like it have several. @type {(box: Element) => boolean} */
  const isColour = (box) => {
    if (!isEmptyBox(box)) return false;
    const twins = twinsOf(box);
    const colours = new Set([box, ...twins.filter(isEmptyBox)].map((one) => parts.style(one).backgroundColor));
    return colours.size > 2 || (box.style?.backgroundColor !== "" && twins.every(isEmptyBox) && parts.stateWord(box) === null);
  };

  /** @type {(box: Element) => ?boolean} */
  const ticked = (box) => {
    const text = box.textContent.trim();
    if (letters(text) || (text !== "" && !TICKED.test(text)) || isColour(box)) return null;
    const told = attributed(box) ?? parts.stateWord(box);
    if (told !== null) return told;
    if (text !== "") return true;
    const colour = parts.style(box).backgroundColor;
    if (isEmptyBox(box)) {
      if (parts.chroma(colour) < APART) return false;
      // Empty and coloured it may be a sample of a colour.
      return twinsOf(box).some((other) => isEmptyBox(other) && parts.chroma(parts.style(other).backgroundColor) < APART) ? true : null;
    }
    return twinsOf(box).some(isEmptyBox) ? true : null;
  };

  // --- signs that come in pairs ----------------------------------------------------------------------------------------------
  const OUTLINED = "☆♡☐🤍";
  const FILLED = "★♥❤☑☒🖤";
  // These decorate as well, and tell something only beside their other half.
  const HOLLOW = "○◇□▢";
  const SOLID = "●◆■▣";

  /** @typedef {{ element: Element, opacity: number, color: string, fill: ?string, text: string }} Sign */

  // During a walk, the signs at one place of the rows are looked at once.
  /** @type {?WeakMap<Element, Map<string, Sign[]>>} */
  let known = null;
  /** @type {?WeakMap<Element, ?DrawnState>} */
  let states = null;
  parts.rememberDrawn = (on) => {
    known = on ? new WeakMap() : null;
    states = on ? new WeakMap() : null;
  };

  const UNUSABLE = ":disabled,[aria-disabled=true]";
  const fillOf = (/** @type {Element} */ element) => {
    const all = element.getElementsByTagName("svg");
    const shape = all.length === 1 ? all[0].querySelector("path,polygon,circle,rect") : null;
    return shape ? parts.style(shape).fill : null;
  };

  /** @type {(element: Element) => Sign} */
  const signOf = (element) => {
    const { opacity, color } = parts.style(element);
    const text = element.textContent.trim().replace(/\ufe0f/g, "");
    return { element, opacity: Number(opacity), color, fill: text === "" ? fillOf(element) : null, text };
  };

  /** What stands at the same place of the rows around, itself included. @type {(element: Element) => Sign[]} */
  const counterparts = (element) => {
    /** @type {number[]} */
    const path = [];
    let /** @type {Element} */ unit = element;
    for (let level = 0; level < 6; level++) {
      const around = unit.parentElement;
      if (!around || unit.localName === "body") return [];
      const key = `${element.localName} ${unit.localName} ${path.join(" ")}`;
      const seen = known?.get(around)?.get(key);
      if (seen) return seen;
      /** @type {Element[]} */
      const found = [];
      for (const row of around.children) {
        if (row.localName !== unit.localName || found.length >= MOST_ALIKE || (row !== unit && !parts.areAlike(row, unit))) continue;
        let /** @type {?Element} */ at = row;
        for (const index of path) at = at?.children[index] ?? null;
        if (at && at.localName === element.localName && !at.matches(UNUSABLE)) found.push(at);
      }
      if (found.length > 1 || around.childElementCount > MOST_ALIKE) {
        if (!found.includes(element)) found.push(element);
        const signs = found.map(signOf);
        if (known) known.set(around, (known.get(around) ?? new Map()).set(key, signs));
        return signs;
      }
      path.unshift(Array.prototype.indexOf.call(around.children, unit));
      unit = around;
    }
    return [];
  };

  /** Whether a star, heart or the like is on. @type {(element: Element) => ?boolean} */
  const marked = (element) => {
    const text = element.childElementCount > 6 ? "…" : element.textContent.trim().replace(/\ufe0f/g, "");
    const isSign = text !== "" && text.length <= 4 && Array.from(text).length <= 2 && !letters(text);
    if (isSign && OUTLINED.includes(text)) return false;
    if ((!isSign && (text !== "" || fillOf(element) === null)) || element.matches(UNUSABLE)) return null;
    const signs = counterparts(element);
    const own = signs.find((one) => one.element === element) ?? signOf(element);
    const others = signs.filter((one) => one !== own && (isSign ? !letters(one.text) : one.fill !== null));
    if (isSign) {
      if (others.some((other) => other.opacity > own.opacity * 1.5)) return false;
      if (others.some((other) => own.opacity > other.opacity * 1.5)) return true;
      const isBeside = (/** @type {string} */ halves) => others.some((other) => other.text !== "" && halves.includes(other.text));
      if (HOLLOW.includes(text)) return isBeside(SOLID) ? false : null;
      if (SOLID.includes(text)) return isBeside(HOLLOW) ? true : null;
      return FILLED.includes(text) ? (brighter(own.color, others.filter((other) => other.text === text).map((other) => other.color)) ?? true) : null;
    }
    const isOutline = own.fill === "none";
    return others.some((other) => (other.fill === "none") !== isOutline) ? !isOutline : null;
  };

  // --- accounts --------------------------------------------------------------------------------------------------------------
  // A picture of somebody: its side in pixels, and how round it is of half a circle.
  const PORTRAIT = [16, 80], CIRCLE = 0.9;
  const MOST_PICTURES = 3;

  /** Whether a control shows a round picture, as accounts are drawn in a page's header. */
  parts.showsPortrait = (control) => {
    const pictures = control.getElementsByTagName("img");
    if (pictures.length > MOST_PICTURES) return false;
    for (const picture of pictures) {
      const { width, height } = picture.getBoundingClientRect();
      if (!within(width, PORTRAIT) || Math.abs(width - height) > 2) continue;
      let /** @type {?Element} */ at = picture;
      for (let up = 0; at && up < 4; up++, at = at.parentElement) {
        const { borderTopLeftRadius: radius, overflow } = parts.style(at);
        const round = radius.endsWith("%") ? (parseFloat(radius) / 100) * width : parseFloat(radius);
        if (round >= (width / 2) * CIRCLE && (at === picture || overflow !== "visible")) return true;
        if (at === control) break;
      }
    }
    return false;
  };

  // --- together --------------------------------------------------------------------------------------------------------------
  const NATIVE = parts.words("input select textarea option video audio canvas iframe summary");
  const TOLD = ["aria-checked", "aria-pressed", "aria-selected", "aria-current", "aria-expanded", "aria-valuenow"];

  /** Whether markup says what it is, so that nothing has to be read from its looks. */
  parts.tellsState = (element) => NATIVE.has(element.localName) || TOLD.some((name) => element.hasAttribute(name));

  /** What a control is drawn as, and whether it is on; null if it is drawn as nothing that has a state. `on: null`: that cannot be seen. */
  parts.drawnState = (element) => {
    let state = states?.get(element);
    if (state === undefined) {
      state = parts.tellsState(element) ? null : seenState(element);
      states?.set(element, state);
    }
    return state;
  };

  /** @type {(element: Element) => ?DrawnState} */
  const seenState = (element) => {
    const told = parts.isOn(element);
    if (told !== null) return { as: "tick", on: told };
    const said = letters(element.textContent);
    const track = said && element.childElementCount === 0 ? null : switchIn(element);
    const role = parts.givenRole(element);
    if (track) {
      // Without a knob or a role, only an empty one can be a switch.
      const isKnown = track.knob !== undefined || role === "switch" || track.track.textContent.trim() === "";
      if (isKnown) return { as: "switch", on: switched(element, track.track, track.knob) };
    }
    if (role === "switch" || role === "checkbox" || role === "radio") {
      const on = attributed(element) ?? parts.stateWord(element) ?? (isBox(element) ? ticked(element) : null);
      if (role === "switch") return { as: "switch", on };
      return on === null ? null : { as: "tick", on };
    }
    if (said) return parts.chosen(element);
    if (isBox(element) && !parts.isHandle(element)) {
      const on = ticked(element);
      if (on !== null) return { as: "tick", on };
    }
    const on = marked(element);
    if (on !== null) return { as: "mark", on };
    return parts.chosen(element);
  };
})();
