//! Quotes against many made pages: none that is forged may be confirmed, hardly one that is right may be missed.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs, unreachable_pub)]

mod forge;

use edith_documents::quote::{QuotedText, find_quote};
use forge::Chance;

#[test]
fn no_forged_quote_is_confirmed() {
    let mut chance = Chance::new(1);
    let (mut confirmed, mut by_naive) = (Vec::new(), 0);
    for _ in 0..100 {
        let (page, other) = (forge::page(&mut chance), forge::page(&mut chance));
        let text = QuotedText::new(&page.text);
        for _ in 0..100 {
            let (quote, how) = forge::forged(&mut chance, &page, &other);
            if let Some(found) = text.find(&quote) {
                confirmed.push((how, quote.clone(), page.text[found.start..found.end].to_owned()));
            }
            by_naive += usize::from(forge::naive(&page.text, &quote));
        }
    }
    assert_eq!(confirmed, [], "confirmed");
    // The forgeries are good enough to deceive a check as it is often written.
    assert!(by_naive > 3_000, "{by_naive} of 10000");
}

#[test]
fn right_quotes_are_found() {
    let mut chance = Chance::new(2);
    let mut missed = Vec::new();
    for _ in 0..100 {
        let page = forge::page(&mut chance);
        for _ in 0..30 {
            let (quote, how) = forge::right(&mut chance, &page);
            if find_quote(&page.text, &quote).is_none() {
                missed.push((how, quote));
            }
        }
    }
    assert!(missed.len() <= 15, "{} of 3000: {:#?}", missed.len(), &missed[..missed.len().min(20)]);
}
