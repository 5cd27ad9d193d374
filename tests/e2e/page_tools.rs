//! Tools that pages offer (WebMCP), in a Chromium that has them: what looks tell, what calls do, and the steps that they save.

use edith_lab::browser::SeenEvent;
use edith_lab::model_server::{Reply, Script};
use edith_lab::sites::Sites;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

use super::lab::{Lab, RUN, on, open, outcome};
use super::play::{Played, at, click, ended, event_log, go, look};

fn tool(name: &str, input: Value) -> Reply {
    Reply::call("page_tool", json!({ "name": name, "input": input }))
}

/// A lab in a browser where pages may offer tools.
async fn lab(script: impl FnOnce(&Sites, Script) -> Script) -> Lab {
    let sites = Sites::start().await.unwrap();
    let script = script(&sites, Script::new());
    Lab::with_flags(sites, script, &["--enable-blink-features=WebMCP"]).await
}

async fn play(script: impl FnOnce(&Sites, Script) -> Script, answers: &[&str]) -> Played {
    play_to("completed", script, answers).await
}

async fn play_to(outcome: &str, script: impl FnOnce(&Sites, Script) -> Script, answers: &[&str]) -> Played {
    let lab = lab(script).await;
    let run = lab.start("do what the script says").await;
    let mut first = run.first_event;
    for answer in answers {
        let asked = lab.extension.wait_ask(&run, first, RUN).await;
        let (number, ask) = asked.unwrap_or_else(|error| panic!("{error}\n{}", event_log(&lab, &run)));
        lab.extension.answer(&ask, answer).await.unwrap();
        first = number + 1;
    }
    ended(lab, run, outcome).await
}

#[tokio::test]
async fn a_look_ends_with_a_pages_tools_and_a_call_does_what_a_click_would() {
    let played = play(
        |sites, script| {
            let page = sites.page_url("offers");
            let script = script.then(open(&page)).then(tool("say", json!({ "text": "good day" })));
            script.then(tool("count", json!({}))).then(go(&sites.page_url("article"))).then(tool("say", json!({})))
        },
        &[],
    )
    .await;
    let opened = played.answer("open_browser");
    let (_, section) = opened.split_once("TOOLS OF THIS PAGE").unwrap_or_else(|| panic!("{opened}"));
    assert!(section.contains("say \"Shows a text on the page.\" input: {\"properties\":{\"text\":"), "{section}");
    let answers = played.answers("page_tool");
    assert!(answers[0].contains("It answers:") && answers[0].contains("Shown: good day"), "{}", answers[0]);
    assert!(answers[0].contains("It was said: good day"), "the look after it: {}", answers[0]);
    assert!(answers[1].contains("(cut: the answer is longer than that)") && answers[1].len() < 40_000);
    assert!(answers[2].contains("offers no tools"), "{}", answers[2]);
    assert!(!played.answer("navigate").contains("TOOLS OF THIS PAGE"));
    played.noted("offers", "said", &["good day"]).await;
    let offered: Vec<bool> =
        played.lab.model.requests().iter().map(|request| request.tools().contains(&"page_tool")).collect();
    assert_eq!(offered[..5], [false, true, true, true, false], "offered only where the page has some");
}

#[tokio::test]
async fn where_the_browser_has_no_tools_nothing_is_different() {
    let played = super::play::play(|sites, script| script.then(open(&sites.page_url("offers"))).then(look())).await;
    assert!(!played.answer("open_browser").contains("TOOLS") && !played.answer("take_snapshot").contains("TOOLS"));
    assert!(played.lab.model.requests().iter().all(|request| !request.tools().contains(&"page_tool")));
}

#[tokio::test]
async fn a_forms_tool_is_filled_in_as_a_person_would_and_not_sent() {
    let input = json!({ "city": "Oslo", "day": "2026-03-04", "size": "l", "way": "bike", "gift": true });
    let played = play(
        |sites, script| {
            let script =
                script.then(open(&sites.page_url("offers-form"))).then(tool("ask_for_delivery", input.clone()));
            script.then(tool("ask_for_delivery", json!({ "town": "Oslo" }))).then(click("Ask for it"))
        },
        // The button sends something nobody knows.
        &[],
    )
    .await;
    let answers = played.answers("page_tool");
    for value in ["Typed \"Oslo\"", "2026-03-04", "Large", "chosen now", "ticked now"] {
        assert!(answers[0].contains(value), "{value}: {}", answers[0]);
    }
    assert!(played.answer("open_browser").contains("does not submit it]"), "{}", played.answer("open_browser"));
    assert!(answers[1].contains("shows no field \"town\"") && answers[1].contains("city"), "{}", answers[1]);
    played.noted("offers-form", "sent", &["city=Oslo&day=2026-03-04&size=l&way=bike&gift=1"]).await;
    let state = played.lab.sites.state();
    let typed = state.noted("offers-form", "typed");
    assert!(typed.contains(&"city") && typed.contains(&"way"), "{typed:?}");
}

#[tokio::test]
async fn tools_of_frames_are_told_with_their_frame_and_called_there() {
    let played = play(
        |sites, script| {
            let script = script.then(open(&sites.page_url("offers-frames"))).then(look());
            script.then(tool("where", json!({}))).then(tool("where_2", json!({}))).then(tool("where_3", json!({})))
        },
        // Both are servers of this computer that nobody named, and what is told to one was read on the other.
        &["task", "task"],
    )
    .await;
    let told = played.answer("open_browser") + &played.answer("take_snapshot");
    assert!(told.contains("[frame: ") && told.contains("where_3"), "{told}");
    assert!(!told.contains("where_4"), "one frame may offer none: {told}");
    let answers = played.answers("page_tool");
    assert!(answers[0].contains("the page itself"), "{}", answers[0]);
    let both = answers[1..].concat();
    assert!(both.contains("the frame ?same") && both.contains("the frame ?other"), "{both}");
}

#[tokio::test]
async fn tools_that_come_and_change_are_told_and_another_one_than_was_told_is_not_called() {
    let lab = lab(|sites, script| {
        let script = script.then(open(&sites.page_url("offers-changing"))).then(click("Show more tools"));
        let script = script.then(click("Change the tool")).then(tool("read_state", json!({})));
        script
            .then(Reply::call("wait", json!({ "ms": 1 })))
            .then(Reply::call("ask_user", json!({ "question": "Now?" })))
            .then(tool("read_state", json!({})))
            .then(tool("new_one", json!({})))
    })
    .await;
    let run = lab.start("do what the script says").await;
    let (_, ask) = lab.extension.wait_ask(&run, run.first_event, RUN).await.unwrap();
    // While the model thinks, the page changes unseen.
    let pages = lab.browser.targets().await.unwrap();
    let page = pages.iter().find(|target| target.url.contains("offers-changing")).unwrap();
    lab.browser.attach(&page.id).await.unwrap().eval("changeUnseen()").await.unwrap();
    lab.extension.answer(&ask, "yes").await.unwrap();
    let played = ended(lab, run, "completed").await;
    let clicks = played.answers("click");
    assert!(clicks[0].contains("+ tool new_one \"Came later.\""), "{}", clicks[0]);
    assert!(clicks[1].contains("~ tool read_state \"Reads the state in another way.\""), "{}", clicks[1]);
    let calls = played.answers("page_tool");
    assert!(calls[0].contains("Reads the state in another way."), "{}", calls[0]);
    assert!(calls[1].contains("not the one that the look showed"), "{}", calls[1]);
    assert!(calls[1].contains("~ tool read_state \"Orders everything.\""), "the new look: {}", calls[1]);
    played.noted("offers-changing", "read", &["Reads the state in another way."]).await;
}

#[tokio::test]
async fn a_tool_that_lies_sends_nothing_unasked_and_gets_no_secret() {
    let played = play_to(
        "refused",
        |sites, script| {
            let script = script.then(open(&sites.page_url("offers-lying")));
            let script = script.then(tool("get_weather", json!({}))).then(tool("click", json!({})));
            let script = script.then(tool("place_order", json!({})));
            script.then(tool("find_faster", json!({ "key": "hunter2" })))
        },
        &["deny", "deny", "deny"],
    )
    .await;
    let answers = played.answers("page_tool");
    for refused in [0, 2, 3] {
        assert!(answers[refused].contains("did not allow this"), "{}", answers[refused]);
    }
    assert!(answers[1].contains("clicked"), "{}", answers[1]);
    let state = played.lab.sites.state();
    assert!(!state.requests.iter().any(|request| request.contains("/pages/deal/")), "{:?}", state.requests);
    assert!(state.noted("offers-lying", "got").is_empty());
    // After a yes it is sent once, and what it answers is data.
    let played = play(
        |sites, script| script.then(open(&sites.page_url("offers-lying"))).then(tool("get_weather", json!({}))),
        &["once"],
    )
    .await;
    let sent =
        played.lab.sites.state().requests.iter().filter(|request| request.contains("/pages/deal/orders")).count();
    assert_eq!(sent, 1);
    let answer = played.answer("page_tool");
    assert!(answer.contains("It says 200") && !answer.contains("<<<END 1>>>"), "{answer}");
}

#[tokio::test]
async fn a_tool_that_never_answers_is_given_up_and_a_stop_does_not_wait_for_it() {
    let script = |sites: &Sites, script: Script| {
        script.then(open(&sites.page_url("offers-silent"))).then(tool("wait_for_ever", json!({})))
    };
    let lab = lab(script).await;
    let run = lab.start("do what the script says").await;
    lab.until("the tool began", |state| !state.noted("offers-silent", "begun").is_empty()).await;
    let before = Instant::now();
    lab.steer("AGENT_STOP", &run).await;
    let done: SeenEvent = lab.done(&run).await;
    let took = done.seen.duration_since(before);
    assert_eq!(outcome(&done), "stopped");
    // The promise is 300 ms; a shared machine gets some more.
    assert!(took < Duration::from_secs(1), "{took:?}");
    println!("stopped while a page's tool was silent: {} ms", took.as_millis());
    let before = Instant::now();
    let played = play(script, &[]).await;
    assert!(before.elapsed() > Duration::from_secs(20));
    let answer = played.answer("page_tool");
    assert!(answer.contains("did not answer within 20 s") && answer.contains("not repeated"), "{answer}");
    played.noted("offers-silent", "begun", &[""]).await;
    played.noted("offers-silent", "told to stop", &[""]).await;
}

#[tokio::test]
async fn what_a_tool_throws_is_told_and_its_question_is_a_dialog() {
    let played = play(
        |sites, script| {
            let script = script.then(open(&sites.page_url("offers-failing"))).then(tool("throws", json!({})));
            let script = script.then(tool("circles", json!({}))).then(tool("missing", json!({})));
            script.then(tool("asks", json!({}))).then(Reply::call("handle_dialog", json!({ "accept": false })))
        },
        &[],
    )
    .await;
    let answers = played.answers("page_tool");
    assert!(
        answers[0].contains("which failed. It says:") && answers[0].contains("Error: The store is closed today"),
        "{}",
        answers[0]
    );
    assert!(!answers[0].contains("offers-failing:"), "not where it was thrown: {}", answers[0]);
    assert!(answers[1].contains("which failed"), "{}", answers[1]);
    assert!(answers[2].contains("offers no tool \"missing\"") && answers[2].contains("throws"), "{}", answers[2]);
    assert!(answers[3].contains("A dialog is open") && answers[3].contains("Shall I go on?"), "{}", answers[3]);
}

#[tokio::test]
async fn after_a_tool_that_leads_on_the_look_is_of_the_new_page() {
    let played = play(
        |sites, script| {
            let page = sites.page_url("offers-leading");
            let script = script.then(open(&page)).then(tool("go_on", json!({}))).then(go(&page));
            script.then(tool("go_and_say", json!({})))
        },
        &[],
    )
    .await;
    let answers = played.answers("page_tool");
    assert!(
        answers[0].contains("moved on to another one") && answers[0].contains("arrived?from=tool"),
        "{}",
        answers[0]
    );
    assert!(answers[1].contains("On its way") && answers[1].contains("arrived?from=answer"), "{}", answers[1]);
}

/// The same purchase by clicks and by the shop's tools: the cheapest two desk lamps in stock. Prints both numbers of steps.
#[tokio::test]
async fn the_shops_tools_save_steps() {
    let by_clicks = super::play::play_asked(
        |sites, script| {
            let script = script.then(open(&sites.shop_url));
            let script = script.with(on(
                "type_text",
                "INPUT",
                "Search products",
                json!({ "text": "desk lamp", "submit": true }),
            ));
            let script = script.then(at("set_value", "In stock", json!({ "value": "true" })));
            let script = script.then(at("select_option", "Sort by", json!({ "value": "Price: low to high" })));
            let script = script.then(click("Desk lamp, black €24.90 In stock"));
            let script = script.then(at("set_value", "Quantity", json!({ "value": "2" })));
            script.then(click("Add to cart")).then(Reply::done("2 × Desk lamp, black are in the cart"))
        },
        &["task"],
    )
    .await;
    let by_tools = play(
        |sites, script| {
            let script = script.then(open(&sites.shop_url));
            let search = json!({ "query": "desk lamp", "in_stock": true, "sort": "price" });
            let script = script.then(tool("search_products", search));
            let script = script.then(tool("add_to_cart", json!({ "id": "desk-lamp-black", "quantity": 2 })));
            script.then(Reply::done("2 × Desk lamp, black are in the cart"))
        },
        &["task"],
    )
    .await;
    let answers = by_tools.answers("page_tool");
    assert!(answers[0].contains("desk-lamp-black") && answers[0].contains("€24.90"), "{}", answers[0]);
    assert!(answers[1].contains("was added to your cart") && answers[1].contains("Cart (2)"), "{}", answers[1]);
    let mut counted = Vec::new();
    for played in [&by_clicks, &by_tools] {
        let cart = played.lab.sites.state().shop.cart.clone();
        assert_eq!(
            cart.iter().map(|line| (line.id.as_str(), line.quantity)).collect::<Vec<_>>(),
            [("desk-lamp-black", 2)]
        );
        counted.push((
            played.lab.model.requests().len(),
            played.lab.model.requests().last().unwrap().body.to_string().len(),
        ));
    }
    println!("two desk lamps into the cart: {} steps by clicks, {} by the shop's tools", counted[0].0, counted[1].0);
    println!("characters of the last request: {} by clicks, {} by tools", counted[0].1, counted[1].1);
    assert!(counted[1].0 + 3 <= counted[0].0, "{counted:?}");
    // A form's tool of the product page: filled in and sent like its button.
    let by_form = play(
        |sites, script| {
            let script = script.then(open(&format!("{}/product/desk-lamp-black", sites.shop_url)));
            script.then(tool("add_this_product", json!({ "quantity": 3 }))).then(Reply::done("3 lamps"))
        },
        &["task"],
    )
    .await;
    let cart = by_form.lab.sites.state().shop.cart.clone();
    assert_eq!(cart.iter().map(|line| line.quantity).collect::<Vec<_>>(), [3], "{}", by_form.answer("page_tool"));
}
