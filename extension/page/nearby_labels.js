// @ts-check
// Names for fields without any in the markup: the words beside them, as a person reads them. If that is uncertain, there is none.
(() => {
  const parts = globalThis.edithParts;
  if (Object.hasOwn(parts, "nearbyLabel")) return;

  const CAP = 200;
  const ACTIVE = "input,select,textarea,button,a[href],[role],[tabindex],[contenteditable]";
  const TYPED = "input:not([type=hidden]),select,textarea,[contenteditable]:not([contenteditable=false])";
  const BAR = "[role=toolbar],[role=menubar],:has(button),:has([role=button])";

  // Longer, or of several sentences, it is no label.
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
    // A toolbar may stand between an editor and its name.
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

  /** The words beside a nameless field; `box`: a tick box. */
  parts.nearbyLabel = (element, box) => (box ? after(element) : "") || before(element) || headOfCell(element) || pressedBeside(element);

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
