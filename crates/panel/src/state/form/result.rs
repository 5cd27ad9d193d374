//! How far a form is, and what became of its questions.

use crate::state::text::{fill, key};
use edith_protocol::{FormQuestion, FormShown, FormState};

/// What became of a form's questions, in the page's order.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Lists {
    /// Filled in and read back.
    pub filled: Vec<FormQuestion>,
    /// Hold what they held.
    pub kept: Vec<FormQuestion>,
    /// Left as they were.
    pub left: Vec<FormQuestion>,
    /// Did not take their value.
    pub failed: Vec<FormQuestion>,
}

/// The questions by what became of them; what the end does not name, as it is.
pub fn lists(form: &FormShown) -> Lists {
    let mut lists = Lists::default();
    let ended = form.ended.clone().unwrap_or_default();
    for question in &form.questions {
        let id = &question.question_id;
        let list = match question.state {
            _ if ended.filled.contains(id) => &mut lists.filled,
            _ if ended.kept.contains(id) => &mut lists.kept,
            _ if ended.left.contains(id) => &mut lists.left,
            _ if ended.failed.contains(id) => &mut lists.failed,
            FormState::Filled => &mut lists.filled,
            FormState::Kept => &mut lists.kept,
            FormState::Failed => &mut lists.failed,
            _ => &mut lists.left,
        };
        list.push(question.clone());
    }
    lists
}

/// How many of a form's questions are dealt with, and how many there are: while answers are looked for those that were looked for, then those that are
/// filled in of those that are to be.
pub fn share(form: &FormShown) -> (u32, u32) {
    let count = |is: fn(FormState) -> bool| form.questions.iter().filter(|one| is(one.state)).count() as u32;
    let pending = count(|state| state == FormState::Pending);
    let over = count(|state| matches!(state, FormState::Filled | FormState::Failed));
    if pending > 0 || over == 0 {
        let all = form.questions.len() as u32;
        return (all - pending.min(all), all);
    }
    (over, over + count(|state| state == FormState::Proposed))
}

/// `12 of 50 answered`, then `7 of 20 filled in`; empty in between, while the person looks at it, and once it has ended.
pub fn progress(form: &FormShown) -> String {
    let looks = form.questions.iter().any(|one| one.state == FormState::Pending);
    let fills = form.questions.iter().any(|one| matches!(one.state, FormState::Filled | FormState::Failed));
    if form.ended.is_some() || !looks && !fills {
        return String::new();
    }
    let (done, all) = share(form);
    let words = if looks { key("form_answered_of") } else { key("form_filled_of") };
    fill(words, &[("n", &done.to_string()), ("all", &all.to_string())])
}

/// What the end of a run says besides the lists, which are shown by themselves.
pub fn at_end(summary: &str) -> String {
    let told = summary.split("\n\n").filter(|part| !part.contains("\n- "));
    told.collect::<Vec<_>>().join("\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use edith_protocol::{FieldType, FormEnd, FormSource, FormValue};

    fn form(states: &[FormState]) -> FormShown {
        let question = |(at, state): (usize, &FormState)| FormQuestion {
            question_id: format!("q{at}"),
            title: format!("Q{at}"),
            section: String::new(),
            hint: String::new(),
            kind: FieldType::Text,
            required: false,
            options: Vec::new(),
            rows: Vec::new(),
            current: FormValue::default(),
            value: "v".into(),
            source: FormSource::Profile,
            confidence: 1.0,
            state: *state,
            reason: String::new(),
            concluded_from: Vec::new(),
        };
        FormShown { questions: states.iter().enumerate().map(question).collect(), ..FormShown::default() }
    }

    #[test]
    fn first_answers_are_counted_then_fields() {
        use FormState::{Empty, Failed, Filled, Kept, Pending, Proposed, Yours};
        for (states, expected) in [
            (&[Pending, Pending, Proposed][..], "1 of 3 answered"),
            (&[Yours, Empty, Kept, Proposed], ""),
            (&[Filled, Proposed, Proposed, Empty, Kept], "1 of 3 filled in"),
            (&[Filled, Failed, Empty], "2 of 2 filled in"),
            // A field that appeared while others were filled in.
            (&[Filled, Pending, Proposed], "2 of 3 answered"),
            (&[], ""),
        ] {
            assert_eq!(progress(&form(states)), expected, "{states:?}");
        }
        let mut ended = form(&[Filled]);
        ended.ended = Some(FormEnd::default());
        assert_eq!(progress(&ended), "");
    }

    #[test]
    fn the_end_decides_and_a_run_that_was_stopped_is_told_by_its_states() {
        use FormState::{Empty, Failed, Filled, Kept, Proposed, Yours};
        let mut form = form(&[Filled, Kept, Empty, Failed, Proposed, Yours]);
        let ids = |list: &[FormQuestion]| list.iter().map(|one| one.question_id.clone()).collect::<Vec<_>>();
        let of = |form: &FormShown| {
            let Lists { filled, kept, left, failed } = lists(form);
            [ids(&filled), ids(&kept), ids(&left), ids(&failed)]
        };
        assert_eq!(of(&form), [vec!["q0"], vec!["q1"], vec!["q2", "q4", "q5"], vec!["q3"]]);
        form.ended = Some(FormEnd { failed: vec!["q4".into()], left: vec!["q0".into()], ..FormEnd::default() });
        assert_eq!(of(&form), [vec![], vec!["q1"], vec!["q0", "q2", "q5"], vec!["q3", "q4"]]);
    }

    #[test]
    fn the_end_says_nothing_twice() {
        let summary =
            "Filled in: 2.\n\nLeft as they are: 2\n- Phone (nothing says it)\n- Fax\n\nThe file could not be read.";
        assert_eq!(at_end(summary), "Filled in: 2.\n\nThe file could not be read.");
        assert_eq!(at_end("Nothing was filled in."), "Nothing was filled in.");
    }
}
