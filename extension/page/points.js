// @ts-check
// Points: what a press at a point hits, points in an element's own pixels, and pieces of its text.
(() => {
  const parts = globalThis.edithParts;
  if (Object.hasOwn(parts, "aim")) return;

  // --- what gets the press ---------------------------------------------------------------------------------------------------
  /** @type {?Note} */
  let missed = null;
  /** @type {(() => void) | null} */
  let forget = null;

  /** What took the last press instead of the target; null if that was hit. */
  parts.missed = () => missed;

  /** Notes whether the next press hits the element or its stand-in. @type {(element: Element) => void} */
  const watchPress = (element) => {
    forget?.();
    missed = null;
    const view = /** @type {Window & typeof globalThis} */ (element.ownerDocument.defaultView);
    const heard = (/** @type {MouseEvent} */ event) => {
      if (!event.isTrusted) return;
      forget?.();
      const hit = event.composedPath()[0];
      if (!(hit instanceof view.Element) || parts.contains(element, hit) || parts.standsFor(element, hit) || parts.passesOn(element, hit)) return;
      missed = parts.note(hit);
    };
    view.addEventListener("mousedown", heard, { capture: true, passive: true });
    forget = () => {
      view.removeEventListener("mousedown", heard, { capture: true });
      forget = null;
    };
  };

  /**
   * Aim: whether a press here, where the pointer is now, still reaches the element; if not, where it would. `hovered`: only if the hover style is
   * already applied, since it may still change what is there.
   */
  parts.aim = (element, x, y, wasInner, hovered) => {
    const { hit, blocker, point } = parts.reachAt(element, x, y, wasInner);
    if (hovered && point && hit !== "other" && !parts.at(x, y)?.matches(":hover")) return { hit: "nothing", blocker: null, point: null };
    if (hit !== "other" && hit !== "nothing") watchPress(element);
    return { hit, blocker, point };
  };

  // --- points in an element's own pixels -------------------------------------------------------------------------------------
  /** @type {(element: Element) => Bounds} */
  const boxOf = (element) => /** @type {Bounds} */ (element.localName === "area" ? parts.areaBox(element) : parts.boxOf(element));

  /** Spots: points of an element, in pixels from its top left, as points of the top viewport; scrolled into view together, if asked. */
  parts.spots = (element, points, scroll) => {
    const place = () => {
      const box = boxOf(element);
      const [ox, oy] = parts.offsetOf(element.ownerDocument);
      return { left: box.left + ox, top: box.top + oy, width: box.width, height: box.height };
    };
    let { left, top, width, height } = place();
    const outside = points.findIndex(([x, y]) => x < 0 || y < 0 || x > width || y > height);
    /** @type {Point} */
    const size = [Math.round(width), Math.round(height)];
    if (outside >= 0) return { points: [], size, outside, away: false, other: null };
    // The very edge belongs to the neighbour.
    /** @type {Point[]} */
    const within = points.map(([x, y]) => [Math.min(Math.max(x, 0.5), width - 0.5), Math.min(Math.max(y, 0.5), height - 0.5)]);
    /** @type {() => Point[]} */
    const shown = () => within.map(([x, y]) => [left + x, top + y]);
    const isAway = () => shown().some(([x, y]) => x < 0 || y < 0 || x >= innerWidth || y >= innerHeight || !parts.at(x, y));
    if (scroll && isAway()) {
      for (const block of /** @type {ScrollLogicalPosition[]} */ (["nearest", "center", "start", "end"])) {
        element.scrollIntoView({ block, inline: "nearest", behavior: "instant" });
        ({ left, top } = place());
        if (!isAway()) break;
      }
      if (isAway()) {
        const ys = within.map(([, y]) => top + y);
        element.ownerDocument.defaultView?.scrollBy({ top: (Math.min(...ys) + Math.max(...ys) - innerHeight) / 2, behavior: "instant" });
        ({ left, top } = place());
      }
    }
    const now = shown();
    // A control at either end would take the press or the release.
    let other = null;
    for (const [x, y] of [now[0], now[now.length - 1]]) {
      const hit = parts.at(x, y);
      if (hit) other ??= parts.otherAt(element, hit);
    }
    return { points: now, size, outside: -1, away: isAway(), other: other ? parts.note(other, true) : null };
  };

  // --- a piece of text -------------------------------------------------------------------------------------------------------
  const SKIPPED = "script,style,noscript,template";

  /** The rendered text nodes of an element. @type {(element: Element) => Text[]} */
  const textNodes = (element) => {
    const walker = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT, (node) =>
      node.parentElement?.closest(SKIPPED) || !node.parentElement?.checkVisibility({ visibilityProperty: true }) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
    );
    const nodes = [];
    while (walker.nextNode()) nodes.push(/** @type {Text} */ (walker.currentNode));
    return nodes;
  };

  /** Where a text starts and ends in another, whatever the spacing between words: `[start, end]`; exactly first, then ignoring case. */
  const placeIn = (/** @type {string} */ whole, /** @type {string} */ text) => {
    const pattern = text.trim().split(/\s+/).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("\\s*");
    const found = new RegExp(pattern, "u").exec(whole) ?? new RegExp(pattern, "iu").exec(whole);
    return found ? [found.index, found.index + found[0].length] : null;
  };

  /** @type {(field: Element, text: string, range: ?[number, number]) => Partial<TextPlace>} */
  const inField = (field, text, range) => {
    const place = text ? placeIn(field.value, text) : range;
    if (!place || place[1] > field.value.length) return { problem: text ? "it does not hold these words" : `it has ${field.value.length} characters` };
    field.focus({ preventScroll: true });
    try {
      field.setSelectionRange(place[0], place[1]);
    } catch {
      // Number and e-mail fields can only be selected as a whole.
      if (place[0] > 0 || place[1] < field.value.length) return { problem: "a part of it cannot be selected" };
      field.select();
    }
    return { selected: field.value.slice(...place), points: [], field: true };
  };

  /** @type {?Range} */
  let range = null;

  /** TextPlace: a piece of an element's text. In a field it is selected at once; elsewhere, its first and last points are returned. */
  parts.textPlace = (element, text, from, to) => {
    const active = parts.activeElement();
    const inner = element.matches("input,textarea") ? element : element.querySelector("input,textarea");
    const field = inner && !parts.codeEditorOf(inner) ? inner : null;
    if (field && (field === element || field === active)) return inField(field, text, text ? null : [from, to]);
    const whole = parts.codeEditorOf(element) ?? element;
    const nodes = textNodes(whole);
    let all = "";
    const starts = nodes.map((node) => {
      const start = all.length;
      all += node.data;
      return start;
    });
    const place = text ? placeIn(all, text) : [from, to];
    if (!place || place[1] > all.length) return { problem: text ? "it does not show these words" : `it has ${all.length} characters` };
    /** @type {(offset: number, isEnd: boolean) => [Text, number]} */
    const at = (offset, isEnd) => {
      let i = starts.findLastIndex((start) => (isEnd ? start < offset : start <= offset));
      if (i < 0) i = 0;
      return [nodes[i], offset - starts[i]];
    };
    range = whole.ownerDocument.createRange();
    range.setStart(...at(place[0], false));
    range.setEnd(...at(place[1], true));
    range.startContainer.parentElement?.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    const [ox, oy] = parts.offsetOf(whole.ownerDocument);
    const boxes = Array.from(range.getClientRects()).filter((box) => box.width > 0.5 && box.height > 0.5);
    const [first, last] = [boxes[0], boxes[boxes.length - 1]];
    /** @type {Point[]} */
    const points = first ? [[first.left + 0.5 + ox, first.top + first.height / 2 + oy], [last.right - 0.5 + ox, last.top + last.height / 2 + oy]] : [];
    // A press there must do nothing but select.
    /** @type {(point: Point) => boolean} */
    const isFree = ([x, y]) => {
      const hit = parts.at(x, y);
      return hit !== null && parts.contains(whole, hit) && !parts.takesPress(hit) && !hit.closest("[draggable=true]") && parts.style(hit).userSelect !== "none";
    };
    return { selected: range.toString(), points: points.length && points.every(isFree) ? points : [], field: false };
  };

  /** Selects that piece without the mouse: inside a link or button, or out of view. */
  parts.selectPlace = (element) => {
    const host = range?.startContainer.parentElement?.closest("[contenteditable]");
    host?.focus({ preventScroll: true });
    if (range) element.ownerDocument.getSelection()?.setBaseAndExtent(range.startContainer, range.startOffset, range.endContainer, range.endOffset);
    return parts.selectedText(element);
  };

  /** The current selection in the element's document. */
  parts.selectedText = (element) => ({ text: element.ownerDocument.getSelection()?.toString() ?? "" });
})();
