//! Sources of replies: a closure, a sequence of turns, or a file.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;

use super::look::uid_of;
use super::{Reply, Request};

#[derive(Debug, thiserror::Error)]
pub enum ScriptError {
    #[error("{path}: {source}")]
    File { path: PathBuf, source: std::io::Error },
    #[error("{path} is no list of turns: {source}")]
    Content { path: PathBuf, source: serde_json::Error },
}

type Turn = Box<dyn Fn(&Request) -> Reply + Send + Sync>;

/// The server's answers. Every request takes the next turn, even a client's retry.
#[derive(Default)]
pub struct Script {
    turns: Vec<Turn>,
    next: AtomicUsize,
    always: Option<Turn>,
}

impl Script {
    pub fn new() -> Self {
        Self::default()
    }

    /// A closure that answers every request.
    pub fn always(answer: impl Fn(&Request) -> Reply + Send + Sync + 'static) -> Self {
        Self { always: Some(Box::new(answer)), ..Self::default() }
    }

    pub fn replies(replies: impl IntoIterator<Item = Reply>) -> Self {
        replies.into_iter().fold(Self::new(), Self::then)
    }

    /// The turns in a file: a JSON list of replies; `example.json` beside this file shows the options.
    pub fn from_file(path: &Path) -> Result<Self, ScriptError> {
        let text = std::fs::read(path).map_err(|source| ScriptError::File { path: path.to_owned(), source })?;
        let replies: Vec<Reply> =
            serde_json::from_slice(&text).map_err(|source| ScriptError::Content { path: path.to_owned(), source })?;
        Ok(Self::replies(replies))
    }

    /// Adds a fixed turn. Its `$uid` arguments are resolved when it is played.
    #[must_use]
    pub fn then(self, reply: Reply) -> Self {
        self.with(move |_| reply.clone())
    }

    /// Adds a turn that depends on the request.
    #[must_use]
    pub fn with(mut self, turn: impl Fn(&Request) -> Reply + Send + Sync + 'static) -> Self {
        self.turns.push(Box::new(turn));
        self
    }

    pub(super) fn answer(&self, request: &Request) -> Reply {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let turn = self.turns.get(number).or(self.always.as_ref());
        let mut reply = turn.map_or_else(|| Reply::text("The script has no further turn."), |turn| turn(request));
        for call in &mut reply.calls {
            resolve(&mut call.arguments, request);
        }
        reply
    }
}

/// Replaces `{"$uid": [type, label]}` by the element's number; a missing one becomes 0, which never exists.
fn resolve(value: &mut Value, request: &Request) {
    let found = value.get("$uid").map(|wanted| {
        let part = |index: usize| wanted.get(index).and_then(Value::as_str).unwrap_or_default();
        uid_of(request, part(0), part(1)).unwrap_or(0)
    });
    match (found, value) {
        (Some(uid), value) => *value = uid.into(),
        (None, Value::Object(fields)) => fields.values_mut().for_each(|value| resolve(value, request)),
        (None, Value::Array(items)) => items.iter_mut().for_each(|value| resolve(value, request)),
        (None, _) => {}
    }
}
