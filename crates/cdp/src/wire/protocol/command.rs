//! What a command is: its method, its parameters, and what is read of its answer.

use super::read::Read;
use serde::Serialize;
use serde_json::Value;

/// A command's method and parameters, as they are sent.
pub(crate) type Message = (&'static str, Value);

/// A command: its fields are its parameters. The table below makes the types that are one.
pub(crate) trait Command: Serialize + Sized {
    const METHOD: &'static str;
    /// Whether it is an [`Input`].
    const INPUT: bool = false;
    type Reply: Reply;

    fn message(&self) -> Message {
        (Self::METHOD, serde_json::to_value(self).unwrap_or_default())
    }
}

/// A command that enters something as a person does.
pub(crate) trait Input: Command {
    /// Whether the page may change by it; moving the pointer changes none.
    fn changes_page(&self) -> bool;
}

/// What is read of a command's answer.
pub(crate) trait Reply {
    fn of(answer: Value) -> Self;
}

impl<T: for<'a> Read<'a>> Reply for T {
    fn of(answer: Value) -> Self {
        T::read(Some(&answer))
    }
}
