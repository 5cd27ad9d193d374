//! The present date and time in words, as every model is told them.

use time::UtcDateTime;

/// The person's date, time and zone, such as `Monday, 23 November 2026, 19:52 (UTC+01:00)`. `now` in milliseconds since 1970; `zone_minutes`: how far the
/// person's clock is ahead of UTC. Empty for a time that no calendar has.
pub fn told(now: f64, zone_minutes: i32) -> String {
    let seconds = (now / 1000.0).floor() as i64 + i64::from(zone_minutes) * 60;
    let Ok(here) = UtcDateTime::from_unix_timestamp(seconds) else { return String::new() };
    let sign = if zone_minutes < 0 { '-' } else { '+' };
    let (hours, minutes) = (zone_minutes.abs() / 60, zone_minutes.abs() % 60);
    format!(
        "{}, {} {} {}, {:02}:{:02} (UTC{sign}{hours:02}:{minutes:02})",
        here.weekday(),
        here.day(),
        here.month(),
        here.year(),
        here.hour(),
        here.minute()
    )
}

/// The day as forms compare it, by UTC; none: no calendar has that time.
pub(crate) fn date(now: f64) -> Option<edith_forms::Date> {
    let here = UtcDateTime::from_unix_timestamp((now / 1000.0).floor() as i64).ok()?;
    edith_forms::Date::new(u16::try_from(here.year()).ok()?, here.month().into(), Some(here.day()))
}

#[cfg(test)]
mod tests {
    use super::told;

    #[test]
    fn the_date_is_the_persons_own() {
        let leap_day = 1_709_250_300_000.0; // 2024-02-29 23:45 UTC
        assert_eq!(told(leap_day, 0), "Thursday, 29 February 2024, 23:45 (UTC+00:00)");
        assert_eq!(told(leap_day, 345), "Friday, 1 March 2024, 05:30 (UTC+05:45)");
        assert_eq!(told(leap_day, -570), "Thursday, 29 February 2024, 14:15 (UTC-09:30)");
        assert_eq!(told(-1.0, 0), "Wednesday, 31 December 1969, 23:59 (UTC+00:00)");
        assert_eq!(told(f64::MAX, 0), "");
        assert_eq!(told(f64::NAN, 0), "Thursday, 1 January 1970, 00:00 (UTC+00:00)");
    }
}
