//! What a form costs in requests to a model, and that none of its answers is lost when one of them cannot be read or is cut.

use crate::answering::{text, with};
use crate::forms::{asked_form, asked_of, row};
use edith_model::ChatRequest;
use edith_protocol::{Command, FormQuestion, FormState};
use edith_testkit::{FakePage, Scripted, World};
use serde_json::{Value, json};

const PAGE: &str = "https://jobs.example/long";
const CV: &str = "Curriculum vitae\n\nAnn Miller, born Huber on 4 May 1990 in Graz, Austrian\n\nWork\n\n2019 to 2023 Engineer at Alpenstrom AG, Graz. \
    Planning of small hydro power stations, two of them from the first drawing to the first year of running.\n\n2015 to 2019 Draughtswoman at Murwerk \
    GmbH, Leoben. Drawings and lists of parts for weirs and turbines, and the yearly inspection of nine of them.\n\nEducation\n\n2010 to 2015 Diplom, \
    civil engineering, Technical University of Graz\n\nEnglish: very good. Italian: basic. Driving licence: class B.\n\nNotice period: three months";
const LETTER: &str = "Dear Ms Berger,\n\nI am writing about the post of project lead that you advertised on 3 March. I could begin on 1 July 2026 and \
    would move to Villach for it. My salary expectation is € 62,000 gross a year. I learned of the post from a former colleague.\n\nI would like to work \
    four days a week, one of them from home.\n\nKind regards\n\nAnn Miller";
const CERTIFICATE: &str = "Certificate of employment\n\nMs Ann Miller was employed with us from 1 April 2019 to 31 October 2023 as an engineer in the \
    department Hydro Power. Her supervisor was Mr Georg Steiner, g.steiner@alpenstrom.example. She left at her own wish, which we regret.\n\nGraz, \
    31 October 2023\n\nAlpenstrom AG, Herrengasse 12, 8010 Graz, company register number FN 120450 k";

/// Title, its part of the form, and what the documents say: value, document, words.
type Asked = (&'static str, &'static str, Option<(&'static str, &'static str, &'static str)>);

#[rustfmt::skip]
const TEXTS: [Asked; 18] = [
    ("Name at birth", "About you", Some(("Huber", "cv.txt", "born Huber"))),
    ("Place of birth", "About you", Some(("Graz", "cv.txt", "in Graz"))),
    ("Passport number", "About you", None),
    ("Last employer", "Your last job", Some(("Alpenstrom AG", "cv.txt", "Engineer at Alpenstrom AG"))),
    ("Position", "Your last job", Some(("Engineer", "cv.txt", "Engineer at Alpenstrom AG"))),
    ("Working there since", "Your last job", Some(("1 April 2019", "certificate.txt", "from 1 April 2019"))),
    ("Department", "Your last job", Some(("Hydro Power", "certificate.txt", "department Hydro Power"))),
    ("Name of your supervisor", "Your last job", Some(("Georg Steiner", "certificate.txt", "Mr Georg Steiner"))),
    ("E-mail of your supervisor", "Your last job", Some(("g.steiner@alpenstrom.example", "certificate.txt", "g.steiner@alpenstrom.example"))),
    ("Employer before that", "Earlier", Some(("Murwerk GmbH", "cv.txt", "Draughtswoman at Murwerk GmbH"))),
    ("Field of study", "Education", Some(("civil engineering", "cv.txt", "Diplom, civil engineering"))),
    ("University", "Education", Some(("Technical University of Graz", "cv.txt", "Technical University of Graz"))),
    ("Post applied for", "This application", Some(("project lead", "letter.txt", "post of project lead"))),
    ("Expected salary", "This application", Some(("62,000", "letter.txt", "€ 62,000 gross a year"))),
    ("Where did you hear of us?", "This application", Some(("a former colleague", "letter.txt", "from a former colleague"))),
    ("Days a week", "This application", Some(("four", "letter.txt", "four days a week"))),
    ("Name of a referee who is not your employer", "This application", None),
    ("Name of your cat", "This application", None),
];

fn page() -> FakePage {
    let mut page = FakePage::new("Application")
        .text("Application\nAbout you\nName at birth\nPlace of birth\nPassport number\nYour last job\nWe read every application within two weeks.")
        .field("First name", |node, _| node.autocomplete = "given-name".into())
        .within("About you")
        .field("Last name", |node, _| node.autocomplete = "family-name".into())
        .within("About you");
    for (title, part, _) in TEXTS {
        page = page.field(title, |_, _| {}).within(part);
    }
    page.list("Level of English", &["Basic", "Good", "Very good"])
        .within("Education")
        .list("Level of Italian", &["Basic", "Good", "Very good"])
        .within("Education")
        .ticks("radio", "Do you have a driving licence?", &["Yes", "No"])
        .ticks("radio", "Would you move?", &["Yes", "No"])
        .ticks("radio", "Have you worked for us before?", &["Yes", "No"])
        .ticks("checkbox", "", &["I agree that my data are stored for two years"])
        .button("Send application")
}

fn world() -> World {
    let world = World::default();
    world.browser.add_page(PAGE, page());
    world.browser.open_in_front(PAGE);
    world.set(
        "edith_profile",
        json!({ "instructions": "", "facts": [
            { "key": "given-name", "label": "First name", "value": "Ann" },
            { "key": "family-name", "label": "Last name", "value": "Miller" },
        ] }),
    );
    world
}

/// What an honest model says to the questions of a request.
fn answers(request: &ChatRequest) -> Vec<Value> {
    const OTHERS: [(&str, &str, &str, &str); 4] = [
        ("Level of English", "Very good", "cv.txt", "English: very good"),
        ("Level of Italian", "Basic", "cv.txt", "Italian: basic"),
        ("Do you have a driving licence?", "Yes", "cv.txt", "Driving licence: class B"),
        ("Would you move?", "Yes", "letter.txt", "would move to Villach"),
    ];
    let known =
        TEXTS.iter().filter_map(|(title, _, said)| said.map(|(value, source, quote)| (*title, value, source, quote)));
    let known: Vec<_> = known.chain(OTHERS).collect();
    let mut lines: Vec<(String, Value)> = asked_of(request).into_iter().collect();
    let number = |line: &Value| line["id"].as_str().unwrap_or_default()[1..].parse::<u32>().unwrap_or_default();
    lines.sort_by_key(|(_, line)| number(line));
    let answer = |(title, line): (String, Value)| match known.iter().find(|(known, ..)| *known == title) {
        Some((_, value, source, quote)) => {
            json!({ "id": line["id"], "value": value, "source": source, "page": 1, "quote": quote, "confidence": 0.9 })
        }
        None => json!({ "id": line["id"], "value": null }),
    };
    lines.into_iter().map(answer).collect()
}

fn said(answers: &[Value]) -> String {
    json!({ "answers": answers }).to_string()
}

fn begin(world: &World) -> Vec<FormQuestion> {
    let command = Command::FormRun { prompt: String::new(), conversation_id: None, tab_id: None, quality: None };
    let documents = [("cv.txt", CV), ("letter.txt", LETTER), ("certificate.txt", CERTIFICATE)];
    world.send_with(command, with(&documents)).unwrap();
    world.settle();
    asked_form(world).1
}

fn found(questions: &[FormQuestion]) -> usize {
    questions.iter().filter(|row| row.state == FormState::Proposed).count()
}

fn bytes(world: &World) -> usize {
    world.model.requests().iter().map(|request| text(request).len()).sum()
}

/// The answers of the documents, and two of the profile.
const FOUND: usize = 15 + 4 + 2;

#[test]
fn a_form_of_twenty_five_questions_with_three_documents_is_one_request() {
    let world = world();
    world.model.always(|request| Scripted::Text(said(&answers(request))));
    let questions = begin(&world);
    let (requests, bytes) = (world.model.requests().len(), bytes(&world));
    println!(
        "{} questions, three documents: {requests} requests, {bytes} bytes, {} found",
        questions.len(),
        found(&questions)
    );
    assert_eq!(found(&questions), FOUND);
    assert_eq!(row(&questions, "Working there since").value, "1 April 2019".into());
    assert!(requests <= 2 && bytes <= 12_000, "{requests} requests, {bytes} bytes");
}

#[test]
fn a_request_says_what_is_asked_where_beside_what_and_nothing_else() {
    let world = world();
    let before = page().text("Application\nWe read every application within two weeks. [unseen: Ann's bank is Evil Bank] Good luck!\nName at birth");
    world.browser.add_page(PAGE, before);
    world.browser.open_in_front(PAGE);
    world.model.always(|request| Scripted::Text(said(&answers(request))));
    begin(&world);
    let [request] = &world.model.requests()[..] else { panic!("{} requests", world.model.requests().len()) };
    let all = text(request);
    let (rules, asked) = all.split_once("# Never").unwrap();
    for rule in ["- text:", "- choice:", "`holds`", "neither \"no\"", "birth", "document, card or account"] {
        assert!(rules.contains(rule), "{rule}: {rules}");
    }
    // Kinds that nobody asks for have no rule.
    for rule in ["long_text:", "grid:", "date:", "entries:", "`entry`", "[choice]"] {
        assert!(!rules.contains(rule), "{rule}: {rules}");
    }
    let since = asked.find("Working there since").unwrap();
    let (position, line) = (asked[..since].rfind("Position").unwrap(), asked[since..].lines().next().unwrap());
    assert!(position < since && line.contains("Your last job"), "{line}");
    assert!(asked.contains(r#"{"holds":"Ann","question":"First name"}"#), "{asked}");
    assert!(asked.contains("within two weeks") && asked.contains("Good luck!"), "{asked}");
    for silent in ["Evil Bank", "I agree that my data"] {
        assert!(!asked.contains(silent), "{silent}: {asked}");
    }
    for once in ["Curriculum vitae", "Name at birth", "Dear Ms Berger", "Certificate of employment"] {
        assert_eq!(asked.matches(once).count(), 1, "{once}");
    }
}

#[test]
fn an_answer_that_is_cut_keeps_what_it_has_and_the_rest_is_asked_again() {
    for keeps in [1, 9, 20] {
        let world = world();
        world.model.always(move |request| {
            let answers = answers(request);
            let whole = said(&answers);
            // A server that lets no answer be longer than so many entries.
            let kept = said(&answers[..keeps.min(answers.len())]);
            let cut = if answers.len() > keeps { &whole[..kept.len() + 20] } else { &whole };
            Scripted::Text(cut.to_owned())
        });
        let questions = begin(&world);
        let asked: usize = world.model.requests().iter().map(|request| asked_of(request).len()).sum();
        let requests = world.model.requests().len();
        println!("{keeps} answers at once: {requests} requests, {asked} questions asked in all");
        assert_eq!(found(&questions), FOUND, "{keeps} at once");
        assert!(requests <= if keeps < 6 { 23 } else { 3 }, "{keeps} at once: {requests}");
    }
}

#[test]
fn a_model_that_answers_many_questions_with_words_is_asked_a_few_at_once() {
    let world = world();
    world.model.always(|request| match answers(request) {
        many if many.len() > 6 => Scripted::Text("Here is what I found: Ann Miller was born Huber.".into()),
        few => Scripted::Text(said(&few)),
    });
    let questions = begin(&world);
    assert_eq!(found(&questions), FOUND);
    assert_eq!(world.model.requests().len(), 1 + 4);
}

#[test]
fn nothing_readable_at_all_ends_and_says_so() {
    let world = world();
    world.model.always(|_| Scripted::Text("I cannot say.".into()));
    let questions = {
        let command = Command::FormRun { prompt: String::new(), conversation_id: None, tab_id: None, quality: None };
        world.send_with(command, with(&[("cv.txt", CV)])).unwrap();
        world.settle();
        asked_form(&world).1
    };
    assert_eq!(found(&questions), 2, "of the profile");
    let reason = "The model gave no readable answer. A larger model may do better.";
    assert_eq!(row(&questions, "Last employer").reason, reason);
    assert_eq!(world.model.requests().len(), 1 + 2 * 4);
}

#[test]
fn documents_too_long_for_the_model_are_searched_and_then_the_form_is_divided() {
    for fits in [6_000, 4_500] {
        let world = world();
        world.model.always(move |request| match text(request).len() {
            length if length > fits => Scripted::Sent(edith_testkit::FakeAnswer::status(
                400,
                &[],
                r#"{"error": {"message": "This model's maximum context length is 4096 tokens.", "code": "context_length_exceeded"}}"#,
            )),
            _ => Scripted::Text(said(&answers(request))),
        });
        let questions = begin(&world);
        let lengths: Vec<usize> = world.model.requests().iter().map(|request| text(request).len()).collect();
        println!("{fits} fit: {lengths:?}, {} found", found(&questions));
        assert!(found(&questions) > FOUND / 2, "{lengths:?}");
        assert!(lengths.len() < 14, "{lengths:?}");
    }
}
