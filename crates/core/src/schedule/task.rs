//! One stored schedule, read tolerantly: a person's script may have written it.

use super::cron::{Cron, CronError};
use crate::gate::Terms;
use edith_protocol::Mode;
use edith_protocol::Settings;
use edith_words::{Sentence, say};
use serde_json::{Map, Value};

/// A schedule: `{id, name, prompt, cronExpression, enabled, lastRun?}` and optional fields.
#[derive(Debug, Clone, PartialEq)]
pub struct Task {
    /// Its id.
    pub id: String,
    /// Its name, or else the prompt.
    pub name: String,
    /// What to do.
    pub prompt: String,
    /// When, as a cron expression.
    pub cron_expression: String,
    /// Whether it runs by itself.
    pub enabled: bool,
    /// What kind of work it is.
    pub mode: Mode,
    /// Whether the last time missed while the browser was closed is made up for.
    pub catch_up: bool,
    /// When the person is told of an end.
    pub notify: Notify,
    /// What it may do unattended.
    pub terms: Terms,
    /// Its own limits.
    limits: Limits,
}

/// Which ends the person is notified of. An answer needed is always notified.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notify {
    /// However it ended.
    Always,
    /// Only failures.
    Problems,
}

#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Limits {
    steps: Option<u32>,
    seconds: Option<u32>,
    tokens: Option<u64>,
    price: Option<f64>,
}

/// Why a schedule cannot be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TaskError {
    /// It is no object with an id.
    Shape,
    /// It has no prompt.
    Prompt,
    /// Its times make no sense.
    Cron(CronError),
    /// An unknown mode.
    Mode(String),
}

impl TaskError {
    /// As a sentence for the person.
    pub fn said(&self) -> Sentence {
        match self {
            Self::Shape => say!(ScheduleShape),
            Self::Prompt => say!(SayWhat),
            Self::Cron(error) => error.said(),
            Self::Mode(mode) => say!(NoMode { mode: mode }),
        }
    }
}

impl std::fmt::Display for TaskError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.said().fmt(f)
    }
}

impl std::error::Error for TaskError {}

impl From<CronError> for TaskError {
    fn from(error: CronError) -> Self {
        Self::Cron(error)
    }
}

impl Task {
    /// Reads a stored schedule. Missing or malformed fields get defaults, so that nothing a person wrote by hand is lost.
    pub fn read(stored: &Value) -> Option<Self> {
        let text = |name: &str| stored.get(name).and_then(Value::as_str).unwrap_or_default().trim().to_owned();
        let number = |name: &str| stored.pointer("/limits").and_then(|limits| limits.get(name)).and_then(Value::as_u64);
        let small = |name: &str| number(name).and_then(|number| u32::try_from(number).ok());
        let (id, prompt, name) = (text("id"), text("prompt"), text("name"));
        if id.is_empty() {
            return None;
        }
        Some(Self {
            name: if name.is_empty() { prompt.chars().take(60).collect() } else { name },
            id,
            prompt,
            cron_expression: text("cronExpression"),
            enabled: stored.get("enabled").and_then(Value::as_bool).unwrap_or(true),
            mode: mode(&text("mode")).unwrap_or(Mode::Agent),
            catch_up: text("missed") != "skip",
            notify: if text("notify") == "always" { Notify::Always } else { Notify::Problems },
            terms: Terms::read(stored),
            limits: Limits {
                steps: small("maxSteps"),
                seconds: small("maxSeconds"),
                tokens: number("maxTokens"),
                price: stored.pointer("/limits/maxPrice").and_then(Value::as_f64),
            },
        })
    }

    /// Its cron expression.
    ///
    /// # Errors
    /// When it is malformed.
    pub fn cron(&self) -> Result<Cron, CronError> {
        Cron::parse(&self.cron_expression)
    }

    /// Whether it can run at all.
    ///
    /// # Errors
    /// The first fault.
    pub fn check(stored: &Value) -> Result<Self, TaskError> {
        let task = Self::read(stored).ok_or(TaskError::Shape)?;
        let named = stored.get("mode").and_then(Value::as_str).unwrap_or_default();
        if mode(named).is_none() {
            return Err(TaskError::Mode(named.to_owned()));
        }
        if task.prompt.is_empty() {
            return Err(TaskError::Prompt);
        }
        task.cron()?;
        Ok(task)
    }

    /// The person's settings with this schedule's limits. Its list of permissions is complete: general ones from the settings do not add to it.
    pub fn settings(&self, mut settings: Settings) -> Settings {
        let Limits { steps, seconds, tokens, price } = self.limits;
        settings.max_steps = steps.filter(|steps| *steps > 0).unwrap_or(settings.max_steps);
        settings.max_run_seconds = seconds.unwrap_or(settings.max_run_seconds);
        settings.max_run_tokens = tokens.unwrap_or(settings.max_run_tokens);
        settings.max_run_price = price.unwrap_or(settings.max_run_price);
        if self.terms.may.is_some() {
            settings.approvals = edith_protocol::Approvals::Ask;
        }
        settings
    }
}

/// A mode by name; agent by default.
fn mode(name: &str) -> Option<Mode> {
    match name {
        "" => Some(Mode::Agent),
        // A research starts these itself.
        _ => Mode::named(name).filter(|mode| *mode != Mode::Source),
    }
}

/// Merges `change` into the stored schedule of the same id, or adds it. Absent fields stay; null removes one.
pub fn put(all: &mut Vec<Value>, change: Map<String, Value>) -> Value {
    let id = change.get("id").cloned();
    let is_it = |one: &&mut Value| one.get("id") == id.as_ref();
    let place = match all.iter_mut().find(is_it) {
        Some(place) => place,
        None => {
            all.push(Value::Object(Map::new()));
            let Some(place) = all.last_mut() else { return Value::Null };
            place
        }
    };
    if let Value::Object(fields) = place {
        for (name, value) in change {
            if value.is_null() {
                fields.remove(&name);
            } else {
                fields.insert(name, value);
            }
        }
    }
    place.clone()
}

#[cfg(test)]
mod tests {
    use super::*;
    use edith_protocol::Approvals;
    use serde_json::json;

    #[test]
    fn the_six_fields_of_the_contract_are_enough() {
        let stored = json!({"id": "1", "name": "News", "prompt": "read the news", "cronExpression": "0 9 * * *",
                            "enabled": true, "lastRun": 5});
        let task = Task::check(&stored).unwrap();
        assert_eq!((task.name.as_str(), task.mode, task.enabled, task.catch_up), ("News", Mode::Agent, true, true));
        let settings = Settings { max_steps: 7, approvals: Approvals::Auto, ..Settings::default() };
        assert_eq!(task.settings(settings.clone()), settings);
    }

    #[test]
    fn its_own_limits_go_before_the_settings_and_its_list_replaces_a_general_leave() {
        let stored = json!({"id": "1", "prompt": "p", "cronExpression": "@daily", "may": ["send"],
                            "limits": {"maxSteps": 3, "maxSeconds": 60, "maxTokens": 9, "maxPrice": 0.5}});
        let task = Task::read(&stored).unwrap();
        let settings = task.settings(Settings { approvals: Approvals::Auto, ..Settings::default() });
        assert_eq!((settings.max_steps, settings.max_run_seconds), (3, 60));
        assert_eq!((settings.max_run_tokens, settings.max_run_price), (9, 0.5));
        assert_eq!(settings.approvals, Approvals::Ask);
    }

    #[test]
    fn what_cannot_run_is_said() {
        for (stored, words) in [
            (json!(3), "object with an id"),
            (json!({"id": "1", "cronExpression": "@daily"}), "what is to be done"),
            (json!({"id": "1", "prompt": "p", "cronExpression": "often"}), "5 parts"),
            (json!({"id": "1", "prompt": "p", "cronExpression": "@daily", "mode": "x"}), "no mode"),
        ] {
            let error = Task::check(&stored).unwrap_err().to_string();
            assert!(error.contains(words), "{stored}: {error}");
        }
    }

    #[test]
    fn a_change_keeps_what_it_does_not_name() {
        let mut all = vec![json!({"id": "1", "prompt": "p", "later": 1, "limits": {}}), json!("nonsense")];
        let change = json!({"id": "1", "enabled": false, "limits": null});
        let Value::Object(change) = change else { unreachable!() };
        assert_eq!(put(&mut all, change), json!({"id": "1", "prompt": "p", "later": 1, "enabled": false}));
        assert_eq!(all[1], "nonsense");
        let Value::Object(new) = json!({"id": "2"}) else { unreachable!() };
        put(&mut all, new);
        assert_eq!(all.len(), 3);
    }
}
