//! Past moments as the language writes them.

use crate::state::format::{Age, Ago, age, ago as passed};
use crate::state::text::t;
use crate::view::store::zone;
use edith_chrome::time::in_words_at;

/// How long ago a moment was: `now`, `5 min`, `3 h`, `yesterday, 9:05 AM`, `Monday`, `24 Nov`, `24 Nov 2024`.
pub(super) fn ago(now: f64, then: f64) -> String {
    match passed(now, then, zone()) {
        Ago::Words(words) => words,
        Ago::Day if age(now, then, zone()) == Age::Yesterday => {
            format!(
                "{}, {}",
                t("yesterday").to_lowercase(),
                in_words_at(then, &[("hour", "numeric"), ("minute", "2-digit")])
            )
        }
        Ago::Day => in_words_at(then, &[("weekday", "long")]),
        Ago::Date => in_words_at(then, &[("day", "numeric"), ("month", "short")]),
        Ago::Year => in_words_at(then, &[("day", "numeric"), ("month", "short"), ("year", "numeric")]),
    }
}
