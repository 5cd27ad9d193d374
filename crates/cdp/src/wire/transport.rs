//! What a tab needs from outside: a way to send commands and a way to call the page's script.
//!
//! The worker implements both traits on `chrome.debugger` and `chrome.scripting`; tests script them. Implementations need not care about deadlines,
//! dialogs or detaching.

use super::protocol::Event;
use async_trait::async_trait;
use edith_actions::action::TabError;
use serde_json::Value;

/// One tab's debugger session.
#[async_trait(?Send)]
pub trait Transport {
    /// Sends a command and waits for its answer, however long that takes. `session` names a child session (a cross-process frame); none means the tab
    /// itself. Commands must reach the browser in the order in which the returned futures are first polled.
    async fn call(&self, method: &str, params: Value, session: Option<&str>) -> Result<Value, CallError>;

    /// A text that no page can guess, another one each time.
    fn secret(&self) -> String;

    /// Reattaches the debugger to the tab. The caller enables the domains again.
    async fn reattach(&self) -> Result<(), CallError>;
}

/// A refusal, as the browser worded it (`chrome.runtime.lastError.message`, JSON or plain text).
/// [`crate::wire::errors`] tells a closed tab, a lost session and a refused command apart by it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct CallError(pub String);

/// Functions of the page's script in the extension's isolated world.
#[async_trait(?Send)]
pub trait PageScript {
    /// Calls `edithPage[function](...args)` in a frame of the tab (0: the top one) and returns its answer, awaited if it is a promise; `args` is an
    /// array.
    ///
    /// If the script is not in the document yet (the answer would be `{missing: true}`), the implementation injects
    /// [`edith_page::page_api::SCRIPT`] and calls again. `{gone: …}` and `{failed: …}` are passed through as answers. If the browser does not
    /// allow scripts there, [`TabError::Protocol`] has the browser's words.
    async fn run(&self, frame: i32, function: &str, args: Value) -> Result<Value, TabError>;

    /// Has a frame's page tell by events of this name when it waits for what the browser asks the person. Beside what keeps messages, this is the one
    /// thing that is put into a page's own world: only there the waiting call shows.
    async fn watch_asks(&self, frame: i32, word: &str) -> Result<(), TabError>;

    /// Calls the function in every frame at once: each frame's number with its answer, null if it has none.
    async fn run_everywhere(&self, function: &str, args: Value) -> Result<Vec<(i32, Value)>, TabError>;
}

/// An event of the browser's.
#[derive(Debug, Clone, PartialEq)]
pub struct CdpEvent {
    /// E.g. `Page.frameNavigated`.
    pub method: String,
    /// Its parameters.
    pub params: Value,
    /// None: the tab itself.
    pub session: Option<String>,
}

impl CdpEvent {
    /// Whether the tab shows another document.
    pub fn shows_document(&self) -> bool {
        matches!(self.read(), Some(Event::FrameNavigated(shown)) if self.session.is_none() && shown.parent().is_none())
    }

    /// None: one that is not read.
    pub(crate) fn read(&self) -> Option<Event<'_>> {
        Event::read(&self.method, &self.params)
    }
}

/// Why the debugger was detached (`chrome.debugger.onDetach`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DetachReason {
    /// The user pressed Cancel in the debugging bar: a Stop.
    CanceledByUser,
    /// Anything else; the tab may live on.
    TargetClosed,
    /// The tab itself is gone.
    TabGone,
}

impl DetachReason {
    /// From Chrome's word for it.
    pub fn from_chrome(word: &str) -> Self {
        if word == "canceled_by_user" { Self::CanceledByUser } else { Self::TargetClosed }
    }
}
