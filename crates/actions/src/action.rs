//! Actions in a tab, their outcomes, and how they fail.

pub use crate::fault::{Fault, FaultCause};
use crate::http_url::HttpUrl;
use edith_page::{Element, ElementRef};
use edith_protocol::{Commitment, Document, Modifier, MouseButton, ScrollDirection, TabId};
use edith_words::browser::{attach_reason, network_reason};
use edith_words::{Sentence, say};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::rc::Rc;

/// An element to act on, with its identity when the model saw it: it is acted on only if that still holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Target {
    /// Its uid, for messages.
    pub uid: u32,
    /// Its place.
    pub element: ElementRef,
    /// Its role when seen.
    pub role: String,
    /// Its name when seen.
    pub name: String,
}

impl Target {
    /// An element of a look.
    pub fn of(element: &Element) -> Self {
        let (role, name) = (element.role.clone(), element.name.clone());
        Self { uid: element.uid, element: element.target.clone(), role, name }
    }
}

/// A tool of the page, with what was known of it when the model saw it: it is used only if that still holds.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolTarget {
    /// What its page calls it.
    pub name: String,
    /// The browser's id of the frame that offers it.
    pub frame: String,
    /// [`edith_page::PageTool::digest`].
    pub digest: String,
}

/// A value for a field of a form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormEntry {
    /// The field.
    pub target: Target,
    /// The value; of a list what its options are called, one on each line.
    pub value: String,
    /// How it gets there.
    pub way: EntryWay,
}

/// What is done once the fields of a form are filled in.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Then {
    /// It is not submitted.
    #[default]
    Nothing,
    /// This button is pressed.
    Press(Target),
    /// Enter is pressed in this field.
    Enter(Target),
}

impl Then {
    fn target_mut(&mut self) -> Option<&mut Target> {
        match self {
            Self::Nothing => None,
            Self::Press(target) | Self::Enter(target) => Some(target),
        }
    }
}

/// How a value gets into a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum EntryWay {
    /// By typing.
    Types,
    /// As the field needs it: [`Action::SetValue`].
    Sets,
    /// By choosing in a list.
    Chooses,
}

/// An action in one tab.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Action {
    /// Go to an address.
    Navigate {
        /// The address.
        url: HttpUrl,
    },
    /// One page back in the tab's history.
    GoBack,
    /// One page forward in the tab's history.
    GoForward,
    /// Reload, without resending a form.
    Reload,
    /// Leave the page for an empty one, before its tab is closed.
    Leave,
    /// Click an element.
    Click {
        /// What to click.
        target: Target,
        /// With which button.
        button: MouseButton,
        /// 1 to 3: single, double, triple.
        count: u8,
        /// Keys held down meanwhile.
        modifiers: Vec<Modifier>,
        /// How long the button stays down, in milliseconds.
        #[serde(default)]
        hold_ms: u64,
    },
    /// Click at a point of an element.
    ClickAt {
        /// What to click.
        target: Target,
        /// CSS pixels from its top left corner.
        at: [f64; 2],
        /// With which button.
        button: MouseButton,
        /// 1 to 3: single, double, triple.
        count: u8,
        /// Keys held down meanwhile.
        modifiers: Vec<Modifier>,
        /// How long the button stays down, in milliseconds.
        hold_ms: u64,
    },
    /// Move the pointer over an element and leave it there.
    Hover {
        /// What to point at.
        target: Target,
    },
    /// Type into an element, or into the focused one.
    TypeText {
        /// None: the focused element.
        target: Option<Target>,
        /// What.
        text: String,
        /// Press Enter afterwards.
        submit: bool,
        /// Type after the existing text.
        append: bool,
    },
    /// Press a key or a chord, e.g. `Enter`, `Control+a`.
    PressKey {
        /// The key.
        key: String,
        /// What to focus first; none: keep the focus.
        target: Option<Target>,
    },
    /// Scroll the page or a scrollable element.
    Scroll {
        /// Where to.
        direction: ScrollDirection,
        /// CSS pixels; none: most of a screen.
        amount: Option<f64>,
        /// What to scroll; none: the page.
        target: Option<Target>,
    },
    /// Choose in a select.
    SelectOption {
        /// The select.
        target: Target,
        /// The option's value or visible text.
        value: String,
        /// In a multi-select, keep the present selection.
        #[serde(default)]
        add: bool,
    },
    /// Select a part of an element's text.
    SelectText {
        /// The element.
        target: Target,
        /// The words; empty if the range says which.
        text: String,
        /// First character and the end, exclusive, counted from 0.
        range: Option<(u32, u32)>,
    },
    /// Give a field its value, by the way it takes one.
    SetValue {
        /// The field.
        target: Target,
        /// A text, an option, a date or time in HTML's format, `true` or `false`.
        value: String,
    },
    /// Drag one element onto another.
    Drag {
        /// The dragged element.
        from: Target,
        /// The drop target.
        to: Target,
        /// The point in it: CSS pixels from its top left corner; none: its middle.
        #[serde(default)]
        at: Option<[f64; 2]>,
    },
    /// Press the mouse at a point of an element, move it inside, and release it.
    DragAt {
        /// The element.
        target: Target,
        /// The points of the path, two at least: CSS pixels from its top left corner.
        way: Vec<[f64; 2]>,
    },
    /// Do nothing for a while.
    Pause {
        /// Milliseconds.
        ms: u64,
    },
    /// Give a document to a file input, directly, through the button that opens it, or by dropping it.
    Upload {
        /// Where.
        target: Target,
        /// Which.
        document: Document,
    },
    /// Wait until the page is quiet, or until it shows a text.
    Wait {
        /// Milliseconds, at most.
        timeout_ms: u64,
        /// The text.
        text: Option<String>,
    },
    /// Have the page make a request by itself that it would have made because of an earlier action and that was held back.
    Resend {
        /// [`HeldRequest::id`].
        request: String,
    },
    /// Call a tool that a script of the page offers.
    UseTool {
        /// The tool.
        tool: ToolTarget,
        /// Its input.
        input: Map<String, Value>,
    },
    /// Fill in several fields.
    FillForm {
        /// The tool of the page that their form stands for; none: they are meant by themselves.
        tool: Option<ToolTarget>,
        /// What goes into which, in this order.
        fields: Vec<FormEntry>,
        /// What is done then.
        #[serde(default)]
        then: Then,
    },
    /// Answer the open JavaScript dialog.
    HandleDialog {
        /// OK or Cancel.
        accept: bool,
        /// What to enter in a prompt.
        text: Option<String>,
    },
}

impl Action {
    /// The elements it acts on.
    pub fn targets_mut(&mut self) -> Vec<&mut Target> {
        match self {
            Self::Click { target, .. }
            | Self::ClickAt { target, .. }
            | Self::DragAt { target, .. }
            | Self::SelectText { target, .. }
            | Self::Hover { target }
            | Self::SelectOption { target, .. }
            | Self::Upload { target, .. }
            | Self::SetValue { target, .. } => vec![target],
            Self::TypeText { target, .. } | Self::PressKey { target, .. } | Self::Scroll { target, .. } => {
                target.iter_mut().collect()
            }
            Self::Drag { from, to, .. } => vec![from, to],
            Self::FillForm { fields, then, .. } => {
                fields.iter_mut().map(|entry| &mut entry.target).chain(then.target_mut()).collect()
            }
            Self::Navigate { .. }
            | Self::GoBack
            | Self::GoForward
            | Self::Reload
            | Self::Leave
            | Self::Pause { .. }
            | Self::Wait { .. }
            | Self::Resend { .. }
            | Self::UseTool { .. }
            | Self::HandleDialog { .. } => Vec::new(),
        }
    }

    /// The tool of the page that it uses.
    pub fn tool_mut(&mut self) -> Option<&mut ToolTarget> {
        match self {
            Self::UseTool { tool, .. } => Some(tool),
            Self::FillForm { tool, .. } => tool.as_mut(),
            _ => None,
        }
    }
}

/// A JavaScript dialog.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dialog {
    /// `alert`, `confirm`, `prompt` or `beforeunload`.
    pub kind: String,
    /// The page's words, so data.
    pub message: String,
    /// A prompt's initial text.
    pub default_text: String,
    /// Address of the page, or of the frame in it, that opened it; empty: unknown.
    #[serde(default)]
    pub url: String,
}

/// An action's result.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Performed {
    /// One sentence in the past tense, for model and person, such as `Typed "lamp" into INPUT "Search".`
    pub note: String,
    /// Tabs that the action opened.
    pub opened_tabs: Vec<TabId>,
    /// Whether the main frame got another document.
    pub navigated: bool,
    /// The dialog it opened, if any.
    pub dialog: Option<Dialog>,
    /// Whether something it started was still going on when the wait was cut off.
    pub unsettled: bool,
    /// Files that came instead of a page and were not saved.
    #[serde(default)]
    pub files: Vec<HeldFile>,
    /// Requests that were not made.
    #[serde(default)]
    pub requests: Vec<HeldRequest>,
    /// What the page's tool answered, if one was called.
    #[serde(default)]
    pub answer: Option<ToolAnswer>,
}

/// What came of calling a tool of the page.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolAnswer {
    /// How it ended.
    pub end: ToolEnd,
    /// Its words, so data.
    pub text: String,
    /// The address of the frame that offers it; empty: the page itself does.
    pub address: String,
}

/// How the call of a page's tool ended.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ToolEnd {
    /// It answered.
    #[default]
    Answered,
    /// It failed, or was cancelled by its page.
    Failed,
    /// It gave no answer in time.
    Silent,
    /// Its page was left before it answered.
    Left,
}

/// A file sent instead of a page and not saved, because nobody allowed it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeldFile {
    /// Its address.
    pub url: String,
    /// Its name, as far as server or address tell.
    pub name: String,
}

impl HeldFile {
    /// For the end of a note, where a new window led to it.
    pub fn told(&self) -> String {
        format!(
            " It opened a new tab for a file, {}, which was not saved and is closed again: nobody has been asked yet. If the task needs the file, do the same again: the user is asked first.",
            self.url
        )
    }
}

/// A request that a page is about to make.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SentRequest {
    /// Its method.
    pub method: String,
    /// Its address.
    pub url: String,
    /// Its headers.
    pub headers: Vec<(String, String)>,
    /// Its body, as far as it is text.
    pub body: String,
    /// Whether the page expects no answer to it (`sendBeacon`, `ping`).
    pub is_ping: bool,
    /// Whether its answer is to be a document: the page or a frame goes there.
    pub is_document: bool,
    /// Whether the browser does not tell all of its body, as of a blob or a stream.
    pub is_untold: bool,
    /// Whether it is what a page sends over a socket at one time: then it is judged as a POST to the socket's address by HTTP.
    pub is_message: bool,
    /// Which of several it is that say the same, or that nobody can read; empty: those are one.
    pub token: String,
}

impl SentRequest {
    /// Whether nobody can read what it carries: the browser does not tell it, or it is not text.
    pub fn is_unread(&self) -> bool {
        self.is_untold || self.body.contains(char::REPLACEMENT_CHARACTER)
    }
}

/// Judges a request: none, if it may be made.
pub type RequestJudge = Rc<dyn Fn(&SentRequest) -> Option<HeldRequest>>;

/// A request that a page would have made because of an action, and that was not made because nobody allowed it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeldRequest {
    /// Which request it is: the same for the same request made again, and for no other; empty: unknown.
    #[serde(default)]
    pub id: String,
    /// What kind of request it is, if it sends something: the same for all of its kind; empty: unknown.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub kind: String,
    /// The method that its server goes by.
    pub method: String,
    /// Its address, shortened and with secrets covered.
    pub url: String,
    /// What it would do.
    pub what: Commitment,
    /// The fields of its body, shortened and with secrets covered.
    pub fields: Vec<(String, String)>,
    /// Whether it is kept as the page made it, and goes by itself once it may: the press that led to it is over.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_message: bool,
}

impl HeldRequest {
    /// Method and address.
    pub fn line(&self) -> String {
        format!("{} {}", self.method, self.url)
    }
}

/// What a tab's pages may save to disk.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Saves {
    /// Nothing.
    Nothing,
    /// Files, but no programs.
    Files,
    /// Whatever comes.
    #[default]
    Everything,
}

/// Why something could not be done in a tab.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TabError {
    /// The element is no longer in the page.
    #[error("{what} is no longer on the page. Take a snapshot and use an element from it.")]
    Gone {
        /// Uid, type and name.
        what: String,
    },
    /// The element became something else.
    #[error("{what} is now {now}. Nothing was done; take a snapshot.")]
    Changed {
        /// Uid, type and name as they were.
        what: String,
        /// Role and name now.
        now: String,
    },
    /// The element cannot be seen.
    #[error("{what} is not visible ({why}). Nothing was done.")]
    NotVisible {
        /// Uid, type and name.
        what: String,
        /// Such as `zero size`.
        why: String,
    },
    /// Something else would get the event.
    #[error("{what} is covered by {by}. Nothing was done; close or scroll what is in the way first.")]
    Covered {
        /// Uid, type and name.
        what: String,
        /// What is in the way.
        by: String,
    },
    /// The element does not stand still.
    #[error("{what} keeps moving. Nothing was done.")]
    Moving {
        /// Uid, type and name.
        what: String,
    },
    /// The element is disabled or read-only.
    #[error("{what} is {state}. Nothing was done.")]
    Disabled {
        /// Uid, type and name.
        what: String,
        /// `disabled` or `read-only`.
        state: String,
    },
    /// Read back, the field does not hold what was written.
    #[error("{what} did not take the value: it now holds {now}.")]
    NotTaken {
        /// Uid, type and name.
        what: String,
        /// Its value, masked where necessary.
        now: String,
    },
    /// The action does not fit the element or the page.
    #[error("{0}")]
    NotPossible(String),
    /// The same, where it has to be said that nothing was done.
    #[error("{0} Nothing was done.")]
    Refused(String),
    /// Part of it reached the page before it failed. It is not restarted, since that part would be done twice.
    #[error("{done} But then it could not go on: {why}")]
    Incomplete {
        /// What was done, in the past tense.
        done: String,
        /// Why it failed.
        why: String,
    },
    /// Several fields were being filled in when the page was drawn again: the others have to be found there first.
    #[error("{done} But then it could not go on: {why}")]
    Redrawn {
        /// What was done, in the past tense.
        done: String,
        /// What is no longer there.
        why: String,
        /// How many of the fields were filled in; at least one.
        entered: usize,
    },
    /// A dialog must be answered first.
    #[error("A dialog is open ({}: {:?}). Answer it with handle_dialog first.", .0.kind, .0.message)]
    DialogOpen(Dialog),
    /// The page could not be opened.
    #[error("{url} could not be opened: {}", network_reason(reason).english())]
    NavigationFailed {
        /// The address.
        url: String,
        /// Chrome's name of the reason, such as `net::ERR_CONNECTION_REFUSED`.
        reason: String,
    },
    /// The browser did not answer in time.
    #[error(
        "The browser did not answer within {after_ms} ms ({what}). A window of the browser's own, such as printing, may hold the page until a person closes it."
    )]
    Deadline {
        /// What was asked.
        what: String,
        /// The deadline.
        after_ms: u64,
    },
    /// The page's process crashed.
    #[error("The page crashed. Navigate to load it again.")]
    Crashed,
    /// The tab or its session was lost while the action reached the page.
    #[error("The browser let go of the tab in the middle of it, so it is not known whether it took effect.")]
    Interrupted,
    /// The tab no longer exists.
    #[error("The tab was closed.")]
    Closed,
    /// The user pressed Cancel in Chrome's debugging bar, which is a Stop.
    #[error("Debugging was cancelled in the browser's bar.")]
    CanceledByUser,
    /// The debugger may not attach, or was detached for good.
    #[error("The browser does not let EDITH work in this tab: {}", attach_reason(reason).english())]
    NotAttachable {
        /// The browser's words, with the id of another extension whose frame is the cause.
        reason: String,
    },
    /// Another protocol error.
    #[error("The browser refused: {0}")]
    Protocol(Fault),
}

impl TabError {
    /// For the person; `Display` is for the model.
    pub fn for_person(&self) -> Sentence {
        match self {
            Self::NavigationFailed { url, reason } => say!(CouldNotOpen { url: url, reason: network_reason(reason) }),
            Self::Deadline { .. } => say!(BrowserSilent),
            Self::Crashed => say!(PageCrashed),
            Self::Closed | Self::Interrupted => say!(TabClosed),
            Self::CanceledByUser => say!(CancelledInBar),
            Self::NotAttachable { reason } => say!(NotAttachable { reason: attach_reason(reason) }),
            Self::DialogOpen(_) => say!(DialogStillOpen),
            _ => say!(NotPossibleHere),
        }
    }

    /// The same for an action that had begun to reach the page.
    #[must_use]
    pub fn after(self, done: &str) -> Self {
        match self {
            Self::DialogOpen(_) | Self::NotAttachable { .. } => self,
            refusal if refusal.is_without_effect() => {
                Self::Incomplete { done: done.to_owned(), why: refusal.partway() }
            }
            other => other,
        }
    }

    /// Why what had begun could not go on: without that nothing was done.
    fn partway(&self) -> String {
        match self {
            Self::Changed { what, now } => format!("{what} is now {now}. Take a snapshot."),
            Self::NotVisible { what, why } => format!("{what} is not visible ({why})."),
            Self::Covered { what, by } => {
                format!("{what} is covered by {by}. Close or scroll what is in the way first.")
            }
            Self::Moving { what } => format!("{what} keeps moving."),
            Self::Disabled { what, state } => format!("{what} is {state}."),
            Self::Refused(why) => why.clone(),
            other => other.to_string(),
        }
    }

    /// Whether the action certainly did not reach the page.
    pub fn is_without_effect(&self) -> bool {
        match self {
            Self::Gone { .. }
            | Self::Changed { .. }
            | Self::NotVisible { .. }
            | Self::Covered { .. }
            | Self::Moving { .. }
            | Self::Disabled { .. }
            | Self::NotPossible(_)
            | Self::Refused(_)
            | Self::DialogOpen(_)
            | Self::NotAttachable { .. } => true,
            Self::NotTaken { .. }
            | Self::Incomplete { .. }
            | Self::Redrawn { .. }
            | Self::NavigationFailed { .. }
            | Self::Deadline { .. }
            | Self::Crashed
            | Self::Interrupted
            | Self::Closed
            | Self::CanceledByUser
            | Self::Protocol(_) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use edith_words::{Catalogue, speak};

    fn spoken(language: &str) -> Catalogue {
        let file = format!("{}/../../extension/_locales/{language}/messages.json", env!("CARGO_MANIFEST_DIR"));
        Catalogue::read(language, &std::fs::read_to_string(file).unwrap())
    }

    #[test]
    fn the_browsers_reasons_are_told_in_the_persons_language() {
        let unreachable =
            TabError::NavigationFailed { url: "http://a.test/".into(), reason: "net::ERR_CONNECTION_REFUSED".into() };
        let foreign = TabError::NotAttachable { reason: "Cannot access a chrome://settings/ URL".into() };
        for (language, refused, own) in [
            ("en", "the server refused the connection", "one of the browser's own pages"),
            ("de", "der Server hat die Verbindung abgelehnt", "eine Seite des Browsers selbst"),
            ("fr", "le serveur a refusé la connexion", "une page du navigateur lui-même"),
            ("es", "el servidor rechazó la conexión", "una página del propio navegador"),
        ] {
            let catalogue = spoken(language);
            assert!(
                unreachable.for_person().told(&catalogue).contains(refused),
                "{}",
                unreachable.for_person().told(&catalogue)
            );
            assert!(foreign.for_person().told(&catalogue).contains(own), "{}", foreign.for_person().told(&catalogue));
        }
        // The model reads English whatever the person reads.
        speak(spoken("de"));
        assert!(unreachable.to_string().contains("the server refused"), "{unreachable}");
        assert!(foreign.to_string().contains("one of the browser's own pages"), "{foreign}");
        speak(Catalogue::default());
    }

    #[test]
    fn what_had_begun_is_not_told_that_nothing_was_done() {
        let (what, by) = (|| "4 button \"Nothing was done.\"".to_owned(), || "a dialog".to_owned());
        for (refusal, why) in [
            (TabError::Changed { what: what(), now: by() }, "is now a dialog. Take a snapshot."),
            (TabError::NotVisible { what: what(), why: by() }, "is not visible (a dialog)."),
            (
                TabError::Covered { what: what(), by: by() },
                "is covered by a dialog. Close or scroll what is in the way first.",
            ),
            (TabError::Moving { what: what() }, "keeps moving."),
            (TabError::Disabled { what: what(), state: by() }, "is a dialog."),
            (TabError::Refused(format!("{} takes a number.", what())), "takes a number."),
        ] {
            assert!(refusal.to_string().contains(" Nothing was done"), "{refusal}");
            // The page's own words stay as they are.
            let told = TabError::Incomplete { done: "Pressed.".into(), why: format!("{} {why}", what()) };
            assert_eq!(refusal.after("Pressed."), told);
        }
    }
}
