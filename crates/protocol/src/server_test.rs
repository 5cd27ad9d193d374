//! The test of a model server: which one, and what came of it.

use serde::{Deserialize, Serialize};

/// A model server to test, whether or not it is stored. What is missing is as stored under its id, or else of the server at its address; in place of
/// an object, an id alone is understood.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct ServerTested {
    /// The id of a stored one; `default` for the one in the three separate keys.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub id: String,
    /// Its protocol, as in the settings.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub kind: String,
    /// Its base URL, e.g. `http://localhost:11434/v1`.
    pub base_url: String,
    /// The key; none for the stored one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub api_key: Option<String>,
    /// The keys, of which the first is tried; none for `apiKey`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub api_keys: Option<Vec<String>>,
    /// The model; without one, only the models are listed.
    pub model: String,
}

impl std::fmt::Debug for ServerTested {
    /// The key stays out of logs.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("ServerTested").field(&self.base_url).field(&self.model).finish()
    }
}

/// What a tested server can. What was not tried or not found out is missing: all but the models and the time, if no model was named; a part whose request
/// failed for a reason that may pass.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct TestedServer {
    /// Its models in its own order; none if it has no list.
    pub models: Vec<String>,
    /// Whether the model answered; false if none was named.
    pub chat: bool,
    /// Whether it called a tool when told to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tools: Option<bool>,
    /// How: `toolset` (by Anthropic's browser toolset; tried where the server is set to it), `native` (by the server's own interface), `text`, or `none`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool_style: Option<String>,
    /// Whether it told the colour of a picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pictures: Option<bool>,
    /// Whether its words came in more than one piece.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stream: Option<bool>,
    /// Whether the model's name says that it is small (fewer than ten billion parameters); missing if it says nothing of its size.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub small: Option<bool>,
    /// Milliseconds until the first words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_ms: Option<f64>,
    /// Tokens per second after that, if the server counts them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens_per_second: Option<f64>,
    /// Milliseconds until the answer.
    pub ms: f64,
}
