// @ts-check
// The new tab's first paint: the clock and message box work at once, before the wasm draws the full page and takes over what was typed.
const root = document.documentElement;

// Storage answers only after the first paint, so what was found last is kept where it can be read synchronously: `edith`, `plain`, or that it is to be asked.
const KIND = 'edith_new_tab';
// EDITH opens this page itself with a part in its address, and then means it.
const kind = () => (location.hash ? 'edith' : localStorage.getItem(KIND));

// So is the language found by `panel.js`; until then, the browser's own.
const language = () => localStorage.getItem('edith_language') || 'default';

/** @type {(settings: StoredSettings | undefined) => void} */
function settle(settings) {
  const chosen = settings?.language ?? 'auto';
  localStorage.setItem('edith_language', chosen !== 'auto' ? chosen : '');
  const before = kind();
  localStorage.setItem(KIND, settings?.plainNewTab ? 'plain' : settings?.newTabChosen ? 'edith' : 'asks');
  if ((before ?? 'asks') !== kind()) location.reload();
}

chrome.storage.local.get('edith_settings').then((stored) => settle(/** @type {StoredSettings | undefined} */ (stored.edith_settings)));
chrome.storage.onChanged.addListener((changes, area) => {
  if (area === 'local' && changes.edith_settings) settle(/** @type {StoredSettings | undefined} */ (changes.edith_settings.newValue));
});

// The browser's own new tab cannot be had back by the manifest; the tab goes there instead. Not on the way back from it, which would be a trap.
async function leave() {
  const [entry] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'));
  const tab = entry?.type === 'back_forward' ? undefined : await chrome.tabs.getCurrent();
  if (tab?.id !== undefined) await chrome.tabs.update(tab.id, { url: 'chrome://new-tab-page/' });
}

const first = /** @type {HTMLElement} */ (document.getElementById('first'));
if (kind() === 'plain') {
  first.remove();
  root.dataset.surface = 'plain';
  // A browser without such a page leaves an empty one.
  leave().catch(() => {});
} else if (kind() !== 'edith') {
  first.remove();
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
    es: ['Pestaña nueva', '¿Qué quiere que haga?', 'Mensaje'],
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
    if (box.value.trim()) box.dataset.submit = event.ctrlKey || event.metaKey ? 'other' : 'true';
  });
  first.addEventListener('submit', (event) => event.preventDefault());
}
