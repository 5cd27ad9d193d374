// @ts-check
// Sent to a page's own world, where alone what a page sends over its sockets can be kept (see page/messages.js). Until something is to be kept it changes
// nothing: the same function is called with the same arguments, and looks the same. chrome.scripting.executeScript sends it as text, so it uses nothing
// from here.
globalThis.edithKeepMessages = (/** @type {string} */ word) => {
  /** How long messages are kept if nobody says otherwise, in milliseconds: EDITH may have ended. */
  const KEPT_MS = 30_000;
  /** The longest text that is told whole, in characters. */
  const MOST = 65_536;
  const target = globalThis;
  const dispatch = target.dispatchEvent.bind(target);
  const Told = target.CustomEvent;
  const { apply } = Reflect;
  const { now } = Date;
  const { parse, stringify } = JSON;
  const prototype = target.WebSocket?.prototype;
  const send = prototype?.send;
  if (typeof send !== 'function') return false;
  let until = 0;
  /** @type {(?{ socket: WebSocket, data: any })[]} */
  const kept = [];
  /** @type {WebSocket[]} */
  const sockets = [];
  const tell = (/** @type {object} */ told) => dispatch(new Told(word, { detail: stringify(told) }));
  /** A page may change what it has sent. */
  const copied = (/** @type {any} */ data) => {
    if (ArrayBuffer.isView(data)) return data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength);
    return data instanceof ArrayBuffer ? data.slice(0) : data;
  };
  const keep = (/** @type {WebSocket} */ socket, /** @type {any} */ data) => {
    if (!sockets.includes(socket)) sockets.push(socket);
    const text = typeof data === 'string' && data.length <= MOST ? data : null;
    kept.push({ socket, data: copied(data) });
    tell({ number: kept.length - 1, socket: sockets.indexOf(socket), url: socket.url, text });
  };
  prototype.send = new Proxy(send, {
    apply(call, self, given) {
      if (now() > until || self.readyState !== 1) return apply(call, self, given);
      return keep(self, given[0]);
    },
  });
  const pass = (/** @type {number} */ number) => {
    const one = kept[number];
    kept[number] = null;
    if (one?.socket.readyState !== 1) return false;
    apply(send, one.socket, [one.data]);
    return true;
  };
  target.addEventListener(`${word}-do`, (event) => {
    event.stopImmediatePropagation();
    const { keeps, passes = [] } = parse(/** @type {CustomEvent} */ (event).detail);
    if (keeps !== undefined) until = keeps ? now() + KEPT_MS : 0;
    tell({ passed: passes.filter(pass).length });
  }, { capture: true });
  until = now() + KEPT_MS;
  return tell({ passed: 0 });
};
