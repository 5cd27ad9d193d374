//! Work that goes on by itself.

use futures_util::future::LocalBoxFuture;

/// Work that goes on by itself.
pub trait Spawner {
    /// Runs the future to its end in the background.
    fn spawn(&self, work: LocalBoxFuture<'static, ()>);
}
