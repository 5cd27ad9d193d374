//! Vectors that put words of one meaning at one place, as a real model would, and all other words apart.

use std::hash::{DefaultHasher, Hash, Hasher};

/// How many numbers a vector has.
const LENGTH: usize = 1_024;

/// Words that mean about the same.
#[rustfmt::skip]
const MEANINGS: &[&[&str]] = &[
    &["pet", "pets", "animal", "animals", "dog", "dogs", "cat", "cats"],
    &["car", "cars", "vehicle", "vehicles", "automobile", "automobiles"],
    &["rent", "rents", "payment", "payments", "cost", "costs", "price", "prices"],
    &["doctor", "doctors", "physician", "physicians"],
];

/// Words that mean nothing.
const EMPTY: &[&str] = &[
    "a", "an", "and", "are", "at", "be", "do", "for", "if", "in", "is", "it", "of", "on", "or", "the", "to", "we",
    "what",
];

/// The vector of a text.
pub fn vector(text: &str) -> Vec<f32> {
    let mut vector = vec![0.0; LENGTH];
    let words = text.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase);
    for word in words.filter(|word| !word.is_empty() && !EMPTY.contains(&word.as_str())) {
        let meaning = MEANINGS
            .iter()
            .find(|words| words.contains(&word.as_str()))
            .and_then(|words| words.first())
            .copied()
            .unwrap_or(&word);
        let mut hasher = DefaultHasher::new();
        meaning.hash(&mut hasher);
        if let Some(number) = vector.get_mut(hasher.finish() as usize % LENGTH) {
            *number += 1.0;
        }
    }
    vector
}
