//! A question with definitions, formulas and instructions around it, taken apart: each part is searched by itself too, so that none drowns the others.

/// What the asked sentence counts beside the whole, and what another part counts.
const ASKED: f32 = 0.6;
const OTHER: f32 = 0.3;
/// Parts that are searched, at most.
const MOST: usize = 12;
/// Words of a part, at least.
const LEAST_WORDS: usize = 2;

/// Parts of a text without a question mark of which the first is what is asked, at least: an order with its instructions.
const ORDER: usize = 3;

/// The parts of a text, each with what it counts; none for a text that is no question and no order with instructions, or nothing but one.
pub(super) fn parts(text: &str) -> Vec<(&str, f32)> {
    let mut parts: Vec<(&str, f32)> = Vec::new();
    let mut start = 0;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let end = at + c.len_utf8();
        let closes = chars.peek().is_none_or(|(_, next)| next.is_whitespace() || matches!(next, '"' | ')' | '”'));
        let cuts = matches!(c, '(' | ')' | '\n' | '？' | '。') || matches!(c, '.' | '?' | '!' | ':' | ';') && closes;
        if !cuts && chars.peek().is_some() {
            continue;
        }
        let part = text.get(start..end).unwrap_or_default().trim();
        let counts = if matches!(c, '?' | '？') { ASKED } else { OTHER };
        if part.split_whitespace().count() >= LEAST_WORDS {
            parts.push((part, counts));
        }
        start = end;
    }
    let is_order = parts.len() >= ORDER;
    let mut is_asked = parts.iter().any(|(_, counts)| *counts == ASKED);
    if let Some((_, counts)) = parts.first_mut().filter(|_| !is_asked && is_order) {
        (*counts, is_asked) = (ASKED, true);
    }
    parts.truncate(MOST);
    if is_asked && parts.len() > 1 { parts } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_told_from_what_stands_around_it() {
        let text = "What was the margin of 3.5 Inc. in FY2019? It is (income / net sales). Round to 2 decimals.";
        let found: Vec<(&str, f32)> = parts(text);
        assert_eq!(
            found,
            [
                ("What was the margin of 3.5 Inc.", OTHER),
                ("in FY2019?", ASKED),
                ("It is (", OTHER),
                ("income / net sales)", OTHER),
                ("Round to 2 decimals.", OTHER)
            ]
        );
        let order: Vec<f32> = parts("State the rent. Round it. Give it in euros.").iter().map(|part| part.1).collect();
        assert_eq!(order, [ASKED, OTHER, OTHER]);
        for alone in ["What is the rent?", "rent and deposit", "The rent. The deposit.", "", "?"] {
            assert!(parts(alone).is_empty(), "{alone}");
        }
    }
}
