// Starts the panel: every page loads this file, and `data-surface` on <html> tells the wasm which page it is.
import init from './edith-panel.js';

init({ module_or_path: 'edith-panel_bg.wasm' }).catch((error) => {
  const notice = document.createElement('p');
  notice.setAttribute('role', 'alert');
  notice.textContent = `EDITH could not start: ${error.message}. Reload the extension on chrome://extensions.`;
  document.body.append(notice);
});
