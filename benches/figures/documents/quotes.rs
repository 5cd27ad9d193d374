//! Quotes against made pages: how many forged ones are confirmed, how many right ones are missed.

#[path = "../../../crates/documents/tests/forge/mod.rs"]
#[allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    unreachable_pub,
    reason = "it is a module of the tests, where these are allowed"
)]
mod forge;

use edith_documents::quote::find_quote;
use xtask::bench::{Contender, Figure};

/// Of each kind.
const CASES: usize = 250;
const SEED: u64 = 2026;

pub(super) fn figures() -> Vec<Figure<'static>> {
    vec![Figure::count(
        "documents: 500 made quotes",
        "quotes",
        vec![
            Contender::counted("forged confirmed", || Ok(forged(|page, quote| find_quote(page, quote).is_some()))),
            Contender::counted("forged confirmed by a naive check", || Ok(forged(forge::naive))),
            Contender::counted("right missed", || {
                Ok(count(|chance| {
                    let page = forge::page(chance);
                    find_quote(&page.text, &forge::right(chance, &page).0).is_none()
                }))
            }),
        ],
    )]
}

fn forged(confirms: impl Fn(&str, &str) -> bool) -> f64 {
    count(|chance| {
        let (page, other) = (forge::page(chance), forge::page(chance));
        confirms(&page.text, &forge::forged(chance, &page, &other).0)
    })
}

fn count(mut case: impl FnMut(&mut forge::Chance) -> bool) -> f64 {
    let mut chance = forge::Chance::new(SEED);
    crate::number((0..CASES).filter(|_| case(&mut chance)).count())
}
