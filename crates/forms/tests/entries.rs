//! Parts of a form that take several entries: what opens another one, and which entry a question is of.

use edith_forms::{Question, questions};
use edith_page::raw::{FieldFacts, RawContext, RawNode, RawPage};
use edith_page::{Index, UidTable};

/// A page of elements as `part/name`: a button if the name ends in `!`, else a field.
fn asked(elements: &[&str]) -> Vec<Question> {
    let mut page = RawPage::default();
    for (at, element) in elements.iter().enumerate() {
        let (part, name) = element.split_once('/').unwrap_or_default();
        page.contexts.push(RawContext { parent: 0, kind: "group".into(), label: part.into() });
        let button = name.strip_suffix('!');
        page.nodes.push(RawNode {
            node: at as u32 + 1,
            tag: if button.is_some() { "button" } else { "input" }.into(),
            role: if button.is_some() { "button" } else { "textbox" }.into(),
            input_type: if button.is_some() { "" } else { "text" }.into(),
            name: button.unwrap_or(name).into(),
            context: at as u32 + 1,
            facts: button.is_none().then(|| Box::new(FieldFacts::default())),
            ..RawNode::default()
        });
    }
    questions(&Index::build(page, &mut UidTable::default()))
}

fn opened(elements: &[&str]) -> Vec<(String, String)> {
    let openers = asked(elements).into_iter().filter(Question::opens);
    openers.map(|question| (question.title, question.current.to_string())).collect()
}

#[test]
fn a_button_that_opens_another_entry_asks_how_many_there_are_to_be() {
    let count = |elements: &[&str]| opened(elements).into_iter().map(|(_, count)| count).collect::<Vec<_>>();
    let job = ["Work/Employer", "Work/From", "Work/To"];
    assert_eq!(count(&[&job[..], &["Work/Add another job!"]].concat()), ["1"]);
    assert_eq!(count(&[&job[..], &job[..], &["Work/+ Add!"]].concat()), ["2"]);
    // Numbered parts are entries of one, and each button has its own.
    let elements = [
        "Stelle 1/Arbeitgeber",
        "Stelle 1/Von",
        "Stelle 2/Arbeitgeber",
        "Stelle 2/Von",
        "Stelle 2/Weitere Stelle hinzufügen!",
        "Ausbildung/Schule",
        "Ausbildung/Von",
        "Ausbildung/Hinzufügen!",
    ];
    assert_eq!(count(&elements), ["2", "1"]);
    // None is shown before it is pressed.
    assert_eq!(count(&["You/Name", "You/Town", "Languages/Add!"]), ["0"]);
    let others = [
        "Order/Name",
        "Order/Town",
        "Order/Add to cart!",
        "Order/Add a file!",
        "Order/Address book!",
        "Skills/Skill",
        "Skills/Add!",
        "Order/Send!",
        "Order/Additional information!",
    ];
    assert_eq!(opened(&others), []);
}

#[test]
fn questions_say_which_entry_they_are_of() {
    let entries = |elements: &[&str]| asked(elements).iter().map(|question| question.entry).collect::<Vec<_>>();
    assert_eq!(entries(&["Work/Employer", "Work/From", "Work/Employer", "Work/From", "You/Name"]), [1, 1, 2, 2, 0]);
    assert_eq!(entries(&["Job 1/Employer", "Job 1/From", "Job 2/Employer", "Job 2/From"]), [1, 1, 2, 2]);
    // An address that is asked for twice is one.
    assert_eq!(entries(&["You/Name", "You/E-mail", "You/E-mail"]), [0, 0, 0]);
    let second = asked(&["Traveller/First name", "Traveller/Last name", "Traveller/First name", "Traveller/Last name"]);
    assert!(
        second.iter().take(2).all(|one| one.meaning.is_some())
            && second.iter().skip(2).all(|one| one.meaning.is_none())
    );
}
