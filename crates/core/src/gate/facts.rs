//! What is known of the page and the elements a call touches: the ground the gate decides on, small enough to be stored with the run.

use super::words::is_amount;
use crate::action::Dialog;
use crate::port::ServerTool;
use edith_page::{Element, ElementKind, FieldKind, FieldValue, Index};
use serde::{Deserialize, Serialize};

/// What stands for a secret wherever it would be shown; always as long, so that it does not tell the secret's length.
pub const MASK: &str = "••••••";

/// Characters of a field's value that are kept.
const VALUE_CHARS: usize = 200;

/// The page as a call sees it.
pub trait PageView {
    /// The element with this uid.
    fn element(&self, uid: u32) -> Option<&Element>;
    /// Elements with uids near to this one, for an error that helps.
    fn nearest(&self, uid: u32) -> Vec<&Element>;
    /// What has the focus.
    fn focused(&self) -> Option<&Element>;
    /// The page's address.
    fn url(&self) -> &str;
    /// The page's title.
    fn title(&self) -> &str;
    /// Whether a link of the page leads there.
    fn leads_to(&self, address: &str) -> bool;
    /// The address of the frame that the element is in; none: it is in the page itself.
    fn frame_of(&self, element: &Element) -> Option<&str>;
    /// The fields that would be sent together with this element: those of its form, else of its dialog.
    fn fields_with(&self, element: &Element) -> Vec<&Element>;
}

impl PageView for Index {
    fn element(&self, uid: u32) -> Option<&Element> {
        Index::element(self, uid)
    }

    fn nearest(&self, uid: u32) -> Vec<&Element> {
        let mut all: Vec<&Element> = self.elements.iter().collect();
        all.sort_by_key(|element| (element.uid.abs_diff(uid), element.uid));
        all.truncate(3);
        all
    }

    fn focused(&self) -> Option<&Element> {
        self.focused.and_then(|uid| Index::element(self, uid))
    }

    fn url(&self) -> &str {
        &self.url
    }

    fn title(&self) -> &str {
        &self.title
    }

    fn frame_of(&self, element: &Element) -> Option<&str> {
        element.frame.and_then(|at| self.frames.get(at)).map(|frame| frame.src.as_str())
    }

    fn leads_to(&self, address: &str) -> bool {
        self.elements.iter().any(|element| element.href == address)
    }

    fn fields_with(&self, element: &Element) -> Vec<&Element> {
        let together = |other: &&Element| {
            let same = match (&element.form, element.overlay) {
                (Some(_), _) => other.form_number == element.form_number && other.frame == element.frame,
                (None, Some(_)) => other.overlay == element.overlay,
                (None, None) => false,
            };
            same && other.uid != element.uid && other.value.is_some()
        };
        self.elements.iter().filter(together).collect()
    }
}

/// What is known when a call is judged.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Facts {
    /// The page's address; empty: no page.
    pub url: String,
    /// Its title.
    pub title: String,
    /// Scheme, host and port; empty where the address has none.
    pub origin: String,
    /// The origin of the frame that what is written into is in, where that is another site's; empty: it is in the page itself.
    pub frame: String,
    /// The elements the call names, in its order; what is not on the page is left out.
    pub elements: Vec<ElementFacts>,
    /// What has the focus.
    pub focused: Option<ElementFacts>,
    /// What would be sent along, for a call that commits to something.
    pub fields: Vec<FieldFacts>,
    /// Where the link leads that the call follows; empty: it follows none.
    pub follows: String,
    /// The open dialog.
    pub dialog: Option<Dialog>,
    /// Whether the user chose this site: it stands in the task's words, or the task began there.
    pub chosen_site: bool,
    /// Whether the secret that would be entered stands in the user's own words, and they speak of no other site.
    #[serde(default)]
    pub given_secret: bool,
    /// The tool outside of EDITH that the call uses; none: it works on pages.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server_tool: Option<ServerTool>,
}

/// One element, as far as the gate cares.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ElementFacts {
    /// Its uid.
    pub uid: u32,
    /// Its type in looks.
    pub kind: ElementKind,
    /// Its role.
    pub role: String,
    /// Its name.
    pub name: String,
    /// What kind of field it is.
    pub field: FieldKind,
    /// Where a link leads.
    pub href: String,
    /// What is around it, the nearest first.
    pub context: Vec<String>,
    /// Its form.
    pub form: Option<FormShape>,
    /// Whether it is the button that sends its form.
    pub is_submit: bool,
    /// Whether a text stands in it.
    pub has_text: bool,
    /// The file that its `download` attribute names; none: it has no such attribute.
    #[serde(default)]
    pub download: Option<String>,
    /// Name of the button that a click on it presses, where it is not the button itself.
    #[serde(default)]
    pub triggers: String,
    /// What the other fields of its form hold.
    #[serde(default)]
    pub beside: Beside,
}

/// What makes a form one whose button is never pressed unasked, unless the button says that it is harmless.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Beside {
    /// Part of a payment card.
    pub card: bool,
    /// A password or a one-time code.
    pub password: bool,
    /// An amount of money.
    pub amount: bool,
}

/// A form, as far as the gate cares.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormShape {
    /// Where it is sent.
    pub action: String,
    /// `get`, `post` or `dialog`.
    pub method: String,
    /// Name of its submit button; empty: none.
    pub submit_name: String,
    /// Its name.
    pub name: String,
}

/// A field that would be sent along.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldFacts {
    /// Its name.
    pub name: String,
    /// Its value, shortened; dots for a secret, `[filled]` for what the user typed before.
    pub value: String,
}

impl Facts {
    /// The same with the dialog that is open. A call that answers a dialog nothing is known of is judged as if it confirmed something.
    #[must_use]
    pub fn with_dialog(mut self, dialog: Option<Dialog>) -> Self {
        self.dialog = dialog;
        self
    }

    /// What is known of a tool outside of EDITH: pages have no part in it.
    pub(crate) fn of_server(tool: ServerTool) -> Self {
        Self { origin: tool.origin(), server_tool: Some(tool), ..Self::default() }
    }

    /// The named element.
    pub fn element(&self, uid: u32) -> Option<&ElementFacts> {
        self.elements.iter().find(|element| element.uid == uid)
    }

    /// The named element, or what has the focus where none is named.
    pub fn element_or_focus(&self, uid: Option<u32>) -> Option<&ElementFacts> {
        match uid {
            Some(uid) => self.element(uid),
            None => self.focused.as_ref(),
        }
    }
}

impl ElementFacts {
    /// What the gate cares for of an element.
    pub fn of(element: &Element) -> Self {
        let form = element.form.as_ref().map(|form| FormShape {
            action: form.action.clone(),
            method: form.method.clone(),
            submit_name: form.submit_name.clone(),
            name: form.name.clone(),
        });
        let is_submit = form.as_ref().is_some_and(|form| match element.tag.as_str() {
            "input" => element.submits || matches!(element.input_type.as_str(), "submit" | "image"),
            "button" => element.submits || element.name == form.submit_name,
            _ => element.submits,
        });
        let has_text = match &element.value {
            Some(FieldValue::Shown(text) | FieldValue::Typed(text)) => !text.trim().is_empty(),
            Some(FieldValue::Masked) => true,
            None => false,
        };
        Self {
            uid: element.uid,
            kind: element.kind,
            role: element.role.clone(),
            name: element.name.clone(),
            field: element.field,
            href: element.href.clone(),
            context: element.context.clone(),
            form,
            is_submit,
            has_text,
            download: element.download.clone(),
            triggers: element.triggers.clone(),
            beside: Beside::default(),
        }
    }

    /// The same with what stands beside it on its page.
    pub(crate) fn on(page: &dyn PageView, element: &Element) -> Self {
        let mut beside = Beside::default();
        for field in page.fields_with(element).into_iter().chain([element]) {
            match field.field {
                FieldKind::Card => beside.card = true,
                FieldKind::Password | FieldKind::OneTimeCode => beside.password = true,
                FieldKind::Plain if field.kind.takes_text() => {
                    beside.amount |= is_amount(&field.name);
                }
                FieldKind::Plain | FieldKind::File => {}
            }
        }
        Self { beside, ..Self::of(element) }
    }

    /// Type and name, as in looks: `BUTTON "Place order"`.
    pub fn label(&self) -> String {
        format!("{} {:?}", self.kind.label(), self.name)
    }
}

impl FieldFacts {
    /// A field with its value, as far as it may be shown.
    pub(crate) fn of(element: &Element) -> Self {
        let value = match &element.value {
            Some(FieldValue::Shown(text)) => text.chars().take(VALUE_CHARS).collect(),
            Some(FieldValue::Typed(_)) => "[filled]".to_owned(),
            Some(FieldValue::Masked) => MASK.to_owned(),
            None => String::new(),
        };
        Self { name: element.name.clone(), value }
    }
}

/// Scheme, host and port; empty where the address has none.
pub(crate) fn origin_of(url: &str) -> String {
    url::Url::parse(url).map(|url| url.origin().ascii_serialization()).ok().filter(|o| o != "null").unwrap_or_default()
}

#[cfg(test)]
impl ElementFacts {
    /// An element of which only this is known.
    pub(crate) fn named(uid: u32, kind: ElementKind, name: &str) -> Self {
        Self {
            uid,
            kind,
            role: String::new(),
            name: name.into(),
            field: FieldKind::Plain,
            href: String::new(),
            context: Vec::new(),
            form: None,
            is_submit: false,
            has_text: false,
            download: None,
            triggers: String::new(),
            beside: Beside::default(),
        }
    }
}
