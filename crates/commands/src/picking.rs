//! One of several things: the cheapest, the best rated, the second.

use super::command::{Command, Criterion};
use super::phrase::{after, is_any, literal, ordinal, unquote, without_article, without_suffix};
use super::words::THINGS;

/// `the cheapest lamp`, `the second result`: one of several things.
pub(crate) fn pick(text: &str) -> Option<Command> {
    const WORDS: &[(&str, Criterion)] = &[
        ("cheapest", Criterion::Cheapest),
        ("lowest priced", Criterion::Cheapest),
        ("lowest-priced", Criterion::Cheapest),
        ("least expensive", Criterion::Cheapest),
        ("most affordable", Criterion::Cheapest),
        ("most expensive", Criterion::Dearest),
        ("dearest", Criterion::Dearest),
        ("priciest", Criterion::Dearest),
        ("highest priced", Criterion::Dearest),
        ("highest-priced", Criterion::Dearest),
        ("best rated", Criterion::BestRated),
        ("best-rated", Criterion::BestRated),
        ("top rated", Criterion::BestRated),
        ("top-rated", Criterion::BestRated),
        ("highest rated", Criterion::BestRated),
        ("highest-rated", Criterion::BestRated),
        ("best reviewed", Criterion::BestRated),
    ];
    let (_, quoted) = unquote(text);
    if quoted {
        return None;
    }
    let bare = without_article(text);
    if let Some((criterion, noun)) = WORDS.iter().find_map(|(word, criterion)| Some((*criterion, after(bare, word)?))) {
        return Some(Command::Pick { criterion, noun: noun_of(noun) });
    }
    let (n, noun) = ordinal(bare)?;
    is_any(without_suffix(noun, OF_THEM), &[THINGS, &["one", "product", "item"]].concat())
        .then(|| Command::Pick { criterion: Criterion::Nth(n), noun: noun_of(noun) })
}

const OF_THEM: &[&str] = &[
    "of them",
    "of those",
    "of these",
    "in the list",
    "on the list",
    "on the page",
    "in the results",
    "from the results",
    "from the list",
    "listed",
];

fn noun_of(text: &str) -> String {
    let text = without_suffix(text, OF_THEM);
    if is_any(text, &["one", "ones", "item", "product", "of all"]) { String::new() } else { literal(text) }
}
