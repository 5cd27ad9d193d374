//! A real Chromium for tests and the demo: temporary profile, driven over the DevTools protocol, ended on drop.
//! [`Browser`] is the process, [`Page`] one tab, [`Extension`] a page of the extension for commands and events. None of them ever attaches to the
//! extension's service worker, because a DevTools session would keep the worker alive and hide what its death does.

mod connection;
mod error;
mod extension;
mod launch;
mod page;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

pub use connection::{Connection, Event, Subscription};
pub use error::{BrowserError, CALL_DEADLINE};
pub use extension::{Extension, RunHandle, SeenEvent, extension_id_of};
pub use launch::Options;
pub(crate) use page::save_base64;
pub use page::{Page, Theme};

use error::POLL;
use launch::Process;

/// A debuggable target: a tab, a worker, a frame in another process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    pub id: String,
    /// `page`, `service_worker`, `iframe` and so on.
    pub kind: String,
    pub url: String,
    pub title: String,
}

/// A running browser. Dropping it kills the process with its children and removes the profile.
pub struct Browser {
    // Declared before the process: fields are dropped in order, and the connection ends first.
    connection: Connection,
    process: Process,
    extension: Option<(PathBuf, String)>,
}

impl Browser {
    pub async fn start(options: &Options) -> Result<Self, BrowserError> {
        let extension = match &options.extension {
            Some(dist) => Some((dist.clone(), extension_id_of(dist)?)),
            None => None,
        };
        let process = Process::start(options).await?;
        let connection = Connection::open(process.websocket()).await?;
        connection.call(None, "Browser.getVersion", json!({})).await?;
        Ok(Self { connection, process, extension })
    }

    /// The address of its debugging protocol, for whoever drives it as well.
    pub fn websocket(&self) -> &str {
        self.process.websocket()
    }

    /// For calls without a wrapper.
    pub fn connection(&self) -> &Connection {
        &self.connection
    }

    /// The browser's process group on Unix, its main process elsewhere.
    pub fn process_id(&self) -> u32 {
        self.process.id()
    }

    /// The profile's folder, which has the browser's log as `browser.log`.
    pub fn profile(&self) -> &std::path::Path {
        self.process.profile()
    }

    /// The id of the loaded extension, if any.
    pub fn extension_id(&self) -> Option<&str> {
        self.extension.as_ref().map(|(_, id)| id.as_str())
    }

    /// All debuggable targets.
    pub async fn targets(&self) -> Result<Vec<Target>, BrowserError> {
        let answer = self.connection.call(None, "Target.getTargets", json!({})).await?;
        let infos = answer.get("targetInfos").and_then(Value::as_array);
        let infos = infos.ok_or(BrowserError::Shape { method: "Target.getTargets", field: "targetInfos" })?;
        let text = |info: &Value, name: &str| info.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        Ok(infos
            .iter()
            .map(|info| Target {
                id: text(info, "targetId"),
                kind: text(info, "type"),
                url: text(info, "url"),
                title: text(info, "title"),
            })
            .collect())
    }

    pub async fn wait_target(
        &self,
        what: &str,
        accept: impl Fn(&Target) -> bool,
        deadline: Duration,
    ) -> Result<Target, BrowserError> {
        let started = Instant::now();
        loop {
            let targets = self.targets().await?;
            if let Some(found) = targets.iter().find(|target| accept(target)) {
                return Ok(found.clone());
            }
            if started.elapsed() >= deadline {
                let seen: Vec<_> = targets.iter().map(|target| format!("{} {}", target.kind, target.url)).collect();
                return Err(BrowserError::StillNot {
                    what: format!("a target: {what}"),
                    milliseconds: deadline.as_millis(),
                    last: format!("; there are {}", seen.join(", ")),
                });
            }
            tokio::time::sleep(POLL).await;
        }
    }

    /// Opens a tab and waits until its document has loaded.
    pub async fn open_page(&self, url: &str) -> Result<Page, BrowserError> {
        let page = self.open_blank().await?;
        page.goto(url).await?;
        Ok(page)
    }

    /// Opens a tab without waiting for the document: for pages that never finish.
    pub async fn open_page_unwaited(&self, url: &str) -> Result<Page, BrowserError> {
        let target = self.create_target(url).await?;
        self.attach(&target).await
    }

    pub async fn open_blank(&self) -> Result<Page, BrowserError> {
        let target = self.create_target("about:blank").await?;
        self.attach(&target).await
    }

    async fn create_target(&self, url: &str) -> Result<String, BrowserError> {
        let answer = self.connection.call(None, "Target.createTarget", json!({ "url": url })).await?;
        let id = answer.get("targetId").and_then(Value::as_str);
        Ok(id.ok_or(BrowserError::Shape { method: "Target.createTarget", field: "targetId" })?.to_owned())
    }

    pub async fn attach(&self, target_id: &str) -> Result<Page, BrowserError> {
        Page::attach(self.connection.clone(), target_id).await
    }

    /// Opens a page of the extension that is only driven: it sends commands, sees events, and runs and draws nothing.
    pub async fn open_bare(&self) -> Result<Extension, BrowserError> {
        self.open_extension("manifest.json").await
    }

    /// Opens the extension's page `path` as a tab for commands and events.
    pub async fn open_extension(&self, path: &str) -> Result<Extension, BrowserError> {
        let (dist, id) =
            self.extension.as_ref().ok_or_else(|| BrowserError::NoExtension(PathBuf::from("(no extension loaded)")))?;
        // What comes after the file's name is for the page.
        let file = dist.join(path.split(['#', '?']).next().unwrap_or(path));
        if !file.exists() {
            let source = std::io::Error::from(std::io::ErrorKind::NotFound);
            return Err(BrowserError::File { path: file, source });
        }
        Extension::open(self.open_blank().await?, id, path).await
    }

    /// Opens the extension's side panel beside the tab that shows this page, as a click on its button does.
    pub async fn open_side_panel(&self, beside: &Page) -> Result<Extension, BrowserError> {
        let id = self.extension_id().unwrap_or_default().to_owned();
        let panels = |targets: Vec<Target>| -> Vec<String> {
            let is_it =
                |one: &Target| one.kind == "page" && one.url == format!("chrome-extension://{id}/sidepanel.html");
            targets.into_iter().filter(is_it).map(|target| target.id).collect()
        };
        let before = panels(self.targets().await?);
        let tab = self.tab_of(beside).await?;
        let action = json!({ "id": id, "targetId": tab });
        self.connection.call(None, "Extensions.triggerAction", action).await?;
        let url = format!("chrome-extension://{id}/sidepanel.html");
        let is_new = |target: &Target| target.kind == "page" && target.url == url && !before.contains(&target.id);
        let panel = self.wait_target("the side panel", is_new, Duration::from_secs(20)).await?;
        let page = self.attach(&panel.id).await?;
        page.wait_for("document.readyState === 'complete'", Duration::from_secs(20)).await?;
        Extension::join(page, &id).await
    }

    /// The target of the tab that shows a page. Which one it is, the tab itself tells when it is asked for the targets in it.
    async fn tab_of(&self, page: &Page) -> Result<String, BrowserError> {
        let filter = json!({ "filter": [{ "type": "tab" }] });
        let answer = self.connection.call(None, "Target.getTargets", filter).await?;
        let tabs = answer.get("targetInfos").and_then(Value::as_array).cloned().unwrap_or_default();
        for tab in tabs.iter().filter_map(|tab| tab.get("targetId").and_then(Value::as_str)) {
            let attached = self.attach(tab).await?;
            let mut within = attached.subscribe("Target.attachedToTarget");
            let auto = json!({ "autoAttach": true, "waitForDebuggerOnStart": false, "flatten": true,
                "filter": [{ "type": "page" }] });
            attached.send("Target.setAutoAttach", auto).await?;
            let shown = within.next(Duration::from_secs(2)).await.ok();
            let shown = shown.and_then(|event| event.params.pointer("/targetInfo/targetId").cloned());
            if shown.as_ref().and_then(Value::as_str) == Some(page.target_id()) {
                return Ok(tab.to_owned());
            }
        }
        Err(BrowserError::Shape { method: "Target.getTargets", field: "targetInfos" })
    }

    /// The extension's service worker, if running.
    pub async fn worker(&self) -> Result<Option<Target>, BrowserError> {
        let prefix = format!("chrome-extension://{}/", self.extension_id().unwrap_or_default());
        let targets = self.targets().await?;
        Ok(targets.into_iter().find(|target| target.kind == "service_worker" && target.url.starts_with(&prefix)))
    }

    /// Ends the extension's service worker as the browser does when idle, and waits until it is gone; returns whether there was one.
    pub async fn kill_worker(&self) -> Result<bool, BrowserError> {
        let Some(worker) = self.worker().await? else { return Ok(false) };
        self.connection.call(None, "Target.closeTarget", json!({ "targetId": worker.id })).await?;
        let started = Instant::now();
        // A pending run may start the next worker at once, under another target id.
        while self.worker().await?.is_some_and(|now| now.id == worker.id) {
            if started.elapsed() > Duration::from_secs(5) {
                return Err(BrowserError::StillNot {
                    what: "the worker has ended".to_owned(),
                    milliseconds: 5000,
                    last: String::new(),
                });
            }
            tokio::time::sleep(POLL).await;
        }
        Ok(true)
    }

    /// Closes the browser properly, else by force.
    pub async fn close(mut self) -> Result<(), BrowserError> {
        // The browser's end may cut off the answer.
        let asked = self.connection.call_within(None, "Browser.close", json!({}), Duration::from_secs(5)).await;
        match asked {
            Ok(_) | Err(BrowserError::Closed { .. } | BrowserError::Deadline { .. }) => {}
            Err(other) => return Err(other),
        }
        self.process.wait(Duration::from_secs(5)).await;
        Ok(())
    }
}

/// A runtime for synchronous commands. Tests can use `#[tokio::test]`.
pub fn runtime() -> std::io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()
}
