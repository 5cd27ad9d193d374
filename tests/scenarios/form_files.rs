//! Fields for files: which document goes there by its name, by what its first page says it is, or by a model that was asked, and when none does.

use crate::answering::{done, text, with};
use crate::forms::{PAGE, asked_form, asked_of, fill, form, row, without_model, world};
use edith_page::FieldKind;
use edith_protocol::{FormQuestion, FormSource, FormState, FormValue};
use edith_testkit::{FakePage, Scripted, World};
use serde_json::json;

const CV: &str = "Ann Miller\nCurriculum vitae\n\nEngineer at Alpenstrom AG, Graz, 2019 to 2023";
const LETTER: &str = "Dear Ms Berger,\n\nI am writing about the post of project lead. My curriculum vitae is enclosed.";
/// The same without a word of what it is.
const PLAIN: &str = "Ann Miller\n\nEngineer at Alpenstrom AG, Graz, 2019 to 2023\u{c}Technical University of Graz";

fn page(titles: &[&str]) -> FakePage {
    let file = |page: FakePage, title: &&str| {
        page.field(title, |node, _| (node.input_type, node.field) = ("file".into(), FieldKind::File))
    };
    titles.iter().fold(FakePage::new("Apply"), file)
}

fn reviewed(world: World, titles: &[&str], documents: &[(&str, &str)]) -> (World, Vec<FormQuestion>) {
    world.set("edith_profile", json!({ "instructions": "", "facts": [] }));
    world.browser.add_page(PAGE, page(titles));
    world.browser.open_in_front(PAGE);
    form(&world, "", with(documents));
    world.settle();
    let (_, questions) = asked_form(&world);
    (world, questions)
}

/// The document that a row is to get, by its name.
fn name_of(row: &FormQuestion, world: &World) -> String {
    let FormSource::Document { document_id, .. } = &row.source else { return String::new() };
    assert_eq!(row.value, FormValue::Text(document_id.clone()));
    let stored = world.send(edith_protocol::Command::DocumentList { after: None }).unwrap().body;
    let Some(edith_protocol::AnswerBody::Documents { documents, .. }) = stored else { panic!("{stored:?}") };
    documents.into_iter().find(|document| document.id == *document_id).map(|document| document.name).unwrap_or_default()
}

#[test]
fn a_scan_goes_where_its_first_page_says_it_belongs() {
    for (first, expected) in [(CV, FormState::Proposed), (PLAIN, FormState::Empty)] {
        let documents = [("img_0042.txt", first), ("img_0043.txt", LETTER)];
        let (world, questions) = reviewed(without_model(), &["Upload your CV"], &documents);
        let row = row(&questions, "Upload your CV");
        assert_eq!(row.state, expected, "{first}");
        if expected == FormState::Proposed {
            assert_eq!(name_of(row, &world), "img_0042.txt");
            fill(&world, &[]);
            assert!(done(&world).form.is_some_and(|end| end.filled.len() == 1), "{:?}", world.browser.done());
        }
    }
}

#[test]
fn the_only_document_goes_nowhere_where_it_says_it_is_another_or_two_fields_want_it() {
    for (titles, document, expected) in [
        (&["Upload your CV"][..], PLAIN, FormState::Proposed),
        (&["Upload your cover letter"], CV, FormState::Empty),
        (&["Upload your CV", "Cover letter"], PLAIN, FormState::Empty),
        (&["Upload your CV", "Cover letter"], CV, FormState::Proposed),
    ] {
        let (_, questions) = reviewed(without_model(), titles, &[("scan.txt", document)]);
        assert_eq!(questions[0].state, expected, "{titles:?}: {document}");
        assert!(questions[1..].iter().all(|row| row.state == FormState::Empty), "{titles:?}: {document}");
    }
}

/// What a model says of the field, and what becomes of it.
fn answered(value: &str, source: &str, page: u32, quote: &str) -> (World, FormQuestion) {
    let world = world();
    let (value, source, quote) = (value.to_owned(), source.to_owned(), quote.to_owned());
    world.model.always(move |request| {
        let asked = asked_of(request);
        let field = &asked["Upload your CV"];
        assert_eq!((&field["type"], &field["options"]), (&json!("file"), &json!(["a.txt", "b.txt"])), "{field}");
        let id = &field["id"];
        let claim =
            json!({ "id": id, "value": value, "source": source, "page": page, "quote": quote, "confidence": 0.9 });
        Scripted::Text(json!({ "answers": [claim] }).to_string())
    });
    // The passport says what it is, so that it is not in question.
    let documents = [("a.txt", PLAIN), ("b.txt", LETTER), ("passport.txt", "P<AUTMILLER")];
    let (world, questions) = reviewed(world, &["Upload your CV"], &documents);
    assert_eq!(world.model.requests().len(), 1, "one request for the form");
    assert!(text(&world.model.requests()[0]).contains("the one document among the options"));
    (world, questions[0].clone())
}

#[test]
fn where_several_may_be_meant_a_model_is_asked_and_its_answer_stands_on_the_document() {
    let (world, row) = answered("a.txt", "a.txt", 1, "Engineer at Alpenstrom AG");
    assert_eq!((row.state, name_of(&row, &world)), (FormState::Proposed, "a.txt".to_owned()));
    // What stands behind its first page says less: it is shown, and off.
    let (world, row) = answered("a.txt", "a.txt", 2, "Technical University of Graz");
    assert_eq!((row.state, name_of(&row, &world)), (FormState::Empty, "a.txt".to_owned()));
    for (value, source, quote) in [
        ("a.txt", "a.txt", "Bachelor of Science"),
        ("a.txt", "b.txt", "Dear Ms Berger"),
        ("passport.txt", "passport.txt", "P<AUTMILLER"),
        ("c.txt", "a.txt", "Engineer at Alpenstrom AG"),
        ("a.txt", "a.txt", ""),
        ("", "", ""),
    ] {
        let (_, row) = answered(value, source, 1, quote);
        assert_eq!((row.state, row.value.is_empty()), (FormState::Empty, true), "{value} from {source}: {quote}");
    }
}

/// A form whose files are known needs no model.
#[test]
fn no_model_is_asked_about_what_code_knows() {
    let (world, questions) = reviewed(world(), &["Upload your CV"], &[("img_0042.txt", CV), ("img_0043.txt", LETTER)]);
    assert_eq!((questions[0].state, world.model.requests().len()), (FormState::Proposed, 0));
}
