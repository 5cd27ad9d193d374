// @ts-check
// Rows: items of tables, lists, feeds and grids of cards, marked up as such or merely alike. Which of them are told as one is decided in
// crates/page/src/rows.rs.
(() => {
  const parts = globalThis.edithParts;
  if (Object.hasOwn(parts, "listOf")) return;

  const TAGS = parts.words("tr li article");
  const ROLES = parts.words("row listitem article");
  const LISTS = "table,ul,ol,[role=table],[role=grid],[role=treegrid],[role=list],[role=feed]";
  const CELLS = "td,[role=cell],[role=gridcell]";
  // Parts of one control or field, of a sentence, or of a table are alike without being rows.
  const NO_ROWS = parts.words("td th tbody thead tfoot option optgroup dt dd p label button input select textarea fieldset form nav header footer main svg");

  /** The children of a box that are alike: of one tag, with the same classes but for those of a state. @type {(box: Element) => ?Set<Element>} */
  const alikeIn = (box) => {
    /** @type {Map<string, Element[]>} */
    const groups = new Map();
    for (const child of box.children) {
      if (!child.firstElementChild || NO_ROWS.has(child.localName)) continue;
      const key = `${child.localName} ${child.getAttribute("class") ?? ""}`;
      const group = groups.get(key);
      if (group) group.push(child);
      else groups.set(key, [child]);
    }
    /** @type {Element[]} */
    let most = [];
    for (const group of groups.values()) if (group.length > most.length) most = group;
    if (!most.length) return null;
    const { localName, classList } = most[0];
    const alike = new Set(most);
    for (const group of groups.values()) {
      const [other] = group;
      if (group === most || other.localName !== localName || (classList.length === 0) !== (other.classList.length === 0)) continue;
      const [less, more] = other.classList.length < classList.length ? [other.classList, classList] : [classList, other.classList];
      if (Array.from(less).every((name) => more.contains(name))) for (const one of group) alike.add(one);
    }
    return alike.size > 1 ? alike : null;
  };

  const ARTICLE = "article,[role=article]";

  /** Whether an article is what the page is about, and none of several: neither it nor its wrapper has another one beside it. @type {(article: Element) => boolean} */
  const isAlone = (article) => {
    if (article.closest(LISTS)) return false;
    const { previousElementSibling: before, nextElementSibling: after, parentElement: wrapper } = article;
    if (before?.matches(ARTICLE) || after?.matches(ARTICLE)) return false;
    const around = [wrapper?.previousElementSibling, wrapper?.nextElementSibling];
    return !around.some((beside) => beside?.querySelector(ARTICLE));
  };

  /** The list that an element may be a row of; else null. */
  parts.listOf = (element, tag, role, known) => {
    if (role === "" ? TAGS.has(tag) : ROLES.has(role)) {
      if ((role || tag) === "article" && isAlone(element)) return null;
      // Heads of columns.
      if ((tag === "tr" || role === "row") && !element.querySelector(CELLS)) return null;
      return element.closest(LISTS) ?? element.parentElement;
    }
    const box = element.parentElement;
    if (!box || role !== "" || !element.firstElementChild || NO_ROWS.has(tag)) return null;
    let alike = known.get(box);
    if (alike === undefined) known.set(box, (alike = alikeIn(box)));
    return alike?.has(element) ? box : null;
  };

  // More rows are not compared.
  const MOST_WEIGHED = 400;
  // Texts of a row that are looked at for its first words.
  const TEXTS = 12;

  /** How heavily the first words of a row are written; 0: it has none. @type {(row: Element) => number} */
  const weightOf = (row) => {
    const texts = row.ownerDocument.createTreeWalker(row, NodeFilter.SHOW_TEXT);
    for (let left = TEXTS; left && texts.nextNode(); left--) {
      const { nodeValue, parentElement } = texts.currentNode;
      if (parentElement && /\p{L}{2}/u.test(nodeValue ?? "")) return Number(parts.style(parentElement).fontWeight) || 0;
    }
    return 0;
  };

  /** Marks the rows whose first words are heavier than those of others of their list, as those of unread messages are. */
  parts.weighRows = (walk) => {
    /** @type {Map<number, [RawNode, number][]>} */
    const lists = new Map();
    let left = MOST_WEIGHED;
    for (const node of walk.nodes) {
      if (!node.rl || left-- <= 0) continue;
      const element = parts.elementOf(node.n);
      const weight = element ? weightOf(element) : 0;
      if (!weight) continue;
      const rows = lists.get(node.rl);
      if (rows) rows.push([node, weight]);
      else lists.set(node.rl, [[node, weight]]);
    }
    for (const rows of lists.values()) {
      const least = Math.min(...rows.map(([, weight]) => weight));
      for (const [node, weight] of rows) if (weight >= least + 200) node.hv = 1;
    }
  };

  /** Enters what a row holds, and the row itself where nobody can act on it, which is called by what it says: `from` is its first node. */
  parts.enterRow = (walk, element, tag, role, list, from, around, frames) => {
    const { nodes } = walk;
    if (nodes.length === from) return;
    const number = parts.numberOf(element);
    let known = walk.lists.get(list);
    if (!known) walk.lists.set(list, (known = walk.lists.size + 1));
    const isEntered = nodes[from].n === number;
    for (let i = isEntered ? from + 1 : from; i < nodes.length; i++) nodes[i].rw ??= number;
    if (isEntered) {
      nodes[from].rl = known;
      return;
    }
    const saved = walk.context;
    walk.context = around;
    const place = parts.boxOf(element);
    const [x, y] = [place.left + walk.offset[0], place.top + walk.offset[1]];
    /** @type {Edges} */
    const box = [Math.max(x, walk.view[0]), Math.max(y, walk.view[1]), Math.min(x + place.width, walk.view[2]), Math.min(y + place.height, walk.view[3])];
    const fullRole = role || parts.roleOf(element);
    const S = parts.states;
    /** @type {RawNode} */
    const node = {
      n: number, g: tag, r: fullRole || undefined, w: "row", b: [Math.round(x), Math.round(y), Math.round(place.width), Math.round(place.height)],
      c: walk.contextOf(around) || undefined, ov: walk.overlay || undefined, fr: walk.frame || undefined, rl: known, ow: walk.recordOf(element) || undefined,
    };
    let states = walk.statesOf(element, tag, fullRole);
    if (box[2] > box[0] && box[3] > box[1]) {
      states |= S.IN_VIEW;
      const over = walk.cover(element, element, box);
      if (over) {
        states |= S.COVERED;
        walk.coveredBy(node, over);
      }
    }
    if (states) node.s = states;
    walk.sighted(element);
    walk.context = saved;
    nodes.splice(from, 0, node);
    for (const frame of walk.frames.slice(frames)) frame.nb = (frame.nb ?? 0) + 1;
  };
})();
