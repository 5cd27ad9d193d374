//! The statements of an answer that no citation stands behind.

use super::cited::Bracket;

/// Words of a statement, at least.
const LEAST_WORDS: usize = 3;
/// Statements told to the model, at most.
const MOST_TOLD: usize = 10;

/// The statements without a citation. One stands behind what comes before it in its paragraph, its item of a list, or its table.
pub(super) fn uncited(answer: &str, brackets: &[Bracket]) -> Vec<String> {
    let mut found = Vec::new();
    let mut unit = 0..0;
    let mut in_code = false;
    let mut in_table = false;
    let mut at = 0;
    for line in answer.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let text = line.trim();
        let fences = text.starts_with("```");
        in_code ^= fences;
        let is_table = text.starts_with('|');
        let begins =
            text.is_empty() || fences || in_code || is_table != in_table || is_item(text) || text.starts_with('#');
        if begins {
            found.extend(open_end(answer, unit, brackets, in_table));
            unit = start..start;
        }
        in_table = is_table;
        let is_skipped = text.is_empty() || fences || in_code || text.starts_with('#');
        unit.end = at;
        if is_skipped {
            unit = at..at;
        }
    }
    found.extend(open_end(answer, unit, brackets, in_table));
    found.truncate(MOST_TOLD);
    found
}

fn is_item(text: &str) -> bool {
    let bare = text.trim_start_matches(|c: char| c.is_ascii_digit());
    text.starts_with(['-', '*', '+', '•']) || bare.len() < text.len() && bare.starts_with(['.', ')'])
}

/// What of a unit comes after its last citation, if it says something.
fn open_end(answer: &str, unit: std::ops::Range<usize>, brackets: &[Bracket], is_table: bool) -> Option<String> {
    let last = brackets.iter().rev().map(|bracket| bracket.at.end).find(|end| (unit.start..=unit.end).contains(end));
    // Headers and figures of a table share its citations.
    if is_table && last.is_some() {
        return None;
    }
    let rest = answer.get(last.unwrap_or(unit.start)..unit.end)?.trim();
    let words = rest.split_whitespace().filter(|word| word.contains(char::is_alphanumeric)).count();
    let says = words >= LEAST_WORDS && !rest.ends_with(':') && !(rest.starts_with("**") && rest.ends_with("**"));
    says.then(|| rest.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::cited::brackets;

    #[test]
    fn only_what_no_citation_stands_behind_is_told() {
        let cite = r#"[a.pdf, p. 1: "x"]"#;
        for (answer, expected) in [
            (format!("It ends in May {cite}."), vec![]),
            (
                format!("It ends in May {cite}. It can be prolonged by a year."),
                vec![". It can be prolonged by a year."],
            ),
            (format!("It ends in May. It began in June {cite}."), vec![]),
            (format!("The contract says this:\n\n- one two three {cite}\n- four five six"), vec!["- four five six"]),
            (format!("# What it says\nYes. {cite}"), vec![]),
            (format!("| item | price | note |\n|---|---|---|\n| a | 5 | {cite} |"), vec![]),
            (format!("It ends in May.\n\nIt began in June {cite}."), vec!["It ends in May."]),
            ("The documents do not say. [none]".to_owned(), vec![]),
            ("It is Paris, of course".to_owned(), vec!["It is Paris, of course"]),
            (format!("1. one two three {cite}\n   and more of it {cite}\n2) four five six"), vec!["2) four five six"]),
        ] {
            assert_eq!(uncited(&answer, &brackets(&answer, &["a.pdf"])), expected, "{answer}");
        }
    }
}
