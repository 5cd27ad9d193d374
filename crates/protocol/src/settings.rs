//! The user's settings and their defaults.

use crate::{ModelPrice, default_price};
use serde::{Deserialize, Serialize};

/// The keys of `chrome.storage.local`.
pub mod keys {
    macro_rules! keys {
        ($($(#[doc = $doc:literal])+ $name:ident = $key:literal;)+) => {
            $($(#[doc = $doc])+ pub const $name: &str = $key;)+
            /// Every key, with its contents.
            pub const ALL: &[(&str, &str)] = &[$(($key, concat!($($doc),+)),)+];
        };
    }
    keys! {
        /// The model server's key; a string.
        API_KEY = "edith_api_key";
        /// The model server's base URL; a string. None or empty for the built-in model.
        API_BASE_URL = "edith_api_base_url";
        /// The model's name; a string.
        MODEL = "edith_model";
        /// Everything else: [`super::Settings`], additional model servers (`servers: [{id, name, kind?,
        /// baseUrl, apiKeys, model, seesPictures?, tools?, small?, temperature?, maxTokens?}]`; the one with the id `default` says what the
        /// three plain keys cannot of the first server, as long as its address is theirs), and which of them
        /// each role uses (`roles: {role: [id]}`; one for a mode also as `modeServers: {mode: id}`; `embeddings` is used only if it is named). Other fields are kept.
        SETTINGS = "edith_settings";
        /// What the person wants every task to know: `instructions`, in their own words; other fields are kept.
        PROFILE = "edith_profile";
        /// The saved prompts: an array of [`crate::SavedPrompt`]. Written by the worker only.
        PROMPTS = "edith_prompts";
        /// The servers with tools: an array of [`crate::McpServer`].
        MCP_SERVERS = "edith_mcp_servers";
        /// What servers with tools were signed in with, by their ids. Shown nowhere.
        MCP_SIGN_INS = "edith_mcp_sign_ins";
        /// What is known of servers with tools by their ids: how their tools were described when they were allowed, and the last calls.
        MCP_KNOWN = "edith_mcp_known";
        /// Permanent grants by site.
        GRANTS = "edith_grants";
        /// The list of conversations, latest first: an array of [`crate::ConversationHead`]. Each is stored under [`crate::ConversationId::key`].
        CONVERSATIONS = "edith_conversations";
        /// An array of schedules: `{id, name, prompt, cronExpression, enabled, lastRun?, …}`.
        SCHEDULES = "edith_schedules";
        /// By schedule id: the handled times and the last runs. Written by the worker only.
        SCHEDULE_LOG = "edith_schedule_log";
        /// An array of [`crate::DayUsage`], latest first: recent usage.
        USAGE = "edith_usage";
        /// An array of [`crate::LogEntry`], oldest first: the worker's log.
        LOG = "edith_log";
    }
}

/// Most characters of the person's instructions (`edith_profile.instructions`), since every prompt has them.
pub const INSTRUCTIONS_CHARS: usize = 4_000;

/// The price of a task from which on the person is asked, unless they set another limit.
const DEFAULT_RUN_PRICE: f64 = 0.5;

/// How much needs approval.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Approvals {
    /// Buying, paying, sending, posting, deleting and secrets need approval.
    #[default]
    Ask,
    /// Only the irreversible uses of money and secrets need approval: paying, and typing into password and card fields.
    Auto,
}

/// How fast text is typed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Typing {
    /// As fast as the page accepts it.
    #[default]
    Fast,
    /// At human speed, for pages that need it.
    Human,
}

/// The language of the extension's pages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// The browser's if supported, else English.
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

/// The colours of the extension's pages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// Those of the system.
    #[default]
    System,
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

/// `edith_settings`: missing fields have defaults, unknown ones are kept.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct Settings {
    /// The version of this object's schema.
    pub version: u32,
    /// Model turns per run, at most; a plan has so many for each of its steps, and for its planner.
    pub max_steps: u32,
    /// Simultaneous tabs of a research, at most.
    pub max_research_tabs: u32,
    /// Tokens per look, at most.
    pub look_tokens: u32,
    /// Tokens per model answer, at most.
    pub max_completion_tokens: u32,
    /// The language of the extension's pages.
    pub language: Language,
    /// The colours of the extension's pages.
    pub theme: Theme,
    /// How much needs approval.
    pub approvals: Approvals,
    /// Typing speed.
    pub typing: Typing,
    /// Whether a run's tab is brought to the front.
    pub follow_along: bool,
    /// Whether the page shows what EDITH does in it, while its tab is in view.
    pub show_on_page: bool,
    /// Whether the model sees values that the user typed before the run.
    pub show_typed_values: bool,
    /// Whether the pages begin a task with `PLAN_RUN`, and every plan is shown.
    pub plan_first: bool,
    /// Whether the pages begin a task with `PLAN_RUN`, but a plan whose steps name no effect is carried out without being shown, since it gives no leave. With `planFirst` every plan is
    /// shown.
    pub plan_changes: bool,
    /// Whether a new tab is the browser's own.
    pub plain_new_tab: bool,
    /// Whether the person said which new tab they want; until then it asks.
    pub new_tab_chosen: bool,
    /// Whether Enter in the new tab's box searches the web, as it was last used; else it gives the text to EDITH.
    pub new_tab_searches: bool,
    /// Whether the person chose a model for EDITH or to do without one, so that the first page no longer offers any.
    pub start_done: bool,
    /// Whether a conversation with a long prompt is named by a model of the role `fast` after its first turn, where a server is set and `nameConversation` was asked for.
    pub generate_titles: bool,
    /// Whether the model accepts pictures; it gets a `screenshot` only then.
    pub model_sees_pictures: bool,
    /// The model that makes vectors of documents at the model server, so that they are searched by meaning too; empty for none. `roles.embeddings` names
    /// another server for it, whose `model` it is.
    pub embedding_model: String,
    /// Seconds per source of a research, at most; 0 for no limit.
    pub max_source_seconds: u32,
    /// Working seconds per run, at most, without the time spent waiting for the user; 0 for no limit.
    pub max_run_seconds: u32,
    /// Tokens sent and received per run (a research with all its sources), at most; 0 for no limit.
    pub max_run_tokens: u64,
    /// Price per run, at most, in the currency of the prices; 0 for no limit. The default holds only for models whose price is known.
    pub max_run_price: f64,
    /// Model turns per day, at most; 0 for no limit.
    pub max_day_steps: u32,
    /// Working seconds per day, at most; 0 for no limit.
    pub max_day_seconds: u32,
    /// Tokens per day, at most; 0 for no limit.
    pub max_day_tokens: u64,
    /// Price per day, at most, in the currency of the prices; 0 for no limit.
    pub max_day_price: f64,
    /// Prices of models. A model that is not listed has the price of [`crate::default_price`], if known there.
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
            theme: Theme::System,
            approvals: Approvals::Ask,
            typing: Typing::Fast,
            follow_along: false,
            show_on_page: true,
            show_typed_values: false,
            plan_first: false,
            plan_changes: false,
            plain_new_tab: false,
            new_tab_chosen: false,
            new_tab_searches: false,
            start_done: false,
            generate_titles: true,
            model_sees_pictures: false,
            embedding_model: String::new(),
            max_source_seconds: 300,
            max_run_seconds: 0,
            max_run_tokens: 0,
            max_run_price: DEFAULT_RUN_PRICE,
            max_day_steps: 0,
            max_day_seconds: 0,
            max_day_tokens: 0,
            max_day_price: 0.0,
            prices: Vec::new(),
        }
    }
}

impl Settings {
    /// Whether the pages begin a task with a plan.
    pub fn plans(&self) -> bool {
        self.plan_first || self.plan_changes
    }

    /// Whether the limit on a task's price is the default one, which a model of unknown price cannot reach.
    pub fn has_default_price_limit(&self) -> bool {
        self.max_run_price == DEFAULT_RUN_PRICE
    }

    /// The price of a model: the user's entry with the longest matching name, else the list price.
    pub fn price_of(&self, model: &str) -> Option<ModelPrice> {
        self.own_price_of(model).cloned().or_else(|| default_price(model))
    }

    /// The user's entry alone. It goes before what a server tells, too: it may be in another currency.
    pub fn own_price_of(&self, model: &str) -> Option<&ModelPrice> {
        let fits = |price: &&ModelPrice| !price.model.is_empty() && model.starts_with(price.model.as_str());
        self.prices.iter().filter(fits).max_by_key(|price| price.model.len())
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
