//! An oracle's step: a value, or why it stops.

/// Why an oracle stops, in words for the report.
#[derive(Debug)]
pub(crate) struct Stop(pub String);

pub(crate) type Step<T = ()> = Result<T, Stop>;

/// Stops with these words.
pub(crate) fn stop<T>(words: impl Into<String>) -> Step<T> {
    Err(Stop(words.into()))
}
