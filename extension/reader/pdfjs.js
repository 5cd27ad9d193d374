// @ts-check
// pdf.js inside of a worker: it does its own work here instead of in a further worker, so that both end together, and draws without a page.
import * as pdfjs from './pdfjs/pdf.mjs';
import * as pdfjsWorker from './pdfjs/pdf.worker.mjs';

globalThis.pdfjsWorker = pdfjsWorker;

// More than this is drawn smaller: 36 million pixels take 144 MB.
export const MOST_PIXELS = 36_000_000;

class CanvasFactory {
  /** @param {number} width @param {number} height */
  create(width, height) {
    if (!(width > 0 && height > 0 && width * height <= MOST_PIXELS)) throw new Error('this picture is too large');
    const canvas = new OffscreenCanvas(width, height);
    return { canvas, context: canvas.getContext('2d', { willReadFrequently: true }) };
  }

  /** @param {any} drawn @param {number} width @param {number} height */
  reset(drawn, width, height) {
    if (!(width > 0 && height > 0 && width * height <= MOST_PIXELS)) throw new Error('this picture is too large');
    drawn.canvas.width = width;
    drawn.canvas.height = height;
  }

  /** @param {any} drawn */
  destroy(drawn) {
    drawn.canvas.width = 0;
    drawn.canvas.height = 0;
    drawn.canvas = null;
    drawn.context = null;
  }
}

// Filters need a page's elements. Without them transfer functions and luminosity masks are left out of the picture.
class FilterFactory {
  addFilter() { return 'none'; }
  addHCMFilter() { return 'none'; }
  addAlphaFilter() { return 'none'; }
  addLuminosityFilter() { return 'none'; }
  addKnockoutFilter() { return 'none'; }
  addHighlightHCMFilter() { return 'none'; }
  destroy() {}
}

export * from './pdfjs/pdf.mjs';

/** @param {object} options */
export const getDocument = (options) => pdfjs.getDocument({ ...options, useWorkerFetch: true, CanvasFactory, FilterFactory });
