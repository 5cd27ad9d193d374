//! Frames of other sites on a public page: what they show is read on their own sites, and what is entered in them goes there.

use edith_gate::Switch;
use edith_port::{Arrival, FrameArrival, SentCookie};
use edith_testkit::{FakePage, Scripted, World};
use serde_json::{Value, json};

const NEWS: &str = "https://news.example/";
const FORUM: &str = "https://forum.example/";
/// Leads on to wherever the page's author wants.
const LEADS_ON: &str = "https://news.example/r?7";
const TASK: &str = "sum up the news and look around";

fn call(tool: &str, arguments: Value) -> Scripted {
    Scripted::call(tool, &arguments.to_string())
}

fn open(url: &str) -> Scripted {
    call("navigate", json!({ "url": url }))
}

fn type_into(uid: u32, text: &str) -> Scripted {
    call("type_text", json!({ "uid": uid, "text": text }))
}

fn news() -> FakePage {
    FakePage::new("News").text("weather").input("Name")
}

fn world(news: FakePage) -> World {
    let world = World::default();
    world.browser.add_page(NEWS, news);
    world.browser.add_page(FORUM, FakePage::new("Forum").input("Text"));
    world.browser.add_page("http://192.168.0.1/reboot", FakePage::new("Router"));
    world
}

fn came(host: &str, answered_by: &str, cookie: &str) -> Arrival {
    let frame = FrameArrival {
        host: host.into(),
        answered_by: answered_by.parse().ok(),
        cookies: vec![SentCookie { name: cookie.into(), http_only: true, size: 40 }],
    };
    Arrival { answered_by: "93.184.216.34".parse().ok(), frames: vec![frame], ..Arrival::default() }
}

/// Reads the page and then enters something on another site; returns the question.
fn asked_elsewhere(world: &World, elements: usize, gate_is_on: bool) -> String {
    Switch::only_off((!gate_is_on).then_some(Switch::Frames));
    let field = u32::try_from(elements + 1).unwrap();
    world.model.will([open(NEWS), open(FORUM), type_into(field, "weather"), Scripted::complete("done")]);
    world.run(TASK).unwrap();
    world.settle();
    Switch::only_off(None);
    world.events.ask().map(|ask| ask.text).unwrap_or_default()
}

#[test]
fn what_a_frame_shows_is_read_on_its_own_site() {
    let router = || FakePage::new("Router").text("Wifi key: 4711-router").button("Restart");
    let bank = |button: &str| FakePage::new("Bank").text("Balance: 4,711.00").button(button);
    for (address, page, cookie, by, source) in [
        ("http://192.168.0.1/", router(), "x", "192.168.0.1", "192.168.0.1"),
        ("http://router.lan/", router(), "x", "", "router.lan"),
        // A public name of the own network.
        ("https://rebound.example/", router(), "x", "192.168.0.1", "rebound.example"),
        ("https://bank.example/", bank("Log out"), "x", "", "bank.example"),
        ("https://bank.example/", bank("My account"), "x", "", "bank.example"),
        ("https://bank.example/", bank("Details"), "auth_token", "", "bank.example"),
    ] {
        let host = address.split('/').nth(2).unwrap();
        for gate_is_on in [true, false] {
            let world = world(news().frame(LEADS_ON, address, page.clone()));
            world.browser.arrives("news.example", came(host, by, cookie));
            let asked = asked_elsewhere(&world, 1 + page.nodes.len(), gate_is_on);
            let entered = world.browser.done().iter().any(|done| done.contains("weather"));
            // Signs of a session were always taken for the page's own.
            let by_signs =
                ["Log out", "My account"].iter().any(|name| page.nodes.iter().any(|node| node.name == *name));
            assert_eq!(entered, !gate_is_on && !by_signs, "{address} {gate_is_on}: {asked}");
            assert_eq!(asked.contains(source), gate_is_on, "{address} {gate_is_on}: {asked}");
            assert!(!gate_is_on || !asked.contains("news.example"), "the page around it is public: {asked}");
        }
    }
}

#[test]
fn the_page_around_a_private_frame_is_told_nothing() {
    for gate_is_on in [true, false] {
        let bank = FakePage::new("Bank").text("Balance: 4,711.00").button("Log out");
        let world = world(news().frame(LEADS_ON, "https://bank.example/", bank));
        Switch::only_off((!gate_is_on).then_some(Switch::Frames));
        world.model.will([open(NEWS), type_into(1, "4711"), Scripted::complete("done")]);
        world.run(TASK).unwrap();
        world.settle();
        Switch::only_off(None);
        assert_eq!(world.browser.done().iter().any(|done| done.contains("4711")), !gate_is_on);
        let asked = world.events.ask().map(|ask| ask.text).unwrap_or_default();
        assert_eq!(
            asked.contains("You did not name news.example, and EDITH has read bank.example."),
            gate_is_on,
            "{asked}"
        );
    }
}

#[test]
fn what_stands_on_everybodys_pages_makes_nothing_private() {
    let page = news()
        .frame(
            "https://ads.example/1",
            "https://ads.example/2",
            FakePage::new("Ad").link("Buy lamps", "https://lamps.example/"),
        )
        .frame(
            "https://consent.example/",
            "https://consent.example/",
            FakePage::new("").button("Accept").button("Settings"),
        )
        .frame(
            "https://www.youtube.com/embed/1",
            "https://www.youtube.com/embed/1",
            FakePage::new("").button("Settings"),
        )
        .frame(
            "https://talk.example/",
            "https://talk.example/",
            FakePage::new("").link("Avatar", "https://talk.example/a"),
        )
        .frame("about:blank", "about:blank", FakePage::new("").text("Lamps"));
    for arrival in [
        came("www.youtube.com", "142.250.0.1", "LOGIN_INFO_auth"),
        came("ads.example", "93.184.216.35", "uid"),
        came("consent.example", "93.184.216.35", "PHPSESSID"),
    ] {
        let world = world(page.clone());
        world.browser.arrives("news.example", arrival);
        assert_eq!(asked_elsewhere(&world, page.nodes.len(), true), "");
        assert!(world.browser.done().iter().any(|done| done.contains("weather")));
    }
}

#[test]
fn a_framed_address_of_the_own_network_was_not_visited() {
    let router = FakePage::new("Router").text("Wifi key: 4711-router");
    let world = world(news().frame(LEADS_ON, "http://192.168.0.1/", router));
    world.model.will([open(NEWS), open("http://192.168.0.1/reboot"), Scripted::complete("done")]);
    world.run(TASK).unwrap();
    world.settle();
    let asked = world.events.ask().map(|ask| ask.text).unwrap_or_default();
    assert!(asked.contains("http://192.168.0.1 is an address of your own computer or network"), "{asked}");
    assert!(!world.browser.done().iter().any(|done| done.contains("reboot")));
}

#[test]
fn a_frame_that_only_a_picture_shows_may_be_anything() {
    for seen in [true, false] {
        let world = world(news().unread_frame("https://bank.example/statement.pdf"));
        world.set("edith_settings", json!({ "version": 1, "modelSeesPictures": seen }));
        let picture = call("screenshot", json!({}));
        world.model.will([open(NEWS), picture, open(FORUM), type_into(2, "weather"), Scripted::complete("done")]);
        world.run(TASK).unwrap();
        world.settle();
        let asked = world.events.ask().map(|ask| ask.text).unwrap_or_default();
        assert_eq!(asked.contains("bank.example"), seen, "{asked}");
    }
}

/// A private page, then the page with a frame that the markup says is another's; returns what was done and asked.
fn enters(page: FakePage, calls: &[Scripted], gate_is_on: bool) -> (Vec<String>, String) {
    let world = world(page);
    world.browser.add_page("https://mail.example/", FakePage::new("Mail").text("Code 4711").button("Log out"));
    Switch::only_off((!gate_is_on).then_some(Switch::Contact));
    let mut all = vec![open("https://mail.example/"), open(NEWS)];
    all.extend(calls.iter().cloned());
    all.push(Scripted::complete("done"));
    world.model.will(all);
    world.run("put my code from mail.example into news.example").unwrap();
    world.settle();
    Switch::only_off(None);
    (world.browser.done(), world.events.ask().map(|ask| ask.text).unwrap_or_default())
}

#[test]
fn what_is_entered_in_a_frame_goes_to_the_frames_site() {
    let evil = || FakePage::new("").input("Code").button("Tray");
    // The markup says that it is a page of the named site, or the page puts a document of its own into a frame named after another.
    let page = || news().frame(LEADS_ON, "https://evil.example/", evil());
    let keys = call("press_key", json!({ "uid": 3, "key": "4" }));
    let focus = call("press_key", json!({ "key": "4" }));
    let to_focus = [call("click", json!({ "uid": 3 })), focus];
    let drag = |from: u32, to: u32| call("drag", json!({ "from_uid": from, "to_uid": to }));
    for calls in [&[type_into(3, "4711")][..], &[keys], &to_focus, &[drag(2, 4)], &[drag(4, 2)]] {
        for gate_is_on in [true, false] {
            let (done, asked) = enters(page(), calls, gate_is_on);
            assert_eq!(asked.contains("You did not name evil.example"), gate_is_on, "{done:?}: {asked}");
            let entered =
                ["type", "PressKey", "Drag"].iter().any(|what| done.iter().any(|done| done.starts_with(what)));
            assert_eq!(entered, !gate_is_on, "{done:?}: {asked}");
        }
    }
    // The named page itself may be told, whichever frames it has.
    let (done, asked) = enters(page(), &[type_into(2, "4711")], true);
    assert!(asked.is_empty() && done.iter().any(|done| done.contains("4711")), "{done:?}: {asked}");
}
