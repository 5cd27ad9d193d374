//! Entry of a tab's events: each is folded into the tab's state at once, and waiters check it again.

use crate::state::TabState;
use crate::state::files::DiscardedFile;
use crate::state::watch::{is_safe, is_unsent};
use crate::wire::protocol::fetch::{ContinueRequest, ErrorReason, FailRequest, FulfillRequest, Paused};
use crate::wire::protocol::{Command, Event, EventName, Message};
use crate::wire::transport::{CdpEvent, DetachReason};
use edith_gate::may_be_saved;
use edith_port::Clock;
use edith_protocol::TabId;
use serde_json::Value;
use std::cell::RefCell;
use std::future::{Future, poll_fn};
use std::rc::Rc;
use std::task::{Poll, Waker};

/// A tab's event feed. The transport's owner pushes, the tab waits.
pub struct EventHub {
    clock: Rc<dyn Clock>,
    state: RefCell<TabState>,
    waiting: RefCell<Vec<Waker>>,
}

impl EventHub {
    /// A hub for one tab, fed from before attaching.
    pub fn new(clock: Rc<dyn Clock>) -> Rc<Self> {
        Rc::new(Self { clock, state: RefCell::default(), waiting: RefCell::default() })
    }

    /// Whether this event is used at all; others need not be converted and pushed.
    pub fn wants(method: &str) -> bool {
        EventName::of(method).is_some()
    }

    /// Whether the browser waits for an answer to this event.
    pub fn must_answer(method: &str) -> bool {
        EventName::of(method) == Some(EventName::RequestPaused)
    }

    /// Takes an event of the tab or one of its child sessions.
    pub fn push(&self, event: &CdpEvent) {
        let now = self.clock.now();
        self.change(|state| state.apply(event, now));
    }

    /// The command, with its parameters, to send at once to the event's session if the browser awaits a decision. A file that may not be saved is
    /// discarded: the page stays, and nothing reaches the disk.
    pub fn answer(&self, event: &CdpEvent) -> Option<(&'static str, Value)> {
        let Some(Event::RequestPaused(paused)) = event.read() else { return None };
        let request_id = paused.id();
        if is_unsent(paused) {
            if !self.read(|state| state.has_paused) {
                return Some(decision_for_nobody(paused));
            }
            let session = event.session.as_deref().unwrap_or_default();
            let mut refused = false;
            self.change(|state| refused = state.watch.refuses(paused, session));
            let is_workers = self.read(|state| state.service_workers.iter().any(|worker| worker == session));
            if refused && is_workers && is_for_page(paused) {
                return Some(FulfillRequest { request_id, response_code: 204 }.message());
            }
            return Some(decision(paused, refused));
        }
        let saves = self.read(|state| state.saves);
        let held = DiscardedFile::of(paused).filter(|held| !may_be_saved(saves, &held.file.name, &held.file.url));
        let Some(held) = held else { return Some(ContinueRequest { request_id }.message()) };
        self.change(|state| state.hold(held));
        Some(FailRequest { request_id, error_reason: ErrorReason::Aborted }.message())
    }

    /// The same for a tab that nobody works in: its worker is gone, and so is whoever could have allowed a request.
    pub fn answer_for_nobody(event: &CdpEvent) -> Option<(&'static str, Value)> {
        let Some(Event::RequestPaused(paused)) = event.read() else { return None };
        Some(decision_for_nobody(paused))
    }

    /// The debugger was detached from the tab.
    pub fn detached(&self, reason: DetachReason) {
        self.change(|state| state.detached = Some(reason));
    }

    /// The tab opened another one (`tabs.onCreated` with this tab as its opener).
    pub fn note_opened_tab(&self, tab: TabId) {
        self.change(|state| {
            if !state.opened_tabs.contains(&tab) {
                state.opened_tabs.push(tab);
            }
        });
    }

    /// Changes the state and wakes all waiters.
    pub(crate) fn change(&self, change: impl FnOnce(&mut TabState)) {
        change(&mut self.state.borrow_mut());
        let waiting = std::mem::take(&mut *self.waiting.borrow_mut());
        waiting.into_iter().for_each(Waker::wake);
    }

    /// Records what nobody waits for.
    pub(crate) fn note(&self, note: impl FnOnce(&mut TabState)) {
        note(&mut self.state.borrow_mut());
    }

    pub(crate) fn read<T>(&self, read: impl FnOnce(&TabState) -> T) -> T {
        read(&self.state.borrow())
    }

    /// Waits until `look` finds something in the state. Without a deadline.
    pub(crate) fn when<T>(&self, mut look: impl FnMut(&TabState) -> Option<T>) -> impl Future<Output = T> {
        poll_fn(move |context| match look(&self.state.borrow()) {
            Some(found) => Poll::Ready(found),
            None => {
                let mut waiting = self.waiting.borrow_mut();
                if !waiting.iter().any(|waker| waker.will_wake(context.waker())) {
                    waiting.push(context.waker().clone());
                }
                Poll::Pending
            }
        })
    }
}

/// Whether a service worker's request is for the page that is to be shown: browsers ask in this way for documents alone. If it failed, so would the page,
/// and the one before would be gone; of an answer without content (204) the browser shows nothing.
fn is_for_page(paused: Paused) -> bool {
    paused
        .request()
        .headers()
        .is_some_and(|all| all.keys().any(|name| name.eq_ignore_ascii_case("upgrade-insecure-requests")))
}

/// Lets a paused request go on, or ends it: a page that was to be left for it stays.
fn decision(paused: Paused, refused: bool) -> Message {
    let request_id = paused.id();
    if !refused {
        return ContinueRequest { request_id }.message();
    }
    let is_document = paused.kind() == "Document";
    let error_reason = if is_document { ErrorReason::Aborted } else { ErrorReason::BlockedByClient };
    FailRequest { request_id, error_reason }.message()
}

fn decision_for_nobody(paused: Paused) -> Message {
    decision(paused, is_unsent(paused) && !is_safe(paused.request().method()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::files::tests::paused;
    use edith_actions::action::{HeldRequest, RequestJudge, Saves, SentRequest};
    use edith_protocol::Commitment;
    use serde_json::json;

    #[test]
    fn what_may_be_saved_goes_on_and_what_may_not_is_thrown_away_and_told() {
        let told = |params| CdpEvent { method: "Fetch.requestPaused".to_owned(), params, session: None };
        let clock = std::rc::Rc::new(crate::tests::world::ManualClock::default());
        let hub = EventHub::new(clock);
        let attached = told(paused(200, &[("Content-Disposition", "attachment"), ("Content-Length", "30000")]));
        let name = |hub: &EventHub, event: &CdpEvent| hub.answer(event).map(|(name, _)| name);
        assert_eq!(name(&hub, &attached), Some("Fetch.continueRequest"));
        hub.change(|state| state.saves = Saves::Files);
        assert_eq!(name(&hub, &attached), Some("Fetch.continueRequest"));
        hub.change(|state| state.saves = Saves::Nothing);
        assert_eq!(name(&hub, &attached), Some("Fetch.failRequest"));
        assert_eq!(name(&hub, &told(paused(200, &[]))), Some("Fetch.continueRequest"));
        let said = hub.read(|state| state.held_files.first().map(DiscardedFile::told)).unwrap();
        assert!(said.contains("\"list.csv\" from http://a.test/get/list.csv?x=1 (a file, 30 KB)"), "{said}");
        // Requests are no files; those that this session did not have paused were an earlier worker's to allow.
        let unsent = |method: &str| {
            told(
                json!({"requestId": "r", "request": {"url": "http://a.test/x", "method": method}, "resourceType": "XHR"}),
            )
        };
        for (has_paused, judged, method, expected) in [
            (false, false, "POST", "Fetch.failRequest"),
            (false, false, "GET", "Fetch.continueRequest"),
            (true, false, "POST", "Fetch.continueRequest"),
            (true, true, "POST", "Fetch.failRequest"),
        ] {
            hub.change(|state| {
                state.has_paused = has_paused;
                let held = || HeldRequest {
                    id: "1".to_owned(),
                    kind: String::new(),
                    method: "POST".into(),
                    url: String::new(),
                    what: Commitment::Sends,
                    fields: Vec::new(),
                    is_message: false,
                };
                state.watch.judge = judged.then(|| Rc::new(move |_: &SentRequest| Some(held())) as RequestJudge);
            });
            assert_eq!(name(&hub, &unsent(method)), Some(expected), "{has_paused} {judged} {method}");
        }
        assert_eq!(hub.read(|state| state.watch.held.len()), 1);
        // A worker that asks for the page itself is told that there is nothing new to show.
        let mut by_worker = CdpEvent { session: Some("W".to_owned()), ..unsent("POST") };
        assert_eq!(name(&hub, &by_worker), Some("Fetch.failRequest"));
        by_worker.params["request"]["headers"] = json!({"Upgrade-Insecure-Requests": "1"});
        assert_eq!(name(&hub, &by_worker), Some("Fetch.failRequest"), "no service worker");
        hub.change(|state| state.service_workers.push("W".to_owned()));
        assert_eq!(name(&hub, &by_worker), Some("Fetch.fulfillRequest"));
        let other = CdpEvent { method: "Page.loadEventFired".to_owned(), ..told(paused(200, &[])) };
        assert_eq!(name(&hub, &other), None);
    }
}
