// A described form as JSON Forms draws it, with its plain renderers.
import React from 'react';
import { createRoot } from 'react-dom/client';
import { JsonForms } from '@jsonforms/react';
import { vanillaCells, vanillaRenderers } from '@jsonforms/vanilla-renderers';

const { sections } = window.definition;
const controls = sections.flatMap((section) => section.controls);
const schema = { type: 'object', required: controls.filter(({ required }) => required).map(({ name }) => name),
  properties: Object.fromEntries(controls.map(({ name, label, kind, options }) => [name,
    { title: label, type: kind === 'number' ? 'number' : kind === 'check' ? 'boolean' : 'string', ...(options.length ? { enum: options } : {}) }])) };
const uischema = { type: 'VerticalLayout', elements: sections.map(({ title, controls }) => ({ type: 'Group', label: title,
  elements: controls.map(({ name, kind }) => ({ type: 'Control', scope: `#/properties/${name}`, options: kind === 'radio' ? { format: 'radio' } : kind === 'area' ? { multi: true } : {} })) })) };
let data = {};
window.values = () => Object.fromEntries(controls.map(({ name, kind }) =>
  [name, data[name] === undefined ? (kind === 'check' ? false : '') : kind === 'number' ? String(data[name]) : data[name]]));
const App = () => <JsonForms schema={schema} uischema={uischema} data={data} renderers={vanillaRenderers} cells={vanillaCells}
  onChange={(event) => { data = event.data ?? {}; }} />;
createRoot(document.getElementById('form')).render(<App />);
