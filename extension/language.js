// @ts-check
// The browser's own language tools, `Summarizer` and `Translator`: the offscreen page uses them, and a page that the person presses in has them downloaded.

/** @typedef {{ tool: 'summarizer', language: string } | { tool: 'translator', from: string, to: string }} Tool */

/** @param {Tool} tool */
const api = (tool) => /** @type {any} */ (globalThis)[tool.tool === 'summarizer' ? 'Summarizer' : 'Translator'];

// Asked about and made with the same options, as the interface wants it.
/** @param {Tool} tool */
const options = (tool) =>
  tool.tool === 'summarizer'
    ? { type: 'key-points', format: 'markdown', length: 'medium', expectedInputLanguages: [tool.language], outputLanguage: tool.language }
    : { sourceLanguage: tool.from, targetLanguage: tool.to };

/** One of the four states; a language that the browser does not know is as good as no tool. @param {Tool} tool @returns {Promise<string>} */
export async function availability(tool) {
  try {
    return (await api(tool)?.availability(options(tool))) ?? 'unavailable';
  } catch {
    return 'unavailable';
  }
}

// A long text comes in parts, and each would load the model again.
/** @type {Map<string, Promise<any>>} */
const made = new Map();

/** What a tool makes of a text. @param {Tool} tool @param {string} text @returns {Promise<string>} */
export async function run(tool, text) {
  const key = JSON.stringify(tool);
  const making = made.get(key) ?? api(tool).create(options(tool));
  made.set(key, making);
  try {
    const one = await making;
    return await (tool.tool === 'summarizer' ? one.summarize(text) : one.translate(text));
  } catch (error) {
    // It may have been unloaded: the next part has it made again.
    made.delete(key);
    throw error;
  }
}

/** Has a tool downloaded, right when the person presses. @param {string} json @param {(part: number) => void} told */
export async function download(json, told) {
  const tool = /** @type {Tool} */ (JSON.parse(json));
  const one = await api(tool).create({
    ...options(tool),
    monitor: (/** @type {EventTarget} */ monitor) =>
      monitor.addEventListener('downloadprogress', (event) => told(/** @type {ProgressEvent} */ (event).loaded)),
  });
  one.destroy();
}
