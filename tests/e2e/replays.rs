//! A finished task is done again without a model, in the sample shop: as it was, as somebody has changed it since, and with another value.

use edith_lab::browser::{RunHandle, SeenEvent};
use edith_lab::model_server::{Reply, Script};
use edith_lab::sites::Sites;
use serde_json::{Value, json};

use super::lab::{Lab, RUN, click, on, open, outcome};

const LAMP: &str = "desk-lamp-black";

/// A lab in which the model has put twelve black desk lamps into the cart, which is empty again since.
async fn recorded() -> (Lab, RunHandle) {
    let sites = Sites::start().await.unwrap();
    let script = Script::new()
        .then(open(&sites.shop_url))
        .with(on("type_text", "INPUT", "Search products", json!({ "text": "lamp", "submit": true })))
        .with(click("LINK", "Desk lamp, black"))
        .with(on("type_text", "INPUT", "Quantity", json!({ "text": "12" })))
        .with(click("BUTTON", "Add to cart"))
        .then(Reply::call("task_complete", json!({ "summary": "They are in the cart." })));
    let lab = Lab::on(sites, script).await;
    let run = lab.start(&format!("Put 12 black desk lamps from {} into the cart", lab.sites.shop_url)).await;
    let (end, asked) = ended(&lab, &run).await;
    assert_eq!((outcome(&end), asked), ("completed", Vec::new()), "{}", end.message);
    assert_eq!(cart(&lab), [(LAMP.to_owned(), 12)]);
    lab.sites.change(|state| state.shop.cart.clear());
    (lab, run)
}

fn cart(lab: &Lab) -> Vec<(String, u32)> {
    lab.sites.state().shop.cart.iter().map(|line| (line.id.clone(), line.quantity)).collect()
}

/// The end of a run whose approvals are given and whose questions are answered with the last choice, which is to stop; and these questions.
async fn ended(lab: &Lab, run: &RunHandle) -> (SeenEvent, Vec<String>) {
    let (mut next, mut asked) = (run.first_event, Vec::new());
    loop {
        let of_run =
            |event: &SeenEvent| event.run_id() == run.run_id && matches!(event.kind(), "agent_done" | "agent_ask");
        let (at, event) = lab.extension.wait_event_from(next, "an ask or the end", of_run, RUN).await.unwrap();
        next = at + 1;
        if event.kind() == "agent_done" {
            return (event, asked);
        }
        let options = event.message["options"].as_array().cloned().unwrap_or_default();
        let answer = match options.last().and_then(Value::as_str) {
            Some(stop) => {
                asked.push(event.text("text").to_owned());
                stop.to_owned()
            }
            None => "once".to_owned(),
        };
        lab.extension.answer(&event, &answer).await.unwrap();
    }
}

async fn again(lab: &Lab, run: &RunHandle) -> (SeenEvent, Vec<String>) {
    let command = json!({ "type": "REPLAY_RUN", "runId": run.run_id, "values": {} });
    let replay = lab.extension.start_run(command).await.unwrap();
    ended(lab, &replay).await
}

#[tokio::test]
async fn it_is_done_again_without_a_model_and_on_a_changed_shop_it_is_right_or_stops() {
    let (lab, run) = recorded().await;
    let requests = lab.model.requests().len();
    // No server any more.
    lab.extension.storage_set(json!({ "edith_api_base_url": "" })).await.unwrap();
    let (end, asked) = again(&lab, &run).await;
    assert_eq!((outcome(&end), asked), ("completed", Vec::new()), "{}", end.message);
    assert_eq!(cart(&lab), [(LAMP.to_owned(), 12)]);
    lab.sites.change(|state| state.shop.cart.clear());

    // Another order: what is meant is found all the same.
    lab.sites.change(|state| state.shop.products.reverse());
    let (end, asked) = again(&lab, &run).await;
    assert_eq!((outcome(&end), asked), ("completed", Vec::new()), "{}", end.message);
    assert_eq!(cart(&lab), [(LAMP.to_owned(), 12)]);
    lab.sites.change(|state| state.shop.cart.clear());

    // It costs more now: the person is to know that first.
    let price = |cents: u32| {
        lab.sites.change(|state| {
            for product in state.shop.products.iter_mut().filter(|product| product.id == LAMP) {
                product.cents = cents;
            }
        });
    };
    price(9_490);
    let (end, asked) = again(&lab, &run).await;
    assert!(outcome(&end) != "completed" && asked.len() == 1, "{}", end.message);
    assert_eq!(cart(&lab), []);
    price(2_490);

    // It has another name, and there is one whose name is nearly the same.
    lab.sites.change(|state| {
        for product in &mut state.shop.products {
            match product.id.as_str() {
                LAMP => product.name = "Work light".to_owned(),
                "desk-lamp-white" => product.name = "Desk lamp, blackish".to_owned(),
                _ => {}
            }
        }
    });
    let (end, asked) = again(&lab, &run).await;
    assert!(outcome(&end) != "completed" && !asked.is_empty(), "{}", end.message);
    assert_eq!(cart(&lab), []);

    // It is sold out: its button cannot be pressed.
    lab.sites.change(|state| {
        for product in &mut state.shop.products {
            if product.id == LAMP {
                product.name = "Desk lamp, black".to_owned();
                product.stock = 0;
            }
        }
    });
    let (end, asked) = again(&lab, &run).await;
    assert!(outcome(&end) != "completed" && !asked.is_empty(), "{}", end.message);
    assert_eq!(cart(&lab), []);
    assert_eq!(lab.model.requests().len(), requests);
}

#[tokio::test]
async fn it_is_kept_as_a_prompt_and_done_again_with_another_value_in_the_panel() {
    let (lab, run) = recorded().await;
    let requests = lab.model.requests().len();
    let panel = lab.browser.open_extension("sidepanel.html").await.unwrap();
    let page = panel.page();
    page.to_front().await.unwrap();
    let until = async |condition: &str| {
        if let Err(error) = page.wait_for(condition, RUN).await {
            panic!("{condition}: {error}; {}", page.eval("document.body.innerText").await.unwrap());
        }
    };
    until("document.querySelector('.tile--row') !== null").await;
    page.click(".tile--row").await.unwrap();

    // What was entered is a blank of the prompt.
    until("document.querySelector('.again .menu-button, .again [aria-haspopup]') !== null").await;
    page.click(".again [aria-haspopup]").await.unwrap();
    until(
        "[...document.querySelectorAll('[role=menuitem]')].some(one => one.textContent.includes('Save as a prompt'))",
    )
    .await;
    page.eval("[...document.querySelectorAll('[role=menuitem]')].find(one => one.textContent.includes('Save as a prompt')).click()").await.unwrap();
    let started = std::time::Instant::now();
    let kept = loop {
        let prompts = panel.storage_get("edith_prompts").await.unwrap();
        if let Some(text) = prompts[0]["text"].as_str() {
            break text.to_owned();
        }
        assert!(started.elapsed() < RUN, "nothing was kept");
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    };
    assert!(kept.starts_with("Put {{Quantity}} black desk"), "{kept}");

    // Its form has the values; another number is put in, and only that is different.
    page.click(&format!("#again-{}", run.run_id)).await.unwrap();
    until("document.getElementById('again-form')?.querySelectorAll('input').length === 2").await;
    let field =
        "[...document.querySelectorAll('#again-form label')].find(one => one.textContent === 'Quantity').control";
    assert_eq!(page.eval(&format!("{field}.value")).await.unwrap(), json!("12"));
    page.eval(&format!("{field}.focus(); {field}.select()")).await.unwrap();
    page.type_keys("2").await.unwrap();
    page.press("Enter", 13).await.unwrap();
    until("document.getElementById('again-form') === null").await;
    lab.until("lamps are in the cart", |state| !state.shop.cart.is_empty()).await;
    until("document.querySelector('.run') === null").await;
    assert_eq!(cart(&lab), [(LAMP.to_owned(), 2)]);
    assert_eq!(lab.model.requests().len(), requests);
}
