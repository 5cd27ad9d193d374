// Drawings (svg) in the walk: what is written in them, and the shapes that can be acted on.
(() => {
  const parts = globalThis.edithParts;
  if (parts.Drawings) return;

  const MOST_SHAPES = 300;
  // A drawing so large, in pixels, is looked at for its own sake; of more figures none says anything.
  const LARGE = 120;
  const MOST_FIGURES = 24;
  const FIGURES = "circle,rect,ellipse,polygon";

  parts.Drawings = class extends parts.Collector {
    // What is written in a drawing: figures of a chart, names on a map; and pieces of a page that are set into it.
    written(element, style) {
      if (style.visibility === "visible") {
        const said = [];
        const texts = element.getElementsByTagName("text");
        for (let i = 0; i < texts.length && i < MOST_SHAPES; i++) {
          const text = texts[i];
          if (this.seeks()) for (const one of [text, ...text.children]) this.emitSought(one, one.localName, "", style);
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
      for (let i = 0; i < pieces.length && i < MOST_SHAPES; i++) {
        if (pieces[i].checkVisibility()) for (let child = pieces[i].firstElementChild; child; child = child.nextElementSibling) this.element(child, false);
      }
    }

    picture(element, parentPointer, style, facts) {
      // Drawings are leaves, but for those that are buttons themselves.
      const role = parts.givenRole(element);
      const pointer = style.cursor === "pointer";
      const holds = !parts.widgets.has(role) && element.querySelector("[role][tabindex]") !== null;
      const why = !holds && style.visibility === "visible" && this.plainReason(element, role, 0, facts, pointer, parentPointer);
      const number = why ? this.emit(element, "svg", role, why === "role" ? "" : why, style) : 0;
      if (!element.firstElementChild) return;
      for (const link of element.getElementsByTagName("a")) {
        if (link.hasAttribute("href") || link.hasAttribute("xlink:href")) this.emit(link, "a", "link", "", getComputedStyle(link));
      }
      if (!number && (holds || !pointer)) this.shapes(element, pointer);
    }

    // Shapes of a chart or a map that show a hand or take the focus, and where all of it shows a hand, those that say what they are; where none
    // does, the few that a large drawing consists of.
    shapes(element, pointer) {
      const all = element.getElementsByTagName("*");
      if (all.length > MOST_SHAPES) return;
      const known = this.nodes.length;
      for (const shape of all) {
        // What is set into a drawing is walked as the page is.
        if (shape.namespaceURI !== element.namespaceURI) continue;
        const isWidget = shape.hasAttribute("role") && parts.widgets.has(parts.givenRole(shape));
        if (!isWidget && pointer) continue;
        if (!isWidget && getComputedStyle(shape).cursor !== "pointer" && !this.handed?.has(shape) && !(shape.hasAttribute("tabindex") && shape.tabIndex >= 0)) continue;
        const parent = shape.parentElement;
        if (shape.localName === "a" || shape.closest("a") || (!isWidget && parent !== element && getComputedStyle(parent).cursor === "pointer")) continue;
        this.emit(shape, shape.localName, parts.givenRole(shape), "pointer", getComputedStyle(shape));
      }
      const { width, height } = element.getBoundingClientRect();
      if (pointer || this.nodes.length > known || width < LARGE || height < LARGE || this.owner || element.closest("[aria-hidden=true]")) return;
      const figures = Array.from(element.querySelectorAll(FIGURES)).filter((shape) => {
        const box = shape.getBoundingClientRect();
        return box.width >= 6 && box.height >= 6 && (box.width < width * 0.9 || box.height < height * 0.9) && !shape.closest("a,defs,clipPath,mask,marker,pattern,symbol");
      });
      if (figures.length <= MOST_FIGURES) for (const shape of figures) this.emit(shape, shape.localName, parts.givenRole(shape), "figure", getComputedStyle(shape));
    }
  };
})();
