//! The package loads: Chrome accepts it under its fixed id, the worker starts, every page renders without errors.

use serde_json::{Value, json};

use super::{SOON, browser};

#[tokio::test]
async fn chrome_loads_the_package_under_its_fixed_id_and_starts_its_worker() {
    let browser = browser().await;
    let worker = format!("chrome-extension://{}/background.js", edith::EXTENSION_ID);
    let is_worker = |target: &xtask::browser::Target| target.kind == "service_worker" && target.url == worker;
    browser.wait_target("the extension's worker", is_worker, SOON).await.unwrap();
}

#[tokio::test]
async fn every_page_shows_something_and_throws_nothing() {
    let browser = browser().await;
    for name in ["sidepanel.html", "newtab.html", "options.html"] {
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
