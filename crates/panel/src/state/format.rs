//! Numbers and times in words.

use crate::state::text::{fill, t};
pub use edith_protocol::shorten;
use time::{Date, UtcDateTime};

const MINUTE: f64 = 60_000.0;
const HOUR: f64 = 60.0 * MINUTE;
const DAY: f64 = 24.0 * HOUR;

/// The part of the conversation list for a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Age {
    /// The same local day as now.
    Today,
    /// The local day before.
    Yesterday,
    /// Within seven days.
    Week,
    /// Before that.
    Older,
}

impl Age {
    /// The heading over this part of the list.
    pub fn title(self) -> &'static str {
        match self {
            Self::Today => t("today"),
            Self::Yesterday => t("yesterday"),
            Self::Week => t("last_week"),
            Self::Older => t("older"),
        }
    }
}

/// The age of `then` at `now`; `zone` is the local offset from UTC in minutes. Times are milliseconds since 1970.
pub fn age(now: f64, then: f64, zone: f64) -> Age {
    let day = |time: f64| ((time + zone * MINUTE) / DAY).floor();
    let days = day(now) - day(then);
    if days < 1.0 {
        Age::Today
    } else if days < 2.0 {
        Age::Yesterday
    } else if days < 7.0 {
        Age::Week
    } else {
        Age::Older
    }
}

/// How a past moment is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ago {
    /// In these words: "now", "5 min", "3 h".
    Words(String),
    /// By its day of the week.
    Day,
    /// By its date.
    Date,
    /// By its date with the year.
    Year,
}

/// How `then` is written at `now`. Times are milliseconds since 1970, `zone` minutes.
pub fn ago(now: f64, then: f64, zone: f64) -> Ago {
    const HALF_A_YEAR: f64 = 182.0 * DAY;
    let passed = (now - then).max(0.0);
    if passed < MINUTE {
        Ago::Words(t("now").to_owned())
    } else if passed < HOUR {
        Ago::Words(fill("minutes_ago", &[("n", &whole(passed / MINUTE).to_string())]))
    } else if passed < DAY && age(now, then, zone) == Age::Today {
        Ago::Words(fill("hours_ago", &[("n", &whole(passed / HOUR).to_string())]))
    } else if age(now, then, zone) < Age::Older {
        Ago::Day
    } else if passed < HALF_A_YEAR {
        Ago::Date
    } else {
        Ago::Year
    }
}

/// A local date in the language's numeric format: `2026-03-09`, `09.03.2026`, `09/03/2026`.
pub fn date(time: f64, zone: f64) -> String {
    let days = i64::from(UtcDateTime::UNIX_EPOCH.to_julian_day()) + whole_signed((time + zone * MINUTE) / DAY);
    let Some(date) = i32::try_from(days).ok().and_then(|days| Date::from_julian_day(days).ok()) else {
        return String::new();
    };
    let (year, month, day) = date.to_calendar_date();
    let parts =
        [("year", year.to_string()), ("month", format!("{:02}", u8::from(month))), ("day", format!("{day:02}"))];
    fill("date_form", &parts.each_ref().map(|(name, part)| (*name, part.as_str())))
}

/// A local moment to the second: `2026-03-09 17:05:09`, in the language's date format.
pub fn moment(time: f64, zone: f64) -> String {
    let seconds = whole(((time + zone * MINUTE) / 1_000.0).rem_euclid(86_400.0));
    format!("{} {:02}:{:02}:{:02}", date(time, zone), seconds / 3_600, seconds / 60 % 60, seconds % 60)
}

/// A figure with the decimal sign of the language.
pub fn decimal(plain: &str) -> String {
    plain.replacen('.', t("decimal_sign"), 1)
}

/// A duration in milliseconds: "< 0.1 s", "0.4 s", "12 s", "3 min 5 s".
pub fn duration(millis: f64) -> String {
    let seconds = (millis / 1_000.0).max(0.0);
    if seconds < 0.05 {
        decimal("< 0.1 s")
    } else if seconds < 9.95 {
        let tenths = whole(seconds * 10.0 + 0.5);
        decimal(&format!("{}.{} s", tenths / 10, tenths % 10))
    } else if seconds < 59.5 {
        format!("{} s", whole(seconds + 0.5))
    } else {
        let all = whole(seconds + 0.5);
        format!("{} min {} s", all / 60, all % 60)
    }
}

/// A short count: "950", "1.2k", "34k", "1.5M".
pub fn count(number: u64) -> String {
    let tenths = |unit: u64, letter: char| {
        let tenths = number * 10 / unit;
        if tenths >= 100 {
            format!("{}{letter}", tenths / 10)
        } else {
            decimal(&format!("{}.{}{letter}", tenths / 10, tenths % 10))
        }
    };
    match number {
        0..1_000 => number.to_string(),
        1_000..1_000_000 => tenths(1_000, 'k'),
        _ => tenths(1_000_000, 'M'),
    }
}

/// A price in the configured currency: "$0.0042", "$1.20".
pub fn money(price: f64) -> String {
    let plain = if price < 0.1 { format!("{price:.4}") } else { format!("{price:.2}") };
    fill("price_form", &[("n", &decimal(&plain))])
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "times shown are far below 2^53 and not negative"
)]
fn whole(number: f64) -> u64 {
    number.max(0.0).floor() as u64
}

#[expect(clippy::cast_possible_truncation, reason = "days since 1970 fit into an i64")]
fn whole_signed(number: f64) -> i64 {
    number.floor() as i64
}

/// A size as file lists write it.
pub fn bytes(size: u64) -> String {
    match size {
        0..1_000 => fill("size_bytes", &[("n", &size.to_string())]),
        1_000..1_000_000 => fill("size_kilobytes", &[("n", &size.div_ceil(1_000).to_string())]),
        _ => {
            let plain = format!("{}.{}", size / 1_000_000, size % 1_000_000 / 100_000);
            fill("size_megabytes", &[("n", &decimal(&plain))])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: f64 = 1_772_366_400_000.0; // 2026-03-01 12:00 UTC

    #[test]
    fn times_are_told_as_a_person_would() {
        for (passed, expected) in [(-5.0, "now"), (30_000.0, "now"), (5.0 * MINUTE, "5 min"), (3.5 * HOUR, "3 h")] {
            assert_eq!(ago(NOON, NOON - passed, 0.0), Ago::Words(expected.into()));
        }
        for (passed, expected) in
            [(13.0 * HOUR, Ago::Day), (6.0 * DAY, Ago::Day), (10.0 * DAY, Ago::Date), (200.0 * DAY, Ago::Year)]
        {
            assert_eq!(ago(NOON, NOON - passed, 0.0), expected, "{passed}");
        }
    }

    #[test]
    fn dates_know_leap_years_and_zones() {
        for (time, zone, expected) in [
            (0.0, 0.0, "1970-01-01"),
            (0.0, -60.0, "1969-12-31"),
            (951_782_400_000.0, 0.0, "2000-02-29"),
            (NOON, 0.0, "2026-03-01"),
            (NOON, 12.0 * 60.0, "2026-03-02"),
        ] {
            assert_eq!(date(time, zone), expected);
        }
    }

    #[test]
    fn days_begin_at_local_midnight() {
        assert_eq!(age(NOON, NOON - 11.0 * HOUR, 0.0), Age::Today);
        assert_eq!(age(NOON, NOON - 13.0 * HOUR, 0.0), Age::Yesterday);
        assert_eq!(age(NOON, NOON - 13.0 * HOUR, 180.0), Age::Today);
        assert_eq!(age(NOON, NOON - 3.0 * DAY, 0.0), Age::Week);
        assert_eq!(age(NOON, NOON - 30.0 * DAY, 0.0), Age::Older);
    }

    #[test]
    fn durations_and_counts_are_short() {
        for (millis, expected) in [
            (40.0, "< 0.1 s"),
            (50.0, "0.1 s"),
            (1_250.0, "1.3 s"),
            (9_990.0, "10 s"),
            (59_600.0, "1 min 0 s"),
            (185_000.0, "3 min 5 s"),
        ] {
            assert_eq!(duration(millis), expected);
        }
        for (number, expected) in [(999, "999"), (1_234, "1.2k"), (34_567, "34k"), (1_500_000, "1.5M")] {
            assert_eq!(count(number), expected);
        }
    }

    #[test]
    fn small_prices_have_more_places() {
        assert_eq!((money(0.00421), money(1.2), money(0.0)), ("$0.0042".into(), "$1.20".into(), "$0.0000".into()));
    }
}
