//! Lists of similar things (hits, products, messages): the cheapest, the best rated, the second.

use super::command::Criterion;
use super::matcher::covered_by;
use super::page::{Element, Page};
use super::price::{price, rating};
use super::words::{THINGS, normal};
use edith_page::ElementKind;

/// A thing in a list.
#[derive(Debug, Clone)]
pub(crate) struct Card<'a> {
    /// What to click.
    pub element: &'a Element,
    /// What the page says about it, as far as known.
    pub about: String,
}

/// Places whose links are not list items.
const ELSEWHERE: &[&str] = &[
    "header",
    "navigation",
    "nav",
    "footer",
    "breadcrumb",
    "breadcrumbs",
    "pagination",
    "pager",
    "filters",
    "banner",
    "toolbar",
];
/// Most lines after an item's name that still describe it.
const REACH: usize = 12;
/// Most prices that are compared, and characters of a name beside one.
pub(crate) const MOST_PRICES: usize = 12;
const NAME_CHARS: usize = 80;
/// Further nouns for anything, besides [`THINGS`].
const ANY_THING: &[&str] = &["results", "option", "in stock", "available"];

/// The page's list items, in order, each with its description.
pub(crate) fn cards(look: &Page) -> Vec<Card<'_>> {
    let links = candidates(look);
    let ahead = texts(look, &links, true);
    let behind = texts(look, &links, false);
    let priced = |about: &[String]| about.iter().filter(|text| price(text).is_some()).count();
    let about = if priced(&behind) > priced(&ahead) { behind } else { ahead };
    let all: Vec<Card> = links.iter().zip(about).map(|(element, about)| Card { element, about }).collect();
    let with_price = all.iter().filter(|card| price(&card.about).is_some()).count();
    if with_price == 0 { all } else { all.into_iter().filter(|card| price(&card.about).is_some()).collect() }
}

fn candidates(look: &Page) -> Vec<&Element> {
    let named = |element: &&Element| {
        element.label.chars().count() >= 2 && matches!(element.kind, ElementKind::Link | ElementKind::Element)
    };
    let inside = |element: &&Element| {
        let context = normal(&element.context);
        !context.split(' ').any(|word| ELSEWHERE.contains(&word))
    };
    let mut out: Vec<&Element> = look.elements.iter().filter(named).filter(inside).collect();
    // If the page marks its list, nothing else belongs to it.
    let listed = |element: &&Element| {
        let context = normal(&element.context);
        ["results", "result", "products", "list", "listing", "search results", "inbox", "items", "messages"]
            .iter()
            .any(|word| format!(" {context} ").contains(&format!(" {word} ")))
    };
    if out.iter().filter(|element| listed(element)).count() >= 2 {
        out.retain(listed);
    }
    out
}

/// Each item's text: from its name to the next, or from the previous name to its own.
fn texts(look: &Page, links: &[&Element], ahead: bool) -> Vec<String> {
    let lines: Vec<String> = look.text.iter().map(|line| normal(line)).collect();
    let mut taken = vec![false; lines.len()];
    let places: Vec<Option<usize>> = links
        .iter()
        .map(|element| {
            let name = normal(&element.label);
            let fits = |at: &usize| lines.get(*at).is_some_and(|line| *line == name) && taken.get(*at) == Some(&false);
            let holds = |at: &usize| {
                lines
                    .get(*at)
                    .is_some_and(|line| line.contains(&name) || line.len() > 5 && name.starts_with(line.as_str()))
                    && taken.get(*at) == Some(&false)
            };
            let place = (0..lines.len()).find(fits).or_else(|| (0..lines.len()).find(holds));
            if let Some(slot) = place.and_then(|at| taken.get_mut(at)) {
                *slot = true;
            }
            place
        })
        .collect();
    links
        .iter()
        .zip(&places)
        .map(|(element, place)| {
            let mut about = format!("{} / {}", element.label, element.context);
            if price(&element.label).is_some() {
                return about;
            }
            let Some(place) = *place else { return about };
            let others = places.iter().flatten().copied();
            let range = if ahead {
                let end = others.filter(|other| *other > place).min().unwrap_or(lines.len());
                place..end.min(place + REACH)
            } else {
                let start = others.filter(|other| *other < place).max().map_or(0, |at| at + 1);
                start.max(place.saturating_sub(REACH))..place + 1
            };
            for line in look.text.iter().take(range.end).skip(range.start) {
                about.push_str(" / ");
                about.push_str(line);
            }
            about
        })
        .collect()
}

/// Names of the items with their prices, the cheapest first.
pub(crate) fn prices(look: &Page, noun: &str) -> Vec<String> {
    let mut all = cards(look);
    if !noun.is_empty() && all.iter().any(|card| covered_by(noun, &card.about) > 0.6) {
        all.retain(|card| covered_by(noun, &card.about) > 0.6);
    }
    let mut priced: Vec<(f64, String)> = Vec::new();
    for card in all {
        let Some(amount) = price(&card.about) else { continue };
        let name: String = card.element.label.split_whitespace().collect::<Vec<_>>().join(" ");
        // A card as one link has the price in its name.
        let name = name.split(&amount.text).next().unwrap_or_default().trim_end_matches([' ', ':', '-', '–', ',']);
        let name: String = name.chars().take(NAME_CHARS).collect();
        let line = if name.is_empty() { amount.text } else { format!("{name}: {}", amount.text) };
        if !priced.iter().any(|(_, known)| *known == line) {
            priced.push((amount.value, line));
        }
    }
    edith_page::order::sort_by(&mut priced, |a, b| a.0.total_cmp(&b.0));
    priced.into_iter().take(MOST_PRICES).map(|(_, line)| line).collect()
}

/// The item meant, and why.
pub(crate) fn choose<'a>(look: &'a Page, criterion: Criterion, noun: &str) -> Option<(&'a Element, String)> {
    let mut all = cards(look);
    let wanted = normal(noun);
    if wanted.contains("in stock") || wanted.contains("available") {
        let sold_out = |about: &str| {
            ["out of stock", "sold out", "unavailable", "not available"].iter().any(|mark| normal(about).contains(mark))
        };
        all.retain(|card| !sold_out(&card.about));
    }
    let is_any = [THINGS, ANY_THING].concat().contains(&wanted.as_str());
    if !is_any && all.iter().any(|card| covered_by(noun, &card.about) > 0.6) {
        all.retain(|card| covered_by(noun, &card.about) > 0.6);
    }
    let cost = |card: &Card| price(&card.about).map(|amount| amount.value);
    let chosen = match criterion {
        Criterion::Nth(n) => {
            let at = if n < 0 { all.len() as i32 + n } else { n - 1 };
            all.get(usize::try_from(at).ok()?)?
        }
        Criterion::Cheapest => {
            all.iter().filter(|card| cost(card).is_some()).min_by(|a, b| compare(cost(a), cost(b)))?
        }
        Criterion::Dearest => {
            all.iter().rev().filter(|card| cost(card).is_some()).max_by(|a, b| compare(cost(a), cost(b)))?
        }
        Criterion::BestRated => {
            let stars = |card: &Card| rating(&card.about);
            all.iter().rev().filter(|card| stars(card).is_some()).max_by(|a, b| compare(stars(a), stars(b)))?
        }
    };
    let why = match criterion {
        Criterion::Cheapest | Criterion::Dearest => {
            price(&chosen.about).map(|amount| format!(" ({})", amount.text)).unwrap_or_default()
        }
        Criterion::BestRated | Criterion::Nth(_) => String::new(),
    };
    Some((chosen.element, format!("“{}”{why}", chosen.element.label)))
}

fn compare(a: Option<f64>, b: Option<f64>) -> std::cmp::Ordering {
    a.unwrap_or(f64::MAX).total_cmp(&b.unwrap_or(f64::MAX))
}

#[cfg(test)]
mod tests {
    use super::super::drawn::Drawn;
    use super::*;
    use ElementKind::{Element as Thing, Link};

    fn lamps(text: &[&str]) -> Page {
        let page = Drawn::default().add(Link, "Home").within("header", 1);
        let page = page.all(Link, &["Desk lamp", "Floor lamp", "Table lamp"]).within("results", 3);
        page.add(Link, "Imprint").within("footer", 1).text(&text.join("\n")).page()
    }

    #[test]
    fn things_are_chosen() {
        let after = lamps(&[
            "Home",
            "Desk lamp",
            "was 40.00 €",
            "31.50 €",
            "4.5 out of 5",
            "Floor lamp",
            "19,90 €",
            "Sold out",
            "3 out of 5",
            "Table lamp",
            "1.299,00 €",
            "4.9 out of 5",
        ]);
        let before = lamps(&["31.50 €", "Desk lamp", "19.90 €", "Floor lamp", "45.00 €", "Table lamp"]);
        let joined = Drawn::default()
            .all(Link, &["Reading lamp€23.40Only 3 left", "Arc lamp 2€129.00In stock"])
            .within("list < Results", 2)
            .add(Link, "Cart (0)")
            .within("Shop", 1)
            .text("2 products")
            .page();
        let inside =
            Drawn::default().all(Thing, &["Desk lamp $31.50", "Floor lamp $9.99"]).add(Link, "About us").page();
        for (page, criterion, noun, expected) in [
            (&after, Criterion::Cheapest, "", Some(3)),
            (&after, Criterion::Cheapest, "in stock", Some(2)),
            (&after, Criterion::Dearest, "lamp", Some(4)),
            (&after, Criterion::BestRated, "", Some(4)),
            (&after, Criterion::Nth(1), "result", Some(2)),
            (&after, Criterion::Nth(-1), "", Some(4)),
            (&after, Criterion::Nth(9), "", None),
            (&after, Criterion::Cheapest, "desk lamp", Some(2)),
            (&before, Criterion::Cheapest, "", Some(3)),
            (&inside, Criterion::Cheapest, "", Some(2)),
            (&joined, Criterion::Cheapest, "", Some(1)),
            (&joined, Criterion::Dearest, "", Some(2)),
            (&inside, Criterion::Nth(2), "", Some(2)),
        ] {
            let got = choose(page, criterion, noun).map(|(element, _)| element.uid);
            assert_eq!(got, expected, "{criterion:?} {noun}");
        }
    }
}
