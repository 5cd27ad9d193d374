//! What came of a search: whether the page shows that something was found, and where the most that something may cost is set.

use super::question::{compared, is_money};
use crate::cards::cards;
use crate::matcher::covered_by;
use crate::page::{Element, Page, Role};
use crate::price::amounts;
use crate::scene::{Move, call};
use crate::speech::ENTRY;
use crate::words::normal;
use edith_page::ElementKind;
use edith_words::say;
use serde_json::json;
use std::collections::HashSet;

/// Most words of a line that says how many were found.
const COUNT_WORDS: usize = 4;
/// Lines of this many words are running text.
const SENTENCE_WORDS: usize = 6;

/// Whether nothing on the page shows that a search found something.
pub(crate) fn shows_nothing(before: Option<&Page>, now: &Page, text: &str) -> bool {
    // Where nothing has changed, nothing was sent.
    if before.is_some_and(|before| before.url == now.url && before.text == now.text && before.elements == now.elements)
    {
        return true;
    }
    let known: HashSet<String> = before.iter().flat_map(|page| page.text.iter()).map(|line| normal(line)).collect();
    let is_new = |line: &str| !known.contains(&normal(line));
    let counts: Vec<usize> = now.text.iter().filter(|line| is_new(line)).flat_map(|line| count_of(line)).collect();
    if counts.contains(&0) {
        return true;
    }
    if counts.iter().any(|count| *count > 0) {
        return false;
    }
    let wanted = crate::words::content_tokens(text).join(" ");
    let named = |about: &str| covered_by(&wanted, about) > 0.0;
    let is_listed = cards(now).iter().any(|card| named(&card.about));
    // Rows that nobody can follow, or a word's own article. What only repeats the words of the search is a line by itself.
    let lines = || now.text.iter().enumerate().filter(|(_, line)| is_new(line) && named(line));
    let is_row = |page: &Page, at: usize| matches!(page.role(at), Role::Row | Role::Item);
    let rows = |page: &Page| (0..page.text.len()).filter(|at| is_row(page, *at)).count();
    // A list that was narrowed to what it had is a find, too.
    let is_narrowed = before.is_some_and(|before| rows(now) < rows(before));
    let left = now.text.iter().enumerate().any(|(at, line)| is_row(now, at) && named(line));
    let is_row = (is_narrowed && left) || lines().any(|(at, _)| is_row(now, at));
    let told =
        lines().filter(|(at, line)| now.role(*at) == Role::Words && line.split_whitespace().count() >= SENTENCE_WORDS);
    !is_listed && !is_row && told.count() < 2
}

/// How many there are, of a line that says nothing else: `48 products`.
fn count_of(line: &str) -> Vec<usize> {
    line.split(['.', '!', '|', '·'])
        .filter_map(|part| {
            let words = compared(part);
            let (first, rest) = words.split_first()?;
            let is_count = (1..COUNT_WORDS).contains(&rest.len())
                && amounts(part).is_empty()
                && !part.contains(':')
                && rest.iter().all(|word| word.chars().all(char::is_alphabetic));
            is_count.then(|| first.parse().ok()).flatten()
        })
        .collect()
}

/// Words of a filter's label for what is highest and lowest.
const MOST: &[&str] =
    &["max", "maximum", "up", "to", "bis", "hochstens", "maximal", "jusqu", "a", "hasta", "maximo", "highest", "under"];
const LEAST: &[&str] = &[
    "min",
    "minimum",
    "from",
    "ab",
    "von",
    "over",
    "desde",
    "de",
    "minimo",
    "mindestens",
    "above",
    "more",
    "plus",
    "mas",
];

/// Sets the page's filter for the price, or tells what of its list fits.
pub(crate) fn limit(most: &str, written: &str, page: &Page) -> Move {
    let Ok(value) = most.parse::<f64>() else { return Move::Skip };
    if let Some(field) = field(page) {
        if field.value.as_deref() == Some(most) {
            return Move::Done(say!(BuiltInHeldAlready { label: &field.label }).into());
        }
        if field.kind == ElementKind::Slider {
            return call("set_value", json!({ "uid": field.uid, "value": most }));
        }
        return call("type_text", json!({ "uid": field.uid, "text": most, "submit": true }));
    }
    if let Some(choice) = page.elements.iter().find(|element| is_choice(element, value)) {
        if choice.is_checked || choice.is_selected {
            return Move::Done(say!(BuiltInChosenAlready { label: &choice.label }).into());
        }
        return call("click", json!({ "uid": choice.uid }));
    }
    within(page, value, written)
}

fn is_of_price(element: &Element) -> bool {
    let words = compared(&format!("{} {} {}", element.label, element.placeholder, element.context));
    words.iter().any(|word| is_money(word))
}

/// The field for the highest price.
fn field(page: &Page) -> Option<&Element> {
    let fields = page.elements.iter().filter(|element| {
        (element.takes_text() || element.kind == ElementKind::Slider)
            && !element.is_disabled
            && !element.is_search
            && is_of_price(element)
    });
    let fields: Vec<&Element> = fields.collect();
    let has = |element: &Element, words: &[&str]| {
        compared(&format!("{} {}", element.label, element.placeholder))
            .iter()
            .any(|word| words.contains(&word.as_str()))
    };
    let named: Vec<&&Element> = fields.iter().filter(|field| has(field, MOST) && !has(field, LEAST)).collect();
    match (named.as_slice(), fields.as_slice()) {
        ([one], _) => Some(one),
        // The lowest stands before the highest.
        ([], [low, high]) if low.context == high.context && !has(high, LEAST) => Some(high),
        _ => None,
    }
}

/// Whether it stands for everything up to this price: `up to 50 €`.
fn is_choice(element: &Element, value: f64) -> bool {
    let kinds =
        [ElementKind::Radio, ElementKind::Checkbox, ElementKind::Link, ElementKind::Option, ElementKind::Menuitem];
    let words = compared(&element.label);
    let has = |some: &[&str]| words.iter().any(|word| some.contains(&word.as_str()));
    kinds.contains(&element.kind)
        && !element.is_disabled
        && has(MOST)
        && !has(LEAST)
        && !element.label.contains('+')
        && matches!(amounts(&element.label).as_slice(), [amount] if (amount.value - value).abs() < f64::EPSILON)
}

/// What of the page's list costs no more, since there is no filter for it.
fn within(page: &Page, value: f64, written: &str) -> Move {
    let sign = |text: &str| text.chars().find(|c| !c.is_ascii_digit() && !c.is_whitespace() && !",.'".contains(*c));
    let priced = crate::cards::prices(page, "");
    let of_line = |line: &String| amounts(line).into_iter().next_back();
    // Another currency is not compared.
    let same = |text: &str| match (sign(text), sign(written)) {
        (Some(a), Some(b)) if !a.is_alphabetic() && !b.is_alphabetic() => a == b,
        (Some('€'), _) => written.to_lowercase().contains("eur"),
        (Some('£'), _) => {
            ["pound", "quid", "gbp", "livre", "libra", "pfund"].iter().any(|word| written.to_lowercase().contains(word))
        }
        (Some('$'), _) => written.to_lowercase().contains("dol"),
        _ => false,
    };
    let fits = |line: &&String| of_line(line).is_some_and(|amount| amount.value <= value && same(&amount.text));
    let entries: Vec<String> = priced.iter().filter(fits).map(|line| format!("{ENTRY}{line}")).collect();
    if entries.is_empty() {
        return Move::NoAnswer(say!(BuiltInNoLimit { amount: written }).into());
    }
    Move::Answer(format!("{}\n{}", say!(BuiltInWithin { amount: written }), entries.join("\n")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawn::Drawn;
    use ElementKind::{Input, Link, Radio};

    fn found(text: &str, links: &[&str]) -> Page {
        Drawn::new("http://x.example/?q=1", "Search").add(Input, "Search").all(Link, links).text(text).page()
    }

    #[test]
    fn a_search_without_a_result_is_told_from_one_with() {
        let before =
            Drawn::new("http://x.example/", "Shop").add(Input, "Search").add(Link, "Sale").text("Cart: 0 items").page();
        for (text, links, nothing) in [
            ("## Search\n12 results\nOak table", &["Sale", "Oak table"][..], false),
            ("## Search\n0 results\nPopular\nBlue vase", &["Sale", "Blue vase"], true),
            ("We have nothing for you.", &["Sale"], true),
            ("Sorry, no match.\nPopular\nBlue vase", &["Sale", "Blue vase"], true),
            ("Matches\n- Oak table, 3 chairs", &["Sale"], false),
            ("Cart: 0 items\nRound table\nOak table", &["Sale", "Round table", "Oak table"], false),
        ] {
            assert_eq!(shows_nothing(Some(&before), &found(text, links), "table"), nothing, "{text}");
        }
        let same = found("- Oak table, 3 chairs", &["Oak table"]);
        assert!(shows_nothing(Some(&same), &same, "table"), "what is as it was shows no find");
    }

    #[test]
    fn the_filter_for_the_highest_price_is_found() {
        let page = |drawn: Drawn| drawn.page();
        let shop = || Drawn::new("http://x.example/", "Shop");
        let told = |page: &Page, most: &str, written: &str| match limit(most, written, page) {
            Move::Call { tool, args, .. } => format!("{tool} {}", args["uid"]),
            Move::Answer(text) => text,
            other => format!("{other:?}"),
        };
        let fields = page(shop().add(Input, "From").add(Input, "To").within("Price", 2));
        assert_eq!(told(&fields, "50", "50 €"), "type_text 2");
        let radios =
            page(shop().all(Radio, &["up to 25 €", "up to 50 €", "50 € to 100 €", "from 50 €"]).within("Price", 4));
        assert_eq!(told(&radios, "50", "50 euros"), "click 2");
        let bare = page(shop().all(Link, &["Vase", "Bowl"]).text("Vase\n70 €\nBowl\n12 €"));
        assert!(told(&bare, "50", "50 €").ends_with("\n- Bowl: 12 €"));
        assert!(told(&bare, "50", "$50").starts_with("NoAnswer"));
    }
}
