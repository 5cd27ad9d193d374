//! Anthropic's own interface, the Messages API (<https://platform.claude.com/docs/en/api/messages>).

mod body;
#[cfg(test)]
mod tests;
mod toolset;
mod turn;

use crate::server::{AnswerReader, Kind, Line, models};
use crate::{ChatRequest, ModelError, ModelTurn};
use async_trait::async_trait;
use edith_http::{HttpAnswer, HttpRequest};
use edith_protocol::Gather as _;
use edith_protocol::{ModelDetails, ToolStyle};
use serde_json::Value;
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use toolset::Toolset;
use turn::TurnBuilder;

/// The present version, which has no temperature (<https://platform.claude.com/docs/en/api/versioning>).
const VERSION: &str = "2026-10-21";
/// The one before. Models up to the fourth generation take a temperature with it.
const VERSION_WITH_TEMPERATURE: &str = "2023-06-01";
/// Most models of a list: the most that one page may have. There are a few dozen.
const LIST_LIMIT: u32 = 1_000;
/// Most bytes of a model list.
const LIST_LIMIT_BYTES: usize = 1024 * 1024;

/// Servers that speak it.
#[derive(Default)]
pub(crate) struct Anthropic {
    /// The models that refused a temperature, by base URL and name.
    without_temperature: RefCell<BTreeSet<(String, String)>>,
    /// The models that answered only without the browser toolset.
    without_toolset: RefCell<BTreeSet<(String, String)>>,
}

#[async_trait(?Send)]
impl Kind for Anthropic {
    async fn complete(
        &self,
        line: &Line<'_>,
        request: &ChatRequest,
        on_text: &mut dyn for<'t> FnMut(&'t str),
    ) -> Result<ModelTurn, ModelError> {
        let mut answer = self.ask(line, request).await?;
        AnswerReader::new(TurnBuilder::new(line.server)).read(line, &mut answer, on_text).await
    }

    async fn list(&self, line: &Line<'_>) -> Result<Vec<ModelDetails>, ModelError> {
        let request = HttpRequest { method: "GET", headers: headers(line, VERSION)?, ..HttpRequest::default() };
        let path = format!("{}?limit={LIST_LIMIT}", path(line, "models"));
        models(&line.fetch(&path, request, LIST_LIMIT_BYTES).await?)
    }

    async fn embed(&self, _line: &Line<'_>, _texts: &[String]) -> Result<Vec<Vec<f32>>, ModelError> {
        Err(ModelError::BadRequest { message: "Anthropic has no models that make vectors".to_owned() })
    }
}

impl ModelTurn {
    /// Whether a call was made as that of a member of a toolset of the server's own.
    pub fn calls_member(&self) -> bool {
        let kept = self.continuation.as_ref().and_then(|kept| kept.fields().as_array());
        kept.into_iter().flatten().filter_map(Value::as_str).any(toolset::is_mark)
    }
}

impl Anthropic {
    /// Sends the request, again without what the model does not take: a temperature, the browser toolset.
    async fn ask(&self, line: &Line<'_>, request: &ChatRequest) -> Result<HttpAnswer, ModelError> {
        let model = (line.server.base_url.clone(), line.server.model.clone());
        let wants = line.server.tools == ToolStyle::Toolset && !self.without_toolset.borrow().contains(&model);
        let mut toolset = wants.then(|| Toolset::of(&request.tools)).flatten();
        let mut is_given_up = false;
        loop {
            let refused = self.without_temperature.borrow().contains(&model);
            let temperature = line.server.temperature.filter(|_| !refused);
            let body = body::of(line.server, request, temperature, toolset.as_ref())
                .map_err(|error| ModelError::BadRequest { message: error.to_string() })?;
            let version = if temperature.is_some() { VERSION_WITH_TEMPERATURE } else { VERSION };
            let mut headers = headers(line, version)?;
            headers.insert("content-type".into(), String::from("application/json"));
            headers.insert("accept".into(), String::from("text/event-stream, application/json"));
            let sent = HttpRequest { method: "POST", headers, body: Some(body), ..HttpRequest::default() };
            let mut answer = line.send(&path(line, "messages"), sent).await?;
            if answer.status == 200 {
                if is_given_up {
                    self.without_toolset.borrow_mut().insert(model);
                }
                return Ok(answer);
            }
            let refusal = line.refusal(&mut answer).await?;
            let is_of_temperature = String::from_utf8_lossy(&refusal).contains("temperature");
            if answer.status == 400 && temperature.is_some() && is_of_temperature {
                self.without_temperature.borrow_mut().insert(model.clone());
            } else if answer.status == 400 && toolset.is_some() {
                // Whatever it says: the answer without it tells whether it was that.
                toolset = None;
                is_given_up = true;
            } else {
                return Err(line.classified(&answer, &refusal));
            }
        }
    }
}

/// The path under the base URL, which people type with `/v1` or without.
fn path(line: &Line<'_>, name: &str) -> String {
    if line.base_path().ends_with("/v1") { name.to_owned() } else { format!("v1/{name}") }
}

fn headers(line: &Line<'_>, version: &str) -> Result<BTreeMap<Cow<'static, str>, String>, ModelError> {
    let key = line.key()?;
    let key = (!key.is_empty()).then(|| ("x-api-key", key.to_owned()));
    // Without it a request that comes from a browser is refused: the key would be every visitor's. This browser is the key's owner's.
    let from_browser = ("anthropic-dangerous-direct-browser-access", String::from("true"));
    Ok(key
        .into_iter()
        .chain([("anthropic-version", version.to_owned()), from_browser])
        .map(|(name, value)| (name.into(), value))
        .gathered())
}
