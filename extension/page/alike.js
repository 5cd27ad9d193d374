// What tells elements apart that are alike: their data; or, where they are
// called the same in the same place, the rows they stand in and their colours.
(() => {
  const parts = globalThis.edithParts;
  if (parts.tellApart) return;

  // Of more, the time to tell them apart is not worth it.
  const MOST_ROWS = 500;
  const MOST_COLOURS = 12;
  const MOST_SWATCHES = 40;
  // Where each colour ends on the circle of hues, in degrees.
  const HUES = [[15, "red"], [42, "orange"], [68, "yellow"], [165, "green"], [195, "cyan"], [258, "blue"], [295, "purple"], [345, "pink"], [360, "red"]];

  /** The name of a computed colour; "" for one that is hardly there, or written in another way than `rgb()`. */
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
    return HUES.find(([end]) => hue <= end)[1];
  };

  /** Whether a box that shows a hand is only around things that are told apart by their data: days of a month, cells of a board. */
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

  /** Whether of two lists of classes the one has all that the other has. */
  const isWithin = (one, other) => {
    const [less, more] = one.length < other.length ? [one, other] : [other, one];
    return Array.from(less).every((name) => more.contains(name));
  };

  /** Whether two elements have a class in common, or none at all. */
  parts.areAlike = ({ classList: one }, { classList: other }) => one.length + other.length === 0 || Array.from(one).some((name) => other.contains(name));

  /** Whether an empty box is one of several that differ in their data only: swatches of colour, cells of a board. */
  parts.isOneOfSeveral = (element) => {
    if (element.offsetWidth < 8 || element.offsetHeight < 8 || element.offsetWidth > 300 || element.offsetHeight > 300) return false;
    const [first, second] = element.parentElement?.children ?? [];
    if (!second || first.localName !== second.localName || element.localName !== first.localName) return false;
    const names = element.getAttributeNames().filter((name) => name.startsWith("data-"));
    // A row of them may begin with several that are the same; the one that was chosen is of another class.
    for (let other = first, i = 0; other && i < MOST_SWATCHES; other = other.nextElementSibling, i++) {
      if (other.localName !== element.localName || other.firstChild || !isWithin(other.classList, element.classList)) continue;
      if (names.some((name) => (other.getAttribute(name) ?? element.getAttribute(name)) !== element.getAttribute(name))) return true;
    }
    return false;
  };

  const places = new WeakSet();
  /** Whether an element is an empty list that takes what is dragged there, see `emptyPlaces`. */
  parts.isPlace = (element) => places.has(element) && element.childElementCount === 0;

  /** Lists without items that are like those which the given items, which can be dragged, are in: the empty columns of a board. */
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

  /** What an empty list is called by: the head of its column, or what else is written in its part of the board. */
  parts.placeName = (list) => {
    const cell = list.closest("td");
    for (const row of (cell && list.closest("table")?.rows) ?? []) {
      const head = row.cells[cell.cellIndex];
      if (head?.localName === "th") return parts.textIn(head, 40);
    }
    for (let at = list.parentElement, level = 0; at && level < 3; at = at.parentElement, level++) {
      const said = parts.textIn(at, 40, false, true);
      if (said) return said;
    }
    return "";
  };

  /** Around each of some elements, the largest box that holds none of the others. */
  const rowsOf = (elements) => {
    const held = new Map();
    for (const element of elements) for (let at = element; at; at = parts.flatParent(at)) held.set(at, (held.get(at) ?? 0) + 1);
    return elements.map((element) => {
      let row = element;
      for (let at = parts.flatParent(element); at && held.get(at) === 1; at = parts.flatParent(at)) row = at;
      return row;
    });
  };

  /** Enters what the rows say that the nodes are in, as contexts of theirs; answers whether that tells them apart. */
  const nameRows = (nodes, contexts, known) => {
    const elements = nodes.map((node) => parts.elementOf(node.n));
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

  /** Tells nodes apart that have kind, name and surroundings in common: by the rows they are in, which only look like rows, or by their colours. */
  parts.tellApart = (nodes, contexts) => {
    const groups = new Map();
    for (const node of nodes) {
      const key = `${node.g} ${node.y} ${node.r} ${node.c} ${node.m} ${node.hi}`;
      const group = groups.get(key);
      if (group) group.push(node);
      else groups.set(key, [node]);
    }
    const known = new Map();
    for (const group of groups.values()) {
      if (group.length < 2 || group.length > MOST_ROWS || nameRows(group, contexts, known)) continue;
      if (group.length > MOST_COLOURS || !group[0].m || group[0].hi || group[0].g === "a") continue;
      const styles = group.map((node) => parts.style(parts.elementOf(node.n)));
      const colours = styles.map((style) => parts.colourName(style.backgroundColor) || parts.colourName(style.color));
      if (new Set(colours).size < 2) continue;
      group.forEach((node, i) => {
        node.hi = colours[i] || undefined;
      });
    }
  };
})();
