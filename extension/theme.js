// @ts-check
// The colours that the person chose, on every page of the extension, before anything is painted. Storage answers only after the first paint, so the
// choice is also kept where it can be read at once. Without a choice the system's colours show.
(() => {
  const KEPT = 'edith_theme';
  const root = document.documentElement;

  const show = (/** @type {?string | undefined} */ theme) => {
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
    else delete root.dataset.theme;
  };
  const take = (/** @type {StoredSettings | undefined} */ settings) => {
    const theme = settings?.theme ?? 'system';
    show(theme);
    localStorage.setItem(KEPT, theme);
  };

  show(localStorage.getItem(KEPT));
  chrome.storage.local.get('edith_settings').then((stored) => take(/** @type {StoredSettings | undefined} */ (stored.edith_settings)), () => {});
  chrome.storage.onChanged.addListener((changes, area) => {
    if (area === 'local' && changes.edith_settings) take(/** @type {StoredSettings | undefined} */ (changes.edith_settings.newValue));
  });
})();
