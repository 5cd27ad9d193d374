// Shared by the single pages: `note` writes what happened on the page and to the server, where tests look.
const pageName = location.pathname.split('/').pop();
function note(what, value = '') {
  const log = document.getElementById('log');
  if (log) log.textContent += `${what}${value === '' ? '' : ': ' + value}\n`;
  // By its method it changes nothing: what a page notes for the tests is never held back.
  const told = JSON.stringify({ page: pageName, what, value: String(value) });
  fetch(`/pages/noted?note=${encodeURIComponent(told)}`, { keepalive: true, cache: 'no-store' }).catch(() => {});
}
const on = (id, kind, handler) => document.getElementById(id).addEventListener(kind, handler);
