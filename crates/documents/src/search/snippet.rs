//! The passage of a chunk that has most of what was searched for.

use super::tokens::Analyzer;
use std::collections::HashMap;

/// How many characters a passage is to have.
const LENGTH: usize = 320;

/// The best passage of a text, whole lines or sentences where possible; `weights` says what each term counts.
pub(super) fn snippet(text: &str, analyzer: &mut Analyzer, weights: &HashMap<String, f32>) -> String {
    if text.chars().count() <= LENGTH {
        return text.trim().to_owned();
    }
    let pieces: Vec<&str> = pieces(text);
    let values: Vec<HashMap<String, f32>> = pieces
        .iter()
        .map(|piece| {
            analyzer
                .terms(piece)
                .into_iter()
                .filter_map(|term| Some((weights.get(&term).copied()?, term)))
                .map(|(weight, term)| (term, weight))
                .collect()
        })
        .collect();
    let mut best = (f32::MIN, 0, 0);
    for from in 0..pieces.len() {
        let mut length = 0;
        let mut seen: HashMap<&String, f32> = HashMap::new();
        for to in from..pieces.len() {
            length += pieces.get(to).map_or(0, |piece| piece.chars().count());
            if length > LENGTH && to > from {
                break;
            }
            seen.extend(values.get(to).into_iter().flatten().map(|(term, weight)| (term, *weight)));
            // Of equal ones the shorter is closer to what was asked, the first one easier to find.
            let value = seen.values().sum::<f32>() - length as f32 * 1e-6;
            if value > best.0 {
                best = (value, from, to + 1);
            }
        }
    }
    let passage: String = pieces.get(best.1..best.2).unwrap_or_default().concat();
    passage.trim().to_owned()
}

/// Lines and sentences, none longer than a passage.
fn pieces(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let (mut start, mut length, mut space) = (0, 0, None);
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let end = at + c.len_utf8();
        length += 1;
        let before_space = chars.peek().is_none_or(|(_, next)| next.is_whitespace());
        if c.is_whitespace() {
            space = Some(end);
        }
        let ends = matches!(c, '\n' | '。') || (matches!(c, '.' | '!' | '?') && before_space);
        if ends || length >= LENGTH {
            let cut = if ends { end } else { space.unwrap_or(end) };
            out.extend(text.get(start..cut));
            (start, length, space) = (cut, text.get(cut..end).map_or(0, |rest| rest.chars().count()), None);
        }
    }
    out.extend(text.get(start..).filter(|rest| !rest.is_empty()));
    out
}
