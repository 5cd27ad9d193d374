//! Which questions share a call to a model.

use crate::question::Question;

/// Short questions beside each other that share a call, at most: few enough that a small model keeps them apart, and that 50 questions take one round
/// of ten calls.
const TOGETHER: usize = 6;

/// The questions in groups, by their position: neighbours of one section share a call if they are answered in a few words.
pub fn batches(questions: &[&Question]) -> Vec<Vec<usize>> {
    let mut batches: Vec<Vec<usize>> = Vec::new();
    for (at, question) in questions.iter().enumerate() {
        let last = batches.last_mut().filter(|batch| {
            let first = batch.first().and_then(|first| questions.get(*first));
            batch.len() < TOGETHER && question.is_short() && first.is_some_and(|first| first.is_short())
        });
        match last {
            Some(batch) => batch.push(at),
            None => batches.push(vec![at]),
        }
    }
    batches
}

#[cfg(test)]
mod tests {
    use super::*;
    use edith_protocol::FieldType;

    #[test]
    fn fifty_short_questions_are_nine_calls_and_a_long_one_has_its_own() {
        let short = Question::default();
        assert_eq!(batches(&vec![&short; 50]).len(), 9);
        let long = Question { kind: FieldType::LongText, ..Question::default() };
        assert_eq!(batches(&[&short, &long, &short, &short]), [vec![0], vec![1], vec![2, 3]]);
        assert_eq!(batches(&[]), Vec::<Vec<usize>>::new());
    }
}
