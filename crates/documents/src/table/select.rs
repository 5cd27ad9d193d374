//! What is to be shown: columns, sums and other aggregates, and their order.

use super::answer::QueryError;
use super::names::{column, unknown_column};

/// Something that is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Shown {
    Column(usize),
    /// None counts rows.
    Aggregate(Aggregate, Option<usize>),
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
    let Some((function, inside)) =
        text.split_once('(').and_then(|(head, rest)| Some((head, rest.trim_end().strip_suffix(')')?)))
    else {
        return Err(unknown_column(bare, columns));
    };
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
