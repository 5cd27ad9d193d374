// @ts-check
// What the person sees over a page while EDITH works in it: a glow, a pointer, the element's outline, what is typed, and a pill with Stop. In the top
// frame of tabs that are seen, and only as long as the worker holds its port: with the worker everything goes.
//
// The page must not be able to read, press or restyle it, so it lives in a closed shadow root whose `!important` rules no page can overrule. A page
// could keep events from Stop's listeners with listeners of its own on the window. It cannot keep the button from being `:active` under a press, which is
// looked at besides.
(() => {
  // Under these names a page's elements may be found: only what is the global object's own counts.
  if (Object.hasOwn(globalThis, "edithOverlay") && globalThis.edithOverlay) return;
  for (const name of ["edithParts", "edithOverlay"]) {
    if (!Object.hasOwn(globalThis, name)) Object.defineProperty(globalThis, name, { value: undefined, writable: true, configurable: true });
  }

  const OUTLINED_MS = 1_000;
  const TYPED_MS = 1_500;
  // How often it is made sure that it is there, on top and can be pressed; also the pace at which a page can make it come back.
  const TICK_MS = 400;
  // Distance to what EDITH presses, in CSS pixels.
  const APART = 12;
  // How long Stop is out of the tab order after EDITH's own keys, in milliseconds.
  const KEYS_MS = 1_500;
  // How often the button is looked at: nobody presses for a shorter time.
  const PRESS_MS = 30;
  const DOTS = "••••••••";
  const SVG = "http://www.w3.org/2000/svg";
  const ARROW = "M2 1l16 7.2-6.9 2.1L8.3 17z";

  const STYLE = `
    :host { all: initial !important; position: fixed !important; inset: 0 !important; width: 100vw !important; height: 100vh !important;
      margin: 0 !important; border: 0 !important; padding: 0 !important; background: none !important; overflow: hidden !important;
      pointer-events: none !important; display: block !important; z-index: 2147483647 !important; color-scheme: light !important; }
    .layer { position: absolute; inset: 0; }
    .layer[hidden] { display: none; }
    .glow { position: absolute; inset: 0; border: 2px solid #4a67e8; box-shadow: inset 0 0 14px 1px rgb(74 103 232 / 45%); }
    .layer:not(.works) .glow { display: none; }
    .box { position: absolute; box-sizing: border-box; border: 2px solid #4a67e8; border-radius: 4px; outline: 1px solid rgb(255 255 255 / 85%); }
    .box.failed { border-color: #d3382d; }
    .box.failed::after { content: "!"; position: absolute; right: -9px; top: -9px; width: 18px; height: 18px; border-radius: 9px; background: #d3382d;
      color: #fff; font: bold 13px/18px system-ui, sans-serif; text-align: center; }
    .pointer { position: absolute; left: 0; top: 0; width: 20px; height: 20px; overflow: visible; transition: transform 160ms ease-out; }
    .pointer path { fill: #1d2130; stroke: #fff; stroke-width: 1.75px; stroke-linejoin: round; }
    .typed { position: absolute; max-width: min(280px, 80vw); padding: 2px 8px; border-radius: 6px; background: #1d2130; color: #fff;
      font: 12px/18px system-ui, sans-serif; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; border: 1px solid rgb(255 255 255 / 25%); }
    .pill { position: absolute; left: 50%; transform: translateX(-50%); bottom: 14px; display: flex; align-items: center; gap: 8px; box-sizing: border-box;
      max-width: calc(100vw - 16px); padding: 4px 4px 4px 12px; border-radius: 18px; background: #1d2130; color: #fff; font: 13px/20px system-ui, sans-serif;
      border: 1px solid rgb(255 255 255 / 30%); box-shadow: 0 2px 10px rgb(0 0 0 / 35%); pointer-events: auto; cursor: default; user-select: none; }
    .pill.up { bottom: auto; top: 14px; }
    .dot { flex: none; width: 8px; height: 8px; border-radius: 4px; background: #8ea3ff; }
    .layer:not(.works) .dot { background: #f0bd6c; }
    .words { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    button { flex: none; margin: 0; padding: 2px 12px; border: 1px solid transparent; border-radius: 14px; background: #fff; color: #a4261d;
      font: 600 13px/20px system-ui, sans-serif; cursor: pointer; }
    button:hover { background: #fcecea; }
    button:focus-visible { outline: 2px solid #8ea3ff; outline-offset: 2px; }
    button[aria-disabled=true] { opacity: 0.6; }
    @media (prefers-reduced-motion: reduce) { .pointer { transition: none; } }
    @media (forced-colors: active) { .glow, .box { border-color: Highlight; } .dot { forced-color-adjust: none; } }
    @media print { :host { display: none !important; } }`;

  /** @type {?chrome.runtime.Port} */
  let port = null;
  /** @type {OverlayState} */
  let state = { doing: "", words: "", stop: "", language: "" };
  // Whether the tab is the one in view, nothing is being photographed, and the person has not taken over.
  let isSeen = true;
  let isHeld = false;
  let isTaken = false;
  let isUp = false;
  let sequence = 0;
  let rose = 0;
  /** @type {?Drawn} */
  let drawn = null;
  /** @type {Point} */
  let pointer = [0, 0];
  /** @type {Edges} */
  let box = [0, 0, 0, 0];
  let hasBox = false;
  // Every host there was, so that what the page's observers report of them can be left out.
  /** @type {WeakSet<Node>} */
  const hosts = new WeakSet();

  const tell = (/** @type {object} */ message) => {
    try {
      port?.postMessage(message);
    } catch {
      // The worker is gone: the port's end follows.
    }
  };

  /** @type {<K extends keyof HTMLElementTagNameMap>(tag: K, name: string) => HTMLElementTagNameMap[K]} */
  const make = (tag, name) => Object.assign(document.createElement(tag), { className: name });

  // --- Stop --------------------------------------------------------------------------------------------------------------------
  const stop = () => {
    if (!drawn || !state.doing || drawn.button.getAttribute("aria-disabled")) return;
    drawn.button.setAttribute("aria-disabled", "true");
    tell({ stop: true });
  };

  const isOurs = (/** @type {Event} */ event) => drawn !== null && event.target === drawn.host;
  const POINTED = "pointerdown mousedown pointerup mouseup click dblclick auxclick contextmenu pointermove mousemove pointerover mouseover pointerout mouseout".split(" ");
  const PASSIVE = "touchstart touchmove touchend wheel".split(" ");
  const KEYS = "keydown keypress keyup beforeinput input focusin focusout".split(" ");

  /** @type {(element: Element, event: PointerEvent) => boolean} */
  const isOn = (element, { clientX, clientY, button }) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return button === 0 && clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
  };

  /** Events of the pill go no further than here. @param {Event} event */
  const swallow = (event) => {
    if (!isOurs(event)) return;
    event.stopImmediatePropagation();
    // The focus and the selection stay where the person has them.
    if (event.type === "mousedown") event.preventDefault();
    if (!event.isTrusted || !drawn) return;
    // By the pointer and by the keyboard, where the page lets it come so far.
    if (event.type === "pointerdown" && isOn(drawn.button, /** @type {PointerEvent} */ (event))) stop();
    if (event.type === "click" && drawn.root.activeElement === drawn.button) stop();
  };
  /** A person who works in the page of a paused run has it for themselves. @param {Event} event */
  const touched = (event) => {
    if (!event.isTrusted || isOurs(event) || state.doing !== "paused") return;
    isTaken = true;
    update();
  };

  // --- being there -------------------------------------------------------------------------------------------------------------
  // A picture named `documentElement` would be `document.documentElement`.
  const rootOf = /** @type {() => Element} */ (Object.getOwnPropertyDescriptor(Document.prototype, "documentElement")?.get);
  const isOpen = (/** @type {Element} */ element) => element.matches(":popover-open");

  /** The deepest element at a point, through shadow roots. @type {(x: number, y: number) => ?Element} */
  const deepest = (x, y) => {
    let found = document.elementFromPoint(x, y);
    for (let depth = 0; found && found !== drawn?.host && depth < 20; depth++) {
      const inner = globalThis.edithParts?.closedRootOf(found)?.elementFromPoint(x, y);
      if (!inner || inner === found) break;
      found = inner;
    }
    return found;
  };

  const put = (/** @type {Element} */ parent) => {
    if (!drawn) return;
    const { host } = drawn;
    if (host.parentNode !== parent) parent.append(host);
    if (isOpen(host)) host.hidePopover();
    host.showPopover();
  };

  const isReached = () => {
    if (!drawn) return true;
    const { left, top, width, height } = drawn.button.getBoundingClientRect();
    if (width < 1 || left < 0 || top < 0 || left + width > innerWidth || top + height > innerHeight) return true;
    return document.elementFromPoint(left + width / 2, top + height / 2) === drawn.host;
  };

  /** Makes sure that it is whole, on top, and can be pressed: inside of a modal dialog, as all else is inert then. */
  const tend = () => {
    if (!drawn || isHeld) return;
    const { host } = drawn;
    for (const { name } of [...host.attributes]) if (name !== "popover") host.removeAttribute(name);
    if (host.popover !== "manual") host.popover = "manual";
    const home = rootOf.call(document);
    const parent = host.parentElement;
    if (!(parent === home || parent?.matches("dialog:modal")) || !isOpen(host)) put(home);
    if (isReached()) return;
    put(/** @type {Element} */ (host.parentElement ?? home));
    if (isReached()) return;
    const { left, top, width, height } = drawn.button.getBoundingClientRect();
    const modal = deepest(left + width / 2, top + height / 2)?.closest("dialog:modal");
    if (modal) put(modal);
    tellPlace();
  };
  /** Something else came to the top, or went. A page that answers each rise with one of its own is outlasted at the pace of `tend`. @param {Event} event */
  const risen = (event) => {
    const { target } = event;
    if (!drawn || isOurs(event) || (target instanceof Element && !target.matches(":popover-open, dialog, :fullscreen"))) return;
    const now = performance.now();
    if (now - rose < TICK_MS) return;
    rose = now;
    put(drawn.host.parentElement ?? rootOf.call(document));
    tend();
  };

  const tellPlace = () => {
    if (!drawn) return;
    const { left, top, width, height } = drawn.pill.getBoundingClientRect();
    sequence++;
    tell({ pill: [left, top, width, height], sequence });
  };

  // --- drawing -----------------------------------------------------------------------------------------------------------------
  const build = () => {
    const host = document.createElement("div");
    hosts.add(host);
    const root = host.attachShadow({ mode: "closed" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
    const layer = make("div", "layer");
    const pill = make("div", "pill");
    const words = make("span", "words");
    const button = make("button", "");
    button.type = "button";
    words.setAttribute("role", "status");
    pill.setAttribute("role", "group");
    pill.setAttribute("aria-label", "EDITH");
    pill.append(make("span", "dot"), words, button);
    layer.append(make("div", "glow"), pill);
    root.append(layer);
    const watch = setInterval(() => {
      if (button.matches(":active")) stop();
    }, PRESS_MS);
    button.addEventListener("focus", () => tell({ focused: true }));
    button.addEventListener("blur", () => tell({ focused: false }));
    for (const type of POINTED) addEventListener(type, swallow, { capture: true });
    for (const type of KEYS) addEventListener(type, swallow, { capture: true });
    for (const type of PASSIVE) addEventListener(type, swallow, { capture: true, passive: true });
    for (const type of ["pointerdown", "keydown"]) addEventListener(type, touched, { capture: true, passive: true });
    for (const type of ["toggle", "close", "fullscreenchange"]) addEventListener(type, risen, { capture: true });
    addEventListener("resize", tellPlace);
    drawn = { host, root, layer, pill, words, button, timers: [setInterval(tend, TICK_MS), watch] };
    host.popover = "manual";
  };

  const erase = () => {
    if (!drawn) return;
    for (const type of [...POINTED, ...PASSIVE, ...KEYS]) removeEventListener(type, swallow, { capture: true });
    for (const type of ["pointerdown", "keydown"]) removeEventListener(type, touched, { capture: true });
    for (const type of ["toggle", "close", "fullscreenchange"]) removeEventListener(type, risen, { capture: true });
    removeEventListener("resize", tellPlace);
    for (const timer of drawn.timers) clearInterval(timer);
    drawn.host.remove();
    drawn = null;
    hasBox = false;
    sequence++;
    tell({ pill: null, focused: false, sequence });
  };

  /** Draws what there is to be seen now, or nothing. */
  const update = () => {
    const isPage = rootOf.call(document) instanceof HTMLElement;
    if (state.doing === "" || !isSeen || document.hidden || isTaken || !isPage) {
      erase();
      return;
    }
    const isNew = !drawn;
    if (!drawn) build();
    const { layer, words, button, pill } = /** @type {Drawn} */ (/** @type {unknown} */ (drawn));
    layer.className = state.doing === "working" ? "layer works" : "layer";
    layer.hidden = isHeld;
    layer.lang = state.language;
    pill.className = isUp ? "pill up" : "pill";
    if (words.textContent !== state.words) words.textContent = state.words;
    if (button.textContent !== state.stop) button.textContent = state.stop;
    if (isNew) put(rootOf.call(document));
    tend();
    tellPlace();
  };

  /** Something that is drawn for a while. @type {(element: Element, ms: number) => void} */
  const passing = (element, ms) => {
    drawn?.layer.append(element);
    setTimeout(() => element.remove(), ms);
  };

  const outline = (/** @type {boolean} */ failed) => {
    if (!drawn || !hasBox) return;
    for (const old of drawn.layer.querySelectorAll(".box")) old.remove();
    const [x, y, width, height] = box;
    const element = make("div", failed ? "box failed" : "box");
    Object.assign(element.style, { left: `${x - 3}px`, top: `${y - 3}px`, width: `${width + 6}px`, height: `${height + 6}px` });
    passing(element, OUTLINED_MS);
  };

  const pointTo = ([x, y] = pointer) => {
    if (!drawn) return;
    let arrow = /** @type {?SVGSVGElement} */ (drawn.layer.querySelector(".pointer"));
    if (!arrow) {
      arrow = document.createElementNS(SVG, "svg");
      arrow.setAttribute("class", "pointer");
      arrow.setAttribute("viewBox", "0 0 20 20");
      arrow.setAttribute("aria-hidden", "true");
      const path = document.createElementNS(SVG, "path");
      path.setAttribute("d", ARROW);
      arrow.append(path);
      drawn.layer.append(arrow);
    }
    arrow.style.transform = `translate(${x}px, ${y}px)`;
    pointer = [x, y];
  };

  const typed = (/** @type {string | null} */ text) => {
    if (!drawn || !hasBox || text === "") return;
    for (const old of drawn.layer.querySelectorAll(".typed")) old.remove();
    const [x, y, , height] = box;
    const bubble = make("div", "typed");
    bubble.dir = "auto";
    bubble.textContent = text ?? DOTS;
    const below = y + height + 32 < innerHeight;
    Object.assign(bubble.style, { left: `${Math.max(4, Math.min(x, innerWidth - 290))}px`, top: `${below ? y + height + 8 : Math.max(4, y - 32)}px` });
    passing(bubble, TYPED_MS);
  };

  /** @param {OverlayMessage} message */
  const take = (message) => {
    if (message.state) {
      isTaken = isTaken && message.state.doing === "paused";
      state = message.state;
      drawn?.button.removeAttribute("aria-disabled");
      update();
    }
    if (message.seen !== undefined) {
      isSeen = message.seen;
      update();
    }
    const { sign } = message;
    if (!sign || !drawn || state.doing !== "working") return;
    if (sign === "failed") outline(true);
    else if ("at" in sign) {
      box = sign.at.place;
      hasBox = true;
      outline(false);
      pointTo(sign.at.point);
    } else if ("typed" in sign) typed(sign.typed === "secret" ? null : sign.typed.plain);
  };

  // --- the worker's end --------------------------------------------------------------------------------------------------------
  chrome.runtime.onConnect.addListener((next) => {
    if (next.name !== "edith-overlay") return;
    port?.disconnect();
    port = next;
    next.onMessage.addListener(take);
    next.onDisconnect.addListener(() => {
      if (port !== next) return;
      port = null;
      state = { ...state, doing: "" };
      isTaken = false;
      erase();
    });
  });
  document.addEventListener("visibilitychange", update);

  globalThis.edithOverlay = Object.freeze({
    isHost: (/** @type {unknown} */ node) => hosts.has(/** @type {Node} */ (node)),
    /** Leaves a point of the viewport to the page, or, without one, the keys. */
    leave: (/** @type {?Point} */ point) => {
      if (!drawn) return;
      const { pill, button } = drawn;
      if (!point) {
        button.blur();
        button.tabIndex = -1;
        setTimeout(() => button.removeAttribute("tabindex"), KEYS_MS);
        return;
      }
      const { left, top, right, bottom } = pill.getBoundingClientRect();
      const [x, y] = point;
      if (x < left - APART || x > right + APART || y < top - APART || y > bottom + APART) return;
      isUp = !isUp;
      pill.className = isUp ? "pill up" : "pill";
      tellPlace();
    },
    /** Nothing of it is in a picture. */
    hold: (/** @type {boolean} */ on) => {
      isHeld = on;
      if (!drawn) return;
      drawn.layer.hidden = on;
    },
  });
})();
