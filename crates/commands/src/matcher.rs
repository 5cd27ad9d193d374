//! Which element a person's words mean: fuzzy match of name, kind, place and context.

use super::command::{Kind, Target};
use super::page::{Element, Page};
use super::words::{content_tokens, covered, is_light, normal, score, tokens};
use edith_page::ElementKind;

/// The lowest score of a match.
const FLOOR: f32 = 0.6;
/// Matches this close to the best are equally good.
const TIE: f32 = 0.02;

/// What the element is wanted for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// To click, hover, drag.
    Press,
    Value,
    Switch,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Match<'a> {
    pub element: &'a Element,
    /// How many others match as well.
    pub others: usize,
}

pub(crate) fn find<'a>(look: &'a Page, target: &Target, purpose: Purpose) -> Option<Match<'a>> {
    find_called(look, target, &target.words, purpose)
        .or_else(|| find_called(look, target, target.or.as_deref().filter(|or| !or.is_empty())?, purpose))
}

fn find_called<'a>(look: &'a Page, target: &Target, words: &str, purpose: Purpose) -> Option<Match<'a>> {
    let mut scored: Vec<(f32, &Element)> = look
        .elements
        .iter()
        .filter(|element| fits(element, purpose))
        .map(|element| (rate(element, target, words, purpose), element))
        .filter(|(score, _)| *score >= FLOOR)
        .collect();
    if let Some(ordinal) = target.ordinal {
        let at = if ordinal < 0 { scored.len() as i32 + ordinal } else { ordinal - 1 };
        let (_, element) = scored.get(usize::try_from(at).ok()?)?;
        return Some(Match { element, others: 0 });
    }
    edith_page::order::sort_by(&mut scored, |a, b| b.0.total_cmp(&a.0));
    let (best, element) = *scored.first()?;
    let others =
        scored.iter().skip(1).filter(|(score, other)| best - score < TIE && other.label == element.label).count();
    Some(Match { element, others })
}

fn fits(element: &Element, purpose: Purpose) -> bool {
    match purpose {
        Purpose::Press => true,
        Purpose::Value => {
            element.takes_text()
                || element.is_checkable()
                || matches!(element.kind, ElementKind::Select | ElementKind::Slider | ElementKind::File)
        }
        Purpose::Switch => {
            !element.takes_text()
                && !matches!(element.kind, ElementKind::Select | ElementKind::Slider | ElementKind::File)
        }
    }
}

fn rate(element: &Element, target: &Target, words: &str, purpose: Purpose) -> f32 {
    let mut points = if words.is_empty() {
        if target.kind.is_some_and(|kind| is_kind(element, kind)) { 0.8 } else { 0.0 }
    } else {
        name_score(element, words)
    };
    if points <= 0.0 {
        return 0.0;
    }
    if let Some(kind) = target.kind {
        points += if is_kind(element, kind) { 0.06 } else { -0.12 };
    }
    let natural = match purpose {
        Purpose::Press => {
            matches!(
                element.kind,
                ElementKind::Button
                    | ElementKind::Link
                    | ElementKind::Tab
                    | ElementKind::Menuitem
                    | ElementKind::Option
                    | ElementKind::Element
            )
        }
        Purpose::Value => element.takes_text() || element.kind == ElementKind::Select,
        Purpose::Switch => element.is_checkable(),
    };
    points += if natural { 0.03 } else { -0.03 };
    if element.is_disabled {
        points -= 0.02;
    }
    // What is beside it tells one of several from the others, but makes no name of what is none.
    if let Some(near) = target.near.as_ref().filter(|_| points >= FLOOR) {
        points += 0.3 * covered_by(near, &element.context) + 0.1 * covered_by(near, &element.label);
    }
    points
}

/// How well the element's names match; the context helps if the name has only some of the words.
fn name_score(element: &Element, words: &str) -> f32 {
    let names = [element.label.as_str(), element.placeholder.as_str(), element.hint.as_str()];
    let own = names.iter().map(|name| score(words, name)).fold(0.0, f32::max);
    if own >= 0.9 {
        return own;
    }
    let around = format!("{} {}", element.label, element.context);
    let in_label = covered_by(words, &element.label);
    let in_all = covered_by(words, &around);
    let helped = if in_label > 0.0 && in_all > 0.95 { 0.66 } else { 0.0 };
    // A nameless field in a place with that name: the input in "Search".
    let nameless = if element.label.is_empty() && in_all > 0.9 { 0.64 } else { 0.0 };
    own.max(helped).max(nameless)
}

/// The share of the words found in a text.
pub(crate) fn covered_by(words: &str, text: &str) -> f32 {
    let wanted = content_tokens(words);
    let pool = tokens(text);
    let wanted: Vec<&str> = wanted.iter().map(String::as_str).collect();
    let pool: Vec<&str> = pool.iter().map(String::as_str).filter(|word| !is_light(word)).collect();
    covered(&wanted, &pool)
}

fn is_kind(element: &Element, kind: Kind) -> bool {
    match kind {
        Kind::Button => element.kind == ElementKind::Button,
        Kind::Link => element.kind == ElementKind::Link,
        Kind::Field => element.takes_text() || element.kind == ElementKind::Select,
        Kind::Checkbox => matches!(element.kind, ElementKind::Checkbox | ElementKind::Switch),
        Kind::Radio => matches!(element.kind, ElementKind::Radio | ElementKind::Option),
        Kind::Select => element.kind == ElementKind::Select,
        Kind::Tab => element.kind == ElementKind::Tab,
        Kind::Menuitem => element.kind == ElementKind::Menuitem,
        Kind::Slider => element.kind == ElementKind::Slider,
    }
}

pub(crate) fn search_field(look: &Page) -> Option<&Element> {
    let fields = || look.elements.iter().filter(|element| element.takes_text() && !element.is_disabled);
    let rated = |element: &&Element| {
        let own = if element.is_search { 2.0 } else { covered_by("search", &element.label) * 2.0 };
        let around = covered_by("search", &format!("{} {}", element.context, element.placeholder));
        ((own + around) * 100.0) as i32
    };
    let best = fields().filter(|element| rated(element) > 60).rev().max_by_key(rated);
    best.or_else(|| {
        let mut inputs = fields().filter(|element| element.kind == ElementKind::Input);
        let only = inputs.next()?;
        let is_secret = Target::named(only.label.clone()).is_secret();
        (inputs.next().is_none() && !is_secret).then_some(only)
    })
}

/// The button that sends off what the search field holds: the only one beside it that is called so.
pub(crate) fn search_button(look: &Page) -> Option<&Element> {
    let place = &search_field(look)?.context;
    let mut buttons = look.elements.iter().filter(|element| {
        element.kind == ElementKind::Button
            && !element.is_disabled
            && element.context == *place
            && covered_by("search", &element.label) > 0.0
    });
    let only = buttons.next()?;
    buttons.next().is_none().then_some(only)
}

pub(crate) fn option<'a>(options: &'a [String], words: &str) -> Option<(&'a String, f32)> {
    let rate = |option: &str| {
        let points = score(words, option);
        if sorted(words, option).is_some_and(|points| points >= FLOOR) { points.max(SORTED) } else { points }
    };
    let options = options.iter().filter(|option| agrees(words, option));
    let best = options.map(|option| (option, rate(option))).rev().max_by(|a, b| a.1.total_cmp(&b.1))?;
    (best.1 >= 0.55).then_some(best)
}

/// How well an option fits that sorts by the same in the same direction.
const SORTED: f32 = 0.9;
/// Words for little and for much, with which the order of a list begins; long ones may have an ending.
const LOW: &[&str] = &[
    "low",
    "lowest",
    "cheap",
    "least",
    "ascend",
    "niedrig",
    "billig",
    "gunstig",
    "aufsteig",
    "croissant",
    "moins",
    "bas",
    "menor",
    "menos",
    "bajo",
    "baja",
    "barat",
];
const HIGH: &[&str] = &[
    "high",
    "highest",
    "expensive",
    "descend",
    "hoch",
    "hochste",
    "teuer",
    "absteig",
    "decroissant",
    "cher",
    "eleve",
    "haut",
    "mayor",
    "alto",
    "alta",
    "caro",
    "cara",
];
/// What stands between them.
const BETWEEN: &[&str] = &[
    "to", "from", "first", "most", "the", "von", "bis", "zu", "zum", "dem", "den", "der", "zuerst", "du", "au", "le",
    "d", "abord", "plus", "de", "a", "al", "mas", "primero", "el",
];

fn is_of(word: &str, some: &[&str]) -> bool {
    some.iter().any(|one| word == *one || one.len() > 4 && word.starts_with(one))
}

/// Whether it begins with the least (or the most); none if it says neither.
fn rises(text: &str) -> Option<bool> {
    normal(text).split(' ').find_map(|word| is_of(word, LOW).then_some(true).or(is_of(word, HIGH).then_some(false)))
}

/// How well what is said beside a direction fits a label that says one, too: not at all if it is the other; none if either says no direction.
fn sorted(words: &str, label: &str) -> Option<f32> {
    let (wanted, is) = rises(words).zip(rises(label))?;
    let all = normal(words);
    let is_told = |word: &&str| !is_of(word, LOW) && !is_of(word, HIGH) && !BETWEEN.contains(word);
    let told: Vec<&str> = all.split(' ').filter(is_told).collect();
    Some(if wanted != is {
        0.0
    } else if told.is_empty() {
        score(words, label)
    } else {
        score(&told.join(" "), label)
    })
}

/// Whether a label does not say another direction, or the same of something else.
pub(crate) fn agrees(words: &str, label: &str) -> bool {
    sorted(words, label).is_none_or(|points| points > 0.0)
}

/// The closest labels, to report what is there instead.
pub(crate) fn nearest(look: &Page, words: &str, purpose: Purpose) -> Vec<String> {
    let mut scored: Vec<(f32, &Element)> = look
        .elements
        .iter()
        .filter(|element| fits(element, purpose) && !element.label.is_empty())
        .map(|element| (score(words, &element.label), element))
        .collect();
    edith_page::order::sort_by(&mut scored, |a, b| b.0.total_cmp(&a.0));
    let mut out: Vec<String> = Vec::new();
    for (_, element) in scored {
        let label: String = element.label.chars().take(50).collect();
        let entry = edith_words::say!(ThatNamed { words: label }).to_string();
        if !out.contains(&entry) {
            out.push(entry);
        }
        if out.len() == 5 {
            break;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::drawn::Drawn;
    use super::super::phrase::target;
    use super::super::pointing::with_row;
    use super::*;
    use ElementKind::{Button, Checkbox, Input, Link, Radio, Select, Textarea};

    fn page() -> Page {
        Drawn::default()
            .add(Input, "Search the shop")
            .add(Button, "Search")
            .within("header", 2)
            .add(Checkbox, "In stock only")
            .within("filters", 1)
            .add(Select, "Sort by")
            .options(&["Price, low to high", "Rating"])
            .add(Button, "Add to basket")
            .within("Desk lamp", 1)
            .add(Button, "Add to basket")
            .within("Floor lamp", 1)
            .add(Link, "Cart (2)")
            .add(Input, "E-mail address")
            .add(Input, "Password")
            .add(Link, "Edit")
            .within("row Ada", 1)
            .add(Link, "Edit")
            .within("row Bob", 1)
            .add(Button, "Sign in")
            .add(Textarea, "Message")
            .add(Radio, "Express delivery")
            .add(Input, "")
            .placeholder("Coupon code")
            .page()
    }

    #[test]
    fn words_find_elements() {
        let near = |words: &str, near: &str| Target { near: Some(near.into()), ..target(words) };
        for (wanted, purpose, expected) in [
            (target("Search"), Purpose::Press, Some(2)),
            (target("the search field"), Purpose::Value, Some(1)),
            (target("In stock"), Purpose::Switch, Some(3)),
            (target("available"), Purpose::Switch, Some(3)),
            (target("in stokc"), Purpose::Switch, Some(3)),
            (target("sort"), Purpose::Value, Some(4)),
            (target("add to cart"), Purpose::Press, Some(5)),
            (near("add to cart", "Floor lamp"), Purpose::Press, Some(6)),
            (target("the second add to cart button"), Purpose::Press, Some(6)),
            (target("cart"), Purpose::Press, Some(7)),
            (target("email"), Purpose::Value, Some(8)),
            (target("password"), Purpose::Value, Some(9)),
            (near("Edit", "Bob"), Purpose::Press, Some(11)),
            (with_row("\"Edit\" of \"Bob\""), Purpose::Press, Some(11)),
            (with_row("the \"Add to cart\" button of the \"Floor lamp\""), Purpose::Press, Some(6)),
            (target("the last Edit link"), Purpose::Press, Some(11)),
            (target("log in"), Purpose::Press, Some(12)),
            (target("mesage"), Purpose::Value, Some(13)),
            (target("express"), Purpose::Switch, Some(14)),
            (target("coupon"), Purpose::Value, Some(15)),
            (target("the first button"), Purpose::Press, Some(2)),
            (Target { or: Some("Bob".into()), ..target("the message from Bob") }, Purpose::Press, None),
            (target("wishlist"), Purpose::Press, None),
            (target("delete account"), Purpose::Press, None),
        ] {
            let page = page();
            let got = find(&page, &wanted, purpose).map(|found| found.element.uid);
            assert_eq!(got, expected, "{wanted:?}");
        }
    }

    #[test]
    fn the_search_field_is_found() {
        assert_eq!(search_field(&page()).map(|element| element.uid), Some(1));
        let lone = Drawn::default().add(Input, "What are you looking at?").add(Link, "x").page();
        assert_eq!(search_field(&lone).map(|element| element.uid), Some(1));
        let typed = Drawn::default().add(Input, "").format("search").add(Input, "Town").add(Input, "Street").page();
        assert_eq!(search_field(&typed).map(|element| element.uid), Some(1));
        let secret = Drawn::default().add(Input, "Password").page();
        assert_eq!(search_field(&secret), None);
    }

    #[test]
    fn an_order_of_a_list_has_its_direction() {
        let of = |labels: &[&str]| labels.iter().map(|label| (*label).to_owned()).collect::<Vec<_>>();
        let lists = [
            of(&["Relevance", "Price: low to high", "Price: high to low", "Rating: high to low"]),
            of(&["Relevanz", "Höchster Preis", "Niedrigster Preis"]),
            of(&["Les plus récents", "Prix le plus élevé", "Prix le plus bas"]),
            of(&["Precio: de mayor a menor", "Precio: de menor a mayor"]),
        ];
        for (at, words, expected) in [
            (0, "price from high to low", Some("Price: high to low")),
            (0, "price, cheapest first", Some("Price: low to high")),
            (0, "rating low to high", None),
            (0, "price", Some("Price: low to high")),
            (1, "Preis aufsteigend", Some("Niedrigster Preis")),
            (1, "Preis, teuerste zuerst", Some("Höchster Preis")),
            (2, "prix croissant", Some("Prix le plus bas")),
            (2, "les plus récents", Some("Les plus récents")),
            (3, "precio más bajo", Some("Precio: de menor a mayor")),
        ] {
            let got = lists.get(at).and_then(|list| option(list, words)).map(|(option, _)| option.as_str());
            assert_eq!(got, expected, "{words}");
        }
    }
}
