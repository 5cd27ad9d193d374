//! A field's value during typing, and what else becomes of the text.

use super::methods::Method;
use super::readback::{Fate, Match, Typed, ends_with, taken};
use crate::page::element::Subject;
use crate::session::action::ActionScope;
use crate::wire::errors::Result;
use edith_actions::action::TabError;
use edith_page::page_api::{HeldField, ReadValue, TypingSeen};
use serde_json::json;

/// How long after the last key a page may still reformat a value, in milliseconds.
pub(crate) const FORMAT_MS: f64 = 60.0;
/// How long a code editor may take to draw what it holds, in milliseconds: it does so in the next frame, which a busy machine draws late.
const DRAWING_MS: f64 = 500.0;
/// Pause between two checks for a value, in milliseconds.
pub(crate) const FORMAT_PAUSE: u64 = 15;
/// How long a page that empties a field may take to show the result, in milliseconds.
const REACTION_MS: f64 = 400.0;
/// How much of a text's end the page's script looks for elsewhere, in characters.
const LOOKED_FOR: usize = 200;

/// How long a page may take to draw a field again that it took away, in milliseconds.
const REDRAWN_MS: f64 = 500.0;

/// What became of the field; not there: it has no successor, or its document is gone.
pub(crate) async fn held(tab: &ActionScope<'_>, node: u32) -> Result<HeldField> {
    asked(tab, "heldField", node).await
}

/// The same once it, or its successor, has the focus for one more key.
pub(crate) async fn refocused(tab: &ActionScope<'_>, node: u32) -> Result<HeldField> {
    asked(tab, "refocus", node).await
}

/// The same once the page has had the time to draw it again.
pub(crate) async fn redrawn(tab: &ActionScope<'_>, node: u32) -> Result<HeldField> {
    let ask = async || refocused(tab, node).await.map(Some);
    let is_there = |held: &Option<HeldField>| held.as_ref().is_some_and(|held| held.there);
    Ok(tab.poll(REDRAWN_MS, FORMAT_PAUSE, ask, is_there).await?.unwrap_or_default())
}

async fn asked(tab: &ActionScope<'_>, function: &'static str, node: u32) -> Result<HeldField> {
    match tab.page(function, json!([node])).await {
        Ok(held) => Ok(held.unwrap_or_default()),
        // Another document may have come.
        Err(TabError::Protocol(_)) if !tab.is_detached() => Ok(HeldField::default()),
        Err(error) => Err(error),
    }
}

/// The field's value before typing, and the number of requests made by then.
pub(crate) async fn begin_typing(tab: &ActionScope<'_>, node: u32, text: &str) -> Result<(ReadValue, u64)> {
    let skipped = text.chars().count().saturating_sub(LOOKED_FOR);
    let end: String = text.chars().skip(skipped).collect();
    let base: Option<ReadValue> = tab.page("beginTyping", json!([node, end])).await?;
    Ok((base.unwrap_or_default(), tab.hub.read(|state| state.requests.next_number())))
}

pub(crate) async fn typing_seen(tab: &ActionScope<'_>, node: u32, last: bool) -> TypingSeen {
    tab.page("typingSeen", json!([node, last])).await.ok().flatten().unwrap_or_default()
}

/// The fate of a text that the field does not show as written. `asked`: the requests made before.
pub(crate) async fn fate(
    tab: &ActionScope<'_>,
    subject: &Subject,
    method: Method,
    typed: &Typed<'_>,
    asked: u64,
) -> Fate {
    let end = tab.clock.now() + REACTION_MS;
    loop {
        let seen = typing_seen(tab, subject.node, false).await;
        let asks = tab.hub.read(|state| state.requests.next_number()) > asked;
        let fate = typed.fate(&subject.probe, &seen, asks);
        let is_gone = typed.now.length == 0 || typed.is_as_before() || typed.holds_its_end();
        // A page that consumes a text may take a moment to show the result.
        let may_react = fate == Fate::Refused && is_gone;
        if !may_react || tab.clock.now() >= end {
            typing_seen(tab, subject.node, true).await;
            // Pages that only believe keys remove inserted text and do nothing else with it.
            let is_turned_away = method == Method::Insert && typed.is_as_before() && seen.refused == 0;
            return if may_react && is_turned_away && seen.caused == 0 && !asks { Fate::Untouched } else { fate };
        }
        tab.clock.sleep(FORMAT_PAUSE).await;
    }
}

/// The field's value; none if it or its document is gone.
pub(crate) async fn read_now(tab: &ActionScope<'_>, node: u32) -> Result<Option<ReadValue>> {
    match value_of(tab, node).await {
        Ok(value) => Ok(value),
        // Typing made the page move on, to another document or another state.
        Err(TabError::Protocol(_)) if !tab.is_detached() => Ok(None),
        Err(error) => Err(error),
    }
}

/// The field's value once the page had a moment to reformat it; none if gone.
pub(crate) async fn read_back(
    tab: &ActionScope<'_>,
    subject: &Subject,
    wanted: Option<&str>,
    before: Option<&ReadValue>,
    text: &str,
) -> Result<Option<(Match, ReadValue)>> {
    let compare = |value: ReadValue| {
        let found = match (wanted, before) {
            (Some(wanted), _) => taken(wanted, &value),
            // Only its end was drawn.
            (None, Some(before)) if before.value.is_some() => {
                if ends_with(text, before, &value) {
                    Match::Yes
                } else {
                    Match::No
                }
            }
            // The earlier value is hidden: the length must have grown by the typed text.
            (None, Some(before)) => {
                let grown = value.length.saturating_sub(before.length);
                taken(text, &ReadValue { length: grown, ..ReadValue::default() })
            }
            (None, None) => Match::No,
        };
        (found, value)
    };
    let ask = async || Ok(read_now(tab, subject.node).await?.map(compare));
    let is_done = |now: &Option<(Match, ReadValue)>| !matches!(now, Some((Match::Loose | Match::Cut | Match::No, _)));
    let patience = if subject.probe.code { DRAWING_MS } else { FORMAT_MS };
    tab.poll(patience, FORMAT_PAUSE, ask, is_done).await
}

/// The field's value once it is this, or after a while; none if gone.
pub(crate) async fn drawn(
    tab: &ActionScope<'_>,
    node: u32,
    is_it: impl Fn(&ReadValue) -> bool,
) -> Result<Option<ReadValue>> {
    let is_it = |now: &Option<ReadValue>| now.as_ref().is_none_or(&is_it);
    tab.poll(DRAWING_MS, FORMAT_PAUSE, async || read_now(tab, node).await, is_it).await
}

pub(crate) async fn value_of(tab: &ActionScope<'_>, node: u32) -> Result<Option<ReadValue>> {
    tab.page("readValue", json!([node])).await
}

/// The field's value once it has lost the focus; none if gone.
pub(crate) async fn left(tab: &ActionScope<'_>, node: u32) -> Result<Option<ReadValue>> {
    match tab.page("leaveField", json!([node])).await {
        Err(TabError::Protocol(_)) if !tab.is_detached() => Ok(None),
        value => value,
    }
}

/// The field's value once it changes, or after a while; none if gone.
pub(crate) async fn changed_from(tab: &ActionScope<'_>, node: u32, before: &ReadValue) -> Result<Option<ReadValue>> {
    let is_other = |now: &Option<ReadValue>| now.as_ref().is_none_or(|now| !now.is_like(before));
    tab.poll(REACTION_MS, FORMAT_PAUSE, async || read_now(tab, node).await, is_other).await
}
