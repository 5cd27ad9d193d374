//! What a user sets, with its defaults.

use crate::{ModelPrice, default_price};
use serde::{Deserialize, Serialize};

/// The keys of `chrome.storage.local`.
pub mod keys {
    macro_rules! keys {
        ($($(#[doc = $doc:literal])+ $name:ident = $key:literal;)+) => {
            $($(#[doc = $doc])+ pub const $name: &str = $key;)+
            /// Every key, with what lies under it.
            pub const ALL: &[(&str, &str)] = &[$(($key, concat!($($doc),+)),)+];
        };
    }
    keys! {
        /// The model server's key; a string.
        API_KEY = "edith_api_key";
        /// The model server's base URL; a string. None or empty: the built-in model.
        API_BASE_URL = "edith_api_base_url";
        /// The model's name; a string.
        MODEL = "edith_model";
        /// Everything else: [`super::Settings`], further model servers (`servers: [{id, name, kind?, baseUrl, apiKey, model}]`), and which of them
        /// each role uses (`roles: {role: [id]}`; one for a mode also as `modeServers: {mode: id}`). What else stands there stays.
        SETTINGS = "edith_settings";
        /// What the user allowed for good, by site.
        GRANTS = "edith_grants";
        /// The list of conversations, latest first: an array of [`crate::ConversationHead`]. Each lies under [`crate::ConversationId::key`].
        CONVERSATIONS = "edith_conversations";
        /// An array of schedules: `{id, name, prompt, cronExpression, enabled, lastRun?, …}`.
        SCHEDULES = "edith_schedules";
        /// By schedule's id: which times are dealt with, and the last runs. Written by the worker only.
        SCHEDULE_LOG = "edith_schedule_log";
        /// An array of [`crate::DayUsage`], latest first: what was used on the last days.
        USAGE = "edith_usage";
        /// An array of [`crate::LogEntry`], oldest first: the worker's log.
        LOG = "edith_log";
    }
}

/// How much is asked before acting.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Approvals {
    /// Buying, paying, sending, posting, deleting, and secrets are asked.
    #[default]
    Ask,
    /// Only what cannot be taken back with money or secrets is asked: paying and typing into password and card fields.
    Auto,
}

/// How fast text is typed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Typing {
    /// As fast as the page takes it.
    #[default]
    Fast,
    /// At a person's pace, for pages that mind.
    Human,
}

/// The language of the extension's pages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// The browser's, where there are texts in it; else English.
    #[default]
    Auto,
    /// English.
    En,
    /// German.
    De,
    /// French.
    Fr,
    /// Spanish.
    Es,
}

/// `edith_settings`: what is missing has its default, what is unknown is kept out of the way.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct Settings {
    /// The schema of this object.
    pub version: u32,
    /// Model turns in one run, at most.
    pub max_steps: u32,
    /// Tabs a research works in at once, at most.
    pub max_research_tabs: u32,
    /// Tokens of one look, at most.
    pub look_tokens: u32,
    /// Tokens of one model answer, at most.
    pub max_completion_tokens: u32,
    /// The language of the extension's pages.
    pub language: Language,
    /// How much is asked.
    pub approvals: Approvals,
    /// How fast text is typed.
    pub typing: Typing,
    /// Whether the tab a run works in is brought to the front.
    pub follow_along: bool,
    /// Whether values that the user typed before the run are shown to the model.
    pub show_typed_values: bool,
    /// Whether a new tab is an empty page.
    pub plain_new_tab: bool,
    /// Whether the model takes pictures; a `screenshot` is sent to it only then.
    pub model_sees_pictures: bool,
    /// Seconds that a research works on one source, at most; 0: no limit.
    pub max_source_seconds: u32,
    /// Seconds that one run works, at most; time in which it waits for the user does not count. 0: no limit.
    pub max_run_seconds: u32,
    /// Tokens, sent and received, of one run (a research with all its sources), at most; 0: no limit.
    pub max_run_tokens: u64,
    /// Price of one run, at most, in the currency of the prices; 0: no limit.
    pub max_run_price: f64,
    /// Model turns on one day, at most; 0: no limit.
    pub max_day_steps: u32,
    /// Seconds that runs work on one day, at most; 0: no limit.
    pub max_day_seconds: u32,
    /// Tokens on one day, at most; 0: no limit.
    pub max_day_tokens: u64,
    /// Price of one day, at most, in the currency of the prices; 0: no limit.
    pub max_day_price: f64,
    /// What models cost. A model that is not here has the price of [`crate::default_price`], if that knows it.
    pub prices: Vec<ModelPrice>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            version: 1,
            max_steps: 30,
            max_research_tabs: 5,
            look_tokens: 4000,
            max_completion_tokens: 4096,
            language: Language::Auto,
            approvals: Approvals::Ask,
            typing: Typing::Fast,
            follow_along: false,
            show_typed_values: false,
            plain_new_tab: false,
            model_sees_pictures: false,
            max_source_seconds: 300,
            max_run_seconds: 0,
            max_run_tokens: 0,
            max_run_price: 0.0,
            max_day_steps: 0,
            max_day_seconds: 0,
            max_day_tokens: 0,
            max_day_price: 0.0,
            prices: Vec::new(),
        }
    }
}

impl Settings {
    /// What a model costs: as the user says (the longest name that fits), else by the list.
    pub fn price_of(&self, model: &str) -> Option<ModelPrice> {
        let fits = |price: &&ModelPrice| !price.model.is_empty() && model.starts_with(price.model.as_str());
        let own = self.prices.iter().filter(fits).max_by_key(|price| price.model.len());
        own.cloned().or_else(|| default_price(model))
    }
}

/// Which model server to use.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct ModelServer {
    /// How it is talked to; empty: as OpenAI's.
    pub kind: String,
    /// Base URL, without a slash at its end.
    pub base_url: String,
    /// The key; empty for servers that want none.
    pub api_key: String,
    /// The model's name.
    pub model: String,
}

impl std::fmt::Debug for ModelServer {
    /// The key stays out of logs.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ModelServer")
            .field("base_url", &self.base_url)
            .field("model", &self.model)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_has_its_default() {
        let settings: Settings = serde_json::from_str(r#"{"maxSteps": 5, "later": true}"#).unwrap();
        assert_eq!(settings, Settings { max_steps: 5, ..Settings::default() });
    }

    #[test]
    fn the_users_own_price_goes_before_the_list_and_the_longest_name_wins() {
        let own = |model: &str, prompt: f64| ModelPrice { model: model.into(), prompt, ..ModelPrice::default() };
        let settings = Settings { prices: vec![own("gpt", 1.0), own("gpt-4o", 7.0)], ..Settings::default() };
        assert_eq!(settings.price_of("gpt-4o-mini").unwrap().prompt, 7.0);
        assert_eq!(settings.price_of("gpt-9").unwrap().prompt, 1.0);
        assert_eq!(settings.price_of("openai/gpt-4o-mini-2024").unwrap().prompt, 0.15);
        assert_eq!(settings.price_of("my-own-model"), None);
    }
}
