//! What came of a batch, as a table and as a page.

use crate::tasks::lines::TaskResult;
use crate::told::{named, plain};
use edith_protocol::{Outcome, Usage};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Every outcome, in the order of the table.
const OUTCOMES: [Outcome; 6] =
    [Outcome::Completed, Outcome::Partial, Outcome::Failed, Outcome::Refused, Outcome::NeedsInput, Outcome::Stopped];
/// The longest cause that is told, in characters.
const CAUSE: usize = 100;

/// What came of a batch.
pub(crate) struct Report {
    results: Vec<TaskResult>,
}

impl Report {
    /// Of these results.
    pub(super) fn of<'a>(results: impl Iterator<Item = &'a TaskResult>) -> Self {
        Self { results: results.cloned().collect() }
    }

    fn rows(&self) -> Vec<(&'static str, usize)> {
        let count = |outcome: Outcome| self.results.iter().filter(|result| result.outcome == outcome).count();
        OUTCOMES.into_iter().map(|outcome| (named(outcome), count(outcome))).filter(|(_, count)| *count > 0).collect()
    }

    /// Seconds of a task: the middle one, and the longest.
    fn times(&self) -> (f64, f64) {
        let mut times: Vec<f64> = self.results.iter().map(|result| result.seconds).collect();
        times.sort_by(f64::total_cmp);
        let middle = times.get(times.len() / 2).copied().unwrap_or_default();
        (middle, times.last().copied().unwrap_or_default())
    }

    fn usage(&self) -> Usage {
        let mut all = Usage::default();
        self.results.iter().for_each(|result| all += result.usage);
        all
    }

    /// Why tasks are not completed: the first lines of what was told, with how many have each, the most frequent first.
    fn causes(&self) -> Vec<(String, usize)> {
        let mut causes: BTreeMap<String, usize> = BTreeMap::new();
        for result in self.results.iter().filter(|result| result.outcome != Outcome::Completed) {
            let first = result.summary.lines().next().unwrap_or_default();
            *causes.entry(plain(first).chars().take(CAUSE).collect()).or_default() += 1;
        }
        let mut causes: Vec<(String, usize)> = causes.into_iter().collect();
        causes.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        causes
    }

    /// For a terminal.
    pub(super) fn table(&self) -> String {
        let mut text = String::new();
        let ((middle, longest), usage) = (self.times(), self.usage());
        // Writing to a text cannot fail.
        let mut line = |words: String| {
            let _written = writeln!(text, "{words}");
        };
        line(format!("\n{:<16}{:>8}", "tasks", self.results.len()));
        for (name, count) in self.rows() {
            line(format!("{name:<16}{count:>8}"));
        }
        line(format!("{:<16}{middle:>8.1} s (longest {longest:.1} s)", "time, median"));
        if usage.tokens() > 0 {
            line(format!("{:<16}{:>8} sent, {} received", "tokens", usage.prompt_tokens, usage.completion_tokens));
        }
        if let Some(price) = usage.price {
            line(format!("{:<16}{price:>8.4}", "price"));
        }
        for (cause, count) in self.causes() {
            line(format!("  {count} × {cause}"));
        }
        text
    }

    /// As a page that stands for itself.
    pub(super) fn html(&self) -> String {
        let (middle, longest) = self.times();
        let usage = self.usage();
        let row = |cells: &[&str]| {
            let cells: String = cells.iter().map(|cell| format!("<td>{}</td>", escaped(cell))).collect();
            format!("<tr>{cells}</tr>")
        };
        let counts: String = self.rows().iter().map(|(name, count)| row(&[name, &count.to_string()])).collect();
        let causes: String = self.causes().iter().map(|(cause, count)| row(&[&count.to_string(), cause])).collect();
        let tasks: String = self
            .results
            .iter()
            .map(|one| row(&[&one.id, named(one.outcome), &format!("{:.1}", one.seconds), &one.summary]))
            .collect();
        let price = usage.price.map(|price| format!(", price {price:.4}")).unwrap_or_default();
        format!(
            "<!DOCTYPE html><html lang=\"en\"><meta charset=\"utf-8\"><title>Batch of {total} tasks</title><style>\
             body{{font:1rem/1.4 system-ui;margin:2rem;max-width:70rem}}table{{border-collapse:collapse;margin:1rem 0}}\
             td{{border:1px solid #8888;padding:.25rem .6rem;vertical-align:top;white-space:pre-wrap}}</style>\
             <h1>{total} tasks</h1><table>{counts}</table><p>Median {middle:.1} s, longest {longest:.1} s; {sent} tokens sent, {received} \
             received{price}.</p><h2>Not completed, by cause</h2><table>{causes}</table><h2>Tasks</h2><table>{tasks}</table></html>\n",
            total = self.results.len(),
            sent = usage.prompt_tokens,
            received = usage.completion_tokens,
        )
    }
}

/// A text in a page.
fn escaped(text: &str) -> String {
    plain(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(id: &str, outcome: Outcome, seconds: f64, summary: &str) -> TaskResult {
        TaskResult {
            id: id.to_owned(),
            outcome,
            summary: summary.to_owned(),
            evidence: Vec::new(),
            usage: Usage { prompt_tokens: 10, price: Some(0.5), ..Usage::default() },
            seconds,
        }
    }

    #[test]
    fn a_report_counts_and_groups_by_cause() {
        let results = [
            result("a", Outcome::Completed, 1.0, "fine"),
            result("b", Outcome::NeedsInput, 2.0, "Not allowed.\nMore"),
            result("c", Outcome::NeedsInput, 9.0, "Not allowed.\nElse"),
            result("d", Outcome::Failed, 3.0, "<script>alert(1)</script>"),
        ];
        let report = Report::of(results.iter());
        let table = report.table();
        let has = |words: &str| {
            table.lines().any(|line| line.split_whitespace().collect::<Vec<_>>().join(" ").starts_with(words))
        };
        for words in [
            "tasks 4",
            "completed 1",
            "needs a person 2",
            "failed 1",
            "time, median 3.0 s (longest 9.0 s)",
            "2 × Not allowed.",
            "price 2.0000",
            "tokens 40 sent",
        ] {
            assert!(has(words), "{words}: {table}");
        }
        let html = report.html();
        assert!(html.contains("&lt;script&gt;") && !html.contains("<script>"), "what pages say is no markup here");
    }
}
