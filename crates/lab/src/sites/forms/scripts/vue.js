// A described form as Vue and Vuetify draw it.
import css from 'vuetify/lib/styles/main.css';
import { createApp, h, reactive } from 'vue';
import { createVuetify } from 'vuetify';
import { VApp } from 'vuetify/components/VApp';
import { VBtn } from 'vuetify/components/VBtn';
import { VCheckbox } from 'vuetify/components/VCheckbox';
import { VForm } from 'vuetify/components/VForm';
import { VRadio } from 'vuetify/components/VRadio';
import { VRadioGroup } from 'vuetify/components/VRadioGroup';
import { VSelect } from 'vuetify/components/VSelect';
import { VTextarea } from 'vuetify/components/VTextarea';
import { VTextField } from 'vuetify/components/VTextField';

const style = document.createElement('style');
style.textContent = css;
document.head.append(style);
const { sections, language } = window.definition;
const send = { en: 'Send', de: 'Absenden', fr: 'Envoyer', es: 'Enviar' }[language];
const controls = sections.flatMap((section) => section.controls);
const model = reactive(Object.fromEntries(controls.map(({ name, kind }) => [name, kind === 'checks' ? [] : kind === 'check' ? false : ''])));
window.values = () => ({ ...model, ...Object.fromEntries(controls.map(({ name }) => [name, model[name] ?? ''])) });

function field({ name, label, kind, required, options, hint }) {
  const bound = { key: name, name, label, modelValue: model[name], 'onUpdate:modelValue': (value) => { model[name] = value; } };
  const hinted = hint ? { hint, persistentHint: true } : {};
  switch (kind) {
    case 'select': case 'combo': return h(VSelect, { ...bound, items: options, modelValue: model[name] || null, clearable: true });
    case 'radio': return h(VRadioGroup, bound, () => options.map((option) => h(VRadio, { label: option, value: option })));
    case 'checks': return h('div', { role: 'group', 'aria-label': label }, [h('div', label), ...options.map((option) => h(VCheckbox,
      { label: option, value: option, modelValue: model[name], 'onUpdate:modelValue': (value) => { model[name] = value; }, hideDetails: true }))]);
    case 'check': return h(VCheckbox, bound);
    case 'area': return h(VTextarea, { ...bound, ...hinted });
    default: return h(VTextField, { ...bound, ...hinted, type: kind, required });
  }
}
const App = { render: () => h(VApp, () => h(VForm, { onSubmit: (event) => event.preventDefault() }, () => [
  ...sections.map(({ title, controls }) => h('section', { key: title }, [h('h2', title), ...controls.map(field)])),
  h(VBtn, { type: 'submit' }, () => send),
])) };
createApp(App).use(createVuetify()).mount('#form');
