//! The small ports: time, random numbers, background work, what a program does without.

use async_trait::async_trait;
use chrono::{Local, Offset, TimeZone};
use edith_mcp::oauth::{AuthWindow, WindowError};
use edith_port::{Clock, Entropy, Notice, Notices, Spawner, Timetable, Zone};
use futures_util::future::LocalBoxFuture;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The system's clock.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

#[async_trait(?Send)]
impl Clock for SystemClock {
    fn now(&self) -> f64 {
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64() * 1_000.0)
    }

    fn zone_minutes(&self) -> i32 {
        self.lead_minutes(self.now())
    }

    async fn sleep(&self, ms: u64) {
        tokio::time::sleep(Duration::from_millis(ms)).await;
    }
}

impl Zone for SystemClock {
    fn lead_minutes(&self, at: f64) -> i32 {
        let at = Local.timestamp_millis_opt(at as i64).single();
        at.map_or(0, |at| at.offset().fix().local_minus_utc() / 60)
    }
}

impl Timetable for SystemClock {
    /// A program that does one task has no schedules.
    fn wake(&self, _: Option<f64>) {}
}

/// The system's random numbers.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemEntropy;

impl Entropy for SystemEntropy {
    fn id(&self) -> String {
        let mut bytes = [0_u8; 16];
        // Ids fence what pages say: one that can be guessed is worse than none.
        if getrandom::fill(&mut bytes).is_err() {
            std::process::abort();
        }
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// The thread's own tasks.
#[derive(Debug, Clone, Copy, Default)]
pub struct LocalSpawner;

impl Spawner for LocalSpawner {
    fn spawn(&self, work: LocalBoxFuture<'static, ()>) {
        tokio::task::spawn_local(work);
    }
}

/// No notifications: the terminal tells everything.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct NoNotices;

impl Notices for NoNotices {
    fn show(&self, _: Notice) {}

    fn show_if_away(&self, _: Notice) {}
}

/// No window for signing in to servers of tools: they are signed in to by headers.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct NoAuthWindow;

#[async_trait(?Send)]
impl AuthWindow for NoAuthWindow {
    fn redirect_uri(&self) -> String {
        String::new()
    }

    async fn open(&self, _: &str) -> Result<String, WindowError> {
        Err(WindowError::Failed("signing in needs the extension: give this server its key as a header".to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_id_comes_twice() {
        let all: std::collections::BTreeSet<String> = (0..1_000).map(|_| SystemEntropy.id()).collect();
        assert!(all.len() == 1_000 && all.iter().all(|id| id.len() == 32), "128 bits each");
    }
}
