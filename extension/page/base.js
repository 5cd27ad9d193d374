// @ts-check
// Groundwork for the page's scripts: element numbers, the flat tree, rendering.
//
// They run in the extension's isolated world, in the order of `SCRIPT_FILES` in Rust. They read the DOM and change nothing visible to user or page,
// except for the acting helpers in act.js and screenshot marks. `edithParts` is what they share.
(() => {
  // A frame or an element of a page that has one of these names would be found under it, here too: only what is the global object's own counts.
  if (Object.hasOwn(globalThis, "edithParts") && globalThis.edithParts) return;
  for (const name of ["edithParts", "edithPage", "edithOverlay"]) {
    if (!Object.hasOwn(globalThis, name)) Object.defineProperty(globalThis, name, { value: undefined, writable: true, configurable: true });
  }
  // The later scripts add theirs.
  const parts = (globalThis.edithParts = /** @type {Parts} */ ({}));

  // --- numbers ---------------------------------------------------------------------------------------------------------------
  // Numbers are unique over all frames of a tab: a frame that is walked by itself counts from a high number of its own.
  let counter = window === top ? 0 : (1 + (crypto.getRandomValues(new Uint32Array(1))[0] % 2000)) * 2 ** 20;
  /** @type {WeakMap<Element, number>} */
  const numbers = new WeakMap();
  /** @type {Map<number, WeakRef<Element>>} */
  const elements = new Map();
  /** @type {FinalizationRegistry<number>} */
  const collected = new FinalizationRegistry((number) => elements.delete(number));

  /** The element's number: assigned once, kept for the document's life, never reused. */
  parts.numberOf = (element) => {
    let number = numbers.get(element);
    if (number === undefined) {
      number = ++counter;
      numbers.set(element, number);
      elements.set(number, new WeakRef(element));
      collected.register(element, number);
    }
    return number;
  };

  /** Whether the element has a number, from a list or an answer. */
  parts.isListed = (element) => numbers.has(element);

  /** The element with this number while it is in a document, else null. */
  parts.elementOf = (number) => {
    const element = elements.get(number)?.deref();
    return element?.isConnected && element.ownerDocument.defaultView ? element : null;
  };

  parts.secret = () => Array.from(crypto.getRandomValues(new Uint8Array(9)), (b) => b.toString(36).padStart(2, "0")).join("");
  /** This document's random token. */
  parts.token = parts.secret();

  // --- what is not the page's -----------------------------------------------------------------------------------------------
  /** Whether a node is what EDITH draws over the page (overlay.js). */
  parts.isOverlay = (node) => globalThis.edithOverlay?.isHost(node) ?? false;

  /** Without what an observer hears of that. */
  parts.ofThePage = (records) => {
    if (!globalThis.edithOverlay) return records;
    const isOverlay = (/** @type {NodeList} */ nodes) => Array.from(nodes).every(parts.isOverlay);
    return records.filter(({ type, target, addedNodes, removedNodes }) => !(type === "childList" ? isOverlay(addedNodes) && isOverlay(removedNodes) : parts.isOverlay(target)));
  };

  // --- the flat tree ---------------------------------------------------------------------------------------------------------
  const closedRoot = /** @type {((element: Element) => ShadowRoot | null) | undefined} */ (globalThis.chrome?.dom?.openOrClosedShadowRoot);
  const HOSTS = new Set("article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span".split(" "));

  /** The element's shadow root, open or closed, or null. Closed ones are only asked of elements that look like hosts. */
  parts.shadowOf = (element) => {
    const open = element.shadowRoot;
    if (open || !closedRoot) return open;
    const name = element.localName;
    if (!name.includes("-") && (element.firstChild || !HOSTS.has(name))) return null;
    return parts.closedRootOf(element);
  };

  /** The same for an element with a child in no rendered tree, which must be asked. */
  parts.closedRootOf = (element) => {
    try {
      return closedRoot?.(element) ?? null;
    } catch {
      return null;
    }
  };

  /** Whether the first child of a possible host is in no rendered tree, as with a closed root. Some Chromium versions style it anyway. */
  parts.leavesOut = (element) => {
    const first = element.firstElementChild;
    if (!first || !closedRoot || !HOSTS.has(element.localName) || first.checkVisibility()) return false;
    const { display } = getComputedStyle(first);
    return display !== "none" && display !== "contents";
  };

  // --- pages whose names hide what elements can do ------------------------------------------------------------------------------
  // `<input name="children">` makes `form.children` that input, `<img name="body">` makes `document.body` that picture.
  /** @type {(prototype: object, name: string) => Function} */
  const getter = (prototype, name) => /** @type {Function} */ (Object.getOwnPropertyDescriptor(prototype, name)?.get);
  const bodyOf = getter(Document.prototype, "body");
  const rootOf = getter(Document.prototype, "documentElement");
  const firstChildOf = getter(Node.prototype, "firstChild");
  const nameOfNode = getter(Node.prototype, "nodeName");
  const parentOf = getter(Node.prototype, "parentNode");
  const USED = (
    "localName nodeType ownerDocument children attributes firstChild firstElementChild childElementCount parentNode parentElement " +
    "assignedSlot shadowRoot isConnected inert tabIndex offsetParent labels getAttribute hasAttribute hasAttributes matches closest " +
    "contains querySelector querySelectorAll getRootNode getBoundingClientRect getClientRects checkVisibility isContentEditable"
  ).split(" ");

  const isForm = (/** @type {Node} */ element) => nameOfNode.call(element) === "FORM";
  parts.body = (inner) => bodyOf.call(inner) ?? rootOf.call(inner);
  parts.firstChild = (node) => firstChildOf.call(node);
  /** Whether form fields shadow properties that these scripts use. */
  parts.isClobbered = (element) => isForm(element) && USED.some((name) => Object.hasOwn(element, name));
  parts.formAttribute = (form, name) => Element.prototype.getAttribute.call(form, name) ?? "";

  /** The parent as rendered: slot, shadow host or parent; null at a document's root. */
  parts.flatParent = (element) => {
    const parent = /** @type {?Element} */ (element.assignedSlot ?? element.parentNode);
    if (!parent) return null;
    // A form may have a field named `localName`; then this is not a string.
    const name = parent.localName;
    if (name === "form" || (name !== undefined && typeof name !== "string")) {
      /** @type {?Element} */
      let at = parent;
      while (at && isForm(at) && parts.isClobbered(at)) at = parentOf.call(at);
      if (at !== parent) return at?.nodeType === 1 ? at : (at?.host ?? null);
    }
    if (parent.nodeType === 1) return parent;
    return parent.nodeType === 11 ? (parent.host ?? null) : null;
  };

  /** Whether `inner` is `outer` or inside it in the flat tree, light children of a host included. */
  parts.contains = (outer, inner) => {
    for (let /** @type {Element | null | undefined} */ at = inner; at; ) {
      if (at === outer) return true;
      if (at.nodeType === 1 && outer.contains(at)) return true;
      /** @type {Document | ShadowRoot} */
      const root = at.getRootNode();
      at = root.nodeType === 11 ? root.host : null;
    }
    return false;
  };

  /** Media types of pages. */
  const PAGES = (parts.PAGES = new Set(["text/html", "application/xhtml+xml"]));
  /** What may hold a document of its own. */
  parts.FRAMES = "iframe,frame,object,embed";
  const FRAMES = new Set(parts.FRAMES.split(","));

  /** The window that an element holds, or null; one of another site can be named, not read. */
  parts.frameWindow = (frame) => {
    if (!FRAMES.has(frame.localName)) return null;
    const known = frame.contentWindow;
    if (known || frame.localName !== "embed") return known ?? null;
    // An `embed` does not say which window is its own; the windows know their elements.
    const view = frame.ownerDocument.defaultView;
    if (!view) return null;
    const others = new Set(Array.from(frame.ownerDocument.querySelectorAll("iframe,frame,object"), (one) => one.contentWindow));
    const unnamed = [];
    for (let i = 0; i < view.length; i++) {
      try {
        if (view[i].frameElement === frame) return view[i];
        if (view[i].frameElement) continue;
      } catch { /* Of another site. */ }
      if (!others.has(view[i])) unnamed.push(view[i]);
    }
    return unnamed.length === 1 ? unnamed[0] : null;
  };

  /** Whether an element shows a page of its own, rather than a picture, a recording or the browser's viewer. */
  parts.showsPage = (element) => {
    const tag = element.localName;
    if (tag === "iframe" || tag === "frame") return true;
    if (!FRAMES.has(tag) || (element.type && !PAGES.has(element.type))) return false;
    return parts.frameDocument(element) !== null || parts.frameWindow(element) !== null;
  };

  /** A frame's document if readable from here, else null. */
  parts.frameDocument = (frame) => {
    const tag = frame.localName;
    if (!FRAMES.has(tag)) return null;
    try {
      const inner = frame.contentDocument ?? parts.frameWindow(frame)?.document;
      if (!inner?.documentElement) return null;
      // What is embedded may be a drawing, which is not a page.
      return tag === "iframe" || tag === "frame" || bodyOf.call(inner) ? inner : null;
    } catch {
      return null;
    }
  };

  /** A window's path of child indices from the top, joined by dots; "" for the top window. */
  parts.pathOf = (view) => {
    const path = [];
    for (let at = view; at && at !== at.parent; at = at.parent) {
      let position = -1;
      for (let i = 0; i < at.parent.length && position < 0; i++) if (at.parent[i] === at) position = i;
      path.unshift(position);
    }
    return path.join(".");
  };

  /** The origin of a document's viewport in these scripts' top viewport: `[x, y]`. */
  parts.offsetOf = (inner) => {
    let x = 0;
    let y = 0;
    for (let view = inner.defaultView; view && inner !== document; ) {
      const frame = view.frameElement;
      if (!frame) break;
      const rect = frame.getBoundingClientRect();
      x += rect.left + frame.clientLeft;
      y += rect.top + frame.clientTop;
      inner = frame.ownerDocument;
      view = inner.defaultView;
    }
    return [x, y];
  };

  /** What is at a point of the top viewport, through frames and shadow roots. */
  parts.at = (x, y) => {
    /** @type {Document | ShadowRoot} */
    let root = document;
    /** @type {?Element} */
    let found = null;
    for (let depth = 0; depth < 50; depth++) {
      /** @type {?Element} */
      let element = root.elementFromPoint(x, y);
      // What EDITH draws over the page leaves its place before a press.
      if (parts.isOverlay(element)) element = root.elementsFromPoint(x, y).find((one) => !parts.isOverlay(one)) ?? null;
      if (!element || element === found) return found;
      found = element;
      /** @type {?Document} */
      const inner = parts.frameDocument(element);
      if (inner) {
        const rect = element.getBoundingClientRect();
        x -= rect.left + element.clientLeft;
        y -= rect.top + element.clientTop;
        root = inner;
        continue;
      }
      const shadow = parts.shadowOf(element);
      if (!shadow) return found;
      root = shadow;
    }
    return found;
  };

  /** The focused element, through shadow roots and same-origin frames, or null. */
  parts.activeElement = () => {
    let at = document.activeElement;
    for (let depth = 0; at && !parts.isOverlay(at) && depth < 50; depth++) {
      const inner = parts.frameDocument(at)?.activeElement ?? parts.shadowOf(at)?.activeElement;
      if (!inner) break;
      at = inner;
    }
    return !at || parts.isOverlay(at) || ((at.localName === "body" || at.localName === "html") && !at.isContentEditable) ? null : at;
  };

  // --- what is rendered ------------------------------------------------------------------------------------------------------
  parts.style = (element) => /** @type {Window} */ (element.ownerDocument.defaultView).getComputedStyle(element);

  const SEEN = { visibilityProperty: true, opacityProperty: true };
  /** Whether a person sees the element, or, where it has no box of its own, what it holds. */
  parts.isVisible = (element, style = parts.style(element)) => {
    if (style.display !== "contents") return element.checkVisibility(SEEN);
    for (let at = parts.flatParent(element); at; at = parts.flatParent(at)) {
      if (parts.style(at).display !== "contents") return style.visibility === "visible" && at.checkVisibility(SEEN);
    }
    return false;
  };

  const usable = (/** @type {DOMRect} */ rect) => rect.width > 1 && rect.height > 1;

  /** The element's box, or, when that is empty, that of its overflow (floats, display: contents). */
  parts.boxOf = (element) => {
    const rect = element.getBoundingClientRect();
    if (usable(rect)) return rect;
    for (const child of element.children) {
      const inner = child.getBoundingClientRect();
      if (usable(inner)) return inner;
    }
    if (element.firstChild === null || parts.style(element).display !== "contents") return rect;
    const words = element.ownerDocument.createRange();
    words.selectNodeContents(element);
    return words.getBoundingClientRect();
  };

  /** The box of an image map's area; null if its picture is not shown. */
  parts.areaBox = (area, image = null) => {
    const name = area.closest("map")?.name;
    image ??= name ? area.getRootNode().querySelector(`img[usemap="#${CSS.escape(name)}"]`) : null;
    if (!image) return null;
    const rect = image.getBoundingClientRect();
    const [a, b, c, d] = area.coords.split(/[\s,]+/).map(Number);
    let [x0, y0, x1, y1] = [a, b, c, d];
    if (area.shape === "circle") [x0, y0, x1, y1] = [a - c, b - c, a + c, b + c];
    else if (area.shape === "poly") {
      const numbers = area.coords.split(/[\s,]+/).map(Number);
      const xs = numbers.filter((_, i) => i % 2 === 0);
      const ys = numbers.filter((_, i) => i % 2 === 1);
      [x0, y0, x1, y1] = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
    } else if (area.shape === "default") [x0, y0, x1, y1] = [0, 0, rect.width, rect.height];
    if (![x0, y0, x1, y1].every(Number.isFinite)) return null;
    return new DOMRect(rect.left + x0, rect.top + y0, x1 - x0, y1 - y0);
  };

  // White space other than a single blank. Testing first is cheaper than replacing everywhere.
  const UNEVEN = /[^\S ][\s\u200b\ufeff]*|[\u200b\ufeff][\s\u200b\ufeff]*| [\s\u200b\ufeff]+/g;

  /** Text on one line, at most `cap` characters. */
  parts.oneLine = (text, cap) => {
    let out = text.length > cap * 4 + 400 ? text.slice(0, cap * 4 + 400) : text;
    out = out.replace(UNEVEN, " ").trim();
    // Do not split an emoji.
    return out.length > cap ? out.slice(0, cap - 1).replace(/[\ud800-\udbff]$/, "").trimEnd() + "…" : out;
  };

  // A line without words: only the marks of headings, cells and items.
  const EMPTY = /^[\s|#-]*$/;

  /** Text collected line by line. */
  parts.Lines = class {
    constructor() {
      /** @type {string[]} */
      this.done = [];
      this.line = "";
    }
    /** @type {Lines["add"]} */
    add(data) {
      this.line += data;
    }
    /** For preformatted text, where line breaks count. @type {Lines["addLines"]} */
    addLines(data) {
      data.split("\n").forEach((line, i) => {
        if (i) this.end();
        this.add(line);
      });
    }
    end() {
      if (this.line === "") return;
      const text = this.line.replace(UNEVEN, " ").trim();
      if (!EMPTY.test(text)) this.done.push(text);
      this.line = "";
    }
  };
})();
