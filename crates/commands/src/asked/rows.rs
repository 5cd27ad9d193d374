//! Tables by their columns: the row with the lowest or the highest price.

use super::question::compared;
use crate::command::Criterion;
use crate::page::{Page, Role};
use crate::price::amounts;

/// The row of the page's one priced table that is cheapest or dearest in each of its columns; the table is called by its heading or head as the words say.
pub(super) fn extreme(page: &Page, criterion: Criterion, words: &[String]) -> Option<String> {
    if page.more_text_at.is_some() {
        return None;
    }
    let mut found = None;
    let (mut at, mut place) = (0, "");
    while at < page.text.len() {
        let rows: Vec<&String> = page
            .text
            .iter()
            .enumerate()
            .skip(at)
            .take_while(|(at, _)| page.role(*at) == Role::Row)
            .map(|(_, row)| row)
            .collect();
        if rows.is_empty() {
            place = page.text.get(at).filter(|_| page.role(at) == Role::Heading).map_or(place, String::as_str);
            at += 1;
            continue;
        }
        at += rows.len();
        let head = rows.first().filter(|row| amounts(row).is_empty()).map(|row| row.as_str()).unwrap_or_default();
        let about = compared(&format!("{place} {head}"));
        if words.is_empty() || !words.iter().all(|word| super::evidence::best(word, &about) >= super::evidence::SAME) {
            continue;
        }
        if let Some(row) = of_rows(&rows, criterion) {
            if found.is_some() {
                return None;
            }
            found = Some(row.trim_start_matches('|').trim().to_owned());
        }
    }
    found
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
