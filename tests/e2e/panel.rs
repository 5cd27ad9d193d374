//! The side panel, used by keyboard.

use edith_lab::browser::Extension;
use edith_lab::model_server::{Fault, Reply, Script};
use edith_lab::sites::Sites;
use serde_json::json;

use super::lab::{Lab, RUN, on, open};
use super::{SOON, browser};

/// Focuses the composer and types.
async fn say(panel: &Extension, text: &str) {
    let page = panel.page();
    page.to_front().await.unwrap();
    page.wait_for("document.querySelector('textarea') !== null", SOON).await.unwrap();
    page.eval("document.querySelector('textarea').focus()").await.unwrap();
    page.type_keys(text).await.unwrap();
    page.press("Enter", 13).await.unwrap();
}

async fn shows(panel: &Extension, text: &str) {
    let condition = format!("document.body.innerText.includes({})", json!(text));
    panel.page().wait_for(&condition, RUN).await.unwrap_or_else(|error| panic!("{text:?}: {error}"));
}

/// Presses the button with that name by keyboard: focus and Enter.
async fn press(panel: &Extension, name: &str) {
    let find = format!(
        "[...document.querySelectorAll('button')].find(button => \
         (button.getAttribute('aria-label') ?? button.textContent).trim().startsWith({}))",
        json!(name)
    );
    panel
        .page()
        .wait_for(&format!("{find} !== undefined"), SOON)
        .await
        .unwrap_or_else(|error| panic!("{name}: {error}"));
    panel.page().eval(&format!("{find}.focus()")).await.unwrap();
    panel.page().press("Enter", 13).await.unwrap();
}

#[tokio::test]
async fn a_task_is_typed_watched_and_answered() {
    let sites = Sites::start().await.unwrap();
    let script = Script::new()
        .then(open(&sites.page_url("tools-plain")))
        .with(on("type_text", "INPUT", "Plain text", json!({ "text": "hello" })))
        .then(Reply::done("It says **hello** now."));
    let lab = Lab::on(sites, script).await;
    let panel = lab.browser.open_extension("sidepanel.html").await.unwrap();
    say(&panel, "write hello").await;
    shows(&panel, "It says hello now.").await;
    // Markdown is rendered, and each step has a card.
    let strong = panel
        .page()
        .eval("[...document.querySelectorAll('strong')].some(strong => strong.textContent === 'hello')")
        .await;
    assert_eq!(strong.unwrap(), json!(true));
    shows(&panel, "write hello").await;
    // The messages survive closing and reopening the panel.
    let again = lab.browser.open_extension("sidepanel.html").await.unwrap();
    shows(&again, "write hello").await;
}

#[tokio::test]
async fn an_approval_is_shown_with_its_action_and_denied_by_keyboard() {
    let sites = Sites::start().await.unwrap();
    let script = Script::new()
        .then(open(&sites.form_url))
        .with(on("type_text", "INPUT", "Password", json!({ "text": "hunter2" })))
        .then(Reply::done("ended"));
    let lab = Lab::on(sites, script).await;
    let panel = lab.browser.open_extension("sidepanel.html").await.unwrap();
    say(&panel, "log in").await;
    press(&panel, "Deny").await;
    shows(&panel, "ended").await;
    let text = panel.page().eval("document.documentElement.outerHTML").await.unwrap();
    assert!(!text.as_str().unwrap().contains("hunter2"), "the password stands in the panel");
}

#[tokio::test]
async fn stop_is_a_button_while_a_run_is_on() {
    let slow = Reply::text("late").with(Fault::Delay { milliseconds: 60_000 });
    let lab = Lab::with(Script::new().then(slow)).await;
    let panel = lab.browser.open_extension("sidepanel.html").await.unwrap();
    say(&panel, "wait").await;
    lab.asked(1).await;
    press(&panel, "Stop").await;
    shows(&panel, "You stopped this").await;
    assert!(lab.runs().await.iter().all(|run| run["state"] == "done"));
}

#[tokio::test]
async fn an_open_panel_wakes_a_killed_worker_and_the_run_goes_on() {
    let slow = Reply::done("never").with(Fault::Delay { milliseconds: 60_000 });
    let sites = Sites::start().await.unwrap();
    let script = Script::new().then(open(&sites.page_url("tools-plain"))).then(slow).then(Reply::done("went on"));
    let lab = Lab::on(sites, script).await;
    let panel = lab.browser.open_extension("sidepanel.html").await.unwrap();
    say(&panel, "go on by yourself").await;
    lab.asked(2).await;
    assert!(lab.browser.kill_worker().await.unwrap());
    // Nobody sends a command: the page's own port reports it.
    let is_done = |event: &edith_lab::browser::SeenEvent| event.kind() == "agent_done";
    let done = panel.wait_event("the end", is_done, SOON).await.unwrap();
    assert_eq!(done.text("summary"), "went on");
}

#[tokio::test]
async fn without_a_key_the_first_page_offers_tasks_and_chat_says_what_it_is() {
    let browser = browser().await;
    let panel = browser.open_extension("sidepanel.html").await.unwrap();
    shows(&panel, "Skip, use commands").await;
    let answer = panel.accepted(json!({ "type": "CHAT", "prompt": "Who are you?" })).await.unwrap();
    let stored = panel.conversations().await.unwrap();
    assert_eq!(stored[0]["id"], answer["conversationId"]);
    assert!(stored[0]["messages"][1]["content"].as_str().unwrap().contains("command interpreter"), "{stored}");
}

#[tokio::test]
async fn the_pages_speak_the_language_that_is_chosen() {
    let browser = browser().await;
    let page = browser.open_extension("options.html").await.unwrap();
    shows(&page, "Permissions").await;
    let choose = "(() => { const list = document.querySelector('#language'); list.value = 'de';
        list.dispatchEvent(new Event('change', { bubbles: true })); })()";
    page.page().eval(choose).await.unwrap();
    // The page reloads, and others follow when opened.
    shows(&page, "Berechtigungen").await;
    assert_eq!(page.storage_get("edith_settings").await.unwrap()["language"], "de");
    let panel = browser.open_extension("sidepanel.html").await.unwrap();
    shows(&panel, "Was kann ich für Sie tun?").await;
    assert_eq!(panel.page().eval("document.documentElement.lang").await.unwrap(), json!("de"));
}

#[tokio::test]
async fn no_page_leaves_its_width_when_written_from_right_to_left() {
    let browser = browser().await;
    for name in ["sidepanel.html", "newtab.html", "options.html"] {
        let page = browser.open_extension(name).await.unwrap();
        let size = json!({ "width": 320, "height": 700, "deviceScaleFactor": 1, "mobile": false });
        page.page().send("Emulation.setDeviceMetricsOverride", size).await.unwrap();
        page.page()
            .wait_for(
                "document.querySelector('main#main, main') !== null && document.body.innerText.trim() !== ''",
                SOON,
            )
            .await
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        let outside = "(() => { document.documentElement.dir = 'rtl';
            return [...document.querySelectorAll('button, input, textarea, select, h1, h2, p')].filter(element => {
                const box = element.getBoundingClientRect();
                const seen = element.checkVisibility() && !element.closest('.sr-only, [class*=skip]') && box.width > 1;
                return seen && (box.left < -1 || box.right > 321);
            }).map(element => element.outerHTML.slice(0, 80)); })()";
        assert_eq!(page.page().eval(outside).await.unwrap(), json!([]), "{name}");
        let wide = page.page().eval("document.documentElement.scrollWidth").await.unwrap();
        assert!(wide.as_u64().unwrap() <= 320, "{name} is {wide} pixels wide");
    }
}

#[tokio::test]
async fn no_page_scrolls_sideways_at_320_pixels() {
    let browser = browser().await;
    for name in ["sidepanel.html", "newtab.html", "options.html"] {
        let page = browser.open_extension(name).await.unwrap();
        let size = json!({ "width": 320, "height": 700, "deviceScaleFactor": 1, "mobile": false });
        page.page().send("Emulation.setDeviceMetricsOverride", size).await.unwrap();
        page.page()
            .wait_for("document.body.innerText.trim() !== ''", SOON)
            .await
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        let wide = page.page().eval("document.documentElement.scrollWidth").await.unwrap();
        assert!(wide.as_u64().unwrap() <= 320, "{name} is {wide} pixels wide");
    }
}
