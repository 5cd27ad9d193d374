//! The full index of a page: every element a person can act on, distilled and numbered, and the page's text. A look is a view of it.

use std::collections::HashMap;

use super::classify::{ElementKind, Tier};
use super::clean::units;
use super::raw::{FieldKind, RawFrame, RawOption, RawOverlay, Rect, Viewport};
use super::uid::ElementRef;

/// On, off, or neither.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tri {
    /// On.
    Yes,
    /// Off.
    No,
    /// Neither.
    Mixed,
}

/// What is known of a field's value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FieldValue {
    /// Known and free to be shown; may be empty.
    Shown(String),
    /// Typed by the user before the run: shown as `[filled]` unless the user allows more.
    Typed(String),
    /// A secret or a file: there is something in it, nothing more is known.
    Masked,
}

/// States of an element.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct States {
    /// Of a checkbox, radio or switch.
    pub checked: Option<Tri>,
    /// Of something that unfolds.
    pub expanded: Option<bool>,
    /// Of a toggle button.
    pub pressed: Option<Tri>,
    /// Selected tab, option, row.
    pub selected: bool,
    /// Current page, step …
    pub current: bool,
    /// Cannot be used now.
    pub disabled: bool,
    /// Its value cannot be changed.
    pub readonly: bool,
    /// Must be filled.
    pub required: bool,
    /// Its value is wrong; the text says why and may be empty.
    pub invalid: Option<String>,
    /// Takes several values.
    pub multiple: bool,
    /// Opens a menu, list or dialog.
    pub has_popup: bool,
    /// Has the focus.
    pub focused: bool,
    /// What lies over it: may be empty.
    pub covered: Option<String>,
    /// Holds more than it shows.
    pub scrolls: bool,
    /// Hidden until the pointer is over what is around it. The tools see to that.
    pub on_hover: bool,
    /// Cannot be reached while the open modal dialog is there.
    pub behind_modal: bool,
}

/// The form an element belongs to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FormFacts {
    /// Where it is sent.
    pub action: String,
    /// `get`, `post` or `dialog`.
    pub method: String,
    /// Name of its default submit button, which Enter in a field presses; empty: none.
    pub submit_name: String,
    /// Name of the form.
    pub name: String,
}

/// Limits of a field in its own format; empty where there is none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Limits {
    /// Lowest value.
    pub min: String,
    /// Highest value.
    pub max: String,
    /// Step.
    pub step: String,
}

/// One element a person can act on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Element {
    /// Its number in looks.
    pub uid: u32,
    /// Its type in looks.
    pub kind: ElementKind,
    /// Its tier in looks.
    pub tier: Tier,
    /// Role, given or implied; may be empty.
    pub role: String,
    /// Tag name.
    pub tag: String,
    /// Type of an `input`.
    pub input_type: String,
    /// Accessible name or nearest text.
    pub name: String,
    /// What is around it, the nearest first, at most five.
    pub context: Vec<String>,
    /// What is known of its value; none for things without.
    pub value: Option<FieldValue>,
    /// Its states.
    pub states: States,
    /// Options of a select.
    pub options: Vec<RawOption>,
    /// How many options there are.
    pub option_count: usize,
    /// Limits of its value.
    pub limits: Limits,
    /// Placeholder where it is not the name.
    pub placeholder: String,
    /// What the page's author calls a nameless element: words of its icon, class and colour.
    pub hint: String,
    /// The `autocomplete` attribute.
    pub autocomplete: String,
    /// Where a link leads, resolved; empty: none.
    pub href: String,
    /// Which element of which document it is.
    pub target: ElementRef,
    /// The file that its `download` attribute names; none: it has no such attribute.
    pub download: Option<String>,
    /// Name of the button that a click on it presses, where it is not the button itself.
    pub triggers: String,
    /// Whether a click on it sends a form.
    pub submits: bool,
    /// Which form of the page it belongs to, whatever button sends it where; 0: none.
    pub form_number: u32,
    /// Its form.
    pub form: Option<FormFacts>,
    /// What kind of field it is.
    pub field: FieldKind,
    /// Whether the name is only the nearest text or hint.
    pub guessed: bool,
    /// At least partly in the viewport.
    pub in_view: bool,
    /// Where it is in the viewport.
    pub rect: Rect,
    /// Position in [`Index::overlays`] of the open overlay it is in.
    pub overlay: Option<usize>,
    /// Position in [`Index::frames`] of the frame it is in; none: the top document.
    pub frame: Option<usize>,
    /// Whether the text tells all of it: a cell of a grid that is nothing but its words, which stand there with its uid.
    pub in_text: bool,
    /// Place in the page's order.
    pub order: usize,
}

/// Everything known of a page at one moment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Index {
    /// Address.
    pub url: String,
    /// Title.
    pub title: String,
    /// Media type of a document that is no web page; empty: it is one.
    pub content_type: String,
    /// The document's token.
    pub document: String,
    /// `loading`, `interactive` or `complete`.
    pub ready_state: String,
    /// Elements in the page's order.
    pub elements: Vec<Element>,
    /// Readable text.
    pub text: String,
    /// The same with signs where controls stand, see [`super::places`]; empty: there are none.
    pub(super) placed: String,
    /// Length of the whole readable text in UTF-16 units, which may be longer than `text`.
    pub text_length: usize,
    /// Frames; those not walked are only named.
    pub frames: Vec<RawFrame>,
    /// Open overlays, the topmost last.
    pub overlays: Vec<RawOverlay>,
    /// Viewport and scroll figures.
    pub scroll: Viewport,
    /// uid of what has the focus.
    pub focused: Option<u32>,
    /// Whether the walk left something out.
    pub cut: bool,
    pub(super) by_uid: HashMap<u32, usize>,
}

impl Index {
    /// The elements that nothing open keeps a person from.
    pub(super) fn usable(&self) -> impl Iterator<Item = &Element> {
        self.elements.iter().filter(|e| !e.states.behind_modal)
    }

    /// The text with the signs of controls in it.
    pub(super) fn placed_text(&self) -> &str {
        if self.placed.is_empty() { &self.text } else { &self.placed }
    }

    /// Whether the page says more than the walk sent.
    pub(super) fn is_text_cut(&self) -> bool {
        self.text_length > units(&self.text)
    }

    /// What the open overlay is called that what is behind it waits for.
    pub fn in_front(&self) -> &str {
        let kind = self.overlays.last().map_or("", |overlay| overlay.kind.as_str());
        if matches!(kind, "menu" | "listbox" | "popover") { kind } else { "dialog" }
    }

    /// The element with this uid.
    pub fn element(&self, uid: u32) -> Option<&Element> {
        self.by_uid.get(&uid).and_then(|at| self.elements.get(*at))
    }
}
