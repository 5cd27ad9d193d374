// @ts-check
// The walk: one pass over everything rendered, returning the raw page of crates/page/src/raw.rs.
(() => {
  const parts = globalThis.edithParts;
  if (Object.hasOwn(parts, "walk")) return;

  /** @type {RawVersion} */
  const VERSION = 1;
  const DEPTH_CAP = 1200;
  // List items are children, in rows, or in cells of rows.
  const ROVED_LEVELS = 3;
  // A box that hides less of its content, in pixels, is as good as fully seen.
  const LEAST_HIDDEN = 40;
  const S = parts.states;
  const words = parts.words;

  const WIDGETS = words(
    "button checkbox combobox gridcell link menuitem menuitemcheckbox menuitemradio option radio scrollbar searchbox slider " +
      "spinbutton switch tab textbox treeitem",
  );
  parts.widgets = WIDGETS;
  /** @type {Record<string, string>} */
  const CONTEXT_TAGS = {
    header: "header", nav: "nav", main: "main", aside: "aside", footer: "footer", search: "search", form: "form", dialog: "dialog",
    fieldset: "group", li: "item", tr: "row", article: "item", details: "group", section: "section", dd: "item",
  };
  /** @type {Record<string, string>} */
  const CONTEXT_ROLES = {
    banner: "header", navigation: "nav", main: "main", complementary: "aside", contentinfo: "footer", search: "search", form: "form",
    dialog: "dialog", alertdialog: "dialog", region: "section", group: "group", radiogroup: "group", listitem: "item", row: "row",
    article: "item", menu: "menu", menubar: "menu", listbox: "list", tree: "tree", tabpanel: "panel", tablist: "tabs", toolbar: "toolbar",
    grid: "grid", treegrid: "grid", table: "table",
  };
  const NO_TEXT_ROLES = words("navigation menu menubar tablist toolbar search listbox tree scrollbar button");
  const CELLS = words("cell gridcell columnheader rowheader");
  const TABLES = words("grid table treegrid");
  // What an icon may be made of, and its largest side in pixels.
  const ICONS = words("img i span em");
  const ICON = 40;
  // What a label names and this list has: the label's words stand there.
  const LISTED = ":not(meter,output,progress)";
  // Most characters of a cell where it is repeated.
  const REPEATED = 60;
  const OVERLAYS = words("dialog alertdialog menu listbox tooltip");

  // What a tag is, in bits: one look-up per element.
  const SKIP = 1, BLOCK = 2, NATIVE = 4, PASSES = 8, CONTEXT = 16, QUIET = 32, FORM = 64, MARKED = 128, NAMED = 256, LABEL = 512;
  const TAGS = new Map();
  const tagged = (/** @type {number} */ bit, /** @type {string} */ text) => {
    for (const tag of text.split(" ")) TAGS.set(tag, (TAGS.get(tag) ?? 0) | bit);
  };
  tagged(SKIP, "script style noscript template head link meta base title param source track datalist wbr defs");
  tagged(
    BLOCK,
    "address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 " +
      "header hgroup hr legend li main menu nav ol option p pre search section summary table tbody tfoot thead tr ul",
  );
  tagged(NATIVE, "a area button input select textarea summary video audio canvas embed object");
  // A hand cursor over these does not tell what is clicked inside.
  tagged(PASSES, "html body ul ol dl menu table thead tbody tfoot tr");
  tagged(CONTEXT, Object.keys(CONTEXT_TAGS).join(" "));
  // A label's text is its field's name, a button's its own.
  tagged(QUIET, "button nav label legend canvas svg");
  tagged(FORM, "form");
  // Tags that mark the text or need a closer look; all others skip the name comparison.
  tagged(MARKED, "br td th li pre h1 h2 h3 h4 h5 h6 iframe frame object embed");
  tagged(NAMED, "label img svg slot details");
  tagged(LABEL, "label");

  // Attributes as bits; names are entered when first met.
  const ROLE = 1, TABINDEX = 2, EDITABLE = 4, CLICK = 8, ASKED = 16, DRAG = 32, POPOVER = 64, INERT = 128, UNTIL = 256, TRIGGER = 512, DATA = 1024, SORT = 2048, LISTENS = 4096;
  const ATTRIBUTES = new Map([
    ["role", ROLE], ["tabindex", TABINDEX], ["contenteditable", EDITABLE], ["draggable", DRAG], ["popover", POPOVER], ["inert", INERT], ["hidden", UNTIL], ["aria-sort", SORT],
    ["onclick", CLICK], ["onmousedown", CLICK], ["onpointerdown", CLICK], ["onmouseup", CLICK], ["ondblclick", CLICK],
    ["onmouseenter", CLICK], ["onmouseover", CLICK], ["onpointerenter", CLICK], ["oncontextmenu", CLICK], ["ng-click", CLICK], ["data-ng-click", CLICK],
    ["data-toggle", CLICK], ["data-bs-toggle", CLICK], ["data-action", ASKED], ["jsaction", ASKED], ["data-event", ASKED], ["data-controller", 0],
    ["hx-get", TRIGGER], ["hx-post", TRIGGER], ["hx-put", TRIGGER], ["hx-patch", TRIGGER], ["hx-delete", TRIGGER],
  ]);
  const MOST_NAMES = 2000;
  const factOf = (/** @type {string} */ name) => {
    const known = ATTRIBUTES.get(name);
    if (known !== undefined) return known;
    const fact = /^(@|x-on:|v-on:|on:|wire:)(click|mousedown|pointerdown)/.test(name) && !/outside|away/.test(name) ? CLICK : /^data-(?!test|qa|cy|v-|react)/.test(name) ? DATA : 0;
    if (ATTRIBUTES.size < MOST_NAMES) ATTRIBUTES.set(name, fact);
    return fact;
  };
  // Attributes whose value says whether they handle clicks.
  /** @type {(value: string) => boolean} */
  const isClickAction = (value) => value !== "" && (/[:>]/.test(value) ? /(^|[\s;])(click|mousedown|pointerdown)/.test(value) || /^[\w-]+#/.test(value) : true);
  const isClickTrigger = (/** @type {Element} */ element) => /^$|click/.test(element.getAttribute("hx-trigger") ?? "");

  // --- text buffers ----------------------------------------------------------------------------------------------------------
  const OVERLAY_TEXT = 0, MAIN_TEXT = 1, REST_TEXT = 2, SIDE_TEXT = 3, NO_TEXT = 4;

  // Marks in the text for a control's place, as in crates/page/src/signs.rs: its number, and whether its words follow; and for the two ends of a row or an overlay.
  const OPEN = "\ufdd0", UNSAID = "\ufdd1", SAID = "\ufdd2", BEGIN = "\ufdd3", END = "\ufdd4";

  // Draggables known only by a library's class.
  const DRAGGED = ".ui-draggable, .cdk-drag, .ui-sortable-handle, .ui-sortable > *, .sortable-item, [data-rbd-drag-handle-draggable-id]";

  // File drop zones are known only by their name.
  const DROPS = "[class*=drop i],[id*=drop i],[ondrop]";
  /** @type {(element: Element) => boolean} */
  const isDropPlace = (element) => element.hasAttribute("ondrop") || /(drop|drag)[-_]?(zone|area|target|box|here)|(file|image|upload)[-_]?drop/i.test(`${element.id} ${element.getAttribute("class") ?? ""}`);

  // Reasons for listing a box that may hold anything.
  const WRAPS = words("pointer tabindex onclick drag");

  const PAGES = parts.PAGES;
  const WITHIN = "dialog,article,section,li,[role=dialog],[role=alertdialog],[role=article],[role=region]";

  // Data cells hold a few words; layout cells hold more.
  const isShortCell = (/** @type {Element} */ cell) =>
    cell.childElementCount === 0 || (cell.textContent.length < 240 && !cell.querySelector("table,pre,h1,h2,h3,h4,h5,h6,[role=row]"));

  const scrolls = (/** @type {RawNode} */ node) => {
    node.s = (node.s ?? 0) | S.SCROLLS;
  };

  // --- the walk --------------------------------------------------------------------------------------------------------------
  // Texts that were searched for: what listens to clicks on them cannot be seen from here, so they can be acted on from then on.
  /** @type {WeakSet<Element>} */
  const sought = new WeakSet();
  let isAnySought = false;
  const MOST_SOUGHT = 10;

  /** @type {WalkOptions} */
  const TEXT_ONLY = { run: "", since: 0, textLimit: 0, nodeLimit: 0, seek: "", inspect: 0, fields: false };

  class Walk extends parts.Drawings {
    /** @param {WalkOptions} options @param {boolean} textOnly */
    constructor(options, textOnly) {
      super(options, textOnly ? null : parts.baseline(options.run, options.since));
      this.textOnly = textOnly;
      this.overlaid = globalThis.edithOverlay !== undefined;
      this.text = [new parts.Lines(), new parts.Lines(), new parts.Lines(), new parts.Lines(), new parts.Lines()];
      this.count = 0;
      this.inHeading = false;
      this.inCell = false;
      this.inHead = false;
      // The table around whose cells span others' places, its row, and how many of the row's places were passed.
      /** @type {?Grid} */
      this.grid = null;
      /** @type {?Element[]} */
      this.places = null;
      this.column = 0;
      this.pre = false;
      this.sink = REST_TEXT;
      // Where the text around a label goes, in which its control has a place.
      this.beside = NO_TEXT;
      this.isMeant = parts.seeker(this.options.seek);
      this.found = 0;
      // What hovering would show, see parts.reveals.
      /** @type {Map<Element, Hidden>} */
      this.hidden = new Map();
      // Click targets in boxes that listen for their content.
      /** @type {Set<Element>} */
      this.items = new Set();
      // Kinds of items of which one is focusable, by container.
      /** @type {Map<Element, Map<string, ?Element>>} */
      this.roved = new Map();
      // Children that are alike, by what holds them, and the lists in which rows were found.
      /** @type {Map<Element, ?Set<Element>>} */
      this.alike = new Map();
      /** @type {Map<Element, number>} */
      this.lists = new Map();
      /** @type {?Set<Element>} */
      this.handed = null;
      // Items of lists that get tabindex and role only with the focus.
      /** @type {?Set<Element>} */
      this.twins = null;
      /** @type {?Set<Element>} */
      this.dragged = null;
    }

    run() {
      this.delegates = null;
      /** @type {?Element} */
      this.box = null;
      this.focused = parts.activeElement();
      parts.rememberLabels(true);
      parts.rememberGrids(true);
      parts.rememberChoices(true);
      try {
        this.document(document);
      } finally {
        parts.rememberLabels(false);
        parts.rememberGrids(false);
        parts.rememberChoices(false);
      }
      for (const lines of this.text) lines.end();
      parts.weighRows(this);
      parts.tellRowsApart(this.rows, this.contexts);
      parts.nameBoxes(this.nodes, this.contexts);
      parts.tellApart(this.nodes, this.contexts);
      parts.nameKnownRows(this.nodes, this.contexts);
      this.modal();
      this.nameCovers();
    }

    // An element's text alone, whatever it is.
    /** @type {PageWalk["within"]} */
    within(element) {
      const { scrollX, scrollY } = /** @type {Window} */ (element.ownerDocument.defaultView);
      this.holders = [];
      this.scrolled = [scrollX, scrollY];
      this.children(element, element.localName, parts.style(element), false);
      for (const lines of this.text) lines.end();
    }

    /** @type {PageWalk["document"]} */
    document(inner) {
      if (this.base?.first) parts.noteTyped(inner, this.base);
      const walk = /** @type {PageWalk} */ (this);
      const saved = /** @type {const} */ ([walk.holders, walk.ground, walk.dragged, walk.handed, walk.twins, walk.blocked]);
      const dragged = this.textOnly ? [] : inner.querySelectorAll(DRAGGED);
      const drops = this.textOnly ? [] : Array.from(inner.querySelectorAll(DROPS)).filter(isDropPlace);
      const items = this.textOnly ? [] : [...dragged, ...inner.querySelectorAll("[draggable=true]")];
      const empty = items.length ? parts.emptyPlaces(inner, items) : [];
      this.dragged = dragged.length || drops.length || empty.length ? new Set([...dragged, ...drops, ...empty]) : null;
      if (!this.textOnly) parts.reveals(inner, this.hidden);
      this.handed = this.textOnly ? null : parts.handed(inner);
      this.twins = this.textOnly ? null : parts.roved(inner);
      walk.holders = [];
      walk.ground = this.reachOf(inner);
      const root = parts.body(inner);
      walk.blocked = root !== null && parts.style(root).pointerEvents === "none";
      if (root) this.element(root, false);
      [walk.holders, walk.ground, walk.dragged, walk.handed, walk.twins, walk.blocked] = saved;
    }

    // Visits an element and its content; `parentPointer`: the parent shows a hand. False if it is in no rendered tree, like what a shadow root leaves
    // out.
    /** @type {PageWalk["element"]} */
    element(element, parentPointer) {
      const tag = element.localName;
      const bits = TAGS.get(tag) ?? (typeof tag === "string" ? 0 : FORM);
      if (bits & SKIP || (this.overlaid && parts.isOverlay(element))) return true;
      if (bits & FORM && parts.isClobbered(element)) {
        for (let child = parts.firstChild(element); child; child = child.nextSibling) if (child.nodeType === 1) this.element(/** @type {Element} */ (child), parentPointer);
        return true;
      }
      this.count++;
      if (this.depth > DEPTH_CAP) {
        this.cut = true;
        return true;
      }
      const revealed = this.hidden.size > 0 ? this.hidden.get(element) : undefined;
      if (revealed) this.emitHidden(revealed);
      const style = getComputedStyle(element);
      const display = style.display;
      if (display === "none") {
        if (this.options.fields) this.hiddenFiles(element);
        return true;
      }
      if (display === "") return false;
      let facts = 0;
      if (element.hasAttributes()) for (const name of element.getAttributeNames()) facts |= ATTRIBUTES.get(name) ?? factOf(name);
      if (tag === "body" && element.ownerDocument.designMode === "on") facts |= EDITABLE;
      if (parts.anyListens && !this.textOnly && (parts.listens(element) || this.items.has(element))) facts |= LISTENS;
      if (this.twins !== null && this.twins.has(element)) facts |= ROLE;
      if (facts & INERT || (facts & UNTIL && element.getAttribute("hidden") === "until-found")) return true;
      if (bits & NAMED && tag === "svg") {
        const known = this.nodes.length;
        if (!this.textOnly) this.picture(element, parentPointer, style, facts);
        if (this.nodes.length === known + 1) this.sign(this.sink, this.nodes[known].n, UNSAID);
        else if (this.nodes.length === known && this.sink !== NO_TEXT && style.visibility === "visible") this.icon(element, tag, this.text[this.sink], false);
        if (element.firstElementChild) this.written(element, style);
        return true;
      }

      const { sink: sinkBefore, context: holder, owner, box, overlay, inHeading, pre: preBefore, inCell, inHead, beside, grid, places, column } = this;
      let pre = preBefore;
      const { heading, headed, headingIndex, scope } = holder;
      const role = facts & ROLE ? parts.givenRole(element) : "";
      const boxless = display === "contents";
      const shown = style.visibility === "visible";
      const known = this.nodes.length;
      let pointer = parentPointer;
      let descend = true;
      let apart = (bits & BLOCK) !== 0;
      let cell = false;
      let spaced = false;
      let at = column;
      if (shown) {
        // Inside controls and what shows a hand, a hand means nothing new.
        if (!this.textOnly && !pointer) pointer = (bits & NATIVE) !== 0 || style.cursor === "pointer" || (this.handed !== null && this.handed.has(element));
        if (boxless) apart ||= role === "row";
        else if (!apart && !(bits & MARKED && tag === "br")) apart = !display.startsWith("inline") && display !== "table-cell";
        cell = tag === "td" || tag === "th" || (role !== "" ? CELLS.has(role) : display === "table-cell");
        // A table cell is one piece of its row's line, whatever it contains.
        spaced = apart && this.inCell;
        if (cell || spaced) apart = false;
        // An overlay at the page's end does not belong to what precedes it.
        if (this.depth === 1 && holder.heading && /^(absolute|fixed)$/.test(style.position)) this.context = parts.around(null, "", null);
        if (bits & CONTEXT || role !== "" || facts & POPOVER) this.around(element, tag, role, style, facts);
        if (this.textOnly) descend = !(tag === "select" || tag === "textarea" || this.isField(element, role, facts));
        else {
          descend = this.consider(element, tag, bits, role, style, facts, pointer, parentPointer);
          if (this.seeks()) this.emitSought(element, tag, role, style);
        }
      }
      if (revealed) this.sink = NO_TEXT;
      if (cell) this.inHead = tag === "th" || role === "columnheader" || role === "rowheader";
      if (this.sink !== NO_TEXT) this.textSink(element, tag, bits, role);
      const number = this.nodes.length > known && !revealed ? this.nodes[known].n : 0;
      // A control whose words are not repeated keeps its place in the line.
      const isMute = number !== 0 && !apart && this.sink === NO_TEXT && sinkBefore !== NO_TEXT;
      // A delegating element shows a hand everywhere, so its content is checked again.
      if (pointer && bits & PASSES && this.nodes.length === known) pointer = false;

      const lines = this.text[this.sink];
      if (this.sink !== sinkBefore && !inCell && !isMute) this.text[sinkBefore].end();
      if (apart) lines.end();
      else if (spaced) lines.add(" ");
      if (tag === "table" || (role !== "" && TABLES.has(role))) {
        this.grid = parts.gridOf(element);
        this.places = null;
      } else if (this.grid !== null && (tag === "tr" || role === "row")) {
        this.places = this.grid.get(element) ?? null;
        this.column = 0;
      }
      const list = shown && !this.textOnly && this.sink !== NO_TEXT ? parts.listOf(element, tag, role, this.alike) : null;
      const { length: frames } = this.frames;
      const isBlock = list !== null || (/** @type {PageWalk} */ (this).overlay !== overlay && this.sink !== NO_TEXT);
      if (isBlock) this.sign(this.sink, parts.numberOf(element), BEGIN);
      if (cell) {
        if (this.places?.includes(element)) this.passed(lines, element);
        at = this.column;
        lines.add(" | ");
        this.inCell = isShortCell(element);
        this.places = null;
      }
      if (bits & MARKED) switch (tag) {
        case "br":
          if (inCell) lines.add(" ");
          else lines.end();
          break;
        case "li":
          lines.add(inCell ? " " : "- ");
          break;
        case "pre":
          pre = true;
          break;
        case "h1": case "h2": case "h3": case "h4": case "h5": case "h6":
          lines.add("## ");
          this.heading(element);
          break;
        case "iframe":
        case "frame":
        case "object":
        case "embed":
          if (!parts.showsPage(element)) break;
          this.frameElement(element);
          descend = false;
          break;
        default:
      } else if (role === "heading") {
        if (apart) lines.add("## ");
        this.heading(element);
      }
      if (number === 0 && shown && !cell && ICONS.has(tag) && !element.firstChild && this.sink !== NO_TEXT) this.icon(element, tag, lines, apart);
      let signed = 0;
      if (number !== 0) {
        if (this.sink !== NO_TEXT) signed = this.sign(this.sink, number, descend ? SAID : UNSAID);
        else {
          this.sign(sinkBefore === NO_TEXT ? this.beside : sinkBefore, number, UNSAID);
          if (apart && !inCell) this.text[sinkBefore].end();
        }
      }
      if (this.sink === NO_TEXT && sinkBefore !== NO_TEXT) this.beside = bits & LABEL ? sinkBefore : NO_TEXT;
      if (descend) {
        this.depth++;
        this.pre = pre;
        this.holders.push(element, style);
        this.children(element, bits & NAMED ? tag : "", shown ? style : null, this.delegates === element ? false : pointer);
        this.holders.length -= 2;
        this.pre = preBefore;
        this.depth--;
      }
      // It contributed no words: a picture.
      if (signed && signed === lines.line.trimEnd().length && lines.line.trimEnd().endsWith(SAID)) lines.line = `${lines.line.trimEnd().slice(0, -1)}${UNSAID} `;
      if (bits & LABEL && shown && !this.textOnly) {
        // A control its label hides is reached through the label.
        const control = element.control;
        if (control && !this.emitted.has(control) && parts.contains(element, control)) this.emitByLabel(control, element);
      }
      if (this.grid !== grid || this.places !== places) {
        if (this.places && !cell) this.passed(lines, null);
        this.grid = grid;
        this.places = places;
        this.column = at;
      }
      if (cell && places) this.filled(lines, element);
      if (isBlock) this.sign(this.sink, parts.numberOf(element), END);
      if (list) parts.enterRow(this, element, tag, role, list, known, holder, frames);
      if (apart) {
        lines.end();
        if (shown && !this.textOnly && tag !== "body") {
          if (this.nodes.length === known) this.scroller(element, tag, role, style);
          else if (this.scrollers.size > 0 && this.scrollers.has(element)) this.holder(element, tag, role, style, owner);
        }
      } else if (spaced || bits & MARKED || tag.length > 6) lines.add(" ");
      this.inCell = inCell;
      this.inHead = inHead;
      this.beside = beside;
      if (this.sink !== sinkBefore && !inCell) lines.end();
      this.sink = sinkBefore;
      this.context = holder;
      this.owner = owner;
      this.box = box;
      this.overlay = overlay;
      this.inHeading = inHeading;
      if (holder.scope === element) {
        // A heading applies only within its own block.
        holder.heading = heading;
        holder.headed = headed;
        holder.headingIndex = headingIndex;
        holder.scope = scope;
      }
      return true;
    }

    // Files that are asked for behind a button.
    /** @type {PageWalk["hiddenFiles"]} */
    hiddenFiles(element) {
      for (const input of element.localName === "input" ? [element] : element.querySelectorAll("input[type=file]")) {
        const button = parts.fileButton(input);
        if (button) this.emitByLabel(input, button);
      }
    }

    // An icon between words is one of them: what it is called, or else what its author calls it. So is a scale of icons, wherever it is.
    /** @type {PageWalk["icon"]} */
    icon(element, tag, lines, apart) {
      const { width, height } = element.getBoundingClientRect();
      if (width < 4 || height < 4 || width > ICON || height > ICON) return;
      // A control without words is called so.
      const scale = this.owner && !parts.elementOf(this.owner)?.textContent.trim() ? "" : parts.scaleAt(element);
      if (scale) lines.add(` (icons: ${scale}) `);
      if (scale !== "" || this.owner || apart || !this.isBetweenWords(element)) return;
      const name = parts.oneLine(parts.accessibleName(element, parts.roleOf(element)), REPEATED);
      const said = name || (tag === "img" ? "" : parts.hintOf(element, "").split(" ").slice(0, 2).join(" "));
      const isSaid = Array.from(element.parentNode?.childNodes ?? []).some((beside) => beside !== element && beside.textContent?.includes(said));
      if (!said || isSaid) return;
      lines.add(/[\p{L}\p{N}]/u.test(said) ? ` (icon: ${said}) ` : ` ${said} `);
    }

    // Whether the words of a line go on beside an element.
    /** @type {PageWalk["isBetweenWords"]} */
    isBetweenWords(element) {
      for (let /** @type {?Node} */ beside = element.previousSibling; beside; beside = beside.previousSibling) if (beside.nodeType === 3 && /\p{L}/u.test(beside.data)) return true;
      return false;
    }

    // Says what is in the places of a row before this cell, or up to its end: cells of the rows above.
    /** @type {PageWalk["passed"]} */
    passed(lines, cell) {
      for (; this.places && this.column < this.places.length && this.places[this.column] !== cell; this.column++) {
        lines.add(` | ${parts.textIn(this.places[this.column], REPEATED, false, true)} `);
      }
    }

    // Repeats a cell in the other columns that it fills, unless it is alone in its row, as a title is.
    /** @type {PageWalk["filled"]} */
    filled(lines, cell) {
      const places = this.places ?? [];
      const isAlone = places.every((other) => other === cell);
      for (let again = false; places[this.column] === cell; this.column++, again = true) {
        if (again && !isAlone) lines.add(` | ${parts.textIn(cell, REPEATED, false, true)} `);
      }
    }

    // Hidden text is marked as such: it may be aimed at a model. `style` is null where nothing is rendered.
    /** @type {PageWalk["words"]} */
    words(element, style, data) {
      if (!style || this.sink === NO_TEXT) return;
      const lines = this.text[this.sink];
      if (/\S/.test(data) && this.isUnseen(element, style)) {
        // Skip links show only on focus and say nothing.
        if (/[\p{L}\p{N}]/u.test(data) && !element.closest("a[href^='#']")) lines.add(` [unseen: ${data.replace(/[[\]]/g, "").trim()}] `);
      } else if (this.pre && data.includes("\n")) lines.addLines(data);
      else lines.add(data);
    }

    /** @type {PageWalk["children"]} */
    children(element, tag, style, pointer) {
      let holder = parts.shadowOf(element) ?? (style && parts.leavesOut(element) ? parts.closedRootOf(element) : null) ?? element;
      if (holder !== element && !this.textOnly) parts.reveals(/** @type {ShadowRoot} */ (holder), this.hidden);
      let list = null;
      if (tag === "slot") {
        list = element.assignedNodes();
        if (!list.length) list = null;
      }
      let child = list ? list[0] : holder.firstChild;
      for (let i = 0; child; child = list ? list[++i] : child.nextSibling) {
        const type = child.nodeType;
        if (type === 3) {
          this.words(element, style, child.data);
        } else if (type === 1 && !this.element(/** @type {Element} */ (child), pointer) && holder === element && !list) {
          // Not rendered: a closed root leaves this child out.
          const root = parts.closedRootOf(element);
          if (root) {
            for (let inner = root.firstChild; inner; inner = inner.nextSibling) {
              if (inner.nodeType === 1) this.element(/** @type {Element} */ (inner), pointer);
              else if (inner.nodeType === 3) this.words(element, style, inner.data);
            }
            return;
          }
        }
        if (type === 1 && tag === "details" && child.localName === "summary" && !element.open) return;
      }
    }

    // --- around elements: contexts, overlays, text ---------------------------------------------------------------------------
    /** @type {PageWalk["around"]} */
    around(element, tag, role, style, facts) {
      let kind = role ? CONTEXT_ROLES[role] : CONTEXT_TAGS[tag];
      // The head and foot of a part of the page are not landmarks, as HTML has it; a dialog's name says more.
      if ((tag === "header" || tag === "footer") && !role && element.closest(WITHIN)) kind = "";
      if (kind && Object.hasOwn(role ? CONTEXT_ROLES : CONTEXT_TAGS, role || tag)) {
        this.context = parts.around(element, kind, this.context);
      }
      if (this.textOnly) {
        if (tag === "dialog" || role === "dialog" || role === "alertdialog") this.sink = OVERLAY_TEXT;
        return;
      }
      kind = "";
      if (tag === "dialog") kind = role === "alertdialog" ? role : "dialog";
      else if (OVERLAYS.has(role) && role !== "tooltip") {
        if (role === "dialog" || role === "alertdialog" || this.floats(element, style)) kind = role;
      } else if (facts & POPOVER) kind = "popover";
      if (!kind || (kind === "popover" && !element.matches(":popover-open"))) return;
      const native = tag === "dialog" && element.matches(":modal");
      this.overlays.push({
        n: parts.numberOf(element), k: kind, l: parts.labelOf(element) || parts.firstHeading(element),
        mo: native || element.getAttribute("aria-modal") === "true" || undefined, native, parent: this.overlay, by: parts.controlFor(element),
      });
      this.overlay = this.overlays.length;
      if (kind !== "menu" && kind !== "listbox") this.sink = OVERLAY_TEXT;
    }

    // Puts a control's place into a line; returns the line's new length.
    /** @type {PageWalk["sign"]} */
    sign(sink, number, end) {
      if (sink === NO_TEXT) return 0;
      const lines = this.text[sink];
      lines.add(` ${OPEN}${number}${end} `);
      return lines.line.length - 1;
    }

    /** @type {PageWalk["textSink"]} */
    textSink(element, tag, bits, role) {
      // A column's name is the caption of its sort button.
      if (this.inHead && (tag === "button" || role === "button")) return;
      if ((bits & QUIET && !(bits & LABEL && !element.control?.matches(LISTED))) || (role !== "" && NO_TEXT_ROLES.has(role))) {
        this.sink = NO_TEXT;
      } else if (this.sink === OVERLAY_TEXT) {
        // Remains first, whatever it holds.
      } else if (tag === "main" || role === "main" || ((tag === "article" || role === "article") && this.sink === REST_TEXT)) {
        this.sink = MAIN_TEXT;
      } else if (this.sink !== MAIN_TEXT && (tag === "footer" || tag === "aside" || role === "contentinfo" || role === "complementary")) {
        this.sink = SIDE_TEXT;
      }
    }

    /** @type {PageWalk["heading"]} */
    heading(element) {
      this.inHeading = true;
      if (this.textOnly) return;
      const holder = this.context;
      let block = element.parentElement;
      while (block && block.childElementCount === 1 && block.localName !== "body") block = block.parentElement;
      holder.scope = block;
      // The page's title above everything locates nothing.
      holder.heading = element.localName === "h1" && holder.kind !== "item" ? "" : parts.textIn(element, 60);
      holder.headed = element;
      holder.headingIndex = 0;
    }

    // --- actionable? ---------------------------------------------------------------------------------------------------------
    /** @type {PageWalk["isField"]} */
    isField(element, role, facts) {
      if (!(facts & EDITABLE) && role !== "textbox") return false;
      if (!element.isContentEditable) return false;
      return role === "textbox" || (element.innerText ?? "").length < 2000;
    }

    // Lists the element if a person can act on it; returns whether to descend.
    /** @type {PageWalk["consider"]} */
    consider(element, tag, bits, role, style, facts, pointer, parentPointer) {
      this.delegates = null;
      let why = "";
      let descend = true;
      if (bits & NATIVE) {
        switch (tag) {
          case "a":
          case "area":
            if (!role && !element.hasAttribute("href")) why = this.plainReason(element, role, bits, facts, style.cursor === "pointer", parentPointer) || "no";
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
              why = this.plainReason(element, role, bits, facts, style.cursor === "pointer", parentPointer) || "no";
            }
            break;
          case "video":
          case "audio":
            if (tag === "audio" && !element.controls) why = "no";
            descend = false;
            break;
          case "canvas": {
            const { width, height } = /** @type {any} */ (element);
            if (width * height < 900 || element.closest("[aria-hidden=true]")) why = "no";
            break;
          }
          case "embed":
          case "object":
            descend = tag === "object";
            if (parts.showsPage(element)) why = "no";
            else if (/^image\/|\.(svg|png|jpe?g|gif|webp)$/i.test(element.type || (element.data ?? element.src ?? "").split(/[?#]/)[0])) why = "no";
            break;
          default:
        }
        if (why === "no") return descend;
      } else {
        if (bits & LABEL) {
          const control = element.control;
          if (control && element.hasAttribute("for") && !this.emitted.has(control)) {
            if (!this.isShown(control, getComputedStyle(control), control.getBoundingClientRect())) this.emitByLabel(control, element);
          }
          if (control || !(facts || pointer)) return true;
        } else if (bits & NAMED && tag === "img" && element.useMap) this.imageMap(element, style);
        if (facts === 0 && pointer === parentPointer && !this.dragged?.has(element)) return true;
        why = this.plainReason(element, role, bits, facts, pointer, parentPointer);
        if (!why) return true;
        // It shows a hand but merely surrounds listeners.
        if (why === "pointer" && parts.isAroundListeners(element)) return true;
        if (why === "role") why = "";
        // A cell without a box is its row's.
        if (role === "gridcell" && style.display === "contents" && !(facts & (TABINDEX | CLICK | LISTENS))) return true;
        // It only displays a choice; no field.
        if (role === "textbox" && !element.isContentEditable && !(facts & TABINDEX) && element.getAttribute("aria-readonly") === "true") return true;
        // The box around a list's field is not a second list.
        if (role === "combobox" && !(facts & (TABINDEX | EDITABLE)) && element.querySelector("input:not([type=hidden])")) return true;
        // What is drawn in a label is its control, which is listed.
        const labelled = why === "pointer" || why === "tabindex" ? element.closest("label")?.control : null;
        if (labelled && labelled !== element) return true;
        // The box drawn around an invisible control is listed as that control.
        if ((why === "pointer" || why === "tabindex" || why === "onclick") && parts.stoodFor(element)) return true;
        if (why === "editable" && this.isField(element, role, facts)) descend = false;
        if (why === "pointer" && parts.isListOfItems(element)) {
          this.delegates = element;
          return true;
        }
      }
      const number = this.emit(element, tag, role, why, style);
      if (number) {
        this.owner = number;
        this.box = WRAPS.has(why) ? element : null;
      }
      return descend;
    }

    /** @type {PageWalk["plainReason"]} */
    plainReason(element, role, bits, facts, pointer, parentPointer) {
      if (WIDGETS.has(role) || (role === "row" && (element.hasAttribute("aria-expanded") || (facts & TABINDEX && element.hasAttribute("aria-selected"))))) return "role";
      if (facts & EDITABLE && element.isContentEditable && (!element.parentElement?.isContentEditable || element.localName === "body")) return "editable";
      if (facts & TABINDEX) {
        const tab = element.getAttribute("tabindex");
        // Panels are focusable only to be read.
        if (tab !== "" && (Number(tab) >= 0 || this.isRoved(element)) && !element.isContentEditable && role !== "tabpanel") return "tabindex";
      }
      const tag = element.localName;
      if (facts & LISTENS && this.isListenedFor(element)) return "onclick";
      if (bits & PASSES && tag !== "tr") return facts & CLICK && tag !== "body" ? "onclick" : "";
      if (pointer && !parentPointer) return "pointer";
      if (facts & CLICK || (facts & SORT && !element.querySelector("button,a,[role=button]"))) return "onclick";
      if (facts & ASKED && isClickAction(element.getAttribute("jsaction") ?? element.getAttribute("data-action") ?? element.getAttribute("data-event") ?? "")) return "onclick";
      if (facts & TRIGGER && isClickTrigger(element)) return "onclick";
      if ((facts & DRAG && element.draggable && tag !== "img") || this.dragged?.has(element)) return "drag";
      // A link without an address does what its script says.
      if (tag === "a" && element.textContent.trim() !== "" && parts.isOffered(element)) return "data";
      return facts & DATA && !element.firstChild && parts.isOneOfSeveral(element) ? "data" : "";
    }

    // Whether a listening element is the target; if several inside it are, these are noted.
    /** @type {PageWalk["isListenedFor"]} */
    isListenedFor(element) {
      if (this.items.has(element)) return true;
      const items = parts.itemsOf(element);
      if (items) for (const item of items) this.items.add(item);
      return items === null && parts.isTarget(element);
    }

    // Whether an element is out of the tab order only because a sibling in its list, grid or calendar holds the roving focus.
    /** @type {PageWalk["isRoved"]} */
    isRoved(element) {
      const tag = element.localName;
      const role = element.getAttribute("role");
      let path = "";
      let around = element.parentElement;
      for (let level = 0; around && level < ROVED_LEVELS && around.localName !== "body"; level++, around = around.parentElement) {
        let groups = this.roved.get(around);
        if (!groups) this.roved.set(around, (groups = new Map()));
        const key = `:scope > ${path}${tag}[tabindex="0"]${role ? `[role="${CSS.escape(role)}"]` : ":not([role])"}`;
        let known = groups.get(key);
        if (known === undefined) groups.set(key, (known = around.querySelector(key)));
        if (known && (role || parts.areAlike(known, element))) return true;
        path = `${around.localName} > ${path}`;
      }
      return false;
    }

    /** @type {PageWalk["seeks"]} */
    seeks() {
      return !this.textOnly && (isAnySought || this.isMeant !== null);
    }

    // Where text goes now; null if it is not collected.
    /** @type {PageWalk["lines"]} */
    lines() {
      return this.sink === NO_TEXT ? null : this.text[this.sink];
    }

    // Searched-for text, now or before, that no listed element covers. Hand-cursor and focusable boxes may hold several separate targets.
    /** @type {PageWalk["emitSought"]} */
    emitSought(element, tag, role, style) {
      if (this.emitted.has(element)) return;
      // A field's label is found as the field.
      if (element.closest("label")?.control) return;
      if (this.owner && (this.box === null || element.textContent.trim() === this.box.textContent.trim())) return;
      if (!sought.has(element)) {
        if (this.isMeant === null || this.found >= MOST_SOUGHT) return;
        let own = "";
        for (const child of element.childNodes) if (child.nodeType === 3) own += child.data;
        if (!/\S/.test(own) || !this.isMeant(own)) return;
        this.found++;
        isAnySought = true;
        sought.add(element);
      }
      this.emit(element, tag, role, "text", style);
    }

    // A scrolling text region without controls is listed for scrolling.
    /** @type {PageWalk["scroller"]} */
    scroller(element, tag, role, style) {
      const overflow = style.overflowY;
      if (overflow === "visible" || (overflow !== "auto" && overflow !== "scroll") || element.clientHeight < 20 || element.clientWidth < 20) return;
      if (element.scrollHeight - element.clientHeight > 8 && this.emit(element, tag, role, "scroll", style)) scrolls(this.nodes[this.nodes.length - 1]);
    }

    // A box showing only part of its controls. It is named by its label, as its content is listed anyway.
    /** @type {PageWalk["holder"]} */
    holder(element, tag, role, style, owner) {
      const hidden = element.scrollHeight - element.clientHeight;
      if (!/auto|scroll/.test(style.overflowY) || hidden < LEAST_HIDDEN || hidden * 4 < element.clientHeight || element.clientWidth < LEAST_HIDDEN) return;
      const number = parts.numberOf(element);
      let node = this.emitted.has(element) ? this.nodes.findLast((one) => one.n === number) : null;
      if (!node) {
        this.owner = owner;
        if (this.emit(element, tag, role, "holder", style)) node = this.nodes.at(-1);
      }
      if (!node) return;
      scrolls(node);
      if (node.w === "tabindex") node.w = "holder";
    }

    /** @type {PageWalk["imageMap"]} */
    imageMap(image, style) {
      const map = image.getRootNode().querySelector?.(`map[name="${CSS.escape(image.useMap.slice(1))}"]`);
      for (const area of map?.areas ?? []) {
        if (!area.hasAttribute("href")) continue;
        const rect = parts.areaBox(area, image);
        if (rect) this.emit(area, "area", parts.givenRole(area), "", style, area, rect);
      }
    }

    // --- frames --------------------------------------------------------------------------------------------------------------
    /** @type {PageWalk["frameElement"]} */
    frameElement(element) {
      const walk = /** @type {PageWalk} */ (this);
      const rect = element.getBoundingClientRect();
      if (rect.width <= 1 || rect.height <= 1) return;
      const inner = parts.frameDocument(element);
      const x = rect.left + walk.offset[0] + element.clientLeft;
      const y = rect.top + walk.offset[1] + element.clientTop;
      const label = parts.oneLine(element.title || element.name || element.getAttribute("aria-label") || "", 60);
      if (!this.textOnly) {
        /** @type {Edges} */
        const view = [Math.max(x, walk.view[0]), Math.max(y, walk.view[1]), Math.min(x + element.clientWidth, walk.view[2]), Math.min(y + element.clientHeight, walk.view[3])];
        const over = inner || view[0] >= view[2] || view[1] >= view[3] ? null : this.cover(element, element, view);
        this.frames.push({
          p: inner ? undefined : parts.pathOf(parts.frameWindow(element)) || undefined, nb: this.nodes.length || undefined, ov: this.overlay || undefined,
          cb: over ? parts.noteOf(over) : undefined,
          n: parts.numberOf(element), s: (inner?.URL || element.src || element.data || "about:blank").slice(0, 300), l: label || undefined,
          b: [Math.round(x), Math.round(y), Math.round(element.clientWidth), Math.round(element.clientHeight)], o: inner ? true : undefined,
        });
      }
      if (!inner) return;
      const saved = /** @type {const} */ ([walk.offset, walk.view, walk.frame, walk.context]);
      walk.offset = [x, y];
      const [vx0, vy0, vx1, vy1] = saved[1];
      walk.view = [Math.max(vx0, x), Math.max(vy0, y), Math.min(vx1, x + element.clientWidth), Math.min(vy1, y + element.clientHeight)];
      walk.frame = this.frames.length;
      walk.context = parts.around(element, "frame", walk.context);
      this.depth++;
      this.document(inner);
      this.depth--;
      [walk.offset, walk.view, walk.frame, walk.context] = saved;
    }

    fullText() {
      return this.text.slice(0, NO_TEXT).flatMap((lines) => lines.done).join("\n");
    }
  }

  /** Walks the page; returns a raw page as JSON. */
  parts.walk = (options) => {
    parts.unshift();
    const walk = new Walk({ run: "", since: 0, textLimit: 60000, nodeLimit: 50000, seek: "", inspect: 0, fields: false, ...options }, false);
    walk.run();
    walk.end();
    const text = walk.fullText();
    const limit = walk.options.textLimit;
    const root = document.scrollingElement ?? document.documentElement;
    /** @type {RawPage} */
    const page = {
      v: VERSION, u: location.href, t: parts.oneLine(document.title, 300), d: parts.token, rs: document.readyState, ak: parts.asks() || undefined, ct: PAGES.has(document.contentType) ? undefined : document.contentType,
      vp: [walk.width, walk.height, scrollX, scrollY, root?.scrollWidth ?? 0, root?.scrollHeight ?? 0],
      f: walk.focused ? parts.numberOf(walk.focused) : undefined,
      ft: (walk.focused !== null && parts.takesText(walk.focused)) || undefined,
      n: walk.nodes, c: walk.contexts, fm: walk.forms,
      ov: walk.overlays.map(({ n, k, l, mo }) => ({ n, k, l: l || undefined, mo })), fr: walk.frames,
      tx: text.length > limit ? text.slice(0, limit) : text, tl: text.length > limit ? text.replace(/\ufdd0\d+[\ufdd1-\ufdd4]/g, "").length : undefined,
      dt: walk.options.inspect ? parts.detailOf(parts.elementOf(walk.options.inspect)) : undefined,
      ec: walk.count, cut: walk.cut || undefined, p: parts.pathOf(window) || undefined,
    };
    return JSON.stringify(page);
  };

  /** The same in a frame that no other frame's script walks; null elsewhere. */
  parts.walkFrame = (options) => {
    if (window === top || window.frameElement || innerWidth < 2 || innerHeight < 2) return null;
    return parts.walk(options);
  };

  /** An element's readable text. */
  parts.textOf = (element) => {
    const walk = new Walk(TEXT_ONLY, true);
    walk.within(element);
    return walk.fullText();
  };

  /** The page's whole readable text, as in the walk. */
  parts.readableText = () => {
    const walk = new Walk(TEXT_ONLY, true);
    walk.run();
    return walk.fullText();
  };
})();
