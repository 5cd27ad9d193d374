//! The browsers of many tasks: one that is started or running already for all tasks, or a session of the WebDriver for each slot.

use crate::arguments::BrowserWanted;
use crate::ends::Stop;
use crate::source::Source;
use edith_native::wire::Connection;
use futures_util::future::join_all;
use futures_util::lock::Mutex;

/// The browsers.
pub(crate) struct Pool {
    wanted: BrowserWanted,
    /// One for all slots, or one for each.
    held: Vec<Mutex<Option<Source>>>,
}

impl Pool {
    /// Nothing is taken yet.
    pub(crate) fn new(wanted: BrowserWanted, slots: usize) -> Self {
        // A lent browser is one session, and sessions are what a Grid spreads over its machines.
        let count = if wanted.webdriver.is_some() { slots } else { 1 };
        Self { wanted, held: (0..count).map(|_| Mutex::new(None)).collect() }
    }

    /// Takes the first browser.
    pub(crate) async fn warm(&self) -> Result<(), Stop> {
        self.connect(0).await.map(drop)
    }

    /// A connection of its own to the browser of a slot. One that is gone is replaced.
    pub(crate) async fn connect(&self, slot: usize) -> Result<Connection, Stop> {
        let place = self.held.get(slot % self.held.len().max(1));
        let Some(place) = place else { return Err(Stop::unavailable("there is no browser for this slot")) };
        let mut held = place.lock().await;
        if held.as_ref().is_some_and(|source| source.connection.is_closed())
            && let Some(gone) = held.take()
        {
            gone.end().await;
        }
        if held.is_none() {
            *held = Some(Source::take(&self.wanted).await?);
        }
        match held.as_ref() {
            Some(source) => source.beside().await,
            None => Err(Stop::unavailable("there is no browser for this slot")),
        }
    }

    /// Ends them, gives them back or leaves them.
    pub(crate) async fn end(&self) {
        together(&self.held, Source::end).await;
    }
}

/// Empties places and ends what was there, all at once: a server that does not answer is waited for only once.
async fn together<T>(places: &[Mutex<Option<T>>], end: impl AsyncFn(T)) {
    let end = &end;
    let ends = places.iter().map(|place| async move {
        let held = place.lock().await.take();
        if let Some(held) = held {
            end(held).await;
        }
    });
    join_all(ends).await;
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_channel::oneshot;
    use std::cell::RefCell;
    use std::time::Duration;

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
        let ended = async { tokio::time::timeout(Duration::from_secs(5), together(&places, end)).await };
        assert_eq!(runtime.block_on(ended), Ok(()));
    }
}
