//! An answer anew in the panel: the old one stays until there is another.

use edith_lab::browser::Extension;
use edith_lab::model_server::{Fault, Reply, Script};
use serde_json::json;

use super::SOON;
use super::lab::{Lab, RUN};

/// Opens the menu of the `at`th finished task, and chooses the entry with these words.
async fn choose(panel: &Extension, at: usize, words: &str) {
    let page = panel.page();
    let opener = format!("document.querySelectorAll('.again [aria-haspopup]')[{at}]");
    page.wait_for(&format!("{opener} !== undefined"), SOON).await.unwrap();
    page.eval(&format!("{opener}.focus()")).await.unwrap();
    page.press("Enter", 13).await.unwrap();
    let find = format!(
        "[...document.querySelectorAll('[role=menuitem]')].find(item => item.textContent.trim() === {})",
        json!(words)
    );
    page.wait_for(&format!("{find} !== undefined"), SOON).await.unwrap_or_else(|error| panic!("{words}: {error}"));
    page.eval(&format!("{find}.click()")).await.unwrap();
}

async fn shows(panel: &Extension, text: &str, is_there: bool) {
    let condition = format!("document.body.innerText.includes({}) === {is_there}", json!(text));
    panel.page().wait_for(&condition, RUN).await.unwrap_or_else(|error| panic!("{text:?}: {error}"));
}

#[tokio::test]
async fn the_old_answer_stays_if_the_new_one_fails_and_goes_when_there_is_one() {
    let fails =
        Reply::text("").with(Fault::Status { status: 400, headers: Default::default(), body: "no such thing".into() });
    let script = Script::new().then(Reply::done("The first answer.")).then(fails).then(Reply::done("The next answer."));
    let lab = Lab::with(script).await;
    let other = json!({ "id": "o", "name": "Other", "baseUrl": lab.model.url, "apiKeys": [], "model": "large" });
    lab.extension.change_settings(json!({ "servers": [other] })).await.unwrap();
    let panel = lab.browser.open_extension("sidepanel.html").await.unwrap();
    let page = panel.page();
    page.to_front().await.unwrap();
    page.wait_for("document.querySelector('textarea') !== null", SOON).await.unwrap();
    page.eval("document.querySelector('textarea').focus()").await.unwrap();
    page.type_keys("what is here").await.unwrap();
    page.press("Enter", 13).await.unwrap();
    shows(&panel, "The first answer.", true).await;
    choose(&panel, 0, "Answer again").await;
    page.wait_for("document.querySelector('.ended--failed') !== null", RUN).await.unwrap();
    shows(&panel, "The first answer.", true).await;
    shows(&panel, "no such thing", true).await;
    // The failed attempt is answered anew by the other server, in place of both.
    choose(&panel, 1, "Answer again with Other (large)").await;
    shows(&panel, "The next answer.", true).await;
    shows(&panel, "The first answer.", false).await;
    page.wait_for("document.querySelectorAll('.ended--failed, .said').length === 1", SOON).await.unwrap();
    assert_eq!(lab.model.requests().last().unwrap().body["model"], "large");
    let stored = lab.extension.conversations().await.unwrap();
    assert_eq!(stored[0]["messages"].as_array().unwrap().last().unwrap()["content"], "The next answer.");
}
