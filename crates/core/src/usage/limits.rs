//! The limits as code: whether a call may be made, and how long its answer may be.

use crate::run::Reached;
use edith_model::{ChatMessage, ChatRequest, Continuation};
use edith_protocol::{LimitKind, LimitSpan, ModelPrice, Settings, Usage};

/// Least bytes per token: English has about four, JSON and numbers three. Prompts are thus over- rather than underestimated.
pub(crate) const BYTES_PER_TOKEN: u64 = 3;
/// Most tokens of a picture: servers scale pictures down to this.
const PICTURE_TOKENS: u64 = 1_600;
/// A shorter answer, in tokens, is not worth asking for.
const LEAST_ANSWER: u32 = 256;

/// Usage so far, calls in progress included.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Used {
    /// Tokens and their price.
    pub usage: Usage,
    /// Model turns.
    pub steps: u32,
    /// Milliseconds of work.
    pub worked_ms: f64,
}

/// A request's tokens, never less than the server will count.
pub(crate) fn estimate(request: &ChatRequest) -> u64 {
    let mut bytes = 0;
    let mut pictures = 0;
    for message in &request.messages {
        bytes += 12;
        match message {
            ChatMessage::System { content } => bytes += content.len(),
            ChatMessage::Assistant { content, tool_calls, continuation } => {
                bytes += content.len() + continuation.as_ref().map_or(0, Continuation::bytes);
                bytes += tool_calls.iter().map(|call| call.name.len() + call.arguments.len() + 24).sum::<usize>();
            }
            ChatMessage::User { content } | ChatMessage::Tool { content, .. } => {
                bytes += content.text().len();
                pictures += content.pictures().count() as u64;
            }
        }
    }
    bytes += request.tools.iter().map(|tool| tool.description.len() + tool.parameters.len() + 40).sum::<usize>();
    (bytes as u64).div_ceil(BYTES_PER_TOKEN) + pictures * PICTURE_TOKENS
}

/// Whether a call with this many prompt tokens may be made on the local day with that number; returns the tokens its answer may have, at most `wanted`.
///
/// # Errors
/// When it may not.
pub(crate) fn allow(
    settings: &Settings,
    price: Option<&ModelPrice>,
    prompt: u64,
    wanted: u32,
    run: &Used,
    (day, of_day): (i64, &Used),
) -> Result<u32, Reached> {
    let reached = |kind, span, limit, used, next| Reached::Limit { kind, span, limit, used, next, day };
    if settings.max_day_steps > 0 && of_day.steps >= settings.max_day_steps {
        let (limit, used) = (settings.max_day_steps.into(), of_day.steps.into());
        return Err(reached(LimitKind::Steps, LimitSpan::Day, limit, used, 1.0));
    }
    let mut answer = u64::from(wanted);
    let least = u64::from(LEAST_ANSWER.min(wanted));
    for (span, used, seconds, tokens, money) in [
        (LimitSpan::Task, run, settings.max_run_seconds, settings.max_run_tokens, settings.max_run_price),
        (LimitSpan::Day, of_day, settings.max_day_seconds, settings.max_day_tokens, settings.max_day_price),
    ] {
        let seconds = f64::from(seconds);
        if seconds > 0.0 && used.worked_ms >= seconds * 1000.0 {
            return Err(reached(LimitKind::Time, span, seconds, used.worked_ms / 1000.0, 0.0));
        }
        if tokens > 0 {
            let room = tokens.saturating_sub(used.usage.tokens() + prompt);
            if room < least {
                let next = (prompt + least) as f64;
                return Err(reached(LimitKind::Tokens, span, tokens as f64, used.usage.tokens() as f64, next));
            }
            answer = answer.min(room);
        }
        if money > 0.0 {
            let price = price.ok_or(Reached::NoPrice { span })?;
            let spent = used.usage.price.unwrap_or_default();
            let ask = price.of(&Usage { prompt_tokens: prompt, ..Usage::default() });
            let per_token = price.completion / 1e6;
            let room = money - spent - ask;
            if room < per_token * least as f64 || room < 0.0 {
                return Err(reached(LimitKind::Price, span, money, spent, ask + per_token * least as f64));
            }
            if per_token > 0.0 {
                answer = answer.min((room / per_token) as u64);
            }
        }
    }
    Ok(u32::try_from(answer).unwrap_or(wanted))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn used(tokens: u64, price: f64) -> Used {
        Used { usage: Usage { prompt_tokens: tokens, price: Some(price), ..Usage::default() }, ..Used::default() }
    }

    fn unlimited() -> Settings {
        Settings { max_run_price: 0.0, ..Settings::default() }
    }

    fn price() -> ModelPrice {
        ModelPrice { model: "m".into(), prompt: 1.0, cached: 0.5, completion: 10.0 }
    }

    #[test]
    fn without_limits_everything_is_allowed() {
        let (far, fresh) = (used(u64::MAX / 4, 1e9), Used::default());
        let settings = unlimited();
        assert_eq!(allow(&settings, Some(&price()), 1_000_000, 4096, &far, (0, &fresh)), Ok(4096));
    }

    #[test]
    fn the_default_limit_holds_where_the_price_is_known() {
        let at =
            |spent: f64| allow(&Settings::default(), Some(&price()), 1, 4096, &used(0, spent), (0, &Used::default()));
        assert_eq!(at(0.1), Ok(4096));
        assert!(matches!(at(0.5), Err(Reached::Limit { kind: LimitKind::Price, limit: 0.5, .. })));
    }

    #[test]
    fn a_call_that_would_cross_a_limit_is_not_made_and_one_near_it_is_cut_to_what_is_left() {
        let of_run = Settings { max_run_tokens: 10_000, ..unlimited() };
        let of_day = Settings { max_day_tokens: 10_000, ..unlimited() };
        for (used_tokens, prompt, expected) in [
            (0, 1_000, Some(4096)),
            (5_000, 1_000, Some(4_000)),
            (8_744, 1_000, Some(256)),
            (8_745, 1_000, None),
            (20_000, 1, None),
        ] {
            let on_run = allow(&of_run, None, prompt, 4096, &used(used_tokens, 0.0), (0, &Used::default()));
            assert_eq!(on_run.ok(), expected, "{used_tokens} + {prompt} on the task");
            let on_day = allow(&of_day, None, prompt, 4096, &Used::default(), (0, &used(used_tokens, 0.0)));
            assert_eq!(on_day.ok(), expected, "{used_tokens} + {prompt} on the day");
        }
    }

    #[test]
    fn money_is_counted_by_the_price_and_an_unknown_price_is_refused() {
        let settings = Settings { max_run_price: 0.01, ..unlimited() };
        let at = |spent: f64, prompt: u64| {
            allow(&settings, Some(&price()), prompt, 4096, &used(0, spent), (0, &Used::default()))
        };
        // 0.01 - 0.001 for the prompt leaves 900 tokens of the answer.
        assert_eq!(at(0.0, 1_000), Ok(900));
        assert!(matches!(at(0.008, 1_000), Err(Reached::Limit { kind: LimitKind::Price, span: LimitSpan::Task, .. })));
        assert!(matches!(at(0.5, 0), Err(Reached::Limit { kind: LimitKind::Price, .. })));
        let unknown = allow(&settings, None, 1, 4096, &Used::default(), (0, &Used::default()));
        assert_eq!(unknown, Err(Reached::NoPrice { span: LimitSpan::Task }));
    }

    #[test]
    fn steps_of_a_day_and_time_are_limits_too() {
        let settings = Settings { max_day_steps: 3, max_day_seconds: 10, max_run_seconds: 5, ..unlimited() };
        let at = |steps: u32, run_ms: f64, day_ms: f64| {
            let run = Used { worked_ms: run_ms, ..Used::default() };
            let day = Used { steps, worked_ms: day_ms, ..Used::default() };
            allow(&settings, None, 1, 4096, &run, (3, &day))
        };
        let reached =
            |kind, span, limit: f64, next| Err(Reached::Limit { kind, span, limit, used: limit, next, day: 3 });
        assert!(at(2, 0.0, 0.0).is_ok());
        assert_eq!(at(3, 0.0, 0.0), reached(LimitKind::Steps, LimitSpan::Day, 3.0, 1.0));
        assert_eq!(at(0, 5_000.0, 0.0), reached(LimitKind::Time, LimitSpan::Task, 5.0, 0.0));
        assert_eq!(at(0, 0.0, 10_000.0), reached(LimitKind::Time, LimitSpan::Day, 10.0, 0.0));
    }
}
