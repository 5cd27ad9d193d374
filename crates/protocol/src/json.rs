//! Reading JSON into types in little code.
//!
//! serde makes a reader of each type for each source it is read from. Text is a source whose readers are more than twice as large as
//! those of a parsed [`Value`] (reading runs and commands this way took 17 KB off the compressed worker), so everything is read through a value; only the page's
//! walk, which is large and read with every look, is read from its text.

use serde::de::DeserializeOwned;
use serde_json::Value;

/// Reads a value of type `T` from JSON text.
///
/// # Errors
/// The text is no JSON, or does not have the type's shape.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, serde_json::Error> {
    T::deserialize(parse(text)?)
}

#[inline(never)]
fn parse(text: &str) -> Result<Value, serde_json::Error> {
    serde_json::from_str(text)
}
