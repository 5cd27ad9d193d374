//! 500 made quotes, half of them forged: how many forged ones are confirmed, how many right ones are missed.
//!
//! `cargo run -p edith-documents --example quotes [SEED]`
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs, unreachable_pub)]

#[path = "../tests/forge/mod.rs"]
mod forge;

use edith_documents::quote::find_quote;

fn main() {
    let seed = std::env::args().nth(1).and_then(|seed| seed.parse().ok()).unwrap_or(2026);
    let mut chance = forge::Chance::new(seed);
    let (mut confirmed, mut missed, mut naive) = (0, 0, 0);
    for _ in 0..250 {
        let (page, other) = (forge::page(&mut chance), forge::page(&mut chance));
        let (quote, how) = forge::forged(&mut chance, &page, &other);
        if find_quote(&page.text, &quote).is_some() {
            confirmed += 1;
            println!("confirmed though forged ({how}): {quote}");
        }
        naive += usize::from(forge::naive(&page.text, &quote));
        let (quote, how) = forge::right(&mut chance, &page);
        if find_quote(&page.text, &quote).is_none() {
            missed += 1;
            println!("missed though right ({how}): {quote}");
        }
    }
    println!("forged confirmed: {confirmed} of 250 (a naive check: {naive}); right missed: {missed} of 250");
}
