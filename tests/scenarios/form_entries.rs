//! Parts of a form that take several entries: as many are opened as the sources have, once each, whatever dies meanwhile.

use crate::answering::{done, text, with};
use crate::forms::{asked_form, fill, open_ask, row, titles};
use edith_model::ChatRequest;
use edith_protocol::{AskAnswer, Command, Extras, FormState, FormValue, Outcome};
use edith_testkit::{FakePage, Scripted, World};
use serde_json::{Value, json};
use std::collections::BTreeMap;

const PAGE: &str = "https://jobs.example/history";
const ADD: &str = "Add another job";
const CV: &str = "Ann Miller\n\nEngineer, Alpenstrom AG, since 2019\n\nDraughtswoman, Murwerk GmbH, 2015 to 2019\n\nApprentice, Tischlerei Huber, 2011 to 2015";
const JOBS: [(&str, &str, &str); 3] = [
    ("Engineer", "Alpenstrom AG", "Engineer, Alpenstrom AG, since 2019"),
    ("Draughtswoman", "Murwerk GmbH", "Draughtswoman, Murwerk GmbH, 2015 to 2019"),
    ("Apprentice", "Tischlerei Huber", "Apprentice, Tischlerei Huber, 2011 to 2015"),
];

/// A form with one job, and a button that opens up to `most` more.
fn page(most: usize) -> FakePage {
    let entry = |page: FakePage, presses: usize| {
        let shown = |page: FakePage| if presses > 0 { page.opened_by(ADD, presses) } else { page };
        let page = shown(page.field("Job title", |_, _| {}));
        shown(page.field("Employer", |_, _| {}))
    };
    let page = (0..=most).fold(FakePage::new("History").field("Name of your cat", |_, _| {}), entry);
    page.button(ADD).button("Send")
}

/// Says how many jobs there are with these quotes, and what each is.
fn model(count: &'static str, quotes: Vec<&'static str>) -> impl Fn(&ChatRequest) -> Scripted {
    move |request| {
        let all = text(request);
        let lines = all.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let answer = |line: Value| {
            let job = JOBS.get(line["entry"].as_u64().unwrap_or(1).saturating_sub(1) as usize)?;
            let (value, quotes) = match (line["type"].as_str()?, line["question"].as_str()?) {
                ("entries", _) => (count, json!(quotes)),
                (_, "Job title") => (job.0, json!(job.2)),
                (_, "Employer") => (job.1, json!(job.2)),
                _ => return None,
            };
            Some(
                json!({ "id": line["id"], "value": value, "source": "cv.txt", "page": 1, "quote": quotes, "confidence": 0.9 }),
            )
        };
        let answers: Vec<Value> = lines.filter(|line| line["id"].is_string()).filter_map(answer).collect();
        Scripted::Text(json!({ "answers": answers }).to_string())
    }
}

fn world(most: usize, count: &'static str, quotes: Vec<&'static str>) -> World {
    let world = World::default();
    world.browser.add_page(PAGE, page(most));
    world.browser.open_in_front(PAGE);
    world.model.always(model(count, quotes));
    world
}

fn command() -> Command {
    Command::FormRun { prompt: String::new(), conversation_id: None, tab_id: None, quality: None }
}

fn all_quotes() -> Vec<&'static str> {
    JOBS.iter().map(|job| job.2).collect()
}

fn presses(world: &World) -> usize {
    world.browser.done().iter().filter(|done| **done == format!("click {ADD:?}")).count()
}

#[test]
fn further_entries_are_opened_after_the_review_and_gone_over_in_the_next() {
    let world = world(4, "3", all_quotes());
    world.send_with(command(), with(&[("cv.txt", CV)])).unwrap();
    world.settle();
    let (_, questions) = asked_form(&world);
    let opener = row(&questions, ADD);
    assert_eq!(
        (opener.state, opener.current.clone(), opener.value.clone()),
        (FormState::Proposed, "1".into(), "3".into())
    );
    assert!(opener.hint.contains("this button opens another one"), "{}", opener.hint);
    assert!(world.browser.done().is_empty(), "nothing is pressed before");
    fill(&world, &[]);
    assert_eq!(presses(&world), 2);
    let (ask, questions) = asked_form(&world);
    assert_eq!(ask.text, "More fields have appeared. Should I fill these in too?");
    let employers: Vec<String> =
        questions.iter().filter(|row| row.title == "Employer").map(|row| row.value.to_string()).collect();
    assert_eq!(employers, ["Alpenstrom AG", "Murwerk GmbH", "Tischlerei Huber"]);
    fill(&world, &[]);
    let end = done(&world);
    let [filled, kept, left, failed] = titles(&world, &end);
    assert_eq!((filled.len(), failed.len()), (7, 0), "{}", end.summary);
    assert_eq!((kept, left), (Vec::<String>::new(), vec!["Name of your cat".to_owned()]));
    assert_eq!(end.outcome, Outcome::Completed);
    assert_eq!(presses(&world), 2);
}

#[test]
fn no_more_entries_are_opened_than_there_are_words_for() {
    for (count, quotes, opened) in [
        ("3", all_quotes(), 2),
        ("17", all_quotes(), 2),
        ("1", all_quotes(), 0),
        ("2", all_quotes(), 1),
        // The same words again, parts of each other, and words that stand nowhere.
        ("3", vec![JOBS[0].2, JOBS[0].2, JOBS[0].2], 0),
        ("3", vec![JOBS[0].2, "Alpenstrom AG", "since 2019"], 0),
        ("3", vec!["Engineer", "Alpenstrom AG", "since 2019"], 0),
        ("3", vec![JOBS[0].2, JOBS[1].2, "Director, Wasserkraft AG"], 0),
        ("3", Vec::new(), 0),
        ("three", all_quotes(), 0),
    ] {
        let world = world(4, count, quotes.clone());
        world.send_with(command(), with(&[("cv.txt", CV)])).unwrap();
        world.settle();
        fill(&world, &[]);
        assert_eq!(presses(&world), opened, "{count} {quotes:?}");
    }
}

#[test]
fn the_person_decides_how_many_and_a_button_that_opens_nothing_is_given_up() {
    let world = world(1, "3", all_quotes());
    world.send_with(command(), with(&[("cv.txt", CV)])).unwrap();
    world.settle();
    fill(&world, &[(ADD, json!("2"))]);
    assert_eq!(presses(&world), 1);
    let stuck = self::world(0, "3", all_quotes());
    stuck.send_with(command(), with(&[("cv.txt", CV)])).unwrap();
    stuck.settle();
    fill(&stuck, &[]);
    let end = done(&stuck);
    assert_eq!((presses(&stuck), titles(&stuck, &end)[3].clone()), (2, vec![ADD.to_owned()]), "{}", end.summary);
    // Without a model nobody can tell how many there are: it is not asked.
    let keyless = self::world(4, "3", all_quotes());
    keyless.set("edith_api_base_url", json!(""));
    keyless.set(
        "edith_profile",
        json!({ "facts": [{ "key": "organization", "label": "Company", "value": "Alpenstrom AG" }] }),
    );
    keyless.send_with(command(), Extras::default()).unwrap();
    keyless.settle();
    assert!(!asked_form(&keyless).1.iter().any(|row| row.title == ADD));
}

#[test]
fn killed_everywhere_no_entry_is_opened_twice() {
    let mut places = 0;
    for at in (1..).step_by(3) {
        let world = world(4, "3", all_quotes());
        world.life().die_at(at);
        world.send_with(command(), with(&[("cv.txt", CV)]));
        let mut died = false;
        // Two reviews, and a worker that dies once.
        for _ in 0..6 {
            world.settle();
            if world.life().is_over() {
                died = true;
                world.restart_worker();
                continue;
            }
            let Some(ask) = open_ask(&world) else { break };
            let answer = AskAnswer::Fill(BTreeMap::<String, FormValue>::new());
            world.send(Command::AgentAnswer { run_id: ask.run_id, ask_id: ask.ask_id, answer });
        }
        let Some(end) = world.events.done() else {
            // It died before it was stored, and the person was told so.
            assert!(died && presses(&world) == 0, "at {at}: it never ended");
            continue;
        };
        assert_eq!(presses(&world), 2, "at {at}: {:?}", world.browser.done());
        assert_eq!(titles(&world, &end)[0].len(), 7, "at {at}: {}", end.summary);
        if !died {
            break;
        }
        places += 1;
    }
    println!("killed at {places} places: no entry opened twice");
    assert!(places >= 40, "{places}");
}
