// @ts-check
// Whether a text matches a query, by the rules of crates/page/src/find.rs: without case and accents, words in any order, signs literal, short words
// only as whole words.
(() => {
  const parts = globalThis.edithParts;
  if (Object.hasOwn(parts, "seeker")) return;

  /** @type {Record<string, string>} */
  const LETTERS = { ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", ł: "l", þ: "th", ħ: "h", ı: "i", ŧ: "t" };
  const SPECIAL = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "g");
  /** @type {(text: string) => string} */
  const plain = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replace(SPECIAL, (letter) => LETTERS[letter]).replace(/\s+/g, " ").trim();
  const wordsIn = (/** @type {string} */ text) => plain(text).split(/[^\p{L}\p{N}]+/u).filter(Boolean);

  /** A text matcher for a query; null if that is empty. */
  parts.seeker = (query) => {
    const wanted = wordsIn(query);
    const signs = plain(query);
    if (signs === "") return null;
    if (!wanted.length) return (text) => plain(text).includes(signs);
    return (text) => {
      const said = wordsIn(text);
      const whole = said.join(" ");
      return wanted.every((word) => (word.length < 3 ? said.includes(word) : whole.includes(word)));
    };
  };
})();
