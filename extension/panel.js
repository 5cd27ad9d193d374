// Starts the panel: every page loads this file, and `data-surface` on <html> tells the wasm which page it is.
import init from './edith-panel.js';

function start() {
  init({ module_or_path: 'edith-panel_bg.wasm' }).catch((error) => {
    // The new tab's first paint would hide the notice.
    document.getElementById('first')?.remove();
    const notice = document.createElement('p');
    notice.setAttribute('role', 'alert');
    notice.textContent = `EDITH could not start: ${error.message}. Reload the extension on chrome://extensions.`;
    document.body.append(notice);
  });
}

// A plain new tab stays empty.
if (document.documentElement.dataset.surface !== 'plain') start();

// Chrome may end the worker in the middle of a run, and only an event starts it again. While a run is on, an open page holds a port to it:
// the port's end is how the page learns of the worker's death, and any message wakes it, so that the run goes on at once. Without an
// open page the worker's own alarm does that within half a minute.
const running = new Set();
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
