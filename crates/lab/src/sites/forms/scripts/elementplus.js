// A described form with Vue and Element Plus.
import css from 'element-plus/dist/index.css';
import { ElButton, ElCheckbox, ElCheckboxGroup, ElConfigProvider, ElDatePicker, ElForm, ElFormItem, ElInput, ElInputNumber, ElOption, ElRadio, ElRadioGroup, ElSelect,
  ElSwitch, ElUpload } from 'element-plus';
import de from 'element-plus/es/locale/lang/de';
import en from 'element-plus/es/locale/lang/en';
import es from 'element-plus/es/locale/lang/es';
import fr from 'element-plus/es/locale/lang/fr';
import { createApp, h, reactive } from 'vue';

const { sections, language } = window.definition;
const words = {
  en: { choose: 'Select', day: 'Pick a day', file: 'Select file', send: 'Submit', needed: 'This field is required' },
  de: { choose: 'Auswählen', day: 'Tag wählen', file: 'Datei auswählen', send: 'Absenden', needed: 'Bitte ausfüllen' },
  fr: { choose: 'Sélectionner', day: 'Choisir un jour', file: 'Choisir un fichier', send: 'Envoyer', needed: 'Champ obligatoire' },
  es: { choose: 'Seleccione', day: 'Elija un día', file: 'Elegir archivo', send: 'Enviar', needed: 'Campo obligatorio' },
}[language];
// The library's own look, without the style of our other forms.
document.querySelector('link[rel=stylesheet]')?.remove();
const style = document.createElement('style');
style.textContent = `${css} body { font-family: sans-serif; max-width: 720px; margin: 24px auto; padding: 0 16px; }`;
document.head.append(style);

const fields = sections.flatMap(({ controls }) => controls);
const first = ({ kind, initial }) => (kind === 'checks' ? [] : kind === 'check' ? initial === 'true' : kind === 'number' ? (initial ? Number(initial) : null) : initial);
const model = reactive(Object.fromEntries(fields.map((control) => [control.name, first(control)])));
const rules = Object.fromEntries(fields.filter(({ required }) => required)
  .map(({ name, kind }) => [name, [{ required: true, message: words.needed, trigger: ['select', 'date', 'radio'].includes(kind) ? 'change' : 'blur' }]]));
window.values = () => Object.fromEntries(fields.map(({ name, kind }) => [name, kind === 'checks' ? [...model[name]] : kind === 'check' ? model[name] : String(model[name] ?? '')]));

function control({ name, kind, options, limits, hint }) {
  const bound = { modelValue: model[name], 'onUpdate:modelValue': (value) => { model[name] = value; } };
  const choices = () => options.map((option) => h(ElOption, { key: option, label: option, value: option }));
  switch (kind) {
    case 'select': case 'combo':
      return h(ElSelect, { ...bound, placeholder: words.choose, clearable: true, filterable: kind === 'combo' || options.length > 8 }, choices);
    case 'checks':
      if (options.length > 4) return h(ElSelect, { ...bound, placeholder: words.choose, multiple: true, filterable: options.length > 8 }, choices);
      return h(ElCheckboxGroup, bound, () => options.map((option) => h(ElCheckbox, { key: option, label: option, value: option })));
    case 'radio': return h(ElRadioGroup, bound, () => options.map((option) => h(ElRadio, { key: option, value: option }, () => option)));
    case 'check': return h(ElSwitch, bound);
    case 'number': return h(ElInputNumber, { ...bound, min: limits[0] ? Number(limits[0]) : undefined, max: limits[1] ? Number(limits[1]) : undefined });
    case 'date': return h(ElDatePicker, { ...bound, type: 'date', placeholder: words.day, format: language === 'de' ? 'DD.MM.YYYY' : 'DD/MM/YYYY', valueFormat: 'YYYY-MM-DD' });
    case 'month': return h(ElDatePicker, { ...bound, type: 'month', placeholder: words.day, valueFormat: 'YYYY-MM' });
    case 'file': return h(ElUpload, { autoUpload: false, limit: 1, onChange: (file) => { model[name] = file.name; }, onRemove: () => { model[name] = ''; } },
      { trigger: () => h(ElButton, { type: 'primary' }, () => words.file) });
    case 'area': return h(ElInput, { ...bound, type: 'textarea', rows: 3, placeholder: hint });
    case 'text': case 'email': case 'tel': case 'url': case 'password':
      return h(ElInput, { ...bound, type: kind, placeholder: hint, clearable: kind === 'text', showPassword: kind === 'password' });
    default: throw new Error(`elementplus draws no ${kind}`);
  }
}
const item = (field) => h(ElFormItem, { key: field.name, label: field.label, prop: field.name }, () => control(field));
const App = { render: () => h(ElConfigProvider, { locale: { de, en, es, fr }[language] }, () =>
  h(ElForm, { model, rules, labelWidth: 'auto', labelPosition: 'top' }, () => [
    ...sections.map(({ title, controls }) => h('section', { key: title }, [h('h3', title),
      ...controls.filter(({ when }) => !when || model[when[0]] === when[1]).map(item)])),
    h(ElFormItem, () => h(ElButton, { type: 'primary', nativeType: 'submit' }, () => words.send)),
  ])) };
createApp(App).mount('#form');
