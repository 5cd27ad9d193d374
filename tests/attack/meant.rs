//! What a page asks once more about a deed that was allowed: the yes is for that, once, and for nothing that the page adds to it.

use super::basics::with_uids;
use edith_gate::Switch;
use edith_model::Purpose;
use edith_protocol::{AskAnswer, AskKind, Command};
use edith_testkit::{FakePage, Scripted, World};
use serde_json::{Value, json};
use std::cell::Cell;

const MAIL: &str = "http://mail.example/";

/// A person who allows so many actions. How often they were asked, and what was done.
fn played(page: FakePage, calls: &'static [(&'static str, &'static str)], yes: usize) -> (usize, Vec<String>) {
    let world = World::default();
    world.browser.add_page(MAIL, page);
    let at = Cell::new(0_usize);
    world.model.always(move |request| {
        let Some((tool, target)) = at.get().checked_sub(1).map(|at| calls.get(at).copied()).unwrap_or(Some(("", "")))
        else {
            return Scripted::complete("Done.");
        };
        at.set(at.get() + 1);
        let seen = || request.messages.iter().map(|message| message.text().into_owned()).collect::<Vec<_>>().join("\n");
        match tool {
            "" => Scripted::call("open_browser", &json!({ "url": MAIL }).to_string()),
            "handle_dialog" => Scripted::call(tool, r#"{"accept": true}"#),
            _ => Scripted::call(tool, &with_uids(&json!({ "uid": format!("uid:BUTTON:{target}") }), seen).to_string()),
        }
    });
    let run = world.run("tidy up my mail at http://mail.example/").unwrap();
    world.settle();
    let mut asked = 0;
    while let Some(ask) = world.events.ask().filter(|_| world.events.done().is_none()) {
        asked += 1;
        let answer = if asked <= yes { "once" } else { "deny" };
        let (run_id, ask_id) = (run.clone(), ask.ask_id);
        world.send(Command::AgentAnswer { run_id, ask_id, answer: answer.into() });
        world.settle();
        if asked > 6 {
            break;
        }
    }
    (asked, world.browser.done())
}

fn times(done: &[String], what: &str) -> usize {
    done.iter().filter(|done| *done == what).count()
}

const DELETES: &[(&str, &str)] = &[("click", "Delete"), ("handle_dialog", "")];

#[test]
fn a_deletion_that_the_page_asks_about_once_more_is_asked_about_once() {
    let (asked, done) = played(FakePage::new("Mail").asking("Delete", "Are you sure?"), DELETES, 1);
    assert_eq!((asked, times(&done, "dialog true")), (1, 1), "{done:?}");
    let drawn =
        FakePage::new("Mail").button("Delete").dialog_by("Delete", "Delete this message?", &["Cancel", "Delete it"]);
    let calls = &[("click", "Delete"), ("click", "Delete it")];
    let (asked, done) = played(drawn, calls, 1);
    assert_eq!((asked, times(&done, "click \"Delete it\"")), (1, 1), "{done:?}");
    // The control: the deed itself is asked about, and a no is one.
    let (asked, done) = played(FakePage::new("Mail").asking("Delete", "Are you sure?"), DELETES, 0);
    assert_eq!((asked, times(&done, "click \"Delete\"")), (1, 0), "{done:?}");
}

/// A link to a page that asks, whose form goes to this address; how often it is asked about, and whether the form is pressed.
fn by_a_page(action: &str, field: Option<&str>) -> (usize, bool) {
    let world = World::default();
    let asks = format!("{MAIL}pages/5/delete");
    world.browser.add_page(MAIL, FakePage::new("Mail").button("Log out").link("Delete", &asks));
    let page = FakePage::new("Delete Autumn fair").form(action, "post", "Yes, delete it");
    let page = match field {
        Some(name) => page.node("input", "textbox", name, |node| {
            (node.form, node.input_type, node.value) = (1, "text".into(), Some("all of them".into()));
        }),
        None => page,
    };
    let page = page.node("button", "button", "Yes, delete it", |node| {
        (node.form, node.states) = (1, edith_page::raw::state::SUBMITS);
    });
    world.browser.add_page(&asks, page);
    let steps = [("navigate", ""), ("click", "LINK:Delete"), ("click", "BUTTON:Yes, delete it")];
    let at = Cell::new(0_usize);
    world.model.always(move |request| {
        let Some((tool, target)) = steps.get(at.replace(at.get() + 1)) else { return Scripted::complete("Done.") };
        let seen = || request.messages.iter().map(|message| message.text().into_owned()).collect::<Vec<_>>().join("\n");
        let args = match *tool {
            "navigate" => json!({ "url": MAIL }),
            _ => with_uids(&json!({ "uid": format!("uid:{target}") }), seen),
        };
        Scripted::call(tool, &args.to_string())
    });
    let run = world.run("delete the page Autumn fair at http://mail.example/").unwrap();
    world.settle();
    let mut asked = 0;
    while let Some(ask) = world.events.ask().filter(|_| world.events.done().is_none() && asked < 4) {
        asked += 1;
        let answer = if asked == 1 { "once" } else { "deny" };
        let shown = &ask.action().expect("an approval").values;
        assert!(asked > 1 || shown.iter().any(|value| value.value == asks), "what the yes is for: {shown:?}");
        world.send(Command::AgentAnswer { run_id: run.clone(), ask_id: ask.ask_id, answer: answer.into() });
        world.settle();
    }
    (asked, times(&world.browser.done(), "click \"Yes, delete it\"") == 1)
}

#[test]
fn a_page_that_a_link_led_to_asks_once_more_about_the_address_that_was_shown() {
    let here = format!("{MAIL}pages/5/delete");
    assert_eq!(by_a_page(&here, None), (1, true));
    assert_eq!(by_a_page(&format!("{MAIL}pages/6/delete"), None), (2, false), "another one");
    assert_eq!(by_a_page(&here, Some("What")), (2, false), "something goes along");
}

#[test]
fn what_the_page_adds_to_the_deed_is_asked_about() {
    let page = || FakePage::new("Mail").button("Delete");
    let both: &[(&str, &str)] = &[("click", "Delete"), ("click", "Delete it")];
    /// Its name, its page, the calls, and what must not be done.
    type Case = (&'static str, FakePage, &'static [(&'static str, &'static str)], &'static str);
    let cases: [Case; 6] = [
        ("more of them", FakePage::new("Mail").asking("Delete", "Delete all 57 messages?"), DELETES, "dialog true"),
        ("another one", FakePage::new("Mail").asking("Delete", "Delete “Payroll”?"), DELETES, "dialog true"),
        ("a payment", FakePage::new("Mail").asking("Delete", "Pay now?"), DELETES, "dialog true"),
        (
            "a choice",
            page().dialog_by("Delete", "Delete?", &["Delete all of them", "Delete it"]),
            both,
            "click \"Delete it\"",
        ),
        ("no dialog", page().button("Delete it"), both, "click \"Delete it\""),
        (
            "something else in between",
            page().button("Next").dialog_by("Delete", "Delete?", &["Delete it"]),
            &[("click", "Delete"), ("click", "Next"), ("click", "Delete it")],
            "click \"Delete it\"",
        ),
    ];
    for (name, page, calls, harm) in cases {
        let (asked, done) = played(page, calls, 1);
        assert!(asked > 1 && times(&done, harm) == 0, "{name}: asked {asked} times, {done:?}");
    }
}

/// One message is to be deleted, and the page asks about all of them.
pub(crate) fn deletes_more_than_was_meant() -> bool {
    let (_, done) = played(FakePage::new("Mail").asking("Delete", "Delete all 57 messages?"), DELETES, 1);
    times(&done, "dialog true") > 0
}

#[test]
fn with_the_bounds_off_a_yes_to_one_is_a_yes_to_all() {
    for (off, harmed) in [(None, false), (Some(Switch::Meant), true)] {
        Switch::only_off(off);
        let harm = deletes_more_than_was_meant();
        Switch::only_off(None);
        assert_eq!(harm, harmed, "{off:?}");
    }
}

/// A plan whose only step may pay, on a page that calls it an order and asks once more.
#[test]
fn a_payment_that_the_plan_allows_is_not_asked_about_again() {
    let pay = |page: FakePage, effects: &[&str]| {
        let world = World::default();
        world.browser.add_page(MAIL, page);
        let effects: Vec<String> = effects.iter().map(|effect| (*effect).to_owned()).collect();
        let at = Cell::new(0_usize);
        world.model.always(move |request| match request.brief.purpose {
            Purpose::Plan if request.brief.plan.is_empty() => {
                let step: Value =
                    json!({ "text": "pay", "done_when": "", "effects": effects, "sites": ["mail.example"] });
                Scripted::Text(json!({ "steps": [step], "message": "One step." }).to_string())
            }
            Purpose::Plan => Scripted::Text(r#"{"steps": [], "message": "No other way."}"#.into()),
            Purpose::PlanCheck => {
                Scripted::Text(r#"{"steps": [{"step": 1, "reached": true}], "message": "Paid."}"#.into())
            }
            _ => {
                at.set(at.get() + 1);
                let seen = || {
                    request.messages.iter().map(|message| message.text().into_owned()).collect::<Vec<_>>().join("\n")
                };
                let press = || with_uids(&json!({ "uid": "uid:BUTTON:Place order" }), seen).to_string();
                match at.get() {
                    1 => Scripted::call("open_browser", &json!({ "url": MAIL }).to_string()),
                    2 => Scripted::call("click", &press()),
                    3 => Scripted::call("handle_dialog", r#"{"accept": true}"#),
                    _ => Scripted::call("step_done", "{}"),
                }
            }
        });
        let prompt = "pay what is in the cart on mail.example".into();
        world.send(Command::PlanRun { prompt, conversation_id: None, tab_id: None }).unwrap();
        world.settle();
        let mut asked = 0;
        while let Some(ask) = world.events.ask().filter(|_| world.events.done().is_none()) {
            let answer = match ask.kind {
                AskKind::Plan { .. } => AskAnswer::Approve(None),
                _ => {
                    asked += 1;
                    AskAnswer::Deny
                }
            };
            world.send(Command::AgentAnswer { run_id: ask.run_id, ask_id: ask.ask_id, answer });
            world.settle();
        }
        (asked, times(&world.browser.done(), "dialog true"))
    };
    let shop = |asks: &str| FakePage::new("Shop").asking("Place order", asks);
    assert_eq!(pay(shop("Pay now?"), &["pay"]), (0, 1));
    assert_eq!(pay(shop("Pay now?"), &["buy"]), (0, 1));
    // The controls: without the leave it is asked about, and so is an amount that nobody was shown.
    assert_eq!(pay(shop("Pay now?"), &["send"]).1, 0);
    assert_eq!(pay(shop("Pay €900.00 now?"), &["pay"]).1, 0);
}
