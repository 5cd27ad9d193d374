//! What a tab saw of how its page came: a session that was there before, and an address of the person's own network behind a public name.

use edith_gate::Switch;
use edith_port::{Arrival, SentCookie};
use edith_protocol::Command;
use edith_testkit::{FakePage, Scripted, World};
use serde_json::{Value, json};

const NEWS: &str = "https://news.example/";
const FORUM: &str = "https://forum.example/";
const REBOUND: &str = "https://rebound.example/";

fn world() -> World {
    let world = World::default();
    world.browser.add_page(NEWS, FakePage::new("News").text("weather"));
    world.browser.add_page(FORUM, FakePage::new("Forum").input("Text"));
    world.browser.add_page(REBOUND, FakePage::new("Router").text("Wifi key: 4711-router").button("Restart"));
    world
}

fn call(tool: &str, arguments: Value) -> Scripted {
    Scripted::call(tool, &arguments.to_string())
}

fn open(url: &str) -> Scripted {
    call("navigate", json!({ "url": url }))
}

fn with(cookie: &str) -> Arrival {
    let cookies = vec![SentCookie { name: cookie.into(), http_only: true, size: 40 }];
    Arrival { cookies, ..Arrival::default() }
}

fn by(address: &str) -> Arrival {
    Arrival { answered_by: Some(address.parse().unwrap()), ..Arrival::default() }
}

/// Everything that the model was sent.
fn sent(world: &World) -> String {
    world.model.requests().iter().map(|request| serde_json::to_string(&request.messages).unwrap()).collect()
}

#[test]
fn a_page_that_the_browser_had_the_person_signed_in_at_is_private_though_it_shows_no_sign_of_it() {
    for (cookie, gate_is_on, private) in [
        ("wordpress_logged_in_0a1b", true, true),
        ("wordpress_logged_in_0a1b", false, false),
        // Every visitor of a shop has one of these, and on a later visit it is old.
        ("PHPSESSID", true, false),
    ] {
        let world = world();
        world.browser.arrives("news.example", with(cookie));
        Switch::only_off((!gate_is_on).then_some(Switch::Cookies));
        let note = call("type_text", json!({ "uid": 1, "text": "weather" }));
        world.model.will([open(NEWS), open(FORUM), note, Scripted::complete("done")]);
        world.run("sum up https://news.example/ and look around").unwrap();
        world.settle();
        Switch::only_off(None);
        let asks = world.events.ask().map(|ask| ask.text).unwrap_or_default();
        assert_eq!(asks.contains("news.example"), private, "{cookie} {gate_is_on}: {asks}");
    }
}

#[test]
fn a_page_whose_scripts_ask_its_own_site_as_somebody_is_private() {
    for (host, gate_is_on, private) in [
        ("api.news.example", true, true),
        ("api.news.example", false, false),
        // A service that the page pays for knows the page, not its reader.
        ("maps.example", true, false),
    ] {
        let world = world();
        world.browser.arrives("news.example", Arrival { authorised: vec![host.into()], ..Arrival::default() });
        Switch::only_off((!gate_is_on).then_some(Switch::Cookies));
        let note = call("type_text", json!({ "uid": 1, "text": "weather" }));
        world.model.will([open(NEWS), open(FORUM), note, Scripted::complete("done")]);
        world.run("sum up https://news.example/ and look around").unwrap();
        world.settle();
        Switch::only_off(None);
        let asks = world.events.ask().map(|ask| ask.text).unwrap_or_default();
        assert_eq!(asks.contains("news.example"), private, "{host} {gate_is_on}: {asks}");
    }
}

#[test]
fn a_session_that_the_visit_itself_got_makes_nothing_private() {
    let world = world();
    world.model.will([open(NEWS), Scripted::Hang]);
    world.run("sum up https://news.example/ and look around").unwrap();
    world.settle();
    world.browser.arrives("news.example", with("auth_token"));
    let note = call("type_text", json!({ "uid": 1, "text": "weather" }));
    world.model.will([open(NEWS), open(FORUM), note, Scripted::complete("done")]);
    world.restart_worker();
    world.settle();
    assert_eq!(world.events.ask(), None);
}

#[test]
fn a_public_name_that_the_own_network_answers_for_is_read_only_after_a_question() {
    for gate_is_on in [true, false] {
        Switch::only_off((!gate_is_on).then_some(Switch::Answers));
        let world = world();
        world.browser.arrives("news.example", by("93.184.216.34"));
        world.browser.arrives("rebound.example", by("93.184.216.35"));
        world.model.will([open(NEWS), open(REBOUND), Scripted::Hang]);
        let run = world.run("sum up https://news.example/ and what it links to").unwrap();
        world.settle();
        // The name is bound anew, and its page loads again.
        world.browser.change_page(REBOUND, |page| page.text = "Wifi key: 9922-router".into());
        world.browser.arrives("rebound.example", by("192.168.0.1"));
        // Only looking, and keys to what has the focus, get nowhere either.
        let keys = call("press_key", json!({ "key": "Enter" }));
        world.model.will([
            call("take_snapshot", json!({})),
            keys,
            call("read_page", json!({})),
            open(REBOUND),
            Scripted::Hang,
        ]);
        world.restart_worker();
        world.settle();
        Switch::only_off(None);
        assert_eq!(sent(&world).contains("9922"), !gate_is_on, "{:?}", world.browser.done());
        assert_eq!(world.browser.done().iter().any(|done| done.contains("Enter")), !gate_is_on);
        let Some(ask) = world.events.ask() else {
            assert!(!gate_is_on);
            continue;
        };
        assert!(
            ask.text.contains("https://rebound.example is an address of your own computer or network"),
            "{}",
            ask.text
        );
        let answer = Command::AgentAnswer { run_id: run, ask_id: ask.ask_id, answer: "task".into() };
        world.model.will([Scripted::complete("done")]);
        assert!(world.send(answer).unwrap().ok);
        world.settle();
        assert!(sent(&world).contains("9922"), "allowed, it is read");
    }
}

#[test]
fn a_name_that_the_person_spoke_of_and_a_proxy_that_answers_for_all_are_no_question() {
    for (task, first, then) in [
        ("compare https://news.example/ with https://rebound.example/", "93.184.216.34", "192.168.0.1"),
        ("sum up https://news.example/ and what it links to", "127.0.0.1", "127.0.0.1"),
    ] {
        let world = world();
        world.browser.arrives("news.example", by(first));
        world.browser.arrives("rebound.example", by(then));
        world.model.will([open(NEWS), open(REBOUND), Scripted::complete("done")]);
        world.run(task).unwrap();
        world.settle();
        assert_eq!(world.events.ask(), None, "{task}");
        assert!(sent(&world).contains("4711"), "{task}");
    }
}
