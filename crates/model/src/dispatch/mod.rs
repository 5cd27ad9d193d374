//! Requests of parallel runs to the same servers: they share what was learnt of each server's keys, and wait in one queue where a server says that
//! there are too many at once.

mod account;
mod keys;
mod queue;

use crate::{ChatRequest, Clock, ModelError, ModelTurn, Models};
pub use account::Account;
use edith_protocol::ModelServer;
use keys::WornKeys;
use queue::{Ended, Queue, Ticket};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// What happens to a request before it is answered.
#[derive(Debug, Clone, PartialEq)]
pub enum Waiting {
    /// It has waited for some seconds.
    InQueue {
        /// Requests that are answered or come before it.
        ahead: usize,
    },
    /// A key was refused or is worn out, or may be the reason of a refusal, and the next one is tried.
    NextKey {
        /// What the server said.
        error: ModelError,
    },
}

/// Sends the requests of all runs of a worker.
pub struct Dispatcher {
    models: Rc<dyn Models>,
    clock: Rc<dyn Clock>,
    worn: WornKeys,
    /// By base URL.
    queues: RefCell<BTreeMap<String, Rc<Queue>>>,
}

impl Dispatcher {
    /// Knows nothing of any server yet.
    pub fn new(models: Rc<dyn Models>, clock: Rc<dyn Clock>) -> Self {
        Self { models, clock, worn: WornKeys::default(), queues: RefCell::default() }
    }

    /// Where the models come from.
    pub fn models(&self) -> &Rc<dyn Models> {
        &self.models
    }

    /// Asks a server for one turn, as [`crate::ChatModel::complete`].
    ///
    /// # Errors
    /// As [`Dispatcher::ask`].
    pub async fn complete(
        &self,
        account: &Account,
        request: &ChatRequest,
        on_text: &mut dyn for<'t> FnMut(&'t str),
        on_waiting: &mut dyn FnMut(Waiting),
    ) -> Result<ModelTurn, ModelError> {
        self.ask(account, async |server| self.models.server(&server).complete(request, on_text).await, on_waiting).await
    }

    /// Asks a server for vectors, as [`Models::embed`].
    ///
    /// # Errors
    /// As [`Dispatcher::ask`].
    pub async fn embed(&self, account: &Account, texts: &[String]) -> Result<Vec<Vec<f32>>, ModelError> {
        self.ask(account, async |server| self.models.embed(&server, texts).await, &mut |_| {}).await
    }

    /// Asks a server for something: with the next key for each that does not work, none of them twice, and not before its queue has come to it. `send` has
    /// the server with the key to use. Dropping the future leaves the queue.
    ///
    /// # Errors
    /// The last one.
    pub async fn ask<T>(
        &self,
        account: &Account,
        mut send: impl AsyncFnMut(ModelServer) -> Result<T, ModelError>,
        on_waiting: &mut dyn FnMut(Waiting),
    ) -> Result<T, ModelError> {
        let base_url = &account.server.base_url;
        let mut keys = self.worn.usable(account, self.clock.now()).into_iter().peekable();
        let mut place = Ticket::last(&self.queue(base_url), self.clock.now());
        // Keys whose request was refused for a reason that may be theirs, with the first such refusal.
        let mut doubted: Vec<String> = Vec::new();
        let mut refusal = None;
        let mut last = ModelError::Unauthorized { message: String::new() };
        while let Some(key) = keys.next() {
            let has_another = keys.peek().is_some();
            let (answer, ended) = loop {
                place.first(&*self.clock, &mut |ahead| on_waiting(Waiting::InQueue { ahead })).await;
                let answer = send(ModelServer { api_key: key.clone(), ..account.server.clone() }).await;
                let answer = answer.map_err(|error| error.without_keys(&account.keys));
                let ended = place.ended(answer.as_ref().err(), has_another, self.clock.now());
                if ended != Ended::Waits {
                    break (answer, ended);
                }
            };
            let error = match answer {
                Ok(answer) => {
                    // What this key is given was refused to those.
                    for doubted in &doubted {
                        self.worn.note(base_url, doubted, None, self.clock.now());
                    }
                    self.worn.forget(base_url, &key);
                    return Ok(answer);
                }
                Err(error) => error,
            };
            match (ended, of_key(&error)) {
                (Ended::MovesOn, _) | (_, OfKey::Certainly) => {
                    self.worn.note(base_url, &key, wish_ms(&error), self.clock.now());
                }
                (_, OfKey::Perhaps) => {
                    doubted.push(key);
                    refusal.get_or_insert_with(|| error.clone());
                }
                (_, OfKey::No) => return Err(error),
            }
            if has_another {
                on_waiting(Waiting::NextKey { error: error.clone() });
            }
            last = error;
        }
        // Of a key that works otherwise, it says more than that another one does not.
        Err(refusal.unwrap_or(last))
    }

    fn queue(&self, base_url: &str) -> Rc<Queue> {
        Rc::clone(self.queues.borrow_mut().entry(base_url.to_owned()).or_default())
    }
}

/// Whether a failure is of the key, so that another one may help.
enum OfKey {
    Certainly,
    /// Servers refuse the request itself in the same way: whether another key is given what this one is not tells the two apart.
    Perhaps,
    No,
}

fn of_key(error: &ModelError) -> OfKey {
    match error {
        ModelError::Unauthorized { .. } | ModelError::QuotaExceeded { .. } => OfKey::Certainly,
        // Limits of spending come as a bad request, models that an account does not have as unknown ones.
        ModelError::BadRequest { .. } | ModelError::NotFound { .. } => OfKey::Perhaps,
        _ => OfKey::No,
    }
}

/// When the server wants to be asked again with a key that takes no more requests.
fn wish_ms(error: &ModelError) -> Option<u64> {
    match error {
        ModelError::QuotaExceeded { retry_after_ms, .. } | ModelError::Busy { retry_after_ms, .. } => *retry_after_ms,
        _ => None,
    }
}

#[cfg(test)]
mod tests;
