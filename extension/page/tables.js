// @ts-check
// Tables whose cells span rows or columns: which cell is where, as a person reads it.
(() => {
  const parts = globalThis.edithParts;
  if (Object.hasOwn(parts, "gridOf")) return;

  const TABLES = "table,[role=grid],[role=table],[role=treegrid]";
  const SPANS = "[rowspan],[colspan],[aria-rowspan],[aria-colspan]";
  const ROWS = "tr,[role=row]";
  const CELLS = "td,th,[role=cell],[role=gridcell],[role=columnheader],[role=rowheader]";
  // Wider or larger ones lay out a page, or lie about their size.
  const MOST_COLUMNS = 200;
  const MOST_ROWS = 2000;

  const isLaidOut = (/** @type {Element} */ cell) => getComputedStyle(cell).display !== "none";

  /** How many columns, or rows, a cell fills; 0: all that are left of its part of the table. @type {(cell: Element, way: "col" | "row") => number} */
  const span = (cell, way) => {
    const given = cell.getAttribute(cell.matches("td,th") ? `${way}span` : `aria-${way}span`);
    const count = given === null ? 1 : parseInt(given, 10);
    return count >= 0 && (count > 0 || way === "row") ? count : 1;
  };

  /** The table that an element is, or is in. */
  parts.tableOf = (element) => element.closest(TABLES);

  /** A table's rows that are shown. */
  parts.rowsOf = (table) => Array.from(table.querySelectorAll(ROWS)).filter((row) => row.closest(TABLES) === table && row.checkVisibility());

  // During a walk each table's grid is made once.
  /** @type {?WeakMap<Element, ?Grid>} */
  let grids = null;
  parts.rememberGrids = (on) => {
    grids = on ? new WeakMap() : null;
  };

  /** The heads of a row that stand in rows above it and reach down to it. */
  parts.headsAbove = (row) => {
    const table = parts.tableOf(row);
    const places = (table && parts.gridOf(table)?.get(row)) ?? [];
    return places.filter((cell, at) => cell.parentElement !== row && cell.matches("th,[role=rowheader]") && places.indexOf(cell) === at);
  };

  /**
   * For each row of a table the cell in each column; a cell that spans stands in each place that it fills. Null for a table whose cells fill one place
   * each, or that is too large.
   */
  parts.gridOf = (table) => {
    const known = grids?.get(table);
    if (known !== undefined) return known;
    const grid = made(table);
    grids?.set(table, grid);
    return grid;
  };

  /** @type {(table: Element) => ?Grid} */
  const made = (table) => {
    if (table.querySelector(SPANS) === null) return null;
    const rows = parts.rowsOf(table);
    if (rows.length > MOST_ROWS) return null;
    /** @type {Grid} */
    const grid = new Map();
    /** @type {{ cell: Element, left: number }[]} */
    let carried = [];
    /** @type {?Element} */
    let group = null;
    for (const row of rows) {
      // No cell reaches beyond its head, body or foot.
      if (row.parentElement !== group) carried = [];
      group = row.parentElement;
      /** @type {Element[]} */
      const places = [];
      const carry = () => {
        for (let over = carried[places.length]; over && over.left > 0; over = carried[places.length]) {
          over.left--;
          places.push(over.cell);
        }
      };
      for (const cell of row.children) {
        if (!cell.matches(CELLS) || !isLaidOut(cell)) continue;
        carry();
        const down = span(cell, "row");
        for (let wide = span(cell, "col"); wide > 0 && places.length < MOST_COLUMNS; wide--) {
          carried[places.length] = { cell, left: down === 0 ? Infinity : down - 1 };
          places.push(cell);
        }
      }
      carry();
      grid.set(row, places);
    }
    return grid;
  };

})();
