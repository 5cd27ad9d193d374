// @ts-check
// The walk's tables: nodes with place, name, states and value, contexts and forms.
(() => {
  const parts = globalThis.edithParts;
  if (Object.hasOwn(parts, "Collector")) return;

  /** @type {OptionCap} */
  const OPTION_CAP = 100;
  // Characters of a field's value; longer text is paged, like the page's own.
  const VALUE_CAP = 20_000;
  // The bits of crates/page/src/raw.rs.
  const S = (parts.states = {
    CHECKED: 1, MIXED: 2, EXPANDED: 4, COLLAPSED: 8, SELECTED: 16, PRESSED: 32, CURRENT: 64, DISABLED: 128, READONLY: 256,
    REQUIRED: 512, INVALID: 1024, MULTIPLE: 2048, HAS_POPUP: 4096, FOCUSED: 8192, IN_VIEW: 16384, FILLED: 32768,
    EDITED: 65536, TYPED_BEFORE: 131072, CARD: 262144, COVERED: 524288, BEHIND_MODAL: 1048576, BY_LABEL: 2097152,
    UNPRESSED: 4194304, GUESSED: 8388608, SUBMITS: 16777216, ON_HOVER: 33554432, SCROLLS: 67108864,
    NO_CHOICE: 134217728, ON: 268435456, OFF: 536870912, NAMED_BY_ID: 1073741824,
  });

  /** @type {(state: number) => (value: string) => number} */
  const bit = (state) => (value) => (value === "true" ? state : 0);
  /** @type {(state: number) => (value: string) => number} */
  const unlessFalse = (state) => (value) => (value !== "false" && value !== "" ? state : 0);
  /** @type {Map<string, (value: string) => number>} */
  const ARIA = new Map([
    ["aria-readonly", bit(S.READONLY)], ["aria-required", bit(S.REQUIRED)],
    ["aria-multiselectable", bit(S.MULTIPLE)], ["aria-selected", bit(S.SELECTED)], ["aria-invalid", unlessFalse(S.INVALID)],
    ["aria-current", unlessFalse(S.CURRENT)], ["aria-haspopup", unlessFalse(S.HAS_POPUP)],
    ["aria-checked", (value) => (value === "mixed" ? S.MIXED : value === "true" ? S.CHECKED : 0)],
    ["aria-expanded", (value) => (value === "true" ? S.EXPANDED : value === "false" ? S.COLLAPSED : 0)],
    ["aria-pressed", (value) => (value === "true" ? S.PRESSED : value === "mixed" ? S.MIXED | S.PRESSED : S.UNPRESSED)],
  ]);
  // Addresses that need no resolving, at most the page's origin or address in front.
  const SIMPLE = /^(https?:\/\/[a-z0-9.-]+(:\d+)?\/|\/(?=[^/])|#)(?!.*\/\.)[\w\-.~!$&()*+,;=:@%/?#]*$/;
  // What is so narrow or so low shows nobody what is in it, in pixels.
  const UNSEEN = 6;
  // The elements of a component that are gone through for what it shows.
  const MOST_DRAWN = 200;
  const SUBMITS = parts.words("submit image");
  const BUTTONS = parts.words("submit image button reset");
  /** What is pressed without saying so in its markup. */
  parts.pressed = new WeakSet();
  // What the last action pressed, if it did.
  parts.pressedLast = null;
  /** What the walk before listed; null: there was none. @type {?Set<Element>} */
  let shown = null;
  /** By what came into view with a press, what was pressed. @type {WeakMap<Element, Element>} */
  const openers = new WeakMap();

  /** The control that says that it opened a popup. @type {(popup: Element) => ?Element} */
  parts.controlFor = (popup) => {
    const root = /** @type {Document} */ (popup.getRootNode());
    const id = CSS.escape(popup.id);
    const all = id ? root.querySelectorAll(`[aria-expanded=true]:is([aria-controls~="${id}"],[aria-owns~="${id}"]),[popovertarget="${id}"]`) : [];
    const label = root.getElementById?.(popup.getAttribute("aria-labelledby") ?? "")?.closest("[aria-expanded=true]");
    return all.length === 1 ? all[0] : (label ?? null);
  };

  /** Whether a tick only carries the state of the drawn one before it into a form, out of anybody's reach. */
  parts.isShadowTick = (element) =>
    /^(checkbox|radio)$/.test(element.type) && element.getAttribute("aria-hidden") === "true" && element.tabIndex < 0
    && element.previousElementSibling?.matches("[role=checkbox],[role=radio],[role=switch]") === true;

  /** Whether a nameless box is drawn for the check box or radio button it overlaps. */
  const isDrawing = (/** @type {Element} */ element, /** @type {Bounds} */ rect) => {
    const beside = element.parentElement?.querySelector(":scope > input[type=checkbox], :scope > input[type=radio]");
    if (!beside || parts.contains(element, beside)) return false;
    const box = beside.getBoundingClientRect();
    return box.left < rect.right && rect.left < box.right && box.top < rect.bottom && rect.top < box.bottom;
  };

  // A date or a time in figures.
  const DATED = /^\D{0,12}\d{1,4}[./: -]\d{1,2}([./: -]\d{1,4})?\D{0,4}$|^\p{L}{3,12}\.?\s(19|20)\d\d$/u;

  /** Whether a field that takes no text is still one to fill in: a press on it opens what does, such as a calendar. */
  parts.opensPicker = (element) => {
    if (element.localName !== "input" || !parts.takesText(element) || (element.value !== "" && !DATED.test(element.value))) return false;
    return parts.listens(element) || element.hasAttribute("onclick") || element.hasAttribute("onfocus") || (element.value === "" && element.placeholder !== "");
  };

  // So many characters identify a table row; digits do not count, since they change by themselves.
  const TELLING = 8;

  // A field named `elements` must not hide a form's list of fields.
  const formControls = /** @type {(this: Element) => Iterable<Element>} */ (Object.getOwnPropertyDescriptor(HTMLFormElement.prototype, "elements")?.get);

  // A page has few colours and sizes; each is judged once.
  /** @type {(judge: (text: string) => boolean) => (text: string) => boolean} */
  const judged = (judge) => {
    const known = new Map();
    return (text) => {
      let is = known.get(text);
      if (is === undefined) {
        if (known.size > 500) known.clear();
        known.set(text, (is = judge(text)));
      }
      return is;
    };
  };
  const isTiny = judged((size) => parseFloat(size) < 2);
  const isClear = judged((color) => color.endsWith(", 0)") && color.startsWith("rgba"));
  const OPAQUE = { opacityProperty: true };

  const lettersOf = (/** @type {string} */ text) => text.replace(/[^\p{L}\p{N}]+/gu, "");

  const headingIn = (/** @type {Element} */ element) => element.querySelector("h1,h2,h3,h4,h5,h6,legend,[role=heading]");

  parts.firstHeading = (element) => {
    const heading = headingIn(element);
    return heading ? parts.textIn(heading, 60) : "";
  };

  /** An element's heading; the first of several similar ones only belongs to a part. @type {(element: Element) => string} */
  const ownHeading = (element) => {
    const heading = headingIn(element);
    return heading && element.getElementsByTagName(heading.localName).length === 1 ? parts.textIn(heading, 60) : "";
  };

  /** Whether a row consists of days only. @type {(row: Element) => boolean} */
  const isWeek = (row) => row.childElementCount > 4 && Array.from(row.children).every((cell) => /^\s*(\d{1,2}(?!\d).*)?$/s.test(cell.textContent));

  // A tick box says what ticking does, not what it is beside.
  const TICK = "input[type=checkbox],input[type=radio],[role=checkbox],[role=radio]";

  /** An item's text without the label of its tick box, which all items share. @type {(item: Element, text: string) => string} */
  const besideBox = (item, text) => {
    const box = item.querySelector(TICK);
    const label = box ? parts.accessibleName(box, parts.roleOf(box)) : "";
    const rest = label && text.startsWith(label) ? text.slice(label.length).trim() : "";
    return /\p{L}/u.test(rest) ? rest : text;
  };

  const PRESSED = "button,[role=button],input[type=button],input[type=submit]";

  /**
   * What a box says that has no words but those of its buttons: the ones that all of their names have, such as whose they are. The others change with
   * a button's state. @type {(box: Element) => string}
   */
  const sharedIn = (box) => {
    const names = Array.from(box.querySelectorAll(PRESSED), (button) => parts.textIn(button, 60)).filter(Boolean);
    if (names.length < 2) return parts.textIn(box, 50);
    const words = names[0].split(" ");
    for (let count = words.length; count > 0; count--) {
      for (let at = 0; at + count <= words.length; at++) {
        const run = words.slice(at, at + count).join(" ");
        if (/\p{L}/u.test(run) && names.every((name) => ` ${name} `.includes(` ${run} `))) return run;
      }
    }
    return "";
  };

  /** The first telling cells of a row that differ from those of the row beside it. @type {(row: Element) => string} */
  const ownCells = (row) => {
    const beside = (row.nextElementSibling ?? row.previousElementSibling)?.children ?? [];
    let label = "";
    let telling = 0;
    for (let i = 0; i < row.children.length && i < 8 && telling < 3 && label.length < TELLING; i++) {
      const cell = row.children[i];
      // Text beside a tick box says what the row is about.
      const ticked = cell.querySelector(TICK) !== null;
      if (ticked && cell.querySelector("label")) continue;
      const said = ticked ? parts.oneLine(cell.textContent, 50) : parts.textIn(cell, 50, false, true);
      if (!/\p{L}/u.test(said) || (beside[i] && parts.textIn(beside[i], 50, false, true) === said)) continue;
      label += label ? ` ${said}` : said;
      telling++;
    }
    return parts.oneLine(label, 50);
  };

  /** The label of a context: its name, its first heading, or the text that tells it from its siblings. */
  parts.contextLabel = ({ element, kind }, headed = true) => {
    const given = parts.labelOf(element);
    if (given) return given;
    if (headed && (kind === "item" || kind === "dialog")) {
      const heading = parts.firstHeading(element);
      if (heading) return heading;
    } else if (headed && (kind === "section" || kind === "form" || kind === "panel")) {
      const heading = ownHeading(element);
      if (heading) return heading;
    }
    if (kind === "item") {
      // A list's opener names what is in it.
      const opener = element.querySelector(":scope > :is(ul, ol, [role=menu])") && element.querySelector(":scope > :is(button, a, [role=button])");
      const said = opener ? parts.textIn(opener, 50) : "";
      if (said) return said;
    }
    if (kind === "item") return parts.oneLine(besideBox(element, parts.textIn(element, 120, false, true) || sharedIn(element)), 50);
    if (kind === "row") {
      // A header row describes no single row.
      if (element.localName === "tr" && !element.querySelector("td")) return "";
      if (element.querySelector("[role=columnheader]") && !element.querySelector("[role=gridcell],[role=cell]")) return "";
      // A calendar's week is not a name.
      if (isWeek(element)) return "";
      const head = Array.from(element.querySelectorAll("th,[role=rowheader]")).find((cell) => !cell.querySelector(TICK));
      const said = (head && parts.textIn(head, 50)) || ownCells(element) || sharedIn(element);
      if (!/\p{L}/u.test(said)) return "";
      // A head that reaches down from a row above belongs to this one too.
      const above = parts.headsAbove(element).map((cell) => parts.textIn(cell, 50)).filter((text) => /\p{L}/u.test(text));
      return parts.oneLine([...above, said].join(" "), 80);
    }
    if (kind === "group" && element.localName === "details") {
      const summary = element.querySelector("summary");
      return summary ? parts.textIn(summary, 50) : "";
    }
    return "";
  };

  /** A context, with the heading that applies to what follows it there. */
  parts.around = (element, kind, parent) => ({ element, kind, parent, heading: "", headed: null, label: "", index: 0, headingIndex: 0, scope: null });

  // --- is it still where it was seen? ----------------------------------------------------------------------------------------
  /** @type {WeakMap<Element, Sighting>} */
  const sightings = new WeakMap();
  /** The row that an element was ever told apart by. @type {WeakMap<Element, Element>} */
  const rowsOf = new WeakMap();
  /** Notes that an element was seen in a row labelled `label`. */
  parts.sightedIn = (element, row, label) => {
    sightings.set(element, { at: row, kind: "item", label });
    rowsOf.set(element, row);
  };

  /** Names the rows of elements that were once told apart by them, also when no other is left to tell them from. */
  parts.nameKnownRows = (nodes, contexts) => {
    for (const node of nodes) {
      const element = parts.elementOf(node.n);
      const row = element && rowsOf.get(element);
      if (!element || !row?.isConnected || !parts.contains(row, element)) continue;
      if (sightings.get(element)?.at === row) continue;
      const label = parts.contextLabel({ element: row, kind: "item" });
      if (!/\p{L}/u.test(label) || label === node.m) continue;
      contexts.push({ p: node.c, k: "item", l: label });
      node.c = contexts.length;
      sightings.set(element, { at: row, kind: "item", label });
    }
  };
  const UNIT = /^(s|sec|seconds?|m|mins?|minutes?|h|hours?|days?)[,.)]?$/i;

  /** A text without what changes by itself, as in crates/page/src/uid.rs. @type {(text: string) => string} */
  const steady = (text) => {
    const all = text.split(/\s+/);
    const ticks = (/** @type {string} */ word, /** @type {number} */ i) =>
      /^[\d:]*:[\d:]*$/.test(word) || /^\d+%$/.test(word) || (/^\d+$/.test(word) && UNIT.test(all[i + 1] ?? "")) ||
      (UNIT.test(word) && /^\d+$/.test(all[i - 1] ?? "")) || (i + 1 === all.length && /^\(\d+\)$/.test(word));
    return all.filter((word, i) => !ticks(word, i)).join(" ");
  };

  /** Whether something is rendered inside a box, slots included. @type {(box: Element, element: Element) => boolean} */
  const holds = (box, element) => {
    if (parts.contains(box, element)) return true;
    for (let /** @type {?Element} */ at = element; at; at = parts.flatParent(at)) if (at === box) return true;
    return false;
  };

  /** Whether an element's surroundings changed since the last walk: its row now shows another item. */
  parts.isElsewhere = (element) => {
    const seen = sightings.get(element);
    if (!seen) return false;
    const { at, kind, label } = seen;
    if (!at.isConnected) return true;
    // A frame's surroundings hold the frame, not its content.
    if (kind !== "heading" && at.ownerDocument === element.ownerDocument && !holds(at, element) && kind !== "frame") return true;
    const now = kind === "heading" ? parts.textIn(at, 60) : parts.contextLabel({ element: at, kind });
    return now !== label && steady(now) !== steady(label);
  };

  // What its author calls an element does not change when it is drawn again.
  const CALLED = /(^|-)(id|key)$/;
  const RECORD = /^data-(.+-)?(id|key)$/;
  /** A hash of what the author calls an element: its id, its name, and data that is an id or a key; 0: nothing. @type {(element: Element, isCalled?: (name: string) => boolean) => number} */
  const keyOf = (element, isCalled = (name) => name === "name" || CALLED.test(name)) => {
    let hash = 0;
    for (const name of element.getAttributeNames()) {
      if (!isCalled(name)) continue;
      const text = `${name}=${element.getAttribute(name)}`;
      for (let i = 0; i < text.length && i < 200; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) >>> 0;
    }
    return hash;
  };

  parts.Collector = class extends parts.Reach {
    /** @param {WalkOptions} options @param {?Baseline} base */
    constructor(options, base) {
      super();
      this.options = options;
      this.base = base;
      /** @type {RawNode[]} */
      this.nodes = [];
      /** @type {RawContext[]} */
      this.contexts = [];
      // Rows and items, in document order.
      /** @type {Around[]} */
      this.rows = [];
      /** @type {RawForm[]} */
      this.forms = [];
      /** @type {Map<Element, number>} */
      this.formIndex = new Map();
      /** @type {Overlay[]} */
      this.overlays = [];
      /** @type {RawFrame[]} */
      this.frames = [];
      /** @type {Set<Element>} */
      this.emitted = new Set();
      // The record that an element is, or is in.
      /** @type {Map<Element, number>} */
      this.records = new Map();
      // What lies over which nodes.
      /** @type {[RawNode, Element][]} */
      this.covering = [];
      // What the last action pressed, as far as it is listed.
      this.opener = parts.pressedLast;
      while (this.opener && !shown?.has(this.opener)) this.opener = parts.flatParent(this.opener);
      this.cut = false;
      // Whether the whole page lets the pointer through.
      this.blocked = false;
      /** @type {?Element} */
      this.focused = null;
      this.width = innerWidth;
      this.height = innerHeight;
      /** @type {?Element} */
      this.placed = null;
      /** @type {?Bounds} */
      this.place = null;
      // Whether the placed element is known to be visible.
      this.placeSeen = false;
      /** @type {?Document} */
      this.based = null;
      /** @type {?Bases} */
      this.bases = null;
      // The walk's position: context, actionable element, overlay, frame and offset.
      this.context = parts.around(null, "", null);
      this.owner = 0;
      this.overlay = 0;
      this.frame = 0;
      /** @type {Point} */
      this.offset = [0, 0];
      /** @type {Edges} */
      this.view = [0, 0, this.width, this.height];
      this.inHeading = false;
      this.depth = 0;
    }

    // What was pressed, or says so, for this to come into view.
    /** @type {Collector["openerOf"]} */
    openerOf(element) {
      let by = this.overlays[this.overlay - 1]?.by ?? null;
      if (shown && !by) {
        const isKnown = shown.has(element);
        by = (isKnown ? openers.get(element) : this.opener) ?? null;
        // Another press may have opened the same for something else.
        if (isKnown && this.opener && by !== this.opener && !openers.has(this.opener)) by = null;
      }
      if (by?.isConnected && !parts.contains(by, element)) openers.set(element, by);
      else openers.delete(element);
      return openers.has(element) && by ? parts.numberOf(by) : 0;
    }

    /** @type {Collector["end"]} */
    end() {
      shown = this.emitted;
    }

    // --- around elements -----------------------------------------------------------------------------------------------------
    // Notes where an element was seen, for the check before acting.
    /** @type {Collector["sighted"]} */
    sighted(element) {
      for (let /** @type {?Around} */ holder = this.context; holder; holder = holder.parent) {
        if (holder.heading && holder.headed) return void sightings.set(element, { at: holder.headed, kind: "heading", label: holder.heading });
        if (holder.label && holder.element) return void sightings.set(element, { at: holder.element, kind: holder.kind, label: holder.label });
      }
      sightings.delete(element);
    }

    // A context's position + 1 in the table, entered on first use.
    /** @type {Collector["contextOf"]} */
    contextOf(holder) {
      if (!holder) return 0;
      if (!holder.index && holder.element) {
        const p = this.contextOf(holder.parent);
        const l = parts.contextLabel(/** @type {Around & { element: Element }} */ (holder), this.depth < 400);
        holder.label = l;
        this.contexts.push({ p: p || undefined, k: holder.kind, l: l || undefined });
        holder.index = this.contexts.length;
        if (l && (holder.kind === "row" || holder.kind === "item")) this.rows.push(holder);
      }
      if (!holder.heading) return holder.index;
      if (!holder.headingIndex) {
        this.contexts.push({ p: (holder.index || this.contextOf(holder.parent)) || undefined, k: "heading", l: holder.heading });
        holder.headingIndex = this.contexts.length;
      }
      return holder.headingIndex;
    }

    // The button that a click on the element presses: itself, or its label's.
    /** @type {Collector["pressedBy"]} */
    pressedBy(element) {
      const tag = element.localName;
      if (tag === "button" || tag === "input") return element;
      const control = element.closest("label")?.control;
      return control && (control.localName === "button" || BUTTONS.has(control.type)) ? control : null;
    }

    // The pressed button's own text if the label around it says something else.
    /** @type {Collector["saysOtherwise"]} */
    saysOtherwise(element, button, name) {
      const own = button === element ? "" : parts.nameOf(button, "button")[0];
      const written = button.localName === "input" && BUTTONS.has(button.type) ? parts.oneLine(button.value, 100) : "";
      return [own, written].filter((text, i, all) => text !== "" && text !== name && all.indexOf(text) === i).join(" ");
    }

    // A button may override its form's target.
    /** @type {Collector["formOf"]} */
    formOf(element, button) {
      const index = this.formAround(button ?? element);
      if (!index || !button?.hasAttribute("formaction") || !SUBMITS.has(button.type)) return index;
      let own = this.formIndex.get(button);
      if (own === undefined) {
        const form = this.forms[index - 1];
        const name = parts.nameOf(button, "button")[0];
        this.forms.push({ ...form, a: button.formAction.slice(0, 500), m: button.formMethod || form.m, b: name || undefined, of: form.of ?? index });
        own = this.forms.length;
        this.formIndex.set(button, own);
      }
      return own;
    }

    /** @type {Collector["formAround"]} */
    formAround(element) {
      const form = element.form === undefined ? element.closest("form") : element.form;
      if (!form || form.nodeType !== 1) return 0;
      let index = this.formIndex.get(form);
      if (index === undefined) {
        let submit = "";
        for (const control of formControls.call(form)) {
          const type = control.type;
          if ((type === "submit" || type === "image") && (control.localName === "button" || control.localName === "input")) {
            submit = parts.nameOf(control, "button")[0];
            break;
          }
        }
        const action = parts.formAttribute(form, "action");
        let url = element.ownerDocument.URL;
        try {
          if (action) url = new URL(action, element.baseURI).href;
        } catch {
          url = action;
        }
        this.forms.push({
          a: url.slice(0, 500), m: parts.formAttribute(form, "method").toLowerCase() || "get", b: submit || undefined,
          l: (parts.isClobbered(form) ? "" : parts.labelOf(form)) || undefined,
          tn: parts.formAttribute(form, "toolname") || undefined,
        });
        index = this.forms.length;
        this.formIndex.set(form, index);
      }
      return index;
    }

    // --- entering ------------------------------------------------------------------------------------------------------------
    /** @type {Collector["emitByLabel"]} */
    emitByLabel(control, label) {
      if (control.localName !== "input" && control.localName !== "select" && control.localName !== "button") return;
      // The label of an invisible text field does nothing.
      if (control.type === "hidden" || (parts.takesText(control) && !control.checkVisibility())) return;
      const rect = parts.boxOf(label);
      if (parts.isSmall(rect)) return;
      this.emit(control, control.localName, parts.givenRole(control), "", getComputedStyle(label), label, rect);
    }

    // Elements hidden until the pointer is over `holder`.
    /** @type {Collector["emitHidden"]} */
    emitHidden({ holder, actions }) {
      const rect = parts.boxOf(holder);
      const from = this.nodes.length;
      for (const action of actions) {
        const role = parts.givenRole(action);
        this.emit(action, action.localName, role, action.matches("button,a,select,summary") || role ? "" : "onclick", getComputedStyle(holder), holder, rect);
      }
      for (const node of this.nodes.slice(from)) node.s = ((node.s ?? 0) & ~S.BY_LABEL) | S.ON_HOVER;
    }

    // Lists the element if any of it can be reached; its number, or 0. `place` stands for it on screen, at `rect`.
    /** @type {Collector["emit"]} */
    emit(element, tag, role, why, style, place = element, rect = parts.boxOf(place)) {
      if (this.emitted.has(element) || (tag === "select" && parts.isDrawn(element))) return 0;
      if (this.nodes.length >= this.options.nodeLimit) {
        this.cut = true;
        return 0;
      }
      // The text pass asks for the same place.
      this.placed = place;
      this.place = rect;
      this.placeSeen = false;
      const isInput = tag === "input";
      const isArea = tag === "area";
      const clip = isArea ? this.ground : this.clipOf(place, style);
      const reached = clip !== "none" && rect.left < clip[2] && rect.top < clip[3] && rect.right > clip[0] && rect.bottom > clip[1];
      const around = place === element && (isInput || role === "combobox") ? parts.standIn(element) : null;
      if (around) return this.emit(element, tag, role, why, getComputedStyle(around), around);
      if (place === element && (isInput || tag === "select" || tag === "textarea" || element.editContext)) {
        const shown = this.isShown(element, style, rect);
        if (!shown || !reached || !parts.isVisible(element, style)) {
          const surface = parts.surfaceOf(element) ?? (this.options.fields ? parts.fileButton(element) : null);
          if (surface) return this.emit(element, tag, role, why, getComputedStyle(surface), surface);
        }
        if (!shown && tag !== "textarea" && !element.editContext) return 0;
      }
      if (!reached) return 0;
      if (parts.isSmall(rect)) {
        if (!(why === "editable" || tag === "textarea") || element !== this.focused) return 0;
      }
      const passed = style.pointerEvents === "none";
      if (passed && !this.blocked && !isInput && tag !== "select" && tag !== "textarea") return 0;
      // Clipped to nothing until focused.
      if (parts.isCut(style) && element !== this.focused) return 0;
      const isSeen = isArea || parts.isVisible(place, style);
      if (!isSeen) {
        if (!((isInput || tag === "select" || tag === "textarea") && this.standsFor(element)) && element !== this.focused) return 0;
      }

      this.placeSeen = isSeen && !isArea;

      const x = rect.left + this.offset[0];
      const y = rect.top + this.offset[1];
      const { view } = this;
      let over = null;
      let states = place === element || isArea ? 0 : S.BY_LABEL;
      // If the whole page lets the pointer through, something open must be dealt with first.
      if (passed && this.blocked) states |= S.BEHIND_MODAL;
      const [ox, oy] = this.offset;
      const box = [
        Math.max(x, view[0], clip[4] + ox), Math.max(y, view[1], clip[5] + oy),
        Math.min(x + rect.width, view[2], clip[6] + ox), Math.min(y + rect.height, view[3], clip[7] + oy),
      ];
      if (box[2] - box[0] > 0 && box[3] - box[1] > 0) {
        states |= S.IN_VIEW;
        over = states & S.BEHIND_MODAL ? null : this.cover(place, element, box);
        if (over && !this.canUncover(place, over)) return 0;
      }

      const fullRole = role || parts.actedRole(element);
      const [name, guessed, isMachines = false] = why === "holder" ? [parts.contextLabel({ element, kind: "section" }) || fullRole, false] : parts.nameOf(element, fullRole);
      if (why === "pointer" && !name && isDrawing(element, rect)) return 0;
      const kind = parts.fieldKind(element, name);
      this.emitted.add(element);
      if (why === "pointer" || why === "onclick") parts.pressed.add(element);
      const number = parts.numberOf(element);
      /** @type {RawNode} */
      const node = {
        n: number, g: tag, y: isInput ? element.type : undefined, r: fullRole || undefined, m: name || undefined, w: why || undefined,
        b: [Math.round(x), Math.round(y), Math.round(rect.width), Math.round(rect.height)], fp: parts.freePlace(place, style, rect),
      };
      const drawn = why === "holder" || why === "scroll" || why === "editable" ? null : parts.drawnState(element);
      if (drawn) states |= this.drawnStates(drawn, node);
      // A switch or tick that its row names needs no words of its looks.
      const isNamed = name !== "" && !isMachines && (node.dw !== undefined || !guessed);
      // Nothing else says that it is the thumb of a slider.
      const isHandle = guessed && parts.isHandle(element);
      if (isHandle || (!isNamed && (!name || (!isInput && tag !== "select" && tag !== "textarea" && !element.isContentEditable)))) node.hi = parts.hintOf(element, isHandle ? "" : name) || undefined;
      else if (tag !== "input" && tag !== "select" && tag !== "textarea") node.hi = parts.stateHint(element, this.toldStates(element, drawn !== null)) || undefined;
      if (guessed) states |= S.GUESSED;
      if (isMachines) states |= S.NAMED_BY_ID;
      if (over) {
        states |= S.COVERED;
        this.coveredBy(node, over);
      }

      states |= this.statesOf(element, tag, fullRole);
      if (states & (S.HAS_POPUP | S.EXPANDED | S.COLLAPSED) && parts.showsPortrait(element)) node.dw ??= "portrait";
      const button = this.pressedBy(element);
      if (button && SUBMITS.has(button.type)) states |= S.SUBMITS;
      if (button) node.tr = this.saysOtherwise(element, button, name) || undefined;
      if (kind !== "plain") {
        node.k = kind;
        if (kind === "file") node.v = parts.givenFiles(element) ?? undefined;
        const filled = tag === "select" ? element.selectedIndex > 0 : kind === "file" ? (element.files?.length ?? 0) > 0 || node.v !== undefined : element.value !== "";
        if (filled) states |= S.FILLED;
      } else {
        let value = parts.valueOf(element, fullRole);
        // The text drawn in an empty list is its name.
        if (value && fullRole === "combobox" && tag !== "select" && element.value !== value && parts.oneLine(value, 80) === parts.oneLine(name, 80)) value = "";
        if (value !== null && value !== undefined) {
          node.v = value.length > VALUE_CAP ? value.slice(0, VALUE_CAP - 1) + "…" : value;
          if (value) states |= S.FILLED;
          node.ln = parts.drawnLines(element) ?? undefined;
        } else if (this.context.kind === "row") {
          const sort = element.closest("[aria-sort]")?.getAttribute("aria-sort") ?? "none";
          if (sort !== "none") node.v = `sorted ${sort}`;
        }
        if (isInput || tag === "textarea" || why === "editable") {
          if (why !== "editable" && parts.isEdited(element)) states |= S.EDITED;
          const base = /** @type {Baseline} */ (this.base);
          if (base.first) parts.noteField(element, base);
          if (parts.typedBefore(element, base)) states |= S.TYPED_BEFORE;
        }
      }
      this.details(element, tag, fullRole, kind, name, node);
      if (this.options.fields) {
        node.fx = parts.fieldFacts(element);
        // Ticks and files are drawn by what stands for them.
        const isUnseen = place === element && parts.takesText(element) && (rect.width <= UNSEEN || rect.height <= UNSEEN || (!isSeen && !this.drawsName(element, name)));
        if (node.fx && isUnseen) node.fx.un = true;
      }
      if (states & S.INVALID) node.im = this.invalidMessage(element) || undefined;
      if ((tag === "a" || fullRole === "link") && (this.inHeading || element.querySelector("img,picture,h1,h2,h3,h4,h5,h6,[role=heading]"))) states |= S.CARD;
      if (states) node.s = states;
      node.ky = keyOf(element) || undefined;
      node.ow = this.recordOf(element) || undefined;
      node.c = this.contextOf(this.context) || undefined;
      // A field's own name comes second to the label that a person sees, a list's choice to what it is the choice of.
      const asked = !role && why !== "" && (element.hasAttribute("aria-haspopup") || parts.opensBelow(name)) ? parts.rowLabel(element) : "";
      const given = asked || (isInput && name ? parts.oneLine(element.getAttribute("aria-label") ?? "", 50) : "");
      if (given && !given.includes(name) && !name.includes(given)) node.c = this.contexts.push({ p: node.c, k: "item", l: given });
      this.sighted(element);
      node.f = this.formOf(element, button) || undefined;
      if (node.f && this.forms[node.f - 1].tn) node.pa = element.getAttribute("name") || undefined;
      node.ov = this.overlay || undefined;
      node.op = this.openerOf(element) || undefined;
      node.fr = this.frame || undefined;
      node.u = this.owner || undefined;
      this.nodes.push(node);
      return number;
    }

    // What the author calls the record that an element is, or is in, as a hash; 0: nothing.
    /** @type {Collector["recordOf"]} */
    recordOf(element) {
      const path = [];
      let record = 0;
      for (let /** @type {?Element} */ at = element; at && !record; at = at.parentElement) {
        const known = this.records.get(at);
        if (known !== undefined) {
          record = known;
          break;
        }
        path.push(at);
        if (at.hasAttributes()) record = keyOf(at, (name) => RECORD.test(name));
      }
      for (const one of path) this.records.set(one, record);
      return record;
    }

    /** @type {Collector["coveredBy"]} */
    coveredBy(node, over) {
      node.cb = parts.noteOf(over);
      this.covering.push([node, over]);
    }

    // What lies over a node is called by the open overlay that it is a part of.
    /** @type {Collector["nameCovers"]} */
    nameCovers() {
      for (const { n, k, l } of this.overlays) {
        const open = parts.elementOf(n);
        if (!open || !l) continue;
        for (const [node, over] of this.covering) if (parts.contains(open, over)) node.cb = `${k} "${parts.oneLine(l, 32)}"`;
      }
    }

    // Whether a transparent control has a visible stand-in: a label, a box drawn beside it, or the component around it.
    /** @type {Collector["standsFor"]} */
    standsFor(element) {
      if (parts.isShadowTick(element)) return false;
      // Some components show their field only once it has the focus or a value. A root with several may hide one from the person.
      const root = element.getRootNode();
      if (root.host && parts.takesText(element)) return parts.isVisible(root.host) && root.querySelectorAll("input,textarea,select").length === 1;
      return element.type === "file" || element.type === "checkbox" || element.type === "radio" || element.type === "range" || element.localName === "select";
    }

    // Transparent, tiny, off the page, or clipped to nothing.
    /** @type {Collector["isUnseen"]} */
    isUnseen(element, style) {
      if (style.display === "contents") {
        let around = parts.flatParent(element);
        while (around && getComputedStyle(around).display === "contents") around = parts.flatParent(around);
        return isTiny(style.fontSize) || isClear(style.color) || !around?.checkVisibility(OPAQUE);
      }
      const isPlaced = this.placed === element;
      if (isTiny(style.fontSize) || isClear(style.color) || !((isPlaced && this.placeSeen) || element.checkVisibility(OPAQUE))) return true;
      const rect = isPlaced && this.place ? this.place : element.getBoundingClientRect();
      if (rect.width <= 1 || rect.height <= 1) {
        return style.overflowX !== "visible" || style.clip !== "auto" || style.clipPath !== "none" || style.transform !== "none";
      }
      return this.isAway(element, style, rect) || parseFloat(style.textIndent) < -900;
    }

    // Whether the component around a transparent field shows what the field is called: as a text of its own, not as a part of other words.
    /** @type {Collector["drawsName"]} */
    drawsName(element, name) {
      const host = element.getRootNode().host;
      const wanted = lettersOf(name);
      if (!host || wanted === "") return false;
      let left = MOST_DRAWN;
      /** @type {(holder: Element) => boolean} */
      const shows = (holder) => {
        if (--left < 0) return false;
        const inner = parts.shadowOf(holder) ?? holder;
        let own = "";
        for (const child of inner.childNodes) if (child.nodeType === 3) own += child.data;
        if (lettersOf(own) === wanted && !this.isUnseen(holder, parts.style(holder))) return true;
        return Array.from(inner.children).some(shows);
      };
      return shows(host);
    }

    // What a control that the page draws shows of its state.
    /** @type {Collector["drawnStates"]} */
    drawnStates({ as, on }, node) {
      if (as === "choice") return on ? S.SELECTED : 0;
      if (as === "tick") {
        // One of several stays that.
        if (node.r !== "radio") node.dw = as;
        return on ? S.CHECKED : 0;
      }
      if (as === "switch") node.dw = as;
      return on === null ? S.ON | S.OFF : on ? S.ON : S.OFF;
    }

    // States given by ARIA or HTML, as words.
    /** @type {Collector["toldStates"]} */
    toldStates(element, isDrawn) {
      const on = (/** @type {string} */ name) => unlessFalse(1)(element.getAttribute(name) ?? "false") === 1;
      const told = [];
      if (isDrawn || on("aria-selected") || on("aria-current") || on("aria-checked") || on("aria-pressed") || on("aria-expanded")) told.push("selected", "active", "current", "checked", "chosen", "pressed", "highlighted");
      if (on("aria-disabled") || element.disabled === true) told.push("disabled", "unavailable");
      return told;
    }

    /** @type {Collector["statesOf"]} */
    statesOf(element, tag, role) {
      let s = 0;
      if (element === this.focused) s |= S.FOCUSED;
      const form = tag === "input" || tag === "select" || tag === "textarea" || tag === "button";
      const type = tag === "input" ? element.type : "";
      const toggles = type === "checkbox" || type === "radio";
      if (form) {
        if (element.matches(":disabled")) s |= S.DISABLED;
        const popover = element.hasAttribute("aria-expanded") ? null : element.popoverTargetElement;
        // A button in it closes it, and says nothing of it.
        if (popover && !popover.contains(element)) s |= popover.matches(":popover-open") ? S.EXPANDED : S.COLLAPSED;
        if (tag !== "button") {
          // A read-only list field still offers its options.
          if (element.readOnly && role !== "combobox" && !element.hasAttribute("aria-haspopup")) s |= parts.opensPicker(element) ? S.HAS_POPUP : S.READONLY;
          if (element.required) s |= S.REQUIRED;
          if (element.multiple) s |= S.MULTIPLE;
          if (element.matches(":user-invalid")) s |= S.INVALID;
        }
        if (toggles) {
          if (element.indeterminate && type === "checkbox") s |= S.MIXED;
          else if (element.checked) s |= S.CHECKED;
        }
      } else if (tag === "summary") {
        s |= element.parentElement?.open ? S.EXPANDED : S.COLLAPSED;
      }
      for (const name of element.getAttributeNames()) {
        const read = ARIA.get(name);
        if (read !== undefined && !(toggles && name === "aria-checked")) s |= read(element.getAttribute(name) ?? "");
      }
      if (tag === "input" && !element.hasAttribute("aria-expanded")) {
        // The box around a list's field may carry its state.
        const open = element.parentElement?.closest("[role=combobox]")?.getAttribute("aria-expanded");
        if (open) s |= open === "true" ? S.EXPANDED : S.COLLAPSED;
      }
      if (element.closest("[aria-disabled=true]")) s |= S.DISABLED;
      if (!form && role !== "" && tag.includes("-") && element.hasAttribute("disabled")) s |= S.DISABLED;
      return s;
    }

    /** @type {Collector["invalidMessage"]} */
    invalidMessage(element) {
      const id = element.getAttribute("aria-errormessage") ?? (element.hasAttribute("aria-invalid") ? element.getAttribute("aria-describedby") : null);
      const target = id ? element.getRootNode().getElementById?.(id.split(/\s+/)[0]) : null;
      return parts.oneLine((target && parts.textIn(target, 120)) || (element.validationMessage ?? ""), 120);
    }

    /** @type {Collector["details"]} */
    details(element, tag, role, kind, name, node) {
      const masked = kind !== "plain";
      if (tag === "select") this.optionsOf(element.options, element.options.length, masked, node);
      else if (tag === "input") {
        if (element.list) this.optionsOf(element.list.options, Math.min(element.list.options.length, 20), true, node);
        node.a = element.min || undefined;
        node.z = element.max || undefined;
        node.p = element.step && element.step !== "any" ? element.step : undefined;
      } else if (role === "combobox") {
        const dropDown = parts.dropDown(element);
        const select = dropDown ? null : parts.drawnSelect(element);
        if (dropDown) this.optionsOf(parts.optionsShown(dropDown), dropDown.options.length, masked, node);
        if (select) this.optionsOf(select.options, select.options.length, masked, node);
      } else if (role === "slider" || role === "spinbutton") {
        node.a = element.getAttribute("aria-valuemin") || undefined;
        node.z = element.getAttribute("aria-valuemax") || undefined;
      }
      const placeholder = element.getAttribute("placeholder") ?? element.getAttribute("aria-placeholder");
      if (placeholder && parts.oneLine(placeholder, 80) !== name) node.pl = parts.oneLine(placeholder, 80);
      const accessKey = element.getAttribute("accesskey");
      if (accessKey) node.ak = accessKey.slice(0, 20);
      const complete = element.getAttribute("autocomplete");
      if (complete && complete !== "off" && complete !== "on") node.ac = complete.slice(0, 60);
      if (tag === "a" || tag === "area") {
        const href = this.address(element);
        if (href) node.h = href.slice(0, 500);
        const file = element.getAttribute("download");
        if (file !== null) node.dl = file.slice(0, 100);
      }
      const set = element.getAttribute("aria-posinset");
      if (set) node.ps = `${set}/${element.getAttribute("aria-setsize") ?? "?"}`;
      // A rating's stars all look the same.
      if (set && role === "radio" && tag !== "input") node.hi = `${set} of ${element.getAttribute("aria-setsize") ?? "?"}`;
    }

    // The prefix of a document's addresses; null if it has a base of its own.
    /** @type {Collector["baseOf"]} */
    baseOf(inner) {
      if (this.based !== inner) {
        this.based = inner;
        const { href, origin } = /** @type {Window} */ (inner.defaultView).location;
        this.bases = inner.baseURI === href ? { page: href.split("#", 1)[0], origin } : null;
      }
      return this.bases;
    }

    // A link's destination. Resolving is slow, and most addresses need none.
    /** @type {Collector["address"]} */
    address(link) {
      const given = link.getAttribute("href");
      if (given !== null && SIMPLE.test(given)) {
        if (given.startsWith("http")) return given;
        const base = this.baseOf(link.ownerDocument);
        if (base) return given.startsWith("#") ? base.page + given : base.origin + given;
      }
      return typeof link.href === "string" ? link.href : link.href?.baseVal;
    }

    /** @type {Collector["optionsOf"]} */
    optionsOf(options, count, masked, node) {
      const out = [];
      const cap = Math.min(count, OPTION_CAP);
      for (let i = 0; i < cap; i++) {
        const option = options[i];
        const l = parts.oneLine(option.label || option.text, 80);
        const group = option.parentElement?.localName === "optgroup" ? option.parentElement : null;
        const s = (option.selected && !masked ? S.SELECTED : 0) | (option.disabled || group?.disabled ? S.DISABLED : 0) | (option.value === "" ? S.NO_CHOICE : 0);
        out.push({ l, v: option.value !== l ? option.value.slice(0, 80) : undefined, s: s || undefined, g: group?.label || undefined });
      }
      if (out.length) node.o = out;
      if (options.length > out.length) node.on = options.length;
    }
  };
})();
