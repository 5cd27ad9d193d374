//! `edith batch`: many tasks, some at once, each with a journal and a browser context of its own. Started again it goes on where it was.

mod lines;
mod pool;
mod report;
mod task;

use crate::arguments::{Batch, Common};
use crate::ends::{Code, Stop};
use crate::given;
use crate::home::Home;
use crate::interrupted::interrupted;
use edith_protocol::Outcome;
use futures_util::future::{Either, join_all, select};
use lines::{Results, Wanted};
use pool::Pool;
use report::Report;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::pin::pin;
use std::rc::Rc;
use task::{Ground, work_off};

/// Does the tasks of a file; returns how the program ends.
///
/// # Errors
/// When nothing could be begun.
pub(crate) async fn batch(order: &Batch, common: &Common) -> Result<Code, Stop> {
    let wanted = lines::read(&order.tasks)?;
    let results = Results::open(&order.out)?;
    let home = Home::open(common.home.as_deref())?;
    let database = home.database()?;
    let instead = given::instead(&common.model, &database, |name| std::env::var(name).ok()).await?;
    given::reachable(&common.model).await?;
    let name = room_of(order);
    for task in wanted.iter().filter(|task| results.has(&task.id)) {
        // What is not deleted now only takes room.
        let _kept = database.forget(&task::room(&name, &task.id));
    }
    let all = wanted.len();
    let left: VecDeque<Wanted> = wanted.into_iter().filter(|task| !results.has(&task.id)).collect();
    let done = all - left.len();
    if done > 0 {
        eprintln!("{done} of {all} tasks have their results already.");
    }
    let slots = order.parallel.max(1).min(left.len().max(1));
    let ground = Ground {
        database,
        instead,
        results: Rc::new(RefCell::new(results)),
        downloads: home.downloads(),
        name,
        yes: order.yes_to_asks,
        pool: Pool::new(common.browser.clone(), slots),
        total: all,
    };
    if !left.is_empty() {
        // Found out before anything is begun: without a browser every task would fail.
        ground.pool.warm().await?;
    }
    let queue = RefCell::new(left);
    let stopped = {
        let slots = join_all((0..slots).map(|slot| work_off(slot, &queue, &ground)));
        let (working, interrupt) = (pin!(slots), pin!(interrupted()));
        matches!(select(working, interrupt).await, Either::Right(_))
    };
    ground.pool.end().await;
    let results = ground.results.borrow();
    let report = Report::of(results.all());
    eprint!("{}", report.table());
    if let Some(file) = &order.report {
        let written = std::fs::write(file, report.html());
        written.map_err(|error| Stop::unavailable(format!("the report cannot be written: {error}")))?;
    }
    if stopped {
        eprintln!("Stopped. The same command goes on with the tasks that have no result yet.");
        return Ok(Code::Stopped);
    }
    Ok(code(results.all().map(|result| result.outcome)))
}

/// What a batch is known by: where its results go.
fn room_of(order: &Batch) -> String {
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
