// A described form with React and Mantine. One of more than three sections is a stepper.
import css from '@mantine/core/styles.css';
import datesCss from '@mantine/dates/styles.css';
import 'dayjs/locale/de';
import 'dayjs/locale/es';
import 'dayjs/locale/fr';
import { Button, Checkbox, FileInput, Group, MantineProvider, MultiSelect, NumberInput, PasswordInput, Radio, Select, Stepper, TextInput, Textarea, Title } from '@mantine/core';
import { DateInput, DatePickerInput, DatesProvider, MonthPickerInput } from '@mantine/dates';
import { useForm } from '@mantine/form';
import dayjs from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat';
import React from 'react';
import { createRoot } from 'react-dom/client';

// Typed dates are read in the form of their field.
dayjs.extend(customParseFormat);
const { sections, language } = window.definition;
const words = {
  en: { pick: 'Pick value', date: 'Pick date', file: 'Choose file', none: 'Nothing found', next: 'Next step', back: 'Back', send: 'Submit', needed: 'This field is required' },
  de: { pick: 'Auswählen', date: 'Datum wählen', file: 'Datei wählen', none: 'Nichts gefunden', next: 'Weiter', back: 'Zurück', send: 'Absenden', needed: 'Pflichtfeld' },
  fr: { pick: 'Choisir', date: 'Choisir une date', file: 'Choisir un fichier', none: 'Aucun résultat', next: 'Suivant', back: 'Retour', send: 'Envoyer', needed: 'Champ obligatoire' },
  es: { pick: 'Elegir', date: 'Elegir fecha', file: 'Elegir archivo', none: 'Sin resultados', next: 'Siguiente', back: 'Atrás', send: 'Enviar', needed: 'Campo obligatorio' },
}[language];
const day = { en: 'DD/MM/YYYY', de: 'DD.MM.YYYY', fr: 'DD/MM/YYYY', es: 'DD/MM/YYYY' }[language];
// The library's own look, without the style of our other forms.
document.querySelector('link[rel=stylesheet]')?.remove();
const style = document.createElement('style');
style.textContent = `${css}${datesCss} body { max-width: 720px; margin: 24px auto; padding: 0 16px; }`;
document.head.append(style);

const fields = sections.flatMap(({ controls }) => controls);
const isNull = (kind) => ['select', 'combo', 'date', 'month', 'file'].includes(kind);
const first = ({ kind, initial }) => (kind === 'checks' ? [] : kind === 'check' ? initial === 'true' : isNull(kind) ? initial || null : initial);

function Field({ control, form }) {
  const { name, label, kind, required, options, limits, hint } = control;
  const props = { label, description: hint || undefined, withAsterisk: required, mt: 'md', ...form.getInputProps(name, { type: kind === 'check' ? 'checkbox' : 'input' }) };
  switch (kind) {
    case 'select': return <Select {...props} data={options} placeholder={words.pick} clearable />;
    case 'combo': return <Select {...props} data={options} placeholder={words.pick} searchable nothingFoundMessage={words.none} />;
    case 'checks':
      if (options.length > 4) return <MultiSelect {...props} data={options} placeholder={words.pick} searchable hidePickedOptions />;
      return <Checkbox.Group {...props}><Group mt="xs">{options.map((option) => <Checkbox key={option} value={option} label={option} />)}</Group></Checkbox.Group>;
    case 'radio': return <Radio.Group {...props}><Group mt="xs">{options.map((option) => <Radio key={option} value={option} label={option} />)}</Group></Radio.Group>;
    case 'check': return <Checkbox {...props} />;
    case 'number': return <NumberInput {...props} min={limits[0] && Number(limits[0])} max={limits[1] && Number(limits[1])} />;
    case 'area': return <Textarea {...props} autosize minRows={3} />;
    case 'file': return <FileInput {...props} placeholder={words.file} clearable />;
    // What says how a date is typed can be typed, else it is picked.
    case 'date': return hint ? <DateInput {...props} valueFormat={day} placeholder={hint} description={undefined} />
      : <DatePickerInput {...props} valueFormat={day} placeholder={words.date} clearable />;
    case 'month': return <MonthPickerInput {...props} placeholder={words.date} />;
    case 'password': return <PasswordInput {...props} />;
    case 'text': case 'email': case 'tel': case 'url': return <TextInput {...props} type={kind} />;
    default: throw new Error(`mantine draws no ${kind}`);
  }
}
function App() {
  const [step, setStep] = React.useState(0);
  const isStepper = sections.length > 3;
  const needed = (control) => control.required && (!isStepper || sections[step].controls.includes(control));
  const form = useForm({
    initialValues: Object.fromEntries(fields.map((control) => [control.name, first(control)])),
    validate: (values) => Object.fromEntries(fields.filter((control) => needed(control) && !values[control.name]).map(({ name }) => [name, words.needed])),
    validateInputOnBlur: true,
  });
  window.values = () => {
    const values = form.getValues();
    const value = ({ name, kind }) => {
      if (kind === 'checks' || kind === 'check') return values[name];
      if (kind === 'file') return values[name]?.name ?? '';
      return String(values[name] ?? '').slice(0, kind === 'month' ? 7 : undefined);
    };
    return Object.fromEntries(fields.map((control) => [control.name, value(control)]));
  };
  const block = ({ controls }) => controls.filter(({ when }) => !when || form.values[when[0]] === when[1])
    .map((control) => <Field key={control.name} control={control} form={form} />);
  const submit = form.onSubmit(() => {});
  if (!isStepper) {
    return <form onSubmit={submit}>{sections.map((section) => <section key={section.title}><Title order={3} mt="xl">{section.title}</Title>{block(section)}</section>)}
      <Button type="submit" mt="xl">{words.send}</Button></form>;
  }
  const isLast = step === sections.length - 1;
  return <form onSubmit={submit}>
    <Stepper active={step} size="sm">{sections.map((section) => <Stepper.Step key={section.title} label={section.title}>{block(section)}</Stepper.Step>)}</Stepper>
    <Group justify="flex-end" mt="xl">
      {step > 0 && <Button variant="default" onClick={() => setStep(step - 1)}>{words.back}</Button>}
      {isLast ? <Button key="send" type="submit">{words.send}</Button>
        : <Button key="next" onClick={() => { if (!form.validate().hasErrors) setStep(step + 1); }}>{words.next}</Button>}
    </Group>
  </form>;
}
createRoot(document.getElementById('form')).render(
  <MantineProvider><DatesProvider settings={{ locale: language, firstDayOfWeek: 1 }}><App /></DatesProvider></MantineProvider>);
