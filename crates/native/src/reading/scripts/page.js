// @ts-check
// The tab that a program reads a document in. One thing is asked at a time; its worker does it, and may fail without the tab.
const worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
const failed = (/** @type {object} */ failure) => JSON.stringify({ Err: failure });

/** The answer as JSON, for Rust's `Result`. Never fails. @param {string} name @param {unknown[]} given @returns {Promise<string>} */
globalThis.edithAsk = (name, given) => new Promise((resolve) => {
  worker.onmessage = ({ data }) => {
    if (data.crashed) resolve(failed({ code: 'crashed' }));
    if (typeof data.answer === 'string') resolve(data.answer);
  };
  // A trap of a module, or too much memory.
  worker.onerror = (event) => {
    event.preventDefault();
    resolve(failed({ code: 'crashed' }));
  };
  worker.postMessage({ name, given });
});
