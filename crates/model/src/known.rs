//! What a model that is code is given instead of words: the page, its tabs and dialog, and how its last call ended, as data. Servers are sent none of it.

use edith_page::Index;
use edith_protocol::TabId;
use serde::{Deserialize, Serialize};
use std::rc::Rc;

/// The page and the last call.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Known {
    /// The page as a model may know it: secrets are covered, and every uid is one that can be acted on. None: no page can be read.
    pub page: Option<Rc<Index>>,
    /// The page before the last action that changed something; none: unknown.
    pub before: Option<Rc<Index>>,
    /// Whether the page's content was another when it was looked at the time before.
    pub changed: bool,
    /// The dialog that is open.
    pub dialog: Option<DialogShown>,
    /// The tabs that can be worked in, after a call that lists them.
    pub tabs: Vec<OpenTab>,
    /// What pressing an element commits to, by its uid and as plans name it: for a planner, with its form filled in.
    pub commits: Vec<(u32, String)>,
    /// The last call of this part of the run.
    pub last: Option<LastCall>,
}

/// An open dialog of the page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DialogShown {
    /// `alert`, `confirm`, `prompt` or `beforeunload`.
    pub kind: String,
    /// The page's words.
    pub message: String,
}

/// A tab of the browser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenTab {
    /// The browser's number.
    pub id: TabId,
    /// Its title.
    pub title: String,
    /// Its address.
    pub url: String,
    /// Whether the run works in it.
    pub is_here: bool,
}

/// A call and how it ended.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastCall {
    /// The call's id.
    pub id: String,
    /// How it ended.
    pub end: CallEnd,
    /// Why, or what the person answered, in words.
    pub words: String,
}

/// How a call ended.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CallEnd {
    /// It was carried out.
    #[default]
    Done,
    /// It was not, or only in part.
    Failed,
    /// The person did not allow it.
    Denied,
    /// It is never allowed.
    Forbidden,
    /// Nobody knows whether it took effect.
    Unknown,
}
