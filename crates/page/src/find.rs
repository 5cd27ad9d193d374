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

    /// How a text has all of it, in this order.
    fn fit(&self, folded: &str, raw: &str) -> Fit {
        if !self.signs.is_empty() {
            return if plain(raw).contains(&self.signs) { Fit::Whole } else { Fit::None };
        }
        if has_phrase(folded, &self.whole) {
            return Fit::Whole;
        }
        if !is_short(&self.whole) && folded.contains(&self.whole) { Fit::Part } else { Fit::None }
    }

    /// How each of its words occurs, in any order.
    fn fit_in_any_order(&self, folded: &str) -> Fit {
        let fits = self.words.iter().map(|word| match () {
            () if has_word(folded, word) => Fit::Whole,
            () if !is_short(word) && folded.contains(word.as_str()) => Fit::Part,
            () => Fit::None,
        });
        if self.words.len() > 1 { fits.min().unwrap_or(Fit::None) } else { Fit::None }
    }
}

/// How well a text matches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    None,
    /// Within longer words only.
    Part,
    /// By whole words.
    Whole,
}

/// Whether a folded text has the words one after the other, none of them as a part of a longer one.
fn has_phrase(folded: &str, phrase: &str) -> bool {
    let ends = |side: Option<char>, own: Option<char>| {
        side.is_none_or(|c| c == ' ') || side.is_some_and(is_unspaced) || own.is_some_and(is_unspaced)
    };
    folded.match_indices(phrase).any(|(at, _)| {
        let before = folded.get(..at).and_then(|text| text.chars().next_back());
        let after = folded.get(at + phrase.len()..).and_then(|text| text.chars().next());
        ends(before, phrase.chars().next()) && ends(after, phrase.chars().next_back())
    })
}

/// Whether it is of a script that is written without blanks between words.
fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{20000}'..='\u{3ffff}')
}

/// Nearly every longer word contains one of one letter or two.
fn is_short(word: &str) -> bool {
    word.chars().nth(2).is_none()
}

/// Scores up to this one are of elements that match only in part: within longer words, nearly, or by some of the words.
const IN_PART: u32 = 50;

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
    let full = hits.iter().filter(|(_, score)| *score > IN_PART).count();
    let (lines, is_in_part) = text_hits(index, query);
    // What matches only in part would crowd out, or be taken for, what was meant.
    let is_found = full > 0 || (!is_in_part && !lines.is_empty());
    let shown = if is_found { full } else { hits.len() };
    for (uid, _) in hits.iter().take(shown.min(limit)) {
        if let Some(element) = index.element(*uid) {
            let place = if element.states.behind_modal {
                " [behind the open dialog]"
            } else if element.in_view {
                ""
            } else {
                " [not in view]"
            };
            let part = if is_found { "" } else { " [matches in part]" };
            let _ = writeln!(out, "{}{place}{part}", written.wide(element));
        }
    }
    if shown > limit {
        let _ = writeln!(out, "({} more elements)", shown - limit);
    }
    if hits.len() > shown {
        let _ = writeln!(out, "({} elements that match only in part are left out)", hits.len() - shown);
    }
    let lines = if is_in_part && is_found { Vec::new() } else { lines };
    if !lines.is_empty() {
        out.push_str("TEXT:\n");
        let part = if is_in_part { " [matches in part]" } else { "" };
        for (offset, text) in lines.iter().take(TEXT_HITS) {
            let _ = writeln!(out, "offset {offset}{part}: {text}");
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
            () if value => 60 - penalty,
            () => 0,
        };
    }
    if name == query.whole {
        return 100 - penalty;
    }
    if !name.is_empty() && query.fit(&name, &element.name) == Fit::Whole {
        return 90 - penalty;
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
    let mut whole = 0;
    for word in &query.words {
        let is_in = |text: &str| !is_short(word) && text.contains(word.as_str());
        let (is_whole, points) = match () {
            () if has_word(&name, word) => (true, 10),
            () if is_in(&name) => (false, 8),
            () if has_like(&name, word) => (false, 6),
            () if has_word(&around, word) => (true, 4),
            () if is_in(&around) => (false, 4),
            () => (false, 0),
        };
        whole += u32::from(is_whole);
        in_name += u32::from(points >= 6);
        total += points;
    }
    let all = query.words.len() as u32;
    if whole == all {
        return IN_PART + 5 + total * 3 / all - penalty;
    }
    // At least half of the words, and one of them in the name unless all are nearby.
    let matched = total >= all * 4 || (in_name * 2 >= all && in_name > 0);
    if matched { (total * 5 / all).min(IN_PART).saturating_sub(penalty).max(1) } else { 0 }
}

/// Lines of the text with their offset: those that have the query in one piece, then those with each of its words. `.1`: whether all of them match only
/// in part.
fn text_hits(index: &Index, query: &str) -> (Vec<(usize, String)>, bool) {
    let Some(query) = Query::of(query) else { return (Vec::new(), false) };
    let (mut whole, mut by_words, mut in_part) = (Vec::new(), Vec::new(), Vec::new());
    let mut at = 0;
    for raw in reading(index).split('\n') {
        let folded = fold(raw);
        let sought = if query.signs.is_empty() { &query.whole } else { &query.signs };
        match (query.fit(&folded, raw), query.fit_in_any_order(&folded)) {
            (Fit::Whole, _) => whole.push((at, around(raw, sought))),
            (_, Fit::Whole) => by_words.push((at, line(raw, 240))),
            (Fit::None, Fit::None) => {}
            (Fit::Part, _) | (_, Fit::Part) => in_part.push((at, around(raw, sought))),
        }
        at += raw.chars().map(char::len_utf16).sum::<usize>() + 1;
    }
    whole.append(&mut by_words);
    if whole.is_empty() { (in_part, true) } else { (whole, false) }
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
