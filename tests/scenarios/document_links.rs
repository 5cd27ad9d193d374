//! The bounds of links in documents on fakes: ten, 20 MB together, none of the own network, none of what such a link led to.

use crate::answering::{done, listed, opens, opens_all, says, text, with};
use edith_port::TabPage;
use edith_protocol::{Ask, Command, TabId};
use edith_testkit::{FakePage, Scripted, World};
use serde_json::json;

const PDF: &str = "application/pdf";

fn read(name: &str) -> Scripted {
    Scripted::call("read_document", &json!({ "document": name }).to_string())
}

fn hosts(numbers: std::ops::RangeInclusive<usize>) -> Vec<String> {
    numbers.map(|number| format!("http://h{number}.example/d")).collect()
}

/// A run that reads a document with these words and then does these steps.
fn run(world: &World, prompt: &str, links: &str, steps: Vec<Scripted>) {
    world.browser.add_host("example", FakePage::new("H"));
    world.model.will([read("links.txt")]);
    world.model.will(steps);
    world.model.will([Scripted::complete("Done.")]);
    let command = Command::AgentRun { prompt: prompt.into(), conversation_id: None, tab_id: None };
    world.send_with(command, with(&[("links.txt", links)])).unwrap();
    world.settle();
}

/// The last ask that was not answered yet.
fn asked(world: &World, before: Option<&Ask>) -> Option<Ask> {
    world.events.ask().filter(|ask| before.is_none_or(|before| before.ask_id != ask.ask_id))
}

fn opened(world: &World, host: &str) -> bool {
    world.browser.done().iter().any(|done| done.contains(host))
}

/// The last thing that the model was told.
fn told(world: &World) -> String {
    text(world.model.requests().last().unwrap())
}

#[test]
fn ten_links_are_opened_after_one_question_and_no_more() {
    for number in [10, 11] {
        let world = World::default();
        let all = hosts(1..=12);
        let urls: Vec<&str> = all.iter().map(String::as_str).collect();
        let mut steps = vec![opens_all(urls.iter().copied())];
        steps.extend(urls[1..number].iter().map(|url| opens(url)));
        run(&world, "What do its links say?", &all.join(" "), steps);
        let first = asked(&world, None).expect("nobody named these sites");
        let listed = listed(&first);
        assert!(listed.len() == 10 && !listed.iter().any(|value| value.contains("h11.example")), "{listed:?}");
        says(&world, &first, "once");
        assert!(asked(&world, Some(&first)).is_none(), "one question for all");
        assert!((1..=10).all(|number| opened(&world, &format!("h{number}.example"))), "{:?}", world.browser.done());
        assert!(!opened(&world, "h11.example"));
        // Of the first turn's twelve calls, two were refused.
        assert!(told(&world).contains("this task has opened as many links in documents as it may"));
        assert_eq!(done(&world).summary, "Done.");
    }
}

#[test]
fn no_link_of_a_document_leads_into_the_own_network() {
    for address in ["http://192.168.0.1/reboot", "http://localhost:8080/"] {
        for (links, is_refused) in [(address, true), ("nothing", false)] {
            let world = World::default();
            run(&world, "What do its links say?", links, vec![opens(address)]);
            // What no document names is asked about like all of the own network.
            assert_eq!(asked(&world, None).is_none(), is_refused, "{address}");
            assert_eq!(told(&world).contains("leads into the user's own network"), is_refused);
            assert!(world.browser.done().is_empty(), "{:?}", world.browser.done());
        }
    }
}

#[test]
fn a_link_of_what_a_link_led_to_is_not_opened() {
    const FIRST: &str = "http://files.example/a.pdf";
    for (prompt, is_refused) in
        [("What do its links say?", true), ("What do the links of http://files.example/a.pdf say?", false)]
    {
        let world = World::default();
        world.browser.add_page(FIRST, FakePage::pdf());
        world.bringer.file(FIRST, PDF, "", b"See http://deep.example/terms too.");
        run(&world, prompt, FIRST, vec![opens(FIRST), read("a.pdf"), opens("http://deep.example/terms")]);
        let first = asked(&world, None);
        if let Some(first) = first.as_ref().filter(|ask| ask.text.contains("files.example")) {
            says(&world, first, "once");
        }
        assert!(told(&world).contains("See http://deep.example/terms"), "it was read");
        let deep = asked(&world, None).is_some_and(|ask| ask.text.contains("deep.example"));
        assert_eq!((deep, opened(&world, "deep.example")), (!is_refused, false));
        assert_eq!(told(&world).contains("a link in another one led to"), is_refused, "{}", told(&world));
    }
}

#[test]
fn what_links_lead_to_has_20_mb_together() {
    const FILES: [&str; 2] = ["http://files.example/a.pdf", "http://files.example/b.pdf"];
    for (prompt, is_refused) in [("What do its links say?", true), ("Read the files of files.example", false)] {
        let world = World::default();
        let mut bytes = b"%DAMAGED".to_vec();
        bytes.resize(11_000_000, b' ');
        for file in FILES {
            world.browser.add_page(file, FakePage::pdf());
            world.bringer.file(file, PDF, "", &bytes);
        }
        run(&world, prompt, &FILES.join(" "), FILES.map(opens).into());
        if let Some(first) = asked(&world, None) {
            says(&world, &first, "once");
        }
        let second = text(world.model.requests().last().unwrap());
        assert!(FILES.iter().all(|file| opened(&world, file)), "{:?}", world.browser.done());
        assert_eq!(second.contains("20 MB in all"), is_refused, "{second}");
        assert_eq!(second.matches("it has no end").count(), if is_refused { 1 } else { 2 }, "{second}");
    }
}

/// What stands behind a link that was allowed is searched and read like the document itself, whether it is a file or a page.
#[test]
fn what_an_allowed_link_leads_to_is_searched_like_the_document() {
    const AT: &str = "http://files.example/terms";
    const TERMS: &str =
        "<html><body><h1>Terms</h1><p>The notice period is nine weeks to the end of a quarter.</p></body></html>";
    let search = || Scripted::call("search_documents", &json!({ "query": "notice period" }).to_string());
    // The control: an address that the person names is a page to them, and no document.
    for (prompt, is_document) in [("What do its links say?", true), ("Look at http://files.example/terms", false)] {
        let world = World::default();
        world.browser.add_page(AT, FakePage::new("Terms").text("The notice period is nine weeks."));
        for tab in 1..40 {
            let page = TabPage { url: AT.into(), mime: "text/html".into(), title: "Terms".into(), html: TERMS.into() };
            world.bringer.shows(TabId(tab), page);
        }
        run(&world, prompt, AT, vec![opens(AT), search(), search()]);
        if let Some(first) = asked(&world, None) {
            says(&world, &first, "once");
        }
        assert_eq!(done(&world).summary, "Done.");
        let heard: Vec<String> = world.model.requests().iter().map(text).collect();
        assert_eq!(heard.iter().any(|text| text.contains("This page is now the document")), is_document);
        let last = heard.last().unwrap();
        assert_eq!(last.contains("nine weeks to the end of a quarter"), is_document, "{last}");
    }
    // And a file.
    let world = World::default();
    world.browser.add_page(AT, FakePage::pdf());
    world.bringer.file(AT, PDF, "", b"The notice period is nine weeks to the end of a quarter.");
    run(&world, "What do its links say?", AT, vec![opens(AT), search()]);
    says(&world, &asked(&world, None).expect("nobody named it"), "once");
    assert!(told(&world).contains("nine weeks to the end"), "{}", told(&world));
}
