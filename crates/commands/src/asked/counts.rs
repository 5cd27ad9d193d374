//! How many of something there are, where the page says so or a list or table of them stands.

use super::likeness::{SAME, best};
use super::question::{Question, compared};
use super::units::{is_head, quoted_from, sentences, told};
use crate::cards;
use crate::page::{Page, Role};
use crate::price::amounts;
use crate::speech::ENTRY;
use crate::words::{THINGS, normal};
use edith_page::ElementKind;
use edith_words::say;

const COUNT_WORDS: usize = 8;

/// How many there are, where the page says so or a list or table of them is there to be counted.
pub(super) fn counted(page: &Page, question: &Question) -> Option<String> {
    match count(page, &question.words)? {
        Counted::Said(line, place) => Some(format!("{}\n{ENTRY}{line}", quoted_from(&place))),
        Counted::Here(count, of) => Some(say!(BuiltInCount { count: count, about: of }).to_string()),
    }
}

/// How many of something there are.
pub(crate) enum Counted {
    /// In the page's words, and the heading above them.
    Said(String, String),
    /// Counted, and what was.
    Here(usize, String),
}

/// How many of these things there are: said by the page, or counted where a list or table of them stands.
pub(crate) fn count(page: &Page, words: &[String]) -> Option<Counted> {
    if words.is_empty() {
        return None;
    }
    if let Some((line, place)) = numbered(page, words) {
        return Some(Counted::Said(line, place));
    }
    if page.more_text_at.is_some() {
        return None;
    }
    let kind = match words {
        [word] => kind_of(word),
        _ => None,
    };
    if let Some(kind) = kind {
        let count = page.elements.iter().filter(|element| element.kind == kind).count();
        return Some(Counted::Here(count, words.join(" ")));
    }
    let (heading, count) = listed(page, words).or_else(|| things(page, &words.join(" ")))?;
    Some(Counted::Here(count, heading))
}

/// The things of the page's one list, if the noun is one for any.
pub(super) fn things(page: &Page, noun: &str) -> Option<(String, usize)> {
    if noun.is_empty() || !THINGS.contains(&noun) && !THINGS.contains(&noun.trim_end_matches('s')) {
        return None;
    }
    let all = cards::cards(page);
    let place = all.first().map(|card| card.element.context.as_str()).filter(|place| !place.is_empty())?;
    let is_one = all.len() > 1 && all.iter().all(|card| card.element.context == place);
    is_one.then(|| (noun.to_owned(), all.len()))
}

fn kind_of(word: &str) -> Option<ElementKind> {
    Some(match word {
        "links" | "liens" | "enlaces" => ElementKind::Link,
        "buttons" | "knopfe" | "schaltflachen" | "boutons" | "botones" => ElementKind::Button,
        "fields" | "inputs" | "felder" | "eingabefelder" | "champs" | "campos" => ElementKind::Input,
        "checkboxes" | "kastchen" | "cases" | "casillas" => ElementKind::Checkbox,
        _ => return None,
    })
}

/// A short line where a number stands right before all of the words, or right behind them and nothing else.
fn numbered(page: &Page, words: &[String]) -> Option<(String, String)> {
    let is_number = |word: &String| !word.is_empty() && word.chars().all(|c| c.is_ascii_digit());
    let is_all = |some: &[String]| some.len() == words.len() && words.iter().all(|word| best(word, some) >= SAME);
    let mut place = String::new();
    let mut found: Vec<(String, String)> = Vec::new();
    for (at, line) in page.text.iter().enumerate() {
        for sentence in sentences(line) {
            let all = compared(sentence);
            let before = all
                .split_first()
                .is_some_and(|(number, rest)| is_number(number) && rest.get(..words.len()).is_some_and(is_all));
            let inside = all
                .windows(words.len() + 1)
                .any(|some| some.split_first().is_some_and(|(n, rest)| is_number(n) && is_all(rest)));
            let behind = all.split_last().is_some_and(|(number, rest)| is_number(number) && is_all(rest));
            let fits = all.len() <= COUNT_WORDS && amounts(sentence).is_empty() && (before || inside || behind);
            if fits && !found.iter().any(|(known, _)| normal(known) == normal(sentence)) {
                found.push((told(sentence), place.clone()));
            }
        }
        if page.role(at) == Role::Heading {
            place.clone_from(line);
        }
    }
    (found.len() == 1).then(|| found.pop()).flatten()
}

/// The heading that the words are, and how many items or rows stand right below it.
fn listed(page: &Page, words: &[String]) -> Option<(String, usize)> {
    let is_it = |heading: &str| {
        let heading = compared(heading);
        !heading.is_empty()
            && words.iter().all(|word| best(word, &heading) >= SAME)
            && heading.iter().all(|word| best(word, words) >= SAME)
    };
    let is_above =
        |at: usize| page.role(at) == Role::Heading || page.role(at) == Role::Words && page.role(at + 1) == Role::Item;
    let mut found = None;
    for (at, heading) in page.text.iter().enumerate().filter(|(at, line)| is_above(*at) && is_it(line)) {
        let below = || page.text.iter().enumerate().skip(at + 1).take_while(|(at, _)| page.role(*at) != Role::Heading);
        let role = page.role(at + 1);
        let same = below().take_while(|(at, _)| page.role(*at) == role).count();
        let heads = usize::from(role == Role::Row && is_head(page, at + 1));
        // A list that other text interrupts is not all of it.
        let is_whole = !below().skip(same).any(|(at, _)| page.role(at) == role);
        let is_list = matches!(role, Role::Item | Role::Row) && same > heads + 1 && is_whole;
        match (is_list, &found) {
            (true, None) => found = Some((heading.clone(), same - heads)),
            (true, Some(_)) => return None,
            (false, _) => {}
        }
    }
    found
}
