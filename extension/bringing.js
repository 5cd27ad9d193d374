// @ts-check
// Fetches documents for the service worker: files from addresses, and what a tab shows.
const DEADLINE_MS = 110_000;
// An event about an answer may come after the answer itself.
const EVENT_MS = 2_000;
// As much as a document may have, in characters.
const MOST_HTML = 50 * 1024 * 1024;

/** A pattern of the requests to a host alone, whose listener wakes no worker for others. @param {URL} address */
function patternOf(address) {
  return `${address.protocol}//${address.hostname}/*`;
}

/**
 * What an address answers. Where it leads is told by the browser and not asked: a script sees no address in a redirect that it does not follow.
 * @param {string} url
 * @param {number} most
 * @returns {Promise<{ by?: string, to?: string, status?: number, mime?: string, disposition?: string, data?: string, fault?: string }>}
 */
globalThis.edithBring = async (url, most) => {
  const address = new URL(url);
  address.hash = '';
  /** @type {(details: any) => void} */
  let tell = () => {};
  const told = new Promise((resolve) => {
    tell = resolve;
  });
  const hear = (/** @type {any} */ details) => {
    const isOurs = details.tabId === chrome.tabs.TAB_ID_NONE && details.initiator === location.origin;
    if (isOurs && details.url === address.href) tell(details);
  };
  const filter = { urls: [patternOf(address)] };
  chrome.webRequest.onBeforeRedirect.addListener(hear, filter);
  chrome.webRequest.onResponseStarted.addListener(hear, filter);
  const ending = new AbortController();
  const late = setTimeout(() => ending.abort(), DEADLINE_MS);
  try {
    const answer = await fetch(address, {
      redirect: 'manual', credentials: 'include', cache: 'no-store', referrerPolicy: 'no-referrer', signal: ending.signal,
    });
    const { ip: by, redirectUrl: to } = await Promise.race([told, new Promise((go) => setTimeout(go, EVENT_MS, {}))]);
    if (answer.type === 'opaqueredirect') return to ? { by, to } : { fault: 'the browser does not say where it leads' };
    if (!answer.ok) return { status: answer.status };
    const [mime = ''] = (answer.headers.get('content-type') ?? '').split(';');
    const disposition = answer.headers.get('content-disposition') ?? '';
    if (Number(answer.headers.get('content-length') ?? 0) > most) return { fault: 'too large' };
    const parts = [];
    let size = 0;
    const reader = answer.body?.getReader();
    for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
      size += piece.value.length;
      if (size > most) return { fault: 'too large' };
      parts.push(piece.value);
    }
    return { by, mime: mime.trim(), disposition, data: await base64(new Blob(parts)) };
  } catch (/** @type {any} */ error) {
    return { fault: String(error?.message ?? error) };
  } finally {
    clearTimeout(late);
    ending.abort();
    chrome.webRequest.onBeforeRedirect.removeListener(hear);
    chrome.webRequest.onResponseStarted.removeListener(hear);
  }
};

/** A data URL of these bytes. @param {Blob} blob @returns {Promise<string>} */
const base64 = (blob) => new Promise((resolve, reject) => {
  const reader = new FileReader();
  reader.onload = () => resolve(String(reader.result));
  reader.onerror = () => reject(reader.error);
  reader.readAsDataURL(blob);
});

// Chrome sends its source to the page, so that it must stand for itself. What the person typed is in no attribute.
const pageOf = (/** @type {number} */ most) => {
  const isPage = ['text/html', 'application/xhtml+xml'].includes(document.contentType);
  const html = isPage ? `<!DOCTYPE html>\n${document.documentElement.outerHTML}` : '';
  return { url: location.href, mime: document.contentType, title: document.title, html: html.slice(0, most) };
};

/** What a tab shows. @param {number} tabId */
globalThis.edithTabPage = async (tabId) => {
  const [frame] = await chrome.scripting.executeScript({ target: { tabId }, func: pageOf, args: [MOST_HTML] });
  return frame?.result ?? null;
};
