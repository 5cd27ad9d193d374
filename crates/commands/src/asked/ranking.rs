//! The one of several that has the most or the least of something, in tables, in lists of cards, and by what their controls count. What is compared is found by
//! the form of what the page says of each (a duration, a distance, a date, a rating), or by the column or word that the question names.

use super::days::{minutes_of, moment, since};
use super::likeness::{SAME, best};
use super::question::{Question, compared};
use super::rows;
use super::superlatives::{By, Superlative};
use super::units::{cells, told};
use crate::page::{Page, Role};
use crate::price::{number_value, rating};
use crate::speech::ENTRY;
use edith_words::say;

/// One of several alike.
struct Record {
    /// What it is called; empty for a row, which is told whole.
    name: String,
    /// What is said of it, each with the head of its column, and all of it.
    fields: Vec<(Vec<String>, String)>,
    whole: String,
}

/// Several alike, and the words of what they stand under.
struct Group {
    about: Vec<String>,
    records: Vec<Record>,
}

/// The one of the page's lists and tables that a superlative means, told with its place.
pub(super) fn answer(page: &Page, question: &Question, wanted: Superlative, of_page: &[String]) -> Option<String> {
    if page.more_text_at.is_some() {
        return None;
    }
    let mut found = groups(page).into_iter().filter_map(|group| of_group(&group, question, wanted, of_page));
    let one = found.next()?;
    found.next().is_none().then(|| format!("{}\n{ENTRY}{one}", say!(BuiltInSaid)))
}

fn groups(page: &Page) -> Vec<Group> {
    let tables = rows::tables(page).into_iter().map(|(place, head, rows)| {
        let heads: Vec<Vec<String>> = head.map(cells).unwrap_or_default().into_iter().map(compared).collect();
        let record = |row: &&String| {
            let cells = cells(row);
            let head = |at: usize| heads.get(at).cloned().unwrap_or_default();
            Record {
                name: String::new(),
                fields: cells.iter().enumerate().map(|(at, cell)| (head(at), (*cell).to_owned())).collect(),
                whole: told(row),
            }
        };
        let about = compared(place).into_iter().chain(heads.iter().flatten().cloned()).collect();
        Group { about, records: rows.iter().map(record).collect() }
    });
    tables.chain(cards(page)).chain(counted(page)).filter(|group| group.records.len() > 1).collect()
}

/// Most short lines below the name of a card.
const MOST_LINES: usize = 8;

/// Headings that follow each other with nothing but a few lines below each: the cards of a list.
fn cards(page: &Page) -> Vec<Group> {
    let main = page.main_heading().map(|(at, _)| at);
    let is_heading = |at: &usize| page.role(*at) == Role::Heading && Some(*at) != main;
    let headings: Vec<usize> = (0..page.text.len()).filter(is_heading).collect();
    let ends = headings.iter().skip(1).copied().chain([page.text.len()]);
    let mut groups: Vec<Group> = vec![Group { about: Vec::new(), records: Vec::new() }];
    for (at, end) in headings.iter().zip(ends) {
        let name = page.text.get(*at).cloned().unwrap_or_default();
        let lines: Vec<&String> = page.text.iter().take(end).skip(at + 1).take(MOST_LINES).collect();
        let is_short = lines.iter().all(|line| !line.trim_end().ends_with('.'));
        let is_plain = (at + 1..end).all(|at| matches!(page.role(at), Role::Words | Role::Item));
        let fits = !lines.is_empty() && is_short && is_plain && (end - at <= MOST_LINES || end == page.text.len());
        if !fits {
            groups.push(Group { about: compared(&name), records: Vec::new() });
            continue;
        }
        let whole = format!("{name} {}", lines.iter().map(|line| line.as_str()).collect::<Vec<_>>().join(" "));
        let fields = lines.into_iter().map(|line| (Vec::new(), line.clone())).collect();
        if let Some(group) = groups.last_mut() {
            group.records.push(Record { name, fields, whole });
        }
    }
    groups
}

/// Controls that are named by how many of something each thing of a list has: `17 comments`.
fn counted(page: &Page) -> Vec<Group> {
    let of_element = |element: &crate::page::Element| {
        let (number, what) = element.label.split_once(' ')?;
        number_value(number).filter(|_| number.starts_with(|c: char| c.is_ascii_digit()))?;
        let is_word = what.split(' ').count() == 1 && what.chars().all(char::is_alphabetic);
        let name = element.context.split(" < ").next().filter(|name| is_word && !name.is_empty())?;
        Some(Record {
            name: name.to_owned(),
            fields: vec![(Vec::new(), element.label.clone())],
            whole: format!("{name} {}", element.label),
        })
    };
    let mut records: Vec<Record> = page.elements.iter().filter_map(of_element).collect();
    records.dedup_by(|a, b| a.whole == b.whole);
    vec![Group { about: Vec::new(), records }]
}

fn of_group(group: &Group, question: &Question, wanted: Superlative, of_page: &[String]) -> Option<String> {
    let is_about = |word: &String| best(word, &group.about).max(best(word, of_page)) >= SAME;
    let has = |record: &Record, word: &String| {
        let heads = record.fields.iter().any(|(head, _)| best(word, head) >= SAME);
        heads || best(word, &compared(&record.whole)) >= SAME
    };
    // What a few of them have tells of which it is asked; what none has is another thing.
    let mut of_them: Vec<&Record> = group.records.iter().collect();
    for word in question.words.iter().filter(|word| !question.verbs.contains(word)) {
        let having: Vec<&Record> = of_them.iter().copied().filter(|record| has(record, word)).collect();
        match having.is_empty() {
            _ if is_about(word) && having.len() < of_them.len() => {}
            true => return None,
            false => of_them = having,
        }
    }
    // What stands before and behind the list has no such figure.
    let has_value = |record: &&Record| record.fields.iter().any(|field| value(field, wanted.by, question).is_some());
    let first = of_them.iter().position(&has_value)?;
    let last = of_them.iter().rposition(has_value)?;
    let values: Vec<(f64, &Record, &str)> = of_them
        .get(first..=last)?
        .iter()
        .map(|record| {
            let mut values =
                record.fields.iter().filter_map(|field| Some((value(field, wanted.by, question)?, &field.1)));
            let (value, text) = values.next()?;
            // Of two figures of a kind it is not said which is compared.
            (wanted.by == By::Date || values.next().is_none()).then_some((value, *record, text.as_str()))
        })
        .collect::<Option<_>>()?;
    let better = |a: f64, b: f64| if wanted.most { a > b } else { a < b };
    let (top, record, text) = values.iter().copied().reduce(|a, b| if better(b.0, a.0) { b } else { a })?;
    let is_one = values.len() > 1 && values.iter().filter(|(value, ..)| *value == top).count() == 1;
    is_one.then(|| if record.name.is_empty() { record.whole.clone() } else { format!("{}: {text}", record.name) })
}

/// Heads and words for a rating.
const RATINGS: &[&str] =
    &["rating", "rated", "stars", "score", "bewertung", "sterne", "note", "evaluation", "valoracion", "puntuacion"];

/// Concepts of dates that do not say how old something is.
const AHEAD: &[&str] = &["due", "end", "departure", "arrival", "return", "begin"];

/// The figure of a field that is compared.
fn value((head, text): &(Vec<String>, String), by: By, question: &Question) -> Option<f64> {
    let own = compared(text);
    match by {
        By::Duration if head.iter().any(|word| word == "duration") => {
            minutes(&own).or_else(|| clock(text)).or_else(|| number_value(text))
        }
        By::Duration => minutes(&own),
        By::Distance => metres(text),
        // What is due last is not the newest.
        By::Date if head.iter().chain(&own).any(|word| AHEAD.contains(&word.as_str())) => None,
        By::Date => moment(text).or_else(|| since(&own)).map(|days| days as f64),
        By::Rating => rating(text).or_else(|| {
            let is_said = head.iter().chain(&own).any(|word| RATINGS.contains(&word.as_str()));
            let digits: String = text.chars().skip_while(|c| !c.is_ascii_digit()).collect();
            let number = digits.split(|c: char| c.is_whitespace() || c == '/').next().unwrap_or_default();
            // `4.4 (1,203)`: how good, and how many say so.
            let is_counted = || {
                let rest = text.strip_prefix(number).map(str::trim).unwrap_or_default();
                rest.starts_with('(') && rest.ends_with(')') && rest.chars().any(|c| c.is_ascii_digit())
            };
            number_value(number).filter(|value| *value <= 10.0 && (is_said || is_counted()))
        }),
        By::Named => {
            let is_named = |word: &&String| best(word, head) >= SAME || best(word, &own) >= SAME;
            question.words.iter().find(is_named)?;
            let digits: String = text.chars().skip_while(|c| !c.is_ascii_digit()).collect();
            let end = digits.find(|c: char| !(c.is_ascii_digit() || ".,'’".contains(c))).unwrap_or(digits.len());
            number_value(digits.get(..end).unwrap_or_default().trim_end_matches(['.', ',']))
        }
    }
}

/// The minutes of a text with a unit of time: `2 h 10 min`.
fn minutes(own: &[String]) -> Option<f64> {
    let unit = |word: &str| match word {
        "h" => Some(60.0),
        "min" => Some(1.0),
        _ => minutes_of(word).map(|minutes| minutes as f64),
    };
    let mut sum = None;
    for pair in own.windows(2) {
        if let [number, word] = pair
            && let (Ok(number), Some(unit)) = (number.parse::<f64>(), unit(word))
        {
            sum = Some(sum.unwrap_or(0.0) + number * unit);
        }
    }
    sum
}

/// `1:45` as minutes.
fn clock(text: &str) -> Option<f64> {
    let (hours, minutes) = text.trim().split_once(':')?;
    Some(hours.parse::<f64>().ok()? * 60.0 + minutes.parse::<f64>().ok()?)
}

/// A length with its unit, in metres.
fn metres(text: &str) -> Option<f64> {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.windows(2).find_map(|pair| {
        let [number, unit] = pair else { return None };
        let unit = match unit.trim_matches(|c: char| !c.is_alphabetic()) {
            "m" => 1.0,
            "km" => 1000.0,
            "mi" | "mile" | "miles" => 1609.0,
            _ => return None,
        };
        Some(number_value(number).filter(|_| number.starts_with(|c: char| c.is_ascii_digit()))? * unit)
    })
}
