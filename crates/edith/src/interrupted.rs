//! The person's wish, or the system's, that the program ends.

use crate::ends::{Code, Stop};
use futures_channel::oneshot;
use futures_util::FutureExt;
use futures_util::future::{Either, LocalBoxFuture, Shared, pending, select};
use std::future::Future;
use std::pin::pin;

/// An interrupt from the terminal, or the system's signal to end.
#[derive(Clone)]
pub(crate) struct Interrupt(Shared<LocalBoxFuture<'static, ()>>);

impl Interrupt {
    /// Listens from now on, instead of being ended by the system. Whoever interrupts twice wants no more to be tidied up: the program ends at once. Must be
    /// called on a `LocalSet`.
    pub(crate) fn listen() -> Self {
        let mut signals = Signals::listen();
        let (sender, receiver) = oneshot::channel();
        tokio::task::spawn_local(async move {
            signals.next().await;
            // Whatever goes on without listening ends by itself.
            let _unheard = sender.send(());
            signals.next().await;
            std::process::exit(Code::Stopped.number().into());
        });
        Self::of(receiver.map(drop))
    }

    fn of(wanted: impl Future<Output = ()> + 'static) -> Self {
        Self(wanted.boxed_local().shared())
    }

    /// Resolves once it came.
    pub(crate) fn came(&self) -> impl Future<Output = ()> + use<> {
        self.0.clone()
    }

    /// What something gives, unless the interrupt comes first: it is then dropped.
    ///
    /// # Errors
    /// Its own, or that the program was stopped.
    pub(crate) async fn unless<T>(&self, work: impl Future<Output = Result<T, Stop>>) -> Result<T, Stop> {
        match select(self.came(), pin!(work)).await {
            Either::Left(_) => Err(Stop::stopped()),
            Either::Right((done, _)) => done,
        }
    }
}

/// What the system tells a program that is to end. A signal that cannot be heard never comes.
#[cfg(unix)]
struct Signals([Option<tokio::signal::unix::Signal>; 2]);

#[cfg(unix)]
impl Signals {
    fn listen() -> Self {
        use tokio::signal::unix::{SignalKind, signal};
        Self([SignalKind::interrupt(), SignalKind::terminate()].map(|kind| signal(kind).ok()))
    }

    async fn next(&mut self) {
        let [interrupt, terminate] = &mut self.0;
        select(pin!(heard(interrupt)), pin!(heard(terminate))).await;
    }
}

#[cfg(unix)]
async fn heard(signal: &mut Option<tokio::signal::unix::Signal>) {
    if let Some(signal) = signal
        && signal.recv().await.is_some()
    {
        return;
    }
    pending::<()>().await;
}

/// See the other.
#[cfg(not(unix))]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    fn listen() -> Self {
        Self
    }

    async fn next(&mut self) {
        if tokio::signal::ctrl_c().await.is_err() {
            pending::<()>().await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::future::ready;

    #[test]
    fn what_waits_is_left_once_an_interrupt_comes() {
        let (sender, receiver) = oneshot::channel::<()>();
        let interrupt = Interrupt::of(receiver.map(drop));
        assert_eq!(interrupt.unless(ready(Ok(1))).now_or_never(), Some(Ok(1)));
        assert_eq!(interrupt.unless(pending::<Result<(), Stop>>()).now_or_never(), None);
        sender.send(()).unwrap();
        // Also for whoever begins to wait only now.
        for _ in 0..2 {
            assert_eq!(interrupt.unless(pending::<Result<(), Stop>>()).now_or_never(), Some(Err(Stop::stopped())));
        }
    }
}
