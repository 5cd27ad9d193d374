//! Waiting as an action: for a text, for quiet, or for a time.

use crate::effect::baseline::Baseline;
use crate::effect::settle::{outlook, settle, until};
use crate::page::frames;
use crate::session::action::ActionScope;
use crate::wire::errors::Result;
use crate::wording::quoted;
use edith_actions::action::TabError;
use edith_page::page_api::FoundText;
use serde_json::json;

/// Waits `ms` milliseconds, unless something urgent happens.
pub(crate) async fn pause(tab: &ActionScope<'_>, ms: u64, baseline: &mut Baseline) -> Result<bool> {
    baseline.reach(tab, format!("Waited {ms} ms.")).await?;
    tab.within(ms, tab.hub.when(|state| state.is_over().then_some(()))).await;
    Ok(false)
}

/// Waits until the page shows a text or is quiet, at most `ms` milliseconds.
pub(crate) async fn wait(tab: &ActionScope<'_>, ms: u64, text: Option<&str>, baseline: &mut Baseline) -> Result<bool> {
    baseline.reach(tab, "Waited for the page.".to_owned()).await?;
    let Some(text) = text else {
        let done = tab.within(ms, settle(tab, baseline)).await;
        let quiet = done == Some(false);
        tab.say(
            if quiet { "Waited until the page was quiet." } else { "Waited; the page is still changing." }.to_owned(),
        );
        return Ok(!quiet);
    };
    let end = tab.clock.now() + ms as f64;
    let wanted = quoted(text);
    loop {
        match tab.page("findText", json!([text, 1])).await {
            Ok(Some(FoundText { total, .. })) if total > 0 => {
                tab.say(format!("Waited until the page showed {wanted}."));
                return Ok(false);
            }
            Ok(Some(_)) if frames::show(tab, text).await => {
                tab.say(format!("Waited until the page showed {wanted}."));
                return Ok(false);
            }
            // Between two documents there is nothing to search.
            Ok(_) | Err(TabError::Protocol(_)) if !tab.is_detached() => {}
            Ok(_) => return Ok(true),
            Err(error) => return Err(error),
        }
        let now = tab.clock.now();
        if now >= end {
            tab.say(format!("Waited {ms} ms, but the page does not show {wanted}."));
            return Ok(true);
        }
        // A finished request or a new document may bring it; so may a timer, which no event announces.
        let clock = tab.clock.clone();
        let known = tab.hub.read(|state| (outlook(state, 0, now), state.phase, state.phase_at));
        let news = tab.hub.when(move |state| {
            let other = (outlook(state, 0, clock.now()), state.phase, state.phase_at) != known;
            (other || state.is_over()).then_some(())
        });
        until(tab, (now + 100.0).min(end), news).await;
    }
}
