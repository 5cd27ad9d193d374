//! The statements of an answer that have no citation after them.

use super::cited::{Bracket, Says};
use crate::figures::{Figure, figures};
use std::ops::Range;

/// Words of a statement, at least.
const LEAST_WORDS: usize = 3;
/// Statements told to the model, at most.
const MOST_TOLD: usize = 10;

/// A piece of an answer that citations belong to.
struct Unit {
    at: Range<usize>,
    kind: Kind,
    /// Blanks before its first word.
    indent: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Paragraph,
    Item,
    Table,
    /// A heading or code, which says nothing itself.
    Other,
}

/// The statements without a citation. One covers what comes before it in its paragraph, its item of a list, or its table; what is concluded stands
/// on the citations of the list, table or paragraph directly below it. `stands`: whether a figure is in what these brackets cite, or was calculated.
pub(super) fn uncited(answer: &str, brackets: &[Bracket], stands: &Stands<'_>) -> Vec<String> {
    let units = units(answer);
    let cited = |unit: &Unit| -> Vec<&Bracket> {
        let is_in = |bracket: &&Bracket| matches!(bracket.says, Says::Stands(_)) && unit.at.contains(&bracket.at.start);
        brackets.iter().filter(is_in).collect()
    };
    let mut found = Vec::new();
    for (at, unit) in units.iter().enumerate() {
        let Some(rest) = open_end(answer, unit, brackets) else { continue };
        let (before, last) = last_sentence(rest);
        let leads = last.ends_with(':');
        let below = below(units.get(at..).unwrap_or_default(), leads);
        let marks: Vec<Vec<&Bracket>> = below.iter().map(cited).collect();
        let is_supported = match figures(unmarked(last)) {
            // It says nothing but what follows.
            none if none.is_empty() && leads => marks.iter().any(|marks| !marks.is_empty()),
            figures if !below.is_empty() && marks.iter().all(|marks| !marks.is_empty()) => {
                let marks = marks.concat();
                let count = below.len().to_string();
                figures.iter().all(|figure| figure.value == count || stands(&marks, figure))
            }
            _ => false,
        };
        match is_supported {
            true if says(before) => found.push(before.to_owned()),
            true => {}
            false => found.push(rest.to_owned()),
        }
    }
    found.truncate(MOST_TOLD);
    found
}

/// Whether a figure is in what these brackets cite, or was calculated.
pub(super) type Stands<'s> = dyn Fn(&[&Bracket], &Figure) -> bool + 's;

fn units(answer: &str) -> Vec<Unit> {
    let mut units: Vec<Unit> = Vec::new();
    // Whether the next line goes on with the last unit.
    let mut goes_on = false;
    let mut in_code = false;
    let mut at = 0;
    for line in answer.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let text = line.trim();
        let fences = text.starts_with("```");
        in_code ^= fences;
        let kind = match () {
            () if fences || in_code || text.starts_with('#') => Kind::Other,
            () if text.starts_with('|') => Kind::Table,
            () if is_item(text) => Kind::Item,
            () => Kind::Paragraph,
        };
        if text.is_empty() {
            goes_on = false;
            continue;
        }
        let same = |last: &Unit| match kind {
            Kind::Paragraph => matches!(last.kind, Kind::Paragraph | Kind::Item),
            Kind::Table => last.kind == Kind::Table,
            Kind::Item | Kind::Other => false,
        };
        match units.last_mut().filter(|last| goes_on && same(last)) {
            Some(last) => last.at.end = at,
            None => units.push(Unit { at: start..at, kind, indent: line.len() - line.trim_start().len() }),
        }
        goes_on = true;
    }
    units
}

/// What stands directly below the first of these units and belongs to it: the items of a list, a table, or after a colon a paragraph.
fn below(units: &[Unit], leads: bool) -> &[Unit] {
    let Some((unit, rest)) = units.split_first() else { return &[] };
    let is_part = |next: &Unit| next.kind == Kind::Item && (unit.kind != Kind::Item || next.indent > unit.indent);
    let count = match rest.first().map(|next| next.kind) {
        Some(Kind::Item) => rest.iter().take_while(|next| is_part(next)).count(),
        Some(Kind::Table) => 1,
        Some(Kind::Paragraph) if leads => 1,
        _ => 0,
    };
    rest.get(..count).unwrap_or_default()
}

/// A text's last sentence, and what comes before it.
fn last_sentence(text: &str) -> (&str, &str) {
    let ends = text.match_indices(['.', '!', '?', '\n']).filter(|(at, end)| {
        let (head, tail) = (text.get(..*at).unwrap_or_default(), text.get(at + end.len()..).unwrap_or_default());
        let word = head.chars().rev().take_while(|c| c.is_alphabetic()).count();
        // What is cut short, and figures, have points as well.
        *end == "\n"
            || word >= LEAST_WORDS && tail.starts_with(' ') && tail.trim_start().starts_with(char::is_uppercase)
    });
    let at = ends.map(|(at, end)| at + end.len()).next_back().unwrap_or(0);
    (text.get(..at).unwrap_or_default().trim(), text.get(at..).unwrap_or_default().trim())
}

fn is_item(text: &str) -> bool {
    let bare = text.trim_start_matches(|c: char| c.is_ascii_digit());
    text.starts_with(['-', '*', '+', '•']) || bare.len() < text.len() && bare.starts_with(['.', ')'])
}

/// An item's text without its mark.
fn unmarked(text: &str) -> &str {
    if is_item(text) { text.trim_start_matches(|c: char| c.is_ascii_digit() || ".)-*+•".contains(c)) } else { text }
}

/// What of a unit comes after its last citation, if it says something.
fn open_end<'a>(answer: &'a str, unit: &Unit, brackets: &[Bracket]) -> Option<&'a str> {
    if unit.kind == Kind::Other {
        return None;
    }
    let Range { start, end } = unit.at;
    let last = brackets.iter().rev().map(|bracket| bracket.at.end).find(|at| (start..=end).contains(at));
    // Headers and figures of a table share its citations.
    if unit.kind == Kind::Table && last.is_some() {
        return None;
    }
    let rest = answer.get(last.unwrap_or(start)..end)?.trim();
    says(rest).then_some(rest)
}

fn says(text: &str) -> bool {
    let words = text.split_whitespace().filter(|word| word.contains(char::is_alphanumeric)).count();
    words >= LEAST_WORDS && !(text.starts_with("**") && text.ends_with("**"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::cited::brackets;

    /// Nothing was calculated but 12.
    fn told(answer: &str) -> Vec<String> {
        let marks = |bracket: &Bracket| match &bracket.says {
            Says::Stands(marks) => marks.clone(),
            _ => Vec::new(),
        };
        let stands = |below: &[&Bracket], figure: &Figure| {
            let quotes = below.iter().flat_map(|bracket| marks(bracket)).flat_map(|mark| figures(&mark.quote));
            figure.value == "12" || quotes.map(|said| said.value).any(|value| value == figure.value)
        };
        uncited(answer, &brackets(answer, &["a.pdf"]), &stands)
    }

    #[test]
    fn a_conclusion_stands_on_what_is_cited_directly_below_it() {
        let (rent, heat) =
            (r#"- The rent: 5 [a.pdf, p. 1: "rent 5"]"#, r#"- The heating: 7 [a.pdf, p. 2: "heating 7"]"#);
        for (lead, below, is_supported) in [
            ("So the total is 12:", format!("{rent}\n{heat}"), true),
            ("So the total is 12.", format!("\n{rent}\n{heat}"), true),
            ("So the 2 parts come to 12:", format!("{rent}\n{heat}"), true),
            ("So the rent is the 5 of these:", format!("{rent}\n{heat}"), true),
            ("Both are paid each month:", format!("{rent}\n{heat}"), true),
            (
                "So the total is 12:",
                r#"| part | sum |\n|---|---|\n| rent | 5 [a.pdf, p. 1: "rent 5"] |"#.replace("\\n", "\n"),
                true,
            ),
            ("So the total is 12:", r#"The rent is 5 [a.pdf, p. 1: "rent 5"]."#.to_owned(), true),
            // No list of inputs, or not all of it cited.
            ("So the total is 12:", String::new(), false),
            ("So the total is 12:", format!("{rent}\n- The heating: 7"), false),
            ("So the total is 12:", "- rent\n- heating".to_owned(), false),
            ("Both are paid each month:", "- rent\n- heating".to_owned(), false),
            ("So the total is 12.", format!("## Parts\n{rent}"), false),
            ("So the total is 12.", "The rent is 5 [a.pdf, p. 1: \"rent 5\"].".to_owned(), false),
            // A figure that nobody cites or calculates.
            ("So the total is 13:", format!("{rent}\n{heat}"), false),
            ("So the 3 parts come to 12:", format!("{rent}\n{heat}"), false),
        ] {
            let answer = format!("{lead}\n\n{below}");
            let told = told(&answer);
            assert_eq!(!told.iter().any(|statement| statement.contains(lead)), is_supported, "{answer}: {told:?}");
        }
        // Only the conclusion: what was said before it has no citation.
        let two = told(&format!("The flat is a good one. So the total is 12:\n\n{rent}\n{heat}"));
        assert_eq!(two, ["The flat is a good one."]);
        // An item rests on the items below it that are part of it, and on no other.
        let nested = format!("- So the total is 12:\n  {rent}\n  {heat}");
        let flat = format!("- So the total is 12:\n{rent}\n{heat}");
        assert_eq!((told(&nested).len(), told(&flat).len()), (0, 1));
    }

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
            assert_eq!(told(&answer), expected, "{answer}");
        }
    }
}
