//! Following a task in the panel: a limit that a card raises, a busy server's countdown, a refused key's mend, folded steps, and how much room the box takes.

use edith_lab::browser::{Extension, Page};
use edith_lab::model_server::{Fault, Reply, Script};
use serde_json::{Value, json};

use super::SOON;
use super::lab::{Lab, on, open};
use edith_lab::sites::Sites;

async fn until(page: &Page, condition: &str) {
    if let Err(error) = page.wait_for(condition, SOON).await {
        let seen = "document.activeElement.outerHTML.slice(0, 200) + ' / ' + document.body.innerText.slice(0, 900)";
        panic!("{condition}: {error}; {}", page.eval(seen).await.unwrap_or_default());
    }
}

async fn panel(lab: &Lab, width: u32) -> Extension {
    let panel = lab.browser.open_extension("sidepanel.html").await.unwrap();
    panel.page().to_front().await.unwrap();
    size(panel.page(), width).await;
    panel
}

async fn size(page: &Page, width: u32) {
    let size = json!({ "width": width, "height": 860, "deviceScaleFactor": 1, "mobile": false });
    page.send("Emulation.setDeviceMetricsOverride", size).await.unwrap();
}

async fn say(page: &Page, text: &str) {
    until(page, "document.getElementById('composer-input') !== null").await;
    page.eval("document.getElementById('composer-input').focus()").await.unwrap();
    page.type_keys(text).await.unwrap();
    page.press("Enter", 13).await.unwrap();
}

/// Presses what has this text, with the keyboard alone.
async fn enter(page: &Page, selector: &str, text: &str) {
    let find = format!(
        "[...document.querySelectorAll({})].find(one => one.textContent.includes({}))",
        json!(selector),
        json!(text)
    );
    until(page, &format!("!!({find})")).await;
    page.eval(&format!("({find}).focus()")).await.unwrap();
    page.press("Enter", 13).await.unwrap();
}

/// The dock's share of the panel's height, in hundredths, and whether anything is cut off at the side.
async fn room(page: &Page) -> (f64, bool) {
    let measure = "(() => { const box = document.querySelector('.dock').getBoundingClientRect(); \
        const wide = [...document.querySelectorAll('.dock *')].some(one => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX === 'visible' && one.clientWidth > 1 \
            || one.getBoundingClientRect().right > innerWidth + 1); \
        return [100 * box.height / innerHeight, wide]; })()";
    let found = page.eval(measure).await.unwrap();
    (found[0].as_f64().unwrap(), found[1] == Value::Bool(true))
}

#[tokio::test]
async fn an_approval_leaves_room_to_read_and_is_cut_off_nowhere() {
    let sites = Sites::start().await.unwrap();
    let script = Script::new()
        .then(open(&sites.form_url))
        .with(on("type_text", "INPUT", "Password", json!({ "text": "hunter2" })))
        .then(Reply::done("ended"));
    let lab = Lab::on(sites, script).await;
    let panel = panel(&lab, 400).await;
    let page = panel.page();
    say(page, "log in").await;
    until(page, "document.querySelector('.ask__buttons') !== null").await;
    // One box with one heading: what runs and what is asked.
    assert_eq!(
        page.eval("document.querySelectorAll('.task').length + ':' + document.querySelectorAll('.dock h2').length")
            .await
            .unwrap(),
        json!("1:1")
    );
    assert_eq!(page.eval("document.getElementById('ask-title').textContent").await.unwrap(), json!("Allow this?"));
    let (share, wide) = room(page).await;
    assert!(share < 45.0 && !wide, "{share} %");
    for width in [320, 200] {
        size(page, width).await;
        let (_, wide) = room(page).await;
        assert!(!wide, "something is cut off at {width}");
        let inside = "[...document.querySelectorAll('.task button')].filter(one => one.offsetParent !== null).every(one => { const box = one.getBoundingClientRect(); return box.width > 0 && box.left >= 0 && box.right <= innerWidth && box.bottom <= innerHeight; })";
        assert_eq!(page.eval(inside).await.unwrap(), json!(true), "{width}");
    }
    // The measure can fail: a box of fixed height, and one that is too wide.
    size(page, 400).await;
    page.eval("document.querySelector('.ask__scroll').style.cssText = 'min-height: 400px; min-width: 600px'")
        .await
        .unwrap();
    let (share, wide) = room(page).await;
    assert!(share > 45.0 && wide, "{share} % {wide}");
}

#[tokio::test]
async fn a_limit_is_raised_by_mouse_and_by_keyboard_and_the_steps_fold() {
    let look = || Reply::call("list_tabs", json!({}));
    let miss = Reply::call("click", json!({ "uid": 999_999 }));
    let script = Script::new().then(look()).then(miss).then(look()).then(look()).then(Reply::done("Looked."));
    let lab = Lab::with(script).await;
    let prices = json!([{ "model": "scripted", "prompt": 5.0, "cached": 5.0, "completion": 5.0 }]);
    lab.extension.change_settings(json!({ "maxSteps": 2, "prices": prices })).await.unwrap();
    let panel = panel(&lab, 400).await;
    let page = panel.page();
    say(page, "look around").await;
    until(page, "document.getElementById('ask-title')?.textContent === 'Limit reached'").await;
    until(page, "[...document.querySelectorAll('.ask__buttons button')].map(one => one.textContent).join() === 'Allow 1 more step,Stop here'").await;
    // The cost so far stands in the box, and is announced to nobody.
    until(page, "/tokens · \\$/.test(document.querySelector('.run__spent')?.textContent)").await;
    assert_eq!(
        page.eval("[...document.querySelectorAll('[aria-live]')].some(one => one.textContent.includes('tokens'))")
            .await
            .unwrap(),
        json!(false)
    );
    page.click(".ask__buttons .button--main").await.unwrap();
    lab.asked(3).await;
    // Asked again at the next, and answered by keyboard.
    until(page, "document.querySelector('.ask__buttons') !== null").await;
    enter(page, ".ask__buttons button", "Allow 1").await;
    lab.asked(4).await;
    until(page, "document.querySelector('.ask__buttons') !== null").await;
    // A word is no answer: it goes to the run.
    say(page, "yes, allow 1 more step").await;
    until(page, "document.getElementById('composer-input').value === ''").await;
    assert_eq!(page.eval("document.querySelectorAll('.ask__buttons').length").await.unwrap(), json!(1));
    assert_eq!(lab.model.requests().len(), 4);
    enter(page, ".ask__buttons button", "Stop here").await;
    until(page, "document.querySelector('.ended__text')?.textContent.includes('You said not to go on')").await;
    until(page, "document.querySelector('.fold')?.textContent.includes('4 steps · 1 failed')").await;
    enter(page, ".fold", "4 steps").await;
    until(page, "document.querySelectorAll('.step').length === 4").await;
}

#[tokio::test]
async fn a_busy_server_is_waited_for_with_a_countdown() {
    let headers = [("retry-after".to_owned(), "6".to_owned())].into_iter().collect();
    let body = r#"{"error":{"message":"slow down"}}"#.to_owned();
    let busy = Reply::text("").with(Fault::Status { status: 429, headers, body });
    let lab = Lab::with(Script::new().then(busy).then(Reply::done("Looked."))).await;
    let panel = panel(&lab, 400).await;
    let page = panel.page();
    say(page, "look around").await;
    let left = "Number(/in (\\d+) s/.exec(document.querySelector('.run__wait')?.textContent)?.[1])";
    until(page, &format!("{left} > 3")).await;
    until(page, "document.querySelector('.run__headline').textContent.includes('busy')").await;
    until(page, &format!("{left} <= 3")).await;
    until(page, "document.querySelector('.ended') !== null && document.querySelector('.run__wait') === null").await;
}

#[tokio::test]
async fn a_refused_key_leads_to_its_field_and_the_task_is_tried_again() {
    let no = Reply::error(401, "refused", "bad key");
    let lab = Lab::with(Script::new().then(no).then(Reply::text("OK")).then(Reply::text("Now it works."))).await;
    let panel = panel(&lab, 400).await;
    let page = panel.page();
    say(page, "look around").await;
    until(page, "document.querySelector('.ended .button--main')?.textContent === 'Fix the key'").await;
    enter(page, ".ended .button--main", "Fix the key").await;
    until(
        page,
        "document.activeElement.id === 'server-key-default-0' && document.activeElement.closest('details').open",
    )
    .await;
}
