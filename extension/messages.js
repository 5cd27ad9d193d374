// @ts-check
// Runs in a page's own world before the page's scripts, where alone what a page sends over its sockets can be kept (see page/messages.js). Until something
// is to be kept it changes nothing: the same function is called with the same arguments, and looks the same. The debugger sends it as text
// (crates/cdp/src/session/messages.rs), so it uses nothing from here.
const edithKeepMessages = (/** @type {string} */ word) => {
  /** How long messages are kept if nobody says otherwise, in milliseconds: EDITH may have ended. */
  const KEPT_MS = 30_000;
  /** The longest text that is told whole, in characters. */
  const MOST = 65_536;
  /** Most messages that are not sent again. */
  const BARRED = 64;
  const target = globalThis;
  const dispatch = target.dispatchEvent.bind(target);
  const Told = target.CustomEvent;
  const Bytes = target.Uint8Array;
  const { apply } = Reflect;
  const { now } = Date;
  const { parse, stringify } = JSON;
  const prototype = target.WebSocket?.prototype;
  const send = prototype?.send;
  if (typeof send !== 'function') return;
  let isThere = false;
  const order = `${word}-do`;
  target.addEventListener(word, () => { isThere = true; }, { capture: true, once: true });
  dispatch(new Told(order, { detail: '{}' }));
  if (isThere) return;
  const { then } = Promise.prototype;
  let until = 0;
  let turn = 0;
  let isInTurn = false;
  /** @type {(?{ socket: WebSocket, data: any })[]} */
  const kept = [];
  /** What may not go, which pages try again. @type {any[]} */
  let barred = [];
  /** @type {WebSocket[]} */
  const sockets = [];
  const tell = (/** @type {object} */ told) => dispatch(new Told(word, { detail: stringify(told) }));
  /** A page may change what it has sent. */
  const copied = (/** @type {any} */ data) => {
    if (ArrayBuffer.isView(data)) return data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength);
    return data instanceof ArrayBuffer ? data.slice(0) : data;
  };
  /** The same message, numbers aside. */
  const alike = (/** @type {any} */ one, /** @type {any} */ other) => {
    if (typeof one === 'string') return typeof other === 'string' && one.replace(/\d+/g, '#') === other.replace(/\d+/g, '#');
    if (!(one instanceof ArrayBuffer) || one.byteLength !== other?.byteLength) return one?.size !== undefined && one.size === other?.size;
    const [left, right] = [new Bytes(one), new Bytes(copied(other))];
    return left.reduce((differing, byte, at) => differing + Number(byte !== right[at]), 0) * 4 <= left.length;
  };
  const keep = (/** @type {WebSocket} */ socket, /** @type {any} */ data) => {
    if (!sockets.includes(socket)) sockets.push(socket);
    const text = typeof data === 'string' && data.length <= MOST ? data : null;
    kept.push({ socket, data: copied(data) });
    if (!isInTurn) {
      turn += 1;
      isInTurn = true;
      apply(then, Promise.resolve(), [() => { isInTurn = false; }]);
    }
    tell({ number: kept.length - 1, turn, socket: sockets.indexOf(socket), url: socket.url, text });
  };
  prototype.send = new Proxy(send, {
    apply(call, self, given) {
      if (self.readyState !== 1) return apply(call, self, given);
      if (now() <= until) return keep(self, given[0]);
      return barred.some((one) => alike(one, given[0])) ? undefined : apply(call, self, given);
    },
  });
  const pass = (/** @type {number} */ number) => {
    const one = kept[number];
    kept[number] = null;
    if (one?.socket.readyState !== 1) return false;
    barred = barred.filter((other) => !alike(other, one.data));
    apply(send, one.socket, [one.data]);
    return true;
  };
  target.addEventListener(order, (event) => {
    event.stopImmediatePropagation();
    const { keeps, passes = [], bars = [] } = parse(/** @type {CustomEvent} */ (event).detail);
    if (keeps !== undefined) until = keeps ? now() + KEPT_MS : 0;
    barred.push(...bars.map((/** @type {number} */ number) => kept[number]?.data));
    barred = barred.slice(-BARRED);
    tell({ passed: passes.filter(pass).length });
  }, { capture: true });
};
