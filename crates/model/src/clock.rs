//! Time, as a port.

use async_trait::async_trait;

/// A clock.
#[async_trait(?Send)]
pub trait Clock {
    /// Milliseconds since 1970.
    fn now(&self) -> f64;
    /// How far the person's clock is ahead of UTC now, in minutes.
    fn zone_minutes(&self) -> i32;
    /// Resolves after this many milliseconds.
    async fn sleep(&self, ms: u64);
}
