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

/// A time of day: `09:00` as `9:00 AM`, where the language says so.
pub(super) fn time_of_day(written: &str) -> String {
    // Any day without a change of the clock.
    const DAY: f64 = 1_768_176_000_000.0;
    let parts = written.split_once(':');
    let minutes = parts.and_then(|(hour, minute)| Some(hour.parse::<f64>().ok()? * 60.0 + minute.parse::<f64>().ok()?));
    let Some(minutes) = minutes else { return written.to_owned() };
    let at = DAY + (minutes - f64::from(zone_minutes_at(DAY))) * 60_000.0;
    in_words_at(at, &[("hour", "numeric"), ("minute", "2-digit")])
}

/// A past time, with its date.
pub(super) fn past(at: f64) -> String {
    in_words_at(at, &[("day", "numeric"), ("month", "short"), ("hour", "numeric"), ("minute", "2-digit")])
}

/// The time zone of schedules.
pub(super) fn zone_words() -> String {
    fill("zone_words", &[("zone", &zone_name())])
}
