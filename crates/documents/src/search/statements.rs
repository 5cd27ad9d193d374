//! Pages of figures by year. What is asked of a year is often computed from lines of a statement which the question does not name (a ratio, an average, a
//! margin), while many pages of text use the question's words. Such a page is known by its shape: tables under the years that are asked for fill it.

use super::scoring::{Collection, Spot};
use super::tuning::STATEMENT;
use std::collections::HashMap;

/// Adds to the scores of passages in tables under the years that a text names, the more of their page such tables are. What has none of the text's words is
/// not found by that. Whether the text names years.
pub(super) fn add_statements(collection: &Collection<'_>, text: &str, lexical: &mut HashMap<Spot, f32>) -> bool {
    let mut asked: Vec<&str> = years(text).collect();
    asked.sort_unstable();
    asked.dedup();
    let named = |header: &str| asked.iter().filter(|year| years(header).any(|other| other == **year)).count();
    for (index, document) in collection.documents.iter().enumerate().filter(|_| !asked.is_empty()) {
        let mut first = 0;
        for page in document.chunks.chunk_by(|one, next| one.id.page == next.id.page) {
            let lengths = document.lengths.get(first..first + page.len()).unwrap_or_default();
            let under: Vec<f32> =
                page.iter().map(|chunk| chunk.header.as_deref().map_or(0, named) as f32 / asked.len() as f32).collect();
            let all: f32 = lengths.iter().map(|length| *length as f32).sum();
            let of_years: f32 = lengths.iter().zip(&under).map(|(length, under)| *length as f32 * under).sum();
            for (at, _) in under.iter().enumerate().filter(|(_, under)| **under > 0.0) {
                if let Some(score) = lexical.get_mut(&(index, first + at)) {
                    *score += STATEMENT * of_years / all.max(1.0);
                }
            }
            first += page.len();
        }
    }
    !asked.is_empty()
}

/// The years in a text, also with letters at them: `FY2023`.
fn years(text: &str) -> impl Iterator<Item = &str> {
    let runs = text.split(|c: char| !c.is_ascii_digit());
    runs.filter(|run| run.len() == 4 && (run.starts_with("19") || run.starts_with("20")))
}
