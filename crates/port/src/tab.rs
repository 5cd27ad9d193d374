//! An attached tab.

use super::{Arrival, Permit};
use crate::browser_ask::BrowserAsk;
use async_trait::async_trait;
use edith_actions::action::{Action, Dialog, Performed, RequestJudge, Saves, TabError, Target};
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
    /// Acts, then waits until the action's effects are over.
    async fn perform(&self, action: &Action, typing: Typing) -> Result<Performed, TabError>;
    /// The next action has this mark in the page, and changes nothing before it has permission.
    fn mark(&self, mark: &str, leave: Permit);
    /// What the tab's pages may save to disk from the next action on: anything else is discarded before it is stored.
    fn may_save(&self, saves: Saves);
    /// Which requests the tab's pages may make during the next action: others are refused and reported. None: any.
    fn watch(&self, requests: Option<RequestJudge>);
    /// Has what pages send over sockets during the next action kept, and judged like its requests.
    fn keep_messages(&self);
    /// Whether the page has tried a request again by itself that was held back (its `HeldRequest::id`; none: any). It is held back until it is allowed.
    fn tries_again(&self, request: Option<&str>) -> bool;
    /// Has the page send over sockets again what it likes, but what was held back; whether it tried that.
    async fn end_messages(&self) -> bool;
    /// What reached the page of the action with this mark, meant for that document; none: the document is gone. An action that has not begun never
    /// will, however late an earlier worker's call arrives.
    async fn witness(&self, mark: &str, document: &str) -> Result<Option<Witness>, TabError>;
    /// Scrolls an element into view; returns its box in the viewport.
    async fn bring(&self, target: &Target) -> Result<Rect, TabError>;
    /// The options of a list that its page draws when it is opened: it is opened, read and closed, and nothing is chosen. Empty: it shows none.
    async fn list_options(&self, target: &Target) -> Result<Vec<String>, TabError>;
    /// A screenshot of the viewport, as a data URL, with these marks.
    async fn screenshot(&self, marks: &Marks) -> Result<String, TabError>;
    /// How it came to the document that it shows.
    fn arrival(&self) -> Arrival;
    /// The JavaScript dialog that is open, if any.
    fn dialog(&self) -> Option<Dialog>;
    /// What the browser itself asks the person in this tab, as far as is known.
    fn browser_ask(&self) -> Option<BrowserAsk>;
}
