// @ts-check
// The service worker's end of the offscreen page that reads documents: opens it when it is needed, and opens it again when it died.
import { forget } from './languages.js';

const PAGE = 'reader/reader.html';
const OPENING_MS = 10_000;
// Well under the 30 s after which Chrome ends a worker that calls nothing.
const CALL_EVERY_MS = 20_000;

/** @type {chrome.runtime.Port | undefined} */
let port;
/** @type {Promise<chrome.runtime.Port> | undefined} */
let opening;
/** @type {((port: chrome.runtime.Port) => void) | undefined} */
let opened;
let calls = 0;
/** @type {Map<number, { answer: (text: string) => void, gone: () => void }>} */
const waiting = new Map();

/** Whether a message comes from the page that parses files: it gives no commands. @param {chrome.runtime.MessageSender} sender */
export const isReader = (sender) => sender.url === chrome.runtime.getURL(PAGE);

/** Registers the listener; call in the worker's first turn. */
export function listenForReader() {
  chrome.runtime.onConnect.addListener((next) => {
    if (next.name !== 'edith-reader' || next.sender?.id !== chrome.runtime.id || !isReader(next.sender)) return;
    port = next;
    next.onMessage.addListener(({ id, answer }) => {
      waiting.get(id)?.answer(answer);
    });
    next.onDisconnect.addListener(() => {
      if (port !== next) return;
      port = undefined;
      for (const { gone } of [...waiting.values()]) gone();
    });
    opened?.(next);
  });
}

async function open() {
  /** @type {Promise<chrome.runtime.Port>} */
  const connected = new Promise((resolve, reject) => {
    opened = resolve;
    setTimeout(() => reject(new Error('the page that reads documents does not answer')), OPENING_MS);
  });
  connected.catch(() => {});
  const there = await chrome.runtime.getContexts({ contextTypes: ['OFFSCREEN_DOCUMENT'] });
  if (there.length > 0) {
    const channel = new BroadcastChannel('edith-reader');
    channel.postMessage('connect');
    channel.close();
  } else {
    await chrome.offscreen.createDocument({
      url: PAGE,
      reasons: ['WORKERS'],
      justification: 'Documents are read in workers that can be thrown away.',
    });
  }
  return connected;
}

const connection = () => (port ? Promise.resolve(port) : (opening ??= open().finally(() => (opening = undefined))));

/** The answer to a call; undefined if the page died meanwhile. @param {string} call @returns {Promise<string | undefined>} */
async function ask(call) {
  const to = await connection();
  calls += 1;
  const id = calls;
  const awake = setInterval(() => chrome.runtime.getPlatformInfo(), CALL_EVERY_MS);
  try {
    return await new Promise((resolve) => {
      waiting.set(id, { answer: resolve, gone: () => resolve(undefined) });
      try {
        to.postMessage({ id, call });
      } catch {
        resolve(undefined);
      }
    });
  } finally {
    clearInterval(awake);
    waiting.delete(id);
  }
}

// What was read is kept, so asking once more loses nothing. A file that ends the whole page twice is left.
globalThis.edithAskReader = async (call, milliseconds) => {
  const late = new Promise((resolve) => setTimeout(resolve, milliseconds, JSON.stringify({ Err: { code: 'timed_out', seconds: milliseconds / 1000 } })));
  const answered = async () => (await ask(call)) ?? (await ask(call)) ?? JSON.stringify({ Err: { code: 'crashed' } });
  return Promise.race([answered(), late]);
};

globalThis.edithForgetLanguages = forget;
