//! An element's type by the contract, and its tier in the list.

use serde::{Deserialize, Serialize};

use super::raw::{DrawnAs, RawNode, state};

/// The types of a look's element list.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum ElementKind {
    /// One-line text field, also for a date, number, colour …
    Input,
    /// Text field of several lines.
    Textarea,
    /// Button.
    Button,
    /// Link.
    Link,
    /// Checkbox.
    Checkbox,
    /// Radio button.
    Radio,
    /// Drop-down or list box with known options.
    Select,
    /// One option of a list.
    Option,
    /// Slider.
    Slider,
    /// Tab of a tab list.
    Tab,
    /// Entry of a menu or tree.
    Menuitem,
    /// On/off switch.
    Switch,
    /// File input.
    File,
    /// Video or audio player.
    Video,
    /// Rich text editor.
    Editor,
    /// Row of a table, list or grid of cards, shown with what is in it.
    Row,
    /// Anything else that takes a click.
    #[default]
    Element,
}

impl ElementKind {
    /// Its name in a look.
    pub fn label(self) -> &'static str {
        match self {
            Self::Input => "INPUT",
            Self::Textarea => "TEXTAREA",
            Self::Button => "BUTTON",
            Self::Link => "LINK",
            Self::Checkbox => "CHECKBOX",
            Self::Radio => "RADIO",
            Self::Select => "SELECT",
            Self::Option => "OPTION",
            Self::Slider => "SLIDER",
            Self::Tab => "TAB",
            Self::Menuitem => "MENUITEM",
            Self::Switch => "SWITCH",
            Self::File => "FILE",
            Self::Video => "VIDEO",
            Self::Editor => "EDITOR",
            Self::Row => "ROW",
            Self::Element => "ELEMENT",
        }
    }

    /// Whether it takes text.
    pub fn takes_text(self) -> bool {
        matches!(self, Self::Input | Self::Textarea | Self::Editor)
    }

    /// Whether it can be on or off.
    pub fn is_checkable(self) -> bool {
        matches!(self, Self::Checkbox | Self::Radio | Self::Switch)
    }
}

/// Place in the list: inputs first, then buttons and checkboxes, then cards, then links.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Tier {
    /// Elements that take a value.
    Inputs,
    /// Elements that do or switch something.
    Buttons,
    /// Clickable content: hits, products, rows.
    Cards,
    /// The other links.
    Links,
}

/// Type of a raw node.
pub fn classify(node: &RawNode) -> ElementKind {
    match node.drawn {
        DrawnAs::Switch => ElementKind::Switch,
        DrawnAs::Tick => ElementKind::Checkbox,
        DrawnAs::Plain | DrawnAs::Portrait => by_role(node).unwrap_or_else(|| by_tag(node)),
    }
}

/// The tier of this type; `card` from the walk.
pub(crate) fn tier(kind: ElementKind, card: bool) -> Tier {
    use ElementKind as K;
    match kind {
        K::Input | K::Textarea | K::Select | K::Slider | K::File | K::Editor => Tier::Inputs,
        K::Button | K::Checkbox | K::Radio | K::Switch | K::Tab | K::Menuitem | K::Option | K::Video => Tier::Buttons,
        K::Element | K::Row => Tier::Cards,
        K::Link if card => Tier::Cards,
        K::Link => Tier::Links,
    }
}

fn by_role(node: &RawNode) -> Option<ElementKind> {
    use ElementKind as K;
    // A native control keeps its type; its role only refines it.
    match node.tag.as_str() {
        "select" => return Some(K::Select),
        "textarea" => return Some(K::Textarea),
        "video" | "audio" => return Some(K::Video),
        "input" if node.input_type == "file" => return Some(K::File),
        _ => {}
    }
    Some(match node.role.as_str() {
        "button" => K::Button,
        "link" => K::Link,
        "checkbox" | "menuitemcheckbox" => K::Checkbox,
        "radio" | "menuitemradio" => K::Radio,
        "switch" => K::Switch,
        "slider" => K::Slider,
        "tab" => K::Tab,
        "menuitem" | "treeitem" => K::Menuitem,
        "option" => K::Option,
        "listbox" if !node.options.is_empty() => K::Select,
        "spinbutton" => K::Input,
        "searchbox" | "textbox" if node.tag == "input" => K::Input,
        "searchbox" | "textbox" => K::Editor,
        "combobox" if node.tag == "input" => K::Input,
        "combobox" if node.why == "editable" => K::Editor,
        "combobox" => K::Select,
        _ => return None,
    })
}

fn by_tag(node: &RawNode) -> ElementKind {
    use ElementKind as K;
    match node.tag.as_str() {
        "a" | "area" if !node.href.is_empty() => K::Link,
        "button" | "summary" => K::Button,
        "input" => match node.input_type.as_str() {
            "checkbox" => K::Checkbox,
            "radio" => K::Radio,
            "range" => K::Slider,
            "file" => K::File,
            "button" | "submit" | "reset" | "image" => K::Button,
            _ => K::Input,
        },
        "option" => K::Option,
        _ if node.why == "editable" => K::Editor,
        _ => K::Element,
    }
}

/// Whether the walk marked the node as a card.
pub fn is_card(node: &RawNode) -> bool {
    node.states & state::CARD != 0
}
