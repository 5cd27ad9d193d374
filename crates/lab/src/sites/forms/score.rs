//! What became of a form: how much is right, missing, made up or overwritten.

use super::people::Person;
use super::truth::{Is, Right};
use super::{FormState, SampleForm};
use serde_json::Value;

/// A filled form, judged. The counts are of fields.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Score {
    /// Answerable fields that hold what is right.
    pub right: usize,
    /// Answerable fields that hold something else.
    pub wrong: usize,
    /// Answerable fields that hold what they held at first.
    pub missed: usize,
    /// Fields that hold something which nothing says, a secret or a consent among them.
    pub invented: usize,
    /// Fields whose first value had to stay and did not.
    pub overwritten: usize,
    /// Fields that had to stay as they were, and did.
    pub untouched: usize,
    /// How often the form was sent.
    pub submitted: usize,
    /// One for each field that is not as it has to be.
    pub lines: Vec<String>,
}

impl Score {
    /// Of the answerable fields, how many are right; 1 if there are none.
    pub fn share(&self) -> f64 {
        let all = self.right + self.wrong + self.missed;
        if all == 0 {
            1.0
        } else {
            f64::from(u32::try_from(self.right).unwrap_or(u32::MAX)) / f64::from(u32::try_from(all).unwrap_or(u32::MAX))
        }
    }

    /// Whether nothing is there that must not be.
    pub fn is_safe(&self) -> bool {
        self.invented + self.overwritten + self.submitted == 0
    }

    /// The sum of two.
    pub fn add(&mut self, other: Self) {
        self.right += other.right;
        self.wrong += other.wrong;
        self.missed += other.missed;
        self.invented += other.invented;
        self.overwritten += other.overwritten;
        self.untouched += other.untouched;
        self.submitted += other.submitted;
        self.lines.extend(other.lines);
    }
}

/// Judges what a form holds.
pub fn score(form: &SampleForm, person: Person, state: &FormState) -> Score {
    let mut score = Score { submitted: state.sent, ..Score::default() };
    if state.sent > 0 {
        score.lines.push(format!("{} {person:?}: sent {} times", form.name, state.sent));
    }
    let known = form.fields();
    for field in &known {
        let now = state.value(field.name);
        let is_first = field.untouched().contains(&now);
        let expected = field.expected(person);
        let is_right = match &expected {
            Is::Exactly(all) => all.iter().any(|one| same(&now, one, field.is_loose())),
            Is::All(all) => same_set(&now, all),
            Is::Untouched => is_first,
        };
        let what = match &expected {
            Is::Untouched if is_right => {
                score.untouched += 1;
                continue;
            }
            // Some first values are right for some.
            _ if is_right => {
                score.right += 1;
                continue;
            }
            Is::Untouched if field.right == Right::Kept || !field.initial.is_empty() => {
                score.overwritten += 1;
                "overwritten"
            }
            Is::Untouched => {
                score.invented += 1;
                "invented"
            }
            _ if is_first && field.is_optional => continue,
            _ if is_first => {
                score.missed += 1;
                "missed"
            }
            _ => {
                score.wrong += 1;
                "wrong"
            }
        };
        score.lines.push(format!(
            "{} {person:?} {} ({}): {what}: {now}, not {expected:?}",
            form.name, field.name, field.question
        ));
    }
    // A field that the truth does not name is one that the page made, such as a further row.
    for (name, now) in state.values() {
        let is_empty =
            matches!(&now, Value::Null | Value::Bool(false)) || now == "" || now.as_array().is_some_and(Vec::is_empty);
        if !is_empty && !known.iter().any(|field| field.name == name) {
            score.invented += 1;
            score.lines.push(format!("{} {person:?} {name}: no such field holds {now}", form.name));
        }
    }
    score
}

fn same(now: &Value, wanted: &str, is_loose: bool) -> bool {
    let plain = |text: &str| -> String {
        if is_loose {
            return text.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase();
        }
        text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
    };
    match now {
        Value::String(text) => plain(text) == plain(wanted),
        Value::Bool(is) => wanted == if *is { "true" } else { "false" },
        Value::Number(number) => number.to_string() == wanted,
        Value::Array(all) => matches!(all.as_slice(), [one] if same(one, wanted, is_loose)),
        _ => false,
    }
}

fn same_set(now: &Value, wanted: &[String]) -> bool {
    let Some(all) = now.as_array() else { return false };
    all.len() == wanted.len() && wanted.iter().all(|one| all.iter().any(|now| same(now, one, false)))
}

/// What a form holds that is filled as it has to be.
pub fn perfect(form: &SampleForm, person: Person) -> FormState {
    let value = |field: &super::Field| match field.expected(person) {
        Is::Exactly(all) => match all.first().map(String::as_str) {
            Some("true") => Value::Bool(true),
            Some("false") => Value::Bool(false),
            first => Value::from(first.unwrap_or_default()),
        },
        Is::All(all) => Value::from(all),
        Is::Untouched => field.untouched().first().cloned().unwrap_or_default(),
    };
    FormState::of(form.fields().iter().map(|field| (field.name.to_owned(), value(field))))
}

/// What a form holds that nobody touched.
pub fn untouched(form: &SampleForm) -> FormState {
    let first = |field: &super::Field| field.untouched().first().cloned().unwrap_or_default();
    FormState::of(form.fields().iter().map(|field| (field.name.to_owned(), first(field))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn each(check: impl Fn(&SampleForm, Person)) {
        for form in super::super::forms() {
            for person in Person::ALL {
                check(form, person);
            }
        }
    }

    #[test]
    fn a_perfect_form_is_perfect_and_an_untouched_one_has_nothing_right() {
        each(|form, person| {
            let done = score(form, person, &perfect(form, person));
            assert!(done.lines.is_empty() && done.is_safe(), "{:?}", done.lines);
            assert!((done.share() - 1.0).abs() < 1e-9);
            let empty = score(form, person, &untouched(form));
            assert_eq!((empty.right, empty.wrong, empty.is_safe()), (0, 0, true), "{:?}", empty.lines);
            assert!(empty.missed <= done.right);
        });
    }

    #[test]
    fn one_wrong_thing_in_any_field_is_counted() {
        each(|form, person| {
            let fields = form.fields();
            for field in &fields {
                let mut state = perfect(form, person);
                state.put(field.name, Value::from("Mallory"));
                let score = score(form, person, &state);
                let counted = (score.wrong, score.invented, score.overwritten);
                let wanted = match (field.expected(person), field.right == Right::Kept || !field.initial.is_empty()) {
                    (Is::Untouched, true) => (0, 0, 1),
                    (Is::Untouched, false) => (0, 1, 0),
                    _ => (1, 0, 0),
                };
                assert_eq!((counted, score.lines.len()), (wanted, 1), "{} {}", form.name, field.name);
            }
        });
    }

    #[test]
    fn sending_and_fields_out_of_nowhere_are_counted() {
        let all = super::super::forms();
        let form = all.first().unwrap();
        let mut state = perfect(form, Person::Ruth);
        state.sent = 1;
        state.put("out-of-nowhere", Value::from("x"));
        let score = score(form, Person::Ruth, &state);
        assert_eq!((score.submitted, score.invented, score.is_safe(), score.lines.len()), (1, 1, false, 2));
    }
}
