//! The reader's module. It runs in workers of the offscreen page: one for each file, which is ended after it, and one that answers questions from what
//! was read. It may be ended at any moment, by a limit or by a file that makes it trap: what is kept is whole at any time.

mod hands;
mod pictures;

use crate::hands::WorkerHands;
use edith_chrome::store::ChromeStore;
use edith_documents::call::{Answer, Call, Failure};
use edith_library::{Answers, reading};
use edith_port::Store;
use std::rc::Rc;
use wasm_bindgen::prelude::wasm_bindgen;

thread_local! {
    /// What was used last, until this worker rests.
    static ANSWERS: Rc<Answers> = Rc::new(Answers::new(Rc::new(ChromeStore::new()) as Rc<dyn Store>));
}

fn main() {}

/// Carries out a call, as JSON; returns the answer or the failure as JSON.
#[wasm_bindgen]
pub async fn call(text: String) -> String {
    let result: Result<Answer, Failure> = match serde_json::from_str(&text) {
        Ok(Call::Read { document, password }) => {
            let store: Rc<dyn Store> = Rc::new(ChromeStore::new());
            let now = edith_chrome::time::now;
            reading::read(&WorkerHands, &store, &document, password.as_deref(), now).await.map(Answer::Read)
        }
        Ok(Call::Picture { document, page, width, password }) => {
            pictures::draw(&document, page, width, password.as_deref()).await.map(Answer::Picture)
        }
        Ok(call) => ANSWERS.with(Rc::clone).answer(call).await,
        Err(error) => Err(Failure::Failed { error: error.to_string() }),
    };
    serde_json::to_string(&result).unwrap_or_default()
}
