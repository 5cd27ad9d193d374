// A described form as the web components of Shoelace draw it: every control is behind a shadow root.
import css from '@shoelace-style/shoelace/dist/themes/light.css';
import '@shoelace-style/shoelace/dist/components/button/button.js';
import '@shoelace-style/shoelace/dist/components/checkbox/checkbox.js';
import '@shoelace-style/shoelace/dist/components/input/input.js';
import '@shoelace-style/shoelace/dist/components/option/option.js';
import '@shoelace-style/shoelace/dist/components/radio/radio.js';
import '@shoelace-style/shoelace/dist/components/radio-group/radio-group.js';
import '@shoelace-style/shoelace/dist/components/select/select.js';
import '@shoelace-style/shoelace/dist/components/textarea/textarea.js';

const style = document.createElement('style');
style.textContent = css;
document.head.append(style);
const { sections, language } = window.definition;
const state = {};
window.values = () => ({ ...state });
const el = (tag, properties, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};
const listen = (element, event, take) => {
  element.addEventListener(event, () => take(element));
  return element;
};
function field({ name, label, kind, required, options, hint }) {
  state[name] = kind === 'checks' ? [] : kind === 'check' ? false : '';
  const shared = { name, label: label + (required ? ' *' : ''), helpText: hint, style: 'display: block; margin-bottom: 16px' };
  const text = (element) => listen(element, 'sl-input', ({ value }) => { state[name] = value; });
  if (kind === 'select' || kind === 'combo') {
    return listen(el('sl-select', shared, ...options.map((option, at) => el('sl-option', { value: `o${at}` }, option))), 'sl-change',
      ({ value }) => { state[name] = value ? options[Number(value.slice(1))] : ''; });
  }
  if (kind === 'radio') {
    return listen(el('sl-radio-group', shared, ...options.map((option, at) => el('sl-radio', { value: `o${at}` }, option))), 'sl-change',
      ({ value }) => { state[name] = options[Number(value.slice(1))]; });
  }
  if (kind === 'check') return listen(el('sl-checkbox', { name }, label), 'sl-change', ({ checked }) => { state[name] = checked; });
  if (kind === 'area') return text(el('sl-textarea', shared));
  return text(el('sl-input', { ...shared, type: kind }));
}
// One more shadow root around it all, as applications made of components have it.
customElements.define('application-form', class extends HTMLElement {
  connectedCallback() {
    const root = this.attachShadow({ mode: 'open' });
    for (const { title, controls } of sections) root.append(el('h2', {}, title), ...controls.map(field));
    root.append(el('sl-button', { type: 'submit', variant: 'primary' }, { en: 'Send', de: 'Absenden', fr: 'Envoyer', es: 'Enviar' }[language]));
  }
});
document.getElementById('form').append(document.createElement('application-form'));
