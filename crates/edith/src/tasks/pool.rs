//! The browsers of many tasks: one that is started for all of them, those that are running already, or a session of the WebDriver for each slot.

use crate::arguments::BrowserWanted;
use crate::ends::Stop;
use crate::source::Source;
use crate::terminal::tell;
use crate::words::say;
use edith_native::wire::Connection;
use futures_util::future::join_all;
use futures_util::lock::Mutex;
use std::cell::Cell;
use std::time::{Duration, Instant};

/// How long a running browser that did not answer is asked only if none of the others does.
const AWAY: Duration = Duration::from_secs(30);

/// The browsers.
pub(crate) struct Pool {
    places: Vec<Place>,
}

/// Where a browser is, or comes from.
struct Place {
    wanted: BrowserWanted,
    held: Mutex<Option<Source>>,
    /// When it did not answer, if it has not answered since.
    away: Cell<Option<Instant>>,
}

impl Pool {
    /// Nothing is taken yet.
    pub(crate) fn new(wanted: BrowserWanted, slots: usize) -> Self {
        // A lent browser is one session, and sessions are what a Grid spreads over its machines.
        let each = if wanted.webdriver.is_some() { vec![wanted; slots] } else { wanted.each() };
        let place = |wanted| Place { wanted, held: Mutex::new(None), away: Cell::new(None) };
        Self { places: each.into_iter().map(place).collect() }
    }

    /// Takes the first browser.
    pub(crate) async fn warm(&self) -> Result<(), Stop> {
        self.connect(0).await.map(drop)
    }

    /// A connection of its own to the browser of a slot. One that is gone is replaced; of several running ones another takes its place.
    pub(crate) async fn connect(&self, slot: usize) -> Result<Connection, Stop> {
        let mut stop = Stop::unavailable(say!(NoBrowserForSlot));
        for place in self.in_turn(slot) {
            match place.connect().await {
                Ok(connection) => {
                    place.away.set(None);
                    return Ok(connection);
                }
                Err(why) => stop = why,
            }
            if self.has_others(place) && place.away.replace(Some(Instant::now())).is_none() {
                tell(&say!(OthersGoOn { why: stop.why.clone() }));
            }
        }
        Err(stop)
    }

    /// The places for a slot, its own first and those last that did not answer just now.
    fn in_turn(&self, slot: usize) -> Vec<&Place> {
        let own = slot % self.places.len().max(1);
        let (before, from) = self.places.split_at(own);
        let mut places: Vec<&Place> = match from.first() {
            Some(place) if !self.has_others(place) => vec![place],
            _ => from.iter().chain(before).collect(),
        };
        places.sort_by_key(|place| place.away.get().is_some_and(|since| since.elapsed() < AWAY));
        places
    }

    /// Whether other places do as well: a Grid gives every slot its session itself.
    fn has_others(&self, place: &Place) -> bool {
        !place.wanted.browsers.is_empty() && self.places.len() > 1
    }

    /// Ends them, gives them back or leaves them.
    pub(crate) async fn end(&self) {
        together(self.places.iter().map(|place| &place.held), Source::end).await;
    }
}

/// Empties places and ends what was there, all at once: a server that does not answer is waited for only once.
async fn together<'a, T: 'a>(places: impl Iterator<Item = &'a Mutex<Option<T>>>, end: impl AsyncFn(T)) {
    let end = &end;
    let ends = places.map(|place| async move {
        let held = place.lock().await.take();
        if let Some(held) = held {
            end(held).await;
        }
    });
    join_all(ends).await;
}

impl Place {
    async fn connect(&self) -> Result<Connection, Stop> {
        let mut held = self.held.lock().await;
        if held.as_ref().is_some_and(|source| source.connection.is_closed())
            && let Some(gone) = held.take()
        {
            gone.end().await;
        }
        if let Some(source) = held.as_ref() {
            return source.beside().await;
        }
        let source = Source::take(&self.wanted).await?;
        let connection = source.beside().await;
        *held = Some(source);
        connection
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_channel::oneshot;
    use std::cell::RefCell;

    fn pool(browsers: &[&str], webdriver: Option<&str>, slots: usize) -> Pool {
        let wanted = BrowserWanted {
            browsers: browsers.iter().map(|&address| address.to_owned()).collect(),
            webdriver: webdriver.map(str::to_owned),
            headed: false,
            profile: None,
            no_sandbox: false,
        };
        Pool::new(wanted, slots)
    }

    fn turns(pool: &Pool, slot: usize) -> Vec<&str> {
        pool.in_turn(slot).into_iter().map(|place| place.wanted.browsers[0].as_str()).collect()
    }

    #[test]
    fn slots_are_shared_out_and_one_that_is_away_comes_last() {
        let pool = pool(&["ws://a", "ws://b", "ws://c"], None, 5);
        assert_eq!(turns(&pool, 0), ["ws://a", "ws://b", "ws://c"]);
        assert_eq!(turns(&pool, 1), ["ws://b", "ws://c", "ws://a"]);
        assert_eq!(turns(&pool, 3), turns(&pool, 0));
        pool.places[1].away.set(Some(Instant::now()));
        assert_eq!(turns(&pool, 1), ["ws://c", "ws://a", "ws://b"]);
        pool.places[1].away.set(Instant::now().checked_sub(AWAY));
        assert_eq!(turns(&pool, 1), ["ws://b", "ws://c", "ws://a"], "it is asked again after a while");
    }

    #[test]
    fn a_grid_gives_each_slot_a_session_and_an_own_browser_is_for_all() {
        let lent = pool(&[], Some("http://grid"), 3);
        assert_eq!((lent.places.len(), lent.in_turn(2).len()), (3, 1));
        assert!(std::ptr::eq(lent.in_turn(2)[0], &lent.places[2]));
        let own = pool(&[], None, 3);
        assert_eq!((own.places.len(), own.in_turn(2).len()), (1, 1));
    }

    #[test]
    fn what_is_held_ends_together() {
        let (last_ended, first_waits) = oneshot::channel::<()>();
        let ends = RefCell::new((Some(last_ended), Some(first_waits)));
        let places = [0, 1].map(|number| Mutex::new(Some(number)));
        let end = async |number: i32| {
            // The first ends only after the last: one after another they never would.
            if number == 0 {
                let waits = ends.borrow_mut().1.take().unwrap();
                waits.await.unwrap();
            } else {
                ends.borrow_mut().0.take().unwrap().send(()).unwrap();
            }
        };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let ended = async { tokio::time::timeout(Duration::from_secs(5), together(places.iter(), end)).await };
        assert_eq!(runtime.block_on(ended), Ok(()));
    }
}
