// @ts-check
// The offscreen page that has documents read. It parses nothing: each file is read by a worker of its own that is thrown away, and questions are
// answered by one that is thrown away when it fails. The service worker is at the other end of a port, so no other page hears what is said.

import { availability, run } from '../language.js';

// A worker that tells nothing for this long is ended: a file that hangs its reader must not hang the extension.
const SILENCE_MS = 8_000;
// Large files are silent for longer while they are unpacked: those of 50 MB for 9.75 s, because no file may take more than 10 to be refused.
const SILENCE_MS_PER_MB = 35;
// Recognising a page takes seconds.
const SILENCE_MS_OCR = 40_000;
// In all, however much a file tells: about as long as 700 scanned pages take.
const READING_MS = 30 * 60_000;
const READINGS_AT_ONCE = 2;
// Pages hear of progress at most this often.
const PROGRESS_MS = 100;
// Nothing asked for this long: the page closes, and its memory is given back.
const IDLE_MS = 4 * 60_000;
const PAINTER_IDLE_MS = 30_000;

/** @typedef {{ call: string, document?: { id: string, size?: number }, [field: string]: any }} Call */

/** @param {object} failure */
const failed = (failure) => JSON.stringify({ Err: failure });

/** A worker that carries out calls one after the other, and is begun anew after one that ended it. */
class Hand {
  /** @param {(progress: { stage: string, done: number, total: number }) => void} [told] */
  constructor(told) {
    this.told = told ?? (() => {});
    this.last = Promise.resolve('');
    /** @type {Worker | undefined} */
    this.worker = undefined;
  }

  /** The answer to a call as JSON. Never fails. @param {Call} call @param {number} silence @returns {Promise<string>} */
  ask(call, silence) {
    this.last = this.last.then(() => this.#carryOut(call, silence));
    return this.last;
  }

  /** @param {Call} call @param {number} silence @returns {Promise<string>} */
  #carryOut(call, silence) {
    const worker = (this.worker ??= new Worker('/reader/work.js', { type: 'module' }));
    return new Promise((resolve) => {
      /** @type {number | undefined} */
      let timer;
      let recognises = false;
      const end = (/** @type {string} */ answer, /** @type {boolean} */ fails) => {
        clearTimeout(timer);
        clearTimeout(longest);
        if (fails) this.close();
        resolve(answer);
      };
      const late = (/** @type {number} */ ms) => () => end(failed({ code: 'timed_out', seconds: Math.round(ms / 1000) }), true);
      const longest = setTimeout(late(READING_MS), READING_MS);
      const wait = () => {
        clearTimeout(timer);
        const ms = recognises ? Math.max(silence, SILENCE_MS_OCR) : silence;
        timer = setTimeout(late(ms), ms);
      };
      wait();
      worker.onmessage = ({ data }) => {
        if (typeof data.answer === 'string') return end(data.answer, data.spent === true);
        if (data.crashed) return end(failed({ code: 'crashed' }), true);
        if (data.progress) {
          recognises = data.progress.stage === 'ocr';
          this.told(data.progress);
        }
        wait();
      };
      // A trap of the module, or too much memory.
      worker.onerror = (event) => {
        event.preventDefault();
        end(failed({ code: 'crashed' }), true);
      };
      worker.postMessage(JSON.stringify(call));
    });
  }

  close() {
    this.worker?.terminate();
    this.worker = undefined;
  }
}

const asker = new Hand();
const painter = new Hand();
/** @type {number | undefined} */
let painterTimer;

/** Readings under way, by document and password: whoever asks for the same meanwhile gets the same answer. @type {Map<string, Promise<string>>} */
const readings = new Map();
let free = READINGS_AT_ONCE;
/** @type {(() => void)[]} */
const queue = [];

/** @param {Call} call @returns {Promise<string>} */
async function read(call) {
  const id = call.document?.id ?? '';
  if (free > 0) free -= 1;
  else await new Promise((resolve) => queue.push(() => resolve(undefined)));
  let at = 0;
  const hand = new Hand(({ stage, done, total }) => {
    const now = performance.now();
    if (done < total && now - at < PROGRESS_MS) return;
    at = now;
    chrome.runtime.sendMessage({ type: 'document_progress', documentId: id, stage, done, total }).catch(() => {});
  });
  try {
    return await hand.ask(call, SILENCE_MS + ((call.document?.size ?? 0) / 1_000_000) * SILENCE_MS_PER_MB);
  } finally {
    hand.close();
    const next = queue.shift();
    if (next) next();
    else free += 1;
  }
}

// The browser's language tools, which a service worker does not have.
/** @param {Call} call @returns {Promise<string>} */
async function language({ ask, tool, text }) {
  try {
    return JSON.stringify({ Ok: ask === 'run' ? await run(tool, text) : await availability(tool) });
  } catch (error) {
    const { name, message } = /** @type {Error} */ (error);
    return failed({ code: 'language', name, error: message });
  }
}

/** @param {Call} call @returns {Promise<string>} */
function answer(call) {
  if (call.call === 'language') return language(call);
  if (call.call === 'read') {
    const key = JSON.stringify([call.document?.id, call.password]);
    const reading = readings.get(key) ?? read(call).finally(() => readings.delete(key));
    readings.set(key, reading);
    return reading;
  }
  if (call.call === 'picture') {
    clearTimeout(painterTimer);
    painterTimer = setTimeout(() => painter.close(), PAINTER_IDLE_MS);
    return painter.ask(call, 2 * SILENCE_MS);
  }
  return asker.ask(call, 2 * SILENCE_MS);
}

/** @type {chrome.runtime.Port | undefined} */
let port;
let pending = 0;
/** @type {number | undefined} */
let idle;

function rest() {
  clearTimeout(idle);
  if (pending === 0) idle = setTimeout(() => window.close(), IDLE_MS);
}

function connect() {
  const own = chrome.runtime.connect({ name: 'edith-reader' });
  port = own;
  own.onDisconnect.addListener(() => {
    if (port === own) port = undefined;
  });
  own.onMessage.addListener(async ({ id, call }) => {
    pending += 1;
    rest();
    const told = await answer(JSON.parse(call)).catch((error) => failed({ code: 'failed', error: String(error?.message ?? error) }));
    pending -= 1;
    rest();
    // The service worker may have been restarted: whoever it is now asks again, and what was read is there.
    if (port === own) own.postMessage({ id, answer: told });
  });
}

// A service worker that was restarted calls the page that is there already. Only pages of this extension can speak here.
new BroadcastChannel('edith-reader').onmessage = () => {
  if (!port) connect();
};
connect();
rest();
