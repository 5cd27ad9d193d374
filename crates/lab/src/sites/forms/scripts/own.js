// Draws a described form without any library, in the way that the form's kind names.
const { kind, sections, language } = window.definition;
const words = {
  en: { choose: 'Choose', next: 'Next', back: 'Back', send: 'Send', add: 'Add another', remove: 'Remove' },
  de: { choose: 'Bitte wählen', next: 'Weiter', back: 'Zurück', send: 'Absenden', add: 'Weitere hinzufügen', remove: 'Entfernen' },
  fr: { choose: 'Choisir', next: 'Suivant', back: 'Retour', send: 'Envoyer', add: 'Ajouter', remove: 'Supprimer' },
  es: { choose: 'Elegir', next: 'Siguiente', back: 'Atrás', send: 'Enviar', add: 'Añadir otro', remove: 'Quitar' },
}[language];
const state = {};
for (const { controls } of sections) for (const { name, kind } of controls) state[name] = kind === 'checks' ? [] : kind === 'check' ? false : '';
window.values = () => ({ ...state });

let count = 0;
const el = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
};
const put = (name, value) => { state[name] = value; redraw(); };
let redraw = () => {};

// The browser's own controls.
function native(control) {
  const id = `c${count++}`;
  const { name, label, required, options, limits, hint } = control;
  const text = label.split(' > ').pop() + (required ? ' *' : '');
  const listen = (element, read, event = 'input') => { element.addEventListener(event, () => put(name, read(element))); return element; };
  const row = (field) => el('div', { class: 'row' }, el('label', { for: id }, text), hint ? el('small', { id: `${id}h` }, hint) : null, field);
  const common = { id, name, required, 'aria-describedby': hint ? `${id}h` : null };
  switch (control.kind) {
    case 'area': return row(listen(el('textarea', { ...common, maxlength: limits[0] }), (field) => field.value));
    case 'select': case 'combo':
      return row(listen(el('select', common, el('option', { value: '' }, words.choose), ...options.map((option, at) => el('option', { value: at + 1 }, option))),
        (field) => (field.value ? field.selectedOptions[0].text : ''), 'change'));
    case 'radio': case 'scale':
      return el('fieldset', { class: 'row' }, el('legend', {}, text), ...options.map((option, at) => el('label', { class: 'choice' },
        listen(el('input', { type: 'radio', name, value: `o${at}` }), () => option, 'change'), ` ${option}`)));
    case 'checks':
      return el('fieldset', { class: 'row' }, el('legend', {}, text), ...options.map((option, at) => el('label', { class: 'choice' },
        listen(el('input', { type: 'checkbox', name: `${name}_${at}` }),
          (field) => (field.checked ? [...state[name], option] : state[name].filter((one) => one !== option)), 'change'), ` ${option}`)));
    case 'check':
      return el('div', { class: 'row' }, el('label', { class: 'choice' }, listen(el('input', { type: 'checkbox', name }), (field) => field.checked, 'change'), ` ${label}`));
    case 'file': return row(listen(el('input', { ...common, type: 'file' }), (field) => [...field.files].map((file) => file.name).join(', '), 'change'));
    case 'date': if (kind === 'pickers') return picker(control);
    // A date otherwise is the browser's.
    default: return row(listen(el('input', { ...common, type: control.kind, min: limits[0], max: limits[1] }), (field) => field.value));
  }
}

// A calendar behind a read-only field: opened by a click, a year and a month are turned to, a day is clicked.
function picker({ name, label }) {
  const id = `c${count++}`;
  const field = el('input', { id, name, readonly: true, placeholder: '—', 'aria-haspopup': 'dialog' });
  const month = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  const shown = new Date(Date.UTC(2026, 10, 1));
  const box = el('div', { role: 'dialog', 'aria-label': label, class: 'calendar', hidden: true });
  const draw = () => {
    const turn = (months, sign, title) => el('button', { type: 'button', 'aria-label': title, onclick: () => { shown.setUTCMonth(shown.getUTCMonth() + months); draw(); } }, sign);
    const first = (shown.getUTCDay() + 6) % 7;
    const days = new Date(Date.UTC(shown.getUTCFullYear(), shown.getUTCMonth() + 1, 0)).getUTCDate();
    const cells = Array.from({ length: days }, (_, at) => {
      const date = new Date(Date.UTC(shown.getUTCFullYear(), shown.getUTCMonth(), at + 1));
      return el('button', { type: 'button', class: 'day', 'aria-label': day.format(date), onclick: () => {
        field.value = day.format(date);
        box.hidden = true;
        put(name, date.toISOString().slice(0, 10));
      } }, String(at + 1));
    });
    box.replaceChildren(el('div', { class: 'turn' }, turn(-12, '«', '−12'), turn(-1, '‹', '−1'), el('strong', {}, month.format(shown)), turn(1, '›', '+1'), turn(12, '»', '+12')),
      el('div', { class: 'days' }, ...Array.from({ length: first }, () => el('span')), ...cells));
  };
  field.addEventListener('click', () => { box.hidden = !box.hidden; draw(); });
  return el('div', { class: 'row' }, el('label', { for: id }, label), field, box);
}

// The way of a well-known maker of surveys: no control is the browser's but the text's, a list draws its options when it is opened.
function drawn({ name, label, required, options, ...control }) {
  const id = `c${count++}`;
  const title = el('div', { role: 'heading', 'aria-level': 3, id }, label, required ? el('span', { 'aria-label': '*' }, ' *') : '');
  const card = (...children) => el('div', { role: 'listitem', class: 'card' }, title, ...children);
  const tick = (role, option, is, press) => {
    const box = el('div', { role, 'aria-label': option, 'aria-checked': 'false', tabindex: 0, class: 'tick', onclick: press, onkeydown: (event) => {
      if (event.key === ' ') { event.preventDefault(); press(); }
    } });
    const before = redraw;
    redraw = () => { before(); box.setAttribute('aria-checked', String(is())); };
    return el('div', { class: 'choice' }, box, el('span', { onclick: press }, option));
  };
  if (control.kind === 'radio') {
    return card(el('div', { role: 'radiogroup', 'aria-labelledby': id }, ...options.map((option) => tick('radio', option, () => state[name] === option, () => put(name, option)))));
  }
  if (control.kind === 'checks') {
    return card(el('div', { role: 'list', 'aria-labelledby': id }, ...options.map((option) => tick('checkbox', option, () => state[name].includes(option),
      () => put(name, state[name].includes(option) ? state[name].filter((one) => one !== option) : [...state[name], option])))));
  }
  if (control.kind === 'select') {
    const shown = el('span', {}, words.choose);
    const list = el('div', { role: 'listbox', 'aria-labelledby': id, 'aria-expanded': 'false', tabindex: 0, class: 'list' }, el('div', { role: 'option', 'aria-selected': 'true' }, shown));
    const close = () => { list.setAttribute('aria-expanded', 'false'); list.querySelector('.options')?.remove(); };
    const open = () => {
      list.setAttribute('aria-expanded', 'true');
      list.append(el('div', { class: 'options' }, ...options.map((option) => el('div', { role: 'option', 'data-value': option, 'aria-selected': String(state[name] === option), onclick: (event) => {
        event.stopPropagation();
        shown.textContent = option;
        close();
        put(name, option);
      } }, option))));
    };
    list.addEventListener('click', () => (list.querySelector('.options') ? close() : open()));
    list.addEventListener('keydown', (event) => { if (event.key === 'Escape') close(); });
    document.addEventListener('click', (event) => { if (!list.contains(event.target)) close(); });
    return card(list);
  }
  const field = el(control.kind === 'area' ? 'textarea' : 'input', { 'aria-labelledby': id, autocomplete: 'off', oninput: () => put(name, field.value) });
  return card(field);
}

function block({ title, controls }) {
  const rows = [];
  for (let at = 0; at < controls.length; at += 1) {
    const control = controls[at];
    if (control.kind === 'scale' && kind === 'grid') {
      const group = control.label.split(' > ')[0];
      const of = controls.slice(at).filter((one) => one.label.startsWith(`${group} > `));
      at += of.length - 1;
      const id = `c${count++}`;
      rows.push(el('p', { id, class: 'title' }, group), el('table', { 'aria-labelledby': id },
        el('thead', {}, el('tr', {}, el('td'), ...control.options.map((option) => el('th', { scope: 'col' }, option)))),
        el('tbody', {}, ...of.map((one) => el('tr', {}, el('th', { scope: 'row' }, one.label.split(' > ')[1]), ...one.options.map((option, at) => el('td', {},
          el('input', { type: 'radio', name: one.name, value: at, 'aria-label': `${one.label.split(' > ')[1]}, ${option}`, onchange: () => put(one.name, option) }))))))));
      continue;
    }
    const row = kind === 'google' ? drawn(control) : native(control);
    if (control.when) {
      const [other, wanted] = control.when;
      const anchor = document.createComment('');
      const before = redraw;
      redraw = () => {
        before();
        const is = state[other] === wanted;
        if (is && !row.isConnected) anchor.after(row);
        if (!is && row.isConnected) row.remove();
      };
      rows.push(anchor);
    } else rows.push(row);
  }
  return kind === 'google' ? el('div', { role: 'list' }, ...rows) : el('section', {}, el('h2', {}, title), ...rows);
}

const blocks = sections.map(block);
const send = el('button', { type: 'submit' }, words.send);
const form = el('form', { method: 'post', onsubmit: (event) => event.preventDefault() });
if (kind === 'wizard') {
  let page = 0;
  const steps = el('ol', { class: 'steps' }, ...sections.map(({ title }) => el('li', {}, title)));
  const go = (by) => { page += by; show(); };
  const next = el('button', { type: 'button', onclick: () => {
    const missing = [...form.querySelectorAll('[required]')].find((field) => !field.value);
    if (missing) missing.reportValidity();
    else go(1);
  } }, words.next);
  const back = el('button', { type: 'button', onclick: () => go(-1) }, words.back);
  const show = () => {
    const last = page === blocks.length - 1;
    form.replaceChildren(steps, blocks[page], el('div', { class: 'buttons' }, ...(page ? [back] : []), last ? send : next));
    [...steps.children].forEach((step, at) => step.toggleAttribute('aria-current', at === page));
  };
  show();
} else if (kind === 'adds') {
  // Of the parts with a number one is shown; a button opens the next.
  const name = ({ title }) => title.replace(/ \d+$/, '');
  sections.forEach((section, at) => {
    const isNext = at > 0 && name(sections[at - 1]) === name(section);
    const more = sections.filter((other, later) => later > at && name(other) === name(section));
    if (!isNext) form.append(blocks[at]);
    if (isNext || !more.length) return;
    const rest = more.map((other) => blocks[sections.indexOf(other)]);
    const add = el('button', { type: 'button', onclick: () => {
      add.before(rest.shift());
      if (!rest.length) add.remove();
    } }, words.add);
    form.append(add);
  });
  form.append(send);
} else form.append(...blocks, send);
document.getElementById('form').append(form);
redraw();
