// @ts-check
// Languages of the text recognition that the person added, each a model of Tesseract in the extension's own files. Pages add and delete them, the
// recognition reads them.
const FOLDER = 'languages';
const ENDING = '.traineddata';
const NAME = /^([a-z][a-z0-9_-]{1,39})\.traineddata(\.gz)?$/i;
// The largest of Tesseract's own models has 45 MB.
const MOST_BYTES = 80_000_000;
const CHECK_MS = 20_000;

/** The languages that the package brings. */
export const SHIPPED = ['eng', 'deu'];

const folder = async () => (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true });

/** The added languages by their codes. @returns {Promise<{ code: string, size: number }[]>} */
export async function added() {
  const found = [];
  for await (const [name, handle] of (await folder()).entries()) {
    if (!name.endsWith(ENDING) || handle.kind !== 'file') continue;
    const { size } = await /** @type {FileSystemFileHandle} */ (handle).getFile();
    found.push({ code: name.slice(0, -ENDING.length), size });
  }
  return found.sort((one, other) => (one.code < other.code ? -1 : 1));
}

/** An added language's model. @param {string} code */
export async function addedModel(code) {
  const handle = await (await folder()).getFileHandle(`${code}${ENDING}`);
  return new Uint8Array(await (await handle.getFile()).arrayBuffer());
}

/** Adds a language, unless its file is no model that Tesseract takes. @param {File} file @returns {Promise<'' | 'name' | 'shipped' | 'large' | 'model'>} What is wrong. */
export async function add(file) {
  const [, code] = NAME.exec(file.name) ?? [];
  if (!code) return 'name';
  if (SHIPPED.includes(code)) return 'shipped';
  if (file.size > MOST_BYTES) return 'large';
  const model = await unpacked(file);
  if (!model) return 'model';
  if (model.size > MOST_BYTES) return 'large';
  if (!(await isModel(await model.arrayBuffer()))) return 'model';
  const handle = await (await folder()).getFileHandle(`${code}${ENDING}`, { create: true });
  // Nothing is there under its name until all of it is written.
  const to = await handle.createWritable();
  await to.write(model);
  await to.close();
  return '';
}

/** @param {string} code */
export const remove = async (code) => (await folder()).removeEntry(`${code}${ENDING}`);

/** Deletes all of them. */
export async function forget() {
  await (await navigator.storage.getDirectory()).removeEntry(FOLDER, { recursive: true }).catch(() => {});
}

/** What is inside of a packed file, or the file itself; a bit more than the limit at most. @param {File} file @returns {Promise<Blob | undefined>} */
async function unpacked(file) {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (first !== 0x1f || second !== 0x8b) return file;
  const parts = [];
  let size = 0;
  const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  try {
    for (let piece = await reader.read(); !piece.done && size <= MOST_BYTES; piece = await reader.read()) {
      size += piece.value.length;
      parts.push(piece.value);
    }
    await reader.cancel();
  } catch {
    return undefined;
  }
  return new Blob(parts);
}

/** Whether Tesseract takes it, tried in a worker of its own. @param {ArrayBuffer} bytes @returns {Promise<boolean>} */
function isModel(bytes) {
  const worker = new Worker('/reader/recognise.js', { type: 'module' });
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), CHECK_MS);
    worker.onmessage = ({ data }) => resolve(data.fits === true);
    worker.onerror = (event) => {
      event.preventDefault();
      resolve(false);
    };
    worker.postMessage({ check: bytes }, [bytes]);
  }).finally(() => worker.terminate());
}
