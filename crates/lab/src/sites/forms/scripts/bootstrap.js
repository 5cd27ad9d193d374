// A described form with Bootstrap: floating labels, input groups and switches, Tom Select for lists and FilePond for files.
import bootstrapCss from 'bootstrap/dist/css/bootstrap.css';
import pondCss from 'filepond/dist/filepond.css';
import selectCss from 'tom-select/dist/css/tom-select.bootstrap5.css';
import 'bootstrap';
import * as FilePond from 'filepond';
import pondDe from 'filepond/locale/de-de.js';
import pondEs from 'filepond/locale/es-es.js';
import pondFr from 'filepond/locale/fr-fr.js';
import TomSelect from 'tom-select';

const { sections, language } = window.definition;
const words = { en: ['Choose…', 'Submit', 'Please check this.'], de: ['Bitte wählen…', 'Absenden', 'Bitte prüfen Sie diese Angabe.'],
  fr: ['Choisir…', 'Envoyer', 'Vérifiez cette information.'], es: ['Elegir…', 'Enviar', 'Revise este dato.'] }[language];
FilePond.setOptions({ en: {}, de: pondDe, es: pondEs, fr: pondFr }[language]);
// The library's own look, without the style of our other forms.
document.querySelector('link[rel=stylesheet]')?.remove();
document.body.classList.add('container', 'py-4');
const style = document.createElement('style');
style.textContent = `${bootstrapCss}${selectCss}${pondCss} body { max-width: 720px !important; }`;
document.head.append(style);

const el = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : value);
  element.append(...children);
  return element;
};
const fields = sections.flatMap(({ controls }) => controls);
const ponds = {};
// Runs when the field is in the page.
const later = [];

function field(control) {
  const { name, label, kind, required, options, limits, hint, initial } = control;
  const id = `input-${name}`;
  const common = { id, name, required, class: 'form-control', 'aria-describedby': hint ? `${id}-help` : undefined };
  const help = hint ? [el('div', { id: `${id}-help`, class: 'form-text' }, hint)] : [];
  const wrong = () => el('div', { class: 'invalid-feedback' }, words[2]);
  const mark = required ? [el('span', { class: 'text-danger' }, ' *')] : [];
  const column = (...children) => el('div', { class: 'col-12 mb-3', 'data-field': name }, ...children);
  const floating = (input) => el('div', { class: 'form-floating' }, input, el('label', { for: id }, label, ...mark), wrong());
  const ticks = (type) => options.map((option, at) => el('div', { class: 'form-check form-check-inline' },
    el('input', { class: 'form-check-input', type, name, id: `${id}-${at}`, value: option, checked: option === initial }),
    el('label', { class: 'form-check-label', for: `${id}-${at}` }, option)));
  switch (kind) {
    case 'select': case 'combo': {
      const select = el('select', { ...common, class: undefined, autocomplete: 'off' }, el('option', { value: '' }, words[0]),
        ...options.map((option) => el('option', { value: option, selected: option === initial }, option)));
      later.push(() => new TomSelect(select, kind === 'combo' ? { maxOptions: null } : { controlInput: null }));
      return column(el('label', { for: id, class: 'form-label' }, label, ...mark), select, ...help);
    }
    case 'checks': {
      if (options.length < 5) return column(el('p', { class: 'mb-1' }, label), ...ticks('checkbox'));
      const select = el('select', { ...common, class: undefined, multiple: true, placeholder: words[0] }, ...options.map((option) => el('option', { value: option }, option)));
      later.push(() => new TomSelect(select, { plugins: ['remove_button'] }));
      return column(el('label', { for: id, class: 'form-label' }, label, ...mark), select, ...help);
    }
    case 'radio': return column(el('p', { class: 'mb-1' }, label, ...mark), el('div', { class: 'btn-group', role: 'group' }, ...options.flatMap((option, at) => [
      el('input', { type: 'radio', class: 'btn-check', name, id: `${id}-${at}`, value: option, autocomplete: 'off', checked: option === initial }),
      el('label', { class: 'btn btn-outline-primary', for: `${id}-${at}` }, option)])));
    case 'check': return column(el('div', { class: 'form-check form-switch' },
      el('input', { class: 'form-check-input', type: 'checkbox', role: 'switch', id, name, checked: initial === 'true' }), el('label', { class: 'form-check-label', for: id }, label)));
    case 'area': return column(floating(Object.assign(el('textarea', { ...common, placeholder: label, style: 'height: 120px' }), { value: initial })), ...help);
    case 'file': {
      const input = el('input', { ...common, class: 'filepond', type: 'file' });
      later.push(() => { ponds[name] = FilePond.create(input, { storeAsFile: true, credits: false }); });
      return column(el('p', { class: 'mb-1' }, label, ...mark), input, ...help);
    }
    case 'tel': case 'number': return column(el('label', { class: 'form-label', for: id }, label, ...mark), el('div', { class: 'input-group has-validation' },
      el('span', { class: 'input-group-text' }, kind === 'tel' ? '☎' : '#'), el('input', { ...common, type: kind, min: limits[0], max: limits[1], value: initial }), wrong()), ...help);
    case 'text': case 'email': case 'url': case 'password': case 'date': case 'month':
      return column(floating(el('input', { ...common, type: kind, placeholder: label, value: initial })), ...help);
    default: throw new Error(`bootstrap draws no ${kind}`);
  }
}
const form = el('form', { class: 'needs-validation', novalidate: true }, ...sections.map(({ title, controls }) => el('fieldset', { class: 'mb-4' },
  el('legend', { class: 'h4' }, title), el('div', { class: 'row' }, ...controls.map(field)))), el('button', { class: 'btn btn-primary', type: 'submit' }, words[1]));
document.getElementById('form').append(form);
for (const act of later) act();
form.addEventListener('focusout', ({ target }) => {
  if (target.classList.contains('form-control') && target.name) {
    target.classList.toggle('is-invalid', !target.checkValidity());
    target.classList.toggle('is-valid', target.checkValidity() && target.value !== '');
  }
});
const show = () => {
  for (const { name, when } of fields) if (when) form.querySelector(`[data-field="${name}"]`).classList.toggle('d-none', window.values()[when[0]] !== when[1]);
};
window.values = () => {
  const data = new FormData(form);
  return Object.fromEntries(fields.map(({ name, kind }) => [name, kind === 'checks' ? data.getAll(name) : kind === 'check' ? data.has(name)
    : kind === 'file' ? ponds[name].getFile()?.filename ?? '' : data.get(name) ?? '']));
};
form.addEventListener('change', show);
show();
