// A described form as React, React Hook Form and Material UI draw it.
import React from 'react';
import { createRoot } from 'react-dom/client';
import { Controller, useForm } from 'react-hook-form';
import { Autocomplete, Button, Checkbox, FormControl, FormControlLabel, FormGroup, FormLabel, MenuItem, Radio, RadioGroup, Stack, TextField, Typography } from '@mui/material';

const { sections, language } = window.definition;
const send = { en: 'Send application', de: 'Absenden', fr: 'Envoyer', es: 'Enviar' }[language];
const controls = sections.flatMap((section) => section.controls);
const empty = Object.fromEntries(controls.map(({ name, kind }) => [name, kind === 'checks' ? [] : kind === 'check' ? false : '']));
let values = empty;
window.values = () => values;

function Field({ control: { name, label, kind, required, options, hint }, form }) {
  return <Controller name={name} control={form.control} rules={{ required }} render={({ field }) => {
    const shared = { ...field, inputRef: field.ref, label, required, helperText: hint || undefined, fullWidth: true };
    if (kind === 'select') {
      return <TextField {...shared} select>{options.map((option) => <MenuItem key={option} value={option}>{option}</MenuItem>)}</TextField>;
    }
    if (kind === 'combo') {
      return <Autocomplete options={options} value={field.value || null} onChange={(_, value) => field.onChange(value ?? '')}
        renderInput={(props) => <TextField {...props} label={label} required={required} />} />;
    }
    if (kind === 'radio') {
      return <FormControl><FormLabel id={`${name}-label`}>{label}</FormLabel>
        <RadioGroup row aria-labelledby={`${name}-label`} {...field}>
          {options.map((option) => <FormControlLabel key={option} value={option} control={<Radio />} label={option} />)}
        </RadioGroup></FormControl>;
    }
    if (kind === 'checks') {
      return <FormControl component="fieldset"><FormLabel component="legend">{label}</FormLabel><FormGroup>
        {options.map((option) => <FormControlLabel key={option} label={option} control={<Checkbox checked={field.value.includes(option)}
          onChange={(event) => field.onChange(event.target.checked ? [...field.value, option] : field.value.filter((one) => one !== option))} />} />)}
      </FormGroup></FormControl>;
    }
    if (kind === 'check') return <FormControlLabel label={label} control={<Checkbox checked={field.value} onChange={field.onChange} />} />;
    if (kind === 'area') return <TextField {...shared} multiline minRows={3} />;
    const shrink = ['date', 'month'].includes(kind) ? { inputLabel: { shrink: true } } : undefined;
    return <TextField {...shared} type={kind} slotProps={shrink} />;
  }} />;
}

function App() {
  const form = useForm({ defaultValues: empty });
  React.useEffect(() => {
    const { unsubscribe } = form.watch((now) => { values = { ...now }; });
    return unsubscribe;
  }, [form]);
  return <form onSubmit={form.handleSubmit(() => {})} noValidate><Stack spacing={3}>
    {sections.map(({ title, controls }) => <Stack key={title} spacing={2} component="section">
      <Typography variant="h5" component="h2">{title}</Typography>
      {controls.map((control) => <Field key={control.name} control={control} form={form} />)}
    </Stack>)}
    <Button type="submit" variant="contained">{send}</Button>
  </Stack></form>;
}
createRoot(document.getElementById('form')).render(<App />);
