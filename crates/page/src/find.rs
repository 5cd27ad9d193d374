//! Search over the whole index and the page's text, and paging through the text.

use std::fmt::Write as _;

use super::clean::line;
use super::fold::{fold, plain, words_in};
use super::index::{Element, FieldValue, Index};
use super::line::Lines;
use super::render::RenderOptions;
use super::text::reading;

const TEXT_HITS: usize = 8;

/// A query in the forms in which it is compared.
struct Query {
    /// Its words of letters and digits; empty if it consists of symbols.
    words: Vec<String>,
    /// The words with single blanks.
    whole: String,
    /// Verbatim, for symbols: `+`, `€`.
    signs: String,
}

impl Query {
    /// None if it is empty.
    fn of(query: &str) -> Option<Self> {
        let words = words_in(query);
        let whole = words.join(" ");
        let signs = if words.is_empty() { plain(query) } else { String::new() };
        (!whole.is_empty() || !signs.is_empty()).then_some(Self { words, whole, signs })
    }

    /// Whether a folded text has all of it: in this order, as symbols, or, if short, as a whole word.
    fn is_in(&self, folded: &str, raw: &str) -> bool {
        if !self.signs.is_empty() {
            return plain(raw).contains(&self.signs);
        }
        if is_short(&self.whole) {
            folded.split(' ').any(|word| word == self.whole)
        } else {
            folded.contains(&self.whole)
        }
    }

    /// Whether each of its words occurs, in any order.
    fn has_each_in(&self, folded: &str) -> bool {
        let is_there = |word: &String| {
            if is_short(word) { folded.split(' ').any(|other| other == word) } else { folded.contains(word.as_str()) }
        };
        self.words.len() > 1 && self.words.iter().all(is_there)
    }
}

/// Nearly every longer word contains one of one letter or two.
fn is_short(word: &str) -> bool {
    word.chars().nth(2).is_none()
}

/// Elements matching a query, best first, with a score of 1 to 100.
pub fn rank(index: &Index, query: &str) -> Vec<(u32, u32)> {
    let Some(query) = Query::of(query) else { return Vec::new() };
    let mut hits: Vec<(u32, usize, u32)> = index
        .elements
        .iter()
        .filter_map(|element| {
            let score = score(element, &query);
            (score > 0).then_some((score, element.order, element.uid))
        })
        .collect();
    crate::order::sort_by_key(&mut hits, |(score, order, _)| (std::cmp::Reverse(*score), *order));
    hits.into_iter().map(|(score, _, uid)| (uid, score)).collect()
}

/// The answer of `find_on_page`: matching elements, then matching lines of the text with their offset for `read_page`.
pub fn find(index: &Index, query: &str, limit: usize, options: &RenderOptions) -> String {
    let hits = rank(index, query);
    let written = Lines::of(index, index.elements.iter(), options.show_typed_values).each();
    let mut out = format!("FOUND for {}:\n", super::clean::quoted(query, 80));
    for (uid, _) in hits.iter().take(limit) {
        if let Some(element) = index.element(*uid) {
            let place = if element.states.behind_modal {
                " [behind the open dialog]"
            } else if element.in_view {
                ""
            } else {
                " [not in view]"
            };
            let _ = writeln!(out, "{}{place}", written.wide(element));
        }
    }
    if hits.len() > limit {
        let _ = writeln!(out, "({} more elements)", hits.len() - limit);
    }
    let lines = text_hits(index, query);
    if !lines.is_empty() {
        out.push_str("TEXT:\n");
        for (offset, text) in lines.iter().take(TEXT_HITS) {
            let _ = writeln!(out, "offset {offset}: {text}");
        }
        if lines.len() > TEXT_HITS {
            let _ = writeln!(out, "({} more places in the text)", lines.len() - TEXT_HITS);
        }
    }
    if hits.is_empty() && lines.is_empty() {
        out.push_str("(nothing; try other or fewer words)\n");
    }
    out
}

/// A piece of the page's readable text: `(text, next offset)`. Offsets count UTF-16 units.
pub fn read(index: &Index, offset: usize, limit: usize) -> (String, Option<usize>) {
    let mut out = String::new();
    let mut at = 0;
    let mut taken = 0;
    let text = reading(index);
    for raw in text.split_inclusive('\n') {
        let length: usize = raw.chars().map(char::len_utf16).sum();
        let start = at;
        at += length;
        if at <= offset {
            continue;
        }
        if taken > 0 && taken + length > limit {
            return (out, Some(start));
        }
        // A line longer than the limit, or starting before the offset, is cut.
        let skip = offset.saturating_sub(start);
        let mut inside = start;
        for c in raw.chars() {
            inside += c.len_utf16();
            if inside <= start + skip || (super::clean::is_hidden(c)) {
                continue;
            }
            if taken >= limit {
                return (out, Some(inside - c.len_utf16()));
            }
            taken += c.len_utf16();
            out.push(c);
        }
    }
    let next = index.is_text_cut().then_some(at);
    (out, next)
}

fn score(element: &Element, query: &Query) -> u32 {
    let name = fold(&element.name);
    let penalty = if element.states.disabled || element.states.behind_modal { 5 } else { 0 };
    if !query.signs.is_empty() {
        let raw = plain(&element.name);
        let value = matches!(&element.value, Some(FieldValue::Shown(value)) if plain(value).contains(&query.signs));
        return match () {
            () if raw == query.signs => 100 - penalty,
            () if raw.contains(&query.signs) => 85 - penalty,
            () if value => 40 - penalty,
            () => 0,
        };
    }
    if name == query.whole {
        return 100 - penalty;
    }
    if !name.is_empty() && query.is_in(&name, &element.name) {
        return 85 - penalty;
    }
    let mut around = fold(&element.context.join(" "));
    around.push(' ');
    around.push_str(&fold(&element.placeholder));
    around.push(' ');
    around.push_str(&fold(&element.hint));
    around.push(' ');
    around.push_str(&fold(element.kind.label()));
    around.push(' ');
    around.push_str(&fold(&element.role));
    if let Some(FieldValue::Shown(value)) = &element.value {
        around.push(' ');
        around.push_str(&fold(value));
    }
    for option in element.options.iter().take(60) {
        around.push(' ');
        around.push_str(&fold(&option.label));
    }
    let mut total = 0;
    let mut in_name = 0;
    for word in &query.words {
        let is_in = |text: &str| !is_short(word) && text.contains(word.as_str());
        let points = if has_word(&name, word) {
            10
        } else if is_in(&name) {
            8
        } else if has_like(&name, word) {
            6
        } else if is_in(&around) || has_word(&around, word) {
            4
        } else {
            0
        };
        in_name += u32::from(points >= 6);
        total += points;
    }
    // At least half of the words, and one of them in the name unless all are nearby.
    let all = query.words.len() as u32;
    let matched = total >= all * 4 || (in_name * 2 >= all && in_name > 0);
    if matched { (total * 7 / all).min(80).saturating_sub(penalty).max(1) } else { 0 }
}

fn text_hits(index: &Index, query: &str) -> Vec<(usize, String)> {
    let Some(query) = Query::of(query) else { return Vec::new() };
    let mut whole = Vec::new();
    let mut by_words = Vec::new();
    let mut at = 0;
    for raw in reading(index).split('\n') {
        let folded = fold(raw);
        if query.is_in(&folded, raw) {
            whole.push((at, around(raw, if query.signs.is_empty() { &query.whole } else { &query.signs })));
        } else if query.has_each_in(&folded) {
            by_words.push((at, line(raw, 240)));
        }
        at += raw.chars().map(char::len_utf16).sum::<usize>() + 1;
    }
    whole.append(&mut by_words);
    whole
}

/// The words around the first match of `query` in a long line.
fn around(raw: &str, query: &str) -> String {
    if raw.chars().count() <= 240 {
        return line(raw, 240);
    }
    let wanted = query.split(' ').next().unwrap_or(query);
    // Folded letter by letter, so that positions stay the same.
    let places = raw.char_indices().enumerate().find(|(_, (at, _))| {
        let rest = raw.get(*at..).unwrap_or_default();
        plain(&rest.chars().take(wanted.chars().count() + 1).collect::<String>()).starts_with(wanted)
    });
    let place = places.map_or(0, |(place, _)| place);
    let excerpt: String = raw.chars().skip(place.saturating_sub(80)).take(240).collect();
    line(&excerpt, 240)
}

fn has_word(text: &str, word: &str) -> bool {
    text.split(' ').any(|w| {
        w == word || (w.len() > word.len() && w.strip_suffix('s') == Some(word)) || word.strip_suffix('s') == Some(w)
    })
}

/// Whether a word of the text differs from it by one letter or two swapped neighbours; words of four letters or more.
fn has_like(text: &str, word: &str) -> bool {
    let length = word.chars().count();
    // One edit leaves the first or the last letter, which rules out most words without counting edits.
    let same_end = |w: &str| w.chars().next() == word.chars().next() || w.chars().last() == word.chars().last();
    let near = |w: &str| {
        let other = w.chars().count();
        other >= 4 && other.abs_diff(length) <= 1 && same_end(w) && strsim::osa_distance(w, word) <= 1
    };
    length >= 4 && text.split(' ').any(near)
}
