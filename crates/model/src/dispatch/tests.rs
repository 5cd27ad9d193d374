use super::*;
use crate::{Brief, ChatModel};
use async_trait::async_trait;
use edith_protocol::ModelDetails;
use futures_util::FutureExt;
use std::cell::Cell;

/// Time passes as it is slept.
#[derive(Default)]
struct Sleeper(Cell<f64>);

#[async_trait(?Send)]
impl Clock for Sleeper {
    fn now(&self) -> f64 {
        self.0.get()
    }

    fn zone_minutes(&self) -> i32 {
        0
    }

    async fn sleep(&self, ms: u64) {
        self.0.set(self.0.get() + ms as f64);
    }
}

type Says = fn(&str) -> Result<ModelTurn, ModelError>;

/// A server that answers each key as it says.
struct Keyed {
    says: Says,
    asked: Rc<RefCell<Vec<String>>>,
}

struct One {
    says: Says,
    key: String,
}

#[async_trait(?Send)]
impl ChatModel for One {
    async fn complete(
        &self,
        _request: &ChatRequest,
        _on_text: &mut dyn for<'t> FnMut(&'t str),
    ) -> Result<ModelTurn, ModelError> {
        (self.says)(&self.key)
    }
}

#[async_trait(?Send)]
impl Models for Keyed {
    fn built_in(&self) -> Rc<dyn ChatModel> {
        Rc::new(One { says: self.says, key: String::new() })
    }

    fn server(&self, server: &ModelServer) -> Rc<dyn ChatModel> {
        self.asked.borrow_mut().push(server.api_key.clone());
        Rc::new(One { says: self.says, key: server.api_key.clone() })
    }

    async fn list(&self, _server: &ModelServer) -> Result<Vec<ModelDetails>, ModelError> {
        Ok(Vec::new())
    }

    async fn embed(&self, _server: &ModelServer, _texts: &[String]) -> Result<Vec<Vec<f32>>, ModelError> {
        Ok(Vec::new())
    }
}

/// The keys that are asked in so many turns of a run with the keys 1, 2 and 3, and the last turn's error.
fn asked(says: Says, turns: usize) -> (String, Option<ModelError>) {
    let asked: Rc<RefCell<Vec<String>>> = Rc::default();
    let dispatcher = Dispatcher::new(Rc::new(Keyed { says, asked: Rc::clone(&asked) }), Rc::new(Sleeper::default()));
    let server = ModelServer { base_url: "https://a.example".into(), ..ModelServer::default() };
    let account = Account { server, keys: ["1", "2", "3"].map(str::to_owned).into() };
    let request =
        ChatRequest { messages: Vec::new(), tools: Vec::new(), max_completion_tokens: 1, brief: Brief::default() };
    let mut last = None;
    for _ in 0..turns {
        let turn = dispatcher.complete(&account, &request, &mut |_| {}, &mut |_| {}).now_or_never();
        last = turn.expect("nothing is waited for").err();
    }
    let asked = asked.borrow().concat();
    (asked, last)
}

fn refused() -> ModelError {
    ModelError::BadRequest { message: "words".into() }
}

fn unknown() -> ModelError {
    ModelError::NotFound { message: "words".into() }
}

fn busy(wish: Option<u64>) -> ModelError {
    ModelError::Busy { status: 429, message: "words".into(), retry_after_ms: wish }
}

fn well() -> Result<ModelTurn, ModelError> {
    Ok(ModelTurn::default())
}

#[test]
fn what_one_key_is_refused_and_the_next_is_given_was_the_keys() {
    assert_eq!(asked(|key| if key == "1" { Err(refused()) } else { well() }, 3), ("1222".into(), None));
    assert_eq!(asked(|key| if key == "3" { well() } else { Err(unknown()) }, 2), ("1233".into(), None));
    // What all are refused is the request: none of them is left alone, and each turn's request is tried with each.
    assert_eq!(asked(|_| Err(refused()), 2), ("123123".into(), Some(refused())));
    // A key that does not work at all says nothing about the request.
    let mixed: Says = |key| Err(if key == "1" { refused() } else { ModelError::Unauthorized { message: key.into() } });
    assert_eq!(asked(mixed, 1), ("123".into(), Some(refused())));
    // What is surely not of the key goes to no other.
    for error in [
        || ModelError::Filtered,
        || ModelError::ContextTooLong { message: String::new() },
        || ModelError::BrokenAnswer { message: String::new() },
        || ModelError::ServerFailed { status: 503, message: String::new(), retry_after_ms: None },
    ] {
        assert_eq!(of(error).0, "11");
    }
}

/// The keys asked in two turns that fail so.
fn of(error: fn() -> ModelError) -> (String, Option<ModelError>) {
    thread_local!(static ERROR: Cell<fn() -> ModelError> = Cell::new(|| ModelError::Filtered));
    ERROR.set(error);
    asked(|_| Err(ERROR.get()()), 2)
}

#[test]
fn a_key_that_stays_busy_makes_way() {
    // As often as a run tries: two retries.
    assert_eq!(asked(|key| if key == "1" { Err(busy(None)) } else { well() }, 4), ("11122".into(), None));
    // A wait that is worth it, and one that is not.
    assert_eq!(asked(|key| if key == "1" { Err(busy(Some(8_000))) } else { well() }, 4), ("11122".into(), None));
    assert_eq!(asked(|key| if key == "1" { Err(busy(Some(8_001))) } else { well() }, 2), ("122".into(), None));
    // The last key is the run's to wait for.
    assert_eq!(asked(|_| Err(busy(Some(60_000))), 1), ("123".into(), Some(busy(Some(60_000)))));
    assert_eq!(asked(|_| Err(busy(None)), 3).0, "1112");
}
