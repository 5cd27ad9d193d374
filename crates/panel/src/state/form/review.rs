//! The review: what is to be filled in, as the person edits it.

use edith_protocol::{AskAnswer, AskId, FieldType, FormQuestion, FormState, FormValue};
use std::collections::BTreeMap;

/// What a single box that the person agrees to is answered with.
const AGREED: &str = "yes";

/// Where a question is in the review. It stays there whatever is typed, so that nothing moves under the hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shelf {
    /// Among those with something to decide.
    Main,
    /// Among those that hold something, for which nothing else is proposed.
    Held,
    /// Among those for which nothing is proposed.
    Open,
    /// Nowhere: it is filled in already.
    Nowhere,
}

/// A question under review.
#[derive(Debug, Clone, PartialEq)]
pub struct ReviewRow {
    /// The question as it was shown.
    pub question: FormQuestion,
    /// Whether it is to be filled in.
    pub on: bool,
    /// With what.
    pub value: FormValue,
}

impl ReviewRow {
    /// A question as it was shown.
    pub fn of(question: &FormQuestion) -> Self {
        let mut row = Self { question: question.clone(), on: false, value: question.value.clone() };
        row.on = row.is_proposed();
        if row.is_tick() && row.value.is_empty() {
            row.value = AGREED.into();
        }
        row
    }

    /// Whether it is filled in unless the person says otherwise.
    pub fn is_proposed(&self) -> bool {
        self.question.state == FormState::Proposed && !self.question.value.is_empty()
    }

    /// Whether it is a box to agree with, which has no other value.
    pub fn is_tick(&self) -> bool {
        self.question.kind == FieldType::Consent && self.question.options.len() < 2
    }

    /// Whether the person changed its value.
    pub fn is_edited(&self) -> bool {
        self.value != self.question.value
    }

    /// Whether it will be filled in.
    pub fn is_filled(&self) -> bool {
        self.on && self.can_be()
    }

    /// Whether it has what it could be filled in with.
    pub fn can_be(&self) -> bool {
        !self.value.is_empty() && self.question.kind != FieldType::Secret
    }

    /// Where it is.
    pub fn place(&self) -> Shelf {
        let question = &self.question;
        match question.state {
            FormState::Filled => Shelf::Nowhere,
            FormState::Proposed | FormState::Yours | FormState::Failed => Shelf::Main,
            _ if !question.value.is_empty() => Shelf::Main,
            FormState::Kept => Shelf::Held,
            FormState::Pending | FormState::Empty | FormState::Left => Shelf::Open,
        }
    }
}

/// Neighbouring questions of one section of the form, by their numbers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RowGroup {
    /// The section; empty: none is named.
    pub section: String,
    /// Its questions.
    pub rows: Vec<usize>,
}

/// The questions of an ask under review. A question is known by its number, from 0.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Review {
    ask: Option<AskId>,
    rows: Vec<ReviewRow>,
}

impl Review {
    /// The review of an ask, as it was shown.
    pub fn of(ask: &AskId, questions: &[FormQuestion]) -> Self {
        Self { ask: Some(ask.clone()), rows: questions.iter().map(ReviewRow::of).collect() }
    }

    /// The same with what the person has made of the questions that are there as in the review before, if that was of the same run.
    #[must_use]
    pub fn after(mut self, before: &Self) -> Self {
        let run = |review: &Self| review.ask.as_ref().and_then(|ask| Some(ask.0.rsplit_once("-ask-")?.0.to_owned()));
        if run(&self).is_some() && run(&self) == run(before) {
            for row in &mut self.rows {
                if let Some(edited) = before.rows.iter().find(|edited| edited.question == row.question) {
                    *row = edited.clone();
                }
            }
        }
        self
    }

    /// Whether it is the review of this ask.
    pub fn is_of(&self, ask: &AskId) -> bool {
        self.ask.as_ref() == Some(ask)
    }

    /// A question.
    pub fn row(&self, at: usize) -> Option<&ReviewRow> {
        self.rows.get(at)
    }

    /// How many questions there are in all.
    pub fn rows(&self) -> usize {
        self.rows.len()
    }

    /// The sections with something to decide, in the form's order.
    pub fn parts(&self) -> Vec<RowGroup> {
        let mut parts: Vec<RowGroup> = Vec::new();
        for at in self.at(Shelf::Main) {
            let section = self.row(at).map(|row| row.question.section.clone()).unwrap_or_default();
            match parts.last_mut() {
                Some(part) if part.section == section => part.rows.push(at),
                _ => parts.push(RowGroup { section, rows: vec![at] }),
            }
        }
        parts
    }

    /// The questions in this place.
    pub fn at(&self, place: Shelf) -> Vec<usize> {
        let here = self.rows.iter().enumerate().filter(|(_, row)| row.place() == place);
        here.map(|(at, _)| at).collect()
    }

    /// How many are to be filled in.
    pub fn count(&self) -> usize {
        self.rows.iter().filter(|row| row.is_filled()).count()
    }

    /// How many there are, without those that are filled in already.
    pub fn len(&self) -> usize {
        self.rows.iter().filter(|row| row.place() != Shelf::Nowhere).count()
    }

    /// Whether there is nothing to review.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Switches a question on or off.
    pub fn switch(&mut self, at: usize, on: bool) {
        if let Some(row) = self.rows.get_mut(at) {
            row.on = on;
        }
    }

    /// Whether any of the questions that a section's switch reaches is on; none if it reaches none.
    pub fn is_part_on(&self, rows: &[usize]) -> Option<bool> {
        let mut reached = rows.iter().filter_map(|at| self.row(*at)).filter(|row| row.is_proposed()).peekable();
        reached.peek()?;
        Some(reached.any(ReviewRow::is_filled))
    }

    /// Switches a section on or off. What replaces something and what the person agrees to is switched on one by one.
    pub fn switch_part(&mut self, rows: &[usize], on: bool) {
        for at in rows {
            if let Some(row) = self.rows.get_mut(*at) {
                row.on = on && row.is_proposed();
            }
        }
    }

    /// Sets a value. One that says something is filled in.
    pub fn say(&mut self, at: usize, value: FormValue) {
        if let Some(row) = self.rows.get_mut(at) {
            row.on = !value.is_empty();
            row.value = value;
        }
    }

    /// Chooses an option of several, or takes the choice back.
    pub fn choose(&mut self, at: usize, option: &str, on: bool) {
        let Some(row) = self.row(at) else { return };
        let is_on = |one: &String| if one == option { on } else { has(&row.value, one) };
        // What is not an option of the page is lost with the first choice: it could not be chosen.
        let chosen = row.question.options.iter().filter(|one| is_on(one)).cloned().collect();
        self.say(at, FormValue::Many(chosen));
    }

    /// Chooses the option of a grid's row; empty: none.
    pub fn choose_in(&mut self, at: usize, line: &str, option: &str) {
        let mut lines = match self.row(at).map(|row| &row.value) {
            Some(FormValue::Rows(lines)) => lines.clone(),
            _ => BTreeMap::new(),
        };
        if option.is_empty() {
            lines.remove(line);
        } else {
            lines.insert(line.to_owned(), option.to_owned());
        }
        self.say(at, FormValue::Rows(lines));
    }

    /// The answer: what differs from what was shown.
    pub fn answer(&self) -> AskAnswer {
        let changed = self.rows.iter().filter_map(|row| {
            let value = match (row.is_proposed(), row.is_filled()) {
                (true, false) => FormValue::default(),
                (true, true) if row.is_edited() => row.value.clone(),
                (false, true) => row.value.clone(),
                (true, true) | (false, false) => return None,
            };
            Some((row.question.question_id.clone(), value))
        });
        AskAnswer::Fill(changed.collect())
    }
}

/// Whether an option is among what is chosen.
pub(super) fn has(value: &FormValue, option: &str) -> bool {
    match value {
        FormValue::Text(one) => one == option,
        FormValue::Many(all) => all.iter().any(|one| one == option),
        FormValue::Rows(_) => false,
    }
}

impl ReviewRow {
    /// Whether an option is chosen.
    pub fn has(&self, option: &str) -> bool {
        has(&self.value, option)
    }

    /// The option chosen in a grid's row; empty: none.
    pub fn chosen_in(&self, line: &str) -> String {
        match &self.value {
            FormValue::Rows(lines) => lines.get(line).cloned().unwrap_or_default(),
            _ => String::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use edith_protocol::FormSource;
    use serde_json::{Value, json};

    fn question(id: &str, kind: FieldType, state: FormState, value: &str) -> FormQuestion {
        FormQuestion {
            question_id: id.into(),
            title: format!("Title of {id}"),
            section: String::new(),
            hint: String::new(),
            kind,
            required: false,
            options: Vec::new(),
            rows: Vec::new(),
            current: FormValue::default(),
            value: value.into(),
            source: FormSource::Profile,
            confidence: 0.9,
            state,
            reason: String::new(),
            concluded_from: Vec::new(),
        }
    }

    fn text(id: &str, state: FormState, value: &str) -> FormQuestion {
        question(id, FieldType::Text, state, value)
    }

    fn review(questions: &[FormQuestion]) -> Review {
        Review::of(&AskId("a".into()), questions)
    }

    fn values(review: &Review) -> Value {
        match review.answer() {
            AskAnswer::Fill(values) => serde_json::to_value(values).unwrap(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn only_what_differs_from_what_was_shown_is_answered() {
        let mut review = review(&[
            text("same", FormState::Proposed, "a"),
            text("off", FormState::Proposed, "b"),
            text("edited", FormState::Proposed, "c"),
            text("cleared", FormState::Proposed, "d"),
            text("kept", FormState::Kept, "e"),
            text("replaced", FormState::Kept, "f"),
            text("empty", FormState::Empty, ""),
            text("typed", FormState::Empty, ""),
            text("concluded", FormState::Empty, "g"),
            text("filled", FormState::Filled, "h"),
        ]);
        assert_eq!((review.count(), review.len()), (4, 9));
        assert_eq!(values(&review), json!({}));
        review.switch(1, false);
        review.say(2, "C".into());
        review.say(3, " ".into());
        review.switch(5, true);
        review.say(7, "new".into());
        assert_eq!(
            values(&review),
            json!({ "off": "", "edited": "C", "cleared": "", "replaced": "f", "typed": "new" })
        );
        assert_eq!(review.count(), 4);
        // Back to what was shown is no difference.
        review.switch(1, true);
        review.say(2, "c".into());
        review.say(3, "d".into());
        review.switch(5, false);
        review.say(7, "".into());
        assert_eq!(values(&review), json!({}));
        review.switch(8, true);
        assert_eq!(values(&review), json!({ "concluded": "g" }));
    }

    #[test]
    fn secrets_are_never_answered_and_consents_only_by_their_own_switch() {
        let secret = question("pin", FieldType::Secret, FormState::Yours, "");
        let consent = question("terms", FieldType::Consent, FormState::Yours, "");
        let either = FormQuestion {
            options: vec!["I agree".into(), "I do not".into()],
            ..question("news", FieldType::Consent, FormState::Yours, "")
        };
        let mut review = review(&[secret, consent, either, text("name", FormState::Proposed, "Ann")]);
        let all = [0, 1, 2, 3];
        review.switch_part(&all, false);
        review.switch_part(&all, true);
        assert_eq!((values(&review), review.count()), (json!({}), 1));
        review.say(0, "1234".into());
        review.switch(0, true);
        assert_eq!((values(&review), review.count()), (json!({}), 1));
        review.switch(1, true);
        review.say(2, "I do not".into());
        assert_eq!((values(&review), review.count()), (json!({ "terms": "yes", "news": "I do not" }), 3));
        assert_eq!(review.parts(), [RowGroup { section: String::new(), rows: all.into() }]);
    }

    #[test]
    fn a_sections_switch_overwrites_nothing() {
        let of = |section: &str, question: FormQuestion| FormQuestion { section: section.into(), ..question };
        let mut review = review(&[
            of("You", text("a", FormState::Proposed, "1")),
            of("You", text("b", FormState::Kept, "2")),
            of("You", text("none", FormState::Empty, "")),
            of("Work", text("c", FormState::Kept, "3")),
            of("You", text("d", FormState::Proposed, "4")),
        ]);
        let parts = review.parts();
        let rows: Vec<_> = parts.iter().map(|part| (part.section.as_str(), part.rows.clone())).collect();
        assert_eq!(rows, [("You", vec![0, 1]), ("Work", vec![3]), ("You", vec![4])]);
        assert_eq!(
            parts.iter().map(|part| review.is_part_on(&part.rows)).collect::<Vec<_>>(),
            [Some(true), None, Some(true)]
        );
        review.switch(1, true);
        review.switch_part(&[0, 1], false);
        assert_eq!((review.is_part_on(&[0, 1]), values(&review)), (Some(false), json!({ "a": "" })));
        review.switch_part(&[0, 1], true);
        assert_eq!((review.is_part_on(&[0, 1]), values(&review)), (Some(true), json!({})));
    }

    #[test]
    fn what_the_person_has_made_of_other_questions_stays_when_one_was_asked_again() {
        let of = |ask: &str, all: &[FormQuestion]| Review::of(&AskId(ask.into()), all);
        let all =
            [text("a", FormState::Proposed, "1"), text("b", FormState::Proposed, "2"), text("c", FormState::Empty, "")];
        let mut before = of("r-ask-1", &all);
        before.switch(0, false);
        before.say(1, "mine".into());
        before.say(2, "typed".into());
        let again = [all[0].clone(), text("b", FormState::Proposed, "3"), all[2].clone()];
        let after = of("r-ask-2", &again).after(&before);
        assert_eq!(values(&after), json!({ "a": "", "c": "typed" }), "the one that was asked again is as it came");
        for other in ["s-ask-2", "r"] {
            assert_eq!(values(&of(other, &again).after(&before)), json!({}), "{other}");
        }
    }

    #[test]
    fn rows_stay_where_they_are() {
        let mut review = review(&[
            text("held", FormState::Kept, ""),
            text("open", FormState::Empty, ""),
            text("left", FormState::Left, "x"),
            text("failed", FormState::Failed, ""),
            text("done", FormState::Filled, "x"),
        ]);
        let places =
            |review: &Review| [Shelf::Main, Shelf::Held, Shelf::Open, Shelf::Nowhere].map(|one| review.at(one));
        let before = places(&review);
        assert_eq!(before, [vec![2, 3], vec![0], vec![1], vec![4]]);
        for at in 0..5 {
            review.say(at, "typed".into());
        }
        assert_eq!(places(&review), before);
        assert!(review.is_of(&AskId("a".into())) && !review.is_of(&AskId("b".into())));
    }

    #[test]
    fn several_are_chosen_in_the_pages_order() {
        let options = ["red", "green", "blue"].map(str::to_owned);
        let choices = FormQuestion {
            options: options.to_vec(),
            value: FormValue::Many(vec!["blue".into()]),
            ..question("colours", FieldType::Choices, FormState::Proposed, "")
        };
        let grid = FormQuestion {
            options: options.to_vec(),
            rows: vec!["walls".into(), "roof".into()],
            value: FormValue::default(),
            ..question("house", FieldType::Grid, FormState::Empty, "")
        };
        let mut review = review(&[choices, grid]);
        review.choose(0, "red", true);
        review.choose_in(1, "walls", "green");
        review.choose_in(1, "roof", "red");
        review.choose_in(1, "roof", "");
        assert_eq!(values(&review), json!({ "colours": ["red", "blue"], "house": { "walls": "green" } }));
        assert_eq!(
            (review.row(1).unwrap().chosen_in("walls"), review.row(1).unwrap().chosen_in("roof")),
            ("green".into(), String::new())
        );
        review.choose(0, "red", false);
        review.choose_in(1, "walls", "");
        assert_eq!(values(&review), json!({}));
        review.choose(0, "blue", false);
        assert_eq!((values(&review), review.count()), (json!({ "colours": "" }), 0));
    }
}
