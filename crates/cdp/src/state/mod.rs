//! A tab's state as folded from its events: dialog, navigation, requests, opened tabs, crash, detaching.

pub(crate) mod arrivals;
pub(crate) mod asks;
pub(crate) mod delivery;
pub(crate) mod downloads;
pub(crate) mod files;
pub(crate) mod frames;
pub(crate) mod hub;
pub(crate) mod listening;
pub(crate) mod requests;
mod sockets;
pub(crate) mod tools;
pub(crate) mod watch;

use self::arrivals::{Arrivals, host_in};
use self::asks::Asks;
use self::delivery::Delivery;
use self::downloads::Download;
use self::files::DiscardedFile;
use self::requests::Requests;
use self::tools::Tools;
use self::watch::Watch;
use crate::wire::protocol::Event;
use crate::wire::protocol::network::RequestWillBeSent;
use crate::wire::protocol::page::FrameNavigated;
use crate::wire::transport::{CdpEvent, DetachReason};
use edith_actions::action::{Dialog, Saves};
use edith_port::browser_ask::{AskedAbout, BrowserAsk};
use edith_protocol::TabId;
use serde_json::Value;

/// Most files remembered until reported.
const FILES: usize = 8;
/// Most downloads remembered.
const DOWNLOADS: usize = 8;
/// A scheduled navigation (meta refresh) further off than this, in seconds, is ignored.
const SOON: f64 = 0.5;

/// The state of the main frame's document.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Phase {
    /// A navigation was requested or announced, but nothing is sent yet.
    Announced,
    /// Another document was requested from the network.
    Requested,
    /// It is being parsed.
    Committed,
    /// It is parsed, and its scripts ran.
    Interactive,
    /// Everything is loaded; also assumed right after attaching.
    #[default]
    Loaded,
}

/// The target of a file chooser.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Chooser {
    /// The debugger's number of the input; none: the picker has none.
    pub node: Option<u64>,
    pub frame: String,
    /// Its child session; empty: the tab itself.
    pub session: String,
}

/// How often things happened so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// Documents of the main frame.
    pub commits: u64,
    /// Reloads not requested by the page itself.
    pub(crate) reloads: u64,
    /// Navigations within a document.
    pub within: u64,
    pub dialogs: u64,
    pub downloads: u64,
    /// Files discarded instead of saved.
    pub files: u64,
    /// File choosers the page wanted to open.
    pub(crate) choosers: u64,
    /// Windows or tabs the page requested.
    pub opens: usize,
}

#[derive(Debug, Default)]
pub(crate) struct TabState {
    pub counts: Counts,
    pub dialog: Option<Dialog>,
    pub crashed: bool,
    pub detached: Option<DetachReason>,
    /// Match over under an open dialog, where little can be asked: attaching is completed later.
    pub(crate) half_attached: bool,
    pub main_frame: String,
    pub url: String,
    pub phase: Phase,
    /// When it got there, in milliseconds.
    pub(crate) phase_at: f64,
    /// A reload not requested by the page itself is under way.
    reloading: bool,
    /// The latest downloads.
    pub(crate) recent_downloads: Vec<Download>,
    /// What its pages may save.
    pub saves: Saves,
    /// The browser asks before it accepts a document.
    pub(crate) holds_files: bool,
    /// This session had requests paused; before, those that are paused are an earlier worker's.
    pub(crate) has_paused: bool,
    /// The browser pauses requests before they are sent.
    pub(crate) pauses_requests: bool,
    /// The latest discarded files that are not reported yet.
    pub held_files: Vec<DiscardedFile>,
    /// The last file chooser.
    pub chooser: Chooser,
    /// Tabs opened by this one, in order.
    pub opened_tabs: Vec<TabId>,
    /// Data of an intercepted HTML5 drag.
    pub drag: Option<Value>,
    /// Auto-attached child sessions (cross-process frames and workers) yet to be adopted.
    pub children: Vec<String>,
    /// Child sessions of cross-site frames, each with its frame.
    pub frames: Vec<(String, String)>,
    /// Child sessions of web workers.
    pub workers: Vec<String>,
    /// The address whose error page is shown; empty: none.
    pub unreachable: String,
    /// The loader of the document that is shown; empty: it was there before the tab was watched.
    loader: String,
    delivery: Delivery,
    pub(crate) asks: Asks,
    pub requests: Requests,
    pub(crate) arrivals: Arrivals,
    pub watch: Watch,
    pub(crate) tools: Tools,
    /// Child sessions of service workers.
    pub service_workers: Vec<String>,
}

impl TabState {
    /// Whether the main frame is on its way to another document, or that document is not parsed yet.
    pub(crate) fn is_navigating(&self) -> bool {
        match self.phase {
            Phase::Announced | Phase::Requested | Phase::Committed => true,
            Phase::Interactive | Phase::Loaded => false,
        }
    }

    /// Why the document that is shown is not what was asked for, as the end of a sentence; none: it is.
    pub(crate) fn failure(&self) -> Option<String> {
        self.delivery.told(&self.unreachable, &self.loader)
    }

    /// What the browser itself asks the person.
    pub(crate) fn browser_ask(&self) -> Option<BrowserAsk> {
        if self.delivery.is_unsafe(&self.unreachable, &self.loader) {
            return Some(BrowserAsk { about: AskedAbout::Certificate, site: host_in(&self.unreachable) });
        }
        self.asks.told(&self.url)
    }

    /// Whether all waiting ends, whatever else goes on.
    pub(crate) fn is_over(&self) -> bool {
        self.dialog.is_some() || self.crashed || self.detached.is_some()
    }

    /// Forgets whatever would have ended in the lost session.
    pub(crate) fn reset_session(&mut self) {
        self.detached = None;
        self.dialog = None;
        self.requests.clear();
        self.children.clear();
        self.frames.clear();
        self.workers.clear();
        self.service_workers.clear();
        self.tools = Tools { is_unknown: self.tools.is_unknown, ..Tools::default() };
        self.asks.left();
        self.drag = None;
        self.holds_files = false;
        self.pauses_requests = false;
        self.has_paused = false;
        self.phase = Phase::Loaded;
    }

    pub(crate) fn set_phase(&mut self, phase: Phase, now: f64) {
        self.phase = phase;
        self.phase_at = now;
    }

    /// Folds in an event that came at `now`.
    pub(crate) fn apply(&mut self, event: &CdpEvent, now: f64) {
        let session = event.session.as_deref().unwrap_or_default();
        let Some(event) = event.read() else { return };
        match event {
            Event::ResponseExtraInfo(of) => {
                if let Some(site) = self.requests.awaited(session, of.id()) {
                    self.asks.wants_sign_in(of.id(), site, now);
                }
            }
            Event::RequestWillBeSent(asked) => {
                self.watch.note(asked, now);
                let is_new = self.requests.begin(session, asked, now);
                if is_new && self.is_document(session, asked) {
                    self.delivery.asked(asked.loader());
                    self.announce(Phase::Requested, now);
                }
            }
            Event::LoadingFailed(failed) => {
                self.delivery.failed(failed);
                self.asks.answered(failed.id());
                let known = self.requests.end(session, failed.id());
                // The requested document will not come (a download, status 204, a refusal).
                let document = known.is_some_and(|r| !r.loader.is_empty() && failed.id() == r.loader);
                if document && failed.kind() == "Document" && self.phase == Phase::Requested {
                    self.asks.left();
                    self.set_phase(Phase::Loaded, now);
                }
            }
            Event::RequestExtraInfo(asked) => self.arrivals.asked(asked, session.is_empty()),
            Event::ResponseReceived(answer) => {
                self.delivery.answered(answer);
                self.asks.answered(answer.id());
                self.arrivals.answered(answer, session.is_empty());
                self.requests.answered(session, answer, now);
            }
            Event::DataReceived(of) => self.requests.goes_on(session, of.id(), now),
            Event::LoadingFinished(of) | Event::ServedFromCache(of) => {
                self.requests.end(session, of.id());
            }
            Event::WebSocketFrameSent(sent) => {
                self.watch.has_sockets = true;
                self.requests.socket_sent(session, sent.id(), now);
            }
            Event::WebSocketFrameReceived(of) => {
                self.watch.has_sockets = true;
                self.requests.socket_received(session, of.id(), now);
            }
            Event::WebSocketClosed(of) => self.requests.socket_closed(session, of.id()),
            Event::ToolsAdded(added) => self.tools.added(session, added),
            Event::ToolsRemoved(removed) => self.tools.removed(session, removed),
            Event::ToolResponded(response) => self.tools.responded(response),
            Event::DialogOpening(dialog) => {
                self.counts.dialogs += 1;
                self.dialog = Some(Dialog {
                    kind: dialog.kind().to_owned(),
                    message: dialog.message().to_owned(),
                    default_text: dialog.default_text().to_owned(),
                    url: dialog.url().to_owned(),
                });
            }
            Event::DialogClosed => self.dialog = None,
            Event::TargetCrashed if session.is_empty() => {
                self.crashed = true;
                self.requests.clear();
            }
            Event::TargetReloadedAfterCrash if session.is_empty() => self.crashed = false,
            Event::DragIntercepted(drag) => self.drag = drag.data().cloned(),
            Event::WindowOpen(_) => self.counts.opens += 1,
            Event::FileChooserOpened(chooser) => {
                self.counts.choosers += 1;
                let (frame, session) = (chooser.frame().to_owned(), session.to_owned());
                self.chooser = Chooser { node: chooser.node(), frame, session };
            }
            Event::DownloadWillBegin(begun) => {
                self.counts.downloads += 1;
                if self.recent_downloads.len() >= DOWNLOADS {
                    self.recent_downloads.remove(0);
                }
                self.recent_downloads.push(Download::begun(self.counts.downloads, begun));
                if self.phase < Phase::Committed {
                    self.set_phase(Phase::Loaded, now);
                }
            }
            Event::DownloadProgress(progress) => {
                if let Some(download) = self.recent_downloads.iter_mut().find(|download| download.id == progress.id()) {
                    download.progress(progress);
                }
            }
            Event::AttachedToTarget(attached) => {
                let child = attached.session().to_owned();
                match attached.kind() {
                    "worker" => self.workers.push(child.clone()),
                    "service_worker" => self.service_workers.push(child.clone()),
                    // A frame with its own process has its target's id.
                    "iframe" => self.frames.push((child.clone(), attached.target().to_owned())),
                    _ => {}
                }
                if matches!(attached.kind(), "iframe" | "worker") {
                    self.children.push(child);
                }
            }
            Event::DetachedFromTarget(gone) => {
                let gone = gone.session();
                self.children.retain(|child| child != gone);
                self.frames.retain(|(session, _)| session != gone);
                self.workers.retain(|worker| worker != gone);
                self.service_workers.retain(|worker| worker != gone);
                self.requests.forget_session(gone);
                self.tools.forget(gone);
            }
            Event::FrameDetached(of) => self.tools.leave(session, of.frame()),
            Event::FrameNavigated(shown) => {
                if shown.parent().is_some() {
                    self.tools.leave(session, shown.id());
                }
                self.watch.renew(shown.id(), shown.url());
                if session.is_empty() && shown.parent().is_none() {
                    self.committed(shown, now);
                }
            }
            event if session.is_empty() => self.main_document(&event, now),
            _ => {}
        }
    }

    /// The main frame shows another document.
    fn committed(&mut self, shown: FrameNavigated, now: f64) {
        self.counts.commits += 1;
        self.counts.reloads += u64::from(std::mem::take(&mut self.reloading));
        self.unreachable = shown.unreachable().to_owned();
        self.main_frame = shown.id().to_owned();
        self.url = format!("{}{}", shown.url(), shown.fragment());
        shown.loader().clone_into(&mut self.loader);
        self.asks.left();
        self.requests.turn_to(shown.loader());
        self.watch.turn();
        self.arrivals.turn_to(shown.loader());
        let restored = shown.kind() == "BackForwardCacheRestore";
        self.set_phase(if restored { Phase::Loaded } else { Phase::Committed }, now);
    }

    /// Other news of the main frame's document.
    fn main_document(&mut self, event: &Event, now: f64) {
        let is_main = |frame: &str| frame == self.main_frame;
        match event {
            Event::FrameRequestedNavigation(asked) if asked.opens_window() => self.counts.opens += 1,
            Event::FrameRequestedNavigation(asked) if is_main(asked.frame()) => self.announce(Phase::Announced, now),
            Event::FrameScheduledNavigation(planned) if is_main(planned.frame()) && planned.delay() <= SOON => {
                self.announce(Phase::Announced, now);
            }
            Event::FrameStartedNavigating(begun) if is_main(begun.frame()) && !begun.is_within_document() => {
                self.reloading = self.phase != Phase::Announced && begun.kind().starts_with("reload");
                self.announce(Phase::Requested, now);
            }
            Event::FrameClearedScheduledNavigation(of) if is_main(of.frame()) && self.phase == Phase::Announced => {
                self.set_phase(Phase::Loaded, now);
            }
            // Also fires after an ordinary load, and for an abandoned navigation.
            Event::FrameStoppedLoading(of) if is_main(of.frame()) && self.phase != Phase::Announced => {
                self.set_phase(Phase::Loaded, now);
            }
            Event::NavigatedWithinDocument(shown) if is_main(shown.frame()) => {
                self.counts.within += 1;
                shown.url().clone_into(&mut self.url);
                if self.phase == Phase::Announced {
                    self.set_phase(Phase::Loaded, now);
                }
            }
            Event::DomContentEventFired if self.phase == Phase::Committed => self.set_phase(Phase::Interactive, now),
            Event::LoadEventFired if self.phase >= Phase::Committed => self.set_phase(Phase::Loaded, now),
            _ => {}
        }
    }

    fn is_document(&self, session: &str, asked: RequestWillBeSent) -> bool {
        let is_main = session.is_empty() && asked.frame() == self.main_frame;
        is_main && asked.kind() == "Document" && asked.id() == asked.loader()
    }

    /// Records a file discarded instead of saved.
    pub(crate) fn hold(&mut self, held: DiscardedFile) {
        self.counts.files += 1;
        if self.held_files.len() >= FILES {
            self.held_files.remove(0);
        }
        self.held_files.push(held);
    }

    fn announce(&mut self, phase: Phase, now: f64) {
        // A second announcement does not set a navigation back.
        if self.phase == Phase::Requested && phase == Phase::Announced {
            return;
        }
        self.set_phase(phase, now);
    }
}
