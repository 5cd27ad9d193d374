//! Forms about which nothing is known: the person is asked all the same, and told where values can come from.

use crate::answering::done;
use crate::forms::{PAGE, asked_form, fill, form, open_ask, row, titles, world};
use edith_protocol::{Extras, FormSource, FormState, Outcome};
use edith_testkit::{FakePage, World};
use serde_json::json;

const BARE: &str = "There is no source yet for what belongs in this form.";

fn page() -> FakePage {
    FakePage::new("Club")
        .field("First name", |node, _| node.autocomplete = "given-name".into())
        .field("Name of your cat", |_, _| {})
        .ticks("checkbox", "", &["I agree to the terms"])
}

fn asked(prompt: &str, has_model: bool, facts: serde_json::Value) -> World {
    let world = world();
    if !has_model {
        world.set("edith_api_base_url", json!(""));
    }
    world.set("edith_profile", json!({ "instructions": "", "facts": facts }));
    world.browser.add_page(PAGE, page());
    world.browser.open_in_front(PAGE);
    form(&world, prompt, Extras::default());
    world.settle();
    world
}

#[test]
fn without_any_source_all_empty_fields_are_shown_and_can_be_written_there() {
    for has_model in [false, true] {
        let world = asked("", has_model, json!([]));
        let (ask, questions) = asked_form(&world);
        assert!(ask.text.starts_with(BARE), "{}", ask.text);
        for way in ["attach a file", "your profile", "in the chat"] {
            assert!(ask.text.contains(way), "{}", ask.text);
        }
        let states: Vec<FormState> = questions.iter().map(|row| row.state).collect();
        assert_eq!(states, [FormState::Empty, FormState::Empty, FormState::Yours]);
        assert!(world.model.requests().is_empty() && world.browser.done().is_empty());
        fill(&world, &[("Name of your cat", json!("Minka"))]);
        let end = done(&world);
        assert_eq!(
            (end.outcome, titles(&world, &end)[0].as_slice()),
            (Outcome::Completed, &["Name of your cat".to_owned()][..])
        );
        assert_eq!(world.browser.done(), ["type \"Minka\" into \"Name of your cat\""]);
    }
}

/// With a fact it is the usual review; and who wants no question gets none.
#[test]
fn what_is_known_is_reviewed_as_ever_and_who_wants_no_question_gets_none() {
    let facts = json!([{ "key": "given-name", "label": "First name", "value": "Ann" }]);
    let world = asked("", false, facts);
    let (ask, questions) = asked_form(&world);
    assert!(ask.text.starts_with("Should I fill this in?"), "{}", ask.text);
    assert_eq!(row(&questions, "First name").state, FormState::Proposed);
    let world = asked("Fill it without asking me", false, json!([]));
    assert!(open_ask(&world).is_none());
    assert_eq!(titles(&world, &done(&world))[0].len(), 0);
}

/// What is told in the chat is a source, with a model or without one.
#[test]
fn what_the_words_say_line_by_line_is_read_without_a_model() {
    let world = asked("Fill this in\nName of your cat: Minka", false, json!([]));
    let (ask, questions) = asked_form(&world);
    assert!(ask.text.starts_with("Should I fill this in?"), "{}", ask.text);
    let cat = row(&questions, "Name of your cat");
    assert_eq!((cat.state, cat.value.clone()), (FormState::Proposed, "Minka".into()));
    assert_eq!(cat.source, FormSource::Task { quote: "Name of your cat: Minka".into() });
    assert_eq!(row(&questions, "First name").state, FormState::Empty);
    let world = asked("Fill this in, my cat is called Minka", false, json!([]));
    assert!(open_ask(&world).unwrap().text.starts_with(BARE), "the control: code reads no prose");
}
