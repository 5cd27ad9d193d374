//! What every batch begins and ends with, wherever its tasks are done.

use super::report::Report;
use crate::arguments::Batch;
use crate::ends::{Code, Stop};
use crate::tasks::lines::{self, Results, Wanted};
use crate::terminal::{Bar, tell, tell_text};
use crate::told::named;
use crate::words::{number, say};
use edith_protocol::Outcome;
use std::cell::Cell;

/// The tasks, all of them read before anything is begun, and the results that there are.
pub(super) fn open(order: &Batch) -> Result<(Vec<Wanted>, Results), Stop> {
    let wanted = lines::read(&order.tasks)?;
    let results = Results::open(&order.out)?;
    let done = wanted.iter().filter(|task| results.has(task.id())).count();
    if done > 0 {
        tell(&say!(HaveResults { done: done, total: wanted.len() }));
    }
    Ok((wanted, results))
}

/// How far a batch is: a line for each result and, at a terminal, a bar below them.
pub(super) struct Progress {
    total: usize,
    bar: Bar,
    /// How many of its tasks have their results.
    done: Cell<usize>,
    /// How many ended otherwise than completed.
    others: Cell<usize>,
}

impl Progress {
    pub(super) fn begin(ids: &[String], results: &Results) -> Self {
        let (total, done) = (ids.len(), results.of(ids).count());
        let others = results.of(ids).filter(|result| result.outcome != Outcome::Completed).count();
        Self { total, bar: Bar::begin(total, done), done: Cell::new(done), others: Cell::new(others) }
    }

    /// A task has its result.
    pub(super) fn note(&self, (id, outcome, seconds): (&str, Outcome, f64)) {
        self.done.update(|done| done + 1);
        let seconds = number(seconds, 1);
        let (done, total, outcome_told) = (self.done.get(), self.total, named(outcome));
        tell(&say!(TaskEnded { done: done, total: total, id: id, outcome: outcome_told, seconds: seconds }));
        self.others.update(|others| others + usize::from(outcome != Outcome::Completed));
        let others = self.others.get();
        self.bar.step(if others > 0 { say!(OthersEnded { count: others }).to_string() } else { String::new() });
    }
}

/// Says what came of its tasks; returns how the program ends.
pub(super) fn finished(order: &Batch, ids: &[String], results: &Results, stopped: bool) -> Result<Code, Stop> {
    let report = Report::of(results.of(ids));
    tell_text(&report.table());
    if let Some(file) = &order.report {
        let written = std::fs::write(file, report.html());
        written.map_err(|error| Stop::unavailable(say!(ReportUnwritten { error: error.to_string() })))?;
    }
    if stopped {
        tell(&say!(BatchStopped));
        return Ok(Code::Stopped);
    }
    Ok(code(results.of(ids).map(|result| result.outcome)))
}

/// The names of the tasks, by which their results are known among those of others.
pub(super) fn ids(wanted: &[Wanted]) -> Vec<String> {
    wanted.iter().map(|task| task.id().to_owned()).collect()
}

/// What a batch is known by: where its results go.
pub(super) fn room_of(order: &Batch) -> String {
    order.out.canonicalize().unwrap_or_else(|_| order.out.clone()).to_string_lossy().into_owned()
}

/// How a batch ends: as its tasks if they all ended alike, else in part if any is done at least in part, and failed if none is.
fn code(outcomes: impl Iterator<Item = Outcome>) -> Code {
    let codes: Vec<Code> = outcomes.map(Code::from).collect();
    match codes.first() {
        None => Code::Completed,
        Some(first) if codes.iter().all(|code| code == first) => *first,
        _ if codes.iter().any(|code| matches!(code, Code::Completed | Code::Partial)) => Code::Partial,
        _ => Code::Failed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_ends_as_its_tasks_and_is_completed_only_if_all_of_it_is() {
        use Outcome::{Completed, Failed, NeedsInput, Partial, Refused};
        for (outcomes, expected) in [
            (&[][..], Code::Completed),
            (&[Completed, Completed], Code::Completed),
            (&[Completed, NeedsInput], Code::Partial),
            (&[Failed, NeedsInput], Code::Failed),
            (&[NeedsInput, Refused], Code::NeedsPerson),
            (&[Partial, Failed], Code::Partial),
            (&[Partial], Code::Partial),
            (&[Failed, Failed], Code::Failed),
        ] {
            assert_eq!(code(outcomes.iter().copied()), expected, "{outcomes:?}");
        }
    }
}
