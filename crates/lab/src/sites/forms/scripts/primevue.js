// A described form with Vue and PrimeVue in its Aura theme.
import Aura from '@primeuix/themes/aura';
import AutoComplete from 'primevue/autocomplete';
import Button from 'primevue/button';
import Checkbox from 'primevue/checkbox';
import PrimeVue from 'primevue/config';
import DatePicker from 'primevue/datepicker';
import FileUpload from 'primevue/fileupload';
import FloatLabel from 'primevue/floatlabel';
import InputMask from 'primevue/inputmask';
import InputNumber from 'primevue/inputnumber';
import InputText from 'primevue/inputtext';
import Message from 'primevue/message';
import MultiSelect from 'primevue/multiselect';
import Password from 'primevue/password';
import RadioButton from 'primevue/radiobutton';
import Select from 'primevue/select';
import Textarea from 'primevue/textarea';
import { createApp, h, reactive } from 'vue';

const { sections, language } = window.definition;
const send = { en: 'Submit', de: 'Absenden', fr: 'Envoyer', es: 'Enviar' }[language];
const chooseLabel = { en: 'Choose', de: 'Auswählen', fr: 'Parcourir', es: 'Examinar' }[language];
const needed = { en: 'Required', de: 'Pflichtfeld', fr: 'Champ obligatoire', es: 'Campo obligatorio' }[language];
// The names of months and days as the configuration wants them.
const names = (count, options, date) => Array.from({ length: count }, (_, at) => new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(date(at)));
const months = (month) => names(12, { month }, (at) => Date.UTC(2026, at, 1));
const days = (weekday) => names(7, { weekday }, (at) => Date.UTC(2026, 1, 1 + at));
const locale = { monthNames: months('long'), monthNamesShort: months('short'), dayNames: days('long'), dayNamesShort: days('short'), dayNamesMin: days('narrow'),
  firstDayOfWeek: 1, dateFormat: language === 'de' ? 'dd.mm.yy' : 'dd/mm/yy' };
// The library's own look, without the style of our other forms.
document.querySelector('link[rel=stylesheet]')?.remove();
const style = document.createElement('style');
style.textContent = `body { font-family: sans-serif; max-width: 720px; margin: 24px auto; padding: 0 16px; } .field { margin: 28px 0; } .choices { display: flex; flex-wrap: wrap;
  gap: 16px; margin-top: 8px; } .choices > div, .tick { display: flex; gap: 8px; align-items: center; } .field .p-floatlabel > :not(label) { width: 100%; }`;
document.head.append(style);

const fields = sections.flatMap(({ controls }) => controls);
const first = ({ kind, initial }) => (kind === 'checks' ? [] : kind === 'check' ? initial === 'true' : kind === 'number' ? (initial ? Number(initial) : null)
  : kind === 'date' || kind === 'month' ? null : initial);
const model = reactive(Object.fromEntries(fields.map((control) => [control.name, first(control)])));
const left = reactive({});
const found = reactive({});
const two = (number) => String(number).padStart(2, '0');
window.values = () => Object.fromEntries(fields.map(({ name, kind }) => {
  const value = model[name];
  if (kind === 'checks') return [name, [...(value ?? [])]];
  if (kind === 'check') return [name, value];
  if (value instanceof Date) return [name, `${value.getFullYear()}-${two(value.getMonth() + 1)}${kind === 'date' ? `-${two(value.getDate())}` : ''}`];
  return [name, String(value ?? '')];
}));

function field(control) {
  const { name, label, kind, required, options, limits, hint } = control;
  const bound = { modelValue: model[name], 'onUpdate:modelValue': (value) => { model[name] = value; } };
  const blur = { onBlur: () => { left[name] = true; }, invalid: required && left[name] && !model[name] };
  const below = [hint && !mask(hint) ? h(Message, { size: 'small', severity: 'secondary', variant: 'simple' }, () => hint) : null,
    blur.invalid ? h(Message, { size: 'small', severity: 'error', variant: 'simple' }, () => needed) : null];
  const text = label + (required ? ' *' : '');
  const floating = (input, id = name) => h('div', { class: 'field', key: name }, [h(FloatLabel, { variant: 'on' }, () => [input, h('label', { for: id }, text)]), ...below]);
  const choices = (part) => h('div', { class: 'field', key: name }, [h('div', text), h('div', { class: 'choices' }, options.map((option, at) =>
    h('div', { key: option }, [h(part, { ...bound, inputId: `${name}${at}`, name, value: option }), h('label', { for: `${name}${at}` }, option)]))), ...below]);
  switch (kind) {
    case 'select': return floating(h(Select, { ...bound, ...blur, labelId: name, options }));
    case 'combo': return floating(h(AutoComplete, { ...bound, ...blur, inputId: name, suggestions: found[name] ?? [], dropdown: true,
      onComplete: ({ query }) => { found[name] = options.filter((option) => option.toLowerCase().includes(query.toLowerCase())); } }));
    case 'checks':
      return options.length > 4 ? floating(h(MultiSelect, { ...bound, inputId: name, options, filter: true, display: 'chip' })) : choices(Checkbox);
    case 'radio': return choices(RadioButton);
    case 'check': return h('div', { class: 'field tick', key: name }, [h(Checkbox, { ...bound, inputId: name, binary: true }), h('label', { for: name }, label)]);
    case 'number': return floating(h(InputNumber, { ...bound, ...blur, inputId: name, min: limits[0] ? Number(limits[0]) : undefined, max: limits[1] ? Number(limits[1]) : undefined,
      useGrouping: Number(limits[1]) > 9999, maxFractionDigits: 2, locale: language }));
    case 'date': return floating(h(DatePicker, { ...bound, ...blur, inputId: name, showIcon: true, iconDisplay: 'input' }));
    case 'month': return floating(h(DatePicker, { ...bound, ...blur, inputId: name, view: 'month', dateFormat: 'mm/yy' }));
    case 'file': return h('div', { class: 'field', key: name }, [h('div', text),
      h(FileUpload, { mode: 'basic', chooseLabel, customUpload: true, onSelect: ({ files }) => { model[name] = files[0]?.name ?? ''; } })]);
    case 'area': return floating(h(Textarea, { ...bound, ...blur, id: name, rows: 4 }));
    case 'password': return floating(h(Password, { ...bound, ...blur, inputId: name, toggleMask: true, feedback: false }));
    case 'text': case 'email': case 'tel': case 'url':
      if (mask(hint)) return floating(h(InputMask, { ...bound, ...blur, id: name, mask: mask(hint), slotChar: hint }));
      return floating(h(InputText, { ...bound, ...blur, id: name, type: kind }));
    default: throw new Error(`primevue draws no ${kind}`);
  }
}
// A pattern of a date, such as JJ/MM/AAAA, is typed into a mask.
function mask(hint) {
  return /^[A-Z]{2}([/.])[A-Z]{2}\1[A-Z]{4}$/.test(hint) ? hint.replace(/[A-Z]/g, '9') : '';
}
const App = { render: () => h('form', { onSubmit: (event) => event.preventDefault() }, [
  ...sections.map(({ title, controls }) => h('section', { key: title }, [h('h2', title), ...controls.filter(({ when }) => !when || model[when[0]] === when[1]).map(field)])),
  h(Button, { type: 'submit', label: send }),
]) };
createApp(App).use(PrimeVue, { theme: { preset: Aura, options: { darkModeSelector: false } }, locale }).mount('#form');
