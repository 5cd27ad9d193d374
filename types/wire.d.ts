// Made from the Rust types by the test `the_scripts_are_checked_against_these_types`, never by hand: UPDATE=1 cargo test the_scripts_are

/** Answer of `activity()`: starts to watch the DOM when it does not yet (it stops by itself 10 s after the last call). */
type Activity = {
  /** Finite animations that run now, at most 99. */
  animations: number;
  /** The browser was not idle since the action, or since the last change: what the page put off until then may still come. */
  awaitsIdle: boolean;
  /** Signs of work that goes on: what turns or shimmers in view without end, at most 9. */
  busy: number;
  /** What got the last press instead of what was aimed at. */
  missed: Note | null;
  /** Mutations seen since the watch began. */
  mutations: number;
  /** `document.readyState`. */
  readyState: string;
  /** Milliseconds since the last mutation, or since the watch began. */
  since: number;
  /** Whether the action that was to begin may not: a later worker asked for it, and goes by its never having begun. */
  void: boolean;
};

/** Answer of `aim(node, x, y, wasInner, hovered, mark)`: what gets a press at a point, just before it. */
type Aim = {
  /** Finite animations that run now, at most 99. */
  animations: number;
  /** The browser was not idle since the action, or since the last change: what the page put off until then may still come. */
  awaitsIdle: boolean;
  /** What is in the way. */
  blocker: Note | null;
  /** Signs of work that goes on: what turns or shimmers in view without end, at most 9. */
  busy: number;
  /** What a press there reaches. If it reaches the element, the action has begun. */
  hit: Hit;
  /** What got the last press instead of what was aimed at. */
  missed: Note | null;
  /** Mutations seen since the watch began. */
  mutations: number;
  /** Where it would be reached; none: nowhere. */
  point: [number, number] | null;
  /** `document.readyState`. */
  readyState: string;
  /** Milliseconds since the last mutation, or since the watch began. */
  since: number;
  /** Whether the action that was to begin may not: a later worker asked for it, and goes by its never having begun. */
  void: boolean;
};

/** Answer of `centre(node, from)`; `from` is what is dropped there, 0 for nothing. */
type Centre = {
  /** Whether any part of it is in the viewport. */
  inView: boolean;
  /** Middle of its largest visible part: `[x, y]`; none when nothing of it is in the viewport. */
  point: [number, number] | null;
  /** Where it is. */
  rect: Rect;
};

/** Second argument of `scrollBy(node | 0, direction, amount)`. */
type Direction = "up" | "down" | "left" | "right" | "top" | "bottom";

/** Answer of `drawnOption(node, wanted)`: of a list that the page draws itself for a control. */
type DrawnOption = {
  /** How many are shown. */
  count: number;
  /** Whether the control says so. */
  expanded: boolean;
  /** Its text. */
  label: string;
  /** Number of the one option that is meant; 0 where it is not there, or cannot be chosen. */
  node: number;
  /** Whether the list is shown now, with options in it. */
  open: boolean;
  /** Whether the control opens a list of options at all. */
  opens: boolean;
  /** Texts of the first 30 options that are shown. */
  options: string[];
  /** Whether it is chosen already. */
  selected: boolean;
};

/** What kind of secret a field may hold. All but [`FieldKind::Plain`] never leave the page with their value. */
type FieldKind = "plain" | "password" | "one_time_code" | "card" | "file";

/** Answer of `focusInfo(node | 0)` and `focus(node)`; with 0 it tells only what has the focus. */
type FocusInfo = {
  /** What has the focus, through shadow roots and same-origin frames. */
  active: Note | null;
  /** Whether text typed now goes into a field. */
  editable: boolean;
  /** What kind of field has the focus. */
  field: FieldKind;
  /** The element or something inside it has the focus. */
  focused: boolean;
  /** Whether the document itself has the focus. */
  window: boolean;
};

/** Answer of `findText(query, limit)`. */
type FoundText = {
  /** The first ones. */
  hits: TextHit[];
  /** How often it is there. */
  total: number;
};

/** Answer of `framePoint(node, x, y)`. */
type FramePoint = {
  /** What it reaches instead. */
  blocker: Note | null;
  /** The point in the viewport of the frame's holder, `[x, y]`. */
  point: [number, number];
  /** Whether a click there reaches the frame. */
  reached: boolean;
};

/** What receives a click at the chosen point. */
type Hit = "itself" | "descendant" | "label" | "other" | "nothing";

/** A short description of an element, for answers and refusals. */
type Note = {
  /** `tag#id.class`, shortened. */
  css: string;
  /** Name, or its first words; at most 80 characters, never a masked value. */
  name: string;
  /** Its number (it gets one if it had none). */
  node: number;
  /** Role, or empty. */
  role: string;
};

/** Answer of `probe`. */
type Probe = {
  /** What is in the way. */
  blocker: Note | null;
  /** Whether it is an editor for code, which completes and sets in what is typed. */
  code: boolean;
  /** Whether the browser itself drags it, as HTML says. */
  draggable: boolean;
  /** Whether text can be typed into it. */
  editable: boolean;
  /** Whether what is around it says something else than at the last walk: its row shows another item now. */
  elsewhere: boolean;
  /** Whether it can be used: not disabled by itself, a fieldset, ARIA or `inert`. */
  enabled: boolean;
  /** Field kind. */
  field: FieldKind;
  /** What a click there reaches. */
  hit: Hit;
  /** Where to point for it to be shown, when it is hidden until then. */
  hover: [number, number] | null;
  /** At least partly in the viewport, after scrolling if asked. */
  inView: boolean;
  /** Type of an `input`. */
  inputType: string;
  /** Changes of the document that were seen so far, as in [`Activity`]. */
  mutations: number;
  /** Name now. */
  name: string;
  /** Where to click: `[x, y]`. */
  point: [number, number] | null;
  /** Whether a person can change its value. */
  readonly: boolean;
  /** Where it is. */
  rect: Rect;
  /** Role now, to compare with the one last seen. */
  role: string;
  /** Whether something was scrolled. */
  scrolled: boolean;
  /** Milliseconds since the last of them when the probe began. */
  since: number;
  /** Same place over two frames (true when not asked). */
  stable: boolean;
  /** Whether the page itself suggests something to what is typed into it. */
  suggests: boolean;
  /** Tag in lower case. */
  tag: string;
  /** Milliseconds the probe took, mostly waiting for frames. */
  took: number;
  /** Rendered with a size, not transparent, not hidden. */
  visible: boolean;
};

/** Second argument of `probe(node, options)`. */
type ProbeOptions = {
  /** Scroll the element into view inside every nested scroller first, at once, without animation. */
  scroll: boolean;
  /** Compare its place over two frames. */
  stable: boolean;
};

/** Answer of `quiet(ms, cap)`: resolves when nothing in the DOM changed for `ms`, or after `cap` milliseconds.  Timers of hidden tabs are slow (1 s); a caller with its own clock polls `activity()` instead. */
type Quiet = {
  /** Mutations seen. */
  mutations: number;
  /** It became quiet before the cap. */
  quiet: boolean;
  /** Milliseconds waited. */
  took: number;
};

/** Something around elements that tells where they are. */
type RawContext = {
  /** `header`, `nav`, `main`, `aside`, `footer`, `search`, `form`, `section`, `dialog`, `group`, `item`, `row`, `heading`, `frame` … */
  k: string;
  /** Its name or first text; may be empty. */
  l?: string;
  /** Position + 1 of the context around this one; 0: none. */
  p?: number;
};

/** What is read of one element in full. */
type RawDetail = {
  /** Names and values of attributes that matter; no value of a field and nothing that is named like a secret. */
  a: [string, string][];
  /** In which of them it is, from 1; 0: in none. */
  ti?: number;
  /** How many rows there are. */
  tn?: number;
  /** The rows of the table that it is, holds or is in, cells with ` | ` between. */
  tr?: string[];
  /** Its readable text, line by line; empty for fields. */
  x?: string;
};

/** A form: what Enter in one of its fields would send where. */
type RawForm = {
  /** Where it is sent, resolved. */
  a: string;
  /** Name of its default submit button; empty: none. */
  b?: string;
  /** Name of the form itself. */
  l?: string;
  /** `get`, `post` or `dialog`. */
  m: string;
  /** Position + 1 of the form whose fields these are, where a button of it sends it elsewhere; 0: itself. */
  of?: number;
};

/** A frame. Same-origin frames are walked in place; the others are only named here. */
type RawFrame = {
  /** Where its content lies. */
  b: Rect;
  /** It cannot be reached behind a modal dialog. */
  bm?: boolean;
  /** What lies over it. */
  cb?: string;
  /** Its title or name. */
  l?: string;
  /** Number of the frame's element in the document that holds it. */
  n: number;
  /** How many nodes stand before it. */
  nb?: number;
  /** Whether its content is part of the page: walked from here, or by a script of its own and joined. */
  o?: boolean;
  /** Position + 1 of the overlay it is in. */
  ov?: number;
  /** Which frame it is: positions among the frames of the window around, from the top one down, with points between. */
  p?: string;
  /** Its address as the element says. */
  s: string;
};

/** One element that a person may act on. */
type RawNode = {
  /** Lowest value, in the control's own format. */
  a?: string;
  /** The `autocomplete` attribute. */
  ac?: string;
  /** Where it is. */
  b: Rect;
  /** Position + 1 of its nearest context in [`RawPage::contexts`]; 0: none. */
  c?: number;
  /** What lies over it, as `role "name"`, when the state says covered. */
  cb?: string;
  /** Name of the file that the link's `download` attribute gives, capped; none: it has no such attribute. */
  dl?: string | null;
  /** Position + 1 of its form in [`RawPage::forms`]; 0: none. */
  f?: number;
  /** Position + 1 of its frame in [`RawPage::frames`]; 0: the top document. */
  fr?: number;
  /** Tag name in lower case. */
  g: string;
  /** Where a link leads, resolved; capped at 500 characters. */
  h?: string;
  /** What the page's author calls a nameless element: words of its icon, class and colour. */
  hi?: string;
  /** What the page or browser says about an invalid value. */
  im?: string;
  /** What kind of field it is. */
  k?: FieldKind;
  /** Accessible name, or the nearest text where nothing names the element. */
  m?: string;
  /** The element's number: stays with it for the life of the document, never given to another. */
  n: number;
  /** Options of a select or list box, at most [`OPTION_CAP`]. */
  o?: RawOption[];
  /** How many options there are in all, when more than were sent. */
  on?: number;
  /** Position + 1 of the open overlay it is in, in [`RawPage::overlays`]; 0: none. */
  ov?: number;
  /** Step. */
  p?: string;
  /** Placeholder, when it is not the name. */
  pl?: string;
  /** Level in a tree or position like `3/10` in a set, where the page says so. */
  ps?: string;
  /** Role, given or implied; empty for a plain element. */
  r?: string;
  /** Bits of [`state`]. */
  s?: number;
  /** Name of the button that a click presses, where the element is in that button's label. */
  tr?: string;
  /** Number of the actionable element that contains it, 0: none. */
  u?: number;
  /** Value of a field that is not masked. */
  v?: string | null;
  /** Why a plain element counts as actionable: `pointer`, `onclick`, `tabindex`, `editable`, `drag`, `data`, `text`, `figure`, `scroll` (only text in it), `holder` (a box that scrolls what can be acted on); empty where tag or role say it. */
  w?: string;
  /** Type of an `input`. */
  y?: string;
  /** Highest value. */
  z?: string;
};

/** One option of a select or list box. */
type RawOption = {
  /** Label of its group. */
  g?: string;
  /** What a person reads. */
  l: string;
  /** Bits of [`state`]: `SELECTED`, `DISABLED`. */
  s?: number;
  /** Its value, when different from the label. */
  v?: string;
};

/** An open dialog, menu or popover. */
type RawOverlay = {
  /** `dialog`, `alertdialog`, `popover`, `menu`, `listbox`, `layer`. */
  k: string;
  /** Its name. */
  l?: string;
  /** Whether the rest of the page cannot be used while it is open. */
  mo?: boolean;
  /** Number of its element. */
  n: number;
};

/** What the walk found in one document. */
type RawPage = {
  /** Contexts. */
  c: RawContext[];
  /** Media type of a document that is no web page; empty: it is one. */
  ct?: string;
  /** Whether something was left out because the page is too deep or too large. */
  cut?: boolean;
  /** Random token made once per document. */
  d: string;
  /** The element that was asked for in full. */
  dt?: RawDetail | null;
  /** How many elements were visited. */
  ec: number;
  /** Number of the focused element, 0: none. */
  f?: number;
  /** Forms. */
  fm: RawForm[];
  /** Frames. */
  fr: RawFrame[];
  /** Actionable elements in document order. */
  n: RawNode[];
  /** Open overlays, the topmost last. */
  ov: RawOverlay[];
  /** Which frame it is in, as [`RawFrame::path`]; empty for the top one. */
  p?: string;
  /** `loading`, `interactive` or `complete`. */
  rs: string;
  /** The document's title. */
  t: string;
  /** Length of the whole readable text in characters, when more than was sent. */
  tl?: number;
  /** Readable text in reading order; lines end with `\n`. */
  tx: string;
  /** The document's address. */
  u: string;
  /** Format, see [`RAW_VERSION`]. */
  v: number;
  /** Viewport and scroll figures. */
  vp: Viewport;
};

/** Answer of `readValue(node)`. */
type ReadValue = {
  /** State of a checkbox, radio or switch. */
  checked: boolean | null;
  /** Field kind. */
  field: FieldKind;
  /** What the browser says is wrong with it. */
  invalid: string;
  /** Its length in characters, also for masked kinds. */
  length: number;
  /** The value is only what an editor has drawn of a longer text. */
  part: boolean;
  /** What a person sees of it: labels of the selected options, text of an editor. */
  shown: string | null;
  /** The value contains what the user typed before the run: show it as `[filled]`. */
  typedBefore: boolean;
  /** The value; none for masked kinds. */
  value: string | null;
};

/** A rectangle in CSS pixels of the top frame's viewport: `[x, y, width, height]` in JSON, rounded to whole pixels. */
type Rect = [number, number, number, number];

/** Answer of `scrollBy`; the amount is in pixels, 0 means most of one screen. */
type Scrolled = {
  /** `[x, y]` after. */
  after: [number, number];
  /** `[x, y]` before. */
  before: [number, number];
  /** Nothing is left in that direction. */
  end: boolean;
  /** `[x, y]` that can be reached at most. */
  max: [number, number];
  /** Something moved. */
  moved: boolean;
  /** What was scrolled, when it is not the page itself. */
  scroller: Note | null;
};

/** Answer of `selectOption(node, wanted)`, where `wanted` is a list of values or visible texts. */
type SelectOption = {
  /** Whether anything changed. */
  changed: boolean;
  /** What was wanted and is not there, is there twice, or is disabled. */
  missing: string[];
  /** Whether the node is a `select` at all; a custom list must be opened and clicked. */
  native: boolean;
  /** Everything wanted is selected now. */
  ok: boolean;
  /** Visible texts of the first 50 options, when something is missing. */
  options: string[];
  /** Visible texts of what is selected now. */
  selected: string[];
};

/** Answer of `selectAllIn(node)`: focuses the field and selects what it holds, so that typing replaces it. */
type Selected = {
  /** Characters selected. */
  length: number;
  /** The field has the focus and its content is selected (or it is empty). */
  ok: boolean;
};

/** Answer of `selectedText(node)` and `selectPlace(node)`. */
type SelectedText = {
  /** What is selected. */
  text: string;
};

/** Answer of `setNative(node, value)`: range, date, time, month, week, colour, number and text fields, through the native setter with `input` and `change` events. */
type SetNative = {
  /** The field took the value. */
  ok: boolean;
  /** Why not, in words for the model (format, limits). */
  problem: string;
  /** What it holds now; none for masked kinds. */
  value: string | null;
};

/** Answer of `spots(node, points, scroll)`: points in an element's own pixels. */
type Spots = {
  /** Not all of them fit on the screen. */
  away: boolean;
  /** What has a name of its own at the first or the last of them. */
  other: Note | null;
  /** Position of the first point that is outside of it; -1: none is. */
  outside: number;
  /** Where they are in the viewport. */
  points: [number, number][];
  /** The element's size, `[width, height]`. */
  size: [number, number];
};

/** One place of [`FoundText`]. */
type TextHit = {
  /** The words around it. */
  excerpt: string;
  /** Where, for `textPage`. */
  offset: number;
};

/** Answer of `textPage(offset, limit)`: a piece of the readable text, cut at the end of a line where there is one near. */
type TextPage = {
  /** Where the next piece starts; none at the end. */
  next: number | null;
  /** Where it starts, in characters (UTF-16 code units). */
  offset: number;
  /** The text. */
  text: string;
  /** Length of the whole text. */
  total: number;
};

/** Answer of `textPlace(node, text, from, to)`. */
type TextPlace = {
  /** It stands in a field, and is selected already. */
  field: boolean;
  /** Where the mouse is pressed and released to select it; empty: it would do something else there. */
  points: [number, number][];
  /** Why there is none, in words for the model. */
  problem: string;
  /** The piece of text. */
  selected: string;
};

/** Answer of `typingSeen(node, last)`: what the page did since `beginTyping(node, text)`. */
type TypingSeen = {
  /** Those of them that came of the events themselves. */
  caused: number;
  /** Changes of fields that the page was told of. */
  inputs: number;
  /** Changes of the document beside the field, whatever they came of. */
  outside: number;
  /** Keys and the like that the page kept from doing what they do, which is how it takes them for itself. */
  refused: number;
  /** The text shows up beside the field. */
  shown: boolean;
};

/** Viewport and scroll figures of the top document in CSS pixels, `[width, height, scrollX, scrollY, scrollWidth, scrollHeight]` in JSON. */
type Viewport = [number, number, number, number, number, number];

/** Argument of `walk(options)`; the answer is a JSON *string* for [`super::raw::RawPage::parse`]. */
type WalkOptions = {
  /** Number of an element that is read in full besides; 0: none. */
  inspect: number;
  /** Most nodes to send. */
  nodeLimit: number;
  /** The run that looks. What is in the fields at a run's first look counts as typed before the run. */
  run: string;
  /** A text that is searched for: what holds it is listed from then on, whether or not it looks as if it could be acted on. Empty: none. */
  seek: string;
  /** When the run started, in milliseconds since 1970; 0: not known. In a document that is newer nothing was typed before the run. */
  since: number;
  /** Most characters of readable text to send. */
  textLimit: number;
};

/** Answer of `witness(mark)`: what reached a document of the action with that mark. */
type Witness = {
  /** Whether the action began; if not, it never will. */
  begun: boolean;
  /** Clicks, of any button. */
  clicks: number;
  /** The document's token. */
  document: string;
  /** Things dropped. */
  drops: number;
  /** Enter keys among the presses. */
  enters: number;
  /** Changes by typing. */
  inputs: number;
  /** Mouse buttons and keys that went down. */
  presses: number;
  /** Mouse buttons that were released. */
  releases: number;
};

type RawVersion = 1;
type OptionCap = 100;

/** Bits of a node's states. */
type StateBits = {
  CHECKED: 1;
  MIXED: 2;
  EXPANDED: 4;
  COLLAPSED: 8;
  SELECTED: 16;
  PRESSED: 32;
  CURRENT: 64;
  DISABLED: 128;
  READONLY: 256;
  REQUIRED: 512;
  INVALID: 1024;
  MULTIPLE: 2048;
  HAS_POPUP: 4096;
  FOCUSED: 8192;
  IN_VIEW: 16384;
  FILLED: 32768;
  EDITED: 65536;
  TYPED_BEFORE: 131072;
  CARD: 262144;
  COVERED: 524288;
  BEHIND_MODAL: 1048576;
  BY_LABEL: 2097152;
  UNPRESSED: 4194304;
  GUESSED: 8388608;
  SUBMITS: 16777216;
  ON_HOVER: 33554432;
  SCROLLS: 67108864;
};
