//! The core's ports: what it needs from the outside, as traits. Each has a fake in the testkit.

use crate::action::{Action, Dialog, Performed, Saves, TabError, Target};
use crate::gate::Fence;
use crate::permit::Permit;
use async_trait::async_trait;
use edith_model::ChatModel;
use edith_page::page_api::{WalkOptions, Witness};
use edith_page::{Marks, RawPage, Rect};
use edith_protocol::{ConversationId, Event, ModelServer, TabId, Typing};
use edith_words::{Sentence, say};
use futures_util::future::LocalBoxFuture;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::rc::Rc;

/// Everything the core needs from the outside.
#[derive(Clone)]
pub struct Ports {
    /// Where models come from.
    pub models: Rc<dyn Models>,
    /// The person's browser.
    pub browser: Rc<dyn Browser>,
    /// What outlives the worker.
    pub store: Rc<dyn Store>,
    /// Time.
    pub clock: Rc<dyn Clock>,
    /// The panel.
    pub events: Rc<dyn Events>,
    /// Random ids and nonces.
    pub entropy: Rc<dyn Entropy>,
    /// Background work.
    pub spawner: Rc<dyn Spawner>,
    /// What schedules go by.
    pub timetable: Rc<dyn Timetable>,
    /// The person, when no page of the extension is open.
    pub notices: Rc<dyn Notices>,
}

/// Where models come from.
#[async_trait(?Send)]
pub trait Models {
    /// The model for when no server is set.
    fn built_in(&self) -> Rc<dyn ChatModel>;
    /// A client of that server.
    fn server(&self, server: &ModelServer) -> Rc<dyn ChatModel>;
    /// The names of the server's models.
    async fn list(&self, server: &ModelServer) -> Result<Vec<String>, edith_model::ModelError>;
}

/// The person's browser: its tabs.
#[async_trait(?Send)]
pub trait Browser {
    /// All tabs of ordinary windows.
    async fn tabs(&self) -> Result<Vec<TabInfo>, TabError>;
    /// An empty page (about:blank) that can be attached to: in a new tab that is not activated, or in `reuse`, an empty
    /// tab the user is looking at.
    async fn open_blank(&self, reuse: Option<TabId>) -> Result<TabId, TabError>;
    /// Closes a tab.
    async fn close(&self, tab: TabId) -> Result<(), TabError>;
    /// Brings a tab to the front: only when the user follows along.
    async fn activate(&self, tab: TabId) -> Result<(), TabError>;
    /// Attaches to a tab (again, when an earlier worker left its session there).
    async fn attach(&self, tab: TabId) -> Result<Rc<dyn Tab>, TabError>;
    /// Lets go of a tab. Never fails: what is gone is detached.
    async fn detach(&self, tab: TabId);
    /// Puts a tab into the group that one of `beside` is in; where there is none, into a new one with this title, unless that
    /// is empty.
    async fn group(&self, tab: TabId, beside: &[TabId], title: &str) -> Result<(), TabError>;
    /// Closes those of the tabs that are in a group whose title begins so. Answers how many.
    async fn close_grouped(&self, tabs: &[TabId], title_start: &str) -> Result<usize, TabError>;
    /// Holds a tab, and what its pages open from then on, to a fence, in place of the one that it had; none: to nothing. `from` are the hosts of
    /// its documents: what they open in new tabs is held from its first request on.
    async fn fence(&self, tab: TabId, fence: Option<&Fence>, from: &[String]) -> Result<(), TabError>;
    /// Lets go of what earlier workers held and were attached to, but for the tabs of runs that go on.
    async fn sweep(&self, kept: &[TabId]) -> Result<(), TabError>;
}

/// A tab as the browser lists it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TabInfo {
    /// Its id.
    pub id: TabId,
    /// Its address.
    pub url: String,
    /// Where it is going, while no page of that address is there yet; empty: nowhere.
    #[serde(default)]
    pub pending: String,
    /// Its title.
    pub title: String,
    /// Whether it is the visible tab of the window last used.
    pub active: bool,
}

/// An attached tab. Every call has a deadline.
#[async_trait(?Send)]
pub trait Tab {
    /// Its id.
    fn id(&self) -> TabId;
    /// Reads the page.
    async fn look(&self, options: &WalkOptions) -> Result<RawPage, TabError>;
    /// Acts, then waits until what the action started is over.
    async fn perform(&self, action: &Action, typing: Typing) -> Result<Performed, TabError>;
    /// The next action is known to the page by this mark, and does nothing to it before it has leave.
    fn mark(&self, mark: &str, leave: Permit);
    /// From the next action on, the tab's pages may have this saved to the disk: what else comes is thrown away before any of it is stored.
    fn may_save(&self, saves: Saves);
    /// What reached the page of the action with this mark, which was to happen in that document; none: the document is not there any more.
    /// An action that has not begun never will, however late an earlier worker's call arrives.
    async fn witness(&self, mark: &str, document: &str) -> Result<Option<Witness>, TabError>;
    /// Brings an element into view; where it is in the viewport then.
    async fn bring(&self, target: &Target) -> Result<Rect, TabError>;
    /// A picture of what is in view, as a data URL, with these marks over the page while it is taken.
    async fn screenshot(&self, marks: &Marks) -> Result<String, TabError>;
    /// The JavaScript dialog that is open, if any.
    fn dialog(&self) -> Option<Dialog>;
}

/// A table of records outside `chrome.storage.local`, in IndexedDB.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Table {
    /// Runs that are not over, by run id.
    Runs,
    /// Progress events, by run id and number.
    Steps,
    /// Pages that research has read, by run id and number, as long as the run goes on.
    Pages,
    /// Documents that the user gave, in parts.
    Documents,
    /// Which worker is the one that acts: a single record with a number.
    Lease,
}

impl Table {
    /// Every table.
    pub const ALL: [Self; 5] = [Self::Runs, Self::Steps, Self::Pages, Self::Documents, Self::Lease];

    /// The name of its object store.
    pub fn name(self) -> &'static str {
        match self {
            Self::Runs => "runs",
            Self::Steps => "steps",
            Self::Pages => "pages",
            Self::Documents => "documents",
            Self::Lease => "lease",
        }
    }
}

/// Which records of a table: an id that begins as another one does must never stand for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which<'a> {
    /// The one with this key.
    Key(&'a str),
    /// Those whose key starts with this.
    StartingWith(&'a str),
}

/// What outlives the worker. A write is durable when it is answered.
#[async_trait(?Send)]
pub trait Store {
    /// Reads a key of `chrome.storage.local`.
    async fn read(&self, key: &str) -> Result<Option<Value>, StoreError>;
    /// Writes a key of `chrome.storage.local`.
    async fn write(&self, key: &str, value: Value) -> Result<(), StoreError> {
        self.write_all(Map::from_iter([(key.to_owned(), value)])).await
    }
    /// Writes keys of `chrome.storage.local`, all or none.
    async fn write_all(&self, items: Map<String, Value>) -> Result<(), StoreError>;
    /// Removes a key of `chrome.storage.local`.
    async fn remove(&self, key: &str) -> Result<(), StoreError>;
    /// Makes the caller the one worker that acts, and answers the number of its lease.
    async fn take_lease(&self) -> Result<u64, StoreError>;
    /// Puts a record, if no later lease was taken, in one act of the store.
    ///
    /// # Errors
    /// [`StoreError::Superseded`] where a later worker has taken over.
    async fn put_leased(&self, lease: u64, table: Table, key: &str, record: &str) -> Result<(), StoreError>;
    /// Writes keys of `chrome.storage.local`, all or none, if no later lease was taken.
    ///
    /// # Errors
    /// [`StoreError::Superseded`] where a later worker has taken over.
    async fn write_leased(&self, lease: u64, items: Map<String, Value>) -> Result<(), StoreError>;
    /// Puts a record (JSON text).
    async fn put(&self, table: Table, key: &str, record: &str) -> Result<(), StoreError>;
    /// The records whose key starts with `prefix`, by key.
    async fn list(&self, table: Table, prefix: &str) -> Result<Vec<(String, String)>, StoreError>;
    /// The first records, at most so many, whose key starts with `prefix` and comes after `after`, by key.
    async fn page(
        &self,
        table: Table,
        prefix: &str,
        after: &str,
        most: u32,
    ) -> Result<Vec<(String, String)>, StoreError>;
    /// Deletes records.
    async fn delete(&self, table: Table, which: Which<'_>) -> Result<(), StoreError>;
}

/// Why something could not be stored or read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoreError {
    /// The disk or the quota is full.
    Full(String),
    /// The store failed otherwise.
    Failed(String),
    /// A later worker has taken over.
    Superseded,
    /// What was stored does not read back as what it should be.
    Corrupt(String),
}

impl StoreError {
    /// In the person's words.
    pub fn said(&self) -> Sentence {
        match self {
            Self::Full(error) => say!(StoreFull { error: error }),
            Self::Failed(error) => say!(StoreFailed { error: error }),
            Self::Superseded => say!(StoreSuperseded),
            Self::Corrupt(error) => say!(StoreCorrupt { error: error }),
        }
    }
}

impl std::fmt::Display for StoreError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.said().fmt(f)
    }
}

impl std::error::Error for StoreError {}

/// Time.
#[async_trait(?Send)]
pub trait Clock {
    /// Milliseconds since 1970.
    fn now(&self) -> f64;
    /// How far the person's own clock is ahead of UTC now, in minutes.
    fn zone_minutes(&self) -> i32;
    /// Comes back after so many milliseconds.
    async fn sleep(&self, ms: u64);
}

/// The clock of the place the browser is in.
pub trait Zone {
    /// Its lead over UTC at a moment, in minutes; the moment in milliseconds since 1970.
    fn lead_minutes(&self, at: f64) -> i32;
}

/// What schedules go by.
pub trait Timetable: Zone {
    /// Wakes the worker at that time, in milliseconds since 1970, in place of any time said before; none: not any more.
    fn wake(&self, at: Option<f64>);
}

/// Something to tell a person who may not be looking.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// What a click on it opens.
    pub conversation: ConversationId,
    /// In few words.
    pub title: String,
    /// In a sentence.
    pub text: String,
}

impl Notice {
    /// Its text as the system shows it, which knows no Markdown: without the signs of headings, lists, emphasis, code and links.
    pub fn words(&self) -> String {
        let mut lines: Vec<String> = Vec::new();
        for line in self.text.lines().map(str::trim) {
            let mut line = line.trim_start_matches(['#', '>']).trim_start();
            line = ["- ", "* ", "+ "].iter().find_map(|mark| line.strip_prefix(mark)).unwrap_or(line);
            // Fences of code and the rule below a table's head.
            if !line.is_empty() && !line.chars().all(|c| "`-|: =*".contains(c)) {
                lines.push(without_marks(line));
            }
        }
        lines.join("\n")
    }
}

fn without_marks(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        let tail = rest.get(c.len_utf8()..).unwrap_or_default();
        let before = out.chars().next_back();
        let inside =
            before.is_some_and(char::is_alphanumeric) && tail.chars().next().is_some_and(char::is_alphanumeric);
        let link = || {
            let (words, after) = tail.split_once("](")?;
            let (_, after) = after.split_once(')')?;
            (!words.contains(['[', ']'])).then_some((words, after))
        };
        match c {
            '`' => rest = tail,
            // One between two letters or digits is the text's own: `5*3`, `snake_case`.
            '*' | '_' | '~' if rest.starts_with("**") || rest.starts_with("__") || rest.starts_with("~~") => {
                rest = tail.get(1..).unwrap_or_default();
            }
            '*' | '_' if !inside && (before.is_none_or(|c| !c.is_whitespace()) || !tail.starts_with(' ')) => {
                rest = tail
            }
            '[' if link().is_some() => {
                let (words, after) = link().unwrap_or_default();
                out.push_str(&without_marks(words));
                rest = after;
            }
            c => {
                out.push(c);
                rest = tail;
            }
        }
    }
    out
}

/// The browser's notifications.
pub trait Notices {
    /// Shows one; a later one of the same conversation takes its place.
    fn tell(&self, notice: Notice);
    /// The same, unless the person has a page of the extension before them, which tells it anyway.
    fn tell_away(&self, notice: Notice);
}

/// The panel, or whoever listens.
pub trait Events {
    /// Broadcasts; nobody listening is no error.
    fn emit(&self, event: Event);
}

/// Randomness.
pub trait Entropy {
    /// A new id that nobody can guess: 128 random bits or more, letters, digits and hyphens.
    fn id(&self) -> String;
}

/// Work that goes on by itself.
pub trait Spawner {
    /// Runs the future to its end in the background.
    fn spawn(&self, work: LocalBoxFuture<'static, ()>);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notification_has_no_signs_of_markdown() {
        for (text, words) in [
            ("Which **size**?", "Which size?"),
            ("## Done\n\n- It costs *5 €*\n- see [the shop](https://a.example)", "Done\nIt costs 5 €\nsee the shop"),
            ("`cargo test` is 5*3 and snake_case, ~~not~~ so", "cargo test is 5*3 and snake_case, not so"),
            ("a * b", "a * b"),
            ("[not a link", "[not a link"),
            ("Plain — words.", "Plain — words."),
        ] {
            let notice = Notice { conversation: "c".into(), title: String::new(), text: text.into() };
            assert_eq!(notice.words(), words, "{text}");
        }
    }
}
