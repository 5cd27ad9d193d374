//! Tables by their columns: the row with the lowest or the highest price.

use super::forms::only;
use super::kinds::fits;
use super::likeness::{SAME, best};
use super::question::{Question, compared};
use super::tongues::Sort;
use super::units::{Unit, heads, told};
use crate::command::Criterion;
use crate::page::{Page, Role};
use crate::price::amounts;

/// The row of the page's one priced table that is cheapest or dearest in each of its columns; the table is called by its heading or head as the words say.
pub(super) fn extreme(page: &Page, criterion: Criterion, words: &[String]) -> Option<String> {
    if page.more_text_at.is_some() {
        return None;
    }
    let mut found = None;
    for (place, rows) in runs(page) {
        let head = rows.first().filter(|row| amounts(row).is_empty()).map(|row| row.as_str()).unwrap_or_default();
        let about = compared(&format!("{place} {head}"));
        if words.is_empty() || !words.iter().all(|word| best(word, &about) >= SAME) {
            continue;
        }
        if let Some(row) = of_rows(&rows, criterion) {
            if found.is_some() {
                return None;
            }
            found = Some(told(row));
        }
    }
    found
}

/// The tables of a page, each with the heading above it.
fn runs(page: &Page) -> Vec<(&str, Vec<&String>)> {
    let mut out: Vec<(&str, Vec<&String>)> = Vec::new();
    let (mut place, mut inside) = ("", false);
    for (at, line) in page.text.iter().enumerate() {
        let is_row = page.role(at) == Role::Row;
        match out.last_mut().filter(|_| inside && is_row) {
            Some((_, rows)) => rows.push(line),
            None if is_row => out.push((place, vec![line])),
            None => {}
        }
        if page.role(at) == Role::Heading {
            place = line;
        }
        inside = is_row;
    }
    out
}

/// A table: the heading above it, its head, its rows.
pub(super) type Table<'a> = (&'a str, Option<&'a str>, Vec<&'a String>);

/// The tables of a page with their heads apart.
pub(super) fn tables(page: &Page) -> Vec<Table<'_>> {
    let mut out = Vec::new();
    for (place, mut rows) in runs(page) {
        let head = heads(rows.iter().copied()).then(|| rows.remove(0).as_str());
        out.push((place, head, rows));
    }
    out
}

/// Before a figure that something is said to come after.
const FROM: &[&str] = &[
    "after", "before", "since", "until", "nach", "vor", "ab", "seit", "bis", "apres", "avant", "depuis", "jusqu",
    "despues", "antes", "desde", "hasta",
];
/// How far in front of it.
const REACH: usize = 3;
/// Least digits of a figure that is no clock.
const DIGITS: usize = 3;

/// The one row with a cell that is the time or the number that is asked about: `when does the 9:22 arrive`. What is told besides may have one other word.
pub(super) fn of_figure<'a>(
    units: &'a [Unit],
    question: &Question,
    said: &[String],
    of_page: &[String],
) -> Option<Vec<&'a Unit>> {
    if matches!(question.sort, Sort::YesNo | Sort::Other | Sort::Why | Sort::Place) {
        return None;
    }
    let digits = |word: &String| word.trim_start_matches('0').to_owned();
    let is_figure = |word: &String| word.bytes().all(|byte| byte.is_ascii_digit());
    let names = |cell: &str| {
        let cell = compared(cell);
        let is_name = cell.iter().all(is_figure) && cell.iter().map(String::len).sum::<usize>() >= DIGITS;
        let is_said = |at: usize| {
            let there = said.iter().skip(at).take(cell.len()).map(digits);
            let before = said.iter().take(at).rev().take(REACH);
            there.eq(cell.iter().map(digits)) && !before.into_iter().any(|word| FROM.contains(&word.as_str()))
        };
        is_name && (0..said.len()).any(is_said)
    };
    let is_row = |unit: &&Unit| unit.role == Role::Row && unit.text.split(" | ").any(names);
    let row = only(units.iter().filter(is_row).collect())?;
    let unit = row.first()?;
    let is_other = |word: &&String| !is_figure(word) && best(word, &unit.own).max(best(word, &unit.around)) < SAME;
    let is_other = |word: &&String| is_other(word) && best(word, of_page) < SAME && !question.verbs.contains(word);
    // A column says what its figures without a unit are.
    let lasts = question.sort == Sort::Duration && unit.around.iter().any(|word| word == "duration");
    let fits = (lasts || fits(unit, question.sort))
        && !question.words.iter().any(|word| is_other(&word) && !question.besides.contains(word))
        && question.besides.iter().filter(is_other).count() <= 1;
    fits.then_some(row)
}

fn of_rows<'a>(rows: &[&'a String], criterion: Criterion) -> Option<&'a str> {
    let priced: Vec<(&String, Vec<f64>)> = rows
        .iter()
        .map(|row| (*row, amounts(row).iter().map(|amount| amount.value).collect::<Vec<_>>()))
        .filter(|(_, values)| !values.is_empty())
        .collect();
    let columns = priced.first()?.1.len();
    // A row without its price may be the one.
    if priced.len() < 2 || priced.len() + 1 < rows.len() || priced.iter().any(|(_, values)| values.len() != columns) {
        return None;
    }
    let wins = |values: &[f64]| {
        (0..columns).all(|column| {
            let value = values.get(column).copied().unwrap_or_default();
            priced.iter().map(|(_, others)| others.get(column).copied().unwrap_or_default()).all(
                |other| match criterion {
                    Criterion::Cheapest => value <= other,
                    Criterion::Dearest => value >= other,
                    Criterion::BestRated | Criterion::Nth(_) => false,
                },
            )
        })
    };
    let mut winners = priced.iter().filter(|(_, values)| wins(values));
    let winner = winners.next()?.0;
    winners.next().is_none().then_some(winner.as_str())
}
