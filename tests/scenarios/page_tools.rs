//! Tools that pages offer, on fakes as strict as a browser: told with looks, called like any other action, never twice.

use crate::{SHOP, asked, open};
use edith_actions::action::ToolEnd;
use edith_page::raw::{RawForm, state};
use edith_protocol::{Ask, AskKind, Command, Outcome, RunId};
use edith_testkit::{FakePage, Scripted, World};
use serde_json::{Value, json};

const NEXT: &str = "http://shop.example/next";

fn tool(name: &str, input: Value) -> Scripted {
    Scripted::call("page_tool", &json!({"name": name, "input": input}).to_string())
}

fn search() -> Scripted {
    tool("search_products", json!({"query": "lamp"}))
}

const SEARCHED: &str = r#"tool "search_products" {"query":"lamp"}"#;

fn shop() -> FakePage {
    FakePage::new("Shop").button("Menu").tool("search_products", "Searches the shop.", "3 lamps, from 12.90")
}

/// A run that opens the page, makes these calls and completes.
fn run_on(page: FakePage, calls: Vec<Scripted>) -> (World, RunId) {
    let world = World::default();
    world.browser.add_page(SHOP, page);
    world.browser.add_page(NEXT, FakePage::new("Next").text("The next page."));
    world.model.will(std::iter::once(open()).chain(calls));
    world.model.always(|_| Scripted::complete("done"));
    let run = world.run("find a lamp at shop.example").unwrap();
    world.settle();
    (world, run)
}

fn answer(world: &World, ask: &Ask, answer: &str) {
    let command =
        Command::AgentAnswer { run_id: ask.run_id.clone(), ask_id: ask.ask_id.clone(), answer: answer.into() };
    assert!(world.send(command).unwrap().ok);
    world.settle();
}

fn calls(world: &World) -> usize {
    world.browser.done().iter().filter(|done| done.starts_with("tool ")).count()
}

/// Whether `page_tool` was offered with each request.
fn offers(world: &World) -> Vec<bool> {
    world.model.requests().iter().map(|request| request.tools.iter().any(|tool| tool.name == "page_tool")).collect()
}

#[test]
fn a_look_tells_them_and_they_are_offered_only_where_the_page_has_some() {
    let go = Scripted::call("navigate", &json!({ "url": NEXT }).to_string());
    let (world, _) = run_on(shop(), vec![search(), go, search()]);
    assert_eq!(offers(&world), [false, true, true, false, false]);
    let messages = |at: usize| serde_json::to_string(&world.model.requests()[at].messages).unwrap();
    assert!(messages(1).contains("TOOLS OF THIS PAGE") && messages(1).contains("search_products"), "{}", messages(1));
    assert_eq!(world.browser.done().iter().filter(|done| *done == SEARCHED).count(), 1);
    // The answer is data of the page.
    let requests = world.model.requests();
    let told: String = requests[2].messages.iter().map(|message| message.text().into_owned()).collect();
    let (_, fenced) = told.rsplit_once("<<<DATA page tool of").unwrap_or_else(|| panic!("{told}"));
    assert!(fenced.split("<<<END").next().unwrap().contains("3 lamps, from 12.90"), "{fenced}");
    assert!(messages(4).contains("the page offers no tools"), "{}", messages(4));
    assert!(world.events.ask().is_none(), "a search of a named site needs no question");
}

#[test]
fn one_that_changed_since_the_look_is_not_called_and_the_new_look_is_the_answer() {
    let page = |later: Option<&str>| {
        shop().tool_that("list_orders", "Lists what was ordered.", |tool| {
            let other =
                later.map(|description| edith_page::RawTool { description: description.into(), ..tool.raw.clone() });
            // Opening the page is the first thing that is done, the press the second; then it changes unseen.
            tool.later = Some((2, other));
        })
    };
    for later in [Some("Lists what was ordered, and orders it again."), None] {
        let world = World::default();
        world.browser.add_page(SHOP, page(later));
        let browser = world.browser.clone();
        world.model.will([open()]);
        world.model.always(move |request| {
            let calls = request.messages.len();
            match calls {
                // The model's answer comes late: the page has changed by itself.
                0..=5 => {
                    browser.change_page(SHOP, |page| {
                        for tool in &mut page.tools {
                            tool.later = tool.later.take().map(|(_, later)| (0, later));
                        }
                    });
                    tool("list_orders", json!({}))
                }
                _ => Scripted::complete("done"),
            }
        });
        world.run("look what I ordered at shop.example").unwrap();
        world.settle();
        assert_eq!(calls(&world), 0, "{:?}", world.browser.done());
        let told = asked(&world);
        let expected =
            if later.is_some() { "is now not the one that the look showed" } else { "no longer on the page" };
        assert!(told.contains(expected), "{}", &told[told.len() - 2_000..]);
        let change = if later.is_some() { "~ tool list_orders" } else { "- tool list_orders" };
        assert!(told.contains(change), "{told}");
    }
}

#[test]
fn what_fails_keeps_silent_or_leads_on_is_told_as_that() {
    let with = |end: ToolEnd, says: &str, leads: Option<&str>| {
        let page = FakePage::new("Shop").tool_that("search_products", "", |tool| {
            (tool.end, tool.says, tool.leads) = (end, says.to_owned(), leads.map(str::to_owned));
        });
        let (world, _) = run_on(page, vec![search()]);
        assert_eq!(calls(&world), 1);
        let failed = world
            .events
            .answers()
            .iter()
            .any(|told| told.tool.as_deref() == Some("page_tool") && told.ok == Some(false));
        (asked(&world), failed)
    };
    let (told, failed) = with(ToolEnd::Failed, "Error: sold out", None);
    assert!(failed && told.contains("It says:") && told.contains("sold out"), "{told}");
    let (told, failed) = with(ToolEnd::Silent, "", None);
    assert!(failed && !told.contains("It answers"), "{told}");
    let (told, failed) = with(ToolEnd::Left, "", Some(NEXT));
    assert!(!failed && told.contains("The next page."), "{told}");
    // Another site is not made to say what this one said.
    let (told, _) = with(ToolEnd::Answered, "words of the shop", Some("https://other.example/"));
    assert!(!told.contains("words of the shop") && told.contains("another site is shown now"), "{told}");
    let (told, _) = with(ToolEnd::Answered, &"x".repeat(100_000), None);
    assert!(told.contains("(cut: the answer is longer than that)") && told.len() < 40_000, "{}", told.len());
}

#[test]
fn a_call_whose_answer_nobody_saw_is_never_repeated() {
    for (name, description, grave) in [("search_products", "", false), ("place_order", "", true)] {
        let world = World::default();
        world.browser.add_page(SHOP, FakePage::new("Shop").tool(name, description, "ok"));
        world.model.will([open(), tool(name, json!({}))]);
        world.model.always(|_| Scripted::complete("done"));
        let done = format!("tool {name:?} {{}}");
        world.browser.hang_on(Some(&done));
        world.run("do it at shop.example").unwrap();
        world.settle();
        if grave {
            answer(&world, &world.events.ask().unwrap(), "once");
        }
        assert_eq!(calls(&world), 1);
        world.browser.hang_on(None);
        world.restart_worker();
        world.settle();
        assert_eq!(calls(&world), 1, "{:?}", world.browser.done());
        if grave {
            let ask = world.events.ask().unwrap();
            assert!(matches!(ask.kind, AskKind::Question { .. }), "{ask:?}");
        } else {
            let told = asked(&world);
            assert!(
                told.contains("not known whether it took effect") && told.contains("It was not repeated"),
                "{told}"
            );
        }
    }
}

#[test]
fn a_stop_ends_the_wait_for_an_answer() {
    let world = World::default();
    world.browser.add_page(SHOP, shop());
    world.model.will([open(), search()]);
    world.browser.hang_on(Some(SEARCHED));
    let run = world.run("find a lamp at shop.example").unwrap();
    world.settle();
    assert!(world.events.done().is_none());
    world.send(Command::AgentStop { run_id: Some(run) }).unwrap();
    world.settle_now();
    assert_eq!(world.events.done().unwrap().outcome, Outcome::Stopped);
}

/// A form that is a tool: a name, a size, a password, and its button.
fn form(submits: bool, button: &str) -> FakePage {
    let page = FakePage::new("Shop").input("Your name").parameter("name").list("Size", &["S", "M"]).parameter("size");
    let page = page.password("Your key").parameter("key").node("button", "button", button, |node| {
        (node.form, node.states) = (1, state::SUBMITS);
    });
    let mut page = page.tool_that("join", "Joins.", |tool| (tool.raw.is_form, tool.raw.submits) = (true, submits));
    page.forms.push(RawForm {
        action: "http://shop.example/join".into(),
        method: "post".into(),
        submit: button.into(),
        tool: "join".into(),
        ..RawForm::default()
    });
    page
}

#[test]
fn a_forms_tool_fills_in_its_fields_and_leaves_the_button_to_the_gate() {
    let input = json!({"name": "Ann", "size": "M"});
    let (world, _) = run_on(form(false, "Place order"), vec![tool("join", input.clone())]);
    let done = world.browser.done();
    assert!(done.iter().any(|done| done == r#"type "Ann" into "Your name""#), "{done:?}");
    assert!(
        done.iter().any(|done| done.starts_with("SelectOption")) && !done.iter().any(|done| done.starts_with("click"))
    );
    assert!(world.events.ask().is_none(), "nothing is sent");
    let told = asked(&world);
    assert!(told.contains("Ann") && told.contains("does not submit it"), "{told}");
    // One that submits is asked about as its button, with what it would send.
    let (world, _) = run_on(form(true, "Place order"), vec![tool("join", input.clone())]);
    let ask = world.events.ask().unwrap();
    let AskKind::Approval(shown) = &ask.kind else { panic!("{ask:?}") };
    assert_eq!(shown.action.says, "Fill in the page’s form “join” and submit it");
    assert!(shown.values.iter().any(|value| value.field == "name" && value.value == "Ann"), "{shown:?}");
    assert!(!world.browser.done().iter().any(|done| done.starts_with("type")), "nothing is done before");
    answer(&world, &ask, "once");
    let done = world.browser.done();
    assert_eq!(done.iter().filter(|done| *done == r#"click "Place order""#).count(), 1, "{done:?}");
    // A search is only a search.
    let (world, _) = run_on(form(true, "Search"), vec![tool("join", input)]);
    assert!(world.events.ask().is_none() && world.browser.done().iter().any(|done| done == r#"click "Search""#));
    // What the form does not show is refused, and so is what is no field of it.
    let (world, _) = run_on(form(false, "Go"), vec![tool("join", json!({"hidden": "x"}))]);
    assert!(asked(&world).contains("shows no field"), "{}", asked(&world));
}

#[test]
fn a_secret_is_asked_about_and_told_to_nobody() {
    const KEY: &str = "hunter2-very-secret";
    let login = || FakePage::new("Shop").tool("log_in", "Signs in.", "The password hunter2-very-secret is right.");
    for (page, call, done) in [
        (login(), tool("log_in", json!({"password": KEY})), "tool "),
        (form(false, "Go"), tool("join", json!({"key": KEY})), "type "),
    ] {
        let (world, _) = run_on(page, vec![call]);
        let ask = world.events.ask().unwrap();
        assert!(
            matches!(ask.kind, AskKind::Approval(_)) && !world.browser.done().iter().any(|one| one.starts_with(done))
        );
        answer(&world, &ask, "once");
        assert!(world.browser.done().iter().any(|one| one.starts_with(done) && one.contains(KEY)));
        let told = format!("{:?}", world.events.all());
        assert!(!told.contains(KEY), "{}", &told[told.find(KEY).unwrap().saturating_sub(300)..]);
        let last = world.model.requests();
        let results: String = last
            .last()
            .unwrap()
            .messages
            .iter()
            .filter(|one| matches!(one, edith_model::ChatMessage::Tool { .. }))
            .map(|one| one.text().into_owned())
            .collect();
        assert!(!results.contains(KEY), "{results}");
    }
}
