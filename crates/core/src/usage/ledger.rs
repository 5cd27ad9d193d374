//! Usage over all runs: by task (a research counts with its sources) and by day, including calls in progress. The days are stored.

use super::limits::{Used, allow, estimate};
use crate::run::{Raised, Reached, Run};
use edith_model::ChatRequest;
use edith_port::{Clock, Store, StoreError};
use edith_protocol::{DayUsage, ModelPrice, RunId, Usage, keys};
use futures_channel::oneshot;
use futures_util::lock::Mutex;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Days kept.
const DAYS: usize = 90;
const DAY_MS: f64 = 86_400_000.0;

/// A worker's single account.
#[derive(Clone)]
pub struct Ledger {
    store: Rc<dyn Store>,
    clock: Rc<dyn Clock>,
    /// None: not yet read.
    days: Rc<Mutex<Option<Days>>>,
    open: Rc<RefCell<Open>>,
}

#[derive(Default)]
struct Days {
    today: DayUsage,
    /// Latest first.
    earlier: Vec<DayUsage>,
}

#[derive(Default)]
struct Open {
    /// By the task's own run, including its sources' runs.
    tasks: Vec<(RunId, Usage)>,
    /// Calls in progress: number, task, and the most they can use.
    calls: Vec<(u64, RunId, Usage)>,
    next: u64,
    /// How far limits of tasks are raised, and what runs that work for them have reached since.
    raised: BTreeMap<RunId, Raised>,
    wanted: BTreeMap<RunId, Reached>,
    /// Who waits for a change of any of these.
    listeners: Vec<oneshot::Sender<()>>,
    /// Milliseconds worked and not yet stored.
    worked_ms: f64,
    /// Something counted is not yet stored.
    is_unstored: bool,
}

impl Open {
    fn count(&mut self, task: RunId, usage: Usage) {
        match self.tasks.iter_mut().find(|(known, _)| *known == task) {
            Some((_, so_far)) => *so_far += usage,
            None => self.tasks.push((task, usage)),
        }
    }

    fn changed(&mut self) {
        for listener in self.listeners.drain(..) {
            // Whoever is gone waits no more.
            let _unheard = listener.send(());
        }
    }
}

/// A reservation, released on drop.
pub struct Reservation {
    open: Rc<RefCell<Open>>,
    number: u64,
}

impl Drop for Reservation {
    fn drop(&mut self) {
        let mut open = self.open.borrow_mut();
        open.calls.retain(|(number, ..)| *number != self.number);
        open.changed();
    }
}

impl Ledger {
    /// The account in that store.
    pub fn new(store: Rc<dyn Store>, clock: Rc<dyn Clock>) -> Self {
        Self { store, clock, days: Rc::default(), open: Rc::default() }
    }

    /// Counts what an earlier worker's run has used.
    pub fn adopt(&self, run: &Run) {
        self.open.borrow_mut().count(task(run), run.counters.usage);
        self.know(run);
    }

    /// Takes in how far the person has raised a task's limits.
    pub(crate) fn know(&self, run: &Run) {
        let mut open = self.open.borrow_mut();
        let known = open.raised.get(&run.id);
        if run.parent().is_some()
            || known.map_or(run.task.raised == Raised::default(), |known| *known == run.task.raised)
        {
            return;
        }
        open.raised.insert(run.id.clone(), run.task.raised.clone());
        open.wanted.remove(&run.id);
        open.changed();
    }

    /// Has a task ask about a limit that a run which works for it has reached; returns once it is raised.
    pub(crate) async fn raised(&self, run: &Run) {
        let Some((parent, reached)) = run.capped() else { return };
        loop {
            let raised = self.open.borrow().raised.get(parent).cloned().unwrap_or_default();
            if reached.is_raised(&run.task.settings, &raised) {
                return;
            }
            {
                let mut open = self.open.borrow_mut();
                if !open.wanted.contains_key(parent) {
                    open.wanted.insert(parent.clone(), reached.clone());
                    open.changed();
                }
            }
            self.next_change().await;
        }
    }

    /// The next limit that a run which works for this one reaches.
    pub(crate) async fn wanted(&self, run: &RunId) -> Reached {
        loop {
            let wanted = self.open.borrow().wanted.get(run).cloned();
            if let Some(reached) = wanted {
                return reached;
            }
            self.next_change().await;
        }
    }

    async fn next_change(&self) {
        let (sender, receiver) = oneshot::channel();
        self.open.borrow_mut().listeners.push(sender);
        // It is never dropped unsent as long as this lives.
        let _is_sent = receiver.await;
    }

    /// Forgets a task that is over.
    pub fn forget(&self, run: &RunId) {
        let mut open = self.open.borrow_mut();
        open.tasks.retain(|(task, _)| task != run);
        open.raised.remove(run);
        open.wanted.remove(run);
    }

    /// Reserves room for a model call, and limits its answer to what is left. Where calls that are under way take the room, it waits for their ends.
    ///
    /// # Errors
    /// When it would cross a limit: then it must not be made.
    pub async fn reserve(
        &self,
        run: &Run,
        price: Option<&ModelPrice>,
        request: &mut ChatRequest,
    ) -> Result<Reservation, Reached> {
        loop {
            let today = self.read(&mut *self.days.lock().await).await.today.clone();
            match self.try_reserve(run, price, request, &today) {
                // Only what is used up for good is asked about.
                Err(_) if run.parent().is_some() && self.is_beside_others(run) => self.next_change().await,
                reserved => return reserved,
            }
        }
    }

    fn is_beside_others(&self, run: &Run) -> bool {
        let task = task(run);
        self.open.borrow().calls.iter().any(|(_, other, _)| *other == task)
    }

    fn try_reserve(
        &self,
        run: &Run,
        price: Option<&ModelPrice>,
        request: &mut ChatRequest,
        today: &DayUsage,
    ) -> Result<Reservation, Reached> {
        let mut open = self.open.borrow_mut();
        let task = task(run);
        let mut of_run = Used {
            usage: open.tasks.iter().find(|(known, _)| *known == task).map(|(_, usage)| *usage).unwrap_or_default(),
            worked_ms: run.counters.worked_ms,
            ..Used::default()
        };
        let mut of_day = Used { usage: today.usage, steps: today.steps, worked_ms: today.worked_ms + open.worked_ms };
        for (_, other, most) in &open.calls {
            of_day.usage += *most;
            of_day.steps += 1;
            if *other == task {
                of_run.usage += *most;
            }
        }
        let raised = if run.parent().is_some() { open.raised.get(&task) } else { Some(&run.task.raised) };
        let set = &run.task.settings;
        let mut settings = raised.map_or_else(|| set.clone(), |more| more.on(set, today.day));
        if price.is_none() && set.has_default_price_limit() {
            // A model of unknown price cannot reach the limit that holds unless the person sets one.
            settings.max_run_price = 0.0;
        }
        let prompt = estimate(request);
        let wanted = request.max_completion_tokens;
        let answer = allow(&settings, price, prompt, wanted, &of_run, (today.day, &of_day))?;
        request.max_completion_tokens = answer;
        let mut most = Usage { prompt_tokens: prompt, completion_tokens: u64::from(answer), ..Usage::default() };
        most.price = price.map(|price| price.of(&most));
        open.next += 1;
        let number = open.next;
        open.calls.push((number, task, most));
        Ok(Reservation { open: Rc::clone(&self.open), number })
    }

    /// Counts an answered call. [`Self::store`] stores it.
    pub async fn count(&self, run: &Run, held: Reservation, usage: Usage) {
        let mut days = self.days.lock().await;
        let today = &mut self.read(&mut days).await.today;
        today.steps += 1;
        today.usage += usage;
        let mut open = self.open.borrow_mut();
        open.count(task(run), usage);
        open.is_unstored = true;
        drop(open);
        drop(held);
    }

    /// Stores what was counted since the last time, if anything.
    ///
    /// # Errors
    /// When it cannot be stored; then it is retried with the next answered call.
    pub async fn store(&self) -> Result<(), StoreError> {
        if !self.open.borrow().is_unstored {
            return Ok(());
        }
        let mut days = self.days.lock().await;
        let days = self.read(&mut days).await;
        {
            let mut open = self.open.borrow_mut();
            open.is_unstored = false;
            days.today.worked_ms += std::mem::take(&mut open.worked_ms);
        }
        let all: Vec<&DayUsage> = std::iter::once(&days.today).chain(&days.earlier).collect();
        let value = serde_json::to_value(all).map_err(|error| StoreError::Failed(error.to_string()))?;
        self.store.write(keys::USAGE, value).await
    }

    /// Counts a run's work, in milliseconds. Stored with the next answered call.
    pub(crate) fn count_time(&self, ms: f64) {
        self.open.borrow_mut().worked_ms += ms;
    }

    /// The current days: read once, and turned over at midnight.
    async fn read<'a>(&self, days: &'a mut Option<Days>) -> &'a mut Days {
        let local = self.clock.now() + f64::from(self.clock.zone_minutes()) * 60_000.0;
        let day = (local / DAY_MS).floor() as i64;
        if days.is_none() {
            // Unreadable days start afresh: a limit must not block everything for good.
            let stored = self.store.read(keys::USAGE).await.ok().flatten();
            let mut earlier = stored
                .and_then(|stored| edith_protocol::json::from_value::<Vec<DayUsage>>(stored).ok())
                .unwrap_or_default();
            let is_today = earlier.first().is_some_and(|latest| latest.day == day);
            let today = if is_today { earlier.remove(0) } else { DayUsage { day, ..DayUsage::default() } };
            *days = Some(Days { today, earlier });
        }
        let days = days.get_or_insert_default();
        if days.today.day != day {
            let over = std::mem::replace(&mut days.today, DayUsage { day, ..DayUsage::default() });
            days.earlier.insert(0, over);
            days.earlier.truncate(DAYS);
        }
        days
    }
}

/// The run whose limits apply.
fn task(run: &Run) -> RunId {
    run.parent().unwrap_or(&run.id).clone()
}
