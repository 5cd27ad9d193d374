//! Numbers without rounding, and quantities: numbers with their units and scale.

use num_rational::Ratio;
use num_traits::{CheckedAdd, CheckedDiv, CheckedMul, CheckedSub, Signed, Zero};
use std::fmt;

/// A number as the quotient of two whole ones of 128 bits. What does not fit is not a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Exact(Ratio<i128>);

/// Digits of a whole number that are read.
const MOST_DIGITS: usize = 30;
/// The largest exponent of a power.
const MOST_POWER: i32 = 64;

impl Exact {
    /// Reads `-12.50`: digits with at most one point.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (negative, text) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let digits = format!("{whole}{fraction}");
        if digits.is_empty() || digits.len() > MOST_DIGITS || !digits.chars().all(|c| c.is_ascii_digit()) {
            return None;
        }
        let units: i128 = digits.parse().ok()?;
        let below = 10_i128.checked_pow(u32::try_from(fraction.len()).ok()?)?;
        Some(Self(Ratio::new(if negative { -units } else { units }, below)))
    }

    /// A whole number.
    pub(crate) fn whole(number: i128) -> Self {
        Self(Ratio::from_integer(number))
    }

    /// Ten to this power.
    pub(crate) fn ten_to(power: u32) -> Option<Self> {
        10_i128.checked_pow(power).map(Self::whole)
    }

    pub(crate) fn plus(self, other: Self) -> Option<Self> {
        self.0.checked_add(&other.0).map(Self)
    }

    pub(crate) fn minus(self, other: Self) -> Option<Self> {
        self.0.checked_sub(&other.0).map(Self)
    }

    pub(crate) fn times(self, other: Self) -> Option<Self> {
        self.0.checked_mul(&other.0).map(Self)
    }

    /// The quotient; none of nothing.
    pub(crate) fn over(self, other: Self) -> Option<Self> {
        if other.is_zero() { None } else { self.0.checked_div(&other.0).map(Self) }
    }

    pub(crate) fn negated(self) -> Option<Self> {
        Self::whole(0).minus(self)
    }

    pub(crate) fn absolute(self) -> Option<Self> {
        if self.0.is_negative() { self.negated() } else { Some(self) }
    }

    pub(crate) fn is_zero(self) -> bool {
        self.0.is_zero()
    }

    /// The number as a whole one, if it is.
    pub(crate) fn as_whole(self) -> Option<i128> {
        self.0.is_integer().then(|| self.0.to_integer())
    }

    /// A power with a whole exponent, negative ones included.
    pub(crate) fn power(self, exponent: i128) -> Option<Self> {
        let exponent = i32::try_from(exponent).ok().filter(|exponent| exponent.abs() <= MOST_POWER)?;
        let mut power = Self::whole(1);
        for _ in 0..exponent.abs() {
            power = power.times(self)?;
        }
        if exponent < 0 { Self::whole(1).over(power) } else { Some(power) }
    }

    /// The number with so many digits after the point, rounded half to even, and whether that is exact.
    pub(crate) fn rounded(self, digits: u32) -> Option<(Self, bool)> {
        let power = 10_i128.checked_pow(digits)?;
        let scaled = self.0.checked_mul(&Ratio::from_integer(power))?;
        let below = scaled.floor().to_integer();
        let rest = scaled.checked_sub(&Ratio::from_integer(below))?;
        let half = Ratio::new(1, 2);
        let up = rest > half || rest == half && below % 2 != 0;
        Some((Self(Ratio::new(below + i128::from(up), power)), rest.is_zero()))
    }

    /// The number as a plain decimal with at most so many digits after the point, rounded half to even, and whether that is exact.
    pub(crate) fn decimal(self, digits: u32) -> Option<(String, bool)> {
        let (rounded, exact) = self.rounded(digits)?;
        let units = rounded.0.checked_mul(&Ratio::from_integer(10_i128.checked_pow(digits)?))?.to_integer();
        let width = digits as usize + 1;
        let text = format!("{:0>width$}", units.unsigned_abs());
        let (whole, fraction) = text.split_at_checked(text.len() - digits as usize)?;
        let fraction = fraction.trim_end_matches('0');
        let sign = if units < 0 { "-" } else { "" };
        Some((if fraction.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{fraction}") }, exact))
    }
}

/// Words for a power of ten, in small letters without full stops.
const SCALES: &[(u32, &[&str])] = &[
    (3, &["thousand", "thousands", "k", "tsd", "tausend", "mille", "millier", "milliers", "miles", "mila"]),
    (6, &["million", "millions", "mn", "mm", "mio", "millionen", "millón", "millones", "milione", "milioni"]),
    (9, &["billion", "billions", "bn", "mrd", "milliarde", "milliarden", "milliard", "milliards", "miliardi", "mds"]),
    (12, &["trillion", "trillions", "tn", "billionen"]),
];
/// Letters that are a power of ten beside a sign of money alone: a lone `m` may be metres.
const SHORT_SCALES: &[(u32, &str)] = &[(3, "t"), (6, "m"), (9, "b")];
/// What each power of ten is called in a result.
const SCALE_NAMES: &[(u32, &str)] = &[(3, "thousand"), (6, "million"), (9, "billion"), (12, "trillion")];

/// The one name of a sign or word for money or percent.
fn money(text: &str) -> Option<&'static str> {
    Some(match text {
        "€" | "EUR" | "Euro" | "euro" | "Euros" | "euros" => "EUR",
        "$" | "US$" | "USD" | "dollar" | "dollars" => "USD",
        "£" | "GBP" | "pounds" => "GBP",
        "¥" | "JPY" | "yen" => "JPY",
        "Fr." | "SFr." | "CHF" => "CHF",
        _ => return None,
    })
}

/// The power of ten that a word is.
pub(crate) fn scale_of(word: &str) -> Option<u32> {
    let bare = word.trim_end_matches('.').to_lowercase();
    SCALES.iter().find(|(_, words)| words.contains(&bare.as_str())).map(|(power, _)| *power)
}

/// What a number counts: units above and below the line, a power of ten, and whether it is a percentage.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Unit {
    pub(crate) above: Vec<String>,
    pub(crate) below: Vec<String>,
    /// The power of ten in which it is shown.
    pub(crate) scale: u32,
    pub(crate) percent: bool,
}

impl Unit {
    /// Reads `USD million`, `$m`, `Mio. €`, `TEUR`, `%`, `EUR/share`, `kg`.
    pub(crate) fn read(text: &str) -> Self {
        let mut unit = Self::default();
        let mut is_below = false;
        for word in text.split_whitespace() {
            for (at, part) in word.split('/').enumerate() {
                is_below |= at > 0;
                unit.take(part.trim_matches(|c| matches!(c, ',' | ';' | '(' | ')' | '[' | ']')), is_below);
            }
        }
        unit.above.sort();
        unit.below.sort();
        unit
    }

    fn take(&mut self, word: &str, is_below: bool) {
        if word.is_empty() {
            return;
        }
        if matches!(word, "%" | "percent" | "Prozent") {
            self.percent = true;
            return;
        }
        if let Some(power) = scale_of(word) {
            self.scale = power;
            return;
        }
        let list = if is_below { &mut self.below } else { &mut self.above };
        if let Some(name) = money(word) {
            list.push(name.to_owned());
            return;
        }
        // `$m`, `m€`, `TEUR`, `€bn`.
        let is_sign = |c: char| matches!(c, '€' | '$' | '£' | '¥');
        let signs: String = word.chars().filter(|c| is_sign(*c)).collect();
        let rest: String = word.chars().filter(|c| !is_sign(*c)).collect();
        let (name, rest) = match money(&signs) {
            Some(name) => (Some(name), rest),
            None => match word.strip_prefix('T').and_then(money) {
                Some(name) => (Some(name), "t".to_owned()),
                None => (None, String::new()),
            },
        };
        let small = rest.trim_end_matches('.').to_lowercase();
        let short = SHORT_SCALES.iter().find(|(_, letter)| *letter == small).map(|(power, _)| *power);
        match (name, short.or_else(|| scale_of(&rest))) {
            (Some(name), Some(power)) => {
                list.push(name.to_owned());
                self.scale = power;
            }
            _ => list.push(word.to_owned()),
        }
    }

    fn has_same_kind(&self, other: &Self) -> bool {
        self.above == other.above && self.below == other.below
    }

    fn counts_nothing(&self) -> bool {
        self.above.is_empty() && self.below.is_empty()
    }

    /// Takes from another what this does not say.
    pub(crate) fn or(mut self, other: Self) -> Self {
        if self.counts_nothing() {
            (self.above, self.below) = (other.above, other.below);
        }
        self.scale = if self.scale == 0 { other.scale } else { self.scale };
        self.percent |= other.percent && self.counts_nothing();
        self
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words: Vec<String> = Vec::new();
        if self.percent {
            words.push("%".to_owned());
        }
        if !self.counts_nothing() {
            let above = if self.above.is_empty() { "1".to_owned() } else { self.above.join("·") };
            words.push(self.below.iter().fold(above, |text, unit| format!("{text}/{unit}")));
        }
        words.extend(SCALE_NAMES.iter().find(|(power, _)| *power == self.scale).map(|(_, name)| (*name).to_owned()));
        f.write_str(&words.join(" "))
    }
}

/// A number of units. The number is that of single units: a figure of `5 USD million` has five million.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Quantity {
    pub(crate) number: Exact,
    pub(crate) unit: Unit,
}

/// What two quantities make together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sign {
    Plus,
    Minus,
    Times,
    Over,
    Power,
}

/// Digits that a result has after the point, at most.
pub(crate) const RESULT_DIGITS: u32 = 6;

fn too_large() -> String {
    "A number is too large to be computed exactly.".to_owned()
}

impl Quantity {
    /// A number as it is written with its unit: `5` and `USD million`.
    pub(crate) fn written(number: Exact, unit: Unit) -> Option<Self> {
        let scaled = number.times(Exact::ten_to(unit.scale)?)?;
        let number = if unit.percent { scaled.over(Exact::whole(100))? } else { scaled };
        Some(Self { number, unit })
    }

    /// A number that counts nothing.
    pub(crate) fn plain(number: Exact) -> Self {
        Self { number, unit: Unit::default() }
    }

    /// Two quantities together.
    ///
    /// # Errors
    /// A sentence: units that do not go together, a division by zero, or a number that is too large.
    pub(crate) fn with(self, sign: Sign, other: Self) -> Result<Self, String> {
        match sign {
            Sign::Plus | Sign::Minus => {
                let unit = self.unit_beside(&other)?;
                let number =
                    if sign == Sign::Plus { self.number.plus(other.number) } else { self.number.minus(other.number) };
                Ok(Self { number: number.ok_or_else(too_large)?, unit })
            }
            Sign::Times => {
                let number = self.number.times(other.number).ok_or_else(too_large)?;
                Ok(Self { number, unit: product(self.unit, other.unit) })
            }
            Sign::Over => {
                if other.number.is_zero() {
                    return Err("This divides by zero.".to_owned());
                }
                let number = self.number.over(other.number).ok_or_else(too_large)?;
                let below = Unit {
                    above: other.unit.below,
                    below: other.unit.above,
                    scale: other.unit.scale,
                    percent: other.unit.percent,
                };
                let is_bare = below.counts_nothing() && below.scale == 0;
                let scale = if is_bare { self.unit.scale } else { 0 };
                Ok(Self { number, unit: Unit { scale, ..product(self.unit, below) } })
            }
            Sign::Power => {
                let exponent = other.number.as_whole().filter(|_| other.unit.counts_nothing());
                let exponent = exponent.ok_or_else(|| "An exponent is a whole number.".to_owned())?;
                if !self.unit.counts_nothing() {
                    return Err("Only a number without a unit can be raised to a power.".to_owned());
                }
                if self.number.is_zero() && exponent < 0 {
                    return Err("This divides by zero.".to_owned());
                }
                Ok(Self::plain(self.number.power(exponent).ok_or_else(too_large)?))
            }
        }
    }

    /// The unit that both have. What counts nothing goes with everything, unless the other is in thousands or millions and this does not say so.
    fn unit_beside(&self, other: &Self) -> Result<Unit, String> {
        let (a, b) = (&self.unit, &other.unit);
        if a.has_same_kind(b) {
            let silent = |x: &Unit, y: &Unit| !x.counts_nothing() && x.scale == 0 && y.scale > 0;
            let scale = if silent(a, b) || silent(b, a) { 0 } else { a.scale.max(b.scale) };
            return Ok(Unit { scale, percent: a.percent && b.percent, ..a.clone() });
        }
        let (known, bare) = if a.counts_nothing() { (b, a) } else { (a, b) };
        if !bare.counts_nothing() || bare.percent {
            return Err(format!("{a} and {b} cannot be added or compared."));
        }
        if known.scale > 0 && bare.scale == 0 {
            return Err(format!("One number is in {known} and the other says no unit. Say the unit of both."));
        }
        Ok(Unit { scale: known.scale.max(bare.scale), percent: false, ..known.clone() })
    }

    /// Which of two is larger.
    ///
    /// # Errors
    /// A sentence if their units do not go together.
    pub(crate) fn compared(&self, other: &Self) -> Result<std::cmp::Ordering, String> {
        self.unit_beside(other)?;
        Ok(self.number.cmp(&other.number))
    }

    /// The quantity with so many digits after the point, as it is shown.
    pub(crate) fn rounded(self, digits: u32) -> Option<Self> {
        let below = Exact::ten_to(self.unit.scale)?;
        let hundred = Exact::whole(if self.unit.percent { 100 } else { 1 });
        let (shown, _) = self.number.over(below)?.times(hundred)?.rounded(digits)?;
        Self::written(shown, self.unit)
    }

    /// The number as it is shown with its unit, and whether it is exact.
    pub(crate) fn shown(&self, digits: u32) -> Option<(String, bool)> {
        let below = Exact::ten_to(self.unit.scale)?;
        let scaled = self.number.over(below)?;
        let number = if self.unit.percent { scaled.times(Exact::whole(100))? } else { scaled };
        let (text, exact) = number.decimal(digits)?;
        let unit = self.unit.to_string();
        Some((if unit.is_empty() { text } else { format!("{text} {unit}") }, exact))
    }

    /// The same in percent, if it counts nothing.
    pub(crate) fn in_percent(&self) -> Option<(String, bool)> {
        let plain = self.unit.counts_nothing() && !self.unit.percent && self.unit.scale == 0;
        plain
            .then(|| Self { number: self.number, unit: Unit { percent: true, ..Unit::default() } })?
            .shown(RESULT_DIGITS)
    }
}

/// The unit of a product, with what is above and below the line left out.
fn product(a: Unit, b: Unit) -> Unit {
    let one_is_bare = a.counts_nothing() && a.scale == 0 || b.counts_nothing() && b.scale == 0;
    let scale = if one_is_bare { a.scale.max(b.scale) } else { 0 };
    let mut above = [a.above, b.above].concat();
    let mut below = Vec::new();
    for unit in [a.below, b.below].concat() {
        match above.iter().position(|other| *other == unit) {
            Some(at) => drop(above.remove(at)),
            None => below.push(unit),
        }
    }
    above.sort();
    below.sort();
    Unit { above, below, scale, percent: false }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quantity(number: &str, unit: &str) -> Quantity {
        Quantity::written(Exact::parse(number).unwrap(), Unit::read(unit)).unwrap()
    }

    #[test]
    fn units_are_read_however_they_are_written() {
        for (text, shown) in [
            ("USD million", "USD million"),
            ("$m", "USD million"),
            ("m€", "EUR million"),
            ("Mio. €", "EUR million"),
            ("TEUR", "EUR thousand"),
            ("€bn", "EUR billion"),
            ("millions of", "of million"),
            ("m", "m"),
            ("EUR/share", "EUR/share"),
            ("kg", "kg"),
            ("%", "%"),
            ("", ""),
        ] {
            assert_eq!(Unit::read(text).to_string(), shown, "{text}");
        }
    }

    #[test]
    fn numbers_stay_exact_and_keep_their_units() {
        let of = |a: Quantity, sign, b| a.with(sign, b).and_then(|found| found.shown(6).ok_or_else(String::new));
        let exact = |text: &str| Ok((text.to_owned(), true));
        let millions = || quantity("5", "USD million");
        assert_eq!(of(millions(), Sign::Plus, quantity("250", "USD thousand")), exact("5.25 USD million"));
        assert_eq!(of(millions(), Sign::Over, quantity("2", "USD million")), exact("2.5"));
        assert_eq!(of(millions(), Sign::Over, quantity("2", "million shares")), exact("2.5 USD/shares"));
        assert_eq!(of(millions(), Sign::Times, quantity("12", "%")), exact("0.6 USD million"));
        assert_eq!(of(millions(), Sign::Over, quantity("4", "")), exact("1.25 USD million"));
        assert_eq!(of(quantity("12.5", "%"), Sign::Minus, quantity("10", "%")), exact("2.5 %"));
        assert_eq!(of(quantity("0.1", ""), Sign::Plus, quantity("0.2", "")), exact("0.3"));
        assert_eq!(of(quantity("1.5", ""), Sign::Power, quantity("2", "")), exact("2.25"));
        assert_eq!(of(quantity("1", ""), Sign::Over, quantity("3", "")), Ok(("0.333333".to_owned(), false)));
        for (a, sign, b, said) in [
            (millions(), Sign::Plus, quantity("1", "EUR million"), "cannot be added"),
            (millions(), Sign::Plus, quantity("1", ""), "says no unit"),
            (millions(), Sign::Over, quantity("0", ""), "divides by zero"),
            (quantity("0", ""), Sign::Power, quantity("-1", ""), "divides by zero"),
            (quantity("2", ""), Sign::Power, quantity("0.5", ""), "whole number"),
            (quantity("9999999999999999999999999", ""), Sign::Power, quantity("9", ""), "too large"),
        ] {
            let error = a.with(sign, b).unwrap_err();
            assert!(error.contains(said), "{error}");
        }
    }

    #[test]
    fn a_third_three_times_is_one() {
        let third = Exact::whole(1).over(Exact::whole(3)).unwrap();
        assert_eq!(third.times(Exact::whole(3)), Some(Exact::whole(1)));
        for (number, digits, rounded) in
            [("0.125", 2, "0.12"), ("0.375", 2, "0.38"), ("-0.125", 2, "-0.12"), ("2.5", 0, "2"), ("12", 3, "12")]
        {
            let (text, exact) = Exact::parse(number).unwrap().decimal(digits).unwrap();
            assert_eq!((text.as_str(), exact), (rounded, rounded == number), "{number}");
        }
    }
}
