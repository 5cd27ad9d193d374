//! A model server as it is asked.

use serde::{Deserialize, Serialize};

/// How a model is told of tools, and how it calls them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ToolStyle {
    /// By the server's own interface; as text once it turns out that the model has none.
    #[default]
    Auto,
    /// By the server's own interface.
    Native,
    /// As text: one action a turn, written in the answer.
    Text,
    /// By Anthropic's own browser toolset, where the server's kind and its model have it; else as [`Self::Native`].
    Toolset,
}

impl ToolStyle {
    const ALL: [(Self, &str); 4] =
        [(Self::Auto, "auto"), (Self::Native, "native"), (Self::Text, "text"), (Self::Toolset, "toolset")];

    /// Its name in the settings.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(style, _)| *style == self).map_or("", |(_, name)| name)
    }

    /// The style with this name; any other name is [`Self::Auto`].
    pub fn named(name: &str) -> Self {
        Self::ALL.iter().find(|(_, known)| *known == name).map_or(Self::Auto, |(style, _)| *style)
    }
}

/// The model server to use, with one of its keys.
#[derive(Clone, Default, PartialEq)]
pub struct ModelServer {
    /// Its id in the settings; empty for one that is not stored.
    pub id: String,
    /// Its protocol; empty: known by its address, else OpenAI's.
    pub kind: String,
    /// Base URL without trailing slash.
    pub base_url: String,
    /// The key; empty if not needed.
    pub api_key: String,
    /// The model.
    pub model: String,
    /// Whether the model accepts pictures; none: as the settings say.
    pub sees_pictures: Option<bool>,
    /// How the model calls tools.
    pub tools: ToolStyle,
    /// Whether the model is small: it gets fewer and shorter tools.
    pub small: bool,
    /// The sampling temperature; none: the server's own.
    pub temperature: Option<f64>,
    /// Tokens per answer, at most; none: as the settings say.
    pub max_tokens: Option<u32>,
}

impl std::fmt::Debug for ModelServer {
    /// Keeps the key out of logs.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ModelServer")
            .field("base_url", &self.base_url)
            .field("model", &self.model)
            .finish_non_exhaustive()
    }
}
