//! Making the browser pause a page's requests while an action is carried out, and after it only where one was held back: each costs a turn through the
//! worker.

use super::Session;
use super::action::ActionScope;
use super::attach::held_documents;
use super::calls::CALL_MS;
use super::messages;
use crate::state::TabState;
use crate::wire::errors::Result;
use crate::wire::protocol::Command;
use crate::wire::protocol::fetch::{self, Pattern, Stage};
use futures_util::future::{FutureExt, join, join_all, ready};
use futures_util::poll;

/// Kinds of requests that can change something. A `fetch` is an `XHR` here; a page's beacons and its links' `ping` are `Ping` (Chromium 156).
const KINDS: [&str; 5] = ["Document", "XHR", "Fetch", "Ping", "Other"];

impl ActionScope<'_> {
    /// Begins to have requests paused if the coming action is watched; [`ActionScope::watched`] awaits it, so that finding the element takes no longer.
    pub(crate) async fn begin_watching(&self) {
        let is_wanted = |state: &TabState| state.watch.judge.is_some() || state.watch.withholds();
        let (wanted, paused) = self.hub.read(|state| (is_wanted(state), state.pauses_requests));
        let mut keeps = false;
        self.hub.change(|state| {
            state.watch.begin(&state.main_frame, &state.url);
            // Under a dialog no page can be asked, and what came before it is still in force.
            keeps = std::mem::take(&mut state.watch.wants_messages) && wanted && state.dialog.is_none();
            if keeps {
                state.watch.keeps_messages = true;
                state.watch.drop_kept();
            }
        });
        if !wanted && !paused {
            return;
        }
        let pausing = self.pause_requests(wanted);
        let mut command = if keeps {
            let keeping = messages::keep(std::rc::Rc::clone(&self.page), self.word.clone());
            async move { join(pausing, keeping).await.0 }.boxed_local()
        } else {
            pausing
        };
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
        let is_over = |state: &TabState| state.pauses_requests && state.detached.is_none() && !state.watch.withholds();
        if self.hub.read(is_over) {
            // Tried once more before the next action.
            let _ = self.within(CALL_MS, self.pause_requests(false)).await;
        }
    }

    fn pause_requests(&self, wanted: bool) -> futures_util::future::LocalBoxFuture<'static, Result> {
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
