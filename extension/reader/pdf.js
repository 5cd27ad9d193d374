// @ts-check
// What pdf.js knows of a PDF, as the raw pages of crates/documents/src/pdf/raw.rs. Runs in a browser's worker and in Node; the host says where pdf.js is.
// Which letters are seen is told by seen.js.
// Lengths are points (1/72 inch), from the upper left corner of the page as it is shown (its rotation applied).

import { lettersOf, Seen } from './seen.js';

/**
 * @typedef {object} Options
 * @property {string} pdfjs Where the module pdf.mjs is.
 * @property {string} [worker] Where pdf.worker.mjs is.
 * @property {string} [cMapUrl] A folder, with a slash at its end; so are the next three.
 * @property {string} [standardFontDataUrl]
 * @property {string} [wasmUrl]
 * @property {string} [iccUrl]
 * @property {string} [password]
 * @property {number} [maxImageSize] In pixels; larger pictures are left out. 100 million unless told.
 *
 * @typedef {[left: number, top: number, width: number, height: number]} Box
 *
 * An item is text that is drawn at one go: `[text, x, y, width, size, font, flags, angle, tag]`. x, y: where its baseline begins. width: along the
 * baseline. size: of the font. font: an index of `fonts`. flags: 1 a line ends after it, 2 runs from right to left, 4 an artifact (not a part of the
 * content: a running header, a page's number), and from 8 on why it is not seen. angle: of the baseline in degrees, clockwise. tag: an index of `tags`, or -1.
 * @typedef {[text: string, x: number, y: number, width: number, size: number, font: number, flags: number, angle: number, tag: number]} Item
 *
 * @typedef {{name: string, bold: boolean, italic: boolean, monospace: boolean, ascent: number, descent: number}} Font
 * ascent and descent are parts of the size; descent is negative.
 *
 * What the structure tree says of an item: its element's role (H1, P, LI, TD, Caption …), the number of that element on the page, and for a cell the
 * number of its table on the page, its row and its column.
 * @typedef {{role: string, element: number, table?: number, row?: number, column?: number}} Tag
 *
 * @typedef {{url: string, boxes: Box[]}} RawLink
 * @typedef {{name: string, label?: string, kind: "text"|"check"|"radio"|"choice"|"signature"|"button", value: string, options: string[], box: Box}} RawField
 * `value` of a check box is "on" or ""; of a radio button the name of the button if it is chosen, which is also in `options`.
 * @typedef {{text: string, box: Box}} RawNote A comment, or text that somebody put on the page.
 * @typedef {{text: string, box?: Box}} RawFigure The alternative text of a picture.
 *
 * @typedef {object} RawPage
 * @property {number} number From 1.
 * @property {number} width
 * @property {number} height
 * @property {number} rotation 0, 90, 180 or 270: how far the page is turned to be shown.
 * @property {string} [label] What the file calls the page ("iv").
 * @property {Font[]} fonts
 * @property {Item[]} items In the order of the content stream.
 * @property {Tag[]} tags
 * @property {RawLink[]} links
 * @property {RawField[]} fields
 * @property {RawNote[]} notes
 * @property {RawFigure[]} figures
 * @property {string[]} files The names of files that are pinned to the page.
 * @property {number} pictures How many pictures are drawn.
 * @property {number} pictureShare The part of the page that they cover, 0 to 1.
 * @property {number} lost How many letters are drawn of which nothing is known but their shapes.
 * @property {boolean} unread Whether the page could not be read.
 *
 * @typedef {{title: string, level: number, page: number}} RawOutlineEntry Level and page count from 1.
 *
 * @typedef {object} Pdf
 * @property {number} pages
 * @property {string} [title]
 * @property {boolean} form Whether it has a form (XFA) that only some programs show: where its pages have no fields, they are in its place.
 * @property {boolean} collection Whether it is a collection of files, and its pages are a cover.
 * @property {string[]} files The names of files in it.
 * @property {() => Promise<RawOutlineEntry[]>} outline
 * @property {(number: number) => Promise<RawPage>} page From 1. Does not throw: a page that cannot be read is `unread`.
 * @property {any} document The document of pdf.js, to draw pages with.
 * @property {() => Promise<void>} close
 */

/** Why a file could not be opened: `code` is needs_password, wrong_password, damaged or unknown_encryption. */
export class PdfError extends Error {
  /** @param {string} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

const MAX_ITEMS = 100_000;
const MAX_FILES = 1_000;
const MAX_OUTLINE = 5_000;
const MAX_TEXT = 20_000;

// How fonts are named, those of TeX too (SFBX1000, CMTI10, NimbusRomNo9L-Medi).
const BOLD = /bold|black|heavy|demi|-medi|(cm|sf|ec|lm)(ss)?bx/i;
const ITALIC = /ital|obliq|slant|(cm|sf|ec)ti\d/i;
const MONOSPACE = /mono|courier|consol|typewriter|(cm|sf|ec)tt\d/i;

/**
 * @param {Uint8Array} data Its buffer may be handed over to a worker of pdf.js and be empty then.
 * @param {Options} options
 * @returns {Promise<Pdf>}
 */
export async function openPdf(data, options) {
  const pdfjs = await import(options.pdfjs);
  if (options.worker) pdfjs.GlobalWorkerOptions.workerSrc = options.worker;
  const task = pdfjs.getDocument({
    data,
    cMapUrl: options.cMapUrl,
    cMapPacked: true,
    standardFontDataUrl: options.standardFontDataUrl,
    wasmUrl: options.wasmUrl,
    iccUrl: options.iccUrl,
    maxImageSize: options.maxImageSize ?? 100_000_000,
    isEvalSupported: false,
    enableXfa: false,
    disableFontFace: true,
    useSystemFonts: false,
    fontExtraProperties: true,
    stopAtErrors: false,
    verbosity: 0,
  });
  let asked = false;
  const refused = new Promise((_, reject) => {
    task.onPassword = (/** @type {(password: string) => void} */ give) => {
      if (options.password === undefined || asked) {
        reject(new PdfError(asked ? "wrong_password" : "needs_password", "the file is protected by a password"));
      } else {
        asked = true;
        give(options.password);
      }
    };
  });
  let document;
  try {
    document = await Promise.race([task.promise, refused]);
  } catch (error) {
    await Promise.resolve(task.destroy()).catch(() => undefined);
    if (error instanceof PdfError) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw new PdfError(/encrypt/i.test(message) ? "unknown_encryption" : "damaged", message.slice(0, 200));
  }
  const { info } = await quietly(() => document.getMetadata(), { info: {} });
  const labels = await quietly(() => document.getPageLabels(), null);
  const attached = await quietly(() => document.getAttachments(), null);
  const files = Array.from(attached ?? [], (/** @type {[string, any]} */ [key, file]) => whole(file?.filename || key)).slice(0, MAX_FILES);
  const layers = await quietly(() => document.getOptionalContentConfig(), null);
  /** @type {Map<string, Font | undefined>} */
  const fonts = new Map();
  return {
    pages: document.numPages,
    title: typeof info?.Title === "string" && info.Title.trim() !== "" ? whole(info.Title) : undefined,
    form: info?.IsXFAPresent === true,
    collection: info?.IsCollectionPresent === true,
    files,
    outline: () => quietly(() => readOutline(document), []),
    page: (number) => readPage(pdfjs, document, number, labels, fonts, layers),
    document,
    close: async () => void (await quietly(() => task.destroy(), undefined)),
  };
}

/** @template T @param {() => T | Promise<T>} work @param {T} otherwise @returns {Promise<T>} */
async function quietly(work, otherwise) {
  try {
    return await work();
  } catch {
    return otherwise;
  }
}

/** @param {any} document @returns {Promise<RawOutlineEntry[]>} */
async function readOutline(document) {
  /** @type {RawOutlineEntry[]} */
  const entries = [];
  /** @param {any[]} nodes @param {number} level */
  const walk = async (nodes, level) => {
    for (const node of nodes) {
      if (entries.length >= MAX_OUTLINE) return;
      const page = await quietly(async () => {
        const destination = typeof node.dest === "string" ? await document.getDestination(node.dest) : node.dest;
        const first = destination?.[0];
        return Number.isInteger(first) ? first + 1 : first ? (await document.getPageIndex(first)) + 1 : 0;
      }, 0);
      entries.push({ title: whole(node.title), level: Math.min(level, 255), page });
      if (node.items?.length) await walk(node.items, level + 1);
    }
  };
  await walk((await document.getOutline()) ?? [], 1);
  return entries;
}

/**
 * @param {any} pdfjs @param {any} document @param {number} number @param {string[] | null} labels @param {Map<string, Font | undefined>} fonts
 * @param {any} layers Which of them are shown.
 * @returns {Promise<RawPage>}
 */
async function readPage(pdfjs, document, number, labels, fonts, layers) {
  /** @type {RawPage} */
  const raw = {
    number, width: 612, height: 792, rotation: 0, label: labels?.[number - 1] === undefined ? undefined : whole(labels[number - 1]),
    fonts: [], items: [], tags: [], links: [], fields: [], notes: [], figures: [], files: [], pictures: 0, pictureShare: 0, lost: 0, unread: false,
  };
  /** @type {any} */
  let page;
  try {
    page = await document.getPage(number);
    const viewport = page.getViewport({ scale: 1 });
    raw.width = finite(viewport.width);
    raw.height = finite(viewport.height);
    raw.rotation = finite(viewport.rotation);
    const content = await page.getTextContent({ includeMarkedContent: true });
    const structure = await quietly(() => page.getStructTree(), null);
    const place = new Place(viewport.transform);
    const tags = readStructure(structure, raw, place);
    const seen = await quietly(() => readOperators(pdfjs, page, raw, content.styles, fonts, viewport, layers), new Seen(pdfjs, []));
    readItems(content, raw, place, tags, fonts, seen);
    const annotations = await quietly(() => page.getAnnotations({ intent: "display" }), []);
    for (const annotation of annotations) await quietly(() => readAnnotation(annotation, raw, place), undefined);
  } catch {
    raw.unread = true;
  }
  await quietly(() => page?.cleanup(), undefined);
  return raw;
}

/** From the file's coordinates to those of the shown page. */
class Place {
  /** @param {number[]} transform */
  constructor(transform) {
    this.transform = transform;
    this.scale = Math.hypot(transform[0], transform[1]) || 1;
  }

  /** @param {number} x @param {number} y @returns {[number, number]} */
  point(x, y) {
    const [a, b, c, d, e, f] = this.transform;
    return [a * x + c * y + e, b * x + d * y + f];
  }

  /** @param {ArrayLike<number>} rect Two opposite corners. @returns {Box} */
  box(rect) {
    const [x1, y1] = this.point(rect[0], rect[1]);
    const [x2, y2] = this.point(rect[2], rect[3]);
    return [short(Math.min(x1, x2)), short(Math.min(y1, y2)), short(Math.abs(x2 - x1)), short(Math.abs(y2 - y1))];
  }
}

const finite = (/** @type {unknown} */ value) => (typeof value === "number" && Number.isFinite(value) ? value : 0);
// Half a surrogate pair is not a character, and breaks whoever parses the JSON.
const whole = (/** @type {unknown} */ value) => String(value ?? "").replace(/\p{Surrogate}/gu, "\ufffd").slice(0, MAX_TEXT).replace(/[\ud800-\udbff]$/, "");
const short = (/** @type {unknown} */ value) => Math.round(finite(value) * 100) / 100;

/**
 * @param {any} content @param {RawPage} raw @param {Place} place @param {Map<string, number>} tags @param {Map<string, Font | undefined>} fonts
 * @param {Seen} seen
 */
function readItems(content, raw, place, tags, fonts, seen) {
  /** @type {Map<string, number>} */
  const known = new Map();
  /** @type {{artifact: boolean, tag: number}[]} */
  const marked = [];
  let inside = { artifact: false, tag: -1 };
  for (const item of content.items) {
    if (item.type === "beginMarkedContent" || item.type === "beginMarkedContentProps") {
      marked.push(inside);
      inside = { artifact: inside.artifact || item.tag === "Artifact", tag: (item.id && tags.get(item.id)) ?? inside.tag };
    } else if (item.type === "endMarkedContent") {
      inside = marked.pop() ?? inside;
    } else if (raw.items.length < MAX_ITEMS) {
      let font = known.get(item.fontName);
      if (font === undefined) {
        font = raw.fonts.length;
        known.set(item.fontName, font);
        const style = content.styles[item.fontName] ?? {};
        raw.fonts.push({
          name: "", bold: false, italic: false, monospace: style.fontFamily === "monospace", ...fonts.get(item.fontName),
          ascent: finite(style.ascent), descent: finite(style.descent),
        });
      }
      const [a, b, c, d, e, f] = item.transform;
      const [va, vb, vc, vd] = place.transform;
      const [x, y] = place.point(e, f);
      // A vertical font runs down the page; its width is the advance there.
      const vertical = content.styles[item.fontName]?.vertical === true;
      const [dx, dy] = vertical ? [-vc, -vd] : [va * a + vc * b, vb * a + vd * b];
      const angle = dx === 0 && dy === 0 ? 0 : (Math.atan2(dy, dx) * 180) / Math.PI;
      const size = vertical ? Math.hypot(va * a + vc * b, vb * a + vd * b) : Math.hypot(va * c + vc * d, vb * c + vd * d);
      const runs = seen.runs(item);
      for (const [at, run] of runs.entries()) {
        const [left, base] = run.from ? place.point(run.from.x, run.from.y) : [x, y];
        const [right, end] = run.to ? place.point(...run.to.end) : [left, base];
        const width = run.from ? Math.hypot(right - left, end - base) : (vertical ? item.height : item.width) * place.scale;
        const ends = item.hasEOL && at + 1 === runs.length;
        raw.items.push([
          whole(run.text), short(left), short(base), short(width), short(size), font,
          (ends ? 1 : 0) | (item.dir === "rtl" ? 2 : 0) | (inside.artifact ? 4 : 0) | (run.hiding << 3), Math.round(angle), inside.tag,
        ]);
      }
    }
  }
  for (const run of seen.outside().slice(0, MAX_ITEMS - raw.items.length)) {
    const [x, y] = place.point(run.from.x, run.from.y);
    const [right, end] = place.point(...run.to.end);
    raw.items.push([whole(run.text), short(x), short(y), short(Math.hypot(right - x, end - y)), short(run.from.size * place.scale), 0, 1 | (run.hiding << 3), 0, -1]);
  }
}

/**
 * Walks the structure tree: the tags of the page's marked content by its id.
 * @param {any} tree @param {RawPage} raw @param {Place} place @returns {Map<string, number>}
 */
function readStructure(tree, raw, place) {
  /** @type {Map<string, number>} */
  const ids = new Map();
  let elements = 0;
  let tables = 0;
  /** @param {any} node @param {Tag} tag @param {{table: number, row: number, column: number} | undefined} cell @param {number} depth */
  const walk = (node, tag, cell, depth) => {
    if (depth > 60 || !node) return;
    let at = tag;
    let inTable = cell;
    if (typeof node.role === "string") {
      if (node.role === "Table") inTable = { table: tables++, row: -1, column: -1 };
      if (node.role === "TR" && inTable) {
        inTable.row += 1;
        inTable.column = -1;
      }
      if ((node.role === "TD" || node.role === "TH") && inTable) inTable.column += 1;
      if (node.role === "Figure" && typeof node.alt === "string" && node.alt.trim() !== "") {
        raw.figures.push({ text: whole(node.alt), box: Array.isArray(node.bbox) ? place.box(node.bbox) : undefined });
      }
      // Spans and links are parts of what they are in.
      if (!/^(Span|Link|Em|Strong|Reference|Quote|Annot|NonStruct)$/.test(node.role)) {
        at = { role: whole(node.role), element: elements++ };
        if (inTable && inTable.row >= 0 && inTable.column >= 0) {
          const role = node.role === "TH" || tag.role === "TH" ? "TH" : "TD";
          at = { ...at, role, table: inTable.table, row: inTable.row, column: inTable.column };
        }
      }
    } else if (node.type === "content" && typeof node.id === "string") {
      let index = raw.tags.length - 1;
      if (raw.tags[index] !== tag) index = raw.tags.push(tag) - 1;
      ids.set(node.id, index);
    }
    for (const child of node.children ?? []) walk(child, at, inTable, depth + 1);
  };
  walk(tree, { role: "", element: elements++ }, undefined, 0);
  return ids;
}

/**
 * Looks at what is drawn: the fonts' names, how much of the page pictures cover, and which letters are seen.
 * @param {any} pdfjs @param {any} page @param {RawPage} raw @param {Record<string, any>} styles @param {Map<string, Font | undefined>} fonts
 * @param {any} viewport @param {any} layers
 * @returns {Promise<Seen>}
 */
async function readOperators(pdfjs, page, raw, styles, fonts, viewport, layers) {
  // Without annotations: their text is not an item.
  const operators = await page.getOperatorList({ annotationMode: pdfjs.AnnotationMode.DISABLE });
  const { fnArray, argsArray } = operators;
  for (const name of Object.keys(styles)) {
    if (fonts.has(name)) continue;
    const font = page.commonObjs.has(name) ? page.commonObjs.get(name) : undefined;
    const full = whole(font?.name);
    fonts.set(name, font && {
      name: full.replace(/^[A-Z]{6}\+/, "").slice(0, 100),
      bold: font.bold === true || font.black === true || BOLD.test(full),
      italic: font.italic === true || ITALIC.test(full),
      monospace: font.isMonospace === true || MONOSPACE.test(full),
      ascent: 0,
      descent: 0,
    });
  }
  const { OPS } = pdfjs;
  const drawn = new Set([OPS.paintImageXObject, OPS.paintInlineImageXObject, OPS.paintImageMaskXObject, OPS.paintImageXObjectRepeat]);
  /** @type {number[][]} */
  const stack = [];
  let matrix = [1, 0, 0, 1, 0, 0];
  let area = 0;
  const multiply = (/** @type {number[]} */ m, /** @type {number[]} */ n) => [
    m[0] * n[0] + m[2] * n[1], m[1] * n[0] + m[3] * n[1], m[0] * n[2] + m[2] * n[3], m[1] * n[2] + m[3] * n[3],
    m[0] * n[4] + m[2] * n[5] + m[4], m[1] * n[4] + m[3] * n[5] + m[5],
  ];
  for (let i = 0; i < fnArray.length; i += 1) {
    const operator = fnArray[i];
    if (operator === OPS.save || operator === OPS.paintFormXObjectBegin) stack.push(matrix);
    else if (operator === OPS.restore || operator === OPS.paintFormXObjectEnd) matrix = stack.pop() ?? matrix;
    if (operator === OPS.transform) matrix = multiply(matrix, argsArray[i]);
    else if (operator === OPS.paintFormXObjectBegin && argsArray[i]?.[0]) matrix = multiply(matrix, argsArray[i][0]);
    else if (drawn.has(operator)) {
      raw.pictures += 1;
      area += Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]);
    }
  }
  const [x1, y1, x2, y2] = viewport.viewBox;
  raw.pictureShare = Math.min(1, finite(area / Math.abs((x2 - x1) * (y2 - y1))));
  const isShown = (/** @type {any} */ properties) => layers?.isVisible(properties) ?? true;
  const { letters, lost } = lettersOf(pdfjs, operators, page.commonObjs, isShown, viewport.viewBox);
  raw.lost = lost;
  return new Seen(pdfjs, letters);
}

/** @param {any} annotation @param {RawPage} raw @param {Place} place */
function readAnnotation(annotation, raw, place) {
  const box = place.box(annotation.rect);
  if (annotation.subtype === "Link") {
    const own = annotation.unsafeUrl;
    const url = typeof own === "string" && /^[a-z][a-z0-9+.-]*:/i.test(own) ? own : annotation.url ?? own;
    if (typeof url !== "string" || url === "") return;
    /** @type {Box[]} */
    const boxes = [];
    const quads = annotation.quadPoints ?? [];
    for (let i = 0; i + 7 < quads.length; i += 8) {
      const xs = [quads[i], quads[i + 2], quads[i + 4], quads[i + 6]];
      const ys = [quads[i + 1], quads[i + 3], quads[i + 5], quads[i + 7]];
      boxes.push(place.box([Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]));
    }
    raw.links.push({ url: whole(url), boxes: boxes.length ? boxes : [box] });
  } else if (annotation.subtype === "Widget") {
    const field = readField(annotation, box);
    if (field) raw.fields.push(field);
  } else if (annotation.subtype === "FreeText" || annotation.subtype === "Text") {
    const text = String(annotation.contentsObj?.str || (annotation.textContent ?? []).join("\n"));
    if (text.trim() !== "") raw.notes.push({ text: whole(text), box });
  } else if (annotation.subtype === "FileAttachment" && raw.files.length < MAX_FILES) {
    raw.files.push(whole(annotation.file?.filename));
  }
}

/** @param {any} annotation @param {Box} box @returns {RawField | undefined} */
function readField(annotation, box) {
  const name = whole(annotation.fieldName);
  const label = typeof annotation.alternativeText === "string" && annotation.alternativeText !== "" ? whole(annotation.alternativeText) : undefined;
  const given = annotation.fieldValue;
  const value = whole(Array.isArray(given) ? given.join(", ") : given);
  const base = { name, label, box, value, options: /** @type {string[]} */ ([]) };
  switch (annotation.fieldType) {
    case "Tx":
      return { ...base, kind: "text", value: annotation.password ? "" : value };
    case "Ch":
      return {
        ...base, kind: "choice",
        options: (annotation.options ?? []).slice(0, 1_000).map((/** @type {any} */ option) => whole(option.displayValue ?? option.exportValue)),
      };
    case "Btn":
      if (annotation.checkBox) return { ...base, kind: "check", value: value !== "" && value !== "Off" ? "on" : "" };
      if (annotation.radioButton) {
        const own = whole(annotation.buttonValue);
        return { ...base, kind: "radio", value: value === own && own !== "" ? own : "", options: own === "" ? [] : [own] };
      }
      return { ...base, kind: "button", value: "" };
    case "Sig":
      return { ...base, kind: "signature", value: given ? "signed" : "" };
    default:
      return undefined;
  }
}
