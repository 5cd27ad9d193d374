//! Several lines that answer together: the rows of a table, or the things of lists, that have what is asked about.

use super::days::{days, is_month};
use super::evidence::contradicts;
use super::forms::whole;
use super::kinds::fits;
use super::likeness::{SAME, best, content};
use super::meant::is_turned;
use super::question::{Question, compared};
use super::tongues::Sort;
use super::units::{Unit, cells};
use crate::page::{Page, Role};
use std::collections::HashSet;

/// Most lines of such an answer.
const MOST: usize = 12;
/// Most words of a cell, and of a thing of a list, that says of what kind it is.
const CELL_WORDS: usize = 4;
const THING_WORDS: usize = 10;

/// The rows of one table, or the things of lists, that have all that is asked about, if some have it and others have not.
pub(super) fn several<'a>(
    units: &'a [Unit],
    question: &Question,
    of_page: &[String],
    least: usize,
) -> Option<Vec<&'a Unit>> {
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
            && !contradicts(unit, question)
            && fits(unit, question.sort)
            && words.iter().any(|word| telling(unit, word))
            && match unit.role {
                Role::Row => is_row(unit),
                Role::Item => unit.own.len() <= THING_WORDS,
                // A line of a card.
                Role::Words => {
                    unit.label.is_empty() && unit.own.len() <= THING_WORDS && !unit.text.ends_with(['.', '?', '!'])
                }
                Role::Heading => false,
            }
    };
    let found: Vec<&Unit> = units.iter().filter(is_it).collect();
    let role = found.first()?.role;
    let alike =
        units.iter().filter(|unit| unit.role == role && found.iter().any(|one| one.place == unit.place)).count();
    // Cards are each under a heading of their own.
    let places: HashSet<&str> = found.iter().map(|unit| unit.place.as_str()).collect();
    if role == Role::Words {
        return (least > 1 && places.len() == found.len() && (2..=MOST).contains(&found.len())).then_some(found);
    }
    let is_one_table =
        role != Role::Row || found.iter().all(|unit| found.first().is_some_and(|one| one.place == unit.place));
    let is_one_kind = found.iter().all(|unit| unit.role == role) && is_one_table;
    (is_one_kind && (least..=MOST).contains(&found.len()) && found.len() < alike).then_some(found)
}

/// Most words of a line that a question repeats.
const LINE_WORDS: usize = 5;

/// The short lines that a question repeats word for word: `is anything out of stock?`
pub(super) fn repeated<'a>(units: &'a [Unit], question: &Question, asked: &[String]) -> Option<Vec<&'a Unit>> {
    let is_it = |unit: &&Unit| {
        // What stands behind a dash says more of it.
        let own = compared(unit.text.split([',', '–', '—']).next().unwrap_or_default());
        unit.role == Role::Words
            && (2..=LINE_WORDS).contains(&own.len())
            && asked.windows(own.len()).any(|some| some == own)
            && question.words.iter().any(|word| own.contains(word))
            && question.words.iter().all(|word| own.contains(word) || question.verbs.contains(word))
    };
    let found: Vec<&Unit> = units.iter().filter(is_it).collect();
    let may = question.sort == Sort::YesNo && !question.is_bound;
    (may && (1..=MOST).contains(&found.len())).then_some(found)
}

/// Most lines of a section that is told whole, and their characters.
const SECTION: usize = 6;
const SECTION_CHARS: usize = 600;

/// All of the section whose heading is what is asked about: `what do the comments say?`
pub(super) fn section<'a>(
    page: &Page,
    units: &'a [Unit],
    question: &Question,
    of_page: &[String],
    is_not: bool,
) -> Option<Vec<&'a Unit>> {
    // What leads elsewhere says nothing by itself.
    let is_link =
        |unit: &Unit| unit.role == Role::Words && page.elements.iter().any(|element| element.label == unit.text);
    let words: Vec<&String> = question.words.iter().filter(|word| !question.verbs.contains(word)).collect();
    // Of a day it is asked what there is, and whether there is anything.
    let is_day = |word: &String| days(word).is_some() || word == "free";
    let of_day = words.iter().all(|word| is_day(word)) && words.iter().any(|word| days(word).is_some());
    let may = question.sort == Sort::Other || question.sort == Sort::YesNo && of_day;
    if !may || question.is_bound || words.is_empty() {
        return None;
    }
    let is_headed = |unit: &&Unit| {
        let heading = content(&unit.place);
        let is_counted = |word: &String| word.bytes().all(|byte| byte.is_ascii_digit()) || of_day && is_month(word);
        !heading.is_empty()
            && is_turned(&compared(&unit.place)) == is_not
            && words.iter().all(|word| {
                best(word, &heading) >= SAME && best(word, of_page) < SAME || of_day && word.as_str() == "free"
            })
            // One of them is asked for where each word is in another form.
            && words.iter().any(|word| heading.contains(word))
            && heading.iter().all(|word| {
                is_counted(word) || words.iter().any(|asked| best(asked, std::slice::from_ref(word)) >= SAME)
            })
    };
    let mut found: Vec<&Unit> = units.iter().filter(is_headed).filter(|unit| !is_link(unit)).collect();
    whole(&mut found);
    let is_one =
        found.windows(2).all(|pair| matches!(pair, [one, next] if next.at - one.at <= 2 && one.place == next.place));
    let chars: usize = found.iter().map(|unit| unit.text.len()).sum();
    (is_one && (1..=SECTION).contains(&found.len()) && chars <= SECTION_CHARS).then_some(found)
}
