// @ts-check
// Roles and accessible names, after the WAI accessible-name computation and the HTML mapping.
(() => {
  const parts = globalThis.edithParts;
  if (Object.hasOwn(parts, "nameOf")) return;

  const CAP = 200;
  const words = (/** @type {string} */ text) => new Set(text.split(" "));
  const ROLES = words(
    "alert alertdialog application article banner button cell checkbox columnheader combobox complementary contentinfo dialog " +
      "directory document feed figure form grid gridcell group heading img link list listbox listitem log main marquee math menu " +
      "menubar menuitem menuitemcheckbox menuitemradio meter navigation none note option presentation progressbar radio radiogroup " +
      "region row rowgroup rowheader scrollbar search searchbox separator slider spinbutton status switch tab table tablist tabpanel " +
      "term textbox timer toolbar tooltip tree treegrid treeitem image generic",
  );
  const FROM_CONTENT = words(
    "button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio option radio rowheader " +
      "switch tab tooltip treeitem",
  );
  // Named by labels only; everything else clickable is named by its text.
  const FIELDS = words("textbox searchbox combobox listbox slider spinbutton scrollbar radiogroup grid treegrid tree menu menubar tablist progressbar meter");
  const UNNAMED = words(
    "img image form dialog alertdialog application document main navigation banner contentinfo complementary table group region article " +
      "row list listitem rowgroup figure status log alert feed search separator toolbar tabpanel note marquee math timer",
  );
  /** @type {Record<string, string>} */
  const TAGS = {
    article: "article", aside: "complementary", button: "button", datalist: "listbox", details: "group", dialog: "dialog",
    fieldset: "group", figure: "figure", h1: "heading", h2: "heading", h3: "heading", h4: "heading", h5: "heading", h6: "heading",
    hr: "separator", img: "img", li: "listitem", main: "main", menu: "list", meter: "meter", nav: "navigation", ol: "list",
    optgroup: "group", option: "option", output: "status", progress: "progressbar", search: "search", summary: "button",
    table: "table", tbody: "rowgroup", textarea: "textbox", tfoot: "rowgroup", th: "columnheader", thead: "rowgroup",
    tr: "row", ul: "list",
  };
  /** @type {Record<string, string>} */
  const INPUTS = {
    button: "button", submit: "button", reset: "button", image: "button", checkbox: "checkbox", radio: "radio", range: "slider",
    number: "spinbutton", search: "searchbox", email: "textbox", tel: "textbox", text: "textbox", url: "textbox", password: "textbox",
  };
  // Inside another name, these contribute only a name of their own, not their text.
  const APART = words(
    "alert alertdialog application article banner complementary contentinfo dialog document feed figure form grid group img image listbox " +
      "log main marquee menu menubar meter navigation progressbar radiogroup search searchbox scrollbar slider separator spinbutton " +
      "status tablist tabpanel textbox combobox timer toolbar tree treegrid",
  );
  const RANGES = words("slider spinbutton scrollbar progressbar meter");

  /** @type {(element: Element) => boolean} */
  const isLabelled = (element) => element.hasAttribute("aria-label") || element.hasAttribute("aria-labelledby") || element.hasAttribute("title");

  /** Whether a header cell heads its row: it says so, or data cells adjoin it. @type {(cell: Element) => boolean} */
  const headsRow = (cell) => {
    const scope = cell.getAttribute("scope")?.toLowerCase();
    if (scope === "row" || scope === "rowgroup") return true;
    if (scope === "col" || scope === "colgroup") return false;
    const isData = (/** @type {Element | null} */ other) => other?.localName === "td" && other.firstChild !== null;
    return isData(cell.previousElementSibling) || isData(cell.nextElementSibling);
  };

  /** The role in the markup: its first known token, or "". */
  parts.givenRole = (element) => {
    const given = element.getAttribute("role");
    if (!given) return parts.toldRole(element);
    for (const token of given.toLowerCase().split(/\s+/)) {
      if (!ROLES.has(token)) continue;
      // Focusable elements do not become presentational.
      if ((token === "none" || token === "presentation") && element.tabIndex >= 0) continue;
      if (token === "region" && !isLabelled(element)) continue;
      return token;
    }
    return "";
  };

  /** The element's role, explicit or implied; "" for none. */
  parts.roleOf = (element) => {
    const given = parts.givenRole(element);
    if (given) return given;
    const tag = element.localName;
    switch (tag) {
      case "a":
      case "area":
        return element.hasAttribute("href") ? "link" : "";
      case "input": {
        const role = INPUTS[element.type] ?? "";
        return (role === "textbox" || role === "searchbox") && element.hasAttribute("list") ? "combobox" : role;
      }
      case "select":
        return element.multiple || element.size > 1 ? "listbox" : "combobox";
      case "header":
      case "footer":
        return element.closest("article,aside,main,nav,section") ? "" : tag === "header" ? "banner" : "contentinfo";
      case "section":
        return isLabelled(element) ? "region" : "";
      case "th":
        return headsRow(element) ? "rowheader" : "columnheader";
      case "td":
        return element.closest("table")?.matches("[role=grid],[role=treegrid]") ? "gridcell" : "cell";
      case "summary":
        return element.parentElement?.localName === "details" ? "button" : "";
      case "form":
        return "form";
      default:
        if (Object.hasOwn(TAGS, tag)) return TAGS[tag];
        return element.isContentEditable && (tag === "body" || !element.parentElement?.isContentEditable) ? "textbox" : "";
    }
  };

  // --- text of a subtree -----------------------------------------------------------------------------------------------------
  // What a tag means inside a name: nothing known for blocks. One look-up for each element, because names of tags compare slowly.
  const BREAK = 1, SKIPPED = 2, INLINE = 3, EMBEDDED = 4, PRESSED = 5;
  const KINDS = new Map([["br", BREAK], ["button", PRESSED]]);
  for (const tag of words("script style noscript template datalist video audio title")) KINDS.set(tag, SKIPPED);
  for (const tag of words("a abbr b bdi bdo cite code data dfn em font i kbd label mark q s samp small span strong sub sup time tspan u var wbr")) KINDS.set(tag, INLINE);
  for (const tag of words("input select textarea output figure meter progress img area iframe svg fieldset article nav aside main dialog")) KINDS.set(tag, EMBEDDED);
  const TYPELESS = words("checkbox radio file color image submit reset button");

  /** Collects the text in `node` into `out` until the budget of characters or nodes is spent. */
  /** @type {(node: Element, out: Collected, depth: number) => void} */
  const content = (node, out, depth) => {
    const shadow = node.nodeType === 1 ? parts.shadowOf(node) : null;
    let list = null;
    if (node.localName === "slot") {
      const assigned = node.assignedNodes();
      if (assigned.length) list = assigned;
    }
    let child = list ? list[0] : (shadow ?? node).firstChild;
    for (let i = 0; child; child = list ? list[++i] : child.nextSibling) {
      if (out.chars <= 0 || --out.nodes <= 0) return;
      if (child.nodeType === 3) {
        out.text += child.data.length > 500 ? child.data.slice(0, 500) : child.data;
        out.chars -= Math.min(child.data.trim().length, 500);
      } else if (child.nodeType === 1) {
        piece(/** @type {Element} */ (child), out, depth + 1);
      }
    }
  };

  const add = (/** @type {Collected} */ out, /** @type {string} */ text) => {
    out.text += ` ${text} `;
    out.chars -= text.length;
  };

  /** @type {(element: Element, out: Collected, depth: number) => void} */
  const piece = (element, out, depth) => {
    const tag = element.localName;
    const kind = KINDS.get(tag);
    if (kind === BREAK) out.text += " ";
    if (kind === BREAK || kind === SKIPPED || depth > 40) return;
    let display = "";
    if (!out.hiddenToo) {
      const style = getComputedStyle(element);
      display = style.display;
      if (display === "none" || display === "" || (style.visibility !== "visible" && !out.unseen)) return;
    }
    let role = "";
    let asked = kind === EMBEDDED;
    if (element.hasAttributes()) {
      if (!out.hiddenToo && element.getAttribute("aria-hidden") === "true") return;
      if (element.hasAttribute("role")) role = parts.givenRole(element);
      if (out.plain && (kind === PRESSED || role === "button")) return;
      if (element.hasAttribute("aria-labelledby")) {
        const text = referenced(element, "aria-labelledby");
        if (text) return add(out, text);
      }
      asked ||= role !== "" || element.hasAttribute("contenteditable");
      const label = asked && holdsValue(element, tag, role) ? "" : element.getAttribute("aria-label")?.trim();
      if (label) return add(out, label);
    }
    if (out.plain && kind === PRESSED) return;
    const inner = asked || element === out.of ? embedded(element, tag, role, out) : null;
    if (inner !== null) return add(out, inner);
    const apart = kind !== INLINE || (display || getComputedStyle(element).display) !== "inline";
    if (apart) out.text += " ";
    const before = out.text.length;
    content(element, out, depth);
    const title = out.byReference && !out.text.slice(before).trim() ? titleOf(element) : "";
    if (title) add(out, title);
    if (apart) out.text += " ";
  };

  // Drawn elements have no property of that name.
  const titleOf = (/** @type {Element} */ element) => (element.getAttribute("title") ?? "").trim();

  // In a name, these always contribute their value.
  /** @type {(element: Element, tag: string, role: string) => boolean} */
  const holdsValue = (element, tag, role) =>
    tag === "input" ? !TYPELESS.has(element.type) : tag === "select" || tag === "textarea" || tag === "meter" || tag === "progress" || RANGES.has(role);

  /** What a control or picture contributes to a name; null to read through it. Typed text is left out: a name must neither reveal it nor change with every key. */
  /** @type {(element: Element, tag: string, role: string, out: Pick<Collected, "byReference" | "of">) => string | null} */
  const embedded = (element, tag, role, out) => {
    if (element === out.of) return "";
    switch (tag) {
      case "input":
        if (TYPELESS.has(element.type)) return worded(element) || titleOf(element);
        return element.type === "range" ? element.value : (element.getAttribute("aria-label") ?? "").trim();
      case "select":
        return Array.from(element.selectedOptions, (option) => option.text).join(" ");
      case "textarea":
      case "output":
      case "figure":
        return "";
      case "meter":
        return String(element.value);
      case "progress":
        return /** @type {any} */ (element).position < 0 ? "" : String(element.value);
      case "img":
      case "area":
        return element.getAttribute("alt")?.trim() ?? titleOf(element);
      case "iframe":
        return titleOf(element);
      case "svg":
        return drawn(element) || null;
      case "fieldset":
        if (out.byReference) return null;
        return first(element, "legend");
      default:
    }
    if (element.isContentEditable) return "";
    if (role === "") role = tag === "article" || tag === "nav" || tag === "aside" || tag === "main" || tag === "dialog" ? "group" : "";
    if (role === "" || !APART.has(role)) return null;
    if (RANGES.has(role)) return element.getAttribute("aria-valuetext") ?? element.getAttribute("aria-valuenow") ?? unset(element, role);
    return out.byReference ? null : titleOf(element);
  };

  /** A range's default value by ARIA: the middle, or none. @type {(element: Element, role: string) => string} */
  const unset = (element, role) => {
    if (role === "spinbutton") return "0";
    if (role !== "slider" && role !== "scrollbar") return "";
    const limit = (/** @type {string} */ name, /** @type {number} */ otherwise) => Number(element.getAttribute(name) ?? otherwise);
    return String((limit("aria-valuemin", 0) + limit("aria-valuemax", 100)) / 2);
  };

  const drawn = (/** @type {Element} */ svg) => {
    for (const child of svg.children) if (child.localName === "title") return child.textContent.trim();
    return "";
  };

  /** An element's text on one line, at most `cap` characters, without typed text and without `of`. */
  parts.textIn = (element, cap = CAP, hiddenToo = false, plain = false, byReference = false, of = null) => {
    const only = element.firstChild;
    if (only && only.nodeType === 3 && !only.nextSibling && !element.shadowRoot) return parts.oneLine(only.data, cap);
    // What will show with the element is now part of its name.
    const unseen = parts.holderOf(element) !== null;
    const out = { text: "", chars: cap, nodes: 400, plain, hiddenToo, byReference, of, unseen };
    content(element, out, 0);
    return parts.oneLine(out.text, cap);
  };

  /** Text generated by style sheets for an element without any; icon fonts do not count. @type {(element: Element) => string} */
  const generated = (element) => {
    const inner = element.getElementsByTagName("*");
    let text = "";
    for (let i = -1; i < inner.length && i < 4; i++) {
      for (const pseudo of ["::before", "::after"]) {
        const value = getComputedStyle(i < 0 ? element : inner[i], pseudo).content;
        if (value.startsWith('"')) text += ` ${value.slice(1, -1).replace(/\\(.)/g, "$1")}`;
      }
    }
    return /[\p{L}\p{N}]/u.test(text) ? parts.oneLine(text.replace(/[\ue000-\uf8ff]/g, ""), 60) : "";
  };

  // --- names -----------------------------------------------------------------------------------------------------------------
  /** Text of the elements that `aria-labelledby` (or another reference attribute) names. */
  // References are not followed within references: the standard says so, and they could be circular.
  let following = false;
  const referenced = (/** @type {Element} */ element, /** @type {string} */ attribute) => {
    const ids = following ? null : element.getAttribute(attribute)?.trim();
    if (!ids) return "";
    const root = element.getRootNode();
    const texts = [];
    following = true;
    for (const id of ids.split(/\s+/).slice(0, 8)) {
      const target = root.getElementById?.(id);
      if (target) texts.push(pointed(target, target === element) || "");
    }
    following = false;
    return parts.oneLine(texts.join(" "), CAP);
  };

  /** What an element contributes when another refers to it. @type {(target: Element, isSelf: boolean) => string} */
  const pointed = (target, isSelf) => {
    const tag = target.localName;
    const label = !isSelf && holdsValue(target, tag, parts.givenRole(target)) ? "" : target.getAttribute("aria-label")?.trim();
    if (label) return label;
    const named = tag === "input" ? native(target) : "";
    const inner = named || embedded(target, tag, parts.givenRole(target), { byReference: true, of: null });
    if (inner !== null) return inner;
    const hidden = !target.checkVisibility({ visibilityProperty: true }) || target.closest("[aria-hidden=true]") !== null;
    return native(target) || parts.textIn(target, CAP, hidden, false, true) || target.title?.trim();
  };

  // During a walk, each tree's labels are looked up once: the first `element.labels` of each element searches the whole tree, which makes a walk
  // quadratic.
  /** @type {WeakMap<Node, Map<Element, HTMLLabelElement[]>> | null} */
  let labelMaps = null;
  parts.rememberLabels = (on) => {
    labelMaps = on ? new WeakMap() : null;
  };
  /** @type {HTMLLabelElement[]} */
  const NONE = [];
  parts.labelsOf = (element) => {
    const root = element.getRootNode();
    if (!labelMaps) {
      // Custom elements do not know their labels; labels know their target.
      const isOther = element.labels === undefined && element.localName.includes("-");
      return isOther ? Array.from(root.querySelectorAll("label")).filter((label) => label.control === element) : (element.labels ?? NONE);
    }
    let map = labelMaps.get(root);
    if (!map) {
      map = new Map();
      for (const label of root.querySelectorAll("label")) {
        const control = label.control;
        if (!control) continue;
        const list = map.get(control);
        if (list) list.push(label);
        else map.set(control, [label]);
      }
      labelMaps.set(root, map);
    }
    return map.get(element) ?? NONE;
  };

  const labels = (/** @type {Element} */ element) => {
    const found = parts.labelsOf(element);
    if (!found.length) return "";
    const texts = [];
    for (let i = 0; i < found.length && i < 4; i++) {
      if (!found[i].checkVisibility() && !parts.isVisible(found[i])) continue;
      texts.push(found[i].getAttribute("aria-label")?.trim() || parts.textIn(found[i], CAP, false, false, false, element));
    }
    return parts.oneLine(texts.join(" "), CAP);
  };

  /** @type {Record<string, string>} */
  const BUTTONS = { submit: "Submit", reset: "Reset", image: "Submit" };

  /** The caption of an `input` button. @type {(input: Element) => string} */
  const worded = (input) => {
    const { type } = input;
    if (type === "image") return input.alt.trim() || input.value.trim() || input.title.trim() || BUTTONS.image;
    if (type !== "button" && type !== "submit" && type !== "reset") return "";
    return input.hasAttribute("value") ? input.value.trim() : (BUTTONS[type] ?? "");
  };

  /** The name that HTML itself gives. @type {(element: Element) => string} */
  const native = (element) => {
    switch (element.localName) {
      case "input":
        return labels(element) || worded(element);
      case "select":
      case "textarea":
      case "meter":
      case "progress":
      case "output":
        return labels(element);
      case "button":
        return labels(element);
      case "img":
      case "area":
        return (element.getAttribute("alt") ?? "").trim();
      case "fieldset":
        return first(element, "legend");
      case "table":
        return first(element, "caption");
      case "figure":
        return first(element, "figcaption");
      case "optgroup":
        return element.label;
      case "option":
        return element.label || /** @type {HTMLOptionElement} */ (element).text;
      case "svg":
        return drawn(element);
      default:
        return "";
    }
  };

  const first = (/** @type {Element} */ element, /** @type {string} */ tag) => {
    for (const child of element.children) if (child.localName === tag) return parts.textIn(child, CAP);
    return "";
  };

  const isEditorField = (parts.isEditorField = (element) => element.isContentEditable || parts.codeEditorOf(element) !== null);

  /** The name of the field an editor replaces: it is hidden beside the editor and still has its label. */
  const replaced = (/** @type {Element} */ editor) => {
    for (let /** @type {Element | null | undefined} */ at = editor, level = 0; at && level < 8; level++) {
      if (["form", "fieldset", "li", "td"].includes(at.localName)) return "";
      for (const beside of [at.previousElementSibling, at.nextElementSibling]) {
        if (beside?.localName !== "textarea" || beside === editor || beside.checkVisibility()) continue;
        const name = labels(beside);
        if (name) return name;
      }
      at = at.localName === "body" ? at.ownerDocument.defaultView?.frameElement : parts.flatParent(at);
    }
    return "";
  };

  // Generated ids say nothing.
  const MADE_UP = /[«»]|^:|\d{4,}|[0-9a-f]{8}|^(react-aria|radix|headlessui|mui-\d|downshift|rc[-_]|ember\d|ext-|yui|gwt|ui-id|el-id|(input|field)-?\d)/i;
  /** @type {(...ids: (string | null)[]) => string} */
  const telling = (...ids) => ids.find((id) => id && !MADE_UP.test(id)) ?? "";

  /** Whether it shows nothing but a colour that it was given. @type {(element: Element) => boolean} */
  const isSample = (element) => parts.isSwatch(element) && (element.style.backgroundColor !== "" || parts.chroma(parts.style(element).backgroundColor) > 40);

  /** Whether it is one of several samples side by side without a word between them: what is said before them is said of all. @type {(element: Element) => boolean} */
  const isOfPalette = (element) => {
    const all = Array.from(element.parentElement?.childNodes ?? []);
    const isSilent = (/** @type {Node} */ node) => (node.textContent ?? "").trim() === "" || (node.nodeType === 1 && /** @type {Element} */ (node).matches("button,a,input"));
    return all.every(isSilent) && all.filter((node) => node.nodeType === 1 && parts.isSwatch(/** @type {HTMLElement} */ (node))).length > 1;
  };

  /** Whether it is the thumb of a drawn slider: small and empty, in a long box with nothing else. @type {(element: Element) => boolean} */
  parts.isHandle = (element) => {
    const bar = element.parentElement;
    if (!bar || element.tabIndex < 0 || element.textContent.trim() !== "" || bar.textContent.trim() !== "") return false;
    const [own, all] = [element.getBoundingClientRect(), bar.getBoundingClientRect()];
    const [long, short] = all.width > all.height ? [all.width / own.width, all.height / own.height] : [all.height / own.height, all.width / own.width];
    return own.width >= 4 && own.width <= 40 && own.height >= 4 && own.height <= 40 && long >= 4 && short <= 2.5;
  };

  /** The nearest text before a nameless field; for a button, its icon, id or test id; and whether it is made for machines. @type {(element: Element, role: string) => [string, boolean]} */
  const guess = (element, role) => {
    if (parts.isPlace(element)) return [parts.placeName(element), false];
    const isDrawn = !parts.tellsState(element) && /^(switch|tick)$/.test(parts.drawnState(element)?.as ?? "");
    if (parts.isHandle(element)) {
      // A number before it is its value.
      const label = parts.nearbyLabel(element, false);
      if (/\p{L}/u.test(label)) return [label, false];
    } else {
      const row = isDrawn || role === "switch" || (isSample(element) && !isOfPalette(element)) ? parts.rowLabel(element) : "";
      if (row) return [row, false];
    }
    if (!FIELDS.has(role) && !element.matches("input,select,textarea,[contenteditable]")) {
      const titled = element.querySelector?.("[title]")?.getAttribute("title")?.trim();
      if (titled) return [parts.oneLine(titled, 60), false];
      const scale = parts.scaleIn(element);
      if (scale) return [scale, false];
      const icon = element.querySelector?.("use");
      const drawn = icon?.getAttribute("href") ?? icon?.getAttribute("xlink:href");
      const hint = drawn ?? element.getAttribute("data-testid") ?? telling(element.id, element.getAttribute("name"));
      // A minus before a digit is a sign, not a separator.
      const said = hint ? parts.oneLine(hint.replace(/^.*#/, "").replace(/(?<![(,[])[-_]+|[-_]+(?!\d)/g, " "), 40) : "";
      return [said, drawn === null || drawn === undefined];
    }
    const box = element.matches("input[type=checkbox],input[type=radio]") || role === "checkbox" || role === "radio";
    const label = parts.nearbyLabel(element, box) || (element.localName === "textarea" || element.isContentEditable ? parts.partLabel(element) : "");
    return label ? [label, false] : [parts.oneLine(telling(element.getAttribute("name"), element.id).replace(/[-_]+/g, " "), 40), true];
  };

  /** The accessible name, for a role from roleOf; for merely clickable elements, their text. */
  parts.accessibleName = (element, role) => {
    let name = referenced(element, "aria-labelledby") || parts.oneLine(element.getAttribute("aria-label") ?? "", CAP) || native(element);
    const isActedOn = role === "row" && (element.hasAttribute("aria-expanded") || element.hasAttribute("aria-selected"));
    if (!name && (FROM_CONTENT.has(role) || isActedOn || (!FIELDS.has(role) && !UNNAMED.has(role) && !element.matches("input,video,audio,canvas")))) {
      // A clickable card's name is its text without its buttons.
      name = element.isContentEditable ? "" : parts.textIn(element, CAP, false, !FROM_CONTENT.has(role)) || generated(element);
    }
    if (!name && !(element.localName === "img" && element.alt === "" && element.hasAttribute("alt"))) name = parts.oneLine(element.getAttribute("title") ?? "", CAP);
    if (!name) name = parts.oneLine(element.getAttribute("placeholder") ?? element.getAttribute("aria-placeholder") ?? "", CAP);
    if (!name) name = parts.oneLine(element.getAttribute("data-placeholder") ?? "", CAP);
    return name;
  };

  const NAMED_BY_LABEL = words("switch checkbox");
  const BOUNDS = words("body form fieldset table tr td li dialog");
  const CONTROLS = "input:not([type=hidden]),select,textarea,[role=slider],[role=switch],[role=combobox],[role=radio]";

  /** The label of a box that is no native control. @type {(element: Element) => string} */
  const addressed = (element) => {
    const label = element.id ? element.getRootNode().querySelector?.(`label[for="${CSS.escape(element.id)}"]`) : null;
    return label?.checkVisibility() ? parts.textIn(label, CAP) : "";
  };

  /** Whether a node shows words. @type {(node: Node) => boolean} */
  const speaks = (node) => {
    const element = /** @type {Element} */ (node);
    const isUnseen = (/** @type {Element} */ one) => !one.checkVisibility({ visibilityProperty: true });
    return /\p{L}/u.test(node.nodeType === 3 ? (node.nodeValue ?? "") : node.nodeType === 1 && !isUnseen(element) ? parts.textWithout(element, isUnseen, 80) : "");
  };

  /** Whether a box has visible words besides those of an element in it; what follows a field explains it or is suggested for it. @type {(box: Element, element: Element) => boolean} */
  const saysMore = (box, element) => {
    if (parts.takesText(element)) {
      for (let at = element; at !== box && at.parentElement; at = at.parentElement) {
        for (let before = at.previousSibling; before; before = before.previousSibling) if (speaks(before)) return true;
      }
      return false;
    }
    if (box.textContent.trim() === element.textContent.trim()) return false;
    return /\p{L}/u.test(parts.textIn(box, 80, false, true, false, element));
  };

  /** The label no markup ties to a field: the nearest unassigned one before it. If it serves several fields, their placeholders tell them apart. */
  const untied = (/** @type {Element} */ element, /** @type {string} */ role) => {
    if (!FIELDS.has(role) && !NAMED_BY_LABEL.has(role) && !element.matches("input:not([type=radio],[type=checkbox]),select,textarea")) return "";
    const own = addressed(element);
    if (own) return own;
    for (let /** @type {?Element} */ at = element, level = 0; at && level < 10 && !BOUNDS.has(at.localName); at = at.parentElement, level++) {
      let before = at.previousElementSibling;
      while (before?.matches(CONTROLS) && !parts.isSeen(before)) before = before.previousElementSibling;
      if (!before) continue;
      const label = before.localName === "label" ? before : before.querySelector("label");
      const others = Array.from(before.querySelectorAll(CONTROLS)).filter((one) => one !== element && parts.isSeen(one));
      const isTaken = others.length > 0;
      // With a control beside it, it is that one's; and a row's own words come before those of the row above.
      if (isTaken || (at !== element && saysMore(at, element))) return "";
      if (!label && !isTaken) continue;
      // A label's target may be hidden behind the visible field.
      if (!label || (label.control && (label.control === element || parts.isSeen(label.control))) || !label.checkVisibility()) return "";
      const several = at !== element && at.querySelectorAll(CONTROLS).length > 1;
      const hint = several ? (element.getAttribute("placeholder") ?? element.getAttribute("aria-placeholder") ?? "") : "";
      const asked = parts.isPattern(hint) ? "" : hint;
      return parts.oneLine(`${parts.textIn(label, CAP)} ${asked}`, CAP);
    }
    return "";
  };

  /** The label of the component a control belongs to. @type {(element: Element) => string} */
  const hosted = (element) => {
    const root = element.matches("input,select,textarea,button") ? element.getRootNode() : null;
    return root?.nodeType === 11 && root.host ? labels(root.host) || parts.oneLine(root.host.getAttribute("aria-label") ?? "", CAP) : "";
  };

  /** The visible label beside an input with another accessible name; "" for none. */
  parts.seenLabel = (element, name) => {
    if (element.localName !== "input" || !element.hasAttribute("aria-label")) return "";
    const label = parts.labelsOf(element)[0];
    const seen = label?.checkVisibility() ? parts.textIn(label, 50, false, false, false, element) : "";
    return seen && !name.includes(seen) && !seen.endsWith("…") ? parts.bared(seen) : "";
  };

  /** Whether a drawn list names itself by what it shows, all of it: that is its choice, or that there is none yet. @type {(element: Element, role: string) => boolean} */
  const showsItself = (element, role) => {
    if ((role !== "combobox" && role !== "listbox") || element.matches("input,select,textarea")) return false;
    const own = parts.textIn(element);
    const ids = element.getAttribute("aria-labelledby")?.trim().split(/\s+/) ?? [];
    if (!ids.length) return own !== "" && parts.oneLine(element.getAttribute("aria-label") ?? "", CAP) === own;
    const root = element.getRootNode();
    const targets = ids.map((id) => root.getElementById?.(id) ?? null).filter((target) => target !== null);
    const isInside = (/** @type {Element} */ target) => target !== element && element.contains(target);
    return targets.length > 0 && targets.every(isInside) && targets.map((target) => parts.textIn(target)).join(" ") === own;
  };

  /** `[name, guessed, made for machines]`: the accessible name, or else the nearest hint. */
  parts.nameOf = (element, role) => {
    const dropDown = role === "combobox" ? parts.dropDown(element) : null;
    if (dropDown) return [dropDown.name, false];
    const isEditor = isEditorField(element);
    const drawn = role === "combobox" ? parts.drawnSelect(element) : null;
    const shown = showsItself(element, role) ? parts.accessibleName(element, role) : "";
    const name = (isEditor && replaced(element)) || (drawn && (native(drawn) || addressed(element))) || (shown ? "" : parts.accessibleName(element, role));
    const button = name === "" ? parts.fileButton(element) : null;
    if (button) return parts.nameOf(button, parts.roleOf(button));
    // Some editors put the cursor's position here; that is not a name.
    const isAsked = name !== "" && name === parts.oneLine(element.getAttribute("placeholder") ?? element.getAttribute("aria-placeholder") ?? "", CAP);
    if (!name || isAsked) {
      const label = hosted(element) || untied(element, role);
      if (label) return [label, false];
      // The placeholder may be a mere pattern; then the text before it in its line is its name.
      const beside = isAsked && !isEditor && parts.isPattern(name) ? parts.lineBefore(element) : "";
      if (beside) return [beside, true];
    }
    const seen = name ? parts.seenLabel(element, name) : "";
    if (seen) return [seen, false];
    // A sign alone says less than what its author calls it.
    const titled = name && !/[\p{L}\p{N}]/u.test(name) ? parts.oneLine(element.getAttribute("title") ?? "", CAP) : "";
    if (titled) return [titled, false];
    if (name && !(isEditor && /\brow \d+$/i.test(name))) return [name, false];
    if (!FIELDS.has(role) && role !== "img" && !element.isContentEditable && !element.matches("input,select,textarea,video,audio,canvas")) {
      // A box is identified by its text without its buttons.
      const said = parts.textIn(element, CAP, false, true);
      if (said) return [said, false];
    }
    // What one says about itself may be its choice or its label, drawn inside it: nothing else is guessed for it.
    const [hint, isMachines] = shown && element.hasAttribute("aria-label") ? ["", false] : guess(element, role);
    if (shown && (hint === "" || isMachines)) return [shown, false];
    return [hint, hint !== "", hint !== "" && isMachines];
  };

  /** A context's name: given label, legend, caption, or first heading. */
  parts.labelOf = (element) => {
    const name = referenced(element, "aria-labelledby") || parts.oneLine(element.getAttribute("aria-label") ?? "", 60) || native(element);
    return parts.oneLine(name || (element.getAttribute("title") ?? ""), 60);
  };

  parts.words = words;
})();
