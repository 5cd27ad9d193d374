//! The client itself: starting and ending, evaluating, screenshots, crashes, the extension's page, the demo.

use std::time::Duration;

use edith_lab::browser::{Browser, BrowserError, Options, Theme};
use edith_lab::demo::{Demo, DemoError};
use edith_lab::sites::Sites;
use serde_json::{Value, json};

use crate::{SOON, start};

#[tokio::test]
#[ignore = "starts a real Chromium"]
async fn a_browser_starts_evaluates_pictures_and_leaves_nothing_behind() {
    let (browser, sites) = start().await;
    let profile = browser.profile().to_owned();
    let page = browser.open_page(&sites.shop_url).await.unwrap();
    assert_eq!(page.eval("Promise.resolve([1, 'two'])").await.unwrap(), json!([1, "two"]));
    let thrown = page.eval("null.x").await.unwrap_err();
    assert!(matches!(&thrown, BrowserError::Script(words) if words.contains("TypeError")), "{thrown}");
    let never = page.wait_for("false", Duration::from_millis(200)).await.unwrap_err();
    assert!(matches!(never, BrowserError::StillNot { .. }), "{never}");
    let hung = page.eval_within("new Promise(() => {})", Duration::from_millis(200)).await.unwrap_err();
    assert!(matches!(hung, BrowserError::Deadline { .. }), "{hung}");

    let folder = std::env::temp_dir().join(format!("edith-pictures-{}", std::process::id()));
    for (theme, name) in [(Theme::Light, "light"), (Theme::Dark, "dark")] {
        let file = folder.join(format!("{name}.png"));
        page.screenshot(&file, theme, 320, 600).await.unwrap();
        let picture = std::fs::read(&file).unwrap();
        // A PNG's width is in bytes 16 to 19.
        assert_eq!(u32::from_be_bytes(picture[16..20].try_into().unwrap()), 320);
    }
    assert_ne!(std::fs::read(folder.join("light.png")).unwrap(), std::fs::read(folder.join("dark.png")).unwrap());
    std::fs::remove_dir_all(folder).unwrap();

    assert!(profile.exists());
    browser.close().await.unwrap();
    assert!(!profile.exists(), "it is removed");
}

/// The processes whose command line contains a text.
#[cfg(target_os = "linux")]
fn processes_with(text: &str) -> usize {
    let folders = std::fs::read_dir("/proc").unwrap().flatten();
    let lines = folders.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
    lines.filter(|line| String::from_utf8_lossy(line).contains(text)).count()
}

#[cfg(target_os = "linux")]
#[tokio::test]
#[ignore = "starts a real Chromium"]
async fn a_dropped_browser_takes_its_children_along() {
    let browser = Browser::start(&Options::default()).await.unwrap();
    let profile = browser.profile().to_string_lossy().into_owned();
    assert!(processes_with(&profile) > 2, "a main process and its children");
    drop(browser);
    // Children told to end may be listed until the system has reaped them.
    let dropped = std::time::Instant::now();
    while processes_with(&profile) > 0 {
        assert!(dropped.elapsed() < Duration::from_secs(10), "{} processes live on", processes_with(&profile));
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(!std::path::Path::new(&profile).exists());
}

/// A minimal worker that answers like the real one.
const WORKER: &str = r#"
chrome.runtime.onMessage.addListener((message, sender, respond) => {
  if (message.type !== 'AGENT_RUN') { respond({ ok: false, error: { code: 'unknown', message: 'no such command' } }); return; }
  const ids = { runId: 'r1', conversationId: 'c1' };
  respond({ ok: true, ...ids });
  chrome.runtime.sendMessage({ type: 'agent_progress', ...ids, step: 1, text: message.prompt }).catch(() => {});
  chrome.runtime.sendMessage({ type: 'agent_ask', ...ids, askId: 'a1', kind: 'question', text: 'Why?' }).catch(() => {});
  chrome.runtime.sendMessage({ type: 'agent_done', ...ids, outcome: 'completed', summary: String(message.tabId) }).catch(() => {});
});"#;

/// A worker that does the demo's tasks by asking the server, but forgets the plants, cites the contract from the wrong page, and fills in nothing.
const FORGETFUL: &str = r#"
chrome.runtime.onMessage.addListener((message, sender, respond) => {
  if (message.type === 'PROFILE_SAVE') { respond({ ok: true }); return; }
  if (message.type === 'DOCUMENT_ADD') { respond({ ok: true, documentId: 'd1' }); return; }
  const ids = { runId: message.runId ?? 'r' + Date.now(), conversationId: 'c1' };
  const tell = event => chrome.runtime.sendMessage({ ...ids, ...event }).catch(() => {});
  if (message.type === 'AGENT_ANSWER') {
    respond({ ok: true });
    tell({ type: 'agent_done', outcome: 'completed', summary: 'Filled.' });
    return;
  }
  if (!['AGENT_RUN', 'DOCUMENT_ASK', 'FORM_RUN'].includes(message.type)) return;
  respond({ ok: true, ...ids });
  if (message.type === 'FORM_RUN') {
    tell({ type: 'agent_ask', askId: 'a1', kind: 'fill', questions: [] });
    return;
  }
  if (message.type === 'DOCUMENT_ASK') {
    const notice = { documentId: 'd1', name: 'lease.pdf', page: 1, quote: 'three months', confirmed: true };
    const [first, second] = message.questions;
    tell({ type: 'agent_progress', step: 1, text: 'Answered', answers: [
      { question: first, state: 'done', answer: 'Three months [lease.pdf, p. 1].', citations: [notice] },
      { question: second, state: 'done', answer: '71.39', citations: [] },
    ] });
    tell({ type: 'agent_done', outcome: 'completed', summary: 'Three months. 71.39.' });
    return;
  }
  (async () => {
    const url = message.prompt.match(/http:[^ ,]+/)[0];
    tell({ type: 'agent_progress', step: 1, text: 'Going there', tool: 'navigate', args: { url } });
    if (url.endsWith('/shop')) await fetch(url + '/cart', { method: 'POST', body: new URLSearchParams({ id: 'reading-lamp' }) });
    else await fetch(url + '/api/tasks', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"title":"Buy tea","priority":"high"}' });
    tell({ type: 'agent_progress', step: 1, text: 'There', tool: 'navigate', args: { url }, result: 'URL: ' + url, ok: true });
    tell({ type: 'agent_done', outcome: 'completed', summary: 'The total is €23.40.' });
  })();
});"#;

fn small_extension(name: &str, worker: &str) -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("edith-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let own: Value = serde_json::from_str(include_str!("../../../../manifest.json")).unwrap();
    let manifest = json!({ "manifest_version": 3, "name": "Small", "version": "1", "key": own["key"],
        "permissions": ["storage", "tabs"], "host_permissions": ["<all_urls>"], "background": { "service_worker": "background.js" } });
    std::fs::write(folder.join("manifest.json"), manifest.to_string()).unwrap();
    std::fs::write(folder.join("background.js"), worker).unwrap();
    for page in ["options.html", "sidepanel.html"] {
        std::fs::write(folder.join(page), "<!doctype html><title>Small</title><p>Small").unwrap();
    }
    folder
}

#[tokio::test]
#[ignore = "starts a real Chromium"]
async fn an_extension_is_commanded_watched_and_its_worker_killed() {
    let folder = small_extension("small", WORKER);
    let sites = Sites::start().await.unwrap();
    let browser = Browser::start(&Options::with_extension(&folder)).await.unwrap();
    let extension = browser.open_extension("options.html").await.unwrap();
    assert_eq!(extension.storage_get("edith_model").await.unwrap(), Value::Null);
    extension.storage_set(json!({ "edith_model": "m", "edith_settings": { "maxSteps": 3 } })).await.unwrap();
    extension.change_settings(json!({ "approvals": "auto" })).await.unwrap();
    extension.storage_set(json!({ "edith_model": null })).await.unwrap();
    assert_eq!(
        extension.storage_get("edith_settings").await.unwrap(),
        json!({ "generateTitles": false, "maxSteps": 3, "approvals": "auto" })
    );
    assert_eq!(extension.storage_get("edith_model").await.unwrap(), Value::Null);

    let _page = browser.open_page(&sites.shop_url).await.unwrap();
    let tab = extension.tab_id(&sites.shop_url).await.unwrap();
    assert!(tab.is_some());
    assert_eq!(extension.tab_id("http://nowhere/").await.unwrap(), None);
    let run = extension.run_agent("hello", tab).await.unwrap();
    let (number, ask) = extension.wait_ask(&run, run.first_event, SOON).await.unwrap();
    assert_eq!((number, ask.text("askId")), (run.first_event + 1, "a1"));
    let done = extension.wait_done(&run, SOON).await.unwrap();
    assert_eq!(done.text("summary"), tab.unwrap().to_string());
    assert_eq!(extension.events_since(run.first_event).len(), 3);
    let refused = extension.answer(&ask, "once").await.unwrap_err().to_string();
    assert!(refused.contains("AGENT_ANSWER: unknown: no such command"), "{refused}");

    let before = browser.worker().await.unwrap().unwrap();
    assert!(browser.kill_worker().await.unwrap());
    assert!(browser.worker().await.unwrap().is_none());
    assert!(!browser.kill_worker().await.unwrap());
    // A command starts the next worker.
    let again = extension.run_agent("again", None).await.unwrap();
    extension.wait_done(&again, SOON).await.unwrap();
    assert_ne!(browser.worker().await.unwrap().unwrap().id, before.id);

    // The binding and the listener survive a reload of the page.
    extension.page().send("Page.reload", json!({})).await.unwrap();
    extension.page().wait_for("document.readyState === 'complete'", SOON).await.unwrap();
    let run = extension.run_agent("after the reload", None).await.unwrap();
    extension.wait_done(&run, SOON).await.unwrap();
    browser.close().await.unwrap();
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test]
#[ignore = "starts a real Chromium"]
async fn a_crashed_tab_is_known_as_crashed_and_the_others_live_on() {
    let (browser, sites) = start().await;
    let page = browser.open_page(&sites.shop_url).await.unwrap();
    let other = browser.open_page(&sites.mail_url).await.unwrap();
    page.crash().await.unwrap();
    assert!(page.eval_within("1", Duration::from_millis(300)).await.is_err());
    assert_eq!(other.eval("1").await.unwrap(), 1);
}

#[tokio::test]
#[ignore = "starts a real Chromium"]
async fn the_demo_judges_by_the_server_and_keeps_pictures() {
    let folder = small_extension("forgetful", FORGETFUL);
    let pictures = folder.join("pictures");
    let demo = Demo { pictures: Some(pictures.clone()), ..Demo::default() };
    let program = edith_lab::chromium::find_chromium().unwrap().program;
    let verdict = edith_lab::demo::perform(&demo, &program, &folder).await.unwrap_err();
    // The shop is entirely right, the board lacks one thing, of the documents one place is wrong, and the form's fields are empty.
    assert!(matches!(verdict, DemoError::Wrong(3)), "{verdict}");
    for name in ["shop-01-navigate", "board-01-navigate", "panel-light", "panel-dark", "panel-320"] {
        assert!(pictures.join(format!("{name}.png")).exists(), "{name}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}
