//! The log of schedules: which times are dealt with, and the last runs. Separate from the schedules themselves, so that whoever writes those cannot
//! make a time come twice.

use super::cron::Cron;
use super::slots::{latest, next};
use super::task::Task;
use edith_port::Zone;
use edith_protocol::{PastOutcome, PastRun, StartReason};
use edith_words::say;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Runs kept per schedule.
const RUNS_KEPT: usize = 20;
/// Times of one schedule closer than this count as one, in milliseconds: Chrome's alarms come no oftener.
const NEAREST_MS: f64 = 30_000.0;
/// A time dealt with later than this was missed, in milliseconds: the browser was closed or the machine asleep.
const LATE_MS: f64 = 5.0 * 60_000.0;
/// How early a timer may come, in milliseconds.
const EARLY_MS: f64 = 500.0;

/// The log of all schedules, by id.
pub(crate) type Log = BTreeMap<String, ScheduleRecord>;

/// What is known of one schedule.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct ScheduleRecord {
    /// The cron expression of the times.
    rule: String,
    /// Times up to here do not count, in milliseconds since 1970: it was created, changed or enabled then.
    since: f64,
    /// The last time dealt with, in milliseconds since 1970.
    last: Option<f64>,
    /// Whether it was disabled when last checked.
    off: bool,
    /// Its last runs, latest first.
    pub runs: Vec<PastRun>,
}

impl ScheduleRecord {
    /// Updates the entry with the schedule's present state and deals with a time that has come: returns why to start a run, if at all. Store the
    /// entry before starting the run: then no time comes twice.
    pub(crate) fn due(&mut self, task: &Task, cron: &Cron, now: f64, zone: &dyn Zone) -> Option<StartReason> {
        if self.rule != task.cron_expression || self.off {
            self.rule.clone_from(&task.cron_expression);
            self.since = now;
            self.last = None;
        }
        self.off = !task.enabled;
        if !task.enabled {
            return None;
        }
        let slot = latest(cron, self.dealt_with(), now + EARLY_MS, zone)?;
        self.last = Some(slot);
        let late = now - slot > LATE_MS;
        let without_run = if late && !task.catch_up {
            Some((PastOutcome::Missed, say!(TimeMissed)))
        } else if self.is_running() {
            Some((PastOutcome::Skipped, say!(TimeSkipped)))
        } else {
            None
        };
        if let Some((outcome, why)) = without_run {
            self.add(PastRun {
                started_at: slot,
                ended_at: Some(now),
                outcome: Some(outcome),
                summary: why.into(),
                ..PastRun::default()
            });
            return None;
        }
        Some(if late { StartReason::Late } else { StartReason::Time })
    }

    /// The next time, in milliseconds since 1970.
    pub(crate) fn next(&self, cron: &Cron, now: f64, zone: &dyn Zone) -> Option<f64> {
        next(cron, self.dealt_with().max(now), zone)
    }

    /// Puts a run in front of the others.
    pub(crate) fn add(&mut self, past: PastRun) {
        self.runs.insert(0, past);
        // A running one is always among the first: only by hand is a second started beside it.
        self.runs.truncate(RUNS_KEPT);
    }

    /// Whether a run of it is on.
    pub(crate) fn is_running(&self) -> bool {
        self.runs.iter().any(|past| past.outcome.is_none())
    }

    fn dealt_with(&self) -> f64 {
        // The next may be exactly this far on.
        self.last.map_or(self.since, |last| self.since.max(last + NEAREST_MS - 1.0))
    }
}
