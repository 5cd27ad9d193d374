//! Access to the worker and the storage; the pages' only caller of `sendMessage`.

use crate::state::text::{fill, key};
use crate::state::wire::{self, field, reply};
use edith_chrome::{ChromeError, runtime, storage};
use edith_protocol::{Command, ErrorBody, ErrorCode, Extras, RunId};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// Sends a command and returns the fields of its answer.
///
/// # Errors
/// The worker's message, or that it did not answer.
pub(super) async fn send(command: &Command) -> Result<Value, ErrorBody> {
    read_answer(runtime::send_message(command).await)
}

fn read_answer(answer: Result<Value, ChromeError>) -> Result<Value, ErrorBody> {
    let answer = answer.map_err(|error| {
        let message = fill("no_worker", &[("error", error.message())]);
        ErrorBody::new(ErrorCode::Other, message)
    })?;
    reply(answer)
}

/// The same for a command that starts a run, with its references and documents.
///
/// # Errors
/// The worker's message, or that it did not answer.
pub(super) async fn send_with(command: &Command, extras: &Extras) -> Result<Value, ErrorBody> {
    let unwritten = |error: serde_json::Error| ErrorBody::new(ErrorCode::Other, error.to_string());
    let mut message = serde_json::to_value(command).map_err(unwritten)?;
    if let (Value::Object(fields), Value::Object(more)) =
        (&mut message, serde_json::to_value(extras).map_err(unwritten)?)
    {
        fields.extend(more);
    }
    read_answer(runtime::send_message(&message).await)
}

/// A run's stored steps after `after`, and where the next page begins; none at the end.
///
/// # Errors
/// The worker's message, or that it did not answer.
pub(super) async fn steps(run_id: &RunId, after: Option<u32>) -> Result<(Vec<Value>, Option<u32>), ErrorBody> {
    let mut answer = send(&Command::RunSteps { run_id: run_id.clone(), after }).await?;
    Ok((field(&mut answer, "steps").unwrap_or_default(), field(&mut answer, "after")))
}

/// Every readable entry of a list that may take several answers.
///
/// # Errors
/// The worker's message, or that it did not answer.
pub(super) async fn list<T: DeserializeOwned>(
    name: &str,
    command: impl Fn(Option<u32>) -> Command,
) -> Result<Vec<T>, ErrorBody> {
    let (mut all, mut after) = (Vec::new(), None);
    loop {
        let mut answer = send(&command(after)).await?;
        all.extend(wire::list(&mut answer, name));
        after = field(&mut answer, "after");
        if after.is_none() {
            return Ok(all);
        }
    }
}

/// Reads these keys of the storage.
///
/// # Errors
/// A sentence for the person.
pub(super) async fn read(keys: &[&str]) -> Result<Map<String, Value>, ErrorBody> {
    storage::get(keys).await.map_err(|error| stored_badly(key("not_read"), &error))
}

/// Writes these keys of the storage.
///
/// # Errors
/// A sentence for the person.
pub(super) async fn write(items: &Map<String, Value>) -> Result<(), ErrorBody> {
    storage::set(items).await.map_err(|error| stored_badly(key("not_saved"), &error))
}

fn stored_badly(what: &'static str, error: &ChromeError) -> ErrorBody {
    ErrorBody::new(ErrorCode::Other, fill(what, &[("error", error.message())]))
}
