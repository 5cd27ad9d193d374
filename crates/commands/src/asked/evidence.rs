//! Answers to questions: what the page itself says, with its place. A question is answered only where one sentence, row or line has everything that is
//! asked about and the kind of thing that answers it; of two such there is none.

use super::counts::counted;
use super::days::days;
use super::kinds::{fits, is_address, is_moment};
use super::likeness::{LIKE, SAME, best, best_of};
use super::prices::{extreme, priced};
use super::question::{Question, compared, is_money, openness};
use super::said::Said;
use super::tongues::{ALL, Dimension, NUMBERS, PLACES, Sort};
use super::units::{LABEL_WORDS, Unit, cells, quoted, within};
use crate::page::{Page, Role};
use crate::price::{amounts, has_number};
use std::collections::HashSet;

/// What a word around a sentence counts beside one in it.
const AROUND: f32 = 0.8;
/// Scores this close are equal.
const TIE: f32 = 0.04;

/// What the page says that has everything asked about.
pub(super) fn said(page: &Page, units: &[Unit], question: &Question, of_page: &[String]) -> Option<String> {
    if let Some(criterion) = question.superlative {
        return extreme(page, criterion, question);
    }
    if question.counts
        && let Some(counted) = counted(page, question)
    {
        return Some(counted);
    }
    let heading = page.main_heading().map(|(_, heading)| compared(heading)).unwrap_or_default();
    if question.sort == Sort::Money
        && question.besides.is_empty()
        && !question.is_bound
        && question.words.iter().all(|word| best(word, &heading) >= SAME)
    {
        let total = || question.words.is_empty().then(|| chosen(units, &of_total(), of_page)).flatten();
        return priced(page, question.words.is_empty()).or_else(|| total().map(|found| quoted(&found)));
    }
    chosen(units, question, of_page).map(|found| quoted(&found))
}

/// What a page that has no price but a sum is asked for.
fn of_total() -> Question {
    let words = vec!["total".to_owned()];
    Question { sort: Sort::Money, words, ..Question::default() }
}

/// The units that answer: one, or two that are one statement.
pub(super) fn chosen<'a>(units: &'a [Unit], question: &Question, of_page: &[String]) -> Option<Vec<&'a Unit>> {
    let words = &question.words;
    let is_of_page = |word: &String| best(word, of_page) >= SAME;
    if words.iter().all(is_of_page)
        && let Some(only) = only(units, question.sort)
    {
        return Some(vec![only]);
    }
    // "where are you based" asks of the page, not of who else is based somewhere.
    let is_of_verbs = question.sort == Sort::Place && words.iter().all(|word| question.verbs.contains(word));
    if words.is_empty() || is_of_verbs {
        return None;
    }
    let is_typed = !matches!(question.sort, Sort::YesNo | Sort::Other);
    let numbers = |unit: &Unit| !question.counts || counts(&unit.own, words) || is_figure(unit, words);
    // One word alone may be said of anything, unless it is what the line is about.
    let is_meant = |unit: &Unit| {
        (is_typed || words.len() > 1 || is_labelled(unit, words, of_page)) && !begins_another(unit, words)
    };
    let is_sentence = |unit: &Unit| unit.role == Role::Words && unit.label.is_empty();
    let is_said_of = |unit: &Unit| match question.sort {
        Sort::Money if is_sentence(unit) => is_priced(unit, words),
        Sort::Place if is_sentence(unit) => is_placed(unit, words) || is_address(unit),
        // How long something lies there is not when it comes.
        Sort::Time if is_sentence(unit) && words.len() == 1 => is_moment(unit) || is_of(unit, words),
        _ => true,
    };
    let telling = |unit: &&Unit| {
        !contradicts(unit, question)
            && is_said_of(unit)
            && fits(unit, question.sort)
            && tells(unit, words)
            && numbers(unit)
            && is_meant(unit)
    };
    // Of what the page is about, only what answers by its kind is told.
    let nothing = Vec::new();
    let common = if is_typed && words.iter().all(is_of_page) { &nothing } else { of_page };
    let is_yes = question.sort == Sort::YesNo;
    let rated = units.iter().filter(telling);
    let rated = rated.filter_map(|unit| Some((score(unit, words, of_page, common, is_yes)?, unit)));
    let mut rated: Vec<(f32, &Unit)> = rated.collect();
    // A figure is a time only where no line has one by its form.
    if question.sort == Sort::Time && rated.iter().any(|(_, unit)| is_moment(unit)) {
        rated.retain(|(_, unit)| is_moment(unit));
    }
    // How much of something: a quantity stands before it.
    if question.sort == Sort::Number && rated.iter().any(|(_, unit)| is_quantity(unit, words)) {
        rated.retain(|(_, unit)| is_quantity(unit, words));
    }
    edith_page::order::sort_by(&mut rated, |a, b| b.0.total_cmp(&a.0));
    let (top, first) = *rated.first()?;
    let mut equal: Vec<&Unit> = Vec::new();
    for (_, unit) in rated.iter().filter(|(points, _)| top - points < TIE) {
        if !equal.iter().any(|known| within(unit, known)) {
            equal.retain(|known| !within(known, unit));
            equal.push(unit);
        }
    }
    match equal.as_slice() {
        [one] => Some(vec![*one]),
        [one, other] if one.place == other.place && one.at.abs_diff(other.at) <= 1 && one.label.is_empty() => {
            let mut both = vec![*one, *other];
            edith_page::order::sort_by_key(&mut both, |unit| unit.at);
            Some(both)
        }
        _ => {
            // What is named so is meant before what only speaks of it.
            let is_named = |unit: &&&Unit| {
                !unit.label.is_empty()
                    && words.iter().all(|word| best(word, &unit.label) >= SAME || best(word, of_page) >= SAME)
            };
            let mut named = equal.iter().filter(is_named);
            let one = named.next().copied();
            one.filter(|_| named.next().is_none() && first.label.len() <= LABEL_WORDS).map(|one| vec![one])
        }
    }
}

/// Whether a row says in a cell that it is closed where what is open is asked for, or the other way round.
pub(super) fn contradicts(unit: &Unit, question: &Question) -> bool {
    let says = |cell: &str| match Said::new(cell).all().collect::<Vec<_>>().as_slice() {
        [word] => openness(word),
        _ => None,
    };
    unit.role == Role::Row
        && question
            .is_open
            .is_some_and(|is_open| cells(&unit.text).into_iter().filter_map(says).any(|says| says != is_open))
}

/// Of what the page is about, the only measure of a kind there is, or what is labelled as its duration.
pub(super) fn only(units: &[Unit], sort: Sort) -> Option<&Unit> {
    let is_it = |unit: &&Unit| match sort {
        // How much of something there is measures that thing.
        Sort::Measure(_) => fits(unit, sort) && !begins_with_quantity(unit),
        Sort::Duration => fits(unit, sort) && unit.label.iter().any(|word| word == "duration"),
        _ => false,
    };
    // What is called so is meant before what has such a figure, too.
    let is_called =
        |unit: &&Unit| sort == Sort::Measure(Dimension::Weight) && unit.label.iter().any(|word| word == "weight");
    let has_called = units.iter().filter(is_it).any(|unit| is_called(&unit));
    let fitting = || units.iter().filter(is_it).filter(|unit| !has_called || is_called(unit));
    // A value is a unit with its label and without.
    let only = fitting().max_by_key(|unit| unit.text.len())?;
    fitting().all(|other| within(other, only)).then_some(only)
}

/// Whether the one word stands in a unit as nothing but the beginning of another, which is not what the unit is called by: a `Paketzentrum` is no `Paket`.
fn begins_another(unit: &Unit, words: &[String]) -> bool {
    let [word] = words else { return false };
    let begins = |among: &[String]| among.iter().any(|other| other.starts_with(word.as_str()));
    best(word, &unit.own) < SAME && begins(&unit.own) && !begins(&unit.label)
}

/// Whether a number stands before one of the words, with at most a few between them.
pub(super) fn counts(own: &[String], words: &[String]) -> bool {
    let is_number = |word: &String| !word.is_empty() && word.chars().all(|c| c.is_ascii_digit());
    own.iter().enumerate().any(|(at, word)| {
        let reach = if is_number(word) { 3 } else { 4 * usize::from(NUMBERS.contains(&word.as_str())) };
        own.iter().skip(at + 1).take(reach).any(|next| best(next, words) >= SAME)
    })
}

/// Whether a sentence begins with one of these, so that it speaks of it.
pub(super) fn is_subject(unit: &Unit, words: &[String]) -> bool {
    const BEGINNING: usize = 2;
    unit.own.iter().take(BEGINNING).any(|own| best(own, words) >= SAME)
}

/// Whether the first word of a sentence that tells anything is one of these.
fn is_of(unit: &Unit, words: &[String]) -> bool {
    let is_light = |word: &str| ALL.iter().any(|tongue| tongue.light.contains(&word));
    unit.own.iter().find(|own| !is_light(own)).is_some_and(|own| best(own, words) >= SAME)
}

/// Whether it says how much there is of one of these, which may be a part of its name.
pub(super) fn is_quantity(unit: &Unit, words: &[String]) -> bool {
    begins_with_quantity(unit) && unit.own.iter().skip(1).any(|own| best(own, words).max(best_of(own, words)) >= LIKE)
}

/// Whether it is a thing of a list with how much there is of it: `1 litre of broth`.
fn begins_with_quantity(unit: &Unit) -> bool {
    unit.role == Role::Item && unit.own.first().is_some_and(|word| word.starts_with(|c: char| c.is_ascii_digit()))
}

/// How well a unit has the words; none if it lacks one, or has none of its own beside what the whole page has in common.
fn score(unit: &Unit, words: &[String], of_page: &[String], common: &[String], is_yes: bool) -> Option<f32> {
    let (mut sum, mut own_words) = (0.0, 0);
    for word in words {
        // Whether something is paid for is said by the amount.
        let is_paid = is_yes && is_money(word) && fits(unit, Sort::Money);
        let own = if is_paid || is_of_day(word, unit) { 1.0 } else { best(word, &unit.own) };
        let around = best(word, &unit.around).max(best(word, of_page)) * AROUND;
        if own.max(around / AROUND) < LIKE {
            return None;
        }
        // A figure alone is no subject.
        let is_common = best(word, common) >= SAME && !(unit.role == Role::Row && best(word, &unit.label) >= SAME);
        let is_special = own >= LIKE && !is_common && word.chars().any(char::is_alphabetic);
        own_words += usize::from(is_special);
        sum += own.max(around);
    }
    let is_label = is_labelled(unit, words, of_page);
    (own_words > 0).then(|| sum / words.len() as f32 + if is_label { 0.1 } else { 0.0 })
}

/// Whether a word names days of which a unit has one: `weekends`.
fn is_of_day(word: &str, unit: &Unit) -> bool {
    let overlap = |asked: super::days::Days| {
        days(&unit.text).is_some_and(|has| asked.iter().zip(has).any(|(asked, has)| *asked && has))
    };
    days(word).is_some_and(overlap)
}

/// Whether its label is what is asked for, and nothing else.
pub(super) fn is_labelled(unit: &Unit, words: &[String], of_page: &[String]) -> bool {
    let is_asked =
        |word: &String| best(word, words) >= SAME || word.chars().count() <= 3 || best(word, of_page) >= SAME;
    words.iter().any(|word| best(word, &unit.label) >= SAME) && unit.label.iter().all(is_asked)
}

/// Whether it says more than the question.
fn tells(unit: &Unit, words: &[String]) -> bool {
    let more = unit.own.iter().filter(|own| best(own, words) < LIKE && own.chars().count() > 1);
    let is_value = !unit.label.is_empty() && words.iter().all(|word| best(word, &unit.label) >= SAME);
    more.collect::<HashSet<_>>().len() >= if is_value { 1 } else { 2 } || has_number(&unit.text)
}

/// Whether a sentence says where one of these is: it is named before a word of place that no figure follows.
fn is_placed(unit: &Unit, words: &[String]) -> bool {
    let own = &unit.own;
    let is_figure = |word: &String| word.starts_with(|c: char| c.is_ascii_digit());
    own.iter().enumerate().filter(|(_, word)| PLACES.contains(&word.as_str())).any(|(at, _)| {
        own.get(at + 1).is_some_and(|next| !is_figure(next))
            && own.iter().take(at).any(|before| best(before, words) >= SAME)
    })
}

/// Whether the amount of a sentence is said of one of these: it stands near it.
fn is_priced(unit: &Unit, words: &[String]) -> bool {
    const BEFORE: usize = 6;
    const AFTER: usize = 3;
    let is_figure = |word: &String| word.starts_with(|c: char| c.is_ascii_digit());
    let is_near = |at: usize| {
        let near = unit.own.iter().skip(at.saturating_sub(BEFORE)).take(BEFORE.min(at) + 1 + AFTER);
        near.into_iter().any(|word| best(word, words) >= SAME)
    };
    let own = || unit.own.iter().enumerate();
    own().any(|(_, word)| word == "free")
        || own().any(|(at, word)| is_figure(word) && is_near(at))
        || amounts(&unit.text).len() == 1 && is_subject(unit, words)
        || !words.iter().any(|word| best(word, &unit.own) >= SAME)
}

/// Whether it is a figure with these words as its label.
fn is_figure(unit: &Unit, words: &[String]) -> bool {
    let figures = unit.own.iter().skip(unit.label.len());
    words.iter().all(|word| best(word, &unit.label) >= SAME)
        && figures.take(1).any(|word| word.chars().all(|c| c.is_ascii_digit()))
}
