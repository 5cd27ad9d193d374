//! Documents in tasks on fakes: what agents and researches cite of them, the interpreter without a server.

use crate::answering::{CONTRACT, RENT, done, text, with};
use edith_model::ChatRequest;
use edith_protocol::{Command, Outcome};
use edith_testkit::{FakePage, Scripted, World};
use serde_json::{Value, json};

const WRONG: &str = "The rent is 1,300 EUR [lease.txt, p. 1: \"The rent is 1,300 EUR\"].";

fn agent(prompt: &str) -> Command {
    Command::AgentRun { prompt: prompt.into(), conversation_id: None, tab_id: None }
}

fn call(tool: &str, arguments: Value) -> Scripted {
    Scripted::call(tool, &arguments.to_string())
}

fn has(request: &ChatRequest, tool: &str) -> bool {
    request.tools.iter().any(|known| known.name == tool)
}

/// The conversation's sources that may be meant for the person alone.
fn is_private(world: &World) -> bool {
    let sources = world.store.conversations().remove(0).private_sources.unwrap_or_default();
    sources.iter().any(|source| source.starts_with("document:"))
}

#[test]
fn what_an_agents_end_cites_is_compared_with_the_documents() {
    let right = "The rent is 1,200.50 EUR [lease.txt, p. 1].";
    for (ends, told) in [(vec![RENT], right), (vec![WRONG, RENT], right), (vec![WRONG, WRONG], "p. 1] (not confirmed)")]
    {
        for in_words in [false, true] {
            let world = World::default();
            if !in_words {
                world.browser.add_page("http://a.example/", FakePage::new("A").text("The rent"));
                world.browser.open_in_front("http://a.example/");
            }
            let end = |text: &&str| if in_words { Scripted::Text((*text).into()) } else { Scripted::complete(text) };
            world.model.will(ends.iter().map(end));
            world.send_with(agent("What is the rent?"), with(&[("lease.txt", CONTRACT)])).unwrap();
            world.settle();
            let requests = world.model.requests();
            assert_eq!(requests.len(), ends.len(), "in words: {in_words}");
            assert!(text(&requests[0]).contains("[name, p. N: \"quote\"]"), "it is told how to cite");
            if let Some(second) = requests.get(1) {
                assert!(text(second).contains("these words do not stand there"), "{}", text(second));
            }
            let end = done(&world);
            assert_eq!(end.outcome, Outcome::Completed);
            assert!(end.summary.contains(told), "{}", end.summary);
            assert_eq!(end.summary.contains("could not be found"), ends.len() == 2 && ends[1] == WRONG);
        }
    }
}

#[test]
fn without_documents_nothing_is_compared() {
    let world = World::default();
    world.model.will([Scripted::complete(WRONG)]);
    world.run("What is the rent?").unwrap();
    world.settle();
    assert_eq!(done(&world).summary, WRONG);
}

#[test]
fn a_research_reads_its_documents_and_compares_what_it_has_of_them() {
    for (quote, confirmed) in [("It ends on 31 May 2027", true), ("It ends on 30 May 2027", false)] {
        let world = World::default();
        for name in ["a", "b"] {
            world.browser.add_page(&format!("http://{name}.example/"), FakePage::new(name).text("Lamps"));
        }
        world.model.always(move |request| {
            let all = text(request);
            if !has(request, "extract_data") {
                let task = |url: &str| json!({"description": "the lease", "url": url, "extractionGoal": "its end"});
                let tasks = [task("http://a.example/"), task("http://b.example/")];
                let plan = json!({"isResearch": true, "subTasks": tasks});
                let is_report = all.contains("FINDINGS:");
                assert!(is_report || all.contains("lease.txt"), "the plan knows of the document");
                return Scripted::Text(if is_report { "It ends in May [1].".into() } else { plan.to_string() });
            }
            assert!(!has(request, "upload_file"), "a source gives nothing away");
            if all.contains("begin with: http://b.example/") {
                return call("extract_data", json!({"data": {"facts": []}}));
            }
            if !all.contains("31 May 2027") {
                return call("read_document", json!({"document": "lease.txt", "page": 2}));
            }
            let fact = json!({"fact": "The lease ends in May.", "quote": quote, "url": "lease.txt, p. 2"});
            call("extract_data", json!({"data": {"facts": [fact]}}))
        });
        let command = Command::ResearchRun { prompt: "When does it end?".into(), conversation_id: None };
        world.send_with(command, with(&[("lease.txt", CONTRACT)])).unwrap();
        world.settle();
        let end = done(&world);
        assert!(end.summary.contains(&format!("“{quote}” — [lease.txt, p. 2]")), "{}", end.summary);
        assert_eq!(!end.summary.contains("was not found on the page"), confirmed, "{}", end.summary);
        assert!(end.evidence.is_empty(), "a document has no address: {:?}", end.evidence);
        assert!(is_private(&world));
    }
}

const PRICES: &str = "item\tprice\nlamp\t12.50\nchair\t25.00\nlamp\t2.00";

#[test]
fn without_a_server_the_interpreter_answers_from_documents_in_tasks_and_chats_too() {
    for (prompt, says) in [
        ("find the notice", "Notice must be given three months before"),
        ("When must notice be given?", "Notice must be given three months before"),
        ("show page 2", "It ends on 31 May 2027"),
        ("list the tables", "Tables in prices.csv"),
        ("sum of column price where item = 'lamp'", "14.5"),
    ] {
        for chats in [false, true] {
            let world = World::default();
            world.set("edith_api_base_url", json!(""));
            world.browser.add_page("http://a.example/", FakePage::new("A").input("Search"));
            world.browser.open_in_front("http://a.example/");
            let command =
                if chats { Command::Chat { prompt: prompt.into(), conversation_id: None } } else { agent(prompt) };
            world.send_with(command, with(&[("lease.txt", CONTRACT), ("prices.csv", PRICES)])).unwrap();
            world.settle();
            let end = done(&world);
            assert_eq!(end.outcome, Outcome::Completed, "{prompt}: {}", end.summary);
            assert!(end.summary.contains(says), "{prompt}: {}", end.summary);
            assert_eq!(world.browser.done(), Vec::<String>::new(), "{prompt}");
            assert_eq!(world.store.conversations()[0].messages.last().unwrap().content, end.summary);
            assert!(is_private(&world), "{prompt}");
        }
    }
}

#[test]
fn without_a_server_a_command_is_still_done_on_the_page() {
    for (prompt, does) in [("search for lamp and open it", "lamp"), ("go to http://b.example/", "b.example")] {
        let world = World::default();
        world.set("edith_api_base_url", json!(""));
        world.browser.add_page("http://a.example/", FakePage::new("A").input("Search"));
        world.browser.add_page("http://b.example/", FakePage::new("B").text("Here"));
        world.browser.open_in_front("http://a.example/");
        world.send_with(agent(prompt), with(&[("lease.txt", CONTRACT)])).unwrap();
        world.settle();
        assert!(world.browser.done().iter().any(|done| done.contains(does)), "{prompt}: {:?}", world.browser.done());
        assert_eq!(world.reader.readings(), 0, "{prompt}");
    }
}
