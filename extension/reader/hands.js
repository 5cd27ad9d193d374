// @ts-check
// What reading a document needs of a browser: pdf.js, text recognition, drawing. The module's worker has it (work.js), and the tab that a program reads in.

const at = (/** @type {string} */ path) => new URL(path, import.meta.url).href;

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
  return { pages: pdf.pages, title: pdf.title ?? null, outline: await pdf.outline(), form: pdf.form, collection: pdf.collection, files: pdf.files };
});

globalThis.edithPdfPage = async (number) => JSON.stringify(await pdf?.page(number) ?? null);

// Longer than a page of small print takes on a slow machine, and less than the page that made this worker waits.
const RECOGNITION_MS = 30_000;
/** @type {Worker | undefined} */
let recogniser;

/** The words of a picture. One that fails or takes too long is replaced with the next picture. @param {ImageBitmap} bitmap @param {number} dpi */
const recognise = (bitmap, dpi) => new Promise((resolve, reject) => {
  const worker = (recogniser ??= new Worker(at('recognise.js'), { type: 'module' }));
  const fail = (/** @type {string} */ why) => {
    clearTimeout(timer);
    worker.terminate();
    recogniser = undefined;
    reject(new Error(why));
  };
  const late = () => setTimeout(fail, RECOGNITION_MS, 'recognising the text took too long');
  let timer = late();
  worker.onerror = (event) => {
    event.preventDefault();
    fail('the text recognition ended');
  };
  worker.onmessage = ({ data }) => {
    if (data.error) return fail(data.error);
    clearTimeout(timer);
    if (data.trying) {
      timer = late();
      return postMessage({ trying: data.trying });
    }
    resolve(data.recognised);
  };
  worker.postMessage({ bitmap, dpi }, [bitmap]);
});

globalThis.edithRecognisePage = (number) => result(async () => {
  const { drawPage, recognisedScale } = await import('./draw.js');
  const { canvas, points } = await drawPage(pdf?.document, number, recognisedScale);
  const dpi = Math.round((canvas.width / points[0]) * 72);
  return recognise(canvas.transferToImageBitmap(), dpi);
});

globalThis.edithRecognisePicture = (bytes, mime) => result(async () => {
  const { decode } = await import('./draw.js');
  // What resolution a picture has is not known; Tesseract measures its letters.
  return recognise(await decode(bytes.slice(), mime), 150);
});

const MOST_WIDTH = 2_000;
const bounded = (/** @type {number} */ width) => Math.min(MOST_WIDTH, Math.max(16, Math.round(width)));

/** @param {OffscreenCanvas} canvas */
const dataUrl = async (canvas) => {
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 });
  return new FileReaderSync().readAsDataURL(blob);
};

globalThis.edithDrawPage = (number, width) => result(async () => {
  const { drawPage } = await import('./draw.js');
  const scale = (/** @type {number} */ across, /** @type {number} */ down) =>
    Math.min(bounded(width) / Math.max(1, across), (4 * MOST_WIDTH) / Math.max(1, down));
  return dataUrl((await drawPage(pdf?.document, number, scale)).canvas);
});

globalThis.edithDrawPicture = (bytes, mime, width) => result(async () => {
  const { decode } = await import('./draw.js');
  const bitmap = await decode(bytes.slice(), mime, bounded(width));
  const canvas = new OffscreenCanvas(bitmap.width, Math.min(bitmap.height, 4 * MOST_WIDTH));
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('the picture cannot be drawn');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0);
  return dataUrl(canvas);
});
