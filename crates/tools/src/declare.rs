//! What makes up a tool: its spec, typed arguments, effect, operation, and sentences.

use super::shape::{Arguments, Field};
use super::{CallError, External, Fault};
use crate::ending::Claim;
use edith_actions::action::{Action, Target};
use edith_actions::http_url::HttpUrl;
use edith_documents::call::{Calculation, TableQuery};
use edith_gate::{
    ClipboardUse, Contact, EffectClass, ElementFacts, Facts, FieldInput, MASK, PageView, Sends, holds_secret, is_on,
};
use edith_page::{Element, ElementKind};
use edith_port::ServerTool;
use edith_protocol::{Document, TabId};
use edith_records::documents;
use edith_words::{Sentence, Word};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;

/// One tool per file: the arguments' struct, this trait for it, and its tests.
pub(crate) trait Tool: Arguments + Serialize + DeserializeOwned {
    /// Its name.
    const NAME: &'static str;
    /// When and how to use it, for the model.
    const DESCRIPTION: &'static str;
    /// Well-formed arguments, for error sentences.
    const EXAMPLE: &'static str;
    /// Whether it only looks: three of these in a row without an action are warned about.
    const IS_LOOK: bool = false;

    /// When it is offered.
    const OFFERED: Offered = Offered::OnPages;
    /// Whether it says that the whole task is done.
    const COMPLETES_TASK: bool = false;
    /// What its answer consists of.
    const ANSWER: AnswerOf = AnswerOf::Page;

    /// Whether it has to do with a page or tab.
    const TOUCHES_PAGE: bool = true;
    /// Whether it goes to a page or tab.
    const MOVES: bool = false;
    /// Whether something is entered or chosen in the elements that it names.
    const TAKES_VALUE: bool = false;
    /// The argument that may be a list of texts, read as one text with a line each.
    const SEVERAL: Option<&'static str> = None;

    /// What the model calls it.
    fn name(&self) -> &str {
        Self::NAME
    }
    /// Its arguments, as the model may write them.
    fn arguments(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }
    /// The tool outside EDITH that it uses; none: it works on pages.
    fn server_tool(&self) -> Option<&ServerTool> {
        None
    }
    /// What the schema cannot say about the arguments.
    fn check(&self) -> Result<(), Fault> {
        Ok(())
    }
    /// The elements it names.
    fn uids(&self) -> Vec<u32> {
        Vec::new()
    }
    /// The elements that it acts on besides.
    fn also_touches(&self, _page: &dyn PageView) -> Vec<u32> {
        Vec::new()
    }
    /// What it does to the world.
    fn class(&self, facts: &Facts) -> EffectClass;
    /// What the driver is to do.
    fn operation(&self, page: &dyn PageView) -> Result<Operation, CallError>;
    /// For the person, in the imperative.
    fn describe(&self, facts: &Facts) -> Sentence;
    /// The element it follows, if that is a link.
    fn followed<'a>(&self, _facts: &'a Facts) -> Option<&'a ElementFacts> {
        None
    }
    /// Whether it may press a shortcut of the page, whose effect nothing tells.
    fn shortcut(&self, _facts: &Facts) -> bool {
        false
    }
    /// The characters that it presses together with Alt.
    fn presses(&self) -> Vec<char> {
        Vec::new()
    }
    /// Whether it may choose an option of a list.
    fn may_choose(&self) -> Option<Choice> {
        None
    }
    /// The same of one that may choose in several.
    fn choices_made(&self) -> Vec<Choice> {
        self.may_choose().into_iter().collect()
    }
    /// What it reveals to a site; by default what it puts into a field.
    fn sends(&self) -> Option<Sends> {
        self.input().map(|input| Sends::Text(input.text))
    }
    /// What a site notices of it.
    fn contact(&self) -> Contact {
        if Self::IS_LOOK { Contact::None } else { Contact::Sends }
    }
    /// What it does with the clipboard.
    fn clipboard(&self, _facts: &Facts) -> ClipboardUse {
        ClipboardUse::None
    }
    /// Whether it targets the focused element.
    fn goes_to_focus(&self) -> bool {
        self.uids().is_empty() && self.input().is_some()
    }
    /// Answers offered to the person.
    fn choices(&self) -> Vec<String> {
        Vec::new()
    }
    /// The tool it stands for under this offer, with arguments; none: itself.
    fn stands_for(&self, _offer: Offer) -> Option<(&'static str, Value)> {
        None
    }
    /// What it would put into a field.
    fn input(&self) -> Option<FieldInput> {
        None
    }
    /// The same of one that fills in several.
    fn inputs(&self) -> Vec<FieldInput> {
        self.input().into_iter().collect()
    }
    /// Covers its secrets in the arguments as they are shown.
    fn cover(&self, facts: &Facts, shown: &mut Value) {
        if let Some(input) = self.input()
            && holds_secret(&input, facts)
            && let Some(text) = shown.get_mut(input.argument)
        {
            *text = Value::from(MASK);
        }
    }
}

/// What determines the tools.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Offer {
    /// A dialog is open.
    pub dialog_open: bool,
    /// The run works on a source of a research.
    pub source: bool,
    /// A step of a plan is worked on.
    pub step: bool,
    /// The task has documents.
    pub documents: bool,
    /// The person gave some of them.
    pub given: bool,
    /// Servers have more tools than are offered.
    pub more_tools: bool,
    /// Only what reads documents is offered.
    pub only_documents: bool,
    /// The page offers tools.
    pub page_tools: bool,
    /// The model is sent pictures.
    pub sees: bool,
}

/// When a tool is offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Offered {
    /// While no dialog is open.
    OnPages,
    /// The same, if the person gave documents.
    WithDocuments,
    /// The same, also without pages.
    ReadsDocuments,
    /// While servers have more tools than are offered.
    WithMoreTools,
    /// While no dialog is open and the page offers tools.
    WithPageTools,
    /// While no dialog is open, to a model that is sent pictures. Called by another, it shows the person a picture.
    ToSee,
    /// While a dialog is open.
    InDialogs,
    /// Always.
    Always,
    /// In all work but a source's and a step's, which it ends.
    EndsTask,
    /// In a source's work, which it ends.
    EndsSource,
    /// While a step of a plan is worked on, which it ends.
    EndsStep,
}

/// Options that a call may choose.
#[derive(Debug, Clone)]
pub(crate) struct Choice {
    /// The list; none: what has the focus.
    pub uid: Option<u32>,
    /// Their text or value, one on each line; none: any of them.
    pub wanted: Option<String>,
}

/// What a tool declares of itself.
pub struct Declaration {
    /// Its name.
    pub name: &'static str,
    /// When and how to use it, for the model.
    pub description: &'static str,
    /// Its arguments.
    pub fields: &'static [Field],
    /// When it is offered.
    pub offered: Offered,
    /// Whether it says that the whole task is done.
    pub completes_task: bool,
    /// What its answer consists of.
    pub answer: AnswerOf,
    /// What other calls of a turn may rest on.
    pub(super) nature: Nature,
}

/// What a tool does, as far as its declaration tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nature {
    /// Has nothing to do with pages.
    TouchesNoPage,
    /// Only looks.
    Looks,
    /// Enters or chooses something.
    TakesValue,
    /// Goes to a page or tab.
    Moves,
    /// Anything else.
    Acts,
}

impl Declaration {
    /// Whether it ends a task, a source's work or a step.
    pub fn ends(&self) -> bool {
        matches!(self.offered, Offered::EndsTask | Offered::EndsSource | Offered::EndsStep)
    }

    /// What this tool declares.
    pub(super) const fn of<T: Tool>() -> Self {
        Self {
            name: T::NAME,
            description: T::DESCRIPTION,
            fields: T::FIELDS,
            offered: T::OFFERED,
            completes_task: T::COMPLETES_TASK,
            answer: T::ANSWER,
            nature: match (T::TOUCHES_PAGE, T::IS_LOOK, T::TAKES_VALUE, T::MOVES) {
                (false, ..) => Nature::TouchesNoPage,
                (_, true, ..) => Nature::Looks,
                (_, _, true, _) => Nature::TakesValue,
                (.., true) => Nature::Moves,
                _ => Nature::Acts,
            },
        }
    }
}

/// What a tool's answer consists of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnswerOf {
    /// What a page shows.
    Page,
    /// Words of the person.
    Person,
    /// The list of the person's tabs.
    Tabs,
    /// What documents say.
    Documents,
}

/// What the driver is to do for a call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Operation {
    /// Only the look at the end of the answer.
    Look,
    /// Act in the run's tab; `Navigate` opens one if need be.
    Perform(Action),
    /// Open the address in its own tab.
    Open(HttpUrl),
    /// List the browser's tabs.
    ListTabs,
    /// Work in that tab from now on.
    SwitchTab(TabId),
    /// Close that tab.
    CloseTab(TabId),
    /// Search the whole page.
    Find(String),
    /// A page of the page's text.
    Read {
        /// Characters to skip.
        offset: usize,
    },
    /// Read one element in full.
    Inspect(Target),
    /// A screenshot of the viewport.
    Picture,
    /// A screenshot of one element.
    PictureOf(Target),
    /// Keep a note.
    Remember(String),
    /// Ask the person.
    Ask(String),
    /// The model calls the task done.
    Complete(Claim),
    /// The model calls the step of a plan done, and hands over these values by name.
    StepDone(serde_json::Value),
    /// The model says why the step of a plan cannot be done.
    StepFailed(String),
    /// The model says that it cannot be done, or only in part.
    Fail {
        /// Why.
        reason: String,
        /// What was done anyway; empty: nothing.
        done: String,
    },
    /// Search the tools of servers.
    FindTools(String),
    /// Use a tool of a server.
    External(External),
    /// Read, search or compute with documents.
    Document(DocumentUse),
    /// Check a source's findings against the pages that were read, and end its work.
    Extract(serde_json::Value),
}

/// What is done with documents. They are named as the model named them until they are resolved.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DocumentUse {
    /// Search.
    Search {
        /// What for.
        query: String,
        /// In these; none: in all.
        documents: Vec<Document>,
    },
    /// Read pages.
    Read {
        /// Of this.
        document: Document,
        /// From this page, from 1.
        from: u32,
        /// To this page.
        to: Option<u32>,
    },
    /// Compute with a table.
    Query {
        /// Of this.
        document: Document,
        /// What.
        query: TableQuery,
    },
    /// Compute with figures.
    Calculate {
        /// Where each of them is, in their order.
        documents: Vec<Document>,
        /// What.
        calculation: Calculation,
    },
}

impl DocumentUse {
    /// The documents that are named.
    pub fn documents_mut(&mut self) -> &mut [Document] {
        match self {
            Self::Search { documents, .. } | Self::Calculate { documents, .. } => documents,
            Self::Read { document, .. } | Self::Query { document, .. } => std::slice::from_mut(document),
        }
    }
}

impl Operation {
    /// Whether it is done in the present document.
    pub fn is_done_in_page(&self) -> bool {
        matches!(self, Self::Perform(_))
    }

    /// The same with its documents resolved by name: of all that are there, or, for a page, of those that the person gave.
    ///
    /// # Errors
    /// When none is meant.
    pub fn with_document(mut self, all: &[Document], given: &[Document]) -> Result<Self, CallError> {
        let (named, given) = match &mut self {
            Self::Perform(Action::Upload { document, .. }) => (std::slice::from_mut(document), given),
            Self::Document(used) => (used.documents_mut(), all),
            _ => (&mut [][..], all),
        };
        for document in named {
            *document = documents::named(given, &document.name).cloned().ok_or_else(|| {
                let given = given.iter().map(|document| format!("{:?}", document.name)).collect();
                CallError::UnknownDocument { wrote: document.name.clone(), given }
            })?;
        }
        Ok(self)
    }
}

/// An element as a look shows it.
pub(super) fn line(element: &Element) -> String {
    format!("{} | {} | {:?}", element.uid, element.kind.label(), element.name)
}

/// Resolves a uid to what an action needs.
pub fn target(uid: u32, page: &dyn PageView) -> Result<Target, CallError> {
    let Some(element) = page.element(uid) else {
        return Err(CallError::UnknownUid { uid, was: None, alike: Vec::new() });
    };
    Ok(Target::of(element))
}

/// Refuses to write into what takes none: that would press it.
pub(crate) fn refuse_no_field(
    uid: u32,
    page: &dyn PageView,
    kinds: &[ElementKind],
    takes: &'static str,
) -> Result<(), CallError> {
    match page.element(uid).filter(|element| is_on!(Fields) && kinds.contains(&element.kind)) {
        Some(element) => Err(CallError::NoField { what: line(element), takes }),
        None => Ok(()),
    }
}

/// The same for an argument that may be left out.
pub(crate) fn maybe_target(uid: Option<u32>, page: &dyn PageView) -> Result<Option<Target>, CallError> {
    uid.map(|uid| target(uid, page)).transpose()
}

/// Most characters of a page's or model's text in a sentence for the person.
const QUOTE_CHARS: usize = 80;

/// An address as it is opened where that is another than was written: a host of other letters in its own (`xn--`), a number as an address.
pub(crate) fn as_parsed(address: &str) -> String {
    let is_same = |url: &HttpUrl| url.as_str().trim_end_matches('/').ends_with(address.trim().trim_end_matches('/'));
    match HttpUrl::parse(address) {
        Ok(url) if !is_same(&url) => url.as_str().to_owned(),
        Ok(_) | Err(_) => address.to_owned(),
    }
}

/// A text in quotation marks, on one line, shortened.
pub(crate) fn quoted(text: &str) -> Word {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= QUOTE_CHARS {
        return Word::Quoted(line);
    }
    Word::Quoted(format!("{}…", line.chars().take(QUOTE_CHARS - 1).collect::<String>()))
}

/// The fault of a text that must not be empty.
pub(crate) fn not_empty(argument: &'static str, text: &str) -> Result<(), Fault> {
    if text.trim().is_empty() {
        return Err(Fault { argument, problem: "must not be empty".to_owned() });
    }
    Ok(())
}

/// The input's text for the person, with a secret masked.
pub(crate) fn input_shown(input: &FieldInput, facts: &Facts) -> Word {
    if holds_secret(input, facts) { MASK.into() } else { quoted(&input.text) }
}
