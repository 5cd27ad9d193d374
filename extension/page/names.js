// Roles and accessible names, after the WAI accessible-name computation and the HTML mapping.
(() => {
  const parts = globalThis.edithParts;
  if (parts.nameOf) return;

  const CAP = 200;
  const words = (text) => new Set(text.split(" "));
  const ROLES = words(
    "alert alertdialog application article banner button cell checkbox columnheader combobox complementary contentinfo dialog " +
      "directory document feed figure form grid gridcell group heading img link list listbox listitem log main marquee math menu " +
      "menubar menuitem menuitemcheckbox menuitemradio meter navigation none note option presentation progressbar radio radiogroup " +
      "region row rowgroup rowheader scrollbar search searchbox separator slider spinbutton status switch tab table tablist tabpanel " +
      "term textbox timer toolbar tooltip tree treegrid treeitem image generic",
  );
  const FROM_CONTENT = words(
    "button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio option radio row rowheader " +
      "switch tab tooltip treeitem",
  );
  // Named by labels only; everything else that can be clicked is named by what it says.
  const FIELDS = words("textbox searchbox combobox listbox slider spinbutton scrollbar radiogroup grid treegrid tree menu menubar tablist progressbar meter");
  const UNNAMED = words("img image form dialog alertdialog application document main navigation banner contentinfo complementary table");
  const ACTIVE = "input,select,textarea,button,a[href],[role],[tabindex],[contenteditable]";
  const TAGS = {
    article: "article", aside: "complementary", button: "button", datalist: "listbox", details: "group", dialog: "dialog",
    fieldset: "group", figure: "figure", h1: "heading", h2: "heading", h3: "heading", h4: "heading", h5: "heading", h6: "heading",
    hr: "separator", img: "img", li: "listitem", main: "main", menu: "list", meter: "meter", nav: "navigation", ol: "list",
    optgroup: "group", option: "option", output: "status", progress: "progressbar", search: "search", summary: "button",
    table: "table", tbody: "rowgroup", td: "cell", textarea: "textbox", tfoot: "rowgroup", th: "columnheader", thead: "rowgroup",
    tr: "row", ul: "list",
  };
  const INPUTS = {
    button: "button", submit: "button", reset: "button", image: "button", checkbox: "checkbox", radio: "radio", range: "slider",
    number: "spinbutton", search: "searchbox", email: "textbox", tel: "textbox", text: "textbox", url: "textbox",
  };

  /** The role given in the markup: its first known token, or "". */
  parts.givenRole = (element) => {
    const given = element.getAttribute("role");
    if (!given) return "";
    for (const token of given.toLowerCase().split(/\s+/)) {
      if (!ROLES.has(token)) continue;
      // Something that can take the focus does not become presentational.
      if ((token === "none" || token === "presentation") && element.tabIndex >= 0) continue;
      return token;
    }
    return "";
  };

  /** The element's role, given or implied; "" for none. */
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
        return element.hasAttribute("aria-label") || element.hasAttribute("aria-labelledby") ? "region" : "";
      case "form":
        return "form";
      default:
        if (Object.hasOwn(TAGS, tag)) return TAGS[tag];
        return element.isContentEditable && !element.parentElement?.isContentEditable ? "textbox" : "";
    }
  };

  // --- text of a subtree -----------------------------------------------------------------------------------------------------
  const INLINE = words("a abbr b bdi bdo cite code data dfn em font i kbd label mark q s samp small span strong sub sup time u var wbr");
  const SKIP = words("script style noscript template select textarea input datalist object video audio canvas iframe");

  /** Collects the text of what is in `node` into `out`; stops when the budget of characters or visited nodes is used up. */
  const content = (node, out, hiddenToo, depth) => {
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
        piece(child, out, hiddenToo, depth + 1);
      }
    }
  };

  const piece = (element, out, hiddenToo, depth) => {
    const tag = element.localName;
    if (tag === "br") {
      out.text += " ";
      return;
    }
    if (depth > 40 || SKIP.has(tag) || (out.plain && (tag === "button" || element.getAttribute("role") === "button"))) return;
    let display = "";
    if (!hiddenToo) {
      if (element.getAttribute("aria-hidden") === "true") return;
      const style = getComputedStyle(element);
      display = style.display;
      if (display === "none" || display === "") return;
      if (style.visibility !== "visible") {
        return;
      }
    }
    if (element.isContentEditable) return;
    const label = element.getAttribute("aria-label")?.trim();
    if (label) {
      out.text += ` ${label} `;
      out.chars -= label.length;
      return;
    }
    if (tag === "img" || tag === "area") {
      const alt = (element.alt || element.title || "").trim();
      if (alt) {
        out.text += ` ${alt} `;
        out.chars -= alt.length;
      }
      return;
    }
    if (tag === "svg") {
      const title = element.querySelector(":scope > title")?.textContent?.trim();
      if (title) out.text += ` ${title} `;
      return;
    }
    const apart = !INLINE.has(tag) || (display || getComputedStyle(element).display) !== "inline";
    if (apart) out.text += " ";
    const before = out.text.length;
    content(element, out, hiddenToo, depth);
    if (out.text.length === before || !out.text.slice(before).trim()) {
      const title = element.getAttribute("title")?.trim();
      if (title) out.text += title;
    }
    if (apart) out.text += " ";
  };

  /** The text in an element on one line, at most `cap` characters; fields and editors in it are left out. */
  parts.textIn = (element, cap = CAP, hiddenToo = false, plain = false) => {
    const only = element.firstChild;
    if (only && only.nodeType === 3 && !only.nextSibling && !element.shadowRoot) return parts.oneLine(only.data, cap);
    const out = { text: "", chars: cap, nodes: 400, plain };
    content(element, out, hiddenToo, 0);
    return parts.oneLine(out.text, cap);
  };

  // --- names -----------------------------------------------------------------------------------------------------------------
  /** Text of the elements that `aria-labelledby` (or another reference attribute) names. */
  const referenced = (element, attribute) => {
    const ids = element.getAttribute(attribute)?.trim();
    if (!ids) return "";
    const root = element.getRootNode();
    const texts = [];
    for (const id of ids.split(/\s+/).slice(0, 8)) {
      const target = root.getElementById?.(id);
      if (!target) continue;
      const label = target === element || attribute === "aria-labelledby" ? target.getAttribute("aria-label")?.trim() : "";
      texts.push(label || native(target) || parts.textIn(target, CAP, !target.checkVisibility()));
    }
    return parts.oneLine(texts.join(" "), CAP);
  };

  // During a walk the labels of each tree are looked up once: `element.labels` searches the whole tree on its first use for each
  // element, which makes a walk quadratic.
  let labelMaps = null;
  parts.rememberLabels = (on) => {
    labelMaps = on ? new WeakMap() : null;
  };
  const NONE = [];
  parts.labelsOf = (element) => {
    if (!labelMaps) return element.labels ?? NONE;
    const root = element.getRootNode();
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

  const labels = (element) => {
    const found = parts.labelsOf(element);
    if (!found.length) return "";
    const texts = [];
    for (let i = 0; i < found.length && i < 4; i++) {
      texts.push(found[i].getAttribute("aria-label")?.trim() || parts.textIn(found[i], CAP));
    }
    return parts.oneLine(texts.join(" "), CAP);
  };

  const BUTTONS = { submit: "Submit", reset: "Reset", image: "Submit" };

  /** What HTML itself gives as a name. */
  const native = (element) => {
    switch (element.localName) {
      case "input": {
        const type = element.type;
        if (type === "image") return labels(element) || element.alt.trim() || element.title.trim() || element.value.trim() || BUTTONS.image;
        if (type === "button" || type === "submit" || type === "reset") {
          return labels(element) || element.value.trim() || element.title.trim() || BUTTONS[type] || "";
        }
        return labels(element);
      }
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
        return element.label || element.text;
      case "svg":
        return element.querySelector(":scope > title")?.textContent?.trim() ?? "";
      default:
        return "";
    }
  };

  const first = (element, tag) => {
    for (const child of element.children) if (child.localName === tag) return parts.textIn(child, CAP);
    return "";
  };

  /** The nearest text before a field that nothing names; what an icon, id or test id says of a button. */
  const guess = (element, role) => {
    if (!FIELDS.has(role) && !element.matches("input,select,textarea,[contenteditable]")) {
      const icon = element.querySelector?.("use");
      const hint =
        icon?.getAttribute("href") ?? icon?.getAttribute("xlink:href") ?? element.getAttribute("data-testid") ?? (element.id || element.getAttribute("name"));
      return hint ? parts.oneLine(hint.replace(/^.*#/, "").replace(/[-_]+/g, " "), 40) : "";
    }
    for (let at = element, level = 0; at && level < 3; at = at.parentElement, level++) {
      for (let before = at.previousSibling, tries = 0; before && tries < 4; before = before.previousSibling, tries++) {
        if (before.nodeType === 1 && (before.matches(ACTIVE) || before.querySelector(ACTIVE))) break;
        const text =
          before.nodeType === 3 ? parts.oneLine(before.data, 80) : before.nodeType === 1 && before.checkVisibility() ? parts.textIn(before, 80) : "";
        if (/[\p{L}\p{N}]/u.test(text)) return text;
      }
    }
    return parts.oneLine((element.getAttribute("name") ?? element.id ?? "").replace(/[-_]+/g, " "), 40);
  };

  /** The accessible name; `role` as roleOf says; for plain clickable elements their text. */
  parts.accessibleName = (element, role) => {
    let name = referenced(element, "aria-labelledby") || parts.oneLine(element.getAttribute("aria-label") ?? "", CAP) || native(element);
    if (!name && (FROM_CONTENT.has(role) || (!FIELDS.has(role) && !UNNAMED.has(role) && !element.matches("input,video,audio,canvas")))) {
      // The name of a clickable card is what it says, without the buttons in it.
      name = element.isContentEditable ? "" : parts.textIn(element, CAP, false, !FROM_CONTENT.has(role));
    }
    if (!name) name = parts.oneLine(element.getAttribute("title") ?? "", CAP);
    if (!name) name = parts.oneLine(element.getAttribute("placeholder") ?? element.getAttribute("aria-placeholder") ?? "", CAP);
    if (!name) name = parts.oneLine(element.getAttribute("data-placeholder") ?? "", CAP);
    return name;
  };

  /** `[name, guessed]`: the accessible name, or else the nearest hint. */
  parts.nameOf = (element, role) => {
    const name = parts.accessibleName(element, role);
    if (name) return [name, false];
    const hint = guess(element, role);
    return [hint, hint !== ""];
  };

  /** Name of something around elements: given label, legend, caption, or first heading. */
  parts.labelOf = (element) => {
    const name = referenced(element, "aria-labelledby") || parts.oneLine(element.getAttribute("aria-label") ?? "", 60) || native(element);
    return parts.oneLine(name || (element.getAttribute("title") ?? ""), 60);
  };

  parts.words = words;
})();
