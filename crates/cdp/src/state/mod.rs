//! What is known of a tab from its events: dialog, navigation, requests under way, opened tabs, crash, detaching. A pure fold.

pub(crate) mod downloads;
pub(crate) mod files;
pub(crate) mod frames;
pub(crate) mod hub;
pub(crate) mod listening;
pub(crate) mod requests;
mod sockets;

use self::downloads::Download;
use self::files::{Held, PAUSED};
use self::requests::Requests;
use crate::wire::json::text;
use crate::wire::transport::{CdpEvent, DetachReason};
use edith_core::action::{Dialog, Saves};
use edith_protocol::TabId;
use serde_json::Value;

/// The events that change the state.
pub(crate) const WANTED: [&str; 31] = [
    PAUSED,
    "Inspector.targetCrashed",
    "Inspector.targetReloadedAfterCrash",
    "Input.dragIntercepted",
    "Network.dataReceived",
    "Network.loadingFailed",
    "Network.loadingFinished",
    "Network.requestServedFromCache",
    "Network.requestWillBeSent",
    "Network.responseReceived",
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
];
/// At most this many files are remembered until they are told.
const FILES: usize = 8;
/// At most this many downloads are remembered.
const DOWNLOADS: usize = 8;
/// A scheduled navigation (meta refresh) that is further away than this, in seconds, is ignored.
const SOON: f64 = 0.5;

/// How far the main frame's document is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Phase {
    /// Another document may come: a navigation was asked for or announced, nothing is sent yet.
    Announced,
    /// Another document was asked for from the network.
    Requested,
    /// It is there and being parsed.
    Committed,
    /// It is parsed, and its scripts ran.
    Interactive,
    /// Everything in it is loaded; also assumed of a tab that was just attached.
    #[default]
    Loaded,
}

/// What a file chooser was to be opened for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Chooser {
    /// The input, as the debugger knows it; none: a picker that belongs to no input.
    pub node: Option<u64>,
    /// Its frame.
    pub frame: String,
    /// The child session it is in; empty: the tab itself.
    pub session: String,
}

/// How often things happened so far.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Counts {
    /// The main frame got a document.
    pub commits: u64,
    /// It got the same one by a reload that the page did not ask for itself.
    pub reloads: u64,
    /// It went to another place within its document.
    pub within: u64,
    pub dialogs: u64,
    pub downloads: u64,
    /// A file was thrown away instead of being saved.
    pub files: u64,
    /// The page wanted to open a file chooser.
    pub choosers: u64,
    /// The page asked for a window or a tab.
    pub opens: usize,
}

/// A tab as its events tell.
#[derive(Debug, Default)]
pub(crate) struct TabState {
    pub counts: Counts,
    /// The dialog that is open.
    pub dialog: Option<Dialog>,
    /// The renderer crashed.
    pub crashed: bool,
    /// The debugger was detached.
    pub detached: Option<DetachReason>,
    /// The session was taken over while a dialog was open, under which little can be asked: attaching is to be completed later.
    pub half_attached: bool,
    /// Id of the main frame.
    pub main_frame: String,
    /// Address of its document.
    pub url: String,
    /// How far its document is.
    pub phase: Phase,
    /// When it got there, in milliseconds.
    pub phase_at: f64,
    /// A reload that the page did not ask for itself is under way.
    reloading: bool,
    /// The last downloads that began.
    pub recent_downloads: Vec<Download>,
    /// What its pages may have saved.
    pub saves: Saves,
    /// The browser asks before it takes in a document.
    pub holds_files: bool,
    /// The last files that were thrown away instead of being saved and are not told yet.
    pub held_files: Vec<Held>,
    /// What the last file chooser was for.
    pub chooser: Chooser,
    /// Tabs that this one opened, in order.
    pub opened_tabs: Vec<TabId>,
    /// Data of an HTML5 drag that was intercepted.
    pub drag: Option<Value>,
    /// Child sessions (cross-process frames and workers) that were attached automatically and not adopted yet.
    pub children: Vec<String>,
    /// Child sessions of its frames of other sites, each with its frame.
    pub frames: Vec<(String, String)>,
    /// Child sessions of its web workers.
    pub workers: Vec<String>,
    /// The address of the error page that is shown instead of a document; empty: none.
    pub unreachable: String,
    pub requests: Requests,
}

impl TabState {
    /// Whether the main frame is on its way to another document, or that document is not parsed yet.
    pub fn is_navigating(&self) -> bool {
        match self.phase {
            Phase::Announced | Phase::Requested | Phase::Committed => true,
            Phase::Interactive | Phase::Loaded => false,
        }
    }

    /// Whether nothing is waited for any more, whatever else goes on.
    pub fn is_over(&self) -> bool {
        self.dialog.is_some() || self.crashed || self.detached.is_some()
    }

    /// Forgets what a lost session cannot tell the end of.
    pub fn reset_session(&mut self) {
        self.detached = None;
        self.dialog = None;
        self.requests.clear();
        self.children.clear();
        self.frames.clear();
        self.workers.clear();
        self.drag = None;
        self.holds_files = false;
        self.phase = Phase::Loaded;
    }

    /// Moves the document on.
    pub fn set_phase(&mut self, phase: Phase, now: f64) {
        self.phase = phase;
        self.phase_at = now;
    }

    /// Takes in an event that came at `now`.
    pub fn apply(&mut self, event: &CdpEvent, now: f64) {
        let params = &event.params;
        let session = event.session.as_deref().unwrap_or_default();
        match event.method.as_str() {
            "Network.requestWillBeSent" => {
                let is_new = self.requests.begin(session, params, now);
                if is_new && self.is_document(session, params) {
                    self.announce(Phase::Requested, now);
                }
            }
            "Network.loadingFailed" => {
                let failed = self.requests.fail(session, params);
                // The requested document will not come (a download, status 204, a refusal).
                let document = failed.is_some_and(|r| !r.loader.is_empty() && text(params, "/requestId") == r.loader);
                if document && text(params, "/type") == "Document" && self.phase == Phase::Requested {
                    self.set_phase(Phase::Loaded, now);
                }
            }
            method if method.starts_with("Network.") => self.requests.apply(method, session, params, now),
            "Page.javascriptDialogOpening" => {
                self.counts.dialogs += 1;
                self.dialog = Some(Dialog {
                    kind: text(params, "/type").to_owned(),
                    message: text(params, "/message").to_owned(),
                    default_text: text(params, "/defaultPrompt").to_owned(),
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
                    // A frame with a process of its own has the same id as its target.
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
                self.requests.forget_session(gone);
            }
            other if session.is_empty() => self.main_document(other, params, now),
            _ => {}
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
            // Also fires at the end of an ordinary load, and when a navigation is given up.
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
                self.requests.turn_to(loader);
                let restored = text(params, "/type") == "BackForwardCacheRestore";
                self.set_phase(if restored { Phase::Loaded } else { Phase::Committed }, now);
            }
            "Page.domContentEventFired" if self.phase == Phase::Committed => self.set_phase(Phase::Interactive, now),
            "Page.loadEventFired" if self.phase >= Phase::Committed => self.set_phase(Phase::Loaded, now),
            _ => {}
        }
    }

    /// Whether a request is for the main frame's document.
    fn is_document(&self, session: &str, params: &Value) -> bool {
        let id = text(params, "/requestId");
        let is_main = session.is_empty() && text(params, "/frameId") == self.main_frame;
        is_main && text(params, "/type") == "Document" && id == text(params, "/loaderId")
    }

    /// A file was thrown away instead of being saved.
    pub fn hold(&mut self, held: Held) {
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
