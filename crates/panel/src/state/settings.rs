//! The settings form: limits and their ranges, and storing a change without losing fields of later versions.

use crate::state::format::{count, duration, money};
use crate::state::text::{fill, key, t};
use edith_protocol::{DayUsage, Settings};

/// The numeric settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// Model turns per run.
    RunSteps,
    /// Working minutes per run.
    RunMinutes,
    /// Tokens per run.
    RunTokens,
    /// Price per run.
    RunPrice,
    /// Model turns per day.
    DaySteps,
    /// Working minutes per day.
    DayMinutes,
    /// Tokens per day.
    DayTokens,
    /// Price per day.
    DayPrice,
    /// Simultaneous tabs of a research.
    ResearchTabs,
    /// Working minutes per source of a research.
    SourceMinutes,
    /// Tokens per look.
    LookTokens,
    /// Tokens per model answer.
    AnswerTokens,
}

impl Limit {
    /// The limits of a task.
    pub const RUN: [Self; 4] = [Self::RunSteps, Self::RunMinutes, Self::RunTokens, Self::RunPrice];
    /// The limits of a day.
    pub const DAY: [Self; 4] = [Self::DaySteps, Self::DayMinutes, Self::DayTokens, Self::DayPrice];
    /// The limits of a look, an answer and a research.
    pub const WORK: [Self; 4] = [Self::LookTokens, Self::AnswerTokens, Self::ResearchTabs, Self::SourceMinutes];

    /// Its form value.
    pub fn name(self) -> &'static str {
        match self {
            Self::RunSteps => "steps",
            Self::RunMinutes => "run-minutes",
            Self::RunTokens => "run-tokens",
            Self::RunPrice => "run-price",
            Self::DaySteps => "day-steps",
            Self::DayMinutes => "day-minutes",
            Self::DayTokens => "day-tokens",
            Self::DayPrice => "day-price",
            Self::ResearchTabs => "research-tabs",
            Self::SourceMinutes => "source-minutes",
            Self::LookTokens => "look",
            Self::AnswerTokens => "completion",
        }
    }

    /// Its label.
    pub fn label(self) -> &'static str {
        match self {
            Self::RunSteps | Self::DaySteps => t("limit_steps"),
            Self::RunMinutes | Self::DayMinutes => t("limit_minutes"),
            Self::RunTokens | Self::DayTokens => t("limit_tokens"),
            Self::RunPrice | Self::DayPrice => t("limit_price"),
            Self::ResearchTabs => t("limit_tabs"),
            Self::SourceMinutes => t("limit_source"),
            Self::LookTokens => t("limit_look"),
            Self::AnswerTokens => t("limit_answer"),
        }
    }

    /// Its hint; empty if the label suffices.
    pub fn note(self) -> &'static str {
        match self {
            Self::RunSteps => t("limit_steps_note"),
            Self::ResearchTabs => t("limit_tabs_note"),
            Self::LookTokens => t("limit_look_note"),
            Self::AnswerTokens => t("limit_answer_note"),
            _ => "",
        }
    }

    /// The smallest and largest value; 0 if it can be unlimited.
    pub fn range(self) -> (f64, f64) {
        match self {
            Self::RunSteps => (1.0, 200.0),
            Self::RunMinutes | Self::DayMinutes | Self::SourceMinutes => (0.0, 1_440.0),
            Self::DaySteps => (0.0, 100_000.0),
            Self::RunTokens | Self::DayTokens => (0.0, 1e9),
            Self::RunPrice | Self::DayPrice => (0.0, 100_000.0),
            Self::ResearchTabs => (1.0, 10.0),
            Self::LookTokens => (500.0, 50_000.0),
            Self::AnswerTokens => (256.0, 65_536.0),
        }
    }

    /// Whether it may have decimals.
    pub fn is_fraction(self) -> bool {
        matches!(self, Self::RunPrice | Self::DayPrice)
    }

    /// Its stored value.
    pub fn get(self, settings: &Settings) -> f64 {
        match self {
            Self::RunSteps => settings.max_steps.into(),
            Self::RunMinutes => f64::from(settings.max_run_seconds) / 60.0,
            Self::RunTokens => settings.max_run_tokens as f64,
            Self::RunPrice => settings.max_run_price,
            Self::DaySteps => settings.max_day_steps.into(),
            Self::DayMinutes => f64::from(settings.max_day_seconds) / 60.0,
            Self::DayTokens => settings.max_day_tokens as f64,
            Self::DayPrice => settings.max_day_price,
            Self::ResearchTabs => settings.max_research_tabs.into(),
            Self::SourceMinutes => f64::from(settings.max_source_seconds) / 60.0,
            Self::LookTokens => settings.look_tokens.into(),
            Self::AnswerTokens => settings.max_completion_tokens.into(),
        }
    }

    /// Stores it.
    pub fn set(self, settings: &mut Settings, value: f64) {
        let whole = value as u32;
        match self {
            Self::RunSteps => settings.max_steps = whole,
            Self::RunMinutes => settings.max_run_seconds = (value * 60.0) as u32,
            Self::RunTokens => settings.max_run_tokens = value as u64,
            Self::RunPrice => settings.max_run_price = value,
            Self::DaySteps => settings.max_day_steps = whole,
            Self::DayMinutes => settings.max_day_seconds = (value * 60.0) as u32,
            Self::DayTokens => settings.max_day_tokens = value as u64,
            Self::DayPrice => settings.max_day_price = value,
            Self::ResearchTabs => settings.max_research_tabs = whole,
            Self::SourceMinutes => settings.max_source_seconds = (value * 60.0) as u32,
            Self::LookTokens => settings.look_tokens = whole,
            Self::AnswerTokens => settings.max_completion_tokens = whole,
        }
    }

    /// Its value in the form; empty if unlimited.
    pub fn shown(self, settings: &Settings) -> String {
        match self.get(settings) {
            0.0 => String::new(),
            // Seconds that a script set may not be whole minutes.
            value => ((value * 100.0).round() / 100.0).to_string(),
        }
    }

    /// Reads typed text; empty means unlimited, where allowed.
    ///
    /// # Errors
    /// A sentence if it is not a number in the range.
    pub fn parse(self, text: &str) -> Result<f64, String> {
        let (least, most) = self.range();
        let text = text.trim().replace(',', ".");
        let text = if text.is_empty() && least == 0.0 { "0" } else { text.as_str() };
        match text.parse::<f64>() {
            Ok(value) if (least..=most).contains(&value) && (self.is_fraction() || value.fract() == 0.0) => Ok(value),
            _ => {
                let words = if self.is_fraction() { key("number") } else { key("whole_number") };
                Err(fill(words, &[("least", &least.to_string()), ("most", &most.to_string())]))
            }
        }
    }

    /// The part of a daily limit used that day, in words.
    pub fn used(self, day: &DayUsage) -> Option<String> {
        match self {
            Self::DaySteps => Some(day.steps.to_string()),
            Self::DayMinutes => Some(duration(day.worked_ms)),
            Self::DayTokens => Some(count(day.usage.tokens())),
            Self::DayPrice => day.usage.price.map(money),
            _ => None,
        }
    }
}

/// The usage of `now`'s local day; `zone` is the offset from UTC in minutes.
pub fn today(days: &[DayUsage], now: f64, zone: f64) -> DayUsage {
    let today = ((now + zone * 60_000.0) / 86_400_000.0).floor() as i64;
    days.iter().find(|day| day.day == today).cloned().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_numbers_in_their_range() {
        for (limit, text, expected) in [
            (Limit::RunSteps, "30", Some(30.0)),
            (Limit::RunSteps, " 7 ", Some(7.0)),
            (Limit::RunSteps, "0", None),
            (Limit::RunSteps, "201", None),
            (Limit::RunSteps, "1.5", None),
            (Limit::RunSteps, "", None),
            (Limit::RunSteps, "many", None),
            (Limit::RunSteps, "-3", None),
            (Limit::RunPrice, "0,25", Some(0.25)),
            (Limit::RunPrice, "", Some(0.0)),
            (Limit::DayTokens, "1000000", Some(1e6)),
            (Limit::DayTokens, "inf", None),
            (Limit::DayMinutes, "NaN", None),
        ] {
            assert_eq!(limit.parse(text).ok(), expected, "{limit:?} {text}");
        }
        for limit in [&Limit::RUN[..], &Limit::DAY, &Limit::WORK].concat() {
            let (least, most) = limit.range();
            assert!((least..=most).contains(&limit.get(&Settings::default())), "{limit:?}");
            let mut settings = Settings::default();
            limit.set(&mut settings, most);
            assert_eq!(limit.get(&settings), most, "{limit:?}");
            assert_eq!(limit.parse(&limit.shown(&settings)), Ok(most), "{limit:?}");
        }
    }

    #[test]
    fn today_is_the_local_day() {
        let days = [
            DayUsage { day: 1, steps: 3, ..DayUsage::default() },
            DayUsage { day: 0, steps: 5, ..DayUsage::default() },
        ];
        assert_eq!(today(&days, 86_400_000.0 - 1.0, 0.0).steps, 5);
        assert_eq!(today(&days, 86_400_000.0 - 1.0, 60.0).steps, 3);
        assert_eq!(today(&days, 1e12, 0.0).steps, 0);
    }
}
