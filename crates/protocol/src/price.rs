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

/// Default list prices per million tokens in US dollars: prompt, cached, completion. More expensive members of a family come before the family.
const LIST: &[(&str, f64, f64, f64)] = &[
    ("gpt-5-nano", 0.05, 0.005, 0.4),
    ("gpt-5-mini", 0.25, 0.025, 2.0),
    ("gpt-5", 1.25, 0.125, 10.0),
    ("gpt-4.1-nano", 0.1, 0.025, 0.4),
    ("gpt-4.1-mini", 0.4, 0.1, 1.6),
    ("gpt-4.1", 2.0, 0.5, 8.0),
    ("gpt-4o-mini", 0.15, 0.075, 0.6),
    ("gpt-4o", 2.5, 1.25, 10.0),
    ("o4-mini", 1.1, 0.275, 4.4),
    ("o3", 2.0, 0.5, 8.0),
    ("claude-opus-4", 15.0, 1.5, 75.0),
    ("claude-sonnet-4", 3.0, 0.3, 15.0),
    ("claude-haiku-4", 1.0, 0.1, 5.0),
    ("gemini-2.5-pro", 1.25, 0.31, 10.0),
    ("gemini-2.5-flash-lite", 0.1, 0.025, 0.4),
    ("gemini-2.5-flash", 0.3, 0.075, 2.5),
    ("deepseek-chat", 0.27, 0.07, 1.1),
    ("deepseek-reasoner", 0.55, 0.14, 2.19),
    ("mistral-large", 2.0, 2.0, 6.0),
    ("mistral-small", 0.1, 0.1, 0.3),
];

/// The list price of a model, if known. A provider's prefix (`openai/gpt-4o`) is ignored.
pub fn default_price(model: &str) -> Option<ModelPrice> {
    let name = model.rsplit('/').next().unwrap_or(model).to_ascii_lowercase();
    let (family, prompt, cached, completion) = LIST.iter().find(|(family, ..)| name.starts_with(family))?;
    Some(ModelPrice { model: (*family).to_owned(), prompt: *prompt, cached: *cached, completion: *completion })
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
}
