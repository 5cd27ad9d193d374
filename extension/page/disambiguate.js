// @ts-check
// Tells identical-looking elements apart: by their data, or, for the same name in the same context, by row and colour.
(() => {
  const parts = globalThis.edithParts;
  if (Object.hasOwn(parts, "tellApart")) return;

  // Beyond this many, telling them apart takes too long.
  const MOST_ROWS = 500;
  const MOST_COLOURS = 12;
  const MOST_SWATCHES = 40;
  // Where each colour ends on the hue circle, in degrees.
  /** @type {[number, string][]} */
  const HUES = [[15, "red"], [42, "orange"], [68, "yellow"], [165, "green"], [195, "cyan"], [258, "blue"], [295, "purple"], [345, "pink"], [360, "red"]];

  /** The name of a computed colour; "" if nearly transparent or not written as `rgb()`. */
  parts.colourName = (computed) => {
    const [r, g, b, a = 1] = (/^rgba?\(([^)]+)\)$/.exec(computed)?.[1] ?? "").split(",").map(Number);
    if (!(a >= 0.3) || b === undefined) return "";
    const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)];
    const light = (most + least) / 510;
    if (light > 0.94) return "white";
    if (light < 0.1) return "black";
    const range = most - least;
    if (range / (255 * (1 - Math.abs(2 * light - 1))) < 0.15) return "grey";
    const sixth = most === r ? (g - b) / range : most === g ? 2 + (b - r) / range : 4 + (r - g) / range;
    const hue = (sixth * 60 + 360) % 360;
    return HUES.find(([end]) => hue <= end)?.[1] ?? "";
  };

  /** Whether a clickable box merely wraps things told apart by their data: days of a month, cells of a board. */
  parts.isListOfItems = (element) => {
    const items = element.children;
    if (items.length < 2) return false;
    const [first, second] = items;
    if (first.localName !== second.localName || first.className !== second.className) return false;
    for (const name of first.getAttributeNames()) {
      if (!name.startsWith("data-") || /^data-(test|qa|cy|v-|react)/.test(name)) continue;
      const values = new Set();
      for (let i = 0; i < items.length && i < 30; i++) values.add(items[i].getAttribute(name));
      if (!values.has(null) && values.size === Math.min(items.length, 30)) return true;
    }
    return false;
  };

  /** Whether one class list contains the other. @type {(one: DOMTokenList, other: DOMTokenList) => boolean} */
  const isWithin = (one, other) => {
    const [less, more] = one.length < other.length ? [one, other] : [other, one];
    return Array.from(less).every((name) => more.contains(name));
  };

  /** Whether two elements share a class, or have none. */
  parts.areAlike = ({ classList: one }, { classList: other }) => one.length + other.length === 0 || Array.from(one).some((name) => other.contains(name));

  /** Whether an empty box is one of several that differ only in their data: colour swatches, cells of a board. */
  parts.isOneOfSeveral = (element) => {
    if (element.offsetWidth < 8 || element.offsetHeight < 8 || element.offsetWidth > 300 || element.offsetHeight > 300) return false;
    const [first, second] = element.parentElement?.children ?? [];
    if (!second || first.localName !== second.localName || element.localName !== first.localName) return false;
    const names = element.getAttributeNames().filter((name) => name.startsWith("data-"));
    // A row may begin with several equal ones, and the selected one has another class.
    for (let /** @type {?Element} */ other = first, i = 0; other && i < MOST_SWATCHES; other = other.nextElementSibling, i++) {
      if (other.localName !== element.localName || other.firstChild || !isWithin(other.classList, element.classList)) continue;
      if (names.some((name) => (other.getAttribute(name) ?? element.getAttribute(name)) !== element.getAttribute(name))) return true;
    }
    return false;
  };

  // How deep in its item the one thing of a list is that the keyboard reaches, and how many such things are looked at.
  const ROVED_LEVELS = 4;
  const MOST_ROVED = 200;

  /** What stands, in all other items of its list, where this one stands in its own, if they are like it but for tabindex and role; else none. @type {(rover: Element) => Element[]} */
  const twinsOf = (rover) => {
    /** @type {number[]} */
    const path = [];
    for (let item = rover, level = 0; level < ROVED_LEVELS && item.parentElement && item.localName !== "body"; level++) {
      const list = item.parentElement;
      const twins = [];
      for (const other of list.children) {
        if (other === item) continue;
        /** @type {Element | undefined} */
        let twin = other;
        for (const at of path) twin = twin?.children[at];
        const isTwin = twin?.localName === rover.localName && twin.classList.length > 0 && isWithin(twin.classList, rover.classList) && !twin.hasAttribute("tabindex") && !twin.hasAttribute("role") && twin.textContent.trim() !== "";
        if (!isTwin) {
          twins.length = 0;
          break;
        }
        twins.push(/** @type {Element} */ (twin));
      }
      if (twins.length) return twins;
      path.unshift(Array.from(list.children).indexOf(item));
      item = list;
    }
    return [];
  };

  /** @type {WeakMap<Element, string>} */
  const roved = new WeakMap();
  parts.rovedRole = (element) => roved.get(element) ?? "";

  /** What the keyboard will reach once the focus moves on in its list: pages give tabindex and role to the item that has the focus alone. */
  parts.roved = (root) => {
    /** @type {Set<Element>} */
    const found = new Set();
    for (const rover of Array.from(root.querySelectorAll("[tabindex='0'][role]")).slice(0, MOST_ROVED)) {
      const role = parts.givenRole(rover);
      if (!parts.widgets.has(role)) continue;
      for (const twin of twinsOf(rover)) {
        roved.set(twin, role);
        found.add(twin);
      }
    }
    return found;
  };

  /** Whether it stands in a list that a control beside the list, or one that names it, says to have opened. */
  parts.isOffered = (element) => {
    const list = element.closest("ul,ol,menu,[role=menu]");
    if (!list) return false;
    const names = (list.getAttribute("aria-labelledby") ?? "").split(/\s+/).filter(Boolean);
    const isOpener = (/** @type {?Element | undefined} */ other) => other?.getAttribute("aria-expanded") === "true";
    return isOpener(list.parentElement?.querySelector(":scope > [aria-expanded=true]")) || names.some((id) => isOpener(list.getRootNode().getElementById?.(id)));
  };

  const places = new WeakSet();
  /** Whether an element is an empty drop list, see `emptyPlaces`. */
  parts.isPlace = (element) => places.has(element) && element.childElementCount === 0;

  /** Empty lists like those holding the given draggable items, such as a board's empty columns. */
  parts.emptyPlaces = (root, items) => {
    const found = [];
    const seen = new Set();
    for (const item of items) {
      const list = item.parentElement;
      if (!list?.className || typeof list.className !== "string" || seen.has(list.className) || seen.size > 8) continue;
      seen.add(list.className);
      for (const other of root.getElementsByClassName(list.className)) {
        if (other.childElementCount || other.localName !== list.localName || found.length >= MOST_SWATCHES) continue;
        places.add(other);
        found.push(other);
      }
    }
    return found;
  };

  /** An empty list's name: the head of its column, or other text in its part of the board. */
  parts.placeName = (list) => {
    const cell = list.closest("td");
    for (const row of (cell && list.closest("table")?.rows) ?? []) {
      const head = row.cells[/** @type {HTMLTableCellElement} */ (cell).cellIndex];
      if (head?.localName === "th") return parts.textIn(head, 40);
    }
    for (let at = list.parentElement, level = 0; at && level < 3; at = at.parentElement, level++) {
      const said = parts.textIn(at, 40, false, true);
      if (said) return said;
    }
    return "";
  };

  /** The element entered as this node during this walk. @type {(node: RawNode) => Element} */
  const listed = (node) => /** @type {Element} */ (parts.elementOf(node.n));

  /** For each element, the largest box that holds none of the others. @type {(elements: Element[]) => Element[]} */
  const rowsOf = (elements) => {
    const held = new Map();
    for (const element of elements) for (let /** @type {?Element} */ at = element; at; at = parts.flatParent(at)) held.set(at, (held.get(at) ?? 0) + 1);
    return elements.map((element) => {
      let row = element;
      for (let at = parts.flatParent(element); at && held.get(at) === 1; at = parts.flatParent(at)) row = at;
      return row;
    });
  };

  /** Adds the rows that hold the nodes as contexts; answers whether that tells them apart. */
  /** @type {(nodes: RawNode[], contexts: RawContext[], known: Map<Element, string>) => boolean} */
  const nameRows = (nodes, contexts, known) => {
    const elements = nodes.map((node) => listed(node));
    const rows = rowsOf(elements);
    const beside = new Map();
    for (const row of rows) beside.set(row.parentNode, (beside.get(row.parentNode) ?? 0) + 1);
    const labels = rows.map((row, i) => {
      if (row === elements[i] || beside.get(row.parentNode) < 2) return "";
      let label = known.get(row);
      if (label === undefined) known.set(row, (label = parts.contextLabel({ element: row, kind: "item" })));
      return label !== nodes[i].m && /\p{L}/u.test(label) ? label : "";
    });
    if (new Set(labels).size < 2) return false;
    nodes.forEach((node, i) => {
      if (!labels[i]) return;
      contexts.push({ p: node.c, k: "item", l: labels[i] });
      node.c = contexts.length;
      parts.sightedIn(elements[i], rows[i], labels[i]);
    });
    return true;
  };

  const CELLS = 8;
  const MOST_ADDED = 2;
  const MOST_ALIKE = 100;

  /** The parts of a row that may identify it: its cells, or its children. @type {(row: Element) => string[]} */
  const piecesOf = (row) => {
    let box = row;
    while (box.childElementCount === 1) box = /** @type {Element} */ (box.firstElementChild);
    return Array.from(box.children).slice(0, CELLS).map((piece) => parts.textIn(piece, 30, false, true));
  };

  /** Extends the names of equally named rows by the first cell that differs. */
  parts.tellRowsApart = (rows, contexts) => {
    /** @type {Map<string, Around[]>} */
    const groups = new Map();
    for (const row of rows) {
      const { p, l } = contexts[row.index - 1];
      const key = `${p} ${row.kind} ${l}`;
      const group = groups.get(key);
      if (group) group.push(row);
      else groups.set(key, [row]);
    }
    for (const group of groups.values()) {
      if (group.length < 2 || group.length > MOST_ALIKE) continue;
      const all = group.map(({ element }) => piecesOf(/** @type {Element} */ (element)));
      const labels = group.map(({ index }) => contexts[index - 1].l ?? "");
      for (let i = 0, added = 0; i < CELLS && added < MOST_ADDED && new Set(labels).size < group.length; i++) {
        if (new Set(all.map((pieces) => pieces[i] ?? "")).size < 2) continue;
        added++;
        all.forEach((pieces, at) => {
          if (/[\p{L}\p{N}]/u.test(pieces[i] ?? "") && !labels[at].includes(pieces[i])) labels[at] += `, ${pieces[i]}`;
        });
      }
      group.forEach(({ index }, at) => {
        contexts[index - 1].l = parts.oneLine(labels[at], 80);
      });
    }
  };

  // Buttons that differ only in a number count as the same: booking at different prices.
  /** @type {(node: RawNode) => string | undefined} */
  const familyName = (node) => (node.m && (node.g === "button" || node.r === "button") ? node.m.replace(/\d+([.,]\d+)*/g, "0") : node.m);

  const MOST_LEVELS = 5;
  const LONGEST_ROW = 400;

  /** The box around an element that is one of several equal ones, like an unmarked row; else null. @type {(element: Element) => ?Element} */
  const rowOf = (element) => {
    /** @type {?Element} */
    let row = element;
    for (let level = 0; level < MOST_LEVELS; level++) {
      row = parts.flatParent(row);
      if (!row || row.localName === "body") return null;
      const name = row.getAttribute("class");
      if (!name) continue;
      for (const beside of [row.previousElementSibling, row.nextElementSibling]) {
        if (beside?.localName === row.localName && beside.getAttribute("class") === name) return row;
      }
    }
    return null;
  };

  /** Names a button by its box if that is one of several similar ones, even if the others have no button. */
  parts.nameBoxes = (nodes, contexts) => {
    const known = new Map();
    for (const node of nodes) {
      if ((node.g !== "button" && node.r !== "button") || /^(row|item)$/.test(contexts[(node.c ?? 0) - 1]?.k ?? "")) continue;
      const element = parts.elementOf(node.n);
      const row = element && rowOf(element);
      if (!row) continue;
      if (!known.has(row)) known.set(row, row.textContent.length > LONGEST_ROW ? "" : parts.contextLabel({ element: row, kind: "item" }));
      const label = known.get(row);
      if (!/\p{L}/u.test(label) || label === node.m) continue;
      contexts.push({ p: node.c, k: "item", l: label });
      node.c = contexts.length;
      parts.sightedIn(element, row, label);
    }
  };

  /** Tells apart nodes of equal kind, name and context: by unmarked rows, or by colour. */
  parts.tellApart = (nodes, contexts) => {
    // Most contexts hold few of a kind; only these are compared in full.
    const places = new Map();
    for (const node of nodes) {
      let kinds = places.get(node.c);
      if (!kinds) places.set(node.c, (kinds = new Map()));
      const kind = kinds.get(node.g);
      if (kind) kind.push(node);
      else kinds.set(node.g, [node]);
    }
    /** @type {Map<string, RawNode[]>} */
    const groups = new Map();
    for (const kinds of places.values()) {
      for (const kind of kinds.values()) {
        if (kind.length < 2) continue;
        for (const node of kind) {
          const key = `${node.g} ${node.y} ${node.r} ${node.c} ${familyName(node)} ${node.hi}`;
          const group = groups.get(key);
          if (group) group.push(node);
          else groups.set(key, [node]);
        }
      }
    }
    const known = new Map();
    for (const group of groups.values()) {
      if (group.length < 2 || group.length > MOST_ROWS || nameRows(group, contexts, known)) continue;
      if (group.length > MOST_COLOURS || group[0].m !== group[1].m || group[0].g === "a") continue;
      if (group[0].m ? group[0].hi : !group.every((node) => parts.isSwatch(listed(node)))) continue;
      const styles = group.map((node) => parts.style(listed(node)));
      const colours = styles.map((style) => (group[0].m ? parts.colourName(style.backgroundColor) || parts.colourName(style.color) : style.backgroundColor));
      if (new Set(colours).size < 2) continue;
      group.forEach((node, i) => {
        if (!node.hi?.includes(colours[i])) node.hi = `${node.hi ?? ""} ${colours[i]}`.trim() || undefined;
      });
    }
  };
})();
