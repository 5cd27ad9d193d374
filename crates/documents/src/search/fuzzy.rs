//! What stands for a word that no searched document has: words that begin with it or contain it, or differ by a typing mistake.

use super::postings::Indexed;
use super::tuning::{FUZZY, FUZZY_MOST};

/// From this length on, in characters, a word may be a part of another.
const PART: usize = 4;

/// The terms of a document that resemble one, the closest first.
pub(super) fn resembling(document: &Indexed, term: &str) -> Vec<(String, f32)> {
    let length = term.chars().count();
    let has_digit = term.contains(|c: char| c.is_ascii_digit());
    if length < PART || has_digit {
        return Vec::new();
    }
    let allowed = if length >= 8 { 2 } else { 1 };
    let mut found: Vec<(usize, &String, usize)> = Vec::new();
    for (other, postings) in &document.terms {
        let mistakes = if other.starts_with(term) || (length > PART && other.contains(term)) {
            1
        } else if other.chars().count().abs_diff(length) <= allowed {
            strsim::osa_distance(term, other)
        } else {
            continue;
        };
        if mistakes <= allowed {
            found.push((mistakes, other, postings.len()));
        }
    }
    // The fewest mistakes first, then the most frequent.
    found.sort_by(|a, b| (a.0, b.2, a.1).cmp(&(b.0, a.2, b.1)));
    found
        .into_iter()
        .take(FUZZY_MOST)
        .map(|(mistakes, other, _)| (other.clone(), FUZZY / mistakes.max(1) as f32))
        .collect()
}
