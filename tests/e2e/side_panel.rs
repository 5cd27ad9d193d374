//! The side panel itself, opened beside a page as its button opens it: what depends on the page beside it, over tabs and windows. Other tests of the
//! panel open its page as a tab.

use edith_lab::browser::{Browser, Page};
use edith_lab::model_server::{Reply, Script};
use edith_lab::sites::Sites;
use serde_json::{Value, json};

use super::composer::write;
use super::lab::{Lab, RUN};

async fn until(page: &Page, condition: &str) {
    if let Err(error) = page.wait_for(condition, RUN).await {
        panic!("{condition}: {error}: {}", page.eval("document.body.innerText").await.unwrap());
    }
}

/// Opens a page in a window of its own.
async fn open_window(browser: &Browser, url: &str) -> Page {
    let asked = json!({ "url": url, "newWindow": true });
    let made = browser.connection().call(None, "Target.createTarget", asked).await.unwrap();
    let page = browser.attach(made["targetId"].as_str().unwrap()).await.unwrap();
    page.wait_for("document.readyState === 'complete'", RUN).await.unwrap();
    page
}

/// The title of the page that *This page* means.
fn means(title: &Value) -> String {
    format!("document.querySelector('#this-page')?.closest('label').title === {title}")
}

#[tokio::test(flavor = "multi_thread")]
async fn this_page_is_the_one_in_view_of_the_panels_window() {
    let lab = Lab::with(Script::always(|_| Reply::done("It is read."))).await;
    let (shop, mail) = (lab.sites.shop_url.clone(), lab.sites.mail_url.clone());
    let first = lab.browser.open_page(&shop).await.unwrap();
    let title = first.eval("document.title").await.unwrap();
    let panel = lab.browser.open_side_panel(&first).await.unwrap();
    let page = panel.page();
    // It is no tab, and the browser knows it as a side panel.
    assert_eq!(page.eval("chrome.tabs.getCurrent().then(tab => tab === undefined)").await.unwrap(), true);
    let kinds = "chrome.runtime.getContexts({}).then(all => all.map(one => one.contextType).includes('SIDE_PANEL'))";
    assert_eq!(page.eval(kinds).await.unwrap(), true);
    until(page, &means(&title)).await;
    // Another tab comes into view; then a window of its own, which changes nothing here.
    let second = lab.browser.open_page(&mail).await.unwrap();
    let other = second.eval("document.title").await.unwrap();
    assert_ne!(title, other, "the control");
    until(page, &means(&other)).await;
    let apart = open_window(&lab.browser, &lab.sites.form_url).await;
    let there = apart.eval("document.title").await.unwrap();
    let beside = lab.browser.open_side_panel(&apart).await.unwrap();
    until(beside.page(), &means(&there)).await;
    until(page, &means(&other)).await;
    first.to_front().await.unwrap();
    until(page, &means(&title)).await;

    // A task begins in the page beside, and stays there when the person looks at another tab.
    let tab = panel.tab_id(&shop).await.unwrap();
    let events = panel.event_count();
    write(page, "Say what this page is").await;
    page.press("Enter", 13).await.unwrap();
    second.to_front().await.unwrap();
    panel.wait_event_from(events, "the end", |event| event.kind() == "agent_done", RUN).await.unwrap();
    let runs = panel.accepted(json!({ "type": "RUN_LIST" })).await.unwrap();
    assert_eq!(runs["runs"][0]["tabId"], json!(tab), "{runs}");
    let asked = lab.asked(1).await.remove(0).body.to_string();
    assert!(asked.contains(&format!("URL: {shop}")), "{asked}");
    until(page, "document.querySelector('.ended--completed') !== null").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_form_beside_is_filled_in_from_the_profile() {
    let sites = Sites::start().await.unwrap();
    let url = sites.form_url.clone();
    let lab = Lab::on(sites, Script::always(|_| Reply::text("{\"answers\": []}"))).await;
    // Without a model.
    lab.extension
        .storage_set(json!({ "edith_api_base_url": "", "edith_model": "", "edith_api_key": "" }))
        .await
        .unwrap();
    lab.extension.change_settings(json!({ "startDone": true })).await.unwrap();
    let form = lab.browser.open_page(&url).await.unwrap();
    let panel = lab.browser.open_side_panel(&form).await.unwrap();
    let page = panel.page();
    until(page, "document.querySelector('#fill-form') !== null").await;
    let fact = |key: &str, value: &str| json!({ "key": key, "label": key, "value": value });
    let profile =
        json!({ "instructions": "", "facts": [fact("name", "Ann Miller"), fact("email", "ann@example.org")] });
    panel.accepted(json!({ "type": "PROFILE_SAVE", "profile": profile })).await.unwrap();
    let begin = "document.querySelector('#fill-form').click(); document.querySelector('#composer-input').focus()";
    page.eval(begin).await.unwrap();
    page.press("Enter", 13).await.unwrap();
    until(page, "document.querySelector('.ask--form .review__part .review__row') !== null").await;
    page.eval("document.querySelector('.ask--form .ask__buttons .button--main').click()").await.unwrap();
    let holds = "[...document.querySelectorAll('input')].some(one => one.value === 'ann@example.org')";
    form.wait_for(holds, RUN).await.unwrap();
    until(page, "document.querySelector('.ended--completed') !== null").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tabs_of_every_window_are_there_after_an_at_sign_and_a_task_that_ended_unseen_has_a_mark() {
    let lab = Lab::with(Script::always(|_| Reply::done("It is read."))).await;
    let shop = lab.browser.open_page(&lab.sites.shop_url).await.unwrap();
    let apart = open_window(&lab.browser, &lab.sites.mail_url).await;
    let title = apart.eval("document.title").await.unwrap();
    let panel = lab.browser.open_side_panel(&shop).await.unwrap();
    let page = panel.page();
    write(page, "Compare with @").await;
    let option =
        format!("[...document.querySelectorAll('.lookup [role=option]')].find(one => one.innerText.includes({title}))");
    until(page, &format!("{option} !== undefined")).await;
    page.eval(&format!("{option}.click()")).await.unwrap();
    until(page, &format!("document.querySelector('.composer .chip')?.innerText.includes({title})")).await;

    // The panel is closed; a task goes on and ends meanwhile.
    let mark = "document.querySelector('header .mark--button') !== null";
    assert_eq!(page.eval(mark).await.unwrap(), false, "nothing is new at first");
    page.eval("setTimeout(() => close(), 0)").await.unwrap();
    let done = lab.run("Say what is there").await;
    assert_eq!(done.text("outcome"), "completed");
    let panel = lab.browser.open_side_panel(&shop).await.unwrap();
    let page = panel.page();
    until(page, mark).await;
    until(page, "document.querySelector('.tile--row .mark') !== null").await;
    page.eval("document.querySelector('.tile--row').click()").await.unwrap();
    until(page, &format!("!({mark})")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_task_on_a_page_in_use_is_told_so_before_it_is_sent_and_works_in_a_copy_of_the_tab() {
    let asks = Reply::call("ask_user", json!({ "question": "Which one?" }));
    let lab = Lab::with(Script::new().then(asks).then(Reply::done("It is read."))).await;
    let shop = lab.sites.shop_url.clone();
    let tab = lab.browser.open_page(&shop).await.unwrap();
    let title = tab.eval("document.title").await.unwrap();
    let panel = lab.browser.open_side_panel(&tab).await.unwrap();
    let page = panel.page();
    until(page, &means(&title)).await;
    let taken = "document.querySelector('.toggles__taken') !== null";
    assert_eq!(page.eval(taken).await.unwrap(), false, "nobody works there yet");
    write(page, "Say what this page is").await;
    page.press("Enter", 13).await.unwrap();
    until(page, "document.querySelector('.ask') !== null").await;
    let first = panel.tab_id(&shop).await.unwrap();

    // Another task: before a word of it is sent, the page is said to be in use, and what it would mean is not offered.
    page.eval("document.querySelector('[aria-label=\"New conversation\"]').click()").await.unwrap();
    until(page, &format!("{taken} && document.querySelector('#this-page') === null")).await;
    let said = page.eval("document.querySelector('.toggles__taken').getAttribute('role')").await.unwrap();
    assert_eq!(said, "status", "who does not see it hears it");
    // A copy is in view at once, and is free.
    page.eval("document.getElementById('copy-tab').click()").await.unwrap();
    until(page, &format!("!({taken}) && {}", means(&title))).await;
    let copies = format!("chrome.tabs.query({{}}).then(all => all.filter(one => one.url === {}).length)", json!(shop));
    assert_eq!(page.eval(&copies).await.unwrap(), 2);
    write(page, "Say what this page is").await;
    page.press("Enter", 13).await.unwrap();
    until(page, "document.querySelector('.ended--completed') !== null").await;
    let runs = panel.accepted(json!({ "type": "RUN_LIST" })).await.unwrap();
    let tabs: Vec<&Value> = runs["runs"].as_array().unwrap().iter().map(|run| &run["tabId"]).collect();
    assert!(tabs.len() == 2 && tabs.contains(&&json!(first)) && tabs[0] != tabs[1], "{runs}");
    let asked = lab.asked(2).await.remove(1).body.to_string();
    assert!(asked.contains(&format!("URL: {shop}")), "{asked}");
    // The first task waits where it was.
    let (title, there) = (title.as_str().unwrap(), tab.eval("location.href").await.unwrap());
    assert_eq!(there, json!(shop), "{title}");
}

/// What is let fall on the composer, as the browser gives it.
fn let_fall(kind: &str, content: &str) -> String {
    let data = match kind {
        "file" => format!("data.items.add(new File([{}], 'notes.txt', {{ type: 'text/plain' }}));", json!(content)),
        _ => format!("data.setData({}, {});", json!(kind), json!(content)),
    };
    format!(
        "(() => {{ const data = new DataTransfer(); {data}
        const field = document.getElementById('composer-input');
        for (const kind of ['dragenter', 'dragover', 'drop']) {{
            field.dispatchEvent(new DragEvent(kind, {{ dataTransfer: data, bubbles: true, cancelable: true }}));
        }} }})()"
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_is_dragged_from_beside_is_attached() {
    let lab = Lab::with(Script::always(|_| Reply::done("It is read."))).await;
    let shop = lab.browser.open_page(&lab.sites.shop_url).await.unwrap();
    let panel = lab.browser.open_side_panel(&shop).await.unwrap();
    let page = panel.page();
    until(page, "document.getElementById('composer-input') !== null").await;
    assert_eq!(page.eval("document.querySelector('.composer .chip') === null").await.unwrap(), true);
    page.eval(&let_fall("file", "The lamp is brass.")).await.unwrap();
    until(page, "document.querySelector('.composer .chip[data-state=done]')?.innerText.includes('notes.txt')").await;
    // It is the panel that took it: the panel is where it was, and so is the page.
    assert_eq!(page.eval("location.pathname").await.unwrap(), "/sidepanel.html");
}
