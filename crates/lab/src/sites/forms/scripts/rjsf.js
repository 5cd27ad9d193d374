// A described form as react-jsonschema-form draws it.
import React from 'react';
import { createRoot } from 'react-dom/client';
import Form from '@rjsf/core';
import validator from '@rjsf/validator-ajv8';

const { sections } = window.definition;
const controls = sections.flatMap((section) => section.controls);
const schemaOf = ({ label, kind, options }) => {
  if (kind === 'checks') return { title: label, type: 'array', uniqueItems: true, items: { type: 'string', enum: options } };
  if (kind === 'check') return { title: label, type: 'boolean' };
  if (kind === 'number') return { title: label, type: 'number' };
  return { title: label, type: 'string', ...(options.length ? { enum: options } : {}) };
};
const properties = (all) => Object.fromEntries(all.map((control) => [control.name, schemaOf(control)]));
const schema = { type: 'object', properties: Object.fromEntries(sections.map(({ title, controls }, at) => [`s${at}`,
  { title, type: 'object', required: controls.filter(({ required }) => required).map(({ name }) => name), properties: properties(controls) }])) };
const widgets = { radio: 'radio', checks: 'checkboxes', area: 'textarea', password: 'password' };
const uiSchema = Object.fromEntries(sections.map(({ controls }, at) => [`s${at}`, Object.fromEntries(controls.map(({ name, kind }) =>
  [name, { ...(widgets[kind] ? { 'ui:widget': widgets[kind] } : {}), ...(['email', 'tel', 'url'].includes(kind) ? { 'ui:options': { inputType: kind } } : {}) }]))]));
let data = {};
window.values = () => Object.fromEntries(controls.map(({ name, kind }) => {
  const value = Object.values(data).map((part) => part?.[name]).find((one) => one !== undefined);
  return [name, value === undefined ? (kind === 'checks' ? [] : kind === 'check' ? false : '') : kind === 'number' ? String(value) : value];
}));
const App = () => {
  const [formData, setData] = React.useState({});
  return <Form schema={schema} uiSchema={uiSchema} validator={validator} formData={formData} noHtml5Validate onSubmit={() => {}}
    onChange={(event) => { data = event.formData; setData(data); }} />;
};
createRoot(document.getElementById('form')).render(<App />);
