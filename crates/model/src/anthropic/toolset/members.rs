//! The toolset's members: which of EDITH's tools serves each, and why the others are withheld.

use super::reading::{self, Input, Made};
use super::writing;
use serde_json::{Map, Value};

/// A member of the toolset.
pub(super) struct Member {
    pub name: &'static str,
    service: Service,
}

enum Service {
    By(Served),
    /// Not offered, with what to do instead, for a model that calls it anyway.
    Withheld(&'static str),
}

/// How a member is served.
pub(super) struct Served {
    /// The tools that must be offered for it.
    pub needs: &'static [&'static str],
    /// Those of them that it stands in for: the model does not get them besides.
    pub replaces: &'static [&'static str],
    /// The member's input as a call; an error is a sentence for the model.
    pub read: Read,
    /// The member's input, of a call by its tool and arguments; none if the call is not one that [`Self::read`] makes.
    pub write: Write,
}

impl Member {
    /// How it is served; none: it is withheld.
    pub(super) fn served(&self) -> Option<&Served> {
        match &self.service {
            Service::By(served) => Some(served),
            Service::Withheld(_) => None,
        }
    }

    /// Why it cannot be used, as a sentence for the model.
    pub(super) fn why_withheld(&self) -> String {
        match self.service {
            Service::By(_) => String::new(),
            Service::Withheld(instead) => format!("{} is not enabled here. {instead}", self.name),
        }
    }
}

type Names = &'static [&'static str];
type Read = fn(&Input<'_>) -> Result<Made, String>;
type Write = fn(&str, &Map<String, Value>) -> Option<Value>;

/// Served in place of these tools.
const fn by(name: &'static str, tools: Names, read: Read, write: Write) -> Member {
    Member { name, service: Service::By(Served { needs: tools, replaces: tools, read, write }) }
}

/// Served by tools of which the model keeps those that the member does not fully replace.
const fn beside(name: &'static str, needs: Names, replaces: Names, read: Read, write: Write) -> Member {
    Member { name, service: Service::By(Served { needs, replaces, read, write }) }
}

const fn withheld(name: &'static str, instead: &'static str) -> Member {
    Member { name, service: Service::Withheld(instead) }
}

const POINTS: &str = "Points of the window cannot be used: use drag between elements, or drag_at inside of one.";
const TABS: &str = "Use the tool list_tabs, open_browser, switch_tab or close_tab.";

#[rustfmt::skip]
pub(super) const MEMBERS: &[Member] = &[
    by("navigate", &["navigate", "go_back", "go_forward", "reload"], reading::navigate, writing::navigate),
    // The tool also takes a picture of one element.
    beside("screenshot", &["screenshot"], &[], reading::screenshot, writing::nothing),
    withheld("zoom", "Use the tool screenshot with the uid of an element."),
    by("left_click", &["click"], reading::left_click, writing::press),
    by("right_click", &["click"], reading::right_click, writing::press),
    by("middle_click", &["click"], reading::middle_click, writing::press),
    by("double_click", &["click"], reading::double_click, writing::press),
    by("triple_click", &["click"], reading::triple_click, writing::press),
    by("hover", &["hover"], reading::hover, writing::target),
    withheld("left_click_drag", POINTS),
    withheld("left_mouse_down", POINTS),
    withheld("left_mouse_up", POINTS),
    withheld("mouse_move", "Points of the window cannot be used: use hover with a ref."),
    // It wants the point under the wheel.
    withheld("scroll", "Use the tool scroll."),
    withheld("scroll_to", "Elements are scrolled into view when they are acted on. To see what is further down, use the tool scroll."),
    by("type", &["type_text"], reading::typed, writing::text),
    by("key", &["press_key"], reading::key, writing::key),
    withheld("hold_key", "Use key, or the tool click with hold_ms for a long press."),
    by("form_input", &["set_value"], reading::form_input, writing::form_input),
    beside("read_page", &["take_snapshot", "inspect"], &["take_snapshot"], reading::read_page, writing::read_page),
    by("find", &["find_on_page"], reading::find, writing::find),
    // The tool also reads on from where a part ended.
    beside("get_page_text", &["read_page"], &[], reading::get_page_text, writing::nothing),
    by("wait", &["wait"], reading::wait, writing::wait),
    withheld("file_upload", "Use the tool upload_file with a document of the task."),
    withheld("read_console", "It is not served."),
    withheld("read_network", "It is not served."),
    withheld("javascript_exec", "No code is run in pages."),
    // Their results list all open tabs. The model is not sent which ones the person has open.
    withheld("new_tab", TABS),
    withheld("list_tabs", TABS),
    withheld("switch_tab", TABS),
    withheld("close_tab", TABS),
];
