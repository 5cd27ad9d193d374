//! Making the browser pause a page's requests while an action is carried out, and after it only where one was held back: each costs a turn through the
//! worker.

use super::Session;
use super::action::ActionScope;
use super::attach::held_documents;
use super::calls::CALL_MS;
use crate::state::TabState;
use crate::wire::errors::Result;
use crate::wire::protocol::Command;
use crate::wire::protocol::fetch::{self, Pattern, Stage};
use crate::wire::protocol::network::{Conditions, EmulateNetworkConditionsByRule};
use futures_util::future::{FutureExt, LocalBoxFuture, OptionFuture, join, join_all, ready};
use futures_util::poll;

/// Kinds of requests that can change something. A `fetch` is an `XHR` here; a page's beacons and its links' `ping` are `Ping` (Chromium 156).
const KINDS: [&str; 5] = ["Document", "XHR", "Fetch", "Ping", "Other"];

/// Addresses of sockets, as URL patterns.
const SOCKETS: [&str; 2] = ["ws://*:*/*", "wss://*:*/*"];
/// So slow that nothing is sent, in bytes a second.
const STILL: f64 = 0.001;

impl ActionScope<'_> {
    /// Begins to have requests paused if the coming action is watched; [`ActionScope::watched`] awaits it, so that finding the element takes no longer.
    pub(crate) async fn begin_watching(&self) {
        let now = self.clock.now();
        let is_wanted = |state: &TabState| state.watch.judge.is_some() || state.watch.withholds(now);
        let (wanted, paused) = self.hub.read(|state| (is_wanted(state), state.pauses_requests));
        self.hub.change(|state| state.watch.begin(&state.main_frame, &state.url));
        if !wanted && !paused {
            return;
        }
        let holds = self.hub.read(|state| state.watch.judge.is_some());
        let (pausing, holding) = (self.pause_requests(wanted), holds.then(|| self.hold_messages(true)));
        let mut command = async move {
            let (answer, _) = join(pausing, OptionFuture::from(holding)).await;
            answer
        }
        .boxed_local();
        // Sent now, and in force before whatever is sent later.
        let answer = poll!(&mut command);
        *self.pausing.borrow_mut() = Some(match answer {
            std::task::Poll::Ready(answer) => ready(answer).boxed_local(),
            std::task::Poll::Pending => command,
        });
    }

    /// Waits until the browser pauses requests.
    ///
    /// # Errors
    /// When it does not: then nothing is done.
    pub(crate) async fn watched(&self) -> Result {
        let Some(pausing) = self.pausing.take() else { return Ok(()) };
        self.uncut(CALL_MS, fetch::Enable::METHOD, pausing).await?
    }
}

impl Session {
    /// Has requests paused no longer, unless one of the action's was held back: the page may try it again while the person is asked.
    pub(crate) async fn end_watching(&self) {
        let now = self.clock.now();
        let (is_attached, paused, holds) = self.hub.read(|state| {
            let messages = &state.watch.messages;
            let withholds = state.watch.judge.is_some() || state.watch.withholds(now);
            (state.detached.is_none(), state.pauses_requests && !withholds, messages.is_holding && !messages.wait())
        });
        // Both are tried once more before the next action.
        if is_attached && holds {
            let _ = self.within(CALL_MS, self.hold_messages(false)).await;
        }
        if is_attached && paused {
            let _ = self.within(CALL_MS, self.pause_requests(false)).await;
        }
    }

    /// Lets messages go that may, for as long as this is awaited.
    pub(crate) async fn pass_messages(&self) {
        loop {
            self.hub.when(|state| state.watch.messages.are_due.then_some(())).await;
            self.hub.note(|state| state.watch.messages.are_due = false);
            // Sent one after the other at once: what the page sends meanwhile is held up again.
            let (free, hold) = (self.hold_messages(false), self.hold_messages(true));
            join(free, hold).await;
        }
    }

    /// Has the browser hold up what pages send over sockets, also over those that are open, or send all of it. A browser that does not know how
    /// sends it.
    fn hold_messages(&self, wanted: bool) -> LocalBoxFuture<'static, ()> {
        let hub = std::rc::Rc::clone(&self.hub);
        let frames: Vec<String> =
            self.hub.read(|state| state.frames.iter().map(|(session, _)| session.clone()).collect());
        let transport = std::rc::Rc::clone(&self.transport);
        async move {
            let conditions = || if wanted { SOCKETS.map(held_up).into() } else { Vec::new() };
            let message = || EmulateNetworkConditionsByRule { matched_network_conditions: conditions() }.message();
            let send = |session| {
                let (method, params) = message();
                transport.call(method, params, session)
            };
            let others = frames.iter().map(|frame| send(Some(frame.as_str())));
            let (answer, _) = join(send(None), join_all(others)).await;
            hub.note(|state| state.watch.messages.is_holding = wanted && answer.is_ok());
        }
        .boxed_local()
    }

    fn pause_requests(&self, wanted: bool) -> LocalBoxFuture<'static, Result> {
        let (holds_files, children, service_workers) = self.hub.read(|state| {
            let frames: Vec<String> = state.frames.iter().map(|(session, _)| session.clone()).collect();
            (state.holds_files, frames, state.service_workers.clone())
        });
        self.hub.change(|state| {
            state.pauses_requests = wanted;
            state.has_paused = true;
        });
        let transport = std::rc::Rc::clone(&self.transport);
        let command = move |files: bool| match (wanted, files) {
            (true, files) => unsent(files).message(),
            (false, true) => held_documents().message(),
            (false, false) => fetch::Disable {}.message(),
        };
        async move {
            let (method, params) = command(holds_files);
            let main = transport.call(method, params, None);
            let others =
                children.iter().map(|child| (child, holds_files)).chain(service_workers.iter().map(|one| (one, false)));
            let others = others.map(|(session, files)| {
                let (method, params) = command(files);
                // A frame or worker that is gone requests nothing.
                transport.call(method, params, Some(session))
            });
            let (answer, _) = join(main, join_all(others)).await;
            answer.map(drop).map_err(|error| crate::wire::errors::to_tab_error(&error))
        }
        .boxed_local()
    }
}

/// Requests before they are sent, and documents' heads where files are held.
fn unsent(files: bool) -> fetch::Enable {
    let mut patterns: Vec<Pattern> = KINDS.iter().map(|kind| Pattern::of(kind, Stage::Request)).collect();
    if files {
        patterns.extend(held_documents().patterns);
    }
    fetch::Enable { patterns }
}

/// What is sent there waits until the condition ends: then all of it goes in its order, and none if its page is gone (Chromium 156).
fn held_up(url_pattern: &'static str) -> Conditions {
    Conditions { url_pattern, latency: 0, download_throughput: -1.0, upload_throughput: STILL }
}
