// @ts-check
// One element in full: telling attributes, text, table rows. No field values, and nothing named like a secret.
(() => {
  const parts = globalThis.edithParts;
  if (Object.hasOwn(parts, "detailOf")) return;

  const TELLING = parts.words(
    "id name type title alt src srcset href target rel download lang datetime cite for form action method formaction formmethod pattern minlength maxlength min max step " +
      "accept autocomplete inputmode role tabindex scope headers colspan rowspan",
  );
  const SECRET = /token|csrf|xsrf|nonce|secret|passw|auth|session|signature|api-?key|credential|private/i;
  const MOST_ATTRIBUTES = 30;
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

  /** The element's RawDetail, or undefined. */
  parts.detailOf = (element) => {
    if (!element) return undefined;
    const isField = parts.takesText(element) || element.localName === "select";
    const isSecret = parts.fieldKind(element, parts.nameOf(element, parts.roleOf(element))[0]) !== "plain";
    const text = isField || isSecret ? "" : parts.textOf(element);
    return { a: attributesOf(element, isSecret), x: text.slice(0, LONG) || undefined, ...tableOf(element) };
  };
})();
