// @ts-check
// What a field is called that no markup names: the words beside it, as a person reads them. Where that is not certain it has no name.
(() => {
  const parts = globalThis.edithParts;
  if (Object.hasOwn(parts, "nearbyLabel")) return;

  const CAP = 200;
  const ACTIVE = "input,select,textarea,button,a[href],[role],[tabindex],[contenteditable]";
  const TYPED = "input:not([type=hidden]),select,textarea,[contenteditable]:not([contenteditable=false])";
  const BAR = "[role=toolbar],[role=menubar],:has(button),:has([role=button])";

  // Longer, or of several sentences, it is a text and no label.
  const LABEL_CAP = 60;
  /** @type {(text: string) => boolean} */
  const isLabel = (text) => text.length <= LABEL_CAP && !text.endsWith("…") && !/[.!?]\s+\S/.test(text) && !(text.length > 40 && text.endsWith("."));
  const HEADINGS = "h1,h2,h3,h4,h5,h6,[role=heading]";
  /** A label without what only sets it off. */
  const bared = (parts.bared = (text) => text.replace(/[\s:*]+$/, ""));

  /** What stands right behind a box to tick, as far as the next control. @type {(element: Element) => string} */
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
    // Between an editor and what it is called there may be its toolbar.
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
          // The label of something else.
          const label = before.localName === "label" ? before : before.querySelector("label");
          if (label?.control && label.control !== element && parts.isSeen(label.control)) break;
        }
        const text =
          before.nodeType === 3 ? parts.oneLine(before.data, 80) : before.nodeType === 1 && before.checkVisibility() ? parts.textIn(before, 80) : "";
        if (!(isEditor ? /\p{L}/u : /[\p{L}\p{N}]/u).test(text)) continue;
        // Behind a whole text nothing nearer comes; and what heads several fields is the name of none.
        if (!isEditor && !isLabel(text)) return "";
        if (!isEditor && before.nodeType === 1 && before.matches(HEADINGS) && (at.parentElement?.querySelectorAll(TYPED).length ?? 0) > 1) return "";
        // Further away only what looks like a heading can be its name.
        if (level < 3 || text.length < 60) return bared(text);
      }
      // Beside a cell stand other cells, above it other rows.
      if (!isEditor && at.parentElement?.matches(CELL)) return "";
    }
    return "";
  };

  const CELL = "td,th,[role=cell],[role=gridcell]";
  const ROW = "tr,[role=row]";

  /** What heads the column of a field in a table, or else what its row calls it: the cell before it, and where it is the only field, the first. */
  const headOfCell = (/** @type {Element} */ element) => {
    const cell = element.closest(CELL);
    const row = cell?.closest(ROW);
    const table = row?.closest("table,[role=grid],[role=table],[role=treegrid]");
    if (!cell || !row || !table) return "";
    const said = (/** @type {?Element} */ other) => {
      const text = other && other !== cell && !other.querySelector(TYPED) ? parts.textIn(other, 80) : "";
      return /\p{L}/u.test(text) && isLabel(text) ? bared(text) : "";
    };
    const cells = Array.from(row.children);
    const top = table.querySelector(ROW);
    const isHead = top !== null && top !== row && top.children.length === cells.length && top.querySelector("th,[role=columnheader]") !== null && !top.querySelector(TYPED);
    const head = isHead ? said(top.children[cells.indexOf(cell)]) : "";
    if (head) return head;
    const isOnly = row.querySelectorAll(TYPED).length === 1;
    return isOnly ? (cells.slice(0, cells.indexOf(cell)).map(said).find((text) => text) ?? "") : said(cell.previousElementSibling) || said(cells[0]);
  };

  /** What is written on the one button that stands before the one field of a group. @type {(element: Element) => string} */
  const pressedBeside = (element) => {
    const group = element.parentElement;
    const button = element.previousElementSibling;
    if (!group || !button?.matches("button,[role=button]") || group.querySelectorAll(TYPED).length > 1 || group.querySelectorAll("button,[role=button]").length > 1) return "";
    const text = button.checkVisibility() ? parts.textIn(button, 80) : "";
    return /\p{L}/u.test(text) && isLabel(text) ? text : "";
  };

  /** The words that a field without a name stands beside; `box`: it is one to tick. */
  parts.nearbyLabel = (element, box) => (box ? after(element) : "") || before(element) || headOfCell(element) || pressedBeside(element);

  // An example, or a pattern of a date or time, in the languages of the panel.
  const PATTERN = /\d|@|^(e\.? ?g\b|z\. ?b\.|ex\b|p\. ?ej)|^[dmyhsjatu\s/:._-]+$/i;

  parts.isPattern = (text) => PATTERN.test(text);

  /** The words right before a field, in the same line. */
  parts.lineBefore = (element) => {
    const beside = element.previousSibling;
    const before = /** @type {?Element} */ (beside?.nodeType === 3 && !beside.data.trim() ? beside.previousSibling : beside);
    if (!before || (before.nodeType === 1 && (before.matches(ACTIVE) || before.querySelector(ACTIVE)))) return "";
    const text = before.nodeType === 3 ? parts.oneLine(before.data, 80) : before.nodeType === 1 && before.checkVisibility() ? parts.textIn(before, 80) : "";
    return /\p{L}/u.test(text) && isLabel(text) ? bared(text) : "";
  };
})();
