// @ts-check
// The service worker's first turn. Chrome only remembers listeners registered here, before any await, so they are plain JavaScript. The wasm loads
// meanwhile; events queue for it in order.
import init, * as worker from './edith-worker.js';
import './asking.js';
import './bringing.js';
import { listenForStops } from './overlays.js';
import { isReader, listenForReader } from './reading.js';
import { readLanguage, readTexts, textsOf } from './texts.js';
import { listen } from './ways.js';

// Pages' processes never get what is stored, not even a script of ours in them.
for (const area of [chrome.storage.local, chrome.storage.session]) {
  area.setAccessLevel({ accessLevel: 'TRUSTED_CONTEXTS' })
    .catch((error) => console.error('EDITH: the storage could not be kept from pages:', error));
}

let up = false;
// It is compiled as it is read, while the texts are looked for.
const wasm = WebAssembly.compileStreaming(fetch(chrome.runtime.getURL('edith-worker_bg.wasm')));
// The wasm resumes its runs as soon as it is up, so the texts are loaded first. It speaks English by itself.
const loadTexts = async () => {
  try {
    const { language } = await readLanguage();
    globalThis.edithTexts = JSON.stringify([language, language === 'en' ? '{}' : (await readTexts()).texts]);
  } catch {
    // Then it speaks English, too.
  }
};
const ready = Promise.all([wasm, loadTexts()]).then(([module]) => init({ module_or_path: module })).then(() => {
  up = true;
});
ready.catch((error) => console.error('EDITH: the worker could not start:', error));
// Whoever asks the built-in model in another language than the pages' is answered in it: its texts are read then.
globalThis.edithTextsOf = textsOf;

// Promise callbacks run in the order they were added, and all before the next event: once the wasm is up, later events may go straight through
// without overtaking earlier ones. If it cannot start, there is nobody to tell.
const pass = (/** @type {() => void} */ work) => (up ? work() : void ready.then(work, () => {}));

chrome.runtime.onMessage.addListener((message, sender, sendResponse) => {
  // It tells the pages of its progress.
  if (isReader(sender)) return;
  const refuse = (/** @type {string} */ code, /** @type {any} */ error) =>
    sendResponse({
      ok: false,
      error: { code, message: `EDITH's worker failed: ${error?.message ?? error}. Reload the extension on chrome://extensions.` },
    });
  const who = JSON.stringify({ id: sender.id, url: sender.url });
  ready
    .then(() => worker.message(JSON.stringify(message) ?? 'null', who))
    .then(
      (answer) => sendResponse(JSON.parse(answer)),
      (error) => refuse('worker_failed', error),
    );
  // Keeps the channel open for an asynchronous answer.
  return true;
});

// Only the session that saw a dialog open can answer it, so an open dialog is noted where the next worker finds it.
const dialogKey = (/** @type {number | undefined} */ tabId) => `edith_dialog_${tabId}`;
globalThis.edithDialogOf = async (tabId) => (await chrome.storage.session.get(dialogKey(tabId)))[dialogKey(tabId)] ?? null;
globalThis.edithForgetDialog = (tabId) => chrome.storage.session.remove(dialogKey(tabId));

// Of a request's details only these are told, never a value: the names of a document's cookies, and that it has an `Authorization`. A document's request
// has no dot in its number.
const told = (/** @type {string} */ method, /** @type {any} */ params) => {
  // Of an answer's headers only that its server wants a name and password, which the browser asks for.
  if (method === 'Network.responseReceivedExtraInfo') {
    return [401, 407].includes(params?.statusCode) ? { requestId: params.requestId, statusCode: params.statusCode } : null;
  }
  if (method !== 'Network.requestWillBeSentExtraInfo') return params ?? {};
  const { requestId = '', headers = {}, associatedCookies = [] } = params ?? {};
  const authorised = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
  const host = headers[':authority'] ?? headers.Host ?? headers.host ?? '';
  if (requestId.includes('.')) return authorised ? { requestId, host, authorised } : null;
  const sent = associatedCookies.filter((/** @type {any} */ { blockedReasons }) => blockedReasons.length === 0);
  const cookies = sent.map((/** @type {any} */ { cookie: { name, httpOnly, size } }) => ({ name, httpOnly, size }));
  return { requestId, host, cookies, authorised };
};

chrome.debugger.onEvent.addListener((source, method, params) => {
  if (method === 'Page.javascriptDialogOpening') chrome.storage.session.set({ [dialogKey(source.tabId)]: params });
  if (method === 'Page.javascriptDialogClosed' && source.tabId !== undefined) globalThis.edithForgetDialog(source.tabId);
  // Most events are of no interest; only the others are worth serialising.
  pass(() => {
    if (source.tabId === undefined || !worker.wants_debugger_event(source.tabId, method)) return;
    const useful = told(method, params);
    if (useful) worker.debugger_event(source.tabId, source.sessionId, method, JSON.stringify(useful));
  });
});

chrome.debugger.onDetach.addListener(({ tabId }, reason) => {
  if (tabId !== undefined) {
    pass(() => worker.debugger_detached(tabId, reason));
  }
});

chrome.tabs.onCreated.addListener(({ id, pendingUrl, url }) => {
  if (id !== undefined) {
    pass(() => worker.tab_created(id, pendingUrl || url || ''));
  }
});

chrome.tabs.onRemoved.addListener((tabId) => pass(() => worker.tab_gone(tabId)));

// A discarded tab comes back under another id.
chrome.tabs.onReplaced.addListener((added, removed) => pass(() => worker.tab_moved(removed, added)));

// The alarm of the schedules, or the one that wakes the worker to resume unfinished work.
chrome.alarms.onAlarm.addListener((alarm) => {
  if (alarm.name === 'edith-schedules') pass(() => worker.check_schedules());
});

// Schedules may be written by a page of ours or by a script.
chrome.storage.onChanged.addListener((changes, area) => {
  if (area === 'local' && changes.edith_schedules) pass(() => worker.check_schedules());
  const { oldValue, newValue } = /** @type {{ oldValue?: StoredSettings; newValue?: StoredSettings }} */ (changes.edith_settings ?? {});
  if (area === 'local' && oldValue?.language !== newValue?.language) loadTexts().then(() => pass(() => worker.speak()));
});

// These only wake the worker: once up, it sets the alarms again.
chrome.runtime.onStartup.addListener(() => {});
chrome.runtime.onInstalled.addListener(() => {});

// A page holds this port during a run to learn of the worker's death; nothing is sent over it.
chrome.runtime.onConnect.addListener(() => {});
listenForReader();
// A page that EDITH works in can say one thing: that its run is to stop. See overlays.js.
listenForStops((tab) => pass(() => worker.overlay_stop(tab)));

// The worker's own messages count like a page's.
const who = JSON.stringify({ id: chrome.runtime.id, url: chrome.runtime.getURL('background.js') });
listen((command) => ready.then(() => worker.message(JSON.stringify(command), who)).then((answer) => JSON.parse(answer)));

chrome.sidePanel
  .setPanelBehavior({ openPanelOnActionClick: true })
  .catch((error) => console.error('EDITH: the side panel could not be put on the button:', error));

// chrome.scripting.executeScript sends this to pages as text, so it uses nothing from here. It lives here because the package's policy forbids making
// functions out of text.
globalThis.edithCallPage = async (name, args) => {
  // An element of the page may have the name.
  const call = Object.hasOwn(globalThis, 'edithPage') ? globalThis.edithPage?.[name] : undefined;
  return call ? await call(...args) : { missing: true };
};
