// The walk: one pass over everything rendered, answering with the raw page of crates/core/src/snapshot/raw.rs.
(() => {
  const parts = globalThis.edithParts;
  if (parts.walk) return;

  const VERSION = 1;
  const DEPTH_CAP = 1200;
  const S = parts.states;
  const words = parts.words;

  const SKIP = words("script style noscript template head link meta base title param source track datalist wbr defs");
  const WIDGETS = words(
    "button checkbox combobox gridcell link menuitem menuitemcheckbox menuitemradio option radio scrollbar searchbox slider " +
      "spinbutton switch tab textbox treeitem",
  );
  const NATIVE = words("a area button input select textarea summary video audio canvas embed object");
  const POINTER_PASSES = words("html body ul ol dl menu table thead tbody tfoot tr");
  const BLOCKS = words(
    "address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 " +
      "header hgroup hr legend li main menu nav ol option p pre search section summary table tbody tfoot thead tr ul",
  );
  const CONTEXT_TAGS = {
    header: "header", nav: "nav", main: "main", aside: "aside", footer: "footer", search: "search", form: "form", dialog: "dialog",
    fieldset: "group", li: "item", tr: "row", article: "item", details: "group", section: "section", dd: "item",
  };
  const CONTEXT_ROLES = {
    banner: "header", navigation: "nav", main: "main", complementary: "aside", contentinfo: "footer", search: "search", form: "form",
    dialog: "dialog", alertdialog: "dialog", region: "section", group: "group", radiogroup: "group", listitem: "item", row: "row",
    article: "item", menu: "menu", menubar: "menu", listbox: "list", tree: "tree", tabpanel: "panel", tablist: "tabs", toolbar: "toolbar",
    grid: "grid", treegrid: "grid", table: "table",
  };
  const NO_TEXT_ROLES = words("navigation menu menubar tablist toolbar search listbox tree scrollbar");
  const OVERLAYS = words("dialog alertdialog menu listbox tooltip");
  const CLICK_ATTRIBUTES = ["onclick", "onmousedown", "onpointerdown", "ng-click", "data-ng-click", "@click", "v-on:click", "data-toggle", "data-bs-toggle"];

  // --- text buffers ----------------------------------------------------------------------------------------------------------
  const OVERLAY_TEXT = 0, MAIN_TEXT = 1, REST_TEXT = 2, SIDE_TEXT = 3, NO_TEXT = 4;

  class Lines {
    constructor() {
      this.done = [];
      this.line = "";
    }
    add(data) {
      this.line += data;
    }
    end() {
      if (this.line === "") return;
      const text = this.line.replace(/[\s\u200b\ufeff]+/g, " ").trim();
      if (text !== "" && text !== "|" && text !== "-") this.done.push(text);
      this.line = "";
    }
  }

  // --- the walk --------------------------------------------------------------------------------------------------------------
  class Walk extends parts.Collector {
    constructor(options, textOnly) {
      super(options, textOnly ? null : parts.baseline(options.run));
      this.textOnly = textOnly;
      this.text = [new Lines(), new Lines(), new Lines(), new Lines(), new Lines()];
      this.count = 0;
      this.inHeading = false;
      this.sink = REST_TEXT;
    }

    run() {
      this.focused = parts.activeElement();
      parts.rememberLabels(true);
      try {
        this.document(document);
      } finally {
        parts.rememberLabels(false);
      }
      for (const lines of this.text) lines.end();
      this.modal();
    }

    document(inner) {
      if (this.base?.first) parts.noteTyped(inner, this.base);
      const root = parts.body(inner);
      if (root) this.element(root, false);
    }

    // One element and what is in it. `parentPointer` says whether the parent shows a hand.
    element(element, parentPointer) {
      const tag = element.localName;
      if (SKIP.has(tag)) return;
      if ((tag === "form" || typeof tag !== "string") && parts.isClobbered(element)) {
        for (let child = parts.firstChild(element); child; child = child.nextSibling) if (child.nodeType === 1) this.element(child, parentPointer);
        return;
      }
      this.count++;
      if (this.depth > DEPTH_CAP) {
        this.cut = true;
        return;
      }
      const rendering = parts.rendering(element);
      if (rendering === 0 || element.inert) return;
      if (tag === "svg" && !this.textOnly) return this.picture(element, parentPointer);

      const { sink: sinkBefore, context: holder, owner, overlay, inHeading } = this;
      const { heading, headingIndex, scope } = holder;
      const role = element.hasAttribute("role") ? parts.givenRole(element) : "";
      let pointer = parentPointer;
      let descend = true;
      let apart = BLOCKS.has(tag);
      if (rendering === 2) {
        const style = parts.style(element);
        if (!this.textOnly) pointer = style.cursor === "pointer";
        if (!apart && tag !== "br") {
          const display = style.display;
          apart = !display.startsWith("inline") && display !== "table-cell";
        }
        this.around(element, tag, role, style);
        if (!this.textOnly) descend = this.consider(element, tag, role, style, pointer, parentPointer);
        else descend = !(tag === "select" || tag === "textarea" || this.isField(element, role));
      }
      this.textSink(element, tag, role);
      if (POINTER_PASSES.has(tag)) pointer = false;

      const lines = this.text[this.sink];
      if (this.sink !== sinkBefore) this.text[sinkBefore].end();
      if (apart) lines.end();
      switch (tag) {
        case "br":
          lines.end();
          break;
        case "td":
        case "th":
          lines.add(" | ");
          break;
        case "li":
          lines.add("- ");
          break;
        case "h1": case "h2": case "h3": case "h4": case "h5": case "h6":
          lines.add("## ");
          this.heading(element);
          break;
        case "iframe":
        case "frame":
          this.frameElement(element);
          descend = false;
          break;
        default:
          if (role === "heading") this.heading(element);
      }
      if (descend) {
        this.depth++;
        this.children(element, tag, rendering === 2, pointer);
        this.depth--;
      }
      if (apart) lines.end();
      else if (tag === "td" || tag === "th" || tag.length > 6) lines.add(" ");
      if (this.sink !== sinkBefore) lines.end();
      this.sink = sinkBefore;
      this.context = holder;
      this.owner = owner;
      this.overlay = overlay;
      this.inHeading = inHeading;
      if (holder.scope === element) {
        // A heading speaks for what follows it in its own block only.
        holder.heading = heading;
        holder.headingIndex = headingIndex;
        holder.scope = scope;
      }
    }

    children(element, tag, shown, pointer) {
      const shadow = parts.shadowOf(element);
      let child;
      let list = null;
      if (shadow) child = shadow.firstChild;
      else if (tag === "slot" && (list = element.assignedNodes()).length) child = list[0];
      else {
        list = null;
        child = element.firstChild;
      }
      const lines = this.text[this.sink];
      for (let i = 0; child; child = list ? list[++i] : child.nextSibling) {
        if (child.nodeType === 3) {
          if (shown) lines.add(child.data);
        } else if (child.nodeType === 1) {
          this.element(child, pointer);
        }
      }
    }

    // --- around elements: contexts, overlays, text ---------------------------------------------------------------------------
    around(element, tag, role, style) {
      let kind = role ? CONTEXT_ROLES[role] : CONTEXT_TAGS[tag];
      if (kind && Object.hasOwn(role ? CONTEXT_ROLES : CONTEXT_TAGS, role || tag)) {
        this.context = { element, kind, parent: this.context, heading: "", index: 0, headingIndex: 0, scope: null };
      }
      if (this.textOnly) {
        if (tag === "dialog" || role === "dialog" || role === "alertdialog") this.sink = OVERLAY_TEXT;
        return;
      }
      kind = "";
      if (tag === "dialog") kind = role === "alertdialog" ? role : "dialog";
      else if (OVERLAYS.has(role) && role !== "tooltip") {
        if (role === "dialog" || role === "alertdialog" || style.position === "absolute" || style.position === "fixed") kind = role;
      } else if (element.hasAttribute("popover")) kind = "popover";
      if (!kind || (kind === "popover" && !element.matches(":popover-open"))) return;
      const native = element.localName === "dialog" && element.matches(":modal");
      this.overlays.push({
        n: parts.numberOf(element), k: kind, l: parts.labelOf(element) || this.firstHeading(element),
        mo: native || element.getAttribute("aria-modal") === "true" || undefined, native, parent: this.overlay,
      });
      this.overlay = this.overlays.length;
      if (kind !== "menu" && kind !== "listbox") this.sink = OVERLAY_TEXT;
    }

    textSink(element, tag, role) {
      if (this.sink === NO_TEXT) return;
      if (tag === "button" || tag === "nav" || tag === "label" || tag === "legend" || NO_TEXT_ROLES.has(role) || role === "button" || tag === "canvas" || tag === "svg") {
        // A label's text is its field's name, a button's its own.
        this.sink = NO_TEXT;
      } else if (this.sink === OVERLAY_TEXT) {
        // Stays first whatever is in it.
      } else if (tag === "main" || role === "main" || ((tag === "article" || role === "article") && this.sink === REST_TEXT)) {
        this.sink = MAIN_TEXT;
      } else if (this.sink !== MAIN_TEXT && (tag === "footer" || tag === "aside" || role === "contentinfo" || role === "complementary")) {
        this.sink = SIDE_TEXT;
      }
    }

    heading(element) {
      this.inHeading = true;
      if (this.textOnly) return;
      const holder = this.context;
      let block = element.parentElement;
      while (block && block.childElementCount === 1 && block.localName !== "body") block = block.parentElement;
      holder.scope = block;
      // The page's own title above everything says nothing about where something is.
      holder.heading = element.localName === "h1" && holder.kind !== "item" ? "" : parts.textIn(element, 60);
      holder.headingIndex = 0;
    }

    // --- actionable? ---------------------------------------------------------------------------------------------------------
    isField(element, role) {
      if (!element.hasAttribute("contenteditable") && role !== "textbox") return false;
      if (!element.isContentEditable) return false;
      return role === "textbox" || (element.innerText ?? "").length < 2000;
    }

    // Emits the element if a person can act on it; answers whether to go on into it.
    consider(element, tag, role, style, pointer, parentPointer) {
      if (tag === "label") {
        const control = element.control;
        if (control && !this.emitted.has(control) && !this.isShown(control)) this.emitByLabel(control, element);
        return true;
      }
      if (tag === "img" && element.useMap) this.imageMap(element, style);
      let why = "";
      let descend = true;
      if (NATIVE.has(tag)) {
        switch (tag) {
          case "a":
          case "area":
            if (!element.hasAttribute("href") && !role) why = this.plainReason(element, role, pointer, parentPointer) || "no";
            break;
          case "input":
            if (element.type === "hidden") return false;
            descend = false;
            break;
          case "select":
          case "textarea":
            descend = false;
            break;
          case "summary":
            if (element.parentElement?.localName !== "details" || element.parentElement.querySelector(":scope > summary") !== element) {
              why = this.plainReason(element, role, pointer, parentPointer) || "no";
            }
            break;
          case "video":
          case "audio":
            if (tag === "audio" && !element.controls) why = "no";
            descend = false;
            break;
          case "canvas":
            if (!why && element.width * element.height < 900) why = "no";
            break;
          case "embed":
          case "object":
            descend = tag === "object";
            break;
          default:
        }
        if (why === "no") return descend;
      } else {
        why = this.plainReason(element, role, pointer, parentPointer);
        if (!why) return true;
        if (why === "role") why = "";
        if (why === "editable" && this.isField(element, role)) descend = false;
      }
      const number = this.emit(element, tag, role, why, style);
      if (number) this.owner = number;
      return descend;
    }

    plainReason(element, role, pointer, parentPointer) {
      if (WIDGETS.has(role)) return "role";
      if (element.hasAttribute("contenteditable") && element.isContentEditable && !element.parentElement?.isContentEditable) return "editable";
      const tab = element.getAttribute("tabindex");
      if (tab !== null && tab !== "" && Number(tab) >= 0 && !element.isContentEditable) return "tabindex";
      if (POINTER_PASSES.has(element.localName) && element.localName !== "tr") return element.hasAttribute("onclick") && element.localName !== "body" ? "onclick" : "";
      if (pointer && !parentPointer) return "pointer";
      for (const name of CLICK_ATTRIBUTES) if (element.hasAttribute(name)) return "onclick";
      return "";
    }

    imageMap(image, style) {
      const map = image.getRootNode().querySelector?.(`map[name="${CSS.escape(image.useMap.slice(1))}"]`);
      for (const area of map?.areas ?? []) {
        if (area.hasAttribute("href")) this.emit(area, "area", parts.givenRole(area), "", style, null, parts.areaBox(area, image));
      }
    }

    picture(element, parentPointer) {
      // Drawings are leaves, but for those that are buttons themselves.
      const role = parts.givenRole(element);
      const style = parts.style(element);
      const why = this.plainReason(element, role, style.cursor === "pointer", parentPointer);
      if (why) this.emit(element, "svg", role, why === "role" ? "" : why, style);
      if (element.querySelector("a")) {
        for (const link of element.querySelectorAll("a")) {
          if (link.hasAttribute("href") || link.hasAttribute("xlink:href")) this.emit(link, "a", "link", "", parts.style(link));
        }
      }
    }

    // --- frames --------------------------------------------------------------------------------------------------------------
    frameElement(element) {
      const rect = element.getBoundingClientRect();
      if (rect.width <= 1 || rect.height <= 1) return;
      const inner = parts.frameDocument(element);
      const x = rect.left + this.offset[0] + element.clientLeft;
      const y = rect.top + this.offset[1] + element.clientTop;
      const label = parts.oneLine(element.title || element.name || element.getAttribute("aria-label") || "", 60);
      if (!this.textOnly) {
        this.frames.push({
          n: parts.numberOf(element), s: (element.src || "about:blank").slice(0, 300), l: label || undefined,
          b: [Math.round(x), Math.round(y), Math.round(element.clientWidth), Math.round(element.clientHeight)], o: inner ? true : undefined,
        });
      }
      if (!inner) return;
      const saved = [this.offset, this.view, this.frame, this.context];
      this.offset = [x, y];
      const [vx0, vy0, vx1, vy1] = saved[1];
      this.view = [Math.max(vx0, x), Math.max(vy0, y), Math.min(vx1, x + element.clientWidth), Math.min(vy1, y + element.clientHeight)];
      this.frame = this.frames.length;
      this.context = { element, kind: "frame", parent: this.context, heading: "", index: 0, headingIndex: 0, scope: null };
      this.depth++;
      this.document(inner);
      this.depth--;
      [this.offset, this.view, this.frame, this.context] = saved;
    }

    // --- afterwards ----------------------------------------------------------------------------------------------------------
    // Marks what cannot be reached behind an open modal dialog.
    modal() {
      let at = 0;
      this.overlays.forEach((overlay, i) => {
        if (overlay.mo && (overlay.native || !this.overlays[at - 1]?.native)) at = i + 1;
      });
      if (!at) return;
      const native = this.overlays[at - 1].native;
      const within = (index) => {
        for (let i = index; i; i = this.overlays[i - 1].parent) if (i === at) return true;
        return false;
      };
      for (const node of this.nodes) {
        if (within(node.ov ?? 0)) continue;
        const s = node.s ?? 0;
        if (native || (!node.ov && (s & S.COVERED || !(s & S.IN_VIEW)))) node.s = s | S.BEHIND_MODAL;
      }
    }

    fullText() {
      return this.text.slice(0, NO_TEXT).flatMap((lines) => lines.done).join("\n");
    }
  }

  /** What has the focus, through shadow roots and same-origin frames; null for none. */
  parts.activeElement = () => {
    let at = document.activeElement;
    for (let depth = 0; at && depth < 50; depth++) {
      const inner = at.localName === "iframe" ? parts.frameDocument(at)?.activeElement : parts.shadowOf(at)?.activeElement;
      if (!inner) break;
      at = inner;
    }
    return !at || at.localName === "body" || at.localName === "html" ? null : at;
  };

  /**
   * Walks the page.
   * @param {{run: string, textLimit: number, nodeLimit: number}} options
   * @returns {string} JSON of a raw page
   */
  parts.walk = (options) => {
    const walk = new Walk({ run: "", textLimit: 60000, nodeLimit: 50000, ...options }, false);
    walk.run();
    const text = walk.fullText();
    const limit = walk.options.textLimit;
    const root = document.scrollingElement ?? document.documentElement;
    return JSON.stringify({
      v: VERSION, u: location.href, t: parts.oneLine(document.title, 300), d: parts.token, rs: document.readyState,
      vp: [walk.width, walk.height, scrollX, scrollY, root.scrollWidth, root.scrollHeight],
      f: walk.focused ? parts.numberOf(walk.focused) : undefined,
      n: walk.nodes, c: walk.contexts, fm: walk.forms,
      ov: walk.overlays.map(({ n, k, l, mo }) => ({ n, k, l: l || undefined, mo })), fr: walk.frames,
      tx: text.length > limit ? text.slice(0, limit) : text, tl: text.length > limit ? text.length : undefined,
      ec: walk.count, cut: walk.cut || undefined,
    });
  };

  /** The page's whole readable text, as in the walk. */
  parts.readableText = () => {
    const walk = new Walk({ nodeLimit: 0 }, true);
    walk.run();
    return walk.fullText();
  };
})();
