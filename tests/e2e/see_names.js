// Makes random pieces of DOM from a seed; every element whose role and name are compared has `data-t`.
(seed, count) => {
  let state = seed >>> 0 || 1;
  const next = () => { state ^= state << 13; state >>>= 0; state ^= state >>> 17; state ^= state << 5; state >>>= 0; return state; };
  const roll = (n) => next() % n;
  const pick = (list) => list[roll(list.length)];
  const maybe = (n, f) => (roll(n) === 0 ? f() : "");
  const WORDS = ["lamp", "Add to cart", "Save", "more", "red  chair", "Ärger", "42", "next page", "it's", "灯", " x ", "Close"];
  const word = () => pick(WORDS);
  let id = 0, t = 0;
  const ids = [];
  const ROLES = ["button", "link", "checkbox", "radio", "switch", "tab", "menuitem", "option", "treeitem", "slider", "spinbutton", "textbox", "searchbox", "combobox", "listbox", "heading", "img", "group", "dialog", "gridcell", "cell", "row", "tooltip", "region", "article", "listitem", "none", "presentation", "bogus", "bogus link", "progressbar", "menu", "radiogroup", "form", "navigation", "menuitemcheckbox", "scrollbar"];
  const attributes = (target, typed = false) => {
    let out = "";
    if (target) out += ` data-t="${t++}"`;
    if (roll(3) === 0 && !typed) { const name = `i${id++}`; ids.push(name); out += ` id="${name}"`; }
    out += maybe(5, () => ` aria-label="${pick([word(), "", " "])}"`);
    out += maybe(6, () => ` aria-labelledby="${Array.from({ length: 1 + roll(3) }, () => pick(ids.length ? ids : ["zz"])).join(" ")}${maybe(4, () => " missing")}"`);
    out += maybe(5, () => ` title="${pick([word(), ""])}"`);
    return out;
  };
  const hidden = () => maybe(7, () => pick([' hidden', ' style="display:none"', ' style="visibility:hidden"', ' aria-hidden="true"', ' style="display:block"', ' style="display:inline-block"']));
  const inline = (depth) => {
    switch (roll(depth > 2 ? 5 : 13)) {
      case 0: case 1: case 2: return word();
      case 3: return `<br>`;
      case 4: return `<img ${maybe(2, () => `alt="${pick([word(), ""])}"`)}${maybe(4, () => ` title="${word()}"`)}${hidden()} src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7">`;
      case 5: return `<span${attributes(false)}${hidden()}>${content(depth + 1)}</span>`;
      case 6: return `<b${hidden()}>${word()}</b>`;
      case 7: return `<div${hidden()}>${content(depth + 1)}</div>`;
      case 8: return `<svg width="9" height="9"${maybe(2, () => ' role="img"')}${maybe(3, () => ` aria-label="${word()}"`)}>${maybe(2, () => `<title>${word()}</title>`)}<path d="M0 0"/></svg>`;
      case 9: return `<em>${word()}</em><i>${word()}</i>`;
      case 10: return `<input${pick([' type="checkbox"', ' type="range" min="0" max="9" value="4"', ' type="hidden" value="h"', ' type="button" value="Go"'])}${maybe(2, () => ` aria-label="${word()}"`)}>`;
      case 11: return `<p>${content(depth + 1)}</p>`;
      default: return `<span${maybe(2, () => ` aria-label="${word()}"`)} role="${pick(["img", "none", "presentation", "button", "text", "group", "heading"])}">${word()}</span>`;
    }
  };
  const content = (depth) => Array.from({ length: roll(4) }, () => inline(depth)).join(pick(["", " ", "\n  "]));
  const control = () => {
    const extra = () => `${maybe(4, () => ` placeholder="${word()}"`)}${maybe(5, () => ' value="val"')}`;
    switch (roll(22)) {
      case 0: return `<button${attributes(true)}>${content(0)}</button>`;
      case 1: return `<a href="#x"${attributes(true)}>${content(0)}</a>`;
      case 2: return `<input type="${pick(["text", "search", "email", "tel", "url", "password", "number", "date", "time", "color", "range", "month", "week", "datetime-local"])}"${attributes(true, true)}${extra()}>`;
      case 3: return `<input type="${pick(["submit", "reset", "button", "image"])}"${attributes(true)}${maybe(2, () => ` value="${word()}"`)}${maybe(3, () => ` alt="${word()}"`)}>`;
      case 4: return `<label>${content(1)}<input type="${pick(["checkbox", "radio", "text"])}"${attributes(true)}>${content(1)}</label>`;
      case 5: { const own = `c${id++}`; return `<label for="${own}"${maybe(5, () => ' hidden')}>${content(0)}</label><input id="${own}" data-t="${t++}"${extra()}>${maybe(4, () => `<label for="${own}">${word()}</label>`)}`; }
      case 6: return `<select${attributes(true)}${maybe(3, () => " multiple")}><option>${word()}</option><option selected>${word()}</option></select>`;
      case 7: return `<textarea${attributes(true, true)}${extra()}>${word()}</textarea>`;
      case 8: return `<label>${content(1)}<select data-t="${t++}"><option>${word()}</option></select> ${word()}</label>`;
      case 9: return `<details${maybe(2, () => " open")}><summary${attributes(true)}>${content(0)}</summary>${word()}</details>`;
      case 10: case 11: case 12: case 13: return `<${pick(["div", "span"])} role="${pick(ROLES)}"${attributes(true)}${maybe(2, () => ' tabindex="0"')}>${content(0)}</${"div"}>`.replace(/^<span(.*)<\/div>$/s, "<span$1</span>");
      case 14: return `<fieldset${attributes(true)}><legend>${content(1)}</legend><input data-t="${t++}" aria-label="${word()}"></fieldset>`;
      case 15: return `<img${attributes(true)}${maybe(2, () => ` alt="${pick([word(), ""])}"`)} src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7">`;
      case 16: return `<${"h" + (1 + roll(6))}${attributes(true)}>${content(0)}</h1>`.replace(/^<h(\d)(.*)<\/h1>$/s, "<h$1$2</h$1>");
      case 17: return `<div contenteditable="true"${attributes(true, true)}${maybe(2, () => ' role="textbox"')}>${word()}</div>`;
      case 18: return `<table><caption>${word()}</caption><tr><th${attributes(true)}>${content(1)}</th><td${attributes(true)}>${content(1)}</td></tr></table>`;
      case 19: return `<input list="dl" data-t="${t++}" aria-label="${word()}">`;
      case 20: return `<meter data-t="${t++}" value="0.4"${attributes(false)}>40%</meter><progress data-t="${t++}"${attributes(false)} value="3" max="9"></progress>`;
      default: return `<button data-t="${t++}" type="submit"></button><a href="#y" data-t="${t++}" title="${word()}"></a>`;
    }
  };
  let html = "";
  for (let i = 0; i < count; i++) html += `<div class="case">${control()}${maybe(3, () => `<span id="i${id}">${content(0)}</span>`)}</div>\n`;
  return { html: `<style>.before::before{content:"pre "}.after::after{content:" post"}</style><datalist id="dl"><option>One</datalist>${html}`, targets: t };
}
