// A described form as Form.io draws it.
import css from '@formio/js/dist/formio.form.min.css';
import '@formio/js/dist/formio.form.min.js';

const style = document.createElement('style');
style.textContent = css;
document.head.append(style);
const { sections } = window.definition;
const types = { text: 'textfield', email: 'email', tel: 'phoneNumber', url: 'url', number: 'number', area: 'textarea', select: 'select', combo: 'select', radio: 'radio',
  checks: 'selectboxes', check: 'checkbox', password: 'password' };
const component = ({ name, label, kind, required, options, hint }) => {
  const values = options.map((option) => ({ label: option, value: option }));
  return { type: types[kind] ?? 'textfield', key: name, label, description: hint, input: true, validate: { required }, inputMask: '',
    ...(types[kind] === 'select' ? { data: { values } } : { values }) };
};
const panels = sections.map(({ title, controls }, at) => ({ type: 'panel', key: `panel${at}`, title, components: controls.map(component) }));
window.Formio.createForm(document.getElementById('form'), { components: [...panels, { type: 'button', action: 'event', label: 'OK', key: 'send' }] }).then((form) => {
  window.values = () => Object.fromEntries(sections.flatMap(({ controls }) => controls.map(({ name, kind }) => {
    const value = form.submission?.data?.[name] ?? '';
    if (kind === 'checks') return [name, Object.keys(value || {}).filter((option) => value[option])];
    return [name, kind === 'number' ? String(value) : value];
  })));
});
