// @ts-check
// Which letters of a PDF's page are seen, of what pdf.js draws: their colour and what they are on, what is drawn over them, clips, layers, letters that
// are not painted. Lengths are in the file's own coordinates.

/** Why letters are not seen, as crates/documents/src/pdf/raw.rs counts it; 0: they are. */
const SEEN = 0, MARKED = 1, COLOUR = 2, COVERED = 3, OUTSIDE = 4;

/** Contrast below this is none, unless the hue differs, as in crates/documents/src/seen.rs. */
const LEAST_CONTRAST = 1.15, LEAST_DIFFERENCE = 48;
/** Shapes and letters that are looked at. */
const MOST_SHAPES = 5_000, MOST_LETTERS = 200_000;
/** Letters after the next one among which an item's first is looked for. */
const AHEAD = 2_000;

/**
 * @typedef {[number, number, number, number]} Bounds Left, bottom, right, top.
 * @typedef {[number, number, number]} Rgb
 * @typedef {{text: string, x: number, y: number, end: [number, number], middle: [number, number], size: number, hiding: number, double: boolean, told: boolean}} Letter
 * `text` is without blanks; `end` is where the next letter begins, `middle` in the middle of small letters; `told`: an item has it.
 * @typedef {{bounds: Bounds, colour: Rgb | undefined, whole: boolean, opaque: boolean, picture: boolean, order: number}} Shape
 * `colour` is undefined where it is not one; `whole`: a rectangle that fills its bounds.
 * @typedef {{letters: Letter[], lost: number}} Drawn
 */

const multiply = (/** @type {number[]} */ m, /** @type {number[]} */ n) => [
  m[0] * n[0] + m[2] * n[1], m[1] * n[0] + m[3] * n[1], m[0] * n[2] + m[2] * n[3], m[1] * n[2] + m[3] * n[3],
  m[0] * n[4] + m[2] * n[5] + m[4], m[1] * n[4] + m[3] * n[5] + m[5],
];

/** @param {number[]} m @param {number} x @param {number} y @returns {[number, number]} */
const point = (m, x, y) => [m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]];

/** @param {number[]} m @param {ArrayLike<number>} box @returns {Bounds} */
const boundsOf = (m, box) => {
  const corners = [point(m, box[0], box[1]), point(m, box[2], box[1]), point(m, box[0], box[3]), point(m, box[2], box[3])];
  const xs = corners.map((corner) => corner[0]);
  const ys = corners.map((corner) => corner[1]);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
};

/** @param {Bounds} a @param {Bounds} b @returns {Bounds} */
const common = (a, b) => [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];
/** @param {Bounds} bounds @param {number} x @param {number} y */
const holds = (bounds, x, y) => x >= bounds[0] && x <= bounds[2] && y >= bounds[1] && y <= bounds[3];

/** @param {unknown} colour @returns {Rgb | undefined} */
const rgb = (colour) => {
  const digits = typeof colour === 'string' ? /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour) : null;
  return digits ? [parseInt(digits[1], 16), parseInt(digits[2], 16), parseInt(digits[3], 16)] : undefined;
};

/** @param {Rgb} colour */
const luminance = (colour) => {
  const [r, g, b] = colour.map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
};

/** @param {Rgb} text @param {Rgb} ground @param {number} alpha */
const isSeenOn = (text, ground, alpha) => {
  const mixed = /** @type {Rgb} */ (text.map((part, at) => part * alpha + ground[at] * (1 - alpha)));
  const [a, b] = [luminance(mixed), luminance(ground)];
  return Math.max(a, b) / Math.min(a, b) >= LEAST_CONTRAST || mixed.some((part, at) => Math.abs(part - ground[at]) >= LEAST_DIFFERENCE);
};

/** A rectangle along the axes: four corners, and back to the first. @param {ArrayLike<number> | null | undefined} path @param {number[]} m */
const isRectangle = (path, m) => {
  if (!path || (m[1] !== 0 || m[2] !== 0) && (m[0] !== 0 || m[3] !== 0)) return false;
  /** @type {[number, number][]} */
  const corners = [];
  for (let at = 0; at < path.length;) {
    const step = path[at];
    if (step === 4) at += 1;
    else if (step === 0 || step === 1) {
      corners.push([path[at + 1], path[at + 2]]);
      at += 3;
    } else return false;
    if (corners.length > 6) return false;
  }
  const [first, last] = [corners[0], corners.at(-1)];
  if (corners.length === 5 && first && last && first[0] === last[0] && first[1] === last[1]) corners.pop();
  return corners.length === 4 && corners.every(([x, y], at) => {
    const next = corners[(at + 1) % 4];
    return (x === next[0]) !== (y === next[1]);
  });
};

/** What a letter says, without blanks and marks that are not drawn. @param {any} pdfjs @param {unknown} text */
const plain = (pdfjs, text) => pdfjs.normalizeUnicode(String(text ?? '')).replace(/[\s\p{Cf}]/gu, '');
/** No character: a code that no list of characters knows. Symbol fonts and Adobe's figures have known places in private use. */
const isLost = (/** @type {string} */ text) => /[\0-\x08\x0e-\x1f\x7f-\x9f\ufffd\ue000-\uefff\uf100-\uf6ff]/.test(text);

/**
 * Walks what pdf.js draws.
 * @param {any} pdfjs @param {{fnArray: number[], argsArray: any[]}} operators @param {any} fonts @param {(properties: any) => boolean} isShown Of a layer.
 * @param {number[]} viewBox @returns {Drawn}
 */
export function lettersOf(pdfjs, operators, fonts, isShown, viewBox) {
  const { OPS } = pdfjs;
  const page = /** @type {Bounds} */ ([viewBox[0], viewBox[1], viewBox[2], viewBox[3]]);
  /** @type {Letter[]} */
  const letters = [];
  /** @type {Shape[]} */
  const shapes = [];
  let lost = 0;
  let state = {
    ctm: [1, 0, 0, 1, 0, 0], clip: page, fill: /** @type {Rgb | undefined} */ ([0, 0, 0]), stroke: /** @type {Rgb | undefined} */ ([0, 0, 0]),
    fillAlpha: 1, strokeAlpha: 1, plainly: true, font: /** @type {any} */ (undefined), size: 0, turned: 1, apart: 0, wordsApart: 0, wide: 1, rise: 0,
    mode: 0, leading: 0, masked: false,
  };
  /** @type {typeof state[]} */
  const saved = [];
  /** @type {boolean[]} */
  const layers = [];
  let matrix = [1, 0, 0, 1, 0, 0];
  let [x, y, lineX, lineY] = [0, 0, 0, 0];
  let clipNext = false;
  const save = () => void saved.push({ ...state });
  const restore = () => void (state = saved.pop() ?? state);
  const clipTo = (/** @type {Bounds} */ bounds) => void (state.clip = common(state.clip, bounds));
  /** @param {Bounds} bounds @param {Partial<Shape>} shape */
  const paint = (bounds, shape) => {
    const shown = common(bounds, state.clip);
    if (layers.includes(false) || state.masked || shapes.length >= MOST_SHAPES || shown[2] - shown[0] < 2 || shown[3] - shown[1] < 2) return;
    const opaque = state.plainly && state.fillAlpha > 0.9;
    if (state.fillAlpha < 0.05) return;
    shapes.push({ bounds: shown, colour: undefined, whole: false, opaque, picture: false, order: letters.length, ...shape });
  };
  /** @param {number} at @param {number} up @param {Rgb | undefined} colour @param {number} alpha */
  const isSeen = (at, up, colour, alpha) => {
    if (!colour || !state.plainly) return true;
    for (let i = shapes.length - 1; i >= 0; i -= 1) {
      const shape = shapes[i];
      if (!holds(shape.bounds, at, up)) continue;
      if (!shape.colour || !shape.opaque || isSeenOn(colour, shape.colour, alpha)) return true;
      if (shape.whole) return false;
    }
    return isSeenOn(colour, [255, 255, 255], alpha);
  };
  /** @param {[number, number]} middle @param {Bounds} bounds */
  const hidingOf = ([at, up], bounds) => {
    if (layers.includes(false)) return MARKED;
    const shown = common(bounds, state.clip);
    // Of a letter that is cut, enough may be left to know it.
    if (shown[2] - shown[0] < 0.2 * (bounds[2] - bounds[0]) || shown[3] - shown[1] < 0.2 * (bounds[3] - bounds[1])) return OUTSIDE;
    const mode = state.font?.isType3Font ? 0 : state.mode & 3;
    if (mode === 3) return MARKED;
    const filled = mode !== 1 && isSeen(at, up, state.fill, state.fillAlpha);
    const stroked = mode !== 0 && isSeen(at, up, state.stroke, state.strokeAlpha);
    return filled || stroked ? SEEN : COLOUR;
  };
  const show = (/** @type {any[]} */ glyphs) => {
    const { font, size } = state;
    if (!font || size === 0 || state.masked) return;
    const scale = size * (font.fontMatrix?.[0] ?? 0.001);
    const across = state.wide * state.turned;
    let along = 0;
    for (const glyph of glyphs) {
      if (typeof glyph === 'number') {
        along += (font.vertical ? 1 : -1) * glyph * size / 1000;
        continue;
      }
      if (!glyph) continue;
      const apart = (glyph.isSpace ? state.wordsApart : 0) + state.apart;
      const width = font.vertical ? -(glyph.vmetric?.[0] ?? 1000) : glyph.width;
      const advance = font.vertical ? width * scale - apart * state.turned : width * scale + apart * state.turned;
      const text = plain(pdfjs, glyph.unicode);
      if (text !== '' && letters.length < MOST_LETTERS) {
        const whole = multiply(state.ctm, matrix);
        const place = (/** @type {number} */ by) => font.vertical ? point(whole, x, y + state.rise - by) : point(whole, x + by * across, y + state.rise);
        const [left, base] = place(along);
        const end = place(along + advance);
        const high = size * Math.hypot(whole[2], whole[3]);
        const [rightwards, upwards] = [whole[2] * size, whole[3] * size];
        const middle = /** @type {[number, number]} */ ([(left + end[0]) / 2 + 0.25 * rightwards, (base + end[1]) / 2 + 0.25 * upwards]);
        const hiding = hidingOf(middle, boundsOf([end[0] - left, end[1] - base, rightwards, upwards, left, base], [0, -0.1, 1, 0.7]));
        if (hiding === SEEN && isLost(text)) lost += 1;
        letters.push({ text, x: left, y: base, end, middle, size: high, hiding, double: false, told: false });
      }
      along += advance;
    }
    if (font.vertical) y -= along;
    else x += along * across;
  };
  const move = (/** @type {number} */ dx, /** @type {number} */ dy) => {
    x = lineX += dx;
    y = lineY += dy;
  };
  for (let i = 0; i < operators.fnArray.length; i += 1) {
    const args = operators.argsArray[i] ?? [];
    switch (operators.fnArray[i]) {
      case OPS.save: save(); break;
      case OPS.restore: restore(); break;
      case OPS.transform: state.ctm = multiply(state.ctm, args); break;
      case OPS.paintFormXObjectBegin:
        save();
        if (args[0]) state.ctm = multiply(state.ctm, args[0]);
        if (args[1]) clipTo(boundsOf(state.ctm, args[1]));
        break;
      case OPS.beginGroup: {
        save();
        const group = args[0] ?? {};
        if (group.bbox) clipTo(boundsOf(group.matrix ? multiply(state.ctm, group.matrix) : state.ctm, group.bbox));
        state.masked ||= !!group.smask;
        break;
      }
      case OPS.paintFormXObjectEnd:
      case OPS.endGroup: restore(); break;
      case OPS.beginMarkedContent: layers.push(true); break;
      case OPS.beginMarkedContentProps: layers.push(args[0] !== 'OC' || isShown(args[1])); break;
      case OPS.endMarkedContent: layers.pop(); break;
      case OPS.setGState:
        for (const [key, value] of args[0] ?? []) {
          if (key === 'ca') state.fillAlpha = value;
          else if (key === 'CA') state.strokeAlpha = value;
          else if (key === 'BM') state.plainly = value === 'source-over';
          else if (key === 'Font') [state.font, state.size] = fontOf(fonts, value[0], value[1], state);
        }
        break;
      case OPS.setFillRGBColor: state.fill = rgb(args[0]); break;
      case OPS.setStrokeRGBColor: state.stroke = rgb(args[0]); break;
      case OPS.setFillColorN: state.fill = undefined; break;
      case OPS.setStrokeColorN: state.stroke = undefined; break;
      case OPS.clip:
      case OPS.eoClip: clipNext = true; break;
      case OPS.constructPath: {
        const [how, data, box] = args;
        if (box) {
          // Left, right, bottom, top or corner by corner: pdf.js gives two corners.
          const bounds = boundsOf(state.ctm, box);
          if (how !== OPS.stroke && how !== OPS.closeStroke && how !== OPS.endPath) paint(bounds, { colour: state.fill, whole: isRectangle(data?.[0], state.ctm) });
          if (clipNext) clipTo(bounds);
        }
        clipNext = false;
        break;
      }
      case OPS.shadingFill: paint(state.clip, {}); break;
      case OPS.paintImageXObject:
      case OPS.paintInlineImageXObject:
      case OPS.paintImageMaskXObject:
      case OPS.paintImageXObjectRepeat: paint(boundsOf(state.ctm, [0, 0, 1, 1]), { picture: true }); break;
      case OPS.beginText:
        matrix = [1, 0, 0, 1, 0, 0];
        [x, y, lineX, lineY] = [0, 0, 0, 0];
        break;
      case OPS.setTextMatrix:
        matrix = Array.from(args[0]?.length === 6 ? args[0] : args);
        [x, y, lineX, lineY] = [0, 0, 0, 0];
        break;
      case OPS.moveText: move(args[0], args[1]); break;
      case OPS.setLeadingMoveText:
        state.leading = args[1];
        move(args[0], args[1]);
        break;
      case OPS.nextLine: move(0, state.leading); break;
      case OPS.setLeading: state.leading = -args[0]; break;
      case OPS.setCharSpacing: state.apart = args[0]; break;
      case OPS.setWordSpacing: state.wordsApart = args[0]; break;
      case OPS.setHScale: state.wide = args[0] / 100; break;
      case OPS.setTextRise: state.rise = args[0]; break;
      case OPS.setTextRenderingMode: state.mode = args[0]; break;
      case OPS.setFont: [state.font, state.size] = fontOf(fonts, args[0], args[1], state); break;
      case OPS.showText: show(args[0] ?? []); break;
    }
  }
  cover(letters, shapes);
  double(letters);
  return { letters, lost };
}

/** @param {any} fonts @param {string} name @param {number} size @param {{turned: number}} state @returns {[any, number]} */
const fontOf = (fonts, name, size, state) => {
  state.turned = size < 0 ? -1 : 1;
  return [fonts.has(name) ? fonts.get(name) : undefined, Math.abs(size)];
};

/**
 * What is drawn over letters later hides them. A picture does not: scans are laid over their text, and letters that are not painted are the text of the
 * picture that they lie on.
 * @param {Letter[]} letters @param {Shape[]} shapes
 */
function cover(letters, shapes) {
  const over = shapes.filter((shape) => shape.opaque && shape.whole && shape.colour && shape.order > 0);
  const pictures = shapes.filter((shape) => shape.picture);
  for (const shape of over) {
    for (const letter of letters.slice(0, shape.order)) {
      if (letter.hiding === SEEN && holds(shape.bounds, ...letter.middle)) letter.hiding = COVERED;
    }
  }
  for (const letter of letters) {
    if (letter.hiding === MARKED && pictures.some((shape) => holds(shape.bounds, ...letter.middle))) letter.hiding = SEEN;
  }
}

/** Marks the letters that are drawn once more where they stand already, to look bold. @param {Letter[]} letters */
function double(letters) {
  /** @type {Map<string, Letter[]>} */
  const near = new Map();
  for (const letter of letters) {
    if (letter.hiding !== SEEN) continue;
    const room = 0.12 * letter.size || 1;
    const key = (/** @type {number} */ dx, /** @type {number} */ dy) => `${letter.text} ${Math.round(letter.x / room) + dx} ${Math.round(letter.y / room) + dy}`;
    const steps = [-1, 0, 1];
    letter.double = steps.some((dx) => steps.some((dy) => (near.get(key(dx, dy)) ?? []).some((other) =>
      Math.abs(other.x - letter.x) <= room && Math.abs(other.y - letter.y) <= room && Math.abs(other.size - letter.size) < 0.05 * letter.size)));
    if (letter.double) continue;
    const here = key(0, 0);
    const known = near.get(here);
    if (known) known.push(letter);
    else near.set(here, [letter]);
  }
}

/**
 * Tells for each item of text which of its letters are seen: runs of one reason, without letters that are there twice. Items come in the order in which
 * they are drawn.
 */
export class Seen {
  /** @param {any} pdfjs @param {Letter[]} letters */
  constructor(pdfjs, letters) {
    this.pdfjs = pdfjs;
    this.letters = letters;
    this.next = 0;
  }

  /**
   * @param {{str: string, transform: number[]}} item
   * @returns {{text: string, hiding: number, from?: Letter, to?: Letter}[]} One run without letters if the item is seen as it is.
   */
  runs(item) {
    const whole = [{ text: item.str, hiding: SEEN }];
    const said = plain(this.pdfjs, item.str);
    const found = said === '' ? undefined : this.find(said, item);
    if (!found) return whole;
    const letters = this.letters.slice(found.from, found.to);
    const doubled = letters.filter((letter) => letter.double).length;
    if (doubled === letters.length) return [{ text: '', hiding: SEEN }];
    if (letters.every((letter) => letter.hiding === letters[0].hiding) && doubled === 0) {
      return [{ text: item.str, hiding: letters[0].hiding }];
    }
    if (!found.inOrder) {
      const hidden = letters.filter((letter) => letter.hiding !== SEEN);
      return [{ text: item.str, hiding: 2 * hidden.length > letters.length ? hidden[0].hiding : SEEN }];
    }
    /** @type {{text: string, hiding: number, from?: Letter, to?: Letter}[]} */
    const runs = [];
    let [at, left] = [0, letters[0].text.length];
    for (const sign of item.str) {
      const shown = plain(this.pdfjs, sign);
      const last = runs.at(-1);
      if (shown === '') {
        if (last) last.text += sign;
        continue;
      }
      while (left <= 0 && at + 1 < letters.length) left += letters[at += 1].text.length;
      const letter = letters[at];
      left -= shown.length;
      if (letter.double && letter.hiding === SEEN) continue;
      if (last && last.hiding === letter.hiding) {
        last.text += sign;
        last.to = letter;
      } else runs.push({ text: sign, hiding: letter.hiding, from: letter, to: letter });
    }
    return runs;
  }

  /** What stands outside of the page, of which pdf.js makes no items. @returns {{text: string, hiding: number, from: Letter, to: Letter}[]} */
  outside() {
    /** @type {{text: string, hiding: number, from: Letter, to: Letter}[]} */
    const runs = [];
    for (const letter of this.letters) {
      if (letter.told || letter.hiding !== OUTSIDE) continue;
      const last = runs.at(-1);
      const gap = last ? Math.hypot(letter.x - last.to.end[0], letter.y - last.to.end[1]) / letter.size : Infinity;
      if (last && gap < 1) {
        last.text += (gap > 0.15 ? ' ' : '') + letter.text;
        last.to = letter;
      } else runs.push({ text: letter.text, hiding: OUTSIDE, from: letter, to: letter });
    }
    return runs;
  }

  /** @param {string} said @param {{transform: number[]}} item */
  find(said, item) {
    const end = Math.min(this.letters.length, this.next + AHEAD);
    const sorted = [...said].sort().join('');
    for (let from = this.next; from < end; from += 1) {
      const first = this.letters[from];
      // Text from right to left begins with its last letter, but on the same line.
      if (from > this.next && Math.abs(first.y - item.transform[5]) + Math.abs(first.x - item.transform[4]) > 0.5 * first.size) continue;
      let text = '';
      let to = from;
      while (to < this.letters.length && text.length < said.length) text += this.letters[to++].text;
      const inOrder = text === said;
      if (inOrder || [...text].sort().join('') === sorted) {
        this.next = to;
        for (const letter of this.letters.slice(from, to)) letter.told = true;
        return { from, to, inOrder };
      }
    }
    return undefined;
  }
}
