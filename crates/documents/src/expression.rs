//! Arithmetic as it is written: `(a - b) / b`, `sum(price * pieces)`, `round(x, 2)`.

use crate::exact::{Exact, Quantity, Sign, Unit};

/// A term over names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Term {
    Number(Quantity),
    /// Which of the names.
    Name(usize),
    Negated(Box<Term>),
    Pair(Box<Term>, Sign, Box<Term>),
    Call(Function, Vec<Term>),
}

/// What can be called by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Function {
    Sum,
    Average,
    Minimum,
    Maximum,
    Count,
    Absolute,
    Round,
}

/// The functions by their names.
const FUNCTIONS: &[(&str, Function)] = &[
    ("sum", Function::Sum),
    ("total", Function::Sum),
    ("avg", Function::Average),
    ("average", Function::Average),
    ("mean", Function::Average),
    ("min", Function::Minimum),
    ("minimum", Function::Minimum),
    ("max", Function::Maximum),
    ("maximum", Function::Maximum),
    ("count", Function::Count),
    ("abs", Function::Absolute),
    ("round", Function::Round),
];
/// How deep terms may be nested.
const DEEPEST: usize = 50;
/// Terms of one expression, at most.
const MOST_TERMS: usize = 500;
/// Digits to which can be rounded, at most.
const MOST_ROUNDING: u32 = 12;

impl Function {
    pub(crate) fn of(name: &str) -> Option<Self> {
        FUNCTIONS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name.trim())).map(|(_, function)| *function)
    }

    /// Whether one value of many rows comes of it.
    pub(crate) fn aggregates(self) -> bool {
        !matches!(self, Self::Absolute | Self::Round)
    }

    /// What it makes of these values.
    ///
    /// # Errors
    /// A sentence: none at all, units that do not go together, or a number that is too large.
    pub(crate) fn of_values(self, values: Vec<Quantity>) -> Result<Quantity, String> {
        let count = values.len();
        if self == Self::Count {
            return Ok(Quantity::plain(Exact::whole(i128::try_from(count).unwrap_or(i128::MAX))));
        }
        let mut rest = values.into_iter();
        let first = rest.next().ok_or_else(|| "There is no number to compute with.".to_owned())?;
        match self {
            Self::Sum => rest.try_fold(first, |sum, value| sum.with(Sign::Plus, value)),
            Self::Average => {
                let sum = rest.try_fold(first, |sum, value| sum.with(Sign::Plus, value))?;
                let count = Exact::whole(i128::try_from(count).unwrap_or(i128::MAX));
                let percent = sum.unit.percent;
                let average = sum.with(Sign::Over, Quantity::plain(count))?;
                Ok(Quantity { unit: Unit { percent, ..average.unit }, ..average })
            }
            Self::Minimum | Self::Maximum => rest.try_fold(first, |best, value| {
                let order = value.compared(&best)?;
                let better = if self == Self::Minimum { order.is_lt() } else { order.is_gt() };
                Ok(if better { value } else { best })
            }),
            Self::Absolute => {
                let number = first.number.absolute().ok_or_else(|| "A number is too large.".to_owned())?;
                Ok(Quantity { number, ..first })
            }
            Self::Round => {
                let digits = match rest.next() {
                    Some(digits) => digits
                        .number
                        .as_whole()
                        .and_then(|digits| u32::try_from(digits).ok())
                        .filter(|digits| *digits <= MOST_ROUNDING)
                        .ok_or_else(|| format!("Round to 0 to {MOST_ROUNDING} digits."))?,
                    None => 0,
                };
                let rounded = first.rounded(digits).ok_or_else(|| "A number is too large.".to_owned())?;
                Ok(rounded)
            }
            Self::Count => Ok(first),
        }
    }
}

/// Finds a name at the beginning of a text: which, and how many bytes it takes.
pub(crate) type Names<'a> = dyn Fn(&str) -> Option<(usize, usize)> + 'a;

/// Reads a term.
///
/// # Errors
/// A sentence with what was not understood.
pub(crate) fn parse(text: &str, names: &Names<'_>) -> Result<Term, String> {
    let mut parser = Parser { rest: text.trim(), names, depth: 0, terms: 0 };
    let term = parser.sum()?;
    if parser.rest.is_empty() { Ok(term) } else { Err(parser.not_understood()) }
}

struct Parser<'a> {
    rest: &'a str,
    names: &'a Names<'a>,
    depth: usize,
    terms: usize,
}

impl Parser<'_> {
    fn not_understood(&self) -> String {
        let start: String = self.rest.chars().take(60).collect();
        format!(
            "“{start}” was not understood. There are + - * / ^, parentheses, numbers with a decimal point, names, and sum, avg, min, max, count, abs, round."
        )
    }

    fn sign(&mut self, signs: &[char]) -> Option<char> {
        let first = self.rest.chars().next().filter(|c| signs.contains(c))?;
        self.skip(first.len_utf8());
        Some(first)
    }

    fn skip(&mut self, bytes: usize) {
        self.rest = self.rest.get(bytes..).unwrap_or_default().trim_start();
    }

    fn sum(&mut self) -> Result<Term, String> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err("The expression is nested too deep.".to_owned());
        }
        let mut left = self.product()?;
        while let Some(sign) = self.sign(&['+', '-', '−', '–']) {
            let sign = if sign == '+' { Sign::Plus } else { Sign::Minus };
            left = Term::Pair(Box::new(left), sign, Box::new(self.product()?));
        }
        self.depth -= 1;
        Ok(left)
    }

    fn product(&mut self) -> Result<Term, String> {
        let mut left = self.power()?;
        while let Some(sign) = self.sign(&['*', '×', '·', '/', '÷', ':']) {
            let sign = if matches!(sign, '/' | '÷' | ':') { Sign::Over } else { Sign::Times };
            left = Term::Pair(Box::new(left), sign, Box::new(self.power()?));
        }
        Ok(left)
    }

    fn power(&mut self) -> Result<Term, String> {
        if self.sign(&['-', '−', '–']).is_some() {
            self.depth += 1;
            if self.depth > DEEPEST {
                return Err("The expression is nested too deep.".to_owned());
            }
            let inner = self.power()?;
            self.depth -= 1;
            return Ok(Term::Negated(Box::new(inner)));
        }
        let base = self.single()?;
        if self.sign(&['^']).is_some() {
            self.depth += 1;
            if self.depth > DEEPEST {
                return Err("The expression is nested too deep.".to_owned());
            }
            let exponent = self.power()?;
            self.depth -= 1;
            return Ok(Term::Pair(Box::new(base), Sign::Power, Box::new(exponent)));
        }
        Ok(base)
    }

    fn single(&mut self) -> Result<Term, String> {
        self.terms += 1;
        if self.terms > MOST_TERMS {
            return Err("The expression is too long.".to_owned());
        }
        // A name first: columns may be called 2023, or begin with the name of a function.
        if let Some((at, bytes)) = (self.names)(self.rest) {
            self.skip(bytes);
            return Ok(Term::Name(at));
        }
        if self.sign(&['(']).is_some() {
            let inside = self.sum()?;
            return self.sign(&[')']).map(|_| inside).ok_or_else(|| "A “)” is missing.".to_owned());
        }
        let letters = self.rest.find(|c: char| !c.is_alphabetic()).unwrap_or(self.rest.len());
        let (word, after) = self.rest.split_at_checked(letters).unwrap_or_default();
        if let Some(function) = Function::of(word)
            && let Some(inside) = after.trim_start().strip_prefix('(')
        {
            self.rest = inside.trim_start();
            let mut values = vec![self.sum()?];
            while self.sign(&[',', ';']).is_some() {
                values.push(self.sum()?);
            }
            let closed = self.sign(&[')']);
            return closed.map(|_| Term::Call(function, values)).ok_or_else(|| "A “)” is missing.".to_owned());
        }
        self.number().ok_or_else(|| self.not_understood())
    }

    /// A number with a decimal point, perhaps in percent.
    fn number(&mut self) -> Option<Term> {
        let end = self.rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(self.rest.len());
        let (digits, after) = self.rest.split_at_checked(end)?;
        // `1,234` may be either; `5kg` is nothing.
        if after.starts_with(|c: char| c.is_alphanumeric() || c == '_') {
            return None;
        }
        let number = Exact::parse(digits)?;
        self.skip(end);
        let percent = self.sign(&['%']).is_some();
        Quantity::written(number, Unit { percent, ..Unit::default() }).map(Term::Number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(term: &Term, names: &[Quantity]) -> Result<Quantity, String> {
        match term {
            Term::Number(quantity) => Ok(quantity.clone()),
            Term::Name(at) => Ok(names[*at].clone()),
            Term::Negated(inner) => Quantity::plain(Exact::whole(-1)).with(Sign::Times, value(inner, names)?),
            Term::Pair(a, sign, b) => value(a, names)?.with(*sign, value(b, names)?),
            Term::Call(function, values) => {
                function.of_values(values.iter().map(|one| value(one, names)).collect::<Result<_, _>>()?)
            }
        }
    }

    fn result(text: &str) -> Result<String, String> {
        let names = ["a", "b"];
        let find = |text: &str| {
            names
                .iter()
                .position(|name| text.starts_with(name) && !text.starts_with("abs") && !text.starts_with("avg"))
                .map(|at| (at, 1))
        };
        let quantities = [Quantity::plain(Exact::whole(6)), Quantity::plain(Exact::whole(4))];
        value(&parse(text, &find)?, &quantities)?.shown(6).map(|(text, _)| text).ok_or_else(String::new)
    }

    #[test]
    fn terms_are_computed_in_the_order_of_arithmetic() {
        for (text, expected) in [
            ("a + b * 2", "14"),
            ("(a + b) * 2", "20"),
            ("a - b - 1", "1"),
            ("a / b / 2", "0.75"),
            ("-a + 10", "4"),
            ("2 ^ 3 ^ 2", "512"),
            ("-2 ^ 2", "-4"),
            ("avg(a, b, 2)", "4"),
            ("max(a, b) - min(a; b)", "2"),
            ("abs(b − a)", "2"),
            ("round(a / 7, 2)", "0.86"),
            ("round(2.5)", "2"),
            ("count(a, b)", "2"),
            ("a * 50%", "3"),
            ("0.1 + 0.2", "0.3"),
        ] {
            assert_eq!(result(text).as_deref(), Ok(expected), "{text}");
        }
    }

    #[test]
    fn what_is_no_term_is_said() {
        for (text, said) in [
            ("", "was not understood"),
            ("a +", "was not understood"),
            ("(a", "is missing"),
            ("sum(a", "is missing"),
            ("1,234", "was not understood"),
            ("5kg", "was not understood"),
            ("median(a)", "was not understood"),
            ("a / (b - 4)", "divides by zero"),
            ("round(a, 99)", "0 to 12"),
        ] {
            let error = result(text).unwrap_err();
            assert!(error.contains(said), "{text}: {error}");
        }
        for text in ["(".repeat(10_000), "-".repeat(10_000), "2^".repeat(10_000), "1+".repeat(10_000)] {
            assert!(result(&text).is_err());
        }
    }
}
