//! Times of schedules in the user's language.

use crate::state::schedules::{DayName, day_name};
use crate::state::text::{fill, t};
use crate::view::store::store;
use edith_chrome::time::{in_words_at, zone_minutes_at, zone_name};
use leptos::prelude::*;

/// A future time: `today, 9:00 AM`, or `heute, 09:00`; `tomorrow, …`, `Monday, …`, `24 November, …`.
pub(crate) fn moment(at: f64) -> String {
    let now = store().now.get();
    let zone = |time: f64| (time, f64::from(zone_minutes_at(time)));
    let time = in_words_at(at, &[("hour", "numeric"), ("minute", "2-digit")]);
    let day = match day_name(zone(now), zone(at)) {
        DayName::Today => t("day_today").to_owned(),
        DayName::Tomorrow => t("day_tomorrow").to_owned(),
        DayName::Weekday => in_words_at(at, &[("weekday", "long")]),
        DayName::Date => in_words_at(at, &[("day", "numeric"), ("month", "long")]),
    };
    format!("{day}, {time}")
}

/// A past time, with its date.
pub(super) fn past(at: f64) -> String {
    in_words_at(at, &[("day", "numeric"), ("month", "short"), ("hour", "numeric"), ("minute", "2-digit")])
}

/// The time zone of schedules.
pub(super) fn zone_words() -> String {
    fill("zone_words", &[("zone", &zone_name())])
}
