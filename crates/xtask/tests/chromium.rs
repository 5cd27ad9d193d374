//! The browser client and the sample sites together in a real Chromium: trusted input works, faked input does not.
//!
//! They start browsers, so they are ignored by a plain `cargo test`; run them with
//! `cargo test -p xtask --test chromium -- --ignored`.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may panic, in its helpers too")]

use std::time::Duration;

use serde_json::{Value, json};
use xtask::browser::{Browser, BrowserError, Options, Theme};
use xtask::demo::{Demo, DemoError};
use xtask::sites::Sites;

const SOON: Duration = Duration::from_secs(10);

async fn start() -> (Browser, Sites) {
    let sites = Sites::start().await.unwrap();
    (Browser::start(&Options::default()).await.unwrap(), sites)
}

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
        // A PNG's width stands in bytes 16 to 19.
        assert_eq!(u32::from_be_bytes(picture[16..20].try_into().unwrap()), 320);
    }
    assert_ne!(std::fs::read(folder.join("light.png")).unwrap(), std::fs::read(folder.join("dark.png")).unwrap());
    std::fs::remove_dir_all(folder).unwrap();

    assert!(profile.exists());
    browser.close().await.unwrap();
    assert!(!profile.exists(), "it is removed");
}

/// The processes whose command line names a text.
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
    assert_eq!(processes_with(&profile), 0);
    assert!(!std::path::Path::new(&profile).exists());
}

#[tokio::test]
#[ignore = "starts a real Chromium"]
async fn the_shop_can_be_used_by_hand() {
    let (browser, sites) = start().await;
    let page = browser.open_page(&sites.shop_url).await.unwrap();
    page.click("[name=q]").await.unwrap();
    page.type_keys("lamp").await.unwrap();
    page.press("Enter", 13).await.unwrap();
    page.wait_for("location.search.includes('q=lamp') && document.readyState === 'complete'", SOON).await.unwrap();
    page.click("[name=in_stock]").await.unwrap();
    page.wait_for("location.search.includes('in_stock=1') && document.readyState === 'complete'", SOON).await.unwrap();
    assert!(!page.eval("document.body.innerText").await.unwrap().as_str().unwrap().contains("Out of stock"));
    page.eval("document.getElementById('sort').value = 'price'; document.getElementById('sort').dispatchEvent(new Event('change', { bubbles: true }))").await.unwrap();
    page.wait_for("location.search.includes('sort=price') && document.readyState === 'complete'", SOON).await.unwrap();
    page.click("a.card").await.unwrap();
    page.wait_for("location.pathname.startsWith('/shop/product/') && document.readyState === 'complete'", SOON)
        .await
        .unwrap();
    page.click("article button").await.unwrap();
    page.wait_for("location.pathname === '/shop/cart'", SOON).await.unwrap();
    let cart = sites.state().shop.cart;
    assert_eq!(cart.first().map(|line| (line.id.as_str(), line.quantity)), Some(("reading-lamp", 1)));
}

#[tokio::test]
#[ignore = "starts a real Chromium"]
async fn the_board_believes_real_keys_and_nothing_else() {
    let (browser, sites) = start().await;
    let page = browser.open_page(&sites.board_url).await.unwrap();
    page.wait_for("document.querySelectorAll('[aria-label=Tasks] li').length === 3", SOON).await.unwrap();
    let field = "document.querySelector('[aria-label=\"New task\"]')";

    // A value from a script is taken out again, with and without an event that says it was typed.
    page.eval(&format!("{field}.value = 'faked'; {field}.dispatchEvent(new InputEvent('input', {{ bubbles: true }}))"))
        .await
        .unwrap();
    page.wait_for(&format!("{field}.value === ''"), SOON).await.unwrap();
    page.eval(&format!("{field}.value = 'faked'; true")).await.unwrap();
    page.wait_for(&format!("{field}.value === ''"), SOON).await.unwrap();
    // So is text that is inserted without keys.
    page.click("[aria-label='New task']").await.unwrap();
    page.send("Input.insertText", json!({ "text": "inserted" })).await.unwrap();
    page.wait_for(&format!("{field}.value === ''"), SOON).await.unwrap();

    page.type_keys("Buy tea").await.unwrap();
    assert_eq!(page.eval(&format!("{field}.value")).await.unwrap(), "Buy tea");
    page.press("Enter", 13).await.unwrap();
    page.wait_for("document.querySelectorAll('[aria-label=Tasks] li').length === 4", SOON).await.unwrap();
    page.click("[aria-label='Done: Buy tea']").await.unwrap();
    page.wait_for("document.querySelector('[aria-label=\"Done: Buy tea\"]').checked", SOON).await.unwrap();
    page.click("[aria-label='Edit Buy tea']").await.unwrap();
    page.type_keys("!").await.unwrap();
    page.press("Enter", 13).await.unwrap();
    page.wait_for("document.querySelector('[aria-label=\"Done: Buy tea!\"]')", SOON).await.unwrap();
    let tasks = sites.state().board.tasks;
    assert_eq!(tasks.last().map(|task| (task.title.as_str(), task.done)), Some(("Buy tea!", true)));
}

#[tokio::test]
#[ignore = "starts a real Chromium"]
async fn the_form_sends_what_its_widgets_show() {
    let (browser, sites) = start().await;
    let page = browser.open_page(&sites.form_url).await.unwrap();
    for (selector, text) in [("[name=name]", "Sam"), ("[name=email]", "sam@x.example"), ("#bio", "Born.")] {
        page.click(selector).await.unwrap();
        page.type_keys(text).await.unwrap();
    }
    for selector in ["#newsletter-switch", "[value=double]", "#tab-b"] {
        page.click(selector).await.unwrap();
    }
    assert_eq!(page.eval("document.getElementById('panel-b').hidden").await.unwrap(), Value::Bool(false));
    page.click("form button[type=submit]").await.unwrap();
    page.wait_for("document.body.innerText.includes('Please accept the terms')", SOON).await.unwrap();
    assert_eq!(
        page.eval("document.querySelector('[name=name]').value").await.unwrap(),
        "Sam",
        "kept after the refusal"
    );
    page.click("[name=terms]").await.unwrap();
    page.click("form button[type=submit]").await.unwrap();
    page.wait_for("document.body.innerText.includes('Registration received')", SOON).await.unwrap();
    let sent = sites.state().form.accepted.remove(0);
    let values = ["name", "room", "newsletter", "bio", "token"].map(|name| sent.value(name).to_owned());
    assert_eq!(values, ["Sam", "double", "on", "Born.", "hidden-token-4711"]);
}

#[tokio::test]
#[ignore = "starts a real Chromium"]
async fn no_bundled_page_throws_and_each_notes_what_happens() {
    let (browser, sites) = start().await;
    let page = browser.open_blank().await.unwrap();
    page.send("Runtime.enable", json!({})).await.unwrap();
    let mut thrown = page.subscribe("Runtime.exceptionThrown");
    let index = "Array.from(document.querySelectorAll('main a'), a => a.href)";
    page.goto(&format!("{}/pages", sites.origin)).await.unwrap();
    let links = page.eval(index).await.unwrap();
    let links: Vec<&str> = links.as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert!(links.len() > 20);
    for link in
        links.iter().copied().chain([sites.shop_url.as_str(), &sites.mail_url, &sites.form_url, &sites.board_url])
    {
        if link.ends_with("/slow") {
            continue;
        }
        page.goto(link).await.unwrap();
        assert!(thrown.try_next().is_none(), "{link}");
    }
    assert!(page.eval("document.querySelector('main') !== null").await.unwrap() == Value::Bool(true));

    let click_and_see = async |name: &str, selector: &str, what: &str| {
        page.goto(&sites.page_url(name)).await.unwrap();
        page.click(selector).await.unwrap();
        let logged = format!("document.getElementById('log').textContent.includes({})", Value::from(what));
        page.wait_for(&logged, SOON).await.unwrap();
    };
    click_and_see("tools-plain", "#click", "click: true").await;
    click_and_see("tools-controlled", "#click", "click: true").await;
    click_and_see("tools-controlled", "#check", "check: true").await;
    click_and_see("keys", "#pad", "click: 0").await;
    click_and_see("covered", "#accept", "accepted").await;
    click_and_see("restless", "#press", "pressed").await;
    click_and_see("covered", "#through", "through").await;
    let many = page.goto(&sites.page_url("many")).await;
    many.unwrap();
    assert!(page.eval("document.querySelectorAll('*').length").await.unwrap().as_u64() >= Some(20_000));
    assert_eq!(sites.state().noted("covered", "accepted"), [""]);

    let slow = browser.open_page_unwaited(&sites.page_url("slow")).await.unwrap();
    slow.wait_for("document.getElementById('press')", SOON).await.unwrap();
    assert_eq!(slow.eval("document.readyState").await.unwrap(), "interactive");
}

#[tokio::test]
#[ignore = "starts a real Chromium"]
async fn both_kinds_of_drag_arrive() {
    let (browser, sites) = start().await;
    let page = browser.open_page(&sites.page_url("drag")).await.unwrap();
    let drag = async |from: &str, to: &str| {
        let (x, y) = page.centre_of(from).await.unwrap();
        let (to_x, to_y) = page.centre_of(to).await.unwrap();
        page.mouse("mouseMoved", x, y).await.unwrap();
        page.mouse("mousePressed", x, y).await.unwrap();
        for part in 1..=10 {
            let part = f64::from(part) / 10.0;
            let params = json!({ "type": "mouseMoved", "x": x + (to_x - x) * part, "y": y + (to_y - y) * part, "button": "left", "buttons": 1 });
            page.send("Input.dispatchMouseEvent", params).await.unwrap();
        }
        page.mouse("mouseReleased", to_x, to_y).await.unwrap();
    };
    drag("#knob", "#target").await;
    page.wait_for("document.getElementById('log').textContent.includes('placed')", SOON).await.unwrap();
    drag("#card", "#tray").await;
    page.wait_for("document.getElementById('log').textContent.includes('dropped: blue')", SOON).await.unwrap();
}

/// A worker that answers like the real one, in a few lines: for the client's own test.
const WORKER: &str = r#"
chrome.runtime.onMessage.addListener((message, sender, respond) => {
  if (message.type !== 'AGENT_RUN') { respond({ ok: false, error: { code: 'unknown', message: 'no such command' } }); return; }
  const ids = { runId: 'r1', conversationId: 'c1' };
  respond({ ok: true, ...ids });
  chrome.runtime.sendMessage({ type: 'agent_progress', ...ids, step: 1, text: message.prompt }).catch(() => {});
  chrome.runtime.sendMessage({ type: 'agent_ask', ...ids, askId: 'a1', kind: 'question', text: 'Why?' }).catch(() => {});
  chrome.runtime.sendMessage({ type: 'agent_done', ...ids, outcome: 'completed', summary: String(message.tabId) }).catch(() => {});
});"#;

/// A worker that does the demo's tasks by asking the server, but forgets the plants.
const FORGETFUL: &str = r#"
chrome.runtime.onMessage.addListener((message, sender, respond) => {
  if (message.type !== 'AGENT_RUN') return;
  const ids = { runId: 'r' + Date.now(), conversationId: 'c1' };
  respond({ ok: true, ...ids });
  const tell = event => chrome.runtime.sendMessage({ ...ids, ...event }).catch(() => {});
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
    let own: Value = serde_json::from_str(include_str!("../../../manifest.json")).unwrap();
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
    assert_eq!(extension.storage_get("edith_settings").await.unwrap(), json!({ "maxSteps": 3, "approvals": "auto" }));
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
async fn the_difficult_pages_are_as_difficult_as_they_say() {
    let (browser, sites) = start().await;
    let page = browser.open_blank().await.unwrap();
    let go = async |name: &str| page.goto(&sites.page_url(name)).await.unwrap();
    let wait = async |condition: &str| page.wait_for(condition, SOON).await.map(drop);
    let noted = async |what: &str| {
        let logged = format!("document.getElementById('log').textContent.includes({})", Value::from(what));
        page.wait_for(&logged, SOON).await.map(drop)
    };

    go("hover-menu").await;
    let (x, y) = page.centre_of("#lazy").await.unwrap();
    page.mouse("mouseMoved", x, y).await.unwrap();
    wait("document.querySelectorAll('#recent li').length === 3").await.unwrap();
    page.click("#recent li").await.unwrap();
    noted("chosen: Ash").await.unwrap();

    go("shadow").await;
    page.eval("document.querySelector('nested-card').shadowRoot.querySelector('inner-switch').shadowRoot.querySelector('input').click()").await.unwrap();
    noted("deep setting: true").await.unwrap();
    page.click("slot-button").await.unwrap();
    noted("slotted").await.unwrap();

    go("frame").await;
    wait("document.querySelector('iframe').contentDocument.getElementById('save')").await.unwrap();
    page.eval("document.querySelector('iframe').contentDocument.getElementById('bottom').click()").await.unwrap();
    page.eval("document.getElementById('written').contentDocument.querySelector('button').click()").await.unwrap();
    noted("blank frame").await.unwrap();
    go("cross-frame").await;
    assert_eq!(page.eval("document.querySelector('iframe').contentDocument").await.unwrap(), Value::Null);

    go("moving").await;
    let place = "document.getElementById('mover').getBoundingClientRect().x";
    let early = page.eval(place).await.unwrap();
    wait(&format!("{place} > {early} + 100")).await.unwrap();
    wait("document.getElementById('mover').getAnimations().every(a => a.playState === 'finished')").await.unwrap();
    page.click("#mover").await.unwrap();
    noted("caught: resting").await.unwrap();

    go("covered").await;
    page.click("#under").await.unwrap();
    page.click("#accept").await.unwrap();
    noted("accepted").await.unwrap();
    assert_eq!(page.eval("document.getElementById('log').textContent.includes('buried')").await.unwrap(), false);

    go("disabled").await;
    assert_eq!(page.eval("document.getElementById('late').disabled").await.unwrap(), true);
    wait("!document.getElementById('late').disabled").await.unwrap();

    go("late").await;
    page.click("#chain").await.unwrap();
    wait("document.querySelectorAll('#list button').length === 3").await.unwrap();

    go("scrollers").await;
    assert_eq!(page.eval("document.getElementById('feed').children.length").await.unwrap(), 0);
    page.click("#deep").await.unwrap();
    noted("deep").await.unwrap();
    page.eval("scrollTo(0, document.body.scrollHeight)").await.unwrap();
    wait("document.getElementById('feed').children.length >= 8").await.unwrap();

    go("popups").await;
    page.click("#late").await.unwrap();
    let arrived = |from: &'static str| move |target: &xtask::browser::Target| target.url.ends_with(from);
    browser.wait_target("the late tab", arrived("from=late"), SOON).await.unwrap();
    page.click("a[target=_blank]").await.unwrap();
    browser.wait_target("the link's tab", arrived("from=link"), SOON).await.unwrap();

    page.goto(&sites.page_url("redirect/3")).await.unwrap();
    assert_eq!(page.eval("location.pathname + location.search").await.unwrap(), "/pages/arrived?from=redirect");

    go("dialogs").await;
    page.send("Page.enable", json!({})).await.unwrap();
    let mut opened = page.subscribe("Page.javascriptDialogOpening");
    page.click("#guard").await.unwrap();
    for (selector, kind, answer, expected) in [
        ("#confirm", "confirm", json!({ "accept": false }), "confirmed: false"),
        ("#prompt", "prompt", json!({ "accept": true, "promptText": "Ada" }), "prompted: Ada"),
    ] {
        let (x, y) = page.centre_of(selector).await.unwrap();
        page.mouse("mousePressed", x, y).await.unwrap();
        // While the dialog is open, the release is not acknowledged.
        let released = page.mouse("mouseReleased", x, y);
        let answered = async {
            assert_eq!(opened.next(SOON).await.unwrap().params["type"], kind);
            page.send("Page.handleJavaScriptDialog", answer).await.unwrap();
        };
        tokio::join!(async { released.await.unwrap() }, answered);
        noted(expected).await.unwrap();
    }
    let left = page.send("Page.navigate", json!({ "url": sites.shop_url }));
    let answered = async {
        assert_eq!(opened.next(SOON).await.unwrap().params["type"], "beforeunload");
        page.send("Page.handleJavaScriptDialog", json!({ "accept": true })).await.unwrap();
    };
    let (left, ()) = tokio::join!(left, answered);
    left.unwrap();
    wait("location.pathname === '/shop'").await.unwrap();
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
    let program = xtask::chromium::find_chromium().unwrap().program;
    let verdict = xtask::demo::perform(&demo, &program, &folder).await.unwrap_err();
    // The shop is right in all points, the board lacks one.
    assert!(matches!(verdict, DemoError::Wrong(1)), "{verdict}");
    for name in ["shop-01-navigate", "board-01-navigate", "panel-light", "panel-dark", "panel-320"] {
        assert!(pictures.join(format!("{name}.png")).exists(), "{name}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}
