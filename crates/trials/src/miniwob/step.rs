//! What a step of an oracle gives: a value, or why the oracle stops.

/// Why an oracle cannot go on, in words for the report.
#[derive(Debug)]
pub struct Stop(pub String);

/// What a step of an oracle gives.
pub type Step<T = ()> = Result<T, Stop>;

/// A failure's words.
pub fn stop<T>(words: impl Into<String>) -> Step<T> {
    Err(Stop(words.into()))
}
