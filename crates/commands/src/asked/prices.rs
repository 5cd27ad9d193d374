//! What costs how much: the price of what the page is about, and the cheapest of a list.

use super::question::{Question, compared, is_money};
use super::units::{bare_price, ends, shortened};
use crate::cards;
use crate::command::Criterion;
use crate::page::{Page, Role};
use crate::price::amounts;
use crate::speech::ENTRY;
use edith_words::say;
use std::collections::HashSet;

/// The most that a price was before, in prices.
const MOST_OFF: f64 = 2.0;

/// The price beside the main heading: the first line below it that is nothing but an amount. Of two such that stand together, one was before.
pub(crate) fn main_price(page: &Page) -> Option<(String, String)> {
    let (at, heading) = page.main_heading()?;
    let below = page.text.iter().enumerate().skip(at + 1).take_while(|(at, _)| page.role(*at) != Role::Heading);
    let bare: Vec<(usize, &String, String)> =
        below.filter_map(|(at, line)| Some((at, line, bare_price(line)?))).take(3).collect();
    let lower = |a: &str, b: &str| {
        let value = |text: &str| amounts(text).first().map_or(f64::MAX, |amount| amount.value);
        if value(a) <= value(b) { a.to_owned() } else { b.to_owned() }
    };
    let price = match bare.as_slice() {
        [(.., price)] => price.clone(),
        [(first, _, a), (second, _, b)] if second - first == 1 => lower(a, b),
        [(first, _, price), (second, ..), ..] if second - first > 1 && !is_of_another(page, at, *first, *second) => {
            price.clone()
        }
        _ => return None,
    };
    Some((heading.to_owned(), price))
}

/// Whether two amounts are values in a list of labels that may be what it cost before and what it costs now: the first label says no word for a price.
fn is_of_another(page: &Page, heading: usize, first: usize, second: usize) -> bool {
    let value = |at: usize| page.text.get(at).and_then(|line| amounts(line).first().map(|amount| amount.value));
    if value(first).zip(value(second)).is_none_or(|(one, two)| one > two * MOST_OFF) {
        return false;
    }
    let label = first.checked_sub(1).filter(|label| *label > heading && second - first == 2);
    let label = label.and_then(|label| page.text.get(label)).map(|label| compared(label)).unwrap_or_default();
    !label.is_empty() && !label.iter().any(|word| is_money(word))
}

/// The price of what the page is about.
pub(super) fn priced(page: &Page, is_alone: bool) -> Option<String> {
    if let Some((heading, price)) = main_price(page) {
        return Some(format!("{}\n{ENTRY}{price}", say!(BuiltInPriceBeside { heading: heading })));
    }
    // The only amount on a page is its price.
    let all: Vec<String> = page.text.iter().flat_map(|line| amounts(line)).map(|amount| amount.text).collect();
    let first = all.first()?;
    let line = page.text.iter().find(|line| line.contains(first.as_str()))?;
    // A sentence may price something else than what is named.
    if !is_alone && ends(line) {
        return None;
    }
    all.iter().all(|other| other == first).then(|| format!("{}\n{ENTRY}{}", say!(BuiltInSaid), shortened(line)))
}

/// The cheapest or dearest of a list.
pub(super) fn extreme(page: &Page, criterion: Criterion, question: &Question) -> Option<String> {
    let noun = question.words.join(" ");
    let all = cards::prices(page, &noun);
    // What is called the same in each of them names none.
    let names: HashSet<&str> = all.iter().map(|line| line.rsplit_once(": ").map_or("", |(name, _)| name)).collect();
    if names.len() < all.len().min(2) {
        return None;
    }
    let one = match criterion {
        Criterion::Cheapest => all.first(),
        Criterion::Dearest if all.len() < cards::MOST_PRICES => all.last(),
        _ => None,
    }?;
    (all.len() > 1 && page.more_text_at.is_none()).then(|| format!("{}\n{ENTRY}{one}", say!(BuiltInSaid)))
}
