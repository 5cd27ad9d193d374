//! The full index of a page: every element a person can act on, distilled and numbered, and the page's text. A look is a view of it.

use std::collections::HashMap;

use super::classify::{ElementKind, Tier, classify, is_card, tier};
use super::raw::{FieldKind, RawFrame, RawNode, RawOption, RawOverlay, RawPage, Rect, Viewport, state};
use super::uid::{ElementRef, UidTable};

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
    by_uid: HashMap<u32, usize>,
}

impl Index {
    /// Distils and numbers what the walk found.
    pub fn build(mut page: RawPage, uids: &mut UidTable) -> Self {
        let nodes = std::mem::take(&mut page.nodes);
        let mut elements = Vec::with_capacity(nodes.len());
        let keep = super::distil::keep(&nodes, &page.contexts);
        let mut focused = None;
        for (node, _) in nodes.into_iter().zip(keep).filter(|(_, keep)| *keep) {
            let uid = uids.assign(page.document_at(node.document), node.node);
            if node.node == page.focused {
                focused.get_or_insert(uid);
            }
            let order = elements.len();
            elements.push(element(node, &page, uid, order));
        }
        let by_uid: HashMap<u32, usize> = elements.iter().enumerate().map(|(at, e)| (e.uid, at)).collect();
        let by_node: HashMap<u32, u32> = elements.iter().map(|e: &Element| (e.target.node, e.uid)).collect();
        let (text, placed) = super::anchors::number(page.text, |node| by_node.get(&node).copied());
        super::anchors::tell_cells(&placed, &by_uid, &mut elements);
        let text_length = (page.text_length as usize).max(super::text::units(&text));
        Self {
            url: page.url,
            title: page.title,
            content_type: page.content_type,
            document: page.document,
            ready_state: page.ready_state,
            elements,
            text,
            placed,
            text_length,
            frames: page.frames,
            overlays: page.overlays,
            scroll: page.viewport,
            focused,
            cut: page.cut,
            by_uid,
        }
    }

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
        self.text_length > super::text::units(&self.text)
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

fn element(node: RawNode, page: &RawPage, uid: u32, order: usize) -> Element {
    let kind = classify(&node);
    let position = |number: u32| (number as usize).checked_sub(1);
    Element {
        uid,
        kind,
        tier: tier(kind, is_card(&node)),
        context: context(&node, page),
        value: value(&node),
        states: states(&node, kind),
        role: node.role,
        tag: node.tag,
        input_type: node.input_type,
        name: node.name,
        option_count: (node.option_count as usize).max(node.options.len()),
        options: node.options,
        limits: Limits { min: node.min, max: node.max, step: node.step },
        placeholder: node.placeholder,
        hint: node.hint,
        autocomplete: node.autocomplete,
        href: node.href,
        target: ElementRef { document: page.document_at(node.document).to_owned(), node: node.node },
        form: position(node.form).and_then(|at| page.forms.get(at)).map(|form| FormFacts {
            action: form.action.clone(),
            method: form.method.clone(),
            submit_name: form.submit.clone(),
            name: form.label.clone(),
        }),
        form_number: position(node.form).and_then(|at| page.forms.get(at)).map_or(node.form, |form| match form.of {
            0 => node.form,
            of => of,
        }),
        submits: node.states & state::SUBMITS != 0,
        download: node.download,
        triggers: node.triggers,
        field: node.field,
        guessed: node.states & state::GUESSED != 0,
        in_view: node.states & state::IN_VIEW != 0,
        rect: node.rect,
        overlay: position(node.overlay),
        frame: position(node.frame),
        in_text: false,
        order,
    }
}

fn context(node: &RawNode, page: &RawPage) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut at = node.context;
    // The parent's position is always smaller, so this ends; a broken page table is cut by the cap.
    for _ in 0..12 {
        let Some(entry) = (at as usize).checked_sub(1).and_then(|i| page.contexts.get(i)) else { break };
        // `main` or `item` without a name says nothing about where an element is; `header` does.
        let silent = matches!(
            entry.kind.as_str(),
            "main"
                | "item"
                | "row"
                | "section"
                | "group"
                | "list"
                | "panel"
                | "frame"
                | "form"
                | "menu"
                | "toolbar"
                | "grid"
                | "tree"
        );
        let label = if !entry.label.is_empty() {
            entry.label.as_str()
        } else if silent {
            ""
        } else {
            entry.kind.as_str()
        };
        if !label.is_empty() && !repeats(&entry.kind, label, &node.name) && !out.iter().any(|c| c == label) {
            out.push(label.to_owned());
        }
        if out.len() == 5 || entry.parent >= at {
            break;
        }
        at = entry.parent;
    }
    out
}

/// Whether something around an element is called by what the element itself is called, as an item is by its link.
fn repeats(kind: &str, label: &str, name: &str) -> bool {
    let cut = label.strip_suffix('…').map(str::trim_end);
    let is_said_by_it = matches!(kind, "item" | "row") && !name.is_empty() && label.starts_with(name);
    label == name || is_said_by_it || cut.is_some_and(|start| !start.is_empty() && name.starts_with(start))
}

fn value(node: &RawNode) -> Option<FieldValue> {
    let has = |bit: u32| node.states & bit != 0;
    // A file that the run itself gave is named.
    if let (FieldKind::File, Some(names)) = (node.field, &node.value) {
        return Some(FieldValue::Shown(names.clone()));
    }
    if node.field.is_masked() {
        return Some(if has(state::FILLED) { FieldValue::Masked } else { FieldValue::Shown(String::new()) });
    }
    let text = node.value.clone()?;
    Some(if has(state::TYPED_BEFORE) && !text.is_empty() { FieldValue::Typed(text) } else { FieldValue::Shown(text) })
}

fn states(node: &RawNode, kind: ElementKind) -> States {
    let has = |bit: u32| node.states & bit != 0;
    let tri = |yes: bool| {
        if has(state::MIXED) {
            Tri::Mixed
        } else if yes {
            Tri::Yes
        } else {
            Tri::No
        }
    };
    States {
        checked: kind.is_checkable().then(|| tri(has(state::CHECKED))),
        expanded: if has(state::EXPANDED) { Some(true) } else { has(state::COLLAPSED).then_some(false) },
        pressed: (!kind.is_checkable() && has(state::PRESSED | state::UNPRESSED)).then(|| tri(has(state::PRESSED))),
        selected: has(state::SELECTED),
        current: has(state::CURRENT),
        disabled: has(state::DISABLED),
        readonly: has(state::READONLY),
        required: has(state::REQUIRED),
        invalid: has(state::INVALID).then(|| node.invalid_message.clone()),
        multiple: has(state::MULTIPLE),
        has_popup: has(state::HAS_POPUP),
        focused: has(state::FOCUSED),
        covered: has(state::COVERED).then(|| node.covered_by.clone()),
        scrolls: has(state::SCROLLS),
        on_hover: has(state::ON_HOVER),
        behind_modal: has(state::BEHIND_MODAL),
    }
}
