//! What the options of a list speak for, and whether a form takes a payment card.

use super::kinds::Meaning;
use super::phrases::Words;
use super::token::by_token;
use crate::cards::names_card;
use crate::countries::country;
use crate::dates::{DateList, list_of};
use crate::regions::{is_named, is_region};
use edith_page::fold::fold;
use edith_page::{Element, Index};
use std::collections::BTreeMap;

/// Words of paying by card.
pub(super) const CARD: &[&str] =
    &["card", "cc", "credit", "debit", "karte", "kreditkarte", "carte", "tarjeta", "ccexp", "cardexp"];
/// A card of any kind.
pub(super) const CARDS: &[&str] = &["card", "karte", "carte", "tarjeta"];

/// Whether a field's form takes a payment card.
pub(super) fn pays(element: &Element, page: &Index) -> bool {
    let of_card = |other: &&Element| {
        let facts = other.facts.as_deref();
        let said = format!(
            "{} {} {} {}",
            other.name,
            other.placeholder,
            facts.map_or("", |facts| facts.name.as_str()),
            facts.map_or("", |facts| facts.id.as_str())
        );
        Words::of_attribute(&said).has(&[
            "card number",
            "card no",
            "cardnumber",
            "credit card",
            "cvv",
            "cvc",
            "security code",
            "kartennummer",
            "numero de carte",
            "numero de tarjeta",
        ]) || by_token(&other.autocomplete).means(Meaning::CardNumber)
    };
    let is_other_card = |other: &&Element| Words::of_label(&other.name).has(CARDS) && !names_card(&other.name);
    let mut others = page.elements.iter().filter(|other| other.form_number == element.form_number);
    others.any(|other| !is_other_card(&other) && of_card(&other))
}

/// What the options of a list speak for.
pub(super) fn by_options(element: &Element, page: &Index, scores: &mut BTreeMap<Meaning, f64>) {
    if element.options.len() < 2 {
        return;
    }
    let labels: Vec<String> =
        element.options.iter().map(|option| option.label.clone()).filter(|label| !label.trim().is_empty()).collect();
    let dials = labels.iter().filter(|label| label.contains('+') && label.chars().any(|c| c.is_ascii_digit())).count();
    if dials > 3 {
        scores.insert(Meaning::Country, 0.0);
    }
    let mut add = |meaning: Meaning, by: f64| *scores.entry(meaning).or_default() += by;
    let countries = labels.iter().filter(|label| country(label).is_some() && label.chars().count() > 3).count();
    let states = labels.iter().filter(|label| is_named(label) || STATES.contains(&fold(label).as_str())).count();
    // By their letters all are, or they may be countries.
    let is_lettered = labels.iter().filter(|label| is_region(label)).count() + 2 >= labels.len() && labels.len() > 5;
    if (states > 3 || is_lettered) && countries <= 3 && dials <= 3 {
        add(Meaning::Region, 5.0);
    } else if dials > 3 {
        add(Meaning::PhoneCountry, 5.0);
    } else if countries > 3 {
        add(Meaning::Country, 5.0);
    }
    let is = |words: &[&str]| labels.iter().filter(|label| words.contains(&fold(label).as_str())).count() > 1;
    if is(&[
        "mr", "mrs", "ms", "miss", "dr", "herr", "frau", "monsieur", "madame", "m", "mme", "senor", "senora", "sr",
        "sra",
    ]) {
        add(Meaning::Prefix, 4.0);
    }
    if is(&["male", "female", "mannlich", "weiblich", "divers", "homme", "femme", "hombre", "mujer", "man", "woman"]) {
        add(Meaning::Gender, 4.0);
    }
    let Some(piece) = list_of(&labels) else { return };
    // Whose month and year it is the texts or the neighbours say.
    let of =
        |meanings: &[Meaning]| meanings.iter().filter_map(|meaning| scores.get(meaning)).copied().fold(0.0, f64::max);
    let mut card = of(&[Meaning::CardExpiry, Meaning::CardExpiryMonth, Meaning::CardExpiryYear, Meaning::CardNumber]);
    let mut birth = of(&[Meaning::BirthDate, Meaning::BirthDay, Meaning::BirthMonth, Meaning::BirthYear]);
    if card < 0.1 && birth < 0.1 {
        let around: String = element.context.iter().take(2).map(|text| format!("{text} ")).collect();
        let near = Words::of_label(&around);
        birth += if near.has(&[
            "birth",
            "birthday",
            "date of birth",
            "geburtsdatum",
            "geburtstag",
            "naissance",
            "nacimiento",
            "born",
        ]) {
            2.0
        } else {
            0.0
        };
        card += if pays(element, page) { 1.5 } else { 0.0 };
        let years: Vec<u16> = labels.iter().filter_map(|label| label.trim().parse().ok()).collect();
        if piece == DateList::Years && years.iter().any(|year| *year < 1960) {
            birth += 2.0;
        }
    }
    let told = match (piece, card > birth, birth > 0.1) {
        (DateList::Months, true, _) => Meaning::CardExpiryMonth,
        (DateList::Years, true, _) => Meaning::CardExpiryYear,
        (DateList::Days, _, true) => Meaning::BirthDay,
        (DateList::Months, false, true) => Meaning::BirthMonth,
        (DateList::Years, false, true) => Meaning::BirthYear,
        _ => return,
    };
    *scores.entry(told).or_default() += 8.0;
}

/// Regions of countries whose own have no letters in addresses.
const STATES: &[&str] = &[
    "bayern",
    "hessen",
    "sachsen",
    "berlin",
    "tirol",
    "wien",
    "steiermark",
    "zurich",
    "bern",
    "madrid",
    "barcelona",
    "sevilla",
];
