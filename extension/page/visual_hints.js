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
