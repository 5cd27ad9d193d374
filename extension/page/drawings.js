// @ts-check
// Drawings (svg) in the walk: their text and their actionable shapes.
(() => {
  const parts = globalThis.edithParts;
  if (Object.hasOwn(parts, "Drawings")) return;

  // Limits: shapes whose style is computed, texts tested for visibility.
  const MOST_SHAPES = 3000;
  const MOST_TEXTS = 1000;
  // A drawing this large, in pixels, is content in itself; with more figures than this, none means anything.
  const LARGE = 120;
  const MOST_FIGURES = 24;
  const FIGURES = "circle,rect,ellipse,polygon";
  // The least size, in pixels, of a figure with words that counts as a node.
  const LEAST_NODE = 12;
  const DEFINED = "defs,clipPath,mask,marker,pattern,symbol";
  const HANDS = parts.words("pointer grab move all-scroll");
  const SURFACES = parts.words("application grid tree listbox");

  // Icon sets draw in the colour of the surrounding text, at any size.
  const isIcon = (/** @type {Element} */ drawing) => ["fill", "stroke"].some((name) => /^currentcolor$/i.test(drawing.getAttribute(name) ?? ""));

  /** Where an element stands in the drawing or box around it, if that is set for itself alone; what flows with the page is nowhere of its own. */
  parts.freePlace = (element, style, { left, top }) => {
    const drawing = element instanceof SVGElement ? element.ownerSVGElement : null;
    if (drawing) {
      const box = drawing.getBoundingClientRect();
      return [Math.round(left - box.left), Math.round(top - box.top)];
    }
    const { style: own } = element;
    if (!own || !(own.left || own.top || own.right || own.bottom || own.transform || own.translate)) return undefined;
    if (style.position === "fixed") return [Math.round(left), Math.round(top)];
    if (style.position === "absolute") {
      const box = element.offsetParent;
      const { left: x, top: y } = box ? box.getBoundingClientRect() : { left: 0, top: 0 };
      return [Math.round(left - x + (box?.scrollLeft ?? 0)), Math.round(top - y + (box?.scrollTop ?? 0))];
    }
    const { m41, m42 } = new DOMMatrixReadOnly(style.transform === "none" ? "" : style.transform);
    const [x, y] = style.translate === "none" ? [0, 0] : style.translate.split(" ").map(parseFloat);
    return [Math.round((parseFloat(style.left) || 0) + m41 + (x || 0)), Math.round((parseFloat(style.top) || 0) + m42 + (y || 0))];
  };

  parts.Drawings = class extends parts.Collector {
    // Text in a drawing (chart figures, names on a map), and embedded HTML.
    /** @type {Drawings["written"]} */
    written(element, style) {
      if (style.visibility === "visible") {
        const said = [];
        const texts = element.getElementsByTagName("text");
        for (let i = 0; i < texts.length && i < MOST_TEXTS; i++) {
          const text = texts[i];
          if (this.seeks()) for (const one of [text, ...text.children]) this.emitSought(one, one.localName, "", getComputedStyle(one));
          const words = Array.from(text.childNodes, (child) => child.textContent).join(" ").trim();
          if (words !== "" && !this.isUnseen(text, getComputedStyle(text))) said.push(words);
        }
        const lines = this.lines();
        if (said.length && lines) {
          if (said.length > 1 && !this.inCell) lines.end();
          lines.add(` ${said.join(" | ")} `);
          if (said.length > 1 && !this.inCell) lines.end();
        }
      }
      const pieces = element.getElementsByTagName("foreignObject");
      for (let i = 0; i < pieces.length && i < MOST_TEXTS; i++) {
        if (pieces[i].checkVisibility()) for (let child = pieces[i].firstElementChild; child; child = child.nextElementSibling) this.element(child, false);
      }
    }

    /** @type {Drawings["picture"]} */
    picture(element, parentPointer, style, facts) {
      // Drawings are leaves unless they are buttons.
      const role = parts.givenRole(element);
      const pointer = style.cursor === "pointer";
      const holds = !parts.widgets.has(role) && element.querySelector("[role][tabindex]") !== null;
      const why = !holds && style.visibility === "visible" && this.plainReason(element, role, 0, facts, pointer, parentPointer);
      const number = why ? this.emit(element, "svg", role, why === "role" ? "" : why, style) : 0;
      if (!element.firstElementChild) return;
      for (const link of element.getElementsByTagName("a")) {
        if (link.hasAttribute("href") || link.hasAttribute("xlink:href")) this.emit(link, "a", "link", "", getComputedStyle(link));
      }
      const { width, height } = element.getBoundingClientRect();
      const isLarge = width >= LARGE && height >= LARGE;
      if (isLarge || (!number && (holds || !pointer))) this.shapes(element, pointer || number > 0, isLarge, width, height);
    }

    // Whether parts of a drawing are interactive rather than the whole: it, something in it, or a box merely around it listens.
    /** @type {Drawings["isWorkedIn"]} */
    isWorkedIn(element, all) {
      if (!parts.anyListens) return false;
      if (parts.listens(element) || parts.heldIn(element)) return true;
      let at = parts.flatParent(element);
      for (let level = 0; at && level < 3 && at.childElementCount <= 3; level++, at = parts.flatParent(at)) {
        if (parts.listens(at) || SURFACES.has(at.getAttribute("role") ?? "")) return all.length > 0;
      }
      return false;
    }

    // Shapes of a chart or map that show a hand, take the focus or listen; where the whole drawing shows a hand, those with a name. In an interactive
    // drawing, figures with words, such as a flow's nodes; failing that, the few that a large drawing consists of.
    /** @type {Drawings["shapes"]} */
    shapes(element, pointer, isLarge, width, height) {
      const all = element.getElementsByTagName("*");
      const known = this.nodes.length;
      const worked = isLarge && this.isWorkedIn(element, all);
      const around = getComputedStyle(element).cursor;
      const cursors = new Map([[element, around]]);
      const cursorOf = (/** @type {Element} */ shape) => {
        let cursor = cursors.get(shape);
        if (cursor === undefined) cursors.set(shape, (cursor = getComputedStyle(shape).cursor));
        return cursor;
      };
      for (let i = 0; i < all.length; i++) {
        const shape = all[i];
        // Embedded HTML is walked like the page.
        if (shape.namespaceURI !== element.namespaceURI) continue;
        const isWidget = shape.hasAttribute("role") && parts.widgets.has(parts.givenRole(shape));
        const focusable = shape.hasAttribute("tabindex") && shape.tabIndex >= 0;
        const listens = parts.anyListens && parts.listens(shape) && !shape.querySelector("[tabindex]") && !parts.heldIn(shape);
        const parent = /** @type {Element} */ (shape.parentElement);
        if (shape.localName === "a" || shape.closest("a")) continue;
        let why = isWidget ? "pointer" : listens ? "onclick" : "";
        if (!why && !pointer && i < MOST_SHAPES) {
          const hand = HANDS.has(cursorOf(shape)) || this.handed?.has(shape);
          if ((hand && !HANDS.has(cursorOf(parent))) || focusable) why = "pointer";
        } else if (!why && focusable) why = "pointer";
        if (!why && worked && shape.localName === "g" && this.isNode(shape, width, height)) why = "figure";
        if (why) this.emit(shape, shape.localName, parts.givenRole(shape), why, getComputedStyle(shape));
      }
      const isPicture = (this.owner && this.box === null) || isIcon(element);
      if (pointer || this.nodes.length > known || !isLarge || isPicture || element.closest("[aria-hidden=true]")) return;
      const figures = Array.from(element.querySelectorAll(FIGURES)).filter((shape) => {
        const box = shape.getBoundingClientRect();
        return box.width >= 6 && box.height >= 6 && (box.width < width * 0.9 || box.height < height * 0.9) && !shape.closest(`a,${DEFINED}`);
      });
      if (figures.length > MOST_FIGURES) return;
      for (const figure of figures) {
        // A figure in a group of its own is named by the words beside it.
        const group = /** @type {Element} */ (figure.parentElement);
        const shape = group !== element && this.isNode(group, width, height) ? group : figure;
        this.emit(shape, shape.localName, parts.givenRole(shape), "figure", getComputedStyle(shape));
      }
    }

    // Whether a group is one figure with words, not a group of several.
    /** @type {Drawings["isNode"]} */
    isNode(group, width, height) {
      if (group.querySelector("text,foreignObject") === null || group.querySelectorAll(`${FIGURES},path`).length === 0) return false;
      const box = group.getBoundingClientRect();
      if (box.width < LEAST_NODE || box.height < LEAST_NODE || box.width > width * 0.7 || box.height > height * 0.7 || group.closest(DEFINED)) return false;
      for (const inner of group.getElementsByTagName("g")) if (inner.querySelector("text,foreignObject") && inner.querySelector(FIGURES)) return false;
      return group.querySelector(FIGURES) !== null;
    }
  };
})();
