//! Without a model: what is not understood is answered with buttons, by mouse and by keyboard, also after a reload; and real pages are summed up and filled in.

use edith_lab::browser::{Extension, Page, Theme};
use edith_lab::sites::Sites;
use serde_json::json;

use super::lab::RUN;
use super::{SOON, browser};

const FIRST: &str = "document.querySelectorAll('.suggestion')";

async fn say(page: &Page, text: &str) {
    page.to_front().await.unwrap();
    page.wait_for("document.getElementById('composer-input') !== null", SOON).await.unwrap();
    page.eval("document.getElementById('composer-input').focus()").await.unwrap();
    page.type_keys(text).await.unwrap();
    page.press("Enter", 13).await.unwrap();
}

async fn until(page: &Page, condition: &str) {
    page.wait_for(condition, RUN).await.unwrap_or_else(|error| panic!("{condition}: {error}"));
}

#[tokio::test]
async fn what_is_not_understood_has_buttons_that_stay_and_work() {
    let browser = browser().await;
    let panel = browser.open_extension("sidepanel.html").await.unwrap();
    let page = panel.page();
    say(page, "flibber the gabbet").await;
    until(page, &format!("{FIRST}.length === 3")).await;
    let text = page.eval("document.querySelector('.ended__text').innerText").await.unwrap();
    assert_eq!(text, json!("I did not understand “flibber the gabbet”, so nothing was done."));
    portraits(&panel, "keyless").await;
    // They stay.
    page.eval("location.reload()").await.unwrap();
    until(page, "document.querySelector('.tile--row') !== null").await;
    page.click(".tile--row").await.unwrap();
    until(page, &format!("{FIRST}.length === 3")).await;
    // A blank goes into the message, selected, so that typing replaces it.
    let blank = format!("[...{FIRST}].find(one => one.textContent.includes('…'))");
    page.eval(&format!("{blank}.focus()")).await.unwrap();
    page.press("Enter", 13).await.unwrap();
    until(page, "document.activeElement.id === 'composer-input' && document.activeElement.value.includes('…')").await;
    until(
        page,
        "(field => field.value.slice(field.selectionStart, field.selectionEnd) === '…')(document.activeElement)",
    )
    .await;
    // One without starts at a click.
    page.eval("document.getElementById('composer-input').value = ''").await.unwrap();
    let whole = format!("[...{FIRST}].find(one => !one.textContent.includes('…'))");
    let words = page.eval(&format!("{whole}.innerText.trim()")).await.unwrap();
    page.eval(&format!("{whole}.click()")).await.unwrap();
    until(page, &format!("[...document.querySelectorAll('.said__text')].some(one => one.innerText === {words})")).await;
}

#[tokio::test]
async fn in_german_the_words_and_the_buttons_are_german() {
    let browser = browser().await;
    let panel = browser.open_extension("sidepanel.html").await.unwrap();
    panel.change_settings(json!({ "language": "de" })).await.unwrap();
    panel.page().eval("location.reload()").await.unwrap();
    let page = panel.page();
    until(page, "document.documentElement.lang === 'de'").await;
    say(page, "flibber den Gabbet").await;
    until(page, &format!("{FIRST}.length === 3")).await;
    let text = page.eval("document.querySelector('.ended__text').innerText").await.unwrap();
    assert_eq!(text, json!("Ich habe „flibber den Gabbet“ nicht verstanden, deshalb wurde nichts getan."));
    let words = page.eval(&format!("[...{FIRST}].map(one => one.innerText.trim()).join(', ')")).await.unwrap();
    assert_eq!(words, json!("geh zu …, suche im Web nach …, öffne wikipedia.org"));
    portraits(&panel, "keyless-de").await;
}

/// Pictures for whoever wants to look, at the panel's usual width, its smallest and half of that.
async fn portraits(panel: &Extension, name: &str) {
    let Some(folder) = std::env::var_os("EDITH_PICTURES") else { return };
    let folder = std::path::Path::new(&folder);
    panel.portraits(folder, name).await.unwrap();
    panel.page().screenshot(&folder.join(format!("{name}-200.png")), Theme::Light, 200, 720).await.unwrap();
}

async fn ended(panel: &Extension, task: &str, tab: Option<i64>) -> (String, String, Vec<String>) {
    let run = panel.run_agent(task, tab).await.unwrap();
    let done = panel.wait_done(&run, RUN).await.unwrap();
    let offered = done.message["suggestions"].as_array().cloned().unwrap_or_default();
    let texts = offered.iter().map(|one| one["text"].as_str().unwrap().to_owned()).collect();
    (done.text("outcome").to_owned(), done.text("summary").to_owned(), texts)
}

#[tokio::test]
async fn real_pages_are_summed_up_compared_and_offer_what_fits() {
    let sites = Sites::start().await.unwrap();
    let browser = browser().await;
    let panel = browser.open_extension("sidepanel.html").await.unwrap();
    for (path, task, expected) in [
        ("shop", "flibber the gabbet", "search for …"),
        ("form", "flibber the gabbet", "fill in this form"),
        ("form", "blubber die Wupp und das Dings", "fülle dieses Formular aus"),
        ("shop", "vergleiche die Preise", "- "),
    ] {
        let url = if path == "shop" { sites.shop_url.clone() } else { sites.form_url.clone() };
        let _page = browser.open_page(&url).await.unwrap();
        let tab = panel.tab_id(&url).await.unwrap();
        let (outcome, summary, offered) = ended(&panel, task, tab).await;
        let told = format!("{summary}\n{}", offered.join("\n"));
        assert!(told.contains(expected), "{path} {task}: {outcome} {told}");
    }
}
