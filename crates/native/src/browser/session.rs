//! A driven tab's session, as the transport of what drives it.

use super::shared::{Of, Shared};
use crate::small::SystemEntropy;
use crate::wire::WireError;
use async_trait::async_trait;
use edith_cdp::{CallError, Transport, is_allowed};
use edith_port::Entropy;
use serde_json::{Value, json};
use std::rc::Rc;

/// How Chromium words that a target is not there.
const NO_TARGET: &str = "No target with given id";

/// The session of a tab that something works in.
pub(super) struct TabSession {
    shared: Rc<Shared>,
    tab: i32,
}

impl TabSession {
    pub(super) fn new(shared: Rc<Shared>, tab: i32) -> Self {
        Self { shared, tab }
    }

    /// Attaches to the tab, in place of an earlier session of ours.
    pub(super) async fn attach(&self) -> Result<(), CallError> {
        let target = self.shared.target_of(self.tab).ok_or_else(no_tab)?;
        let params = json!({ "targetId": target, "flatten": true });
        let answer = self.shared.connection.call(None, "Target.attachToTarget", params).await.map_err(call_error)?;
        let session = answer.get("sessionId").and_then(Value::as_str).unwrap_or_default().to_owned();
        self.shared.change(self.tab, |tab| {
            tab.children.clear();
            tab.driven = Some(session.clone());
        });
        self.shared.know(session, Of::Driven(self.tab));
        Ok(())
    }
}

#[async_trait(?Send)]
impl Transport for TabSession {
    async fn call(&self, method: &str, params: Value, session: Option<&str>) -> Result<Value, CallError> {
        if !is_allowed(method) {
            let message = format!("{method} is not one of the commands EDITH may send.");
            return Err(CallError(json!({ "code": -32_601, "message": message }).to_string()));
        }
        let own = self.shared.driven(self.tab);
        let Some(session) = session.map(str::to_owned).or(own) else {
            return Err(CallError("Debugger is not attached to the tab.".to_owned()));
        };
        if method.starts_with("Input.") || method == "Page.navigate" {
            self.shared.film(self.tab);
        }
        let mut under_way = self.shared.begins(method);
        let answer = self.shared.connection.call(Some(&session), method, params).await;
        if let Some(under_way) = &mut under_way {
            under_way.command.ok = Some(answer.is_ok());
        }
        answer.map_err(call_error)
    }

    fn secret(&self) -> String {
        SystemEntropy.id()
    }

    async fn reattach(&self) -> Result<(), CallError> {
        self.attach().await
    }
}

fn no_tab() -> CallError {
    CallError("No tab with given id".to_owned())
}

/// In the words by which what drives the tab tells its causes apart.
fn call_error(error: WireError) -> CallError {
    match error {
        WireError::Closed | WireError::NotConnected(_) => no_tab(),
        WireError::Refused(error) => {
            let words = error.get("message").and_then(Value::as_str).unwrap_or_default();
            if words.contains(NO_TARGET) { no_tab() } else { CallError(error.to_string()) }
        }
    }
}
