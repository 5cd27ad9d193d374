//! One stored schedule, read tolerantly: a person's script may have written it.

use super::cron::{Cron, CronError};
use edith_gate::Terms;
use edith_protocol::{Mode, Schedule, ScheduleLimits, Settings};
use edith_words::{Sentence, say};
use serde_json::json;

/// A schedule: `{id, name, prompt, cronExpression, enabled, lastRun?}` and optional fields.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Task {
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
    /// When the person is notified of an end.
    pub notify: Notify,
    /// What it may do unattended.
    pub terms: Terms,
    /// Its own limits.
    limits: ScheduleLimits,
}

/// Which ends the person is notified of. An answer needed is always notified.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Notify {
    /// However it ended.
    Always,
    /// Only failures.
    Problems,
}

/// Why a schedule cannot be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum TaskError {
    /// It is not an object with an id.
    Shape,
    /// It has no prompt.
    Prompt,
    /// Its times make no sense.
    Cron(CronError),
    /// An unknown mode.
    Mode(String),
    /// A plan without a step that can be read.
    Plan,
}

impl TaskError {
    /// As a sentence for the person.
    pub(crate) fn for_person(&self) -> Sentence {
        match self {
            Self::Shape => say!(ScheduleShape),
            Self::Prompt => say!(SayWhat),
            Self::Cron(error) => error.for_person(),
            Self::Mode(mode) => say!(NoMode { mode: mode }),
            Self::Plan => say!(SchedulePlanEmpty),
        }
    }
}

impl std::fmt::Display for TaskError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.for_person().fmt(f)
    }
}

impl std::error::Error for TaskError {}

impl From<CronError> for TaskError {
    fn from(error: CronError) -> Self {
        Self::Cron(error)
    }
}

impl Task {
    /// Reads a stored schedule; none: it has no id.
    pub(crate) fn read(stored: &Schedule) -> Option<Self> {
        let (id, prompt, name) = (stored.id().to_owned(), stored.prompt().to_owned(), stored.name());
        if id.is_empty() {
            return None;
        }
        let terms = Terms::of(stored);
        Some(Self {
            name: if name.is_empty() {
                edith_protocol::shorten(&prompt, edith_protocol::TITLE_CHARS)
            } else {
                name.to_owned()
            },
            id,
            prompt,
            cron_expression: stored.cron_expression().to_owned(),
            enabled: stored.is_enabled(),
            mode: if terms.plan.is_some() { Mode::Plan } else { stored.mode().unwrap_or_default() },
            catch_up: stored.catches_up(),
            notify: if stored.tells_always() { Notify::Always } else { Notify::Problems },
            terms,
            limits: stored.limits(),
        })
    }

    /// Its cron expression.
    ///
    /// # Errors
    /// When it is malformed.
    pub(crate) fn cron(&self) -> Result<Cron, CronError> {
        Cron::parse(&self.cron_expression)
    }

    /// Whether it can run at all.
    ///
    /// # Errors
    /// The first fault.
    pub(crate) fn check(stored: &Schedule) -> Result<Self, TaskError> {
        let task = Self::read(stored).ok_or(TaskError::Shape)?;
        stored.mode().map_err(|named| TaskError::Mode(named.to_owned()))?;
        if task.prompt.is_empty() {
            return Err(TaskError::Prompt);
        }
        if task.terms.plan.as_ref().is_some_and(|plan| plan.iter().all(|step| step.text.trim().is_empty())) {
            return Err(TaskError::Plan);
        }
        task.cron()?;
        Ok(task)
    }

    /// The person's settings with this schedule's limits. Its list of permissions is complete: general ones from the settings do not add to it.
    pub(crate) fn settings(&self, mut settings: Settings) -> Settings {
        let ScheduleLimits { max_steps, max_seconds, max_tokens, max_price } = self.limits;
        settings.max_steps = max_steps.filter(|steps| *steps > 0).unwrap_or(settings.max_steps);
        settings.max_run_seconds = max_seconds.unwrap_or(settings.max_run_seconds);
        settings.max_run_tokens = max_tokens.unwrap_or(settings.max_run_tokens);
        settings.max_run_price = max_price.unwrap_or(settings.max_run_price);
        if self.terms.may.is_some() {
            settings.approvals = edith_protocol::Approvals::Ask;
        }
        settings
    }
}

/// Changes the stored schedule of the same id, or adds it. Returns the result.
pub(crate) fn put(all: &mut Vec<Schedule>, change: &Schedule) -> Schedule {
    let place = all.iter().position(|one| one.id() == change.id()).unwrap_or(all.len());
    let mut one = all.get(place).cloned().unwrap_or_else(|| json!({}).into());
    one.change(change);
    all.splice(place..all.len().min(place + 1), [one.clone()]);
    one
}

#[cfg(test)]
mod tests {
    use super::*;
    use edith_protocol::Approvals;

    #[test]
    fn the_six_fields_of_the_contract_are_enough() {
        let stored = json!({"id": "1", "name": "News", "prompt": "read the news", "cronExpression": "0 9 * * *",
                            "enabled": true, "lastRun": 5});
        let task = Task::check(&stored.into()).unwrap();
        assert_eq!((task.name.as_str(), task.mode, task.enabled, task.catch_up), ("News", Mode::Agent, true, true));
        let settings = Settings { max_steps: 7, approvals: Approvals::Auto, ..Settings::default() };
        assert_eq!(task.settings(settings.clone()), settings);
    }

    #[test]
    fn its_own_limits_go_before_the_settings_and_its_list_replaces_a_general_leave() {
        let stored = json!({"id": "1", "prompt": "p", "cronExpression": "@daily", "may": ["send"],
                            "limits": {"maxSteps": 3, "maxSeconds": 60, "maxTokens": 9, "maxPrice": 0.5}});
        let task = Task::read(&stored.into()).unwrap();
        let settings = task.settings(Settings { approvals: Approvals::Auto, ..Settings::default() });
        assert_eq!((settings.max_steps, settings.max_run_seconds), (3, 60));
        assert_eq!((settings.max_run_tokens, settings.max_run_price), (9, 0.5));
        assert_eq!(settings.approvals, Approvals::Ask);
    }

    #[test]
    fn a_plan_decides_the_mode_and_is_all_the_leave() {
        let stored = json!({"id": "1", "prompt": "p", "cronExpression": "@daily", "mode": "agent", "may": ["send"],
                            "plan": [{"text": "post it", "effects": ["post"], "sites": ["a.example"]}]});
        let task = Task::check(&stored.into()).unwrap();
        assert_eq!((task.mode, task.terms.may.as_deref()), (Mode::Plan, Some(&[][..])));
        let settings = task.settings(Settings { approvals: Approvals::Auto, ..Settings::default() });
        assert_eq!(settings.approvals, Approvals::Ask);
    }

    #[test]
    fn what_cannot_run_is_said() {
        for (stored, words) in [
            (json!(3), "object with an id"),
            (json!({"id": "1", "cronExpression": "@daily"}), "what is to be done"),
            (json!({"id": "1", "prompt": "p", "cronExpression": "often"}), "5 parts"),
            (json!({"id": "1", "prompt": "p", "cronExpression": "@daily", "mode": "x"}), "not a mode"),
            (json!({"id": "1", "prompt": "p", "cronExpression": "@daily", "plan": []}), "no readable step"),
            (
                json!({"id": "1", "prompt": "p", "cronExpression": "@daily", "plan": [{"text": " "}]}),
                "no readable step",
            ),
        ] {
            let error = Task::check(&stored.clone().into()).unwrap_err().to_string();
            assert!(error.contains(words), "{stored}: {error}");
        }
    }

    #[test]
    fn a_change_keeps_what_it_does_not_name() {
        let stored = [json!({"id": "1", "prompt": "p", "later": 1, "limits": {}}), json!("nonsense")];
        let mut all = stored.map(Schedule::from).to_vec();
        let change = json!({"id": "1", "enabled": false, "limits": null}).into();
        assert_eq!(put(&mut all, &change), json!({"id": "1", "prompt": "p", "later": 1, "enabled": false}).into());
        assert_eq!(all[1], json!("nonsense").into());
        put(&mut all, &json!({"id": "2"}).into());
        assert_eq!(all.len(), 3);
    }
}
