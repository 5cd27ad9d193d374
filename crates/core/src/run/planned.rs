//! What is known of the calls of the present turn, as data that is stored with the run.

use edith_gate::FormShape;
use edith_protocol::TabId;
use serde::{Deserialize, Serialize};

/// What came of the calls of the present turn so far.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Turn {
    /// The tab and the address on which it was planned.
    pub(super) planned: Option<(TabId, String)>,
    /// The call that led to another document or tab.
    pub(super) moved_by: Option<String>,
    /// The call that a dialog followed.
    pub(super) dialog_after: Option<String>,
    /// What was not done.
    pub(super) undone: Vec<Undone>,
    /// A call of it was malformed: a turn counts once.
    pub(super) malformed: bool,
    /// The same for one that failed.
    pub(super) failed: bool,
    /// Something of it was held back and is not sent: what the page makes of that was not looked at.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) unseen: bool,
}

/// A call that was not done.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Undone {
    /// In words.
    pub(super) does: String,
    pub(super) what: What,
    pub(super) tool: String,
    /// What its element is called.
    pub(super) name: String,
    /// The form that it would have filled in; none: no form, or unknown.
    pub(super) form: Option<FormShape>,
}

/// What a call does, as far as others may rest on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum What {
    /// Only looks, points or waits.
    Looks,
    /// Enters or chooses something, which what is pressed afterwards may send.
    Enters,
    /// Presses something, which may show or focus what comes next.
    Acts,
    /// Goes to a page or a tab.
    Goes,
    /// Ends the work.
    Ends,
    /// Was forbidden, by the gate or the person.
    Denied,
}
