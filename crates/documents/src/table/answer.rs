//! What a query of a table gives, or why it gives nothing.

use serde::{Deserialize, Serialize};

/// Why a query has no answer: a sentence for the model that asked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct QueryError(pub(crate) String);

/// What a query gives.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TableAnswer {
    /// The table in a few words.
    pub table: String,
    /// The names of what is shown.
    pub columns: Vec<String>,
    /// The rows that are shown: what is computed and what a spreadsheet holds as plain decimals with their unit, everything else as it is there.
    pub rows: Vec<Vec<String>>,
    /// How many rows the answer has, shown or not.
    pub found: usize,
    /// How many rows of the table fit the condition.
    pub used: usize,
    /// How many rows the table has.
    pub total: usize,
    /// Cells that should be numbers and are not.
    pub ignored: Vec<Ignored>,
    /// How things were read that could be read otherwise.
    pub notes: Vec<String>,
    /// The first of the rows that fit, as they are in the document.
    pub evidence: Vec<Evidence>,
}

/// A row of a table where it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    /// The page, from 1.
    pub page: u32,
    /// Its cells with bars between.
    pub quote: String,
}

/// Cells of a column that were left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ignored {
    /// The column.
    pub column: String,
    /// How many cells.
    pub count: usize,
    /// What some of them say.
    pub examples: Vec<String>,
}

impl TableAnswer {
    /// The answer as Markdown: a table, and sentences about how it came about.
    pub fn to_markdown(&self) -> String {
        let cell = |text: &String| text.replace('|', "\\|").replace('\n', " ");
        let line = |cells: &[String]| format!("| {} |\n", cells.iter().map(cell).collect::<Vec<_>>().join(" | "));
        let mut out = line(&self.columns);
        out.push_str(&format!("|{}\n", " --- |".repeat(self.columns.len())));
        self.rows.iter().for_each(|row| out.push_str(&line(row)));
        out.push_str(&format!("\nTable {}. {} of {} rows fit the condition.", self.table, self.used, self.total));
        if self.rows.len() < self.found {
            out.push_str(&format!(" Shown: {} of {} rows.", self.rows.len(), self.found));
        }
        for ignored in &self.ignored {
            let examples = ignored.examples.iter().map(|text| format!("“{text}”")).collect::<Vec<_>>().join(", ");
            out.push_str(&format!(
                " Left out in “{}”: {} cells that are not numbers ({examples}).",
                ignored.column, ignored.count
            ));
        }
        self.notes.iter().for_each(|note| out.push_str(&format!(" {note}")));
        out
    }
}
