// @ts-check
// Runs in a page's own world before the page's scripts, where alone what a page sends over its sockets can be kept (see page/messages.js). Until something
// is to be kept it changes nothing: the same function is called with the same arguments, and looks the same. The debugger sends it as text
// (crates/cdp/src/session/messages.rs), so it uses nothing from here.
// A page may replace whatever it can reach: after the first turn nothing is called but what was taken here, no object but those without a prototype is
// written to or read from by name, and nothing is iterated.
const edithKeepMessages = (/** @type {string} */ word) => {
  'use strict';
  /** How long messages are kept if nobody says otherwise, in milliseconds: EDITH may have ended. */
  const KEPT_MS = 30_000;
  /** What comes so soon after the person or EDITH did something may be because of that, in milliseconds. */
  const AFTER_MS = 1_000;
  /** The longest text that is told whole, in characters. */
  const MOST = 65_536;
  /** Most messages that are not sent again. */
  const BARRED = 64;
  /** Most messages of a page's own that are remembered, and the longest of them, in characters: what only keeps a connection open is short. */
  const OWN = 256;
  const OWN_LENGTH = 4_096;
  /** A number of so many digits is a time. */
  const TIME_DIGITS = 10;
  /** @type {any} */
  const target = globalThis;
  const { apply, deleteProperty, getOwnPropertyDescriptor, getPrototypeOf } = Reflect;
  const { addEventListener, dispatchEvent, queueMicrotask, CustomEvent: Told, Uint8Array: Bytes } = target;
  const { now } = Date;
  const { parse, stringify } = JSON;
  const stop = Event.prototype.stopImmediatePropagation;
  const prototype = target.WebSocket?.prototype;
  const send = prototype?.send;
  if (typeof send !== 'function') return;
  const { close } = prototype;
  /** What the browser's own getter says; undefined: it is no such object. */
  const getter = (/** @type {object} */ of, /** @type {string} */ name) => {
    const get = /** @type {() => any} */ (getOwnPropertyDescriptor(of, name)?.get);
    return (/** @type {any} */ it) => {
      try {
        return apply(get, it, []);
      } catch {
        return undefined;
      }
    };
  };
  const bytes = getPrototypeOf(Bytes.prototype);
  const { set } = /** @type {any} */ (bytes);
  const readyState = getter(prototype, 'readyState');
  const addressOf = getter(prototype, 'url');
  const detailOf = getter(Told.prototype, 'detail');
  const sizeOfBlob = getter(Blob.prototype, 'size');
  const sizeOfBuffer = getter(ArrayBuffer.prototype, 'byteLength');
  const [bufferOf, startOf, sizeOf] = ['buffer', 'byteOffset', 'byteLength'].map((name) => {
    const [ofBytes, ofView] = [getter(/** @type {object} */ (bytes), name), getter(DataView.prototype, name)];
    return (/** @type {any} */ it) => ofBytes(it) ?? ofView(it);
  });
  const order = `${word}-do`;
  const dispatch = (/** @type {string} */ name, /** @type {string} */ detail) => {
    apply(dispatchEvent, target, [new Told(name, /** @type {any} */ ({ __proto__: null, detail }))]);
  };
  let isThere = false;
  const hear = () => { isThere = true; };
  target.addEventListener(word, hear, { capture: true, once: true });
  dispatch(order, '{"keeps":null,"passes":[],"bars":[],"ends":false}');
  if (isThere) return;
  target.removeEventListener(word, hear, { capture: true });
  /** @returns {any} */
  const nothing = () => /** @type {any} */ ({ __proto__: null });
  let until = 0;
  /** When the person or EDITH did something last. */
  let touched = 0;
  let turn = 0;
  let isInTurn = false;
  /** The last turn in which something was not sent: what belongs to it is not sent either. */
  let cut = 0;
  /** Whether the page tried again what may not go. */
  let hasTried = false;
  let kept = nothing();
  let count = 0;
  /** What may not go, which pages try again. */
  let barred = nothing();
  let bars = 0;
  const sockets = nothing();
  let known = 0;
  /** By its socket's number, the size of the shortest message that was kept and may not go. */
  let shut = nothing();
  let own = nothing();
  let owned = 0;
  const tell = (/** @type {any} */ told) => dispatch(word, stringify(told));
  const numberOf = (/** @type {WebSocket} */ socket) => {
    for (let at = 0; at < known; at += 1) if (sockets[at] === socket) return at;
    sockets[known] = socket;
    known += 1;
    return known - 1;
  };
  const sized = (/** @type {any} */ data) => (typeof data === 'string' ? data.length : sizeOfBlob(data) ?? sizeOf(data));
  /** What goes in any case: a page may change what it has sent. */
  const copied = (/** @type {any} */ data) => {
    if (typeof data === 'string' || sizeOfBlob(data) !== undefined) return data;
    const size = sizeOf(data) ?? sizeOfBuffer(data);
    if (size === undefined) return `${data}`;
    const copy = new Bytes(size);
    apply(set, copy, [new Bytes(bufferOf(data) ?? data, startOf(data) ?? 0, size)]);
    return copy;
  };
  /** A text without its numbers of at least so many digits. */
  const unnumbered = (/** @type {string} */ text, /** @type {number} */ least) => {
    let out = '';
    let digits = '';
    for (let at = 0; at <= text.length; at += 1) {
      const one = at < text.length ? /** @type {string} */ (text[at]) : '';
      if (one >= '0' && one <= '9') {
        digits += one;
      } else {
        out += (digits.length < least ? digits : '#') + one;
        digits = '';
      }
    }
    return out;
  };
  /** The same message, numbers aside. */
  const alike = (/** @type {any} */ one, /** @type {any} */ other) => {
    if (typeof one === 'string' && typeof other === 'string') {
      return one === other || (one.length <= MOST && other.length <= MOST && unnumbered(one, 1) === unnumbered(other, 1));
    }
    const size = sized(one);
    if (typeof one !== typeof other || size !== sized(other)) return false;
    if (sizeOfBlob(one) !== undefined || sizeOfBlob(other) !== undefined) return true;
    let differing = 0;
    for (let at = 0; at < size; at += 1) if (one[at] !== other[at]) differing += 1;
    return differing * 4 <= size;
  };
  const ownKey = (/** @type {any} */ data) =>
    (typeof data === 'string' && data.length <= OWN_LENGTH ? unnumbered(data, TIME_DIGITS) : undefined);
  const note = (/** @type {any} */ data) => {
    const key = now() - touched > AFTER_MS ? ownKey(data) : undefined;
    if (key === undefined || own[key]) return;
    if (owned % OWN === 0) own = nothing();
    own[key] = true;
    owned += 1;
  };
  const isOwn = (/** @type {any} */ data) => {
    const key = ownKey(data);
    return key !== undefined && own[key] === true;
  };
  const begin = () => {
    if (isInTurn) return;
    turn += 1;
    isInTurn = true;
    apply(queueMicrotask, target, [() => { isInTurn = false; }]);
  };
  const keep = (/** @type {WebSocket} */ socket, /** @type {any} */ data) => {
    begin();
    kept[count] = { __proto__: null, socket, data };
    const text = typeof data === 'string' && data.length <= MOST ? data : null;
    count += 1;
    tell({ __proto__: null, number: count - 1, turn, socket: numberOf(socket), url: addressOf(socket), text, own: isOwn(data) });
  };
  /** Whether a message may go although others may not: none of those, and what the page sends by itself or what is too short to be one of them in other
   * clothes, such as the answer that keeps the connection open. */
  const goes = (/** @type {WebSocket} */ socket, /** @type {any} */ data) => {
    for (let at = 0; at < BARRED; at += 1) if (barred[at] !== undefined && alike(barred[at], data)) return false;
    const least = shut[numberOf(socket)];
    return least === undefined || (cut !== turn && (isOwn(data) || sized(data) * 2 < least));
  };
  const open = () => {
    barred = nothing();
    shut = nothing();
    bars = 0;
  };
  prototype.send = new Proxy(send, /** @type {any} */ ({
    __proto__: null,
    apply(/** @type {any} */ _, /** @type {WebSocket} */ self, /** @type {any} */ given) {
      const keeps = now() <= until;
      if (readyState(self) !== 1 || given.length === 0 || (!keeps && bars === 0)) {
        if (given.length > 0) note(given[0]);
        return apply(send, self, given);
      }
      const data = copied(given[0]);
      if (keeps) return keep(self, data);
      begin();
      if (goes(self, data)) return apply(send, self, [data]);
      cut = turn;
      hasTried = true;
      return undefined;
    },
  }));
  prototype.close = new Proxy(close, /** @type {any} */ ({
    __proto__: null,
    // Its reason may say anything.
    apply: (/** @type {any} */ _, /** @type {WebSocket} */ self, /** @type {any} */ given) =>
      apply(close, self, now() <= until || bars > 0 ? [given[0]] : given),
  }));
  // Pages without it use a socket. It is new, and what is sent over it cannot be kept.
  deleteProperty(target, 'WebSocketStream');
  const touch = (/** @type {Event} */ event) => {
    if (!event.isTrusted) return;
    touched = now();
    // The person does by hand what they like.
    if (touched > until) open();
  };
  ['pointerdown', 'pointerup', 'keydown', 'keyup', 'input', 'change', 'drop'].forEach((name) => target.addEventListener(name, touch, { capture: true }));
  const pass = (/** @type {number} */ number) => {
    const one = kept[number];
    kept[number] = undefined;
    if (one === undefined || readyState(one.socket) !== 1) return 0;
    for (let at = 0; at < BARRED; at += 1) if (barred[at] !== undefined && alike(barred[at], one.data)) barred[at] = undefined;
    shut[numberOf(one.socket)] = undefined;
    apply(send, one.socket, [one.data]);
    return 1;
  };
  const bar = (/** @type {any} */ one) => {
    if (one === undefined) return;
    barred[bars % BARRED] = one.data;
    bars += 1;
    const socket = numberOf(one.socket);
    const size = sized(one.data);
    if (shut[socket] === undefined || size < shut[socket]) shut[socket] = size;
  };
  apply(addEventListener, target, [order, (/** @type {Event} */ event) => {
    apply(stop, event, []);
    const told = parse(detailOf(event));
    touched = now();
    if (told.keeps === true) {
      until = touched + KEPT_MS;
      kept = nothing();
      shut = nothing();
    } else if (told.keeps === false) {
      until = 0;
    }
    let passed = 0;
    for (let at = 0; at < told.passes.length; at += 1) passed += pass(told.passes[at]);
    for (let at = 0; at < told.bars.length; at += 1) bar(kept[told.bars[at]]);
    if (told.ends === true) shut = nothing();
    tell({ __proto__: null, passed, hasTried });
  }, { __proto__: null, capture: true }]);
};
