// @ts-check
// The field that is typed into, followed where its page draws it again: keys reach it or its one successor, and nothing else.
//
// A key that arrives while neither has the focus would be a shortcut of the page. Focus is looked at as each key arrives, which costs no time, and
// given to the successor as soon as that is in the document.
(() => {
  const parts = globalThis.edithParts;
  if (Object.hasOwn(parts, "hold")) return;

  const KEYS = ["keydown", "keypress", "keyup", "beforeinput"];
  const FIELDS = "input,textarea,[contenteditable],[role=textbox],[role=searchbox],[role=combobox],[role=spinbutton]";
  const ROWS = "tr,li,[role=row],[role=listitem],[role=option],fieldset,[role=group],dialog,[role=dialog],form";
  // A hold that nobody ends is over after this long without keys, in milliseconds.
  const HELD_MS = 5000;
  // The same for the one key that follows a text.
  const LAST_MS = 500;
  const MOST = 300;
  const SAID = 200;

  const rowOf = (/** @type {Element} */ field) => parts.oneLine(field.parentElement?.closest(ROWS)?.textContent ?? "", SAID);
  // Counts tick in names.
  const nameOf = (/** @type {Element} */ field, /** @type {string} */ role) => parts.nameOf(field, role)[0].replace(/[\d.,]+/g, "").trim();

  /** Fields of the same kind there. @type {(like: Pick<Likeness, "tag" | "type" | "role">, root: ParentNode) => Element[]} */
  const alike = ({ tag, type, role }, root) =>
    Array.from(root.querySelectorAll(FIELDS)).slice(0, MOST).filter((one) => one.localName === tag && (one.type ?? "") === type && parts.roleOf(one) === role && parts.takesText(one));

  /** What the field is known by. @type {(field: Element) => Likeness} */
  const likenessOf = (field) => {
    const root = field.getRootNode();
    const host = root.host ?? null;
    const role = parts.roleOf(field);
    const kind = { tag: field.localName, type: field.type ?? "", role };
    const all = alike(kind, root);
    return { ...kind, name: nameOf(field, role), id: field.id, key: field.name ?? "", row: rowOf(field), root, host, around: host ? host.getRootNode() : root, before: new WeakSet(all), place: all.indexOf(field), count: all.length };
  };

  /** The fields of its kind that came since; a component that is drawn again has a new root. @type {(like: Likeness) => Element[]} */
  const arrived = (like) => {
    const isNew = (/** @type {Element} */ one) => !like.before.has(one);
    if (!like.host || like.host.isConnected) return alike(like, like.root).filter(isNew);
    const roots = Array.from(like.around.querySelectorAll(like.host.localName), (host) => parts.shadowOf(host));
    return roots.flatMap((root) => (root ? alike(like, root) : [])).filter(isNew);
  };

  /** The one field that means what the field meant; null: there is none, or several. @type {(like: Likeness) => ?Element} */
  const successorOf = (like) => {
    const all = arrived(like);
    const named = all.filter((one) => nameOf(one, like.role) === like.name);
    for (const found of [named, named.filter((one) => one.id === like.id && (one.name ?? "") === like.key), named.filter((one) => rowOf(one) === like.row)]) {
      if (found.length === 1) return found[0];
    }
    // Alike in everything: the same place among as many.
    if (named.length > 1) return all.length === like.count && named.includes(all[like.place]) ? all[like.place] : null;
    // Another name, but the page went on in it by itself.
    const active = parts.activeElement();
    return active && all.includes(active) ? active : null;
  };

  /** @type {?Hold} */
  let held = null;
  /** What fields that were written into are known by, and what came in their stead, by their numbers. @type {Map<number, { like: Likeness; field: Element }>} */
  const written = new Map();

  /** Remembers what the field is known by. */
  parts.remember = (field) => {
    const number = parts.numberOf(field);
    if (written.size >= MOST) written.delete(/** @type {number} */ (written.keys().next().value));
    written.set(number, { like: likenessOf(field), field });
    return number;
  };

  /** The field with this number, or what its page drew in its stead since it was written into. */
  parts.fieldOf = (number) => {
    const own = parts.elementOf(number);
    const known = written.get(number);
    if (own || !known) return own;
    if (!known.field.isConnected) {
      const next = successorOf(known.like);
      if (!next) return null;
      written.set(number, { like: likenessOf(next), field: next });
      return next;
    }
    return known.field;
  };

  const isOver = () => !held || performance.now() - held.touched > held.ms;

  /** @type {(field: Element, active: ?Element) => boolean} */
  const isIn = (field, active) =>
    Boolean(active) && (parts.contains(field, /** @type {Element} */ (active)) || (active?.isContentEditable && active.contains(field)) || (parts.codeEditorOf(field)?.contains(/** @type {Element} */ (active)) ?? false));

  /** Puts the caret where it was, or behind the text. @type {(from: Element, to: Element) => void} */
  const placeCaret = (from, to) => {
    if (to.isContentEditable) {
      const selection = /** @type {Selection} */ (to.ownerDocument.getSelection());
      selection.selectAllChildren(to);
      selection.collapseToEnd();
      return;
    }
    try {
      const at = from.value === to.value ? from.selectionStart ?? to.value.length : to.value.length;
      to.setSelectionRange(at, at);
    } catch {
      // These have no place for a caret to be asked for; writing the value puts it at the end.
      const { value } = to;
      to.value = "";
      to.value = value;
    }
  };

  /** Goes on to the successor of a field that is gone; whether there is one. */
  const follow = () => {
    if (!held) return false;
    if (held.field.isConnected) return true;
    const from = held.field;
    const next = parts.fieldOf(held.number);
    if (!next) return false;
    held.field = next;
    held.followed++;
    observe(held);
    if (!parts.activeElement()) {
      next.focus({ preventScroll: true });
      placeCaret(from, next);
    }
    return true;
  };

  /** @type {(hold: Hold) => void} */
  const observe = ({ number, observer }) => {
    const like = written.get(number)?.like;
    for (const root of new Set(like ? [like.root, like.around] : [])) observer.observe(root, { subtree: true, childList: true });
  };

  /** The keys' way to the field: nothing else may take them. @type {(event: Event) => void} */
  const pass = (event) => {
    if (!held || !event.isTrusted) return;
    if (isOver()) return void parts.release();
    held.touched = performance.now();
    const { field } = held;
    const active = parts.activeElement();
    if (field.isConnected && isIn(field, active)) return;
    // A page may lead on to another field by itself, as with codes.
    if (field.isConnected && active && parts.takesText(active)) return;
    event.stopImmediatePropagation();
    // Where the successor has the focus now, the text of this very key still goes there.
    if (!field.isConnected && follow() && event.type === "keydown" && isIn(held.field, parts.activeElement())) return;
    event.preventDefault();
    if (event.type === "keydown" || event.type === "beforeinput") held.strays++;
  };

  /** Whoever hears keys of the field's window, or of those around it once its frame is gone. @type {(field: Element) => Window[]} */
  const viewsOf = (field) => {
    const views = [];
    for (let /** @type {?Window} */ view = field.ownerDocument.defaultView; view; ) {
      views.push(view);
      const frame = view.frameElement;
      view = frame && view !== window ? frame.ownerDocument.defaultView : null;
    }
    return views;
  };

  /** From now on keys go to this field or to its successor. */
  parts.hold = (field, ms = HELD_MS) => {
    if (held && held.field === field && !isOver()) {
      Object.assign(held, { touched: performance.now(), ms });
      return;
    }
    parts.release();
    held = { field, number: parts.remember(field), strays: 0, followed: 0, touched: performance.now(), ms, views: viewsOf(field), observer: new MutationObserver(() => void follow()) };
    for (const view of held.views) for (const type of KEYS) view.addEventListener(type, pass, { capture: true });
    observe(held);
  };

  /** Keys go where they go again. */
  parts.release = () => {
    if (!held) return;
    held.observer.disconnect();
    for (const view of held.views) {
      try {
        for (const type of KEYS) view.removeEventListener(type, pass, { capture: true });
      } catch { /* The frame is gone. */ }
    }
    held = null;
  };

  /** How often the held field was drawn again, and the keys that found neither it nor its successor. */
  parts.heldSince = () => ({ followed: held?.followed ?? 0, strays: held?.strays ?? 0 });

  /** HeldField: what became of the field that is typed into. */
  parts.heldField = (number) => {
    const field = parts.fieldOf(number);
    const active = parts.activeElement();
    // A page may have led on to another field by itself.
    const isLed = active !== null && parts.takesText(active);
    return { there: field !== null, focused: isLed || (field !== null && isIn(field, active)), ...parts.heldSince(), active: active ? parts.note(active, true) : null };
  };

  /** The same once the field, or its successor, has the focus for one more key. */
  parts.refocus = (number) => {
    const field = parts.fieldOf(number);
    if (!field) return parts.heldField(number);
    parts.hold(field, LAST_MS);
    if (!parts.heldField(number).focused) field.focus({ preventScroll: true });
    return parts.heldField(number);
  };

  // How soon after it lost the focus a page puts a field's value right, in milliseconds.
  const LEFT_MS = 50;

  /** ReadValue once the field has lost the focus, which it gets back. */
  parts.leaveField = async (element) => {
    const number = parts.remember(element);
    element.blur();
    await parts.nextFrame();
    // The page's own timers that are due by then have run.
    await new Promise((resolve) => setTimeout(resolve, LEFT_MS));
    const field = parts.fieldOf(number);
    if (!field) return { gone: true };
    const now = parts.readValue(field);
    if (!parts.activeElement()) field.focus({ preventScroll: true });
    return now;
  };
})();
