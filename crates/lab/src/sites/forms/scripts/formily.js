// A described form as Formily draws it with Ant Design.
import React from 'react';
import { createRoot } from 'react-dom/client';
import { createForm } from '@formily/core';
import { createSchemaField } from '@formily/react';
import { Checkbox, Form, FormItem, Input, NumberPicker, Radio, Select } from '@formily/antd-v5';

const { sections } = window.definition;
const controls = sections.flatMap((section) => section.controls);
const components = { text: 'Input', email: 'Input', tel: 'Input', url: 'Input', number: 'NumberPicker', area: 'Input.TextArea', select: 'Select', combo: 'Select', radio: 'Radio.Group',
  checks: 'Checkbox.Group', password: 'Password' };
const SchemaField = createSchemaField({ components: { Checkbox, FormItem, Input, NumberPicker, Password: Input.Password, Radio, Select } });
const properties = Object.fromEntries(controls.map(({ name, label, kind, required, options }) => [name, {
  type: kind === 'number' ? 'number' : 'string', title: label, required, 'x-decorator': 'FormItem', 'x-component': components[kind] ?? 'Input',
  ...(options.length ? { enum: options.map((option) => ({ label: option, value: option })) } : {}) }]));
const form = createForm();
window.values = () => Object.fromEntries(controls.map(({ name, kind }) => {
  const value = form.values[name];
  return [name, value === undefined || value === null ? (kind === 'checks' ? [] : '') : kind === 'number' ? String(value) : value];
}));
createRoot(document.getElementById('form')).render(<Form form={form} layout="vertical"><SchemaField schema={{ type: 'object', properties }} /></Form>);
