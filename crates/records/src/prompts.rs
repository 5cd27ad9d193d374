//! The prompts that the person keeps, as they are stored.

use edith_port::{Store, StoreError};
use edith_protocol::{
    ErrorBody, ErrorCode, MAX_PROMPTS, PROMPT_CHARS, PROMPT_NAME_CHARS, SavedPrompt, json::from_value, keys,
};
use edith_words::{Sentence, Word, say};
use futures_util::lock::Mutex;
use serde_json::{Value, json};
use std::rc::Rc;

/// The saved prompts. What is stored and cannot be read stays as it is.
pub struct Prompts {
    store: Rc<dyn Store>,
    /// Two changes never read the same list.
    turn: Mutex<()>,
}

impl Prompts {
    /// Those of that store.
    pub fn new(store: Rc<dyn Store>) -> Self {
        Self { store, turn: Mutex::new(()) }
    }

    async fn stored(&self) -> Result<Vec<Value>, StoreError> {
        Ok(match self.store.read(keys::PROMPTS).await? {
            Some(Value::Array(all)) => all,
            _ => Vec::new(),
        })
    }

    /// All that can be read.
    pub async fn list(&self) -> Result<Vec<SavedPrompt>, StoreError> {
        Ok(readable(&self.stored().await?).collect())
    }

    /// Puts a prompt in the place of the one with its id, or at the end.
    pub async fn put(&self, mut prompt: SavedPrompt, new_id: impl FnOnce() -> String) -> Result<(), ErrorBody> {
        prompt.name = prompt.name.split_whitespace().collect::<Vec<_>>().join(" ");
        prompt.text = prompt.text.trim().to_owned();
        let _turn = self.turn.lock().await;
        let mut all = self.stored().await?;
        let others: Vec<SavedPrompt> = readable(&all).filter(|other| other.id != prompt.id).collect();
        if let Some(objection) = objection(&prompt, &others) {
            return Err(ErrorBody::new(ErrorCode::BadPrompt, objection));
        }
        if prompt.id.is_empty() {
            prompt.id = new_id();
            all.push(json!(prompt));
        } else {
            let place = all.iter_mut().find(|one| id_of(one) == prompt.id).ok_or_else(unknown)?;
            *place = json!(prompt);
        }
        Ok(self.store.write(keys::PROMPTS, json!(all)).await?)
    }

    /// Deletes the one with this id.
    pub async fn delete(&self, id: &str) -> Result<(), ErrorBody> {
        let _turn = self.turn.lock().await;
        let mut all = self.stored().await?;
        let before = all.len();
        all.retain(|one| id_of(one) != id);
        if all.len() == before {
            return Err(unknown());
        }
        Ok(self.store.write(keys::PROMPTS, json!(all)).await?)
    }
}

fn readable(all: &[Value]) -> impl Iterator<Item = SavedPrompt> {
    all.iter().filter_map(|one| from_value(one.clone()).ok()).filter(|prompt: &SavedPrompt| !prompt.id.is_empty())
}

fn id_of(stored: &Value) -> &str {
    stored.get("id").and_then(Value::as_str).unwrap_or_default()
}

fn unknown() -> ErrorBody {
    ErrorBody::new(ErrorCode::UnknownPrompt, say!(NoPrompt))
}

/// What speaks against saving a prompt beside these others.
fn objection(prompt: &SavedPrompt, others: &[SavedPrompt]) -> Option<Sentence> {
    let longer = |text: &str, limit: usize| text.chars().nth(limit).is_some();
    Some(if prompt.name.is_empty() || prompt.text.is_empty() {
        say!(PromptNameless)
    } else if longer(&prompt.name, PROMPT_NAME_CHARS) || longer(&prompt.text, PROMPT_CHARS) {
        say!(PromptTooLong { name: PROMPT_NAME_CHARS, text: PROMPT_CHARS })
    } else if others.iter().any(|other| other.name.to_lowercase() == prompt.name.to_lowercase()) {
        say!(PromptNamed { name: Word::Quoted(prompt.name.clone()) })
    } else if prompt.id.is_empty() && others.len() >= MAX_PROMPTS {
        say!(PromptsTooMany { limit: MAX_PROMPTS })
    } else {
        return None;
    })
}
