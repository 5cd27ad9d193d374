// @ts-check
// Reachability: what clips elements, what covers them, and what stands for invisible controls.
(() => {
  const parts = globalThis.edithParts;
  if (Object.hasOwn(parts, "Reach")) return;

  // Sample points for what is on top: the first three say whether an element is covered, all of them whether it is fully covered.
  const POINTS = [[0.5, 0.5], [0.2, 0.3], [0.8, 0.7], [0.08, 0.5], [0.92, 0.5], [0.5, 0.12], [0.5, 0.88]];
  const OPENERS = "button,a[href],input,select,summary,[role=button],[role=link],[onclick],[tabindex='0']";
  // So many covered elements are not an accident.
  const MANY = 5;
  const isSmall = (/** @type {Pick<Bounds, "width" | "height">} */ rect) => rect.width <= 1 || rect.height <= 1;
  const isNothing = (/** @type {string} */ clip) => {
    const [top, right, bottom, left] = (clip.match(/-?[\d.]+|auto/g) ?? []).map(Number);
    return right - left <= 1 || bottom - top <= 1;
  };
  /** Whether a style clips the whole box. */
  parts.isCut = (style) => {
    const { clip, clipPath } = style;
    if (clipPath !== "none" && /^(inset\((50|100)%|circle\(0)/.test(clipPath)) return true;
    return clip !== "auto" && /^(absolute|fixed)$/.test(style.position) && isNothing(clip);
  };

  // Without a box, or with one that overflow does not apply to.
  const UNCLIPPED = /^(contents|inline|ruby.*|table-(row|column|header|footer).*)$/;

  const ALL = [-Infinity, -Infinity, Infinity, Infinity, -Infinity, -Infinity, Infinity, Infinity];

  /** How far a box scrolls back to its start: zero or less, `[x, y]`. Right-to-left and bottom-up content starts there. */
  parts.firstOf = (box, style) => {
    const { direction, writingMode, display, flexDirection } = style;
    const flows = display.endsWith("flex") ? flexDirection : "";
    const across = (direction === "rtl") !== (flows === "row-reverse") || writingMode === "vertical-rl";
    const up = flows === "column-reverse";
    return [across ? box.clientWidth - box.scrollWidth : 0, up ? box.clientHeight - box.scrollHeight : 0];
  };

  /** Where a box's content starts, from the box's corner, at its current scroll position. */
  parts.originOf = (box, style) => {
    const [x, y] = parts.firstOf(box, style);
    return [box.clientLeft + x - box.scrollLeft, box.clientTop + y - box.scrollTop];
  };

  /** Whether the body scrolls rather than the page: if the root element clips, the body's own overflow applies. */
  parts.scrollsItself = (body) => {
    if (body?.localName !== "body" || body === body.ownerDocument.scrollingElement) return false;
    if (parts.style(body.ownerDocument.documentElement).overflowX === "visible") return false;
    return /auto|scroll/.test(parts.style(body).overflowY + parts.style(body).overflowX);
  };

  /** Whether an element lies beyond all scrolling: before the start of its page or of the scrollers around it. */
  parts.isOutside = (element, rect) => {
    if (rect.right > 0 && rect.bottom > 0) return false;
    const reach = new parts.Reach();
    reach.ground = reach.reachOf(element.ownerDocument);
    return reach.isAway(element, parts.style(element), rect);
  };

  parts.Reach = class {
    constructor() {
      /** @type {Reach["clips"]} */
      this.clips = new Map();
      // The walk's ancestors from the outside in, each with its style; what scrolling can reach in its document.
      /** @type {Reach["holders"]} */
      this.holders = [];
      this.ground = ALL;
      // Boxes with more content than they show.
      this.scrollers = new Set();
      this.covers = new Map();
    }

    // Whether a control itself can be seen and clicked.
    /** @type {Reach["isShown"]} */
    isShown(element, style, rect) {
      if (style.visibility !== "visible" || isSmall(rect)) return false;
      if (this.isAway(element, style, rect)) return false;
      if (parts.isCut(style)) return false;
      // A text field may get its focus from what is around it.
      if (style.pointerEvents === "none" && !parts.takesText(element) && parts.labelsOf(element).length) return false;
      return element.checkVisibility();
    }

    // Whether a box above or left of the view is beyond all scrolling.
    /** @type {Reach["isAway"]} */
    isAway(element, style, { right, bottom }) {
      if (right > 0 && bottom > 0) return false;
      const clip = this.clipOf(element, style);
      const [x0, y0] = clip === "none" ? this.ground : clip;
      return right <= x0 || bottom <= y0;
    }

    // Where `element` can show, in its document's viewport at the current scroll position: `[x0, y0, x1, y1]` reachable by any scrolling, then the
    // same for what the boxes around show now. "none" if a collapsed box hides it.
    /** @type {Reach["clipOf"]} */
    clipOf(element, style) {
      const position = style.position;
      if (position === "fixed") return this.ground;
      const root = element.ownerDocument;
      if (element === root.body) return this.ground;
      const holder = position === "absolute" ? element.offsetParent : parts.flatParent(element);
      if (!holder || holder === root.documentElement || holder === root.body) return this.ground;
      return this.clipOfHolder(holder);
    }

    /** @type {Reach["clipOfHolder"]} */
    clipOfHolder(holder) {
      const known = this.clips.get(holder);
      if (known !== undefined) return known;
      // Up to the first known one, then down again: no recursion, each ancestor once.
      const chain = [];
      let level = this.holders.length - 2;
      /** @type {?Element} */
      let at = holder;
      /** @type {Clip} */
      let clip = this.ground;
      while (at) {
        const found = this.clips.get(at);
        if (found !== undefined) {
          clip = found;
          break;
        }
        // Ancestors of the walk have their style at hand.
        while (level >= 0 && this.holders[level] !== at) level -= 2;
        const style = /** @type {CSSStyleDeclaration} */ (level >= 0 ? this.holders[level + 1] : getComputedStyle(at));
        if (level < 0) level = this.holders.length - 2;
        chain.push(at, style);
        /** @type {Document} */
        const root = at.ownerDocument;
        if (at === root.body || at === root.documentElement) break;
        // What has no box has no position either.
        const position = style.display === "contents" ? "static" : style.position;
        if (position === "fixed") break;
        at = position === "absolute" ? at.offsetParent : parts.flatParent(at);
      }
      for (let i = chain.length - 2; i >= 0; i -= 2) {
        const element = /** @type {Element} */ (chain[i]);
        const root = element.ownerDocument;
        if (clip !== "none" && element !== root.body && element !== root.documentElement) clip = this.clipBy(element, /** @type {CSSStyleDeclaration} */ (chain[i + 1]), clip);
        this.clips.set(element, clip);
      }
      return clip;
    }

    // What a box leaves of a clip. Its scrollable content is only cut off with the box itself.
    /** @type {Reach["clipBy"]} */
    clipBy(element, style, clip) {
      const x = style.overflowX;
      // One visible axis makes the other visible, except for `clip`, which hides nothing meant to be seen.
      if (x === "visible" || UNCLIPPED.test(style.display)) return clip;
      const y = style.overflowY;
      const rect = element.getBoundingClientRect();
      if (rect.width <= 1 || rect.height <= 1) return "none";
      const { left, top, right, bottom } = rect;
      const [x0, y0, x1, y1, vx0, vy0, vx1, vy1] = clip;
      if (right <= x0 || left >= x1 || bottom <= y0 || top >= y1) return "none";
      const hidesX = x === "hidden" || x === "clip";
      const hidesY = y === "hidden" || y === "clip";
      const [ox, oy] = hidesX && hidesY ? [0, 0] : parts.originOf(element, style);
      if (!(hidesX && hidesY)) this.scrollers.add(element);
      return [
        hidesX ? Math.max(x0, left) : left + ox, hidesY ? Math.max(y0, top) : top + oy, hidesX ? Math.min(x1, right) : Infinity, hidesY ? Math.min(y1, bottom) : Infinity,
        Math.max(vx0, left), Math.max(vy0, top), Math.min(vx1, right), Math.min(vy1, bottom),
      ];
    }

    // What scrolling can reach in a document: everything not before its start.
    /** @type {Reach["reachOf"]} */
    reachOf(inner) {
      const root = inner.documentElement;
      const page = inner.scrollingElement ?? root;
      const { scrollX, scrollY } = /** @type {Window} */ (inner.defaultView);
      const [left, top] = parts.firstOf(page, parts.style(root));
      const base = [left - scrollX, top - scrollY, Infinity, Infinity, -Infinity, -Infinity, Infinity, Infinity];
      const body = parts.body(inner);
      if (!parts.scrollsItself(body)) return base;
      const clip = this.clipBy(body, parts.style(body), base);
      return clip === "none" ? base : clip;
    }

    // What covers the place: null if a click arrives, else the topmost element.
    /** @type {Reach["cover"]} */
    cover(place, element, [x0, y0, x1, y1]) {
      let blocker = null;
      for (let i = 0; i < POINTS.length; i++) {
        const [fx, fy] = POINTS[i];
        const hit = parts.at(x0 + (x1 - x0) * fx, y0 + (y1 - y0) * fy);
        // Nothing is at the last half pixel.
        if (!hit) continue;
        if (parts.contains(place, hit) || parts.contains(hit, place)) return null;
        if (place !== element && parts.contains(element, hit)) return null;
        if (hit.closest?.("label")?.control === element || parts.isVeil(hit, place)) return null;
        blocker ??= hit;
      }
      return blocker;
    }

    // Whether scrolling or closing something may uncover what `blocker` covers.
    /** @type {Reach["canUncover"]} */
    canUncover(place, blocker) {
      // The blocker's outermost box that does not hold the place too.
      let layer = blocker;
      for (let /** @type {?Element} */ at = blocker; at && !parts.contains(at, place); at = parts.flatParent(at)) layer = at;
      let known = this.covers.get(layer);
      if (known === undefined) {
        known = this.movesApart(layer) || this.isLifted(blocker, layer) || layer.matches(OPENERS) || layer.querySelector(OPENERS) !== null || parts.shadowOf(layer) !== null;
        this.covers.set(layer, known);
      }
      return known || this.scrollerOf(place) !== this.scrollerOf(layer);
    }

    // Whether the blocker is a popup over the page, such as a list or calendar at a field: closing it uncovers.
    /** @type {Reach["isLifted"]} */
    isLifted(blocker, layer) {
      for (let /** @type {?Element} */ at = blocker; at; at = parts.flatParent(at)) {
        const { position, zIndex } = getComputedStyle(at);
        if ((position === "absolute" || position === "fixed") && Number(zIndex) > 0) return true;
        if (at === layer) return false;
      }
      return false;
    }

    // Whether a layer stays put while the page scrolls.
    /** @type {Reach["movesApart"]} */
    movesApart(layer) {
      for (let /** @type {?Element} */ at = layer; at && at !== at.ownerDocument.body; at = parts.flatParent(at)) {
        const { position } = getComputedStyle(at);
        if (position === "fixed" || position === "sticky") return true;
      }
      return false;
    }

    /** @type {Reach["scrollerOf"]} */
    scrollerOf(element) {
      for (let at = parts.flatParent(element); at; at = parts.flatParent(at)) {
        if (at === at.ownerDocument.body) return null;
        const style = getComputedStyle(at);
        if (style.position === "fixed" || style.position === "sticky") return at;
        if (/auto|scroll/.test(style.overflowY + style.overflowX)) return at;
      }
      return null;
    }

    // Whether something floats over the page: it, or an ancestor positioned by a script. A full-height one is a side bar.
    /** @type {Reach["floats"]} */
    floats(element, style) {
      if (style.position === "absolute" || style.position === "fixed") return true;
      let at = element.parentElement;
      for (let level = 0; at && level < 4 && at.localName !== "body"; level++, at = at.parentElement) {
        const { left, top, inset, transform, translate } = at.style;
        if (!(left || top || inset || transform || translate)) continue;
        const { position } = getComputedStyle(at);
        if (position === "absolute" || position === "fixed") return at.offsetHeight < this.height * 0.9;
      }
      return false;
    }

    // Marks what an open modal dialog makes unreachable.
    /** @type {Reach["modal"]} */
    modal() {
      // The page lets the pointer through for good.
      if (!this.overlays.length) this.nodes = this.nodes.filter((node) => !((node.s ?? 0) & parts.states.BEHIND_MODAL));
      let at = 0;
      this.overlays.forEach((overlay, i) => {
        if (overlay.mo && (overlay.native || !this.overlays[at - 1]?.native)) at = i + 1;
      });
      at ||= this.coveringOverlay();
      if (!at) return;
      const native = this.overlays[at - 1].native;
      const within = (/** @type {number} */ index) => {
        for (let i = index; i; i = this.overlays[i - 1].parent) if (i === at) return true;
        return false;
      };
      for (const frame of this.frames) if (!within(frame.ov ?? 0)) frame.bm = true;
      for (const node of this.nodes) {
        if (within(node.ov ?? 0)) continue;
        const s = node.s ?? 0;
        if (native || (!node.ov && (s & parts.states.COVERED || !(s & parts.states.IN_VIEW)))) node.s = s | parts.states.BEHIND_MODAL;
      }
    }

    // The last dialog, or else overlay, if it covers (nearly) everything else in view, which makes it modal in effect; else 0.
    /** @type {Reach["coveringOverlay"]} */
    coveringOverlay() {
      const dialog = this.overlays.findLastIndex(({ k }) => k === "dialog" || k === "alertdialog") + 1;
      const at = dialog || this.overlays.length;
      if (!at) return 0;
      let covered = 0;
      let free = 0;
      for (const node of this.nodes) {
        const s = node.s ?? 0;
        if (node.ov || !(s & parts.states.IN_VIEW)) continue;
        if (s & parts.states.COVERED) covered++;
        else free++;
      }
      return covered >= MANY && free * 10 <= covered ? at : 0;
    }
  };

  const ANY_CONTROL = `${OPENERS},textarea,[role=combobox],[role=option],[role=menuitem],[tabindex]`;

  /** Whether the hit is an empty box that widens the press area of the only control there. */
  parts.isVeil = (hit, place) => {
    const around = hit.parentElement;
    if (hit.firstChild || !around || !parts.contains(around, place) || hit.matches(ANY_CONTROL)) return false;
    return around.querySelectorAll(ANY_CONTROL).length === 1 && parts.style(hit).backgroundColor === "rgba(0, 0, 0, 0)";
  };

  // The least size of a box that stands for an invisible field.
  /** @type {Record<string, number[] | undefined>} */
  const SURFACES = { textarea: [40, 14], range: [6, 6], list: [40, 14] };

  /**
   * The box that stands for an invisible field: for a text area, as in code editors and terminals, what is clicked and typed into; for a slider its
   * drawn thumb; for a list field its shown choice.
   */
  parts.surfaceOf = (field) => {
    const least = SURFACES[field.matches("input[role=combobox]") ? "list" : field.editContext ? "textarea" : field.localName === "input" ? field.type : field.localName];
    if (field.disabled || field.getAttribute("aria-hidden") === "true") return null;
    if (!least) return parts.takesText(field) ? parts.listenerAround(field) : null;
    let at = parts.flatParent(field);
    for (let level = 0; at && level < 4; level++, at = parts.flatParent(at)) {
      if (at === at.ownerDocument.body || at.localName === "form" || at.localName === "html") return null;
      const rect = at.getBoundingClientRect();
      if (rect.width < least[0] || rect.height < least[1]) continue;
      return at.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ? at : null;
    }
    return null;
  };

  const STANDS_FOR = "[role=combobox],input[aria-haspopup],input[type=range]";
  const SEEN = { visibilityProperty: true, opacityProperty: true };
  const LEVELS = 6;

  /**
   * The box that stands for an invisible control, as in self-drawn widgets: the outermost one that shows what the pointer can do and holds no other
   * control. Null if the control is visible.
   */
  parts.standIn = (control) => {
    if (!control.matches(STANDS_FOR)) return null;
    const own = control.getBoundingClientRect();
    const style = parts.style(control);
    const cut = style.clipPath !== "none" || parts.isCut(style);
    let over = null;
    if (!isSmall(own) && own.width > 8 && own.height > 8 && !cut && control.checkVisibility(SEEN)) {
      // The choice may be drawn over the field.
      const [x, y] = parts.offsetOf(control.ownerDocument);
      over = parts.at(own.left + own.width / 2 + x, own.top + own.height / 2 + y);
      if (!over || parts.contains(control, over)) return null;
    }
    let found = null;
    let at = parts.flatParent(control);
    for (let level = 0; at && level < LEVELS; level++, at = parts.flatParent(at)) {
      if (["body", "form", "label", "fieldset"].includes(at.localName)) break;
      const others = at.querySelectorAll("input:not([type=hidden]),select,textarea,button,a[href]");
      if (others.length > 1) break;
      const { cursor } = parts.style(at);
      if (cursor === "auto" || cursor === "default") {
        if (found) break;
        continue;
      }
      const rect = at.getBoundingClientRect();
      if (rect.width >= 30 && rect.height >= 4 && at.checkVisibility(SEEN)) found = at;
    }
    return over && found && !parts.contains(found, over) ? null : found;
  };

  /** The invisible control that a box stands for, or null. */
  parts.stoodFor = (box) => {
    if (box.childElementCount === 0) return null;
    const control = box.querySelector(STANDS_FOR);
    return control && parts.standIn(control) === box ? control : null;
  };

  const isUnseen = (/** @type {Element} */ select) => {
    const rect = select.getBoundingClientRect();
    return isSmall(rect) || !select.checkVisibility(SEEN) || parts.style(select).position === "absolute";
  };

  /** The hidden `select` behind a self-drawn list, or null: beside the box that opens the list, around it, or in it. */
  parts.drawnSelect = (box) => {
    if (box.localName === "input" || box.localName === "select") return null;
    const inner = box.querySelector("select");
    if (inner) return isUnseen(inner) ? inner : null;
    for (let /** @type {?Element} */ at = box, level = 0; at && level < 4 && at.localName !== "form"; at = at.parentElement, level++) {
      for (const beside of [at.previousElementSibling, at.nextElementSibling]) {
        if (beside?.localName === "select") return isUnseen(beside) ? beside : null;
      }
    }
    return null;
  };

  /** Whether a self-drawn list stands for a `select`. */
  parts.isDrawn = (select) => {
    const near = [select.closest("[role=combobox]"), ...[select.previousElementSibling, select.nextElementSibling].map((one) => (one?.matches("[role=combobox]") ? one : one?.querySelector("[role=combobox]")))];
    return near.some((box) => box && (box.tabIndex >= 0 || box.hasAttribute("aria-haspopup")) && box.checkVisibility(SEEN) && parts.drawnSelect(box) === select);
  };

  parts.isSmall = isSmall;
})();
