// @ts-check
// The worker of that tab. What is asked is done by the scripts of the extension's reader.
import './hands.js';

const bytes = async (/** @type {string} */ file) => {
  const answer = await fetch(new URL(`../given/${file}`, import.meta.url));
  if (!answer.ok) throw new Error('the file is not there any more');
  return new Uint8Array(await answer.arrayBuffer());
};

/** @type {Record<string, (...given: any[]) => Promise<string>>} */
const DONE = {
  open: async (file, password) => edithPdfOpen(await bytes(file), password ?? undefined),
  page: async (number) => JSON.stringify({ Ok: await edithPdfPage(number) }),
  recognise_page: (number) => edithRecognisePage(number),
  recognise_picture: async (file, mime) => edithRecognisePicture(await bytes(file), mime),
  draw_page: (number, width) => edithDrawPage(number, width),
  draw_picture: async (file, mime, width) => edithDrawPicture(await bytes(file), mime, width),
};

// A trap inside of a promise is no error event of the worker.
addEventListener('unhandledrejection', () => postMessage({ crashed: true }));

addEventListener('message', async ({ data: { name, given } }) => {
  try {
    postMessage({ answer: await DONE[name](...given) });
  } catch (error) {
    postMessage({ answer: JSON.stringify({ Err: { code: 'failed', error: String(/** @type {Error} */ (error)?.message ?? error) } }) });
  }
});
