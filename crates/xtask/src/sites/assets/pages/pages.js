// Shared by the single pages: `note` writes what happened on the page and to the server, where tests look.
const pageName = location.pathname.split('/').pop();
function note(what, value = '') {
  const log = document.getElementById('log');
  if (log) log.textContent += `${what}${value === '' ? '' : ': ' + value}\n`;
  fetch('/pages/telemetry', { method: 'POST', keepalive: true, headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ page: pageName, what, value: String(value) }) }).catch(() => {});
}
const on = (id, kind, handler) => document.getElementById(id).addEventListener(kind, handler);
