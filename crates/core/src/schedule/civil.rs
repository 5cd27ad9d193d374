//! Calendar arithmetic on plain numbers: the Gregorian calendar without a time zone.

/// Seconds of a day.
pub const DAY: i64 = 86_400;

/// A day of the calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Date {
    /// The year.
    pub year: i64,
    /// The month, from 1.
    pub month: u32,
    /// The day of the month, from 1.
    pub day: u32,
    /// The day of the week; 0 is Sunday.
    pub weekday: u32,
}

impl Date {
    /// The day that is so many days after 1 January 1970.
    pub fn of(days: i64) -> Self {
        // Counted in years from March, so that the leap day is a year's last; 719,468 days lie between 1 March 0000 and 1970.
        let shifted = days + 719_468;
        let era = shifted.div_euclid(146_097);
        let day_of_era = shifted.rem_euclid(146_097);
        let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let from_march = (5 * day_of_year + 2) / 153;
        let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
        Self {
            year: year_of_era + era * 400 + i64::from(month <= 2),
            month: small(month),
            day: small(day_of_year - (153 * from_march + 2) / 5 + 1),
            // 1 January 1970 was a Thursday.
            weekday: small((days + 4).rem_euclid(7)),
        }
    }

    /// How many days its month has.
    pub fn days_in_month(self) -> u32 {
        let leap = self.year % 4 == 0 && (self.year % 100 != 0 || self.year % 400 == 0);
        match self.month {
            4 | 6 | 9 | 11 => 30,
            2 if leap => 29,
            2 => 28,
            _ => 31,
        }
    }
}

/// A number that is known to be small and not negative.
fn small(number: i64) -> u32 {
    u32::try_from(number).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_their_dates() {
        for (days, expected) in [
            (0, (1970, 1, 1, 4)),
            (-1, (1969, 12, 31, 3)),
            (11_016, (2000, 2, 29, 2)),
            (20_778, (2026, 11, 21, 6)),
            (47_541, (2100, 3, 1, 1)),
        ] {
            let date = Date::of(days);
            assert_eq!((date.year, date.month, date.day, date.weekday), expected, "{days}");
        }
        assert_eq!(Date::of(11_016).days_in_month(), 29);
        assert_eq!(Date::of(47_540).days_in_month(), 28, "2100 is no leap year");
    }
}
