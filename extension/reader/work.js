// @ts-check
// A worker that reads documents: the module (crates/reader), and what it needs of the browser. The page that made it ends it.
import init, { call } from './edith-reader.js';

globalThis.edithTell = (stage, done, total) => postMessage({ progress: { stage, done, total } });

globalThis.edithHash = async (bytes) => {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', /** @type {BufferSource} */ (bytes)));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
};

// A trap inside of a promise is no error event of the worker.
addEventListener('unhandledrejection', () => postMessage({ crashed: true }));

const ready = init({ module_or_path: fetch(new URL('edith-reader_bg.wasm', import.meta.url)) });

addEventListener('message', async ({ data }) => {
  await ready;
  postMessage({ answer: await call(data) });
});
