//! `Retry-After`, in both its forms.

use super::head::Head;
use std::time::UNIX_EPOCH;

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

/// An HTTP date such as `Sun, 06 Nov 1994 08:49:37 GMT`, in milliseconds since 1970.
fn date_ms(text: &str) -> Option<f64> {
    let date = httpdate::parse_http_date(text.trim()).ok()?;
    Some(date.duration_since(UNIX_EPOCH).ok()?.as_secs_f64() * 1000.0)
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
