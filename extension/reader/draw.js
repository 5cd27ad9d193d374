// @ts-check
// Pictures: pages of a PDF as they look, and picture files, each bounded in size.

// Larger ones are not unpacked: 50 million pixels take 200 MB.
const MOST_DECODED = 50_000_000;
// What is recognised: a page of A4 at 200 dots an inch has under 4 million.
const MOST_RECOGNISED = 9_000_000;
const PAGE_DPI = 200;

/** @param {any} document Of pdf.js. @param {number} number From 1. @param {(width: number, height: number) => number} scaleOf From the size in points. */
export async function drawPage(document, number, scaleOf) {
  const page = await document.getPage(number);
  try {
    const whole = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({ scale: scaleOf(whole.width, whole.height) });
    const canvas = new OffscreenCanvas(Math.max(1, Math.round(viewport.width)), Math.max(1, Math.round(viewport.height)));
    const canvasContext = canvas.getContext('2d', { alpha: false });
    // With the intent to show it, pdf.js waits for frames that a page nobody sees never gets.
    await page.render({ canvas: null, canvasContext, viewport, intent: 'print', background: '#ffffff' }).promise;
    return { canvas, points: [whole.width, whole.height] };
  } finally {
    page.cleanup();
  }
}

/** The scale at which a page is recognised. @param {number} width @param {number} height */
export const recognisedScale = (width, height) => Math.min(PAGE_DPI / 72, Math.sqrt(MOST_RECOGNISED / Math.max(1, width * height)));

/** Width and height as the file's head says, before anything is unpacked. @param {Uint8Array} bytes @returns {[number, number] | undefined} */
export function pictureSize(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = (/** @type {number} */ from, /** @type {number} */ to) => String.fromCharCode(...bytes.subarray(from, to));
  if (bytes.length < 30) return undefined;
  if (text(1, 4) === 'PNG') return [view.getUint32(16), view.getUint32(20)];
  if (text(0, 3) === 'GIF') return [view.getUint16(6, true), view.getUint16(8, true)];
  if (text(0, 2) === 'BM') return [Math.abs(view.getInt32(18, true)), Math.abs(view.getInt32(22, true))];
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') {
    if (text(12, 16) === 'VP8X') return [1 + (view.getUint32(24, true) & 0xffffff), 1 + (view.getUint32(26, true) >>> 8)];
    if (text(12, 16) === 'VP8L') {
      const bits = view.getUint32(21, true);
      return [1 + (bits & 0x3fff), 1 + ((bits >>> 14) & 0x3fff)];
    }
    return [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff];
  }
  if (view.getUint16(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 < bytes.length;) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    // A start of frame, but not a table of codes or arithmetic conditions.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) return [view.getUint16(at + 7), view.getUint16(at + 5)];
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/** A picture file as pixels, made smaller if it has more than can be recognised. @param {Uint8Array} bytes @param {string} mime @param {number} [width] */
export async function decode(bytes, mime, width) {
  const size = pictureSize(bytes);
  if (!size || size[0] < 1 || size[1] < 1) throw new Error('the picture is damaged');
  if (size[0] * size[1] > MOST_DECODED) throw new Error('the picture is too large');
  const scale = Math.min(1, width ? width / size[0] : Math.sqrt(MOST_RECOGNISED / (size[0] * size[1])));
  const blob = new Blob([/** @type {BlobPart} */ (bytes)], { type: mime });
  if (scale === 1) return createImageBitmap(blob);
  const resizeWidth = Math.max(1, Math.round(size[0] * scale));
  return createImageBitmap(blob, { resizeWidth, resizeQuality: 'high' });
}
