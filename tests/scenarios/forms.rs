//! Forms on fakes: from the profile without a model, from documents with one that may lie, gone over, written and read back, killed everywhere.

use crate::answering::{done, text, with};
use edith_model::ChatRequest;
use edith_port::Clock;
use edith_protocol::{
    AnswerBody, Ask, AskAnswer, AskKind, Command, Done, Event, Extras, FormQuality, FormQuestion, FormSource,
    FormState, FormValue, Mode, Outcome, RunId,
};
use edith_testkit::{FakePage, Scripted, Seen, World};
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

pub(crate) const PAGE: &str = "https://jobs.example/apply";
const CV: &str = "Curriculum vitae\n\nAnn Miller, born 4 May 1990 in Graz\n\nEngineer at Alpenstrom AG, Graz, 2019 to 2023\n\nEnglish: very good. Driving licence: class B.\n\nNotice period: three months";

fn page() -> FakePage {
    let secret = |node: &mut edith_page::raw::RawNode| node.field = edith_page::FieldKind::Password;
    FakePage::new("Apply")
        .field("First name", |node, _| node.autocomplete = "given-name".into())
        .field("Last name", |node, _| node.autocomplete = "family-name".into())
        .field("E-mail", |node, _| node.autocomplete = "email".into())
        .field("Phone", |node, _| (node.autocomplete, node.value) = ("tel".into(), Some("0316 1".into())))
        .field("Password", |node, _| secret(node))
        .field("Last employer", |_, _| {})
        .list("Level of English", &["Basic", "Good", "Very good"])
        .ticks("radio", "Do you have a driving licence?", &["Yes", "No"])
        .field("Name of your cat", |_, _| {})
        .ticks("checkbox", "", &["I agree to the terms"])
        .button("Send application")
}

pub(crate) fn world() -> World {
    let world = World::default();
    world.browser.add_page(PAGE, page());
    world.browser.open_in_front(PAGE);
    world.set(
        "edith_profile",
        json!({ "instructions": "", "facts": [
            { "key": "given-name", "label": "First name", "value": "Ann" },
            { "key": "family-name", "label": "Last name", "value": "Miller" },
            { "key": "email", "label": "E-mail", "value": "ann@example.org" },
            { "key": "tel", "label": "Phone", "value": "+43 660 1234567" },
        ] }),
    );
    world
}

/// Begins to fill in the form of that page.
pub(crate) fn fill_in(world: &World, prompt: &str) {
    world.browser.add_page(PAGE, page());
    world.browser.open_in_front(PAGE);
    form(world, prompt, Extras::default());
}

pub(crate) fn without_model() -> World {
    let world = world();
    world.set("edith_api_base_url", json!(""));
    world
}

pub(crate) fn form(world: &World, prompt: &str, extras: Extras) -> RunId {
    let command = Command::FormRun { prompt: prompt.into(), conversation_id: None, tab_id: None, quality: None };
    match world.send_with(command, extras).unwrap().body {
        Some(AnswerBody::Started { run_id, .. }) => run_id,
        other => panic!("{other:?}"),
    }
}

/// The open ask, as a page reads it that was closed meanwhile.
pub(crate) fn open_ask(world: &World) -> Option<Ask> {
    match world.send(Command::RunList { after: None })?.body {
        Some(AnswerBody::Runs { runs, .. }) => runs.into_iter().find_map(|run| run.ask),
        _ => None,
    }
}

pub(crate) fn asked_form(world: &World) -> (Ask, Vec<FormQuestion>) {
    let ask = open_ask(world).expect("an ask");
    match ask.kind.clone() {
        AskKind::Form { questions } => (ask, questions),
        other => panic!("{other:?}"),
    }
}

pub(crate) fn fill(world: &World, values: &[(&str, Value)]) {
    let (ask, questions) = asked_form(world);
    let values: BTreeMap<String, FormValue> = values
        .iter()
        .map(|(title, value)| {
            let id = questions.iter().find(|question| question.title == *title).unwrap().question_id.clone();
            (id, serde_json::from_value(value.clone()).unwrap())
        })
        .collect();
    let answer = AskAnswer::Fill(values);
    world.send(Command::AgentAnswer { run_id: ask.run_id, ask_id: ask.ask_id, answer }).unwrap();
    world.settle();
}

pub(crate) fn row<'q>(questions: &'q [FormQuestion], title: &str) -> &'q FormQuestion {
    questions.iter().find(|question| question.title == title).unwrap_or_else(|| panic!("no {title}: {questions:#?}"))
}

pub(crate) fn rows(world: &World) -> Vec<FormQuestion> {
    let last = |event: Event| match event {
        Event::Progress(told) => told.form,
        _ => None,
    };
    world.events.all().into_iter().rev().find_map(last).expect("rows were told").questions
}

pub(crate) fn titles(world: &World, of: &Done) -> [Vec<String>; 4] {
    let (end, all) = (of.form.clone().unwrap(), rows(world));
    let named = |ids: Vec<String>| {
        ids.iter().map(|id| all.iter().find(|row| row.question_id == *id).unwrap().title.clone()).collect()
    };
    [named(end.filled), named(end.kept), named(end.left), named(end.failed)]
}

#[test]
fn the_profile_fills_what_it_has_without_a_model() {
    let world = without_model();
    form(&world, "", Extras::default());
    world.settle();
    let (ask, questions) = asked_form(&world);
    assert_eq!(ask.text, "Should I fill this in? Nothing is entered before you say so, and nothing is sent.");
    let states: Vec<(&str, FormState)> = questions.iter().map(|row| (row.title.as_str(), row.state)).collect();
    assert_eq!(
        states,
        [
            ("First name", FormState::Proposed),
            ("Last name", FormState::Proposed),
            ("E-mail", FormState::Proposed),
            ("Phone", FormState::Kept),
            ("Password", FormState::Yours),
            ("Last employer", FormState::Empty),
            ("Level of English", FormState::Empty),
            ("Do you have a driving licence?", FormState::Empty),
            ("Name of your cat", FormState::Empty),
            ("I agree to the terms", FormState::Yours),
        ]
    );
    assert!(world.browser.done().is_empty(), "nothing is written before");
    assert_eq!(row(&questions, "E-mail").source, FormSource::Profile);
    fill(&world, &[("Last name", json!("Smith")), ("First name", json!(""))]);
    let end = done(&world);
    assert_eq!(end.outcome, Outcome::Completed, "{}", end.summary);
    assert_eq!(world.browser.done(), ["type \"Smith\" into \"Last name\"", "type \"ann@example.org\" into \"E-mail\""]);
    let [filled, kept, left, failed] = titles(&world, &end);
    assert_eq!((filled, kept), (vec!["Last name".to_owned(), "E-mail".into()], vec!["Phone".to_owned()]));
    assert_eq!((left.len(), failed.len()), (7, 0));
    assert_eq!(row(&rows(&world), "Last name").source, FormSource::Person);
}

#[test]
fn lines_of_a_document_that_say_what_they_are_answer_without_a_model() {
    const LINES: &str = "Ann Miller\n\nDriving licence: yes, class B\nLast employer: Alpenstrom AG\nName of the dog: Rex\n\n\
        Referee\nE-mail: bob@example.org\nLast employer: Wasserkraft AG";
    let world = without_model();
    form(&world, "", with(&[("cv.txt", LINES)]));
    world.settle();
    let (_, questions) = asked_form(&world);
    let employer = row(&questions, "Last employer");
    assert_eq!((employer.state, employer.value.clone()), (FormState::Proposed, "Alpenstrom AG".into()));
    assert!(
        matches!(&employer.source, FormSource::Document { page: 1, quote, .. } if quote == "Last employer: Alpenstrom AG"),
        "{:?}",
        employer.source
    );
    assert_eq!(row(&questions, "Do you have a driving licence?").value, "Yes".into());
    // The profile goes first, and what no line says is left.
    assert_eq!(row(&questions, "E-mail").source, FormSource::Profile);
    for title in ["Name of your cat", "Level of English"] {
        assert_eq!(row(&questions, title).state, FormState::Empty, "{title}");
    }
    fill(&world, &[]);
    assert_eq!(done(&world).outcome, Outcome::Completed);
    assert!(world.browser.done().contains(&"type \"Alpenstrom AG\" into \"Last employer\"".to_owned()));
}

#[test]
fn a_list_that_shows_its_options_only_when_opened_is_read_once_and_chosen_from() {
    let world = without_model();
    let options = ["Choose", "Deutschland", "Österreich"];
    let page = page().closed_list("Country", &options, |node| node.autocomplete = "country".into());
    world.browser.add_page(PAGE, page);
    world.browser.open_in_front(PAGE);
    let facts = json!([{ "key": "country", "label": "Country", "value": "Austria" }]);
    world.set("edith_profile", json!({ "instructions": "", "facts": facts }));
    form(&world, "", Extras::default());
    world.settle();
    let (_, questions) = asked_form(&world);
    let country = row(&questions, "Country");
    assert_eq!(
        (country.options.clone(), country.value.clone()),
        (vec!["Deutschland".to_owned(), "Österreich".into()], "Österreich".into())
    );
    assert!(world.browser.done().is_empty(), "nothing is chosen by reading it");
    fill(&world, &[]);
    let listed = world.browser.sights().into_iter().filter(|sight| matches!(sight.what, Seen::Listed(_))).count();
    assert_eq!(listed, 1, "it is opened once");
}

#[test]
fn denied_writes_nothing() {
    for answer in ["deny", "once", "yes"] {
        let world = without_model();
        form(&world, "", Extras::default());
        world.settle();
        let (ask, _) = asked_form(&world);
        world.send(Command::AgentAnswer { run_id: ask.run_id, ask_id: ask.ask_id, answer: answer.into() }).unwrap();
        world.settle();
        assert_eq!(done(&world).outcome, Outcome::Refused, "{answer}");
        assert!(world.browser.done().is_empty());
    }
}

/// The questions of a request by their titles: id and line.
pub(crate) fn asked_of(request: &ChatRequest) -> BTreeMap<String, Value> {
    let all = text(request);
    let lines = all.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    lines
        .filter(|line| line["id"].is_string())
        .map(|line| (line["question"].as_str().unwrap_or_default().to_owned(), line))
        .collect()
}

/// A model that answers by this table: title, value, source, quote.
pub(crate) fn answering(
    table: &'static [(&'static str, &'static str, &'static str, &'static str)],
) -> impl Fn(&ChatRequest) -> Scripted {
    move |request| {
        let questions = asked_of(request);
        let known = table.iter().filter_map(|(title, value, source, quote)| {
            let id = questions.get(*title)?["id"].clone();
            Some(json!({ "id": id, "value": value, "source": source, "page": 1, "quote": quote, "confidence": 0.9 }))
        });
        Scripted::Text(json!({ "answers": known.collect::<Vec<_>>() }).to_string())
    }
}

#[test]
fn documents_answer_with_quotes_that_code_finds_again() {
    let world = world();
    world.model.always(answering(&[
        ("Last employer", "Alpenstrom AG", "cv.txt", "Engineer at Alpenstrom AG"),
        ("Level of English", "Very good", "cv.txt", "English: very good"),
        ("Do you have a driving licence?", "Yes", "cv.txt", "Driving licence: class B"),
    ]));
    form(&world, "", with(&[("cv.txt", CV)]));
    world.settle();
    let (_, questions) = asked_form(&world);
    let employer = row(&questions, "Last employer");
    assert_eq!((employer.value.to_string().as_str(), employer.state), ("Alpenstrom AG", FormState::Proposed));
    assert!(
        matches!(&employer.source, FormSource::Document { page: 1, quote, .. } if quote == "Engineer at Alpenstrom AG")
    );
    assert_eq!(row(&questions, "Name of your cat").state, FormState::Empty);
    fill(&world, &[]);
    let end = done(&world);
    let [filled, _, left, failed] = titles(&world, &end);
    assert_eq!(
        filled,
        ["First name", "Last name", "E-mail", "Last employer", "Level of English", "Do you have a driving licence?"],
        "{}",
        end.summary
    );
    assert_eq!(
        (left, failed.len()),
        (vec!["Password".to_owned(), "Name of your cat".into(), "I agree to the terms".into()], 0)
    );
    // Secrets and what is answered already are asked of no model.
    let sent: String = world.model.requests().iter().map(text).collect();
    assert!(
        sent.contains("Last employer") && !sent.contains("\"Password\"") && !sent.contains("agree to the terms"),
        "{sent}"
    );
}

#[test]
fn a_model_that_lies_gets_nothing_into_the_page() {
    let world = world();
    world.model.always(answering(&[
        // In no source; not at that place; not in the quote; of a source that nobody gave; without words.
        ("Last employer", "Wasserkraft AG", "cv.txt", "Engineer at Wasserkraft AG"),
        ("Level of English", "Very good", "letter.txt", "English: very good"),
        ("Do you have a driving licence?", "No", "cv.txt", "Driving licence: class B"),
        ("Name of your cat", "Minka", "cv.txt", "Ann Miller"),
        ("Password", "hunter2", "cv.txt", "Ann Miller"),
        ("I agree to the terms", "yes", "task", "fill"),
    ]));
    form(&world, "fill this in from my CV", with(&[("cv.txt", CV)]));
    world.settle();
    fill(&world, &[]);
    let end = done(&world);
    let [filled, ..] = titles(&world, &end);
    assert_eq!(filled, ["First name", "Last name", "E-mail"], "{}", end.summary);
    assert!(
        !world
            .browser
            .done()
            .iter()
            .any(|done| done.contains("Wasserkraft") || done.contains("hunter2") || done.contains("Minka"))
    );
}

#[test]
fn an_answer_that_cannot_be_read_is_asked_for_once_more_and_harms_no_other() {
    let world = world();
    let said = std::cell::Cell::new(0);
    world.model.always(move |request| {
        said.set(said.get() + 1);
        if asked_of(request).contains_key("Last employer") {
            Scripted::Text("I cannot say.".into())
        } else {
            Scripted::Text("{\"answers\": []}".into())
        }
    });
    form(&world, "", with(&[("cv.txt", CV)]));
    world.settle();
    let (_, questions) = asked_form(&world);
    assert_eq!(row(&questions, "Last employer").state, FormState::Empty);
    assert_eq!(
        row(&questions, "Last employer").reason,
        "The model gave no readable answer. A larger model may do better."
    );
    assert_eq!(world.model.requests().len(), 2);
}

#[test]
fn what_the_page_takes_back_later_is_entered_again_and_then_told_of() {
    let world = without_model();
    let page = page().field("City", |node, _| node.autocomplete = "address-level2".into()).taking_back();
    world.browser.add_page(PAGE, page);
    world.browser.open_in_front(PAGE);
    let fact = |key: &str, value: &str| json!({ "key": key, "label": key, "value": value });
    let facts = json!([fact("given-name", "Ann"), fact("address-level2", "Graz")]);
    world.set("edith_profile", json!({ "instructions": "", "facts": facts }));
    form(&world, "", Extras::default());
    world.settle();
    fill(&world, &[]);
    let end = done(&world);
    let [filled, _, _, failed] = titles(&world, &end);
    assert_eq!((filled, failed), (vec!["First name".to_owned()], vec!["City".to_owned()]), "{}", end.summary);
    assert_eq!(end.outcome, Outcome::Partial);
    assert!(end.summary.contains("City (The page removed the value a moment later)"), "{}", end.summary);
    let typed = |what: &str| world.browser.done().iter().filter(|done| done.contains(what)).count();
    assert_eq!((typed("Graz"), typed("Ann")), (3, 1), "what stays is not entered twice");
}

#[test]
fn what_the_person_switches_on_is_written_over_what_was_there() {
    let world = without_model();
    form(&world, "", Extras::default());
    world.settle();
    fill(
        &world,
        &[
            ("Phone", json!("+43 660 1234567")),
            ("I agree to the terms", json!(["I agree to the terms"])),
            ("Password", json!("hunter2")),
        ],
    );
    let [filled, _, left, _] = titles(&world, &done(&world));
    assert_eq!(filled, ["First name", "Last name", "E-mail", "Phone", "I agree to the terms"]);
    assert!(left.contains(&"Password".to_owned()), "a password is typed on the page");
}

#[test]
fn fields_that_appear_are_asked_about_in_a_second_ask() {
    let world = without_model();
    let conditional = FakePage::new("Apply")
        .field("First name", |node, _| node.autocomplete = "given-name".into())
        .field("E-mail", |node, _| node.autocomplete = "email".into())
        .shown_with("First name", "Ann");
    world.browser.add_page(PAGE, conditional);
    form(&world, "", Extras::default());
    world.settle();
    let (_, questions) = asked_form(&world);
    assert_eq!(questions.len(), 1);
    fill(&world, &[]);
    let (ask, questions) = asked_form(&world);
    assert_eq!(ask.text, "More fields have appeared. Should I fill these in too?");
    assert_eq!(
        (row(&questions, "First name").state, row(&questions, "E-mail").state),
        (FormState::Filled, FormState::Proposed)
    );
    fill(&world, &[]);
    assert_eq!(titles(&world, &done(&world))[0], ["First name", "E-mail"]);
}

#[test]
fn unasked_only_what_is_the_persons_is_filled_in() {
    let world = world();
    world.model.always(answering(&[("Last employer", "Alpenstrom AG", "cv.txt", "Engineer at Alpenstrom AG")]));
    form(&world, "Fill it without asking me", with(&[("cv.txt", CV)]));
    world.settle();
    let (_, questions) = asked_form(&world);
    assert_eq!(row(&questions, "E-mail").state, FormState::Filled);
    assert_eq!(row(&questions, "Last employer").state, FormState::Proposed);
    fill(&world, &[]);
    assert_eq!(titles(&world, &done(&world))[0].len(), 4);
}

#[test]
fn submitting_needs_the_word_and_then_the_gate_asks() {
    for (prompt, asks) in
        [("Fill this in", false), ("Fill this in but do not submit it", false), ("Fill this in and submit it", true)]
    {
        let world = without_model();
        form(&world, prompt, Extras::default());
        world.settle();
        fill(&world, &[]);
        let pressed = || world.browser.done().iter().any(|done| done.contains("Send application"));
        assert!(!pressed(), "{prompt}");
        if !asks {
            assert_eq!(done(&world).outcome, Outcome::Completed, "{prompt}");
            continue;
        }
        let ask = open_ask(&world).unwrap();
        assert!(matches!(ask.kind, AskKind::Approval(_)), "{ask:?}");
        world.send(Command::AgentAnswer { run_id: ask.run_id, ask_id: ask.ask_id, answer: "once".into() }).unwrap();
        world.settle();
        assert!(pressed());
        assert!(done(&world).summary.contains("was pressed"));
    }
}

#[test]
fn undo_puts_back_what_stood_there() {
    let world = without_model();
    form(&world, "", Extras::default());
    world.settle();
    fill(&world, &[("Phone", json!("+43 660 1234567"))]);
    let end = done(&world);
    let undo = Command::FormUndo { run_id: end.run_id, conversation_id: end.conversation_id };
    assert!(world.send(undo).unwrap().ok);
    world.settle();
    let after = done(&world);
    assert_eq!(titles(&world, &after)[0].len(), 4, "{}", after.summary);
    assert!(world.browser.done().contains(&"type \"0316 1\" into \"Phone\"".to_owned()));
    assert!(world.browser.done().contains(&"type \"\" into \"E-mail\"".to_owned()));
}

#[test]
fn killed_everywhere_nothing_is_doubled_or_lost_and_the_review_comes_back() {
    let table: &'static [_] = &[
        ("Last employer", "Alpenstrom AG", "cv.txt", "Engineer at Alpenstrom AG"),
        ("Level of English", "Very good", "cv.txt", "English: very good"),
        ("Do you have a driving licence?", "Yes", "cv.txt", "Driving licence: class B"),
    ];
    let mut places = 0;
    for at in 1.. {
        let world = world();
        world.model.always(answering(table));
        world.life().die_at(at);
        let command = Command::FormRun { prompt: String::new(), conversation_id: None, tab_id: None, quality: None };
        world.send_with(command, with(&[("cv.txt", CV)]));
        world.settle();
        let mut died = world.life().is_over();
        if died {
            world.restart_worker();
            world.settle();
        }
        if let Some(ask) = open_ask(&world) {
            let (_, questions) = asked_form(&world);
            assert_eq!(questions.len(), 10, "at {at}");
            let proposed = questions.iter().filter(|row| row.state == FormState::Proposed).count();
            assert_eq!(proposed, 6, "at {at}: {questions:#?}");
            let answer = AskAnswer::Fill(BTreeMap::new());
            let command = Command::AgentAnswer { run_id: ask.run_id.clone(), ask_id: ask.ask_id.clone(), answer };
            world.send(command.clone());
            world.settle();
            if world.life().is_over() {
                died = true;
                world.restart_worker();
                world.settle();
                // What was not acknowledged is sent again.
                if open_ask(&world).is_some() {
                    world.send(command);
                    world.settle();
                }
            }
        } else if world.events.done().is_none() {
            // It died before it was stored, and the person was told so.
            continue;
        }
        let Some(end) = world.events.done() else { panic!("at {at}: it never ended") };
        assert_eq!(titles(&world, &end)[0].len(), 6, "at {at}: {}", end.summary);
        let mut done = world.browser.done();
        let all = done.len();
        done.sort();
        done.dedup();
        assert_eq!(done.len(), all, "at {at}: doubled {:?}", world.browser.done());
        if !died {
            break;
        }
        places += 1;
    }
    println!("killed at {places} places: 0 doubled, 0 lost");
    assert!(places >= 40, "{places}");
}

#[test]
fn quality_says_who_answers_who_goes_over_it_and_who_sees_the_page() {
    let server =
        |id: &str| json!({ "id": id, "baseUrl": format!("http://{id}.example/v1"), "model": id, "seesPictures": true });
    let roles = json!({ "fast": ["quick"], "strong": ["careful"], "form": ["default"] });
    for (quality, asked, pictures, left) in [
        (None, vec!["quick"], false, vec![]),
        (Some(FormQuality::FastPro), vec!["quick", "careful"], false, vec!["Last employer"]),
        (Some(FormQuality::Exact), vec!["careful"], true, vec![]),
        (Some(FormQuality::ExactPro), vec!["careful", "careful"], true, vec!["Last employer"]),
    ] {
        let world = world();
        world.set("edith_settings", json!({ "servers": [server("quick"), server("careful")], "roles": roles }));
        let by: Rc<RefCell<Vec<(String, bool)>>> = Rc::default();
        let told = Rc::clone(&by);
        let answers = answering(&[("Last employer", "Alpenstrom AG", "cv.txt", "Engineer at Alpenstrom AG")]);
        world.model.always_by(move |server, request| {
            let sees = request.messages.iter().any(|message| message.pictures().next().is_some());
            told.borrow_mut().push((server.model.clone(), sees));
            if !text(request).contains("ANSWERS:") {
                return answers(request);
            }
            let id = asked_of(request)["Last employer"]["id"].clone();
            Scripted::Text(
                json!({ "answers": [{ "id": id, "value": null, "reason": "That was the one before." }] }).to_string(),
            )
        });
        let command = Command::FormRun { prompt: String::new(), conversation_id: None, tab_id: None, quality };
        world.send_with(command, with(&[("cv.txt", CV)])).unwrap();
        world.settle();
        let models: Vec<String> = by.borrow().iter().map(|(model, _)| model.clone()).collect();
        assert_eq!(models, asked, "{quality:?}");
        assert_eq!(by.borrow()[0].1, pictures, "{quality:?}");
        let (_, questions) = asked_form(&world);
        let doubted: Vec<&str> =
            questions.iter().filter(|row| !row.reason.is_empty()).map(|row| row.title.as_str()).collect();
        assert_eq!(doubted, left, "{quality:?}");
    }
}

/// Looks for the answer of one row again.
fn again(world: &World, title: &str, stronger: bool) {
    let (ask, questions) = asked_form(world);
    let question = row(&questions, title).question_id.clone();
    let answer = AskAnswer::Again { question, stronger };
    world.send(Command::AgentAnswer { run_id: ask.run_id, ask_id: ask.ask_id, answer }).unwrap();
    world.settle();
}

#[test]
fn one_row_is_asked_anew_by_the_same_model_or_a_stronger_one() {
    let server = |id: &str| json!({ "id": id, "baseUrl": format!("http://{id}.example/v1"), "model": id });
    let roles = json!({ "fast": ["quick"], "strong": ["careful"], "form": ["default"] });
    let world = world();
    world.set("edith_settings", json!({ "servers": [server("quick"), server("careful")], "roles": roles }));
    // The model, the questions, and what is doubted.
    type Requested = (String, Vec<String>, String);
    let by = Rc::<RefCell<Vec<Requested>>>::default();
    let told = Rc::clone(&by);
    world.model.always_by(move |server, request| {
        let asked = asked_of(request);
        let line = asked.get("Last employer").cloned().unwrap_or_default();
        told.borrow_mut().push((server.model.clone(), asked.keys().cloned().collect(), line["doubted"].to_string()));
        let answer = match (server.model.as_str(), line["doubted"].is_string()) {
            ("careful", _) => ("Alpenstrom AG", "Engineer at Alpenstrom AG"),
            (_, false) => ("Graz", "born 4 May 1990 in Graz"),
            (_, true) => ("Ann Miller", "Ann Miller"),
        };
        let found = json!({ "id": line["id"], "value": answer.0, "source": "cv.txt", "page": 1, "quote": answer.1, "confidence": 0.9 });
        Scripted::Text(json!({ "answers": [found] }).to_string())
    });
    form(&world, "", with(&[("cv.txt", CV)]));
    world.settle();
    let value = |world: &World| row(&asked_form(world).1, "Last employer").value.to_string();
    let (first, _) = asked_form(&world);
    assert_eq!(value(&world), "Graz");
    // More often than new fields are asked about, which ends somewhere.
    for _ in 0..10 {
        again(&world, "Last employer", false);
        assert_eq!(value(&world), "Ann Miller");
    }
    again(&world, "Last employer", true);
    let (ask, questions) = asked_form(&world);
    assert!(ask.ask_id != first.ask_id && world.browser.done().is_empty(), "{:?}", world.browser.done());
    assert_eq!(value(&world), "Alpenstrom AG");
    assert_eq!(row(&questions, "First name").value.to_string(), "Ann", "the others stay");
    let asked = by.borrow();
    assert_eq!(asked[1], ("quick".to_owned(), vec!["Last employer".to_owned()], "\"Graz\"".to_owned()));
    assert_eq!(
        asked.last().unwrap(),
        &("careful".to_owned(), vec!["Last employer".to_owned()], "\"Ann Miller\"".to_owned())
    );
    // What only the person says is asked of no model, nor is what is no question: the review comes back as it was.
    let before = asked.len();
    drop(asked);
    again(&world, "Password", false);
    let (ask, _) = asked_form(&world);
    let answer = AskAnswer::Again { question: "nothing".into(), stronger: true };
    world.send(Command::AgentAnswer { run_id: ask.run_id, ask_id: ask.ask_id, answer }).unwrap();
    world.settle();
    assert_eq!((by.borrow().len(), asked_form(&world).1), (before, questions));
    fill(&world, &[]);
    assert!(titles(&world, &done(&world))[0].contains(&"Last employer".to_owned()));
}

#[test]
fn what_is_asked_anew_and_not_found_is_empty_and_a_call_that_fails_takes_nothing_away() {
    for (fails, value, state) in [(false, "", FormState::Empty), (true, "Alpenstrom AG", FormState::Empty)] {
        let world = world();
        let calls = Cell::new(0);
        let answers = answering(&[("Last employer", "Alpenstrom AG", "cv.txt", "Engineer at Alpenstrom AG")]);
        world.model.always(move |request| {
            calls.set(calls.get() + 1);
            match (calls.get(), fails) {
                (1, _) => answers(request),
                (_, true) => Scripted::Text("I cannot say.".into()),
                (_, false) => Scripted::Text("{\"answers\": []}".into()),
            }
        });
        form(&world, "", with(&[("cv.txt", CV)]));
        world.settle();
        again(&world, "Last employer", false);
        let (_, questions) = asked_form(&world);
        let row = row(&questions, "Last employer");
        assert_eq!((row.value.to_string().as_str(), row.state), (value, state));
        assert_eq!(row.reason.is_empty(), !fails);
    }
}

#[test]
fn what_follows_by_calculation_is_shown_with_all_that_it_was_concluded_from() {
    const LETTER: &str = "Rent: 1,200.00 EUR a month.\n\nHeating: 150.00 EUR a month.\n\nTenant since 1 March 2021.\n\nTenant until 31 August 2023.";
    let world = world();
    world
        .browser
        .add_page(PAGE, FakePage::new("Loan").field("Monthly costs", |_, _| {}).field("Months as a tenant", |_, _| {}));
    world.model.always(|request| {
        let asked = asked_of(request);
        let answer = |title: &str, value: &str, quotes: Value| {
            json!({ "id": asked[title]["id"], "value": value, "source": "rent.txt", "page": 1, "quote": quotes, "confidence": 0.9 })
        };
        let costs = answer("Monthly costs", "1350", json!(["Rent: 1,200.00 EUR", "Heating: 150.00 EUR"]));
        let months = answer("Months as a tenant", "30", json!(["since 1 March 2021", "until 31 August 2023"]));
        Scripted::Text(json!({ "answers": [costs, months] }).to_string())
    });
    form(&world, "", with(&[("rent.txt", LETTER)]));
    world.settle();
    let (_, questions) = asked_form(&world);
    for (title, value, from) in [
        ("Monthly costs", "1350", ["Rent: 1,200.00 EUR", "Heating: 150.00 EUR"]),
        ("Months as a tenant", "30", ["since 1 March 2021", "until 31 August 2023"]),
    ] {
        let row = row(&questions, title);
        assert_eq!(
            (row.value.to_string().as_str(), row.state),
            (value, FormState::Empty),
            "off until it is switched on"
        );
        assert_eq!(row.concluded_from, from);
    }
    // What is said in so many words was not concluded.
    fill(&world, &[("Monthly costs", json!("1350"))]);
    let costs = row(&rows(&world), "Monthly costs").clone();
    assert_eq!(
        (costs.state, costs.concluded_from.len()),
        (FormState::Filled, 2),
        "it is still there when the form is looked at again"
    );
}

#[test]
fn fifty_questions_are_two_calls_and_of_a_small_model_ten_at_a_time() {
    let (took, calls, at_once) = fifty_questions(&world());
    assert!(took <= 20.0 && at_once <= 10 && calls <= 2, "{took} s, {calls} calls, {at_once} at once");
    let world = world();
    let small = json!({ "id": "s", "baseUrl": "http://small.example/v1", "model": "qwen3:8b", "small": true });
    world.set("edith_settings", json!({ "servers": [small], "roles": { "form": ["s"] } }));
    let (took, calls, at_once) = fifty_questions(&world);
    assert!(took <= 20.0 && at_once <= 10 && calls >= 9, "{took} s, {calls} calls, {at_once} at once");
}

/// Seconds to the review of a form of fifty questions, the calls to the model, and how many of them there were at once.
fn fifty_questions(world: &World) -> (f64, usize, usize) {
    const SECONDS: u64 = 3;
    let page = (0..50).fold(FakePage::new("Survey"), |page, at| page.field(&format!("Question {at}"), |_, _| {}));
    world.browser.add_page(PAGE, page);
    let (now, most) = (Rc::new(Cell::new(0_usize)), Rc::new(Cell::new(0_usize)));
    let began: Rc<RefCell<Vec<f64>>> = Rc::default();
    let (clock, times) = (world.clock.clone(), Rc::clone(&began));
    world.model.always(move |_| {
        times.borrow_mut().push(clock.now());
        Scripted::After(1_000 * SECONDS, Box::new(Scripted::Text("{\"answers\": []}".into())))
    });
    let before = world.clock.now();
    form(world, "I have nothing to say", Extras::default());
    world.settle();
    let (_, questions) = asked_form(world);
    assert!(questions.iter().all(|row| row.state == FormState::Empty), "nothing was found, and all of it is shown");
    let took = (world.clock.now() - before) / 1_000.0;
    for start in began.borrow().iter() {
        let at_once = began
            .borrow()
            .iter()
            .filter(|other| **other <= *start && *start < **other + 1_000.0 * SECONDS as f64)
            .count();
        now.set(at_once);
        most.set(most.get().max(at_once));
    }
    let calls = began.borrow().len();
    println!("50 questions, {SECONDS} s a call: {took:.1} s to the review, {calls} calls, {} at once", most.get());
    (took, calls, most.get())
}

#[test]
fn a_page_without_a_form_says_so() {
    let world = without_model();
    world.browser.add_page(PAGE, FakePage::new("News").text("Nothing to fill in."));
    form(&world, "", Extras::default());
    world.settle();
    let end = done(&world);
    assert_eq!((end.outcome, end.summary.as_str()), (Outcome::Failed, "There is no form to fill in on this page."));
}

#[test]
fn the_profile_keeps_no_secrets() {
    let world = World::default();
    let save = |profile: Value| {
        let command = serde_json::from_value(json!({ "type": "PROFILE_SAVE", "profile": profile })).unwrap();
        world.send(command).unwrap()
    };
    let fine = save(
        json!({ "instructions": "Answer in German.", "facts": [{ "key": "given-name", "label": "First name", "value": "Ann" }] }),
    );
    assert!(fine.ok, "{fine:?}");
    let refused = save(json!({ "facts": [{ "key": "x", "label": "Card", "value": "4111 1111 1111 1111" }] }));
    let error = refused.error.unwrap();
    assert_eq!(error.code, edith_protocol::ErrorCode::BadProfile);
    assert!(error.message.contains("Card"), "{}", error.message);
    let Some(AnswerBody::Profile { profile }) = world.send(Command::ProfileGet).unwrap().body else {
        panic!("no profile")
    };
    assert_eq!((profile.facts.len(), profile.instructions.as_str()), (1, "Answer in German."));
    assert!(Mode::named("form").is_some());
}
