// @ts-check
// Fields: which hold secrets, their values, and whether the user typed them before the run.
(() => {
  const parts = globalThis.edithParts;
  if (Object.hasOwn(parts, "fieldKind")) return;

  const VALUELESS = parts.words("button submit reset image checkbox radio file hidden");
  const PASSWORD = /passw|passphrase|passcode|\bpwd\b|kennwort|contrase|senha|mot de passe/;
  const CODE = /\botp\b|\btotp\b|one ?time|verif\w* ?code|2 ?fa|\bmfa\b|auth\w* ?code|sms ?code|security ?code|login ?code|\btan\b/;
  const CARD =
    /card ?(number|num|no|nr|holder|expir|exp|code|cvc|cvv)|\bcc ?(n|num|number|name|exp|csc|cvc|cvv|month|year|code)\b|credit ?card|debit ?card|name on card|\bcvc2?\b|\bcvv2?\b|\bcsc\b|\bccv\b/;
  // What a card says beside its number; passports, contracts and jobs end as well.
  const ENDS = /(?<!\bdd? ?[\/.-]? ?)mm ?\/? ?yy|expiry|expiration ?(date|month|year)|\bexp ?(date|month|year)\b/;
  // In India a number of the post, which is beside a town.
  const PIN = /\bpin\b/;
  const PLACE = /\b(city|town|district|state|street|address|postal|country|locality|village)\b/;
  const wasPassword = new WeakSet();
  // What fields for secrets have held: a page may show it in another field, or in one that no longer says what it is for.
  const SECRET_CHARS = 4;
  const SECRETS = 50;
  /** @type {Set<string>} */
  const secrets = new Set();
  const keep = (/** @type {string} */ value) => {
    if (value.length < SECRET_CHARS) return;
    if (secrets.size >= SECRETS) secrets.delete(/** @type {string} */ (secrets.values().next().value));
    secrets.add(value);
  };

  // The digits of a card in boxes of a few each.
  const BOX_CHARS = 6;
  const isBoxOfCard = (/** @type {Element} */ element) => {
    if (element.maxLength < 1 || element.maxLength > BOX_CHARS || !/^\d+$/.test(element.value)) return false;
    const around = element.parentElement?.parentElement ?? element.parentElement;
    const boxes = Array.from(around?.querySelectorAll("input") ?? []).filter((one) => one.maxLength > 0 && one.maxLength <= BOX_CHARS);
    return boxes.length > 1 && isCardNumber(boxes.map((one) => one.value).join(""));
  };

  /** camelCase, snake_case and kebab-case as words. @type {(text: string | null | undefined) => string} */
  const plain = (text) => (text ?? "").replace(/([a-z])([A-Z])/g, "$1 $2").replace(/[-_.:[\]]+/g, " ").toLowerCase();

  /** Whether the digits pass as a payment card number (Luhn). @type {(text: string) => boolean} */
  const isCardNumber = (text) => {
    const digits = text.replace(/[\s-]/g, "");
    if (!/^\d{13,19}$/.test(digits)) return false;
    let sum = 0;
    for (let i = 0; i < digits.length; i++) {
      let digit = digits.charCodeAt(digits.length - 1 - i) - 48;
      if (i % 2 && (digit *= 2) > 9) digit -= 9;
      sum += digit;
    }
    return sum % 10 === 0;
  };

  /** `plain`, `password`, `one_time_code`, `card` or `file`; `name` is the field's accessible name. */
  parts.fieldKind = (element, name) => {
    const tag = element.localName;
    const isInput = tag === "input";
    if (!isInput && tag !== "textarea" && tag !== "select") return "plain";
    if (isInput) {
      if (element.type === "file") return "file";
      if (element.type !== "password" && VALUELESS.has(element.type)) return "plain";
      // Dots are drawn instead of letters.
      const isCovered = (/** @type {Element} */ one) => (getComputedStyle(one).getPropertyValue("-webkit-text-security") || "none") !== "none";
      if (!wasPassword.has(element) && (element.type === "password" || isCovered(element))) wasPassword.add(element);
      if (wasPassword.has(element)) {
        keep(element.value);
        return cardOrCode(element, name) ?? "password";
      }
      if (isBoxOfCard(element)) return "card";
    }
    const kind = cardOrCode(element, name);
    return kind ?? (tag !== "select" && secrets.has(element.value) ? "password" : "plain");
  };

  /** What a field is called by its author. @type {(element: Element) => string} */
  const authors = (element) => `${plain(element.name)} | ${plain(element.id)} | ${plain(element.getAttribute("data-testid"))}`;

  /** Whether another field of the form is called so, by its author or for a person. @type {(element: Element, said: RegExp) => boolean} */
  const isBeside = (element, said) => {
    const form = element.form ?? /** @type {ParentNode} */ (element.getRootNode());
    const calls = (/** @type {Element} */ one) =>
      [authors(one), ...[one.placeholder, one.getAttribute("aria-label"), one.getAttribute("autocomplete"), ...Array.from(one.labels ?? [], (label) => label.textContent)].map(plain)].join(" | ");
    return Array.from(form.querySelectorAll("input:not([type=hidden]),select")).some((one) => one !== element && said.test(calls(one)));
  };

  // Some shops put each field of a card into a frame of its own.
  const isAloneInFrame = (/** @type {Element} */ element) =>
    window !== window.top && element.ownerDocument.querySelectorAll("input:not([type=hidden]),select,textarea").length === 1;

  // A code is entered in a row of boxes of a character each; a box by itself takes an initial or a mark.
  const CODE_BOXES = 4;
  const isBoxOfCode = (/** @type {Element} */ element) => {
    if (element.maxLength !== 1 || element.type === "search") return false;
    for (let /** @type {?Element} */ at = element.parentElement, level = 0; at && level < CODE_BOXES; at = at.parentElement, level++) {
      const all = Array.from(at.querySelectorAll("input:not([type=hidden])"));
      if (all.length < CODE_BOXES) continue;
      return all.filter((one) => one.maxLength === 1 && one.type === element.type).length >= Math.max(CODE_BOXES, all.length - 1);
    }
    return false;
  };

  const cardOrCode = (/** @type {Element} */ element, /** @type {string} */ name) => {
    const complete = (element.getAttribute("autocomplete") ?? "").toLowerCase();
    if (/\bone-time-code\b/.test(complete)) return "one_time_code";
    if (/\bcc-/.test(complete)) return "card";
    if (/-password\b/.test(complete)) return "password";
    const [label, author] = [`${plain(name)} | ${plain(element.placeholder)}`, authors(element)];
    const hints = `${author} | ${label}`;
    if (CARD.test(hints) || (ENDS.test(hints) && (isBeside(element, CARD) || isBeside(element, /\bcc number\b/) || isAloneInFrame(element)))) return "card";
    if (element.localName === "select") return null;
    // What a person reads says more than its author's short word, which may be a passport's.
    const isPass = /\bpass\b/.test(author) && [plain(element.name), plain(element.id), "", "pass"].includes(plain(name).trim());
    if (PASSWORD.test(hints) || isPass) return "password";
    if (CODE.test(hints) || isBoxOfCode(element) || (PIN.test(hints) && !isBeside(element, PLACE))) return "one_time_code";
    return isCardNumber(element.value) ? "card" : null;
  };

  /** Whether it takes text: text-like inputs, textareas, editing hosts. */
  parts.takesText = (element) => {
    const tag = element.localName;
    if (tag === "textarea") return true;
    if (tag === "input") return !VALUELESS.has(element.type) && element.type !== "range" && element.type !== "color";
    // Any element may take keys through an EditContext.
    return element.isContentEditable === true || Boolean(element.editContext);
  };

  const ARIA_VALUE = parts.words("slider spinbutton scrollbar meter progressbar");

  // Code editors draw their text themselves over a small field for keys; only the drawn lines can be read.
  const EDITORS = [[".CodeMirror", ".CodeMirror-code .CodeMirror-line"], [".monaco-editor", ".view-lines > .view-line"], [".ace_editor", ".ace_text-layer .ace_line"]];

  /** The code editor whose keys a field takes, or null. */
  parts.codeEditorOf = (element) => {
    if (element.localName !== "textarea" && !element.editContext) return null;
    for (const [editor] of EDITORS) {
      const found = element.closest(editor);
      if (found) return found;
    }
    return null;
  };

  const boxOf = (/** @type {Element} */ one) => one.getBoundingClientRect();

  /** The lines that a code editor draws. @type {(editor: ?Element) => Element[]} */
  const linesOf = (editor) =>
    EDITORS.flatMap(([name, line]) => (editor?.matches(name) ? Array.from(editor.querySelectorAll(line)) : [])).sort((a, b) => boxOf(a).top - boxOf(b).top);

  /** What they say. */
  parts.codeOf = (element) =>
    linesOf(parts.codeEditorOf(element)).map((line) => line.textContent.replace(/\u200b/g, "").replace(/\u00a0/g, " ")).join("\n");

  // An empty box that is nothing but high stands for lines that are not drawn.
  const isGap = (/** @type {Element} */ box) => !box.hasChildNodes() && /^height: [\d.]+px;?$/.test(box.getAttribute("style") ?? "");

  /** Of an editor with such boxes the lines that are drawn where most are; null: it has none. @type {(editor: Element) => ?Element[]} */
  const drawnTogether = (editor) => {
    if (!editor.querySelector(":scope > [style]:empty")) return null;
    /** @type {Element[][]} */
    const all = [[]];
    for (const child of editor.children) {
      if (isGap(child)) all.push([]);
      else all[all.length - 1].push(child);
    }
    return all.length > 1 ? all.reduce((most, one) => (one.length > most.length ? one : most)) : null;
  };

  // No box of a text is this high: editors give it to what they move text about in.
  const ENDLESS = 1e6;

  /** Of an editor that only draws what is in view the first and last drawn line, and about how many there are; null: it draws all. */
  parts.drawnLines = (element) => {
    const editor = parts.codeEditorOf(element);
    const lines = editor ? linesOf(editor) : element.isContentEditable ? drawnTogether(element) : null;
    if (!lines?.length) return null;
    const [{ top }, { bottom }] = [boxOf(lines[0]), boxOf(lines[lines.length - 1])];
    const high = (bottom - top) / lines.length;
    const room = boxOf(editor ?? element);
    // The highest boxes move with the text, or are as high.
    let [moved, whole] = [room, room];
    for (const box of Array.from(editor?.querySelectorAll("*") ?? [], boxOf)) {
      if (box.height > moved.height) moved = box;
      if (box.height > whole.height && box.height < ENDLESS) whole = box;
    }
    const count = (/** @type {number} */ height) => Math.max(0, Math.floor(height / high + 0.1));
    // What ends in view has nothing below. A box that is two lines higher than the editor is for lines that are half in view.
    const isEnd = editor !== null && (bottom < room.bottom - 1 || whole.height < room.height + 2.5 * high);
    const [above, below] = [count(top - moved.top), isEnd ? 0 : count(whole.bottom - bottom)];
    return above + below > 0 ? [above + 1, above + lines.length, above + lines.length + below] : null;
  };

  /** The text of a box without some parts of it. */
  parts.textWithout = (box, isSkipped, most) => {
    const skips = (/** @type {Node} */ node) => node.nodeType === 1 && (/** @type {Element} */ (node).matches("script,style") || isSkipped(/** @type {Element} */ (node)));
    const walker = document.createTreeWalker(box, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) => (skips(node) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT));
    let text = "";
    while (walker.nextNode() && text.length < most * 2) if (walker.currentNode.nodeType === 3) text += `${walker.currentNode.data} `;
    return parts.oneLine(text, most);
  };

  /** Whether nobody sees an element, or it only says something to who hears the page. @type {(element: Element) => boolean} */
  const isHeardOnly = (element) => element.matches("[role=status],[role=alert],[role=log],[aria-live]") || !element.checkVisibility({ visibilityProperty: true }) || parts.isCut(parts.style(element));

  // A self-drawn widget shows its selection beside its field; placeholders and labels do not count.
  const chosenBeside = (/** @type {Element} */ field) => {
    let at = parts.flatParent(field);
    for (let level = 0; at && level < 4; level++, at = parts.flatParent(at)) {
      if (at.querySelectorAll("input:not([type=hidden]),select,textarea").length > 1 || at.offsetHeight > 120) return "";
      if (at.localName === "label" || at.querySelector("label,legend,[class*=placeholder i],[id*=placeholder i]")) return "";
      const text = parts.textWithout(at, isHeardOnly, 80);
      if (text) return text;
    }
    return "";
  };

  /** What the list that a field names says is chosen in it. @type {(field: Element) => string} */
  const chosenInList = (field) => {
    const id = field.getAttribute("aria-controls") || field.getAttribute("aria-owns") || "";
    const list = id ? field.getRootNode().getElementById?.(id) : null;
    const chosen = list?.querySelectorAll("[role=option][aria-selected=true]") ?? [];
    // In an open list the one that the keys are at may be marked as well.
    return chosen.length === 1 && field.getAttribute("aria-expanded") !== "true" ? parts.oneLine(chosen[0].textContent, 80) : "";
  };

  // The code of a country that comes before a telephone number in its box, and belongs to it.
  const DIALS = /^\+\d{1,3}$/;
  const MOST_BEFORE = 200;
  const OTHERS = "input:not([type=hidden]),select,textarea";
  /** The code shown before a field, or nothing. */
  parts.dialBefore = (field) => {
    for (let at = parts.flatParent(field), level = 0; at && level < 3 && !at.matches("form,fieldset,body"); level++, at = parts.flatParent(at)) {
      const others = Array.from(at.querySelectorAll(OTHERS)).filter((one) => one !== field && one.checkVisibility({ visibilityProperty: true }));
      if (others.some((one) => one.localName !== "select")) return "";
      const shown = Array.from(at.querySelectorAll("*"))
        .slice(0, MOST_BEFORE)
        .find((one) => one.childElementCount === 0 && DIALS.test(one.textContent.trim()) && (one.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 && one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 1);
      if (shown) return shown.textContent.trim();
    }
    return "";
  };

  /** What a field for a telephone number holds, with the code of the country that the page shows before it. */
  parts.dialled = (field) => {
    const { value } = field;
    const dial = value !== "" && !/^\s*(\+|00)/.test(value) ? parts.dialBefore(field) : "";
    return dial ? `${dial} ${value}` : value;
  };

  /** The value as a person sees it, or null if there is none. Only for fields that are not masked. */
  parts.valueOf = (element, role, cap) => {
    const widget = /^(select|textarea)$/.test(element.localName) ? null : parts.widget(element);
    const held = widget?.held(element) ?? [];
    if (held.length || widget?.opens === "dialog") return held.join(", ");
    switch (element.localName) {
      case "textarea":
        return parts.codeEditorOf(element) ? parts.codeOf(element) : element.value;
      case "input": {
        if (VALUELESS.has(element.type)) return null;
        if (element.type === "tel") return parts.dialled(element);
        return element.value === "" && role === "combobox" ? chosenBeside(element) || chosenInList(element) : element.value;
      }
      case "select":
        return Array.from(element.selectedOptions, (option) => parts.oneLine(option.label || option.text, 80)).join(", ");
      default:
    }
    if (element.editContext) return parts.codeEditorOf(element) ? parts.codeOf(element) : element.editContext.text;
    if (ARIA_VALUE.has(role)) return element.getAttribute("aria-valuetext") ?? element.getAttribute("aria-valuenow");
    if (element.isContentEditable) return parts.editorText(element, cap);
    if (role === "combobox") {
      const dropDown = parts.dropDown(element);
      if (dropDown) return dropDown.shown;
      const select = parts.drawnSelect(element);
      if (select) return parts.valueOf(select, role);
      const inner = element.querySelector("input");
      if (inner) return parts.fieldKind(inner, "") === "plain" ? inner.value : null;
      // A label drawn inside is a prompt.
      const label = element.getRootNode().getElementById?.(element.getAttribute("aria-labelledby") ?? "") ?? null;
      const text = parts.textIn(element, 80, false, false, false, label);
      // A component draws its own label there too.
      const own = element.localName.includes("-") ? (element.getAttribute("label") ?? "") : "";
      return (own && text.startsWith(own) ? text.slice(own.length).replace(/^[\s*:]+/, "") : text) || null;
    }
    return null;
  };

  const EDITOR_CAP = 2000;

  /** An editor's text, line by line as written, at most `cap` characters: each paragraph is a line (`innerText` would add blank ones). Placeholders do not count. */
  parts.editorText = (editor, cap = EDITOR_CAP) => {
    /** @type {string[]} */
    const lines = [];
    // The current line; null between lines.
    /** @type {?string} */
    let line = null;
    let left = cap;
    const end = () => {
      if (line !== null) lines.push(line);
      line = null;
    };
    const words = (/** @type {string} */ data, /** @type {string} */ white) => {
      let text = data.replace(/[\u200b\u2060\ufeff]/g, "");
      if (!/^(pre|break)/.test(white)) text = text.replace(/[ \t\r\n]+/g, " ").replace(line ? "" : /^ /, "");
      text = text.replace(/\u00a0/g, " ");
      if (text === "") return;
      left -= text.length;
      text.split("\n").forEach((part, i) => {
        if (i) {
          line ??= "";
          end();
        }
        if (i === 0 || part !== "") line = (line ?? "") + part;
      });
    };
    const drawn = drawnTogether(editor);
    const visit = (/** @type {Element} */ node) => {
      const white = parts.style(node).whiteSpace;
      for (let child = /** @type {?Element} */ (node.firstChild); child && left > 0; child = /** @type {?Element} */ (child.nextSibling)) {
        if (child.nodeType === 3) words(child.data, white);
        if (child.nodeType !== 1 || (drawn && node === editor && !drawn.includes(child))) continue;
        if (child.localName === "br") {
          line ??= "";
          end();
          continue;
        }
        const { display, pointerEvents, visibility } = parts.style(child);
        if (display === "none" || visibility === "hidden" || (pointerEvents === "none" && child.contentEditable === "false")) continue;
        // Emoji drawn as images.
        if (child.localName === "img" && child.alt.length < 20) words(child.alt, "pre");
        const apart = !display.startsWith("inline") && display !== "contents" && display !== "table-cell";
        if (apart) end();
        else if (display === "table-cell" && line) line += "\t";
        visit(child);
        if (apart) end();
      }
    };
    visit(editor);
    end();
    return lines.join("\n").slice(0, cap).replace(/\n+$/, "");
  };

  /** Whether the value differs from the page's source. */
  parts.isEdited = (element) => {
    const tag = element.localName;
    // Sliders and colours have a default where the source gives none.
    if (tag === "input" && (VALUELESS.has(element.type) || element.type === "range" || element.type === "color")) return false;
    return (tag === "textarea" || tag === "input") && element.value !== element.defaultValue;
  };

  // --- what was typed before the run -----------------------------------------------------------------------------------------
  /** @type {Map<string, WeakMap<Element, string>>} */
  const runs = new Map();
  const RUNS = 8;

  const currentText = (/** @type {Element} */ element) =>
    element.localName === "input" || element.localName === "textarea" ? element.value : parts.editorText(element);

  /** Whether the document was loaded after that moment (milliseconds since 1970) without the browser restoring its fields. */
  const isNewSince = (/** @type {number} */ moment) => {
    const way = /** @type {PerformanceNavigationTiming | undefined} */ (performance.getEntriesByType("navigation")[0])?.type;
    return moment > 0 && performance.timeOrigin > moment && way !== "back_forward" && way !== "reload";
  };

  /**
   * The values found at this run's first look at the document, by element. `first` during that look, unless the document is newer than the run: then
   * its values are the page's own.
   */
  parts.baseline = (run, since) => {
    let entry = runs.get(run);
    if (entry) return { first: false, values: entry };
    entry = new WeakMap();
    runs.set(run, entry);
    if (runs.size > RUNS) runs.delete(/** @type {string} */ (runs.keys().next().value));
    return { first: !isNewSince(since), values: entry };
  };

  /** Records a document's edited fields, hidden ones included, as typed before the run. */
  parts.noteTyped = (root, base) => {
    for (const field of root.querySelectorAll("input,textarea,[contenteditable]")) parts.noteField(field, base);
  };

  parts.noteField = (element, base) => {
    const text = element.isContentEditable || parts.isEdited(element) ? currentText(element) : "";
    if (text.trim()) base.values.set(element, text);
  };

  /** Whether the field's value contains what the user typed, or the browser filled in, before the run. */
  parts.typedBefore = (element, base) => {
    const before = base.values.get(element);
    if (before !== undefined && currentText(element).includes(before)) return true;
    return element.localName === "input" && element.value !== "" && element.matches(":autofill");
  };

  /** The newest run's baseline, for reading a value outside a walk. */
  parts.lastBaseline = () => {
    let last = null;
    for (const values of runs.values()) last = values;
    return { first: false, values: last ?? new WeakMap() };
  };
})();
