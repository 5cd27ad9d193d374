//! What answers a question by its form: a phone number, an address, hours, a thing that a list has, what has to be and what may be.

use super::days::{Days, day, days, has_clock, has_date};
use super::evidence::{chosen, is_labelled, is_quantity, is_subject};
use super::kinds::{fits, is_address, is_moment};
use super::likeness::{SAME, best, content};
use super::meant::is_turned;
use super::question::{Question, compared, concept};
use super::tongues::Sort;
use super::units::Unit;
use crate::page::Role;
use crate::price::amounts;
use crate::words::normal;

/// Most lines of an answer.
const MOST_LINES: usize = 7;
/// Most things of a list that is the answer.
const MOST_ITEMS: usize = 12;
/// Most words of a label that is a thing and what is measured of it.
const SHORT_LABEL: usize = 3;
/// Most words of a thing in a list.
const THING_WORDS: usize = 6;
/// Least digits of a phone number.
const PHONE_DIGITS: usize = 7;
/// Words of a request for a number to call.
const NUMBERS: &[&str] = &["number", "nummer", "numero", "call", "ring"];
/// Verbs of calling somebody.
const CALLS: &[&str] = &["call", "ring", "anrufen", "ruf", "rufe", "appeler", "appelle", "llamar", "llamo"];
/// Parts of a day, which a line of hours has as columns.
const PARTS: &[&str] = &[
    "morning",
    "afternoon",
    "evening",
    "vormittag",
    "nachmittag",
    "abend",
    "morgens",
    "abends",
    "matin",
    "apres",
    "midi",
    "soir",
    "manana",
    "tarde",
    "noche",
];
/// What has to be, may be, or is not.
const MODES: &[&str] = &[
    "must",
    "required",
    "need",
    "needed",
    "necessary",
    "obligatory",
    "mandatory",
    "not",
    "no",
    "without",
    "allowed",
    "free",
    "include",
    "possible",
    "optional",
    "muss",
    "mussen",
    "notig",
    "erforderlich",
    "nicht",
    "kein",
    "keine",
    "keinen",
    "ohne",
    "moglich",
    "pflicht",
    "obligatoire",
    "necessaire",
    "requis",
    "exige",
    "pas",
    "sans",
    "non",
    "obligatorio",
    "obligatoria",
    "necesario",
    "sin",
    "posible",
];

/// What a form alone answers, which the words of other lines may seem to.
pub(super) fn first<'a>(units: &'a [Unit], question: &Question, of_page: &[String]) -> Option<Vec<&'a Unit>> {
    if question.superlative.is_some() {
        return None;
    }
    contact(units, question, of_page).or_else(|| hours(units, question, of_page))
}

/// What answers where no line has all that is asked about.
pub(super) fn last<'a>(units: &'a [Unit], question: &Question, of_page: &[String]) -> Option<Vec<&'a Unit>> {
    if question.superlative.is_some() {
        return None;
    }
    match question.sort {
        Sort::YesNo => thing(units, question)
            .or_else(|| mode(units, question, of_page))
            .or_else(|| cell(units, question))
            .or_else(|| spoken_of(units, question, of_page)),
        _ => without_verb(units, question, of_page)
            .or_else(|| defined(units, question))
            .or_else(|| of_section(units, question, of_page))
            .or_else(|| which(units, question, of_page))
            .or_else(|| byline(units, question))
            .or_else(|| to_ask(units, question))
            .or_else(|| lasting(units, question, of_page)),
    }
}

/// Whether a word asks for something by its form: a number to call, an address, hours that are named so.
pub(super) fn is_form(word: &str) -> bool {
    const HOURS: &[&str] = &["opening", "hours", "offnungszeiten", "horaires", "horario", "horarios", "sprechzeiten"];
    HOURS.contains(&word) || NUMBERS.contains(&word) || ["phone", "email", "address", "number"].contains(&concept(word))
}

/// The one of several that is asked for: a value whose label is the thing, or the thing with its number.
fn which<'a>(units: &'a [Unit], question: &Question, of_page: &[String]) -> Option<Vec<&'a Unit>> {
    let head = question.head.as_ref()?;
    let others: Vec<&String> = said_words(units, question);
    let others: Vec<&String> = others.into_iter().filter(|word| *word != head && best(word, of_page) < SAME).collect();
    let is_numbered = |pair: &[String]| {
        matches!(pair, [thing, number] if best(head, std::slice::from_ref(thing)) >= SAME
            && number.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let is_it = |unit: &&Unit| {
        let is_value = !unit.label.is_empty()
            && best(head, &unit.label) >= SAME
            && unit.role == Role::Words
            && unit.label.iter().all(|word| word.len() <= 3 || best(word, &question.words) >= SAME);
        (is_value || unit.own.windows(2).any(is_numbered)) && has_all(unit, &others)
    };
    only(units.iter().filter(is_it).collect())
}

/// The list whose heading is all that is asked about.
pub(super) fn list<'a>(
    units: &'a [Unit],
    question: &Question,
    of_page: &[String],
    is_not: bool,
) -> Option<Vec<&'a Unit>> {
    let words = &question.words;
    if !matches!(question.sort, Sort::Other | Sort::Who) || question.is_bound {
        return None;
    }
    let is_headed = |unit: &&Unit| {
        let heading = content(&unit.place);
        unit.role == Role::Item
            && !heading.is_empty()
            && is_turned(&compared(&unit.place)) == is_not
            && words.iter().all(|word| best(word, &heading) >= SAME)
            // One of them is asked for where each word is in another form.
            && words.iter().any(|word| heading.contains(word))
            && heading.iter().all(|word| best(word, words) >= SAME || best(word, of_page) >= SAME)
    };
    let found: Vec<&Unit> = units.iter().filter(is_headed).collect();
    let is_one = found.windows(2).all(|pair| matches!(pair, [one, next] if next.at - one.at <= 1));
    (is_one && (2..=MOST_ITEMS).contains(&found.len())).then_some(found)
}

/// Who wrote it: a line that is nothing but a word for it and a name.
fn byline<'a>(units: &'a [Unit], question: &Question) -> Option<Vec<&'a Unit>> {
    const WRITES: &[&str] = &[
        "write",
        "wrote",
        "written",
        "author",
        "geschrieben",
        "verfasst",
        "autor",
        "autorin",
        "ecrit",
        "auteur",
        "escrito",
        "escribio",
        "autora",
    ];
    const BY: &[&str] = &["by", "von", "par", "por"];
    const MOST_WORDS: usize = 5;
    let asks = question.sort == Sort::Who
        && !question.words.is_empty()
        && question.words.iter().all(|word| WRITES.contains(&word.as_str()));
    let is_it = |unit: &&Unit| {
        // The date may stand behind it.
        let line = unit.text.split(['·', '|', ',']).next().unwrap_or_default().trim();
        let large = line.split_whitespace().skip(1).all(|word| word.starts_with(char::is_uppercase));
        unit.own.first().is_some_and(|word| BY.contains(&word.as_str()))
            && (2..=MOST_WORDS).contains(&line.split_whitespace().count())
            && large
    };
    if asks { only(units.iter().filter(is_it).collect()) } else { None }
}

/// Who is to be asked: the one person of the page's contact.
fn to_ask<'a>(units: &'a [Unit], question: &Question) -> Option<Vec<&'a Unit>> {
    const ASKS: &[&str] = &[
        "ask",
        "talk",
        "speak",
        "contact",
        "reach",
        "fragen",
        "wenden",
        "melden",
        "sprechen",
        "contacter",
        "parler",
        "joindre",
        "demander",
        "adresser",
        "preguntar",
        "hablar",
        "contactar",
    ];
    let is_ask =
        |word: &String| [ASKS, CALLS].iter().any(|verbs| verbs.contains(&word.as_str())) || concept(word) == "contact";
    let asks = question.sort == Sort::Who && question.words.iter().any(is_ask);
    let others: Vec<&String> =
        question.words.iter().filter(|word| !is_ask(word) && !question.pointed.contains(word)).collect();
    let is_contact = |words: &[String]| best("contact", words).max(best("kontakt", words)) >= SAME;
    let is_it = |unit: &&Unit| {
        (is_contact(&unit.around) || is_contact(&unit.label)) && fits(unit, Sort::Who) && has_all(unit, &others)
    };
    if asks { only(units.iter().filter(is_it).collect()) } else { None }
}

/// How long something holds, told by the date up to which it does.
fn lasting<'a>(units: &'a [Unit], question: &Question, of_page: &[String]) -> Option<Vec<&'a Unit>> {
    const UNTIL: &[&str] = &["until", "till", "bis", "jusqu", "hasta", "valid", "expires"];
    if question.sort != Sort::Duration {
        return None;
    }
    let words: Vec<&String> =
        said_words(units, question).into_iter().filter(|word| best(word, of_page) < SAME).collect();
    let is_until = |word: &String| UNTIL.contains(&word.as_str());
    let is_it = |unit: &&Unit| {
        !words.is_empty()
            && has_date(&unit.text)
            && unit.label.iter().any(is_until)
            && words.iter().all(|word| best(word, &unit.label) >= SAME)
    };
    only(units.iter().filter(is_it).collect())
}

/// The only one of these, of which one may be part of another.
pub(super) fn only(mut found: Vec<&Unit>) -> Option<Vec<&Unit>> {
    whole(&mut found);
    match found.as_slice() {
        [one] => Some(vec![*one]),
        _ => None,
    }
}

/// Leaves out what is part of another, or the same again.
pub(super) fn whole(found: &mut Vec<&Unit>) {
    let texts: Vec<(String, usize)> = found.iter().map(|unit| (normal(&unit.text), unit.at)).collect();
    let is_part = |unit: &&Unit| {
        let own = normal(&unit.text);
        texts.iter().any(|(text, at)| at.abs_diff(unit.at) <= 1 && text.len() > own.len() && text.contains(&own))
    };
    found.retain(|unit| !is_part(unit));
    found.dedup_by(|a, b| normal(&a.text) == normal(&b.text));
}

fn has(words: &[String], word: &str) -> bool {
    words.iter().any(|other| other == word)
}

/// Whether a unit has these words, by itself or in what it stands under.
fn has_all(unit: &Unit, words: &[&String]) -> bool {
    words.iter().all(|word| best(word, &unit.own) >= SAME || best(word, &unit.around) >= SAME)
}

/// The phone number, the mail address, the place.
fn contact<'a>(units: &'a [Unit], question: &Question, of_page: &[String]) -> Option<Vec<&'a Unit>> {
    let words = &question.words;
    let is_call = |word: &String| CALLS.contains(&word.as_str());
    let is_asked = |form: &str| {
        let others = words.iter().filter(|word| *word != form && !NUMBERS.contains(&word.as_str()));
        has(words, form) && (question.sort == Sort::Other || question.sort == Sort::YesNo && others.count() == 0)
    };
    let is_place = question.sort == Sort::Place || is_asked("address") && !has(words, "email");
    let (form, name): (fn(&Unit) -> bool, &str) = match () {
        () if is_asked("email") => (|unit| unit.text.contains('@'), "email"),
        () if is_asked("phone")
            || matches!(words.as_slice(), [number] if number == "number")
            || question.sort == Sort::Who && words.iter().any(is_call) =>
        {
            (is_phone, "phone")
        }
        () if is_place => (is_address, "address"),
        () => return None,
    };
    let is_other = |word: &&String| {
        *word != name && !NUMBERS.contains(&word.as_str()) && !is_call(word) && best(word, of_page) < SAME
    };
    let others: Vec<&String> = words.iter().filter(is_other).collect();
    // Where everything is that a page is about needs no street.
    let is_here = |unit: &Unit| is_place && words.is_empty() && unit.label.as_slice() == ["address"];
    let fitting = || units.iter().filter(|unit| (form(unit) || is_here(unit)) && has_all(unit, &others));
    only(fitting().collect()).or_else(|| only(fitting().filter(|unit| has(&unit.label, name)).collect()))
}

/// Whether it has figures as a phone number is written, and nothing that they may be instead.
fn is_phone(unit: &Unit) -> bool {
    let is_mark = |c: char| c.is_ascii_digit() || " +()/-.\u{a0}\u{202f}".contains(c);
    let runs = unit.text.split(|c| !is_mark(c)).map(str::trim);
    let digits = |run: &str| run.bytes().filter(u8::is_ascii_digit).count();
    let is_it = |run: &str| {
        let begins = run.trim_start_matches('(').starts_with(['0', '+']) || has(&unit.label, "phone");
        digits(run) >= PHONE_DIGITS && digits(run) <= 15 && begins
    };
    runs.into_iter().any(is_it) && !has_date(&unit.text) && amounts(&unit.text).is_empty()
}

/// When it is open: the lines of hours that cover the day that is asked about, or all of them.
fn hours<'a>(units: &'a [Unit], question: &Question, of_page: &[String]) -> Option<Vec<&'a Unit>> {
    let words = &question.words;
    let asked: Option<Days> = days(&words.join(" "));
    let is_open = has(words, "open");
    if !(matches!(question.sort, Sort::Time | Sort::YesNo) && (is_open || asked.is_some())
        || question.sort == Sort::Other && is_open)
    {
        return None;
    }
    let is_of_day = |word: &str| days(word).is_some() || day(word).is_some() || PARTS.contains(&word);
    let is_other = |word: &&String| {
        *word != "open" && !is_of_day(word) && best(word, of_page) < SAME && !question.verbs.contains(word)
    };
    let others: Vec<&String> = words.iter().filter(is_other).collect();
    if !is_open && !others.is_empty() {
        return None;
    }
    let is_hours = |unit: &&Unit| {
        let of_opening = has(&unit.own, "open") || has(&unit.around, "open");
        let tells = has_clock(&unit.text) || has(&unit.own, "open") && days(&unit.text).is_some();
        of_opening && tells && amounts(&unit.text).is_empty() && has_all(unit, &others)
    };
    let all: Vec<&Unit> = units.iter().filter(is_hours).collect();
    // A part of the day is a column of a table, or said by the line.
    let parts: Vec<&String> = words.iter().filter(|word| PARTS.contains(&word.as_str())).collect();
    let has_parts = |unit: &Unit| unit.role == Role::Row || parts.iter().all(|part| has(&unit.own, part));
    let covers = |unit: &&Unit| {
        has_parts(unit)
            && asked.is_some_and(|asked| {
                days(&unit.text).is_some_and(|of_unit| asked.iter().zip(of_unit).all(|(asked, has)| !asked || has))
            })
    };
    let mut found: Vec<&Unit> = match asked {
        Some(_) => all.iter().copied().filter(covers).collect(),
        None => all.clone(),
    };
    if asked.is_some() && found.is_empty() && parts.is_empty() {
        // A day that the one line of hours leaves out.
        found = only(all.into_iter().filter(|unit| days(&unit.text).is_some()).collect())?;
    }
    let place = found.first()?.place.clone();
    let is_list = asked.is_none() && found.len() <= MOST_LINES && found.iter().all(|unit| unit.place == place);
    if is_list { Some(found) } else { only(found) }
}

/// A thing that a list of the page has, or what a label says of it.
fn thing<'a>(units: &'a [Unit], question: &Question) -> Option<Vec<&'a Unit>> {
    // What may be brought has a label of its own.
    let words: Vec<&String> = said_words(units, question).into_iter().filter(|word| *word != "allowed").collect();
    let all = |among: &[String]| !words.is_empty() && words.iter().all(|word| best(word, among) >= SAME);
    let is_whole = |unit: &Unit| {
        unit.own
            .iter()
            .all(|own| own.len() < 3 || words.iter().any(|word| best(word, std::slice::from_ref(own)) >= SAME))
    };
    let lacks_verb = words.len() < question.words.iter().filter(|word| *word != "allowed").count();
    let is_it = |unit: &&Unit| {
        let is_thing =
            unit.role == Role::Item && !unit.place.is_empty() && all(&unit.own) && (!lacks_verb || is_whole(unit));
        let is_row = || unit.role == Role::Row && unit.text.split(" | ").any(|cell| all(&compared(cell)));
        is_thing || !lacks_verb && (is_row() || unit.role == Role::Words && !unit.label.is_empty() && all(&unit.label))
    };
    let mut found: Vec<&Unit> = units.iter().filter(is_it).collect();
    if found.iter().any(|unit| is_whole(unit)) {
        found.retain(|unit| is_whole(unit));
    }
    only(found).filter(|found| found.iter().all(|unit| unit.role != Role::Item || unit.own.len() <= THING_WORDS))
}

/// A sentence that says of a thing that it has to be, may be, or is not.
fn mode<'a>(units: &'a [Unit], question: &Question, of_page: &[String]) -> Option<Vec<&'a Unit>> {
    let words = said_words(units, question);
    let is_mode = |word: &String| MODES.contains(&word.as_str());
    let is_special = |unit: &Unit| {
        words.iter().any(|word| best(word, &unit.own) >= SAME && best(word, of_page) < SAME && !is_mode(word))
    };
    let all: Vec<&String> = words.iter().copied().filter(|word| !is_mode(word)).collect();
    let is_it = |unit: &&Unit| unit.own.iter().any(is_mode) && is_special(unit) && has_all(unit, &all);
    only(units.iter().filter(is_it).collect())
}

/// Least things that a sentence and a question have in common.
const LEAST_IN_COMMON: usize = 2;

/// The one sentence that speaks of all the things of a question, whatever verbs either has.
fn spoken_of<'a>(units: &'a [Unit], question: &Question, of_page: &[String]) -> Option<Vec<&'a Unit>> {
    let words: Vec<&String> =
        said_words(units, question).into_iter().filter(|word| best(word, of_page) < SAME).collect();
    let is_it = |unit: &&Unit| {
        unit.role != Role::Row
            && unit.own.len() > words.len() + 1
            && words.iter().all(|word| best(word, &unit.own) >= SAME)
    };
    if words.len() < LEAST_IN_COMMON { None } else { only(units.iter().filter(is_it).collect()) }
}

/// The words without verbs that the page does not use.
fn said_words<'q>(units: &[Unit], question: &'q Question) -> Vec<&'q String> {
    let is_said = |word: &String| units.iter().any(|unit| best(word, &unit.own).max(best(word, &unit.around)) >= SAME);
    question.words.iter().filter(|word| !question.verbs.contains(word) || is_said(word)).collect()
}

/// A row of a table that says of what it is called by whether it has what a column is called by.
fn cell<'a>(units: &'a [Unit], question: &Question) -> Option<Vec<&'a Unit>> {
    let words: Vec<&String> = question.words.iter().filter(|word| *word != "include").collect();
    let is_it = |unit: &&Unit| {
        let named = |word: &&String| best(word, &unit.label) >= SAME;
        let headed = |word: &&String| best(word, &unit.around) >= SAME;
        unit.role == Role::Row
            && words.iter().any(|word| named(word) && !headed(word))
            && words.iter().any(|word| headed(word) && !named(word))
            && has_all(unit, &words)
    };
    only(units.iter().filter(is_it).collect())
}

/// The only line of a section that answers by its kind, where the section's heading is all that is asked about.
fn of_section<'a>(units: &'a [Unit], question: &Question, of_page: &[String]) -> Option<Vec<&'a Unit>> {
    let words = said_words(units, question);
    let is_typed = !matches!(question.sort, Sort::Other | Sort::YesNo | Sort::Who) && !question.counts;
    if !is_typed || !words.iter().any(|word| best(word, of_page) < SAME) {
        return None;
    }
    let is_it = |unit: &&Unit| {
        let heading = compared(&unit.place);
        words.iter().all(|word| best(word, &heading) >= SAME)
            && fits(unit, question.sort)
            && (question.sort != Sort::Place || is_address(unit))
    };
    only(units.iter().filter(is_it).collect())
}

/// What a label that is all that is asked about stands for: `what does Retry-After mean?`
fn defined<'a>(units: &'a [Unit], question: &Question) -> Option<Vec<&'a Unit>> {
    let words: Vec<&String> = question.words.iter().filter(|word| !question.verbs.contains(word)).collect();
    if question.sort != Sort::Other || question.is_bound || words.is_empty() || words.len() == question.words.len() {
        return None;
    }
    let is_it = |unit: &&Unit| {
        !unit.label.is_empty()
            && words.iter().all(|word| unit.label.contains(word))
            && content(&unit.label.join(" ")).iter().all(|part| question.words.contains(part))
    };
    only(units.iter().filter(is_it).collect())
}

/// What answers by its kind and has all that is asked about but a verb, of which the page uses another.
fn without_verb<'a>(units: &'a [Unit], question: &Question, of_page: &[String]) -> Option<Vec<&'a Unit>> {
    if matches!(question.sort, Sort::Other | Sort::YesNo) {
        return None;
    }
    let is_said = |word: &String| {
        best(word, of_page) >= SAME
            || units.iter().any(|unit| best(word, &unit.own).max(best(word, &unit.around)) >= SAME)
    };
    let words: Vec<String> =
        question.words.iter().filter(|word| is_said(word) || !question.verbs.contains(word)).cloned().collect();
    if words.is_empty() || words.len() == question.words.len() || !words.iter().any(|word| best(word, of_page) < SAME) {
        return None;
    }
    let nothing = Vec::new;
    let question = Question {
        words,
        verbs: nothing(),
        pointed: nothing(),
        besides: nothing(),
        told: nothing(),
        head: None,
        ..*question
    };
    let found = chosen(units, &question, of_page)?;
    // What is done with a thing hardly changes what it measures.
    let is_measured = matches!(question.sort, Sort::Measure(_));
    let is_told = |unit: &&Unit| {
        // A short label says what is done with the thing in a word of its own: `Consumo de agua`.
        let is_short = (1..=SHORT_LABEL).contains(&unit.label.len())
            && question.words.iter().all(|word| best(word, &unit.label) >= SAME);
        // An entry of a calendar begins with its time.
        let is_entry =
            unit.role == Role::Item && has_clock(&unit.text) && unit.text.starts_with(|c: char| c.is_ascii_digit());
        let is_named = unit.role == Role::Row || is_entry || is_short || is_labelled(unit, &question.words, of_page);
        let is_named = is_named
            || is_subject(unit, &question.words)
            || question.sort == Sort::Number && is_quantity(unit, &question.words);
        (question.sort != Sort::Time || is_moment(unit)) && (is_named || is_measured || question.words.len() > 1)
    };
    found.iter().all(is_told).then_some(found)
}
