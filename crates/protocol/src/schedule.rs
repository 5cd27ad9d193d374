//! Schedules as stored and listed.

use crate::{ConversationId, Mode, Outcome, PlanStep, RunId, Usage};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// An entry of `edith_schedules`. People write these by hand and later versions extend them, so it is kept verbatim and each field is read alone:
/// a missing or malformed one has its default.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Schedule(#[serde(deserialize_with = "object")] Value);

fn object<'de, D: serde::Deserializer<'de>>(source: D) -> Result<Value, D::Error> {
    Map::deserialize(source).map(Value::Object)
}

/// Limits of a schedule's runs; none for those of the settings.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ScheduleLimits {
    /// Model turns; a plan has so many for each of its steps, and for its planner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_steps: Option<u32>,
    /// Seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_seconds: Option<u32>,
    /// Tokens, sent and received.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_tokens: Option<u64>,
    /// Price, in the currency of the prices.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_price: Option<f64>,
}

impl From<Value> for Schedule {
    fn from(stored: Value) -> Self {
        Self(stored)
    }
}

impl Schedule {
    fn text(&self, name: &str) -> &str {
        self.0.get(name).and_then(Value::as_str).unwrap_or_default().trim()
    }

    fn texts(&self, name: &str) -> Option<Vec<String>> {
        let texts = self.0.get(name)?.as_array()?.iter().filter_map(Value::as_str).map(str::trim);
        Some(texts.filter(|text| !text.is_empty()).map(str::to_owned).collect())
    }

    /// Its id; empty if invalid.
    pub fn id(&self) -> &str {
        self.text("id")
    }

    /// Its name; may be empty.
    pub fn name(&self) -> &str {
        self.text("name")
    }

    /// The prompt.
    pub fn prompt(&self) -> &str {
        self.text("prompt")
    }

    /// The times, as a cron expression.
    pub fn cron_expression(&self) -> &str {
        self.text("cronExpression")
    }

    /// Whether it runs by itself; true by default.
    pub fn is_enabled(&self) -> bool {
        self.0.get("enabled").and_then(Value::as_bool).unwrap_or(true)
    }

    /// The mode, `agent` by default.
    ///
    /// # Errors
    /// The given mode, if users cannot start it, or not without documents.
    pub fn mode(&self) -> Result<Mode, &str> {
        match self.text("mode") {
            "" => Ok(Mode::Agent),
            name => Mode::named(name)
                .filter(|mode| !mode.is_part() && !matches!(mode, Mode::Documents | Mode::Form))
                .ok_or(name),
        }
    }

    /// Hosts it may work on; empty for all.
    pub fn sites(&self) -> Vec<String> {
        self.texts("sites").unwrap_or_default()
    }

    /// Commitments allowed unasked; none for those of the settings.
    pub fn may(&self) -> Option<Vec<String>> {
        self.texts("may")
    }

    /// An approved plan, which its runs carry out and which is all that they may do unasked; none: they have none. What of it cannot be read is left
    /// out, so that a broken plan allows less and never more.
    pub fn plan(&self) -> Option<Vec<PlanStep>> {
        let stored = self.0.get("plan").filter(|plan| !plan.is_null())?;
        let steps = stored.as_array().into_iter().flatten();
        Some(steps.filter_map(|step| crate::json::from_value(step.clone()).ok()).collect())
    }

    /// Its own limits.
    pub fn limits(&self) -> ScheduleLimits {
        let limit = |name: &str| self.0.get("limits").and_then(|limits| limits.get(name));
        let whole = |name: &str| limit(name).and_then(Value::as_u64);
        let small = |name: &str| whole(name).and_then(|number| u32::try_from(number).ok());
        ScheduleLimits {
            max_steps: small("maxSteps"),
            max_seconds: small("maxSeconds"),
            max_tokens: whole("maxTokens"),
            max_price: limit("maxPrice").and_then(Value::as_f64),
        }
    }

    /// Whether the last missed time is made up for.
    pub fn catches_up(&self) -> bool {
        self.text("missed") != "skip"
    }

    /// Whether every end is notified, rather than only problems.
    pub fn tells_always(&self) -> bool {
        self.text("notify") == "always"
    }

    /// Applies a change; null clears a field.
    pub fn change(&mut self, change: &Self) {
        if !self.0.is_object() {
            self.0 = Value::Object(Map::new());
        }
        if let (Value::Object(fields), Value::Object(change)) = (&mut self.0, &change.0) {
            for (name, value) in change {
                match value {
                    Value::Null => drop(fields.remove(name)),
                    value => drop(fields.insert(name.clone(), value.clone())),
                }
            }
        }
    }
}

/// A schedule in the answer to `SCHEDULE_LIST`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ScheduleInfo {
    /// The schedule as stored.
    pub schedule: Schedule,
    /// The next time in milliseconds since 1970.
    pub next: Option<f64>,
    /// Why it cannot run, in a sentence.
    pub problem: Option<String>,
    /// Its last runs, latest first.
    #[serde(default)]
    pub runs: Vec<PastRun>,
}

/// A run of a schedule, or a time without one.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct PastRun {
    /// Why it was started.
    pub why: StartReason,
    /// When, in milliseconds since 1970.
    pub started_at: f64,
    /// The end in milliseconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<f64>,
    /// How it ended; none while it is running.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<PastOutcome>,
    /// The result, shortened.
    pub summary: String,
    /// Its usage.
    pub usage: Usage,
    /// Its run; none for a time without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run_id: Option<RunId>,
    /// Its conversation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversation_id: Option<ConversationId>,
}

/// Why a schedule's run was started.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum StartReason {
    /// It was due.
    #[default]
    Time,
    /// A missed time was made up for.
    Late,
    /// The user started it.
    Hand,
}

/// How a scheduled time or run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum PastOutcome {
    /// Completed.
    Completed,
    /// Done in part.
    Partial,
    /// The user refused something.
    Refused,
    /// Stopped by the user.
    Stopped,
    /// It failed.
    Failed,
    /// It exceeded what it may do unattended.
    NeedsInput,
    /// The time was missed and is not made up for.
    Missed,
    /// The previous run was still running.
    Skipped,
}

impl From<Outcome> for PastOutcome {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Completed => Self::Completed,
            Outcome::Partial => Self::Partial,
            Outcome::Refused => Self::Refused,
            Outcome::Stopped => Self::Stopped,
            Outcome::Failed => Self::Failed,
            Outcome::NeedsInput => Self::NeedsInput,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// A schedule's fields, for `docs/interface.md`.
    #[derive(schemars::JsonSchema)]
    #[schemars(rename_all = "camelCase")]
    #[allow(dead_code, reason = "only its shape is looked at")]
    struct Fields {
        /// Its id.
        id: Option<String>,
        /// Its name.
        name: Option<String>,
        /// The prompt.
        prompt: Option<String>,
        /// The times.
        cron_expression: Option<String>,
        /// Whether it runs by itself; true by default.
        enabled: Option<bool>,
        /// The last run in milliseconds since 1970; written by the worker.
        last_run: Option<f64>,
        /// `agent`, `chat` or `research`; `agent` by default.
        mode: Option<Mode>,
        /// Hosts it may work on, with their subdomains; none for all.
        sites: Option<Vec<String>>,
        /// Commitments allowed unasked, named as in grants; none for those of the settings.
        may: Option<Vec<String>>,
        /// An approved plan: its runs carry it out, and it is all that they may do unasked. With one, `mode` and `may` do not count.
        plan: Option<Vec<PlanStep>>,
        /// Its own limits.
        limits: Option<ScheduleLimits>,
        /// `once`: the last missed time is made up for. `skip`: none is. `once` by default.
        missed: Option<String>,
        /// `problems`: only ends with a problem are notified. `always`: every end. `problems` by default.
        notify: Option<String>,
    }

    impl schemars::JsonSchema for Schedule {
        fn schema_name() -> std::borrow::Cow<'static, str> {
            "Schedule".into()
        }

        fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
            let mut schema = Fields::json_schema(generator);
            let text = "A schedule as it stands under `edith_schedules`. Fields that are not listed stay as they are; one of another form counts as missing.";
            schema.insert("description".to_owned(), json!(text));
            schema
        }
    }

    #[test]
    fn each_field_is_read_alone_and_a_change_leaves_the_others() {
        let mut one =
            Schedule(json!({"id": " 1 ", "prompt": "p", "enabled": "yes", "limits": {"maxSteps": -1, "maxPrice": 0.5},
                                      "may": ["send", 3, " "], "mode": "cook", "later": {"a": null}}));
        assert_eq!((one.id(), one.prompt(), one.cron_expression(), one.is_enabled()), ("1", "p", "", true));
        assert_eq!((one.mode(), one.may(), one.sites()), (Err("cook"), Some(vec!["send".to_owned()]), vec![]));
        assert_eq!(one.limits(), ScheduleLimits { max_price: Some(0.5), ..ScheduleLimits::default() });
        one.change(&json!({"enabled": false, "limits": null, "mode": "source"}).into());
        assert_eq!(
            one.0,
            json!({"id": " 1 ", "prompt": "p", "enabled": false, "may": ["send", 3, " "], "mode": "source", "later": {"a": null}})
        );
        assert_eq!((one.mode(), one.is_enabled()), (Err("source"), false));
        assert_eq!(one.plan(), None);
        one.change(
            &json!({"plan": [{"text": "send it", "effects": ["send"], "sites": ["a.example"]}, 3, {"effects": 1}]})
                .into(),
        );
        let plan = one.plan().unwrap();
        assert_eq!((plan.len(), plan[0].text.as_str(), plan[0].effects.len()), (1, "send it", 1));
        one.change(&json!({"plan": "all of it"}).into());
        assert_eq!(one.plan(), Some(Vec::new()), "a broken plan is none that allows anything");
        one.change(&json!({"plan": null}).into());
        assert_eq!(one.plan(), None);
        let foreign = Schedule(json!("nonsense"));
        assert_eq!((foreign.id(), serde_json::to_value(&foreign).unwrap()), ("", json!("nonsense")));
        assert!(serde_json::from_value::<Schedule>(json!("nonsense")).is_err());
    }
}
