//! Pages of PDFs: reading order, running headers, hostile input, and blocks as they should be.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::too_many_arguments)]

mod golden;
mod hostile;
mod made;
mod order;
mod reports;
mod statements;

#[test]
fn made_pages_are_in_order_and_their_running_lines_are_marked() {
    let order::Outcome { pages, ordered, marked, wrong } = order::outcome();
    println!("of {pages} made pages, {ordered} are in order, of {marked} the running lines are marked\n{wrong}");
    assert_eq!(pages, 30);
    assert!(ordered >= 28 && marked >= 27, "{ordered} in order, {marked} marked\n{wrong}");
}
