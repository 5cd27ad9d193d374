//! What every batch begins and ends with, wherever its tasks are done.

use super::report::Report;
use crate::arguments::Batch;
use crate::ends::{Code, Stop};
use crate::tasks::lines::{self, Results, Wanted};
use crate::terminal::{Bar, tell, tell_text};
use crate::told::named;
use edith_protocol::Outcome;
use std::cell::Cell;

/// The tasks, all of them read before anything is begun, and the results that there are.
pub(super) fn open(order: &Batch) -> Result<(Vec<Wanted>, Results), Stop> {
    let wanted = lines::read(&order.tasks)?;
    let results = Results::open(&order.out)?;
    let done = wanted.iter().filter(|task| results.has(task.id())).count();
    if done > 0 {
        tell!("{done} of {} tasks have their results already.", wanted.len());
    }
    Ok((wanted, results))
}

/// How far a batch is: a line for each result and, at a terminal, a bar below them.
pub(super) struct Progress {
    total: usize,
    bar: Bar,
    /// How many ended otherwise than completed.
    others: Cell<usize>,
}

impl Progress {
    pub(super) fn begin(total: usize, results: &Results) -> Self {
        let others = results.all().filter(|result| result.outcome != Outcome::Completed).count();
        Self { total, bar: Bar::begin(total, results.count()), others: Cell::new(others) }
    }

    /// A task has its result, which is among those that there are.
    pub(super) fn note(&self, results: &Results, (id, outcome, seconds): (&str, Outcome, f64)) {
        tell!("{}/{}  {id}: {} ({seconds:.1} s)", results.count(), self.total, named(outcome));
        self.others.update(|others| others + usize::from(outcome != Outcome::Completed));
        let others = self.others.get();
        self.bar.step(if others > 0 { format!(", {others} not completed") } else { String::new() });
    }
}

/// Says what came of it; returns how the program ends.
pub(super) fn finished(order: &Batch, results: &Results, stopped: bool) -> Result<Code, Stop> {
    let report = Report::of(results.all());
    tell_text(&report.table());
    if let Some(file) = &order.report {
        let written = std::fs::write(file, report.html());
        written.map_err(|error| Stop::unavailable(format!("the report cannot be written: {error}")))?;
    }
    if stopped {
        tell!("Stopped. The same command goes on with the tasks that have no result yet.");
        return Ok(Code::Stopped);
    }
    Ok(code(results.all().map(|result| result.outcome)))
}

/// What a batch is known by: where its results go.
pub(super) fn room_of(order: &Batch) -> String {
    order.out.canonicalize().unwrap_or_else(|_| order.out.clone()).to_string_lossy().into_owned()
}

/// How a batch ends: completed if every task is, failed if none is.
fn code(outcomes: impl Iterator<Item = Outcome>) -> Code {
    let (mut completed, mut others) = (0_usize, 0_usize);
    for outcome in outcomes {
        if outcome == Outcome::Completed { completed += 1 } else { others += 1 }
    }
    match (completed, others) {
        (_, 0) => Code::Completed,
        (0, _) => Code::Failed,
        _ => Code::Partial,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_is_completed_only_if_all_of_it_is() {
        use Outcome::{Completed, Failed, NeedsInput};
        for (outcomes, expected) in [
            (&[][..], Code::Completed),
            (&[Completed, Completed], Code::Completed),
            (&[Completed, NeedsInput], Code::Partial),
            (&[Failed, NeedsInput], Code::Failed),
        ] {
            assert_eq!(code(outcomes.iter().copied()), expected, "{outcomes:?}");
        }
    }
}
