// A described form with the Material web components.
import '@material/web/button/filled-button.js';
import '@material/web/button/outlined-button.js';
import '@material/web/checkbox/checkbox.js';
import '@material/web/radio/radio.js';
import '@material/web/select/outlined-select.js';
import '@material/web/select/select-option.js';
import '@material/web/textfield/outlined-text-field.js';

const { sections, language } = window.definition;
const words = { en: ['Send', 'Choose a file', 'Please fill in'], de: ['Absenden', 'Datei wählen', 'Bitte ausfüllen'], fr: ['Envoyer', 'Choisir un fichier', 'À remplir'],
  es: ['Enviar', 'Elegir archivo', 'Rellene este campo'] }[language];
// The components' own look, without the style of our other forms.
document.querySelector('link[rel=stylesheet]')?.remove();
const style = document.createElement('style');
style.textContent = `body { font: 16px Roboto, sans-serif; max-width: 640px; margin: 24px auto; padding: 0 16px; } form > div { margin: 0 0 20px; }
  md-outlined-text-field, md-outlined-select { width: 100%; } .choices label, .tick { display: inline-flex; align-items: center; margin-right: 16px; } [hidden] { display: none; }`;
document.head.append(style);

const fields = sections.flatMap(({ controls }) => controls);
const el = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined && value !== false && value !== '') element.setAttribute(name, value === true ? '' : value);
  element.append(...children);
  return element;
};
function field({ name, label, kind, required, options, limits, hint, initial }) {
  const row = (...children) => el('div', { 'data-field': name }, ...children);
  const text = (type, more) => row(el('md-outlined-text-field', { label, name, type, required, value: initial, 'supporting-text': hint, 'error-text': words[2], ...more }));
  const choices = (role, tick) => row(el('div', { role, 'aria-labelledby': `${name}-label`, class: 'choices' }, el('div', { id: `${name}-label` }, label + (required ? '*' : '')),
    ...options.map((option, at) => el('label', {}, el(tick, { name, value: String(at), checked: option === initial, 'touch-target': 'wrapper' }), option))));
  switch (kind) {
    case 'select': case 'combo': return row(el('md-outlined-select', { label, name, required, 'supporting-text': hint },
      // An empty choice goes back.
      el('md-select-option', { 'aria-label': '–' }), ...options.map((option, at) => el('md-select-option', { value: String(at), selected: option === initial },
        el('div', { slot: 'headline' }, option)))));
    case 'radio': return choices('radiogroup', 'md-radio');
    case 'checks': return choices('group', 'md-checkbox');
    case 'check': return row(el('label', { class: 'tick' }, el('md-checkbox', { name, checked: initial === 'true', 'touch-target': 'wrapper' }), label));
    case 'area': return text('textarea', { rows: '3' });
    case 'number': return text('number', { min: limits[0], max: limits[1] });
    // The browser's file control stays out of sight.
    case 'file': {
      const input = el('input', { type: 'file', name, hidden: true });
      const button = el('md-outlined-button', { type: 'button' }, words[1]);
      const chosen = el('span', {}, '');
      button.addEventListener('click', () => input.click());
      input.addEventListener('change', () => { chosen.textContent = ` ${input.files[0]?.name ?? ''}`; });
      return row(el('div', {}, label + (required ? '*' : '')), input, button, chosen);
    }
    case 'text': case 'email': case 'tel': case 'url': case 'password': case 'date': case 'month': return text(kind);
    default: throw new Error(`materialweb draws no ${kind}`);
  }
}
const form = el('form', {}, ...sections.flatMap(({ title, controls }) => [el('h2', {}, title), ...controls.map(field)]), el('md-filled-button', { type: 'submit' }, words[0]));
document.getElementById('form').append(form);
form.addEventListener('focusout', ({ target }) => { if (target.localName === 'md-outlined-text-field') target.reportValidity(); });
// What the form would send.
window.values = () => {
  const data = new FormData(form);
  const value = ({ name, kind, options }) => {
    if (kind === 'checks') return data.getAll(name).map((at) => options[at]);
    if (kind === 'check') return data.has(name);
    if (kind === 'file') return data.get(name)?.name ?? '';
    const sent = data.get(name) ?? '';
    return ['select', 'combo', 'radio'].includes(kind) ? (sent === '' ? '' : options[sent]) : sent;
  };
  return Object.fromEntries(fields.map((control) => [control.name, value(control)]));
};
const show = () => {
  for (const { name, when } of fields) if (when) form.querySelector(`[data-field="${name}"]`).hidden = window.values()[when[0]] !== when[1];
};
form.addEventListener('change', show);
show();
