//! A family of instructions: what it does, with the words that differ.

use crate::agent::Agent;
use crate::step::Step;

/// What an instruction's family does, with the words that differ.
pub(super) type Family = fn(&mut Agent<'_>, &Words) -> Step;

/// The words of an instruction that stand for each `{}` of its pattern.
#[derive(Debug)]
pub(super) struct Words(Vec<String>);

impl Words {
    pub(super) fn of(words: Vec<String>) -> Self {
        Self(words)
    }

    /// The words at a place, from 0; "" if the pattern has no such place.
    pub(super) fn at(&self, place: usize) -> &str {
        self.0.get(place).map(String::as_str).unwrap_or_default()
    }
}
