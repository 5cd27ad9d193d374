//! The full index of a page: every element a person can act on, distilled and numbered, and the page's text. A look is a view of it.

use std::collections::HashMap;
use std::rc::Rc;

use super::classify::{ElementKind, Tier};
use super::clean::units;
use super::raw::{FieldFacts, FieldKind, RawFrame, RawOption, RawOverlay, Rect, Viewport};
use super::rows::Rows;
pub use super::thing::Tri;
use super::thing::{Surroundings, Thing, Told};
use super::tool::PageTool;
use super::uid::ElementRef;
use super::uid::steady;

/// Whether a control that is on or off is on, as far as that can be seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Switched {
    /// It is on.
    On,
    /// It is off.
    Off,
    /// Nothing shows which.
    Unknown,
}

/// What is known of a field's value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FieldValue {
    /// Free to be shown; may be empty.
    Shown(String),
    /// Typed by the user before the run: shown as `[filled]` unless the user allows more.
    Typed(String),
    /// A secret or a file, of which only the presence is known.
    Masked,
}

/// States of an element.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct States {
    /// Of a checkbox, radio or switch.
    pub checked: Option<Tri>,
    /// Of a switch, and of a star or the like that a page draws.
    pub switched: Option<Switched>,
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
    /// Its value is wrong; the reason may be empty.
    pub invalid: Option<String>,
    /// Takes several values.
    pub multiple: bool,
    /// Opens a menu, list or dialog.
    pub has_popup: bool,
    /// A row that is written heavier than others of its list.
    pub heavy: bool,
    /// Has the focus.
    pub focused: bool,
    /// What covers it; may be empty.
    pub covered: Option<String>,
    /// Holds more than it shows.
    pub scrolls: bool,
    /// Hidden until something around it is hovered, which the tools do.
    pub(crate) on_hover: bool,
    /// Unreachable behind an open modal dialog.
    pub behind_modal: bool,
}

/// The form an element belongs to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FormFacts {
    /// Where it is sent.
    pub action: String,
    /// `get`, `post` or `dialog`.
    pub method: String,
    /// Name of the default submit button that Enter presses; empty: none.
    pub submit_name: String,
    /// Name of the form.
    pub name: String,
    /// What it is called as a tool of the page; empty: it is none.
    pub(crate) tool: String,
}

/// A field's limits in its own format; empty if none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Limits {
    /// Lowest value.
    pub min: String,
    /// Highest value.
    pub max: String,
    /// Step.
    pub step: String,
}

/// The part of the page that an element is in, by its outermost landmark.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Part {
    Main,
    Header,
    Nav,
    Aside,
    Footer,
    /// In no landmark.
    #[default]
    Other,
}

/// One element a person can act on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Element {
    /// Its number in looks.
    pub uid: u32,
    /// What the number names.
    pub(crate) thing: Rc<Thing>,
    /// Its type in looks.
    pub kind: ElementKind,
    /// Its tier in looks.
    pub(crate) tier: Tier,
    /// Explicit or implied role; may be empty.
    pub role: String,
    /// Tag name.
    pub tag: String,
    /// Type of an `input`.
    pub input_type: String,
    /// Accessible name or nearest text.
    pub name: String,
    /// Its contexts, nearest first, at most five.
    pub context: Vec<String>,
    /// The part of the page it is in.
    pub(crate) part: Part,
    /// Which header or navigation of the site's own it is in, from 1; 0: none, or one in something that the page shows, as a letter may have.
    pub(crate) own_part: u32,
    /// None if it has no value.
    pub value: Option<FieldValue>,
    /// Of an editor that only draws what is in view: the first and last drawn line, and about how many there are; none: the value is all.
    pub lines: Option<[u32; 3]>,
    /// Its states.
    pub states: States,
    /// Options of a select.
    pub options: Vec<RawOption>,
    /// How many options there are.
    pub(crate) option_count: usize,
    /// Limits of its value.
    pub limits: Limits,
    /// Placeholder, if it is not the name.
    pub placeholder: String,
    /// The author's words for a nameless element: from its icon, class and colour.
    pub hint: String,
    /// The `autocomplete` attribute.
    pub autocomplete: String,
    /// The characters that press it together with Alt.
    pub access_key: String,
    /// A link's resolved destination; empty: none.
    pub href: String,
    /// The document and element it stands for.
    pub target: ElementRef,
    /// File name from its `download` attribute; none without that attribute.
    pub download: Option<String>,
    /// Name of the button that a click presses, if that is another element.
    pub triggers: String,
    /// Whether a click submits a form.
    pub submits: bool,
    /// Its form's number in the page, whichever button submits it; 0: none.
    pub form_number: u32,
    /// Its form.
    pub form: Option<FormFacts>,
    /// What kind of field it is.
    pub field: FieldKind,
    /// Whether it is a round picture that opens something, as accounts are drawn.
    pub is_portrait: bool,
    /// Whether the name is only nearby text or a hint.
    pub guessed: bool,
    /// Whether the name is its id or the like, made for machines.
    pub(crate) named_by_id: bool,
    /// At least partly in the viewport.
    pub in_view: bool,
    /// Where it is in the viewport.
    pub rect: Rect,
    /// Where it is in the drawing or box around it, if it is drawn freely; none: it flows with the page.
    pub(crate) place: Option<[i32; 2]>,
    /// Position in [`Index::overlays`] of the open overlay it is in.
    pub overlay: Option<usize>,
    /// Number of the control in its document that opened what it is in; 0: none.
    pub(crate) opener: u32,
    /// Position in [`Index::frames`] of the frame it is in; none: the top document.
    pub frame: Option<usize>,
    /// Its name in the page's tool that its form stands for; empty: none, or it is not a field of such a form.
    pub(crate) parameter: String,
    /// What a field says about itself, if that was asked for.
    pub facts: Option<Box<FieldFacts>>,
    /// Whether the text says everything: a grid cell that is nothing but its words, which are there with its uid.
    pub(crate) in_text: bool,
    /// Whether it is nothing but words that were searched for, which `find_on_page` alone tells.
    pub(crate) is_found: bool,
    /// The uid of the row that it is shown in; none: it has a line of its own.
    pub(crate) row: Option<u32>,
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
    /// Media type of a document that is not a web page; else empty.
    pub content_type: String,
    /// The document's token.
    pub document: String,
    /// `loading`, `interactive` or `complete`.
    pub ready_state: String,
    /// Elements in the page's order.
    pub elements: Vec<Element>,
    /// Readable text.
    pub text: String,
    /// The same with marks where controls are, see [`super::anchors`]; empty: there are none.
    pub(super) placed: String,
    /// Length of the whole readable text in UTF-16 units; may exceed `text`.
    pub(crate) text_length: usize,
    /// Frames; those not walked are only named.
    pub frames: Vec<RawFrame>,
    /// Open overlays, the topmost last.
    pub(crate) overlays: Vec<RawOverlay>,
    /// Viewport and scroll figures.
    pub scroll: Viewport,
    /// uid of what has the focus.
    pub focused: Option<u32>,
    /// Position in [`Index::frames`] of the frame that has the focus, though none of its listed elements may.
    pub focused_frame: Option<usize>,
    /// Whether what has the focus takes text, listed or not.
    pub focus_takes_text: bool,
    /// Whether the walk left something out.
    pub cut: bool,
    /// The tools that the page offers, the page's own first.
    pub tools: Vec<PageTool>,
    /// How many more it offers.
    pub(crate) more_tools: usize,
    /// The rows that are shown as one line each.
    pub(super) rows: Rows,
    pub(super) by_uid: HashMap<u32, usize>,
}

impl Element {
    /// Whether it is a button with a label of its own that opens something to choose in beside a list, such as a calendar: it shows its value.
    pub fn opens_a_dialog(&self) -> bool {
        self.kind == ElementKind::Button && self.facts.as_ref().is_some_and(|facts| facts.opens)
    }

    /// Whether it is in the page's header or navigation and in no row: there the site itself speaks, not somebody whose texts it shows.
    pub fn is_of_the_site(&self) -> bool {
        matches!(self.part, Part::Header | Part::Nav) && self.row.is_none()
    }

    /// The first words of the row of a list or table that it is in; none: it is in none that says anything.
    pub fn row_label(&self) -> Option<&str> {
        self.thing.row().filter(|label| !label.is_empty())
    }

    /// Which header or navigation of the site's own it is in; none: it is in none, or in one that belongs to something that the page shows.
    pub fn own_part(&self) -> Option<u32> {
        (self.own_part > 0 && self.row.is_none()).then_some(self.own_part)
    }

    /// Whether a look's list names it.
    pub(crate) fn is_listed(&self) -> bool {
        !self.in_text && !self.is_found
    }
}

impl Index {
    /// The elements not blocked by an open overlay.
    pub(super) fn usable(&self) -> impl Iterator<Item = &Element> {
        self.elements.iter().filter(|e| !e.states.behind_modal)
    }

    /// The text including the marks of controls.
    pub(super) fn placed_text(&self) -> &str {
        if self.placed.is_empty() { &self.text } else { &self.placed }
    }

    /// The usable row in whose line an element is shown.
    pub(super) fn row_around(&self, element: &Element) -> Option<&Element> {
        self.element(element.row?).filter(|row| !row.states.behind_modal)
    }

    /// The part of the page that has the focus.
    pub(super) fn focused_part(&self) -> Option<Part> {
        self.focused.and_then(|uid| self.element(uid)).map(|element| element.part)
    }

    /// Whether something open makes the rest of the page wait.
    pub fn is_blocked(&self) -> bool {
        self.elements.iter().any(|e| e.states.behind_modal)
    }

    /// Whether the page has more text than the walk sent.
    pub(super) fn is_text_cut(&self) -> bool {
        self.text_length > units(&self.text)
    }

    /// The name of the open overlay that blocks the rest.
    pub(crate) fn in_front(&self) -> &str {
        let kind = self.overlays.last().map_or("", |overlay| overlay.kind.as_str());
        if matches!(kind, "menu" | "listbox" | "popover") { kind } else { "dialog" }
    }

    /// The numbers of the open dialogs.
    pub fn dialogs(&self) -> Vec<u32> {
        self.overlays.iter().filter(|overlay| overlay.is_dialog()).map(|overlay| overlay.node).collect()
    }

    /// The topmost open overlay, if it is a dialog and this element is in it, with everything else that does.
    pub fn dialog_around(&self, element: &Element) -> Option<(u32, Vec<&Element>)> {
        let top = self.overlays.len().checked_sub(1)?;
        let dialog = self.overlays.get(top).filter(|overlay| overlay.is_dialog() && element.overlay == Some(top))?;
        let others = self.elements.iter().filter(|other| other.overlay == Some(top) && other.uid != element.uid);
        Some((dialog.node, others.collect()))
    }

    /// What can be acted on now, without cells that are nothing but their words: open overlays first, the topmost before the others, then the page's
    /// order.
    pub fn within_reach(&self) -> Vec<&Element> {
        let mut reach: Vec<&Element> = self.usable().filter(|e| e.is_listed()).collect();
        let place = |e: &&Element| (std::cmp::Reverse(e.overlay.map_or(0, |at| at + 1)), e.order);
        super::order::sort_by_key(&mut reach, place);
        reach
    }

    /// The smallest of the elements that lie around one on the page.
    pub(crate) fn box_around(&self, inner: &Element) -> Option<&Element> {
        let holds = |outer: &&Element| {
            let (a, b) = (&outer.rect, &inner.rect);
            outer.uid != inner.uid
                && a.x <= b.x
                && a.y <= b.y
                && a.x + a.width >= b.x + b.width
                && a.y + a.height >= b.y + b.height
        };
        let size = |element: &&Element| i64::from(element.rect.width) * i64::from(element.rect.height);
        self.elements
            .iter()
            .filter(|element| element.target.document == inner.target.document)
            .filter(holds)
            .min_by_key(size)
    }

    /// The same page with other elements: each as it is made, or left out.
    #[must_use]
    pub fn with_elements(mut self, make: impl FnMut(Element) -> Option<Element>) -> Self {
        self.elements = self.elements.into_iter().filter_map(make).collect();
        self.by_uid = self.elements.iter().enumerate().map(|(at, e)| (e.uid, at)).collect();
        self
    }

    /// The element with this uid.
    pub fn element(&self, uid: u32) -> Option<&Element> {
        self.by_uid.get(&uid).and_then(|at| self.elements.get(*at))
    }
}

impl Element {
    /// What it shows, with what the walk says about its place.
    pub(crate) fn thing_with(
        &self,
        [key, owner]: [u32; 2],
        place: Surroundings,
        address: Rc<str>,
        line: Rc<str>,
    ) -> Thing {
        let form = self.form.as_ref();
        let form = form.map(|form| format!("{} {} {}", form.method, form.action, form.name)).unwrap_or_default();
        let states = &self.states;
        Thing {
            kind: self.kind,
            role: self.role.clone(),
            input_type: self.input_type.clone(),
            name: self.name.clone(),
            steady: steady(&self.name),
            hint: self.hint.clone(),
            href: self.href.clone(),
            form,
            place,
            address,
            line,
            key,
            owner,
            is_row: false,
            told: Told {
                checked: states.checked,
                pressed: states.pressed,
                expanded: states.expanded,
                has_popup: states.has_popup,
            },
            meaning: 0,
        }
    }
}
