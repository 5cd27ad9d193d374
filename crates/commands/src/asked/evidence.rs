//! Answers to questions: what the page itself says, with its place. A question is answered only where one sentence, row or line has everything that is
//! asked about and the kind of thing that answers it; of two such there is none.

use super::days::{days, has_clock, has_date};
use super::question::{Question, THIS, compared, openness};
use super::rows::cells;
use super::said::Said;
use super::tongues::{AIMS, ALL, CAUSES, DAYS, Dimension, NUMBERS, PLACES, Sort, TIMES, UNITS};
use crate::cards;
use crate::command::Criterion;
use crate::page::{Page, Role};
use crate::price::{amounts, has_number};
use crate::speech::ENTRY;
use crate::words::{THINGS, normal};
use edith_page::ElementKind;
use edith_words::say;
use std::collections::HashSet;

/// Least likeness of two words that counts, and that of the same word in another form.
const LIKE: f32 = 0.5;
pub(super) const SAME: f32 = 0.8;
/// What a word around a sentence counts beside one in it.
const AROUND: f32 = 0.8;
/// Scores this close are equal.
const TIE: f32 = 0.04;
/// Most words of a label, and of what a number of things stands in.
const LABEL_WORDS: usize = 5;
const COUNT_WORDS: usize = 8;
/// Most lines from a name to its price.
const REACH: usize = 4;
/// The most that a price was before, in prices.
const MOST_OFF: f64 = 2.0;
/// Most characters that are quoted.
const MOST_CHARS: usize = 400;

/// Words of streets, and how the names of German ones end.
const STREETS: &[&str] = &[
    "street",
    "road",
    "lane",
    "avenue",
    "square",
    "quay",
    "drive",
    "rue",
    "place",
    "boulevard",
    "quai",
    "chemin",
    "calle",
    "plaza",
    "avenida",
    "paseo",
    "strasse",
    "platz",
];
const STREET_ENDINGS: &[&str] = &["strasse", "str", "gasse", "platz", "weg", "allee", "ufer"];

/// What the page says in one place.
#[derive(Debug)]
pub(super) struct Unit {
    pub text: String,
    /// Its words, as they are compared.
    pub own: Vec<String>,
    /// The words of its heading, and of its table's head.
    pub around: Vec<String>,
    /// The heading above it.
    pub place: String,
    /// What stands before a colon or in the first cell.
    pub label: Vec<String>,
    /// Its line.
    pub at: usize,
    /// What its line is.
    pub role: Role,
}

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

/// The units as they are reported, with their place.
pub(super) fn quoted(found: &[&Unit]) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut place = None;
    for unit in found {
        if place != Some(&unit.place) {
            lines.push(quoted_from(&unit.place));
            place = Some(&unit.place);
        }
        lines.push(format!("{ENTRY}{}", shortened(&unit.text)));
    }
    lines.join("\n")
}

fn quoted_from(place: &str) -> String {
    if place.is_empty() { say!(BuiltInSaid).into() } else { say!(BuiltInSaidUnder { heading: place }).into() }
}

fn shortened(text: &str) -> String {
    if text.chars().count() <= MOST_CHARS {
        return text.to_owned();
    }
    format!("{}…", text.chars().take(MOST_CHARS).collect::<String>())
}

/// How alike two words are: the same, a form of it, the beginning of a longer one.
pub(super) fn like(a: &str, b: &str) -> f32 {
    if a == b {
        return 1.0;
    }
    if a.chars().chain(b.chars()).any(|c| c.is_ascii_digit()) {
        return 0.0;
    }
    let common = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    let (short, long) = (a.chars().count().min(b.chars().count()), a.chars().count().max(b.chars().count()));
    match () {
        () if common == short && short >= 4 && is_inflected(a, b) => 0.9,
        () if common >= 5 && long - common <= 3
            || common >= 6 && long - common <= 4
            || common >= 7 && long - common <= 5 =>
        {
            SAME
        }
        () if short >= 4 && (stem(a) == stem(b) || is_of_deed(a, b) || is_of_deed(b, a)) => SAME,
        () if common == short && short >= 5 => 0.6,
        // The thing that a compound is a kind of.
        () if short >= 4 && long - short >= 3 && b.ends_with(a) => 0.6,
        () => 0.0,
    }
}

pub(super) fn best(word: &str, among: &[String]) -> f32 {
    among.iter().map(|other| like(word, other)).fold(0.0, f32::max)
}

/// Whether one of two words is the other with an ending.
fn is_inflected(a: &str, b: &str) -> bool {
    const ENDINGS: &[&str] = &[
        "s", "es", "e", "n", "en", "er", "ern", "em", "ens", "ed", "d", "ing", "ly", "t", "te", "ten", "et", "st", "r",
        "rs", "a", "o", "as", "os", "ez", "ent", "ar", "ir", "ung", "in", "x",
    ];
    let rest = b.strip_prefix(a).or_else(|| a.strip_prefix(b));
    rest.is_some_and(|rest| ENDINGS.contains(&rest))
}

/// Whether a German word is a measure of what is done: `kochen`, `Kochzeit`.
fn is_of_deed(deed: &str, measure: &str) -> bool {
    const MEASURES: &[&str] = &["zeit", "zeiten", "dauer", "preis", "kosten", "gebuhr", "datum", "termin", "ort"];
    let rest = measure.strip_prefix(stem(deed)).map(|rest| rest.strip_prefix('s').unwrap_or(rest));
    rest.is_some_and(|rest| MEASURES.contains(&rest))
}

/// What a sentence points at as the page's own thing: `this course`.
pub(super) fn pointed_at(unit: &Unit) -> Vec<String> {
    let pairs = unit.own.windows(2).filter_map(|pair| match pair {
        [this, thing] if THIS.contains(&this.as_str()) => Some(thing.clone()),
        _ => None,
    });
    pairs.collect()
}

/// A word without its ending, by which a verb and its noun are alike: `anmelden`, `Anmeldung`.
fn stem(word: &str) -> &str {
    const ENDINGS: &[&str] = &[
        "aisons", "aison", "ements", "ement", "ations", "ation", "aciones", "acion", "iciones", "icion", "ungen",
        "ung", "ments", "ment", "ando", "iendo", "amos", "emos", "ados", "adas", "idos", "idas", "ado", "ada", "ido",
        "ida", "ees", "ing", "ee", "es", "en", "er", "ed", "ez", "ar", "an", "ir", "et", "st", "e", "s", "t", "n", "a",
        "o",
    ];
    let cut = |ending: &&&str| word.strip_suffix(**ending).filter(|rest| rest.chars().count() >= 4);
    ENDINGS.iter().find_map(|ending| cut(&ending)).unwrap_or(word)
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

/// Whether a unit says nothing but what another says, or a part of it.
fn within(part: &Unit, whole: &Unit) -> bool {
    let (whole_text, part_text) = (normal(&whole.text), normal(&part.text));
    whole_text == part_text || whole.at.abs_diff(part.at) <= 1 && whole_text.contains(&part_text)
}

/// Of what the page is about, the only measure of a kind there is, or what is labelled as its duration.
fn only(units: &[Unit], sort: Sort) -> Option<&Unit> {
    let is_it = |unit: &&Unit| match sort {
        // How much of something there is measures that thing.
        Sort::Measure(_) => fits(unit, sort) && !begins_with_quantity(unit),
        Sort::Duration => fits(unit, sort) && unit.label.iter().any(|word| word == "duration"),
        _ => false,
    };
    let fitting = || units.iter().filter(is_it);
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
fn counts(own: &[String], words: &[String]) -> bool {
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

/// How alike a word is to one that may be its last part.
fn best_of(own: &str, words: &[String]) -> f32 {
    words.iter().map(|word| like(word, own)).fold(0.0, f32::max)
}

/// How well a unit has the words; none if it lacks one, or has none of its own beside what the whole page has in common.
fn score(unit: &Unit, words: &[String], of_page: &[String], common: &[String], is_yes: bool) -> Option<f32> {
    let (mut sum, mut own_words) = (0.0, 0);
    for word in words {
        // Whether something is paid for is said by the amount.
        let is_paid =
            is_yes && ALL.iter().any(|tongue| tongue.money.contains(&word.as_str())) && fits(unit, Sort::Money);
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

/// Whether it says why: by a word for it, or by an aim with its verb.
fn explains(own: &[String]) -> bool {
    let is_verb = |word: &String| ["ar", "er", "ir", "re", "en"].iter().any(|end| word.ends_with(end));
    own.iter().any(|word| CAUSES.contains(&word.as_str()))
        || own.windows(2).any(|pair| matches!(pair, [aim, verb] if AIMS.contains(&aim.as_str()) && is_verb(verb)))
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

/// Whether it has what answers a question of this kind.
pub(super) fn fits(unit: &Unit, sort: Sort) -> bool {
    let has = |words: &[&str]| unit.own.iter().any(|own| words.contains(&own.as_str()));
    match sort {
        // Who is asked whether they are free is told no price.
        Sort::Money | Sort::Much => !amounts(&unit.text).is_empty() || has(&["free"]) && !unit.text.contains('?'),
        Sort::Number => has_number(&unit.text) || has(NUMBERS),
        Sort::Duration => lasts(&unit.own),
        Sort::Time => is_moment(unit) || has_number(&unit.text) && amounts(&unit.text).is_empty() || has(DAYS),
        // What is due "at the desk" is no place.
        Sort::Place => {
            let is_place = |own: &String| PLACES.contains(&own.as_str());
            unit.own.iter().skip(unit.label.len()).any(is_place)
                || unit.label.iter().any(is_place) && amounts(&unit.text).is_empty()
        }
        Sort::Measure(dimension) => measures(&unit.own, dimension),
        Sort::Extent => {
            measures(&unit.own, Dimension::Length) || unit.text.contains('%') || !amounts(&unit.text).is_empty()
        }
        Sort::Often => {
            (has_number(&unit.text) || has(NUMBERS)) && has(TIMES)
                || has(&["twice", "zweimal", "once", "einmal", "daily", "weekly"])
        }
        Sort::Who => names_somebody(unit),
        Sort::Why => explains(&unit.own),
        Sort::YesNo | Sort::Other => true,
    }
}

/// Whether it has a street with a number, or is called an address.
pub(super) fn is_address(unit: &Unit) -> bool {
    if unit.label.iter().any(|word| word == "address") {
        return unit.own.len() > unit.label.len() + 1 && !unit.text.contains('@');
    }
    let is_number = |word: &String| word.starts_with(|c: char| c.is_ascii_digit()) && word.len() <= 4;
    let is_street = |word: &String| {
        STREETS.contains(&word.as_str())
            || STREET_ENDINGS.iter().any(|end| word.len() > end.len() + 2 && word.ends_with(end))
    };
    let own = &unit.own;
    let near = |at: usize| own.iter().skip(at.saturating_sub(3)).take(7).any(is_number);
    own.iter().enumerate().any(|(at, word)| is_street(word) && near(at))
        && !has_date(&unit.text)
        && !has_clock(&unit.text)
        && amounts(&unit.text).is_empty()
}

/// Whether a word is a number of more than one.
pub(crate) fn is_several(word: &str) -> bool {
    NUMBERS.contains(&word)
}

/// Whether a number stands before a unit of time, with at most a word between them, and not as how often.
fn lasts(own: &[String]) -> bool {
    // An age or a bound is no duration.
    const BOUND: &[&str] = &["under", "over", "unter", "uber", "menores", "mayores", "moins", "plus", "aged", "ages"];
    const AHEAD: &[&str] = &["before", "ago", "vor", "vorher", "voraus", "avant", "antes"];
    const ONE: &[&str] = &["one", "ein", "eine", "einen", "einem", "un", "une", "una"];
    const EVERY: &[&str] = &["every", "alle", "toutes", "tous", "cada", "jede"];
    let is_number = |word: &String| word.starts_with(|c: char| c.is_ascii_digit()) || NUMBERS.contains(&word.as_str());
    let is_unit = |word: &String| TIMES.contains(&word.trim_start_matches(|c: char| c.is_ascii_digit()));
    // "valid for one year", but not "5 € a day"
    let is_one = |at: usize| {
        let is_price = at.checked_sub(1).and_then(|before| own.get(before)).is_some_and(is_number);
        own.get(at).is_some_and(|word| ONE.contains(&word.as_str()))
            && own.get(at + 1).is_some_and(is_unit)
            && !is_price
    };
    own.iter().enumerate().filter(|(at, word)| is_number(word) || is_one(*at)).any(|(at, word)| {
        let before = at.checked_sub(1).and_then(|before| own.get(before));
        // How long before something is not how long it takes.
        let is_ahead = own.iter().skip(at + 1).take(3).any(|word| AHEAD.contains(&word.as_str()));
        let is_bound = own.iter().take(at).rev().take(2).any(|word| BOUND.contains(&word.as_str()));
        let is_often = is_bound
            || is_ahead
            || own.iter().take(at).rev().take(2).any(|word| EVERY.contains(&word.as_str()))
            || before.is_some_and(|word| EVERY.contains(&word.as_str()));
        !is_often
            && (own.iter().skip(at + 1).take(2).any(is_unit)
                || !NUMBERS.contains(&word.as_str()) && is_unit(word) && word.chars().any(char::is_alphabetic))
    })
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

/// Whether it has a time of day, a date or days.
pub(super) fn is_moment(unit: &Unit) -> bool {
    has_clock(&unit.text) || has_date(&unit.text) || days(&unit.text).is_some()
}

/// Whether it is a figure with these words as its label.
fn is_figure(unit: &Unit, words: &[String]) -> bool {
    let figures = unit.own.iter().skip(unit.label.len());
    words.iter().all(|word| best(word, &unit.label) >= SAME)
        && figures.take(1).any(|word| word.chars().all(|c| c.is_ascii_digit()))
}

/// Whether it has a name where a person's would stand: behind a label, beside what somebody is, in a cell of a row.
fn names_somebody(unit: &Unit) -> bool {
    let is_name = |part: &str| {
        let part = part.trim();
        let words = part.split_whitespace().count();
        let is_word = |c: char| c.is_alphabetic() || c.is_whitespace() || "-.'’".contains(c);
        (1..=4).contains(&words) && part.chars().next().is_some_and(char::is_uppercase) && part.chars().all(is_word)
    };
    let full = |part: &str| {
        let large = part.split_whitespace().filter(|word| word.chars().next().is_some_and(char::is_uppercase));
        is_name(part) && large.count() >= 2
    };
    match unit.role {
        Role::Row => unit.text.split(" | ").skip(1).any(is_name),
        Role::Item => unit.text.split([',', ':', '–', '(']).any(full),
        // Beside how to reach them.
        Role::Words | Role::Heading if unit.text.contains('@') || unit.own.iter().any(|word| word == "phone") => {
            unit.text.split([',', ':', '–', '(', ')', '·']).any(full)
        }
        Role::Words | Role::Heading => {
            let mut parts = unit.text.split_once(':').into_iter().flat_map(|(_, value)| value.split([',', '(', ';']));
            parts.next().is_some_and(is_name) || parts.any(full)
        }
    }
}

/// Whether a number with a unit of this dimension is among the words.
fn measures(words: &[String], dimension: Dimension) -> bool {
    let units = UNITS.iter().find(|(of, _)| *of == dimension).map(|(_, units)| *units).unwrap_or_default();
    let is_number = |word: &str| word.chars().any(|c| c.is_ascii_digit());
    let is_unit = |word: &str| units.contains(&word.trim_start_matches(|c: char| c.is_ascii_digit()));
    let joined = |word: &String| is_number(word) && word.chars().any(char::is_alphabetic) && is_unit(word);
    let apart = |pair: &[String]| matches!(pair, [a, b] if is_number(a) && units.contains(&b.as_str()));
    words.iter().any(joined) || words.windows(2).any(apart)
}

/// Everything that the page says, piece by piece.
pub(super) fn units(page: &Page) -> Vec<Unit> {
    let mut out = Vec::new();
    let names = names(page);
    let (mut place, mut head): (&str, Vec<String>) = ("", Vec::new());
    let mut lead = "";
    for (at, line) in page.text.iter().enumerate() {
        let role = page.role(at);
        let begins_table = role == Role::Row && at.checked_sub(1).is_none_or(|before| page.role(before) != Role::Row);
        if role != Role::Row || begins_table {
            head.clear();
        }
        // A label above a list heads it.
        if role != Role::Item {
            lead = if role == Role::Words && is_label(line) && !ends(line) {
                line.trim_end_matches([':', ' '])
            } else {
                ""
            };
        }
        if role == Role::Heading {
            place = line;
            continue;
        }
        if begins_table && is_head(page, at) {
            head = compared(line);
            continue;
        }
        let is_led = role == Role::Item && !lead.is_empty();
        let around: Vec<String> = [place, if is_led { lead } else { "" }]
            .into_iter()
            .flat_map(compared)
            .chain(head.iter().cloned())
            .collect();
        let unit = |text: String, label: &str| Unit {
            own: compared(&text),
            // What stands in brackets explains the name.
            label: compared(label.split('(').next().unwrap_or(label)),
            around: around.clone(),
            place: if is_led { lead } else { place }.to_owned(),
            at,
            role,
            text,
        };
        if role == Role::Row {
            let cells: Vec<&str> = line.split(" | ").map(|cell| cell.trim_start_matches('|').trim()).collect();
            let first = cells.first().copied().unwrap_or_default();
            out.push(unit(line.trim_start_matches('|').trim().to_owned(), first));
            continue;
        }
        if names.contains(&normal(line)) {
            out.extend(price_of(page, at, &names).map(|price| unit(format!("{line}: {price}"), line)));
            // What else stands below a name is said of it.
            out.extend(told_below(page, at, &names).into_iter().map(|told| unit(format!("{line}: {told}"), line)));
            if price_of(page, at, &names).is_some() {
                continue;
            }
        }
        for sentence in sentences(line) {
            let label = sentence.split_once(':').map(|(label, _)| label).filter(|label| is_label(label));
            out.push(unit(sentence.to_owned(), label.unwrap_or_default()));
        }
        let next = page.text.get(at + 1).filter(|_| role == Role::Words && page.role(at + 1) == Role::Words);
        if let Some(next) = next.filter(|next| {
            is_label(line)
                && ![line.trim_end_matches([':', ' ']), next.as_str()].iter().any(|text| has_label(text))
                && !has_number(line)
                && !ends(line)
                && !names.contains(&normal(line))
        }) {
            let label = line.trim_end_matches([':', ' ']);
            out.push(unit(format!("{label}: {next}"), label));
        }
    }
    out
}

/// Whether a line has a label of its own.
fn has_label(text: &str) -> bool {
    text.split_once(':').is_some_and(|(label, rest)| is_label(label) && !rest.starts_with(|c: char| c.is_ascii_digit()))
}

fn is_label(text: &str) -> bool {
    (1..=LABEL_WORDS).contains(&text.split_whitespace().count())
}

fn ends(line: &str) -> bool {
    line.trim_end().ends_with(['.', '!', '?'])
}

/// Whether the first row of a table heads it: it has no figure, and another has.
pub(super) fn is_head(page: &Page, at: usize) -> bool {
    let rows = page.text.iter().enumerate().skip(at).take_while(|(at, _)| page.role(*at) == Role::Row);
    let mut rows = rows.map(|(_, row)| has_number(row));
    rows.next() == Some(false) && rows.any(|has| has)
}

/// The names of what can be followed: things of a list have them.
fn names(page: &Page) -> HashSet<String> {
    let links = page.elements.iter().filter(|element| matches!(element.kind, ElementKind::Link | ElementKind::Element));
    links.map(|element| normal(&element.label)).filter(|name| !name.is_empty()).collect()
}

/// The short lines below a name of a list, before the next name.
fn told_below<'a>(page: &'a Page, at: usize, names: &HashSet<String>) -> Vec<&'a str> {
    let is_told = |(at, line): &(usize, &String)| {
        page.role(*at) == Role::Words && !names.contains(&normal(line)) && !ends(line) && line.len() <= MOST_CHARS
    };
    let below = page.text.iter().enumerate().skip(at + 1).take(REACH).take_while(is_told);
    below.map(|(_, line)| line.as_str()).filter(|line| amounts(line).is_empty()).collect()
}

/// The price that stands below a name of a list, before the next name.
fn price_of(page: &Page, at: usize, names: &HashSet<String>) -> Option<String> {
    let line = page.text.get(at)?;
    if !names.contains(&normal(line)) || !amounts(line).is_empty() {
        return None;
    }
    let ends = |at: usize, line: &String| {
        page.role(at) != Role::Words && page.role(at) != Role::Item || names.contains(&normal(line))
    };
    let below = page.text.iter().enumerate().skip(at + 1).take(REACH);
    let mut below = below.take_while(|(at, line)| !ends(*at, line));
    below.find_map(|(_, line)| bare_price(line))
}

/// The sentences of a line, short ones as well.
fn sentences(line: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut start = 0;
    for (at, c) in line.char_indices() {
        let rest = line.get(at + c.len_utf8()..).unwrap_or_default();
        let begins =
            rest.trim_start().chars().next().is_none_or(|next| next.is_uppercase() || "¿¡«„“\"".contains(next));
        let is_end = match c {
            '!' | '?' => rest.starts_with(char::is_whitespace) || rest.is_empty(),
            '.' => {
                let word =
                    line.get(start..at).unwrap_or_default().rsplit(char::is_whitespace).next().unwrap_or_default();
                // Neither an initial nor a number in order.
                let is_short =
                    word.chars().count() <= 2 || word.chars().all(|c| c.is_ascii_digit()) || word.contains('.');
                rest.starts_with(char::is_whitespace) && !is_short
            }
            _ => false,
        };
        if is_end && begins {
            out.push(line.get(start..at + c.len_utf8()).unwrap_or_default().trim());
            start = at + c.len_utf8();
        }
    }
    out.push(line.get(start..).unwrap_or_default().trim());
    out.retain(|sentence| !sentence.is_empty());
    out
}

/// An amount that is all a line says, or all but its label and a word or two; of two, the later is the lower.
pub(crate) fn bare_price(line: &str) -> Option<String> {
    let all = amounts(line);
    let lowest = all.iter().min_by(|a, b| a.value.total_cmp(&b.value))?;
    let rest = all.iter().fold(line.to_owned(), |rest, amount| rest.replacen(&amount.text, " ", 1));
    let rest = compared(&rest);
    let is_price = |word: &String| super::tongues::ALL.iter().any(|tongue| tongue.money.contains(&word.as_str()));
    let is_bare = rest.is_empty() || matches!(rest.as_slice(), [only] if is_price(only));
    (is_bare && all.len() <= 2).then(|| lowest.text.clone())
}

/// The price beside the main heading: the first line below it that is nothing but an amount. Of two such that stand together, one was before.
pub(crate) fn main_price(page: &Page) -> Option<(String, String)> {
    let (at, heading) = page.main_heading()?;
    let below = page.text.iter().enumerate().skip(at + 1).take_while(|(at, _)| page.role(*at) != Role::Heading);
    let bare: Vec<(usize, &String, String)> =
        below.filter_map(|(at, line)| Some((at, line, bare_price(line)?))).take(3).collect();
    let lower = |a: &str, b: &str| {
        let value = |text: &str| amounts(text).first().map_or(f64::MAX, |amount| amount.value);
        if value(a) <= value(b) { a.to_owned() } else { b.to_owned() }
    };
    let price = match bare.as_slice() {
        [(.., price)] => price.clone(),
        [(first, _, a), (second, _, b)] if second - first == 1 => lower(a, b),
        [(first, _, price), (second, ..), ..] if second - first > 1 && !is_of_another(page, at, *first, *second) => {
            price.clone()
        }
        _ => return None,
    };
    Some((heading.to_owned(), price))
}

/// Whether two amounts are values in a list of labels that may be what it cost before and what it costs now: the first label says no word for a price.
fn is_of_another(page: &Page, heading: usize, first: usize, second: usize) -> bool {
    let value = |at: usize| page.text.get(at).and_then(|line| amounts(line).first().map(|amount| amount.value));
    if value(first).zip(value(second)).is_none_or(|(one, two)| one > two * MOST_OFF) {
        return false;
    }
    let label = first.checked_sub(1).filter(|label| *label > heading && second - first == 2);
    let label = label.and_then(|label| page.text.get(label)).map(|label| compared(label)).unwrap_or_default();
    let is_price = |word: &String| ALL.iter().any(|tongue| tongue.money.contains(&word.as_str()));
    !label.is_empty() && !label.iter().any(is_price)
}

/// The price of what the page is about.
fn priced(page: &Page, is_alone: bool) -> Option<String> {
    if let Some((heading, price)) = main_price(page) {
        return Some(format!("{}\n{ENTRY}{price}", say!(BuiltInPriceBeside { heading: heading })));
    }
    // The only amount on a page is its price.
    let all: Vec<String> = page.text.iter().flat_map(|line| amounts(line)).map(|amount| amount.text).collect();
    let first = all.first()?;
    let line = page.text.iter().find(|line| line.contains(first.as_str()))?;
    // A sentence may price something else than what is named.
    if !is_alone && ends(line) {
        return None;
    }
    all.iter().all(|other| other == first).then(|| format!("{}\n{ENTRY}{}", say!(BuiltInSaid), shortened(line)))
}

/// The cheapest or dearest of a list.
fn extreme(page: &Page, criterion: Criterion, question: &Question) -> Option<String> {
    let noun = question.words.join(" ");
    let all = cards::prices(page, &noun);
    // What is called the same in each of them names none.
    let names: HashSet<&str> = all.iter().map(|line| line.rsplit_once(": ").map_or("", |(name, _)| name)).collect();
    if names.len() < all.len().min(2) {
        return None;
    }
    let one = match criterion {
        Criterion::Cheapest => all.first(),
        Criterion::Dearest if all.len() < cards::MOST_PRICES => all.last(),
        _ => None,
    }?;
    (all.len() > 1 && page.more_text_at.is_none()).then(|| format!("{}\n{ENTRY}{one}", say!(BuiltInSaid)))
}

/// How many there are, where the page says so or a list or table of them is there to be counted.
fn counted(page: &Page, question: &Question) -> Option<String> {
    match count(page, &question.words)? {
        Counted::Said(line, place) => Some(format!("{}\n{ENTRY}{line}", quoted_from(&place))),
        Counted::Here(count, of) => Some(say!(BuiltInCount { count: count, about: of }).to_string()),
    }
}

/// The words of an order that say what it is about, as they are compared.
pub(crate) fn content(text: &str) -> Vec<String> {
    let is_light = |word: &String| super::tongues::ALL.iter().any(|tongue| tongue.light.contains(&word.as_str()));
    compared(text).into_iter().filter(|word| !is_light(word)).collect()
}

/// How many of something there are.
pub(crate) enum Counted {
    /// In the page's words, and the heading above them.
    Said(String, String),
    /// Counted, and what was.
    Here(usize, String),
}

/// How many of these things there are: said by the page, or counted where a list or table of them stands.
pub(crate) fn count(page: &Page, words: &[String]) -> Option<Counted> {
    if words.is_empty() {
        return None;
    }
    if let Some((line, place)) = numbered(page, words) {
        return Some(Counted::Said(line, place));
    }
    if page.more_text_at.is_some() {
        return None;
    }
    let kind = match words {
        [word] => kind_of(word),
        _ => None,
    };
    if let Some(kind) = kind {
        let count = page.elements.iter().filter(|element| element.kind == kind).count();
        return Some(Counted::Here(count, words.join(" ")));
    }
    let (heading, count) = listed(page, words).or_else(|| things(page, &words.join(" ")))?;
    Some(Counted::Here(count, heading))
}

/// The things of the page's one list, if the noun is one for any.
fn things(page: &Page, noun: &str) -> Option<(String, usize)> {
    if noun.is_empty() || !THINGS.contains(&noun) && !THINGS.contains(&noun.trim_end_matches('s')) {
        return None;
    }
    let all = cards::cards(page);
    let place = all.first().map(|card| card.element.context.as_str()).filter(|place| !place.is_empty())?;
    let is_one = all.len() > 1 && all.iter().all(|card| card.element.context == place);
    is_one.then(|| (noun.to_owned(), all.len()))
}

fn kind_of(word: &str) -> Option<ElementKind> {
    Some(match word {
        "links" | "liens" | "enlaces" => ElementKind::Link,
        "buttons" | "knopfe" | "schaltflachen" | "boutons" | "botones" => ElementKind::Button,
        "fields" | "inputs" | "felder" | "eingabefelder" | "champs" | "campos" => ElementKind::Input,
        "checkboxes" | "kastchen" | "cases" | "casillas" => ElementKind::Checkbox,
        _ => return None,
    })
}

/// A short line where a number stands right before all of the words, or right behind them and nothing else.
fn numbered(page: &Page, words: &[String]) -> Option<(String, String)> {
    let is_number = |word: &String| !word.is_empty() && word.chars().all(|c| c.is_ascii_digit());
    let is_all = |some: &[String]| some.len() == words.len() && words.iter().all(|word| best(word, some) >= SAME);
    let mut place = String::new();
    let mut found: Vec<(String, String)> = Vec::new();
    for (at, line) in page.text.iter().enumerate() {
        for sentence in sentences(line) {
            let all = compared(sentence);
            let before = all
                .split_first()
                .is_some_and(|(number, rest)| is_number(number) && rest.get(..words.len()).is_some_and(is_all));
            let inside = all
                .windows(words.len() + 1)
                .any(|some| some.split_first().is_some_and(|(n, rest)| is_number(n) && is_all(rest)));
            let behind = all.split_last().is_some_and(|(number, rest)| is_number(number) && is_all(rest));
            let fits = all.len() <= COUNT_WORDS && amounts(sentence).is_empty() && (before || inside || behind);
            if fits && !found.iter().any(|(known, _)| normal(known) == normal(sentence)) {
                found.push((sentence.trim_start_matches('|').trim().to_owned(), place.clone()));
            }
        }
        if page.role(at) == Role::Heading {
            place.clone_from(line);
        }
    }
    (found.len() == 1).then(|| found.pop()).flatten()
}

/// The heading that the words are, and how many items or rows stand right below it.
fn listed(page: &Page, words: &[String]) -> Option<(String, usize)> {
    let is_it = |heading: &str| {
        let heading = compared(heading);
        !heading.is_empty()
            && words.iter().all(|word| best(word, &heading) >= SAME)
            && heading.iter().all(|word| best(word, words) >= SAME)
    };
    let is_above =
        |at: usize| page.role(at) == Role::Heading || page.role(at) == Role::Words && page.role(at + 1) == Role::Item;
    let mut found = None;
    for (at, heading) in page.text.iter().enumerate().filter(|(at, line)| is_above(*at) && is_it(line)) {
        let below = || page.text.iter().enumerate().skip(at + 1).take_while(|(at, _)| page.role(*at) != Role::Heading);
        let role = page.role(at + 1);
        let same = below().take_while(|(at, _)| page.role(*at) == role).count();
        let heads = usize::from(role == Role::Row && is_head(page, at + 1));
        // A list that other text interrupts is not all of it.
        let is_whole = !below().skip(same).any(|(at, _)| page.role(at) == role);
        let is_list = matches!(role, Role::Item | Role::Row) && same > heads + 1 && is_whole;
        match (is_list, &found) {
            (true, None) => found = Some((heading.clone(), same - heads)),
            (true, Some(_)) => return None,
            (false, _) => {}
        }
    }
    found
}
