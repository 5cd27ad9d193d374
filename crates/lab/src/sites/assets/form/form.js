// Tabs, the switch, the editable biography, the dialog, and what was filled in before a refused submission.
const form = document.getElementById('registration');
for (const tab of document.querySelectorAll('[role=tab]')) {
  tab.addEventListener('click', () => {
    for (const other of document.querySelectorAll('[role=tab]')) {
      const chosen = other === tab;
      other.setAttribute('aria-selected', String(chosen));
      document.getElementById(other.getAttribute('aria-controls')).hidden = !chosen;
    }
  });
}
const newsletter = document.getElementById('newsletter-switch');
newsletter.addEventListener('click', () => {
  const on = newsletter.getAttribute('aria-checked') !== 'true';
  newsletter.setAttribute('aria-checked', String(on));
  form.elements.newsletter.value = on ? 'on' : 'off';
});
const bio = document.getElementById('bio');
bio.addEventListener('input', () => { form.elements.bio.value = bio.innerText.trim(); });
document.getElementById('open-dialog').addEventListener('click', () => document.getElementById('privacy').showModal());
for (const [name, value] of JSON.parse(document.getElementById('kept').textContent)) {
  if (name === 'token' || name === 'photo') continue;
  for (const field of form.querySelectorAll(`[name="${CSS.escape(name)}"]`)) {
    if (field.type === 'checkbox' || field.type === 'radio') { if (field.value === value) field.checked = true; }
    else if (field.multiple) { for (const option of field.options) if (option.value === value) option.selected = true; }
    else field.value = value;
  }
  if (name === 'bio') bio.innerText = value;
  if (name === 'newsletter') newsletter.setAttribute('aria-checked', String(value === 'on'));
}
