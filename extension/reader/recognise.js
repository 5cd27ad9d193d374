// @ts-check
// The worker that recognises text in pictures, with Tesseract. Its models are loaded when the first picture needs them.
import { added, addedModel, SHIPPED } from '../languages.js';
import { createOCREngine, layoutFlags } from './ocr/tesseract.mjs';

// Fewer words do not tell which language it is.
const ENOUGH_WORDS = 12;
// Less sure words are mostly not words but lines, logos and noise.
const LEAST_CONFIDENCE = 0.3;

/** @typedef {{ text: string, left: number, top: number, width: number, height: number, line: number }} Word */
/** @typedef {{ words: Word[], width: number, height: number, confidence: number, language: string }} Recognised */

const at = (/** @type {string} */ path) => new URL(path, import.meta.url).href;

/** @param {string} language */
async function model(language) {
  if (!SHIPPED.includes(language)) return addedModel(language);
  const packed = await fetch(at(`ocr/${language}.traineddata.gz`));
  return new Uint8Array(await new Response(packed.body?.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer());
}

const makeEngine = async () => createOCREngine({ wasmBinary: await (await fetch(at('ocr/tesseract-core.wasm'))).arrayBuffer() });

/** @type {any} */
let engine;
let loaded = '';
let chosen = '';

/** @param {string} language @param {ImageData} picture @param {number} dpi @returns {Promise<Recognised>} */
async function recogniseIn(language, picture, dpi) {
  if (loaded !== language) {
    // An engine keeps the first model that it is given, whatever is loaded later.
    engine?.destroy();
    loaded = '';
    engine = await makeEngine();
    engine.loadModel(await model(language));
    loaded = language;
  }
  engine.setVariable('user_defined_dpi', String(dpi));
  engine.loadImage(picture);
  let line = -1;
  let sure = 0;
  let letters = 0;
  /** @type {Word[]} */
  const words = [];
  for (const { rect, flags, confidence, text } of engine.getTextBoxes('word')) {
    if (flags & layoutFlags.StartOfLine || line < 0) line += 1;
    const bare = text.trim();
    if (bare === '') continue;
    // What is left out below counts too: a wrong language is sure of a few words.
    sure += confidence * bare.length;
    letters += bare.length;
    if (confidence < LEAST_CONFIDENCE) continue;
    words.push({ text: bare, left: rect.left, top: rect.top, width: rect.right - rect.left, height: rect.bottom - rect.top, line });
  }
  engine.clearImage();
  return { words, width: picture.width, height: picture.height, confidence: letters > 0 ? sure / letters : 0, language };
}

/** In the language of the pages before, or else in that whose words are the surest. @param {ImageData} picture @param {number} dpi */
async function recognise(picture, dpi) {
  if (chosen) return recogniseIn(chosen, picture, dpi);
  const further = (await added().catch(() => [])).map(({ code }) => code);
  /** @type {Recognised | undefined} */
  let best;
  for (const language of [...SHIPPED, ...further]) {
    // Each takes as long as a page: whoever waits hears of it.
    postMessage({ trying: language });
    const found = await recogniseIn(language, picture, dpi);
    if (!best || found.confidence > best.confidence) best = found;
    // A picture without words in one language has none in the others, unless they have another script.
    if (best.words.length === 0 && further.length === 0) break;
  }
  if (best && best.words.length >= ENOUGH_WORDS) chosen = best.language;
  return best;
}

addEventListener('message', async ({ data: { bitmap, dpi, check } }) => {
  try {
    if (check) {
      (await makeEngine()).loadModel(new Uint8Array(check));
      return postMessage({ fits: true });
    }
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext('2d', { willReadFrequently: true }));
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(bitmap, 0, 0);
    bitmap.close();
    postMessage({ recognised: await recognise(context.getImageData(0, 0, canvas.width, canvas.height), dpi) });
  } catch (error) {
    postMessage({ error: String(error) });
  }
});
