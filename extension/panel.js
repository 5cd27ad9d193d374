// @ts-check
// Starts the panel: every page loads this file, and `data-surface` on <html> names the page.
import init from './edith-panel.js';
import { add, added, remove, SHIPPED } from './languages.js';
import { download } from './language.js';
import { readTexts } from './texts.js';

// The texts are read while the wasm loads, and are there before it draws.
async function loadTexts() {
  const { language, chosen, texts } = await readTexts();
  globalThis.edithMessages = texts;
  // Times and dates follow the browser unless another language was chosen.
  globalThis.edithLanguage = chosen ? language : '';
  document.documentElement.lang = language;
}

function start() {
  const wasm = fetch('edith-panel_bg.wasm');
  const ready = loadTexts().then(() => init({ module_or_path: wasm }));
  ready.catch((error) => {
    // The new tab's first paint would hide the notice.
    document.getElementById('first')?.remove();
    const notice = document.createElement('p');
    notice.setAttribute('role', 'alert');
    notice.textContent = `EDITH could not start: ${error.message}. Reload the extension on chrome://extensions.`;
    document.body.append(notice);
  });
  return ready;
}

// A plain new tab stays empty.
const started = document.documentElement.dataset.surface === 'plain' ? new Promise(() => {}) : start();
started.then(takeRequest, () => {});

// Chrome may stop the worker during a run, and only an event restarts it. While a run is on, an open page holds a port: its end reveals the worker's
// death, and any message revives it, so the run resumes at once. Without an open page, the worker's alarm does so within half a minute.
const running = new Set();
/** @type {chrome.runtime.Port | undefined} */
let port;

function watch() {
  if (port || running.size === 0) return;
  port = chrome.runtime.connect({ name: 'run' });
  port.onDisconnect.addListener(() => {
    port = undefined;
    chrome.runtime.sendMessage({ type: 'RUN_LIST' }).then((answer) => {
      running.clear();
      for (const run of answer?.runs ?? []) if (run.state !== 'done') running.add(run.runId);
      watch();
    }, () => {});
  });
}

chrome.runtime.onMessage.addListener((message) => {
  if (message?.type === 'agent_done') {
    running.delete(message.runId);
    if (running.size === 0) {
      port?.disconnect();
      port = undefined;
    }
  } else if (message?.type === 'agent_progress') {
    running.add(message.runId);
    watch();
  }
});

// Requests from the browser's entry points (context menu, keyboard, address bar, notifications), put into session storage by `ways.js`. A side panel
// takes those for its window, a tab only if it was opened for one.
async function takeRequest() {
  if (document.documentElement.dataset.surface !== 'sidepanel' && location.hash !== '#open') return;
  /** @type {{ edith_open?: { at: number; windowId?: number } }} */
  const { edith_open: request } = await chrome.storage.session.get('edith_open');
  // Too old to be of use.
  if (!request || Date.now() - request.at > 60_000) return;
  if (request.windowId !== undefined && (await chrome.windows.getCurrent()).id !== request.windowId) return;
  await chrome.storage.session.remove('edith_open');
  dispatchEvent(new CustomEvent('edith-open', { detail: JSON.stringify(request) }));
}
chrome.storage.onChanged.addListener((changes, area) => {
  if (area === 'session' && changes.edith_open?.newValue) started.then(takeRequest, () => {});
});

// The text of a tab the person chose; empty if unreadable. Here because executeScript needs a function.
globalThis.edithTabText = async (tabId) => {
  const func = () => (document.body?.innerText ?? '').slice(0, 8000);
  const answers = await chrome.scripting.executeScript({ target: { tabId }, func }).catch(() => []);
  return answers[0]?.result ?? '';
};

// How many questions the forms of a tab ask: fields to fill in, those of one name once. Searches and passwords are none.
globalThis.edithFormFields = async (tabId) => {
  const func = () => {
    const fields = 'input, textarea, select, [role="radiogroup"], [role="textbox"], [role="combobox"], [role="listbox"]';
    const others = ['hidden', 'submit', 'button', 'reset', 'image', 'search', 'password'];
    const found = new Set();
    /** @type {(Document | ShadowRoot)[]} */
    const roots = [document];
    for (const root of roots) {
      for (const element of root.querySelectorAll('*')) {
        const inner = element.localName.includes('-') && element instanceof HTMLElement ? chrome.dom.openOrClosedShadowRoot(element) : null;
        if (inner) roots.push(inner);
        if (!element.matches(fields) || element.matches(':disabled, [readonly]')) continue;
        const { type = '', name = '' } = /** @type {HTMLInputElement} */ (element);
        if (others.includes(type) || element.closest('search, nav, [role="search"], [role="navigation"]') || !element.checkVisibility()) continue;
        // A drawn list around a field, or in it, is not a question of its own.
        if (element.matches('[role]:not(input, textarea, select)') && element.querySelector('input, textarea, select')) continue;
        found.add((type === 'radio' || type === 'checkbox') && name ? `${type} ${name}` : element);
      }
    }
    return found.size;
  };
  const answers = await chrome.scripting.executeScript({ target: { tabId, allFrames: true }, func }).catch(() => []);
  return answers.reduce((all, answer) => all + (answer.result ?? 0), 0);
};

// What a tab shows at first sight, as JSON: how it counts is decided in Rust.
globalThis.edithTabFacts = async (tabId) => {
  const func = () => {
    const seen = (/** @type {string} */ selector) => [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
    const lengths = seen('p').map((element) => (element.textContent ?? '').trim().length);
    return JSON.stringify({
      kind: document.contentType,
      text: (document.body?.innerText ?? '').slice(0, 20_000),
      prose: lengths.filter((length) => length >= 80).reduce((all, length) => all + length, 0),
      article: document.querySelector('article, [itemtype$="Article"], meta[property="og:type"][content="article"]') !== null,
      times: seen('time, relative-time').length,
      reply: seen('textarea, [contenteditable=""], [contenteditable="true"]').length > 0,
    });
  };
  const answers = await chrome.scripting.executeScript({ target: { tabId }, func }).catch(() => []);
  return answers[0]?.result ?? '{}';
};

globalThis.edithDownloadTool = download;

// Attached files stay here: the wasm only needs their names, and the worker stores them in parts.
const attached = new Map();
const PART_BYTES = 6_000_000;

/** `text`: the words of a pasted text, for whoever wants them back. @type {(files: Iterable<File>, text?: string) => void} */
function attach(files, text) {
  const found = [];
  for (const file of files) {
    const id = crypto.randomUUID();
    attached.set(id, file);
    // Pasted pictures all have the same name.
    found.push({ id, name: file.name || (text === undefined ? 'file' : ''), mime: file.type, size: file.size, text });
  }
  if (found.length) dispatchEvent(new CustomEvent('edith-files', { detail: JSON.stringify(found) }));
}

const base64 = (/** @type {Blob} */ blob) =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      const address = /** @type {string} */ (reader.result);
      resolve(address.slice(address.indexOf(',') + 1));
    };
    reader.onerror = () => reject(reader.error);
    if (blob.size) reader.readAsDataURL(blob);
    else resolve('');
  });

globalThis.edithForgetFile = (id) => void attached.delete(id);
globalThis.edithSendFile = async (id, name) => {
  const file = attached.get(id);
  if (!file) throw new Error('it is not there any more');
  let documentId;
  for (let at = 0; at === 0 || at < file.size; at += PART_BYTES) {
    const data = await base64(file.slice(at, at + PART_BYTES));
    /** @type {Answer | undefined} */
    const answer = await chrome.runtime.sendMessage({ type: 'DOCUMENT_ADD', documentId, name, mime: file.type, data });
    if (!answer?.ok) throw new Error(answer?.error?.message ?? 'no answer');
    documentId = answer.documentId;
  }
  return documentId;
};

// Chosen, pasted or dropped anywhere on the page, while there is a task to attach them to.
const takesFiles = () => document.querySelector('.composer__left') !== null;
const holdsFiles = (/** @type {?DataTransfer} */ transfer) => transfer?.types.includes('Files') === true;
document.addEventListener('change', ({ target }) => {
  const input = /** @type {HTMLInputElement} */ (target);
  if (input.id !== 'composer-files') return;
  attach(input.files ?? []);
  input.value = '';
});
// A text as long as this is a document rather than a message, in characters.
const LONG_TEXT = 4000;
// Many questions are as long, and are asked.
const isListOfQuestions = (/** @type {string} */ text) => {
  const lines = text.split('\n').map((line) => line.trim()).filter(Boolean);
  return lines.length > 1 && lines.every((line) => /[?？؟]$/.test(line));
};
document.addEventListener('paste', (event) => {
  if (!event.clipboardData || !takesFiles()) return;
  if (event.clipboardData.files.length) {
    event.preventDefault();
    attach(event.clipboardData.files);
    return;
  }
  const text = event.clipboardData.getData('text/plain');
  if (text.length < LONG_TEXT || isListOfQuestions(text) || /** @type {?Element} */ (event.target)?.id !== 'composer-input') return;
  event.preventDefault();
  attach([new File([text], '', { type: 'text/plain' })], text);
});
const dropping = (/** @type {boolean} */ shown) => document.documentElement.classList.toggle('dropping', shown && takesFiles());
document.addEventListener('dragover', (event) => {
  if (!event.dataTransfer || !holdsFiles(event.dataTransfer)) return;
  // Even if nothing is attached: the browser would navigate to the file.
  event.preventDefault();
  event.dataTransfer.dropEffect = takesFiles() ? 'copy' : 'none';
  dropping(true);
});
document.addEventListener('dragleave', (event) => {
  if (!event.relatedTarget) dropping(false);
});
document.addEventListener('drop', (event) => {
  if (!event.dataTransfer || !holdsFiles(event.dataTransfer)) return;
  event.preventDefault();
  dropping(false);
  if (takesFiles()) attach(event.dataTransfer.files);
});

// What the search of the settings found: marked as ranges, so that no element changes, and looked at again when something was drawn again.
globalThis.edithMark = (ranges) => void CSS.highlights.set('found', new Highlight(...ranges));
globalThis.edithWatchDrawn = (id, heard) => {
  const observer = new MutationObserver(() => heard());
  const watched = document.getElementById(id);
  if (watched) observer.observe(watched, { childList: true, characterData: true, subtree: true });
  return observer;
};

// Saving files and measuring storage: page APIs that need no Rust.
globalThis.edithSave = (name, type, text) => {
  const link = document.createElement('a');
  const address = URL.createObjectURL(new Blob([text], { type }));
  link.href = address;
  link.download = name;
  link.click();
  // The download holds it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
};
globalThis.edithChoose = (accept) => new Promise((resolve) => {
  const input = Object.assign(document.createElement('input'), { type: 'file', accept });
  input.addEventListener('change', () => resolve(input.files?.[0]?.text()));
  input.addEventListener('cancel', () => resolve(undefined));
  input.click();
});

// The languages that text in pictures is recognised in; those of the package have no size.
const languageName = (/** @type {string} */ code) => {
  const names = new Intl.DisplayNames([document.documentElement.lang || 'en'], { type: 'language', fallback: 'none' });
  const [language = '', ...rest] = code.split('_');
  try {
    return [names.of(language) ?? language, ...rest].join(' ');
  } catch {
    return code;
  }
};
globalThis.edithLanguages = async () => {
  const shipped = SHIPPED.map((code) => ({ code, size: 0 }));
  const all = [...shipped, ...(await added().catch(() => []))];
  return JSON.stringify(all.map((one) => ({ ...one, name: languageName(one.code) })));
};
globalThis.edithAddLanguage = async (id) => {
  const input = /** @type {HTMLInputElement} */ (document.getElementById(id));
  const file = input.files?.[0];
  input.value = '';
  return file ? add(file) : '';
};
globalThis.edithRemoveLanguage = remove;

// The name and the text of a chosen file, whatever program wrote it.
globalThis.edithChosenText = async (id) => {
  const input = /** @type {HTMLInputElement} */ (document.getElementById(id));
  const file = input.files?.[0];
  input.value = '';
  if (!file || file.size > PART_BYTES) return null;
  const bytes = await file.arrayBuffer();
  const [first, second] = new Uint8Array(bytes);
  const charset = first === 0xff && second === 0xfe ? 'utf-16le' : 'utf-8';
  try {
    return [file.name, new TextDecoder(charset, { fatal: true }).decode(bytes)];
  } catch {
    return [file.name, new TextDecoder('windows-1252').decode(bytes)];
  }
};
globalThis.edithSizes = async () => {
  const of = (/** @type {string[]} */ keys) => chrome.storage.local.getBytesInUse(keys);
  const { edith_conversations: list } = await chrome.storage.local.get('edith_conversations');
  const talks = Array.isArray(list) ? list.map((talk) => `edith_conversation_${talk?.id}`) : [];
  /** @type {StorageEstimate & { usageDetails?: { indexedDB?: number } }} */
  const { usageDetails, usage } = await navigator.storage.estimate();
  return JSON.stringify({
    conversations: await of(['edith_conversations', ...talks]),
    steps: usageDetails?.indexedDB ?? usage ?? 0,
    schedules: await of(['edith_schedules', 'edith_schedule_log']),
    settings: await of(['edith_settings', 'edith_api_key', 'edith_api_base_url', 'edith_model', 'edith_grants', 'edith_usage', 'edith_log']),
  });
};

// The focused element may disappear: an answered question, a name being edited, a disabled button. Focus then moves to what replaced it, never to the
// page, where keyboard users would start over.
const FOCUSABLE = 'button:enabled, a[href], input:enabled:not([hidden]), textarea:enabled, select:enabled, summary, [tabindex="0"]';
/** @type {Element[]} */
let held = [];

const lacksFocus = () => (document.activeElement ?? document.body) === document.body;
const isGone = (/** @type {Element} */ element) => !element.isConnected || element.matches(':disabled') || !element.checkVisibility();

function keepFocus() {
  if (held.length === 0 || !lacksFocus() || !isGone(held[0])) return;
  const can = (/** @type {?Element} */ element) => element !== null && !isGone(element);
  for (const place of held.slice(1)) {
    // What follows an answer is the message, not what stops the task.
    if (!place.isConnected || place.matches('.task')) continue;
    const target = [place.querySelector('[autofocus]'), ...place.querySelectorAll(FOCUSABLE)].find(can);
    if (target) {
      target.focus({ preventScroll: true });
      return;
    }
  }
}

// After whoever removes something has placed the focus.
const keepFocusSoon = () => requestAnimationFrame(() => requestAnimationFrame(keepFocus));
document.addEventListener('focusin', ({ target }) => {
  held = [];
  for (let at = /** @type {?Element} */ (target); at; at = at.parentElement) held.push(at);
});
document.addEventListener('focusout', ({ target }) => {
  requestAnimationFrame(() => {
    // The person pressed elsewhere.
    if (held[0] === target && lacksFocus() && !isGone(held[0])) held = [];
  });
});
new MutationObserver(() => {
  if (held.length && lacksFocus()) keepFocusSoon();
}).observe(document.documentElement, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled', 'hidden', 'class'] });
