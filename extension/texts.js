// @ts-check
// The texts of the chosen language, else the browser's, else English.
export const LANGUAGES = ['en', 'de', 'fr', 'es'];

/** The language of the texts, and whether the person chose it. */
export async function readLanguage() {
  /** @type {{ edith_settings?: StoredSettings }} */
  const { edith_settings: settings } = await chrome.storage.local.get('edith_settings');
  const told = settings?.language ?? '';
  const chosen = LANGUAGES.includes(told);
  const wanted = chosen ? told : chrome.i18n.getUILanguage().split('-')[0];
  return { language: LANGUAGES.includes(wanted) ? wanted : 'en', chosen };
}

/** @param {string} language */
export async function textsOf(language) {
  return (await fetch(chrome.runtime.getURL(`_locales/${language}/messages.json`))).text();
}

export async function readTexts() {
  const { language, chosen } = await readLanguage();
  return { language, chosen, texts: await textsOf(language) };
}
