//! Search over the whole index and the page's text, and paging through the text.

use std::borrow::Cow;
use std::fmt::Write as _;

use super::clean::line;
use super::index::{Element, FieldValue, Index};
use super::render::{NAME_CAP, RenderOptions, element_line};

/// Most text lines in an answer.
const TEXT_HITS: usize = 8;

/// Elements that fit a query, best first, with a score of 1 to 100.
pub fn rank(index: &Index, query: &str) -> Vec<(u32, u32)> {
    let query = normal(query);
    let words: Vec<&str> = query.split(' ').filter(|w| !w.is_empty()).collect();
    if words.is_empty() {
        return Vec::new();
    }
    let mut hits: Vec<(u32, usize, u32)> = index
        .elements
        .iter()
        .filter_map(|element| {
            let score = score(element, &query, &words);
            (score > 0).then_some((score, element.order, element.uid))
        })
        .collect();
    hits.sort_unstable_by_key(|(score, order, _)| (std::cmp::Reverse(*score), *order));
    hits.into_iter().map(|(score, _, uid)| (uid, score)).collect()
}

/// The answer of `find_on_page`: matching elements, then matching lines of the text with their offset for `read_page`.
pub fn find(index: &Index, query: &str, limit: usize, options: &RenderOptions) -> String {
    let hits = rank(index, query);
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
            let _ = writeln!(out, "{}{place}", element_line(element, 2, options.show_typed_values));
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

/// What the page says, and then what its fields hold that a look tells only the beginning of.
fn reading(index: &Index) -> Cow<'_, str> {
    let mut out = Cow::Borrowed(index.text.as_str());
    // Of a text that was cut the rest would stand where the fields do.
    if index.text_length > index.text.encode_utf16().count() {
        return out;
    }
    for element in &index.elements {
        if let Some(FieldValue::Shown(value)) = &element.value
            && value.chars().count() > NAME_CAP
        {
            let out = out.to_mut();
            let _ = write!(out, "\n[{} {} holds:]\n{}", element.uid, element.kind.label(), value.trim_end());
        }
    }
    out
}

/// A piece of the page's text: `(text, next offset)`. Offsets count UTF-16 units, as the page's `textPage` does.
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
        // A line that alone is longer than the limit, or one that begins before the offset, is cut inside.
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
    let next = (index.text_length > at).then_some(at);
    (out, next)
}

fn score(element: &Element, query: &str, words: &[&str]) -> u32 {
    let name = normal(&element.name);
    let penalty = if element.states.disabled || element.states.behind_modal { 5 } else { 0 };
    if name == query {
        return 100 - penalty;
    }
    if !name.is_empty() && name.contains(query) {
        return 85 - penalty;
    }
    let mut around = normal(&element.context.join(" "));
    around.push(' ');
    around.push_str(&normal(&element.placeholder));
    around.push(' ');
    around.push_str(&normal(&element.hint));
    around.push(' ');
    around.push_str(&normal(element.kind.label()));
    around.push(' ');
    around.push_str(&normal(&element.role));
    if let Some(FieldValue::Shown(value)) = &element.value {
        around.push(' ');
        around.push_str(&normal(value));
    }
    for option in element.options.iter().take(60) {
        around.push(' ');
        around.push_str(&normal(&option.label));
    }
    let mut total = 0;
    let mut in_name = 0;
    for word in words {
        let points = if has_word(&name, word) {
            10
        } else if name.contains(word) {
            8
        } else if has_like(&name, word) {
            6
        } else if around.contains(word) {
            4
        } else {
            0
        };
        in_name += u32::from(points >= 6);
        total += points;
    }
    // At least half of the words, and at least one of them in the name unless all are around.
    let all = words.len() as u32;
    let matched = total >= all * 4 || (in_name * 2 >= all && in_name > 0);
    if matched { (total * 7 / all).min(80).saturating_sub(penalty).max(1) } else { 0 }
}

fn text_hits(index: &Index, query: &str) -> Vec<(usize, String)> {
    let query = normal(query);
    if query.is_empty() {
        return Vec::new();
    }
    let words: Vec<&str> = query.split(' ').collect();
    let mut whole = Vec::new();
    let mut by_words = Vec::new();
    let mut at = 0;
    for raw in reading(index).split('\n') {
        let low = normal(raw);
        if low.contains(&query) {
            whole.push((at, around(raw, &query)));
        } else if words.len() > 1 && words.iter().all(|w| low.contains(w)) {
            by_words.push((at, line(raw, 240)));
        }
        at += raw.chars().map(char::len_utf16).sum::<usize>() + 1;
    }
    whole.append(&mut by_words);
    whole
}

/// The words around the first place of `query` in a long line.
fn around(raw: &str, query: &str) -> String {
    if raw.chars().count() <= 240 {
        return line(raw, 240);
    }
    let low: Vec<char> = raw.chars().flat_map(|c| c.to_lowercase().next()).collect();
    let wanted: Vec<char> = query.chars().take(20).collect();
    let place = low.windows(wanted.len().max(1)).position(|w| w == wanted.as_slice()).unwrap_or(0);
    let excerpt: String = raw.chars().skip(place.saturating_sub(80)).take(240).collect();
    line(&excerpt, 240)
}

/// Lower case, only letters and digits, single blanks.
fn normal(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut blank = false;
    for c in text.chars() {
        if c.is_alphanumeric() {
            if blank && !out.is_empty() {
                out.push(' ');
            }
            blank = false;
            out.extend(c.to_lowercase());
        } else {
            blank = true;
        }
    }
    out
}

fn has_word(text: &str, word: &str) -> bool {
    text.split(' ').any(|w| {
        w == word || (w.len() > word.len() && w.strip_suffix('s') == Some(word)) || word.strip_suffix('s') == Some(w)
    })
}

/// Whether a word of the text is the word but for one letter; words of four letters or more.
fn has_like(text: &str, word: &str) -> bool {
    word.chars().count() >= 4 && text.split(' ').any(|w| w.chars().count() >= 4 && one_edit(w, word))
}

fn one_edit(a: &str, b: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().abs_diff(b.len()) > 1 {
        return false;
    }
    let front = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
    let back = a.iter().rev().zip(b.iter().rev()).take_while(|(x, y)| x == y).count();
    let longest = a.len().max(b.len());
    // One replaced, inserted or missing letter, or two neighbours swapped.
    front + back + 1 >= longest
        || (a.len() == b.len()
            && front + back + 2 == longest
            && a.get(front) == b.get(front + 1)
            && a.get(front + 1) == b.get(front))
}
