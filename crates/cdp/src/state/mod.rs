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
use self::files::{DiscardedFile, PAUSED};
use self::requests::Requests;
use self::tools::Tools;
use self::watch::Watch;
use crate::wire::details::HEADERS;
use crate::wire::json::text;
use crate::wire::transport::{CdpEvent, DetachReason};
use edith_core::action::{Dialog, Saves};
use edith_core::browser_ask::{AskedAbout, BrowserAsk};
use edith_protocol::TabId;
use serde_json::Value;

pub(crate) const WANTED: [&str; 36] = [
    PAUSED,
    "Inspector.targetCrashed",
    "Inspector.targetReloadedAfterCrash",
    "Input.dragIntercepted",
    "Network.dataReceived",
    "Network.loadingFailed",
    "Network.loadingFinished",
    "Network.requestServedFromCache",
    "Network.requestWillBeSent",
    "Network.requestWillBeSentExtraInfo",
    "Network.responseReceived",
    HEADERS,
    "Network.webSocketClosed",
    "Network.webSocketFrameReceived",
    "Network.webSocketFrameSent",
    "Page.domContentEventFired",
    "Page.downloadProgress",
    "Page.downloadWillBegin",
    "Page.fileChooserOpened",
    "Page.frameClearedScheduledNavigation",
    "Page.frameDetached",
    "Page.frameNavigated",
    "Page.frameRequestedNavigation",
    "Page.frameScheduledNavigation",
    "Page.frameStartedNavigating",
    "Page.frameStoppedLoading",
    "Page.javascriptDialogClosed",
    "Page.javascriptDialogOpening",
    "Page.loadEventFired",
    "Page.navigatedWithinDocument",
    "Page.windowOpen",
    "Target.attachedToTarget",
    "Target.detachedFromTarget",
    "WebMCP.toolResponded",
    "WebMCP.toolsAdded",
    "WebMCP.toolsRemoved",
];
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
        let params = &event.params;
        let session = event.session.as_deref().unwrap_or_default();
        match event.method.as_str() {
            HEADERS => {
                if let Some(site) = self.requests.awaited(session, params) {
                    self.asks.wants_sign_in(params, site, now);
                }
            }
            "Network.requestWillBeSent" => {
                self.watch.note(params, now);
                let is_new = self.requests.begin(session, params, now);
                if is_new && self.is_document(session, params) {
                    self.delivery.asked(params);
                    self.announce(Phase::Requested, now);
                }
            }
            "Network.loadingFailed" => {
                self.delivery.failed(params);
                self.asks.answered(params);
                let failed = self.requests.fail(session, params);
                // The requested document will not come (a download, status 204, a refusal).
                let document = failed.is_some_and(|r| !r.loader.is_empty() && text(params, "/requestId") == r.loader);
                if document && text(params, "/type") == "Document" && self.phase == Phase::Requested {
                    self.asks.left();
                    self.set_phase(Phase::Loaded, now);
                }
            }
            "Network.requestWillBeSentExtraInfo" => self.arrivals.asked(params, session.is_empty()),
            method if method.starts_with("Network.") => {
                if method == "Network.responseReceived" {
                    self.delivery.answered(params);
                    self.asks.answered(params);
                    self.arrivals.answered(params, session.is_empty());
                }
                self.requests.apply(method, session, params, now);
            }
            method if method.starts_with("WebMCP.") => self.tools.apply(method, session, params),
            "Page.javascriptDialogOpening" => {
                self.counts.dialogs += 1;
                self.dialog = Some(Dialog {
                    kind: text(params, "/type").to_owned(),
                    message: text(params, "/message").to_owned(),
                    default_text: text(params, "/defaultPrompt").to_owned(),
                    url: text(params, "/url").to_owned(),
                });
            }
            "Page.javascriptDialogClosed" => self.dialog = None,
            "Inspector.targetCrashed" if session.is_empty() => {
                self.crashed = true;
                self.requests.clear();
            }
            "Inspector.targetReloadedAfterCrash" if session.is_empty() => self.crashed = false,
            "Input.dragIntercepted" => self.drag = params.get("data").cloned(),
            "Page.windowOpen" => self.counts.opens += 1,
            "Page.fileChooserOpened" => {
                self.counts.choosers += 1;
                self.chooser = Chooser {
                    node: params.get("backendNodeId").and_then(Value::as_u64),
                    frame: text(params, "/frameId").to_owned(),
                    session: session.to_owned(),
                };
            }
            "Page.downloadWillBegin" => {
                self.counts.downloads += 1;
                if self.recent_downloads.len() >= DOWNLOADS {
                    self.recent_downloads.remove(0);
                }
                self.recent_downloads.push(Download::begun(self.counts.downloads, params));
                if self.phase < Phase::Committed {
                    self.set_phase(Phase::Loaded, now);
                }
            }
            "Page.downloadProgress" => {
                let is_it = |download: &&mut Download| download.id == text(params, "/guid");
                if let Some(download) = self.recent_downloads.iter_mut().find(is_it) {
                    download.progress(params);
                }
            }
            "Target.attachedToTarget" => {
                let kind = text(params, "/targetInfo/type");
                let child = text(params, "/sessionId").to_owned();
                match kind {
                    "worker" => self.workers.push(child.clone()),
                    "service_worker" => self.service_workers.push(child.clone()),
                    // A frame with its own process has its target's id.
                    "iframe" => self.frames.push((child.clone(), text(params, "/targetInfo/targetId").to_owned())),
                    _ => {}
                }
                if matches!(kind, "iframe" | "worker") {
                    self.children.push(child);
                }
            }
            "Target.detachedFromTarget" => {
                let gone = text(params, "/sessionId");
                self.children.retain(|child| child != gone);
                self.frames.retain(|(session, _)| session != gone);
                self.workers.retain(|worker| worker != gone);
                self.service_workers.retain(|worker| worker != gone);
                self.requests.forget_session(gone);
                self.tools.forget(gone);
            }
            method => {
                if method == "Page.frameNavigated" && params.pointer("/frame/parentId").is_some() {
                    self.tools.leave(session, text(params, "/frame/id"));
                }
                if method == "Page.frameDetached" {
                    self.tools.leave(session, text(params, "/frameId"));
                }
                if method == "Page.frameNavigated" {
                    self.watch.renew(text(params, "/frame/id"), text(params, "/frame/url"));
                }
                if session.is_empty() {
                    self.main_document(method, params, now);
                }
            }
        }
    }

    fn main_document(&mut self, method: &str, params: &Value, now: f64) {
        let main = |path: &str| text(params, path) == self.main_frame;
        match method {
            "Page.frameRequestedNavigation" if text(params, "/disposition").starts_with("new") => {
                self.counts.opens += 1
            }
            "Page.frameRequestedNavigation" if main("/frameId") => self.announce(Phase::Announced, now),
            "Page.frameScheduledNavigation" if main("/frameId") => {
                let delay = params.get("delay").and_then(Value::as_f64).unwrap_or_default();
                if delay <= SOON {
                    self.announce(Phase::Announced, now);
                }
            }
            "Page.frameStartedNavigating" if main("/frameId") && !is_within_document(params) => {
                self.reloading =
                    self.phase != Phase::Announced && text(params, "/navigationType").starts_with("reload");
                self.announce(Phase::Requested, now);
            }
            "Page.frameClearedScheduledNavigation" if main("/frameId") && self.phase == Phase::Announced => {
                self.set_phase(Phase::Loaded, now);
            }
            // Also fires after an ordinary load, and for an abandoned navigation.
            "Page.frameStoppedLoading" if main("/frameId") && self.phase != Phase::Announced => {
                self.set_phase(Phase::Loaded, now);
            }
            "Page.navigatedWithinDocument" if main("/frameId") => {
                self.counts.within += 1;
                self.url = text(params, "/url").to_owned();
                if self.phase == Phase::Announced {
                    self.set_phase(Phase::Loaded, now);
                }
            }
            "Page.frameNavigated" if params.pointer("/frame/parentId").is_none() => {
                self.counts.commits += 1;
                self.counts.reloads += u64::from(std::mem::take(&mut self.reloading));
                self.unreachable = text(params, "/frame/unreachableUrl").to_owned();
                self.main_frame = text(params, "/frame/id").to_owned();
                self.url = format!("{}{}", text(params, "/frame/url"), text(params, "/frame/urlFragment"));
                let loader = text(params, "/frame/loaderId");
                loader.clone_into(&mut self.loader);
                self.asks.left();
                self.requests.turn_to(loader);
                self.watch.turn();
                self.arrivals.turn_to(loader);
                let restored = text(params, "/type") == "BackForwardCacheRestore";
                self.set_phase(if restored { Phase::Loaded } else { Phase::Committed }, now);
            }
            "Page.domContentEventFired" if self.phase == Phase::Committed => self.set_phase(Phase::Interactive, now),
            "Page.loadEventFired" if self.phase >= Phase::Committed => self.set_phase(Phase::Loaded, now),
            _ => {}
        }
    }

    fn is_document(&self, session: &str, params: &Value) -> bool {
        let id = text(params, "/requestId");
        let is_main = session.is_empty() && text(params, "/frameId") == self.main_frame;
        is_main && text(params, "/type") == "Document" && id == text(params, "/loaderId")
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

fn is_within_document(params: &Value) -> bool {
    text(params, "/navigationType").to_ascii_lowercase().contains("samedocument")
}
