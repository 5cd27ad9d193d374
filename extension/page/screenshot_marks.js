// @ts-check
// Marks for one screenshot: element numbers, and covers over what must not be seen. They live on a layer that takes no events, for the moment of the
// picture, in which the overlay of overlay.js is not drawn.
(() => {
  const parts = globalThis.edithParts;
  if (Object.hasOwn(parts, "showMarks")) return;

  const STYLE = `
    :host { all: initial !important; position: fixed !important; inset: 0 !important; width: 100vw !important; height: 100vh !important;
      margin: 0 !important; border: 0 !important; padding: 0 !important; background: none !important; overflow: hidden !important;
      pointer-events: none !important; z-index: 2147483647 !important; }
    i { position: absolute; box-sizing: border-box; }
    .box { border: 1px solid #c2185b; }
    .box b { position: absolute; left: -1px; top: -1px; padding: 0 2px; font: bold 11px/13px monospace; color: #fff; background: #c2185b; }
    .cover { background: #444; }`;
  // Longer than any screenshot takes. Whoever showed the marks may have been stopped before hiding them.
  const LIFE_MS = 5_000;
  /** @type {?HTMLElement} */
  let layer = null;
  let end = 0;

  /** @type {(root: ShadowRoot, name: string, rect: Rect) => HTMLElement} */
  const put = (root, name, [x, y, width, height]) => {
    const box = document.createElement("i");
    box.className = name;
    Object.assign(box.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
    root.append(box);
    return box;
  };

  /** Shows numbers (`[uid, [x, y, width, height]]`, in the top viewport) and covers; answers how many boxes there are. */
  parts.showMarks = (numbers, hidden) => {
    parts.hideMarks();
    globalThis.edithOverlay?.hold(true);
    end = setTimeout(parts.hideMarks, LIFE_MS);
    if (numbers.length + hidden.length === 0) return { boxes: 0 };
    layer = document.createElement("div");
    const root = layer.attachShadow({ mode: "closed" });
    root.append(Object.assign(document.createElement("style"), { textContent: STYLE }));
    for (const [uid, rect] of numbers) {
      const [x, y, width, height] = rect;
      const box = put(root, "box", [Math.max(0, x), Math.max(0, y), width + Math.min(0, x), height + Math.min(0, y)]);
      box.append(Object.assign(document.createElement("b"), { textContent: uid }));
    }
    for (const rect of hidden) put(root, "cover", rect);
    layer.popover = "manual";
    document.documentElement.append(layer);
    // Above dialogs too.
    layer.showPopover();
    return { boxes: numbers.length + hidden.length };
  };

  parts.hideMarks = () => {
    clearTimeout(end);
    layer?.remove();
    layer = null;
    globalThis.edithOverlay?.hold(false);
    return {};
  };
})();
