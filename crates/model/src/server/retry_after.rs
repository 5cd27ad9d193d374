//! How long a server wants to be left alone: `Retry-After` in both its forms.

use super::head::Head;

/// The server's wish in milliseconds, from `retry-after-ms` or `Retry-After` (seconds, or an HTTP date).
pub(super) fn wish_ms(head: &Head, now_ms: f64) -> Option<u64> {
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.is_finite() && *number >= 0.0);
    if let Some(ms) = head.retry_after_ms.as_deref().and_then(number) {
        return Some(ms as u64);
    }
    let text = head.retry_after.as_deref()?;
    match number(text) {
        Some(seconds) => Some((seconds * 1000.0) as u64),
        None => Some((date_ms(text)? - now_ms).max(0.0) as u64),
    }
}

/// Milliseconds since 1970 of an HTTP date, e.g. `Sun, 06 Nov 1994 08:49:37 GMT`.
fn date_ms(text: &str) -> Option<f64> {
    const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let (_, date) = text.trim().split_once(", ")?;
    let mut parts = date.split([' ', ':']);
    let mut next = || parts.next();
    let day: i64 = next()?.parse().ok()?;
    let month_name = next()?;
    let month = MONTHS.iter().position(|name| *name == month_name)? as i64 + 1;
    let year: i64 = next()?.parse().ok()?;
    let (hour, minute, second): (i64, i64, i64) = (next()?.parse().ok()?, next()?.parse().ok()?, next()?.parse().ok()?);
    if next()? != "GMT" || !(1970..=9999).contains(&year) {
        return None;
    }
    // Days since 1970 by the calendar's 400-year cycle, the year starting in March so that the leap day is last.
    let shifted = if month <= 2 { year - 1 } else { year };
    let (era, of_era) = (shifted / 400, shifted % 400);
    let day_of_year = (153 * (if month > 2 { month - 3 } else { month + 9 }) + 2) / 5 + day - 1;
    let days = era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + day_of_year - 719_468;
    Some((((days * 24 + hour) * 60 + minute) * 60 + second) as f64 * 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_are_read() {
        let now = 784_111_777_000.0; // Sun, 06 Nov 1994 08:49:37 GMT
        let check = |text: &str, expected| {
            let head = Head { retry_after: Some(text.to_owned()), ..Head::default() };
            assert_eq!(wish_ms(&head, now), expected, "{text}");
        };
        check("5", Some(5_000));
        check(" 0.5 ", Some(500));
        check("-1", None);
        check("soon", None);
        check("inf", None);
        check("Sun, 06 Nov 1994 08:49:47 GMT", Some(10_000));
        check("Sun, 06 Nov 1994 08:49:17 GMT", Some(0));
        check("Thu, 01 Jan 1970 00:00:00 GMT", Some(0));
        check("Sun, 06 Nov", None);
        let both = Head { retry_after: Some("9".into()), retry_after_ms: Some("250".into()), ..Head::default() };
        assert_eq!(wish_ms(&both, now), Some(250));
        assert_eq!(wish_ms(&Head::default(), now), None);
    }

    #[test]
    fn leap_days_are_counted() {
        assert_eq!(date_ms("Thu, 29 Feb 2024 00:00:00 GMT"), Some(1_709_164_800_000.0));
        assert_eq!(date_ms("Fri, 01 Mar 2024 00:00:00 GMT"), Some(1_709_251_200_000.0));
    }
}
