//! `edith batch`: many tasks, some at once, each with a journal and a browser context of its own. Started again, it continues where it was.

mod both;
mod local;
mod queued;
mod report;

use crate::arguments::{Batch, Common};
use crate::ends::{Code, Stop};
use crate::given;
use crate::interrupted::Interrupt;
use crate::kit::Kit;
use crate::tasks::lines::Wanted;
use crate::tasks::pool::Pool;
use crate::words::say;
use both::{Progress, finished, ids, open, room_of};
use futures_util::future::{Either, join_all, select};
use local::{Ground, work_off};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::pin::pin;
use std::rc::Rc;

/// Does the tasks of a file, or has workers do them; returns how the program ends.
///
/// # Errors
/// When nothing could be begun.
pub(crate) async fn batch(order: &Batch, common: &Common) -> Result<Code, Stop> {
    let interrupt = Interrupt::listen();
    match &order.queue {
        Some(_) if common.browser.is_named() => Err(Stop::usage(say!(QueueBrowsers))),
        Some(_) if order.records.is_named() => Err(Stop::usage(say!(QueueRecords))),
        Some(place) => queued::queued(order, common, place, &interrupt).await,
        None => here(order, common, &interrupt).await,
    }
}

async fn here(order: &Batch, common: &Common, interrupt: &Interrupt) -> Result<Code, Stop> {
    let (wanted, results) = open(order)?;
    let Kit { home, database, instead, collector, toolbox } = interrupt.unless(Kit::open(common)).await?;
    interrupt.unless(given::reachable(&common.model)).await?;
    let wish = order.records.wish();
    wish.folders()?;
    let name = room_of(order);
    for task in wanted.iter().filter(|task| results.has(task.id())) {
        // What is not deleted now only takes room.
        let _kept = database.forget(&local::room(&name, task.id()));
    }
    let ids = ids(&wanted);
    let left: VecDeque<Wanted> = wanted.into_iter().filter(|task| !results.has(task.id())).collect();
    let slots = order.parallel.max(1).min(left.len().max(1));
    let ground = Ground {
        database,
        instead,
        downloads: home.downloads(),
        toolbox,
        collector,
        name,
        yes: order.yes_to_asks,
        wish,
        unrecorded: RefCell::default(),
        pool: Pool::new(common.browser.clone(), slots),
        progress: Progress::begin(&ids, &results),
        results: Rc::new(RefCell::new(results)),
        unwritten: RefCell::default(),
    };
    if !left.is_empty() {
        // Found out before anything is begun: without a browser every task would fail.
        if let Err(stop) = interrupt.unless(ground.pool.warm()).await {
            ground.pool.end().await;
            return Err(stop);
        }
    }
    let list = RefCell::new(left);
    let stopped = {
        let slots = join_all((0..slots).map(|slot| work_off(slot, &list, &ground)));
        matches!(select(pin!(slots), interrupt.came()).await, Either::Right(_))
    };
    ground.pool.end().await;
    let Ground { results, progress, unwritten, unrecorded, .. } = ground;
    drop(progress);
    let code = finished(order, &ids, &results.borrow(), stopped)?;
    match unwritten.take() {
        None => unrecorded.take().map_or(Ok(code), Err),
        Some(why) => Err(Stop::unavailable(say!(ResultsUnwritten { file: order.out.display().to_string(), why: why }))),
    }
}
