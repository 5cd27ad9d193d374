//! What came of a batch, as a table and as a page.

use crate::tasks::lines::TaskResult;
use crate::told::{named, plain};
use crate::words::language::Language;
use crate::words::{self, Sentence, say};
use edith_protocol::{Outcome, Usage};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Every outcome, in the order of the table.
const OUTCOMES: [Outcome; 6] =
    [Outcome::Completed, Outcome::Partial, Outcome::Failed, Outcome::Refused, Outcome::NeedsInput, Outcome::Stopped];
/// The longest cause that is reported, in characters.
const CAUSE: usize = 100;
/// How many causes are reported.
const CAUSES: usize = 10;
/// How wide the names of the table's rows are at least, in characters.
const NAMES: usize = 16;
/// Light and dark as the person has it. A table that is wider than the window is moved by itself.
const STYLE: &str = include_str!("report.css");

/// What came of a batch.
pub(crate) struct Report {
    results: Vec<TaskResult>,
}

impl Report {
    /// Of these results.
    pub(super) fn of<'a>(results: impl Iterator<Item = &'a TaskResult>) -> Self {
        Self { results: results.cloned().collect() }
    }

    fn rows(&self) -> Vec<(Sentence, usize)> {
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

    /// How many of a hundred tasks so many are.
    fn share(&self, count: usize) -> Sentence {
        // No batch has so many tasks that a number of them is not exact.
        #[allow(clippy::cast_precision_loss, reason = "counts of tasks")]
        let share = count as f64 * 100.0 / self.results.len().max(1) as f64;
        say!(Share { share: words::number(share, 1) })
    }

    /// Why tasks are not completed: the first lines of what was reported, with how many have each, the most frequent first, and how many further ones there
    /// are.
    fn causes(&self) -> (Vec<(String, usize)>, Option<Sentence>) {
        let mut causes: BTreeMap<String, usize> = BTreeMap::new();
        for result in self.results.iter().filter(|result| result.outcome != Outcome::Completed) {
            let first = result.summary.lines().next().unwrap_or_default();
            let (first, mut cause) = (plain(first), String::new());
            cause.extend(first.chars().take(CAUSE));
            if cause.len() < first.len() {
                cause.push('…');
            }
            *causes.entry(cause).or_default() += 1;
        }
        let mut causes: Vec<(String, usize)> = causes.into_iter().collect();
        causes.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let others = causes.len().saturating_sub(CAUSES);
        causes.truncate(CAUSES);
        (causes, (others > 0).then(|| say!(OtherCauses { count: others })))
    }

    /// For a terminal.
    pub(super) fn table(&self) -> String {
        let mut text = String::new();
        let ((middle, longest), usage) = (self.times(), self.usage());
        // Writing to a text cannot fail.
        let mut line = |words: String| {
            let _written = writeln!(text, "{words}");
        };
        let rows = self.rows();
        let names = [say!(RowTasks), say!(RowTime), say!(RowTokens), say!(RowPrice)].map(|name| name.to_string());
        let longest_name = rows.iter().map(|(name, _)| name.to_string()).chain(names.clone());
        let width = longest_name.map(|name| name.chars().count() + 2).max().unwrap_or_default().max(NAMES);
        let [tasks, time, tokens, price] = names;
        let figure = |number: f64, places: usize| format!("{:>8}", decimals(number, places));
        line(format!("\n{tasks:<width$}{:>8}", self.results.len()));
        for (name, count) in rows {
            line(format!("{:<width$}{count:>8}  {:>7}", name.to_string(), self.share(count).to_string()));
        }
        let times = say!(Longest { seconds: figure(middle, 1), longest: words::number(longest, 1) });
        line(format!("{time:<width$}{times}"));
        if usage.tokens() > 0 {
            let sent = format!("{:>8}", usage.prompt_tokens);
            let used = say!(SentReceived { sent: sent, received: usage.completion_tokens });
            line(format!("{tokens:<width$}{used}"));
        }
        if let Some(paid) = usage.price {
            line(format!("{price:<width$}{}", figure(paid, 4)));
        }
        let (causes, others) = self.causes();
        for (cause, count) in causes {
            line(say!(CauseTimes { count: count, cause: cause }).to_string());
        }
        if let Some(others) = others {
            line(format!("  {others}"));
        }
        text
    }

    /// As a page that stands for itself.
    pub(super) fn html(&self) -> String {
        let ((middle, longest), usage, total) = (self.times(), self.usage(), self.results.len());
        let completed = self.results.iter().filter(|result| result.outcome == Outcome::Completed).count();
        let counts = self
            .rows()
            .into_iter()
            .map(|(name, count)| row(&[text(name), number(count.to_string()), number(self.share(count).to_string())]));
        let counts = table(&[say!(HeadOutcome), say!(HeadTasks), say!(HeadShare)], counts);
        let (causes, others) = self.causes();
        let causes = if causes.is_empty() {
            String::new()
        } else {
            let rows = causes.iter().map(|(cause, count)| row(&[number(count.to_string()), text(cause)]));
            let others = others.map(|others| format!("<p>{others}</p>")).unwrap_or_default();
            format!("<h2>{}</h2>{}{others}", say!(ByCause), table(&[say!(HeadTasks), say!(HeadCause)], rows))
        };
        let (tokens, price) = (usage.tokens() > 0, usage.price.is_some());
        let heads = [
            say!(HeadTask),
            say!(HeadOutcome),
            say!(HeadSeconds),
            say!(HeadSent),
            say!(HeadReceived),
            say!(HeadPrice),
            say!(HeadAnswer),
        ];
        let is_told = [true, true, true, tokens, tokens, price, true];
        let tasks = self.results.iter().map(|one| {
            let own = one.usage;
            let used = |tokens: u64| number(if own.tokens() > 0 { tokens.to_string() } else { String::new() });
            let cells = [
                text(&one.id),
                text(named(one.outcome)),
                number(decimals(one.seconds, 1)),
                used(own.prompt_tokens),
                used(own.completion_tokens),
                number(own.price.map(|price| decimals(price, 4)).unwrap_or_default()),
                answer(one),
            ];
            row(&told(&cells, is_told))
        });
        let tasks = table(&told(&heads, is_told), tasks);
        let mut spent = String::new();
        if tokens {
            spent = say!(SumTokens { sent: usage.prompt_tokens, received: usage.completion_tokens }).to_string();
        }
        if let Some(price) = usage.price {
            spent += &say!(SumPrice { price: words::number(price, 4) }).to_string();
        }
        let sum = say!(BatchSum {
            completed: completed,
            share: self.share(completed),
            middle: words::number(middle, 1),
            longest: words::number(longest, 1),
            used: spent,
        });
        let (language, title) = (Language::spoken().code(), say!(BatchOf { count: total }));
        format!(
            "<!DOCTYPE html><html lang=\"{language}\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
             <title>{title}</title><style>{STYLE}</style><h1>{heading}</h1><p>{sum}</p>{counts}{causes}<h2>{tasks_head}</h2>{tasks}</html>\n",
            heading = say!(CountTasks { count: total }),
            tasks_head = say!(HeadTasks),
        )
    }
}

/// The columns that a table has.
fn told<T: Clone, const N: usize>(all: &[T; N], is_told: [bool; N]) -> Vec<T> {
    all.iter().zip(is_told).filter(|(_, is_told)| *is_told).map(|(one, _)| one.clone()).collect()
}

fn table(heads: &[Sentence], rows: impl Iterator<Item = String>) -> String {
    let heads: String =
        heads.iter().map(|head| format!("<th scope=\"col\">{}</th>", escaped(&head.to_string()))).collect();
    let rows: String = rows.collect();
    format!("<div class=\"wide\"><table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>")
}

fn row(cells: &[String]) -> String {
    format!("<tr>{}</tr>", cells.concat())
}

fn text(text: impl std::fmt::Display) -> String {
    format!("<td>{}</td>", escaped(&text.to_string()))
}

fn decimals(number: f64, places: usize) -> String {
    say!(Number { number: words::number(number, places) }).to_string()
}

fn number(number: String) -> String {
    format!("<td class=\"number\">{number}</td>")
}

/// What was reported, with what was seen that shows it.
fn answer(one: &TaskResult) -> String {
    let seen = one
        .evidence
        .iter()
        .map(|proof| say!(Seen { text: &proof.text, place: &proof.url }).to_string())
        .map(|seen| format!("<div class=\"seen\">{}</div>", escaped(seen.trim_start())));
    format!("<td>{}{}</td>", escaped(&one.summary), seen.collect::<String>())
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
            "completed 1 25.0 %",
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

    #[test]
    fn a_page_has_heads_shares_what_each_task_cost_and_what_shows_it() {
        let proof = edith_protocol::Proof { text: "Total: <b>9</b>".to_owned(), url: "https://a.example/x".to_owned() };
        let with = TaskResult { evidence: vec![proof], ..result("a", Outcome::Completed, 1.0, "It is 9.") };
        let free = TaskResult { usage: Usage::default(), ..result("b", Outcome::Failed, 2.0, "No page.") };
        let html = Report::of([&with, &free].into_iter()).html();
        for part in [
            "color-scheme:light dark",
            "width=device-width",
            "1 completed: 50.0 %",
            "<th scope=\"col\">Price</th>",
            "<td class=\"number\">10</td><td class=\"number\">0</td><td class=\"number\">0.5000</td>",
            "seen: Total: &lt;b&gt;9&lt;/b&gt; (https://a.example/x)",
        ] {
            assert!(html.contains(part), "{part}: {html}");
        }
        assert_eq!(html.matches("<table").count(), html.matches("<thead><tr><th scope=\"col\">").count(), "{html}");
        let html = Report::of(std::iter::once(&free)).html();
        assert!(
            !html.contains("Price") && !html.contains("Sent"),
            "what nobody asked a model for has no columns: {html}"
        );
    }

    #[test]
    fn the_most_frequent_causes_are_told_and_the_others_counted() {
        let long = "x".repeat(CAUSE + 1);
        let mut results: Vec<TaskResult> =
            (0..CAUSES + 2).map(|at| result(&at.to_string(), Outcome::Failed, 1.0, &format!("Cause {at}."))).collect();
        results.extend(["p", "q"].map(|id| result(id, Outcome::Failed, 1.0, &long)));
        let report = Report::of(results.iter());
        let table = report.table();
        assert_eq!(table.matches(" × ").count(), CAUSES, "{table}");
        assert!(table.contains(&format!("2 × {}…", "x".repeat(CAUSE))) && table.contains("and 3 others"), "{table}");
        assert!(report.html().contains("<p>and 3 others</p>"));
        let few = Report::of(results.iter().take(CAUSES)).table();
        assert!(!few.contains("others"), "{few}");
    }
}
