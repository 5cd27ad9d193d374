//! A session of each of a task's tabs that tells what is recorded.

use super::shared::Of;
use super::{BLANK, NativeBrowser};
use crate::recording::Recorder;
use crate::wire::WireEvent;
use edith_actions::action::TabError;
use edith_actions::http_url::HttpUrl;
use edith_protocol::TabId;
use serde_json::{Value, json};
use std::rc::Rc;

/// How long to wait for a film's last picture, in milliseconds.
const LAST_MS: f64 = 500.0;
/// Between two looks whether it is there.
const LAST_PAUSE_MS: u64 = 10;

impl NativeBrowser {
    /// Records what its tasks' tabs do from now on.
    pub fn record(&self, recorder: Rc<Recorder>) {
        *self.shared.recorder.borrow_mut() = Some(recorder);
    }

    /// Waits for a film's last picture, which shows what the tab shows now, but for no longer than [`LAST_MS`].
    pub async fn last_picture(&self) {
        let Some(recorder) = self.shared.recorder.borrow().clone() else { return };
        let Some(session) = recorder.filmed().and_then(|tab| self.shared.recorded(tab)) else { return };
        let (before, until) = (recorder.pictures(), self.shared.clock.now() + LAST_MS);
        self.shared.begin_film(&recorder, &session);
        while recorder.pictures() == before && self.shared.clock.now() < until {
            self.shared.clock.sleep(LAST_PAUSE_MS).await;
        }
    }

    /// A tab that is on its way to an address. The browser tells nobody of the request that a tab is made with, so that one that is recorded is sent there
    /// once it is.
    pub(super) async fn make_open(&self, url: &HttpUrl) -> Result<TabId, TabError> {
        if self.shared.recorder.borrow().is_none() {
            return self.make(url.as_str()).await;
        }
        let tab = self.make(BLANK).await?;
        self.watch(tab.0).await;
        let session = self.shared.recorded(tab.0);
        // The page's process has to have heard of it as well: the one that takes over from it is given what that one knew.
        drop(self.shared.connection.call(session.as_deref(), "Page.enable", json!({})).await);
        let params = json!({"url": url.as_str(), "transitionType": "typed"});
        self.shared.connection.tell_in(session.as_deref(), "Page.navigate", &params);
        Ok(tab)
    }

    /// Whether a tab is recorded, and with it the tabs that its pages open.
    pub(super) fn is_recorded(&self, tab: i32) -> bool {
        self.shared.recorded(tab).is_some()
    }

    /// Has the browser tell what a tab does, if that is recorded and it does not yet.
    pub(super) async fn watch(&self, tab: i32) {
        let recorder = self.shared.recorder.borrow().clone();
        let (Some(recorder), Some(target)) = (recorder, self.shared.target_of(tab)) else { return };
        if !self.shared.is_to_be_watched(tab) {
            return;
        }
        let params = json!({ "targetId": target, "flatten": true });
        // Of a tab that is gone there is nothing to record.
        let Ok(made) = self.shared.connection.call(None, "Target.attachToTarget", params).await else { return };
        let session = made.get("sessionId").and_then(Value::as_str).unwrap_or_default().to_owned();
        self.shared.know(session.clone(), Of::Recorded(tab));
        self.shared.change(tab, |tab| tab.recorded = Some(session.clone()));
        self.ask_for(&recorder, &session);
        if recorder.films(tab) {
            self.shared.begin_film(&recorder, &session);
        }
    }

    /// The browser carries commands of one connection out in order: whatever is let go on after these is recorded.
    fn ask_for(&self, recorder: &Recorder, session: &str) {
        for (method, params) in recorder.commands() {
            self.shared.connection.tell_in(Some(session), method, &params);
        }
    }

    /// An event of a tab's or a frame's recording session.
    pub(super) fn recorded(&self, tab: i32, event: WireEvent) {
        let Some(recorder) = self.shared.recorder.borrow().clone() else { return };
        let WireEvent { session, method, params } = event;
        match method.as_str() {
            "Target.attachedToTarget" => {
                let child = params.get("sessionId").and_then(Value::as_str).unwrap_or_default();
                self.shared.know(child.to_owned(), Of::Recorded(tab));
                self.ask_for(&recorder, child);
                self.shared.connection.tell_in(Some(child), "Runtime.runIfWaitingForDebugger", &json!({}));
            }
            "Target.detachedFromTarget" => {
                let child = params.get("sessionId").and_then(Value::as_str).unwrap_or_default();
                self.shared.forget_session(child);
            }
            "Page.screencastFrame" => {
                recorder.heard(tab, "", &method, &params);
                if let Some(session) = session.filter(|_| recorder.films(tab)) {
                    self.shared.took(recorder, session, params.get("sessionId").cloned());
                }
            }
            _ => recorder.heard(tab, &self.shared.target_of(tab).unwrap_or_default(), &method, &params),
        }
    }
}
