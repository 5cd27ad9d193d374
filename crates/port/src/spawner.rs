//! Background work.

use futures_util::future::LocalBoxFuture;

/// Background work.
pub trait Spawner {
    /// Runs the future to its end in the background.
    fn spawn(&self, work: LocalBoxFuture<'static, ()>);
}
