// A described form with React, composed of unstyled parts: Radix, cmdk and React DayPicker, with the state in React Hook Form.
import dayCss from 'react-day-picker/style.css';
import { Command } from 'cmdk';
import { format } from 'date-fns';
import { Checkbox, Label, Popover, RadioGroup, Select, Slot } from 'radix-ui';
import React from 'react';
import { DayPicker } from 'react-day-picker';
import { de, enGB, es, fr } from 'react-day-picker/locale';
import { createRoot } from 'react-dom/client';
import { Controller, useForm } from 'react-hook-form';

const { sections, language } = window.definition;
const locale = { de, en: enGB, es, fr }[language];
const words = {
  en: { choose: 'Select an option', day: 'Pick a date', search: 'Search…', none: 'No results.', send: 'Submit', needed: 'This field is required.' },
  de: { choose: 'Bitte auswählen', day: 'Datum wählen', search: 'Suchen…', none: 'Nichts gefunden.', send: 'Absenden', needed: 'Dieses Feld wird benötigt.' },
  fr: { choose: 'Sélectionner', day: 'Choisir une date', search: 'Rechercher…', none: 'Aucun résultat.', send: 'Envoyer', needed: 'Ce champ est obligatoire.' },
  es: { choose: 'Seleccionar', day: 'Elegir una fecha', search: 'Buscar…', none: 'Sin resultados.', send: 'Enviar', needed: 'Este campo es obligatorio.' },
}[language];
// A look of its own, without the style of our other forms.
document.querySelector('link[rel=stylesheet]')?.remove();
const style = document.createElement('style');
style.textContent = `${dayCss} body { font: 14px/1.5 system-ui, sans-serif; max-width: 620px; margin: 24px auto; padding: 0 16px; } .item { margin: 0 0 22px; }
  .item > label { display: block; font-weight: 500; margin-bottom: 6px; } .control { box-sizing: border-box; width: 100%; min-height: 36px; padding: 6px 12px; font: inherit;
  text-align: left; background: #fff; border: 1px solid #d4d4d8; border-radius: 6px; } .muted { color: #71717a; } p { margin: 6px 0 0; font-size: 13px; } .message { color: #dc2626; }
  .line { display: flex; gap: 8px; align-items: center; margin: 4px 0; } .box { width: 16px; height: 16px; padding: 0; border: 1px solid #18181b; border-radius: 4px; background: #fff;
  display: inline-grid; place-items: center; font-size: 11px; } .round { border-radius: 50%; } .float { background: #fff; border: 1px solid #d4d4d8; border-radius: 6px; padding: 6px;
  box-shadow: 0 6px 16px #0002; z-index: 9; max-height: 420px; overflow: auto; } .float [role=option] { padding: 6px 10px; border-radius: 4px; cursor: default; }
  [data-highlighted], [cmdk-item][data-selected=true] { background: #f4f4f5; } .send { padding: 8px 18px; border: 0; border-radius: 6px; color: #fff; background: #18181b; font: inherit; }`;
document.head.append(style);

const fields = sections.flatMap(({ controls }) => controls);
const first = ({ kind, initial }) => (kind === 'checks' ? [] : kind === 'check' ? initial === 'true' : initial);

// Label, control, description and message, as a form's item holds them together.
function Item({ control, error, children }) {
  const id = `${React.useId()}-form-item`;
  const { label, hint } = control;
  return <div className="item">
    <Label.Root htmlFor={id}>{label}</Label.Root>
    <Slot.Root id={id} aria-describedby={`${id}-description ${id}-message`} aria-invalid={Boolean(error)}>{children}</Slot.Root>
    {hint && <p id={`${id}-description`} className="muted">{hint}</p>}
    {error && <p id={`${id}-message`} className="message">{error.message}</p>}
  </div>;
}
function List({ options, value, onChange, ...props }) {
  return <Select.Root value={value} onValueChange={onChange}>
    <Select.Trigger className="control" {...props}><Select.Value placeholder={words.choose} /></Select.Trigger>
    <Select.Portal><Select.Content className="float" position="popper"><Select.Viewport>{options.map((option) =>
      <Select.Item key={option} value={option}><Select.ItemText>{option}</Select.ItemText></Select.Item>)}</Select.Viewport></Select.Content></Select.Portal>
  </Select.Root>;
}
function Combobox({ options, value, onChange, ...props }) {
  const [open, setOpen] = React.useState(false);
  return <Popover.Root open={open} onOpenChange={setOpen}>
    <Popover.Trigger asChild><button type="button" role="combobox" aria-expanded={open} className={`control${value ? '' : ' muted'}`} {...props}>{value || words.choose} ⌄</button></Popover.Trigger>
    <Popover.Portal><Popover.Content className="float"><Command><Command.Input className="control" placeholder={words.search} /><Command.List>
      <Command.Empty>{words.none}</Command.Empty>
      {options.map((option) => <Command.Item key={option} value={option} onSelect={() => { onChange(option); setOpen(false); }}>{option}</Command.Item>)}
    </Command.List></Command></Popover.Content></Popover.Portal>
  </Popover.Root>;
}
function Day({ value, onChange, ...props }) {
  const [open, setOpen] = React.useState(false);
  const chosen = value ? new Date(`${value}T00:00`) : undefined;
  return <Popover.Root open={open} onOpenChange={setOpen}>
    <Popover.Trigger asChild><button type="button" className={`control${value ? '' : ' muted'}`} {...props}>{chosen ? format(chosen, 'PPP', { locale }) : words.day}</button></Popover.Trigger>
    <Popover.Portal><Popover.Content className="float"><DayPicker mode="single" captionLayout="dropdown" startMonth={new Date(1930, 0)} endMonth={new Date(2035, 11)}
      locale={locale} defaultMonth={chosen} selected={chosen} onSelect={(day) => { onChange(day ? format(day, 'yyyy-MM-dd') : ''); setOpen(false); }} /></Popover.Content></Popover.Portal>
  </Popover.Root>;
}
const Tick = ({ checked, onChange, ...props }) => <Checkbox.Root className="box" checked={checked} onCheckedChange={(is) => onChange(is === true)} {...props}>
  <Checkbox.Indicator>✓</Checkbox.Indicator></Checkbox.Root>;

function Choices({ options, value, onChange, ...props }) {
  const id = React.useId();
  return <div {...props}>{options.map((option, at) => <div className="line" key={option}>
    <Tick id={`${id}${at}`} checked={value.includes(option)} onChange={(is) => onChange(is ? [...value, option] : value.filter((one) => one !== option))} />
    <Label.Root htmlFor={`${id}${at}`}>{option}</Label.Root></div>)}</div>;
}
function Radios({ options, value, onChange, ...props }) {
  const id = React.useId();
  return <RadioGroup.Root value={value} onValueChange={onChange} {...props}>{options.map((option, at) => <div className="line" key={option}>
    <RadioGroup.Item id={`${id}${at}`} value={option} className="box round"><RadioGroup.Indicator>●</RadioGroup.Indicator></RadioGroup.Item>
    <Label.Root htmlFor={`${id}${at}`}>{option}</Label.Root></div>)}</RadioGroup.Root>;
}
function drawn({ kind, options, limits }, { value, onChange, ...field }) {
  const chosen = { options, value, onChange };
  switch (kind) {
    case 'select': return <List {...chosen} />;
    case 'combo': return <Combobox {...chosen} />;
    case 'radio': return <Radios {...chosen} />;
    case 'checks': return <Choices {...chosen} />;
    case 'date': return <Day value={value} onChange={onChange} />;
    case 'area': return <textarea className="control" rows={4} value={value} onChange={onChange} {...field} />;
    case 'file': return <input className="control" type="file" onChange={(event) => onChange(event.target.files[0]?.name ?? '')} {...field} />;
    case 'text': case 'email': case 'tel': case 'url': case 'password': case 'number':
      return <input className="control" type={kind} min={limits[0]} max={limits[1]} value={value} onChange={onChange} {...field} />;
    default: throw new Error(`headless draws no ${kind}`);
  }
}
function App() {
  const { control, handleSubmit, getValues, watch } = useForm({ mode: 'onBlur', defaultValues: Object.fromEntries(fields.map((one) => [one.name, first(one)])) });
  window.values = () => Object.fromEntries(fields.map(({ name }) => [name, getValues(name)]));
  const item = (one) => <Controller key={one.name} control={control} name={one.name} rules={{ required: one.required && words.needed }} render={({ field, fieldState: { error } }) =>
    (one.kind === 'check' ? <CheckItem control={one} field={field} /> : <Item control={one} error={error}>{drawn(one, field)}</Item>)} />;
  return <form onSubmit={handleSubmit(() => {})}>
    {sections.map(({ title, controls }) => <section key={title}><h2>{title}</h2>{controls.filter(({ when }) => !when || watch(when[0]) === when[1]).map(item)}</section>)}
    <button type="submit" className="send">{words.send}</button>
  </form>;
}
function CheckItem({ control, field }) {
  const id = React.useId();
  return <div className="item line"><Tick id={id} checked={field.value} onChange={field.onChange} /><Label.Root htmlFor={id}>{control.label}</Label.Root></div>;
}
createRoot(document.getElementById('form')).render(<App />);
