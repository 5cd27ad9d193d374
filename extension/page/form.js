// @ts-check
// What a field of a form says beyond its name and value: its author's words for it, its group and that group's question, its rules.
(() => {
  const parts = globalThis.edithParts;
  if (Object.hasOwn(parts, "fieldFacts")) return;

  const FIELDS = "input,select,textarea,[role=checkbox],[role=radio],[role=switch],[role=combobox],[role=listbox],[role=textbox],[role=spinbutton],[role=slider],[contenteditable]:not([contenteditable=false]),button[aria-haspopup=listbox]" + `,${parts.toldTicks}`;
  const GROUP = "fieldset,[role=group],[role=radiogroup],[role=list]";
  const TABLE = "table,[role=grid],[role=table],[role=treegrid]";
  const ROW = "tr,[role=row],[role=radiogroup]";
  const LONG = 300;
  // So many levels up a group's question may be.
  const LEVELS = 5;

  const isTick = (/** @type {Element} */ element) =>
    (element.localName === "input" && (element.type === "radio" || element.type === "checkbox")) || /^(radio|checkbox|switch)$/.test(parts.givenRole(element));

  const kindOf = (/** @type {Element} */ element) => (element.localName === "input" ? element.type : parts.givenRole(element));

  /** The label that names a box as one names a field; null: none does. @type {(box: Element) => ?Element} */
  const labelFor = (box) => (box.id === "" ? null : /** @type {ParentNode} */ (box.getRootNode()).querySelector(`label[for="${CSS.escape(box.id)}"]`));

  /** The ticks that answer one question together, in the page's order. @type {(element: Element) => Element[]} */
  const peersOf = (element) => {
    const kind = kindOf(element);
    const root = /** @type {ParentNode} */ (element.getRootNode());
    const alike = (/** @type {Element} */ one) => kindOf(one) === kind;
    if (element.localName === "input" && element.name) {
      const within = element.form ?? root;
      const named = Array.from(within.querySelectorAll(`input[type=${kind}]`)).filter((one) => one.name === element.name && one.form === element.form);
      if (named.length > 1 || kind === "radio") return named;
    }
    const name = parts.toldRole(element) === "" ? null : element.getAttribute("name");
    if (name !== null) return Array.from((element.closest("form") ?? root).querySelectorAll(element.localName)).filter((one) => one.getAttribute("name") === name);
    // Without a shared name, a box around nothing but such ticks: one that is marked as a group, else the first around several radio buttons.
    let /** @type {?Element[]} */ several = null;
    for (let /** @type {?Element} */ box = element.parentElement, level = 0; box && level < LEVELS; box = box.parentElement, level++) {
      const fields = Array.from(box.querySelectorAll(FIELDS)).filter((one) => !one.parentElement?.closest("[role=checkbox],[role=radio]"));
      if (!fields.every((one) => isTick(one) && alike(one))) break;
      const isGroup = box.matches(GROUP) || parts.shadowOf(box)?.querySelector(GROUP) || labelFor(box) !== null;
      if (isGroup || (fields.length > 1 && /^(ul|ol|table)$/.test(box.localName))) return fields;
      if (fields.length > 1 && kind === "radio") several ??= fields;
    }
    return several ?? [element];
  };

  /** The lowest element around all of these. @type {(all: Element[]) => ?Element} */
  const around = (all) => {
    let /** @type {?Element} */ box = all[0].parentElement;
    while (box && !all.every((one) => box?.contains(one))) box = box.parentElement;
    return box;
  };

  /** The words before a field or group, up to the next field. @type {(first: Element, own: Element[]) => string} */
  const wordsBefore = (first, own) => {
    let /** @type {Element} */ at = first;
    for (let level = 0; level < LEVELS && at.parentElement; level++) {
      for (let before = /** @type {?Element} */ (at.previousSibling); before; before = /** @type {?Element} */ (before.previousSibling)) {
        if (before.nodeType === 3) {
          const said = parts.oneLine(before.data, LONG);
          if (/[\p{L}\p{N}]/u.test(said)) return parts.bared(said);
        } else if (before.nodeType === 1) {
          const others = before.matches(FIELDS) ? [before] : Array.from(before.querySelectorAll(FIELDS));
          if (others.some((one) => !own.includes(one) && parts.isSeen(one))) return "";
          if (others.length) continue;
          const said = before.checkVisibility() ? parts.textIn(before, LONG) : "";
          if (/[\p{L}\p{N}]/u.test(said)) return parts.bared(said);
        }
      }
      at = at.parentElement;
      // A box that holds others' fields asks more than this question.
      if (at.matches("form,body,main,[role=dialog]")) return "";
      if (Array.from(at.querySelectorAll(FIELDS)).some((one) => !own.includes(one) && parts.isSeen(one) && parts.contains(at, one) && one.compareDocumentPosition(first) & Node.DOCUMENT_POSITION_FOLLOWING)) return "";
    }
    return "";
  };

  /** The question that a group of ticks answers. @type {(peers: Element[]) => string} */
  const questionOf = (peers) => {
    const box = peers.length > 1 ? around(peers) : (peers[0].closest(GROUP) ?? peers[0].parentElement);
    for (let /** @type {?Element} */ group = box, level = 0; group && level < LEVELS; group = group.parentElement, level++) {
      const others = Array.from(group.querySelectorAll(FIELDS)).some((one) => !peers.includes(one) && parts.isSeen(one));
      if (others) break;
      const inner = group.matches(GROUP) ? group : parts.shadowOf(group)?.querySelector(GROUP);
      const label = labelFor(group);
      const said = label ? parts.textIn(label, LONG) : inner ? parts.labelOf(inner) || parts.oneLine(inner.querySelector("legend")?.textContent ?? "", LONG) : "";
      if (said) return parts.bared(said);
    }
    if (peers.length < 2) return "";
    let /** @type {Element} */ top = peers[0];
    while (top.parentElement && top.parentElement !== box) top = top.parentElement;
    return wordsBefore(top, peers);
  };

  /** Words that describe a field: what it refers to, its title, and the small print right behind it. @type {(element: Element) => string} */
  const aboutOf = (element) => {
    const said = [];
    for (const id of (element.getAttribute("aria-describedby") ?? "").split(/\s+/)) {
      const told = id && element.getRootNode().getElementById?.(id);
      if (told) said.push(parts.textIn(told, LONG));
    }
    const title = element.getAttribute("title");
    if (title) said.push(parts.oneLine(title, LONG));
    const behind = element.nextElementSibling;
    if (behind && !said.length && /^(small|p|span|div)$/.test(behind.localName) && !behind.querySelector(FIELDS) && behind.checkVisibility()) said.push(parts.textIn(behind, 160));
    return parts.oneLine([...new Set(said)].filter(Boolean).join(" "), LONG);
  };

  // A mark of what must be filled in, in its label or in the words of the panel's languages.
  const MUST = /\*\s*$|^\s*\*|[([](required|pflichtfeld|erforderlich|obligatoire|requis|obligatorio|requerido)[)\]]/i;

  /** @type {(element: Element) => boolean} */
  const isMust = (element) => {
    const words = [...(element.labels ?? [])].map((label) => label.textContent);
    const label = element.getAttribute("aria-labelledby")?.split(/\s+/)[0];
    const named = label ? element.getRootNode().getElementById?.(label) : null;
    if (named) words.push(named.textContent);
    return words.some((text) => MUST.test(text));
  };

  // A longer text before a button explains.
  const ASKS = 80;

  /** What is asked for before a button that only says how a file is given: neither it nor its input has a label. @type {(input: Element, button: Element) => string} */
  const askedBefore = (input, button) => {
    const labels = [input, button].flatMap((one) => Array.from(parts.labelsOf(one))).filter((label) => label !== button);
    if (labels.length || [input, button].some((one) => one.hasAttribute("aria-labelledby"))) return "";
    const said = wordsBefore(button, [button, input]);
    return said.length > ASKS ? "" : said;
  };

  const cut = (/** @type {?string | undefined} */ text, most = 120) => (text ? text.slice(0, most) : undefined);

  /** Whether a list belongs to a field that opens it. @type {(element: Element) => boolean} */
  const isPopup = (element) => {
    if (element.getAttribute("role") !== "listbox") return false;
    const id = CSS.escape(element.id);
    return element.tabIndex < 0 || (id !== "" && element.ownerDocument.querySelector(`[aria-controls~="${id}"],[aria-owns~="${id}"]`) !== null);
  };

  /** Whether a button without a name opens the list of the field beside it, which takes the choice. @type {(element: Element) => boolean} */
  const isOpener = (element) => element.localName === "button" && element.parentElement?.querySelectorAll("input[role=combobox]").length === 1 && parts.accessibleName(element, "button") === "";

  /** The RawFacts of a field, or undefined for what is none. */
  parts.fieldFacts = (element) => {
    if (isPopup(element) || isOpener(element) || parts.isShadowTick(element)) return undefined;
    const widget = parts.widget(element);
    if (!(element.matches(FIELDS) || widget?.opens === "dialog") || /^(submit|button|reset|image|hidden)$/.test(element.localName === "input" ? element.type : "")) return undefined;
    const peers = isTick(element) ? peersOf(element) : [element];
    const button = parts.fileButton(element);
    const held = widget?.several ? widget.held(element) : [];
    // What is chosen may come before the field that takes the next.
    const before = isTick(element) || button ? "" : wordsBefore(element, [element]);
    const isGroup = isTick(element) && (peers.length > 1 || kindOf(element) === "radio");
    const row = isTick(element) || element.localName === "select" ? element.closest(ROW) : null;
    const table = row?.closest(TABLE);
    const head = table && row ? Array.from(row.children).find((cell) => !cell.querySelector(FIELDS)) : null;
    return {
      m: cut(element.getAttribute("name")), i: cut(element.id), c: cut(element.getAttribute("class"), 200),
      d: aboutOf(button ?? element) || undefined,
      q: isGroup ? parts.numberOf(peers[0]) : undefined,
      w: (isTick(element) ? questionOf(peers) : button ? askedBefore(element, button) : "") || undefined,
      b: held.some((one) => before.startsWith(one)) ? undefined : before || undefined,
      tb: table ? parts.numberOf(table) : undefined,
      th: table && (parts.labelOf(table) || wordsBefore(table, Array.from(table.querySelectorAll(FIELDS)))) || undefined,
      rh: head ? parts.textIn(head, LONG) : undefined,
      l: element.maxLength > 0 ? element.maxLength : undefined,
      pt: cut(element.getAttribute("pattern")), dc: element.type === "tel" ? cut(parts.dialBefore(element)) : undefined, io: cut(element.getAttribute("inputmode")), e: cut(element.getAttribute("accept")),
      rq: (isTick(element) ? peers : [element, ...(button ? [button] : [])]).some(isMust) || undefined,
      lg: cut(element.closest("[lang]")?.getAttribute("lang") ?? element.ownerDocument.documentElement.lang, 12) || undefined,
      fr: (element.localName === "input" && element.list !== null) || undefined,
      // A list that takes several files or entries.
      mu: element.multiple === true || widget?.several || undefined,
      hs: held.length ? held : undefined,
      op: widget?.opens === "dialog" || (element.readOnly && parts.opensPicker(element)) || undefined,
    };
  };
})();
