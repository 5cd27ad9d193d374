//! An attached tab: its parts, attaching, and calls that always come back.

use crate::page::frames::FrameOf;
use crate::state::TabState;
use crate::state::hub::EventHub;
use crate::wire::errors::{self, Refusal};
use crate::wire::transport::{CallError, DetachReason, PageScript, Transport};
use edith_core::action::{Dialog, TabError};
use edith_core::documents::Documents;
use edith_core::permit::Permit;
use edith_core::port::Clock;
use edith_page::page_api::{self, PageApiError, WalkOptions};
use edith_protocol::TabId;
use edith_words::browser::{LOST, LOST_AGAIN, SILENT};
use futures_util::future::{Either, select};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::future::Future;
use std::pin::pin;
use std::rc::Rc;

/// Deadline of an ordinary command or page call, in milliseconds.
pub(crate) const CALL_MS: u64 = 5_000;
/// How often a lost session is attached again, and the pause before each try in milliseconds.
const REATTACH_PAUSES: [u64; 3] = [50, 250, 1_000];
/// How long to wait for the reason after a call failed because the session was lost, in milliseconds.
const REASON_MS: u64 = 100;

/// A tab driven over a transport. Made by [`CdpTab::attach`]; used through [`edith_core::port::Tab`].
pub struct CdpTab {
    pub(crate) id: TabId,
    pub(crate) transport: Rc<dyn Transport>,
    pub(crate) page: Rc<dyn PageScript>,
    pub(crate) hub: Rc<EventHub>,
    pub(crate) clock: Rc<dyn Clock>,
    /// How the page was last read.
    pub(crate) walk: RefCell<WalkOptions>,
    /// Token of the document that was last looked at, and how many documents the tab had had by then.
    pub(crate) looked: RefCell<(String, u64)>,
    /// What is known of who listens in the document.
    pub(crate) listening: RefCell<crate::page::listeners::Listening>,
    /// Frames of other sites that were part of the last look.
    pub(crate) frames: RefCell<Vec<FrameOf>>,
    /// The frame that the action at hand is in; 0: the top one.
    pub(crate) acting_in: Cell<i32>,
    /// How the action to come is known to the page; empty: not at all.
    pub(crate) mark: RefCell<String>,
    /// Leave for the action to come: without it nothing is done to the page.
    pub(crate) leave: RefCell<Permit>,
    /// Whether the action at hand is not to begin without the page's knowing.
    pub(crate) needs_witness: Cell<bool>,
    /// What the action at hand did, once it began to reach the page.
    pub(crate) reached: RefCell<Option<String>>,
    /// Whether a button, a key or the like of the action at hand was sent to the page.
    pub(crate) sent: Cell<bool>,
    /// Changes of the document that had been seen when the last action was over; none: it was not looked for.
    pub(crate) settled: Cell<Option<u32>>,
    /// What got the press of the action at hand instead of what was aimed at.
    pub(crate) missed: RefCell<Option<page_api::Note>>,
    /// Where the bytes of documents are read from.
    pub(crate) documents: Option<Documents>,
    /// Where a mouse button is held down, and which.
    pub(crate) held: Cell<Option<crate::input::pointer::Held>>,
}

/// Why a call was given up before its answer came.
pub(crate) enum Cut {
    Dialog,
    Crashed,
    Detached,
}

impl CdpTab {
    /// Takes over a tab whose debugger session is already attached on `transport`, and whose events already go to `hub`.
    ///
    /// `walk` is how the page is read where an element must be checked before the first look.
    pub async fn attach(
        id: TabId,
        transport: Rc<dyn Transport>,
        page: Rc<dyn PageScript>,
        hub: Rc<EventHub>,
        clock: Rc<dyn Clock>,
        walk: WalkOptions,
    ) -> Result<Self, TabError> {
        let tab = Self::new(id, transport, page, hub, clock, walk);
        tab.enable().await?;
        Ok(tab)
    }

    /// Takes over a session that an earlier worker left with a dialog open: in a new one nobody could answer it.
    pub fn under_dialog(
        id: TabId,
        transport: Rc<dyn Transport>,
        page: Rc<dyn PageScript>,
        hub: Rc<EventHub>,
        clock: Rc<dyn Clock>,
        dialog: Dialog,
    ) -> Self {
        hub.change(|state| {
            state.dialogs += 1;
            state.dialog = Some(dialog);
            state.half_attached = true;
        });
        Self::new(id, transport, page, hub, clock, WalkOptions::default())
    }

    fn new(
        id: TabId,
        transport: Rc<dyn Transport>,
        page: Rc<dyn PageScript>,
        hub: Rc<EventHub>,
        clock: Rc<dyn Clock>,
        walk: WalkOptions,
    ) -> Self {
        Self {
            id,
            transport,
            page,
            hub,
            clock,
            walk: RefCell::new(walk),
            looked: RefCell::default(),
            listening: RefCell::default(),
            frames: RefCell::default(),
            acting_in: Cell::new(0),
            mark: RefCell::default(),
            leave: RefCell::default(),
            needs_witness: Cell::new(false),
            reached: RefCell::default(),
            sent: Cell::new(false),
            settled: Cell::new(None),
            missed: RefCell::default(),
            documents: None,
            held: Cell::new(None),
        }
    }

    /// The tab opened another one; the same as [`EventHub::note_opened_tab`].
    pub fn note_opened_tab(&self, tab: TabId) {
        self.hub.note_opened_tab(tab);
    }

    /// Waits for leave to do something to the page.
    pub(crate) async fn permitted(&self) {
        let leave = self.leave.borrow().clone();
        leave.given().await;
    }

    async fn enable(&self) -> Result<(), TabError> {
        // First of all: without it a dialog hangs every later command and cannot be answered.
        self.call("Page.enable", json!({})).await?;
        let tree = self.call("Page.getFrameTree", json!({})).await?;
        let now = self.clock.now();
        let text = |path: &str| tree.pointer(path).and_then(Value::as_str).unwrap_or_default().to_owned();
        self.hub.change(|state| {
            state.main_frame = text("/frameTree/frame/id");
            state.url = text("/frameTree/frame/url");
            state.idle_since = now;
        });
        self.call("Inspector.enable", json!({})).await?;
        self.call("Network.enable", json!({"maxTotalBufferSize": 1_000_000, "maxResourceBufferSize": 100_000})).await?;
        // What follows only helps: a browser that lacks one of them can still be driven.
        for (method, params) in [
            ("Emulation.setFocusEmulationEnabled", json!({"enabled": true})),
            // A hidden tab draws two frames a second, and what a page puts off to its next frame (menus that slide in) takes seconds there.
            // While pictures of it are wanted it draws like any other: 60 (Chromium 156). They are as small as can be, and nobody looks at them.
            ("Page.startScreencast", json!({"format": "jpeg", "quality": 1, "maxWidth": 1, "maxHeight": 1})),
            ("Target.setAutoAttach", json!({"autoAttach": true, "waitForDebuggerOnStart": false, "flatten": true})),
            ("Page.setInterceptFileChooserDialog", json!({"enabled": true})),
        ] {
            match self.call(method, params).await {
                Ok(_) | Err(TabError::Protocol(_) | TabError::NotAttachable { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Makes cross-process frames that appeared tell about their requests and their own frames.
    pub(crate) async fn adopt_children(&self) {
        // Adopting one can bring up further ones.
        while let Some(child) = self.hub.read(|state| state.children.first().cloned()) {
            self.hub.change(|state| state.children.retain(|other| *other != child));
            let auto = json!({"autoAttach": true, "waitForDebuggerOnStart": false, "flatten": true});
            let choosers = json!({"enabled": true});
            if self.hub.read(|state| state.holds_files) {
                // What a frame of another site leads to is saved like anything else.
                let held = self.transport.call("Fetch.enable", crate::state::files::documents(), Some(&child));
                let _ = self.within(CALL_MS, held).await;
            }
            for (method, params) in [
                ("Network.enable", json!({})),
                ("Target.setAutoAttach", auto),
                // A frame of another site opens choosers of its own.
                ("Page.enable", json!({})),
                ("Page.setInterceptFileChooserDialog", choosers),
            ] {
                // A frame that vanished meanwhile is no loss.
                let _ = self.within(CALL_MS, self.transport.call(method, params, Some(&child))).await;
            }
        }
    }

    /// The future's outcome if it comes within `ms` milliseconds.
    pub(crate) async fn within<T>(&self, ms: u64, work: impl Future<Output = T>) -> Option<T> {
        match select(pin!(work), pin!(self.clock.sleep(ms))).await {
            Either::Left((done, _)) => Some(done),
            Either::Right(_) => None,
        }
    }

    /// A command with the ordinary deadline.
    pub(crate) async fn call(&self, method: &str, params: Value) -> Result<Value, TabError> {
        self.call_within(CALL_MS, method, params).await
    }

    /// A command that is given up at its deadline, or at once when a dialog opens, the page crashes or the session is lost.
    pub(crate) async fn call_within(&self, ms: u64, method: &str, params: Value) -> Result<Value, TabError> {
        if is_input(method, &params) {
            self.sent.set(true);
        }
        let answer = self.uncut(ms, method, self.transport.call(method, params, None)).await?;
        match answer {
            Ok(value) => Ok(value),
            Err(error) => Err(self.refused(&error).await),
        }
    }

    /// A command to a child session.
    pub(crate) async fn call_in(&self, session: Option<&str>, method: &str, params: Value) -> Result<Value, TabError> {
        self.call_in_within(CALL_MS, session, method, params).await
    }

    /// The same with a deadline of its own.
    pub(crate) async fn call_in_within(
        &self,
        ms: u64,
        session: Option<&str>,
        method: &str,
        params: Value,
    ) -> Result<Value, TabError> {
        match self.uncut(ms, method, self.transport.call(method, params, session)).await? {
            Ok(value) => Ok(value),
            // A frame's session that is gone says nothing of the tab's.
            Err(error) if session.is_some() => Err(errors::to_tab_error(&error)),
            Err(error) => Err(self.refused(&error).await),
        }
    }

    /// A command that also works while a dialog is open or after a crash.
    pub(crate) async fn call_anyway(&self, ms: u64, method: &str, params: Value) -> Result<Value, TabError> {
        let answer = self.within(ms, self.transport.call(method, params, None)).await;
        match answer {
            Some(Ok(value)) => Ok(value),
            Some(Err(error)) => Err(self.refused(&error).await),
            None => Err(TabError::Deadline { what: method.to_owned(), after_ms: ms }),
        }
    }

    /// Calls a function of the page's script; none when the element it is about is gone.
    pub(crate) async fn page<T: DeserializeOwned>(&self, function: &str, args: Value) -> Result<Option<T>, TabError> {
        self.page_within(CALL_MS, function, args).await
    }

    /// The same with a deadline of its own. What is about an element is asked in the element's frame.
    pub(crate) async fn page_within<T: DeserializeOwned>(
        &self,
        ms: u64,
        function: &str,
        args: Value,
    ) -> Result<Option<T>, TabError> {
        let frame = self.frame_of(&args);
        let answer = self.uncut(ms, function, self.page.run(frame, function, args)).await??;
        match page_api::read(answer) {
            Ok(value) => Ok(Some(value)),
            Err(PageApiError::Gone) => Ok(None),
            Err(error) => Err(TabError::Protocol(error.to_string())),
        }
    }

    /// Waits for the work unless something happened that it would never come back from.
    pub(crate) async fn uncut<T>(&self, ms: u64, what: &str, work: impl Future<Output = T>) -> Result<T, TabError> {
        let work = pin!(work);
        let cut = pin!(self.hub.when(cut));
        match self.within(ms, select(work, cut)).await {
            Some(Either::Left((done, _))) => Ok(done),
            Some(Either::Right((cut, _))) => Err(self.cut_error(&cut)),
            None => Err(TabError::Deadline { what: what.to_owned(), after_ms: ms }),
        }
    }

    fn cut_error(&self, cut: &Cut) -> TabError {
        let (dialog, reason) = self.hub.read(|state| (state.dialog.clone(), state.detached));
        match (cut, dialog) {
            (Cut::Dialog, Some(dialog)) => TabError::DialogOpen(dialog),
            (Cut::Crashed, _) => TabError::Crashed,
            (Cut::Dialog | Cut::Detached, _) if reason == Some(DetachReason::CanceledByUser) => {
                TabError::CanceledByUser
            }
            (Cut::Dialog | Cut::Detached, _) if reason == Some(DetachReason::TabGone) => TabError::Closed,
            (Cut::Dialog | Cut::Detached, _) => {
                errors::to_tab_error(&CallError("Debugger is not attached.".to_owned()))
            }
        }
    }

    async fn refused(&self, error: &CallError) -> TabError {
        if errors::classify(error) != Refusal::Detached {
            return errors::to_tab_error(error);
        }
        // The notice with the reason may come a moment after the refusal.
        let reason = self.within(REASON_MS, self.hub.when(|state| state.detached)).await;
        if reason.is_none() {
            self.hub.detached(DetachReason::TargetClosed);
        }
        self.cut_error(&Cut::Detached)
    }

    /// Whether the session is lost.
    pub(crate) fn is_detached(&self) -> bool {
        self.hub.read(|state| state.detached.is_some())
    }

    /// Whether an error came of the tab's or the session's going away, of which the notice may come a moment later.
    pub(crate) async fn is_lost_by(&self, error: &TabError) -> bool {
        match error {
            TabError::Crashed | TabError::Closed => true,
            TabError::Protocol(words) if words.contains("was removed") => {
                let _notice = self.within(REASON_MS, self.hub.when(|state| state.detached)).await;
                self.is_detached()
            }
            TabError::Protocol(_) => self.is_detached(),
            _ => false,
        }
    }

    /// Attaches again after the session was lost, unless the user cancelled it.
    pub(crate) async fn recover(&self) -> Result<(), TabError> {
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
                    // Documents may have come and gone unseen.
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
}

/// Whether a command does something in the page; moving the pointer does not yet.
fn is_input(method: &str, params: &Value) -> bool {
    let says = |name: &str, value: &str| params.get(name).and_then(Value::as_str) == Some(value);
    match method {
        "Input.insertText" | "Input.dispatchDragEvent" => true,
        "Input.dispatchMouseEvent" => !says("type", "mouseMoved"),
        "Input.dispatchKeyEvent" => !says("key", crate::wire::keys::NO_KEY),
        _ => false,
    }
}

fn cut(state: &TabState) -> Option<Cut> {
    if state.detached.is_some() {
        Some(Cut::Detached)
    } else if state.crashed {
        Some(Cut::Crashed)
    } else {
        state.dialog.is_some().then_some(Cut::Dialog)
    }
}
