//! Sums and counts that a question asks for, over the table that has the column it names.

use super::answer::{Answered, AskedDocument, InterpretedAs, cited};
use super::phrases::{Tongue, Wanted};
use crate::call::TableQuery;
use crate::search::{Language, language_of};
use crate::table::{NamedTable, TableAnswer, query_table, tables};

/// The answer of the first table that has what is asked for; none if the question names no column of any.
pub(super) fn compute(asked: &[AskedDocument<'_>], wanted: &Wanted, tongue: Tongue) -> Option<Answered> {
    let rows = wanted.aggregate == "count";
    let mut best: Option<(usize, &AskedDocument<'_>, NamedTable, Option<String>)> = None;
    for asked in asked {
        for table in tables(asked.document) {
            let column = longest(&table, &wanted.of);
            let named = named_after(&table, &wanted.condition);
            // Rows are counted where the condition's column is.
            let fits = column.as_ref().map_or(0, |column| column.len()) + named;
            let usable = column.is_some() || (rows && (named > 0 || wanted.of.split_whitespace().count() <= 2));
            if usable && best.as_ref().is_none_or(|(most, ..)| fits > *most) {
                best = Some((fits, asked, table, column));
            }
        }
    }
    let (_, of, table, column) = best?;
    let select = match (&column, rows) {
        (Some(column), _) => format!("{}(\"{column}\")", wanted.aggregate),
        (None, _) => "count(*)".to_owned(),
    };
    let query = TableQuery {
        table: table.number.to_string(),
        select: vec![select.clone()],
        condition: wanted.condition.clone(),
        group_by: longest(&table, &wanted.by).into_iter().collect(),
        ..TableQuery::default()
    };
    let point = match language_of(
        &of.document
            .pages
            .iter()
            .flat_map(|page| &page.blocks)
            .map(|block| block.text.as_str())
            .take(50)
            .collect::<Vec<_>>()
            .join(" "),
    ) {
        Language::Other => None,
        Language::En => Some('.'),
        _ => Some(','),
    };
    let interpreted_as = InterpretedAs::Compute { select: select.clone(), condition: wanted.condition.clone() };
    let result = query_table(of.document, &query, point);
    let text = match &result {
        Ok(answer) => told(answer, &wanted.condition, of.name, table.page, tongue),
        Err(error) => match tongue {
            Tongue::German => format!("Das konnte ich nicht berechnen: {error}"),
            Tongue::English => format!("I could not compute that: {error}"),
        },
    };
    let evidence = result.map(|answer| answer.evidence).unwrap_or_default();
    let citations = evidence.iter().filter_map(|row| cited(asked, of.id, row.page, &row.quote)).collect();
    Some(Answered { text, citations, interpreted_as })
}

fn told(answer: &TableAnswer, condition: &str, name: &str, page: u32, tongue: Tongue) -> String {
    let wherein = match (condition.is_empty(), tongue) {
        (true, _) => String::new(),
        (false, Tongue::German) => format!(" für Zeilen mit {condition}"),
        (false, Tongue::English) => format!(" for rows where {condition}"),
    };
    let what = answer.columns.last().map_or("", String::as_str);
    if let [row] = answer.rows.as_slice()
        && let [value] = row.as_slice()
    {
        let nothing = match tongue {
            Tongue::German => "nichts (keine Zahl passt)",
            Tongue::English => "nothing (no number fits)",
        };
        let value = if value.is_empty() { nothing } else { value };
        let how = answer.to_markdown();
        let how = how.split_once("\n\n").map_or("", |(_, how)| how);
        return match tongue {
            Tongue::German => format!("Ich habe {what}{wherein} berechnet: {value}. [{name}, p. {page}]\n\n{how}"),
            Tongue::English => format!("I computed {what}{wherein}: {value}. [{name}, p. {page}]\n\n{how}"),
        };
    }
    match tongue {
        Tongue::German => {
            format!("Ich habe {what}{wherein} berechnet. [{name}, p. {page}]\n\n{}", answer.to_markdown())
        }
        Tongue::English => format!("I computed {what}{wherein}. [{name}, p. {page}]\n\n{}", answer.to_markdown()),
    }
}

/// The column with the longest name that is in a text as whole words.
fn longest(table: &NamedTable, text: &str) -> Option<String> {
    let stands = |column: &&String| contains_words(text, column);
    table.columns.iter().filter(stands).max_by_key(|column| column.len()).cloned()
}

/// How long the names of columns are that a condition names.
fn named_after(table: &NamedTable, condition: &str) -> usize {
    table.columns.iter().filter(|column| contains_words(condition, column)).map(String::len).sum()
}

fn contains_words(text: &str, name: &str) -> bool {
    let words = |text: &str| {
        text.split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(str::to_lowercase)
            .collect::<Vec<_>>()
    };
    let (text, name) = (words(text), words(name));
    !name.is_empty() && text.windows(name.len()).any(|window| window == name)
}
