//! Asks in the panel: one box for every answer, by keyboard, at every width, without losing typed words or the reading position.

use edith_lab::browser::{Extension, Page};
use edith_lab::model_server::{Fault, ModelServer, Reply, Script};
use edith_lab::sites::Sites;
use serde_json::{Value, json};

use super::lab::{Lab, RUN, on, open};
use super::{SOON, browser};

async fn until(page: &Page, condition: &str) {
    if let Err(error) = page.wait_for(condition, SOON).await {
        let seen = "document.activeElement.outerHTML.slice(0, 200) + ' / ' + document.body.innerText.slice(0, 900)";
        panic!("{condition}: {error}; {}", page.eval(seen).await.unwrap_or_default());
    }
}

async fn panel(lab: &Lab) -> Extension {
    let panel = lab.browser.open_extension("sidepanel.html").await.unwrap();
    panel.page().to_front().await.unwrap();
    panel
}

/// Types into the composer and presses Enter.
async fn say(page: &Page, text: &str) {
    until(page, "document.getElementById('composer-input') !== null").await;
    page.eval("document.getElementById('composer-input').focus()").await.unwrap();
    page.type_keys(text).await.unwrap();
    page.press("Enter", 13).await.unwrap();
}

async fn alt_enter(page: &Page) {
    for kind in ["rawKeyDown", "keyUp"] {
        let key = json!({ "type": kind, "key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 13, "modifiers": 1 });
        page.send("Input.dispatchKeyEvent", key).await.unwrap();
    }
}

fn has(text: &str) -> String {
    format!("document.body.innerText.includes({})", json!(text))
}

/// The user's messages in order.
const SAID: &str = "[...document.querySelectorAll('.said__text')].map(said => said.textContent).join(' | ')";

/// The model's last request.
fn last_request(lab: &Lab) -> String {
    lab.model.requests().pop().unwrap().body["messages"].to_string()
}

#[tokio::test]
async fn a_question_is_answered_where_everything_is_written() {
    let question = json!({ "question": "Which **size**?", "options": ["Small", "Large"] });
    let ask = || Reply::call("ask_user", question.clone());
    let lab = Lab::with(Script::new().then(ask()).then(ask()).then(Reply::done("Bought."))).await;
    let panel = panel(&lab).await;
    let page = panel.page();
    say(page, "buy a shirt").await;
    // The question is readable, with its suggested answers as buttons.
    until(page, "document.querySelector('.ask strong')?.textContent === 'size'").await;
    until(
        page,
        "[...document.querySelectorAll('.ask__choices button')].map(b => b.textContent).join() === 'Small,Large'",
    )
    .await;
    until(page, "document.querySelector('[role=alert][aria-live]').textContent === 'EDITH asks: Which size?'").await;
    assert_eq!(page.eval("document.querySelectorAll('.ask input, .ask textarea').length").await.unwrap(), json!(0));
    // Answered in words in the composer.
    say(page, "medium").await;
    lab.asked(2).await;
    assert!(last_request(&lab).contains("The user answers: medium"), "{}", last_request(&lab));
    until(page, &format!("{SAID} === 'buy a shirt | medium'")).await;
    // Answered by a button; the typed text stays.
    until(page, "document.querySelectorAll('.ask__choices button').length === 2").await;
    page.eval("document.getElementById('composer-input').focus()").await.unwrap();
    page.type_keys("in red").await.unwrap();
    page.click(".ask__choices li:nth-of-type(2) button").await.unwrap();
    until(page, &has("Bought.")).await;
    assert!(last_request(&lab).contains("The user answers: Large"), "{}", last_request(&lab));
    assert_eq!(page.eval("document.getElementById('composer-input').value").await.unwrap(), json!("in red"));
    until(page, &format!("{SAID} === 'buy a shirt | medium | Large'")).await;
    // The focus moved to the composer rather than being lost.
    until(page, "document.activeElement.id === 'composer-input'").await;
}

fn password() -> impl Fn(&edith_lab::model_server::Request) -> Reply {
    on("type_text", "INPUT", "Password", json!({ "text": "hunter2" }))
}

#[tokio::test]
async fn words_for_an_approval_are_a_no_with_a_reason_and_alt_enter_allows_once() {
    let sites = Sites::start().await.unwrap();
    let script = Script::new()
        .then(open(&sites.form_url))
        .with(password())
        .with(password())
        .with(password())
        .then(Reply::done("ended"));
    let lab = Lab::on(sites, script).await;
    let panel = panel(&lab).await;
    let page = panel.page();
    say(page, "log in").await;
    until(page, "document.querySelector('.ask__buttons') !== null").await;
    // A word sent by another page or a script leaves the card in place.
    let runs = lab.runs().await;
    lab.extension
        .accepted(json!({ "type": "AGENT_SAY", "runId": runs[0]["runId"], "text": "be quick" }))
        .await
        .unwrap();
    until(page, &format!("{SAID} === 'log in | be quick'")).await;
    assert_eq!(page.eval("document.querySelectorAll('.ask__buttons').length").await.unwrap(), json!(1));
    // Typing a word of consent does not approve.
    say(page, "once").await;
    lab.asked(3).await;
    assert!(
        last_request(&lab).contains("The user did not allow this")
            && last_request(&lab).contains("The user says: once"),
        "{}",
        last_request(&lab)
    );
    until(page, &format!("{SAID}.includes('log in') && {SAID}.includes('once')")).await;
    // The button sends the words too.
    until(page, "document.querySelector('.ask__buttons') !== null").await;
    page.eval("document.getElementById('composer-input').focus()").await.unwrap();
    page.type_keys("ask my wife").await.unwrap();
    until(page, "document.querySelectorAll('.ask__buttons button')[1].textContent === 'Deny and say why'").await;
    page.eval("document.querySelectorAll('.ask__buttons button')[1].focus()").await.unwrap();
    page.press("Enter", 13).await.unwrap();
    lab.asked(4).await;
    assert!(last_request(&lab).contains("The user says: ask my wife"), "{}", last_request(&lab));
    until(page, "document.activeElement.id === 'composer-input' && document.activeElement.value === ''").await;
    // Approved by keyboard, and the words stay.
    until(page, "document.querySelector('.ask__buttons') !== null").await;
    page.type_keys("later").await.unwrap();
    alt_enter(page).await;
    until(page, &has("ended")).await;
    lab.until("the password is in the form", |_| true).await;
    assert!(last_request(&lab).contains("Typed") || last_request(&lab).contains("typed"), "{}", last_request(&lab));
    assert_eq!(page.eval("document.getElementById('composer-input').value").await.unwrap(), json!("later"));
}

#[tokio::test]
async fn what_was_being_written_as_a_question_came_up_is_no_answer_to_it() {
    let sites = Sites::start().await.unwrap();
    let script = Script::new()
        .then(open(&sites.form_url))
        .then(Reply::call("wait_for_page_update", json!({ "ms": 3_000 })))
        .with(password())
        .then(Reply::done("ended"));
    let lab = Lab::on(sites, script).await;
    let panel = panel(&lab).await;
    let page = panel.page();
    say(page, "log in").await;
    lab.asked(2).await;
    page.type_keys("be quick").await.unwrap();
    until(page, "document.querySelector('.ask__buttons') !== null").await;
    until(page, "document.querySelectorAll('.ask__buttons button')[1].textContent === 'Deny'").await;
    page.press("Enter", 13).await.unwrap();
    until(page, &format!("{SAID} === 'log in | be quick'")).await;
    assert_eq!(page.eval("document.querySelectorAll('.ask__buttons').length").await.unwrap(), json!(1));
    // What is written from then on is.
    say(page, "not there").await;
    lab.asked(4).await;
    assert!(last_request(&lab).contains("The user says: not there"), "{}", last_request(&lab));
    assert!(last_request(&lab).contains("be quick") && !last_request(&lab).contains("The user says: be quick"));
}

#[tokio::test]
async fn a_run_that_fails_at_once_can_be_tried_again() {
    for (status, mode) in [(401, "agent"), (403, "chat")] {
        let no = || Reply::error(status, "refused", "no");
        let lab = Lab::with(Script::new().then(no()).then(Reply::text("Now it works."))).await;
        let panel = panel(&lab).await;
        let page = panel.page();
        until(page, &format!("document.querySelector('input[value={mode}]') !== null")).await;
        page.eval(&format!("document.querySelector('input[value={mode}]').click()")).await.unwrap();
        say(page, "do it").await;
        let again =
            "[...document.querySelectorAll('.ended button')].find(button => button.textContent === 'Try again')";
        until(page, &format!("{again} !== undefined && !{again}.disabled")).await;
        page.eval(&format!("{again}.focus()")).await.unwrap();
        page.press("Enter", 13).await.unwrap();
        until(page, &has("Now it works.")).await;
        // In the same mode as before: with tools, or without.
        assert_eq!(lab.model.requests()[1].tools().contains(&"click"), mode == "agent", "{status}");
    }
}

#[tokio::test]
async fn the_place_one_reads_at_stays_when_a_reply_is_whole() {
    let long: String =
        (0..120).map(|number| format!("Line {number} of a long reply that somebody reads.\n\n")).collect();
    let script = Script::new().then(Reply::text(long).with(Fault::Drip { milliseconds: 10 }));
    let lab = Lab::with(script).await;
    let panel = panel(&lab).await;
    let page = panel.page();
    let size = json!({ "width": 360, "height": 600, "deviceScaleFactor": 1, "mobile": false });
    page.send("Emulation.setDeviceMetricsOverride", size).await.unwrap();
    until(page, "document.querySelector('input[value=chat]') !== null").await;
    page.eval("document.querySelector('input[value=chat]').click()").await.unwrap();
    say(page, "tell me").await;
    until(page, &format!("document.querySelector('.replied--streaming') !== null && {}", has("Line 40 of"))).await;
    // Scroll up within the streaming answer by wheel, as a user would.
    let place = "(() => { const top = document.getElementById('main').getBoundingClientRect().top;
        const line = [...document.querySelectorAll('.replied p')].find(line => line.getBoundingClientRect().top >= top);
        return line ? line.textContent + ' ' + Math.round(line.getBoundingClientRect().top) : ''; })()";
    let wheel = json!({ "type": "mouseWheel", "x": 180, "y": 200, "deltaX": 0, "deltaY": -700 });
    page.send("Input.dispatchMouseEvent", wheel).await.unwrap();
    until(page, "document.querySelector('.jump') !== null").await;
    // On a busy machine the wheel's scrolling pauses for some frames.
    until(
        page,
        "new Promise(done => { const main = document.getElementById('main'); const was = main.scrollTop;
        setTimeout(() => done(main.scrollTop === was), 250); })",
    )
    .await;
    let before = page.eval(place).await.unwrap();
    assert!(before.as_str().unwrap().starts_with("Line "), "{before}");
    until(page, "document.querySelector('.replied--streaming, .run') === null && document.querySelector('.replied .copy') !== null").await;
    assert_eq!(page.eval(place).await.unwrap(), before);
}

#[tokio::test]
async fn what_is_given_up_leaves_the_focus_in_its_place() {
    let browser = browser().await;
    let options = browser.open_extension("options.html").await.unwrap();
    let message = |role: &str| json!({ "id": format!("c1-{role}"), "role": role, "content": "Hello.", "runId": "r1", "timestamp": 1e12 });
    let talk = json!({ "id": "c1", "title": "Talk", "messages": [message("user"), message("assistant")], "createdAt": 1e12, "updatedAt": 1e12 });
    options.storage_set(json!({ "edith_conversations": [talk] })).await.unwrap();
    let panel = browser.open_extension("sidepanel.html").await.unwrap();
    let page = panel.page();
    page.to_front().await.unwrap();
    // Renaming a conversation: started by F2, cancelled by Escape, stored by Enter.
    until(page, "document.querySelector('header .icon-button') !== null").await;
    page.click("header .icon-button").await.unwrap();
    until(page, "document.activeElement.id === 'conversation-search'").await;
    until(page, "document.querySelector('.row__open') !== null").await;
    page.eval("document.querySelector('.row__open').focus()").await.unwrap();
    for (key, code) in [("Escape", 27), ("Enter", 13)] {
        page.press("F2", 113).await.unwrap();
        until(page, "document.activeElement.id === 'new-title'").await;
        page.press(key, code).await.unwrap();
        until(page, "document.activeElement.className === 'row__open'").await;
    }
    // Editing a message.
    page.press("Enter", 13).await.unwrap();
    until(page, "document.querySelector('.said__edit') !== null").await;
    page.eval("document.querySelector('.said__edit').focus()").await.unwrap();
    page.press("Enter", 13).await.unwrap();
    until(page, "document.activeElement.id === 'edit-message'").await;
    page.press("Escape", 27).await.unwrap();
    until(page, "document.activeElement.classList.contains('said__edit')").await;
    // Clicking elsewhere leaves on purpose.
    let rests = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => done(document.activeElement === document.body)))))";
    page.eval("document.activeElement.blur()").await.unwrap();
    assert_eq!(page.eval(rests).await.unwrap(), json!(true));
    page.eval("document.querySelector('.said').remove()").await.unwrap();
    assert_eq!(page.eval(rests).await.unwrap(), json!(true));
}

#[tokio::test]
async fn an_attachment_changes_no_command_of_the_built_in_interpreter() {
    let browser = browser().await;
    let panel = browser.open_extension("sidepanel.html").await.unwrap();
    let done = |prompt: &'static str, documents: Value| {
        let panel = &panel;
        async move {
            let first = panel.event_count();
            let command = json!({ "type": "AGENT_RUN", "prompt": prompt, "documents": documents });
            panel.accepted(command).await.unwrap();
            let is_done = |event: &edith_lab::browser::SeenEvent| event.kind() == "agent_done";
            panel.wait_event_from(first, "the end", is_done, RUN).await.unwrap().1.text("summary").to_owned()
        }
    };
    let file = json!([{ "name": "letter.txt", "mime": "text/plain", "data": "SGVsbG8=" }]);
    let with = done("list the tabs", file).await;
    assert!(!with.contains("DOCUMENTS") && !with.contains("did not understand"), "{with}");
    // A browser without a web page is explained in words.
    assert!(with.contains("No tab has a web page open"), "{with}");
    // The answer appears in the chat once.
    let page = panel.page();
    page.to_front().await.unwrap();
    page.eval("[...document.querySelectorAll('.tile--row')].at(0)?.click()").await.unwrap();
    until(page, "document.querySelector('.ended') !== null").await;
    let times = "document.querySelector('.chat').innerText.split('No tab has a web page open').length - 1";
    assert_eq!(page.eval(times).await.unwrap(), json!(1));
}

#[tokio::test]
async fn at_half_the_width_everything_can_still_be_reached() {
    let sites = Sites::start().await.unwrap();
    let question = json!({ "question": "Which size?", "options": ["Small", "Large"] });
    let script = Script::new()
        .then(open(&sites.form_url))
        .with(password())
        .then(Reply::call("ask_user", question))
        .then(Reply::done("ended"));
    let lab = Lab::on(sites, script).await;
    let panel = panel(&lab).await;
    let page = panel.page();
    // A panel of 400 by 700 at 200 % zoom.
    let size = json!({ "width": 200, "height": 350, "deviceScaleFactor": 2, "mobile": false });
    page.send("Emulation.setDeviceMetricsOverride", size).await.unwrap();
    // The visible height of these elements, in pixels.
    let seen = |selector: &str| {
        format!(
            "(() => {{ const element = document.querySelector({}); if (!element) return 0;
               const box = element.getBoundingClientRect();
               if (box.left < -1 || box.right > 201) return -1;
               return Math.max(0, Math.min(box.bottom, innerHeight) - Math.max(box.top, 0)); }})()",
            json!(selector)
        )
    };
    for (selector, pixels) in [("input[value=chat]", 10), ("#composer-input", 30), (".send", 20), ("#main", 60)] {
        until(page, &format!("{} >= {pixels}", seen(selector))).await;
    }
    assert!(page.eval("document.documentElement.scrollWidth").await.unwrap().as_u64().unwrap() <= 200);
    say(page, "log in").await;
    until(page, "document.querySelector('.ask__buttons') !== null").await;
    for (selector, pixels) in
        [("#composer-input", 30), (".send", 20), (".ask__buttons .button--main", 20), (".ask", 100)]
    {
        until(page, &format!("{} >= {pixels}", seen(selector))).await;
    }
    say(page, "no").await;
    until(page, "document.querySelector('.ask__choices') !== null").await;
    for (selector, pixels) in [("#composer-input", 30), (".ask__choices button", 20), (".run .button--stop", 20)] {
        until(page, &format!("{} >= {pixels}", seen(selector))).await;
    }
    say(page, "Small").await;
    until(page, &has("ended")).await;
}

#[tokio::test]
async fn a_local_server_that_refuses_extensions_answers_all_the_same() {
    let lab = Lab::with(Script::new()).await;
    let script = Script::always(|_| Reply::done("From this computer."));
    let local = ModelServer::refusing_extensions(script).await.unwrap();
    lab.extension.storage_set(json!({ "edith_api_base_url": local.url, "edith_model": "scripted" })).await.unwrap();
    // The connection test is sent like any other request, from the same origin.
    let server = json!({ "baseUrl": local.url, "model": "scripted", "apiKey": "" });
    let tested = lab.extension.accepted(json!({ "type": "MODEL_TEST", "server": server })).await.unwrap();
    assert_eq!((tested["chat"].clone(), tested["models"][0].clone()), (json!(true), json!("scripted")));
    let asked = local.requests().len();
    assert!(asked > 0);
    assert_eq!(lab.run("anything").await.text("summary"), "From this computer.");
    let origins: Vec<String> = local.requests().iter().map(|request| request.header("origin").to_owned()).collect();
    let own = local.url.trim_end_matches("/v1").to_owned();
    assert!(origins.len() > asked && origins.iter().all(|origin| *origin == own), "{origins:?}");
    // Other pages do not get that origin: a web page's request carries its own.
    let page = lab.browser.open_page(&lab.sites.page_url("tools-plain")).await.unwrap();
    let asked = format!(
        "fetch('{}/chat/completions', {{ method: 'POST', body: '{{}}' }}).then(answer => answer.status, () => 0)",
        local.url
    );
    page.eval(&asked).await.unwrap();
    let foreign = local.requests().pop().map(|request| request.header("origin").to_owned());
    assert_ne!(foreign, Some(own));
}

#[tokio::test]
async fn a_test_of_the_connection_says_what_a_first_message_would_meet() {
    // It lists its models to anybody but answers nobody.
    let refusing =
        ModelServer::scripted(Script::always(|_| Reply::error(403, "forbidden", "not for you"))).await.unwrap();
    let lab = Lab::with(Script::new()).await;
    lab.extension.storage_set(json!({ "edith_api_base_url": refusing.url, "edith_model": "scripted" })).await.unwrap();
    let page = lab.browser.open_extension("options.html").await.unwrap();
    let test = "[...document.querySelectorAll('button')].find(button => button.textContent === 'Test connection')";
    until(
        page.page(),
        &format!(
            "{test} !== undefined && !{test}.disabled && document.getElementById('server-model-default')?.value === 'scripted'"
        ),
    )
    .await;
    page.page().eval(&format!("{test}.click()")).await.unwrap();
    until(page.page(), "document.querySelector('.test--fails')?.textContent.includes('not for you')").await;
    assert_eq!(page.page().eval("document.querySelector('.test--works') === null").await.unwrap(), json!(true));
}
