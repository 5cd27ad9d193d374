// @ts-check
// The new tab's first paint: the clock and message box work at once, before the wasm draws the full page and takes over what was typed.
const root = document.documentElement;

// Storage answers only after the first paint, so the last setting is kept where it can be read synchronously.
const PLAIN = 'edith_plain_new_tab';
const plain = () => localStorage.getItem(PLAIN) === 'true';

// So is the language found by `panel.js`; until then, the browser's own.
const language = () => localStorage.getItem('edith_language') || 'default';

/** @type {(settings: StoredSettings | undefined) => void} */
function setPlain(settings) {
  const chosen = settings?.language ?? 'auto';
  localStorage.setItem('edith_language', chosen !== 'auto' ? chosen : '');
  const wanted = settings?.plainNewTab === true;
  const changed = wanted !== plain();
  localStorage.setItem(PLAIN, String(wanted));
  if (changed) location.reload();
}

chrome.storage.local.get('edith_settings').then((stored) => setPlain(/** @type {StoredSettings | undefined} */ (stored.edith_settings)));
chrome.storage.onChanged.addListener((changes, area) => {
  if (area === 'local' && changes.edith_settings) setPlain(/** @type {StoredSettings | undefined} */ (changes.edith_settings.newValue));
});

const first = /** @type {HTMLElement} */ (document.getElementById('first'));
if (plain()) {
  first.remove();
  root.dataset.surface = 'plain';
} else {
  const tick = () => {
    const now = new Date();
    const shown = (/** @type {string} */ id, /** @type {Intl.DateTimeFormatOptions} */ options) => {
      const element = document.getElementById(id);
      if (element) element.textContent = now.toLocaleString(language(), options);
    };
    shown('first-time', { hour: 'numeric', minute: '2-digit' });
    shown('first-date', { weekday: 'long', day: 'numeric', month: 'long' });
    if (document.getElementById('first')) setTimeout(tick, 1000);
  };
  tick();
  const box = /** @type {HTMLTextAreaElement} */ (document.getElementById('first-input'));
  const code = language() === 'default' ? chrome.i18n.getUILanguage() : language();
  const words = {
    de: ['Neuer Tab', 'Was soll ich tun?', 'Nachricht'],
    fr: ['Nouvel onglet', 'Que dois-je faire ?', 'Message'],
    es: ['Pestaña nueva', '¿Qué hago?', 'Mensaje'],
  }[code.split('-')[0]];
  if (words) {
    root.lang = code.split('-')[0];
    [document.title, box.placeholder, box.ariaLabel] = words;
  }
  box.focus();
  box.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    // Sent as soon as the wasm is there.
    if (box.value.trim()) box.dataset.submit = 'true';
  });
  first.addEventListener('submit', (event) => event.preventDefault());
}
