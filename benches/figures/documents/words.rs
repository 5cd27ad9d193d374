//! Words as multisets, and how far one has another's.

use std::collections::HashMap;

/// The words of a text: runs of letters and digits, in lower case.
pub(super) fn words(text: &str) -> HashMap<String, usize> {
    let mut counted = HashMap::new();
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        *counted.entry(word.to_lowercase()).or_default() += 1;
    }
    counted
}

/// How much of the truth was found, and how much of what was found is true.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Score {
    pub recall: f64,
    pub precision: f64,
}

impl Score {
    /// Of words found beside those that are there.
    pub(super) fn of(found: &HashMap<String, usize>, truth: &HashMap<String, usize>) -> Self {
        let total = |words: &HashMap<String, usize>| words.values().sum::<usize>();
        let common: usize =
            truth.iter().map(|(word, count)| (*count).min(found.get(word).copied().unwrap_or_default())).sum();
        let part = |all: usize| if all == 0 { 1.0 } else { crate::number(common) / crate::number(all) };
        Self { recall: part(total(truth)), precision: part(total(found)) }
    }

    /// The harmonic mean of both.
    pub(super) fn f1(self) -> f64 {
        let sum = self.recall + self.precision;
        if sum == 0.0 { 0.0 } else { 2.0 * self.recall * self.precision / sum }
    }
}

/// The mean over files of a part of the score.
pub(super) fn mean(scores: &[Score], part: fn(Score) -> f64) -> f64 {
    if scores.is_empty() {
        0.0
    } else {
        scores.iter().map(|score| part(*score)).sum::<f64>() / crate::number(scores.len())
    }
}
