//! What is to be shown: columns, sums and other aggregates, and their order.

use super::answer::QueryError;
use super::names::{column, column_at, column_or_part_at, unknown_column};
use crate::expression::{Function, Term, parse};

/// Something that is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Shown {
    Column(usize),
    /// None counts rows.
    Aggregate(Aggregate, Option<usize>),
    /// Arithmetic between columns, numbers and aggregates.
    Term(Term),
}

impl Shown {
    /// Whether it is one value of many rows.
    pub(super) fn is_aggregate(&self) -> bool {
        match self {
            Self::Column(_) => false,
            Self::Aggregate(..) => true,
            Self::Term(term) => aggregates(term),
        }
    }

    /// The columns whose values of single rows it shows.
    pub(super) fn row_columns(&self) -> Vec<usize> {
        match self {
            Self::Column(at) => vec![*at],
            Self::Aggregate(..) => Vec::new(),
            Self::Term(term) => row_columns(term),
        }
    }
}

/// Whether a call is of one value of many rows: `sum(price)`; `max(a, b)` is of one row.
pub(super) fn is_aggregate_call(function: Function, values: &[Term]) -> bool {
    function.aggregates() && values.len() == 1
}

fn aggregates(term: &Term) -> bool {
    match term {
        Term::Number(_) | Term::Name(_) => false,
        Term::Negated(inner) => aggregates(inner),
        Term::Pair(a, _, b) => aggregates(a) || aggregates(b),
        Term::Call(function, values) => is_aggregate_call(*function, values) || values.iter().any(aggregates),
    }
}

/// A year that is written as a number where columns are called by their years: it was to be one of them.
fn missing_year(term: &Term, columns: &[String]) -> Option<String> {
    const YEARS: std::ops::RangeInclusive<i128> = 1900..=2100;
    let is_year = |text: &str| text.parse().is_ok_and(|year| YEARS.contains(&year));
    if !columns.iter().any(|name| name.split(|c: char| !c.is_ascii_digit()).any(is_year)) {
        return None;
    }
    match term {
        Term::Number(number) => {
            number.number.as_whole().filter(|year| YEARS.contains(year)).map(|year| year.to_string())
        }
        Term::Name(_) => None,
        Term::Negated(inner) => missing_year(inner, columns),
        Term::Pair(a, _, b) => missing_year(a, columns).or_else(|| missing_year(b, columns)),
        Term::Call(_, values) => values.iter().find_map(|value| missing_year(value, columns)),
    }
}

fn row_columns(term: &Term) -> Vec<usize> {
    match term {
        Term::Number(_) => Vec::new(),
        Term::Name(at) => vec![*at],
        Term::Negated(inner) => row_columns(inner),
        Term::Pair(a, _, b) => [row_columns(a), row_columns(b)].concat(),
        Term::Call(function, values) if is_aggregate_call(*function, values) => Vec::new(),
        Term::Call(_, values) => values.iter().flat_map(row_columns).collect(),
    }
}

/// Reads arithmetic over columns.
fn term_item(text: &str, columns: &[String]) -> Result<Item, QueryError> {
    let names = |rest: &str| {
        let called = rest.split_once('(').is_some_and(|(head, _)| Function::of(head).is_some());
        if called { column_at(rest, columns) } else { column_or_part_at(rest, columns) }
    };
    let term = parse(text, &names).map_err(QueryError)?;
    if let Some(year) = missing_year(&term, columns) {
        return Err(unknown_column(&year, columns));
    }
    let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
    Ok(Item { shown: Shown::Term(term), name })
}

fn is_operator(c: char) -> bool {
    matches!(c, '+' | '-' | '−' | '*' | '×' | '/' | '÷' | '^')
}

/// Whether a text has a sign of arithmetic outside quotation marks.
fn is_arithmetic(text: &str) -> bool {
    let mut quote: Option<char> = None;
    let mut found = false;
    for c in text.chars() {
        match quote {
            Some(end) if c == end => quote = None,
            Some(_) => {}
            None => match c {
                '"' | '`' => quote = Some(c),
                '[' => quote = Some(']'),
                '“' => quote = Some('”'),
                c if is_operator(c) => found = true,
                _ => {}
            },
        }
    }
    found
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aggregate {
    Sum,
    Count,
    CountDistinct,
    Average,
    Minimum,
    Maximum,
}

/// An item of `select`: what, and under which name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Item {
    pub shown: Shown,
    pub name: String,
}

/// Reads an item: `*`, `price`, `sum(price)`, `count(distinct city) as cities`.
pub(super) fn items(text: &str, columns: &[String]) -> Result<Vec<Item>, QueryError> {
    let text = text.trim();
    if text == "*" {
        return Ok((0..columns.len()).filter_map(|at| column_item(at, columns)).collect());
    }
    let (what, alias) = match text
        .to_lowercase()
        .rfind(" as ")
        .filter(|_| text.is_ascii() || text.to_lowercase().len() == text.len())
    {
        Some(at) if column(text, columns).is_none() => (text.get(..at).unwrap_or(text), text.get(at + 4..)),
        _ => (text, None),
    };
    let mut item = item(what.trim(), columns)?;
    if let Some(alias) =
        alias.map(|alias| alias.trim().trim_matches(['"', '\'', '`'])).filter(|alias| !alias.is_empty())
    {
        item.name = alias.to_owned();
    }
    Ok(vec![item])
}

fn column_item(at: usize, columns: &[String]) -> Option<Item> {
    Some(Item { shown: Shown::Column(at), name: columns.get(at)?.clone() })
}

pub(super) fn item(text: &str, columns: &[String]) -> Result<Item, QueryError> {
    let bare = text.trim().trim_matches(['"', '`', '[', ']', '“', '”']);
    if let Some(item) = column(bare, columns).and_then(|at| column_item(at, columns)) {
        return Ok(item);
    }
    let call = text.split_once('(').and_then(|(head, rest)| Some((head, rest.trim_end().strip_suffix(')')?)));
    // What is more than one function of one column is arithmetic.
    let is_plain = call.is_some_and(|(head, inside)| {
        let inside = inside.trim();
        let within =
            inside.get(..9).filter(|head| head.eq_ignore_ascii_case("distinct ")).and_then(|_| inside.get(9..));
        let named = within.unwrap_or(inside).trim_matches(['"', '`', '[', ']', '“', '”']);
        matches!(inside, "*" | "") || column(named, columns).is_some() && !head.contains(is_operator)
    });
    let has_function = call.is_some_and(|(head, _)| Function::of(head).is_some());
    if !is_plain && (is_arithmetic(text) || has_function && call.is_some_and(|(_, inside)| inside.contains(',')))
        || call.is_some_and(|(head, _)| Function::of(head).is_some_and(|function| !function.aggregates()))
    {
        return term_item(text, columns);
    }
    let Some((function, inside)) = call else { return Err(unknown_column(bare, columns)) };
    let mut aggregate = match function.trim().to_lowercase().as_str() {
        "sum" | "total" => Aggregate::Sum,
        "count" => Aggregate::Count,
        "count distinct" | "count_distinct" | "distinct" => Aggregate::CountDistinct,
        "avg" | "average" | "mean" => Aggregate::Average,
        "min" | "minimum" => Aggregate::Minimum,
        "max" | "maximum" => Aggregate::Maximum,
        other => {
            return Err(QueryError(format!(
                "“{other}” cannot be computed. There are sum, count, count(distinct …), avg, min and max."
            )));
        }
    };
    let mut inside = inside.trim();
    if aggregate == Aggregate::Count
        && let Some(rest) =
            inside.get(..9).filter(|head| head.eq_ignore_ascii_case("distinct ")).and_then(|_| inside.get(9..))
    {
        aggregate = Aggregate::CountDistinct;
        inside = rest.trim();
    }
    if matches!(inside, "*" | "") {
        return match aggregate {
            Aggregate::Count => Ok(Item { shown: Shown::Aggregate(aggregate, None), name: "count(*)".into() }),
            _ => Err(QueryError(format!("“{text}” needs a column."))),
        };
    }
    let inside = inside.trim_matches(['"', '`', '[', ']', '“', '”']);
    let at = column(inside, columns).ok_or_else(|| unknown_column(inside, columns))?;
    let name = columns.get(at).map_or(inside, String::as_str);
    let name = match aggregate {
        Aggregate::Sum => format!("sum({name})"),
        Aggregate::Count => format!("count({name})"),
        Aggregate::CountDistinct => format!("count(distinct {name})"),
        Aggregate::Average => format!("avg({name})"),
        Aggregate::Minimum => format!("min({name})"),
        Aggregate::Maximum => format!("max({name})"),
    };
    Ok(Item { shown: Shown::Aggregate(aggregate, Some(at)), name })
}

/// Reads an item of the order: a column, an aggregate or a name given in `select`, and the direction. True is descending.
pub(super) fn order(text: &str, columns: &[String], selected: &[Item]) -> Result<(Item, bool), QueryError> {
    let text = text.trim();
    let (what, descending) = match text.rsplit_once(char::is_whitespace) {
        Some((head, last)) if ["desc", "descending"].iter().any(|word| last.eq_ignore_ascii_case(word)) => {
            (head.trim(), true)
        }
        Some((head, last)) if ["asc", "ascending"].iter().any(|word| last.eq_ignore_ascii_case(word)) => {
            (head.trim(), false)
        }
        _ => (text, false),
    };
    let bare = what.trim_matches(['"', '`', '“', '”']);
    match selected.iter().find(|item| item.name.eq_ignore_ascii_case(bare)) {
        Some(item) => Ok((item.clone(), descending)),
        None => Ok((item(what, columns)?, descending)),
    }
}
