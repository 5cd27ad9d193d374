//! The settings: found by words, their parts reached by mouse, keyboard and address, the colours on all pages at once, what is allowed on sites
//! revoked; and the header's menu.

use edith_lab::browser::{Browser, Extension, Page, Target};
use serde_json::{Value, json};

use super::lab::RUN;
use super::{SOON, browser};

async fn until(page: &Page, condition: &str) {
    if let Err(error) = page.wait_for(condition, SOON).await {
        let seen = "document.activeElement.outerHTML.slice(0, 200) + ' / ' + document.body.innerText.slice(0, 900)";
        panic!("{condition}: {error}; {}", page.eval(seen).await.unwrap_or_default());
    }
}

async fn open(browser: &Browser, path: &str, ready: &str) -> Extension {
    let opened = browser.open_extension(path).await.unwrap();
    opened.page().to_front().await.unwrap();
    until(opened.page(), &format!("document.querySelector({}) !== null", json!(ready))).await;
    opened
}

async fn find(page: &Page, words: &str) {
    page.eval("document.getElementById('setting-search').focus(); document.getElementById('setting-search').select()")
        .await
        .unwrap();
    page.send("Input.insertText", json!({ "text": words })).await.unwrap();
}

/// What can be seen of a row.
fn is_seen(selector: &str) -> String {
    format!("document.querySelector({}).checkVisibility()", json!(selector))
}

#[tokio::test]
async fn the_settings_are_found_by_words_and_reached_by_keyboard_and_address() {
    let browser = browser().await;
    let options = open(&browser, "options.html#limits", "#limit-steps").await;
    let page = options.page();
    // The address names the part; arrows go on from tab to tab, and Back returns.
    until(page, &is_seen("#limit-steps")).await;
    assert_eq!(page.eval(&is_seen("#add-server")).await.unwrap(), false);
    page.eval("document.getElementById('tab-limits').focus()").await.unwrap();
    page.press("ArrowRight", 39).await.unwrap();
    until(page, "document.activeElement.id === 'tab-data' && location.hash === '#data'").await;
    until(page, &is_seen("#profile-from")).await;
    page.eval("history.back()").await.unwrap();
    until(page, "document.getElementById('tab-limits').ariaSelected === 'true'").await;
    // An address of a place opens its part and the fold it is in.
    page.eval("location.hash = '#fact-tel'").await.unwrap();
    until(page, "document.activeElement.id === 'fact-tel'").await;
    page.eval("document.querySelectorAll('details').forEach(one => { one.open = false; })").await.unwrap();

    // A word leaves the rows that have it, of all parts, and marks it.
    find(page, "Phone").await;
    until(page, "document.getElementById('settings-found').textContent === '1 setting found'").await;
    until(page, &is_seen("#fact-tel")).await;
    for other in ["#fact-email", "#limit-steps", "#add-server", "[role=tablist]"] {
        assert_eq!(page.eval(&is_seen(other)).await.unwrap(), false, "{other}");
    }
    assert_eq!(page.eval("[...CSS.highlights.get('found')].join()").await.unwrap(), "Phone");
    // Enter leads to what was found, a further word of a section finds the whole section.
    page.press("Enter", 13).await.unwrap();
    until(page, "document.activeElement.closest('#settings-body') !== null").await;
    find(page, "budget").await;
    until(page, &is_seen("#limit-day-steps")).await;
    assert_eq!(page.eval(&is_seen("#fact-tel")).await.unwrap(), false);
    find(page, "zeppelin").await;
    until(page, "document.getElementById('settings-found').textContent.startsWith('No setting')").await;
    // Escape takes the words away, and what the search opened is closed again.
    page.press("Escape", 27).await.unwrap();
    until(
        page,
        "document.getElementById('setting-search').value === '' && document.activeElement.id === 'setting-search'",
    )
    .await;
    until(page, &is_seen("[role=tablist]")).await;
    assert_eq!(page.eval("document.querySelectorAll('[data-missed], details[open]').length").await.unwrap(), 0);
    assert_eq!(page.eval("CSS.highlights.get('found').size").await.unwrap(), 0);
}

#[tokio::test]
async fn the_chosen_colours_are_on_every_page_at_once_and_there_before_anything_is_drawn() {
    const BACKGROUND: &str = "getComputedStyle(document.body).backgroundColor";
    const DARK: &str = "rgb(23, 25, 30)";
    const LIGHT: &str = "rgb(255, 255, 255)";
    let browser = browser().await;
    let mut pages = Vec::new();
    for (path, ready) in [
        ("sidepanel.html", "#more"),
        ("newtab.html#open", "#more"),
        ("document.html#id=none", "body *"),
        ("options.html", "#theme"),
    ] {
        let opened = open(&browser, path, ready).await;
        let system = json!({ "features": [{ "name": "prefers-color-scheme", "value": "light" }] });
        opened.page().send("Emulation.setEmulatedMedia", system).await.unwrap();
        until(opened.page(), &format!("{BACKGROUND} === '{LIGHT}'")).await;
        pages.push(opened);
    }
    let options = pages.last().unwrap();
    for (theme, colour) in [("dark", DARK), ("system", LIGHT), ("dark", DARK)] {
        options.page().click(&format!("#theme label:has([value={theme}])")).await.unwrap();
        for opened in &pages {
            until(opened.page(), &format!("{BACKGROUND} === '{colour}'")).await;
        }
    }
    assert_eq!(options.storage_get("edith_settings").await.unwrap()["theme"], "dark");
    // A new page has them with its first paint: the script in its head has run before its body is there.
    let first = json!({ "source": "new MutationObserver((_, one) => { if (document.body) { globalThis.first = document.documentElement.dataset.theme; one.disconnect(); } }).observe(document, { childList: true, subtree: true })" });
    for opened in &pages {
        opened.page().send("Page.enable", json!({})).await.unwrap();
        opened.page().send("Page.addScriptToEvaluateOnNewDocument", first.clone()).await.unwrap();
        opened.page().send("Page.reload", json!({})).await.unwrap();
        until(opened.page(), "globalThis.first === 'dark'").await;
    }
}

#[tokio::test]
async fn what_is_allowed_on_a_site_is_listed_once_and_revoked_alone_or_together() {
    let browser = browser().await;
    let options = open(&browser, "options.html#permissions", "#browser-access").await;
    let page = options.page();
    let grant = |what: &str, origin: &str| json!({ "what": what, "origin": origin });
    let mail = "https://mail.example";
    let all = [grant("send", mail), grant("delete", mail), grant("post", mail), grant("pay", "https://bank.example")];
    options.storage_set(json!({ "edith_grants": { "site": all } })).await.unwrap();
    let schedule = json!({ "name": "Rent", "prompt": "Pay the rent", "cronExpression": "0 9 1 * *", "sites": ["bank.example"], "may": ["pay"] });
    options.accepted(json!({ "type": "SCHEDULE_SAVE", "schedule": schedule })).await.unwrap();
    let named = |names: &[&str]| {
        format!(
            "[...document.querySelectorAll('.site__name')].map(one => one.textContent).join() === '{}'",
            names.join(",")
        )
    };
    until(page, &named(&["bank.example", "mail.example"])).await;
    until(page, "document.querySelector('.site').textContent.includes('Rent')").await;
    let stored = async || -> Vec<Value> {
        options.storage_get("edith_grants").await.unwrap()["site"].as_array().cloned().unwrap_or_default()
    };
    page.click("[aria-label='Revoke Delete on https://mail.example']").await.unwrap();
    until(page, "document.querySelectorAll('.site')[1].querySelectorAll('.grant').length === 2").await;
    assert_eq!(stored().await.len(), 3);
    until(page, "document.activeElement.id === 'sites'").await;
    page.eval("document.querySelector('[aria-label=\"Revoke all of mail.example\"]').focus()").await.unwrap();
    page.press("Enter", 13).await.unwrap();
    until(page, &named(&["bank.example"])).await;
    assert_eq!(stored().await, [grant("pay", "https://bank.example")]);
    // A schedule's leave is the schedule's: it is shown where it can be changed.
    page.click("[aria-label='Show the schedule “Rent”']").await.unwrap();
    let is_it = |target: &Target| target.url.ends_with("sidepanel.html#schedules");
    let shown = browser.wait_target("the schedules", is_it, RUN).await.unwrap();
    let shown = browser.attach(&shown.id).await.unwrap();
    until(&shown, "document.querySelector('.schedule') !== null").await;
}

#[tokio::test]
async fn the_headers_menu_is_used_by_keyboard_and_mouse_and_gives_the_focus_back() {
    const WIDE: &str = "document.documentElement.scrollWidth <= innerWidth";
    let browser = browser().await;
    let panel = open(&browser, "sidepanel.html", "#more").await;
    let page = panel.page();
    let at = |words: &str| format!("document.activeElement.textContent === '{words}'");
    page.eval("document.getElementById('more').focus()").await.unwrap();
    page.press("ArrowDown", 40).await.unwrap();
    until(page, &at("Documents")).await;
    for (key, code, words) in [
        ("End", 35, "Settings"),
        ("ArrowDown", 40, "Documents"),
        ("ArrowUp", 38, "Settings"),
        ("Home", 36, "Documents"),
    ] {
        page.press(key, code).await.unwrap();
        until(page, &at(words)).await;
    }
    page.type_keys("sc").await.unwrap();
    until(page, &at("Schedules")).await;
    page.press("Escape", 27).await.unwrap();
    until(page, "document.activeElement.id === 'more' && document.querySelector('[role=menu]') === null").await;
    // A click elsewhere closes it; one on an entry does what it says.
    page.click("#more").await.unwrap();
    until(page, "document.querySelector('[role=menu]') !== null").await;
    page.click("#composer-input").await.unwrap();
    until(page, "document.querySelector('[role=menu]') === null").await;
    let narrow = json!({ "width": 200, "height": 600, "deviceScaleFactor": 1, "mobile": false });
    page.send("Emulation.setDeviceMetricsOverride", narrow).await.unwrap();
    page.click("#more").await.unwrap();
    until(page, "document.querySelector('[role=menu]')?.getBoundingClientRect().left >= 0").await;
    assert_eq!(page.eval(WIDE).await.unwrap(), true);
    page.click("#open-settings").await.unwrap();
    until(page, "document.querySelector('[role=tablist]') !== null").await;
    assert_eq!(page.eval(WIDE).await.unwrap(), true);
    assert_eq!(
        page.eval("document.getElementById('main').scrollWidth <= document.getElementById('main').clientWidth")
            .await
            .unwrap(),
        true
    );
}

#[tokio::test]
async fn another_language_leaves_the_settings_open() {
    let browser = browser().await;
    let panel = open(&browser, "sidepanel.html", "#more").await;
    let page = panel.page();
    page.click("#more").await.unwrap();
    until(page, "document.querySelector('[role=menu]') !== null").await;
    page.click("#open-settings").await.unwrap();
    until(page, "document.getElementById('language') !== null").await;
    let choose = "(() => { const list = document.getElementById('language'); list.value = 'de'; list.dispatchEvent(new Event('change', { bubbles: true })); })()";
    page.eval(choose).await.unwrap();
    until(page, "document.documentElement.lang === 'de' && document.getElementById('language')?.value === 'de'").await;
    assert_eq!(page.eval("location.hash").await.unwrap(), "");
}
