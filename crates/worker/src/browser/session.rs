//! A tab's debugger session.

use async_trait::async_trait;
use edith_actions::action::{Dialog, TabError};
use edith_cdp::{CallError, Transport, is_allowed};
use edith_chrome::{ChromeError, debugger};
use serde_json::Value;

/// The session of a tab with the debugger attached.
pub(super) struct TabSession {
    tab: i32,
}

impl TabSession {
    /// The session of this tab.
    pub(super) fn new(tab: i32) -> Self {
        Self { tab }
    }
}

#[async_trait(?Send)]
impl Transport for TabSession {
    async fn call(&self, method: &str, params: Value, session: Option<&str>) -> Result<Value, CallError> {
        // The debugger can do far more than a user can, so only the product's own commands are sent, whatever a caller was tricked into.
        if !is_allowed(method) {
            let message = format!("{method} is not one of the commands EDITH may send.");
            return Err(CallError(serde_json::json!({ "code": -32_601, "message": message }).to_string()));
        }
        alive(debugger::send_command(self.tab, session, method, &params).await).await.map_err(call_error)
    }

    fn secret(&self) -> String {
        edith_chrome::random::uuid()
    }

    async fn reattach(&self) -> Result<(), CallError> {
        match attach(self.tab).await {
            Ok(()) => Ok(()),
            Err(error) => Err(CallError(with_extensions(&error).await)),
        }
    }
}

fn call_error(error: ChromeError) -> CallError {
    CallError(error.message().to_owned())
}

/// Attaches the debugger to a tab.
pub(super) async fn attach(tab: i32) -> Result<(), ChromeError> {
    alive(debugger::attach(tab).await).await
}

/// Chrome's answer, unless this worker is being terminated: its calls then fail ("No SW"), which says nothing about their effect and must not
/// reach anybody. The next worker finds out.
pub(super) async fn alive<T>(answer: Result<T, ChromeError>) -> Result<T, ChromeError> {
    match answer {
        Err(error) if error.message().trim_end_matches('.') == "No SW" => std::future::pending().await,
        answer => answer,
    }
}

/// Whether the error says that a debugger is already attached.
pub(super) fn is_taken(error: &ChromeError) -> bool {
    error.message().contains("Another debugger is already attached")
}

/// The open dialog of an earlier worker's session, recorded by `background.js`.
pub(super) async fn open_dialog(tab: i32) -> Option<Dialog> {
    let noted = debugger::dialog_of(tab).await.ok()?;
    let text = |name: &str| noted.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    noted.is_object().then(|| Dialog {
        kind: text("type"),
        message: text("message"),
        default_text: text("defaultPrompt"),
        url: text("url"),
    })
}

/// Forgets a recorded dialog, if any: its session ends.
pub(super) fn forget_dialog(tab: i32) {
    debugger::forget_dialog(tab);
}

/// Why the debugger cannot attach. Chrome does not say whose frame is in the way, so the frames of other extensions are looked up.
pub(super) async fn not_attachable(error: &ChromeError) -> TabError {
    let message = error.message();
    if message.contains("No tab with") {
        return TabError::Closed;
    }
    TabError::NotAttachable { reason: with_extensions(error).await }
}

/// An error's text, with the ids of extensions whose frame may be in the way.
async fn with_extensions(error: &ChromeError) -> String {
    let mut words = error.message().to_owned();
    if words.contains("of different extension") {
        let targets = debugger::targets().await.unwrap_or_default();
        let own = edith_chrome::runtime::get_url("");
        for id in other_extensions(&targets, &own) {
            words.push(' ');
            words.push_str(&id);
        }
    }
    words
}

/// The ids of other extensions with a frame, each once.
fn other_extensions(targets: &[debugger::Target], own: &str) -> Vec<String> {
    let mut ids = Vec::new();
    for target in targets.iter().filter(|target| !target.url.starts_with(own) && target.kind != "worker") {
        let id = target.url.strip_prefix("chrome-extension://").and_then(|rest| rest.split('/').next());
        if let Some(id) = id.filter(|id| !ids.iter().any(|known| known == id)) {
            ids.push(id.to_owned());
        }
    }
    ids
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_of_other_extensions_are_named_once() {
        let target = |kind: &str, url: &str| debugger::Target {
            kind: kind.to_owned(),
            url: url.to_owned(),
            title: String::new(),
            attached: false,
            tab_id: None,
        };
        let targets = [
            target("page", "https://a.example/"),
            target("page", "chrome-extension://own/sidepanel.html"),
            target("iframe", "chrome-extension://other/menu.html"),
            target("other", "chrome-extension://other/menu.html"),
            target("worker", "chrome-extension://third/sw.js"),
        ];
        assert_eq!(other_extensions(&targets, "chrome-extension://own/"), ["other"]);
    }
}
