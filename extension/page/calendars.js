// @ts-check
// Calendars drawn by pages: which month one shows, where its days are, and what may turn it.
(() => {
  const parts = globalThis.edithParts;
  if (Object.hasOwn(parts, "calendar")) return;

  // What a day is pressed by, and what may hold its number.
  const PRESSED = "button,[role=gridcell],[role=button],[role=option],td,a";
  const CELLS = `${PRESSED},span,div,li`;
  const DAY = /^(0?[1-9]|[12]\d|3[01])$/;
  const LANGUAGES = ["en", "de", "fr", "es"];
  // What a calendar's head is pressed by.
  const HEADS = "button,[role=button],[class*=header i],[class*=title i],[class*=label i],[class*=switch i]";
  // A view of years has so many at least.
  const YEARS = 9;
  const TURNS = "button,[role=button],a,[class*=prev i],[class*=next i]";
  // A calendar shows at least so many days; its head is at most so many levels above them.
  const LEAST = 28;
  const LEVELS = 6;
  const MOST = 12;

  const isSeen = (/** @type {Element} */ element) => {
    const rect = element.getBoundingClientRect();
    return rect.width > 1 && rect.height > 1 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  };
  const said = (/** @type {Element} */ element) => parts.oneLine(element.textContent ?? "", 40);
  const bare = (/** @type {string} */ text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

  /** The names of the months in the page's language and in the panel's, the longest first. @type {(document: Document) => [string, number][]} */
  const monthNames = (document) => {
    /** @type {[string, number][]} */
    const names = [];
    for (const language of [document.documentElement.lang, ...LANGUAGES].filter(Boolean)) {
      for (const form of /** @type {const} */ (["long", "short"])) {
        try {
          const format = new Intl.DateTimeFormat(language, { month: form, timeZone: "UTC" });
          for (let month = 0; month < 12; month++) names.push([bare(format.format(Date.UTC(2020, month, 15))).replace(/\.$/, ""), month + 1]);
        } catch { /* Not a language. */ }
      }
    }
    return names.filter(([name]) => /[a-z]/.test(name)).sort((a, b) => b[0].length - a[0].length);
  };

  /** The days that are shown, in the page's order. @type {(root: ParentNode) => Element[]} */
  const daysIn = (root) => {
    const all = Array.from(root.querySelectorAll(CELLS)).filter((one) => DAY.test(said(one)) && isSeen(one));
    return all.filter((one) => !Array.from(one.children).some((child) => child.matches(CELLS) && DAY.test(said(child))));
  };

  /** The lowest box around enough days; the last one opened comes last. @type {(days: Element[]) => ?Element} */
  const boxOf = (days) => {
    for (const day of [...days].reverse()) {
      for (let /** @type {?Element} */ at = day.parentElement, level = 0; at && level < 8; at = at.parentElement, level++) {
        if (days.filter((one) => at?.contains(one)).length >= LEAST) return at;
      }
    }
    return null;
  };

  /** The month and year that a text names. @type {(text: string, names: [string, number][]) => ?{ year: number; month: number }} */
  const shownIn = (text, names) => {
    const plain = bare(text);
    const year = plain.match(/(?:^|\D)((?:19|20)\d\d)(?:\D|$)/);
    if (!year) return null;
    const month = names.find(([name]) => new RegExp(`(^|[^\\p{L}])${name}([^\\p{L}]|$)`, "u").test(plain));
    if (month) return { year: Number(year[1]), month: month[1] };
    const figures = plain.match(/(?:^|\D)(0?[1-9]|1[0-2])\s*[/.-]\s*(?:19|20)\d\d/);
    return figures ? { year: Number(year[1]), month: Number(figures[1]) } : null;
  };

  /** Many calendars draw their buttons anew at each turn: each is known by its words and which of those with them it is. */
  /** @type {(turns: Element[]) => { node: number; key: string }[]} */
  const named = (turns) => {
    const words = turns.map((one) => parts.accessibleName(one, "button") || said(one) || (one.getAttribute("class") ?? ""));
    return turns.map((one, at) => ({ node: parts.numberOf(one), key: `${words[at]} ${words.slice(0, at).filter((other) => other === words[at]).length}` }));
  };

  /** What shows a calendar's year and may be pressed for a view of years or months; 0: nothing. @type {(around: Element, year: number, days: Element[]) => number} */
  const headIn = (around, year, days) => {
    const shows = (/** @type {Element} */ one) => new RegExp(`(^|\\D)${year}(\\D|$)`).test(said(one)) && !days.some((day) => one.contains(day) || day.contains(one));
    const all = Array.from(around.querySelectorAll(HEADS)).filter((one) => isSeen(one) && shows(one));
    // The year by itself says most; of those in each other the innermost is pressed.
    const alone = all.filter((one) => said(one) === String(year));
    const found = (alone.length ? alone : all).find((one, _, some) => !some.some((other) => other !== one && one.contains(other)));
    return found ? parts.numberOf(found) : 0;
  };

  /** Years or months to choose from in place of days, each with its number. @type {(document: Document, control: Element) => Partial<Calendar>} */
  const zoomed = (document, control) => {
    const names = monthNames(document);
    const month = (/** @type {Element} */ one) => {
      const plain = bare(said(one)).replace(/\.$/, "");
      return names.find(([name]) => name === plain)?.[1] ?? 0;
    };
    const year = (/** @type {Element} */ one) => (/^(19|20)\d\d$/.test(said(one)) ? Number(said(one)) : 0);
    const seen = Array.from(document.querySelectorAll(CELLS)).filter((one) => said(one).length < 16 && isSeen(one) && one !== control);
    for (const [of, least] of /** @type {const} */ ([[year, YEARS], [month, 12]])) {
      const all = seen.filter((one) => of(one) > 0);
      const cells = all.filter((one) => !all.some((other) => other !== one && one.contains(other)));
      for (let /** @type {?Element} */ box = cells.at(-1) ?? null, level = 0; box && level < LEVELS; box = box.parentElement, level++) {
        const own = cells.filter((one) => box?.contains(one));
        if (own.length < least) continue;
        const pressed = own.map((one) => one.closest(PRESSED) ?? one);
        const isOwn = (/** @type {Element} */ one) => own.some((each) => one.contains(each) || each.contains(one));
        const turnsIn = (/** @type {Element} */ around) => Array.from(around.querySelectorAll(TURNS)).filter((one) => isSeen(one) && !isOwn(one) && one !== control && !one.matches(":disabled,[aria-disabled=true]"));
        let around = box;
        for (let up = 0; up < LEVELS && around.parentElement && around.parentElement.localName !== "body" && !turnsIn(around).length; up++) around = around.parentElement;
        const turns = turnsIn(around);
        const found = own.map((one, at) => ({ node: parts.numberOf(pressed[at]), value: of(one) }));
        const heads = Array.from(around.querySelectorAll(HEADS)).filter((one) => isSeen(one) && !isOwn(one) && /(^|\D)(19|20)\d\d(\D|$)/.test(said(one)));
        const head = heads.find((one) => !heads.some((other) => other !== one && one.contains(other)));
        // Some show the year in a field.
        const field = of === month && !head ? Array.from(around.querySelectorAll("input")).find((one) => isSeen(one) && one !== control && /^(19|20)\d\d$/.test(one.value)) : undefined;
        const shown = of === month ? Number(/(19|20)\d\d/.exec(head ? said(head) : (field?.value ?? ""))?.[0] ?? 0) : 0;
        return {
          years: of === year ? found : [], months: of === month ? found : [], year: shown, head: head ? parts.numberOf(head) : 0, field: field ? parts.numberOf(field) : 0,
          turns: named([...new Set(turns)].filter((one) => one !== head).slice(0, MOST)),
        };
      }
    }
    return {};
  };

  /** Whether a field says that it opens something beside a list. */
  parts.opensDialog = (control) => ({ opens: /^(dialog|grid|true)$/.test(control.getAttribute("aria-haspopup") ?? "") || parts.widget(control)?.opens === "dialog" });

  /** Calendar: the one that is shown, its month, the wanted day in it, and what may turn it. */
  parts.calendar = (control, day) => {
    const none = { open: false, year: 0, month: 0, day: 0, turns: [], lists: [], years: [], months: [], head: 0, field: 0 };
    const root = /** @type {ParentNode} */ (control.getRootNode());
    const document = control.ownerDocument;
    let days = daysIn(root);
    if (days.length < LEAST && root !== document) days = daysIn(document);
    const box = boxOf(days);
    if (!box) return { ...none, ...zoomed(document, control) };
    days = days.filter((one) => box.contains(one));
    const names = monthNames(document);
    /** @type {?{ year: number; month: number }} */
    let shown = null;
    let /** @type {Element} */ around = box;
    for (let level = 0; level < LEVELS; level++) {
      const words = [];
      for (const one of around.querySelectorAll("*")) {
        if (days.some((cell) => cell === one || cell.contains(one) || one.contains(cell)) || one.matches("option") || !isSeen(one)) continue;
        if (one.localName === "select") words.push(one.selectedOptions[0]?.textContent ?? "");
        else if (one.localName === "input") words.push(one.value);
        else words.push(...Array.from(one.childNodes, (child) => (child.nodeType === 3 ? child.data : "")));
      }
      shown = shownIn(words.join(" "), names);
      if (shown || !around.parentElement || around.parentElement.localName === "body") break;
      around = around.parentElement;
    }
    if (!shown) return none;
    // The days of the previous month come before its first one, those of the next after its last.
    const from = days.findIndex((one) => Number(said(one)) === 1);
    const next = days.findIndex((one, at) => at > from && Number(said(one)) === 1);
    const own = days.slice(Math.max(from, 0), next < 0 ? undefined : next);
    const cell = own.find((one) => Number(said(one)) === day);
    const pressed = cell?.closest(PRESSED) ?? cell;
    const isUsable = pressed && !pressed.matches(":disabled,[aria-disabled=true]");
    const field = Array.from(around.querySelectorAll("input")).find((one) => isSeen(one) && one !== control && Number(one.value) === shown?.year);
    const isDay = (/** @type {Element} */ one) => days.some((each) => one.contains(each) || each.contains(one));
    const turns = Array.from(around.querySelectorAll(TURNS)).filter((one) => isSeen(one) && !isDay(one) && one !== control && !one.matches(":disabled,[aria-disabled=true]"));
    // Some lie clear over the words that they show.
    const isThere = (/** @type {Element} */ one) => one.getBoundingClientRect().width > 1 && one.checkVisibility({ visibilityProperty: true });
    const lists = Array.from(around.querySelectorAll("select")).filter(isThere).map((one) => {
      const years = Array.from(one.options).every((option) => /^\s*(19|20)\d\d\s*$/.test(option.text));
      return { node: parts.numberOf(one), years, options: Array.from(one.options, (option) => parts.oneLine(option.text, 40)) };
    });
    const head = headIn(around, shown.year, days);
    return {
      open: true, ...shown, day: pressed && isUsable ? parts.numberOf(pressed) : 0,
      // What shows the month leads to another view.
      turns: named([...new Set(turns)].slice(0, MOST)).filter(({ node }) => node !== head), lists, years: [], months: [], head, field: field ? parts.numberOf(field) : 0,
    };
  };
})();
