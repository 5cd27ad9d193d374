// A described form as SurveyJS draws it.
import css from 'survey-core/survey-core.min.css';
import { Model } from 'survey-core';
import 'survey-js-ui';

const style = document.createElement('style');
style.textContent = css;
document.head.append(style);
const { sections, language } = window.definition;
const types = { select: 'dropdown', combo: 'dropdown', radio: 'radiogroup', checks: 'checkbox', check: 'boolean', area: 'comment', file: 'file' };
const element = ({ name, label, kind, required, options, hint }) => ({
  type: types[kind] ?? 'text', name, title: label, description: hint, isRequired: required,
  ...(options.length ? { choices: options } : {}),
  ...(types[kind] ? {} : { inputType: kind }),
});
const survey = new Model({ pages: [{ elements: sections.map(({ title, controls }) => ({ type: 'panel', name: title, title, elements: controls.map(element) })) }] });
survey.locale = language;
survey.textUpdateMode = 'onTyping';
window.values = () => Object.fromEntries(sections.flatMap(({ controls }) => controls.map(({ name, kind }) =>
  [name, survey.data[name] === undefined ? (kind === 'checks' ? [] : '') : kind === 'number' ? String(survey.data[name]) : survey.data[name]])));
survey.render(document.getElementById('form'));
