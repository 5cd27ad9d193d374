// Writes what extension/reader/pdf.js gives for PDFs: of the first file 0.json, of the second 1.json … each { file, title, outline, pages } or { file, error }.
// node extract.mjs DIRECTORY_OF_PDFJS_DIST OUTPUT_DIRECTORY FILE...
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { openPdf } from "../../extension/reader/pdf.js";

// Node 20 lacks these; browsers have them.
Promise.withResolvers ??= () => {
  let resolve, reject;
  const promise = new Promise((yes, no) => ([resolve, reject] = [yes, no]));
  return { promise, resolve, reject };
};
Promise.try ??= async (work, ...given) => work(...given);
ArrayBuffer.prototype.transferToFixedLength ??= function (length = this.byteLength) {
  const whole = structuredClone(this, { transfer: [this] });
  return length === whole.byteLength ? whole : whole.slice(0, length);
};
URL.parse ??= (...given) => {
  try {
    return new URL(...given);
  } catch {
    return null;
  }
};

const [dist, output, ...files] = process.argv.slice(2);
const place = (part) => pathToFileURL(resolve(dist, part)).href;
const folder = (part) => `${resolve(dist, part)}/`;
await mkdir(output, { recursive: true });
for (const [at, file] of files.entries()) {
  let result;
  try {
    const pdf = await openPdf(new Uint8Array(await readFile(file)), {
      pdfjs: place("legacy/build/pdf.mjs"),
      worker: place("legacy/build/pdf.worker.mjs"),
      cMapUrl: folder("cmaps"),
      standardFontDataUrl: folder("standard_fonts"),
      wasmUrl: folder("wasm"),
      iccUrl: folder("iccs"),
    });
    const pages = [];
    for (let number = 1; number <= pdf.pages; number += 1) pages.push(await pdf.page(number));
    result = { file, title: pdf.title, outline: await pdf.outline(), pages };
    await pdf.close();
  } catch (error) {
    result = { file, error: error.code ?? String(error) };
  }
  await writeFile(resolve(output, `${at}.json`), JSON.stringify(result));
}
process.exit(0);
