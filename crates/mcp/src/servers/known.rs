//! What is remembered of servers: how their tools were described when they were allowed, and the last calls.

use super::rows::is_stored;
use crate::client::Tool;
use edith_port::{Store, StoreError};
use edith_protocol::{McpCall, json::from_value, keys};
use futures_util::lock::Mutex;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Calls of each server that the log has, at most.
const MOST_CALLS: usize = 50;

/// What is remembered of one server.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Remembered {
    /// Fingerprints of its tools' descriptions when they were last allowed, by their names.
    pub(super) tools: BTreeMap<String, String>,
    /// The same of those that were not allowed yet, when the person trusted the server with what it said about them.
    pub(super) trusted: BTreeMap<String, String>,
    /// The last calls, newest first.
    pub(super) calls: Vec<McpCall>,
}

impl Remembered {
    /// Whether a tool is described in other words than when it was last allowed, or trusted.
    pub(super) fn has_changed(&self, tool: &Tool) -> bool {
        let known = self.tools.get(&tool.name).or_else(|| self.trusted.get(&tool.name));
        known.is_some_and(|known| *known != described(tool))
    }
}

/// What is remembered of all servers.
pub(super) struct Known {
    store: Rc<dyn Store>,
    turn: Mutex<()>,
}

impl Known {
    pub(super) fn new(store: Rc<dyn Store>) -> Self {
        Self { store, turn: Mutex::new(()) }
    }

    async fn stored(&self) -> Result<Map<String, Value>, StoreError> {
        Ok(match self.store.read(keys::MCP_KNOWN).await? {
            Some(Value::Object(all)) => all,
            _ => Map::new(),
        })
    }

    /// What is remembered of a server.
    pub(super) async fn of(&self, id: &str) -> Remembered {
        let all = self.stored().await.unwrap_or_default();
        all.get(id).and_then(|one| from_value(one.clone()).ok()).unwrap_or_default()
    }

    /// Changes what is remembered of a server that is still there.
    pub(super) async fn change(&self, id: &str, change: impl FnOnce(&mut Remembered)) -> Result<(), StoreError> {
        let _turn = self.turn.lock().await;
        let mut all = self.stored().await?;
        let mut one: Remembered = all.get(id).and_then(|one| from_value(one.clone()).ok()).unwrap_or_default();
        let before = one.clone();
        change(&mut one);
        one.calls.truncate(MOST_CALLS);
        if one == before || !is_stored(&*self.store, id).await? {
            return Ok(());
        }
        all.insert(id.to_owned(), json!(one));
        self.store.write(keys::MCP_KNOWN, Value::Object(all)).await
    }

    /// Forgets a server.
    pub(super) async fn forget(&self, id: &str) -> Result<(), StoreError> {
        let _turn = self.turn.lock().await;
        let mut all = self.stored().await?;
        if all.remove(id).is_none() {
            return Ok(());
        }
        self.store.write(keys::MCP_KNOWN, Value::Object(all)).await
    }
}

/// A fingerprint of all that a server says about a tool: SHA-256 in hexadecimal digits. One that is easier to meet by another description would be no
/// protection.
pub(super) fn described(tool: &Tool) -> String {
    let text = json!(tool).to_string();
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tool_is_what_it_was_when_it_was_allowed_or_else_trusted() {
        let tool = |words: &str| -> Tool {
            from_value(json!({ "name": "book", "description": words, "inputSchema": { "type": "object" } })).unwrap()
        };
        let of = |words: &str| BTreeMap::from([("book".to_owned(), described(&tool(words)))]);
        let never = Remembered::default();
        let trusted = Remembered { trusted: of("Books."), ..Remembered::default() };
        let allowed = Remembered { tools: of("Books, and tells."), ..trusted.clone() };
        for (known, words, changed) in [
            (&never, "anything", false),
            (&trusted, "Books.", false),
            (&trusted, "Books, and tells.", true),
            (&allowed, "Books, and tells.", false),
            (&allowed, "Books.", true),
        ] {
            assert_eq!(known.has_changed(&tool(words)), changed, "{words}");
        }
    }
}
