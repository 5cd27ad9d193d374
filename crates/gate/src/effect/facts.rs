//! Facts about the page and the elements a call touches: what the gate decides on, small enough to be stored with the run.

use crate::effect::label::option;
use crate::place::decode::percent;
use crate::words::phrases::words;
use crate::words::{ACCOUNTS, is_amount};
use crate::{Commitment, MASK, Site, ToolFacts};
use edith_actions::ServerTool;
use edith_actions::action::Dialog;
use edith_page::{Element, ElementKind, FieldKind, FieldValue, Index, PageTool, Tri};
use edith_words::say;
use serde::{Deserialize, Serialize};

/// Most characters kept of a field's value. Of a longer one its length is shown.
pub(crate) const VALUE_CHARS: usize = 2_000;
/// What is shown for what is on.
const TICK: &str = "✓";
/// Most elements of the same name of which the contexts are kept, and most characters of each.
const RIVALS: usize = 40;
const RIVAL_CHARS: usize = 200;

/// The page as a call sees it.
pub trait PageView {
    /// The element with this uid.
    fn element(&self, uid: u32) -> Option<&Element>;
    /// The focused element.
    fn focused(&self) -> Option<&Element>;
    /// The page's address.
    fn url(&self) -> &str;
    /// The page's title.
    fn title(&self) -> &str;
    /// Whether a link on the page leads there.
    fn leads_to(&self, address: &str) -> bool;
    /// The address of the element's frame; none: the page itself.
    fn frame_of(&self, element: &Element) -> Option<&str>;
    /// The address of the frame that has the focus, if none of its listed elements has.
    fn focused_frame(&self) -> Option<&str>;
    /// Whether what has the focus takes text, also if it is not an element of a look.
    fn focus_takes_text(&self) -> bool;
    /// The element that Alt and this character press.
    fn with_access_key(&self, key: char) -> Option<&Element>;
    /// The fields that would be submitted with this element: those of its form, else of its dialog, else all of its document that are in neither.
    fn fields_with(&self, element: &Element) -> Vec<&Element>;
    /// All that holds a value.
    fn fields(&self) -> Vec<&Element>;
    /// What takes effect with this element, and is shown with it: those fields, then all others of its document that hold something or are on, in a
    /// form or not, unless they are in another dialog.
    fn shown_with(&self, element: &Element) -> Vec<&Element>;
    /// The e-mail addresses that the page shows among these elements.
    fn addresses_among(&self, uids: &[u32]) -> Vec<String>;
    /// The other elements of its type and name.
    fn namesakes(&self, element: &Element) -> Vec<&Element>;
    /// The lines with an amount of money that the page shows nearest to this element.
    fn amounts_near(&self, uid: u32) -> Vec<String>;
    /// The words of the row that this element is in; empty: it is in none.
    fn row_of(&self, uid: u32) -> String;
    /// The same of what opened it; empty: nothing did, or that is in none.
    fn opened_for(&self, uid: u32) -> String;
    /// The button that submits the form or dialog of this element; none: it has none, or several.
    fn submit_of(&self, element: &Element) -> Option<&Element>;
    /// The page's own dialogs that are open, by their numbers.
    fn dialogs(&self) -> Vec<u32>;
    /// The topmost open dialog, if this element is in it, with everything else that does.
    fn dialog_around(&self, element: &Element) -> Option<(u32, Vec<&Element>)>;
    /// The tool of the page that looks call so.
    fn tool(&self, name: &str) -> Option<&PageTool>;
    /// What looks call the page's tools.
    fn tool_names(&self) -> Vec<String>;
    /// The fields of the form that stands for a tool.
    fn fields_of(&self, tool: &PageTool) -> Vec<&Element>;
    /// The button that submits that form.
    fn button_of(&self, tool: &PageTool) -> Option<&Element>;
}

impl PageView for Index {
    fn namesakes(&self, element: &Element) -> Vec<&Element> {
        let is_one =
            |other: &&Element| other.uid != element.uid && other.kind == element.kind && other.name == element.name;
        self.elements.iter().filter(is_one).collect()
    }

    fn element(&self, uid: u32) -> Option<&Element> {
        Index::element(self, uid)
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

    fn focused_frame(&self) -> Option<&str> {
        self.focused_frame.and_then(|at| self.frames.get(at)).map(|frame| frame.src.as_str())
    }

    fn leads_to(&self, address: &str) -> bool {
        self.elements.iter().any(|element| element.href == address)
    }

    fn focus_takes_text(&self) -> bool {
        self.focus_takes_text
    }

    fn with_access_key(&self, key: char) -> Option<&Element> {
        let is_it = |one: &str| one.chars().eq([key]) || one.to_lowercase().chars().eq(key.to_lowercase());
        self.elements.iter().find(|element| element.access_key.split_whitespace().any(is_it))
    }

    fn fields_with(&self, element: &Element) -> Vec<&Element> {
        let together = |other: &&Element| {
            let same = match (&element.form, element.overlay) {
                (Some(_), _) => other.form_number == element.form_number && other.frame == element.frame,
                (None, Some(_)) => other.overlay == element.overlay,
                (None, None) => other.form.is_none() && other.overlay.is_none() && other.frame == element.frame,
            };
            same && other.uid != element.uid && other.value.is_some()
        };
        self.elements.iter().filter(together).collect()
    }

    fn fields(&self) -> Vec<&Element> {
        self.elements.iter().filter(|element| element.value.is_some()).collect()
    }

    fn shown_with(&self, element: &Element) -> Vec<&Element> {
        let mut all = self.fields_with(element);
        let is_there = |other: &&Element| other.frame == element.frame && other.overlay == element.overlay;
        let counts = |other: &&Element| is_chosen(other) || other.kind.takes_text() && has_text(other);
        let is_new = |other: &&Element| other.uid != element.uid && all.iter().all(|known| known.uid != other.uid);
        let others: Vec<&Element> =
            self.elements.iter().filter(|other| is_there(other) && counts(other) && is_new(other)).collect();
        all.extend(others);
        all
    }

    fn addresses_among(&self, uids: &[u32]) -> Vec<String> {
        Index::addresses_among(self, uids)
    }

    fn amounts_near(&self, uid: u32) -> Vec<String> {
        Index::amounts_near(self, uid)
    }

    fn row_of(&self, uid: u32) -> String {
        Index::row_of(self, uid)
    }

    fn opened_for(&self, uid: u32) -> String {
        Index::opened_for(self, uid)
    }

    fn submit_of(&self, element: &Element) -> Option<&Element> {
        let form = element.form.as_ref()?;
        let same = |other: &&Element| other.form_number == element.form_number && other.frame == element.frame;
        let buttons =
            || self.elements.iter().filter(same).filter(|other| other.kind == ElementKind::Button && other.submits);
        let mut own = buttons().filter(|button| button.name == form.submit_name);
        // Several buttons may submit one form; the first is what Enter presses.
        own.next().or_else(|| buttons().next())
    }

    fn dialogs(&self) -> Vec<u32> {
        Index::dialogs(self)
    }

    fn dialog_around(&self, element: &Element) -> Option<(u32, Vec<&Element>)> {
        Index::dialog_around(self, element)
    }

    fn tool(&self, name: &str) -> Option<&PageTool> {
        Index::tool(self, name)
    }

    fn tool_names(&self) -> Vec<String> {
        self.tools.iter().map(|tool| tool.name.clone()).collect()
    }

    fn fields_of(&self, tool: &PageTool) -> Vec<&Element> {
        Index::fields_of(self, tool).collect()
    }

    fn button_of(&self, tool: &PageTool) -> Option<&Element> {
        Index::button_of(self, tool)
    }
}

/// What is chosen in the lists among these fields.
pub fn choices(fields: &[&Element]) -> Vec<String> {
    let lists: Vec<&Element> = fields.iter().copied().filter(|field| field.kind == ElementKind::Select).collect();
    values(&lists)
}

/// The fields that belong to what is pressed, but for those that search: those of its form, or else of its dialog or page; of what is in a row, or is
/// there for each of several things, those of that row alone.
pub fn own_fields<'a>(page: &'a dyn PageView, pressed: &'a Element) -> Vec<&'a Element> {
    let is_one_of_many = !pressed.name.is_empty() && !page.namesakes(pressed).is_empty();
    let row = pressed.row_label().filter(|_| is_one_of_many || pressed.form.is_none() || !pressed.submits);
    let is_known = row.is_some() || !is_one_of_many || pressed.form.is_some() || pressed.overlay.is_some();
    let is_own = |field: &&Element| {
        field.role != "searchbox"
            && field.form_number == pressed.form_number
            && row.is_none_or(|row| field.row_label() == Some(row))
    };
    let all = page.shown_with(pressed).into_iter().chain([pressed]);
    all.filter(|field| is_known && is_own(field)).collect()
}

/// What is in these fields.
pub fn values(fields: &[&Element]) -> Vec<String> {
    let shown = fields.iter().filter_map(|field| match &field.value {
        Some(FieldValue::Shown(text)) if !text.trim().is_empty() => Some(text.trim().to_owned()),
        _ => None,
    });
    shown.collect()
}

/// A shorter piece of an address may be in another by chance, in bytes.
const PIECE_BYTES: usize = 4;

/// The texts with addresses that are in fields, as far as whoever made the page's address cannot have put them there: no part of its path has a part of
/// them, or is as long, and all values of its query and fragment together are too short for them in any writing.
pub fn standing(fields: &[&Element], address: &str) -> Vec<String> {
    let (path, more) = address.split_at(address.find(['?', '#']).unwrap_or(address.len()));
    let path = percent(path).to_lowercase();
    let host = path.match_indices('/').nth(2).map_or(path.len(), |(at, _)| at);
    let segments: Vec<&str> = path.get(host..).unwrap_or_default().split('/').collect();
    // A name that has no value may be one.
    let said =
        |part: &str| part.split_once('=').filter(|(_, value)| !value.is_empty()).map_or(part, |(_, value)| value).len();
    let told: usize = more.split(['?', '#', '&', '/']).map(said).sum();
    let shown = fields.iter().filter(|field| field.kind.takes_text()).filter_map(|field| match &field.value {
        Some(FieldValue::Shown(text)) if text.contains(['@', '/']) => Some(text.trim()),
        _ => None,
    });
    let is_theirs = |text: &&str| {
        let lower = text.to_lowercase();
        let mut pieces = lower.split(|c: char| !c.is_alphanumeric()).filter(|piece| piece.len() >= PIECE_BYTES);
        let is_of_path = segments.iter().any(|segment| segment.len() >= text.len())
            || pieces.any(|piece| segments.iter().any(|segment| segment.contains(piece)));
        text.chars().filter(|c| c.is_alphanumeric()).count() > told && !is_of_path
    };
    shown.filter(is_theirs).map(str::to_owned).collect()
}

/// What is known when a call is judged.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Facts {
    /// Empty: no page.
    pub url: String,
    /// Its title.
    pub title: String,
    /// Scheme, host and port; empty if the address has none.
    pub origin: String,
    /// The origin of the written-to frame if cross-site; empty: the page itself.
    pub frame: String,
    /// The origins of the documents with the call's other elements, if others: something is dragged from one to another.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub beside: Vec<String>,
    /// The elements the call names, in order, except missing ones.
    pub elements: Vec<ElementFacts>,
    /// The focused element.
    pub focused: Option<ElementFacts>,
    /// What would be submitted by a call that commits to something.
    pub fields: Vec<FieldFacts>,
    /// The words of the row in which it is pressed, for the question about it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub row: String,
    /// The destination of the followed link; empty: none.
    pub follows: String,
    /// The open dialog.
    pub dialog: Option<Dialog>,
    /// Whether the user chose this site: it is in the task's words, or the task began there.
    pub chosen_site: bool,
    /// Whether the secret to be entered is in the user's own words, which name no other site.
    #[serde(default)]
    pub given_secret: bool,
    /// Whether the site is known not to know the person: nothing there is theirs, and no money.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_public: bool,
    /// Whether the person's own words ask for a change on this site, and speak of what is pressed or hold all that was entered beside it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub wanted: bool,
    /// Whether what has the focus takes text.
    #[serde(default)]
    pub focus_takes_text: bool,
    /// What the access key presses that the call uses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub access_key: Option<ElementFacts>,
    /// What the gravest option says that the call may choose: a choice may act at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen: Option<Commitment>,
    /// What the action committed to that the open dialog follows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub committed: Option<Commitment>,
    /// The tool outside EDITH that the call uses; none: it works on pages.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server_tool: Option<ServerTool>,
    /// The tool of the page that it uses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page_tool: Option<ToolFacts>,
    /// The page's own dialogs that are open, by their numbers, where the call commits to something.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dialogs: Vec<u32>,
    /// The topmost of them, if what is pressed stands in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asked_in: Option<AskedIn>,
    /// The kinds of the held requests that send something.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<String>,
    /// What is in the fields of the form whose button is pressed ([`standing`]): the application keeps it there, and gets it back.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub standing: Vec<String>,
    /// What is chosen in the lists beside what is pressed ([`choices`]).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<String>,
    /// What is in the fields that belong to what is pressed ([`own_fields`]).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<String>,
    /// What the run entered and is still in the fields of a page that is left, each with whether it is a draft by itself.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub filled: Vec<(String, bool)>,
}

/// A dialog of the page in which something is pressed that commits to something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AskedIn {
    /// Its number.
    pub dialog: u32,
    /// Whether nothing else in it commits to anything, and nothing in it is entered or chosen but ticks that are off.
    pub alone: bool,
    /// What is around what is pressed, and the amounts beside it.
    pub says: Vec<String>,
}

/// One element, as far as the gate needs it.
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
    /// A link's destination.
    pub href: String,
    /// Its contexts, nearest first.
    pub context: Vec<String>,
    /// Its form.
    pub form: Option<FormShape>,
    /// Whether it is its form's submit button.
    pub is_submit: bool,
    /// Whether it holds text.
    pub has_text: bool,
    /// Whether it is checked, pressed, or selected.
    #[serde(default)]
    pub is_on: bool,
    /// Whether it only opens something of the page itself: it unfolds, or has a menu, a list or a dialog.
    #[serde(default)]
    pub unfolds: bool,
    /// File name from its `download` attribute; none without that attribute.
    #[serde(default)]
    pub download: Option<String>,
    /// Name of the button that a click presses, if that is another element.
    #[serde(default)]
    pub triggers: String,
    /// The contents of its form's other fields.
    #[serde(default)]
    pub beside: Beside,
    /// The contexts of the other elements of its type and name, each as one text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rivals: Vec<String>,
    /// The first words of the row of a list or table that it is in; empty: it is in none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub row: String,
    /// Whether it is in a dialog or in the site's own header or navigation, and in no row: apart from what the page shows of others.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_apart: bool,
    /// Whether it is a field that nobody sees.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_unseen: bool,
    /// Whether it is a button that takes a value: it is pressed for it, and opens something to choose in, such as a calendar.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub opens_a_dialog: bool,
    /// Whether the keys that move within a text choose in it, or change its value.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub steps: bool,
}

/// Fields that make a form's button one never pressed unasked, unless it says that it is harmless.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Beside {
    /// Part of a payment card.
    pub card: bool,
    /// A password or a one-time code.
    pub password: bool,
    /// A password that is being chosen: by what the field says, or because there are two.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub new_password: bool,
    /// A search field.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub search: bool,
    /// Any other field of one line.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub line: bool,
    /// An amount of money.
    pub amount: bool,
    /// A text of several lines, written.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub text: bool,
    /// What a chosen option says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub says: Option<Commitment>,
}

/// A form, as far as the gate needs it.
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

/// A field that would be submitted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldFacts {
    /// Its name.
    pub name: String,
    /// Its value, shortened; dots for a secret, `[filled]` for the user's earlier input.
    pub value: String,
}

impl Facts {
    /// The same with the open dialog. A call that answers an unknown dialog is judged as a confirmation.
    /// It belongs to the page that opened it, and is about what the last action `committed` to, whatever it says.
    #[must_use]
    pub fn with_dialog(mut self, dialog: Option<Dialog>, committed: Option<Commitment>) -> Self {
        if let Some(url) = dialog.as_ref().map(|dialog| dialog.url.as_str()).filter(|url| url.starts_with("http")) {
            (self.url, self.origin, self.frame) = (url.to_owned(), origin_of(url), String::new());
        }
        self.committed = committed.filter(|_| dialog.is_some());
        self.dialog = dialog;
        self
    }

    /// What is known of a tool outside EDITH: pages have no part in it.
    pub fn of_server(tool: ServerTool) -> Self {
        Self { origin: tool.origin(), server_tool: Some(tool), ..Self::default() }
    }

    /// The origin of the document in which it happens: a frame is not part of the page around it.
    pub fn place(&self) -> &str {
        if self.frame.is_empty() { &self.origin } else { &self.frame }
    }

    /// The same as an address: of the page its own.
    pub fn place_url(&self) -> &str {
        if self.frame.is_empty() { &self.url } else { &self.frame }
    }

    /// The origins of all documents that it touches.
    pub fn places(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.place()).chain(self.beside.iter().map(String::as_str))
    }

    /// The same as a permission is kept for them: where many share a host, the document with it. Of a frame only its origin is known.
    pub(crate) fn permit_places(&self) -> impl Iterator<Item = String> {
        let own = Site::parse(&self.url).filter(|_| self.frame.is_empty());
        let document = own.as_ref().and_then(|site| site.as_str().split_once('/')).map(|(_, document)| document);
        let own = document.map_or_else(|| self.place().to_owned(), |document| format!("{}/{document}", self.place()));
        std::iter::once(own).chain(self.beside.iter().cloned())
    }

    /// Whether what is acted on speaks of an account.
    pub(crate) fn is_of_account(&self) -> bool {
        let names = self.elements.iter().flat_map(|element| {
            let submit = element.form.as_ref().map(|form| form.submit_name.as_str());
            [element.name.as_str(), element.triggers.as_str()].into_iter().chain(submit)
        });
        let mut words = names.flat_map(words);
        words.any(|word| ACCOUNTS.contains(&word.as_str()))
    }

    /// The named element.
    pub fn element(&self, uid: u32) -> Option<&ElementFacts> {
        self.elements.iter().find(|element| element.uid == uid)
    }

    /// The named element, or else the focused one.
    pub fn element_or_focus(&self, uid: Option<u32>) -> Option<&ElementFacts> {
        match uid {
            Some(uid) => self.element(uid),
            None => self.focused.as_ref(),
        }
    }
}

impl ElementFacts {
    /// An element as far as the gate needs it.
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
            has_text: has_text(element),
            is_on: is_on(element),
            unfolds: element.states.expanded.is_some() || element.states.has_popup || element.tag == "summary",
            download: element.download.clone(),
            triggers: element.triggers.clone(),
            beside: Beside::default(),
            rivals: Vec::new(),
            row: element.row_label().unwrap_or_default().to_owned(),
            is_apart: element.row_label().is_none() && (element.overlay.is_some() || element.own_part().is_some()),
            is_unseen: element.facts.as_ref().is_some_and(|facts| facts.unseen),
            opens_a_dialog: element.opens_a_dialog(),
            steps: steps(element),
        }
    }

    /// The same with its form's other fields.
    pub fn on(page: &dyn PageView, element: &Element) -> Self {
        let mut beside = Beside::default();
        for field in page.fields_with(element).into_iter().chain([element]) {
            match field.field {
                FieldKind::Card => beside.card = true,
                FieldKind::Password => {
                    beside.new_password |= beside.password || field.autocomplete.contains("new-password");
                    beside.password = true;
                }
                FieldKind::OneTimeCode => beside.password = true,
                FieldKind::Plain if field.kind == ElementKind::Select => {
                    if let Some(FieldValue::Shown(shown)) = &field.value {
                        beside.says = beside.says.or_else(|| option(shown));
                    }
                }
                FieldKind::Plain if field.kind.takes_text() => {
                    match field.kind {
                        ElementKind::Input if field.role == "searchbox" => beside.search = true,
                        ElementKind::Input => beside.line = true,
                        _ => {}
                    }
                    beside.amount |= is_amount(&field.name);
                    let is_long = matches!(field.kind, ElementKind::Textarea | ElementKind::Editor);
                    beside.text |= is_long && has_text(field);
                }
                FieldKind::Plain | FieldKind::File => {}
            }
        }
        let namesakes = if element.name.is_empty() { Vec::new() } else { page.namesakes(element) };
        let around = |other: &Element| shortened(&other.context.join(" "), RIVAL_CHARS);
        let rivals = namesakes.into_iter().take(RIVALS).map(around).collect();
        Self { beside, rivals, ..Self::of(element) }
    }

    /// Whether it holds something that was entered, chosen or set, and that may be saved as it is left.
    pub(crate) fn holds_value(&self) -> bool {
        self.kind.takes_text() || self.kind.is_checkable() || self.steps
    }

    /// Type and name, as in looks: `BUTTON "Place order"`.
    pub fn label(&self) -> String {
        format!("{} {:?}", self.kind.label(), self.name)
    }
}

impl FieldFacts {
    /// A field with its value, as far as it may be shown.
    pub fn of(element: &Element) -> Self {
        let value = match &element.value {
            Some(FieldValue::Shown(text)) => shortened(text, VALUE_CHARS),
            Some(FieldValue::Typed(_)) => "[filled]".to_owned(),
            Some(FieldValue::Masked) => MASK.to_owned(),
            None if is_chosen(element) && element.kind == ElementKind::Option => {
                return Self { name: say!(StandsThere).to_string(), value: shortened(&element.name, VALUE_CHARS) };
            }
            None if is_chosen(element) => TICK.to_owned(),
            None => String::new(),
        };
        Self { name: element.name.clone(), value }
    }

    /// Whether it says whom something goes to, or how much: that is shown before all else.
    pub fn is_weighty(&self) -> bool {
        is_weighty(&self.name, &self.value)
    }
}

/// Whether a value of this name says whom something goes to, or how much.
pub(crate) fn is_weighty(name: &str, value: &str) -> bool {
    is_address(value) || is_amount(name) || edith_page::has_amount(value)
}

/// Whether a value is somebody's address: `ann@example.org`, `+49 30 1234567`.
fn is_address(value: &str) -> bool {
    let is_number = value.trim().starts_with('+') && value.chars().filter(char::is_ascii_digit).count() > 6;
    is_number || value.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';')).any(edith_page::is_email)
}

/// Roles of what is chosen in with the keys that move, whatever it is made of.
const STEPS: &[&str] = &["combobox", "listbox", "option", "radio", "radiogroup", "slider", "spinbutton"];
/// Types of inputs whose values these keys change.
const STEPPED: &[&str] = &["color", "date", "datetime-local", "month", "number", "range", "time", "week"];

fn steps(element: &Element) -> bool {
    use ElementKind::{Option, Radio, Select, Slider};
    matches!(element.kind, Select | Radio | Slider | Option)
        || STEPS.contains(&element.role.as_str())
        || element.tag == "input" && STEPPED.contains(&element.input_type.as_str())
}

/// Whether it is a tick, a switch or a chip that is on.
fn is_chosen(element: &Element) -> bool {
    (element.kind.is_checkable() || element.kind == ElementKind::Option) && is_on(element)
}

/// A text, or its beginning and how long it is.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    let count = text.chars().count();
    if count <= most {
        return text.to_owned();
    }
    let begin: String = text.chars().take(most).collect();
    format!("{begin}… ({count})")
}

/// Scheme, host and port; empty if the address has none.
pub fn origin_of(url: &str) -> String {
    url::Url::parse(url).map(|url| url.origin().ascii_serialization()).ok().filter(|o| o != "null").unwrap_or_default()
}

/// Whether the field has a text.
fn is_on(element: &Element) -> bool {
    let states = &element.states;
    states.selected || [&states.checked, &states.pressed].into_iter().any(|state| *state == Some(Tri::Yes))
}

fn has_text(field: &Element) -> bool {
    match &field.value {
        Some(FieldValue::Shown(text) | FieldValue::Typed(text)) => !text.trim().is_empty(),
        Some(FieldValue::Masked) => true,
        None => false,
    }
}

impl ElementFacts {
    /// An element of which only this is known.
    pub fn named(uid: u32, kind: ElementKind, name: &str) -> Self {
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
            is_on: false,
            unfolds: false,
            download: None,
            triggers: String::new(),
            beside: Beside::default(),
            rivals: Vec::new(),
            row: String::new(),
            is_apart: false,
            is_unseen: false,
            opens_a_dialog: false,
            steps: matches!(kind, ElementKind::Select | ElementKind::Radio | ElementKind::Slider | ElementKind::Option),
        }
    }
}
