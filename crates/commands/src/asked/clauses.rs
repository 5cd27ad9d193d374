//! What a request tells beside its question: a sentence in front (`I lost my card, how much is a new one`), a clause behind (`… if I don't like it`).

use super::said::Said;
use super::tongues::{Sort, Tongue};
use std::ops::Range;

/// Least words in front of a question that are a sentence of their own.
const SENTENCE: usize = 3;

/// Words that begin a condition as well as a question.
pub(super) const CONDITIONS: &[&str] = &["when", "quand", "cuando"];

/// The words from one to before another that ask; what stands around them is told besides.
pub(super) fn asking(said: &Said<'_>, from: usize, end: usize, tongue: &Tongue) -> Range<usize> {
    let from = in_front(said, from, end, tongue).unwrap_or(from);
    // "when I get there"
    let is_when = |at: usize| {
        said.at_any(at, CONDITIONS).is_some() && said.word(at + 1).is_some_and(|next| tongue.subjects.contains(&next))
    };
    let behind = (from + 2..end).find(|at| said.at_any(*at, tongue.clauses).is_some() || is_when(*at));
    from..behind.unwrap_or(end)
}

/// Where a question begins behind a sentence: a comma or another subject parts them.
fn in_front(said: &Said<'_>, from: usize, end: usize, tongue: &Tongue) -> Option<usize> {
    let asks = || tongue.asks.iter().filter(|(_, sort)| *sort != Sort::YesNo).map(|(phrase, _)| *phrase);
    let begins = |at: usize| asks().filter_map(|phrase| said.at(at, phrase)).max();
    if begins(from).is_some() || said.at_any(from, tongue.begins).is_some() {
        return None;
    }
    let is_sentence = said.at_any(from, tongue.subjects).is_some() || said.at_any(from, tongue.clauses).is_some();
    (from + SENTENCE..end).filter(|at| said.at_any(*at, tongue.clauses).is_none()).find(|at| {
        let Some(words) = begins(*at).filter(|words| at + words <= end) else { return false };
        let is_apart = said.before(*at).contains([',', ';', '.', '!', '?', '–']);
        let has_subject = (*at..at + words).any(|at| said.at_any(at, &["ca", "c"]).is_some());
        is_apart && at + words < end || is_sentence && has_subject
    })
}
