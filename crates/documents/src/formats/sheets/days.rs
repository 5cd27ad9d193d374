//! Serial days of spreadsheets as dates and times.

/// The first serial number after the year 9999 in the system of 1900.
const END: f64 = 2_958_466.0;
/// Days from 1900-01-00 to 1904-01-01, with the 29 February 1900 that never was.
const TO_1904: f64 = 1_462.0;

/// A moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Moment {
    pub(super) year: i64,
    /// 1 to 12.
    pub(super) month: u32,
    /// 1 to 31.
    pub(super) day: u32,
    /// From 0 on Sunday.
    pub(super) weekday: usize,
    pub(super) hour: u64,
    pub(super) minute: u64,
    pub(super) second: u64,
    pub(super) millisecond: u64,
}

/// The moment of a serial number of days, rounded to milliseconds; None outside the years 1900 to 9999.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the range is checked")]
pub(super) fn moment(serial: f64, since_1904: bool) -> Option<Moment> {
    let serial = if since_1904 { serial + TO_1904 } else { serial };
    if !(0.0..END).contains(&serial) {
        return None;
    }
    let milliseconds = ((serial - serial.floor()) * 86_400_000.0).round() as u64;
    // Seconds that were computed are seldom whole in binary: a rest of less than a millisecond is no time of its own.
    let days = serial.floor() as i64 + i64::from(milliseconds >= 86_400_000);
    let milliseconds = milliseconds % 86_400_000;
    let (year, month, day) = match days {
        // The day before 1900, and the day that never was, as Excel shows them.
        0 => (1900, 1, 0),
        60 => (1900, 2, 29),
        days => civil(days - 25_569 + i64::from(days < 60)),
    };
    let second = milliseconds / 1_000;
    Some(Moment {
        year,
        month,
        day,
        weekday: ((days + 6) % 7) as usize,
        hour: second / 3_600,
        minute: second / 60 % 60,
        second: second % 60,
        millisecond: milliseconds % 1_000,
    })
}

/// Year, month and day of a number of days since 1970-01-01 (Howard Hinnant's `civil_from_days`).
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "days and months are small")]
fn civil(days: i64) -> (i64, u32, u32) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (year, month as u32, day as u32)
}

impl Moment {
    /// The date.
    pub(super) fn date(&self) -> String {
        format!("{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }

    /// The time, with milliseconds if there are any.
    pub(super) fn time(&self) -> String {
        let time = format!("{:02}:{:02}:{:02}", self.hour, self.minute, self.second);
        if self.millisecond > 0 { format!("{time}.{:03}", self.millisecond) } else { time }
    }

    /// Whether it is the beginning of a day.
    pub(super) fn is_midnight(&self) -> bool {
        self.hour == 0 && self.minute == 0 && self.second == 0 && self.millisecond == 0
    }
}
