// What the worker may call: `edithPage[name](...args)`. Every function takes node numbers instead of elements and answers JSON;
// `{gone: true}` when the element left the document, `{failed: text}` when something threw.
(() => {
  const parts = globalThis.edithParts;
  if (globalThis.edithPage) return;

  // --- quiet -----------------------------------------------------------------------------------------------------------------
  const OBSERVED = { subtree: true, childList: true, attributes: true, characterData: true };
  const WATCH_MS = 10_000;

  /** Watches the document, its frames of the same origin and the shadow roots the walk knows about. */
  class Watch {
    constructor() {
      this.mutations = 0;
      this.last = performance.now();
      this.scrolled = this.last;
      this.roots = new WeakSet();
      this.waiting = new Set();
      this.observer = new MutationObserver((records) => {
        this.mutations += records.length;
        this.last = performance.now();
        askIdle();
        for (const record of records) for (const node of record.addedNodes) if (node.nodeType === 1) this.adopt(node, 1);
        for (const wake of this.waiting) wake();
      });
      this.onScroll = () => {
        this.scrolled = performance.now();
      };
      addEventListener("scroll", this.onScroll, { capture: true, passive: true });
      this.observe(document);
    }
    observe(root) {
      if (this.roots.has(root)) return;
      this.roots.add(root);
      this.observer.observe(root, OBSERVED);
      this.adopt(root.documentElement ?? root, 0);
    }
    // Finds shadow roots and frames under a node; gives up on very large pieces, where the light tree says enough.
    adopt(node, depth) {
      if (depth > 20) return;
      const all = node.getElementsByTagName?.("*") ?? [];
      const count = Math.min(all.length, 20_000);
      for (let i = -1; i < count; i++) {
        const element = i < 0 ? node : all[i];
        if (element.nodeType !== 1) continue;
        const shadow = element.shadowRoot;
        if (shadow) this.observe(shadow);
        else if (element.localName === "iframe") {
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

  // What a page puts off until the browser is idle comes in the order in which it was asked for: once an own request of after the last change is
  // answered, the page's are. It is waited for at most so long, in milliseconds, and where it never comes not at all; one so young says nothing yet.
  const IDLE_MS = 1_000;
  const IDLE_YOUNG_MS = 10;
  const MOST_STARVED = 3;
  let idleAsked = 0;
  let starved = 0;
  // When the action began for which the browser was not idle yet; 0: it was. What is asked for once the action was done comes after all of that.
  let owed = 0;
  let owedAsked = false;
  const askIdle = () => {
    // A frame is followed by a time in which the browser is idle.
    requestAnimationFrame(() => {});
    if (idleAsked > 0) return;
    idleAsked = performance.now();
    requestIdleCallback(() => {
      starved = performance.now() - idleAsked < IDLE_MS ? 0 : starved + 1;
      idleAsked = 0;
    });
  };
  // Whether what was asked for since the action began may still come.
  const owesIdle = (now) => {
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
  const awaitsIdle = (now) => {
    const waited = idleAsked > 0 && starved < MOST_STARVED ? now - idleAsked : 0;
    return waited > IDLE_YOUNG_MS && waited < IDLE_MS;
  };

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

  const quiet = (ms, cap) =>
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

  /** How long nothing has changed, scrolled or moved by style, in milliseconds; 0 where that is not known. */
  parts.restedFor = () => {
    if (!watch || document.getAnimations?.().some((animation) => animation.playState === "running")) return 0;
    return performance.now() - Math.max(watch.last, watch.scrolled);
  };

  /** How many changes of the document were seen, and how long ago the last one was. */
  parts.changes = () => {
    const current = watching();
    return { mutations: current.mutations, since: performance.now() - current.last };
  };

  // Signs that a page works on something. What turns for so long (milliseconds) turns for good.
  const BUSY = /spin|load|progress|busy|skeleton|shimmer|rotat|pulse|wait/i;
  const FOREVER_MS = 4000;
  const turning = new WeakMap();

  const isBusySign = (animation, now) => {
    const element = animation.effect.target;
    if (!element || !(BUSY.test(animation.animationName ?? "") || BUSY.test(element.getAttribute("class") ?? "") || element.closest("[role=progressbar],[aria-busy=true]"))) return false;
    const since = turning.get(element);
    if (since === undefined) turning.set(element, now);
    else if (now - since > FOREVER_MS) return false;
    return element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  };

  const activity = (mark) => {
    const current = watching();
    const isVoid = Boolean(mark) && !parts.begin(mark);
    const now = performance.now();
    let animations = 0;
    let busy = 0;
    for (const animation of document.getAnimations?.() ?? []) {
      // One that is held back at its start is about to run: so libraries let what they open come in.
      const runs = animation.playState === "running" || (animation.playState === "paused" && !animation.currentTime);
      if (!runs || !animation.effect) continue;
      if (animation.effect.getComputedTiming().endTime < Infinity) animations++;
      else if (busy < 9 && isBusySign(animation, now)) busy++;
      if (animations >= 99) break;
    }
    if (mark) {
      owed = now;
      owedAsked = false;
    }
    const awaits = !mark && (owesIdle(now) || awaitsIdle(now));
    askIdle();
    return { since: now - current.last, mutations: current.mutations, readyState: document.readyState, animations, busy, awaitsIdle: awaits, void: isVoid, missed: parts.missed() };
  };

  // --- text ------------------------------------------------------------------------------------------------------------------
  const textPage = (offset, limit) => {
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

  const findText = (query, limit) => {
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
  const withElement = (act) => (number, ...rest) => {
    const element = parts.elementOf(number);
    return element ? act(element, ...rest) : { gone: true };
  };
  const guarded = (act) => {
    const failed = (error) => ({ failed: String(error?.message ?? error) });
    return (...args) => {
      try {
        const answer = act(...args);
        return answer instanceof Promise ? answer.catch(failed) : answer;
      } catch (error) {
        return failed(error);
      }
    };
  };

  const api = {
    /** walk(options: WalkOptions) -> string: JSON of a RawPage. */
    walk: parts.walk,
    /** walkFrame(options: WalkOptions) -> the same for the frame that this script is in; null when another script walks it. */
    walkFrame: parts.walkFrame,
    /** framePoint(node, x, y) -> FramePoint: a point of a frame's content, as its own script has it. */
    framePoint: withElement(parts.framePoint),
    /** probe(node, options: ProbeOptions) -> Probe: role and name now, state, click point, what is in the way. */
    probe: withElement(parts.probe),
    /** centre(node, from?) -> Centre. */
    centre: withElement(parts.centre),
    /** focusInfo(node | 0) -> FocusInfo. */
    focusInfo: (number) => (number ? withElement(parts.focusInfo)(number) : parts.focusInfo(null)),
    /** focus(node) -> FocusInfo: gives the focus without a click. */
    focus: withElement(parts.focus),
    /** readValue(node) -> ReadValue. */
    readValue: withElement(parts.readValue),
    /** aim(node, x, y, wasInner, hovered, mark) -> Aim with the Activity: what gets a press there; if it is the element, the action begins. */
    aim: withElement((element, x, y, wasInner, hovered, mark) => {
      const aimed = parts.aim(element, x, y, wasInner, hovered);
      return { ...activity(aimed.point && aimed.hit !== "other" ? mark : ""), ...aimed };
    }),
    /** spots(node, points, scroll) -> Spots: points in an element's own pixels. */
    spots: withElement(parts.spots),
    /** textPlace(node, text, from, to) -> TextPlace. */
    textPlace: withElement(parts.textPlace),
    /** selectPlace(node) -> {text}: selects what textPlace found. */
    selectPlace: withElement(parts.selectPlace),
    /** selectedText(node) -> {text}. */
    selectedText: withElement(parts.selectedText),
    /** beginTyping(node, text) -> ReadValue before the text is typed into it; what becomes of it is noted from now on. */
    beginTyping: withElement(parts.beginTyping),
    /** typingSeen(field's node, last) -> TypingSeen since then. */
    typingSeen: (_, last) => parts.typingSeen(last),
    /** selectAllIn(node) -> Selected: focuses the field and selects all it holds. */
    selectAllIn: withElement(parts.selectAllIn),
    /** paste(node, text) -> {taken}: pastes into what has the focus. */
    paste: withElement(parts.paste),
    /** setNative(node, value: string) -> SetNative. */
    setNative: withElement(parts.setNative),
    /** selectOption(node, wanted: string[]) -> SelectOption. */
    selectOption: withElement(parts.selectOption),
    /** noteLists(node) -> {}: lists that are shown now are not the node's own. */
    noteLists: withElement(parts.noteLists),
    /** drawnOption(node, wanted) -> DrawnOption: the option that is meant in the list that the page shows for the node. */
    drawnOption: withElement(parts.drawnOption),
    /** scrollList(node) -> {moved}: scrolls that list on. */
    scrollList: withElement(parts.scrollList),
    /** showsChoice(node, label) -> {shows, shown}: whether the node shows what was chosen. */
    showsChoice: withElement(parts.showsChoice),
    /** scrollBy(node | 0, direction: Direction, amount: pixels, 0 for most of a screen) -> Scrolled. */
    scrollBy: (number, direction, amount) =>
      number ? withElement(parts.scrollBy)(number, direction, amount) : parts.scrollBy(null, direction, amount),
    /** filePlace(node, name, mime, pressed) -> {way, node, problem}: how a document is given by this element. */
    filePlace: withElement(parts.filePlace),
    /** awaitChooser(frame's node, word) -> {}: listens for the input that a chooser was opened for. */
    awaitChooser: (_, word) => parts.awaitChooser(word),
    /** chooserPlace(frame's node, name, mime) -> the same of that input. */
    chooserPlace: (_, name, mime) => parts.chooserPlace(name, mime),
    /** awaitListeners(word or null) -> {word}: what listens is taken from events of this name from now on. */
    awaitListeners: parts.awaitListeners,
    /** stagePart(frame's node, id, number, base64) -> {}: takes a part of a document. */
    stagePart: (_, id, number, data) => parts.stagePart(id, number, data),
    /** putFile(frame's node, node | 0, id, name, mime) -> {took, held}: the document into an input; 0: the one of the chooser. */
    putFile: (_, number, id, name, mime) => parts.putFile(number, id, name, mime),
    /** dropFile(node, id, name, mime) -> {took}: the document dropped on an element. */
    dropFile: withElement(parts.dropFile),
    /** quiet(ms, cap) -> Promise<Quiet>: no DOM mutation for `ms`, or `cap` milliseconds passed. */
    quiet,
    /** activity(mark?) -> Activity: how long the DOM has been at rest; for callers with a clock of their own. With a mark, the action begins. */
    activity,
    /** witness(mark) -> Witness: what reached this document of the action with that mark, which is void if it has not begun. */
    witness: parts.witness,
    /** showMarks(numbers: [uid, rect][], hidden: rect[]) -> {boxes}: draws them over the page, for a picture. */
    showMarks: parts.showMarks,
    /** hideMarks() -> {}: takes them away. */
    hideMarks: parts.hideMarks,
    /** textPage(offset, limit) -> TextPage: a piece of the readable text. */
    textPage,
    /** findText(query, limit) -> FoundText: places of a text, ignoring case. */
    findText,
  };
  for (const name of Object.keys(api)) api[name] = guarded(api[name]);
  globalThis.edithPage = Object.freeze(api);
})();
