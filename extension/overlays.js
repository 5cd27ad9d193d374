// @ts-check
// The service worker's end of what is drawn over the pages that runs work in (page/overlay.js). The worker opens a port to the page, never the page to
// the worker: so a tab in which nothing runs cannot say anything, and with the worker the port ends and what is drawn goes.
import { readTexts } from './texts.js';

const FILE = 'page/overlay.js';
/** @type {Record<string, string>} */
const WORDS = { working: 'overlay_working', asking: 'overlay_waiting', paused: 'overlay_waiting' };

/**
 * What is known of a tab that a run works in. `place`: the pill's box, as the page told it last. `held`: a picture is taken.
 * @typedef {{ doing: string, port?: chrome.runtime.Port, opening?: boolean, again?: boolean, place?: number[], sequence: number, focused: boolean, held: boolean }} Tab
 */
/** @type {Map<number, Tab>} */
const tabs = new Map();
/** @type {(tab: number) => void} */
let stopped = () => {};
/** @type {Promise<{ language: string, messages: Record<string, { message: string }> }> | undefined} */
let texts;

const readMessages = async () => {
  const { language, texts: found } = await readTexts();
  return { language, messages: JSON.parse(found) };
};

/** The pill's words in the person's language. @param {string} doing */
const stateOf = async (doing) => {
  const { language, messages } = await (texts ??= readMessages());
  const said = (/** @type {string} */ key) => messages[key]?.message ?? '';
  return { doing, words: said(WORDS[doing] ?? ''), stop: said('stop'), language };
};

/** @param {Tab} tab @param {object} message */
const post = (tab, message) => {
  try {
    tab.port?.postMessage(message);
  } catch {
    // The page went: its port's end follows.
  }
};

/** @param {Tab} tab */
const tellState = async (tab) => {
  const state = await stateOf(tab.doing);
  if (state.doing === tab.doing) post(tab, { state });
};

/** Draws in a tab, if it is seen and the person wants it. @param {number} id */
async function open(id) {
  const tab = tabs.get(id);
  if (!tab || tab.port) return;
  if (tab.opening || tab.held) {
    tab.again = true;
    return;
  }
  tab.opening = true;
  try {
    /** @type {{ edith_settings?: StoredSettings }} */
    const { edith_settings: settings } = await chrome.storage.local.get('edith_settings');
    if (settings?.showOnPage === false || !(await chrome.tabs.get(id)).active) return;
    await chrome.scripting.executeScript({ target: { tabId: id }, files: [FILE], injectImmediately: true });
    if (tabs.get(id) !== tab || tab.held) {
      tab.again = tab.held;
      return;
    }
    connect(id, tab);
  } catch {
    // A page of the browser's, or one that goes: nothing is drawn there.
  } finally {
    tab.opening = false;
    if (tab.again && !tab.held) {
      tab.again = false;
      open(id);
    }
  }
}

/** @param {number} id @param {Tab} tab */
function connect(id, tab) {
  const port = chrome.tabs.connect(id, { name: 'edith-overlay', frameId: 0 });
  tab.port = port;
  port.onMessage.addListener((message) => {
    if (tab.port !== port) return;
    if (message?.stop === true) stopped(id);
    if (typeof message?.focused === 'boolean') tab.focused = message.focused;
    if (typeof message?.sequence === 'number' && message.sequence > tab.sequence) {
      tab.sequence = message.sequence;
      tab.place = Array.isArray(message.pill) ? message.pill.map(Number) : undefined;
    }
  });
  port.onDisconnect.addListener(() => {
    // Read, or Chrome reports it as an error that nobody looked at.
    void chrome.runtime.lastError;
    if (tab.port !== port) return;
    forget(tab);
    // Another document is in the tab.
    if (tabs.get(id) === tab) open(id);
  });
  tellState(tab);
}

/** @param {Tab} tab */
const forget = (tab) => {
  tab.port = undefined;
  tab.place = undefined;
  tab.sequence = 0;
  tab.focused = false;
};

/** @param {number} id */
const close = (id) => {
  const tab = tabs.get(id);
  const port = tab?.port;
  if (tab) forget(tab);
  port?.disconnect();
};

/** A tab of a window came into view. @param {chrome.tabs.OnActivatedInfo} shown */
const activated = async ({ tabId, windowId }) => {
  for (const [id, tab] of tabs) {
    if (id === tabId) {
      if (tab.port) post(tab, { seen: true });
      else open(id);
    } else if (tab.port && (await chrome.tabs.get(id).catch(() => undefined))?.windowId === windowId) post(tab, { seen: false });
  }
};
/** @param {Record<string, chrome.storage.StorageChange>} changes @param {string} area */
const changed = (changes, area) => {
  if (area !== 'local' || !changes.edith_settings) return;
  texts = undefined;
  const isOn = /** @type {StoredSettings | undefined} */ (changes.edith_settings.newValue)?.showOnPage !== false;
  for (const [id, tab] of tabs) {
    if (!isOn) close(id);
    else if (tab.port) tellState(tab);
    else open(id);
  }
};

// What a run does in a tab: `working`, `asking`, `paused`, or nothing.
globalThis.edithOverlayState = (id, doing) => {
  const known = tabs.get(id);
  if (doing === '') {
    close(id);
    tabs.delete(id);
    // Only while something runs: as a listener of the first turn it would wake the worker whenever a tab is shown.
    if (tabs.size === 0) chrome.tabs.onActivated.removeListener(activated);
    return;
  }
  if (!chrome.tabs.onActivated.hasListener(activated)) chrome.tabs.onActivated.addListener(activated);
  const tab = known ?? { doing, sequence: 0, focused: false, held: false };
  tabs.set(id, tab);
  tab.doing = doing;
  if (tab.port) tellState(tab);
  else open(id);
};
globalThis.edithOverlaySign = (id, sign) => {
  const tab = tabs.get(id);
  if (tab) post(tab, { sign: JSON.parse(sign) });
};
globalThis.edithOverlayHold = (id, on) => {
  const tab = tabs.get(id);
  if (!tab) return;
  tab.held = on;
  if (!on && tab.again && !tab.opening) {
    tab.again = false;
    open(id);
  }
};
globalThis.edithOverlayIsDrawn = (id) => tabs.get(id)?.port !== undefined;
globalThis.edithOverlayHasFocus = (id) => tabs.get(id)?.focused ?? false;
globalThis.edithOverlayCovers = (id, x, y) => {
  const [left, top, width, height] = tabs.get(id)?.place ?? [];
  // Somewhat more than the pill itself: a box is rounded, and a finger is not.
  const near = 6;
  return x > left - near && x < left + width + near && y > top - near && y < top + height + near;
};

/** What Stop on a page calls, with its tab. @param {(tab: number) => void} stop */
export function listenForStops(stop) {
  stopped = stop;
  chrome.storage.onChanged.addListener(changed);
}
