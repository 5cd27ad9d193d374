//! Schedules as the pages show them, read from what `SCHEDULE_LIST` answers, and the form they are edited in.

pub mod picker;

use crate::state::text::{fill, key, t};
use edith_protocol::ConversationId;
use picker::Picker;
use serde_json::{Map, Value, json};

/// One schedule.
#[derive(Debug, Clone, PartialEq)]
pub struct Listed {
    /// Its id.
    pub id: String,
    /// What the person calls it.
    pub name: String,
    /// What is to be done.
    pub prompt: String,
    /// When, as a cron expression.
    pub cron: String,
    /// Whether it runs by itself.
    pub enabled: bool,
    /// When it comes next, in milliseconds since 1970.
    pub next: Option<f64>,
    /// Why it cannot run.
    pub problem: Option<String>,
    /// Its last runs, latest first.
    pub runs: Vec<Past>,
    /// As it is stored.
    pub stored: Value,
}

/// A run of a schedule, or a time without one.
#[derive(Debug, Clone, PartialEq)]
pub struct Past {
    /// In milliseconds since 1970.
    pub started_at: f64,
    /// In milliseconds since 1970.
    pub ended_at: Option<f64>,
    /// `completed`, `stopped`, `failed`, `needs_input`, `missed`, `skipped`; empty: it is on.
    pub outcome: String,
    /// `time`, `late`, `hand`.
    pub why: String,
    /// What came of it.
    pub summary: String,
    /// Tokens sent and received.
    pub tokens: u64,
    /// What it cost, where that is known.
    pub price: Option<f64>,
    /// Its conversation.
    pub conversation: Option<ConversationId>,
}

/// Reads what `SCHEDULE_LIST` answers.
pub fn read(answer: &Value) -> Vec<Listed> {
    let all = answer.get("schedules").and_then(Value::as_array).into_iter().flatten();
    all.filter_map(|one| {
        let stored = one.get("schedule")?.clone();
        let text = |name: &str| stored.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        let (name, prompt) = (text("name"), text("prompt"));
        Some(Listed {
            id: stored.get("id")?.as_str()?.to_owned(),
            name: if name.trim().is_empty() { crate::state::format::shorten(&prompt, 60) } else { name },
            prompt,
            cron: text("cronExpression"),
            enabled: stored.get("enabled").and_then(Value::as_bool).unwrap_or(true),
            next: one.get("next").and_then(Value::as_f64),
            problem: one.get("problem").and_then(Value::as_str).map(str::to_owned),
            runs: one.get("runs").and_then(Value::as_array).into_iter().flatten().map(past).collect(),
            stored,
        })
    })
    .collect()
}

fn past(run: &Value) -> Past {
    let text = |name: &str| run.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    let usage = |name: &str| run.pointer("/usage").and_then(|usage| usage.get(name));
    let tokens = |name: &str| usage(name).and_then(Value::as_u64).unwrap_or_default();
    Past {
        started_at: run.get("startedAt").and_then(Value::as_f64).unwrap_or_default(),
        ended_at: run.get("endedAt").and_then(Value::as_f64),
        outcome: text("outcome"),
        why: text("why"),
        summary: text("summary"),
        tokens: tokens("promptTokens") + tokens("completionTokens"),
        price: usage("price").and_then(Value::as_f64),
        conversation: Some(text("conversationId")).filter(|id| !id.is_empty()).map(ConversationId),
    }
}

/// How a run of a schedule ended, in words.
pub fn outcome_words(outcome: &str) -> &'static str {
    match outcome {
        "completed" => t("done"),
        "partial" => t("partly"),
        "refused" => t("you_said_no"),
        "stopped" => t("stopped"),
        "failed" => t("not_done"),
        "needs_input" => t("needs_you"),
        "missed" => t("missed"),
        "skipped" => t("skipped"),
        _ => t("is_running"),
    }
}

/// The enabled schedules with the soonest first.
pub fn soonest(all: &[Listed]) -> Vec<&Listed> {
    let mut coming: Vec<&Listed> = all.iter().filter(|one| one.enabled && one.next.is_some()).collect();
    coming.sort_by(|a, b| a.next.unwrap_or_default().total_cmp(&b.next.unwrap_or_default()));
    coming
}

/// How a day is called as seen from now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DayName {
    /// The same local day.
    Today,
    /// The next one.
    Tomorrow,
    /// Within six days: by its weekday.
    Weekday,
    /// Later: by its date.
    Date,
}

/// The day of a time to come. Times are milliseconds since 1970, each zone minutes ahead of UTC at that time.
pub fn day_name(now: (f64, f64), then: (f64, f64)) -> DayName {
    let day = |(time, zone): (f64, f64)| ((time + zone * 60_000.0) / 86_400_000.0).floor();
    match day(then) - day(now) {
        days if days < 1.0 => DayName::Today,
        days if days < 2.0 => DayName::Tomorrow,
        days if days < 7.0 => DayName::Weekday,
        _ => DayName::Date,
    }
}

/// What a schedule may be allowed to do unattended: the stored word and what it means.
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

/// What a kind of effect means, in words; none for one that is not known.
pub fn kind_words(kind: &str) -> Option<String> {
    KINDS.iter().find(|(known, _)| *known == kind).map(|(_, words)| t(words).to_owned())
}

/// The form in which a schedule is edited; numbers are kept as they are typed.
#[derive(Debug, Clone, PartialEq)]
pub struct Form {
    /// Its id; empty for a new one.
    pub id: String,
    /// What the person calls it.
    pub name: String,
    /// What is to be done.
    pub prompt: String,
    /// `agent`, `chat` or `research`.
    pub mode: String,
    /// When.
    pub picker: Picker,
    /// Sites, separated by commas or spaces; empty: all.
    pub sites: String,
    /// Whether only `may` counts, and not the settings.
    pub own_leave: bool,
    /// What it may do unattended.
    pub may: Vec<String>,
    /// Steps at most.
    pub steps: String,
    /// Minutes at most.
    pub minutes: String,
    /// Tokens at most.
    pub tokens: String,
    /// Price at most.
    pub price: String,
    /// Whether missed times are made up for.
    pub catch_up: bool,
    /// Whether every end is told.
    pub tell_always: bool,
}

impl Default for Form {
    fn default() -> Self {
        Self::of(&json!({ "cronExpression": "0 9 * * 1-5" }))
    }
}

impl Form {
    /// The form of a stored schedule.
    pub fn of(stored: &Value) -> Self {
        let text = |name: &str| stored.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        let list = |name: &str| {
            let texts = stored.get(name)?.as_array()?.iter().filter_map(Value::as_str);
            Some(texts.map(str::to_owned).collect::<Vec<_>>())
        };
        let limit = |name: &str| stored.pointer("/limits").and_then(|limits| limits.get(name)).and_then(Value::as_f64);
        let typed = |number: Option<f64>| number.filter(|number| *number > 0.0).map(|number| number.to_string());
        let may = list("may");
        Self {
            id: text("id"),
            name: text("name"),
            prompt: text("prompt"),
            mode: Some(text("mode")).filter(|mode| !mode.is_empty()).unwrap_or_else(|| "agent".to_owned()),
            picker: Picker::of(&text("cronExpression")),
            sites: list("sites").unwrap_or_default().join(", "),
            own_leave: may.is_some(),
            may: may.unwrap_or_default(),
            steps: typed(limit("maxSteps")).unwrap_or_default(),
            minutes: typed(limit("maxSeconds").map(|seconds| seconds / 60.0)).unwrap_or_default(),
            tokens: typed(limit("maxTokens")).unwrap_or_default(),
            price: typed(limit("maxPrice")).unwrap_or_default(),
            catch_up: text("missed") != "skip",
            tell_always: text("notify") == "always",
        }
    }

    /// What is sent to be stored; null takes a field away.
    ///
    /// # Errors
    /// A sentence about the first field that makes no sense.
    pub fn change(&self) -> Result<Map<String, Value>, String> {
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
            number(typed, name).map(|number| number.map(|number| json!((number * unit).round().max(1.0) as u64)))
        };
        let limits = [
            ("maxSteps", whole(&self.steps, t("limit_steps"), 1.0)?),
            ("maxSeconds", whole(&self.minutes, t("limit_minutes"), 60.0)?),
            ("maxTokens", whole(&self.tokens, t("limit_tokens"), 1.0)?),
            ("maxPrice", number(&self.price, t("limit_price"))?.map(|price| json!(price))),
        ];
        let limits: Map<String, Value> =
            limits.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect();
        let sites: Vec<&str> =
            self.sites.split([',', ' ', '\n']).map(str::trim).filter(|site| !site.is_empty()).collect();
        let fields = json!({
            "id": self.id,
            "name": if self.name.trim().is_empty() { crate::state::format::shorten(&self.prompt, 60) } else { self.name.trim().to_owned() },
            "prompt": self.prompt.trim(),
            "mode": self.mode,
            "cronExpression": cron,
            "sites": (!sites.is_empty()).then_some(sites),
            "may": self.own_leave.then_some(&self.may),
            "limits": (!limits.is_empty()).then_some(limits),
            "missed": if self.catch_up { "once" } else { "skip" },
            "notify": if self.tell_always { "always" } else { "problems" },
        });
        match fields {
            Value::Object(fields) => Ok(fields),
            _ => Err(t("not_written").to_owned()),
        }
    }
}

#[cfg(test)]
mod tests;
