// @ts-check
// What elements look like to the page's author: words of icons and classes, colours, states known only to a style sheet.
(() => {
  const parts = globalThis.edithParts;
  if (Object.hasOwn(parts, "hintOf")) return;

  const words = parts.words;

  // A state in the last part of a class: `seat--taken`, `is-active`.
  const STATE =
    /(?:^|[-_])(selected|active|current|checked|chosen|disabled|unavailable|booked|taken|occupied|reserved|sold|soldout|done|completed|unread|starred|liked|pressed|invalid|error|locked|matched|correct|incorrect|wrong|highlighted|marked)(?:__?[\w-]{4,8})?$/i;
  const MOST_SIBLINGS = 40;

  const stateWords = (/** @type {Element} */ element) => {
    const given = element.getAttribute("class");
    if (!given) return [];
    /** @type {string[]} */
    const found = [];
    for (const name of given.split(/\s+/)) {
      const word = STATE.exec(name)?.[1].toLowerCase();
      if (word && !found.includes(word)) found.push(word);
    }
    return found;
  };

  /** Class-only states of a named element, or of the item it fills, that not all of its siblings have. `known`: states told already. */
  parts.stateHint = (element, known) => {
    let holder = element;
    let states = stateWords(holder);
    const around = element.parentElement;
    if (!states.length && around && (around.localName === "li" || around.localName === "td") && around.childElementCount === 1) states = stateWords((holder = around));
    if (!states.length) return "";
    /** @type {Element[]} */
    const like = [];
    for (let other = holder.parentElement?.firstElementChild; other && like.length < MOST_SIBLINGS; other = other.nextElementSibling) {
      if (other !== holder && other.localName === holder.localName) like.push(other);
    }
    const tells = (/** @type {string} */ word) => !like.length || like.some((other) => !stateWords(other).includes(word));
    return states.filter((word) => !known.includes(word) && tells(word)).slice(0, 2).join(" ");
  };

  const TOO_GENERAL = words(
    "active all alt bg block border box btn button circle-icon clearfix click clickable col color container content control corner cursor default " +
      "fab fad fal far fas flat flex grid hidden icon icons image img inline inner item lg link md medium none normal on only outer pointer primary relative round rounded " +
      "row secondary small sm span state style svg text tr true false ui widget wrapper xs",
  );

  const COLOUR = /^(#[\da-f]{3,8}|(rgb|hsl)a?\([^)]*\))$/i;

  /** Whether only its colour is visible. */
  parts.isSwatch = (element) => {
    if (element.childNodes.length || element.offsetWidth < 6 || element.offsetWidth > 80 || element.offsetHeight < 6 || element.offsetHeight > 80 || element.matches("input,img,svg,canvas")) return false;
    const { backgroundColor, backgroundImage } = parts.style(element);
    return backgroundImage === "none" && !/^rgba\(.*, 0\)$|^rgb\(255, 255, 255\)$/.test(backgroundColor);
  };

  // So many icons side by side are a scale, such as the stars of a rating.
  const LEAST_RUN = 3;
  const MOST_RUN = 10;
  // Kinds of icons in it: full, half and empty ones.
  const MOST_KINDS = 3;
  const LARGEST_ICON = 40;

  /** What an author calls an icon: its name, or else its classes, files and colours. @type {(icon: Element) => string[]} */
  const marksOf = (icon) => {
    const name = parts.oneLine(icon.getAttribute("aria-label") ?? icon.getAttribute("alt") ?? icon.getAttribute("title") ?? "", 40);
    if (name) return [name];
    /** @type {string[]} */
    const marks = [];
    for (const part of [icon, ...icon.querySelectorAll("*")].slice(0, 4)) {
      const source = part.getAttribute("href") ?? part.getAttribute("xlink:href") ?? part.getAttribute("src");
      const file = source && !source.startsWith("data:") ? source.split("?")[0].split(/[/#]/).at(-1)?.replace(/\.\w{2,4}$/, "") : "";
      for (const mark of [...part.classList, file ?? "", part.getAttribute("fill") ?? ""]) if (mark && !marks.includes(mark)) marks.push(mark);
    }
    // `fa` beside `fa-star` says nothing.
    return marks.filter((mark) => !marks.some((other) => other.startsWith(`${mark}-`)));
  };

  /** What the icons of a scale say: each kind with how often it is there; "" if they are none. @type {(icons: Element[]) => string} */
  const scaleOf = (icons) => {
    const marks = icons.map(marksOf);
    const isShared = (/** @type {string} */ mark) => marks.every((own) => own.includes(mark));
    const own = marks.map((all) => all.filter((mark) => !isShared(mark)));
    const common = own.some((all) => !all.length) ? parts.hintOf(icons[0], "").split(" ").find(isShared) ?? marks[0].findLast(isShared) ?? "" : "";
    /** @type {[string, number][]} */
    const kinds = [];
    for (const all of own) {
      const kind = [common, ...all.slice(0, 3)].filter(Boolean).join(" ");
      const last = kinds.at(-1);
      if (last && last[0] === kind) last[1]++;
      else kinds.push([kind, 1]);
    }
    // Kinds in turns are other icons side by side, as links to other sites are.
    const isScale = kinds.length <= MOST_KINDS && kinds.length < icons.length && new Set(kinds.map(([kind]) => kind)).size === kinds.length;
    return isScale && kinds.every(([kind]) => kind !== "") ? parts.oneLine(kinds.map(([kind, times]) => `${kind} ×${times}`).join(", "), 80) : "";
  };

  /** What a scale of icons says, or its author of it, by its first icon; "" where an icon stands in none, null behind the first. */
  parts.scaleAt = (icon) => {
    let one = icon;
    for (let box = one.parentElement; box?.childElementCount === 1 && box.textContent.trim() === one.textContent.trim() && box.getBoundingClientRect().width <= LARGEST_ICON; box = one.parentElement) one = box;
    const isAlike = (/** @type {?Element} */ other) => {
      if (other?.localName !== one.localName || (other.textContent.trim() !== "" && other.localName !== "svg")) return false;
      const { width, height } = other.getBoundingClientRect();
      return width >= 4 && height >= 4 && width <= LARGEST_ICON && height <= LARGEST_ICON;
    };
    if (!isAlike(one)) return "";
    const run = [one];
    for (let before = one.previousElementSibling; before && run.length <= MOST_RUN && isAlike(before); before = before.previousElementSibling) run.unshift(before);
    for (let next = one.nextElementSibling; next && run.length <= MOST_RUN && isAlike(next); next = next.nextElementSibling) run.push(next);
    if (run.length < LEAST_RUN || run.length > MOST_RUN) return "";
    const box = one.parentElement;
    const said = parts.oneLine(box?.getAttribute("aria-label") ?? box?.getAttribute("title") ?? "", 60) || scaleOf(run);
    return said && run[0] !== one ? null : said;
  };

  /** What a scale of icons in an element says; "": there is none. */
  parts.scaleIn = (element) => {
    for (const icon of [...(element.querySelectorAll?.("img,svg,i,span,em") ?? [])].slice(0, 20)) {
      const said = parts.scaleAt(icon);
      if (said) return said;
    }
    return "";
  };

  /**
   * A description of a nameless element: words of its icon, test id, classes and colour, the nearest text has to what a person sees. At most four
   * words, none from its guessed `name`.
   */
  parts.hintOf = (element, name) => {
    const said = name.split(" ");
    /** @type {string[]} */
    const found = [];
    const add = (/** @type {string | null | undefined} */ text) => {
      if (text && COLOUR.test(text)) {
        if (found.length < 4 && !found.includes(text)) found.push(text);
        return;
      }
      for (const word of (text ?? "").split(/[\s/#.:;()_]+|--+/)) {
        const plain = word.replace(/^(fa|bi|mdi|icon|ri|ti|pi|lucide|material-symbols|ui-icon)-/, "");
        if (found.length < 4 && /^[a-z][a-z\d-]{1,30}$/i.test(plain) && !/^(css|sc|jss|svelte|ng|v|chakra|Mui\w*)-/.test(plain) && !plain.toLowerCase().split("-").every((part) => TOO_GENERAL.has(part)) && !found.includes(plain) && !said.includes(plain)) {
          found.push(plain);
        }
      }
    };
    if (element instanceof SVGElement && element.localName !== "svg") add(element.localName);
    // What is drawn in it cannot be read.
    if (element.localName === "canvas" || (element.textContent.trim() === "" && element.querySelector("canvas"))) add("canvas");
    for (const name of ["data-testid", "data-test", "data-action", "data-icon", "data-color", "name", "id", "class", "fill"]) add(element.getAttribute(name));
    if (found.length < 4) add(element.style?.backgroundColor || element.style?.fill || "");
    for (const icon of [...element.querySelectorAll("use,img,svg,i,[class]")].slice(0, 4)) {
      const source = icon.getAttribute("href") ?? icon.getAttribute("xlink:href") ?? icon.getAttribute("src");
      if (source && !source.startsWith("data:")) add(source.split(/[?]/)[0].split(/[/#]/).at(-1)?.replace(/\.\w{2,4}$/, ""));
      add(icon.getAttribute("data-icon"));
      add(icon.getAttribute("class"));
    }
    return found.join(" ");
  };
})();
