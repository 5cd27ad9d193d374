//! Requests of parallel runs to the same servers: they share what was learnt of each server's keys, and wait in one queue where a server says that
//! there are too many at once.

mod account;
mod keys;
mod queue;

use crate::{ChatRequest, Clock, ModelError, ModelTurn, Models};
pub use account::Account;
use edith_protocol::ModelServer;
use keys::WornKeys;
use queue::{Place, Queue};
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
    /// A key was refused or is worn out, and the next one is tried.
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
        let mut place = Place::last(&self.queue(base_url), self.clock.now());
        let mut last = ModelError::Unauthorized { message: String::new() };
        while let Some(key) = keys.next() {
            let answer = loop {
                place.first(&*self.clock, &mut |ahead| on_waiting(Waiting::InQueue { ahead })).await;
                let answer = send(ModelServer { api_key: key.clone(), ..account.server.clone() }).await;
                let answer = answer.map_err(|error| error.without_keys(&account.keys));
                if !place.ended(answer.as_ref().err(), self.clock.now()) {
                    break answer;
                }
            };
            match answer {
                Err(error) if is_of_the_key(&error) => {
                    self.worn.note(base_url, &key, wish_ms(&error), self.clock.now());
                    if keys.peek().is_some() {
                        on_waiting(Waiting::NextKey { error: error.clone() });
                    }
                    last = error;
                }
                answer => {
                    if answer.is_ok() {
                        self.worn.forget(base_url, &key);
                    }
                    return answer;
                }
            }
        }
        Err(last)
    }

    fn queue(&self, base_url: &str) -> Rc<Queue> {
        Rc::clone(self.queues.borrow_mut().entry(base_url.to_owned()).or_default())
    }
}

/// Whether another key may help.
fn is_of_the_key(error: &ModelError) -> bool {
    matches!(error, ModelError::Unauthorized { .. } | ModelError::QuotaExceeded { .. })
}

/// When the server wants to be asked again with a key whose quota is used up.
fn wish_ms(error: &ModelError) -> Option<u64> {
    match error {
        ModelError::QuotaExceeded { retry_after_ms, .. } => *retry_after_ms,
        _ => None,
    }
}
