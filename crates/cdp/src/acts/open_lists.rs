//! Choosing in what a control opens, as a person does: open it, find the option (typing or scrolling if need be), click it, read back, close it.

use super::shown_lists::{
    LOAD_MS, PAUSE, close, drawn, is_found, is_loading, node_of, none_of, opened, press, press_opener,
};
use crate::acts::typing::write::{clear, set_native, type_keys};
use crate::effect::baseline::Baseline;
use crate::input;
use crate::page::element::{Need, Subject, ready};
use crate::page::frames;
use crate::session::action::ActionScope;
use crate::wire::errors::Result;
use crate::wire::keys;
use crate::wording::{label, quoted};
use edith_actions::action::{TabError, Target};
use edith_page::page_api::{DrawnOption, Probe, ReadValue, Selected, Sought};
use edith_protocol::{MouseButton, Typing};
use serde_json::{Value, json};

/// How long a list may take to open or to show search results, in milliseconds.
const OPEN_MS: f64 = 2_500.0;
/// The same for a field, whose list may only come with what is typed, or with its button.
const FIELD_MS: f64 = 1_000.0;
/// How long the control may take to show the choice, in milliseconds.
const TAKEN_MS: f64 = 1_000.0;
/// How long an option is sought for in a long list, in milliseconds.
const SEEK_MS: f64 = 30_000.0;
/// How often an option is pressed that was drawn again under the pointer.
const TRIES: u32 = 3;

/// Chooses each of the options, one on each line.
pub(super) async fn select_drawn(
    tab: &ActionScope<'_>,
    subject: Subject,
    target: &Target,
    value: &str,
    baseline: &mut Baseline,
) -> Result {
    let mut done: Vec<String> = Vec::new();
    let wanted: Vec<&str> = value.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    if wanted.is_empty() {
        return Err(TabError::Refused(format!("{} takes an option's text.", subject.what)));
    }
    for one in wanted {
        if let Err(error) = choose(tab, &subject, target, one, baseline).await {
            return Err(if done.is_empty() { error } else { error.after(&done.join(" ")) });
        }
        done.extend(tab.reached.borrow().clone());
        tab.say(done.join(" "));
    }
    Ok(())
}

async fn choose(
    tab: &ActionScope<'_>,
    subject: &Subject,
    target: &Target,
    value: &str,
    baseline: &mut Baseline,
) -> Result {
    let since = tab.hub.read(|state| state.requests.next_number());
    let mut list = drawn(tab, subject, value).await?;
    let was_open = list.opens && (list.node != 0 || list.expanded);
    if !was_open {
        list = open(tab, subject, target, value, baseline).await?;
    }
    // A field may list only what fits its text. It is typed into if what it holds can be put back.
    let lists = list.opens || list.open;
    let held = if lists { None } else { text_of(tab, subject).await? };
    if !lists && held.is_none() {
        return Err(TabError::NotPossible(format!("{} opened no list of options.", subject.what)));
    }
    if !is_found(&list)
        && let Some(field) = search_field(tab, subject).await?
    {
        let all = list;
        list = searched(tab, subject, &field, value).await?;
        if !is_found(&list) {
            // The search text must not stay, and the unfiltered options are worth reporting.
            clear(tab, &field).await?;
            if let Some(held) = held {
                set_native(tab, &field, &held).await?;
                let why = format!("{} suggests nothing called {}, and keeps its value.", subject.what, quoted(value));
                return Err(TabError::NotPossible(why));
            }
            list = if all.options.is_empty() { list } else { all };
        }
    }
    if !is_found(&list) {
        list = sought(tab, subject, value, since, list).await?;
    }
    if list.node == 0 {
        let why = none_of(subject, value, &list.equal, &list.options, list.count);
        // Open, it would lie over what is next.
        if !was_open {
            close_again(tab, subject, &list).await?;
        }
        // What may mean several is not typed instead.
        let done = tab.reached.borrow().clone().filter(|_| list.equal.len() > 1);
        return Err(match (done, why) {
            (Some(done), refusal @ (TabError::NotPossible(_) | TabError::Refused(_))) => refusal.after(&done),
            (_, why) => why,
        });
    }
    if !list.selected || list.expanded || !list.said {
        list = pick(tab, subject, value, list).await?;
    }
    confirm(tab, subject, &list).await
}

/// Presses the control. One whose list was open already closes it, and is pressed once more.
async fn open(
    tab: &ActionScope<'_>,
    subject: &Subject,
    target: &Target,
    value: &str,
    baseline: &mut Baseline,
) -> Result<DrawnOption> {
    let mut list = DrawnOption::default();
    for _ in 0..2 {
        let _: Option<Value> = tab.page("noteLists", json!([subject.node])).await?;
        let control = ready(tab, target, Need::CLICK).await?;
        baseline.reach(tab, format!("Clicked {}.", control.label)).await?;
        let since = tab.hub.read(|state| state.requests.next_number());
        input::click_at(tab, control.point, MouseButton::Left, 1, 0).await?;
        let most = if subject.probe.editable { FIELD_MS } else { OPEN_MS };
        list = opened(tab, subject, value, since, most, LOAD_MS).await?;
        if !list.open && !list.closed && press_opener(tab, subject).await? {
            list = opened(tab, subject, value, since, OPEN_MS, LOAD_MS).await?;
        }
        if list.open || !list.closed {
            break;
        }
    }
    Ok(list)
}

/// The field that searches in the list: the control itself, or one that came with the list.
async fn search_field(tab: &ActionScope<'_>, subject: &Subject) -> Result<Option<Subject>> {
    if subject.probe.editable {
        return Ok(Some(subject.clone()).filter(|subject| !subject.probe.readonly));
    }
    let found: Option<Value> = tab.page("listSearch", json!([subject.node])).await?;
    let Some(node) = node_of(found) else { return Ok(None) };
    let probe: Option<Probe> = tab.page("probe", json!([node, {"scroll": false, "stable": false}])).await?;
    let field = probe.filter(|probe| probe.editable && !probe.readonly);
    Ok(field.map(|probe| Subject {
        node,
        what: label(&probe),
        label: label(&probe),
        point: probe.point.unwrap_or_default(),
        probe,
    }))
}

/// What a field of one line of text holds; none: it is no such field, or its value is not read.
pub(super) async fn text_of(tab: &ActionScope<'_>, subject: &Subject) -> Result<Option<String>> {
    let probe = &subject.probe;
    let is_text = matches!(probe.input_type.as_str(), "" | "text" | "search" | "email" | "tel" | "url");
    if probe.tag != "input" || !is_text || !probe.editable || probe.readonly {
        return Ok(None);
    }
    let held: Option<ReadValue> = tab.page("readValue", json!([subject.node])).await?;
    Ok(held.and_then(|held| held.value))
}

/// Types the wanted text to filter the list.
async fn searched(tab: &ActionScope<'_>, subject: &Subject, field: &Subject, value: &str) -> Result<DrawnOption> {
    let since = tab.hub.read(|state| state.requests.next_number());
    let selected: Option<Selected> = tab.page("selectAllIn", json!([field.node])).await?;
    if selected.is_some_and(|selected| selected.ok && !selected.empty) {
        input::send_keys(tab, keys::plain("Backspace", 8)).await?;
    }
    type_keys(tab, value, Typing::Fast).await?;
    opened(tab, subject, value, since, OPEN_MS, LOAD_MS).await
}

/// Scrolls through a list that draws or fetches only a part of itself.
async fn sought(
    tab: &ActionScope<'_>,
    subject: &Subject,
    value: &str,
    since: u64,
    list: DrawnOption,
) -> Result<DrawnOption> {
    let end = tab.clock.now() + SEEK_MS;
    let mut first = true;
    let mut moved = false;
    while tab.clock.now() < end {
        let step: Option<Sought> = tab.page("seekOption", json!([subject.node, value, first])).await?;
        let step = step.unwrap_or(Sought { ended: true, ..Sought::default() });
        first = false;
        moved |= step.moved;
        if step.found {
            return drawn(tab, subject, value).await;
        }
        if step.ended {
            if !is_loading(tab, since) {
                break;
            }
            let loading = async || Ok(Some(is_loading(tab, since)));
            tab.poll(LOAD_MS, PAUSE, loading, |loading| *loading == Some(false)).await?;
        }
    }
    if !moved {
        return Ok(list);
    }
    let now = drawn(tab, subject, value).await?;
    // Those at the top say better what there is than those at the end.
    Ok(if is_found(&now) { now } else { list })
}

/// Presses the option, found again if its list draws it again; returns the list as it was then.
async fn pick(tab: &ActionScope<'_>, subject: &Subject, value: &str, mut list: DrawnOption) -> Result<DrawnOption> {
    let why = || TabError::NotPossible(format!("The option {} of {} cannot be reached.", quoted(value), subject.what));
    for _ in 0..TRIES {
        let ask = async || {
            let probe: Option<Probe> = tab.page("probe", json!([list.node])).await?;
            let Some(probe) = probe else { return Ok(None) };
            Ok(Some(probe.point.filter(|_| probe.hit.reaches() && probe.enabled && probe.stable)))
        };
        // Lists are animated.
        let found = tab.poll(OPEN_MS, PAUSE, ask, |point| !matches!(point, Some(None))).await?;
        if let Some(point) = found {
            let point = frames::to_tab_point(tab, list.node, point.ok_or_else(why)?).await?.point;
            input::click_at(tab, point, MouseButton::Left, 1, 0).await?;
            return Ok(list);
        }
        list = opened(tab, subject, value, u64::MAX, OPEN_MS, LOAD_MS).await?;
        if list.node == 0 {
            break;
        }
    }
    Err(TabError::Gone { what: format!("the option {}", quoted(value)) })
}

/// Waits until the control shows the choice, and closes a list that stays open.
async fn confirm(tab: &ActionScope<'_>, subject: &Subject, list: &DrawnOption) -> Result {
    let ask = async || tab.page::<Value>("showsChoice", json!([subject.node, list.label])).await;
    let shows = |answer: &Value| answer.get("shows") == Some(&json!(true));
    let is_told = |answer: &Option<Value>| answer.as_ref().is_none_or(shows);
    let Some(answer) = tab.poll(TAKEN_MS, PAUSE, ask, is_told).await? else {
        tab.say(format!("Chose {} in {}, which is no longer there.", quoted(&list.label), subject.label));
        return Ok(());
    };
    let now = quoted(answer.get("shown").and_then(Value::as_str).unwrap_or_default());
    if !shows(&answer) && list.said {
        return Err(TabError::NotTaken { what: subject.what.clone(), now });
    }
    // Multi-select lists stay open and cover what is below.
    let is_popup = subject.probe.role != "listbox";
    if is_popup
        && let Ok(after) = drawn(tab, subject, &list.label).await
        && after.open
        // Beside a list that said what it is, new words are the choice as the control shows it.
        && after.said == list.said
        && (after.expanded || !after.said)
    {
        close_again(tab, subject, &after).await?;
    }
    // What lists nothing of itself may be a menu, whose entries do something.
    let shown = if shows(&answer) { String::new() } else { format!(" It shows {now} now: check what came of it.") };
    tab.say(format!("Chose {} in {}.{shown}", quoted(&list.label), subject.label));
    Ok(())
}

/// Closes a list. What does not say that it is one may not know Escape, which could then close what is around it: its control is pressed again.
async fn close_again(tab: &ActionScope<'_>, subject: &Subject, list: &DrawnOption) -> Result {
    if list.said {
        return close(tab, subject).await;
    }
    if !list.open {
        return Ok(());
    }
    press(tab, list.control).await.map(drop)
}
