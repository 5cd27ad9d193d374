// @ts-check
// What the worker may call: `edithPage[name](...args)`. Functions take node numbers for elements and answer JSON: `{gone: true}` if the element left
// the document, `{failed: text}` if something threw.
(() => {
  const parts = globalThis.edithParts;
  if (globalThis.edithPage) return;

  // --- quiet -----------------------------------------------------------------------------------------------------------------
  const OBSERVED = { subtree: true, childList: true, attributes: true, characterData: true };
  const WATCH_MS = 10_000;

  /** Watches the document, its same-origin frames and the shadow roots the walk knows. */
  class Watch {
    constructor() {
      this.mutations = 0;
      this.last = performance.now();
      this.scrolled = this.last;
      this.roots = new WeakSet();
      this.waiting = new Set();
      this.observer = new MutationObserver((all) => {
        const records = parts.ofThePage(all);
        if (records.length === 0) return;
        this.mutations += records.length;
        this.last = performance.now();
        askIdle();
        askFrame();
        for (const record of records) for (const node of record.addedNodes) if (node.nodeType === 1) this.adopt(node, 1);
        for (const wake of this.waiting) wake();
      });
      this.onScroll = () => {
        this.scrolled = performance.now();
      };
      addEventListener("scroll", this.onScroll, { capture: true, passive: true });
      this.observe(document);
    }
    /** @param {Document | ShadowRoot} root */
    observe(root) {
      if (this.roots.has(root)) return;
      this.roots.add(root);
      this.observer.observe(root, OBSERVED);
      this.adopt(/** @type {Document} */ (root).documentElement ?? root, 0);
    }
    /**
     * Finds shadow roots and frames under a node; skipped for very large subtrees, where the light tree suffices.
     * @param {Node & { getElementsByTagName?: Element["getElementsByTagName"] }} node @param {number} depth
     */
    adopt(node, depth) {
      if (depth > 20) return;
      const all = node.getElementsByTagName?.("*") ?? [];
      const count = Math.min(all.length, 20_000);
      for (let i = -1; i < count; i++) {
        const element = i < 0 ? /** @type {Element} */ (node) : all[i];
        if (element.nodeType !== 1) continue;
        const shadow = element.shadowRoot;
        if (shadow) this.observe(shadow);
        else {
          const inner = parts.frameDocument(element);
          if (inner) this.observe(inner);
        }
      }
    }
    stop() {
      this.observer.disconnect();
      removeEventListener("scroll", this.onScroll, { capture: true });
    }
  }

  // Idle callbacks run in the order they were requested: once one of ours, requested after the last change, has run, so have the page's. Wait at most
  // this long, in milliseconds; a change this recent proves nothing yet.
  const IDLE_MS = 1_000;
  const IDLE_YOUNG_MS = 10;
  const MOST_STARVED = 3;
  let idleAsked = 0;
  let starved = 0;
  // When the action began that left the browser busy; 0 if it was idle. Callbacks requested after the action come after all of its own.
  let owed = 0;
  let owedAsked = false;
  // What a page opens in the frame after a change comes late on a busy machine: a frame is overdue after this long, in milliseconds. In a tab that is not
  // drawn there is none, which is waited for once.
  const FRAME_DUE_MS = 20;
  const FRAME_MS = 150;
  let frameAsked = 0;
  let isUndrawn = false;
  const awaitsFrame = (/** @type {number} */ now) => {
    const waited = frameAsked > 0 && !isUndrawn ? now - frameAsked : 0;
    isUndrawn ||= waited >= FRAME_MS;
    return waited > FRAME_DUE_MS && !isUndrawn;
  };
  const askFrame = () => {
    if (frameAsked > 0) return;
    frameAsked = performance.now();
    requestAnimationFrame(() => {
      frameAsked = 0;
      isUndrawn = false;
    });
  };
  const askIdle = () => {
    // A frame is followed by idle time.
    requestAnimationFrame(() => {});
    if (idleAsked > 0) return;
    idleAsked = performance.now();
    requestIdleCallback(() => {
      starved = performance.now() - idleAsked < IDLE_MS ? 0 : starved + 1;
      idleAsked = 0;
    });
  };
  // Whether callbacks requested since the action began may still be pending.
  const owesIdle = (/** @type {number} */ now) => {
    if (owed === 0) return false;
    if (!owedAsked) {
      owedAsked = true;
      const since = owed;
      requestIdleCallback(() => {
        if (owed === since) owed = 0;
      });
    }
    return starved < MOST_STARVED && now - owed < IDLE_MS;
  };
  const awaitsIdle = (/** @type {number} */ now) => {
    const waited = idleAsked > 0 && starved < MOST_STARVED ? now - idleAsked : 0;
    return waited > IDLE_YOUNG_MS && waited < IDLE_MS;
  };

  // An editor keeps a copy of the selection, which it takes when the browser reports a change, some a short while later (Slate: 100 ms). Timers run in
  // the order in which they are due, so that one of ours of the same length comes after the page's.
  const EDITOR_MS = 100;
  const TOLD_MS = 1_000;
  /** What each document's selection was when its page was last told. @type {WeakMap<Document, unknown[]>} */
  const told = new WeakMap();
  let tellings = 0;
  let telling = 0;
  let acted = 0;
  const selected = (/** @type {Document} */ inner) => {
    const selection = inner.getSelection();
    return selection ? [selection.anchorNode, selection.anchorOffset, selection.focusNode, selection.focusOffset] : [];
  };
  const editorNow = () => {
    const active = parts.activeElement();
    return active && (active.isContentEditable || active.editContext) ? active : null;
  };
  const hearSelections = (/** @type {Document} */ inner) => {
    if (!told.has(inner)) {
      inner.addEventListener("selectionchange", () => {
        told.set(inner, selected(inner));
        if (!editorNow()) return;
        const mine = ++tellings;
        telling = performance.now();
        const over = () => {
          if (mine === tellings) telling = 0;
        };
        setTimeout(() => setTimeout(over), EDITOR_MS);
      }, { capture: true, passive: true });
    }
    told.set(inner, selected(inner));
    for (const frame of inner.querySelectorAll("iframe")) {
      const within = parts.frameDocument(frame);
      if (within) hearSelections(within);
    }
  };
  /** Whether the page has not heard yet what is selected in an editor. @type {(now: number) => boolean} */
  const awaitsTelling = (now) => {
    const editor = editorNow();
    if (!editor || now - acted > TOLD_MS) return false;
    const before = told.get(editor.ownerDocument);
    const isPending = before !== undefined && selected(editor.ownerDocument).some((one, at) => one !== before[at]);
    return isPending || (telling > 0 && now - telling < TOLD_MS);
  };

  /** @type {?Watch} */
  let watch = null;
  let stopTimer = 0;
  const watching = () => {
    watch ??= new Watch();
    clearTimeout(stopTimer);
    stopTimer = setTimeout(() => {
      if (watch?.waiting.size) return;
      watch?.stop();
      watch = null;
    }, WATCH_MS);
    return watch;
  };

  const quiet = (/** @type {number} */ ms, /** @type {number} */ cap) =>
    new Promise((resolve) => {
      const current = watching();
      const started = performance.now();
      const seen = current.mutations;
      current.last = started;
      let timer = 0;
      const check = () => {
        clearTimeout(timer);
        const now = performance.now();
        const rested = now - current.last >= ms - 1;
        if (rested || now - started >= cap) {
          current.waiting.delete(check);
          resolve({ quiet: rested, took: now - started, mutations: current.mutations - seen });
          return;
        }
        timer = setTimeout(check, Math.max(1, Math.min(ms - (now - current.last), cap - (now - started))));
      };
      current.waiting.add(check);
      check();
    });

  const animations = () => {
    const all = document.getAnimations?.() ?? [];
    if (!globalThis.edithOverlay) return all;
    const rootOf = (/** @type {Animation} */ { effect }) => /** @type {?KeyframeEffect} */ (effect)?.target?.getRootNode();
    return all.filter((animation) => !parts.isOverlay(/** @type {?ShadowRoot} */ (rootOf(animation))?.host ?? null));
  };

  // An animation that is not over when it should be is late, as the machine is busy: what it shows cannot be seen yet. Waited for so long since it was
  // first seen, in milliseconds.
  const LATE_MS = 1_500;
  /** @type {WeakMap<Animation, number>} */
  const begun = new WeakMap();
  /** @type {(animation: Animation, end: number, now: number) => boolean} */
  const isLate = (animation, end, now) => {
    const since = begun.get(animation) ?? now;
    begun.set(animation, since);
    return animation.playState === "running" && now - since > end && now - since < LATE_MS;
  };

  /** How long nothing has changed, scrolled or been moved by style, in milliseconds; 0 if unknown. */
  parts.restedFor = () => {
    if (!watch || animations().some((animation) => animation.playState === "running")) return 0;
    return performance.now() - Math.max(watch.last, watch.scrolled);
  };

  /** How many document changes were seen, and how long ago the last one was. */
  parts.changes = () => {
    const current = watching();
    return { mutations: current.mutations, since: performance.now() - current.last };
  };

  // Signs that a page is working. A spinner that has turned this long (milliseconds) never stops.
  const BUSY = /spin|load|progress|busy|skeleton|shimmer|rotat|pulse|wait/i;
  const FOREVER_MS = 4000;
  /** @type {WeakMap<Element, number>} */
  const turning = new WeakMap();

  const isBusySign = (/** @type {Animation} */ animation, /** @type {number} */ now) => {
    const element = /** @type {?KeyframeEffect} */ (animation.effect)?.target;
    if (!element || !(BUSY.test(/** @type {CSSAnimation} */ (animation).animationName ?? "") || BUSY.test(element.getAttribute("class") ?? "") || element.closest("[role=progressbar],[aria-busy=true]"))) return false;
    const since = turning.get(element);
    if (since === undefined) turning.set(element, now);
    else if (now - since > FOREVER_MS) return false;
    return element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  };

  /** @type {(mark?: string) => Activity} */
  const activity = (mark) => {
    const current = watching();
    const isVoid = mark ? !parts.begin(mark) : false;
    const now = performance.now();
    let moving = 0;
    let late = false;
    let busy = 0;
    for (const animation of animations()) {
      // One paused at its start is about to run: this is how libraries animate what they open.
      const runs = animation.playState === "running" || (animation.playState === "paused" && !animation.currentTime);
      if (!runs || !animation.effect) continue;
      const end = Number(animation.effect.getComputedTiming().endTime);
      if (end < Infinity) {
        moving++;
        late = isLate(animation, end, now) || late;
      } else if (busy < 9 && isBusySign(animation, now)) busy++;
      if (moving >= 99) break;
    }
    if (mark) {
      parts.release();
      hearSelections(document);
      acted = now;
      owed = now;
      owedAsked = false;
    }
    const awaits = !mark && (owesIdle(now) || awaitsIdle(now) || awaitsTelling(now) || awaitsFrame(now) || late);
    askIdle();
    return { since: now - current.last, mutations: current.mutations, readyState: document.readyState, scripted: document.scripts.length > 0, animations: moving, busy, awaitsIdle: awaits, void: isVoid, opened: Boolean(opener), asks: parts.asks(), missed: parts.missed() };
  };

  // --- text ------------------------------------------------------------------------------------------------------------------
  const textPage = (/** @type {number} */ offset, /** @type {number} */ limit) => {
    const text = parts.readableText();
    const start = Math.min(Math.max(0, offset), text.length);
    let end = Math.min(start + Math.max(1, limit), text.length);
    if (end < text.length) {
      const line = text.lastIndexOf("\n", end);
      if (line > start + limit / 2) end = line + 1;
      else if ((text.charCodeAt(end) & 0xfc00) === 0xdc00) end--;
    }
    return { text: text.slice(start, end), offset: start, next: end < text.length ? end : null, total: text.length };
  };

  const findText = (/** @type {string} */ query, /** @type {number} */ limit) => {
    const text = parts.readableText();
    const low = text.toLowerCase();
    const wanted = query.toLowerCase().trim();
    const hits = [];
    let total = 0;
    if (wanted && low.length === text.length) {
      for (let at = low.indexOf(wanted); at >= 0; at = low.indexOf(wanted, at + wanted.length)) {
        total++;
        if (hits.length >= limit) continue;
        const excerpt = parts.oneLine(text.slice(Math.max(0, at - 80), at + wanted.length + 120), 240);
        hits.push({ offset: at, excerpt });
      }
    }
    return { total, hits };
  };

  // --- the functions ---------------------------------------------------------------------------------------------------------
  /** @type {<A extends unknown[], T>(act: (element: Element, ...rest: A) => T) => (number: number, ...rest: A) => T | Gone} */
  const withElement = (act) => (number, ...rest) => {
    const element = parts.elementOf(number);
    return element ? act(element, ...rest) : { gone: true };
  };
  /** The same for a field that is written into, which its page may draw again meanwhile. */
  /** @type {<A extends unknown[], T>(act: (element: Element, ...rest: A) => T) => (number: number, ...rest: A) => T | Gone} */
  const withField = (act) => (number, ...rest) => {
    const element = parts.fieldOf(number);
    return element ? act(element, ...rest) : { gone: true };
  };
  /** The same for what opens a list, which its page may draw again meanwhile. */
  /** @type {<A extends unknown[], T>(act: (element: Element, ...rest: A) => T) => (number: number, ...rest: A) => T | Gone} */
  const withControl = (act) => (number, ...rest) => {
    const element = parts.controlOf(number);
    return element ? act(element, ...rest) : { gone: true };
  };
  /** @type {(act: (...args: any[]) => unknown) => (...args: any[]) => unknown} */
  const guarded = (act) => {
    const failed = (/** @type {any} */ error) => ({ failed: String(error?.message ?? error) });
    return (...args) => {
      try {
        const answer = act(...args);
        return answer instanceof Promise ? answer.catch(failed) : answer;
      } catch (error) {
        return failed(error);
      }
    };
  };

  /** @type {PageApi} */
  const api = {
    walk: parts.walk,
    walkFrame: parts.walkFrame,
    framePoint: withElement(parts.framePoint),
    probe: withElement(parts.probe),
    centre: withElement(parts.centre),
    focusInfo: (number) => (number ? withField(parts.focusInfo)(number) : parts.focusInfo(null)),
    focus: withField(parts.focus),
    readValue: withField(parts.readValue),
    aim: withElement((element, x, y, wasInner, hovered, mark) => {
      const aimed = parts.aim(element, x, y, wasInner, hovered);
      return { ...activity(aimed.point && aimed.hit !== "other" ? mark : ""), ...aimed };
    }),
    spots: withElement(parts.spots),
    textPlace: withElement(parts.textPlace),
    selectPlace: withElement(parts.selectPlace),
    selectedText: withElement(parts.selectedText),
    beginTyping: withField(parts.beginTyping),
    typingSeen: (_, last) => parts.typingSeen(last),
    heldField: parts.heldField,
    refocus: parts.refocus,
    leaveField: withField(parts.leaveField),
    selectAllIn: withField(parts.selectAllIn),
    paste: withField(parts.paste),
    setNative: withField(parts.setNative),
    setNear: withField(parts.setNear),
    selectOption: withElement(parts.selectOption),
    noteLists: withElement(parts.noteLists),
    drawnOption: withControl(parts.drawnOption),
    listSearch: withControl(parts.listSearch),
    listOpener: withControl(parts.listOpener),
    seekOption: withControl(parts.seekOption),
    calendar: withElement(parts.calendar),
    opensDialog: withElement(parts.opensDialog),
    shownOptions: withControl(parts.shownOptions),
    scrollList: withControl(parts.scrollList),
    showsChoice: withControl(parts.showsChoice),
    scrollBy: (number, direction, amount) =>
      number ? withElement(parts.scrollBy)(number, direction, amount) : parts.scrollBy(null, direction, amount),
    filePlace: withElement(parts.filePlace),
    awaitChooser: (_, word) => parts.awaitChooser(word),
    chooserPlace: (_, name, mime) => parts.chooserPlace(name, mime),
    awaitListeners: parts.awaitListeners,
    awaitAsks: parts.awaitAsks,
    stagePart: (_, id, number, data) => parts.stagePart(id, number, data),
    putFile: (_, number, id, name, mime) => parts.putFile(number, id, name, mime),
    dropFile: withElement(parts.dropFile),
    quiet,
    activity,
    witness: parts.witness,
    resend: parts.resend,
    keepMessages: parts.keepMessages,
    keptMessages: parts.keptMessages,
    passMessages: parts.passMessages,
    endMessages: parts.endMessages,
    showMarks: parts.showMarks,
    hideMarks: parts.hideMarks,
    overlay: (name, ...args) => globalThis.edithOverlay?.[name](...args) ?? {},
    textPage,
    findText,
  };
  globalThis.edithPage = Object.freeze(Object.fromEntries(Object.entries(api).map(([name, act]) => [name, guarded(act)])));
})();
