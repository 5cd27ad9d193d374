//! Attaching: setting up a session and those of its frames, also after a loss.

use super::Session;
use super::calls::CALL_MS;
use crate::state::TabState;
use crate::wire::errors::Result;
use crate::wire::errors::{self, Refusal};
use crate::wire::protocol::emulation::SetFocusEmulationEnabled;
use crate::wire::protocol::fetch::{self, Pattern, Stage};
use crate::wire::protocol::target::SetAutoAttach;
use crate::wire::protocol::{Command, inspector, network, page, web_mcp};
use crate::wire::transport::DetachReason;
use edith_actions::action::{Saves, TabError};
use edith_words::browser::{LOST, LOST_AGAIN, SILENT};
use futures_util::future::{join_all, join3, try_join_all};

/// How long the browser may take to begin to tell of a page's tools, in milliseconds.
const TOOLS_MS: u64 = 1_000;
/// Pauses before the attempts to reattach a lost session, in milliseconds.
const REATTACH_PAUSES: [u64; 3] = [50, 250, 1_000];

impl Session {
    pub(crate) async fn enable(&self) -> Result {
        // First: without it a dialog blocks every later command and cannot be answered.
        self.call(page::Enable {}).await?;
        let shown = self.call(page::GetFrameTree {}).await?.tree;
        let now = self.clock.now();
        self.hub.change(|state| {
            state.main_frame = shown.id;
            state.url = shown.url;
            state.unreachable = shown.unreachable;
            state.requests.idle_since = now;
        });
        // None needs another's answer, and the browser carries them out in order: together they cost one turn.
        let network =
            network::Enable { max_total_buffer_size: Some(1_000_000), max_resource_buffer_size: Some(100_000) };
        let needed = [inspector::Enable {}.message(), network.message()];
        let needed = try_join_all(needed.map(|message| self.send(CALL_MS, None, message)));
        // The rest is optional: a browser without one of them can still be driven.
        let optional = [
            SetFocusEmulationEnabled { enabled: true }.message(),
            // A hidden tab draws two frames a second, so work deferred to the next frame (menus that slide in) takes seconds. During a screencast it
            // draws 60, like any other (Chromium 156). The pictures are minimal and unused.
            page::StartScreencast { format: "jpeg", quality: 1, max_width: 1, max_height: 1 }.message(),
            SetAutoAttach::FLAT.message(),
            page::SetInterceptFileChooserDialog { enabled: true }.message(),
            self.keeping(),
        ];
        let optional = join_all(optional.map(|message| self.send(CALL_MS, None, message)));
        // Frames of the page tell of their tools only as these come. Without tools a page can be worked in as well.
        let (method, params) = web_mcp::Enable {}.message();
        let told = self.within(TOOLS_MS, self.transport.call(method, params, None));
        let (needed, optional, _told) = join3(needed, optional, told).await;
        needed?;
        let is_missed = |error: &TabError| matches!(error, TabError::Protocol(_) | TabError::NotAttachable { .. });
        match optional.into_iter().filter_map(Result::err).find(|error| !is_missed(error)) {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    /// Reattaches a lost session, unless the user cancelled it.
    pub(crate) async fn recover(&self) -> Result {
        match self.hub.read(|state| state.detached) {
            None => {
                if self.hub.read(|state| state.half_attached && state.dialog.is_none()) {
                    self.hub.change(|state| state.half_attached = false);
                    self.enable().await?;
                }
                return Ok(());
            }
            Some(DetachReason::CanceledByUser) => return Err(TabError::CanceledByUser),
            Some(DetachReason::TabGone) => return Err(TabError::Closed),
            Some(DetachReason::TargetClosed) => {}
        }
        let mut reason = String::new();
        for pause in REATTACH_PAUSES {
            self.clock.sleep(pause).await;
            if self.hub.read(|state| state.detached) == Some(DetachReason::TabGone) {
                return Err(TabError::Closed);
            }
            match self.within(CALL_MS, self.transport.reattach()).await {
                None => SILENT.clone_into(&mut reason),
                Some(Ok(())) => {
                    self.hub.change(TabState::reset_session);
                    // Documents may have changed unseen.
                    *self.looked.borrow_mut() = Default::default();
                    match self.enable().await {
                        Ok(()) => return Ok(()),
                        Err(TabError::Protocol(_)) if self.is_detached() => {
                            LOST_AGAIN.clone_into(&mut reason);
                        }
                        Err(error) => return Err(error),
                    }
                }
                Some(Err(error)) => match errors::classify(&error) {
                    Refusal::Closed => return Err(TabError::Closed),
                    Refusal::NotAttachable(words) | Refusal::Other(words) => reason = words,
                    Refusal::Detached => LOST.clone_into(&mut reason),
                },
            }
        }
        Err(TabError::NotAttachable { reason })
    }

    /// Makes newly attached cross-process frames report their requests and their own frames.
    pub(crate) async fn adopt_children(&self) {
        // Adopting one can bring up more.
        while let Some(child) = self.hub.read(|state| state.children.first().cloned()) {
            self.hub.change(|state| state.children.retain(|other| *other != child));
            // Another site's frame can lead to a file, too.
            let held = self.hub.read(|state| state.holds_files).then(|| held_documents().message());
            let wanted = [
                network::Enable::default().message(),
                SetAutoAttach::FLAT.message(),
                // Another site's frame opens its own choosers.
                page::Enable {}.message(),
                page::SetInterceptFileChooserDialog { enabled: true }.message(),
                self.keeping(),
            ];
            let asked = held.into_iter().chain(wanted);
            let asked =
                asked.map(|(method, params)| self.within(CALL_MS, self.transport.call(method, params, Some(&child))));
            // A frame that vanished meanwhile is no loss.
            let _answers = join_all(asked).await;
        }
    }

    /// Makes the browser ask before accepting a document, unless everything may be saved; once per session.
    pub(crate) async fn hold_files(&self) -> Result {
        if !self.hub.read(|state| state.saves != Saves::Everything && !state.holds_files) {
            return Ok(());
        }
        self.hub.change(|state| state.holds_files = true);
        self.call(held_documents()).await
    }
}

/// Document responses, in any frame, once their headers arrive.
pub(super) fn held_documents() -> fetch::Enable {
    fetch::Enable { patterns: vec![Pattern::of("Document", Stage::Response)] }
}
