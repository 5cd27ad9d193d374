//! A profile taken from documents on fakes: gone over, stored, taken back, and killed everywhere.

use crate::answering::{done, text, with};
use crate::forms::{answering, asked_form, fill, open_ask, row, titles};
use edith_protocol::{
    AnswerBody, Ask, AskAnswer, Command, Extras, Fact, FormSource, FormState, FormTarget, Outcome, Profile, Reply,
};
use edith_testkit::World;
use serde_json::{Value, json};
use std::collections::BTreeMap;

const CV: &str = "Curriculum vitae\n\nAnn Miller, born 4 May 1990 in Graz\nann@example.org, +43 660 1234567\n\nEngineer at Alpenstrom AG since 2019\n\nReferee: Bob Baker, bob@example.org";

const TABLE: &[(&str, &str, &str, &str)] = &[
    ("First name", "Ann", "cv.txt", "Ann Miller"),
    ("Last name", "Miller", "cv.txt", "Ann Miller"),
    ("E-mail", "ann@example.org", "cv.txt", "ann@example.org"),
    ("Phone", "+43 660 1234567", "cv.txt", "+43 660 1234567"),
    ("Date of birth", "1990-05-04", "cv.txt", "born 4 May 1990"),
    ("Company or institution", "Alpenstrom AG", "cv.txt", "Engineer at Alpenstrom AG"),
    // In no document.
    ("Town or city", "Vienna", "cv.txt", "lives in Vienna"),
];

fn world() -> World {
    let world = World::default();
    world.set(
        "edith_profile",
        json!({ "instructions": "Answer in German.", "facts": [
            { "key": "Seat", "label": "Seat", "value": "aisle" },
            { "key": "email", "label": "E-mail", "value": "ann@example.org" },
            { "key": "tel", "label": "Phone", "value": "0316 1" },
        ] }),
    );
    world
}

fn import(world: &World, extras: Extras) -> Reply {
    let command = Command::ProfileImport { prompt: String::new(), conversation_id: None, quality: None };
    world.send_with(command, extras).unwrap()
}

fn stored(world: &World) -> Profile {
    let answer = world.send(Command::ProfileGet).or_else(|| {
        // It died of this very reading.
        world.restart_worker();
        world.send(Command::ProfileGet)
    });
    match answer.unwrap().body {
        Some(AnswerBody::Profile { profile }) => profile,
        other => panic!("{other:?}"),
    }
}

fn fact(key: &str, label: &str, value: &str) -> Fact {
    Fact { key: key.into(), label: label.into(), value: value.into() }
}

/// What the profile holds after all that the documents say beside it was stored.
fn expected() -> Vec<Fact> {
    vec![
        fact("Seat", "Seat", "aisle"),
        fact("email", "E-mail", "ann@example.org"),
        fact("tel", "Phone", "0316 1"),
        fact("given-name", "First name", "Ann"),
        fact("family-name", "Last name", "Miller"),
        fact("organization", "Company or institution", "Alpenstrom AG"),
        fact("bday", "Date of birth", "1990-05-04"),
    ]
}

#[test]
fn what_a_cv_says_is_gone_over_and_stored_beside_what_is_known() {
    let world = world();
    let before = stored(&world);
    world.model.always(answering(TABLE));
    assert!(import(&world, with(&[("cv.txt", CV)])).ok);
    world.settle();
    let (ask, questions) = asked_form(&world);
    assert_eq!(ask.text, "Should I put this into your profile? Nothing is stored before you say so.");
    let birth = row(&questions, "Date of birth");
    assert_eq!((birth.question_id.as_str(), birth.section.as_str()), ("bday", "About you"));
    assert!(matches!(&birth.source, FormSource::Document { page: 1, quote, .. } if quote == "born 4 May 1990"));
    // What it knows stays; a document that says otherwise stands beside it, and one that says the same does not.
    let phone = row(&questions, "Phone");
    assert_eq!(
        (phone.state, phone.current.to_string().as_str(), phone.value.to_string().as_str()),
        (FormState::Kept, "0316 1", "+43 660 1234567")
    );
    assert_eq!(row(&questions, "E-mail").value.to_string(), "");
    assert_eq!(row(&questions, "Town or city").state, FormState::Empty, "a value that is in no document");
    assert_eq!(stored(&world), before, "nothing is stored before the person says so");
    // What is known is not sent with the questions: a document is to say it.
    let sent: String = world.model.requests().iter().map(text).collect();
    assert!(sent.contains("Date of birth") && !sent.contains("aisle"), "{sent}");
    fill(&world, &[]);
    let end = done(&world);
    assert_eq!(
        (end.outcome, stored(&world)),
        (Outcome::Completed, Profile { instructions: "Answer in German.".into(), facts: expected() }),
        "{}",
        end.summary
    );
    let [filled, kept, _, failed] = titles(&world, &end);
    assert_eq!(filled, ["First name", "Last name", "Company or institution", "Date of birth"]);
    assert_eq!((kept, failed.len()), (vec!["E-mail".to_owned(), "Phone".into()], 0));
    assert!(world.browser.done().is_empty(), "no page is touched");
    let undo = Command::FormUndo { run_id: end.run_id, conversation_id: end.conversation_id };
    assert!(world.send(undo).unwrap().ok);
    world.settle();
    assert_eq!(stored(&world), before, "{}", done(&world).summary);
}

#[test]
fn the_persons_values_count_and_secrets_are_refused_each_by_itself() {
    let world = world();
    world.model.always(answering(TABLE));
    import(&world, with(&[("cv.txt", CV)]));
    world.settle();
    fill(
        &world,
        &[
            ("Phone", json!("+43 660 1234567")),
            ("First name", json!("")),
            ("Last name", json!("Miller-Huber")),
            ("User name", json!("4111 1111 1111 1111")),
        ],
    );
    let end = done(&world);
    let value = |key: &str| stored(&world).facts.into_iter().find(|fact| fact.key == key).map(|fact| fact.value);
    assert_eq!(value("tel").as_deref(), Some("+43 660 1234567"));
    assert_eq!((value("given-name"), value("username")), (None, None));
    assert_eq!(value("family-name").as_deref(), Some("Miller-Huber"));
    let [_, _, _, failed] = titles(&world, &end);
    assert_eq!((failed, end.outcome), (vec!["User name".to_owned()], Outcome::Partial));
    assert!(end.summary.contains("looks like a card number"), "{}", end.summary);
}

#[test]
fn denied_or_without_anything_new_nothing_is_stored() {
    let world = world();
    let before = stored(&world);
    world.model.always(answering(TABLE));
    import(&world, with(&[("cv.txt", CV)]));
    world.settle();
    let Ask { run_id, ask_id, .. } = asked_form(&world).0;
    world.send(Command::AgentAnswer { run_id, ask_id, answer: "deny".into() }).unwrap();
    world.settle();
    let end = done(&world);
    assert_eq!((end.outcome, end.summary.as_str()), (Outcome::Refused, "Your profile stays as it is."));
    for (documents, outcome, said) in [
        (with(&[("cv.txt", "My e-mail is ann@example.org.")]), Outcome::Completed, "The document contains nothing"),
        (Extras::default(), Outcome::Failed, "There is no document to take your profile from."),
        (with(&[("cv.pdf", "%PDF- broken")]), Outcome::Failed, "cv.pdf"),
    ] {
        world.model.always(answering(&[("E-mail", "ann@example.org", "cv.txt", "My e-mail is ann@example.org")]));
        import(&world, documents);
        world.settle();
        let end = done(&world);
        assert!(end.outcome == outcome && end.summary.contains(said), "{:?}: {}", end.outcome, end.summary);
    }
    assert_eq!(stored(&world), before);
}

#[test]
fn lines_that_say_what_they_are_are_taken_without_a_model() {
    let world = world();
    world.set("edith_api_base_url", json!(""));
    import(&world, with(&[("cv.txt", "Ann Miller\n\nE-mail: ann@example.org\nDate of birth: 4 May 1990\nTown: Graz")]));
    world.settle();
    let (_, questions) = asked_form(&world);
    let found: Vec<(&str, String)> = questions
        .iter()
        .filter(|row| row.state == FormState::Proposed)
        .map(|row| (row.title.as_str(), row.value.to_string()))
        .collect();
    assert_eq!(found, [("Town or city", "Graz".to_owned()), ("Date of birth", "1990-05-04".into())]);
}

#[test]
fn what_the_person_says_in_the_task_is_a_source_too() {
    let world = world();
    world.model.always(answering(&[("Town or city", "Graz", "task", "I live in Graz")]));
    let prompt = "Note in my profile that I live in Graz".to_owned();
    world.send(Command::ProfileImport { prompt, conversation_id: None, quality: None }).unwrap();
    world.settle();
    let (_, questions) = asked_form(&world);
    let town = row(&questions, "Town or city");
    assert_eq!((town.state, town.value.to_string().as_str()), (FormState::Proposed, "Graz"));
    fill(&world, &[]);
    assert!(stored(&world).facts.contains(&fact("address-level2", "Town or city", "Graz")));
}

#[test]
fn killed_everywhere_the_review_comes_back_and_the_profile_has_each_fact_once() {
    let mut places = 0;
    // Every third place: all of them take half a minute.
    for at in (1..).step_by(3) {
        let world = world();
        world.model.always(answering(TABLE));
        world.life().die_at(at);
        let command = Command::ProfileImport { prompt: String::new(), conversation_id: None, quality: None };
        world.send_with(command, with(&[("cv.txt", CV)]));
        world.settle();
        let mut died = world.life().is_over();
        if died {
            world.restart_worker();
            world.settle();
        }
        let Some(ask) = open_ask(&world) else {
            // It died before it was stored, and the person was told so.
            assert!(world.events.done().is_none(), "at {at}");
            continue;
        };
        let (_, questions) = asked_form(&world);
        let proposed = questions.iter().filter(|row| row.state == FormState::Proposed).count();
        assert_eq!(proposed, 4, "at {at}: {questions:#?}");
        let answer = AskAnswer::Fill(BTreeMap::new());
        let command = Command::AgentAnswer { run_id: ask.run_id.clone(), ask_id: ask.ask_id.clone(), answer };
        world.send(command.clone());
        world.settle();
        if world.life().is_over() {
            died = true;
            world.restart_worker();
            world.settle();
            if open_ask(&world).is_some() {
                world.send(command);
                world.settle();
            }
        }
        let Some(end) = world.events.done() else { panic!("at {at}: it never ended") };
        assert_eq!(titles(&world, &end)[0].len(), 4, "at {at}: {}", end.summary);
        assert_eq!(stored(&world).facts, expected(), "at {at}");
        if !died {
            break;
        }
        places += 1;
    }
    println!("killed at {places} places: the profile is as it was decided");
    assert!(places >= 100, "{places}");
}

#[test]
fn the_rows_say_that_they_are_of_the_profile() {
    let world = world();
    world.model.always(answering(TABLE));
    import(&world, with(&[("cv.txt", CV)]));
    world.settle();
    let told = serde_json::to_value(world.events.all()).unwrap_or(Value::Null).to_string();
    assert!(told.contains("\"target\":\"profile\""), "{told}");
    assert_eq!(FormTarget::default(), FormTarget::Page);
}
