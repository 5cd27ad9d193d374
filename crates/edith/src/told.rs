//! What is said of a run: to a person at a terminal, or as JSON lines.

use edith_protocol::{Done, Event, Outcome, Progress, Usage};
use std::io::Write;
use std::time::Instant;

/// How many of the last steps a stopped run names.
const LAST: usize = 5;
/// The longest line of a step, in characters.
const LINE: usize = 160;

/// Tells what happens.
pub(crate) trait Teller {
    /// Something happened.
    fn hear(&mut self, event: &Event);
    /// A question is put to the person.
    fn ask(&mut self, text: &str);
    /// The run is over; none: it did not end by itself in time.
    fn end(&mut self, done: Option<&Done>);
}

/// Says it in sentences: steps and questions on standard error, the answer on standard output.
pub(crate) struct Person {
    begun: Instant,
    /// What was said last.
    last: String,
    /// What was done, oldest first.
    did: Vec<String>,
}

/// Says it as JSON on standard output, an event a line.
pub(crate) struct Lines;

/// A text without what drives a terminal: no control characters but line breaks and tabs.
pub(crate) fn plain(text: &str) -> String {
    let is_plain = |c: &char| !c.is_control() || matches!(c, '\n' | '\t');
    text.chars().filter(is_plain).collect()
}

impl Person {
    pub(crate) fn new() -> Self {
        Self { begun: Instant::now(), last: String::new(), did: Vec::new() }
    }

    fn progress(&mut self, progress: &Progress) {
        let text = one_line(&progress.text);
        let has_ended = progress.result.is_some();
        if has_ended && progress.ok == Some(true) {
            self.did.push(text.clone());
        }
        if !text.is_empty() && self.last != text {
            eprintln!("{:>7.1} s  {:>3}  {text}", self.begun.elapsed().as_secs_f64(), progress.step);
            self.last.clone_from(&text);
        }
        if has_ended && progress.ok == Some(false) {
            let why = progress.result.as_deref().unwrap_or_default().lines().next().unwrap_or_default();
            eprintln!("                 not done: {}", one_line(why));
        }
    }
}

impl Teller for Person {
    fn hear(&mut self, event: &Event) {
        match event {
            Event::Progress(progress) => self.progress(progress),
            Event::Document(read) => {
                let (done, total) = (read.done, read.total);
                let stage = serde_json::to_value(read.stage).unwrap_or_default();
                eprintln!(
                    "{:>7.1} s       document: {} {done}/{total}",
                    self.begun.elapsed().as_secs_f64(),
                    stage.as_str().unwrap_or_default()
                );
            }
            // Its words come whole with the steps and the end.
            Event::Delta { .. } | Event::Ask(_) | Event::Done(_) | Event::LanguageDownload(_) => {}
        }
    }

    fn ask(&mut self, text: &str) {
        eprint!("\n{text}> ");
    }

    fn end(&mut self, done: Option<&Done>) {
        let took = self.begun.elapsed().as_secs_f64();
        let outcome = done.map_or(Outcome::Stopped, |done| done.outcome);
        eprintln!();
        if outcome == Outcome::Stopped {
            if self.did.is_empty() {
                println!("Stopped. Nothing had been done.");
            } else {
                println!("Stopped. Done until then ({} steps), the last ones:", self.did.len());
                let from = self.did.len().saturating_sub(LAST);
                self.did.iter().skip(from).for_each(|did| println!("  {did}"));
            }
        } else if let Some(done) = done {
            println!("{}", plain(&done.summary));
            for proof in &done.evidence {
                println!("  seen: {} ({})", one_line(&proof.text), one_line(&proof.url));
            }
        }
        let usage = done.map(|done| spent(&done.usage)).unwrap_or_default();
        eprintln!("{}: {took:.1} s{usage}", named(outcome));
    }
}

impl Teller for Lines {
    fn hear(&mut self, event: &Event) {
        let Ok(line) = serde_json::to_string(event) else { return };
        let mut out = std::io::stdout().lock();
        // Whoever reads may have gone; the run goes on.
        let _unread = writeln!(out, "{line}").and_then(|()| out.flush());
    }

    fn ask(&mut self, _: &str) {}

    fn end(&mut self, _: Option<&Done>) {}
}

/// An outcome in words.
pub(crate) fn named(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Completed => "completed",
        Outcome::Partial => "done in part",
        Outcome::Failed => "failed",
        Outcome::Refused => "refused",
        Outcome::NeedsInput => "needs a person",
        Outcome::Stopped => "stopped",
    }
}

/// What was used, in words; nothing: no model of a server was asked.
fn spent(usage: &Usage) -> String {
    if usage.tokens() == 0 {
        return String::new();
    }
    let price = usage.price.map(|price| format!(", {price:.4} of the prices' currency")).unwrap_or_default();
    format!(", {} tokens sent, {} received{price}", usage.prompt_tokens, usage.completion_tokens)
}

fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = plain(&words.join(" "));
    if line.chars().count() <= LINE { line } else { line.chars().take(LINE).chain(['…']).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_drives_the_terminal() {
        assert_eq!(plain("a\u{1b}[31mb\u{7}\u{9b}c\r\nd\te"), "a[31mbc\nd\te");
        assert_eq!(one_line("a\n  b\tc"), "a b c");
        assert_eq!(one_line(&"x".repeat(500)).chars().count(), LINE + 1);
    }

    #[test]
    fn what_was_used_is_told_only_if_something_was() {
        let usage = |prompt_tokens, price| Usage { prompt_tokens, price, ..Usage::default() };
        assert_eq!(spent(&usage(0, None)), "");
        assert_eq!(spent(&usage(7, None)), ", 7 tokens sent, 0 received");
        assert_eq!(spent(&usage(7, Some(0.01))), ", 7 tokens sent, 0 received, 0.0100 of the prices' currency");
    }
}
