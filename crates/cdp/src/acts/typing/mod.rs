//! Typing: into the right field, by the first method that works, and read back.

mod field;
mod fill;
pub(crate) mod methods;
pub(crate) mod readback;
mod watch;
pub(crate) mod write;

use self::field::field_for;
use self::fill::{fill, fill_at_caret, told};
use self::methods::{How, Method, fitted, ladder};
use self::watch::refocused;
use self::write::{set_native, type_keys};
use crate::acts::calendars::day_of;
use crate::acts::date_format::written;
use crate::effect::baseline::Baseline;
use crate::input;
use crate::page::element::{Need, ready};
use crate::session::action::ActionScope;
use crate::wire::errors::Result;
use crate::wire::keys;
use crate::wire::overlay::Sign;
use crate::wording::{noted, quoted};
use edith_actions::action::{TabError, Target};
use edith_page::page_api::FocusInfo;
use serde_json::json;

pub(crate) async fn type_text(
    tab: &ActionScope<'_>,
    target: Option<&Target>,
    text: &str,
    how: How,
    baseline: &mut Baseline,
) -> Result {
    let Some(subject) = field_for(tab, target, baseline).await? else {
        return type_blind(tab, text, how, baseline).await;
    };
    baseline.suggests = !how.submit && subject.probe.suggests;
    baseline.filters = !how.submit && subject.probe.filters;
    let day = day_of(text).and_then(|day| written(day, &subject.probe.hint));
    let text = fitted(day.as_deref().unwrap_or(text), &subject.probe.tag);
    let mut note = format!("Typed {} into {}", told(&text, &subject.probe), subject.label);
    tab.show(&Sign::typed(&text, &subject.probe));
    baseline.reach(tab, format!("{note}.")).await?;
    let shown = if ladder(how.typing, "", &subject.probe) == [Method::Native] && !how.append {
        set_native(tab, &subject, &text).await?
    } else if target.is_none() && !how.append {
        fill_at_caret(tab, &subject, &text, how.typing).await?
    } else {
        fill(tab, &subject, &text, how).await?
    };
    if how.submit {
        let now = refocused(tab, subject.node).await?;
        if !now.focused {
            tab.say(format!("{note}.{}", shown.unwrap_or_default()));
            let why = format!("Enter was not pressed: {} has the focus now.", noted(now.active.as_ref()));
            return Err(TabError::NotPossible(why));
        }
        note.push_str(" and pressed Enter");
        tab.say(format!("{note}."));
        input::send_keys(tab, keys::enter()).await?;
    }
    tab.say(format!("{note}.{}", shown.unwrap_or_default()));
    Ok(())
}

/// Types without a field to read back: games, canvas tables.
async fn type_blind(tab: &ActionScope<'_>, text: &str, how: How, baseline: &mut Baseline) -> Result {
    let note = format!("Typed {} into what has the focus", quoted(text));
    tab.show(&Sign::typed_blindly(text));
    baseline.reach(tab, format!("{note}.")).await?;
    type_keys(tab, text, how.typing).await?;
    let events = if how.submit { keys::enter() } else { Vec::new() };
    let enter = if how.submit { " and pressed Enter" } else { "" };
    tab.say(format!("{note}{enter}. It is not a field, so the text cannot be read back."));
    input::send_keys(tab, events).await
}

pub(crate) async fn press_key(
    tab: &ActionScope<'_>,
    key: &str,
    target: Option<&Target>,
    baseline: &mut Baseline,
) -> Result {
    let mut note = format!("Pressed {key}");
    if let Some(target) = target {
        let subject = ready(tab, target, Need::USE).await?;
        baseline.reach(tab, format!("Focused {}.", subject.label)).await?;
        let info: Option<FocusInfo> = tab.page("focus", json!([subject.node])).await?;
        if !info.is_some_and(|info| info.focused) {
            return Err(TabError::NotPossible(format!("{} cannot have the focus.", subject.what)));
        }
        note = format!("{note} in {}", subject.label);
    }
    baseline.reach(tab, format!("{note}.")).await?;
    input::press_keys(tab, key).await
}
