// @ts-check
// Acting on one element: where to click, what is in the way, focus, values, options, scrolling. Arguments and answers are the types of
// crates/page/src/page_api.rs.
(() => {
  const parts = globalThis.edithParts;
  if (Object.hasOwn(parts, "probe")) return;

  const CONTROLS = "a[href],button,input,select,textarea,summary,label,[role=button],[role=link],[role=checkbox],[role=switch],[role=menuitem],[role=tab],[contenteditable=true]";

  /** An element's `tag#id.class`, role and name; `number` only if asked for. */
  parts.note = (element, numbered = false) => {
    const role = parts.roleOf(element);
    const id = element.id ? `#${element.id}` : "";
    const classes = typeof element.className === "string" ? element.className.trim().split(/\s+/).filter(Boolean).slice(0, 2) : [];
    const css = `${element.localName}${id}${classes.map((c) => `.${c}`).join("")}`.slice(0, 80);
    let name = parts.oneLine(parts.accessibleName(element, role), 80);
    if (!name && !parts.takesText(element)) name = parts.textIn(element, 60);
    return { node: numbered ? parts.numberOf(element) : 0, role, name, css };
  };

  /** The same in a few words. */
  parts.noteOf = (element) => {
    const { role, name, css } = parts.note(element);
    return name ? `${role} "${parts.oneLine(name, 32)}"`.trim() : css;
  };

  // --- frames of time --------------------------------------------------------------------------------------------------------
  /** The next frame, or the next task in a hidden tab, which gets no frames. */
  const nextFrame = (parts.nextFrame = () =>
    new Promise((resolve) => {
      if (document.hidden) {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => resolve();
        channel.port2.postMessage(0);
        return;
      }
      const timer = setTimeout(resolve, 100);
      requestAnimationFrame(() => {
        clearTimeout(timer);
        resolve();
      });
    }));

  // --- where to click --------------------------------------------------------------------------------------------------------
  const isHiddenControl = (/** @type {Element} */ element) => {
    if (element.localName !== "input" && element.localName !== "select") return false;
    if (!element.checkVisibility({ visibilityProperty: true })) return true;
    const rect = element.getBoundingClientRect();
    if (rect.width <= 1 || rect.height <= 1 || parts.isOutside(element, rect)) return true;
    const style = parts.style(element);
    return (style.pointerEvents === "none" && !parts.takesText(element)) || parts.isCut(style);
  };

  /** The element itself, or what stands for it on screen, such as its visible label. @type {(element: Element) => Element} */
  const placeOf = (element) => {
    const box = parts.standIn(element);
    if (box) return box;
    if (element.editContext && parts.isSmall(element.getBoundingClientRect())) return parts.surfaceOf(element) ?? element;
    if (element.matches("textarea,input[role=combobox]") && !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return parts.surfaceOf(element) ?? element;
    if (!isHiddenControl(element) || !element.labels) return element;
    for (const label of element.labels) {
      const rect = parts.boxOf(label);
      if (rect.width > 1 && rect.height > 1 && label.checkVisibility({ visibilityProperty: true })) return label;
    }
    return parts.surfaceOf(element) ?? element;
  };

  const boxes = (/** @type {Element} */ place) => {
    if (place.localName === "area") return [parts.areaBox(place)].filter((box) => box !== null);
    const list = Array.from(place.getClientRects()).filter((r) => r.width > 0.5 && r.height > 0.5);
    if (list.length) return list;
    const rect = parts.boxOf(place);
    return rect.width > 0.5 && rect.height > 0.5 ? [rect] : [];
  };

  /** The visible parts of an element in the top viewport, largest first: `[x0, y0, x1, y1]`. @type {(place: Element) => Edges[]} */
  const visibleParts = (place) => {
    const inner = place.ownerDocument;
    const [ox, oy] = parts.offsetOf(inner);
    let view = [0, 0, innerWidth, innerHeight];
    for (let doc = inner; doc !== document; ) {
      const frame = doc.defaultView?.frameElement;
      if (!frame) break;
      const [fx, fy] = parts.offsetOf(frame.ownerDocument);
      const rect = frame.getBoundingClientRect();
      view = [
        Math.max(view[0], fx + rect.left), Math.max(view[1], fy + rect.top),
        Math.min(view[2], fx + rect.right), Math.min(view[3], fy + rect.bottom),
      ];
      doc = frame.ownerDocument;
    }
    return boxes(place)
      .map((r) => /** @type {Edges} */ ([
        Math.max(view[0], r.left + ox), Math.max(view[1], r.top + oy), Math.min(view[2], r.right + ox), Math.min(view[3], r.bottom + oy),
      ]))
      .filter(([x0, y0, x1, y1]) => x1 - x0 >= 1 && y1 - y0 >= 1)
      .sort((a, b) => (b[2] - b[0]) * (b[3] - b[1]) - (a[2] - a[0]) * (a[3] - a[1]));
  };

  const TRIES = [[0.5, 0.5], [0.5, 0.25], [0.5, 0.75], [0.25, 0.5], [0.75, 0.5], [0.08, 0.5], [0.92, 0.5], [0.1, 0.1], [0.9, 0.9]];

  /** Whether a field lets the pointer through and gets its focus from the box around it. */
  parts.passesOn = (field, around) => around.contains(field) && parts.takesText(field) && parts.style(field).pointerEvents === "none";

  /** What a click at a point hits, as seen from the element, and the element hit. */
  /** @type {(element: Element, place: Element, x: number, y: number) => [Reached, ?Element]} */
  const reach = (element, place, x, y) => {
    const hit = parts.at(x, y);
    if (!hit) return ["nothing", null];
    if (hit === element) return ["itself", hit];
    if (parts.contains(element, hit)) {
      // A control inside the target would take the click.
      const control = hit.closest(CONTROLS);
      if (control && control !== element && parts.contains(element, control)) {
        if (control.localName !== "label" || control.control === null || control.control === element) return ["descendant", hit];
        return ["inner", control];
      }
      return ["descendant", hit];
    }
    if (parts.codeEditorOf(element)?.contains(hit) || parts.isVeil(hit, place)) return ["label", hit];
    if (place !== element && place.localName !== "label" && parts.contains(place, hit)) return ["label", hit];
    if (parts.passesOn(element, hit)) return ["label", hit];
    const label = hit.closest("label");
    if (label && label.control === element) {
      const control = hit.closest("a[href],button,input,select,textarea");
      if (!control || control === element || !label.contains(control)) return ["label", hit];
    }
    return ["other", hit];
  };

  /** What takes a press inside of an element: a control, or one of several alike that are pressed, such as the cells of a drawn table. @type {(element: Element, hit: ?Element) => ?Element} */
  const takerIn = (element, hit) => {
    const control = hit?.closest(CONTROLS);
    if (control && control !== element && parts.contains(element, control)) return control;
    let at = hit;
    while (at && at !== element && !parts.pressed.has(at)) at = at.parentElement;
    if (!at || at === element) return null;
    const [name] = at.classList;
    const alike = element.querySelectorAll(`${at.localName}${name ? `.${CSS.escape(name)}` : ":not([class])"}`);
    return Array.from(alike).filter((one) => parts.pressed.has(one)).length > 1 ? at : null;
  };

  /** @type {(element: Element, place: Element) => PressPoint} */
  const choosePoint = (element, place) => {
    /** @type {?PressPoint} */
    let inner = null;
    /** @type {?PressPoint} */
    let other = null;
    for (const [x0, y0, x1, y1] of visibleParts(place).slice(0, 4)) {
      for (const [fx, fy] of TRIES) {
        const x = x0 + (x1 - x0) * fx;
        const y = y0 + (y1 - y0) * fy;
        const [kind, hit] = reach(element, place, x, y);
        if (kind === "itself" || kind === "label") return { point: [x, y], hit: kind, blocker: null };
        if (kind === "descendant") {
          const control = takerIn(element, hit);
          if (!control) return { point: [x, y], hit: kind, blocker: null };
          // Which of several alike lies in the middle is chance: none of them was meant.
          if (control.matches(CONTROLS)) inner ??= { point: [x, y], hit: "descendant", blocker: control };
          else other ??= { point: [x, y], hit: "other", blocker: control };
        } else if (kind === "inner") inner ??= { point: [x, y], hit: "descendant", blocker: hit };
        else other ??= { point: [x, y], hit: kind, blocker: hit };
      }
    }
    return inner ?? other ?? { point: null, hit: "nothing", blocker: null };
  };

  /** @type {Set<Reached>} */
  const REACHED = new Set(["itself", "descendant", "label"]);

  /** What a press at a point hits; if not the element, the best point now. `wasInner`: only a control inside it could be hit before. */
  parts.reachAt = (element, x, y, wasInner) => {
    const place = placeOf(element);
    let [hit, blocker] = reach(element, place, x, y);
    if (hit === "descendant") {
      if (takerIn(element, blocker)) hit = "inner";
    }
    if (hit === "inner" && wasInner) hit = "descendant";
    if (REACHED.has(hit)) return { hit: /** @type {Hit} */ (hit), blocker: null, point: [x, y] };
    const chosen = choosePoint(element, place);
    // Nothing covers it: it no longer has a place, or what is behind it shows through.
    if (chosen.hit === "nothing" || (chosen.hit === "other" && chosen.blocker?.contains(place))) return { hit: "nothing", blocker: null, point: null };
    // A control that moved under the pointer would take the press.
    const isInner = chosen.hit === "descendant" && chosen.blocker !== null && !wasInner;
    return { hit: "other", blocker: blocker ? parts.note(blocker, true) : null, point: isInner || !REACHED.has(chosen.hit) ? null : chosen.point };
  };

  /** Whether a press on `hit` counts as one on the element: on its label, or on the box drawn for it. */
  parts.standsFor = (element, hit) => {
    const place = placeOf(element);
    if (parts.contains(place, hit) || parts.codeEditorOf(element)?.contains(hit) || parts.isVeil(hit, place)) return true;
    const label = hit.closest("label");
    return label !== null && label.control === element;
  };

  parts.takesPress = (hit) => hit.closest(CONTROLS) !== null;

  /** The control or numbered element between an element and a hit inside it; the hit itself if it lies outside. */
  parts.otherAt = (element, hit) => {
    if (hit === element || parts.standsFor(element, hit) && !parts.contains(element, hit)) return null;
    if (!parts.contains(element, hit)) return hit;
    const isDrawn = hit.namespaceURI !== "http://www.w3.org/1999/xhtml";
    for (let /** @type {?Element} */ at = hit; at && at !== element; at = parts.flatParent(at)) {
      if (at.matches(CONTROLS) || (!isDrawn && parts.isListed(at))) return at;
    }
    return null;
  };

  const near = (/** @type {Bounds} */ a, /** @type {Bounds} */ b) =>
    Math.abs(a.left - b.left) < 0.5 && Math.abs(a.top - b.top) < 0.5 && Math.abs(a.width - b.width) < 0.5 && Math.abs(a.height - b.height) < 0.5;

  const isEnabled = (/** @type {Element} */ element) => {
    if (element.matches(":disabled")) return false;
    return !element.closest("[aria-disabled=true],[inert]");
  };

  /** @typedef {[element: Element, left: number, top: number]} ScrollPosition */

  /** Boxes that only a script can scroll, each where it was and where a probe left it. @type {[was: ScrollPosition, left: ScrollPosition][]} */
  let shifts = [];
  const scrollBack = (/** @type {ScrollPosition} */ [at, left, top]) => at.scrollTo({ left, top, behavior: "instant" });
  const isShifted = (/** @type {ScrollPosition} */ [at, left, top]) => {
    const isRoot = at === at.ownerDocument.scrollingElement || at === at.ownerDocument.body;
    const { overflowX, overflowY } = parts.style(at);
    return !isRoot && ((at.scrollLeft !== left && overflowX === "hidden") || (at.scrollTop !== top && overflowY === "hidden"));
  };

  /** Puts back what a probe scrolled and no person could, if nothing else has scrolled it since. */
  parts.unshift = () => {
    for (const [was, [at, left, top]] of shifts) if (at.isConnected && at.scrollLeft === left && at.scrollTop === top) scrollBack(was);
    shifts = [];
  };

  /** Every scroller around, with its scroll position. @type {(place: Element) => ScrollPosition[]} */
  const scrollsAround = (place) => {
    /** @type {ScrollPosition[]} */
    const found = [];
    for (let /** @type {Element | null | undefined} */ at = place; at; at = parts.flatParent(at) ?? at.ownerDocument.defaultView?.frameElement) {
      if (at.scrollHeight > at.clientHeight || at.scrollWidth > at.clientWidth) found.push([at, at.scrollLeft, at.scrollTop]);
    }
    return found;
  };

  /** The point that makes a hidden element show on hover, optionally scrolled into view. @type {(element: Element, scroll: boolean) => ?Point} */
  const pointToShow = (element, scroll) => {
    const holder = parts.holderOf(element);
    if (!holder) return null;
    if (scroll && visibleParts(holder).length === 0) holder.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
    return parts.centre(holder).point;
  };

  /** A page unchanged for this long counts as still: several frames, in milliseconds. */
  const RESTED_MS = 100;

  /** Probe: everything to know before acting on an element. */
  parts.probe = async (element, { scroll = true, stable = true } = {}) => {
    const started = performance.now();
    const { mutations, since } = parts.changes();
    const place = placeOf(element);
    let chosen = choosePoint(element, place);
    let scrolled = false;
    if (scroll && chosen.hit !== "itself" && chosen.hit !== "descendant" && chosen.hit !== "label") {
      // Aligning to another edge may free it from a sticky header; failing that, it stays in the middle.
      const home = scrollsAround(place);
      for (const block of /** @type {ScrollLogicalPosition[]} */ (["center", "nearest", "end", "start", "center"])) {
        place.scrollIntoView({ block, inline: block === "center" ? "center" : "nearest", behavior: "instant" });
        scrolled = true;
        chosen = choosePoint(element, place);
        if (chosen.hit !== "other" && chosen.hit !== "nothing") break;
      }
      if (chosen.hit === "nothing") {
        // What is anchored to something else, such as an open list, follows when that is scrolled into view.
        const { top, height } = parts.boxOf(place);
        const view = /** @type {Window} */ (place.ownerDocument.defaultView);
        view.scrollBy({ top: top + (height - view.innerHeight) / 2, behavior: "instant" });
        await nextFrame();
        await nextFrame();
        chosen = choosePoint(element, place);
      }
      const shifted = home.filter(isShifted);
      if (shifted.length) {
        // What nobody can scroll back stays where it was, unless the element is reached in no other way; then the next walk puts it back.
        const moved = shifted.map(([at]) => /** @type {ScrollPosition} */ ([at, at.scrollLeft, at.scrollTop]));
        shifted.forEach(scrollBack);
        const again = choosePoint(element, place);
        if (again.hit === chosen.hit) chosen = again;
        else {
          moved.forEach(scrollBack);
          shifts.push(...shifted.map((was, i) => /** @type {[ScrollPosition, ScrollPosition]} */ ([was, moved[i]])));
        }
      }
      // No action will follow, so undo the scrolling.
      if (chosen.hit === "other" || chosen.hit === "nothing") home.forEach(scrollBack);
    }
    let still = true;
    // If nothing has moved for longer than two frames, there is no need to wait for two more.
    const known = !scrolled && element.getRootNode() === document;
    if (stable && !(known && parts.restedFor() >= RESTED_MS)) {
      let before = parts.boxOf(place);
      await nextFrame();
      const middle = parts.boxOf(place);
      await nextFrame();
      const after = parts.boxOf(place);
      still = near(before, middle) && near(middle, after);
      if (!element.isConnected) return { gone: true };
      chosen = choosePoint(element, place);
    }
    const role = parts.actedRole(element);
    const rect = /** @type {Bounds} */ (element.localName === "area" ? parts.areaBox(element) : parts.boxOf(place));
    const [ox, oy] = parts.offsetOf(element.ownerDocument);
    const name = parts.nameOf(element, role)[0];
    const visible =
      (element.localName === "area" || (element.localName === "input" ? place.checkVisibility({ visibilityProperty: true }) : parts.isVisible(place))) && rect.width > 0 && rect.height > 0;
    return {
      role, name, tag: element.localName, inputType: element.localName === "input" ? element.type : "",
      field: parts.fieldKind(element, name), enabled: isEnabled(element),
      elsewhere: parts.isElsewhere(element),
      readonly: element.readOnly === true || element.getAttribute("aria-readonly") === "true",
      editable: parts.takesText(element), hint: parts.oneLine(element.placeholder || element.getAttribute("aria-placeholder") || element.getAttribute("data-placeholder") || "", 40), suggests: suggests(element, role), filters: filters(element, role), code: isForCode(element), mac: /^Mac/.test(navigator.platform), draggable: element.closest("[draggable=true]") !== null, toggles: parts.drawnState(element) !== null, flips: flips(element, role), visible, inView: visibleParts(place).length > 0, stable: still,
      rect: [rect.left + ox, rect.top + oy, rect.width, rect.height],
      point: chosen.point, hit: chosen.hit === "inner" ? "descendant" : chosen.hit,
      blocker: chosen.blocker ? parts.note(chosen.blocker, true) : null, hover: visible ? null : pointToShow(element, scroll), scrolled, took: performance.now() - started, mutations, since,
    };
  };

  // How much two boxes may differ in size, and how far past the middle to drop, as fractions of the size.
  const ALIKE = 0.2, PAST = 0.2;

  /** Drag-sortable lists move an item away once another is more than half over it, so a drop on a sibling goes past its middle. */
  const past = (/** @type {Element} */ element, /** @type {?Element} */ from) => {
    if (!from || from === element || from.parentElement !== element.parentElement || from.localName !== element.localName) return [0, 0];
    const [a, b] = [parts.boxOf(from), parts.boxOf(element)];
    const isAlike = (/** @type {number} */ one, /** @type {number} */ other) => Math.abs(one - other) <= ALIKE * Math.max(one, other);
    if (!isAlike(a.width, b.width) || !isAlike(a.height, b.height)) return [0, 0];
    const [dx, dy] = [b.left - a.left, b.top - a.top];
    return [Math.abs(dx) > a.width / 2 ? Math.sign(dx) * b.width * PAST : 0, Math.abs(dy) > a.height / 2 ? Math.sign(dy) * b.height * PAST : 0];
  };

  /** Centre: the middle of the largest visible part; past it for a drop from a sibling. */
  parts.centre = (element, from) => {
    const place = placeOf(element);
    const [part] = visibleParts(place);
    const rect = parts.boxOf(place);
    const [ox, oy] = parts.offsetOf(element.ownerDocument);
    const [px, py] = past(element, from ? parts.elementOf(from) : null);
    return {
      point: part ? [(part[0] + part[2]) / 2 + px, (part[1] + part[3]) / 2 + py] : null,
      rect: [rect.left + ox, rect.top + oy, rect.width, rect.height], inView: Boolean(part),
    };
  };

  /** @type {ScrollLogicalPosition[]} */
  const BLOCKS = ["nearest", "center", "start", "end"];

  /**
   * Where a point of a frame's content lies in these scripts' top viewport, scrolled into view, and whether a click there reaches the frame. For
   * cross-site frames, whose own scripts only know their own viewport.
   */
  parts.framePoint = (frame, x, y) => {
    /** @type {() => Point} */
    const spot = () => {
      const rect = frame.getBoundingClientRect();
      const style = parts.style(frame);
      const [ox, oy] = parts.offsetOf(frame.ownerDocument);
      const [sx, sy] = [rect.width / (frame.offsetWidth || rect.width), rect.height / (frame.offsetHeight || rect.height)];
      return [
        ox + rect.left + (frame.clientLeft + parseFloat(style.paddingLeft) + x) * sx, oy + rect.top + (frame.clientTop + parseFloat(style.paddingTop) + y) * sy,
      ];
    };
    /** @type {(point: Point) => boolean} */
    const reaches = ([px, py]) => px >= 0 && py >= 0 && px < innerWidth && py < innerHeight && parts.at(px, py) === frame;
    let point = spot();
    for (const block of BLOCKS) {
      if (reaches(point)) break;
      frame.scrollIntoView({ block, inline: "nearest", behavior: "instant" });
      point = spot();
    }
    if (!reaches(point)) {
      scrollBy({ left: point[0] - innerWidth / 2, top: point[1] - innerHeight / 2, behavior: "instant" });
      point = spot();
    }
    const hit = parts.at(...point);
    return { point, reached: reaches(point), blocker: hit && hit !== frame ? parts.note(hit) : null };
  };

  // --- focus and values ------------------------------------------------------------------------------------------------------
  /** Whether this is a code editor: a known one, or one that turns off every help with words. @type {(element: Element) => boolean} */
  const isForCode = (element) =>
    parts.codeEditorOf(element) !== null ||
    (element.isContentEditable && element.getAttribute("spellcheck") === "false" && element.getAttribute("autocapitalize") === "off");

  /** Whether a field shows the page's own suggestions; the browser's are switched off there. */
  const suggests = (/** @type {Element} */ element, /** @type {string} */ role) =>
    parts.takesText(element) &&
    (role === "combobox" || element.hasAttribute("aria-autocomplete") || element.getAttribute("autocomplete") === "off" ||
      /auto-?complete|type-?ahead|suggest/i.test(element.getAttribute("class") ?? ""));

  /** Whether nothing but typing tells the page what a field of one line holds: it stands in no form, and in no dialog that is confirmed. */
  const filters = (/** @type {Element} */ element, /** @type {string} */ role) =>
    parts.takesText(element) && element.localName === "input" && (role === "searchbox" || element.closest("form,dialog,[role=dialog],[role=alertdialog]") === null);

  /** FocusInfo of an element; with null, only of what has the focus. */
  parts.focusInfo = (element) => {
    const active = parts.activeElement();
    return {
      focused: Boolean(element && active && (parts.contains(element, active) || (active.isContentEditable && active.contains(element)))),
      active: active ? parts.note(active, true) : null,
      editable: Boolean(active && parts.takesText(active) && !active.readOnly && !active.matches(":disabled")),
      field: active ? parts.fieldKind(active, parts.accessibleName(active, parts.roleOf(active))) : "plain",
      window: document.hasFocus(),
    };
  };

  /** Focuses an element without scrolling; answers like focusInfo. */
  parts.focus = (element) => {
    element.focus({ preventScroll: true });
    // Some sliders leave the keys to their track (Quasar 2).
    const track = element.hasAttribute("aria-valuenow") && !element.matches(":focus-within") ? /** @type {?HTMLElement} */ (element.querySelector("[tabindex]")) : null;
    track?.focus({ preventScroll: true });
    return parts.focusInfo(element);
  };

  /** The combined value of one-character fields in a row, as used for codes. @type {(field: Element) => string} */
  const split = (field) => {
    const same = (/** @type {Element} */ other) => other.maxLength === 1 && other.type === field.type;
    for (let at = field.parentElement, level = 0; at && level < 3; at = at.parentElement, level++) {
      const all = [...at.querySelectorAll("input:not([type=hidden])")];
      if (all.length < 2) continue;
      return all.every(same) ? all.slice(all.indexOf(field)).map((one) => one.value).join("") : field.value;
    }
    return field.value;
  };

  /** Whether a control that can be on is on; null if it cannot be, or nothing shows it. @type {(element: Element) => ?boolean} */
  const checkedOf = (element) => {
    if (element.localName === "input") return element.type === "checkbox" || element.type === "radio" ? element.checked : null;
    const aria = element.getAttribute("aria-checked") ?? element.getAttribute("aria-pressed") ?? element.getAttribute("aria-selected");
    return aria === null ? (parts.drawnState(element)?.on ?? null) : aria === "true";
  };

  /** The same of what each press turns over. @type {(element: Element, role: string) => ?boolean} */
  const flips = (element, role) => {
    if (element.localName === "input" ? element.type === "checkbox" : /^(checkbox|switch|menuitemcheckbox)$/.test(role) || element.hasAttribute("aria-pressed")) return checkedOf(element);
    const drawn = parts.drawnState(element);
    return drawn && drawn.as !== "choice" ? drawn.on : null;
  };

  /** Most characters read from an editor. */
  const READ_CAP = 200_000;

  /** ReadValue: what a field holds; for masked kinds, only its length. */
  parts.readValue = (element) => {
    const role = parts.actedRole(element);
    const field = parts.fieldKind(element, parts.accessibleName(element, role));
    const isField = ["input", "textarea", "select"].includes(element.localName);
    const isPlain = isField && !parts.codeEditorOf(element);
    // A slider without a value is at its minimum.
    const said = isPlain ? element.value : (parts.valueOf(element, role, READ_CAP) ?? (role === "slider" ? (element.getAttribute("aria-valuemin") ?? "0") : ""));
    // A value in words cannot be compared, even next to a number.
    const now = !isPlain && (role === "slider" || role === "spinbutton") ? element.getAttribute("aria-valuenow") : null;
    const raw = now !== null && (!element.isContentEditable || said.startsWith(`${now} `)) ? now : said;
    const masked = field !== "plain";
    const whole = isPlain && element.maxLength === 1 ? split(element) : raw;
    return {
      value: masked ? null : whole, shown: masked ? null : isPlain ? (parts.valueOf(element, role) ?? null) : raw, lines: parts.drawnLines(element),
      length: field === "file" ? (element.files?.length ?? 0) : Array.from(whole ?? "").length, field,
      checked: checkedOf(element),
      typedBefore: !masked && parts.takesText(element) && parts.typedBefore(element, parts.lastBaseline()),
      invalid: isField && element.willValidate && !masked ? element.validationMessage : "",
    };
  };

  const SELECTION_MS = 100;

  /** Resolves once the page has heard of a new selection: editors keep their own copy, which they update only then. */
  const selectionTold = (/** @type {Document} */ inner) =>
    new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        inner.removeEventListener("selectionchange", done);
        // Runs after the page's own listeners.
        setTimeout(resolve);
      };
      const timer = setTimeout(done, SELECTION_MS);
      inner.addEventListener("selectionchange", done);
    });

  const NOT_TEXT = "img,table,video,hr,iframe";

  /** Selected: focuses a field and selects its content. */
  parts.selectAllIn = async (element) => {
    parts.hold(element);
    element.focus({ preventScroll: true });
    const active = parts.activeElement();
    const no = { ok: false, empty: false, stands: false, keys: false };
    const none = { ok: true, empty: true, stands: true, keys: false };
    if (!active || !(parts.contains(element, active) || active.contains(element))) return no;
    const field = parts.takesText(element) ? element : active;
    // A text that the editor keeps to itself, all or in part, it selects itself.
    if (parts.codeEditorOf(field) || parts.drawnLines(field)) return parts.codeEditorOf(field) && parts.codeOf(field) === "" ? none : { ...no, keys: true };
    if (field.localName === "input" || field.localName === "textarea") {
      field.select();
      return { ...none, empty: field.value === "" };
    }
    if (!field.isContentEditable) return no;
    // In an empty editor there is nothing to select, and Backspace would delete what is before it.
    if (/^\n*$/.test(parts.editorText(field)) && !field.querySelector(NOT_TEXT)) return none;
    const selection = /** @type {Selection} */ (field.ownerDocument.getSelection());
    const before = [selection.anchorNode, selection.anchorOffset, selection.focusNode, selection.focusOffset];
    selection.selectAllChildren(field);
    const after = [selection.anchorNode, selection.anchorOffset, selection.focusNode, selection.focusOffset];
    if (after.some((one, i) => one !== before[i])) await selectionTold(field.ownerDocument);
    return { ...none, empty: false, stands: !selection.isCollapsed };
  };

  /** Dispatches a paste to the focused element, if its page handles it; the clipboard is not involved. */
  parts.paste = (element, text) => {
    const active = parts.activeElement();
    const data = new DataTransfer();
    data.setData("text/plain", text);
    const taken = active && !active.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true, composed: true }));
    return { taken: Boolean(taken) };
  };

  /** @type {Record<string, string>} */
  const FORMATS = {
    date: "a date as YYYY-MM-DD", time: "a time as HH:MM", "datetime-local": "a date and time as YYYY-MM-DDTHH:MM", month: "a month as YYYY-MM",
    week: "a week as YYYY-Www", color: "a colour as #rrggbb", number: "a number", range: "a number",
  };

  const two = (/** @type {string | number} */ number) => String(number).padStart(2, "0");

  /** A written time: `8:04 PM`, `20:04`. @type {(text: string) => string} */
  const hours = (text) => {
    const [, hour, minutes = ":00", half] = /^(\d{1,2})(:\d\d(?::\d\d(?:\.\d+)?)?)?\s*([ap])\.?m\.?$/i.exec(text) ?? /^(\d)(:.*)$/.exec(text) ?? [];
    if (!hour) return text;
    return two(half ? (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0) : hour) + minutes;
  };

  /** A written date; the browser's language decides the order of day and month, as in the field a person sees. */
  const days = (/** @type {string} */ text) => {
    const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\.?$/.exec(text) ?? [];
    if (year) return `${year}-${two(month)}-${two(day)}`;
    const [, one, sign, other, last] = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/.exec(text) ?? [];
    if (last) {
      const parts = new Intl.DateTimeFormat().formatToParts().map(({ type }) => type);
      const isDayFirst = sign === "." || Number(one) > 12 || (Number(other) <= 12 && parts.indexOf("day") < parts.indexOf("month"));
      return isDayFirst ? `${last}-${two(other)}-${two(one)}` : `${last}-${two(one)}-${two(other)}`;
    }
    const told = /\p{L}{3}.*\d{4}|\d{4}.*\p{L}{3}/u.test(text) ? new Date(text) : null;
    return told && !Number.isNaN(told.getTime()) ? `${told.getFullYear()}-${two(told.getMonth() + 1)}-${two(told.getDate())}` : text;
  };

  const tidy = (/** @type {string} */ type, /** @type {string} */ value) => {
    const text = String(value).trim();
    if (type === "time") return hours(text);
    if (type === "date") return days(text);
    if (type === "datetime-local") {
      const [, day, time] = /^(.*?)(?:\s*,\s*|\s+|T)(\d{1,2}(?::.*|\s*[ap]\.?m\b.*))$/i.exec(text) ?? [];
      return day ? `${days(day)}T${hours(time)}` : text;
    }
    if (type === "color") return /^#[0-9a-f]{3}$/i.test(text) ? `#${[...text.slice(1)].map((c) => c + c).join("")}` : text.toLowerCase();
    if ((type === "number" || type === "range") && /^-?\d+,\d+$/.test(text)) return text.replace(",", ".");
    return type in FORMATS ? text : String(value);
  };

  /** @type {(element: Element, ...types: string[]) => void} */
  const fire = (element, ...types) => {
    for (const type of types) element.dispatchEvent(new Event(type, { bubbles: true, composed: type === "input" }));
  };

  // Setting the value of these only changes their label or what they submit.
  const PRESSED = parts.words("button submit reset image checkbox radio hidden");

  const figures = (/** @type {string} */ text) => text.replace(/\D/g, "").replace(/^00/, "");

  /** The browser's own setter of its value, whatever the page put in its place. @type {(element: Element) => Function} */
  const setter = (element) => {
    const view = /** @type {Window & typeof globalThis} */ (element.ownerDocument.defaultView);
    const owner = element.localName === "input" ? view.HTMLInputElement : view.HTMLTextAreaElement;
    return /** @type {Function} */ (Object.getOwnPropertyDescriptor(owner.prototype, "value")?.set);
  };

  /** SetNative: sets an input, textarea or select through the native setter, with its events. */
  parts.setNative = (element, value) => {
    const tag = element.localName;
    if (tag === "select") {
      const answer = parts.selectOption(element, [String(value)]);
      return { ok: answer.ok, value: answer.selected.join(", "), problem: answer.ok ? "" : `no such option; there are: ${answer.options.join(", ")}` };
    }
    if (tag !== "input" && tag !== "textarea") return { ok: false, value: null, problem: "it is not an input; what a page draws may move by press_key with arrows, or by drag" };
    if (element.readOnly || element.matches(":disabled")) return { ok: false, value: null, problem: "it is read-only or disabled" };
    if (PRESSED.has(element.type)) return { ok: false, value: null, problem: "it is no field with a value: click it" };
    const field = parts.fieldKind(element, parts.accessibleName(element, parts.roleOf(element)));
    if (field === "file") return { ok: false, value: null, problem: "files are chosen with upload_file" };
    const wanted = tidy(element.type, value);
    const before = element.value;
    element.focus({ preventScroll: true });
    const set = setter(element);
    set.call(element, wanted);
    const numeric = element.type === "range" || element.type === "number";
    /** @type {(now: string) => boolean} */
    const same = (now) => now === wanted || (element.type === "tel" && figures(parts.dialled(element)) === figures(wanted)) || (numeric && wanted !== "" && Number(now) === Number(wanted)) || (element.type === "time" && now.startsWith(wanted));
    if (element.value === "" && wanted !== "") {
      set.call(element, before);
      return { ok: false, value: field === "plain" ? before : null, problem: `it takes ${FORMATS[element.type] ?? "another format"}` };
    }
    fire(element, "input", "change");
    const ok = same(element.value);
    let problem = "";
    if (!ok) problem = numeric ? `it took ${field === "plain" ? element.value : "another value"}; allowed is ${element.min || "any"} to ${element.max || "any"}, step ${element.step || 1}` : "it holds something else now";
    else if (element.willValidate && !element.validity.valid && field === "plain") problem = element.validationMessage;
    return { ok, value: field === "plain" ? element.value : null, problem };
  };

  /** Sets a native slider one step short of a value and returns the key for the last step; null: it has the value already, or no such step. */
  parts.setNear = (element, value) => {
    if (element.localName !== "input" || element.type !== "range" || element.step === "any" || element.matches(":disabled")) return null;
    const wanted = tidy("range", value);
    const near = /** @type {HTMLInputElement} */ (element.cloneNode());
    near.value = wanted;
    const at = near.value;
    if (wanted === "" || Number(at) !== Number(wanted) || at === element.value) return null;
    near.stepDown();
    const up = near.value !== at;
    if (!up) near.stepUp();
    if (near.value === at) return null;
    element.focus({ preventScroll: true });
    if (near.value !== element.value) {
      setter(element).call(element, near.value);
      // As while dragging: only the last value is a change.
      fire(element, "input");
    }
    return up ? "ArrowUp" : "ArrowDown";
  };

  const normal = (parts.normal = (text) => text.replace(/\s+/g, " ").trim().toLowerCase());

  /** Whether the text is the label with its middle elided, as looks show long labels. @type {(label: string, text: string) => boolean} */
  const isCutTo = (label, text) => {
    const [head, tail] = text.split("…");
    return tail !== undefined && label.length > head.length + tail.length && label.startsWith(head.trim()) && label.endsWith(tail.trim());
  };

  const letters = (/** @type {string} */ text) => normal(text).replace(/[^\p{L}\p{N}]+/gu, " ").trim();

  /** Those of several whose name with that of their group is the text. */
  parts.ofGroup = (all, labelOf, groupOf, want) =>
    all.filter((one) => groupOf(one) !== "" && [`${groupOf(one)} ${labelOf(one)}`, `${labelOf(one)} ${groupOf(one)}`].some((both) => letters(both) === letters(want)));

  /** Those of several that a text means equally well: by label or value, exactly or ignoring case; with its group; before a comma; beginning with it; holding it. */
  parts.allMeant = (all, labelOf, valueOf, groupOf, want) => {
    const text = normal(want);
    const label = (/** @type {any} */ one) => normal(parts.oneLine(labelOf(one), 80));
    /** @type {((one: any) => boolean)[]} */
    const tests = [
      (one) => parts.oneLine(labelOf(one), 80) === want, (one) => valueOf(one) === want, (one) => label(one) === text, (one) => normal(valueOf(one)) === text && text !== "",
      (one) => parts.ofGroup([one], labelOf, groupOf, want).length > 0,
      // After a comma or in brackets comes where it is or what it means: `Rostock, Germany` beside `Rostock-Süd, Germany`.
      (one) => text.length > 1 && label(one).split(/\s*[,(|]/)[0] === text,
      (one) => text.length > 1 && label(one).startsWith(text), (one) => text.length > 1 && label(one).includes(text),
      (one) => isCutTo(normal(labelOf(one)), text),
    ];
    for (const test of tests) {
      const found = all.filter(test);
      if (found.length) return found;
    }
    return [];
  };

  /** The one of several that a text means; null: there is none, or there are several. */
  parts.meant = (all, labelOf, valueOf, groupOf, want) => {
    const found = parts.allMeant(all, labelOf, valueOf, groupOf, want);
    // What is the same in everything is the same.
    const same = (/** @type {any} */ one) => valueOf(one) === valueOf(found[0]) && valueOf(one) !== "" && groupOf(one) === groupOf(found[0]) && labelOf(one) === labelOf(found[0]);
    return found.length === 1 || (found.length > 1 && found.every(same)) ? found[0] : null;
  };

  /** Options in words, each with its group where that tells them apart. */
  parts.inGroups = (all, labelOf, groupOf) => {
    const labels = all.map(labelOf);
    return all.map((one, at) => (labels.indexOf(labels[at]) !== labels.lastIndexOf(labels[at]) && groupOf(one) ? `${groupOf(one)}: ${labels[at]}` : labels[at]));
  };

  const optionLabel = (/** @type {HTMLOptionElement} */ option) => option.label || option.text;
  const optionGroup = (/** @type {HTMLOptionElement} */ option) => (option.parentElement?.localName === "optgroup" ? parts.oneLine(option.parentElement.label, 80) : "");

  // The options named by a text for a multi-select: one per line, or else separated by commas; an empty text means none.
  const several = (/** @type {HTMLOptionElement[]} */ all, /** @type {string} */ text) => {
    if (parts.meant(all, optionLabel, (o) => o.value, optionGroup, text)) return [text];
    return text.split(text.includes("\n") ? "\n" : /[,;]/).map((one) => one.trim()).filter(Boolean);
  };

  /** SelectOption: by value or visible text; exactly, then ignoring case, then the only one that contains it. */
  parts.selectOption = (element, wanted, add) => {
    if (element.localName !== "select") return { ok: false, changed: false, native: false, selected: [], missing: wanted, equal: [], options: [], count: 0 };
    const all = Array.from(element.options);
    const shown = (/** @type {HTMLOptionElement} */ option) => parts.oneLine(option.label || option.text, 80);
    const usable = (/** @type {HTMLOptionElement} */ option) => !option.disabled && !option.parentElement?.disabled;
    const chosen = new Set();
    const missing = [];
    /** @type {HTMLOptionElement[]} */
    const equal = [];
    for (const want of element.multiple ? wanted.flatMap((text) => several(all, text)) : wanted.slice(0, 1)) {
      const found = parts.meant(all, optionLabel, (o) => o.value, optionGroup, want);
      if (found && usable(found)) chosen.add(found);
      else missing.push(want);
      if (!found) equal.push(...parts.allMeant(all, optionLabel, (o) => o.value, optionGroup, want));
    }
    const labels = () => Array.from(element.selectedOptions, shown);
    if (missing.length || element.matches(":disabled")) {
      const equals = parts.inGroups(equal, shown, optionGroup).slice(0, 50);
      return { ok: false, changed: false, native: true, selected: labels(), missing, equal: equals, options: all.slice(0, 50).map(shown), count: all.length };
    }
    let changed = false;
    element.focus({ preventScroll: true });
    for (const option of all) {
      const on = chosen.has(option) || (add === true && option.selected);
      if (option.selected !== on && (element.multiple || on)) {
        option.selected = on;
        changed = true;
      }
    }
    if (changed) fire(element, "input", "change");
    return { ok: [...chosen].every((o) => o.selected), changed, native: true, selected: labels(), missing: [], equal: [], options: [], count: all.length };
  };

  // --- scrolling -------------------------------------------------------------------------------------------------------------
  const canScroll = (/** @type {Element} */ element, /** @type {boolean} */ across) => {
    const style = parts.style(element);
    const overflow = across ? style.overflowX : style.overflowY;
    if (overflow !== "auto" && overflow !== "scroll" && overflow !== "overlay") return false;
    return across ? element.scrollWidth > element.clientWidth + 1 : element.scrollHeight > element.clientHeight + 1;
  };

  const scrollerFor = (/** @type {Element} */ element, /** @type {boolean} */ across) => {
    for (let /** @type {?Element} */ at = element; at; ) {
      const inner = parts.frameDocument(at);
      if (inner) return inner.scrollingElement ?? inner.documentElement;
      /** @type {?Element} */
      const root = at.ownerDocument.scrollingElement;
      if (at === at.ownerDocument.body && parts.scrollsItself(at)) return at;
      if (at === root || at === at.ownerDocument.body || at === at.ownerDocument.documentElement) return root ?? at.ownerDocument.documentElement;
      if (canScroll(at, across)) return at;
      at = parts.flatParent(at) ?? at.ownerDocument.scrollingElement;
    }
    return document.scrollingElement ?? document.documentElement;
  };

  /** The page's own scroller; in an app whose page does not scroll, the one at the centre of the screen, or else the largest. */
  const mainScroller = (/** @type {boolean} */ across) => {
    const root = document.scrollingElement ?? document.documentElement;
    const room = across ? root.scrollWidth - root.clientWidth : root.scrollHeight - root.clientHeight;
    const isHidden = (/** @type {Element} */ one) => (across ? parts.style(one).overflowX : parts.style(one).overflowY) === "hidden";
    if (room > 1 && !isHidden(document.documentElement) && !isHidden(document.body ?? root)) return root;
    const middle = parts.at(innerWidth / 2, innerHeight / 2);
    const there = middle ? scrollerFor(middle, across) : root;
    return there === root ? (largestScroller(across) ?? root) : there;
  };

  const SCROLLERS = 3000;

  /** The largest box in view that has something to scroll to. @type {(across: boolean) => ?Element} */
  const largestScroller = (across) => {
    let most = 0;
    /** @type {?Element} */
    let found = null;
    const all = document.getElementsByTagName("*");
    for (let i = 0; i < Math.min(all.length, SCROLLERS); i++) {
      if (across ? all[i].scrollWidth <= all[i].clientWidth + 1 : all[i].scrollHeight <= all[i].clientHeight + 1) continue;
      const [part] = canScroll(all[i], across) ? visibleParts(all[i]) : [];
      const size = part ? (part[2] - part[0]) * (part[3] - part[1]) : 0;
      if (size > most) [most, found] = [size, all[i]];
    }
    return found;
  };

  /** Scrolled: scrolls an element's nearest scroller (null: the page) at once. */
  parts.scrollBy = (element, direction, amount) => {
    const across = direction === "left" || direction === "right";
    const scroller = element ? scrollerFor(element, across) : mainScroller(across);
    /** @type {Point} */
    const max = [scroller.scrollWidth - scroller.clientWidth, scroller.scrollHeight - scroller.clientHeight];
    /** @type {Point} */
    const before = [scroller.scrollLeft, scroller.scrollTop];
    const step = amount > 0 ? amount : Math.round((across ? scroller.clientWidth : scroller.clientHeight) * 0.85);
    /** @type {Required<ScrollToOptions>} */
    const target = { behavior: "instant", left: before[0], top: before[1] };
    if (direction === "up") target.top -= step;
    else if (direction === "down") target.top += step;
    else if (direction === "left") target.left -= step;
    else if (direction === "right") target.left += step;
    else target.top = direction === "top" ? 0 : max[1];
    scroller.scrollTo(target);
    /** @type {Point} */
    const after = [scroller.scrollLeft, scroller.scrollTop];
    // Where lines run from right to left, their start is 0 and everything left of it is less.
    const [first, last] = parts.style(scroller).direction === "rtl" ? [-max[0], 0] : [0, max[0]];
    const ends = {
      up: after[1] <= 0, top: after[1] <= 0, down: after[1] >= max[1] - 1, bottom: after[1] >= max[1] - 1, left: after[0] <= first + 1, right: after[0] >= last - 1,
    };
    return {
      before, after, max, moved: Math.abs(before[0] - after[0]) >= 0.5 || Math.abs(before[1] - after[1]) >= 0.5, end: ends[direction] ?? false,
      scroller: scroller === document.scrollingElement ? null : parts.note(scroller, true),
    };
  };
})();
