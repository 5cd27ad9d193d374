//! Numbers as decimal digits, rounded as spreadsheets round them: 15 digits first, then half up.

/// The decimal digits of a number that is not negative: 15 of them, and the power of ten of the first.
fn digits(value: f64) -> (Vec<u8>, i32) {
    let text = format!("{value:.14e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let digits = mantissa.bytes().filter(u8::is_ascii_digit).map(|digit| digit - b'0').collect();
    (digits, exponent.parse().unwrap_or(0))
}

/// Rounds digits half up after the first `keep`; says whether that carried into a new first digit.
fn round(digits: &mut Vec<u8>, keep: usize) -> bool {
    let up = digits.get(keep).is_some_and(|digit| *digit >= 5);
    digits.truncate(keep);
    if !up {
        return false;
    }
    for digit in digits.iter_mut().rev() {
        if *digit < 9 {
            *digit += 1;
            return false;
        }
        *digit = 0;
    }
    digits.insert(0, 1);
    true
}

/// A number that is not negative with so many decimals: the digits before the point (at least one) and after it.
pub(super) fn fixed(value: f64, decimals: usize) -> (String, String) {
    let (mut digits, exponent) = digits(value);
    let places = i64::from(exponent) + 1 + i64::try_from(decimals).unwrap_or(0);
    let carried = match usize::try_from(places) {
        Ok(keep) => round(&mut digits, keep),
        Err(_) => {
            digits = Vec::new();
            false
        }
    };
    let whole_places = i64::from(exponent) + 1 + i64::from(carried);
    let digit = |place: i64| {
        let index = usize::try_from(place).ok();
        index.and_then(|index| digits.get(index)).map_or('0', |digit| char::from(b'0' + digit))
    };
    let whole: String = if whole_places > 0 { (0..whole_places).map(digit).collect() } else { "0".to_owned() };
    let fraction = (0..i64::try_from(decimals).unwrap_or(0)).map(|place| digit(whole_places + place)).collect();
    (whole, fraction)
}

/// A number that is not negative in exponents, with so many digits before the point (which divide the exponent) and after it.
pub(super) fn scientific(value: f64, whole: usize, decimals: usize) -> (String, String, i32) {
    if value == 0.0 {
        return ("0".to_owned(), "0".repeat(decimals), 0);
    }
    let step = i32::try_from(whole.max(1)).unwrap_or(1);
    let (mut digits, exponent) = digits(value);
    let mut lead = usize::try_from(exponent.rem_euclid(step)).unwrap_or(0) + 1;
    let mut shown = exponent - exponent.rem_euclid(step);
    if round(&mut digits, lead + decimals) {
        lead += 1;
        if lead > whole.max(1) {
            lead = 1;
            shown += step;
        }
    }
    let digit = |index: usize| digits.get(index).map_or('0', |digit| char::from(b'0' + digit));
    ((0..lead).map(digit).collect(), (lead..lead + decimals).map(digit).collect(), shown)
}

/// A number as a cell without a format shows it: 11 characters wide at most.
pub(super) fn general(value: f64) -> String {
    let size = value.abs();
    let sign = if value < 0.0 { "-" } else { "" };
    if size == 0.0 {
        return "0".to_owned();
    }
    if (1e-4..1e11).contains(&size) || size < 1e11 && fixed(size, 9).0 == "0" && format!("{size}").len() <= 8 {
        let whole = fixed(size, 0).0.len();
        let (whole, fraction) = fixed(size, 10usize.saturating_sub(whole));
        let fraction = fraction.trim_end_matches('0');
        return if fraction.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{fraction}") };
    }
    let (whole, fraction, exponent) = scientific(size, 1, 5);
    let fraction = fraction.trim_end_matches('0');
    let point = if fraction.is_empty() { "" } else { "." };
    let direction = if exponent < 0 { '-' } else { '+' };
    format!("{sign}{whole}{point}{fraction}E{direction}{:02}", exponent.abs())
}
