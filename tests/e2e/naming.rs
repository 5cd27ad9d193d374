//! The name of a conversation, where a person sees it.

use edith_lab::model_server::{Reply, Request, Script};
use serde_json::json;

use super::SOON;
use super::lab::{Lab, RUN};

const LONG: &str = "Find the cheapest desk lamp that is in stock in any of the shops, and say what it costs";
const NAME: &str = "Cheapest lamp in stock";

fn is_naming(request: &Request) -> bool {
    request.body["messages"][0]["content"].as_str().is_some_and(|text| text.starts_with("You name conversations"))
}

#[tokio::test]
async fn a_long_prompt_is_named_in_the_header_the_list_and_its_search_and_the_persons_title_wins() {
    let script = Script::always(|request| match is_naming(request) {
        true => Reply::text(format!("\"{NAME}\"")),
        false => Reply::done("It costs 12."),
    });
    let lab = Lab::with(script).await;
    lab.extension.change_settings(json!({ "generateTitles": true })).await.unwrap();
    let panel = lab.browser.open_extension("sidepanel.html").await.unwrap();
    let page = panel.page();
    page.to_front().await.unwrap();
    page.wait_for("document.querySelector('textarea') !== null", SOON).await.unwrap();
    page.eval("document.querySelector('textarea').focus()").await.unwrap();
    page.type_keys(LONG).await.unwrap();
    page.press("Enter", 13).await.unwrap();
    page.wait_for("document.body.innerText.includes('It costs 12.')", RUN).await.unwrap();
    let header = |text: &str| format!("document.querySelector('.header__title').textContent === {}", json!(text));
    page.wait_for(&header(NAME), RUN).await.unwrap();
    assert_eq!(lab.model.requests().iter().filter(|request| is_naming(request)).count(), 1);

    page.eval("document.querySelector('.header button').click()").await.unwrap();
    let row = |text: &str| {
        format!("[...document.querySelectorAll('.row__title')].map(row => row.textContent).join() === {}", json!(text))
    };
    page.wait_for(&row(NAME), SOON).await.unwrap();
    page.wait_for("document.activeElement.id === 'conversation-search'", SOON).await.unwrap();
    page.type_keys("lamp in stock").await.unwrap();
    page.wait_for(&row(NAME), SOON).await.unwrap();
    page.eval("document.querySelector('.row__open').focus()").await.unwrap();
    page.press("F2", 113).await.unwrap();
    page.wait_for("document.activeElement.id === 'new-title'", SOON).await.unwrap();
    assert_eq!(page.eval("document.activeElement.value").await.unwrap(), NAME);
    page.eval("document.activeElement.select()").await.unwrap();
    page.type_keys("My lamp in stock").await.unwrap();
    page.press("Enter", 13).await.unwrap();
    page.wait_for(&row("My lamp in stock"), SOON).await.unwrap();
    page.wait_for(&header("My lamp in stock"), SOON).await.unwrap();
}
