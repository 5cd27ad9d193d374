// @ts-check
// The service worker's first turn. Chrome remembers only listeners that are registered here, before anything is awaited, so they are
// plain JavaScript; the wasm starts meanwhile, and what the listeners hear waits for it, in order.
import init, * as worker from './edith-worker.js';
import { readTexts } from './texts.js';
import { listen } from './ways.js';

let up = false;
const wasm = fetch(chrome.runtime.getURL('edith-worker_bg.wasm'));
// The wasm goes on with its runs as soon as it is there, so their words are there before. Without them it speaks English.
const loadTexts = () => readTexts().then(({ language, texts }) => {
  globalThis.edithTexts = JSON.stringify([language, texts]);
}, () => {});
const ready = loadTexts().then(() => init({ module_or_path: wasm })).then(() => {
  up = true;
});
ready.catch((error) => console.error('EDITH: the worker could not start:', error));

// Promise callbacks run in the order in which they were added, and all before the next event: so once the wasm is up, later events
// may go straight through without overtaking anything. When it cannot start there is nobody to tell them to.
const pass = (/** @type {() => void} */ work) => (up ? work() : void ready.then(work, () => {}));

chrome.runtime.onMessage.addListener((message, sender, sendResponse) => {
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
  // The answer comes later.
  return true;
});

// An open dialog is noted where the next worker finds it: only the session that saw it open can answer it, and nobody else is told of it.
const dialogKey = (/** @type {number | undefined} */ tabId) => `edith_dialog_${tabId}`;
globalThis.edithDialogOf = async (tabId) => (await chrome.storage.session.get(dialogKey(tabId)))[dialogKey(tabId)] ?? null;
globalThis.edithForgetDialog = (tabId) => chrome.storage.session.remove(dialogKey(tabId));

chrome.debugger.onEvent.addListener((source, method, params) => {
  if (method === 'Page.javascriptDialogOpening') chrome.storage.session.set({ [dialogKey(source.tabId)]: params });
  if (method === 'Page.javascriptDialogClosed' && source.tabId !== undefined) globalThis.edithForgetDialog(source.tabId);
  // Most events are of no use; only the others are worth being turned into text.
  pass(() => {
    if (source.tabId !== undefined && worker.wants_debugger_event(source.tabId, method)) {
      worker.debugger_event(source.tabId, source.sessionId, method, JSON.stringify(params ?? {}));
    }
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

// A tab that was put out of memory comes back under another id.
chrome.tabs.onReplaced.addListener((added, removed) => pass(() => worker.tab_moved(removed, added)));

// The alarm of the schedules, or the one that only wakes the worker so that it goes on with what is unfinished.
chrome.alarms.onAlarm.addListener((alarm) => {
  if (alarm.name === 'edith-schedules') pass(() => worker.check_schedules());
});

// Whoever writes the schedules: a page of ours, or a script.
chrome.storage.onChanged.addListener((changes, area) => {
  if (area === 'local' && changes.edith_schedules) pass(() => worker.check_schedules());
  const { oldValue, newValue } = /** @type {{ oldValue?: StoredSettings; newValue?: StoredSettings }} */ (changes.edith_settings ?? {});
  if (area === 'local' && oldValue?.language !== newValue?.language) loadTexts().then(() => pass(() => worker.speak()));
});

// These only wake the worker: when the wasm is up it sets the alarms anew.
chrome.runtime.onStartup.addListener(() => {});
chrome.runtime.onInstalled.addListener(() => {});

// A page holds this port while a run is on, to learn of the worker's death; nothing is said over it.
chrome.runtime.onConnect.addListener(() => {});

// The worker's own word counts like a page's.
const who = JSON.stringify({ id: chrome.runtime.id, url: chrome.runtime.getURL('background.js') });
listen((command) => ready.then(() => worker.message(JSON.stringify(command), who)).then((answer) => JSON.parse(answer)));

chrome.sidePanel
  .setPanelBehavior({ openPanelOnActionClick: true })
  .catch((error) => console.error('EDITH: the side panel could not be put on the button:', error));

// Sent to pages as text by chrome.scripting.executeScript, so it uses nothing from here. It stands here because the package's policy
// forbids making a function out of text.
globalThis.edithCallPage = async (name, args) => {
  const call = globalThis.edithPage?.[name];
  return call ? await call(...args) : { missing: true };
};
