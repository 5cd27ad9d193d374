//! What a server offers, page by page.

use super::asks::Step;
use super::calls::Asking;
use super::error::{METHOD_NOT_FOUND, McpError, brief};
use super::handle::Client;
use super::headers::mirrored;
use super::line::params;
use super::session::Link;
use super::types::{Listed, Prompt, Resource, ResourceTemplate, Tool};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Most pages of a list.
const PAGES: usize = 50;
/// Most items of a list.
const ITEMS: usize = 2_000;
/// Longest name, in characters.
const NAME: usize = 256;

impl Client {
    /// The server's tools. Definitions that break the rules are left out, with a warning each.
    ///
    /// # Errors
    /// When there is no list within 20 seconds.
    pub async fn tools(&self) -> Result<Listed<Tool>, McpError> {
        let mut listed = self.list::<Tool>("tools/list", "tools").await?;
        let is_modern = matches!(self.0.link.borrow().as_ref(), Some((_, Link::Modern)));
        let mut wanted = BTreeMap::new();
        let Listed { items, warnings, .. } = &mut listed;
        items.retain(|tool| {
            let checked =
                check(tool).and_then(|()| if is_modern { mirrored(&tool.input_schema) } else { Ok(Vec::new()) });
            let checked = match checked {
                Ok(_) if wanted.contains_key(&tool.name) => Err("another tool has the same name".to_owned()),
                checked => checked,
            };
            match checked {
                Ok(headers) => drop(wanted.insert(tool.name.clone(), headers)),
                Err(why) => {
                    warnings.push(format!("The tool {:?} is left out: {why}.", brief(&tool.name, 80)));
                    return false;
                }
            }
            true
        });
        *self.0.tools.borrow_mut() = Some(wanted);
        Ok(listed)
    }

    /// The server's resources; empty if it offers none.
    ///
    /// # Errors
    /// When there is no list within 20 seconds.
    pub async fn resources(&self) -> Result<Listed<Resource>, McpError> {
        self.list_if("resources", "resources/list", "resources").await
    }

    /// The patterns of further resources; empty if there are none.
    ///
    /// # Errors
    /// When there is no list within 20 seconds.
    pub async fn resource_templates(&self) -> Result<Listed<ResourceTemplate>, McpError> {
        self.list_if("resources", "resources/templates/list", "resourceTemplates").await
    }

    /// The server's prompts; empty if it offers none.
    ///
    /// # Errors
    /// When there is no list within 20 seconds.
    pub async fn prompts(&self) -> Result<Listed<Prompt>, McpError> {
        self.list_if("prompts", "prompts/list", "prompts").await
    }

    async fn list_if<T: DeserializeOwned>(&self, of: &str, method: &str, field: &str) -> Result<Listed<T>, McpError> {
        if !self.connect().await?.capabilities.contains_key(of) {
            return Ok(Listed { items: Vec::new(), warnings: Vec::new(), fresh_ms: 0 });
        }
        self.list(method, field).await
    }

    async fn list<T: DeserializeOwned>(&self, method: &str, field: &str) -> Result<Listed<T>, McpError> {
        // Negotiating has its own time.
        self.linked().await?;
        let listed = self.0.line.in_time(self.pages(method, field)).await;
        listed.map_err(|error| match error {
            // A list changes nothing, so that its answer was lost leaves nothing uncertain.
            McpError::NoAnswer(why) => McpError::Unreachable(why),
            McpError::NotSent(error) => *error,
            error => error,
        })
    }

    async fn pages<T: DeserializeOwned>(&self, method: &str, field: &str) -> Result<Listed<T>, McpError> {
        let mut listed = Listed { items: Vec::new(), warnings: Vec::new(), fresh_ms: u64::MAX };
        let (mut cursors, mut cursor) = (BTreeSet::new(), None);
        for page in 1.. {
            let params = cursor.take().map_or_else(Map::new, |cursor: String| params([("cursor", cursor.into())]));
            let asking = Asking { method, params, answers: BTreeMap::new(), state: None, rounds: 0 };
            let mut result = match self.run(asking, None).await {
                Ok(Step::Done(result)) => result,
                Ok(Step::Asks(_)) => return Err(McpError::Protocol("it asks back where it must not".to_owned())),
                Err(McpError::Rpc { code: METHOD_NOT_FOUND, .. }) if page == 1 => break,
                Err(error) => return Err(error),
            };
            let Some(Value::Array(items)) = result.get_mut(field).map(Value::take) else {
                return Err(McpError::Protocol(format!("it holds no {field}")));
            };
            listed.fresh_ms = listed.fresh_ms.min(result.get("ttlMs").and_then(Value::as_u64).unwrap_or(0));
            for item in items {
                if listed.items.len() >= ITEMS {
                    listed.warnings.push(format!("Only the first {ITEMS} {field} are used."));
                    return Ok(listed);
                }
                let name = item.get("name").and_then(Value::as_str).map(|name| brief(name, 80)).unwrap_or_default();
                match edith_protocol::json::from_value(item) {
                    Ok(item) => listed.items.push(item),
                    Err(error) => {
                        let why = brief(&error.to_string(), 120);
                        listed.warnings.push(format!("{name:?} among the {field} is left out: {why}."));
                    }
                }
            }
            // An empty text is a cursor like any other.
            let Some(next) = result.get("nextCursor").and_then(Value::as_str) else { break };
            if page >= PAGES || !cursors.insert(next.to_owned()) {
                listed.warnings.push(format!("The list of {field} does not end; only its first pages are used."));
                break;
            }
            cursor = Some(next.to_owned());
        }
        if listed.fresh_ms == u64::MAX {
            listed.fresh_ms = 0;
        }
        Ok(listed)
    }
}

/// Why a tool cannot be used, if so.
fn check(tool: &Tool) -> Result<(), String> {
    if tool.name.is_empty() || tool.name.chars().count() > NAME || tool.name.chars().any(char::is_control) {
        return Err("its name is empty, too long or not printable".to_owned());
    }
    match tool.input_schema.get("type").and_then(Value::as_str) {
        Some("object") => Ok(()),
        _ => Err("its arguments are not an object".to_owned()),
    }
}
