//! Files that are asked for behind a button: what the question is called.

use edith_forms::{Question, questions};
use edith_page::raw::{FieldFacts, FieldKind, RawContext, RawNode, RawPage};
use edith_page::{Index, UidTable};
use edith_protocol::FieldType;

/// The question of a file input with this name under the heading "Documents", with these words before its button.
fn asked(name: &str, before: &str) -> Question {
    let page = RawPage {
        contexts: vec![RawContext { parent: 0, kind: "heading".into(), label: "Documents".into() }],
        nodes: vec![RawNode {
            node: 1,
            tag: "input".into(),
            input_type: "file".into(),
            name: name.into(),
            field: FieldKind::File,
            context: 1,
            facts: Some(Box::new(FieldFacts { question: before.into(), ..FieldFacts::default() })),
            ..RawNode::default()
        }],
        ..RawPage::default()
    };
    questions(&Index::build(page, &mut UidTable::default())).pop().unwrap_or_default()
}

#[test]
fn the_words_before_a_button_ask_for_its_file_and_a_heading_does_not() {
    let question = asked("Choose a file", "Curriculum vitae");
    assert_eq!(
        (question.kind, question.title.as_str(), question.hint.as_str()),
        (FieldType::File, "Curriculum vitae", "Choose a file")
    );
    let headed = asked("Upload your CV", "Documents");
    assert_eq!((headed.title.as_str(), headed.hint.as_str()), ("Upload your CV", ""));
    assert_eq!(asked("Cover letter", "").title, "Cover letter");
}
