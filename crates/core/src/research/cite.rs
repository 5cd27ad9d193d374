//! Citations: every figure in an answer must lead to a finding, and every finding to its quote. What the model left out is added, what it made up is
//! flagged.

use super::findings::{Check, Fact};
use super::fragment::{self, Around};
use super::{Research, SourceState};
use crate::figures::{Figure, figures};
use edith_words::say;

/// Marks everything unconfirmed.
const FLAG: &str = "⚠";
/// Integers up to this are mostly the model's own counts ("both", "3 of 5").
const COUNTS: u32 = 12;

/// The findings of all sources, numbered from 1.
pub(crate) fn numbered(research: &Research) -> Vec<(usize, usize, &Fact)> {
    let all = research.sources.iter().enumerate();
    let facts = all.flat_map(|(source, of)| of.found.facts.iter().map(move |fact| (source, fact)));
    facts.enumerate().map(|(at, (source, fact))| (at + 1, source, fact)).collect()
}

/// The model's answer with its citations checked and completed, followed by the list of sources.
pub(crate) fn checked(answer: &str, research: &Research) -> String {
    let facts = numbered(research);
    let known: Vec<Vec<String>> = facts
        .iter()
        .map(|(_, _, fact)| {
            figures(&format!("{} {}", fact.text, fact.quote)).into_iter().map(|figure| figure.value).collect()
        })
        .collect();
    // A number from the question, as in a product's name, is not a claim.
    let asked: Vec<String> = research
        .sources
        .iter()
        .flat_map(|source| figures(&format!("{} {}", source.description, source.goal)))
        .map(|figure| figure.value)
        .collect();
    let mut cited: Vec<usize> = Vec::new();
    let mut unknown: Vec<String> = Vec::new();
    let mut lines: Vec<String> = Vec::new();
    let mut in_code = false;
    for line in answer.trim().lines() {
        in_code ^= line.trim_start().starts_with("```");
        if in_code {
            lines.push(line.to_owned());
            continue;
        }
        let (mut text, numbers) = marked(line, &facts);
        let mut add: Vec<usize> = Vec::new();
        for figure in own_figures(line) {
            let is_in = |number: &usize| known.get(number - 1).is_some_and(|values| values.contains(&figure.value));
            if numbers.iter().chain(&add).any(is_in) {
                continue;
            }
            match (1..=facts.len()).find(is_in) {
                Some(number) => {
                    add.push(number);
                }
                None if is_count(&figure) || asked.contains(&figure.value) || unknown.contains(&figure.written) => {}
                None => unknown.push(figure.written),
            }
        }
        if !add.is_empty() {
            let more: String = add.iter().map(|number| format!(" {}", citation(*number, &facts))).collect();
            // In a table the citation goes into the last cell.
            text = match text.trim_end().strip_suffix('|') {
                Some(row) => format!("{}{more} |", row.trim_end()),
                None => format!("{}{more}", text.trim_end()),
            };
        }
        cited.extend(numbers.into_iter().chain(add));
        lines.push(text);
    }
    let mut out = lines.join("\n");
    if cited.is_empty() && !facts.is_empty() {
        out.push_str(&format!("\n\n{}", found(research)));
        cited.extend(1..=facts.len());
    }
    if !unknown.is_empty() {
        out.push_str(&format!("\n\n{FLAG} {}", say!(UnfoundFigures { figures: unknown.join("; ") })));
    }
    out.push_str(&sources(research, &cited));
    out
}

/// The findings, source by source, in their own words only.
pub(crate) fn as_found(research: &Research) -> String {
    let all: Vec<usize> = numbered(research).into_iter().map(|(number, _, _)| number).collect();
    format!("{}{}", found(research), sources(research, &all))
}

fn found(research: &Research) -> String {
    let facts = numbered(research);
    let mut out = String::new();
    for (at, source) in research.sources.iter().enumerate().filter(|(_, source)| !source.found.is_empty()) {
        out.push_str(&format!("### {}\n", one_line(&source.description)));
        if !source.found.summary.is_empty() {
            out.push_str(&format!("{}\n\n", one_line(&source.found.summary)));
        }
        for (number, _, fact) in facts.iter().filter(|(_, of, _)| *of == at) {
            out.push_str(&format!("- {} {}\n", one_line(&fact.text), citation(*number, &facts)));
        }
        out.push('\n');
    }
    out.trim_end().to_owned()
}

/// The cited findings with their quotes, the unconfirmed ones, and the sources without any.
fn sources(research: &Research, cited: &[usize]) -> String {
    let mut out = String::new();
    let facts = numbered(research);
    // Unconfirmed findings are listed even if not cited: the answer may still rely on them.
    let is_listed = |number: &usize, fact: &Fact| cited.contains(number) || fact.check.flag().is_some();
    let listed: Vec<_> = facts.iter().filter(|(number, _, fact)| is_listed(number, fact)).collect();
    if !listed.is_empty() {
        out.push_str(&format!("\n\n### {}\n", say!(SourcesTitle)));
        for (number, _, fact) in listed {
            let quote =
                if fact.quote.is_empty() { one_line(&fact.text) } else { format!("“{}”", one_line(&fact.quote)) };
            let flag = fact.check.flag().map(|why| format!(" — {FLAG} {why}")).unwrap_or_default();
            let at = if fact.check == Check::Confirmed { fact.quote.as_str() } else { "" };
            out.push_str(&format!("- [{number}] {quote} — {}{flag}\n", link(&fact.url, at, &fact.around)));
        }
    }
    let gave_nothing: Vec<_> = research.sources.iter().filter(|source| source.found.is_empty()).collect();
    if !gave_nothing.is_empty() || !research.notes.is_empty() {
        out.push_str(&format!("\n### {}\n", say!(WithoutAnswerTitle)));
        for source in gave_nothing {
            let why = match source.state {
                SourceState::Done => say!(NothingWasFoundThere).to_string(),
                _ if source.text.is_empty() => say!(NotFinishedThere).to_string(),
                _ => source.text.clone(),
            };
            out.push_str(&format!(
                "- {} ({}): {}\n",
                one_line(&source.description),
                link(&source.url, "", &Around::default()),
                one_line(&why)
            ));
        }
        for note in &research.notes {
            out.push_str(&format!("- {}\n", one_line(note)));
        }
    }
    let out = out.trim_end();
    if out.is_empty() { String::new() } else { format!("\n\n{}", out.trim_start()) }
}

fn citation(number: usize, facts: &[(usize, usize, &Fact)]) -> String {
    let flagged = facts.get(number - 1).is_some_and(|(_, _, fact)| fact.check.flag().is_some());
    if flagged { format!("[{number}] {FLAG}") } else { format!("[{number}]") }
}

/// A line with uniform citations, and their numbers. A citation of nothing is flagged.
fn marked(line: &str, facts: &[(usize, usize, &Fact)]) -> (String, Vec<usize>) {
    let mut out = String::with_capacity(line.len());
    let mut numbers = Vec::new();
    let mut rest = line;
    while let Some(open) = rest.find('[') {
        let (before, tail) = rest.split_at(open);
        out.push_str(before);
        let close = tail.find(']').unwrap_or(tail.len());
        let inside = tail.get(1..close).unwrap_or_default();
        let after = tail.get(close..).and_then(|after| after.strip_prefix(']')).unwrap_or_default();
        let list: Option<Vec<usize>> =
            inside.split([',', ';', ' ']).filter(|part| !part.is_empty()).map(|part| part.parse().ok()).collect();
        match list.filter(|list| !list.is_empty() && !after.starts_with('(')) {
            Some(list) => {
                let each = list.iter().map(|number| {
                    if (1..=facts.len()).contains(number) {
                        numbers.push(*number);
                        citation(*number, facts)
                    } else {
                        format!("[{}] {FLAG}", say!(NoSuchFinding { number: *number }))
                    }
                });
                out.push_str(&each.collect::<Vec<_>>().join(" "));
                rest = after;
                // The model's own mark is not doubled.
                rest = rest.trim_start().strip_prefix(FLAG).unwrap_or(rest);
            }
            None => {
                out.push('[');
                rest = tail.get(1..).unwrap_or_default();
            }
        }
    }
    out.push_str(rest);
    (out, numbers)
}

/// A line's own numbers, without list numbers and citations.
fn own_figures(line: &str) -> Vec<Figure> {
    let start = line.trim_start();
    let enumerates = start.split_once(['.', ')']).is_some_and(|(number, rest)| {
        !number.is_empty() && number.chars().all(|c| c.is_ascii_digit()) && (rest.is_empty() || rest.starts_with(' '))
    });
    let first = line.len() - start.len();
    let is_own = |figure: &Figure| {
        let head = line.get(..figure.at).unwrap_or_default();
        let in_brackets = head.rfind('[').is_some_and(|open| {
            head.get(open + 1..).is_some_and(|inside| inside.chars().all(|c| c.is_ascii_digit() || ",; ".contains(c)))
        });
        !(in_brackets || enumerates && figure.at == first)
    };
    figures(line).into_iter().filter(is_own).collect()
}

fn is_count(figure: &Figure) -> bool {
    figure.written.parse::<u32>().is_ok_and(|number| number <= COUNTS)
}

/// A text on one line, escaped for Markdown.
fn one_line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        for c in word.chars() {
            if matches!(c, '[' | ']' | '*' | '_' | '`' | '|' | '<' | '\\') {
                out.push('\\');
            }
            out.push(c);
        }
    }
    out
}

/// A link showing host and path, if it parses as a web address. It leads to the quote, unless that is empty.
fn link(url: &str, quote: &str, around: &Around) -> String {
    match edith_actions::http_url::HttpUrl::parse(url) {
        Ok(parsed) => {
            let shown = parsed.as_str().split_once("://").map_or("", |(_, rest)| rest);
            let shown = shown.split('#').next().unwrap_or_default().trim_end_matches('/');
            let address = fragment::at_quote(parsed.as_str(), quote, around).replace('(', "%28").replace(')', "%29");
            format!("[{}]({address})", one_line(shown))
        }
        // A page of a document, which panels open.
        Err(_) if url.contains(", p. ") => format!("[{}]", one_line(url)),
        Err(_) => one_line(url),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Source;
    use super::super::findings::Findings;
    use super::*;
    use edith_protocol::Usage;

    fn source(description: &str, facts: Vec<(&str, &str, Check)>) -> Source {
        let facts = facts.into_iter().map(|(text, quote, check)| Fact {
            text: text.into(),
            quote: quote.into(),
            url: format!("http://{description}.example/"),
            around: Around::default(),
            check,
        });
        Source {
            run: description.into(),
            description: description.into(),
            url: format!("http://{description}.example/"),
            goal: String::new(),
            state: SourceState::Done,
            text: String::new(),
            step: 1,
            tab: None,
            tabs: Vec::new(),
            usage: Usage::default(),
            found: Findings { summary: String::new(), facts: facts.collect() },
        }
    }

    fn research() -> Research {
        let mut failed = source("c", vec![]);
        failed.state = SourceState::Failed;
        failed.text = "It did not answer.".into();
        Research {
            sources: vec![
                source("a", vec![("costs 24.90", "only € 24.90", Check::Confirmed)]),
                source(
                    "b",
                    vec![("costs 19.90", "€ 19.90", Check::NotFound), ("in stock", "in stock", Check::Confirmed)],
                ),
                failed,
            ],
            ..Research::default()
        }
    }

    fn body(answer: &str) -> String {
        let whole = checked(answer, &research());
        whole.split("\n\n### ").next().unwrap().to_owned()
    }

    #[test]
    fn figures_without_a_citation_get_one() {
        for (answer, expected) in [
            ("A costs 24.90.", "A costs 24.90. [1]"),
            ("A costs 24.90 [1].", "A costs 24.90 [1]."),
            ("A costs 24,90 [3].", "A costs 24,90 [3]. [1]"),
            ("| A | 24.90 |", "| A | 24.90 [1] |"),
            ("1. A is cheap [1]", "1. A is cheap [1]"),
            ("Both of the 2 shops have it [3]", "Both of the 2 shops have it [3]"),
        ] {
            assert_eq!(body(answer), expected);
        }
    }

    #[test]
    fn numbers_of_what_was_asked_for_raise_no_alarm() {
        let mut research = research();
        research.sources[0].goal = "price of the RTX 4090".into();
        let whole = checked("The RTX 4090 costs 24.90 [1].", &research);
        assert!(!whole.contains("are in none of the findings"), "{whole}");
        let whole = checked("The RTX 4080 costs 24.90 [1].", &research);
        assert!(whole.contains("are in none of the findings; they are calculated or unsupported: 4080"), "{whole}");
    }

    #[test]
    fn what_is_not_confirmed_is_flagged_where_it_is_cited() {
        assert_eq!(body("B costs 19.90 [2] and A 24.90 [1, 3]."), "B costs 19.90 [2] ⚠ and A 24.90 [1] [3].");
        assert_eq!(body("B costs 19.90."), "B costs 19.90. [2] ⚠");
        assert_eq!(body("B costs 19.90 [2] ⚠."), "B costs 19.90 [2] ⚠.");
        let whole = checked("B costs 19.90 [2].", &research());
        assert!(
            whole.contains("- [2] “€ 19.90” — [b.example](http://b.example/) — ⚠ the quote was not found"),
            "{whole}"
        );
        let whole = checked("A costs 24.90 [1].", &research());
        assert!(whole.contains("(http://a.example/#:~:text=only%20%E2%82%AC%2024.90)"), "{whole}");
        assert!(whole.contains("- c ([c.example](http://c.example/)): It did not answer."), "{whole}");
    }

    #[test]
    fn what_is_not_confirmed_is_told_even_where_it_is_not_cited() {
        let whole = checked("A costs 24.90 [1]. B is said to be cheaper.", &research());
        assert!(whole.contains("- [2] “€ 19.90”"), "{whole}");
        assert!(!whole.contains("- [3]"), "{whole}");
    }

    #[test]
    fn invented_figures_and_citations_are_said() {
        assert!(body("A is 5.00 dearer than B [1] [2].").contains("⚠ These figures are in none of the findings"));
        assert!(body("A costs 24.90 [9].").contains("[no such finding: 9] ⚠"));
        assert!(!body("See [my page](http://x/) [1].").contains("no such"));
    }

    #[test]
    fn an_answer_without_citations_is_followed_by_the_findings() {
        let whole = checked("They sell lamps.", &research());
        assert!(whole.contains("### a\n- costs 24.90 [1]"), "{whole}");
        assert!(whole.contains("- costs 19.90 [2] ⚠"), "{whole}");
        assert!(whole.contains("### Sources"), "{whole}");
    }

    #[test]
    fn a_quote_cannot_break_out_of_its_line() {
        let mut research = research();
        research.sources[0].found.facts[0].quote = "x](http://evil/)\n# [y".into();
        let whole = as_found(&research);
        assert!(whole.contains(r"“x\](http://evil/) # \[y”"), "{whole}");
    }
}
