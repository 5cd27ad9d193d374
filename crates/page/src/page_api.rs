//! Arguments and answers of the page's functions other than `walk` (see `extension/page/`): the one contract between that code and Rust.
//!
//! The worker calls `edithPage[name](...args)` in the extension's isolated world. Every answer is JSON; [`read`] tells a missing page script and a
//! vanished element from a good answer. Node numbers are those of [`super::raw::RawNode::node`]. Points and rectangles are CSS pixels in the viewport
//! of the frame the script ran in (the top frame for elements of same-origin frames).

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::raw::{FieldKind, RawError, RawPage, Rect};

/// The page's scripts as one file, relative to the built extension's root: a new document gets one file instead of many (`cargo xtask build` makes it of
/// [`SCRIPT_FILES`]).
pub const SCRIPT: &str = "page/page.js";

macro_rules! scripts {
    ($($name:literal,)+) => {
        /// The page's script files in the order they must be run, relative to the extension's sources.
        pub const SCRIPT_FILES: &[&str] = &[$($name,)+];
        /// What is in these files, in their order: for whoever has no built extension.
        #[cfg(feature = "sources")]
        pub const SCRIPT_SOURCES: &[&str] = &[$(include_str!(concat!("../../../extension/", $name)),)+];
    };
}

scripts! {
    "page/base.js",
    "page/names.js",
    "page/nearby_labels.js",
    "page/visual_hints.js",
    "page/tables.js",
    "page/drawn.js",
    "page/choices.js",
    "page/inspect.js",
    "page/search.js",
    "page/fields.js",
    "page/widgets.js",
    "page/files.js",
    "page/form.js",
    "page/reach.js",
    "page/hover.js",
    "page/drop_downs.js",
    "page/disambiguate.js",
    "page/rows.js",
    "page/listen.js",
    "page/collect.js",
    "page/drawings.js",
    "page/walk.js",
    "page/act.js",
    "page/following.js",
    "page/typing.js",
    "page/points.js",
    "page/popups.js",
    "page/lists.js",
    "page/calendars.js",
    "page/screenshot_marks.js",
    "page/asks.js",
    "page/witness.js",
    "page/resend.js",
    "page/messages.js",
    "page/api.js",
}

/// What watches in a page's own world for what the browser asks the person (`edithWatchAsks`).
#[cfg(feature = "sources")]
pub const ASKING_SOURCE: &str = include_str!("../../../extension/asking.js");
/// What keeps a page's messages in its own world (`edithKeepMessages`).
pub const KEEPING_SOURCE: &str = include_str!("../../../extension/messages.js");

/// Why a page function gave no answer.
#[derive(Debug, thiserror::Error)]
pub enum PageApiError {
    /// The scripts are not in this document yet: inject [`SCRIPT`] and call again.
    #[error("the page's script is not there yet")]
    Missing,
    /// The element is no longer in the document.
    #[error("the element is gone")]
    Gone,
    /// The function threw.
    #[error("the page's script failed: {0}")]
    Failed(String),
    /// The answer has an unexpected shape.
    #[error("the page's script answered something unexpected: {0}")]
    Shape(#[from] serde_json::Error),
    /// The walk's answer could not be read.
    #[error(transparent)]
    Walk(#[from] RawError),
}

/// Reads the answer of a page function.
///
/// # Errors
/// See [`PageApiError`].
pub fn read<T: DeserializeOwned>(answer: Value) -> Result<T, PageApiError> {
    let flag = |name: &str| answer.get(name).and_then(Value::as_bool).unwrap_or(false);
    if answer.is_null() || flag("missing") {
        return Err(PageApiError::Missing);
    }
    if flag("gone") {
        return Err(PageApiError::Gone);
    }
    if let Some(text) = answer.get("failed").and_then(Value::as_str) {
        return Err(PageApiError::Failed(text.to_owned()));
    }
    Ok(edith_protocol::json::from_value(answer)?)
}

/// Reads the answer of `walk`.
///
/// # Errors
/// See [`PageApiError`].
pub fn read_walk(answer: Value) -> Result<RawPage, PageApiError> {
    match answer {
        Value::String(json) => Ok(RawPage::parse(&json)?),
        other => Err(read::<RawPage>(other).err().unwrap_or_else(|| PageApiError::Failed("no page".to_owned()))),
    }
}

/// Answer of `framePoint(node, x, y)`.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct FramePoint {
    /// In the viewport of the frame's holder, `[x, y]`.
    pub point: [f64; 2],
    /// Whether a click there reaches the frame.
    pub reached: bool,
    /// What it hits instead.
    pub blocker: Option<Note>,
}

/// Argument of `walk(options)`; the answer is a JSON *string* for [`super::raw::RawPage::parse`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct WalkOptions {
    /// The looking run. Field values at a run's first look count as typed before the run.
    pub run: String,
    /// When the run started, in milliseconds since 1970; 0: unknown. A newer document has nothing typed before the run.
    pub since: u64,
    /// Most characters of readable text to send.
    pub text_limit: u32,
    /// Most nodes to send.
    pub node_limit: u32,
    /// A text searched for: elements holding it are listed from then on, actionable or not. Empty: none.
    pub seek: String,
    /// Number of an element to read in full as well; 0: none.
    pub inspect: u32,
    /// Whether fields of forms also say what [`super::raw::FieldFacts`] holds.
    pub fields: bool,
}

impl Default for WalkOptions {
    fn default() -> Self {
        Self {
            run: String::new(),
            since: 0,
            text_limit: 60_000,
            node_limit: 50_000,
            seek: String::new(),
            inspect: 0,
            fields: false,
        }
    }
}

/// Second argument of `probe(node, options)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ProbeOptions {
    /// First scroll the element into view in every nested scroller, without animation.
    pub scroll: bool,
    /// Compare its place over two frames.
    pub stable: bool,
}

impl Default for ProbeOptions {
    fn default() -> Self {
        Self { scroll: true, stable: true }
    }
}

/// What a click at the chosen point hits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Hit {
    /// The element itself.
    Itself,
    /// Something inside it.
    Descendant,
    /// Its label, which forwards the click; or a label's control.
    Label,
    /// Something else: see [`Probe::blocker`].
    Other,
    /// No point of it is in the viewport.
    #[default]
    Nothing,
}

impl Hit {
    /// Whether a click at the point reaches the element.
    pub fn reaches(self) -> bool {
        match self {
            Self::Itself | Self::Descendant | Self::Label => true,
            Self::Other | Self::Nothing => false,
        }
    }
}

/// A short description of an element, for answers and refusals.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Note {
    /// Its number (it gets one if it had none).
    pub node: u32,
    /// Role, or empty.
    pub role: String,
    /// Name, or its first words; at most 80 characters, never a masked value.
    pub name: String,
    /// `tag#id.class`, shortened.
    pub css: String,
}

/// Answer of `probe`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct Probe {
    /// Current role, to compare with the one last seen.
    pub role: String,
    /// Current name.
    pub name: String,
    /// Tag in lower case.
    pub tag: String,
    /// Type of an `input`.
    pub input_type: String,
    /// Field kind.
    pub field: FieldKind,
    /// Whether its surroundings changed since the last walk: its row now shows another item.
    pub elsewhere: bool,
    /// Whether it can be used: not disabled itself or by a fieldset, ARIA or `inert`.
    pub enabled: bool,
    /// Whether a person cannot change its value.
    pub readonly: bool,
    /// Whether it takes text.
    pub editable: bool,
    /// What it says about its format: its placeholder.
    pub hint: String,
    /// Whether the page suggests completions for what is typed.
    #[serde(default)]
    pub suggests: bool,
    /// Whether the page can learn what it holds only as it is typed: a field of one line without a form.
    #[serde(default)]
    pub filters: bool,
    /// Whether the browser itself drags it, by HTML's rules.
    #[serde(default)]
    pub draggable: bool,
    /// Whether it is a code editor, which completes and indents what is typed.
    #[serde(default)]
    pub code: bool,
    /// Whether pages take this for a Mac, whose editing keys are others.
    #[serde(default)]
    pub mac: bool,
    /// Whether it is drawn as something that is on or off, chosen or not.
    #[serde(default)]
    pub toggles: bool,
    /// Whether it is on, of what each press turns over: a checkbox or a switch, no radio.
    #[serde(default)]
    pub flips: Option<bool>,
    /// Rendered with a size, not transparent, not hidden.
    pub visible: bool,
    /// At least partly in the viewport, after scrolling if asked.
    pub in_view: bool,
    /// Same place over two frames (true when not asked).
    pub stable: bool,
    /// Where it is.
    pub rect: Rect,
    /// Where to click: `[x, y]`.
    pub point: Option<[f64; 2]>,
    /// What a click there hits.
    pub hit: Hit,
    /// What is in the way.
    pub blocker: Option<Note>,
    /// Where to hover for it to show, if it is hidden until then.
    #[serde(default)]
    pub hover: Option<[f64; 2]>,
    /// Whether something was scrolled.
    pub scrolled: bool,
    /// Milliseconds the probe took, mostly waiting for frames.
    pub took: f64,
    /// Document changes seen so far, as in [`Activity`].
    pub mutations: u32,
    /// Milliseconds since the last change when the probe began.
    pub since: f64,
}

/// Answer of `focusInfo(node | 0)` and `focus(node)`; with 0, only `active` is meaningful.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct FocusInfo {
    /// The element or something inside it has the focus.
    pub focused: bool,
    /// The focused element, through shadow roots and same-origin frames.
    pub active: Option<Note>,
    /// Whether text typed now goes into a field.
    pub editable: bool,
    /// Kind of the focused field.
    pub field: FieldKind,
    /// Whether the document itself has the focus.
    pub window: bool,
}

/// Answer of `readValue(node)`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct ReadValue {
    /// The value; none for masked kinds.
    pub value: Option<String>,
    /// As a person sees it: labels of the selected options, text of an editor.
    pub shown: Option<String>,
    /// Its length in characters, also for masked kinds.
    pub length: u32,
    /// Field kind.
    pub field: FieldKind,
    /// State of a checkbox, radio or switch, also of one that the page draws; none where that cannot be seen.
    pub checked: Option<bool>,
    /// The value contains text the user typed before the run: show it as `[filled]`.
    pub typed_before: bool,
    /// The browser's validation message.
    pub invalid: String,
    /// The value is only what an editor draws of a longer text: its first and last line, and about how many there are.
    pub lines: Option<[u32; 3]>,
}

impl ReadValue {
    /// Whether both hold the same, as far as known.
    pub fn is_like(&self, other: &Self) -> bool {
        self.value == other.value && self.length == other.length
    }
}

/// Answer of `typingSeen(node, last)`: what the page did since `beginTyping(node, text)`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct TypingSeen {
    /// Input events the page received.
    pub inputs: u32,
    /// Keys and the like whose default the page prevented, taking them for itself.
    pub refused: u32,
    /// Document changes outside the field, for any reason.
    pub outside: u32,
    /// Those caused by the events themselves.
    pub caused: u32,
    /// The text shows up outside the field.
    pub shown: bool,
    /// How often the page drew the field again.
    pub followed: u32,
    /// Keys that found neither the field nor its successor, and were kept from the page.
    pub strays: u32,
}

/// Answer of `heldField(node)` and `refocus(node)`: what became of the field that is typed into.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct HeldField {
    /// It is still there, or its one successor is.
    pub there: bool,
    /// It has the focus, or the page led on to another field that takes text.
    pub focused: bool,
    /// How often the page drew it again.
    pub followed: u32,
    /// Keys that found neither the field nor its successor, and were kept from the page.
    pub strays: u32,
    /// What has the focus.
    pub active: Option<Note>,
}

/// Answer of `selectAllIn(node)`: focuses the field and selects its content, so that typing replaces it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct Selected {
    /// The field has the focus, and a script can select in it.
    pub ok: bool,
    /// There is nothing in it to select.
    pub empty: bool,
    /// The selection is still there after the page heard of it; editors may put their own caret back.
    pub stands: bool,
    /// No script can select in it, since only the editor has the whole text: keys can.
    pub keys: bool,
}

/// Answer of `setNative(node, value)`: range, date, time, month, week, colour, number and text fields, through the native setter with
/// `input` and `change` events.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct SetNative {
    /// The field took the value.
    pub ok: bool,
    /// Its value now; none for masked kinds.
    pub value: Option<String>,
    /// Why not, in words for the model (format, limits).
    pub problem: String,
}

/// Answer of `selectOption(node, wanted)`, where `wanted` is a list of values or visible texts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct SelectOption {
    /// Everything wanted is selected now.
    pub ok: bool,
    /// Whether anything changed.
    pub changed: bool,
    /// Visible texts of what is selected now.
    pub selected: Vec<String>,
    /// Wanted options that are missing, ambiguous or disabled.
    pub missing: Vec<String>,
    /// Those of several that a text means equally well, with their groups.
    pub equal: Vec<String>,
    /// Visible texts of the first 50 options, if one is missing.
    pub options: Vec<String>,
    /// How many options there are.
    pub count: u32,
    /// Whether the node is a `select`; a custom list must be opened and clicked.
    pub native: bool,
}

/// Answer of `drawnOption(node, wanted)`, about a control's self-drawn list.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct DrawnOption {
    /// Number of the control, which may have been drawn again since.
    pub control: u32,
    /// Whether the control opens a list of options at all.
    pub opens: bool,
    /// Whether the list shows options now.
    pub open: bool,
    /// Whether the control is marked as expanded.
    pub expanded: bool,
    /// Whether it says about itself that it is a list.
    pub said: bool,
    /// Whether what was in view before is no longer: the press closed something.
    pub closed: bool,
    /// Whether it says that more is to come.
    pub busy: bool,
    /// Number of the wanted option; 0 if it is missing or disabled.
    pub node: u32,
    /// Its text.
    pub label: String,
    /// Whether it is selected already.
    pub selected: bool,
    /// Those of several that the text means equally well, with their groups.
    pub equal: Vec<String>,
    /// Texts of the first 30 options that are shown.
    pub options: Vec<String>,
    /// How many are shown.
    pub count: u32,
}

/// Answer of `seekOption(node, wanted, first)`: a self-drawn list was scrolled on for a while.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct Sought {
    /// The wanted option is shown now, or several that are meant equally well.
    pub found: bool,
    /// Something moved, or more came.
    pub moved: bool,
    /// It is at its end.
    pub ended: bool,
}

/// Answer of `calendar(node, day)`: the calendar that is shown for a control.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct Calendar {
    /// Whether one is shown.
    pub open: bool,
    /// The year of its month.
    pub year: i32,
    /// Its month, from 1.
    pub month: i32,
    /// Number of the wanted day's element; 0 if it cannot be pressed.
    pub day: u32,
    /// What may turn it.
    pub turns: Vec<CalendarTurn>,
    /// Lists in its head.
    pub lists: Vec<CalendarList>,
    /// Years to choose from in place of days.
    pub years: Vec<CalendarCell>,
    /// Months to choose from in place of days.
    pub months: Vec<CalendarCell>,
    /// Number of what shows the year in its head and may lead to a view of months or years; 0: nothing.
    pub head: u32,
    /// Number of the field in its head that takes the year; 0: there is none.
    pub field: u32,
}

/// A year or a month to choose.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct CalendarCell {
    /// Its element's number.
    pub node: u32,
    /// The year, or the month from 1.
    pub value: i32,
}

/// A button that may turn a calendar.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct CalendarTurn {
    /// Its number now.
    pub node: u32,
    /// What it is known by when it is drawn again.
    pub key: String,
}

/// A list in a calendar's head.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct CalendarList {
    /// Its number.
    pub node: u32,
    /// Whether its options are years.
    pub years: bool,
    /// Its options.
    pub options: Vec<String>,
}

/// Second argument of `scrollBy(node | 0, direction, amount)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// Towards the start.
    Up,
    /// Towards the end.
    Down,
    /// To the left.
    Left,
    /// To the right.
    Right,
    /// To the very start; the amount is ignored.
    Top,
    /// To the very end.
    Bottom,
}

/// Answer of `scrollBy`; the amount is in pixels, 0 means most of one screen.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct Scrolled {
    /// `[x, y]` before.
    pub before: [f64; 2],
    /// `[x, y]` after.
    pub after: [f64; 2],
    /// The furthest `[x, y]` reachable.
    pub max: [f64; 2],
    /// Something moved.
    pub moved: bool,
    /// The end is reached in that direction.
    pub end: bool,
    /// What was scrolled, if not the page itself.
    pub scroller: Option<Note>,
}

/// Answer of `quiet(ms, cap)`: resolves when the DOM has not changed for `ms`, or after `cap` milliseconds.
///
/// Hidden tabs have slow timers (1 s); a caller with its own clock polls `activity()` instead.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct Quiet {
    /// Quiet was reached before the cap.
    pub quiet: bool,
    /// Milliseconds waited.
    pub took: f64,
    /// Mutations seen.
    pub mutations: u32,
}

/// Answer of `activity()`, which starts watching the DOM if need be (the watch ends 10 s after the last call).
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct Activity {
    /// Milliseconds since the last mutation, or since the watch began.
    pub since: f64,
    /// Mutations seen since the watch began.
    pub mutations: u32,
    /// `document.readyState`.
    pub ready_state: String,
    /// Whether the page has scripts of its own: without any it stays as it is.
    pub scripted: bool,
    /// Finite animations running now, at most 99.
    pub animations: u32,
    /// Signs of ongoing work, such as endless spinners in view, at most 9.
    pub busy: u32,
    /// The browser was not idle since the action or the last change, or an editor has not heard yet what is selected: deferred work may still come.
    pub awaits_idle: bool,
    /// The action may not begin: a later worker asked about it and relies on its never having begun.
    pub void: bool,
    /// What the browser asks the person because of the page; empty: nothing.
    pub asks: String,
    /// A script of another page opened this window, so that scripts may close it.
    pub opened: bool,
    /// What took the last press instead of the target.
    pub missed: Option<Note>,
}

/// Answer of `awaitAsks()`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct AwaitedAsks {
    /// The name of the events by which the page's own world tells what waits for the browser; empty: nothing is to be told there.
    pub word: String,
}

/// One of the answer of `keptMessages()`: a message that the page wanted to send over a socket, and that was kept.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct KeptMessage {
    /// Its number in its document, from 0.
    pub number: u32,
    /// The turn of the page in which it was sent, from 1.
    pub turn: u32,
    /// Its socket's number there, from 0.
    pub socket: u32,
    /// The socket's address.
    pub url: String,
    /// What it says; none: it is not text, or too long.
    pub text: Option<String>,
    /// The page sends the same by itself.
    pub own: bool,
}

/// Answer of `aim(node, x, y, wasInner, hovered, mark)`: what a press at a point would hit, just before it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct Aim {
    /// If this reaches the element, the action has begun.
    pub hit: Hit,
    /// What is in the way.
    pub blocker: Option<Note>,
    /// Where the element could be hit; none: nowhere.
    pub point: Option<[f64; 2]>,
    /// The page's state.
    #[serde(flatten)]
    pub activity: Activity,
}

/// Answer of `spots(node, points, scroll)`: points in an element's own pixels.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct Spots {
    /// Where they are in the viewport.
    pub points: Vec<[f64; 2]>,
    /// The element's size, `[width, height]`.
    pub size: [f64; 2],
    /// Index of the first point outside the element; -1: none.
    pub outside: i32,
    /// They do not all fit on the screen.
    pub away: bool,
    /// A control of its own at the first or last point.
    pub other: Option<Note>,
}

/// Answer of `textPlace(node, text, from, to)`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct TextPlace {
    /// The piece of text.
    pub selected: String,
    /// Where to press and release the mouse to select it; empty: a press would do something else.
    pub points: Vec<[f64; 2]>,
    /// In a field, where it is selected already.
    pub field: bool,
    /// Why there is none, in words for the model.
    pub problem: String,
}

/// Answer of `selectedText(node)` and `selectPlace(node)`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct SelectedText {
    /// What is selected.
    pub text: String,
}

/// Answer of `witness(mark)`: what of that action reached a document.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct Witness {
    /// The document's token.
    pub document: String,
    /// Whether the action began; if not, it never will.
    pub begun: bool,
    /// Mouse buttons and keys pressed.
    pub presses: u32,
    /// Mouse buttons released.
    pub releases: u32,
    /// Clicks, of any button.
    pub clicks: u32,
    /// Enter keys among the presses.
    pub enters: u32,
    /// Input events.
    pub inputs: u32,
    /// Things dropped.
    pub drops: u32,
    /// Copies and cuts of something selected that the page did not prevent.
    pub copies: u32,
}

/// Argument of `resend(spec)`: a request to be made by the page's own means.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct Resend {
    /// Its method.
    pub method: String,
    /// Its address.
    pub url: String,
    /// The headers that the page set.
    pub headers: Vec<(String, String)>,
    /// Its body, in pieces of base64.
    pub body: Vec<String>,
    /// The fields of a form for whose answer the page is left; none: it is none.
    pub form: Option<Vec<(String, String)>>,
    /// How that form is encoded.
    pub encoding: String,
    /// Whether no answer is expected (`sendBeacon`, `ping`).
    pub is_ping: bool,
}

/// Answer of `resend(spec)`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct Resent {
    /// The status of the answer; 0: none was read.
    pub status: u16,
    /// Why none was read; empty: none was awaited.
    pub failure: String,
}

/// Answer of `textPage(offset, limit)`: a piece of the readable text, cut at a line end if one is near.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct TextPage {
    /// The text.
    pub text: String,
    /// Where it starts, in characters (UTF-16 code units).
    pub offset: u32,
    /// Where the next piece starts; none at the end.
    pub next: Option<u32>,
    /// Length of the whole text.
    pub total: u32,
}

/// Answer of `findText(query, limit)`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct FoundText {
    /// How often it is there.
    pub total: u32,
    /// The first ones.
    pub hits: Vec<TextHit>,
}

/// One place of [`FoundText`].
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct TextHit {
    /// Where, for `textPage`.
    pub offset: u32,
    /// The words around it.
    pub excerpt: String,
}

/// Answer of `centre(node, from)`; `from` is what is dropped there, 0 for nothing.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct Centre {
    /// Middle of its largest visible part: `[x, y]`; none if it is off screen.
    pub point: Option<[f64; 2]>,
    /// Where it is.
    pub rect: Rect,
    /// Whether any part of it is in the viewport.
    pub in_view: bool,
}
