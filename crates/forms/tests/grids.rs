//! Grids of radio buttons, as pages draw them: with a table, and with names that say their row.

use edith_forms::{Question, questions};
use edith_page::raw::{FieldFacts, RawNode, RawPage};
use edith_page::{Index, UidTable};
use edith_protocol::FieldType;

/// Rows with their table's number and the names of their buttons.
fn asked(rows: &[(&str, u32, &[&str])]) -> Vec<Question> {
    let mut nodes = Vec::new();
    for (row, table, names) in rows {
        let group = nodes.len() as u32 + 1;
        for name in *names {
            let facts = FieldFacts { group, question: (*row).into(), table: *table, ..FieldFacts::default() };
            nodes.push(RawNode {
                node: nodes.len() as u32 + 1,
                tag: "div".into(),
                role: "radio".into(),
                name: (*name).into(),
                facts: Some(Box::new(facts)),
                ..RawNode::default()
            });
        }
    }
    questions(&Index::build(RawPage { nodes, ..RawPage::default() }, &mut UidTable::default()))
}

#[test]
fn rows_whose_buttons_say_them_are_one_grid_with_its_visible_words() {
    let all = asked(&[
        (
            "Programme",
            0,
            &["Poor, response for Programme", "Fair, response for Programme", "Good, response for Programme"],
        ),
        ("Rooms", 0, &["Poor, response for Rooms", "Fair, response for Rooms", "Good, response for Rooms"]),
        ("Food", 0, &["Poor, response for Food", "Fair, response for Food", "Good, response for Food"]),
    ]);
    assert_eq!(all.len(), 1, "{all:#?}");
    assert_eq!(all[0].kind, FieldType::Grid);
    assert_eq!(all[0].rows, ["Programme", "Rooms", "Food"]);
    assert_eq!(all[0].options, ["Poor", "Fair", "Good"]);
    assert_eq!(all[0].parts.len(), 9);
}

#[test]
fn a_table_is_a_grid_only_if_all_its_rows_offer_the_same() {
    let grid = asked(&[("Monday", 7, &["Early", "Late"]), ("Tuesday", 7, &["Early", "Late"])]);
    assert_eq!((grid.len(), grid[0].kind), (1, FieldType::Grid));
    // It only places its fields.
    let placed = asked(&[("Title", 7, &["Ms", "Mr"]), ("Smoker?", 7, &["Yes", "No"]), ("Pets?", 7, &["Yes", "No"])]);
    assert_eq!(placed.iter().map(|question| question.kind).collect::<Vec<_>>(), [FieldType::Choice; 3]);
    // Questions side by side are their own, whatever they offer.
    let apart = asked(&[("Do you smoke?", 0, &["Yes", "No"]), ("Have you pets?", 0, &["Yes", "No"])]);
    assert_eq!(apart.len(), 2);
}
