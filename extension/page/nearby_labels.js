// @ts-check
// Names for fields without any in the markup: the words beside them, as a person reads them. If that is uncertain, there is none.
(() => {
  const parts = globalThis.edithParts;
  if (Object.hasOwn(parts, "nearbyLabel")) return;

  const CAP = 200;
  const ACTIVE = "input,select,textarea,button,a[href],[role],[tabindex],[contenteditable]";
  const TYPED = "input:not([type=hidden]),select,textarea,[contenteditable]:not([contenteditable=false])";
  const BAR = "[role=toolbar],[role=menubar],:has(button),:has([role=button])";

  // Longer, or of several sentences, it is not a label.
  const LABEL_CAP = 60;
  /** @type {(text: string) => boolean} */
  const isLabel = (text) => text.length <= LABEL_CAP && !text.endsWith("…") && !/[.!?]\s+\S/.test(text) && !(text.length > 40 && text.endsWith("."));
  const HEADINGS = "h1,h2,h3,h4,h5,h6,[role=heading]";
  /** A label without trailing punctuation. */
  const bared = (parts.bared = (text) => text.replace(/[\s:*]+$/, ""));

  /** The text right after a tick box, up to the next control. @type {(element: Element) => string} */
  const after = (element) => {
    let text = "";
    for (let at = /** @type {?Element} */ (element.nextSibling); at && text.length < CAP; at = /** @type {?Element} */ (at.nextSibling)) {
      if (at.nodeType === 3) text += at.data;
      else if (at.nodeType === 1) {
        if (at.localName === "br" || at.matches(ACTIVE) || at.querySelector(ACTIVE)) break;
        if (at.localName === "label" && at.control && at.control !== element) return "";
        if (at.checkVisibility()) text += ` ${parts.textIn(at, 80)} `;
      }
    }
    const said = parts.oneLine(text, 80);
    return /[\p{L}\p{N}]/u.test(said) && isLabel(said) ? bared(said) : "";
  };

  parts.isSeen = (control) => control.type !== "hidden" && control.checkVisibility({ visibilityProperty: true }) && control.offsetWidth > 1;

  /** The nearest text before a field. @type {(element: Element) => string} */
  const before = (element) => {
    // A toolbar may be between an editor and its name.
    const isEditor = parts.isEditorField(element);
    const [far, others] = isEditor ? [8, TYPED] : [3, ACTIVE];
    for (let /** @type {?Element} */ at = element, level = 0; at && level < far; at = at.parentElement, level++) {
      for (let before = /** @type {?Element} */ (at.previousSibling), tries = 0; before && tries < 4; before = /** @type {?Element} */ (before.previousSibling), tries++) {
        if (before.nodeType === 1) {
          const other = before.matches(others) ? [before] : [...before.querySelectorAll(others)];
          if (other.some((one) => !isEditor || one.checkVisibility())) {
            if (isEditor) level = far;
            break;
          }
          if (before.getAttribute("aria-hidden") === "true" || (isEditor && before.matches(BAR))) continue;
          // Another field's label.
          const label = before.localName === "label" ? before : before.querySelector("label");
          if (label?.control && label.control !== element && parts.isSeen(label.control)) break;
        }
        const text =
          before.nodeType === 3 ? parts.oneLine(before.data, 80) : before.nodeType === 1 && before.checkVisibility() ? parts.textIn(before, 80) : "";
        if (!(isEditor ? /\p{L}/u : /[\p{L}\p{N}]/u).test(text)) continue;
        // A whole text ends the search, and a heading over several fields names none of them.
        if (!isEditor && !isLabel(text)) return "";
        if (!isEditor && before.nodeType === 1 && before.matches(HEADINGS) && (at.parentElement?.querySelectorAll(TYPED).length ?? 0) > 1) return "";
        // Further away, only what looks like a heading counts.
        if (level < 3 || text.length < 60) return bared(text);
      }
      // Beside a cell are other cells, above it other rows.
      if (!isEditor && at.parentElement?.matches(CELL)) return "";
    }
    return "";
  };

  const CELL = "td,th,[role=cell],[role=gridcell]";
  const ROW = "tr,[role=row]";

  /** A table field's column head, or else its row's name: the cell before it, or the first cell if it is the only field. */
  const headOfCell = (/** @type {Element} */ element) => {
    const cell = element.closest(CELL);
    const row = cell?.closest(ROW);
    const table = row?.closest("table,[role=grid],[role=table],[role=treegrid]");
    if (!cell || !row || !table) return "";
    const said = (/** @type {?Element} */ other) => {
      const text = other && other !== cell && !other.querySelector(TYPED) ? parts.textIn(other, 80) : "";
      return /\p{L}/u.test(text) && isLabel(text) ? bared(text) : "";
    };
    const grid = parts.gridOf(table);
    const places = (/** @type {Element} */ one) => grid?.get(one) ?? Array.from(one.children);
    const cells = places(row);
    const at = cells.indexOf(cell);
    // A head of several lines names a column from the top down.
    /** @type {string[]} */
    const heads = [];
    const last = cells.lastIndexOf(cell);
    for (const top of parts.rowsOf(table)) {
      if (top === row || places(top).length !== cells.length || top.querySelector("th,[role=columnheader]") === null || top.querySelector(TYPED)) break;
      if (heads.length && top.querySelector("td,[role=cell],[role=gridcell]")) break;
      heads.push(places(top)[at] === places(top)[last] ? said(places(top)[at]) : "");
    }
    const head = heads.filter((text, i) => text && heads.indexOf(text) === i).join(" ");
    if (head) return head;
    const isOnly = row.querySelectorAll(TYPED).length === 1;
    return isOnly ? (cells.slice(0, at).map(said).find((text) => text) ?? "") : said(cells[at - 1] ?? null) || said(cells[0]);
  };

  /** The caption of the single button before the single field of a group. @type {(element: Element) => string} */
  const pressedBeside = (element) => {
    const group = element.parentElement;
    const button = element.previousElementSibling;
    if (!group || !button?.matches("button,[role=button]") || group.querySelectorAll(TYPED).length > 1 || group.querySelectorAll("button,[role=button]").length > 1) return "";
    const text = button.checkVisibility() ? parts.textIn(button, 80) : "";
    return /\p{L}/u.test(text) && isLabel(text) ? text : "";
  };

  // --- the control's own row -------------------------------------------------------------------------------------------------
  const HELD = "input:not([type=hidden]),select,textarea,[role=switch],[role=checkbox],[role=radio],[role=combobox],[role=slider],[role=textbox],[role=spinbutton]";
  const DONE = "button,a[href],[role=button],[role=link],script,style,option";
  const ENDS = "body,html,main,form,dialog,[role=dialog]";
  const ROW_CAP = 80;
  const ROW_LEVELS = 8;

  /** The controls in a box that have words of their own there, but for what stands for `element`. @type {(box: Element, element: Element, like: string) => Element[]} */
  const rivals = (box, element, like) =>
    Array.from(box.querySelectorAll(like ? `${HELD},${like}` : HELD)).filter((one) => one !== element && !parts.contains(element, one) && !parts.contains(one, element) && one.closest("label")?.control !== element && !isTwin(one, element));

  /** Whether an unseen control stands behind a drawn one, or the other way round. */
  const isTwin = (/** @type {Element} */ one, /** @type {Element} */ element) => one.parentElement === element.parentElement && !(parts.isSeen(one) && parts.isVisible(one) && parts.isSeen(element) && parts.isVisible(element));

  /** The pieces of text in a box, each of its own block, without what is pressed there. @type {(box: Element, skip: Element, out: { text: string, isHead: boolean }[]) => void} */
  const pieces = (box, skip, out) => {
    if (box === skip || box.localName === "time" || box.matches(DONE) || box.matches(HELD) || box.getAttribute("aria-hidden") === "true" || !parts.isVisible(box)) return;
    const isText = Array.from(box.childNodes).some((child) => child.nodeType === 3 && /[\p{L}\p{N}]/u.test(child.data));
    if (!isText || box.contains(skip)) {
      for (const child of box.childNodes) {
        if (child.nodeType === 3 && /[\p{L}\p{N}]/u.test(child.data)) out.push({ text: parts.oneLine(child.data, 200), isHead: false });
        else if (child.nodeType === 1) pieces(/** @type {Element} */ (child), skip, out);
      }
      return;
    }
    out.push({ text: parts.textIn(box, 200), isHead: box.matches(HEADINGS) });
  };

  // More figures than letters is a count or a date.
  const fits = (/** @type {string} */ text) => text.length <= ROW_CAP && (text.match(/\p{L}/gu)?.length ?? 0) > (text.match(/\p{N}/gu)?.length ?? 0);

  /** The words beside one of several controls in a box: before it, or, where the box begins with a control, behind it. @type {(box: Element, at: Element, others: Element[]) => string} */
  const besideOf = (box, at, others) => {
    const holds = (/** @type {Node} */ node) => node === at || (node.nodeType === 1 && others.some((one) => node.contains(one)));
    const nodes = Array.from(box.childNodes);
    const first = nodes.find((node) => holds(node) || /[\p{L}\p{N}]/u.test(node.textContent ?? ""));
    const from = nodes.indexOf(at);
    const leads = first !== undefined && holds(first);
    const between = [];
    for (let i = from + (leads ? 1 : -1); i >= 0 && i < nodes.length && !holds(nodes[i]); i += leads ? 1 : -1) between.push(nodes[i]);
    if (!leads) between.reverse();
    /** @type {{ text: string, isHead: boolean }[]} */
    const said = [];
    for (const node of between) {
      if (node.nodeType === 3 && /[\p{L}\p{N}]/u.test(node.data)) said.push({ text: parts.oneLine(node.data, 200), isHead: false });
      else if (node.nodeType === 1) pieces(/** @type {Element} */ (node), at, said);
    }
    // Words before the first of many, and none before the others, are those of the group.
    let spoken = 0;
    let silent = 0;
    for (let i = 0, text = false; i < nodes.length; i++) {
      if (!holds(nodes[i])) text ||= /[\p{L}\p{N}]/u.test(nodes[i].textContent ?? "");
      else {
        if (text) spoken++;
        else silent++;
        text = false;
      }
    }
    if (!leads && silent > spoken) return "";
    // A heading above belongs to the whole part.
    const last = said.map((one) => one.isHead).lastIndexOf(true);
    return said.slice(last + 1).find((one) => fits(one.text))?.text ?? "";
  };

  /** What the row says that a control without words of its own stands in; "" if that is uncertain. */
  // A number with its unit, such as an age or a size: it says how much of something there is, not what it is.
  const MEASURE = /^\P{L}?\d[\d.,:]*\s?\p{L}{1,7}(\s\p{L}+)?$/u;
  const isMeasure = (/** @type {string} */ text) => MEASURE.test(text);

  parts.rowLabel = (element) => {
    const cell = element.closest(CELL) ? headOfCell(element) : "";
    if (cell) return cell;
    // Beside a head are the heads of other columns.
    if (element.closest("th,[role=columnheader]")) return "";
    const kind = element.matches(HELD) ? "" : element.classList[0];
    const like = kind ? `${element.localName}.${CSS.escape(kind)}` : "";
    let at = element;
    for (let level = 0; level < ROW_LEVELS; level++) {
      const around = at.parentElement;
      if (!around || around.matches(ENDS)) return "";
      const others = rivals(around, element, like);
      if (others.length) return bared(besideOf(around, at, others));
      /** @type {{ text: string, isHead: boolean }[]} */
      const said = [];
      pieces(around, at, said);
      // Initials in a picture's place say less than what follows them.
      const label = said.find((one) => fits(one.text) && one.text.length > 2 && !isMeasure(one.text)) ?? said.find((one) => fits(one.text) && !isMeasure(one.text));
      if (label) return bared(label.text);
      // What holds a value is told by that better than by a measure beside it.
      const measure = said.find((one) => fits(one.text));
      if (measure) return element.value ? "" : bared(measure.text);
      at = around;
    }
    return "";
  };

  const PARTS = "section,article,form,fieldset,dialog,[role=dialog],[role=region],[role=form],[role=article],li,details";
  const LONG = "textarea,[contenteditable]:not([contenteditable=false]),[role=textbox]";

  /** The heading, or the name, of the part of the page whose only text area this is. */
  parts.partLabel = (element) => {
    const part = element.closest(PARTS);
    if (!part || Array.from(part.querySelectorAll(LONG)).some((one) => one !== element && !parts.contains(element, one) && parts.isSeen(one))) return "";
    const heading = parts.firstHeading(part) || parts.labelOf(part);
    return fits(heading) ? bared(heading) : "";
  };

  /** The words beside a nameless field; `box`: a tick box. */
  parts.nearbyLabel = (element, box) => (box ? after(element) || parts.rowLabel(element) : "") || before(element) || headOfCell(element) || pressedBeside(element) || (box ? "" : parts.rowLabel(element));

  // An example, or a date or time pattern, in the panel's languages.
  const PATTERN = /\d|@|^(e\.? ?g\b|z\. ?b\.|ex\b|p\. ?ej)|^[dmyhsjatu\s/:._-]+$/i;

  parts.isPattern = (text) => PATTERN.test(text);

  /** The words right before a field in its line. */
  parts.lineBefore = (element) => {
    const beside = element.previousSibling;
    const before = /** @type {?Element} */ (beside?.nodeType === 3 && !beside.data.trim() ? beside.previousSibling : beside);
    if (!before || (before.nodeType === 1 && (before.matches(ACTIVE) || before.querySelector(ACTIVE)))) return "";
    const text = before.nodeType === 3 ? parts.oneLine(before.data, 80) : before.nodeType === 1 && before.checkVisibility() ? parts.textIn(before, 80) : "";
    return /\p{L}/u.test(text) && isLabel(text) ? bared(text) : "";
  };
})();
