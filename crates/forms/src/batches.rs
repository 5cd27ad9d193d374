//! Which questions share a call to a model.

use crate::question::Question;
use edith_protocol::FieldType;

/// Questions of one call where a model does not manage more at once: few enough that a small one keeps them apart.
pub const FEW: usize = 6;
/// Questions of one call where each brings passages of long documents with it.
pub const WITH_PASSAGES: usize = 12;
/// Questions of one call, at most: their answers are as long as most servers let one answer be.
pub const MOST: usize = 40;

/// A longer answer counts as so many short ones.
const LONG_ANSWER: usize = 4;
/// Characters of the options and rows of one call, at most: some three lists of all countries.
const LISTED: usize = 12_000;

/// The questions in groups, by their position in the form's order. Each is answered in as much as `most` short answers, and they are about equally long.
pub fn batches(questions: &[&Question], most: usize) -> Vec<Vec<usize>> {
    let most = most.max(1);
    let all: usize = questions.iter().map(|question| weight(question)).sum();
    let calls = all.div_ceil(most).max(1);
    let share = all.div_ceil(calls);
    let mut batches: Vec<Vec<usize>> = Vec::new();
    let (mut filled, mut listed) = (0, 0);
    for (at, question) in questions.iter().enumerate() {
        let (weight, lists) = (weight(question), question.listed_characters());
        match batches.last_mut().filter(|_| filled + weight <= share.max(LONG_ANSWER) && listed + lists <= LISTED) {
            Some(batch) => batch.push(at),
            None => {
                batches.push(vec![at]);
                (filled, listed) = (0, 0);
            }
        }
        filled += weight;
        listed += lists;
    }
    batches
}

/// How long an answer is, in short ones.
fn weight(question: &Question) -> usize {
    match question.kind {
        FieldType::LongText => LONG_ANSWER,
        // Each row is answered by itself, in few words.
        FieldType::Grid => question.rows.len().div_ceil(3).clamp(1, LONG_ANSWER),
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_is_one_call_where_it_fits_and_falls_into_equal_parts_where_not() {
        let short = Question::default();
        let sizes =
            |questions: &[&Question], most| -> Vec<usize> { batches(questions, most).iter().map(Vec::len).collect() };
        assert_eq!(sizes(&[&short; 25], MOST), [25]);
        assert_eq!(sizes(&[&short; 50], MOST), [25, 25]);
        assert_eq!(sizes(&[&short; 50], FEW).len(), 9);
        assert!(batches(&[], MOST).is_empty());
        let long = Question { kind: FieldType::LongText, ..Question::default() };
        assert_eq!(sizes(&[&short, &long, &short, &short], MOST), [4]);
        assert_eq!(sizes(&[&short, &long, &long, &short], FEW), [2, 2]);
    }

    #[test]
    fn no_call_has_more_lists_than_it_can_read() {
        let towns = Question { options: vec!["Klagenfurt am Wörthersee".into(); 400], ..Question::default() };
        let few = Question { options: vec!["Yes".into(), "No".into()], ..Question::default() };
        let sizes: Vec<usize> = batches(&[&few, &towns, &towns, &few], MOST).iter().map(Vec::len).collect();
        assert_eq!(sizes, [2, 2]);
    }

    #[test]
    fn every_question_is_in_one_call_in_the_forms_order() {
        let kinds = [FieldType::Text, FieldType::LongText, FieldType::Grid];
        let all: Vec<Question> = (0..97).map(|at| Question { kind: kinds[at % 3], ..Question::default() }).collect();
        let all: Vec<&Question> = all.iter().collect();
        for most in [1, FEW, WITH_PASSAGES, MOST] {
            let batches = batches(&all, most);
            assert!(batches.iter().all(|batch| !batch.is_empty()));
            assert_eq!(batches.concat(), (0..97).collect::<Vec<_>>(), "{most}");
        }
    }
}
