//! Several lines that answer together: the rows of a table, or the things of lists, that have what is asked about.

use super::evidence::{SAME, Unit, best, fits};
use super::question::{Question, compared};
use super::rows::cells;
use super::tongues::Sort;
use crate::page::Role;

/// Most lines of such an answer.
const MOST: usize = 12;
/// Most words of a cell, and of a thing of a list, that says of what kind it is.
const CELL_WORDS: usize = 4;
const THING_WORDS: usize = 10;

/// The rows of one table, or the things of lists, that have all that is asked about, if some have it and others have not.
pub(super) fn several<'a>(units: &'a [Unit], question: &Question, of_page: &[String]) -> Option<Vec<&'a Unit>> {
    if matches!(question.sort, Sort::Why | Sort::Place | Sort::Often | Sort::Duration) || question.is_bound {
        return None;
    }
    let is_said = |word: &String| units.iter().any(|unit| best(word, &unit.own).max(best(word, &unit.around)) >= SAME);
    let words: Vec<&String> =
        question.words.iter().filter(|word| !question.verbs.contains(word) || is_said(word)).collect();
    let telling = |unit: &Unit, word: &String| best(word, of_page) < SAME && best(word, &unit.own) >= SAME;
    // A cell that is what is asked about or begins with it; a line that only speaks of it somewhere is not one of these.
    let is_row = |unit: &Unit| {
        let mut cells = cells(&unit.text).into_iter().map(compared).filter(|cell| cell.len() <= CELL_WORDS);
        cells.any(|cell| {
            let first = cell
                .first()
                .is_some_and(|first| words.iter().any(|word| best(word, std::slice::from_ref(first)) >= SAME));
            first && words.iter().any(|word| telling(unit, word) && best(word, &cell) >= SAME)
        })
    };
    let has_all = |unit: &Unit| {
        words.iter().all(|word| {
            best(word, &unit.own) >= SAME || best(word, &unit.around) >= SAME || best(word, of_page) >= SAME
        })
    };
    let is_it = |unit: &&Unit| {
        has_all(unit)
            && fits(unit, question.sort)
            && words.iter().any(|word| telling(unit, word))
            && match unit.role {
                Role::Row => is_row(unit),
                Role::Item => unit.own.len() <= THING_WORDS,
                Role::Heading | Role::Words => false,
            }
    };
    let found: Vec<&Unit> = units.iter().filter(is_it).collect();
    let role = found.first()?.role;
    let alike =
        units.iter().filter(|unit| unit.role == role && found.iter().any(|one| one.place == unit.place)).count();
    let is_one_table =
        role != Role::Row || found.iter().all(|unit| found.first().is_some_and(|one| one.place == unit.place));
    let is_one_kind = found.iter().all(|unit| unit.role == role) && is_one_table;
    (is_one_kind && (2..=MOST).contains(&found.len()) && found.len() < alike).then_some(found)
}
