//! *Sum up* and *translate this page* without a model server, by the browser's own tools.

use edith_model::Availability;
use edith_protocol::LanguageTool;
use edith_protocol::{Command, Outcome};
use edith_testkit::{FakePage, World};
use serde_json::json;

const PAGE: &str = "http://news.example/";

fn translator(from: &str, to: &str) -> LanguageTool {
    LanguageTool::Translator { from: from.to_owned(), to: to.to_owned() }
}

fn summarizer(language: &str) -> LanguageTool {
    LanguageTool::Summarizer { language: language.to_owned() }
}

/// A world without a server whose front tab shows so many lines.
fn world(lines: usize) -> World {
    let world = World::default();
    world.set("edith_api_base_url", json!(""));
    let line = |at| format!("Line {at} says that the bridge over the river is open again for everybody.");
    let page = FakePage::new("News").text(&(0..lines).map(line).collect::<Vec<_>>().join("\n"));
    world.browser.add_page(PAGE, page);
    world.browser.open_in_front(PAGE);
    world.model.language().speaks("en");
    world
}

fn run(world: &World, task: &str) -> (Outcome, String) {
    world.run(task).unwrap();
    world.settle();
    let done = world.events.done().unwrap_or_else(|| panic!("{task} does not end"));
    (done.outcome, done.summary)
}

#[test]
fn a_page_is_translated_part_by_part_and_left_as_it_is() {
    let world = world(120);
    world.model.language().has(translator("en", "de"), Availability::Available, 0);
    let (outcome, summary) = run(&world, "translate this page into German");
    assert_eq!(outcome, Outcome::Completed, "{summary}");
    for at in [0, 60, 119] {
        assert!(summary.contains(&format!("[de] Line {at} says")), "{at}: {summary}");
    }
    let asked = world.model.language().asked();
    assert!(asked.len() > 3 && asked.iter().all(|(_, text)| text.chars().count() <= 1_800), "{}", asked.len());
    let changed: Vec<String> = world.browser.done();
    assert!(changed.is_empty(), "the page was touched: {changed:?}");
}

#[test]
fn a_text_that_is_too_long_for_the_tool_goes_in_smaller_parts() {
    let world = world(30);
    world.model.language().has(translator("en", "fr"), Availability::Available, 0);
    world.model.language().takes(500);
    let (outcome, summary) = run(&world, "Traduis cette page en français");
    assert_eq!(outcome, Outcome::Completed, "{summary}");
    for at in 0..30 {
        assert!(summary.contains(&format!("[fr] Line {at} says")), "{at}: {summary}");
    }
}

#[test]
fn a_download_is_waited_for_until_somebody_presses() {
    let world = world(3);
    world.model.language().has(translator("en", "de"), Availability::Downloadable, 5);
    let (outcome, summary) = run(&world, "Übersetze diese Seite auf Deutsch");
    assert_eq!((outcome, world.model.language().offers()), (Outcome::Completed, 5), "{summary}");
}

#[test]
fn what_is_lacking_is_said_in_a_sentence() {
    for (task, language, part) in [
        ("translate this page into German", "en", "model server"),
        ("translate this page into English", "en", "English already"),
        ("translate this page into Klingon", "en", "klingon"),
    ] {
        let world = world(3);
        world.model.language().speaks(language);
        let (outcome, summary) = run(&world, task);
        let offered = world.events.done().unwrap().suggestions.len();
        assert_eq!(offered, if outcome == Outcome::Failed { 3 } else { 0 }, "{task}");
        let expected = if part.ends_with("already") { Outcome::Completed } else { Outcome::Failed };
        assert_eq!(outcome, expected, "{task}: {summary}");
        assert!(summary.contains(part), "{task}: {summary}");
        assert!(world.model.language().asked().is_empty());
    }
    let world = world(3);
    world.model.language().has(translator("en", "de"), Availability::Available, 0);
    world.model.language().fails("the model crashed");
    let (outcome, summary) = run(&world, "translate this page into German");
    assert_eq!(outcome, Outcome::Failed);
    assert!(summary.contains("the model crashed"), "{summary}");
}

#[test]
fn a_page_is_summed_up_by_the_browser_where_it_can_and_by_its_sentences_elsewhere() {
    let by_tool = world(300);
    by_tool.model.language().has(summarizer("en"), Availability::Available, 0);
    let (outcome, summary) = run(&by_tool, "sum up this page");
    assert_eq!(outcome, Outcome::Completed, "{summary}");
    assert!(summary.contains("* sum of"), "{summary}");
    assert!(by_tool.model.language().asked().len() > 2, "a long page is summed up in parts, and these once more");
    // Without the tool, and where it fails, the interpreter does what it can.
    let without = world(3);
    let failing = world(3);
    failing.model.language().has(summarizer("en"), Availability::Available, 0);
    failing.model.language().fails("no memory");
    for world in [without, failing] {
        let (outcome, summary) = run(&world, "sum up this page");
        assert_eq!(outcome, Outcome::Completed, "{summary}");
        assert!(summary.contains("the bridge over the river") && !summary.contains("sum of"), "{summary}");
    }
}

#[test]
fn stop_ends_the_waiting_for_a_download() {
    let world = world(3);
    world.model.language().has(translator("en", "de"), Availability::Downloadable, usize::MAX);
    world.model.language().hangs();
    world.run("translate this page into German").unwrap();
    world.settle();
    assert!(world.events.done().is_none(), "it waits");
    assert!(world.send(Command::AgentStop { run_id: None }).unwrap().ok);
    world.settle();
    assert_eq!(world.events.done().unwrap().outcome, Outcome::Stopped);
    assert!(world.model.language().asked().is_empty());
}
