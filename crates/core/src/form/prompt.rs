//! A form's questions as a model reads them, and the rules for them.

use super::{FormRow, FormWork};
use edith_forms::{DateForm, Question};
use edith_protocol::Gather as _;
use edith_protocol::{FieldType, FormState, FormValue};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// Options of one question that are sent, at most: countries fit, a list of all towns is answered by its words.
const OPTIONS: usize = 300;

/// So many questions before and after one that is asked are included although nothing answers them.
const NEIGHBOURS: usize = 2;
/// Characters of what a question beside holds: enough to know it by.
const HELD: usize = 120;

/// A question that is beside those that are asked.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Beside {
    /// The asked question that it comes before, by its id; empty: it comes after all.
    pub before: String,
    pub title: String,
    pub section: String,
    /// What it holds or is to hold; empty: nothing yet.
    pub holds: String,
}

impl FormWork {
    /// What is around these questions: what is filled in between the first and the last of them, and the nearest neighbours of each. What is the
    /// person's own, and what nobody sees, is left out.
    pub(crate) fn beside(&self, ids: &[String]) -> Vec<Beside> {
        let is_asked = |row: &FormRow| ids.contains(&row.question.id);
        let asked: Vec<usize> =
            self.rows.iter().enumerate().filter(|(_, row)| is_asked(row)).map(|(at, _)| at).collect();
        let (Some(first), Some(last)) = (asked.first(), asked.last()) else { return Vec::new() };
        let is_near = |at: usize| asked.iter().any(|asked| asked.abs_diff(at) <= NEIGHBOURS);
        let is_told = |at: usize, row: &FormRow| {
            let holds = !held(row).is_empty() && (first.saturating_sub(NEIGHBOURS)..=last + NEIGHBOURS).contains(&at);
            let is_open = row.question.kind != FieldType::File && is_near(at);
            row.present && !is_asked(row) && !row.question.is_persons() && !row.question.unseen && (holds || is_open)
        };
        let told = self.rows.iter().enumerate().filter(|(at, row)| is_told(*at, row));
        let beside = told.map(|(at, row)| {
            let next = asked.iter().find(|asked| **asked > at).and_then(|next| self.rows.get(*next));
            let next = next.map(|row| &row.question);
            // What follows says the part, unless it is another one.
            let section =
                Some(&row.question.section).filter(|section| next.is_none_or(|next| next.section != **section));
            Beside {
                before: next.map(|next| next.id.clone()).unwrap_or_default(),
                title: row.question.title.clone(),
                section: section.cloned().unwrap_or_default(),
                holds: held(row).chars().take(HELD).collect(),
            }
        });
        beside.collect()
    }
}

/// What a question holds, or is to hold if the person agrees.
fn held(row: &FormRow) -> String {
    match row.state {
        FormState::Proposed | FormState::Filled if row.question.kind != FieldType::File => row.value.to_string(),
        _ if row.question.opens() => String::new(),
        _ => row.question.current.to_string(),
    }
}

/// The rules without those of kinds that are not asked: a line in a list may begin with the kind that it is for, in brackets.
pub(crate) fn rules(text: &str, questions: &[Question], beside: &[Beside], doubted: &str) -> String {
    let mut kinds: BTreeSet<String> = questions.iter().map(kind).gathered();
    kinds.extend((!beside.is_empty()).then(|| "beside".to_owned()));
    kinds.extend((!doubted.is_empty()).then(|| "doubted".to_owned()));
    kinds.extend(questions.iter().any(|question| question.entry > 0).then(|| "entry".to_owned()));
    let line = |line: &str| match line.strip_prefix("- [").and_then(|rest| rest.split_once("] ")) {
        Some((kind, rule)) => kinds.contains(kind).then(|| format!("- {rule}")),
        None => Some(line.to_owned()),
    };
    text.lines().filter_map(line).collect::<Vec<_>>().join("\n")
}

/// What its type is called to a model.
fn kind(question: &Question) -> String {
    match json!(question.kind) {
        _ if question.opens() => "entries".to_owned(),
        Value::String(kind) => kind,
        _ => String::new(),
    }
}

/// The questions, a line of JSON each, with what is beside them. They are the page's words.
/// `doubted`: what was found before for the one that is asked.
pub(crate) fn lines(questions: &[Question], beside: &[Beside], doubted: &str) -> String {
    let of = |id: &str| -> String { beside.iter().filter(|beside| beside.before == id).map(beside_line).collect() };
    let each = questions.iter().map(|question| format!("{}{}\n", of(&question.id), line(question, None, doubted)));
    each.chain([of("")]).collect()
}

fn beside_line(beside: &Beside) -> String {
    let all = [("question", &beside.title), ("section", &beside.section), ("holds", &beside.holds)];
    let said = all.into_iter().filter(|(_, text)| !text.is_empty());
    format!("{}\n", Value::Object(said.map(|(name, text)| (name.to_owned(), json!(text))).collect()))
}

/// The same with the answers that are gone over.
pub(crate) fn lines_with(questions: &[(Question, FormValue, String)]) -> String {
    questions.iter().map(|(question, value, quote)| format!("{}\n", line(question, Some((value, quote)), ""))).collect()
}

fn line(question: &Question, answer: Option<(&FormValue, &str)>, doubted: &str) -> Value {
    let mut line = Map::new();
    let mut put = |name: &str, value: Value| {
        line.insert(name.to_owned(), value);
    };
    put("id", json!(question.id));
    put("question", json!(question.title));
    for (name, text) in [("section", question.section.as_str()), ("hint", &question.hint), ("doubted", doubted)] {
        if !text.is_empty() {
            put(name, json!(text));
        }
    }
    if question.entry > 0 {
        put("entry", json!(question.entry));
    }
    if question.opens() {
        put("entries_now", json!(question.current));
    }
    put("type", json!(kind(question)));
    if !question.options.is_empty() {
        put("options", json!(question.options.iter().take(OPTIONS).collect::<Vec<_>>()));
    }
    if !question.rows.is_empty() {
        put("rows", json!(question.rows));
    }
    let limits = &question.limits;
    if limits.max_length > 0 {
        put("max_characters", json!(limits.max_length));
    }
    for (name, text) in [("min", &limits.min), ("max", &limits.max)] {
        if !text.is_empty() {
            put(name, json!(text));
        }
    }
    if question.kind == FieldType::Date {
        let format = match question.date {
            Some(DateForm::IsoMonth | DateForm::MonthYear(_) | DateForm::MonthYearShort(_)) => "2026-03",
            Some(DateForm::Drawn) => "2026-03-31; 2026-03 where only the month is given",
            _ => "2026-03-31",
        };
        put("format", json!(format));
    }
    if let Some((value, quote)) = answer {
        put("answer", json!(value));
        put("quote", json!(quote));
    }
    Value::Object(line)
}
