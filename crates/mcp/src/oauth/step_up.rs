//! Which scopes are asked for.

use super::challenge::Challenge;
use super::error::SignInError;
use super::scopes::{OFFLINE_ACCESS, join};
use super::signed_in::{SignedIn, StepUps};

/// Step-ups in an hour.
const MOST_STEP_UPS: u32 = 3;
/// An hour in milliseconds.
const WINDOW_MS: f64 = 3_600_000.0;

/// What to ask for: what the challenge names, else what the resource supports, with all that was asked for before; and for a refresh token where
/// that is a scope. Nothing, where nobody names any.
pub(super) fn to_ask(
    challenge: &Challenge,
    supported: &[String],
    before: Option<&SignedIn>,
    server_supports: &[String],
) -> Vec<String> {
    let mut asked = Vec::new();
    if let Some(before) = before {
        join(&mut asked, before.asked.iter().chain(&before.scopes).map(String::as_str));
    }
    let named = if challenge.scopes.is_empty() { supported } else { &challenge.scopes };
    join(&mut asked, named.iter().map(String::as_str));
    if !asked.is_empty() && server_supports.iter().any(|scope| scope == OFFLINE_ACCESS) {
        join(&mut asked, [OFFLINE_ACCESS]);
    }
    asked
}

/// Counts a step-up.
///
/// # Errors
/// When all these scopes were granted already, so that asking again brings nothing, or the server has asked too often.
pub(super) fn step_up(
    challenge: &Challenge,
    before: Option<&SignedIn>,
    server: &str,
    now_ms: f64,
) -> Result<StepUps, SignInError> {
    let Some(before) = before else { return Ok(StepUps::default()) };
    let earlier = if now_ms - before.step_ups.since_ms < WINDOW_MS { before.step_ups } else { StepUps::default() };
    if !challenge.needs_more_scopes() {
        return Ok(earlier);
    }
    if earlier.count >= MOST_STEP_UPS || challenge.scopes.iter().all(|scope| before.scopes.contains(scope)) {
        return Err(SignInError::TooManyScopes { server: server.to_owned(), scopes: challenge.scopes.join(" ") });
    }
    let since_ms = if earlier.count == 0 { now_ms } else { earlier.since_ms };
    Ok(StepUps { count: earlier.count + 1, since_ms })
}
