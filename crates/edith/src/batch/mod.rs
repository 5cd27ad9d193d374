//! `edith batch`: many tasks, some at once, each with a journal and a browser context of its own. Started again it goes on where it was.

mod local;
mod queued;
mod report;

use crate::arguments::{Batch, Common};
use crate::ends::{Code, Stop};
use crate::given;
use crate::home::Home;
use crate::interrupted::interrupted;
use crate::tasks::lines::{self, Results, Wanted};
use crate::tasks::pool::Pool;
use crate::toolbox::Toolbox;
use edith_protocol::Outcome;
use futures_util::future::{Either, join_all, select};
use local::{Ground, work_off};
use report::Report;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::pin::pin;
use std::rc::Rc;

/// Does the tasks of a file, or has workers do them; returns how the program ends.
///
/// # Errors
/// When nothing could be begun.
pub(crate) async fn batch(order: &Batch, common: &Common) -> Result<Code, Stop> {
    match &order.queue {
        Some(_) if common.browser.is_named() => {
            Err(Stop::usage("the browsers of a batch in a queue are its workers': name them with `edith worker`"))
        }
        Some(place) => queued::queued(order, common, place).await,
        None => here(order, common).await,
    }
}

/// The tasks, all of them read before anything is begun, and the results that there are.
fn open(order: &Batch) -> Result<(Vec<Wanted>, Results), Stop> {
    let wanted = lines::read(&order.tasks)?;
    let results = Results::open(&order.out)?;
    let done = wanted.iter().filter(|task| results.has(task.id())).count();
    if done > 0 {
        eprintln!("{done} of {} tasks have their results already.", wanted.len());
    }
    Ok((wanted, results))
}

async fn here(order: &Batch, common: &Common) -> Result<Code, Stop> {
    let (wanted, results) = open(order)?;
    let home = Home::open(common.home.as_deref())?;
    let database = home.database()?;
    let instead = given::instead(&common.model, &database, |name| std::env::var(name).ok()).await?;
    let toolbox = Toolbox::open(&home, &common.mcp)?;
    let instead = toolbox.among(instead, &database).await?;
    given::reachable(&common.model).await?;
    let name = room_of(order);
    for task in wanted.iter().filter(|task| results.has(task.id())) {
        // What is not deleted now only takes room.
        let _kept = database.forget(&local::room(&name, task.id()));
    }
    let all = wanted.len();
    let left: VecDeque<Wanted> = wanted.into_iter().filter(|task| !results.has(task.id())).collect();
    let slots = order.parallel.max(1).min(left.len().max(1));
    let ground = Ground {
        database,
        instead,
        results: Rc::new(RefCell::new(results)),
        downloads: home.downloads(),
        toolbox,
        name,
        yes: order.yes_to_asks,
        pool: Pool::new(common.browser.clone(), slots),
        total: all,
    };
    if !left.is_empty() {
        // Found out before anything is begun: without a browser every task would fail.
        ground.pool.warm().await?;
    }
    let list = RefCell::new(left);
    let stopped = {
        let slots = join_all((0..slots).map(|slot| work_off(slot, &list, &ground)));
        let (working, interrupt) = (pin!(slots), pin!(interrupted()));
        matches!(select(working, interrupt).await, Either::Right(_))
    };
    ground.pool.end().await;
    let results = ground.results.borrow();
    finished(order, &results, stopped)
}

/// Says what came of it; returns how the program ends.
fn finished(order: &Batch, results: &Results, stopped: bool) -> Result<Code, Stop> {
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
