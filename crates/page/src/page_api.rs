//! Arguments and answers of the page's functions other than `walk` (see `extension/page/`): the one contract between that code and Rust.
//!
//! The worker calls `edithPage[name](...args)` in the extension's isolated world. Every answer is JSON; [`read`] tells a missing
//! page script and a vanished element from a good answer. Node numbers are those of [`super::raw::RawNode::node`]. Points and rectangles
//! are CSS pixels in the viewport of the frame the script ran in (the top frame for elements of same-origin frames).

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::raw::{FieldKind, RawError, RawPage, Rect};

/// The page's script files in the order they must be injected, relative to the extension's root.
pub const SCRIPT_FILES: [&str; 22] = [
    "page/base.js",
    "page/names.js",
    "page/nearby_labels.js",
    "page/visual_hints.js",
    "page/inspect.js",
    "page/search.js",
    "page/fields.js",
    "page/files.js",
    "page/reach.js",
    "page/hover.js",
    "page/disambiguate.js",
    "page/listen.js",
    "page/collect.js",
    "page/drawings.js",
    "page/walk.js",
    "page/act.js",
    "page/typing.js",
    "page/points.js",
    "page/lists.js",
    "page/screenshot_marks.js",
    "page/witness.js",
    "page/api.js",
];

/// Why a page function gave no answer.
#[derive(Debug, thiserror::Error)]
pub enum PageApiError {
    /// The scripts are not in this document yet: inject [`SCRIPT_FILES`] and call again.
    #[error("the page's script is not there yet")]
    Missing,
    /// The element is no longer in the document.
    #[error("the element is gone")]
    Gone,
    /// The function threw.
    #[error("the page's script failed: {0}")]
    Failed(String),
    /// The answer has another shape than expected.
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
    Ok(serde_json::from_value(answer)?)
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
    /// The point in the viewport of the frame's holder, `[x, y]`.
    pub point: [f64; 2],
    /// Whether a click there reaches the frame.
    pub reached: bool,
    /// What it reaches instead.
    pub blocker: Option<Note>,
}

/// Argument of `walk(options)`; the answer is a JSON *string* for [`super::raw::RawPage::parse`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct WalkOptions {
    /// The run that looks. What is in the fields at a run's first look counts as typed before the run.
    pub run: String,
    /// When the run started, in milliseconds since 1970; 0: not known. In a document that is newer nothing was typed before the run.
    pub since: u64,
    /// Most characters of readable text to send.
    pub text_limit: u32,
    /// Most nodes to send.
    pub node_limit: u32,
    /// A text that is searched for: what holds it is listed from then on, whether or not it looks as if it could be acted on. Empty: none.
    pub seek: String,
    /// Number of an element that is read in full besides; 0: none.
    pub inspect: u32,
}

impl Default for WalkOptions {
    fn default() -> Self {
        Self { run: String::new(), since: 0, text_limit: 60_000, node_limit: 50_000, seek: String::new(), inspect: 0 }
    }
}

/// Second argument of `probe(node, options)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ProbeOptions {
    /// Scroll the element into view inside every nested scroller first, at once, without animation.
    pub scroll: bool,
    /// Compare its place over two frames.
    pub stable: bool,
}

impl Default for ProbeOptions {
    fn default() -> Self {
        Self { scroll: true, stable: true }
    }
}

/// What receives a click at the chosen point.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Hit {
    /// The element itself.
    Itself,
    /// Something inside it.
    Descendant,
    /// Its label, which passes the click on; or the control of a label.
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
    /// Role now, to compare with the one last seen.
    pub role: String,
    /// Name now.
    pub name: String,
    /// Tag in lower case.
    pub tag: String,
    /// Type of an `input`.
    pub input_type: String,
    /// Field kind.
    pub field: FieldKind,
    /// Whether what is around it says something else than at the last walk: its row shows another item now.
    pub elsewhere: bool,
    /// Whether it can be used: not disabled by itself, a fieldset, ARIA or `inert`.
    pub enabled: bool,
    /// Whether a person can change its value.
    pub readonly: bool,
    /// Whether text can be typed into it.
    pub editable: bool,
    /// Whether the page itself suggests something to what is typed into it.
    #[serde(default)]
    pub suggests: bool,
    /// Whether the browser itself drags it, as HTML says.
    #[serde(default)]
    pub draggable: bool,
    /// Whether it is an editor for code, which completes and sets in what is typed.
    #[serde(default)]
    pub code: bool,
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
    /// What a click there reaches.
    pub hit: Hit,
    /// What is in the way.
    pub blocker: Option<Note>,
    /// Where to point for it to be shown, when it is hidden until then.
    #[serde(default)]
    pub hover: Option<[f64; 2]>,
    /// Whether something was scrolled.
    pub scrolled: bool,
    /// Milliseconds the probe took, mostly waiting for frames.
    pub took: f64,
    /// Changes of the document that were seen so far, as in [`Activity`].
    pub mutations: u32,
    /// Milliseconds since the last of them when the probe began.
    pub since: f64,
}

/// Answer of `focusInfo(node | 0)` and `focus(node)`; with 0 it tells only what has the focus.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct FocusInfo {
    /// The element or something inside it has the focus.
    pub focused: bool,
    /// What has the focus, through shadow roots and same-origin frames.
    pub active: Option<Note>,
    /// Whether text typed now goes into a field.
    pub editable: bool,
    /// What kind of field has the focus.
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
    /// What a person sees of it: labels of the selected options, text of an editor.
    pub shown: Option<String>,
    /// Its length in characters, also for masked kinds.
    pub length: u32,
    /// Field kind.
    pub field: FieldKind,
    /// State of a checkbox, radio or switch.
    pub checked: Option<bool>,
    /// The value contains what the user typed before the run: show it as `[filled]`.
    pub typed_before: bool,
    /// What the browser says is wrong with it.
    pub invalid: String,
    /// The value is only what an editor has drawn of a longer text.
    pub part: bool,
}

impl ReadValue {
    /// Whether the field holds the same, as far as it is known.
    pub fn is_like(&self, other: &Self) -> bool {
        self.value == other.value && self.length == other.length
    }
}

/// Answer of `typingSeen(node, last)`: what the page did since `beginTyping(node, text)`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct TypingSeen {
    /// Changes of fields that the page was told of.
    pub inputs: u32,
    /// Keys and the like that the page kept from doing what they do, which is how it takes them for itself.
    pub refused: u32,
    /// Changes of the document beside the field, whatever they came of.
    pub outside: u32,
    /// Those of them that came of the events themselves.
    pub caused: u32,
    /// The text shows up beside the field.
    pub shown: bool,
}

/// Answer of `selectAllIn(node)`: focuses the field and selects what it holds, so that typing replaces it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct Selected {
    /// The field has the focus and its content is selected (or it is empty).
    pub ok: bool,
    /// Characters selected.
    pub length: u32,
}

/// Answer of `setNative(node, value)`: range, date, time, month, week, colour, number and text fields, through the native setter with
/// `input` and `change` events.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct SetNative {
    /// The field took the value.
    pub ok: bool,
    /// What it holds now; none for masked kinds.
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
    /// What was wanted and is not there, is there twice, or is disabled.
    pub missing: Vec<String>,
    /// Visible texts of the first 50 options, when something is missing.
    pub options: Vec<String>,
    /// Whether the node is a `select` at all; a custom list must be opened and clicked.
    pub native: bool,
}

/// Answer of `drawnOption(node, wanted)`: of a list that the page draws itself for a control.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct DrawnOption {
    /// Whether the control opens a list of options at all.
    pub opens: bool,
    /// Whether the list is shown now, with options in it.
    pub open: bool,
    /// Whether the control says so.
    pub expanded: bool,
    /// Number of the one option that is meant; 0 where it is not there, or cannot be chosen.
    pub node: u32,
    /// Its text.
    pub label: String,
    /// Whether it is chosen already.
    pub selected: bool,
    /// Texts of the first 30 options that are shown.
    pub options: Vec<String>,
    /// How many are shown.
    pub count: u32,
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
    /// `[x, y]` that can be reached at most.
    pub max: [f64; 2],
    /// Something moved.
    pub moved: bool,
    /// Nothing is left in that direction.
    pub end: bool,
    /// What was scrolled, when it is not the page itself.
    pub scroller: Option<Note>,
}

/// Answer of `quiet(ms, cap)`: resolves when nothing in the DOM changed for `ms`, or after `cap` milliseconds.
///
/// Timers of hidden tabs are slow (1 s); a caller with its own clock polls `activity()` instead.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct Quiet {
    /// It became quiet before the cap.
    pub quiet: bool,
    /// Milliseconds waited.
    pub took: f64,
    /// Mutations seen.
    pub mutations: u32,
}

/// Answer of `activity()`: starts to watch the DOM when it does not yet (it stops by itself 10 s after the last call).
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
    /// Finite animations that run now, at most 99.
    pub animations: u32,
    /// Signs of work that goes on: what turns or shimmers in view without end, at most 9.
    pub busy: u32,
    /// The browser was not idle since the action, or since the last change: what the page put off until then may still come.
    pub awaits_idle: bool,
    /// Whether the action that was to begin may not: a later worker asked for it, and goes by its never having begun.
    pub void: bool,
    /// What got the last press instead of what was aimed at.
    pub missed: Option<Note>,
}

/// Answer of `aim(node, x, y, wasInner, hovered, mark)`: what gets a press at a point, just before it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct Aim {
    /// What a press there reaches. If it reaches the element, the action has begun.
    pub hit: Hit,
    /// What is in the way.
    pub blocker: Option<Note>,
    /// Where it would be reached; none: nowhere.
    pub point: Option<[f64; 2]>,
    /// How the page is.
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
    /// Position of the first point that is outside of it; -1: none is.
    pub outside: i32,
    /// Not all of them fit on the screen.
    pub away: bool,
    /// What has a name of its own at the first or the last of them.
    pub other: Option<Note>,
}

/// Answer of `textPlace(node, text, from, to)`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct TextPlace {
    /// The piece of text.
    pub selected: String,
    /// Where the mouse is pressed and released to select it; empty: it would do something else there.
    pub points: Vec<[f64; 2]>,
    /// It stands in a field, and is selected already.
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

/// Answer of `witness(mark)`: what reached a document of the action with that mark.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct Witness {
    /// The document's token.
    pub document: String,
    /// Whether the action began; if not, it never will.
    pub begun: bool,
    /// Mouse buttons and keys that went down.
    pub presses: u32,
    /// Mouse buttons that were released.
    pub releases: u32,
    /// Clicks, of any button.
    pub clicks: u32,
    /// Enter keys among the presses.
    pub enters: u32,
    /// Changes by typing.
    pub inputs: u32,
    /// Things dropped.
    pub drops: u32,
}

/// Answer of `textPage(offset, limit)`: a piece of the readable text, cut at the end of a line where there is one near.
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
    /// Middle of its largest visible part: `[x, y]`; none when nothing of it is in the viewport.
    pub point: Option<[f64; 2]>,
    /// Where it is.
    pub rect: Rect,
    /// Whether any part of it is in the viewport.
    pub in_view: bool,
}
