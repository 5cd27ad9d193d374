// @ts-check
// Files: which input an element stands for, rebuilding a document from its parts, giving it to an input or dropping it on the page.
(() => {
  const parts = globalThis.edithParts;
  if (Object.hasOwn(parts, "filePlace")) return;

  const PRESSED = "button,a[href],input,summary,[role=button],[role=link],[role=menuitem],[role=tab]";
  // A file chooser knows these by extension; a page that filters asks for the type.
  /** @type {Record<string, string>} */
  const TYPES = {
    pdf: "application/pdf", txt: "text/plain", md: "text/markdown", csv: "text/csv", html: "text/html", json: "application/json", xml: "text/xml",
    png: "image/png", jpg: "image/jpeg", jpeg: "image/jpeg", gif: "image/gif", webp: "image/webp", svg: "image/svg+xml", heic: "image/heic",
    mp3: "audio/mpeg", wav: "audio/wav", mp4: "video/mp4", webm: "video/webm", mov: "video/quicktime", zip: "application/zip",
    doc: "application/msword", xls: "application/vnd.ms-excel", ppt: "application/vnd.ms-powerpoint", rtf: "application/rtf",
    docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation", odt: "application/vnd.oasis.opendocument.text",
  };
  // How many levels around a button to look for its input.
  const LEVELS = 6;
  // What holds more than one question.
  const WHOLE = "form,fieldset,section,article,main,body,dialog,[role=dialog]";
  // Characters around a button in which a file's name is looked for.
  const AROUND = 1000;

  const isFile = (/** @type {?Element | undefined} */ element) => element?.localName === "input" && element.type === "file";
  /** @type {(name: string, mime: string) => string} */
  const typeOf = (name, mime) => mime || TYPES[/** @type {string} */ (name.split(".").pop()).toLowerCase()] || "";

  // Files we provided: a look may name them.
  const given = new WeakSet();
  // What was given by a button, whose page may take it out of the field and show it beside the button.
  /** @type {WeakMap<Element, string>} */
  const givenBy = new WeakMap();
  parts.givenFiles = (input) => {
    const files = Array.from(input.files ?? []);
    if (files.length) return files.every((file) => given.has(file)) ? files.map((file) => file.name).join(", ") : null;
    const button = parts.fileButton(input);
    const name = button && givenBy.get(button);
    if (!name) return null;
    let /** @type {?Element} */ at = button;
    for (let level = 0; at && level < LEVELS && !at.matches(WHOLE); level++, at = parts.flatParent(at)) if (parts.textIn(at, AROUND).includes(name)) return name;
    return null;
  };

  /** The file inputs in an element, shadow roots included. @type {(element: Element, found?: Element[]) => Element[]} */
  const inputsIn = (element, found = []) => {
    const roots = [element, parts.shadowOf(element)].filter((root) => root !== null);
    for (const root of roots) {
      for (const inner of root.querySelectorAll("*")) {
        if (isFile(inner)) found.push(inner);
        else if (parts.shadowOf(inner)) inputsIn(inner, found);
        if (found.length > 1) return found;
      }
    }
    return found;
  };

  /** The only input in an element's form, dialog or section. @type {(element: Element) => ?Element} */
  const inputAround = (element) => {
    let at = parts.flatParent(element);
    for (let level = 0; at && level < LEVELS && at !== at.ownerDocument.body; level++, at = parts.flatParent(at)) {
      const found = inputsIn(at);
      if (found.length) return found.length === 1 ? found[0] : null;
      if (["form", "dialog", "article"].includes(at.localName)) return null;
    }
    return null;
  };

  // --- what stands for an input that nobody sees ------------------------------------------------------------------------------
  const BUTTON = "button,[role=button],[tabindex='0']";
  // What belongs to something else than a file that is asked for.
  const OTHERS = "[aria-haspopup],[role=toolbar] *,[role=menu] *,[role=menubar] *,[contenteditable] *,label";
  const TEXTS = "input:not([type=hidden],[type=file]),select,textarea,[contenteditable]:not([contenteditable=false])";
  const SEEN = { visibilityProperty: true, opacityProperty: true };

  const isSeen = (/** @type {Element} */ element) => !parts.isSmall(element.getBoundingClientRect()) && element.checkVisibility(SEEN);
  const submits = (/** @type {Element} */ element) => element.localName === "button" && element.type === "submit" && Boolean(element.form);
  const isButton = (/** @type {Element} */ element) =>
    (element.matches(BUTTON) || Boolean(parts.shadowOf(element)?.querySelector("button"))) && !element.matches(`${OTHERS},${TEXTS}`) && !submits(element) && isSeen(element);

  /** The buttons in a box, the outermost of each, of which two are enough. @type {(box: Element, found?: Element[]) => Element[]} */
  const buttonsIn = (box, found = []) => {
    for (const child of box.children) {
      if (isButton(child)) found.push(child);
      else buttonsIn(child, found);
      if (found.length > 1) break;
    }
    return found;
  };

  /** Whether a box holds what is written into or chosen from. */
  const asksMore = (/** @type {Element} */ box) => [box, ...box.querySelectorAll(TEXTS)].some((one) => one.matches(TEXTS) && isSeen(one));

  /** The only button of a box that asks for nothing else, where it is not one of a row of them. @type {(box: ?Element) => ?Element} */
  const onlyButton = (box) => {
    if (!box || asksMore(box)) return null;
    if (isButton(box)) return [box.previousElementSibling, box.nextElementSibling].some((one) => one && isButton(one)) ? null : box;
    const [only, second] = buttonsIn(box);
    return only && !second ? only : null;
  };

  const isPlain = (/** @type {Element} */ element) => isFile(element) && !element.webkitdirectory;

  /** The button beside an input among many fields: all of them stand on the same side of their inputs. @type {(input: Element) => ?Element} */
  const buttonBeside = (input) => {
    const first = Array.from(input.parentElement?.children ?? []).find((one) => isPlain(one) || onlyButton(one));
    const [before, after] = [onlyButton(input.previousElementSibling), onlyButton(input.nextElementSibling)];
    return first && isPlain(first) ? (after ?? before) : (before ?? after);
  };

  /** @type {(input: Element) => ?Element} */
  const buttonOf = (input) => {
    let at = input;
    for (let level = 0; level < LEVELS; level++) {
      const box = parts.flatParent(at);
      if (!box || box.matches(WHOLE)) break;
      if (box.localName === "label") return null;
      if (!box.checkVisibility(SEEN)) {
        // In a hidden part of the page it is asked for when that is shown.
        if (box.childElementCount > 1 || box.textContent.trim() !== "") return null;
        at = box;
        continue;
      }
      const found = buttonsIn(box);
      if (found.length > 1 || asksMore(box) || Array.from(box.querySelectorAll("input")).filter(isPlain).length > 1) break;
      // Else a place to drop on or to click.
      const place = found[0] ?? [box, ...box.children].find((one) => isSeen(one) && (isButton(one) || parts.listens(one)));
      if (place) return place;
      at = box;
    }
    return parts.flatParent(at)?.checkVisibility(SEEN) ? buttonBeside(at) : null;
  };

  /** @type {WeakMap<Element, Element>} */
  const buttons = new WeakMap();

  /** What a person presses, or drops on, for a file input that nobody sees: a button or a place, or its label; null: it is seen, or nothing that is seen belongs to it. */
  parts.fileButton = (input) => {
    if (!isPlain(input) || input.matches(":disabled")) return null;
    const rect = input.getBoundingClientRect();
    if (!parts.isSmall(rect) && input.checkVisibility({ visibilityProperty: true }) && !parts.isCut(parts.style(input)) && !parts.isOutside(input, rect)) return null;
    const known = buttons.get(input);
    // With a file it may have others beside it.
    if (known?.isConnected && isSeen(known)) return known;
    const found = buttonOf(input);
    const isForeign = found?.form && input.form && found.form !== input.form;
    if (found && !isForeign) buttons.set(input, found);
    return found && !isForeign ? found : (Array.from(parts.labelsOf(input)).find(isSeen) ?? null);
  };

  const inputOf = (/** @type {Element} */ element) => {
    if (isFile(element)) return element;
    const label = element.localName === "label" ? element : element.closest("label");
    if (label && isFile(label.control)) return label.control;
    const [only, second] = inputsIn(element);
    return only && !second ? only : null;
  };

  /** @type {(element: Element, type: string, transfer: DataTransfer) => DragEvent} */
  const dragged = (element, type, transfer) => {
    const rect = element.getBoundingClientRect();
    const at = { clientX: rect.left + rect.width / 2, clientY: rect.top + rect.height / 2 };
    return new DragEvent(type, { bubbles: true, cancelable: true, composed: true, dataTransfer: transfer, ...at });
  };

  /** Whether the page would accept a file dropped here. @type {(element: Element, name: string, mime: string) => boolean} */
  const takesDrop = (element, name, mime) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([""], name, { type: typeOf(name, mime) }));
    element.dispatchEvent(dragged(element, "dragenter", transfer));
    const taken = !element.dispatchEvent(dragged(element, "dragover", transfer));
    element.dispatchEvent(dragged(element, "dragleave", transfer));
    return taken;
  };

  /** @type {(input: Element, name: string, mime: string) => string} */
  const problemOf = (input, name, mime) => {
    if (input.matches(":disabled")) return "is disabled";
    if (input.webkitdirectory) return "takes a whole folder, which cannot be given";
    const accept = input.accept.toLowerCase().split(",").map((one) => one.trim()).filter(Boolean);
    const type = typeOf(name, mime).toLowerCase();
    const fits = (/** @type {string} */ one) => {
      if (one.startsWith(".")) return name.toLowerCase().endsWith(one);
      if (one.endsWith("/*")) return one === "*/*" || type.startsWith(one.slice(0, -1));
      return one === "*" || one === type;
    };
    return accept.length && !accept.some(fits) ? `takes only ${accept.join(", ")}, and this is ${type || "of an unknown type"}` : "";
  };

  /** @type {(input: Element, name: string, mime: string) => FilePlace} */
  const place = (input, name, mime) => ({ way: "input", node: parts.numberOf(input), problem: problemOf(input, name, mime) });

  /** How to give a document to this element: `{way, node, problem}`. The way is `input` (its number is `node`), `drop`, `press` (then wait for a chooser) or `none`. */
  parts.filePlace = (element, name, mime, pressed) => {
    const own = inputOf(element);
    if (own) return place(own, name, mime);
    const button = element.closest(PRESSED);
    if (!pressed) {
      if (!button && takesDrop(element, name, mime)) return { way: "drop" };
      return { way: "press" };
    }
    const near = inputAround(element);
    if (near) return place(near, name, mime);
    return { way: takesDrop(element, name, mime) ? "drop" : "none" };
  };

  // --- the input that a file chooser was opened for --------------------------------------------------------------------------
  /** @type {?Element} */
  let chosen = null;

  /** @type {(inner: Document, list?: Document[]) => Document[]} */
  const documents = (inner, list = []) => {
    list.push(inner);
    for (const frame of inner.querySelectorAll(parts.FRAMES)) {
      const content = parts.frameDocument(frame);
      if (content) documents(content, list);
    }
    return list;
  };

  /** Listens for the event, named by a secret, whose related target is the input of the opened file chooser. */
  parts.awaitChooser = (word) => {
    chosen = null;
    for (const inner of documents(document)) {
      const hear = (/** @type {MouseEvent} */ event) => {
        event.stopImmediatePropagation();
        // For an input in a closed root, only the host is known.
        const told = /** @type {?Element} */ (event.relatedTarget);
        const [only, second] = isFile(told) || !told ? [told] : inputsIn(told);
        chosen = only && !second ? only : null;
      };
      inner.defaultView?.addEventListener(word, /** @type {EventListener} */ (hear), { capture: true, once: true });
    }
    return {};
  };

  /** The chooser's input, as `filePlace` answers. */
  parts.chooserPlace = (name, mime) => (chosen ? { ...place(chosen, name, mime), detached: !chosen.isConnected } : { way: "none" });

  // --- the file --------------------------------------------------------------------------------------------------------------
  /** @type {Map<string, Uint8Array<ArrayBuffer>[]>} */
  const staged = new Map();

  /** Stages a part of a document (base64); the first one starts it afresh. */
  parts.stagePart = (id, number, data) => {
    if (number === 0) staged.set(id, []);
    const text = atob(data);
    const bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
    /** @type {Uint8Array[]} */ (staged.get(id))[number] = bytes;
    return {};
  };

  /** @type {(id: string, name: string, mime: string) => File} */
  const built = (id, name, mime) => {
    const file = new File(staged.get(id) ?? [], name, { type: typeOf(name, mime), lastModified: Date.now() });
    staged.delete(id);
    given.add(file);
    return file;
  };

  /** Gives the staged file to the input: `{held: [[name, size]]}`, its files afterwards. A multiple field keeps those it had. */
  parts.putFile = (number, id, name, mime) => {
    const input = number ? parts.elementOf(number) : chosen;
    if (!input) return { gone: true };
    const button = parts.fileButton(input);
    if (button) givenBy.set(button, name);
    const transfer = new DataTransfer();
    if (input.multiple) for (const file of input.files ?? []) if (given.has(file)) transfer.items.add(file);
    const file = built(id, name, mime);
    transfer.items.add(file);
    input.files = transfer.files;
    chosen = null;
    const took = Array.from(input.files).some((held) => held.name === name && held.size === file.size);
    // The transfer wraps its files in new objects.
    for (const held of input.files) given.add(held);
    input.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
    input.dispatchEvent(new Event("change", { bubbles: true }));
    return { took, size: file.size, held: Array.from(input.files, (held) => held.name) };
  };

  /** Drops the staged file on the element: `{took}`, whether the page handled it. */
  parts.dropFile = (element, id, name, mime) => {
    const transfer = new DataTransfer();
    const file = built(id, name, mime);
    transfer.items.add(file);
    element.dispatchEvent(dragged(element, "dragenter", transfer));
    element.dispatchEvent(dragged(element, "dragover", transfer));
    return { took: !element.dispatchEvent(dragged(element, "drop", transfer)), size: file.size };
  };
})();
