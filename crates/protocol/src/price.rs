//! Prices of models, and daily usage.

use crate::Usage;
use serde::{Deserialize, Serialize};

/// The price of a model, per million tokens.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct ModelPrice {
    /// The model's name, or the prefix of a family's names.
    pub model: String,
    /// For tokens sent.
    pub prompt: f64,
    /// For sent tokens that the server had cached.
    pub cached: f64,
    /// For tokens received.
    pub completion: f64,
}

impl ModelPrice {
    /// The price of some usage.
    pub fn of(&self, usage: &Usage) -> f64 {
        let cached = usage.cached_tokens.min(usage.prompt_tokens);
        let fresh = usage.prompt_tokens - cached;
        (fresh as f64 * self.prompt + cached as f64 * self.cached + usage.completion_tokens as f64 * self.completion)
            / 1e6
    }
}

/// The price of a model as its server lists it, in US dollars per million tokens.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ListedPrice {
    /// For tokens sent.
    pub prompt: f64,
    /// For tokens received.
    pub completion: f64,
}

/// A model of a server, with what the server tells of it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ModelDetails {
    /// Its name in requests.
    pub id: String,
    /// Tokens of its context, if told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context: Option<u64>,
    /// Its price, if told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<ListedPrice>,
}

/// The usage of one day in the user's calendar.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct DayUsage {
    /// Local days since 1970; multiplied by 86,400,000 it is that midnight as if in UTC.
    pub day: i64,
    /// Model turns.
    pub steps: u32,
    /// Milliseconds that runs worked.
    pub worked_ms: f64,
    /// Tokens and their price.
    pub usage: Usage,
}

/// List prices per million tokens in US dollars (prompt, cached, completion; long prompts cost more with some), and how many tokens the context takes
/// (0: not known). Members of a family with a price of their own come before the family. From the data set simonw/llm-prices (August 2026), newer: the model
/// pages of Anthropic (platform.claude.com/docs/en/models, November 2026) and the price page of Google (ai.google.dev/gemini-api/docs/pricing, October 2026).
const LIST: &[(&str, f64, f64, f64, u32)] = &[
    ("gpt-5.6-sol", 5.0, 0.5, 30.0, 0),
    ("gpt-5.6-terra", 2.0, 0.2, 12.0, 0),
    ("gpt-5.6-luna", 0.2, 0.02, 1.2, 0),
    ("gpt-5.5-pro", 30.0, 30.0, 180.0, 0),
    ("gpt-5.5", 5.0, 0.5, 30.0, 0),
    ("gpt-5.4-pro", 30.0, 30.0, 180.0, 1_050_000),
    ("gpt-5.4-mini", 0.75, 0.075, 4.5, 400_000),
    ("gpt-5.4-nano", 0.2, 0.02, 1.25, 400_000),
    ("gpt-5.4", 2.5, 0.25, 15.0, 1_050_000),
    ("gpt-5.2-pro", 21.0, 21.0, 168.0, 400_000),
    ("gpt-5.2", 1.75, 0.175, 14.0, 400_000),
    ("gpt-5.1-codex-mini", 0.25, 0.025, 2.0, 400_000),
    ("gpt-5-nano", 0.05, 0.005, 0.4, 400_000),
    ("gpt-5-mini", 0.25, 0.025, 2.0, 400_000),
    ("gpt-5-pro", 15.0, 15.0, 120.0, 400_000),
    ("gpt-5", 1.25, 0.125, 10.0, 400_000),
    ("gpt-4.1-nano", 0.1, 0.025, 0.4, 1_047_576),
    ("gpt-4.1-mini", 0.4, 0.1, 1.6, 1_047_576),
    ("gpt-4.1", 2.0, 0.5, 8.0, 1_047_576),
    ("gpt-4o-mini", 0.15, 0.075, 0.6, 128_000),
    ("gpt-4o", 2.5, 1.25, 10.0, 128_000),
    ("o4-mini", 1.1, 0.275, 4.4, 200_000),
    ("o3-mini", 1.1, 0.55, 4.4, 200_000),
    ("o3-pro", 20.0, 20.0, 80.0, 200_000),
    ("o3", 2.0, 0.5, 8.0, 200_000),
    ("claude-fable-5", 10.0, 1.0, 50.0, 1_000_000),
    ("claude-opus-5-5", 4.0, 0.4, 20.0, 1_000_000),
    ("claude-opus-5", 5.0, 0.5, 25.0, 1_000_000),
    ("claude-opus-4-8", 5.0, 0.5, 25.0, 1_000_000),
    ("claude-opus-4-7", 5.0, 0.5, 25.0, 1_000_000),
    ("claude-opus-4-6", 5.0, 0.5, 25.0, 1_000_000),
    ("claude-opus-4-5", 5.0, 0.5, 25.0, 200_000),
    ("claude-opus-4", 15.0, 1.5, 75.0, 200_000),
    ("claude-sonnet-5", 2.0, 0.2, 10.0, 1_000_000),
    ("claude-sonnet-4-6", 3.0, 0.3, 15.0, 1_000_000),
    ("claude-sonnet-4", 3.0, 0.3, 15.0, 200_000),
    ("claude-haiku-4", 1.0, 0.1, 5.0, 200_000),
    ("gemini-3.8-flash", 0.75, 0.75, 3.75, 1_048_576),
    ("gemini-3.6-flash", 1.5, 0.15, 7.5, 1_048_576),
    ("gemini-3.5-flash-lite", 0.3, 0.03, 2.5, 1_048_576),
    ("gemini-3.5-flash", 1.5, 0.15, 9.0, 1_048_576),
    ("gemini-3.1-flash-lite", 0.25, 0.025, 1.5, 1_048_576),
    ("gemini-3.1-pro", 2.0, 0.2, 12.0, 1_048_576),
    ("gemini-2.5-pro", 1.25, 0.125, 10.0, 1_048_576),
    ("gemini-2.5-flash-lite", 0.1, 0.01, 0.4, 1_048_576),
    ("gemini-2.5-flash", 0.3, 0.03, 2.5, 1_048_576),
    ("deepseek-v4-flash", 0.14, 0.028, 0.28, 1_000_000),
    ("deepseek-v4-pro", 1.74, 0.145, 3.48, 1_000_000),
    ("deepseek-chat", 0.28, 0.028, 0.42, 131_072),
    ("deepseek-reasoner", 0.28, 0.028, 0.42, 131_072),
    ("mistral-large-4", 0.68, 0.68, 2.09, 1_048_576),
    ("mistral-large", 2.0, 2.0, 6.0, 131_072),
    ("mistral-medium-3.5", 1.5, 1.5, 7.5, 256_000),
    ("mistral-small", 0.1, 0.1, 0.3, 131_072),
];

fn listed(model: &str) -> Option<&'static (&'static str, f64, f64, f64, u32)> {
    let name = model.rsplit('/').next().unwrap_or(model).to_ascii_lowercase();
    LIST.iter().find(|(family, ..)| name.starts_with(family))
}

/// The list price of a model, if known. A provider's prefix (`openai/gpt-4o`) is ignored.
pub fn default_price(model: &str) -> Option<ModelPrice> {
    let (family, prompt, cached, completion, _) = listed(model)?;
    Some(ModelPrice { model: (*family).to_owned(), prompt: *prompt, cached: *cached, completion: *completion })
}

/// How many tokens a model's context takes, if known.
pub fn default_context(model: &str) -> Option<u32> {
    listed(model).map(|(.., context)| *context).filter(|context| *context > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cached_tokens_have_their_own_price() {
        let price = ModelPrice { model: "m".into(), prompt: 2.0, cached: 0.5, completion: 8.0 };
        let usage = Usage { prompt_tokens: 1_000_000, cached_tokens: 400_000, completion_tokens: 250_000, price: None };
        assert!((price.of(&usage) - (1.2 + 0.2 + 2.0)).abs() < 1e-9);
    }

    #[test]
    fn a_family_does_not_hide_its_own_members() {
        for (at, (name, ..)) in LIST.iter().enumerate() {
            let first = LIST.iter().position(|(family, ..)| name.starts_with(family));
            assert_eq!(first, Some(at), "{name}");
        }
    }

    #[test]
    fn a_model_is_known_with_the_name_of_its_provider() {
        assert_eq!(default_context("anthropic/claude-opus-4-6"), Some(1_000_000));
        assert_eq!(default_context("gpt-5.4-mini-2026-03-17"), Some(400_000));
        assert_eq!(default_price("openai/gpt-5.4-nano").map(|price| price.prompt), Some(0.2));
        // A price may be known where the context is not.
        assert!(default_price("gpt-5.5").is_some() && default_context("gpt-5.5").is_none());
        assert_eq!(default_context("my-own-model"), None);
    }
}
