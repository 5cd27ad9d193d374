//! What is shown of a row or a group, and how it is ordered.

use super::decimal::Decimal;
use super::reading::Amount;
use crate::Cell;
use std::cmp::Ordering;

/// A row of a table.
pub(super) type TableRow<'a> = &'a [Cell];

/// What is shown or compared.
#[derive(Debug, Clone)]
pub(super) enum Value {
    /// As it compares, and as it is shown if that is not its plain form.
    Number(Amount, Option<String>),
    /// As it compares, and as it is shown.
    Date(String, String),
    Text(String),
    None,
}

impl Value {
    pub(super) fn order(&self, other: &Self, descending: bool) -> Ordering {
        let kind = |value: &Self| match value {
            Self::Number(..) => 0,
            Self::Date(..) => 1,
            Self::Text(_) => 2,
            Self::None => 3,
        };
        let order = match (self, other) {
            (Self::Number(a, _), Self::Number(b, _)) => a.number.cmp(&b.number),
            (Self::Date(a, _), Self::Date(b, _)) => a.cmp(b),
            (Self::Text(a), Self::Text(b)) => plain(a).cmp(&plain(b)),
            // What is not a number or date comes last in both directions.
            (a, b) => return kind(a).cmp(&kind(b)),
        };
        if descending { order.reverse() } else { order }
    }
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(_, Some(shown)) => f.write_str(shown),
            Self::Number(Amount { number, unit }, None) if unit.is_empty() => write!(f, "{number}"),
            Self::Number(Amount { number, unit }, None) => write!(f, "{number} {unit}"),
            Self::Date(_, shown) | Self::Text(shown) => f.write_str(shown),
            Self::None => Ok(()),
        }
    }
}

pub(super) fn text(row: TableRow<'_>, column: usize) -> String {
    row.get(column).map(|cell| cell.text.split_whitespace().collect::<Vec<_>>().join(" ")).unwrap_or_default()
}

pub(super) fn plain(text: &str) -> String {
    text.trim().to_lowercase()
}

/// A count as a value.
pub(super) fn count(count: usize) -> Value {
    let number = Decimal::parse(&count.to_string()).unwrap_or_default();
    Value::Number(Amount { number, unit: String::new() }, None)
}
