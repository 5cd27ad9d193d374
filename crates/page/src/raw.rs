//! The answer of the page's `walk` function: one compact JSON text per document, made by `extension/page/walk.js`.
//!
//! Keys are one or two letters and defaults are left out, because a page of 100,000 elements is sent with every look. Contexts, forms and overlays
//! are tables; nodes refer to them by position.

use serde::{Deserialize, Serialize};

/// Why a raw page could not be read.
#[derive(Debug, thiserror::Error)]
pub enum RawError {
    /// The text is not the JSON that `walk` makes.
    #[error("the page's answer could not be read: {0}")]
    Json(#[from] serde_json::Error),
    /// The page's script is from another version of the extension.
    #[error("the page answered in format {found}, expected {}", RAW_VERSION)]
    Version {
        /// The version the page's code named.
        found: u32,
    },
}

/// Version of this format; `walk.js` has the same number.
pub const RAW_VERSION: u32 = 1;

/// The document of the browser's own page about an address that could not be loaded, in place of what a script would tell.
pub const ERROR_PAGE: &str = "error-page";

/// A rectangle in CSS pixels of the top frame's viewport: `[x, y, width, height]` in JSON, rounded to whole pixels.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(from = "[f64; 4]", into = "[i32; 4]")]
pub struct Rect {
    /// Left edge.
    pub x: i32,
    /// Top edge.
    pub y: i32,
    /// Width.
    pub width: i32,
    /// Height.
    pub height: i32,
}

impl From<[f64; 4]> for Rect {
    fn from([x, y, width, height]: [f64; 4]) -> Self {
        Self { x: x.round() as i32, y: y.round() as i32, width: width.round() as i32, height: height.round() as i32 }
    }
}

impl From<Rect> for [i32; 4] {
    fn from(r: Rect) -> Self {
        [r.x, r.y, r.width, r.height]
    }
}

/// Viewport and scroll figures of the top document in CSS pixels, `[width, height, scrollX, scrollY, scrollWidth, scrollHeight]` in JSON.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(from = "[f64; 6]", into = "[i32; 6]")]
pub struct Viewport {
    /// Width of the viewport.
    pub width: i32,
    /// Height of the viewport.
    pub height: i32,
    /// How far the document is scrolled to the right.
    pub scroll_x: i32,
    /// How far the document is scrolled down.
    pub scroll_y: i32,
    /// Full width of the document.
    pub full_width: i32,
    /// Full height of the document.
    pub full_height: i32,
}

impl From<[f64; 6]> for Viewport {
    fn from([w, h, x, y, fw, fh]: [f64; 6]) -> Self {
        let px = |v: f64| v.round() as i32;
        Self { width: px(w), height: px(h), scroll_x: px(x), scroll_y: px(y), full_width: px(fw), full_height: px(fh) }
    }
}

impl From<Viewport> for [i32; 6] {
    fn from(v: Viewport) -> Self {
        [v.width, v.height, v.scroll_x, v.scroll_y, v.full_width, v.full_height]
    }
}

/// What kind of secret a field may hold. Only [`FieldKind::Plain`] values leave the page.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum FieldKind {
    /// Not a secret.
    #[default]
    Plain,
    /// A password, even if currently shown as text.
    Password,
    /// A one-time code, PIN or security code from a message or an app.
    OneTimeCode,
    /// Part of a payment card: number, expiry, security code, holder.
    Card,
    /// A file input; only whether something is chosen is known.
    File,
}

impl FieldKind {
    /// Whether the field's value stays in the page.
    pub fn is_masked(self) -> bool {
        match self {
            Self::Plain => false,
            Self::Password | Self::OneTimeCode | Self::Card | Self::File => true,
        }
    }

    /// Whether typing here enters a secret, which the gate asks about.
    pub fn is_secret(self) -> bool {
        match self {
            Self::Plain | Self::File => false,
            Self::Password | Self::OneTimeCode | Self::Card => true,
        }
    }
}

/// Bits of [`RawNode::states`].
pub mod state {
    /// A checkbox, radio, switch or menu item that is on.
    pub const CHECKED: u32 = 1;
    /// Neither on nor off.
    pub const MIXED: u32 = 1 << 1;
    /// Expandable, and open.
    pub const EXPANDED: u32 = 1 << 2;
    /// Expandable, and closed.
    pub const COLLAPSED: u32 = 1 << 3;
    /// The selected tab, option, row or cell.
    pub const SELECTED: u32 = 1 << 4;
    /// A toggle button that is down.
    pub const PRESSED: u32 = 1 << 5;
    /// The current page, step, date … of its group.
    pub const CURRENT: u32 = 1 << 6;
    /// Cannot be used now.
    pub const DISABLED: u32 = 1 << 7;
    /// A person cannot change its value.
    pub const READONLY: u32 = 1 << 8;
    /// Must be filled.
    pub const REQUIRED: u32 = 1 << 9;
    /// The page or browser calls its value invalid.
    pub const INVALID: u32 = 1 << 10;
    /// Takes several values.
    pub const MULTIPLE: u32 = 1 << 11;
    /// Opens a menu, list or dialog.
    pub const HAS_POPUP: u32 = 1 << 12;
    /// Has the keyboard focus.
    pub const FOCUSED: u32 = 1 << 13;
    /// At least partly in the viewport.
    pub const IN_VIEW: u32 = 1 << 14;
    /// Has a value (all that is known of a masked field's).
    pub const FILLED: u32 = 1 << 15;
    /// The value differs from the page's source.
    pub const EDITED: u32 = 1 << 16;
    /// The value was already edited at the run's first look at this document, and still contains that text.
    pub const TYPED_BEFORE: u32 = 1 << 17;
    /// A link or clickable element with, or in, a heading or picture: a search hit, a product.
    pub const CARD: u32 = 1 << 18;
    /// Something lies over it; see [`super::RawNode::covered_by`].
    pub const COVERED: u32 = 1 << 19;
    /// Outside the open modal dialog, so unusable now.
    pub const BEHIND_MODAL: u32 = 1 << 20;
    /// The control is invisible; a person sees and clicks its label, whose box `rect` is.
    pub const BY_LABEL: u32 = 1 << 21;
    /// A toggle button that is up (so that "not pressed" differs from "not a toggle").
    pub const UNPRESSED: u32 = 1 << 22;
    /// The name is nearby text or a hint, not its accessible name.
    pub const GUESSED: u32 = 1 << 23;
    /// A click submits its form.
    pub const SUBMITS: u32 = 1 << 24;
    /// Hidden until its holder is hovered; `rect` is the holder's.
    pub const ON_HOVER: u32 = 1 << 25;
    /// Has more content than it shows: it can be scrolled.
    pub const SCROLLS: u32 = 1 << 26;
    /// An option of an empty value: it stands for no choice.
    pub const NO_CHOICE: u32 = 1 << 27;
    /// Drawn as on. With [`OFF`]: it is drawn as something that is on or off, and which of them cannot be seen.
    pub const ON: u32 = 1 << 28;
    /// Drawn as off.
    pub const OFF: u32 = 1 << 29;
    /// The name is the element's id or the like, made for machines.
    pub const NAMED_BY_ID: u32 = 1 << 30;
}

/// What a plain element is drawn as: a control of the page's own making.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum DrawnAs {
    /// Nothing in particular.
    #[default]
    Plain,
    /// A track with a knob.
    Switch,
    /// A box for a tick.
    Tick,
    /// A round picture that opens something.
    Portrait,
}

impl DrawnAs {
    /// Whether what it is drawn as can be on or off.
    pub(crate) fn has_state(self) -> bool {
        matches!(self, Self::Switch | Self::Tick)
    }
}

/// One element that a person may act on.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct RawNode {
    /// The element's number: unique and stable for the document's life.
    #[serde(rename = "n")]
    pub node: u32,
    /// Tag name in lower case.
    #[serde(rename = "g")]
    pub tag: String,
    /// Type of an `input`.
    #[serde(rename = "y", skip_serializing_if = "String::is_empty")]
    pub input_type: String,
    /// Explicit or implied role; empty for a plain element.
    #[serde(rename = "r", skip_serializing_if = "String::is_empty")]
    pub role: String,
    /// Accessible name, or nearby text if nothing names the element.
    #[serde(rename = "m", skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Why a plain element counts as actionable: `pointer`, `onclick`, `tabindex`, `editable`, `drag`, `data`, `text`, `figure`, `scroll` (a text
    /// region), `holder` (a box that scrolls controls), `row` (what only holds others, and is dropped unless it is told as a row); empty if tag or role say it.
    #[serde(rename = "w", skip_serializing_if = "String::is_empty")]
    pub why: String,
    /// What it is drawn as, where neither tag nor role says so.
    #[serde(rename = "dw", skip_serializing_if = "is_undrawn")]
    pub drawn: DrawnAs,
    /// Value of a field that is not masked.
    #[serde(rename = "v", skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Of an editor that only draws what is in view: the first and last drawn line, and about how many there are; none: the value is all.
    #[serde(rename = "ln", skip_serializing_if = "Option::is_none")]
    pub lines: Option<[u32; 3]>,
    /// What kind of field it is.
    #[serde(rename = "k", skip_serializing_if = "is_plain")]
    pub field: FieldKind,
    /// Bits of [`state`].
    #[serde(rename = "s", skip_serializing_if = "is_zero")]
    pub states: u32,
    /// The page's or browser's validation message.
    #[serde(rename = "im", skip_serializing_if = "String::is_empty")]
    pub invalid_message: String,
    /// Options of a select or list box, at most [`OPTION_CAP`].
    #[serde(rename = "o", skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<RawOption>,
    /// The full number of options, if not all were sent.
    #[serde(rename = "on", skip_serializing_if = "is_zero")]
    pub option_count: u32,
    /// Lowest value, in the control's own format.
    #[serde(rename = "a", skip_serializing_if = "String::is_empty")]
    pub min: String,
    /// Highest value.
    #[serde(rename = "z", skip_serializing_if = "String::is_empty")]
    pub max: String,
    /// Step.
    #[serde(rename = "p", skip_serializing_if = "String::is_empty")]
    pub step: String,
    /// Placeholder, if it is not the name.
    #[serde(rename = "pl", skip_serializing_if = "String::is_empty")]
    pub placeholder: String,
    /// The author's words for a nameless element: from its icon, class and colour.
    #[serde(rename = "hi", skip_serializing_if = "String::is_empty")]
    pub hint: String,
    /// The `autocomplete` attribute.
    #[serde(rename = "ac", skip_serializing_if = "String::is_empty")]
    pub autocomplete: String,
    /// The characters that press it together with Alt.
    #[serde(rename = "ak", skip_serializing_if = "String::is_empty")]
    pub access_key: String,
    /// A link's resolved destination; capped at 500 characters.
    #[serde(rename = "h", skip_serializing_if = "String::is_empty")]
    pub href: String,
    /// File name from the link's `download` attribute, capped; none without that attribute.
    #[serde(rename = "dl", skip_serializing_if = "Option::is_none")]
    pub download: Option<String>,
    /// Name of the button that a click presses, if the element is in its label.
    #[serde(rename = "tr", skip_serializing_if = "String::is_empty")]
    pub triggers: String,
    /// Where it is.
    #[serde(rename = "b")]
    pub rect: Rect,
    /// Where it is in the drawing or box around it, if that is set for itself alone: a shape, or a box that a script places.
    #[serde(rename = "fp", skip_serializing_if = "Option::is_none")]
    pub place: Option<[i32; 2]>,
    /// Position + 1 of its nearest context in [`RawPage::contexts`]; 0: none.
    #[serde(rename = "c", skip_serializing_if = "is_zero")]
    pub context: u32,
    /// Position + 1 of its form in [`RawPage::forms`]; 0: none.
    #[serde(rename = "f", skip_serializing_if = "is_zero")]
    pub form: u32,
    /// Position + 1 of the open overlay it is in, in [`RawPage::overlays`]; 0: none.
    #[serde(rename = "ov", skip_serializing_if = "is_zero")]
    pub overlay: u32,
    /// Number of the control that was pressed, or says so, for it to come into view; 0: none.
    #[serde(rename = "op", skip_serializing_if = "is_zero")]
    pub opener: u32,
    /// Position + 1 of its frame in [`RawPage::frames`]; 0: the top document.
    #[serde(rename = "fr", skip_serializing_if = "is_zero")]
    pub frame: u32,
    /// Number of the actionable element containing it, 0: none.
    #[serde(rename = "u", skip_serializing_if = "is_zero")]
    pub parent: u32,
    /// Number of the innermost element around it that may be a row, 0: none.
    #[serde(rename = "rw", skip_serializing_if = "is_zero")]
    pub row: u32,
    /// If it may be a row itself: the number of its list in this document, from 1.
    #[serde(rename = "rl", skip_serializing_if = "is_zero")]
    pub list: u32,
    /// 1: a row whose first words are written heavier than those of others of its list.
    #[serde(rename = "hv", skip_serializing_if = "is_zero")]
    pub heavy: u32,
    /// What covers it, as `role "name"`, if the state says covered.
    #[serde(rename = "cb", skip_serializing_if = "String::is_empty")]
    pub covered_by: String,
    /// Level in a tree, or position like `3/10` in a set, if given.
    #[serde(rename = "ps", skip_serializing_if = "String::is_empty")]
    pub position: String,
    /// What its author calls it, as a hash of its id, name and data attributes; 0: nothing.
    #[serde(rename = "ky", skip_serializing_if = "is_zero")]
    pub key: u32,
    /// What the author calls the nearest thing around it that has an id or a key in its data, as a hash; 0: nothing.
    #[serde(rename = "ow", skip_serializing_if = "is_zero")]
    pub owner: u32,
    /// Its `name`, if its form is a tool of the page: the tool's parameter.
    #[serde(rename = "pa", skip_serializing_if = "String::is_empty")]
    pub parameter: String,
    /// What a field says about itself, if [`super::page_api::WalkOptions::fields`] asked for it.
    #[serde(rename = "fx", skip_serializing_if = "Option::is_none")]
    pub facts: Option<Box<FieldFacts>>,
    /// Position + 1 of its merged document; 0: the page's own.
    #[serde(skip)]
    pub document: u16,
}

/// What a field of a form says about itself beyond its name and value. Its words are the page's, so data.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct FieldFacts {
    /// Its `name`.
    #[serde(rename = "m", skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Its `id`.
    #[serde(rename = "i", skip_serializing_if = "String::is_empty")]
    pub id: String,
    /// Its classes.
    #[serde(rename = "c", skip_serializing_if = "String::is_empty")]
    pub class: String,
    /// What describes it: the text it refers to, its title, the small print behind it; at most 300 characters.
    #[serde(rename = "d", skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// Number of the first of the ticks that answer one question together; 0: it stands alone.
    #[serde(rename = "q", skip_serializing_if = "is_zero")]
    pub group: u32,
    /// The question that those ticks answer.
    #[serde(rename = "w", skip_serializing_if = "String::is_empty")]
    pub question: String,
    /// The words before it, up to the field before.
    #[serde(rename = "b", skip_serializing_if = "String::is_empty")]
    pub before: String,
    /// Number of the table of ticks or lists that it is in; 0: none.
    #[serde(rename = "tb", skip_serializing_if = "is_zero")]
    pub table: u32,
    /// What that table asks.
    #[serde(rename = "th", skip_serializing_if = "String::is_empty")]
    pub table_name: String,
    /// The head of its row there.
    #[serde(rename = "rh", skip_serializing_if = "String::is_empty")]
    pub row: String,
    /// Most characters; 0: any number.
    #[serde(rename = "l", skip_serializing_if = "is_zero")]
    pub max_length: u32,
    /// Its `pattern`, a regular expression of JavaScript.
    #[serde(rename = "pt", skip_serializing_if = "String::is_empty")]
    pub pattern: String,
    /// The code of the country that is shown before a telephone number and belongs to it: `+44`.
    #[serde(rename = "dc", skip_serializing_if = "String::is_empty")]
    pub dial: String,
    /// Its `inputmode`.
    #[serde(rename = "io", skip_serializing_if = "String::is_empty")]
    pub input_mode: String,
    /// Which files it takes, as in `accept`.
    #[serde(rename = "e", skip_serializing_if = "String::is_empty")]
    pub accept: String,
    /// Whether its label says that it must be filled in.
    #[serde(rename = "rq", skip_serializing_if = "std::ops::Not::not")]
    pub required: bool,
    /// The language of its words, as the page says: `de-AT`.
    #[serde(rename = "lg", skip_serializing_if = "String::is_empty")]
    pub language: String,
    /// Whether its options are only suggested: any text can be typed.
    #[serde(rename = "fr", skip_serializing_if = "std::ops::Not::not")]
    pub free: bool,
    /// Whether it takes several files or entries.
    #[serde(rename = "mu", skip_serializing_if = "std::ops::Not::not")]
    pub multiple: bool,
    /// What is chosen in a drawn list of several, each as it is shown.
    #[serde(rename = "hs", skip_serializing_if = "Vec::is_empty")]
    pub held: Vec<String>,
    /// Whether it is a button with a label of its own, or a field that takes no words, and opens something to choose in beside a list, such as a
    /// calendar.
    #[serde(rename = "op", skip_serializing_if = "std::ops::Not::not")]
    pub opens: bool,
    /// Whether nobody can see it: it is scaled to nothing, or clear.
    #[serde(rename = "un", skip_serializing_if = "std::ops::Not::not")]
    pub unseen: bool,
}

/// Most options sent per select; `walk.js` has the same number.
pub const OPTION_CAP: usize = 100;

/// One option of a select or list box.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct RawOption {
    /// What a person reads.
    #[serde(rename = "l")]
    pub label: String,
    /// Its value, if different from the label.
    #[serde(rename = "v", skip_serializing_if = "String::is_empty")]
    pub value: String,
    /// Bits of [`state`]: `SELECTED`, `DISABLED`, `NO_CHOICE`.
    #[serde(rename = "s", skip_serializing_if = "is_zero")]
    pub states: u32,
    /// Label of its group.
    #[serde(rename = "g", skip_serializing_if = "String::is_empty")]
    pub group: String,
}

/// Something around elements that locates them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct RawContext {
    /// Position + 1 of the context around this one; 0: none.
    #[serde(rename = "p", skip_serializing_if = "is_zero")]
    pub parent: u32,
    /// `header`, `nav`, `main`, `aside`, `footer`, `search`, `form`, `section`, `dialog`, `group`, `item`, `row`, `heading`, `frame` …
    #[serde(rename = "k")]
    pub kind: String,
    /// Its name or first text; may be empty.
    #[serde(rename = "l", skip_serializing_if = "String::is_empty")]
    pub label: String,
}

/// A form: what Enter in one of its fields would send where.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct RawForm {
    /// Where it is sent, resolved.
    #[serde(rename = "a")]
    pub action: String,
    /// `get`, `post` or `dialog`.
    #[serde(rename = "m")]
    pub method: String,
    /// Name of its default submit button; empty: none.
    #[serde(rename = "b", skip_serializing_if = "String::is_empty")]
    pub submit: String,
    /// Name of the form itself.
    #[serde(rename = "l", skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// Position + 1 of the form whose fields these are, if a button redirects it; 0: itself.
    #[serde(rename = "of", skip_serializing_if = "is_zero")]
    pub of: u32,
    /// Its `toolname`: what it is called as a tool of the page.
    #[serde(rename = "tn", skip_serializing_if = "String::is_empty")]
    pub tool: String,
}

/// A tool that a page offers (WebMCP), as the browser tells it. Its words are the page's, so data.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RawTool {
    /// Its name, which no other tool of its document has.
    pub name: String,
    /// What it says about itself.
    pub description: String,
    /// The JSON Schema of its input, as JSON; empty: none.
    pub schema: String,
    /// The browser's id of the frame that offers it.
    pub frame: String,
    /// That frame's address; empty: the page itself offers it.
    pub address: String,
    /// Whether a form stands for it.
    pub is_form: bool,
    /// Whether that form says that it is to be submitted with it.
    pub submits: bool,
    /// Whether the page says that it has consequences.
    pub is_consequential: bool,
}

/// An open dialog, menu or popover.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct RawOverlay {
    /// Number of its element.
    #[serde(rename = "n")]
    pub node: u32,
    /// `dialog`, `alertdialog`, `popover`, `menu`, `listbox`, `layer`.
    #[serde(rename = "k")]
    pub kind: String,
    /// Its name.
    #[serde(rename = "l", skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// Whether it makes the rest of the page unusable.
    #[serde(rename = "mo", skip_serializing_if = "std::ops::Not::not")]
    pub modal: bool,
}

impl RawOverlay {
    /// Whether it is a dialog, and no menu, list or layer.
    pub(crate) fn is_dialog(&self) -> bool {
        matches!(self.kind.as_str(), "dialog" | "alertdialog")
    }
}

/// A frame. Same-origin frames are walked in place; the others are only named here.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct RawFrame {
    /// Number of the frame's element in the document that holds it.
    #[serde(rename = "n")]
    pub node: u32,
    /// The address of its document; of one that was not read, the address in the markup.
    #[serde(rename = "s")]
    pub src: String,
    /// Its title or name.
    #[serde(rename = "l", skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// Where its content lies.
    #[serde(rename = "b")]
    pub rect: Rect,
    /// Whether its content is included: walked from here, or by its own script and merged.
    #[serde(rename = "o", skip_serializing_if = "std::ops::Not::not")]
    pub walked: bool,
    /// Its path of child indices from the top frame, joined by dots.
    #[serde(rename = "p", skip_serializing_if = "String::is_empty")]
    pub path: String,
    /// How many nodes precede it.
    #[serde(rename = "nb", skip_serializing_if = "is_zero")]
    pub before: u32,
    /// Position + 1 of the overlay it is in.
    #[serde(rename = "ov", skip_serializing_if = "is_zero")]
    pub overlay: u32,
    /// What covers it.
    #[serde(rename = "cb", skip_serializing_if = "String::is_empty")]
    pub covered_by: String,
    /// Unreachable behind a modal dialog.
    #[serde(rename = "bm", skip_serializing_if = "std::ops::Not::not")]
    pub behind_modal: bool,
    /// Its visible part in the top viewport; known while frames are merged.
    #[serde(skip)]
    pub seen: Rect,
    /// Token of the document whose script knows its element; known while frames are merged.
    #[serde(skip)]
    pub holder: String,
    /// That document's address.
    #[serde(skip)]
    pub holder_address: String,
}

/// One element read in full.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct RawDetail {
    /// Names and values of telling attributes; no field values, and nothing named like a secret.
    #[serde(rename = "a")]
    pub attributes: Vec<(String, String)>,
    /// Names and values of the styles that may show a state: its own, and those of its parts.
    #[serde(rename = "s", skip_serializing_if = "Vec::is_empty")]
    pub styles: Vec<(String, String)>,
    /// Its readable text, line by line; empty for fields.
    #[serde(rename = "x", skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// The rows of the table that it is, holds or is in, cells separated by ` | `.
    #[serde(rename = "tr", skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<String>,
    /// Its own row among them, from 1; 0: none.
    #[serde(rename = "ti", skip_serializing_if = "is_zero")]
    pub row: u32,
    /// How many rows there are.
    #[serde(rename = "tn", skip_serializing_if = "is_zero")]
    pub(crate) row_count: u32,
    /// How many canvases it holds.
    #[serde(rename = "cv", skip_serializing_if = "is_zero")]
    pub canvases: u32,
}

/// What the walk found in one document.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct RawPage {
    /// Format, see [`RAW_VERSION`].
    #[serde(rename = "v")]
    pub version: u32,
    /// The document's address.
    #[serde(rename = "u")]
    pub url: String,
    /// The document's title.
    #[serde(rename = "t")]
    pub title: String,
    /// Random token made once per document.
    #[serde(rename = "d")]
    pub document: String,
    /// `loading`, `interactive` or `complete`.
    #[serde(rename = "rs")]
    pub ready_state: String,
    /// What the browser asks the person because of the page; empty: nothing.
    #[serde(rename = "ak", skip_serializing_if = "String::is_empty")]
    pub asks: String,
    /// Media type of a document that is not a web page; else empty.
    #[serde(rename = "ct", skip_serializing_if = "String::is_empty")]
    pub content_type: String,
    /// Viewport and scroll figures.
    #[serde(rename = "vp")]
    pub viewport: Viewport,
    /// Number of the focused element, 0: none.
    #[serde(rename = "f", skip_serializing_if = "is_zero")]
    pub focused: u32,
    /// Whether it takes text: also a field that nobody sees, as under a drawn editor.
    #[serde(rename = "ft", skip_serializing_if = "std::ops::Not::not")]
    pub focus_takes_text: bool,
    /// Actionable elements in document order.
    #[serde(rename = "n")]
    pub nodes: Vec<RawNode>,
    /// Contexts.
    #[serde(rename = "c")]
    pub contexts: Vec<RawContext>,
    /// Forms.
    #[serde(rename = "fm")]
    pub forms: Vec<RawForm>,
    /// Open overlays, the topmost last.
    #[serde(rename = "ov")]
    pub overlays: Vec<RawOverlay>,
    /// Frames.
    #[serde(rename = "fr")]
    pub frames: Vec<RawFrame>,
    /// Readable text in reading order; lines end with `\n`.
    #[serde(rename = "tx")]
    pub text: String,
    /// Length of the whole readable text in characters, if not all was sent.
    #[serde(rename = "tl", skip_serializing_if = "is_zero")]
    pub text_length: u32,
    /// How many elements were visited.
    #[serde(rename = "ec")]
    pub element_count: u32,
    /// Whether the page was too deep or large to walk completely.
    #[serde(rename = "cut", skip_serializing_if = "std::ops::Not::not")]
    pub cut: bool,
    /// The element requested in full.
    #[serde(rename = "dt", skip_serializing_if = "Option::is_none")]
    pub detail: Option<RawDetail>,
    /// Its frame, as [`RawFrame::path`]; empty for the top one.
    #[serde(rename = "p", skip_serializing_if = "String::is_empty")]
    pub path: String,
    /// Tokens of the merged frames' documents.
    #[serde(skip)]
    pub documents: Vec<String>,
    /// The tools that it and its frames offer, which the browser tells and no script.
    #[serde(skip)]
    pub tools: Vec<RawTool>,
}

impl RawPage {
    /// Reads what `walk` returned.
    ///
    /// # Errors
    /// When it is not such a text, or of another format version.
    pub fn parse(json: &str) -> Result<Self, RawError> {
        let mut page: Self = serde_json::from_str(&edith_protocol::json::well_formed(json))?;
        // What a script made in the browser belongs to the origin that its address names, and is judged by that.
        for url in page.frames.iter_mut().map(|frame| &mut frame.src).chain([&mut page.url]) {
            if let Some(made) = url.strip_prefix("blob:").filter(|made| made.starts_with("http")) {
                *url = made.to_owned();
            }
        }
        if page.version == RAW_VERSION { Ok(page) } else { Err(RawError::Version { found: page.version }) }
    }
}

fn is_zero(value: &u32) -> bool {
    *value == 0
}

fn is_undrawn(value: &DrawnAs) -> bool {
    *value == DrawnAs::Plain
}

fn is_plain(value: &FieldKind) -> bool {
    *value == FieldKind::Plain
}
