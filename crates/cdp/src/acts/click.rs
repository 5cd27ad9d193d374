//! Clicking and pointing, re-aimed while the page moves the element.

use crate::effect::baseline::Baseline;
use crate::input::{self, Press};
use crate::page::element::{Need, PAUSES, READY_MS, Subject, ready};
use crate::page::frames;
use crate::session::action::ActionScope;
use crate::wire::errors::Result;
use crate::wording::told;
use edith_actions::action::{TabError, Target};
use edith_page::page_api::{Hit, ReadValue};
use edith_protocol::MouseButton;
use serde_json::json;

/// How often to re-aim at an element that moves away under the pointer.
const AIMS: u32 = 4;
/// How long the page may take to apply its hover style, in milliseconds.
const HOVER_MS: f64 = 1_000.0;

/// Clicks; returns what was clicked.
pub(crate) async fn click(
    tab: &ActionScope<'_>,
    target: &Target,
    press: &Press,
    baseline: &mut Baseline,
) -> Result<Subject> {
    let mut subject = ready(tab, target, Need::CLICK).await?;
    // A control in it takes the press, wherever that is.
    let inner = subject.probe.blocker.as_ref().filter(|_| subject.probe.hit == Hit::Descendant);
    let on = inner.map(|inner| format!(", on {} in it", told(Some(inner)))).unwrap_or_default();
    let note = format!("{} {}{on}.", press.verb(), subject.label);
    aim(tab, &mut subject, press, baseline, note).await?;
    input::press(tab, subject.point, press).await?;
    Ok(subject)
}

/// Says so if a tick, or a switch, is after a plain click what it was: its page may have undone it, as a row does that switches its own box again.
pub(crate) async fn tell_tick(tab: &ActionScope<'_>, subject: &Subject, press: &Press) {
    let is_plain = press.count == 1 && press.modifiers.is_empty() && press.button == MouseButton::Left;
    let Some(was) = subject.probe.flips.filter(|_| is_plain) else { return };
    let value: Result<Option<ReadValue>> = tab.page("readValue", json!([subject.node])).await;
    if value.ok().flatten().and_then(|value| value.checked) == Some(was) {
        let state = if was { "on" } else { "off" };
        tab.say(format!(
            "{} {}, but it is still {state}: the press had no effect, or was undone by what is around it.",
            press.verb(),
            subject.label
        ));
    }
}

/// Moves the pointer to the element and makes sure that a press still reaches it after the page's reaction.
async fn aim(
    tab: &ActionScope<'_>,
    subject: &mut Subject,
    press: &Press,
    baseline: &mut Baseline,
    note: String,
) -> Result {
    let was_inner = subject.probe.hit == Hit::Descendant && subject.probe.blocker.is_some();
    baseline.note_probe(tab, &subject.probe);
    let Some(mut local) = subject.probe.point else { return baseline.reach(tab, note).await };
    let began = tab.clock.now();
    let mut pauses = PAUSES.into_iter();
    let (mut aims, mut pause) = (0, 0);
    while aims < AIMS {
        input::point_at(tab, subject.point, press).await?;
        let hovered = tab.clock.now() <= began + HOVER_MS;
        let aim = baseline.reach_at(tab, subject.node, local, was_inner, hovered, &note).await?;
        let aim = aim.ok_or_else(|| TabError::Gone { what: subject.what.clone() })?;
        if aim.hit.reaches() {
            return Ok(());
        }
        if aim.hit == Hit::Nothing {
            // A picture shown only on hover has no size until it is loaded.
            if tab.clock.now() > began + READY_MS {
                let why = "it disappears when the pointer reaches it".to_owned();
                return Err(TabError::NotVisible { what: subject.what.clone(), why });
            }
            pause = pauses.next().unwrap_or(pause);
            tab.clock.sleep(pause).await;
            continue;
        }
        aims += 1;
        let Some(point) = aim.point else {
            return Err(TabError::Covered { what: subject.what.clone(), by: told(aim.blocker.as_ref()) });
        };
        local = point;
        subject.point = frames::to_tab_point(tab, subject.node, point).await?.point;
    }
    Err(TabError::Moving { what: subject.what.clone() })
}

pub(crate) async fn hover(tab: &ActionScope<'_>, target: &Target, baseline: &mut Baseline) -> Result {
    let subject = ready(tab, target, Need::POINT).await?;
    baseline.reach(tab, format!("Moved the pointer onto {}.", subject.label)).await?;
    input::release_button(tab).await?;
    baseline.hovers = true;
    input::hover_at(tab, subject.point).await
}
