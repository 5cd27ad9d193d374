//! Tables are computed, not guessed: rows chosen, grouped, summed and ordered exactly, with what could not be used said.

mod answer;
mod condition;
mod decimal;
mod names;
mod pick;
mod reading;
mod run;
mod select;
mod value;

pub use answer::{Evidence, Ignored, QueryError, TableAnswer};
pub use pick::{NamedTable, tables};
pub(crate) use reading::{amount_of, style as style_of};

use crate::Document;
use crate::call::TableQuery;

/// Computes with a table of a document. `point` is the decimal point that the document's language uses (`.` or `,`), for columns that do not tell.
///
/// Sums are exact. Averages are rounded half to even at six decimals, or at as many as the numbers have.
///
/// # Errors
/// [`QueryError`] says in a sentence what was not understood, which columns or tables there are, or why numbers cannot be computed together.
pub fn query_table(document: &Document, query: &TableQuery, point: Option<char>) -> Result<TableAnswer, QueryError> {
    let tables = tables(document);
    run::run(pick::pick(&tables, &query.table)?, query, point)
}

#[cfg(test)]
mod tests;
