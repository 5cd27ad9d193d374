// A described form as a server renders it, with jQuery and the usual plugins put on top: Select2, flatpickr, intl-tel-input and jQuery Validation.
import flatpickrCss from 'flatpickr/dist/flatpickr.css';
import monthCss from 'flatpickr/dist/plugins/monthSelect/style.css';
import phoneCss from 'intl-tel-input/dist/css/intlTelInput-no-assets.css';
import selectCss from 'select2/dist/css/select2.css';
import flatpickr from 'flatpickr';
import monthSelect from 'flatpickr/dist/plugins/monthSelect';
import intlTelInput from 'intl-tel-input/intlTelInputWithUtils';
import { de, en, es, fr } from 'intl-tel-input/locale';

const $ = window.jQuery = window.$ = require('jquery');
require('select2')(window, $);
require('jquery-validation');
const { sections, language } = window.definition;
const words = { en: ['Please select', 'Submit'], de: ['Bitte auswählen', 'Absenden'], fr: ['Sélectionnez', 'Valider'], es: ['Seleccione', 'Enviar'] }[language];
require('flatpickr/dist/l10n/fr.js');
require('flatpickr/dist/l10n/de.js');
require('flatpickr/dist/l10n/es.js');
if (language !== 'en') flatpickr.localize(flatpickr.l10ns[language]);
if (language === 'fr') require('jquery-validation/dist/localization/messages_fr.js');
if (language === 'de') require('jquery-validation/dist/localization/messages_de.js');
if (language === 'es') require('jquery-validation/dist/localization/messages_es.js');
// The plugins' own look, without the style of our other forms.
$('link[rel=stylesheet]').remove();
$('<style>').text(`${flatpickrCss}${monthCss}${phoneCss}${selectCss}
  body { font: 15px/1.5 Arial, sans-serif; max-width: 760px; margin: 20px auto; } table { width: 100%; } td { text-align: left; vertical-align: top; } td:first-child { width: 260px; }
  .line { margin: 0 0 14px; } .line > label { display: block; } .req { color: #b00; } .help-block { display: block; color: #666; font-size: 13px; }
  label.inline { margin-right: 14px; } label.error { display: block; color: #b00; font-size: 13px; } .select2-container { min-width: 260px; }`).appendTo('head');

const fields = sections.flatMap(({ controls }) => controls);
const escape = (text) => $('<i>').text(text).html().replaceAll('"', '&quot;');
const sent = (name) => `applicant[${name}]`;
// With so many choices, ticks give way to a list.
const isList = ({ kind, options }) => kind === 'select' || kind === 'combo' || (kind === 'checks' && options.length > 4);

function markup(control) {
  const { name, kind, required, options, limits, initial } = control;
  const common = `name="${sent(name)}" id="applicant_${name}"${required ? ' required' : ''}`;
  if (isList(control)) {
    const many = kind === 'checks';
    const empty = many ? '' : '<option value=""></option>';
    return `<select ${common.replace(']"', many ? '][]"' : ']"')}${many ? ' multiple' : ''}>${empty}${options.map((option, at) =>
      `<option value="${at + 1}"${option === initial ? ' selected' : ''}>${escape(option)}</option>`).join('')}</select>`;
  }
  switch (kind) {
    case 'radio': case 'checks': {
      const type = kind === 'radio' ? `radio" name="${sent(name)}"` : `checkbox" name="${sent(name)}[]"`;
      return options.map((option, at) => `<label class="inline"><input type="${type} value="${at + 1}"${
        option === initial ? ' checked' : ''}> ${escape(option)}</label>`).join('');
    }
    case 'check': return `<input type="checkbox" ${common} value="1"${initial === 'true' ? ' checked' : ''}>`;
    case 'area': return `<textarea ${common} rows="5" cols="40">${escape(initial)}</textarea>`;
    case 'file': return `<input type="file" ${common}>`;
    case 'number': return `<input type="number" ${common} min="${limits[0] ?? ''}" max="${limits[1] ?? ''}" value="${escape(initial)}">`;
    case 'date': case 'month': return `<input type="text" class="${kind}picker" ${common} value="${escape(initial)}">`;
    case 'text': case 'email': case 'tel': case 'url': case 'password': return `<input type="${kind}" ${common} value="${escape(initial)}">`;
    default: throw new Error(`jquery draws no ${kind}`);
  }
}
// Old sections are tables without a label, later ones have it, but only plain fields are named by it.
function row(control, isTable) {
  const { name, label, kind, required, hint } = control;
  const text = `${escape(label)}${required ? ' <span class="req">*</span>' : ''}`;
  const help = hint ? `<span class="help-block">${escape(hint)}</span>` : '';
  if (kind === 'check') {
    const tick = `<label>${markup(control)} ${text}</label>${help}`;
    return isTable ? `<tr data-row="${name}"><td colspan="2">${tick}</td></tr>` : `<div class="line" data-row="${name}">${tick}</div>`;
  }
  if (isTable) return `<tr data-row="${name}"><td>${text}</td><td>${markup(control)}${help}</td></tr>`;
  const plain = ['text', 'email', 'url', 'password', 'area', 'number'].includes(kind);
  return `<div class="line" data-row="${name}"><label${plain ? ` for="applicant_${name}"` : ''}>${text}</label>${markup(control)}${help}</div>`;
}
$('#form').html(`<form id="application" method="post">${sections.map(({ title, controls }, at) => {
  const rows = controls.map((control) => row(control, at % 2 === 0)).join('');
  return `<h3>${escape(title)}</h3>${at % 2 === 0 ? `<table><tbody>${rows}</tbody></table>` : rows}`;
}).join('')}<p><button type="submit">${words[1]}</button></p></form>`);

const phones = {};
$(() => {
  for (const control of fields) {
    const $field = $(`#applicant_${control.name}`);
    if (isList(control)) $field.select2({ placeholder: words[0], allowClear: true, width: '260px' });
    if (control.kind === 'date') flatpickr($field[0], { altInput: true, altFormat: language === 'de' ? 'd.m.Y' : 'd/m/Y', dateFormat: 'Y-m-d' });
    if (control.kind === 'month') {
      flatpickr($field[0], { altInput: true, plugins: [monthSelect({ shorthand: true, dateFormat: 'Y-m', altFormat: 'F Y' })] });
    }
    if (control.kind === 'tel') {
      phones[control.name] = intlTelInput($field[0], { initialCountry: language === 'en' ? 'gb' : language, countryNameLocale: language,
        uiTranslations: { de, en, es, fr }[language] });
    }
    if (control.when) {
      const [other, wanted] = control.when;
      const show = () => $(`[data-row="${control.name}"]`).toggle(value(fields.find(({ name }) => name === other)) === wanted);
      $(`[data-row="${other}"]`).on('change', show);
      show();
    }
  }
  $('#application').validate();
});

function value(control) {
  const { name, kind, options } = control;
  const read = $('#application').serializeArray().filter((one) => one.name === sent(name) || one.name === `${sent(name)}[]`).map((one) => one.value);
  switch (kind) {
    case 'checks': return read.map((at) => options[at - 1]);
    case 'select': case 'combo': case 'radio': return options[read[0] - 1] ?? '';
    case 'check': return read.length > 0;
    case 'file': return $(`#applicant_${name}`)[0].files[0]?.name ?? '';
    case 'tel': return phones[name]?.getNumber() ?? '';
    default: return read[0] ?? '';
  }
}
window.values = () => Object.fromEntries(fields.map((control) => [control.name, value(control)]));
