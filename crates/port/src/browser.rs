//! The person's browser: its tabs.

use super::{Coded, Tab};
use crate::TabBounds;
use async_trait::async_trait;
use edith_actions::action::TabError;
use edith_actions::http_url::HttpUrl;
use edith_protocol::TabId;
use futures_util::future::join;
use serde::{Deserialize, Serialize};
use std::rc::Rc;

/// The person's browser: its tabs.
#[async_trait(?Send)]
pub trait Browser {
    /// All tabs of ordinary windows.
    async fn tabs(&self) -> Result<Vec<TabInfo>, TabError>;
    /// An empty page (about:blank) that can be attached to: in a new background tab, or in `reuse`, an empty tab the user is looking at.
    async fn open_blank(&self, reuse: Option<TabId>) -> Result<TabId, TabError>;
    /// Closes a tab.
    async fn close(&self, tab: TabId) -> Result<(), TabError>;
    /// Brings a tab to the front, only if the user follows along.
    async fn activate(&self, tab: TabId) -> Result<(), TabError>;
    /// Opens an address for the person, in front of them. No run has anything to do with the tab.
    async fn show(&self, url: &HttpUrl) -> Result<(), TabError>;
    /// Attaches to a tab, even if an earlier worker left its session there.
    async fn attach(&self, tab: TabId) -> Result<Rc<dyn Tab>, TabError>;
    /// Detaches from a tab. Never fails: a missing one is detached.
    async fn detach(&self, tab: TabId);
    /// Puts a tab into the group of one of `beside`, or else into a new one with this title, unless that is empty.
    async fn group(&self, tab: TabId, beside: &[TabId], title: &str) -> Result<(), TabError>;
    /// Closes those of the tabs in a group whose title has this prefix; returns how many.
    async fn close_grouped(&self, tabs: &[TabId], title_start: &str) -> Result<usize, TabError>;
    /// Replaces the bounds of a tab, and of what its pages open from then on; none: no bounds. `from`: the hosts of its documents, whose new tabs are
    /// bounded from their first request on.
    async fn set_bounds(&self, tab: TabId, bounds: Option<&TabBounds>, from: &[String]) -> Result<(), TabError>;
    /// Lets go of a tab whose run is over: nothing is attached to it any more and, where people go on with it, no bounds hold there. `is_held`: whether
    /// it may have bounds.
    async fn let_go(&self, tab: TabId, is_held: bool) {
        let freed = async {
            if is_held {
                // Refused only if the tab is gone, and its bounds with it.
                drop(self.set_bounds(tab, None, &[]).await);
            }
        };
        join(freed, self.detach(tab)).await;
    }
    /// Rules out what pages may not open in new windows, on account of this tab.
    async fn hold_windows(&self, tab: TabId, held: &Windows) -> Result<(), TabError>;
    /// Removes earlier workers' bounds and sessions, except for the tabs of continuing runs.
    async fn sweep(&self, kept: &[TabId]) -> Result<(), TabError>;
}

/// What new windows may not show, whose first request is made before anything is attached to them. It is ruled out while an action is carried out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Windows {
    /// The hosts of the pages that open them.
    pub from: Vec<String>,
    /// Whether no form may be sent there.
    pub forms: bool,
    /// Whether no file may be saved from there.
    pub files: bool,
}

impl Windows {
    /// Whether nothing is ruled out.
    pub fn is_free(&self) -> bool {
        self.from.is_empty() || !(self.forms || self.files)
    }
}

impl Coded for TabError {
    fn code(&self) -> &'static str {
        match self {
            Self::Gone { .. } => "gone",
            Self::Changed { .. } => "changed",
            Self::NotVisible { .. } => "not_visible",
            Self::Covered { .. } => "covered",
            Self::Moving { .. } => "moving",
            Self::Disabled { .. } => "disabled",
            Self::NotTaken { .. } => "not_taken",
            Self::NotPossible(_) | Self::Refused(_) => "not_possible",
            Self::Incomplete { .. } | Self::Redrawn { .. } => "incomplete",
            Self::DialogOpen(_) => "dialog_open",
            Self::NavigationFailed { .. } => "navigation_failed",
            Self::Deadline { .. } => "deadline",
            Self::Crashed => "crashed",
            Self::Interrupted => "interrupted",
            Self::Closed => "closed",
            Self::CanceledByUser => "canceled",
            Self::NotAttachable { .. } => "not_attachable",
            Self::Protocol(_) => "protocol",
        }
    }
}

/// A tab as the browser lists it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TabInfo {
    /// Its id.
    pub id: TabId,
    /// Its address.
    pub url: String,
    /// Its destination until a page of that address is there; empty: none.
    #[serde(default)]
    pub pending: String,
    /// Its title.
    pub title: String,
    /// Whether it is the visible tab of the last used window.
    pub active: bool,
}
