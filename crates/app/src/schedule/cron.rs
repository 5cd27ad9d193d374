//! Cron expressions: parsed, and matched against a wall clock without a time zone.
//!
//! Own code, since well-maintained crates bring a date library that weighs more than a tenth of the whole package (croner with chrono: 114 KB
//! compressed). croner is the reference in the tests.

use edith_words::{Sentence, say};
use time::{Date, UtcDateTime};

/// Seconds per day.
const DAY: i64 = 86_400;

/// Days searched for a match: a fifth Monday in February may be forty years away.
const SEARCHED_DAYS: i64 = 41 * 366;

/// Why an expression is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum CronError {
    /// Too few or too many parts.
    Parts(usize),
    /// A part makes no sense.
    Part {
        /// Which part.
        part: &'static str,
        /// Its text.
        text: String,
    },
    /// No such date.
    Never,
}

impl CronError {
    /// As a sentence for the person.
    pub(crate) fn for_person(&self) -> Sentence {
        match self {
            Self::Parts(count) => say!(CronParts { count: *count }),
            Self::Part { part, text } => say!(CronPart { text: text, part: part_name(part) }),
            Self::Never => say!(CronNever),
        }
    }
}

impl std::fmt::Display for CronError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.for_person().fmt(f)
    }
}

impl std::error::Error for CronError {}

fn part_name(part: &str) -> edith_words::Word {
    match part {
        "second" => say!(PartSecond).into(),
        "minute" => say!(PartMinute).into(),
        "hour" => say!(PartHour).into(),
        "day" => say!(PartDay).into(),
        "month" => say!(PartMonth).into(),
        "weekday" => say!(PartWeekday).into(),
        other => other.into(),
    }
}

/// A cron expression: which seconds of which days.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Cron {
    seconds: u64,
    minutes: u64,
    hours: u64,
    days: u64,
    last_day: bool,
    months: u64,
    weekdays: u64,
    /// Weekdays by position in the month: (weekday, position); 0 is the last.
    nth: Vec<(u32, u32)>,
    /// Days and weekdays are both given: then either matches.
    either_day: bool,
    /// Whether it comes in every hour of its days.
    every_hour: bool,
}

struct CronField {
    name: &'static str,
    least: u32,
    most: u32,
    names: &'static [&'static str],
}

const SECOND: CronField = CronField { name: "second", least: 0, most: 59, names: &[] };
const MINUTE: CronField = CronField { name: "minute", least: 0, most: 59, names: &[] };
const HOUR: CronField = CronField { name: "hour", least: 0, most: 23, names: &[] };
const DAY_OF_MONTH: CronField = CronField { name: "day of the month", least: 1, most: 31, names: &[] };
const MONTHS: &[&str] = &["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH: CronField = CronField { name: "month", least: 1, most: 12, names: MONTHS };
const WEEKDAYS: &[&str] = &["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
// 7 is Sunday too.
const WEEKDAY: CronField = CronField { name: "weekday", least: 0, most: 7, names: WEEKDAYS };

impl Cron {
    /// Parses an expression: five parts, or six with seconds first; lists, ranges, steps, names of months and weekdays, `?`, `L` (last day), `FRI#2`
    /// (second Friday), `5L` (last Friday), `@hourly`, `@daily`, `@weekly`, `@monthly`, `@yearly`.
    ///
    /// # Errors
    /// When it is malformed, or names a date that never comes.
    pub(crate) fn parse(text: &str) -> Result<Self, CronError> {
        let lower = text.trim().to_ascii_lowercase();
        let plain = match lower.as_str() {
            "@hourly" => "0 * * * *",
            "@daily" | "@midnight" => "0 0 * * *",
            "@weekly" => "0 0 * * 0",
            "@monthly" => "0 0 1 * *",
            "@yearly" | "@annually" => "0 0 1 1 *",
            other => other,
        };
        let parts: Vec<&str> = plain.split_whitespace().collect();
        let (second, rest) = match parts.as_slice() {
            [_, _, _, _, _] => ("0", parts.as_slice()),
            [second, rest @ ..] if rest.len() == 5 => (*second, rest),
            _ => return Err(CronError::Parts(parts.len())),
        };
        let &[minute, hour, day, month, weekday] = rest else { return Err(CronError::Parts(parts.len())) };
        let free = |text: &str| text == "*" || text == "?";
        let (mut last_day, mut nth) = (false, Vec::new());
        let days = DAY_OF_MONTH.set(day, &mut |item| {
            last_day |= item == "l";
            item == "l"
        })?;
        let weekdays = WEEKDAY.set(weekday, &mut |item| match place_in_month(item) {
            Some(found) => {
                nth.push(found);
                true
            }
            None => false,
        })?;
        let cron = Self {
            seconds: SECOND.set(second, &mut |_| false)?,
            minutes: MINUTE.set(minute, &mut |_| false)?,
            hours: HOUR.set(hour, &mut |_| false)?,
            days,
            last_day,
            months: MONTH.set(month, &mut |_| false)?,
            weekdays: (weekdays | weekdays >> 7) & 0x7f,
            nth,
            either_day: !free(day) && !free(weekday),
            every_hour: free(hour),
        };
        // Any start will do, given how far the search goes.
        cron.next_wall(0).map(|_| cron).ok_or(CronError::Never)
    }

    /// Whether it comes in every hour of its days: such a schedule goes by elapsed hours, not the wall clock.
    pub(crate) fn every_hour(&self) -> bool {
        self.every_hour
    }

    /// The first match at or after a wall clock time, in seconds since 1970 as shown by that clock.
    pub(crate) fn next_wall(&self, from: i64) -> Option<i64> {
        let first = from.div_euclid(DAY);
        (first..first + SEARCHED_DAYS).find_map(|day| {
            let time = if day == first { from.rem_euclid(DAY) } else { 0 };
            date(day).filter(|date| self.on(*date)).and_then(|_| self.time_from(time)).map(|time| day * DAY + time)
        })
    }

    fn on(&self, date: Date) -> bool {
        let last = u32::from(date.month().length(date.year()));
        let (day_of_month, month) = (u32::from(date.day()), u32::from(u8::from(date.month())));
        let day_of_week = u32::from(date.weekday().number_days_from_sunday());
        let day = has(self.days, day_of_month) || self.last_day && day_of_month == last;
        let place = (day_of_month - 1) / 7 + 1;
        let is_nth = |&(weekday, nth): &(u32, u32)| {
            weekday == day_of_week && (nth == place || nth == 0 && day_of_month + 7 > last)
        };
        let weekday = has(self.weekdays, day_of_week) || self.nth.iter().any(is_nth);
        has(self.months, month) && if self.either_day { day || weekday } else { day && weekday }
    }

    /// The first time of a day at or after `from`, in seconds of the day.
    fn time_from(&self, from: i64) -> Option<i64> {
        let (hour, minute, second) = (from / 3_600, from / 60 % 60, from % 60);
        let at = |set: u64, least: i64| (least..60).find(|number| *number < 64 && set >> *number & 1 == 1);
        let first_second = at(self.seconds, 0)?;
        let first_minute = at(self.minutes, 0)?;
        if at(self.hours, hour) == Some(hour) {
            if at(self.minutes, minute) == Some(minute)
                && let Some(second) = at(self.seconds, second)
            {
                return Some(hour * 3_600 + minute * 60 + second);
            }
            if let Some(minute) = at(self.minutes, minute + 1) {
                return Some(hour * 3_600 + minute * 60 + first_second);
            }
        }
        at(self.hours, hour + 1).map(|hour| hour * 3_600 + first_minute * 60 + first_second)
    }
}

fn has(set: u64, number: u32) -> bool {
    set >> number & 1 == 1
}

/// `fri#2` or `5l`: a weekday and its position in the month; 0 is the last.
fn place_in_month(item: &str) -> Option<(u32, u32)> {
    let weekday = |text: &str| WEEKDAY.number(text).map(|number| number % 7);
    match (item.split_once('#'), item.strip_suffix('l')) {
        (Some((day, place)), _) => {
            let place = place.parse().ok().filter(|place| (1..=5).contains(place))?;
            Some((weekday(day)?, place))
        }
        (None, Some(day)) => Some((weekday(day)?, 0)),
        (None, None) => None,
    }
}

impl CronField {
    /// A part's numbers as bits. `special` takes the items that are not numbers.
    fn set(&self, text: &str, special: &mut dyn FnMut(&str) -> bool) -> Result<u64, CronError> {
        let wrong = || CronError::Part { part: self.name, text: text.to_owned() };
        let mut set = 0;
        for item in text.split(',') {
            if special(item) {
                continue;
            }
            let (range, step) = match item.split_once('/') {
                Some((range, step)) => (range, step.parse().ok().filter(|step: &u32| *step > 0).ok_or_else(wrong)?),
                None => (item, 1),
            };
            let (from, to) = match range.split_once('-') {
                _ if range == "*" || range == "?" => (self.least, self.most),
                Some((from, to)) => (self.number(from).ok_or_else(wrong)?, self.number(to).ok_or_else(wrong)?),
                None => {
                    let from = self.number(range).ok_or_else(wrong)?;
                    // `5/15` starts at 5.
                    (from, if item.contains('/') { self.most } else { from })
                }
            };
            // `fri-mon` wraps around the week's end.
            let to = if from > to && self.most == WEEKDAY.most { to + 7 } else { to };
            if from > to {
                return Err(wrong());
            }
            let mut number = from;
            while number <= to {
                set |= 1 << number;
                number += step;
            }
        }
        Ok(set)
    }

    fn number(&self, text: &str) -> Option<u32> {
        let named = self.names.iter().position(|name| *name == text).and_then(|at| u32::try_from(at).ok());
        // Months count from 1, weekdays from 0, like their ranges.
        let number = named.map(|at| at + self.least).or_else(|| {
            let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            digits.then(|| text.parse().ok()).flatten()
        })?;
        (self.least..=self.most).contains(&number).then_some(number)
    }
}
/// The day this many days after 1 January 1970; none beyond the year 9999.
fn date(days: i64) -> Option<Date> {
    let first = i64::from(UtcDateTime::UNIX_EPOCH.to_julian_day());
    Date::from_julian_day(i32::try_from(first + days).ok()?).ok()
}
