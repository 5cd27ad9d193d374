// Made from the Rust types by the test `the_scripts_are_checked_against_these_types`, never by hand: UPDATE=1 cargo test the_scripts_are

/** Answer of `activity()`, which starts watching the DOM if need be (the watch ends 10 s after the last call). */
type Activity = {
  /** Finite animations running now, at most 99. */
  animations: number;
  /** What the browser asks the person because of the page; empty: nothing. */
  asks: string;
  /** The browser was not idle since the action or the last change, or an editor has not heard yet what is selected: deferred work may still come. */
  awaitsIdle: boolean;
  /** Signs of ongoing work, such as endless spinners in view, at most 9. */
  busy: number;
  /** What took the last press instead of the target. */
  missed: Note | null;
  /** Mutations seen since the watch began. */
  mutations: number;
  /** A script of another page opened this window, so that scripts may close it. */
  opened: boolean;
  /** `document.readyState`. */
  readyState: string;
  /** Whether the page has scripts of its own: without any it stays as it is. */
  scripted: boolean;
  /** Milliseconds since the last mutation, or since the watch began. */
  since: number;
  /** The action may not begin: a later worker asked about it and relies on its never having begun. */
  void: boolean;
};

/** Answer of `aim(node, x, y, wasInner, hovered, mark)`: what a press at a point would hit, just before it. */
type Aim = {
  /** Finite animations running now, at most 99. */
  animations: number;
  /** What the browser asks the person because of the page; empty: nothing. */
  asks: string;
  /** The browser was not idle since the action or the last change, or an editor has not heard yet what is selected: deferred work may still come. */
  awaitsIdle: boolean;
  /** What is in the way. */
  blocker: Note | null;
  /** Signs of ongoing work, such as endless spinners in view, at most 9. */
  busy: number;
  /** If this reaches the element, the action has begun. */
  hit: Hit;
  /** What took the last press instead of the target. */
  missed: Note | null;
  /** Mutations seen since the watch began. */
  mutations: number;
  /** A script of another page opened this window, so that scripts may close it. */
  opened: boolean;
  /** Where the element could be hit; none: nowhere. */
  point: [number, number] | null;
  /** `document.readyState`. */
  readyState: string;
  /** Whether the page has scripts of its own: without any it stays as it is. */
  scripted: boolean;
  /** Milliseconds since the last mutation, or since the watch began. */
  since: number;
  /** The action may not begin: a later worker asked about it and relies on its never having begun. */
  void: boolean;
};

/** Answer of `calendar(node, day)`: the calendar that is shown for a control. */
type Calendar = {
  /** Number of the wanted day's element; 0 if it cannot be pressed. */
  day: number;
  /** Number of the field in its head that takes the year; 0: there is none. */
  field: number;
  /** Number of what shows the year in its head and may lead to a view of months or years; 0: nothing. */
  head: number;
  /** Lists in its head. */
  lists: CalendarList[];
  /** Its month, from 1. */
  month: number;
  /** Months to choose from in place of days. */
  months: CalendarCell[];
  /** Whether one is shown. */
  open: boolean;
  /** What may turn it. */
  turns: CalendarTurn[];
  /** The year of its month. */
  year: number;
  /** Years to choose from in place of days. */
  years: CalendarCell[];
};

/** A year or a month to choose. */
type CalendarCell = {
  /** Its element's number. */
  node: number;
  /** The year, or the month from 1. */
  value: number;
};

/** A list in a calendar's head. */
type CalendarList = {
  /** Its number. */
  node: number;
  /** Its options. */
  options: string[];
  /** Whether its options are years. */
  years: boolean;
};

/** A button that may turn a calendar. */
type CalendarTurn = {
  /** What it is known by when it is drawn again. */
  key: string;
  /** Its number now. */
  node: number;
};

/** Answer of `centre(node, from)`; `from` is what is dropped there, 0 for nothing. */
type Centre = {
  /** Whether any part of it is in the viewport. */
  inView: boolean;
  /** Middle of its largest visible part: `[x, y]`; none if it is off screen. */
  point: [number, number] | null;
  /** Where it is. */
  rect: Rect;
};

/** Second argument of `scrollBy(node | 0, direction, amount)`. */
type Direction = "up" | "down" | "left" | "right" | "top" | "bottom";

/** What a plain element is drawn as: a control of the page's own making. */
type DrawnAs = "plain" | "switch" | "tick" | "portrait";

/** Answer of `drawnOption(node, wanted)`, about a control's self-drawn list. */
type DrawnOption = {
  /** Whether it says that more is to come. */
  busy: boolean;
  /** Whether what was in view before is no longer: the press closed something. */
  closed: boolean;
  /** Number of the control, which may have been drawn again since. */
  control: number;
  /** How many are shown. */
  count: number;
  /** Those of several that the text means equally well, with their groups. */
  equal: string[];
  /** Whether the control is marked as expanded. */
  expanded: boolean;
  /** Its text. */
  label: string;
  /** Number of the wanted option; 0 if it is missing or disabled. */
  node: number;
  /** Whether the list shows options now. */
  open: boolean;
  /** Whether the control opens a list of options at all. */
  opens: boolean;
  /** Texts of the first 30 options that are shown. */
  options: string[];
  /** Whether it says about itself that it is a list. */
  said: boolean;
  /** Whether it is selected already. */
  selected: boolean;
};

/** What a field of a form says about itself beyond its name and value. Its words are the page's, so data. */
type FieldFacts = {
  /** The words before it, up to the field before. */
  b?: string;
  /** Its classes. */
  c?: string;
  /** What describes it: the text it refers to, its title, the small print behind it; at most 300 characters. */
  d?: string;
  /** The code of the country that is shown before a telephone number and belongs to it: `+44`. */
  dc?: string;
  /** Which files it takes, as in `accept`. */
  e?: string;
  /** Whether its options are only suggested: any text can be typed. */
  fr?: boolean;
  /** What is chosen in a drawn list of several, each as it is shown. */
  hs?: string[];
  /** Its `id`. */
  i?: string;
  /** Its `inputmode`. */
  io?: string;
  /** Most characters; 0: any number. */
  l?: number;
  /** The language of its words, as the page says: `de-AT`. */
  lg?: string;
  /** Its `name`. */
  m?: string;
  /** Whether it takes several files or entries. */
  mu?: boolean;
  /** Whether it is a button with a label of its own, or a field that takes no words, and opens something to choose in beside a list, such as a calendar. */
  op?: boolean;
  /** Its `pattern`, a regular expression of JavaScript. */
  pt?: string;
  /** Number of the first of the ticks that answer one question together; 0: it stands alone. */
  q?: number;
  /** The head of its row there. */
  rh?: string;
  /** Whether its label says that it must be filled in. */
  rq?: boolean;
  /** Number of the table of ticks or lists that it is in; 0: none. */
  tb?: number;
  /** What that table asks. */
  th?: string;
  /** Whether nobody can see it: it is scaled to nothing, or clear. */
  un?: boolean;
  /** The question that those ticks answer. */
  w?: string;
};

/** What kind of secret a field may hold. Only [`FieldKind::Plain`] values leave the page. */
type FieldKind = "plain" | "password" | "one_time_code" | "card" | "file";

/** Answer of `focusInfo(node | 0)` and `focus(node)`; with 0, only `active` is meaningful. */
type FocusInfo = {
  /** The focused element, through shadow roots and same-origin frames. */
  active: Note | null;
  /** Whether text typed now goes into a field. */
  editable: boolean;
  /** Kind of the focused field. */
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
  /** What it hits instead. */
  blocker: Note | null;
  /** In the viewport of the frame's holder, `[x, y]`. */
  point: [number, number];
  /** Whether a click there reaches the frame. */
  reached: boolean;
};

/** Answer of `heldField(node)` and `refocus(node)`: what became of the field that is typed into. */
type HeldField = {
  /** What has the focus. */
  active: Note | null;
  /** It has the focus, or the page led on to another field that takes text. */
  focused: boolean;
  /** How often the page drew it again. */
  followed: number;
  /** Keys that found neither the field nor its successor, and were kept from the page. */
  strays: number;
  /** It is still there, or its one successor is. */
  there: boolean;
};

/** What a click at the chosen point hits. */
type Hit = "itself" | "descendant" | "label" | "other" | "nothing";

/** One of the answer of `keptMessages()`: a message that the page wanted to send over a socket, and that was kept. */
type KeptMessage = {
  /** Its number in its document, from 0. */
  number: number;
  /** The page sends the same by itself. */
  own: boolean;
  /** Its socket's number there, from 0. */
  socket: number;
  /** What it says; none: it is not text, or too long. */
  text: string | null;
  /** The turn of the page in which it was sent, from 1. */
  turn: number;
  /** The socket's address. */
  url: string;
};

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
  /** Whether it is a code editor, which completes and indents what is typed. */
  code: boolean;
  /** Whether the browser itself drags it, by HTML's rules. */
  draggable: boolean;
  /** Whether it takes text. */
  editable: boolean;
  /** Whether its surroundings changed since the last walk: its row now shows another item. */
  elsewhere: boolean;
  /** Whether it can be used: not disabled itself or by a fieldset, ARIA or `inert`. */
  enabled: boolean;
  /** Field kind. */
  field: FieldKind;
  /** Whether the page can learn what it holds only as it is typed: a field of one line without a form. */
  filters: boolean;
  /** Whether it is on, of what each press turns over: a checkbox or a switch, no radio. */
  flips: boolean | null;
  /** What it says about its format: its placeholder. */
  hint: string;
  /** What a click there hits. */
  hit: Hit;
  /** Where to hover for it to show, if it is hidden until then. */
  hover: [number, number] | null;
  /** At least partly in the viewport, after scrolling if asked. */
  inView: boolean;
  /** Type of an `input`. */
  inputType: string;
  /** Whether pages take this for a Mac, whose editing keys are others. */
  mac: boolean;
  /** Document changes seen so far, as in [`Activity`]. */
  mutations: number;
  /** Current name. */
  name: string;
  /** Where to click: `[x, y]`. */
  point: [number, number] | null;
  /** Whether a person cannot change its value. */
  readonly: boolean;
  /** Where it is. */
  rect: Rect;
  /** Current role, to compare with the one last seen. */
  role: string;
  /** Whether something was scrolled. */
  scrolled: boolean;
  /** Milliseconds since the last change when the probe began. */
  since: number;
  /** Same place over two frames (true when not asked). */
  stable: boolean;
  /** Whether the page suggests completions for what is typed. */
  suggests: boolean;
  /** Tag in lower case. */
  tag: string;
  /** Whether it is drawn as something that is on or off, chosen or not. */
  toggles: boolean;
  /** Milliseconds the probe took, mostly waiting for frames. */
  took: number;
  /** Rendered with a size, not transparent, not hidden. */
  visible: boolean;
};

/** Second argument of `probe(node, options)`. */
type ProbeOptions = {
  /** First scroll the element into view in every nested scroller, without animation. */
  scroll: boolean;
  /** Compare its place over two frames. */
  stable: boolean;
};

/** Answer of `quiet(ms, cap)`: resolves when the DOM has not changed for `ms`, or after `cap` milliseconds.  Hidden tabs have slow timers (1 s); a caller with its own clock polls `activity()` instead. */
type Quiet = {
  /** Mutations seen. */
  mutations: number;
  /** Quiet was reached before the cap. */
  quiet: boolean;
  /** Milliseconds waited. */
  took: number;
};

/** Something around elements that locates them. */
type RawContext = {
  /** `header`, `nav`, `main`, `aside`, `footer`, `search`, `form`, `section`, `dialog`, `group`, `item`, `row`, `heading`, `frame` … */
  k: string;
  /** Its name or first text; may be empty. */
  l?: string;
  /** Position + 1 of the context around this one; 0: none. */
  p?: number;
};

/** One element read in full. */
type RawDetail = {
  /** Names and values of telling attributes; no field values, and nothing named like a secret. */
  a: [string, string][];
  /** How many canvases it holds. */
  cv?: number;
  /** Names and values of the styles that may show a state: its own, and those of its parts. */
  s?: [string, string][];
  /** Its own row among them, from 1; 0: none. */
  ti?: number;
  /** How many rows there are. */
  tn?: number;
  /** The rows of the table that it is, holds or is in, cells separated by ` | `. */
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
  /** Position + 1 of the form whose fields these are, if a button redirects it; 0: itself. */
  of?: number;
  /** Its `toolname`: what it is called as a tool of the page. */
  tn?: string;
};

/** A frame. Same-origin frames are walked in place; the others are only named here. */
type RawFrame = {
  /** Where its content lies. */
  b: Rect;
  /** Unreachable behind a modal dialog. */
  bm?: boolean;
  /** What covers it. */
  cb?: string;
  /** Its title or name. */
  l?: string;
  /** Number of the frame's element in the document that holds it. */
  n: number;
  /** How many nodes precede it. */
  nb?: number;
  /** Whether its content is included: walked from here, or by its own script and merged. */
  o?: boolean;
  /** Position + 1 of the overlay it is in. */
  ov?: number;
  /** Its path of child indices from the top frame, joined by dots. */
  p?: string;
  /** The address of its document; of one that was not read, the address in the markup. */
  s: string;
};

/** One element that a person may act on. */
type RawNode = {
  /** Lowest value, in the control's own format. */
  a?: string;
  /** The `autocomplete` attribute. */
  ac?: string;
  /** The characters that press it together with Alt. */
  ak?: string;
  /** Where it is. */
  b: Rect;
  /** Position + 1 of its nearest context in [`RawPage::contexts`]; 0: none. */
  c?: number;
  /** What covers it, as `role "name"`, if the state says covered. */
  cb?: string;
  /** File name from the link's `download` attribute, capped; none without that attribute. */
  dl?: string | null;
  /** What it is drawn as, where neither tag nor role says so. */
  dw?: DrawnAs;
  /** Position + 1 of its form in [`RawPage::forms`]; 0: none. */
  f?: number;
  /** Where it is in the drawing or box around it, if that is set for itself alone: a shape, or a box that a script places. */
  fp?: [number, number] | null;
  /** Position + 1 of its frame in [`RawPage::frames`]; 0: the top document. */
  fr?: number;
  /** What a field says about itself, if [`super::page_api::WalkOptions::fields`] asked for it. */
  fx?: FieldFacts | null;
  /** Tag name in lower case. */
  g: string;
  /** A link's resolved destination; capped at 500 characters. */
  h?: string;
  /** The author's words for a nameless element: from its icon, class and colour. */
  hi?: string;
  /** 1: a row whose first words are written heavier than those of others of its list. */
  hv?: number;
  /** The page's or browser's validation message. */
  im?: string;
  /** What kind of field it is. */
  k?: FieldKind;
  /** What its author calls it, as a hash of its id, name and data attributes; 0: nothing. */
  ky?: number;
  /** Of an editor that only draws what is in view: the first and last drawn line, and about how many there are; none: the value is all. */
  ln?: [number, number, number] | null;
  /** Accessible name, or nearby text if nothing names the element. */
  m?: string;
  /** The element's number: unique and stable for the document's life. */
  n: number;
  /** Options of a select or list box, at most [`OPTION_CAP`]. */
  o?: RawOption[];
  /** The full number of options, if not all were sent. */
  on?: number;
  /** Number of the control that was pressed, or says so, for it to come into view; 0: none. */
  op?: number;
  /** Position + 1 of the open overlay it is in, in [`RawPage::overlays`]; 0: none. */
  ov?: number;
  /** What the author calls the nearest thing around it that has an id or a key in its data, as a hash; 0: nothing. */
  ow?: number;
  /** Step. */
  p?: string;
  /** Its `name`, if its form is a tool of the page: the tool's parameter. */
  pa?: string;
  /** Placeholder, if it is not the name. */
  pl?: string;
  /** Level in a tree, or position like `3/10` in a set, if given. */
  ps?: string;
  /** Explicit or implied role; empty for a plain element. */
  r?: string;
  /** If it may be a row itself: the number of its list in this document, from 1. */
  rl?: number;
  /** Number of the innermost element around it that may be a row, 0: none. */
  rw?: number;
  /** Bits of [`state`]. */
  s?: number;
  /** Name of the button that a click presses, if the element is in its label. */
  tr?: string;
  /** Number of the actionable element containing it, 0: none. */
  u?: number;
  /** Value of a field that is not masked. */
  v?: string | null;
  /** Why a plain element counts as actionable: `pointer`, `onclick`, `tabindex`, `editable`, `drag`, `data`, `text`, `figure`, `scroll` (a text region), `holder` (a box that scrolls controls), `row` (what only holds others, and is dropped unless it is told as a row); empty if tag or role say it. */
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
  /** Bits of [`state`]: `SELECTED`, `DISABLED`, `NO_CHOICE`. */
  s?: number;
  /** Its value, if different from the label. */
  v?: string;
};

/** An open dialog, menu or popover. */
type RawOverlay = {
  /** `dialog`, `alertdialog`, `popover`, `menu`, `listbox`, `layer`. */
  k: string;
  /** Its name. */
  l?: string;
  /** Whether it makes the rest of the page unusable. */
  mo?: boolean;
  /** Number of its element. */
  n: number;
};

/** What the walk found in one document. */
type RawPage = {
  /** What the browser asks the person because of the page; empty: nothing. */
  ak?: string;
  /** Contexts. */
  c: RawContext[];
  /** Media type of a document that is not a web page; else empty. */
  ct?: string;
  /** Whether the page was too deep or large to walk completely. */
  cut?: boolean;
  /** Random token made once per document. */
  d: string;
  /** The element requested in full. */
  dt?: RawDetail | null;
  /** How many elements were visited. */
  ec: number;
  /** Number of the focused element, 0: none. */
  f?: number;
  /** Forms. */
  fm: RawForm[];
  /** Frames. */
  fr: RawFrame[];
  /** Whether it takes text: also a field that nobody sees, as under a drawn editor. */
  ft?: boolean;
  /** Actionable elements in document order. */
  n: RawNode[];
  /** Open overlays, the topmost last. */
  ov: RawOverlay[];
  /** Its frame, as [`RawFrame::path`]; empty for the top one. */
  p?: string;
  /** `loading`, `interactive` or `complete`. */
  rs: string;
  /** The document's title. */
  t: string;
  /** Length of the whole readable text in characters, if not all was sent. */
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
  /** State of a checkbox, radio or switch, also of one that the page draws; none where that cannot be seen. */
  checked: boolean | null;
  /** Field kind. */
  field: FieldKind;
  /** The browser's validation message. */
  invalid: string;
  /** Its length in characters, also for masked kinds. */
  length: number;
  /** The value is only what an editor draws of a longer text: its first and last line, and about how many there are. */
  lines: [number, number, number] | null;
  /** As a person sees it: labels of the selected options, text of an editor. */
  shown: string | null;
  /** The value contains text the user typed before the run: show it as `[filled]`. */
  typedBefore: boolean;
  /** The value; none for masked kinds. */
  value: string | null;
};

/** A rectangle in CSS pixels of the top frame's viewport: `[x, y, width, height]` in JSON, rounded to whole pixels. */
type Rect = [number, number, number, number];

/** Argument of `resend(spec)`: a request to be made by the page's own means. */
type Resend = {
  /** Its body, in pieces of base64. */
  body: string[];
  /** How that form is encoded. */
  encoding: string;
  /** The fields of a form for whose answer the page is left; none: it is none. */
  form: [string, string][] | null;
  /** The headers that the page set. */
  headers: [string, string][];
  /** Whether no answer is expected (`sendBeacon`, `ping`). */
  isPing: boolean;
  /** Its method. */
  method: string;
  /** Its address. */
  url: string;
};

/** Answer of `resend(spec)`. */
type Resent = {
  /** Why none was read; empty: none was awaited. */
  failure: string;
  /** The status of the answer; 0: none was read. */
  status: number;
};

/** Answer of `scrollBy`; the amount is in pixels, 0 means most of one screen. */
type Scrolled = {
  /** `[x, y]` after. */
  after: [number, number];
  /** `[x, y]` before. */
  before: [number, number];
  /** The end is reached in that direction. */
  end: boolean;
  /** The furthest `[x, y]` reachable. */
  max: [number, number];
  /** Something moved. */
  moved: boolean;
  /** What was scrolled, if not the page itself. */
  scroller: Note | null;
};

/** Answer of `selectOption(node, wanted)`, where `wanted` is a list of values or visible texts. */
type SelectOption = {
  /** Whether anything changed. */
  changed: boolean;
  /** How many options there are. */
  count: number;
  /** Those of several that a text means equally well, with their groups. */
  equal: string[];
  /** Wanted options that are missing, ambiguous or disabled. */
  missing: string[];
  /** Whether the node is a `select`; a custom list must be opened and clicked. */
  native: boolean;
  /** Everything wanted is selected now. */
  ok: boolean;
  /** Visible texts of the first 50 options, if one is missing. */
  options: string[];
  /** Visible texts of what is selected now. */
  selected: string[];
};

/** Answer of `selectAllIn(node)`: focuses the field and selects its content, so that typing replaces it. */
type Selected = {
  /** There is nothing in it to select. */
  empty: boolean;
  /** No script can select in it, since only the editor has the whole text: keys can. */
  keys: boolean;
  /** The field has the focus, and a script can select in it. */
  ok: boolean;
  /** The selection is still there after the page heard of it; editors may put their own caret back. */
  stands: boolean;
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
  /** Its value now; none for masked kinds. */
  value: string | null;
};

/** Answer of `seekOption(node, wanted, first)`: a self-drawn list was scrolled on for a while. */
type Sought = {
  /** It is at its end. */
  ended: boolean;
  /** The wanted option is shown now, or several that are meant equally well. */
  found: boolean;
  /** Something moved, or more came. */
  moved: boolean;
};

/** Answer of `spots(node, points, scroll)`: points in an element's own pixels. */
type Spots = {
  /** They do not all fit on the screen. */
  away: boolean;
  /** A control of its own at the first or last point. */
  other: Note | null;
  /** Index of the first point outside the element; -1: none. */
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

/** Answer of `textPage(offset, limit)`: a piece of the readable text, cut at a line end if one is near. */
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
  /** In a field, where it is selected already. */
  field: boolean;
  /** Where to press and release the mouse to select it; empty: a press would do something else. */
  points: [number, number][];
  /** Why there is none, in words for the model. */
  problem: string;
  /** The piece of text. */
  selected: string;
};

/** Answer of `typingSeen(node, last)`: what the page did since `beginTyping(node, text)`. */
type TypingSeen = {
  /** Those caused by the events themselves. */
  caused: number;
  /** How often the page drew the field again. */
  followed: number;
  /** Input events the page received. */
  inputs: number;
  /** Document changes outside the field, for any reason. */
  outside: number;
  /** Keys and the like whose default the page prevented, taking them for itself. */
  refused: number;
  /** The text shows up outside the field. */
  shown: boolean;
  /** Keys that found neither the field nor its successor, and were kept from the page. */
  strays: number;
};

/** Viewport and scroll figures of the top document in CSS pixels, `[width, height, scrollX, scrollY, scrollWidth, scrollHeight]` in JSON. */
type Viewport = [number, number, number, number, number, number];

/** Argument of `walk(options)`; the answer is a JSON *string* for [`super::raw::RawPage::parse`]. */
type WalkOptions = {
  /** Whether fields of forms also say what [`super::raw::FieldFacts`] holds. */
  fields: boolean;
  /** Number of an element to read in full as well; 0: none. */
  inspect: number;
  /** Most nodes to send. */
  nodeLimit: number;
  /** The looking run. Field values at a run's first look count as typed before the run. */
  run: string;
  /** A text searched for: elements holding it are listed from then on, actionable or not. Empty: none. */
  seek: string;
  /** When the run started, in milliseconds since 1970; 0: unknown. A newer document has nothing typed before the run. */
  since: number;
  /** Most characters of readable text to send. */
  textLimit: number;
};

/** Answer of `witness(mark)`: what of that action reached a document. */
type Witness = {
  /** Whether the action began; if not, it never will. */
  begun: boolean;
  /** Clicks, of any button. */
  clicks: number;
  /** Copies and cuts of something selected that the page did not prevent. */
  copies: number;
  /** The document's token. */
  document: string;
  /** Things dropped. */
  drops: number;
  /** Enter keys among the presses. */
  enters: number;
  /** Input events. */
  inputs: number;
  /** Mouse buttons and keys pressed. */
  presses: number;
  /** Mouse buttons released. */
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
  NO_CHOICE: 134217728;
  ON: 268435456;
  OFF: 536870912;
  NAMED_BY_ID: 1073741824;
};
