//! What the person takes back, or a schedule no longer allows, counts from the next call on; an unattended run has its own tabs and sites alone.

use super::answering::listed;
use super::schedules::{HOUR, alarm, daily, write};
use super::{SHOP, uid};
use edith_gate::Switch;
use edith_protocol::{Command, Grant, Outcome};
use edith_testkit::{FakePage, Scripted, World};
use serde_json::{Value, json};

const BANK: &str = "https://bank.example/";

fn world() -> World {
    let world = World::default();
    world.browser.add_page(SHOP, FakePage::new("Shop").button("Place order").text("lamps"));
    world.browser.add_page(BANK, FakePage::new("Bank").text("Balance: 7311 EUR"));
    world
}

fn call(tool: &str, arguments: Value) -> Scripted {
    Scripted::call(tool, &arguments.to_string())
}

fn open(url: &str) -> Scripted {
    call("open_browser", json!({ "url": url }))
}

/// The next turn of a run whose model hangs, by a worker that was started anew.
fn then(world: &World, turn: Scripted) {
    world.model.will([turn, Scripted::Hang]);
    world.restart_worker();
    world.settle();
}

fn orders(world: &World) -> usize {
    world.browser.done().iter().filter(|done| done.contains("Place order")).count()
}

/// Everything that the model was sent.
fn sent(world: &World) -> String {
    world.model.requests().iter().map(|request| serde_json::to_string(&request.messages).unwrap()).collect()
}

#[test]
fn a_permission_that_is_taken_back_is_asked_about_anew_in_a_run_under_way() {
    for gate_is_on in [true, false] {
        Switch::only_off((!gate_is_on).then_some(Switch::Authority));
        let world = world();
        world.browser.add_page(SHOP, FakePage::new("Shop").button("Delete list"));
        let deleted = || world.browser.done().iter().filter(|done| done.contains("Delete list")).count();
        let grant = Grant { what: "delete".into(), origin: "http://shop.example".into() };
        world.set("edith_grants", json!({ "site": [grant] }));
        world.model.will([open(SHOP), Scripted::Hang]);
        world.run("look at my list").unwrap();
        world.settle();
        let press = || call("click", json!({ "uid": uid(&world, "Delete list") }));
        then(&world, press());
        assert_eq!((deleted(), world.events.ask()), (1, None));
        assert!(world.send(Command::GrantRevoke { grant }).unwrap().ok);
        then(&world, press());
        assert_eq!((deleted() == 1, world.events.ask().is_some()), (gate_is_on, gate_is_on));
        Switch::only_off(None);
    }
}

/// What the question is about for a button that is drawn beside a table of pages and came with a press on this control.
fn about(opener: u32) -> Vec<String> {
    let world = world();
    let text = "| Breads | Live | \u{fdd0}1\u{fdd1} |\n| Cakes | Draft | \u{fdd0}2\u{fdd1} |\nExport";
    let page = FakePage::new("Explorer").text(text).button("Options of 1").button("Options of 2");
    let page = page.node("button", "menuitem", "Delete", |node| node.opener = opener);
    world.browser.add_page(SHOP, page);
    world.model.will([open(SHOP), Scripted::Hang]);
    world.run("tidy up at the shop").unwrap();
    world.settle();
    then(&world, call("click", json!({ "uid": uid(&world, "Delete") })));
    listed(&world.events.ask().expect("a deletion is asked about"))
}

#[test]
fn the_question_about_what_a_menu_offers_names_the_row_of_the_control_that_opened_it() {
    assert!(about(2).iter().any(|value| value.contains("Cakes | Draft")), "{:?}", about(2));
    assert!(about(1).iter().any(|value| value.contains("Breads | Live")), "{:?}", about(1));
    assert_eq!(about(0), ["Explorer"], "nothing opened it");
}

#[test]
fn fewer_questions_that_are_switched_off_are_asked_again_in_a_run_under_way() {
    let world = world();
    world.set("edith_settings", json!({ "approvals": "auto" }));
    world.browser.add_page(SHOP, FakePage::new("Shop").button("Post comment"));
    world.model.will([open(SHOP), Scripted::Hang]);
    world.run("comment at the shop").unwrap();
    world.settle();
    let post = || call("click", json!({ "uid": uid(&world, "Post comment") }));
    then(&world, post());
    assert!(world.events.ask().is_none(), "{:?}", world.events.ask());
    world.set("edith_settings", json!({ "approvals": "ask" }));
    then(&world, post());
    assert!(world.events.ask().is_some());
}

#[test]
fn a_schedule_that_allows_less_than_it_did_parks_its_run() {
    for gate_is_on in [true, false] {
        for now in [json!([daily(json!({ "may": [] }))]), json!([])] {
            Switch::only_off((!gate_is_on).then_some(Switch::Authority));
            let world = world();
            // What the person allowed for their own tasks is no leave for an unattended one.
            world.set("edith_grants", json!({ "site": [{ "what": "buy", "origin": "http://shop.example" }] }));
            world.model.will([open(SHOP), Scripted::Hang]);
            write(&world, json!([daily(json!({ "prompt": "buy a lamp", "may": ["buy"] }))]));
            alarm(&world, 9.0 * HOUR);
            let order = || call("click", json!({ "uid": uid(&world, "Place order") }));
            then(&world, order());
            assert_eq!(orders(&world), 1, "{now}");
            world.set("edith_schedules", now.clone());
            then(&world, order());
            Switch::only_off(None);
            assert_eq!(orders(&world) == 1, gate_is_on, "{now}");
            let outcome = world.events.done().map(|done| done.outcome);
            assert_eq!(outcome == Some(Outcome::NeedsInput), gate_is_on, "{now}: {outcome:?}");
        }
    }
}

#[test]
fn an_unattended_run_neither_lists_nor_reads_nor_closes_the_persons_tabs() {
    for gate_is_on in [true, false] {
        for (tool, sees) in [("list_tabs", true), ("switch_tab", true), ("close_tab", false)] {
            Switch::only_off((!gate_is_on).then_some(Switch::Terms));
            let world = world();
            let theirs = world.browser.open_in_front(BANK);
            let arguments = if tool == "list_tabs" { json!({}) } else { json!({ "tab_id": theirs }) };
            world.model.will([open(SHOP), call(tool, arguments), Scripted::complete("done")]);
            write(&world, json!([daily(json!({}))]));
            alarm(&world, 9.0 * HOUR);
            Switch::only_off(None);
            let seen = sent(&world).contains("bank.example") || sent(&world).contains("7311");
            assert_eq!(seen, sees && !gate_is_on, "{tool}: {gate_is_on}");
            assert_eq!(world.browser.open_tabs().len(), 2, "{tool}");
            if gate_is_on {
                assert_eq!(world.events.done().unwrap().outcome, Outcome::Completed, "{tool}");
            }
        }
    }
}

#[test]
fn an_unattended_run_reads_nothing_of_a_site_that_is_none_of_its_schedule() {
    for gate_is_on in [true, false] {
        Switch::only_off((!gate_is_on).then_some(Switch::Terms));
        let world = world();
        world.model.will([open(BANK), call("navigate", json!({ "url": SHOP })), Scripted::Hang]);
        write(&world, json!([daily(json!({ "sites": ["shop.example", "bank.example"] }))]));
        alarm(&world, 9.0 * HOUR);
        world.browser.change_page(BANK, |page| page.text = "Balance: 9955 EUR".into());
        world.set("edith_schedules", json!([daily(json!({ "sites": ["shop.example"] }))]));
        // Back is where it has been; a key goes to what has the focus there.
        then(&world, call("go_back", json!({})));
        then(&world, call("press_key", json!({ "key": "Delete" })));
        Switch::only_off(None);
        assert_eq!(sent(&world).contains("9955"), !gate_is_on);
        assert!(!world.browser.done().iter().any(|done| done.contains("Delete")), "{:?}", world.browser.done());
    }
}

#[test]
fn what_is_taken_back_while_the_worker_is_dead_is_not_done_by_the_next_one() {
    let mut asked = 0;
    for write_number in 1..30 {
        let world = world();
        let grant = Grant { what: "buy".into(), origin: "http://shop.example".into() };
        world.set("edith_grants", json!({ "site": [grant] }));
        let order = || call("click", json!({ "uid": 1 }));
        world.model.will([open(SHOP), order(), Scripted::complete("done"), order(), Scripted::complete("done")]);
        world.store.die_after_any(Some(write_number));
        world.run("buy a lamp");
        world.settle();
        let before = orders(&world);
        world.store.die_after_any(None);
        world.set("edith_grants", json!({ "site": [] }));
        world.restart_worker();
        world.settle();
        assert_eq!(orders(&world), before, "killed at write {write_number}: {:?}", world.browser.done());
        asked += u32::from(world.events.ask().is_some());
    }
    assert!(asked > 2, "{asked}");
}
