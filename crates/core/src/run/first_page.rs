//! The page that a task names is open and looked at before the model is asked: a turn less for each such task. It is opened by a call as the model's own
//! would be, which the gate judges as ever.

use super::{Acted, Intent, Run, State};
use crate::history::Entry;
use edith_actions::action::Action;
use edith_actions::http_url::HttpUrl;
use edith_gate::{Contact, EffectClass, Leads, Named, Site};
use edith_model::CallEnd;
use edith_protocol::ToolCall;
use edith_tools::Operation;
use serde_json::json;

/// The id of that call.
const ID: &str = "first-page";

impl Run {
    /// The page to open first, after what the start found: the one whole address that the task has, unless its site is open. Of a site that is named
    /// without an address the model may know a better page, and its address must be free of what another page of the site said. What the person
    /// pointed at beside it, or wrote as the page to begin on, is what they mean.
    pub(crate) fn first_page(&self, start: &Acted) -> Option<HttpUrl> {
        let is_new = self.transcript.entries.is_empty();
        let is_plain = self.rules().is_plain_task && self.task.references.is_empty() && self.task.page.is_empty();
        if !(is_new && is_plain && start.ok) || start.dialog_open || start.stopped_by_user {
            return None;
        }
        let is_elsewhere = |wanted: &HttpUrl| {
            start.tab.is_none() || HttpUrl::parse(&start.url).is_ok_and(|here| Site::of(&here) != Site::of(wanted))
        };
        Named::only_whole(self.task.own_words()).filter(is_elsewhere).filter(|wanted| self.may_open(wanted))
    }

    /// An unattended run opens nothing outside its sites by itself: that would end it.
    fn may_open(&self, wanted: &HttpUrl) -> bool {
        self.task.terms.as_ref().is_none_or(|terms| terms.hides(wanted.as_str()).is_none())
    }

    /// Has it opened as the first call.
    pub(super) fn open_first(&mut self, url: &HttpUrl, now: f64) {
        let arguments = json!({ "url": url.as_str() }).to_string();
        let call = ToolCall { id: ID.to_owned(), name: "open_browser".to_owned(), arguments };
        self.tabs.first_page = url.as_str().to_owned();
        self.transcript.entries.push(Entry::Assistant {
            text: String::new(),
            calls: vec![call.clone()],
            continuation: None,
            at: now,
        });
        self.transcript.pending = [call].into();
        self.state = State::Preparing;
    }

    /// A model that opens that page at once, though it is open, gets a look at it, which tells the page nothing.
    pub(super) fn know_first_page(&self, intent: &mut Intent) {
        let is_open = self.transcript.last.as_ref().is_some_and(|last| last.id == ID && last.end == CallEnd::Done);
        if let Operation::Open(url) | Operation::Perform(Action::Navigate { url }) = &intent.operation
            && is_open
            && url.as_str() == self.tabs.first_page
        {
            intent.operation = Operation::Look;
            let proposal = &mut intent.proposal;
            (proposal.class, proposal.contact, proposal.leads) = (EffectClass::Reads, Contact::None, Leads::default());
        }
    }
}
