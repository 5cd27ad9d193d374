//! The settings form: limits with their ranges, and how a change is stored without losing what a later version added.

use crate::state::text::{fill, t};
use edith_protocol::{Settings, keys};
use serde_json::{Map, Value};

/// The numbers a person sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// Model turns in one run.
    MaxSteps,
    /// Tokens of one look.
    LookTokens,
    /// Tokens of one model answer.
    CompletionTokens,
}

impl Limit {
    /// Every limit, in the order of the form.
    pub const ALL: [Self; 3] = [Self::MaxSteps, Self::LookTokens, Self::CompletionTokens];

    /// A word for the form.
    pub fn name(self) -> &'static str {
        match self {
            Self::MaxSteps => "steps",
            Self::LookTokens => "look",
            Self::CompletionTokens => "completion",
        }
    }

    /// Its label.
    pub fn label(self) -> &'static str {
        match self {
            Self::MaxSteps => t("limit_steps"),
            Self::LookTokens => t("limit_look"),
            Self::CompletionTokens => t("limit_answer"),
        }
    }

    /// What it does.
    pub fn note(self) -> &'static str {
        match self {
            Self::MaxSteps => t("limit_steps_note"),
            Self::LookTokens => t("limit_look_note"),
            Self::CompletionTokens => t("limit_answer_note"),
        }
    }

    /// The smallest and the largest value.
    pub fn range(self) -> (u32, u32) {
        match self {
            Self::MaxSteps => (1, 200),
            Self::LookTokens => (500, 50_000),
            Self::CompletionTokens => (256, 65_536),
        }
    }

    /// Its value in the settings.
    pub fn get(self, settings: &Settings) -> u32 {
        match self {
            Self::MaxSteps => settings.max_steps,
            Self::LookTokens => settings.look_tokens,
            Self::CompletionTokens => settings.max_completion_tokens,
        }
    }

    /// Sets it.
    pub fn set(self, settings: &mut Settings, value: u32) {
        match self {
            Self::MaxSteps => settings.max_steps = value,
            Self::LookTokens => settings.look_tokens = value,
            Self::CompletionTokens => settings.max_completion_tokens = value,
        }
    }

    /// Reads what a person typed.
    ///
    /// # Errors
    /// One sentence when it is not a whole number in the range.
    pub fn parse(self, text: &str) -> Result<u32, String> {
        let (least, most) = self.range();
        match text.trim().parse::<u32>() {
            Ok(value) if (least..=most).contains(&value) => Ok(value),
            _ => Err(fill("whole_number", &[("least", &least.to_string()), ("most", &most.to_string())])),
        }
    }
}

/// Settings as they are read; what cannot be read has its default.
pub fn read(stored: Option<&Value>) -> Settings {
    stored.and_then(|value| serde_json::from_value(value.clone()).ok()).unwrap_or_default()
}

/// What is written for changed settings: fields that this version does not know stay as they are.
pub fn write(stored: Option<&Value>, settings: &Settings) -> Map<String, Value> {
    let mut fields = match stored {
        Some(Value::Object(fields)) => fields.clone(),
        _ => Map::new(),
    };
    if let Ok(Value::Object(own)) = serde_json::to_value(settings) {
        fields.extend(own);
    }
    let mut items = Map::new();
    items.insert(keys::SETTINGS.to_owned(), Value::Object(fields));
    items
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn limits_are_whole_numbers_in_their_range() {
        for (text, expected) in [
            ("30", Some(30)),
            (" 7 ", Some(7)),
            ("0", None),
            ("201", None),
            ("1.5", None),
            ("", None),
            ("many", None),
            ("-3", None),
        ] {
            assert_eq!(Limit::MaxSteps.parse(text).ok(), expected, "{text}");
        }
        for limit in Limit::ALL {
            let (least, most) = limit.range();
            assert!((least..=most).contains(&limit.get(&Settings::default())));
            let mut settings = Settings::default();
            limit.set(&mut settings, least);
            assert_eq!(limit.get(&settings), least);
        }
    }

    #[test]
    fn what_a_later_version_stored_is_kept() {
        let stored = json!({"version": 1, "later": {"a": 1}, "maxSteps": 5});
        let settings = Settings { follow_along: true, ..read(Some(&stored)) };
        let written = write(Some(&stored), &settings);
        let object = &written["edith_settings"];
        assert_eq!(
            (&object["later"]["a"], &object["maxSteps"], &object["followAlong"]),
            (&json!(1), &json!(5), &json!(true))
        );
    }

    #[test]
    fn unreadable_settings_have_their_defaults() {
        assert_eq!(read(Some(&json!("nonsense"))), Settings::default());
        assert_eq!(read(None), Settings::default());
        assert!(write(Some(&json!(3)), &Settings::default())["edith_settings"].is_object());
    }
}
