//! A tab that is attached to.

use super::Permit;
use crate::action::{Action, Dialog, Performed, Saves, TabError, Target};
use async_trait::async_trait;
use edith_page::page_api::{WalkOptions, Witness};
use edith_page::{Marks, RawPage, Rect};
use edith_protocol::{TabId, Typing};

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
