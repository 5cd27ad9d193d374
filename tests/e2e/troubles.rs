//! Runs whose extension, tab or debugger is disturbed from outside.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use edith_lab::browser::{Browser, Options, Page, SeenEvent};
use edith_lab::model_server::{Fault, ModelServer, Reply, Script};
use edith_lab::sites::Sites;
use serde_json::json;

use super::lab::{Lab, RUN, open, outcome};
use super::play::{click, ended, lab, look};

const PAGE: &str = "tools-plain";

fn slow(reply: Reply) -> Reply {
    reply.with(Fault::Delay { milliseconds: 3_000 })
}

fn clicks(lab: &Lab) -> usize {
    lab.sites.state().noted(PAGE, "click").len()
}

/// Waits for a run's end in its conversation, even one that came before this extension page was opened.
async fn ended_with(lab: &Lab, words: &str) {
    let started = Instant::now();
    loop {
        let stored = lab.extension.conversations().await.unwrap();
        let last = stored[0]["messages"].as_array().and_then(|all| all.last().cloned()).unwrap_or_default();
        if last["role"] == "assistant" && last["content"] == words {
            return;
        }
        assert!(started.elapsed() < RUN, "it did not end with {words:?} but {last}; {:?}", lab.runs().await);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn a_reloaded_extension_goes_on_with_its_runs_by_itself() {
    // Before the click, and when the page has it.
    for after_click in [false, true] {
        let mut lab = lab(|sites, script| {
            let script = script.then(open(&sites.page_url(PAGE)));
            if after_click {
                script.then(click("Plain button")).then(slow(Reply::done("done"))).then(Reply::done("done"))
            } else {
                // Element numbers do not outlive the extension's scripts in the page.
                script.then(slow(look())).then(look()).then(click("Plain button")).then(Reply::done("done"))
            }
        })
        .await;
        lab.start("click once").await;
        lab.asked(if after_click { 3 } else { 2 }).await;
        lab.reload_extension().await;
        ended_with(&lab, "done").await;
        assert_eq!(clicks(&lab), 1, "after the click: {after_click}");
        assert!(lab.is_let_go().await);
    }
}

#[tokio::test]
async fn a_tab_that_was_put_out_of_memory_is_loaded_again_and_the_run_goes_on_in_it() {
    let lab =
        lab(|sites, script| script.then(open(&sites.page_url(PAGE))).then(slow(look())).then(click("Plain button")))
            .await;
    let run = lab.start("click once").await;
    lab.asked(2).await;
    let discard = "chrome.tabs.query({}).then(tabs => tabs.filter(tab => /tools-plain/.test(tab.url))).then(async tabs => { \
                   const now = await chrome.tabs.discard(tabs[0].id); return [tabs.length, now.id !== tabs[0].id]; })";
    assert_eq!(lab.extension.page().eval(discard).await.unwrap(), json!([1, true]), "it has another id now");
    let told = |event: &SeenEvent| event.text("text").contains("had unloaded the tab");
    lab.extension.wait_event_from(run.first_event, "what the person is told", told, RUN).await.unwrap();
    let played = ended(lab, run, "completed").await;
    played.noted(PAGE, "click", &["true"]).await;
    let tabs = "chrome.tabs.query({}).then(tabs => tabs.filter(tab => /tools-plain/.test(tab.url)).length)";
    assert_eq!(played.lab.extension.page().eval(tabs).await.unwrap(), json!(1), "no other tab was opened for it");
}

/// The run's tab, with a debugger of its own attached, as open developer tools have.
async fn developer_tools(lab: &Lab) -> Page {
    let url = lab.sites.page_url(PAGE);
    let shows = |target: &edith_lab::browser::Target| target.kind == "page" && target.url.starts_with(&url);
    let target = lab.browser.wait_target("the run's tab", shows, super::SOON).await.unwrap();
    let page = lab.browser.attach(&target.id).await.unwrap();
    for domain in [
        "Page.enable",
        "DOM.enable",
        "CSS.enable",
        "Runtime.enable",
        "Network.enable",
        "Debugger.enable",
        "Overlay.enable",
    ] {
        page.send(domain, json!({})).await.unwrap();
    }
    page
}

#[tokio::test]
async fn open_developer_tools_and_a_run_do_not_mind_each_other() {
    let lab = lab(|sites, script| {
        script
            .then(open(&sites.page_url(PAGE)))
            .then(slow(look()))
            .then(click("Plain button"))
            .then(slow(look()))
            .then(click("Plain checkbox"))
            .then(click("Plain link"))
    })
    .await;
    let run = lab.start("click with the tools open").await;
    lab.asked(2).await;
    let tools = developer_tools(&lab).await;
    lab.asked(4).await;
    // Even if the worker dies meanwhile: its session is separate from the tools'.
    lab.kill_worker().await;
    let played = ended(lab, run, "completed").await;
    for (what, value) in [("click", "true"), ("check", "true"), ("link", "followed")] {
        played.noted(PAGE, what, &[value]).await;
    }
    // The tools still work after the run has detached.
    assert_eq!(tools.eval("document.querySelector('#check').checked").await.unwrap(), json!(true));
}

#[tokio::test]
async fn a_page_halted_in_the_developer_tools_is_told_and_goes_on_when_they_let_it() {
    let lab = lab(|sites, script| {
        script
            .then(open(&sites.page_url(PAGE)))
            .then(slow(look()))
            .then(click("Plain button"))
            .then(click("Plain button"))
    })
    .await;
    let run = lab.start("click").await;
    lab.asked(2).await;
    let tools = developer_tools(&lab).await;
    let mut halted = tools.subscribe("Debugger.paused");
    // Not awaited: it is answered when the page continues.
    tools.send("Runtime.evaluate", json!({ "expression": "setTimeout(() => { debugger; })" })).await.unwrap();
    halted.next(super::SOON).await.unwrap();
    lab.asked(4).await;
    tools.send("Debugger.resume", json!({})).await.unwrap();
    let played = ended(lab, run, "completed").await;
    let answers = played.answers("click");
    assert!(answers.iter().all(|answer| !answer.is_empty()), "{answers:?}");
    assert!(played.answer("take_snapshot").contains("did not answer"), "{}", played.answer("take_snapshot"));
    assert!(!played.lab.sites.state().noted(PAGE, "click").is_empty());
}

/// A second extension that injects its own frame into every page at `where`.
fn other_extension(folder: &Path, matches: &str) -> PathBuf {
    let folder = folder.join("other");
    std::fs::create_dir_all(&folder).unwrap();
    let manifest = json!({
        "manifest_version": 3, "name": "Writing aid", "version": "1.0",
        "content_scripts": [{ "matches": [matches], "js": ["frame.js"], "run_at": "document_end" }],
        "web_accessible_resources": [{ "resources": ["frame.html"], "matches": ["<all_urls>"] }],
    });
    let frame = "addEventListener('frame-in', () => { const frame = document.createElement('iframe'); \
                 frame.src = chrome.runtime.getURL('frame.html'); frame.id = 'aid'; document.body.append(frame); }); \
                 addEventListener('frame-out', () => document.getElementById('aid')?.remove());";
    for (name, text) in
        [("manifest.json", manifest.to_string().as_str()), ("frame.js", frame), ("frame.html", "<p>Aid</p>")]
    {
        std::fs::write(folder.join(name), text).unwrap();
    }
    folder
}

/// Sends the page a word that the other extension's script hears.
async fn say(lab: &Lab, word: &str) {
    let script = format!(
        "chrome.tabs.query({{}}).then(tabs => Promise.all(tabs.filter(tab => /tools-plain/.test(tab.url)).map(tab => \
         chrome.scripting.executeScript({{ target: {{ tabId: tab.id }}, func: word => {{ dispatchEvent(new Event(word)); }}, \
         args: ['{word}'] }}))))"
    );
    lab.extension.page().eval(&script).await.unwrap();
}

#[tokio::test]
async fn a_frame_of_another_extension_is_named_and_the_run_goes_on_without_it() {
    let folder = std::env::temp_dir().join(format!("edith-troubles-{}", std::process::id()));
    let dist = edith_lab::paths::dist();
    let both = format!("{},{}", dist.display(), other_extension(&folder, "http://127.0.0.1/*").display());
    // The last of repeated flags counts.
    let flags = vec![format!("--load-extension={both}"), format!("--disable-extensions-except={both}")];
    let browser = Browser::start(&Options { flags, ..Options::with_extension(dist) }).await.unwrap();
    let sites = Sites::start().await.unwrap();
    let page = sites.page_url(PAGE);
    let script = Script::new()
        .then(open(&page))
        .then(slow(look()))
        .then(click("Plain button"))
        .then(slow(look()))
        .then(click("Plain button"));
    let model = ModelServer::scripted(script).await.unwrap();
    let extension = browser.open_bare().await.unwrap();
    let server = json!({ "edith_api_base_url": model.url, "edith_model": "scripted", "edith_api_key": "sk-test" });
    extension.storage_set(server).await.unwrap();
    let lab = Lab { browser, extension, sites, model };
    let run = lab.start("click").await;
    lab.asked(2).await;
    say(&lab, "frame-in").await;
    lab.asked(4).await;
    say(&lab, "frame-out").await;
    let played = ended(lab, run, "completed").await;
    let answers = played.answers("click");
    let id = answers[0].split(|c: char| !c.is_ascii_lowercase()).find(|part| part.len() == 32);
    assert!(answers[0].contains("frame of another extension") && id.is_some(), "{}", answers[0]);
    assert_ne!(id, Some(played.lab.extension.id()), "it is the other one's");
    assert!(answers[1].starts_with("Clicked"), "{}", answers[1]);
    played.noted(PAGE, "click", &["true"]).await;
    let _left = std::fs::remove_dir_all(&folder);
}

#[tokio::test]
async fn the_outcome_of_a_stopped_run_stays_when_the_extension_is_reloaded() {
    let mut lab = lab(|sites, script| script.then(open(&sites.page_url(PAGE))).then(slow(click("Plain button")))).await;
    let run = lab.start("click once").await;
    lab.asked(2).await;
    lab.steer("AGENT_STOP", &run).await;
    assert_eq!(outcome(&lab.done(&run).await), "stopped");
    lab.reload_extension().await;
    ended_with(&lab, "You stopped this.").await;
    assert_eq!((lab.model.requests().len(), clicks(&lab)), (2, 0));
}
