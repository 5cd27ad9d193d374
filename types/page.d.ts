// What the page's scripts share, and what they know of the DOM. The first script makes `edithParts`, and each of the others adds its own to it.

// --- the DOM -------------------------------------------------------------------------------------------------------------------
// The scripts tell elements apart by the names of their tags and nodes by their types, which the compiler does not follow. Testing with `instanceof`
// would cost time in the walk and fails for elements of other frames. So every element has here what any kind of element has.
interface Element {
  accept: string;
  alt: string;
  checked: boolean;
  readonly areas: HTMLCollectionOf<HTMLAreaElement>;
  readonly contentDocument: Document | null;
  readonly contentWindow: Window | null;
  contentEditable: string;
  readonly control: HTMLElement | null;
  controls: boolean;
  coords: string;
  data: string;
  defaultValue: string;
  disabled: boolean;
  draggable: boolean;
  /** What takes the keys for a text of the page's own making (https://www.w3.org/TR/edit-context/). */
  readonly editContext?: { readonly text: string } | null;
  files: FileList | null;
  /** Components have none, not even null. */
  readonly form?: HTMLFormElement | null;
  formAction: string;
  formMethod: string;
  href: string | SVGAnimatedString;
  indeterminate: boolean;
  innerText: string;
  readonly isContentEditable: boolean;
  label: string;
  readonly labels?: NodeListOf<HTMLLabelElement> | null;
  readonly list: HTMLDataListElement | null;
  max: string;
  maxLength: number;
  min: string;
  multiple: boolean;
  name: string;
  readonly offsetHeight: number;
  readonly offsetParent: Element | null;
  readonly offsetWidth: number;
  open: boolean;
  readonly options: HTMLOptionsCollection;
  placeholder: string;
  readonly popoverTargetElement: Element | null;
  readOnly: boolean;
  required: boolean;
  selectedIndex: number;
  readonly selectedOptions: HTMLCollectionOf<HTMLOptionElement>;
  shape: string;
  size: number;
  src: string;
  step: string;
  readonly style: CSSStyleDeclaration;
  tabIndex: number;
  title: string;
  type: string;
  useMap: string;
  readonly validationMessage: string;
  readonly validity: ValidityState;
  value: string;
  webkitdirectory: boolean;
  readonly willValidate: boolean;
  blur(): void;
  focus(options?: FocusOptions): void;
  select(): void;
  readonly selectionStart: number | null;
  setSelectionRange(start: number, end: number): void;
  assignedElements(): Element[];
  assignedNodes(): Node[];
}
interface Node {
  data: string;
  readonly host?: Element;
  readonly localName?: string;
  /** Of what is in a document. */
  getRootNode(): Document | ShadowRoot;
}

// --- what the scripts hand to each other ---------------------------------------------------------------------------------------
type Point = [x: number, y: number];
/** Edges: `[x0, y0, x1, y1]`. */
type Edges = [number, number, number, number];
/** Edges of what scrolling can reach, and of what the boxes around show now; "none" where a collapsed box hides it. */
type Clip = number[] | "none";
type Bounds = Pick<DOMRect, "left" | "top" | "right" | "bottom" | "width" | "height">;
/** What an element is called, and whether that is a guess. */
type Named = [name: string, guessed: boolean, isMachines?: boolean];
/** Values of the fields at a run's first look. */
type Baseline = { first: boolean; values: WeakMap<Element, string> };
/** Something around elements, with the heading that speaks for what follows it there. */
type Around = {
  element: Element | null;
  kind: string;
  parent: Around | null;
  heading: string;
  headed: Element | null;
  label: string;
  index: number;
  headingIndex: number;
  scope: Element | null;
};
/** What a press at a point reaches; "inner": a control inside of what is meant. */
type Reached = Hit | "inner";
type PressPoint = { point: Point | null; hit: Reached; blocker: Element | null };
type Gone = { gone: true };
/** How a document is given to a page. */
type FilePlace = { way: "input" | "drop" | "press" | "none"; node?: number; problem?: string; detached?: boolean };
type Given = Gone | { took: boolean; size: number; held?: string[] };
/** An overlay while it is being collected: natively modal or not, and the overlay around it. */
type Overlay = RawOverlay & { native: boolean; parent: number; by: Element | null };

/** Text line by line: what is added goes on in the line until it ends. */
interface Lines {
  done: string[];
  line: string;
  add(data: string): void;
  addLines(data: string): void;
  end(): void;
}

/** Where things can be reached. */
interface Reach {
  clips: Map<Element, Clip>;
  holders: (Element | CSSStyleDeclaration)[];
  ground: number[];
  scrollers: Set<Element>;
  covers: Map<Element, boolean>;
  isShown(element: Element, style: CSSStyleDeclaration, rect: Bounds): boolean;
  isAway(element: Element, style: CSSStyleDeclaration, rect: Pick<Bounds, "right" | "bottom">): boolean;
  clipOf(element: Element, style: CSSStyleDeclaration): Clip;
  clipOfHolder(holder: Element): Clip;
  clipBy(element: Element, style: CSSStyleDeclaration, clip: number[]): Clip;
  reachOf(inner: Document): number[];
  cover(place: Element, element: Element, edges: number[]): Element | null;
  canUncover(place: Element, blocker: Element): boolean;
  isLifted(blocker: Element, layer: Element): boolean;
  movesApart(layer: Element): boolean;
  scrollerOf(element: Element): Element | null;
  floats(this: Collector, element: Element, style: CSSStyleDeclaration): boolean;
  modal(this: Collector): void;
  coveringOverlay(this: Collector): number;
}

/** The tables of a walk, and where it is. */
interface Collector extends Reach {
  options: WalkOptions;
  base: Baseline | null;
  nodes: RawNode[];
  contexts: RawContext[];
  rows: Around[];
  forms: RawForm[];
  overlays: Overlay[];
  frames: RawFrame[];
  emitted: Set<Element>;
  opener: Element | null;
  covering: [RawNode, Element][];
  records: Map<Element, number>;
  cut: boolean;
  focused: Element | null;
  width: number;
  height: number;
  placed: Element | null;
  place: Bounds | null;
  placeSeen: boolean;
  blocked: boolean;
  context: Around;
  owner: number;
  overlay: number;
  frame: number;
  offset: Point;
  view: Edges;
  inHeading: boolean;
  depth: number;
  openerOf(element: Element): number;
  end(): void;
  sighted(element: Element): void;
  recordOf(element: Element): number;
  coveredBy(node: RawNode, over: Element): void;
  nameCovers(): void;
  contextOf(holder: Around | null): number;
  pressedBy(element: Element): Element | null;
  saysOtherwise(element: Element, button: Element, name: string): string;
  formOf(element: Element, button: Element | null): number;
  formAround(element: Element): number;
  emitByLabel(control: Element, label: Element): void;
  emitHidden(hidden: Hidden): void;
  emit(element: Element, tag: string, role: string, why: string, style: CSSStyleDeclaration, place?: Element, rect?: Bounds): number;
  standsFor(element: Element): boolean;
  isUnseen(element: Element, style: CSSStyleDeclaration): boolean;
  drawsName(element: Element, name: string): boolean;
  drawnStates(drawn: DrawnState, node: RawNode): number;
  toldStates(element: Element, isDrawn: boolean): string[];
  statesOf(element: Element, tag: string, role: string): number;
  invalidMessage(element: Element): string;
  details(element: Element, tag: string, role: string, kind: FieldKind, name: string, node: RawNode): void;
  baseOf(inner: Document): Bases | null;
  address(link: Element): string | undefined;
  optionsOf(options: ArrayLike<Option>, count: number, masked: boolean, node: RawNode): void;
}

/** What is in drawings. */
interface Drawings extends Collector {
  written(this: PageWalk, element: Element, style: CSSStyleDeclaration): void;
  picture(this: PageWalk, element: Element, parentPointer: boolean, style: CSSStyleDeclaration, facts: number): void;
  isWorkedIn(element: Element, all: HTMLCollectionOf<Element>): boolean;
  shapes(this: PageWalk, element: Element, pointer: boolean, isLarge: boolean, width: number, height: number): void;
  isNode(group: Element, width: number, height: number): boolean;
}

/** One pass over everything rendered. */
interface PageWalk extends Drawings {
  textOnly: boolean;
  text: Lines[];
  inCell: boolean;
  /** The table around, if cells of it span others' places; the places of its row, and how many were passed. */
  grid: Grid | null;
  places: Element[] | null;
  column: number;
  /** Where the text goes. */
  sink: number;
  /** The box that the owner is, where anything may be in it. */
  box: Element | null;
  /** A test of texts for what is searched for. */
  isMeant: ((text: string) => boolean) | null;
  /** What shows a hand only once it is pointed at. */
  handed: Set<Element> | null;
  /** Items of lists that get tabindex and role only with the focus. */
  twins: Set<Element> | null;
  /** Children that are alike, by what holds them. */
  alike: Map<Element, Set<Element> | null>;
  /** The lists in which rows were found, by number. */
  lists: Map<Element, number>;
  /** What can be dragged, or takes what is dropped. */
  dragged: Set<Element> | null;
  document(inner: Document): void;
  within(element: Element): void;
  element(element: Element, parentPointer: boolean): boolean;
  hiddenFiles(element: Element): void;
  words(element: Element, style: CSSStyleDeclaration | null, data: string): void;
  children(element: Element, tag: string, style: CSSStyleDeclaration | null, pointer: boolean): void;
  around(element: Element, tag: string, role: string, style: CSSStyleDeclaration, facts: number): void;
  sign(sink: number, number: number, end: string): number;
  textSink(element: Element, tag: string, bits: number, role: string): void;
  isField(element: Element, role: string, facts: number): boolean;
  consider(
    element: Element, tag: string, bits: number, role: string, style: CSSStyleDeclaration, facts: number, pointer: boolean, parentPointer: boolean,
  ): boolean;
  /** Why a plain element counts as one that can be acted on; "" where it does not. */
  plainReason(element: Element, role: string, bits: number, facts: number, pointer: boolean, parentPointer: boolean): string;
  isListenedFor(element: Element): boolean;
  isRoved(element: Element): boolean;
  seeks(): boolean;
  lines(): Lines | null;
  emitSought(element: Element, tag: string, role: string, style: CSSStyleDeclaration): void;
  scroller(element: Element, tag: string, role: string, style: CSSStyleDeclaration): void;
  holder(element: Element, tag: string, role: string, style: CSSStyleDeclaration, owner: number): void;
  heading(element: Element): void;
  icon(element: Element, tag: string, lines: Lines, apart: boolean): void;
  isBetweenWords(element: Element): boolean;
  passed(lines: Lines, cell: Element | null): void;
  filled(lines: Lines, cell: Element): void;
  imageMap(image: Element, style: CSSStyleDeclaration): void;
  frameElement(element: Element): void;
}

/** Text of a subtree that is being collected, with what is left to be taken and how it is taken. */
type Collected = {
  text: string; chars: number; nodes: number; plain: boolean; hiddenToo: boolean; byReference: boolean; of: Element | null; unseen: boolean;
};

/** Selectors of a style sheet: what is hidden until it is pointed at, and what shows a hand only then. */
type Selectors = { rules: number; found: string[]; hands: string[] };

/** What addresses in a document start with. */
type Bases = { page: string; origin: string };
/** What a control is drawn as, and whether it is on; null where that cannot be seen. */
type DrawnState = { as: "switch" | "tick" | "mark" | "choice"; on: boolean | null };
/** What a drawn drop-down is called, what it shows, and its options, if they are known before it is opened. */
/** A kind of control that pages draw themselves. */
type Widget = {
  /** What a press on it opens: a list of options, or something else, such as a calendar. */
  opens: "list" | "dialog";
  /** Whether it holds several values. */
  several: boolean;
  is: (control: Element) => boolean;
  /** What is chosen in it; nothing: nothing is. */
  held: (control: Element) => string[];
};
type DropDown = { name: string; shown: string; options: Element[] };
/** An option of a list, drawn or not. */
type Option = {
  label: string; text: string; value: string; selected: boolean; disabled: boolean;
  parentElement: { localName: string; disabled: boolean; label: string } | null;
};
/** For each row of a table the cell in each of its places. */
type Grid = Map<Element, Element[]>;
/** Where an element was seen: in what, and what that was called. */
type Sighting = { at: Element; kind: string; label: string };
/** What reached the page since an action began, at that time (`performance.now()`). */
type Counts = Omit<Witness, "document" | "begun"> & { at: number };

/** What a field is known by: its kind, name and row, where it stands, and the fields of its kind that were there with it. */
type Likeness = {
  tag: string; type: string; role: string; name: string; id: string; key: string; row: string; root: Document | ShadowRoot; host: Element | null;
  around: Document | ShadowRoot; before: WeakSet<Element>; place: number; count: number;
};
/** What can be chosen in a list: its text, and the first line of it where that is described. */
type Choice = { element: Element; label: string; head?: string };
/** The field that keys go to. */
type Hold = {
  field: Element; number: number; strays: number; followed: number; touched: number; ms: number; views: Window[]; observer: MutationObserver;
};

/** What is hidden until somebody points at `holder`. */
type Hidden = { holder: Element; actions: Element[] };

/** What the scripts share. */
interface Parts {
  // base.js
  numberOf(element: Element): number;
  isListed(element: Element): boolean;
  elementOf(number: number): Element | null;
  secret(): string;
  token: string;
  shadowOf(element: Element): ShadowRoot | null;
  closedRootOf(element: Element): ShadowRoot | null;
  leavesOut(element: Element): boolean;
  body(inner: Document): HTMLElement;
  firstChild(node: Node): ChildNode | null;
  isClobbered(element: Element): boolean;
  formAttribute(form: Element, name: string): string;
  flatParent(element: Element): Element | null;
  contains(outer: Element, inner: Element): boolean;
  PAGES: Set<string>;
  FRAMES: string;
  showsPage(element: Element): boolean;
  frameWindow(frame: Element): Window | null;
  frameDocument(frame: Element): Document | null;
  pathOf(view: Window | null): string;
  offsetOf(inner: Document): Point;
  at(x: number, y: number): Element | null;
  activeElement(): Element | null;
  style(element: Element): CSSStyleDeclaration;
  isVisible(element: Element, style?: CSSStyleDeclaration): boolean;
  boxOf(element: Element): DOMRect;
  areaBox(area: Element, image?: Element | null): DOMRect | null;
  oneLine(text: string, cap: number): string;
  Lines: new () => Lines;

  isOverlay(node: Node | null): boolean;
  ofThePage(records: MutationRecord[]): MutationRecord[];

  // names.js
  words(text: string): Set<string>;
  givenRole(element: Element): string;
  roleOf(element: Element): string;
  textIn(element: Element, cap?: number, hiddenToo?: boolean, plain?: boolean, byReference?: boolean, of?: Element | null): string;
  rememberLabels(on: boolean): void;
  labelsOf(element: Element): ArrayLike<HTMLLabelElement>;
  isEditorField(element: Element): boolean;
  accessibleName(element: Element, role: string): string;
  seenLabel(element: Element, name: string): string;
  nameOf(element: Element, role: string): Named;
  isHandle(element: Element): boolean;
  labelOf(element: Element): string;

  // nearby_labels.js
  bared(text: string): string;
  isSeen(control: Element): boolean;
  nearbyLabel(element: Element, isBox: boolean): string;
  rowLabel(element: Element): string;
  partLabel(element: Element): string;
  isPattern(text: string): boolean;
  lineBefore(element: Element): string;

  // visual_hints.js
  stateHint(element: Element, known: string[]): string;
  isSwatch(element: Element): boolean;
  hintOf(element: Element, name: string): string;
  /** What a scale of icons says, by its first icon; null behind the first; "": it is in none. */
  scaleAt(icon: Element): string | null;
  scaleIn(element: Element): string;

  // tables.js
  tableOf(element: Element): Element | null;
  rowsOf(table: Element): Element[];
  gridOf(table: Element): Grid | null;
  rememberGrids(on: boolean): void;
  headsAbove(row: Element): Element[];

  // drawn.js, choices.js
  stateWord(element: Element): boolean | null;
  chroma(computed: string): number;
  showsPortrait(control: Element): boolean;
  distance(one: string, other: string): number;
  tellsState(element: Element): boolean;
  drawnState(element: Element): DrawnState | null;
  rememberDrawn(on: boolean): void;
  rememberChoices(on: boolean): void;
  chosen(element: Element): DrawnState | null;

  // inspect.js, search.js
  freePlace(element: Element, style: CSSStyleDeclaration, rect: Bounds): Point | undefined;
  detailOf(element: Element | null): RawDetail | undefined;
  seeker(query: string): ((text: string) => boolean) | null;

  // fields.js
  fieldKind(element: Element, name: string): FieldKind;
  takesText(element: Element): boolean;
  dialBefore(field: Element): string;
  dialled(field: Element): string;
  textWithout(box: Element, isSkipped: (element: Element) => boolean, most: number): string;
  opensPicker(element: Element): boolean;
  codeEditorOf(element: Element): Element | null;
  codeOf(element: Element): string;
  drawnLines(element: Element): [number, number, number] | null;
  valueOf(element: Element, role: string, cap?: number): string | null;
  editorText(editor: Element, cap?: number): string;
  isEdited(element: Element): boolean;
  baseline(run: string, since: number): Baseline;
  noteTyped(root: Document, base: Baseline): void;
  noteField(element: Element, base: Baseline): void;
  typedBefore(element: Element, base: Baseline): boolean;
  lastBaseline(): Baseline;

  // files.js
  givenFiles(input: Element): string | null;
  fileButton(input: Element): Element | null;
  filePlace(element: Element, name: string, mime: string, pressed: boolean): FilePlace;
  awaitChooser(word: string): {};
  chooserPlace(name: string, mime: string): FilePlace;
  stagePart(id: string, number: number, data: string): {};
  putFile(number: number, id: string, name: string, mime: string): Given;
  dropFile(element: Element, id: string, name: string, mime: string): Given;

  // reach.js
  isSmall(rect: Pick<Bounds, "width" | "height">): boolean;
  isCut(style: CSSStyleDeclaration): boolean;
  firstOf(box: Element, style: CSSStyleDeclaration): Point;
  originOf(box: Element, style: CSSStyleDeclaration): Point;
  scrollsItself(body: Element | null): boolean;
  isOutside(element: Element, rect: Bounds): boolean;
  Reach: new () => Reach;
  isVeil(hit: Element, place: Element): boolean;
  surfaceOf(field: Element): Element | null;
  standIn(control: Element): Element | null;
  stoodFor(box: Element): Element | null;
  drawnSelect(box: Element): Element | null;
  isDrawn(select: Element): boolean;

  // hover.js
  handed(root: Document | ShadowRoot): Set<Element> | null;
  reveals(root: Document | ShadowRoot, out: Map<Element, Hidden>): void;
  holderOf(element: Element): Element | null;

  // disambiguate.js
  colourName(computed: string): string;
  isListOfItems(element: Element): boolean;
  areAlike(one: Element, other: Element): boolean;
  roved(root: Document | ShadowRoot): Set<Element>;
  /** The role that an item gets with the focus; "": none. */
  rovedRole(element: Element): string;
  isOffered(element: Element): boolean;
  isOneOfSeveral(element: Element): boolean;
  isPlace(element: Element): boolean;
  emptyPlaces(root: Document, items: Element[]): Element[];
  placeName(list: Element): string;
  tellRowsApart(rows: Around[], contexts: RawContext[]): void;
  nameBoxes(nodes: RawNode[], contexts: RawContext[]): void;
  tellApart(nodes: RawNode[], contexts: RawContext[]): void;

  pressed: WeakSet<Element>;
  pressedLast: Element | null;
  controlFor(popup: Element): Element | null;

  // widgets.js
  widget(control: Element): Widget | null;
  /** The role that a component tells to the browser alone; "": none that is known. */
  toldRole(element: Element): string;
  /** A selector of ticks of that kind. */
  toldTicks: string;
  /** Whether one of them is on; null: it is none. */
  isOn(element: Element): boolean | null;

  // drop_downs.js
  opensBelow(text: string): boolean;
  dropDown(element: Element): DropDown | null;
  optionsShown(dropDown: DropDown): Option[];
  actedRole(element: Element): string;

  // rows.js
  weighRows(walk: PageWalk): void;
  listOf(element: Element, tag: string, role: string, known: Map<Element, Set<Element> | null>): Element | null;
  enterRow(
    walk: PageWalk, element: Element, tag: string, role: string, list: Element, from: number, around: Around, frames: number,
  ): void;

  // listen.js
  anyListens: boolean;
  listens(element: Element): boolean;
  heldIn(element: Element): boolean;
  awaitListeners(given: string | null): { word: string };
  asks(): string;
  awaitAsks(): { word: string };
  isAroundListeners(element: Element): boolean;
  itemsOf(box: Element): Element[] | null;
  isTarget(element: Element): boolean;
  listenerAround(field: Element): Element | null;

  // collect.js, drawings.js, walk.js
  isShadowTick(element: Element): boolean;
  states: StateBits;
  firstHeading(element: Element): string;
  contextLabel(context: { element: Element; kind: string }, headed?: boolean): string;
  around(element: Element | null, kind: string, parent: Around | null): Around;
  sightedIn(element: Element, row: Element, label: string): void;
  nameKnownRows(nodes: RawNode[], contexts: RawContext[]): void;
  isElsewhere(element: Element): boolean;
  Collector: new (options: WalkOptions, base: Baseline | null) => Collector;
  Drawings: new (options: WalkOptions, base: Baseline | null) => Drawings;
  widgets: Set<string>;
  walk(options: Partial<WalkOptions>): string;
  walkFrame(options: Partial<WalkOptions>): string | null;
  textOf(element: Element): string;
  readableText(): string;

  // form.js
  fieldFacts(element: Element): FieldFacts | undefined;

  // act.js
  note(element: Element, numbered?: boolean): Note;
  noteOf(element: Element): string;
  nextFrame(): Promise<void>;
  passesOn(field: Element, around: Element): boolean;
  reachAt(element: Element, x: number, y: number, wasInner: boolean): Pick<Aim, "hit" | "blocker" | "point">;
  standsFor(element: Element, hit: Element): boolean;
  takesPress(hit: Element): boolean;
  otherAt(element: Element, hit: Element): Element | null;
  unshift(): void;
  probe(element: Element, options?: Partial<ProbeOptions>): Promise<Probe | Gone>;
  centre(element: Element, from?: number): Centre;
  framePoint(frame: Element, x: number, y: number): FramePoint;
  focusInfo(element: Element | null): FocusInfo;
  focus(element: Element): FocusInfo;
  readValue(element: Element): ReadValue;
  selectAllIn(element: Element): Promise<Selected>;
  paste(element: Element, text: string): { taken: boolean };
  setNative(element: Element, value: string): SetNative;
  setNear(element: Element, value: string): "ArrowUp" | "ArrowDown" | null;
  normal(text: string): string;
  allMeant<T>(all: T[], labelOf: (one: T) => string, valueOf: (one: T) => string, groupOf: (one: T) => string, want: string): T[];
  meant<T>(all: T[], labelOf: (one: T) => string, valueOf: (one: T) => string, groupOf: (one: T) => string, want: string): T | null;
  ofGroup<T>(all: T[], labelOf: (one: T) => string, groupOf: (one: T) => string, want: string): T[];
  inGroups<T>(all: T[], labelOf: (one: T) => string, groupOf: (one: T) => string): string[];
  selectOption(element: Element, wanted: string[], add?: boolean): SelectOption;
  scrollBy(element: Element | null, direction: Direction, amount: number): Scrolled;

  // following.js
  remember(field: Element): number;
  fieldOf(number: number): Element | null;
  hold(field: Element, ms?: number): void;
  release(): void;
  heldSince(): { followed: number; strays: number };
  heldField(number: number): HeldField;
  refocus(number: number): HeldField;
  leaveField(element: Element): Promise<ReadValue | Gone>;

  // typing.js, points.js, lists.js
  beginTyping(element: Element, text: string): ReadValue;
  typingSeen(last: boolean): TypingSeen;
  missed(): Note | null;
  aim(element: Element, x: number, y: number, wasInner: boolean, hovered: boolean): Pick<Aim, "hit" | "blocker" | "point">;
  spots(element: Element, points: Point[], scroll: boolean): Spots;
  textPlace(element: Element, text: string, from: number, to: number): Partial<TextPlace>;
  selectPlace(element: Element): SelectedText;
  selectedText(element: Element): SelectedText;
  noteShown(control: Element): void;
  controlOf(number: number): Element | null;
  unsaidChoices(control: Element, wanted: string): Choice[];
  wentAway(control: Element): boolean;
  searchIn(control: Element): Element | null;
  groupOf(option: Element, options: Element[]): string;
  noteLists(control: Element): {};
  listSearch(control: Element): { node: number };
  listOpener(control: Element): { node: number };
  seekOption(control: Element, wanted: string, first: boolean): Promise<Sought>;
  drawnOption(control: Element, wanted: string): Partial<DrawnOption>;
  scrollList(control: Element): Promise<{ moved: boolean }>;
  shownOptions(control: Element): { options: string[] };
  showsChoice(control: Element, label: string): { shows: boolean; shown: string };

  // calendars.js
  calendar(control: Element, day: number): Calendar;
  opensDialog(control: Element): { opens: boolean };

  // screenshot_marks.js, witness.js, api.js
  showMarks(numbers: [uid: string, rect: Rect][], hidden: Rect[]): { boxes: number };
  hideMarks(): {};
  begin(mark: string): boolean;
  witness(mark: string): Partial<Witness>;
  // resend.js, messages.js
  resend(spec: Resend): Promise<Resent>;
  keepMessages(word: string): {};
  keptMessages(ends: boolean): KeptMessage[];
  passMessages(passes: number[], bars: number[]): number;
  endMessages(): boolean;
  restedFor(): number;
  changes(): { mutations: number; since: number };
}

/** A function of an element as the worker calls it: by the element's number. */
type ByNumber<F> = F extends (element: any, ...rest: infer R) => infer T ? (number: number, ...rest: R) => T | Gone : never;
/** One whose frame the worker names by an element in it, which the function does not need. */
type InFrame<F> = F extends (...rest: infer R) => infer T ? (node: number, ...rest: R) => T : never;

/** What the worker may call. */
interface PageApi {
  /** JSON of a RawPage. */
  walk: Parts["walk"];
  /** The same for the frame that this script is in; null when another script walks it. */
  walkFrame: Parts["walkFrame"];
  /** A point of a frame's content, as its own script has it. */
  framePoint: ByNumber<Parts["framePoint"]>;
  /** Role and name now, state, where to click, what is in the way. */
  probe: ByNumber<Parts["probe"]>;
  centre: ByNumber<Parts["centre"]>;
  /** With 0 it tells only what has the focus. */
  focusInfo: ByNumber<Parts["focusInfo"]>;
  /** Gives the focus without a click. */
  focus: ByNumber<Parts["focus"]>;
  readValue: ByNumber<Parts["readValue"]>;
  /** What gets a press there; if it is the element, the action with this mark begins. */
  aim(number: number, x: number, y: number, wasInner: boolean, hovered: boolean, mark: string): Aim | Gone;
  /** Points in an element's own pixels. */
  spots: ByNumber<Parts["spots"]>;
  textPlace: ByNumber<Parts["textPlace"]>;
  /** Selects what textPlace found. */
  selectPlace: ByNumber<Parts["selectPlace"]>;
  selectedText: ByNumber<Parts["selectedText"]>;
  /** What the field holds before the text is typed into it; what becomes of it is noted from now on. */
  beginTyping: ByNumber<Parts["beginTyping"]>;
  /** What became of it since then. */
  typingSeen: InFrame<Parts["typingSeen"]>;
  /** Whether the field that is typed into, or what its page drew in its stead, has the focus. */
  heldField: Parts["heldField"];
  /** The same once it has. */
  refocus: Parts["refocus"];
  /** Takes the focus away and gives it back; what the field holds then. */
  leaveField: ByNumber<Parts["leaveField"]>;
  /** Focuses the field and selects all it holds. */
  selectAllIn: ByNumber<Parts["selectAllIn"]>;
  /** Pastes into what has the focus. */
  paste: ByNumber<Parts["paste"]>;
  setNative: ByNumber<Parts["setNative"]>;
  setNear: ByNumber<Parts["setNear"]>;
  selectOption: ByNumber<Parts["selectOption"]>;
  /** Lists that are shown now are not the element's own. */
  noteLists: ByNumber<Parts["noteLists"]>;
  /** The option that is meant in the list that the page shows for the element. */
  drawnOption: ByNumber<Parts["drawnOption"]>;
  /** The field to search in that came with it. */
  listSearch: ByNumber<Parts["listSearch"]>;
  listOpener: ByNumber<Parts["listOpener"]>;
  /** Scrolls it until it shows what is wanted; the first time also where that must stand in a sorted one. */
  seekOption: ByNumber<Parts["seekOption"]>;
  /** What the list that the page shows for the element offers. */
  shownOptions: ByNumber<Parts["shownOptions"]>;
  /** The calendar that is shown for the element, and a day of it. */
  calendar: ByNumber<Parts["calendar"]>;
  /** Whether the element says that it opens a dialog or a grid. */
  opensDialog: ByNumber<Parts["opensDialog"]>;
  /** Scrolls that list on. */
  scrollList: ByNumber<Parts["scrollList"]>;
  /** Whether the element shows what was chosen. */
  showsChoice: ByNumber<Parts["showsChoice"]>;
  /** By an amount in pixels, 0 for most of a screen; number 0: the page. */
  scrollBy: ByNumber<Parts["scrollBy"]>;
  /** How a document is given by this element. */
  filePlace: ByNumber<Parts["filePlace"]>;
  /** Listens for the input that a chooser was opened for. */
  awaitChooser: InFrame<Parts["awaitChooser"]>;
  chooserPlace: InFrame<Parts["chooserPlace"]>;
  /** What listens is taken from events of this name from now on. */
  awaitListeners: Parts["awaitListeners"];
  /** What the page waits for the browser to ask is taken from events of this name from now on. */
  awaitAsks: Parts["awaitAsks"];
  /** What the page sends over sockets is kept from now on, told by events of this name. */
  keepMessages: Parts["keepMessages"];
  keptMessages: Parts["keptMessages"];
  passMessages: Parts["passMessages"];
  endMessages: Parts["endMessages"];
  /** Takes a part of a document, in base64. */
  stagePart: InFrame<Parts["stagePart"]>;
  /** The document into an input; number 0: the one of the chooser. */
  putFile: InFrame<Parts["putFile"]>;
  /** The document dropped on an element. */
  dropFile: ByNumber<Parts["dropFile"]>;
  /** No change of the DOM for `ms`, or `cap` milliseconds passed. */
  quiet(ms: number, cap: number): Promise<Quiet>;
  /** How long the DOM has been at rest, for callers with a clock of their own. With a mark, the action begins. */
  activity(mark?: string): Activity;
  /** What reached this document of the action with that mark, which is void if it has not begun. */
  witness: Parts["witness"];
  resend: Parts["resend"];
  /** Draws numbers and covers over the page, for a picture. */
  showMarks: Parts["showMarks"];
  hideMarks: Parts["hideMarks"];
  /** Has the overlay, if there is one, leave something to the page. */
  overlay(name: "leave", point: Point | null): {};
  /** A piece of the readable text. */
  textPage(offset: number, limit: number): TextPage;
  /** Places of a text, ignoring case. */
  findText(query: string, limit: number): FoundText;
}

/** What a run does in a tab, with the words of the pill. */
type OverlayState = { doing: "" | "working" | "asking" | "paused"; words: string; stop: string; language: string };
/** Something drawn for a moment, as in crates/cdp/src/wire/overlay.rs. */
type OverlaySign = "failed" | { at: { point: Point; place: Edges } } | { typed: "secret" | { plain: string } };
/** From the worker to overlay.js. */
type OverlayMessage = { state?: OverlayState; seen?: boolean; sign?: OverlaySign };
/** What overlay.js has drawn. */
type Drawn = { host: HTMLElement; root: ShadowRoot; layer: HTMLElement; pill: HTMLElement; words: HTMLElement; button: HTMLButtonElement; timers: number[] };

declare var edithOverlay: {
  isHost(node: unknown): boolean;
  leave(point: Point | null): void;
  hold(on: boolean): void;
} | undefined;
declare var edithParts: Parts;
declare var edithPage: Record<string, (...args: any[]) => unknown>;
