//! What is said about a run: to a person at a terminal, or as JSON lines.

use crate::ends::Stop;
use crate::terminal::{answer, tell, tell_text};
use crate::words::{Sentence, foreign, number, say};
use edith_gate::Mandate;
use edith_protocol::{
    Ask, ConversationId, DocumentProgress, DocumentStage, Done, Event, Outcome, Progress, RunId, Usage,
};
use std::time::{Duration, Instant};

/// How many of the last steps a stopped run names.
const LAST: usize = 5;
/// How often it is said at most how far a document is.
const DOCUMENT: Duration = Duration::from_secs(1);
/// The longest line of a step, in characters.
const LINE: usize = 160;

/// Tells what happens.
pub(crate) trait Teller {
    /// Something happened.
    fn hear(&mut self, event: &Event);
    /// A question is put to the person.
    fn ask(&mut self, text: &str);
    /// The run is over; none: it did not end by itself in time.
    ///
    /// # Errors
    /// When the answer cannot be written.
    fn end(&mut self, done: Option<&Done>) -> std::io::Result<()>;
}

/// Says it in sentences: steps and questions on standard error, the answer on standard output.
pub(crate) struct Person {
    begun: Instant,
    /// What was said last.
    last: String,
    /// What was done, oldest first.
    did: Vec<String>,
    /// What was asked last.
    asked: Option<Ask>,
    /// Nobody was there to be asked.
    left_open: bool,
    /// What was said last of a document, and when.
    document: Option<(DocumentStage, Instant)>,
}

/// Writes a text whole, or says why it cannot.
type Writes = Box<dyn FnMut(&str) -> std::io::Result<()>>;

/// Says it as JSON, an event a line; the last one is the end, whatever the end was.
pub(crate) struct Lines {
    write: Writes,
    /// The task's own run.
    run: Option<(RunId, ConversationId)>,
    /// Why a line was not written: after it none is.
    unwritten: Option<std::io::Error>,
    is_over: bool,
}

/// A text without what drives a terminal: no control characters but line breaks and tabs.
pub(crate) fn plain(text: &str) -> String {
    let is_plain = |c: &char| !c.is_control() || matches!(c, '\n' | '\t');
    text.chars().filter(is_plain).collect()
}

impl Person {
    pub(crate) fn new() -> Self {
        Self {
            begun: Instant::now(),
            last: String::new(),
            did: Vec::new(),
            asked: None,
            left_open: false,
            document: None,
        }
    }

    /// How long it has taken, as it comes before a step.
    fn since(&self) -> String {
        format!("{:>7}", one_decimal(self.begun.elapsed()))
    }

    /// A line when something else begins, and then one a second: a long document is read page by page.
    fn document(&mut self, read: &DocumentProgress) {
        if self.document.is_some_and(|(stage, said)| stage == read.stage && said.elapsed() < DOCUMENT) {
            return;
        }
        self.document = Some((read.stage, Instant::now()));
        let (done, total) = (read.done.to_string(), read.total.to_string());
        let at = if read.total > 0.0 { say!(Of { done: done, total: total }) } else { foreign(done) };
        let text = match read.stage {
            DocumentStage::Fetch => say!(FetchingDocument { at: at }),
            DocumentStage::Parse => say!(ReadingDocument { at: at }),
            DocumentStage::Ocr => say!(RecognisingText { at: at }),
            DocumentStage::Index => say!(IndexingDocument { at: at }),
            DocumentStage::Embed => say!(ComparingPassages { at: at }),
        };
        tell(&say!(DocumentStep { seconds: self.since(), text: text }));
    }

    fn progress(&mut self, progress: &Progress) {
        let text = one_line(&progress.text);
        let has_ended = progress.result.is_some();
        if has_ended && progress.ok == Some(true) {
            self.did.push(text.clone());
        }
        let was_told = self.last == text;
        if !text.is_empty() && !was_told {
            let step = format!("{:>3}", progress.step);
            tell(&say!(Step { seconds: self.since(), step: step, text: &text }));
            self.last.clone_from(&text);
        }
        // What fails before it is begun is reported by its reason, and what nobody was asked about at the end.
        if has_ended && progress.ok == Some(false) && was_told && !self.left_open {
            let why = progress.result.as_deref().unwrap_or_default().lines().next().unwrap_or_default();
            let told = say!(NotDone { told: one_line(why) });
            tell(&foreign(format_args!("                 {told}")));
        }
    }
}

impl Teller for Person {
    fn hear(&mut self, event: &Event) {
        match event {
            Event::Progress(progress) => self.progress(progress),
            Event::Document(read) => self.document(read),
            Event::Ask(ask) => (self.asked, self.left_open) = (Some(ask.clone()), true),
            // Its words come whole with the steps and the end.
            Event::Delta { .. } | Event::Done(_) | Event::LanguageDownload(_) => {}
        }
    }

    fn ask(&mut self, text: &str) {
        self.left_open = false;
        tell_text(&format!("\n{text}> "));
    }

    fn end(&mut self, done: Option<&Done>) -> std::io::Result<()> {
        let took = self.begun.elapsed().as_secs_f64();
        let outcome = done.map_or(Outcome::Stopped, |done| done.outcome);
        tell(&foreign(""));
        let mut lines = Vec::new();
        if outcome == Outcome::Stopped {
            if self.did.is_empty() {
                lines.push(say!(StoppedUndone).to_string());
            } else {
                lines.push(say!(StoppedAfter { steps: self.did.len() }).to_string());
                let from = self.did.len().saturating_sub(LAST);
                lines.extend(self.did.iter().skip(from).map(|did| format!("  {did}")));
            }
        } else if let Some(done) = done {
            lines.push(plain(&done.summary));
            let seen =
                |text: &str, place: &str| say!(Seen { text: one_line(text), place: one_line(place) }).to_string();
            lines.extend(done.evidence.iter().map(|proof| seen(&proof.text, &proof.url)));
        }
        let written = answer(&lines.into_iter().map(|line| line + "\n").collect::<String>());
        if outcome == Outcome::NeedsInput
            && let Some(ask) = &self.asked
        {
            tell(&to_go_on(ask));
        }
        let used = done.map(|done| spent(&done.usage)).unwrap_or_default();
        tell(&say!(End { outcome: named(outcome), seconds: number(took, 1), used: used }));
        written
    }
}

impl Lines {
    /// On standard output.
    pub(crate) fn new() -> Self {
        Self::on(Box::new(answer))
    }

    fn on(write: Writes) -> Self {
        Self { write, run: None, unwritten: None, is_over: false }
    }

    /// The task came to no end of its own. Nothing is said if an end was.
    pub(crate) fn fail(&mut self, stop: &Stop) {
        if !std::mem::replace(&mut self.is_over, true) {
            self.made_end(stop.code.outcome(), stop.why.clone());
        }
    }

    /// An end that no run reported.
    fn made_end(&mut self, outcome: Outcome, why: Sentence) {
        let none = || (RunId(String::new()), ConversationId(String::new()));
        let (run_id, conversation_id) = self.run.clone().unwrap_or_else(none);
        self.hear(&Event::Done(Done {
            run_id,
            conversation_id,
            outcome,
            summary: why.to_string(),
            evidence: Vec::new(),
            usage: Usage::default(),
            refused_key: None,
            form: None,
            suggestions: Vec::new(),
        }));
    }
}

impl Teller for Lines {
    fn hear(&mut self, event: &Event) {
        if self.run.is_none()
            && let Event::Progress(Progress { run_id, conversation_id, .. }) = event
        {
            self.run = Some((run_id.clone(), conversation_id.clone()));
        }
        // The run goes on: that it was not read is reported at its end.
        if self.unwritten.is_none() {
            let line = serde_json::to_string(event).map_err(std::io::Error::from);
            self.unwritten = line.and_then(|line| (self.write)(&format!("{line}\n"))).err();
        }
    }

    fn ask(&mut self, _: &str) {}

    fn end(&mut self, done: Option<&Done>) -> std::io::Result<()> {
        self.is_over = true;
        if done.is_none() {
            self.made_end(Outcome::Stopped, say!(StoppedAtOnce));
        }
        self.unwritten.take().map_or(Ok(()), Err)
    }
}

/// How a task goes on that ended at a question which nobody was there to answer.
fn to_go_on(ask: &Ask) -> Sentence {
    let may = ask.action().map(|about| Mandate::allowing(&about.action.class, &about.origin)).unwrap_or_default();
    if may.is_empty() {
        say!(AnswerAtTerminal)
    } else {
        let may: Vec<String> = may.iter().map(|may| format!("--may {may}")).collect();
        say!(AllowAhead { may: may.join(" ") })
    }
}

/// An outcome in words.
pub(crate) fn named(outcome: Outcome) -> Sentence {
    match outcome {
        Outcome::Completed => say!(Completed),
        Outcome::Partial => say!(Partial),
        Outcome::Failed => say!(Failed),
        Outcome::Refused => say!(Refused),
        Outcome::NeedsInput => say!(NeedsPerson),
        Outcome::Stopped => say!(Stopped),
    }
}

/// Seconds with one decimal, as the language writes it.
fn one_decimal(time: Duration) -> String {
    say!(Number { number: number(time.as_secs_f64(), 1) }).to_string()
}

/// What was used, in words; nothing: no model of a server was asked.
fn spent(usage: &Usage) -> String {
    if usage.tokens() == 0 {
        return String::new();
    }
    let price = usage.price.map(|price| say!(Price { price: number(price, 4) }).to_string()).unwrap_or_default();
    let tokens = say!(Tokens { sent: usage.prompt_tokens, received: usage.completion_tokens });
    format!("{tokens}{price}")
}

fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = plain(&words.join(" "));
    if line.chars().count() <= LINE { line } else { line.chars().take(LINE).chain(['…']).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use std::cell::RefCell;
    use std::rc::Rc;

    #[test]
    fn no_text_drives_the_terminal() {
        assert_eq!(plain("a\u{1b}[31mb\u{7}\u{9b}c\r\nd\te"), "a[31mbc\nd\te");
        assert_eq!(one_line("a\n  b\tc"), "a b c");
        assert_eq!(one_line(&"x".repeat(500)).chars().count(), LINE + 1);
    }

    #[test]
    fn who_is_not_there_is_told_how_the_task_goes_on() {
        let about = |class: serde_json::Value| {
            let action = json!({"tool": "click", "args": {}, "target": null, "says": "Click", "class": class});
            serde_json::from_value::<Ask>(json!({
                "runId": "r", "conversationId": "c", "askId": "a", "text": "Well?", "kind": "approval", "action": action,
                "origin": "http://a.example:8080", "values": [],
            }))
            .unwrap()
        };
        let sends = to_go_on(&about(json!({"commits": "sends"})));
        assert!(sends.to_string().contains("--may send@a.example:8080,"), "{sends}");
        let reads = to_go_on(&about(json!("reads")));
        assert!(reads == say!(AnswerAtTerminal), "{reads}");
    }

    /// What tells JSON, with what it wrote; after `room` lines nothing can be written.
    fn lines(room: usize) -> (Lines, Rc<RefCell<Vec<serde_json::Value>>>) {
        let written = Rc::new(RefCell::new(Vec::new()));
        let writes = Rc::clone(&written);
        let write = move |line: &str| {
            if writes.borrow().len() >= room {
                return Err(std::io::Error::from(std::io::ErrorKind::StorageFull));
            }
            writes.borrow_mut().push(serde_json::from_str(line).unwrap());
            Ok(())
        };
        (Lines::on(Box::new(write)), written)
    }

    fn progress() -> Event {
        let progress = json!({"type": "agent_progress", "runId": "r", "conversationId": "c", "step": 1, "text": "t", "timestamp": 1.0});
        serde_json::from_value(progress).unwrap()
    }

    fn done() -> Done {
        let done = json!({"runId": "r", "conversationId": "c", "outcome": "completed", "summary": "s",
            "usage": {"promptTokens": 0, "completionTokens": 0}});
        serde_json::from_value(done).unwrap()
    }

    #[test]
    fn the_last_line_is_an_end_whatever_the_end_was() {
        let stop = Stop::unavailable(say!(BrowserGone));
        type Ends = fn(&mut Lines, &Stop);
        let ends: [(Ends, &str, &str); 4] = [
            (
                |lines, _| {
                    lines.hear(&Event::Done(done()));
                    lines.end(Some(&done())).unwrap();
                },
                "completed",
                "s",
            ),
            (|lines, _| lines.end(None).unwrap(), "stopped", "Stopped."),
            (|lines, stop| lines.fail(stop), "failed", "the browser is gone"),
            (|lines, _| lines.fail(&Stop::stopped()), "stopped", "stopped before anything had begun"),
        ];
        for (end, outcome, summary) in ends {
            let (mut lines, written) = lines(9);
            lines.hear(&progress());
            end(&mut lines, &stop);
            // What went wrong after an end brings no second one.
            lines.fail(&stop);
            let written = written.borrow();
            assert_eq!(written.len(), 2, "{written:?}");
            let last = &written[1];
            assert_eq!((&last["type"], &last["runId"]), (&json!("agent_done"), &json!("r")), "{last}");
            assert_eq!((&last["outcome"], &last["summary"]), (&json!(outcome), &json!(summary)), "{last}");
        }
    }

    #[test]
    fn a_line_that_cannot_be_written_is_told_at_the_end() {
        let (mut one, written) = lines(1);
        one.hear(&progress());
        one.hear(&Event::Done(done()));
        assert!(one.end(Some(&done())).is_err());
        assert_eq!(written.borrow().len(), 1);
        let (mut other, _) = lines(2);
        other.hear(&progress());
        other.hear(&Event::Done(done()));
        assert!(other.end(Some(&done())).is_ok());
    }

    #[test]
    fn what_was_used_is_told_only_if_something_was() {
        let usage = |prompt_tokens, price| Usage { prompt_tokens, price, ..Usage::default() };
        assert_eq!(spent(&usage(0, None)), "");
        assert_eq!(spent(&usage(7, None)), ", 7 tokens sent, 0 received");
        assert_eq!(spent(&usage(7, Some(0.01))), ", 7 tokens sent, 0 received, 0.0100 of the prices' currency");
    }
}
