// @ts-check
// A worker that reads documents: the module (crates/reader), and what it needs of the browser. The page that made it ends it.
import './hands.js';
import init, { call } from './edith-reader.js';

const at = (/** @type {string} */ path) => new URL(path, import.meta.url).href;

globalThis.edithTell = (stage, done, total) => postMessage({ progress: { stage, done, total } });

// A trap inside a promise is not an error event of the worker.
addEventListener('unhandledrejection', () => postMessage({ crashed: true }));

const ready = init({ module_or_path: fetch(at('edith-reader_bg.wasm')) });

addEventListener('message', async ({ data }) => {
  await ready;
  postMessage({ answer: await call(data) });
});
