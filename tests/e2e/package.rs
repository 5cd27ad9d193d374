//! The package loads: Chrome accepts it under its fixed id, the worker starts, every page renders without errors.

use serde_json::{Value, json};

use edith_lab::model_server::{Reply, Script};
use edith_lab::sites::Sites;

use super::lab::{Lab, open};
use super::{SOON, browser};

#[tokio::test]
async fn chrome_loads_the_package_under_its_fixed_id_and_starts_its_worker() {
    let browser = browser().await;
    let worker = format!("chrome-extension://{}/background.js", edith::EXTENSION_ID);
    let is_worker = |target: &edith_lab::browser::Target| target.kind == "service_worker" && target.url == worker;
    browser.wait_target("the extension's worker", is_worker, SOON).await.unwrap();
}

#[tokio::test]
async fn every_page_shows_something_and_throws_nothing() {
    let browser = browser().await;
    for name in ["sidepanel.html", "newtab.html", "options.html", "document.html#id=gone"] {
        let page = browser.open_blank().await.unwrap();
        let mut thrown = page.subscribe("Runtime.exceptionThrown");
        let mut logged = page.subscribe("Log.entryAdded");
        for domain in ["Runtime.enable", "Log.enable"] {
            page.send(domain, json!({})).await.unwrap();
        }
        page.goto(&format!("chrome-extension://{}/{name}", edith::EXTENSION_ID)).await.unwrap();
        let shown = "document.body.innerText.trim().length > 0 && !document.body.innerText.includes('could not start')";
        page.wait_for(shown, SOON).await.unwrap_or_else(|error| panic!("{name}: {error}"));
        if let Some(event) = thrown.try_next() {
            panic!("{name} throws: {}", event.params);
        }
        while let Some(event) = logged.try_next() {
            let level = event.params.pointer("/entry/level").and_then(Value::as_str);
            assert_ne!(level, Some("error"), "{name} logs: {}", event.params);
        }
    }
}

/// Lists what the content security policy of a page refuses, from its first line on.
async fn watch(page: &edith_lab::browser::Page) {
    let listen = "addEventListener('securitypolicyviolation', event => (globalThis.refused ??= []).push(event.violatedDirective), true)";
    page.send("Page.enable", json!({})).await.unwrap();
    page.send("Page.addScriptToEvaluateOnNewDocument", json!({ "source": listen })).await.unwrap();
}

#[tokio::test]
async fn the_policy_of_the_pages_refuses_what_is_not_theirs_and_nothing_that_they_do() {
    let sites = Sites::start().await.unwrap();
    let script = Script::new()
        .then(open(&sites.page_url("tools-plain")))
        .then(Reply::call("screenshot", json!({})))
        .then(Reply::done("There it is."));
    let lab = Lab::on(sites, script).await;
    let mut pages = Vec::new();
    for name in ["sidepanel.html", "newtab.html#open", "options.html"] {
        let page = lab.browser.open_blank().await.unwrap();
        watch(&page).await;
        page.goto(&format!("chrome-extension://{}/{name}", edith::EXTENSION_ID)).await.unwrap();
        page.wait_for(
            "document.getElementById('composer-input') !== null || document.querySelector('#language') !== null",
            SOON,
        )
        .await
        .unwrap();
        pages.push(page);
    }
    // The panel shows the run's bar while it works, and its picture afterwards.
    let width = "document.querySelector('.run__bar')?.style.inlineSize.endsWith('%')";
    let panel = &pages[0];
    let watched = "globalThis.drawn = false; new MutationObserver(() => { globalThis.drawn ||= WIDTH === true; })\
                   .observe(document, { subtree: true, childList: true, attributes: true })";
    panel.eval(&watched.replace("WIDTH", width)).await.unwrap();
    panel.to_front().await.unwrap();
    panel.eval("document.getElementById('composer-input').focus()").await.unwrap();
    panel.type_keys("look at the page").await.unwrap();
    panel.press("Enter", 13).await.unwrap();
    panel.wait_for("document.body.innerText.includes('There it is.')", SOON).await.unwrap();
    panel.eval("document.querySelectorAll('details').forEach(details => { details.open = true; })").await.unwrap();
    panel
        .eval("[...document.querySelectorAll('button[aria-expanded=false]')].forEach(button => button.click())")
        .await
        .unwrap();
    panel
        .wait_for("[...document.images].some(image => image.src.startsWith('data:') && image.naturalWidth > 0)", SOON)
        .await
        .unwrap();
    panel.wait_for("globalThis.drawn === true", SOON).await.unwrap();
    for page in &pages {
        assert_eq!(page.eval("globalThis.refused ?? []").await.unwrap(), json!([]));
        // What a page is made to load from elsewhere, or to do with forms and frames, is refused.
        let other = format!("{}/pages/x", lab.sites.origin);
        for (does, refused) in [
            (format!("document.body.append(Object.assign(new Image(), {{ src: '{other}.png' }}))"), "img-src"),
            (
                format!("document.body.append(Object.assign(document.createElement('iframe'), {{ src: '{other}' }}))"),
                "frame-src",
            ),
            (format!("new Worker('{other}.js')"), "worker-src"),
            ("new WebSocket('ws://127.0.0.1:9/')".to_owned(), "connect-src"),
            ("document.body.setAttribute('style', 'color: red')".to_owned(), "style-src-attr"),
            (
                "document.head.append(Object.assign(document.createElement('base'), { href: 'https://a.example/' }))"
                    .to_owned(),
                "base-uri",
            ),
        ] {
            page.eval(&format!("globalThis.refused = []; try {{ {does} }} catch {{}}")).await.unwrap();
            page.wait_for(&format!("globalThis.refused.some(one => one === '{refused}')"), SOON)
                .await
                .unwrap_or_else(|error| panic!("{does}: {error}"));
        }
    }
}

#[tokio::test]
async fn what_is_stored_is_for_the_extensions_own_pages() {
    let lab = Lab::with(Script::new()).await;
    let page = lab.browser.open_page(&lab.sites.page_url("tools-plain")).await.unwrap();
    let read = |world: &str| {
        format!(
            "chrome.tabs.query({{}}).then(tabs => tabs.find(tab => tab.url?.includes('tools-plain')).id).then(tabId => chrome.scripting.executeScript({{ \
             target: {{ tabId }}, world: '{world}', func: async () => {{ const read = async area => {{ try {{ return Object.keys(await \
             chrome.storage[area].get(null)); }} catch {{ return 'refused'; }} }}; return [await read('local'), await read('session')]; }} }}))\
             .then(([answer]) => answer.result)"
        )
    };
    for world in ["ISOLATED", "MAIN"] {
        let found = lab.extension.page().eval(&read(world)).await.unwrap();
        assert_eq!(found, json!(["refused", "refused"]), "{world}");
    }
    page.close().await.unwrap();
    let own = "chrome.storage.local.get(null).then(all => all.edith_api_key)";
    assert_eq!(lab.extension.page().eval(own).await.unwrap(), json!("sk-test"));
    // The next worker, and the next page, are no different.
    lab.kill_worker().await;
    let again = lab.browser.open_extension("sidepanel.html").await.unwrap();
    assert_eq!(again.page().eval(own).await.unwrap(), json!("sk-test"));
}
