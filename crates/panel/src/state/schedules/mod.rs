//! Schedules as the pages show them, read from the answer of `SCHEDULE_LIST`, and their edit form.

pub mod picker;

use crate::state::text::{fill, key, t};
use edith_protocol::{Mode, PastOutcome, PlanStep, Schedule, ScheduleInfo, ScheduleLimits};
use picker::Picker;
use serde_json::json;

/// A schedule's name, or the beginning of its prompt.
pub fn name_of(schedule: &Schedule) -> String {
    let name = schedule.name();
    if name.is_empty() { crate::state::format::shorten(schedule.prompt(), 60) } else { name.to_owned() }
}

/// How a run of a schedule ended, in words.
pub fn outcome_words(outcome: Option<PastOutcome>) -> &'static str {
    match outcome {
        Some(PastOutcome::Completed) => t("done"),
        Some(PastOutcome::Partial) => t("partly"),
        Some(PastOutcome::Refused) => t("you_said_no"),
        Some(PastOutcome::Stopped) => t("stopped"),
        Some(PastOutcome::Failed) => t("not_done"),
        Some(PastOutcome::NeedsInput) => t("needs_you"),
        Some(PastOutcome::Missed) => t("missed"),
        Some(PastOutcome::Skipped) => t("skipped"),
        None => t("is_running"),
    }
}

/// The enabled schedules, soonest first.
pub fn soonest(all: &[ScheduleInfo]) -> Vec<&ScheduleInfo> {
    let mut coming: Vec<_> = all.iter().filter(|one| one.schedule.is_enabled() && one.next.is_some()).collect();
    coming.sort_by(|a, b| a.next.unwrap_or_default().total_cmp(&b.next.unwrap_or_default()));
    coming
}

/// A day relative to now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DayName {
    /// The same local day.
    Today,
    /// The next local day.
    Tomorrow,
    /// Within six days, shown by its weekday.
    Weekday,
    /// Later, shown by its date.
    Date,
}

/// The day of a future time. Times are milliseconds since 1970, zones minutes ahead of UTC at that time.
pub fn day_name(now: (f64, f64), then: (f64, f64)) -> DayName {
    let day = |(time, zone): (f64, f64)| ((time + zone * 60_000.0) / 86_400_000.0).floor();
    match day(then) - day(now) {
        days if days < 1.0 => DayName::Today,
        days if days < 2.0 => DayName::Tomorrow,
        days if days < 7.0 => DayName::Weekday,
        _ => DayName::Date,
    }
}

/// What a schedule may be allowed to do unattended: the stored word and its label.
pub const KINDS: [(&str, &str); 13] = [
    ("send", key("may_send")),
    ("post", key("may_post")),
    ("delete", key("may_delete")),
    ("share", key("may_share")),
    ("download", key("may_download")),
    ("install", key("may_install")),
    ("account", key("may_account")),
    ("accept_dialog", key("may_dialog")),
    ("buy", key("may_buy")),
    ("pay", key("may_pay")),
    ("password", key("may_password")),
    ("one_time_code", key("may_code")),
    ("card", key("may_card")),
];

/// The label of an effect, or the name of a granted server tool (`external:TOOL`); none if unknown.
pub fn kind_words(kind: &str) -> Option<String> {
    match kind.split_once(':') {
        Some(("external", tool)) => Some(format!("{}: {tool}", t(key("may_external")))),
        _ => KINDS.iter().find(|(known, _)| *known == kind).map(|(_, words)| t(words).to_owned()),
    }
}

/// A schedule's edit form; numbers stay as typed.
#[derive(Debug, Clone, PartialEq)]
pub struct Form {
    /// Its id; empty for a new one.
    pub id: String,
    /// The name.
    pub name: String,
    /// The prompt.
    pub prompt: String,
    /// The mode.
    pub mode: Mode,
    /// The approved plan that its runs carry out; none: they work as their mode does.
    pub plan: Option<Vec<PlanStep>>,
    /// Whether a plan is stored, which is removed if there is none.
    pub had_plan: bool,
    /// The times.
    pub picker: Picker,
    /// Sites, separated by commas or spaces; empty for all.
    pub sites: String,
    /// Whether only `may` counts, rather than the settings.
    pub own_leave: bool,
    /// The effects allowed unattended.
    pub may: Vec<String>,
    /// The limit on steps.
    pub steps: String,
    /// The limit on minutes.
    pub minutes: String,
    /// The limit on tokens.
    pub tokens: String,
    /// The limit on the price.
    pub price: String,
    /// Whether missed times are made up for.
    pub catch_up: bool,
    /// Whether every end is notified.
    pub tell_always: bool,
}

impl Default for Form {
    fn default() -> Self {
        Self::from_stored(&json!({ "cronExpression": "0 9 * * 1-5" }).into())
    }
}

impl Form {
    /// The form of a stored schedule.
    pub fn from_stored(stored: &Schedule) -> Self {
        let typed = |number: Option<f64>| {
            number.filter(|number| *number > 0.0).map(|number| number.to_string()).unwrap_or_default()
        };
        let (may, limits) = (stored.may(), stored.limits());
        Self {
            id: stored.id().to_owned(),
            name: stored.name().to_owned(),
            prompt: stored.prompt().to_owned(),
            mode: stored.mode().unwrap_or_default(),
            plan: stored.plan(),
            had_plan: stored.plan().is_some(),
            picker: Picker::from_cron(stored.cron_expression()),
            sites: stored.sites().join(", "),
            own_leave: may.is_some(),
            may: may.unwrap_or_default(),
            steps: typed(limits.max_steps.map(f64::from)),
            minutes: typed(limits.max_seconds.map(|seconds| f64::from(seconds) / 60.0)),
            tokens: typed(limits.max_tokens.map(|tokens| tokens as f64)),
            price: typed(limits.max_price),
            catch_up: stored.catches_up(),
            tell_always: stored.tells_always(),
        }
    }

    /// The change to send; null clears a field.
    ///
    /// # Errors
    /// A sentence about the first invalid field.
    pub fn change(&self) -> Result<Schedule, String> {
        if self.prompt.trim().is_empty() {
            return Err(t("say_what").to_owned());
        }
        let cron = self.picker.cron()?;
        let number = |typed: &str, name: &str| match typed.trim() {
            "" => Ok(None),
            typed => match typed.replace(',', ".").parse::<f64>() {
                Ok(number) if number > 0.0 && number.is_finite() => Ok(Some(number)),
                _ => Err(fill("above_zero", &[("name", name)])),
            },
        };
        let whole = |typed: &str, name: &str, unit: f64| {
            number(typed, name).map(|number| number.map(|number| (number * unit).round().max(1.0)))
        };
        let limits = ScheduleLimits {
            max_steps: whole(&self.steps, t("limit_steps"), 1.0)?.map(|steps| steps as u32),
            max_seconds: whole(&self.minutes, t("limit_minutes"), 60.0)?.map(|seconds| seconds as u32),
            max_tokens: whole(&self.tokens, t("limit_tokens"), 1.0)?.map(|tokens| tokens as u64),
            max_price: number(&self.price, t("limit_price"))?,
        };
        let sites: Vec<&str> =
            self.sites.split([',', ' ', '\n']).map(str::trim).filter(|site| !site.is_empty()).collect();
        let name = self.name.trim();
        let mut fields = json!({
            "id": self.id,
            "name": if name.is_empty() { crate::state::format::shorten(&self.prompt, 60) } else { name.to_owned() },
            "prompt": self.prompt.trim(),
            "mode": self.mode,
            "cronExpression": cron,
            "sites": (!sites.is_empty()).then_some(sites),
            "may": self.own_leave.then_some(&self.may),
            "limits": (limits != ScheduleLimits::default()).then_some(limits),
            "missed": if self.catch_up { "once" } else { "skip" },
            "notify": if self.tell_always { "always" } else { "problems" },
        });
        if let Some(fields) = fields.as_object_mut().filter(|_| self.plan.is_some() || self.had_plan) {
            fields.insert("plan".to_owned(), json!(self.plan));
        }
        Ok(fields.into())
    }
}

#[cfg(test)]
mod tests;
