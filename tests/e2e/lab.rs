//! A browser with the extension, the sample sites and a scripted model server: the setup of nearly every test.

use std::time::{Duration, Instant};

use edith_lab::browser::{Browser, Extension, RunHandle, SeenEvent};
use edith_lab::model_server::{ModelServer, Reply, Request, Script, uid_of};
use edith_lab::sites::Sites;
use serde_json::{Value, json};

use super::browser_with;

/// The time limit of a scripted run on a busy machine.
pub(crate) const RUN: Duration = Duration::from_secs(60);

/// A complete setup, with the scripted server as the model.
pub(crate) struct Lab {
    /// The browser.
    pub browser: Browser,
    /// The extension page that sends commands.
    pub extension: Extension,
    /// The sample sites.
    pub sites: Sites,
    /// The scripted model server.
    pub model: ModelServer,
}

impl Lab {
    /// A lab whose model follows this script.
    pub(crate) async fn with(script: Script) -> Self {
        Self::on(Sites::start().await.unwrap(), script).await
    }

    /// The same on running sites, so that the script can name their addresses.
    pub(crate) async fn on(sites: Sites, script: Script) -> Self {
        Self::with_flags(sites, script, &[]).await
    }

    /// The same in a browser that is started with these flags.
    pub(crate) async fn with_flags(sites: Sites, script: Script, flags: &[&str]) -> Self {
        let model = ModelServer::scripted(script).await.unwrap();
        let browser = browser_with(flags).await;
        let extension = browser.open_bare().await.unwrap();
        let server = json!({ "edith_api_base_url": model.url, "edith_model": "scripted", "edith_api_key": "sk-test" });
        extension.storage_set(server).await.unwrap();
        Self { browser, extension, sites, model }
    }

    /// Does a task with the scripted model and returns how it ended.
    pub(crate) async fn run(&self, task: &str) -> SeenEvent {
        let run = self.start(task).await;
        self.done(&run).await
    }

    /// Starts a task.
    pub(crate) async fn start(&self, task: &str) -> RunHandle {
        self.extension.run_agent(task, None).await.unwrap()
    }

    /// The end of a run.
    pub(crate) async fn done(&self, run: &RunHandle) -> SeenEvent {
        self.extension.wait_done(run, RUN).await.unwrap()
    }

    /// The run's ask.
    pub(crate) async fn ask(&self, run: &RunHandle) -> SeenEvent {
        self.extension.wait_ask(run, run.first_event, RUN).await.unwrap().1
    }

    /// Waits until the model has had this many requests in all.
    pub(crate) async fn asked(&self, times: usize) -> Vec<Request> {
        self.model.wait_requests(times, RUN).await.unwrap()
    }

    /// Controls the run: `AGENT_PAUSE` and the like.
    pub(crate) async fn steer(&self, kind: &str, run: &RunHandle) {
        self.extension.accepted(json!({ "type": kind, "runId": run.run_id })).await.unwrap();
    }

    /// Kills the worker and wakes a new one with a harmless command.
    pub(crate) async fn kill_worker(&self) {
        assert!(self.browser.kill_worker().await.unwrap(), "there was no worker to kill");
        self.runs().await;
    }

    /// Reloads the extension, like the button on the extensions page, and opens a page of the new one.
    pub(crate) async fn reload_extension(&mut self) {
        let before = self.browser.worker().await.unwrap();
        // The requesting page goes with it, sometimes before its answer.
        let _cut_off = self
            .extension
            .page()
            .send_within("Runtime.evaluate", json!({ "expression": "chrome.runtime.reload()" }), Duration::from_secs(2))
            .await;
        let started = Instant::now();
        loop {
            let now = self.browser.worker().await.unwrap();
            if now.is_some()
                && now != before
                && let Ok(extension) = self.browser.open_bare().await
            {
                self.extension = extension;
                return;
            }
            assert!(started.elapsed() < RUN, "the extension did not come back; {:?}", self.browser.targets().await);
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// The answer of `RUN_LIST`.
    pub(crate) async fn runs(&self) -> Vec<Value> {
        let list = self.extension.accepted(json!({ "type": "RUN_LIST" })).await.unwrap();
        list["runs"].as_array().unwrap().clone()
    }

    /// Waits until the sites have noted this.
    pub(crate) async fn until(&self, what: &str, holds: impl Fn(&edith_lab::sites::State) -> bool) {
        let started = Instant::now();
        while !holds(&self.sites.state()) {
            assert!(started.elapsed() < RUN, "still not: {what}; notes: {:?}", self.sites.state().notes);
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Checks that the extension has detached from every tab.
    pub(crate) async fn is_detached(&self) -> bool {
        let targets = "chrome.debugger.getTargets().then(all => all.filter(target => target.attached && target.extensionId === undefined \
                       && target.type === 'page' && target.url.startsWith('http')).length)";
        self.extension.page().eval(targets).await.unwrap() == json!(0)
    }

    /// The same if the test itself debugs a tab: the extension's page can attach to every tab, which Chrome refuses while the extension
    /// is attached already.
    pub(crate) async fn is_let_go(&self) -> bool {
        let attach = "chrome.tabs.query({}).then(tabs => Promise.all(tabs.filter(tab => /^http/.test(tab.url)).map(tab => \
                      chrome.debugger.attach({ tabId: tab.id }, '1.3').then(() => chrome.debugger.detach({ tabId: tab.id })) \
                      .then(() => true, error => !/already attached/.test(error.message))))).then(all => all.every(free => free))";
        self.extension.page().eval(attach).await.unwrap() == json!(true)
    }
}

/// How a run ended.
pub(crate) fn outcome(done: &SeenEvent) -> &str {
    done.text("outcome")
}

/// A turn that opens a page.
pub(crate) fn open(url: &str) -> Reply {
    Reply::call("open_browser", json!({ "url": url }))
}

/// A turn that calls a tool on the element of that type and label in the last look, with more arguments.
pub(crate) fn on(
    tool: &'static str,
    kind: &'static str,
    label: &'static str,
    more: Value,
) -> impl Fn(&Request) -> Reply {
    move |request| {
        let Some(uid) = uid_of(request, kind, label) else {
            return Reply::text(format!("There is no {kind} {label:?} in the look."));
        };
        let mut arguments = more.clone();
        arguments["uid"] = json!(uid);
        Reply::call(tool, arguments)
    }
}

/// A turn that drags one element onto another, each by its label.
pub(crate) fn drag(from: &str, to: &str) -> Reply {
    Reply::call("drag", json!({ "from_uid": { "$uid": ["", from] }, "to_uid": { "$uid": ["", to] } }))
}

/// A turn that clicks.
pub(crate) fn click(kind: &'static str, label: &'static str) -> impl Fn(&Request) -> Reply {
    on("click", kind, label, json!({}))
}
