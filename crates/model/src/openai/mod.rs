//! The answers of OpenAI-compatible model servers, from bytes to a [`ModelTurn`](crate::ModelTurn) or a
//! [`ModelError`](crate::ModelError).
//!
//! Pure: the worker fetches and passes the bytes on. Servers differ in much, so this reads plain JSON values and takes what it finds,
//! and never trusts a header about what a body is.

pub mod body;
mod models;
mod reader;
mod turn;

pub use crate::server::{AddressError, Asked, Endpoint, Head, classify};
pub use models::model_names;
pub use reader::AnswerReader;
