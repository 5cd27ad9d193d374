//! Limits as data: which one the next call would cross, and how far the person has raised them for a run.

use edith_protocol::{LimitKind, LimitShown, LimitSpan, Settings};
use edith_words::{Sentence, Word, say};
use serde::{Deserialize, Serialize};

/// A limit that the next call would cross.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reached {
    /// One that can be raised.
    Limit {
        /// What it counts.
        kind: LimitKind,
        /// What it is for.
        span: LimitSpan,
        /// The limit, as far as it is raised already: money, tokens, steps or seconds.
        limit: f64,
        /// Used so far.
        used: f64,
        /// The next call's estimate.
        next: f64,
        /// The local day, since 1970.
        day: i64,
    },
    /// Of money, for a model of unknown price.
    NoPrice {
        /// What it is for.
        span: LimitSpan,
    },
}

impl Reached {
    /// As a sentence for the person.
    pub(crate) fn for_person(&self) -> Sentence {
        let Self::Limit { kind, span, limit, used, next, .. } = self else {
            return match self {
                Self::NoPrice { span: LimitSpan::Day } => say!(NoPriceDay),
                _ => say!(NoPriceTask),
            };
        };
        let whole = |amount: &f64| *amount as u64;
        let (limit_money, used_money, next_money) = (money(*limit), money(*used), money(*next));
        match (kind, span) {
            (LimitKind::Tokens, LimitSpan::Task) => {
                say!(LimitTokensTask { limit: whole(limit), used: whole(used), next: whole(next) })
            }
            (LimitKind::Tokens, LimitSpan::Day) => {
                say!(LimitTokensDay { limit: whole(limit), used: whole(used), next: whole(next) })
            }
            (LimitKind::Price, LimitSpan::Task) => {
                say!(LimitPriceTask { limit: limit_money, used: used_money, next: next_money })
            }
            (LimitKind::Price, LimitSpan::Day) => {
                say!(LimitPriceDay { limit: limit_money, used: used_money, next: next_money })
            }
            (LimitKind::Steps, LimitSpan::Task) if whole(limit) == 1 => say!(StepLimitOne),
            (LimitKind::Steps, LimitSpan::Task) => say!(StepLimit { limit: whole(limit) }),
            (LimitKind::Steps, LimitSpan::Day) => say!(LimitStepsDay { limit: whole(limit) }),
            (LimitKind::Time, LimitSpan::Task) => say!(OutOfTime { limit: whole(limit) }),
            (LimitKind::Time, LimitSpan::Day) => say!(LimitTimeDay { limit: whole(limit) }),
        }
    }

    /// As the end of a run, with what helps.
    pub(super) fn at_end(&self) -> Sentence {
        match self {
            Self::Limit { .. } => say!(RaiseLimit { reached: self.for_person() }),
            Self::NoPrice { .. } => self.for_person(),
        }
    }

    /// As it is asked about, for limits as they were set; none if no answer helps.
    pub(super) fn shown(&self, set: &Settings) -> Option<LimitShown> {
        let Self::Limit { kind, span, limit, used, next, .. } = *self else { return None };
        let more = more(kind, set_limit(set, kind, span), used + next - limit);
        Some(LimitShown { kind, span, used, limit, more })
    }

    /// Whether it holds for a single source of a research alone.
    pub(super) fn is_of_a_part(&self) -> bool {
        match self {
            Self::Limit { kind, span, .. } => {
                *span == LimitSpan::Task && matches!(kind, LimitKind::Time | LimitKind::Steps)
            }
            Self::NoPrice { .. } => true,
        }
    }

    /// Whether this much more makes room.
    pub(crate) fn is_raised(&self, set: &Settings, raised: &Raised) -> bool {
        match *self {
            Self::Limit { kind, span, limit, day, .. } => {
                set_limit(set, kind, span) + raised.by(kind, span, day) > limit
            }
            Self::NoPrice { .. } => false,
        }
    }
}

impl std::fmt::Display for Reached {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.for_person().fmt(f)
    }
}

impl std::error::Error for Reached {}

/// How far the person has raised a run's limits.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Raised {
    /// Those of the task.
    task: Amounts,
    /// Those of the day with that number; on any other day they are as they were set.
    day: Option<(i64, Amounts)>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct Amounts {
    price: f64,
    tokens: f64,
    steps: f64,
    time: f64,
}

impl Amounts {
    fn of(&mut self, kind: LimitKind) -> &mut f64 {
        match kind {
            LimitKind::Price => &mut self.price,
            LimitKind::Tokens => &mut self.tokens,
            LimitKind::Steps => &mut self.steps,
            LimitKind::Time => &mut self.time,
        }
    }
}

impl Raised {
    /// Whether nothing is raised.
    pub(super) fn is_none(&self) -> bool {
        *self == Self::default()
    }

    pub(super) fn raise(&mut self, limit: &LimitShown, day: i64) {
        match limit.span {
            LimitSpan::Task => *self.task.of(limit.kind) += limit.more,
            LimitSpan::Day => {
                let (of, amounts) = self.day.get_or_insert((day, Amounts::default()));
                if *of != day {
                    (*of, *amounts) = (day, Amounts::default());
                }
                *amounts.of(limit.kind) += limit.more;
            }
        }
    }

    pub(super) fn by(&self, kind: LimitKind, span: LimitSpan, today: i64) -> f64 {
        let mut amounts = match (span, self.day) {
            (LimitSpan::Task, _) => self.task,
            (LimitSpan::Day, Some((day, amounts))) if day == today => amounts,
            (LimitSpan::Day, _) => Amounts::default(),
        };
        *amounts.of(kind)
    }

    /// The settings with the limits as they are raised on that day. What has no limit gets none.
    pub(crate) fn on(&self, set: &Settings, day: i64) -> Settings {
        let mut raised = set.clone();
        let more = |kind, span, of: f64| if of > 0.0 { of + self.by(kind, span, day) } else { of };
        let whole = |kind, span, of: u32| more(kind, span, f64::from(of)) as u32;
        use LimitKind::{Price, Steps, Time, Tokens};
        use LimitSpan::{Day, Task};
        raised.max_run_price = more(Price, Task, set.max_run_price);
        raised.max_day_price = more(Price, Day, set.max_day_price);
        raised.max_run_tokens = more(Tokens, Task, set.max_run_tokens as f64) as u64;
        raised.max_day_tokens = more(Tokens, Day, set.max_day_tokens as f64) as u64;
        raised.max_day_steps = whole(Steps, Day, set.max_day_steps);
        raised.max_run_seconds = whole(Time, Task, set.max_run_seconds);
        raised.max_day_seconds = whole(Time, Day, set.max_day_seconds);
        raised
    }
}

fn set_limit(set: &Settings, kind: LimitKind, span: LimitSpan) -> f64 {
    match (kind, span) {
        (LimitKind::Price, LimitSpan::Task) => set.max_run_price,
        (LimitKind::Price, LimitSpan::Day) => set.max_day_price,
        (LimitKind::Tokens, LimitSpan::Task) => set.max_run_tokens as f64,
        (LimitKind::Tokens, LimitSpan::Day) => set.max_day_tokens as f64,
        (LimitKind::Steps, LimitSpan::Task) => set.max_steps.into(),
        (LimitKind::Steps, LimitSpan::Day) => set.max_day_steps.into(),
        (LimitKind::Time, LimitSpan::Task) => set.max_run_seconds.into(),
        (LimitKind::Time, LimitSpan::Day) => set.max_day_seconds.into(),
    }
}

/// By how much a limit is raised: half of it, or what the next call lacks, in a round amount.
fn more(kind: LimitKind, set: f64, lacks: f64) -> f64 {
    let wanted = (set / 2.0).max(lacks);
    match kind {
        LimitKind::Price => round_up(wanted, 2).max(0.01),
        LimitKind::Tokens => round_up(wanted, 2).max(1_000.0),
        LimitKind::Steps => wanted.ceil().max(1.0),
        LimitKind::Time => (wanted / 60.0).ceil().max(1.0) * 60.0,
    }
}

/// Rounded up to so many significant digits.
fn round_up(amount: f64, digits: i32) -> f64 {
    if amount <= 0.0 {
        return 0.0;
    }
    let power = digits - 1 - amount.log10().floor() as i32;
    // Divided by a whole power of ten, so that 0.25 stays 0.25.
    match power {
        0.. => (amount * 10_f64.powi(power) - 1e-9).ceil() / 10_f64.powi(power),
        _ => (amount / 10_f64.powi(-power) - 1e-9).ceil() * 10_f64.powi(-power),
    }
}

/// An amount of money, to the hundredth where it is one.
fn money(amount: f64) -> Word {
    let hundredths = amount * 100.0;
    let is_whole = (hundredths - hundredths.round()).abs() < 1e-6;
    Word::Number(amount, if is_whole { 2 } else { 4 })
}

/// The two answers, in words.
pub(super) fn options(limit: &LimitShown) -> Vec<String> {
    let more = limit.more;
    let allow = match limit.kind {
        LimitKind::Price => say!(MorePrice { more: money(more) }),
        LimitKind::Tokens => say!(MoreTokens { more: more as u64 }),
        LimitKind::Steps if more as u64 == 1 => say!(OneMoreStep),
        LimitKind::Steps => say!(MoreSteps { more: more as u64 }),
        LimitKind::Time if (more / 60.0) as u64 == 1 => say!(OneMoreMinute),
        LimitKind::Time => say!(MoreMinutes { more: (more / 60.0) as u64 }),
    };
    vec![allow.to_string(), say!(StopHere).to_string()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_raised_by_half_in_a_round_amount_and_by_enough_for_the_next_call() {
        for (kind, set, lacks, expected) in [
            (LimitKind::Price, 0.5, 0.01, 0.25),
            (LimitKind::Price, 0.1, 0.01, 0.05),
            (LimitKind::Price, 0.1, 0.123, 0.13),
            (LimitKind::Price, 0.001, 0.004, 0.01),
            (LimitKind::Tokens, 100_000.0, 0.0, 50_000.0),
            (LimitKind::Tokens, 100_000.0, 61_234.0, 62_000.0),
            (LimitKind::Tokens, 100.0, 0.0, 1_000.0),
            (LimitKind::Steps, 30.0, 1.0, 15.0),
            (LimitKind::Steps, 1.0, 1.0, 1.0),
            (LimitKind::Time, 300.0, 0.0, 180.0),
        ] {
            assert_eq!(more(kind, set, lacks), expected, "{kind:?} {set} {lacks}");
        }
    }

    #[test]
    fn one_more_is_said_as_one() {
        let allow =
            |kind, more| options(&LimitShown { kind, span: LimitSpan::Task, used: 0.0, limit: 0.0, more }).remove(0);
        assert_eq!(allow(LimitKind::Steps, 1.0), "Allow 1 more step");
        assert_eq!(allow(LimitKind::Steps, 2.0), "Allow 2 more steps");
        assert_eq!(allow(LimitKind::Time, 60.0), "Allow 1 more minute");
        assert_eq!(allow(LimitKind::Time, 180.0), "Allow 3 more minutes");
    }

    #[test]
    fn what_is_raised_for_a_day_holds_on_that_day_alone_and_no_limit_stays_none() {
        let set = Settings { max_day_tokens: 100, max_run_tokens: 50, max_run_price: 0.0, ..Settings::default() };
        let mut raised = Raised::default();
        let shown = |kind, span, more| LimitShown { kind, span, used: 0.0, limit: 0.0, more };
        raised.raise(&shown(LimitKind::Tokens, LimitSpan::Day, 10.0), 7);
        raised.raise(&shown(LimitKind::Tokens, LimitSpan::Day, 10.0), 7);
        raised.raise(&shown(LimitKind::Tokens, LimitSpan::Task, 5.0), 7);
        raised.raise(&shown(LimitKind::Price, LimitSpan::Task, 5.0), 7);
        let (today, tomorrow) = (raised.on(&set, 7), raised.on(&set, 8));
        assert_eq!((today.max_day_tokens, today.max_run_tokens, today.max_run_price), (120, 55, 0.0));
        assert_eq!((tomorrow.max_day_tokens, tomorrow.max_run_tokens), (100, 55));
        raised.raise(&shown(LimitKind::Tokens, LimitSpan::Day, 1.0), 8);
        assert_eq!(raised.on(&set, 8).max_day_tokens, 101, "what was allowed yesterday is over");
    }
}
