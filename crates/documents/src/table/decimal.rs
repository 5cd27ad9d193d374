//! Decimal numbers: exact sums and comparisons, quotients rounded half to even.

use std::cmp::Ordering;
use std::fmt;

/// A number as `units / 10^scale`.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Decimal {
    units: i128,
    scale: u32,
}

/// Digits before the point that are read; with the fraction they fit 128 bits.
const WHOLE: usize = 20;
/// Digits after the point that are read: a spreadsheet's binary numbers have 17.
const FRACTION: usize = 17;

impl Decimal {
    /// Reads `-12.50`: digits with at most one point. More digits than are kept are not a number.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (negative, text) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        // Zeros at the end are kept as they are written, unless they are too many.
        let fraction = if fraction.len() > FRACTION { fraction.trim_end_matches('0') } else { fraction };
        let digits = |text: &str| text.chars().all(|c| c.is_ascii_digit());
        let short = whole.trim_start_matches('0').len() <= WHOLE && fraction.len() <= FRACTION;
        if !short || !digits(whole) || !digits(fraction) || !text.contains(|c: char| c.is_ascii_digit()) {
            return None;
        }
        let units: i128 = format!("0{whole}{fraction}").parse().ok()?;
        Some(Self { units: if negative { -units } else { units }, scale: u32::try_from(fraction.len()).ok()? })
    }

    /// How many digits come after the point.
    pub(super) fn scale(self) -> u32 {
        self.scale
    }

    pub(super) fn negated(self) -> Self {
        Self { units: -self.units, ..self }
    }

    /// A hundred times as much.
    pub(super) fn hundredfold(self) -> Option<Self> {
        Some(Self { units: self.units.checked_mul(100)?, ..self }.shortest())
    }

    /// The exact sum; none if it does not fit 128 bits.
    pub(super) fn plus(self, other: Self) -> Option<Self> {
        let scale = self.scale.max(other.scale);
        let units = self.at(scale)?.checked_add(other.at(scale)?)?;
        Some(Self { units, scale })
    }

    /// The quotient with so many digits after the point, rounded half to even, and whether that is exact.
    pub(super) fn over(self, count: u64, digits: u32) -> Option<(Self, bool)> {
        let divisor = i128::from(count);
        let units = self.at(digits.max(self.scale))?;
        let quotient = units.checked_div_euclid(divisor)?;
        let rest = units.checked_rem_euclid(divisor)?;
        let up = match (rest * 2).cmp(&divisor) {
            Ordering::Less => 0,
            Ordering::Greater => 1,
            Ordering::Equal => quotient & 1,
        };
        Some((Self { units: quotient + up, scale: digits.max(self.scale) }.shortest(), rest == 0))
    }

    fn at(self, scale: u32) -> Option<i128> {
        self.units.checked_mul(10_i128.checked_pow(scale.checked_sub(self.scale)?)?)
    }

    fn shortest(mut self) -> Self {
        while self.scale > 0 && self.units % 10 == 0 {
            self.units /= 10;
            self.scale -= 1;
        }
        self
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        // Whole parts first: to bring both to one scale might not fit. Fractions always do, as they have few digits.
        let split = |number: &Self| {
            let power = 10_i128.pow(number.scale);
            (number.units.div_euclid(power), number.units.rem_euclid(power))
        };
        let ((whole, fraction), (other_whole, other_fraction)) = (split(self), split(other));
        let most = self.scale.max(other.scale);
        let aligned = |fraction: i128, scale: u32| fraction.saturating_mul(10_i128.pow(most - scale));
        whole.cmp(&other_whole).then(aligned(fraction, self.scale).cmp(&aligned(other_fraction, other.scale)))
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Decimal {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Decimal {}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = format!("{:0>width$}", self.units.unsigned_abs(), width = self.scale as usize + 1);
        let (whole, fraction) = digits.split_at(digits.len() - self.scale as usize);
        let sign = if self.units < 0 { "-" } else { "" };
        if fraction.is_empty() { write!(f, "{sign}{whole}") } else { write!(f, "{sign}{whole}.{fraction}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn d(text: &str) -> Decimal {
        Decimal::parse(text).unwrap()
    }

    #[test]
    fn numbers_are_exact() {
        assert_eq!(d("0.1").plus(d("0.2")).unwrap().to_string(), "0.3");
        assert_eq!(d("99999999999999999999.99").plus(d("0.01")).unwrap().to_string(), "100000000000000000000.00");
        assert_eq!(d("-0.5").plus(d("0.25")).unwrap().to_string(), "-0.25");
        assert_eq!(d("007.500").to_string(), "7.500");
        for text in ["", "-", ".", "1.2.3", "1e5", "123456789012345678901", "0.123456789012345678", "٣"] {
            assert!(Decimal::parse(text).is_none(), "{text}");
        }
    }

    #[test]
    fn quotients_are_rounded_half_to_even() {
        let over = |number: &str, count, digits| {
            d(number).over(count, digits).map(|(n, exact)| (n.to_string(), exact)).unwrap()
        };
        assert_eq!(over("1", 3, 4), ("0.3333".into(), false));
        assert_eq!(over("2", 3, 4), ("0.6667".into(), false));
        assert_eq!(over("0.5", 10, 2), ("0.05".into(), true));
        assert_eq!(over("1", 8, 2), ("0.12".into(), false));
        assert_eq!(over("3", 8, 2), ("0.38".into(), false));
        assert_eq!(over("-1", 8, 2), ("-0.12".into(), false));
        assert_eq!(over("-2", 3, 1), ("-0.7".into(), false));
    }

    #[test]
    fn order_is_that_of_the_numbers() {
        for (less, more) in
            [("-1.5", "-1.25"), ("-0.1", "0"), ("1.05", "1.5"), ("99999999999999999999", "99999999999999999999.1")]
        {
            assert!(d(less) < d(more), "{less} {more}");
        }
        assert_eq!(d("1.50"), d("1.5"));
    }
}
