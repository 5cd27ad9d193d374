//! Finding and focusing the field to type into.

use super::methods::{Method, ladder};
use super::watch::FORMAT_PAUSE;
use crate::effect::baseline::Baseline;
use crate::input;
use crate::page::element::{Need, Subject, ready};
use crate::session::action::ActionScope;
use crate::wire::errors::Result;
use crate::wording::label;
use edith_actions::action::{TabError, Target};
use edith_page::page_api::{FocusInfo, Probe};
use edith_page::uid::{Seen, same_identity};
use edith_protocol::{MouseButton, Typing};
use serde_json::json;

/// How long a page may take to redraw its field after a press, in milliseconds.
const SUCCESSOR_MS: f64 = 200.0;

/// The field to type into, focused; none if the focus is not in a field.
pub(crate) async fn field_for(
    tab: &ActionScope<'_>,
    target: Option<&Target>,
    baseline: &mut Baseline,
) -> Result<Option<Subject>> {
    match target {
        Some(target) => target_field(tab, target, baseline).await.map(Some),
        None => focused_field(tab).await,
    }
}

async fn target_field(tab: &ActionScope<'_>, target: &Target, baseline: &mut Baseline) -> Result<Subject> {
    let subject = match ready(tab, target, Need::CLICK).await {
        // A field that never rests, as in an animated dialog, can still be focused without the pointer.
        Err(TabError::Moving { .. }) => ready(tab, target, Need::USE).await?,
        other => other?,
    };
    let subject = match subject {
        // A searchable list takes text only once it is open.
        closed if closed.probe.readonly && closed.probe.role == "combobox" => {
            baseline.reach(tab, format!("Clicked {}.", closed.label)).await?;
            input::click_at(tab, closed.point, MouseButton::Left, 1, 0).await?;
            ready(tab, target, Need::USE).await?
        }
        other => other,
    };
    let probe = &subject.probe;
    if probe.input_type == "file" {
        return Err(TabError::NotPossible(format!("{} takes a file, not text.", subject.what)));
    }
    if probe.readonly {
        let state = "read-only; a click on it may open something to choose from".to_owned();
        return Err(TabError::Disabled { what: subject.what, state });
    }
    let is_native = ladder(Typing::Fast, "", probe) == [Method::Native];
    if is_native {
        return Ok(subject);
    }
    let focus = |function: &'static str| tab.page::<FocusInfo>(function, json!([subject.node]));
    let gone = || TabError::Gone { what: subject.what.clone() };
    let mut info = focus("focusInfo").await?.ok_or_else(gone)?;
    if !info.focused && probe.point.is_some() && probe.hit.reaches() {
        baseline.reach(tab, format!("Clicked {}.", subject.label)).await?;
        input::click_at(tab, subject.point, MouseButton::Left, 1, 0).await?;
        match focus("focusInfo").await? {
            Some(now) => info = now,
            None => return successor(tab, &subject).await?.ok_or_else(gone),
        }
    }
    if !info.focused && probe.editable {
        baseline.reach(tab, format!("Focused {}.", subject.label)).await?;
        info = focus("focus").await?.ok_or_else(gone)?;
    }
    if info.focused && (probe.editable || info.editable) {
        return Ok(subject);
    }
    // A click may have opened the field meant, as in a table cell.
    match focused_field(tab).await? {
        Some(field) if !probe.editable => Ok(field),
        _ => Err(TabError::NotPossible(format!("No text can be typed into {}.", subject.what))),
    }
}

/// The replacement of a field that the page redrew under the press, if focused now.
async fn successor(tab: &ActionScope<'_>, pressed: &Subject) -> Result<Option<Subject>> {
    let seen = Seen { role: pressed.probe.role.clone(), name: pressed.probe.name.clone() };
    let ask = async || match focused_field(tab).await {
        Ok(field) => Ok(field.filter(|field| same_identity(&seen, &field.probe.role, &field.probe.name))),
        Err(TabError::NotPossible(_) | TabError::Disabled { .. }) => Ok(None),
        Err(error) => Err(error),
    };
    tab.poll(SUCCESSOR_MS, FORMAT_PAUSE, ask, Option::is_some).await
}

async fn focused_field(tab: &ActionScope<'_>) -> Result<Option<Subject>> {
    let info: FocusInfo = tab.page("focusInfo", json!([0])).await?.unwrap_or_default();
    let Some(active) = info.active else {
        let why = "Nothing has the focus: click a field first, or give its uid.";
        return Err(TabError::NotPossible(why.to_owned()));
    };
    if !info.editable {
        return Ok(None);
    }
    let probe: Option<Probe> = tab.page("probe", json!([active.node, {"scroll": false, "stable": false}])).await?;
    let Some(probe) = probe else { return Ok(None) };
    if probe.readonly {
        return Err(TabError::Disabled { what: label(&probe), state: "read-only".to_owned() });
    }
    let point = probe.point.unwrap_or_default();
    Ok(Some(Subject { node: active.node, what: label(&probe), label: label(&probe), point, probe }))
}
