//! Reading order and running lines of pages made for it, which the tests of the documents use too.

use super::once;
use xtask::bench::{Contender, Figure};

#[path = "../../../crates/documents/tests/pdf_pages/made.rs"]
#[allow(dead_code, clippy::indexing_slicing, clippy::unwrap_used, clippy::too_many_arguments)]
mod made;
#[path = "../../../crates/documents/tests/pdf_pages/order.rs"]
#[allow(clippy::indexing_slicing)]
mod order;

pub(super) fn figures() -> Vec<Figure<'static>> {
    let outcome = once(|| {
        let outcome = order::outcome();
        println!("{}", outcome.wrong);
        Ok(outcome)
    });
    let part = |take: fn(&order::Outcome) -> usize| {
        let outcome = outcome.clone();
        move || outcome().map(|outcome| crate::number(take(&outcome)))
    };
    vec![Figure::count(
        "documents: reading order of made pages",
        "pages",
        vec![
            Contender::counted("in order", part(|outcome| outcome.ordered)),
            Contender::counted("running lines marked", part(|outcome| outcome.marked)),
            Contender::counted("all", part(|outcome| outcome.pages)),
        ],
    )]
}
