//! What a page is asked for in German, in the grammar's words.

use super::objects::{noun_of, value, without_article};
use super::spelling::{before_any, start, start_any};

pub(super) fn compare(rest: &str) -> Option<String> {
    let rest = before_any(rest, &["auf dieser Seite", "auf der Seite", "hier"]);
    let bare = without_article(rest);
    let of = start_any(bare, &["Preise", "Angebote", "Ergebnisse", "Produkte"])?;
    let of = start_any(of, &["von", "der", "für", "aller"]).unwrap_or(of);
    Some(if of.is_empty() { "compare the prices".to_owned() } else { format!("compare the prices of {of}") })
}

/// What is asked for, with the words in English that the grammar knows an amount, a title or an address by.
pub(super) fn asked(text: &str) -> String {
    const NOUNS: &[(&str, &str)] = &[
        ("preis", "the price"),
        ("gesamtpreis", "the total"),
        ("gesamtsumme", "the total"),
        ("gesamtbetrag", "the total"),
        ("summe", "the total"),
        ("zwischensumme", "the subtotal"),
        ("titel", "the title"),
        ("adresse dieser seite", "the address"),
        ("adresse der seite", "the address"),
        ("url", "the url"),
        ("ueberschrift", "the heading"),
        ("bestellnummer", "the order number"),
        ("bewertung", "the rating"),
    ];
    let bare = without_article(before_any(text, &["auf dieser Seite", "auf der Seite", "hier", "jetzt"]));
    let pages = ["der Seite", "dieser Seite", "von dieser Seite"];
    for (noun, english) in NOUNS {
        let Some(rest) = start(bare, noun) else { continue };
        let rest = before_any(rest, &pages);
        if rest.is_empty() || pages.iter().any(|page| start(rest, page).is_some()) {
            return (*english).to_owned();
        }
        if let Some(of) = start_any(rest, &["von", "der", "des", "für", "vom"]) {
            return format!("{english} of {}", without_article(of));
        }
    }
    value(bare)
}

pub(super) fn count(what: &str) -> String {
    format!(
        "how many {} are there",
        match noun_of(what).as_str() {
            "result" => "results".to_owned(),
            "link" => "links".to_owned(),
            "button" => "buttons".to_owned(),
            "field" => "fields".to_owned(),
            "checkbox" => "checkboxes".to_owned(),
            "product" => "products".to_owned(),
            other => other.to_owned(),
        }
    )
}
