//! When a cron expression comes, on a local clock with daylight saving time.
//!
//! The rules: a schedule follows the wall clock where the browser is. If the clock is put forward, a skipped time comes at the moment of the change.
//! If it is put back, a repeated time counts only the first time. A schedule that comes in every hour (`*` for the hour) follows elapsed hours
//! instead: it omits what is skipped, and comes both times.

use super::cron::Cron;
use edith_port::Zone;

/// Clocks change by two hours at most; one more for safety.
const CHANGE: i64 = 3 * 3_600;
/// How far around a wall time the offset from UTC is examined: further than any place is from UTC.
const AROUND: i64 = 20 * 3_600;

/// A place's offset from UTC, in seconds, at a moment in seconds since 1970.
struct Zoned<'a>(&'a dyn Zone);

/// The moments at which a clock shows a time.
#[derive(Debug, PartialEq, Eq)]
enum Moments {
    Once(i64),
    Twice(i64, i64),
    /// Never: skipped by a change at this moment.
    Skipped(i64),
}

impl Zoned<'_> {
    fn lead(&self, at: i64) -> i64 {
        i64::from(self.0.lead_minutes(at as f64 * 1_000.0)) * 60
    }

    fn wall(&self, at: i64) -> i64 {
        at + self.lead(at)
    }

    /// The first moment after `from`, `to` at the latest, with another offset than `from`. There must be one.
    fn change(&self, mut from: i64, mut to: i64) -> i64 {
        let before = self.lead(from);
        while to - from > 1 {
            let middle = from + (to - from) / 2;
            if self.lead(middle) == before {
                from = middle;
            } else {
                to = middle;
            }
        }
        to
    }

    fn moments(&self, wall: i64) -> Moments {
        let about = wall - self.lead(wall);
        let (before, after) = (self.lead(about - AROUND), self.lead(about + AROUND));
        let (early, late) = (wall - before, wall - after);
        match (self.lead(early) == before, self.lead(late) == after) {
            (true, true) if early != late => Moments::Twice(early.min(late), early.max(late)),
            (true, _) => Moments::Once(early),
            (false, true) => Moments::Once(late),
            (false, false) => Moments::Skipped(self.change(early.min(late) - 1, early.max(late) + 1)),
        }
    }
}

/// The first slot after a moment; both in milliseconds since 1970.
pub(crate) fn next(cron: &Cron, after: f64, zone: &dyn Zone) -> Option<f64> {
    let place = Zoned(zone);
    let after = (after / 1_000.0).floor() as i64;
    let seconds =
        if cron.every_hour() { by_hours_passed(cron, after, &place) } else { by_the_wall(cron, after, &place) };
    seconds.map(|at| at as f64 * 1_000.0)
}

fn by_the_wall(cron: &Cron, after: i64, place: &Zoned<'_>) -> Option<i64> {
    // From before a possibly recent change: a skipped time comes at its end.
    let mut wall = place.wall(after) - CHANGE;
    loop {
        let at = cron.next_wall(wall)?;
        let (Moments::Once(moment) | Moments::Twice(moment, _) | Moments::Skipped(moment)) = place.moments(at);
        if moment > after {
            return Some(moment);
        }
        wall = at + 1;
    }
}

fn by_hours_passed(cron: &Cron, after: i64, place: &Zoned<'_>) -> Option<i64> {
    let mut wall = place.wall(after) + 1;
    let plain = loop {
        let at = cron.next_wall(wall)?;
        match place.moments(at) {
            Moments::Once(moment) if moment > after => break moment,
            Moments::Twice(first, _) if first > after => break first,
            Moments::Twice(_, second) if second > after => break second,
            _ => wall = at + 1,
        }
    };
    // A clock put back soon shows times again that precede the next one in order.
    let soon = after + CHANGE;
    if place.lead(soon) >= place.lead(after) {
        return Some(plain);
    }
    let change = place.change(after, soon);
    let again = place.wall(change);
    let repeated = cron.next_wall(again).map(|at| change + (at - again));
    repeated.map_or(Some(plain), |repeated| Some(repeated.min(plain)))
}

/// The last slot after `after` and up to `until`, if any; all in milliseconds since 1970.
pub(crate) fn latest(cron: &Cron, after: f64, until: f64, zone: &dyn Zone) -> Option<f64> {
    let in_time = |slot: &f64| *slot <= until;
    // Searched from the end, in ever larger pieces, since a browser may have been closed for months.
    let mut piece = 60_000.0;
    loop {
        let from = (until - piece).max(after);
        if let Some(mut slot) = next(cron, from, zone).filter(in_time) {
            while let Some(later) = next(cron, slot, zone).filter(in_time) {
                slot = later;
            }
            return Some(slot);
        }
        if from <= after {
            return None;
        }
        piece *= 2.0;
    }
}
