// The service worker's first turn. Chrome remembers only listeners that are registered here, before anything is awaited, so they are
// plain JavaScript; the wasm is initialised meanwhile and each listener waits for it.
import init from './edith-worker.js';

const ready = init({ module_or_path: 'edith-worker_bg.wasm' });
ready.catch((error) => console.error('EDITH: the worker could not start:', error));

chrome.runtime.onInstalled.addListener(() => {
  chrome.sidePanel.setPanelBehavior({ openPanelOnActionClick: true });
});
