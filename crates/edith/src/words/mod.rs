//! What the program says to a person, in the language that is spoken: `list` (its own sentences), `sentence` (telling them), `language` (which one is
//! spoken, and the core's sentences in it), `errors` (why something of the system did not work), `effects` (what may be allowed).

mod effects;
mod errors;
pub(crate) mod language;
mod list;
mod sentence;
#[cfg(test)]
mod tests;

pub(crate) use effects::effect;
pub(crate) use sentence::{Entry, Sentence, foreign, number, say};
