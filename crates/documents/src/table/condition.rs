//! What rows are wanted: `price > 10 and (city = 'Bonn' or city starts with 'K')`.

use super::answer::QueryError;
use super::names::{column_at, column_or_part_at, end_of_word, unknown_column};

/// A condition on a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Condition {
    All(Vec<Condition>),
    Any(Vec<Condition>),
    Not(Box<Condition>),
    /// A column's index, and what it must be.
    Test(usize, Test),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Test {
    Compare(Operator, String),
    Contains(String),
    StartsWith(String),
    EndsWith(String),
    In(Vec<String>),
    Between(String, String),
    Empty,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operator {
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    More,
    MoreOrEqual,
}

/// How deep parentheses may be nested.
const DEEPEST: usize = 50;

/// Reads a condition over these columns. An empty text is always true.
pub(super) fn parse(text: &str, columns: &[String]) -> Result<Condition, QueryError> {
    let mut parser = Parser { rest: text.trim(), columns, depth: 0 };
    if parser.rest.is_empty() {
        return Ok(Condition::All(Vec::new()));
    }
    let condition = parser.any()?;
    if parser.rest.is_empty() {
        return Ok(condition);
    }
    Err(QueryError(format!(
        "In the condition, “{}” was not understood. Join conditions with “and” or “or”.",
        parser.rest
    )))
}

struct Parser<'a> {
    rest: &'a str,
    columns: &'a [String],
    depth: usize,
}

impl Parser<'_> {
    fn any(&mut self) -> Result<Condition, QueryError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(QueryError("The condition is nested too deep.".into()));
        }
        let mut parts = vec![self.all()?];
        while self.word("or") || self.sign("||") {
            parts.push(self.all()?);
        }
        self.depth -= 1;
        Ok(one_or(parts, Condition::Any))
    }

    fn all(&mut self) -> Result<Condition, QueryError> {
        let mut parts = vec![self.single()?];
        while self.word("and") || self.sign("&&") {
            parts.push(self.single()?);
        }
        Ok(one_or(parts, Condition::All))
    }

    fn single(&mut self) -> Result<Condition, QueryError> {
        let mut negations = 0_usize;
        while column_at(self.rest, self.columns).is_none() && self.word("not") {
            negations += 1;
        }
        let condition = if column_at(self.rest, self.columns).is_none() && self.sign("(") {
            let inside = self.any()?;
            if !self.sign(")") {
                return Err(QueryError("A “)” is missing in the condition.".into()));
            }
            inside
        } else {
            self.test()?
        };
        Ok(if negations % 2 == 1 { Condition::Not(Box::new(condition)) } else { condition })
    }

    fn test(&mut self) -> Result<Condition, QueryError> {
        let Some((column, length)) = column_or_part_at(self.rest, self.columns) else {
            let name = self.rest.split(['=', '<', '>', '!']).next().unwrap_or_default();
            let name = name.split(" contains ").next().unwrap_or_default().trim();
            return Err(unknown_column(name, self.columns));
        };
        self.skip(length);
        let is = self.word("is");
        let not = self.word("not");
        let test = if self.word("empty") || self.word("null") || self.word("blank") {
            Test::Empty
        } else if self.word("contains") || self.word("contain") || self.word("like") {
            Test::Contains(self.literal()?.trim_matches('%').to_owned())
        } else if self.two("starts", "with") || self.two("begins", "with") {
            Test::StartsWith(self.literal()?)
        } else if self.two("ends", "with") {
            Test::EndsWith(self.literal()?)
        } else if self.word("between") {
            let low = self.literal()?;
            if !self.word("and") {
                return Err(QueryError("“between” needs two values: between 1 and 5.".into()));
            }
            Test::Between(low, self.literal()?)
        } else if self.word("in") {
            Test::In(self.list()?)
        } else if let Some(operator) = self.operator() {
            Test::Compare(operator, self.literal()?)
        } else if is {
            Test::Compare(Operator::Equal, self.literal()?)
        } else {
            let name = self.columns.get(column).map_or("", String::as_str);
            return Err(QueryError(format!(
                "After the column “{name}” a comparison is missing: =, !=, <, <=, >, >=, contains, starts with, in, between or is empty."
            )));
        };
        let test = Condition::Test(column, test);
        Ok(if not { Condition::Not(Box::new(test)) } else { test })
    }

    fn operator(&mut self) -> Option<Operator> {
        [
            ("==", Operator::Equal),
            ("!=", Operator::Unequal),
            ("<>", Operator::Unequal),
            ("≠", Operator::Unequal),
            ("<=", Operator::LessOrEqual),
            ("≤", Operator::LessOrEqual),
            (">=", Operator::MoreOrEqual),
            ("≥", Operator::MoreOrEqual),
            ("=", Operator::Equal),
            ("<", Operator::Less),
            (">", Operator::More),
        ]
        .into_iter()
        .find_map(|(sign, operator)| self.sign(sign).then_some(operator))
    }

    fn list(&mut self) -> Result<Vec<String>, QueryError> {
        if !self.sign("(") {
            return Err(QueryError("“in” needs a list: in ('a', 'b').".into()));
        }
        let mut values = vec![self.literal()?];
        while self.sign(",") {
            values.push(self.literal()?);
        }
        if self.sign(")") { Ok(values) } else { Err(QueryError("A “)” is missing after the list.".into())) }
    }

    /// A value: quoted, or up to the next “and”, “or”, comma or parenthesis.
    fn literal(&mut self) -> Result<String, QueryError> {
        if let Some(quote) = self.rest.chars().next().filter(|c| matches!(c, '\'' | '"' | '“' | '‘')) {
            let end = match quote {
                '“' => '”',
                '‘' => '’',
                other => other,
            };
            let inside = self.rest.get(quote.len_utf8()..).unwrap_or_default();
            let mut value = String::new();
            let mut chars = inside.char_indices().peekable();
            while let Some((at, c)) = chars.next() {
                if c != end {
                    value.push(c);
                } else if chars.peek().is_some_and(|(_, next)| *next == end) {
                    // Doubled, it stands for itself.
                    value.push(c);
                    chars.next();
                } else {
                    self.skip(quote.len_utf8() + at + c.len_utf8());
                    return Ok(value);
                }
            }
            return Err(QueryError(format!("The quotation mark before “{inside}” is never closed.")));
        }
        let mut end = 0;
        for (at, c) in self.rest.char_indices() {
            let tail = self.rest.get(at..).unwrap_or_default();
            let next_word = c.is_whitespace()
                && ["and", "or", "&&", "||"].iter().any(|word| starts_with_word(tail.trim_start(), word));
            if next_word || matches!(c, ')' | ',') {
                break;
            }
            end = at + c.len_utf8();
        }
        let value = self.rest.get(..end).unwrap_or_default().trim().to_owned();
        if value.is_empty() {
            return Err(QueryError(
                "A value is missing in the condition. Texts and dates stand in single quotation marks.".into(),
            ));
        }
        self.skip(end);
        Ok(value)
    }

    fn skip(&mut self, bytes: usize) {
        self.rest = self.rest.get(bytes..).unwrap_or_default().trim_start();
    }

    fn sign(&mut self, sign: &str) -> bool {
        let there = self.rest.starts_with(sign);
        if there {
            self.skip(sign.len());
        }
        there
    }

    fn word(&mut self, word: &str) -> bool {
        let there = starts_with_word(self.rest, word);
        if there {
            self.skip(word.len());
        }
        there
    }

    fn two(&mut self, first: &str, second: &str) -> bool {
        let before = self.rest;
        if self.word(first) && self.word(second) {
            return true;
        }
        self.rest = before;
        false
    }
}

fn starts_with_word(text: &str, word: &str) -> bool {
    text.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word)) && end_of_word(text, word.len())
}

fn one_or(mut parts: Vec<Condition>, join: fn(Vec<Condition>) -> Condition) -> Condition {
    match parts.pop() {
        Some(only) if parts.is_empty() => only,
        last => {
            parts.extend(last);
            join(parts)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_read() {
        let columns = ["Price (EUR)", "City", "Unit price", "Not sold"].map(str::to_owned);
        let test = |column, test| Condition::Test(column, test);
        let compare = |column, operator, value: &str| test(column, Test::Compare(operator, value.to_owned()));
        for (text, expected) in [
            ("price (eur) > 10", compare(0, Operator::More, "10")),
            ("\"Price (EUR)\" <= 10", compare(0, Operator::LessOrEqual, "10")),
            ("[Unit price]=1.5", compare(2, Operator::Equal, "1.5")),
            ("city = New York", compare(1, Operator::Equal, "New York")),
            ("city = 'O''Hara and sons'", compare(1, Operator::Equal, "O'Hara and sons")),
            ("city is not empty", Condition::Not(Box::new(test(1, Test::Empty)))),
            ("not sold = 5", compare(3, Operator::Equal, "5")),
            ("not (city = 'a')", Condition::Not(Box::new(compare(1, Operator::Equal, "a")))),
            ("unit price between 1 and 5", test(2, Test::Between("1".into(), "5".into()))),
            ("city in ('a', 'b, c')", test(1, Test::In(vec!["a".into(), "b, c".into()]))),
            ("city not contains 'x'", Condition::Not(Box::new(test(1, Test::Contains("x".into()))))),
            (
                "city = a or city = b and unit price > 2",
                Condition::Any(vec![
                    compare(1, Operator::Equal, "a"),
                    Condition::All(vec![compare(1, Operator::Equal, "b"), compare(2, Operator::More, "2")]),
                ]),
            ),
        ] {
            assert_eq!(parse(text, &columns).as_ref(), Ok(&expected), "{text}");
        }
    }

    #[test]
    fn what_is_not_understood_is_said() {
        let columns = ["Price", "City"].map(str::to_owned);
        for (text, said) in [
            ("Pric > 10", "There is no column “Pric”. Did you mean “Price”? The columns are: Price, City."),
            ("price >", "A value is missing"),
            ("price", "a comparison is missing"),
            ("(price > 1", "A “)” is missing"),
            ("price > 1 city = 2)", "was not understood"),
            ("city = 'x", "never closed"),
            ("price between 1", "needs two values"),
            ("city in 'a'", "needs a list"),
        ] {
            let error = parse(text, &columns).map_err(|error| error.to_string()).unwrap_err();
            assert!(error.contains(said), "{text}: {error}");
        }
        assert!(parse(&"(".repeat(100_000), &columns).is_err());
    }
}
