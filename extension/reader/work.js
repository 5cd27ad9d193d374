// @ts-check
// A worker that reads documents: the module (crates/reader), and what it needs of the browser. The page that made it ends it.
import init, { call } from './edith-reader.js';

const at = (/** @type {string} */ path) => new URL(path, import.meta.url).href;

globalThis.edithTell = (stage, done, total) => postMessage({ progress: { stage, done, total } });

globalThis.edithHash = async (bytes) => {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', /** @type {BufferSource} */ (bytes)));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
};

/** @type {import('./pdf.js').Pdf | undefined} */
let pdf;

/** What a failed attempt is to the module. @param {any} error */
const failure = (error) => {
  const what = String(error?.message ?? error).slice(0, 200);
  switch (error?.code) {
    case 'needs_password':
    case 'wrong_password':
    case 'unknown_encryption':
      return { code: error.code };
    case 'damaged':
      return { code: 'damaged', what };
    default:
      return { code: 'failed', error: what };
  }
};

/** The outcome as JSON, for Rust's `Result`. @param {() => Promise<unknown>} work */
const result = async (work) => {
  try {
    return JSON.stringify({ Ok: await work() });
  } catch (error) {
    return JSON.stringify({ Err: failure(error) });
  }
};

globalThis.edithPdfOpen = (bytes, password) => result(async () => {
  const { openPdf } = await import('./pdf.js');
  pdf = await openPdf(bytes, {
    pdfjs: at('pdfjs.js'),
    cMapUrl: at('pdfjs/cmaps/'),
    standardFontDataUrl: at('pdfjs/standard_fonts/'),
    wasmUrl: at('pdfjs/wasm/'),
    iccUrl: at('pdfjs/iccs/'),
    password,
  });
  return { pages: pdf.pages, title: pdf.title ?? null, outline: await pdf.outline() };
});

globalThis.edithPdfPage = async (number) => JSON.stringify(await pdf?.page(number) ?? null);

// A trap inside of a promise is no error event of the worker.
addEventListener('unhandledrejection', () => postMessage({ crashed: true }));

const ready = init({ module_or_path: fetch(at('edith-reader_bg.wasm')) });

addEventListener('message', async ({ data }) => {
  await ready;
  postMessage({ answer: await call(data) });
});
