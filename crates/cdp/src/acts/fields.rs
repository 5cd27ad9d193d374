//! Setting a field to a value: through its own setter, by a click, or with the arrow keys.

use crate::acts::calendars;
use crate::acts::click::click;
use crate::acts::lists::select_option;
use crate::acts::typing::methods::How;
use crate::acts::typing::type_text;
use crate::acts::typing::write::set_native;
use crate::effect::baseline::Baseline;
use crate::input::{self, Press};
use crate::page::element::{Need, Subject, ready};
use crate::session::action::ActionScope;
use crate::wire::errors::Result;
use crate::wire::keys;
use crate::wire::overlay::Sign;
use crate::wording::{COVERED, quoted};
use edith_actions::action::{TabError, Target};
use edith_page::page_api::{FocusInfo, Probe, ReadValue};
use edith_protocol::Typing;
use serde_json::json;

/// How long a box or a slider may take to show what it was set to, and the pause between checks, in milliseconds.
const TAKEN_MS: f64 = 1_000.0;
const TAKEN_PAUSE: u64 = 30;
/// How often to measure a slider's distance to its value, and the most key presses for each distance.
const SLIDER_ROUNDS: u32 = 4;
const SLIDER_PRESSES: usize = 300;
/// Values closer than this are equal.
const SAME: f64 = 1e-6;

/// The leading number of a value: `40`, `40.5 %`.
fn number(text: &str) -> Option<f64> {
    let end = text.trim().find(|c: char| !c.is_ascii_digit() && !matches!(c, '-' | '.')).unwrap_or(text.trim().len());
    text.trim().get(..end)?.parse().ok()
}

fn is_toggle(probe: &Probe) -> bool {
    const ROLES: [&str; 5] = ["checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"];
    matches!(probe.input_type.as_str(), "checkbox" | "radio")
        || (probe.toggles || ROLES.contains(&probe.role.as_str())) && !probe.editable
}

/// Whether a person only presses it: it holds no text, number or choice from a list.
fn is_pressed(probe: &Probe) -> bool {
    const HOLDERS: [&str; 6] = ["slider", "spinbutton", "scrollbar", "combobox", "listbox", "textbox"];
    !matches!(probe.tag.as_str(), "input" | "textarea" | "select")
        && !probe.editable
        && !HOLDERS.contains(&probe.role.as_str())
}

/// Whether a value means ticked; a radio button's own name does too.
fn ticked(value: &str, name: &str, one_of_many: bool) -> Option<bool> {
    let value = value.trim().to_lowercase();
    match value.as_str() {
        "true" | "on" | "yes" | "1" | "checked" | "ticked" | "selected" => Some(true),
        "false" | "off" | "no" | "0" | "" | "unchecked" | "unticked" => Some(false),
        own if one_of_many && own == name.trim().to_lowercase() => Some(true),
        _ => None,
    }
}

/// Types of an `input` whose value is set, since their keys depend on the browser's language.
const SET: [&str; 7] = ["date", "time", "datetime-local", "month", "week", "color", "range"];

fn lists(probe: &Probe) -> bool {
    probe.tag == "select" || !probe.editable && matches!(probe.role.as_str(), "combobox" | "listbox")
}

/// Gives a field its value in whatever way that field takes one.
pub(crate) async fn set_value(
    tab: &ActionScope<'_>,
    target: &Target,
    value: &str,
    typing: Typing,
    baseline: &mut Baseline,
) -> Result {
    let subject = ready(tab, target, Need::USE).await?;
    let is_text = subject.probe.tag == "input" && matches!(subject.probe.input_type.as_str(), "" | "text");
    if let Some(day) = calendars::day_of(value).filter(|_| is_text || subject.probe.tag == "button")
        && calendars::pick(tab, target, day, baseline).await?
    {
        return Ok(());
    }
    if let Some(month) = calendars::month_of(value).filter(|_| is_text || subject.probe.tag == "button")
        && calendars::pick_month(tab, target, month, baseline).await?
    {
        return Ok(());
    }
    if lists(&subject.probe) || subject.probe.readonly && subject.probe.role == "combobox" {
        return select_option(tab, target, value, false, baseline).await;
    }
    if subject.probe.readonly {
        return Err(TabError::Disabled { what: subject.what, state: "read-only".to_owned() });
    }
    // There a typed `+` may open a list of countries, which takes the rest.
    let has_country = subject.probe.input_type == "tel" && value.trim_start().starts_with('+');
    if has_country {
        baseline.reach(tab, format!("Set {} to {}.", subject.label, quoted(value))).await?;
        if set_native(tab, &subject, value).await.is_ok() {
            return Ok(());
        }
    }
    if subject.probe.editable && !SET.contains(&subject.probe.input_type.as_str()) {
        return write(tab, &subject, target, value, typing, baseline).await;
    }
    // One of several alike shows what it is only once it is chosen.
    let shows_later = || is_pressed(&subject.probe) && ticked(value, "", false).is_some() && !value.trim().is_empty();
    if is_toggle(&subject.probe) || shows_later() {
        return set_toggle(tab, &subject, target, value, baseline).await;
    }
    let shown = if subject.probe.field.is_masked() { COVERED.to_owned() } else { quoted(value) };
    tab.show(&Sign::typed(value, &subject.probe));
    baseline.reach(tab, format!("Set {} to {shown}.", subject.label)).await?;
    // An element that holds its value as text is typed into.
    let by_keys = matches!(subject.probe.role.as_str(), "slider" | "spinbutton") && !subject.probe.editable;
    if by_keys && subject.probe.tag != "input" {
        return set_by_keys(tab, &subject, value).await;
    }
    if set_by_last_step(tab, &subject, value).await? {
        return Ok(());
    }
    if let Some(now) = set_native(tab, &subject, value).await? {
        tab.say(format!("Set {} to {shown}.{now}", subject.label));
    }
    Ok(())
}

/// Chooses in what suggests options and takes one of them, and types into all else that takes text.
async fn write(
    tab: &ActionScope<'_>,
    subject: &Subject,
    target: &Target,
    value: &str,
    typing: Typing,
    baseline: &mut Baseline,
) -> Result {
    if subject.probe.role == "combobox" && !value.is_empty() {
        match select_option(tab, target, value, false, baseline).await {
            // It has no such option, but may take any text.
            Err(TabError::NotPossible(_)) => {}
            done => return done,
        }
    }
    type_text(tab, Some(target), value, How { submit: false, append: false, typing }, baseline).await
}

/// Ticks, unticks or selects by a click, as a person does, and checks the result.
async fn set_toggle(
    tab: &ActionScope<'_>,
    subject: &Subject,
    target: &Target,
    value: &str,
    baseline: &mut Baseline,
) -> Result {
    let one_of_many = subject.probe.role.ends_with("radio");
    let Some(wanted) = ticked(value, &subject.probe.name, one_of_many) else {
        let why = format!("{} takes true or false, not {}.", subject.what, quoted(value));
        return Err(TabError::Refused(why));
    };
    if one_of_many && !wanted {
        let why = format!("{} is cleared by choosing another one of its group.", subject.what);
        return Err(TabError::Refused(why));
    }
    let state = |on: bool| match (one_of_many, on) {
        (true, _) => "chosen",
        (false, true) => "ticked",
        (false, false) => "not ticked",
    };
    let before = is_ticked(tab, subject).await?;
    if before == Some(wanted) {
        baseline.reach(tab, format!("{} is already {}.", subject.label, state(wanted))).await?;
        return Ok(());
    }
    if before.is_none() && subject.probe.toggles {
        let why = format!(
            "{} does not show whether it is on. Nothing was done: inspect or a picture may show it, and click changes it.",
            subject.what
        );
        return Err(TabError::NotPossible(why));
    }
    click(tab, target, &Press { count: 1, ..Press::default() }, baseline).await?;
    let mut now = settled(tab, subject, wanted).await?;
    if before.is_none() && now == Some(!wanted) && !one_of_many {
        // It was as wanted, which nothing showed.
        click(tab, target, &Press { count: 1, ..Press::default() }, baseline).await?;
        now = settled(tab, subject, wanted).await?;
    }
    match now {
        Some(now) if now == wanted => tab.say(format!("Clicked {}: it is {} now.", subject.label, state(wanted))),
        Some(now) => {
            let now = state(now && !one_of_many).to_owned();
            return Err(TabError::NotTaken { what: subject.what.clone(), now });
        }
        // The look that follows shows what was drawn again.
        None if is_gone(tab, subject).await? => tab.say(format!("Clicked {}, which was drawn again.", subject.label)),
        None => tab.say(format!("Clicked {}, which does not show its state.", subject.label)),
    }
    Ok(())
}

/// What it shows once it shows what is wanted, or else at the end of the time it has for that.
async fn settled(tab: &ActionScope<'_>, subject: &Subject, wanted: bool) -> Result<Option<bool>> {
    tab.poll(TAKEN_MS, TAKEN_PAUSE, async || is_ticked(tab, subject).await, |now| *now == Some(wanted)).await
}

async fn is_gone(tab: &ActionScope<'_>, subject: &Subject) -> Result<bool> {
    let value: Option<ReadValue> = tab.page("readValue", json!([subject.node])).await?;
    Ok(value.is_none())
}

async fn is_ticked(tab: &ActionScope<'_>, subject: &Subject) -> Result<Option<bool>> {
    let value: Option<ReadValue> = tab.page("readValue", json!([subject.node])).await?;
    Ok(value.and_then(|value| value.checked))
}

/// Sets a native slider and takes the last step with a key: pages that read it only on release miss a value that is merely set (React Aria 3). Returns
/// whether it has the value now.
async fn set_by_last_step(tab: &ActionScope<'_>, subject: &Subject, value: &str) -> Result<bool> {
    if subject.probe.input_type != "range" {
        return Ok(false);
    }
    let key: Option<String> = tab.page("setNear", json!([subject.node, value])).await?;
    let code = match key.as_deref() {
        Some("ArrowUp") => keys::plain("ArrowUp", 38),
        Some("ArrowDown") => keys::plain("ArrowDown", 40),
        _ => return Ok(false),
    };
    input::send_keys(tab, code).await?;
    let Some(wanted) = number(value) else { return Ok(false) };
    let now = slider_once(tab, subject, wanted, true).await.ok();
    Ok(now.is_some_and(|now| is_same(now, wanted)))
}

/// Sets a custom slider or number field with the arrow keys, as a person without a mouse would.
async fn set_by_keys(tab: &ActionScope<'_>, subject: &Subject, value: &str) -> Result {
    let Some(wanted) = number(value) else {
        return Err(TabError::NotPossible(format!("{} takes a number, not {}.", subject.what, quoted(value))));
    };
    let _: Option<FocusInfo> = tab.page("focus", json!([subject.node])).await?;
    let mut now = slider_at(tab, subject).await?;
    for _ in 0..SLIDER_ROUNDS {
        if is_same(now, wanted) {
            return Ok(());
        }
        // The first press measures the step.
        let (key, code) = match (subject.probe.role == "spinbutton", wanted > now) {
            (true, true) => ("ArrowUp", 38),
            (true, false) => ("ArrowDown", 40),
            (false, true) => ("ArrowRight", 39),
            (false, false) => ("ArrowLeft", 37),
        };
        input::send_keys(tab, keys::plain(key, code)).await?;
        let after = slider_once(tab, subject, now, false).await?;
        let step = after - now;
        now = after;
        let presses = ((wanted - now) / step).round();
        // A step away, or none: these keys do not work here.
        if !presses.is_finite() || presses < 0.0 {
            break;
        }
        for _ in 0..(presses as usize).min(SLIDER_PRESSES) {
            input::send_keys(tab, keys::plain(key, code)).await?;
        }
        now = slider_once(tab, subject, wanted, true).await?;
    }
    if is_same(now, wanted) {
        return Ok(());
    }
    Err(TabError::NotTaken { what: subject.what.clone(), now: now.to_string() })
}

fn is_same(one: f64, other: f64) -> bool {
    (one - other).abs() < SAME
}

/// The slider's value once it is this one (or another one), or after a while: some pages show it only some time after the key (Vue 3).
async fn slider_once(tab: &ActionScope<'_>, subject: &Subject, value: f64, is_it: bool) -> Result<f64> {
    tab.poll(TAKEN_MS, TAKEN_PAUSE, async || slider_at(tab, subject).await, |now| is_same(*now, value) == is_it).await
}

async fn slider_at(tab: &ActionScope<'_>, subject: &Subject) -> Result<f64> {
    let value: Option<ReadValue> = tab.page("readValue", json!([subject.node])).await?;
    let text = value.ok_or_else(|| TabError::Gone { what: subject.what.clone() })?.value.unwrap_or_default();
    number(&text).ok_or_else(|| TabError::NotPossible(format!("{} does not show its value.", subject.what)))
}
