// @ts-check
// One element in full: telling attributes, text, table rows. No field values, and nothing named like a secret.
(() => {
  const parts = globalThis.edithParts;
  if (Object.hasOwn(parts, "detailOf")) return;

  const TELLING = parts.words(
    "id class name type title alt src srcset href target rel download lang datetime cite for form action method formaction formmethod pattern minlength maxlength min max step " +
      "accept autocomplete inputmode role tabindex scope headers colspan rowspan",
  );
  const SECRET = /token|csrf|xsrf|nonce|secret|passw|auth|session|signature|api-?key|credential|private/i;
  const MOST_ATTRIBUTES = 30;
  const MOST_STYLES = 8;
  const MOST_ROWS = 200;
  const LONG = 20_000;

  const attributesOf = (/** @type {Element} */ element, /** @type {boolean} */ isSecret) => {
    /** @type {[string, string][]} */
    const out = [];
    for (const name of element.getAttributeNames()) {
      const isData = /^(aria|data)-/.test(name) && !/^data-(v-|react)/.test(name);
      // For a secret field, nothing a script may have stored on it.
      if (!(TELLING.has(name) || (isData && !(isSecret && name.startsWith("data-")))) || SECRET.test(name) || out.length >= MOST_ATTRIBUTES) continue;
      if (isSecret && /^aria-value/.test(name)) continue;
      const value = element.getAttribute(name);
      if (value) out.push([name, value.slice(0, 500)]);
    }
    return out;
  };

  const tableOf = (/** @type {Element} */ element) => {
    const table = parts.tableOf(element) ?? element.querySelector("table,[role=grid],[role=table]");
    if (!table) return {};
    const all = parts.rowsOf(table);
    const grid = parts.gridOf(table);
    const cells = (/** @type {Element} */ row) => {
      const places = grid?.get(row) ?? Array.from(row.children);
      // A title over all columns is said once.
      const shown = places.every((cell) => cell === places[0]) ? places.slice(0, 1) : places;
      return shown.map((cell) => parts.textIn(cell, 120)).join(" | ");
    };
    const row = all.findIndex((one) => one.contains(element));
    return { tr: all.slice(0, MOST_ROWS).map(cells), ti: row + 1 || undefined, tn: all.length || undefined };
  };

  const STYLES = ["background-color", "color", "border-color", "border-bottom", "outline-style", "box-shadow", "opacity", "font-weight", "text-decoration-line", "justify-content", "fill"];

  /** What shows a state in the looks of an element and of its first parts: knobs, icons. @type {(element: Element) => [string, string][]} */
  const looksOf = (element) => {
    const style = parts.style(element);
    /** @type {[string, string][]} */
    const out = STYLES.map((name) => /** @type {[string, string]} */ ([name, style.getPropertyValue(name)]));
    const plain = parts.style(element.ownerDocument.documentElement);
    const told = out.filter(([name, value]) => value !== "" && value !== plain.getPropertyValue(name)).slice(0, MOST_STYLES);
    const box = element.getBoundingClientRect();
    for (const part of Array.from(element.getElementsByTagName("*")).slice(0, 3)) {
      const { left, top, width, height } = part.getBoundingClientRect();
      const at = `${Math.round(left - box.left)} from the left, ${Math.round(top - box.top)} from the top, ${Math.round(width)} by ${Math.round(height)}`;
      told.push([`inside: ${part.localName}${part.getAttribute("class") ? `.${part.getAttribute("class")?.trim().split(/\s+/).join(".")}` : ""}`.slice(0, 60), `${at}, ${parts.style(part).backgroundColor}`]);
    }
    return told;
  };

  /** The element's RawDetail, or undefined. */
  parts.detailOf = (element) => {
    if (!element) return undefined;
    const isField = parts.takesText(element) || element.localName === "select";
    const isSecret = parts.fieldKind(element, parts.nameOf(element, parts.roleOf(element))[0]) !== "plain";
    const text = isField || isSecret ? "" : parts.textOf(element);
    const looks = isField || isSecret || parts.takesText(element) ? [] : looksOf(element);
    return { a: attributesOf(element, isSecret), s: looks.length ? looks : undefined, x: text.slice(0, LONG) || undefined, cv: element.querySelectorAll("canvas").length || undefined, ...tableOf(element) };
  };
})();
