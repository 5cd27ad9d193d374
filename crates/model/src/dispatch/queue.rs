//! The queue of one server. How many requests it takes at once is learnt: fewer whenever it refuses one beside others (429), one more after a while of
//! answers (additive increase, multiplicative decrease, as TCP's congestion control, RFC 5681).

use crate::{Clock, ModelError};
use futures_util::future::select;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::future::poll_fn;
use std::pin::pin;
use std::rc::Rc;
use std::task::{Poll, Waker};

/// Requests at once before a server has answered any: few enough that one which takes two or three refuses only a few.
const AT_FIRST: usize = 5;
/// Most at once: a server that never refuses is not flooded either.
const MOST: usize = 32;
/// No more than the server has taken is tried for so long after it refused one, in milliseconds.
const CAUTION_MS: f64 = 30_000.0;
/// What was learnt of an unused server is forgotten after so long, in milliseconds.
const FORGOTTEN_MS: f64 = 300_000.0;
/// So many answers for each request at once, until one more is tried.
const ANSWERS_BEFORE_MORE: usize = 4;
/// The pause after a lone request was refused, in milliseconds, doubled each time: the shortest that a run itself makes.
const FIRST_PAUSE_MS: f64 = 400.0;
/// The longest of these.
const LONGEST_PAUSE_MS: f64 = 8_000.0;
/// So many lone requests refused in a row are waited for by those in the queue; then each run decides for itself.
const PATIENCE: u32 = 8;
/// How many lone requests refused in a row are tried again while another key waits: as often as a run tries.
const PATIENCE_WITH_ANOTHER: u32 = 2;
/// A longer `Retry-After`, in milliseconds, is not waited for while another key may answer at once.
const LONGEST_WISH_WITH_ANOTHER_MS: u64 = 8_000;
/// A longer `Retry-After`, in milliseconds, is not waited for here.
const LONGEST_WISH_MS: u64 = 120_000;
/// A request that waits for so long is reported, and again no sooner than after that time if others were answered, in milliseconds.
const TOLD_AFTER_MS: f64 = 4_000.0;

/// What becomes of a request whose attempt has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ended {
    /// It is over.
    Over,
    /// It waits for another attempt in its place, since parallel ones were too many.
    Waits,
    /// Its key takes no more requests for long enough that another one is to be tried.
    MovesOn,
}

/// The queue of one server.
pub(super) struct Queue(RefCell<Load>);

struct Load {
    /// Requests that are being answered.
    active: usize,
    /// Most of them at once.
    limit: usize,
    /// Answers since the limit changed, with as many requests as it allows.
    answers: usize,
    /// Lone requests refused since the last answer.
    refusals: u32,
    /// When the server last refused one, in milliseconds since 1970.
    refused_at: f64,
    /// When the next request may be sent, in milliseconds since 1970.
    open_at: f64,
    /// Those that wait, by number, first come first served.
    waiting: BTreeMap<u64, Option<Waker>>,
    /// Numbers given so far.
    numbers: u64,
}

impl Default for Queue {
    fn default() -> Self {
        Self(RefCell::new(Load {
            active: 0,
            limit: AT_FIRST,
            answers: 0,
            refusals: 0,
            refused_at: f64::NEG_INFINITY,
            open_at: f64::NEG_INFINITY,
            waiting: BTreeMap::new(),
            numbers: 0,
        }))
    }
}

impl Load {
    fn wake(&mut self) {
        self.waiting.values_mut().filter_map(Option::take).for_each(Waker::wake);
    }

    fn answered(&mut self, now: f64) {
        self.refusals = 0;
        if self.active + 1 < self.limit {
            return;
        }
        self.answers += 1;
        let known = self.refused_at > f64::NEG_INFINITY;
        let enough = if known { self.answers >= ANSWERS_BEFORE_MORE * self.limit } else { true };
        if enough && now - self.refused_at >= CAUTION_MS && self.limit < MOST {
            self.limit += 1;
            self.answers = 0;
        }
    }

    fn refused(&mut self, wish_ms: Option<u64>, has_another: bool, now: f64) -> Ended {
        self.refused_at = now;
        self.answers = 0;
        let beside_others = self.active > 0;
        let outlives = wish_ms.is_some_and(|wish| wish > LONGEST_WISH_WITH_ANOTHER_MS)
            || (!beside_others && self.refusals >= PATIENCE_WITH_ANOTHER);
        if has_another && outlives {
            // What was learnt is of the key that is left.
            (self.refusals, self.open_at) = (0, f64::NEG_INFINITY);
            return Ended::MovesOn;
        }
        if beside_others {
            self.limit = self.limit.min(self.active);
        } else {
            self.refusals += 1;
        }
        let pause = match wish_ms {
            Some(wish) => wish as f64,
            None if beside_others => 0.0,
            None => (FIRST_PAUSE_MS * f64::from(1_u32 << (self.refusals - 1).min(10))).min(LONGEST_PAUSE_MS),
        };
        let is_short = wish_ms.is_none_or(|wish| wish <= LONGEST_WISH_MS);
        if is_short {
            self.open_at = self.open_at.max(now + pause);
        }
        let waits = is_short && (beside_others || (!self.waiting.is_empty() && self.refusals <= PATIENCE));
        if waits { Ended::Waits } else { Ended::Over }
    }
}

/// A request's place in a queue, which it leaves when dropped.
pub(super) struct Ticket {
    queue: Rc<Queue>,
    number: u64,
    is_active: bool,
}

impl Ticket {
    /// The last place.
    pub(super) fn last(queue: &Rc<Queue>, now: f64) -> Self {
        let mut state = queue.0.borrow_mut();
        if state.active == 0 && state.waiting.is_empty() && now - state.refused_at > FORGOTTEN_MS {
            state.limit = state.limit.max(AT_FIRST);
            state.refused_at = f64::NEG_INFINITY;
        }
        state.numbers += 1;
        let number = state.numbers;
        state.waiting.insert(number, None);
        Self { queue: Rc::clone(queue), number, is_active: false }
    }

    /// Waits until its request may be sent; `on_wait` is told now and then how many come before it.
    pub(super) async fn first(&mut self, clock: &dyn Clock, on_wait: &mut dyn FnMut(usize)) {
        self.queue.0.borrow_mut().waiting.entry(self.number).or_default();
        let mut told_at = clock.now();
        let mut told = None;
        loop {
            let now = clock.now();
            let Some(opens_in) = self.begin(now) else { return };
            let ahead = self.ahead();
            let mut told_in = f64::INFINITY;
            if told != Some(ahead) {
                told_in = told_at + TOLD_AFTER_MS - now;
            }
            if told_in <= 0.0 {
                on_wait(ahead);
                (told, told_at, told_in) = (Some(ahead), now, f64::INFINITY);
            }
            let look_again_in = told_in.min(opens_in);
            if look_again_in.is_finite() {
                select(pin!(self.changed()), pin!(clock.sleep(look_again_in.ceil() as u64))).await;
            } else {
                self.changed().await;
            }
        }
    }

    /// Begins if its time has come; otherwise in how many milliseconds that may be, unless something changes.
    fn begin(&mut self, now: f64) -> Option<f64> {
        let mut state = self.queue.0.borrow_mut();
        let is_next = state.waiting.first_key_value().is_some_and(|(first, _)| *first == self.number);
        if !is_next || state.active >= state.limit {
            return Some(f64::INFINITY);
        }
        if now < state.open_at {
            return Some(state.open_at - now);
        }
        state.waiting.remove(&self.number);
        state.active += 1;
        self.is_active = true;
        // There may be room for the next one.
        state.wake();
        None
    }

    fn ahead(&self) -> usize {
        let state = self.queue.0.borrow();
        state.active + state.waiting.range(..self.number).count()
    }

    async fn changed(&self) {
        let mut is_first = true;
        poll_fn(|context| {
            if !is_first {
                return Poll::Ready(());
            }
            is_first = false;
            if let Some(waker) = self.queue.0.borrow_mut().waiting.get_mut(&self.number) {
                *waker = Some(context.waker().clone());
            }
            Poll::Pending
        })
        .await;
    }

    /// The server has answered, or failed. `has_another` says whether there is another key to try.
    pub(super) fn ended(&mut self, error: Option<&ModelError>, has_another: bool, now: f64) -> Ended {
        let mut state = self.queue.0.borrow_mut();
        state.active -= usize::from(self.is_active);
        self.is_active = false;
        let ended = match error {
            None => {
                state.answered(now);
                Ended::Over
            }
            Some(ModelError::Busy { status: 429, retry_after_ms, .. }) => {
                state.refused(*retry_after_ms, has_another, now)
            }
            Some(_) => Ended::Over,
        };
        if ended == Ended::Waits {
            state.waiting.insert(self.number, None);
        }
        state.wake();
        ended
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut state = self.queue.0.borrow_mut();
        state.active -= usize::from(self.is_active);
        state.waiting.remove(&self.number);
        state.wake();
    }
}
