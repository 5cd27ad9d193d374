//! Choosing in a list, and reading what one offers.

use crate::acts::open_lists::{self, text_of};
use crate::acts::shown_lists::{close, drawn, none_of, opened, press_opener};
use crate::acts::typing::write::set_native;
use crate::effect::baseline::Baseline;
use crate::input;
use crate::page::element::{Need, Subject, ready};
use crate::session::Session;
use crate::session::action::ActionScope;
use crate::wire::errors::Result;
use crate::wording::quoted;
use edith_actions::action::{TabError, Target};
use edith_page::page_api::SelectOption;
use edith_protocol::MouseButton;
use serde_json::{Value, json};

/// How long a list may take to open where it is only read, in milliseconds, and to fetch its options: a person waits for it.
const READ_MS: f64 = 600.0;
const READ_LOADS_MS: f64 = 2_000.0;
/// Options that are read, at most.
const MOST_OPTIONS: usize = 300;
const SCROLLS: u32 = 60;
const OPTIONS: usize = 20;

pub(crate) async fn select_option(
    tab: &ActionScope<'_>,
    target: &Target,
    value: &str,
    add: bool,
    baseline: &mut Baseline,
) -> Result {
    let subject = ready(tab, target, Need::USE).await?;
    baseline.reach(tab, format!("Chose {} in {}.", quoted(value), subject.label)).await?;
    let answer: Option<SelectOption> = tab.page("selectOption", json!([subject.node, [value], add])).await?;
    let Some(answer) = answer else { return Err(TabError::Gone { what: subject.what }) };
    if !answer.native {
        return open_lists::select_drawn(tab, subject, target, value, baseline).await;
    }
    if !answer.ok {
        let shown = answer.options.get(..OPTIONS).unwrap_or(&answer.options);
        return Err(none_of(&subject, value, &answer.equal, shown, answer.count));
    }
    let now: Vec<String> = answer.selected.iter().map(|option| quoted(option)).collect();
    let now = if now.is_empty() { "nothing".to_owned() } else { now.join(", ") };
    let already = if answer.changed { "" } else { " It was already chosen." };
    tab.say(format!("Chose {now} in {}.{already}", subject.label));
    Ok(())
}

/// Opens a drawn list, reads its options and closes it. One whose opening would send what its watch holds back shows nothing.
pub(crate) async fn list_options(tab: &Session, target: &Target) -> Result<Vec<String>> {
    let tab = &ActionScope::new(tab, false);
    let subject = ready(tab, target, Need::CLICK).await?;
    let list = drawn(tab, &subject, "").await?;
    if !list.opens {
        return Ok(Vec::new());
    }
    tab.begin_watching().await;
    let read = opened_options(tab, &subject, list.expanded).await;
    tab.end_watching().await;
    let now = tab.clock.now();
    let mut held = Vec::new();
    tab.hub.change(|state| {
        state.watch.end(now);
        held = std::mem::take(&mut state.watch.held);
    });
    if held.is_empty() { read } else { Ok(Vec::new()) }
}

async fn opened_options(tab: &ActionScope<'_>, subject: &Subject, is_open: bool) -> Result<Vec<String>> {
    tab.watched().await?;
    let before = text_of(tab, subject).await?;
    if !is_open {
        let _: Option<Value> = tab.page("noteLists", json!([subject.node])).await?;
        let since = tab.hub.read(|state| state.requests.next_number());
        input::click_at(tab, subject.point, MouseButton::Left, 1, 0).await?;
        let list = opened(tab, subject, "", since, READ_MS, READ_LOADS_MS).await?;
        if !list.open && press_opener(tab, subject).await? {
            opened(tab, subject, "", since, READ_MS, READ_LOADS_MS).await?;
        }
    }
    let read = read_options(tab, subject).await;
    close(tab, subject).await?;
    // What writes into its field when it opens stays as it was.
    if let Some(text) = before.filter(|_| !is_open)
        && text_of(tab, subject).await?.is_some_and(|now| now != text)
    {
        set_native(tab, subject, &text).await?;
        return Ok(Vec::new());
    }
    read
}

async fn read_options(tab: &ActionScope<'_>, subject: &Subject) -> Result<Vec<String>> {
    let mut all: Vec<String> = Vec::new();
    // Long lists draw only what is in view.
    for _ in 0..SCROLLS {
        let answer: Option<Value> = tab.page("shownOptions", json!([subject.node])).await?;
        let shown = answer.as_ref().and_then(|answer| answer.get("options")).and_then(Value::as_array);
        for option in shown.into_iter().flatten().filter_map(Value::as_str) {
            if !all.iter().any(|known| known == option) {
                all.push(option.to_owned());
            }
        }
        if all.len() >= MOST_OPTIONS || !moved(tab, subject).await? {
            break;
        }
    }
    Ok(all)
}

async fn moved(tab: &ActionScope<'_>, subject: &Subject) -> Result<bool> {
    let answer: Option<Value> = tab.page("scrollList", json!([subject.node])).await?;
    Ok(answer.is_some_and(|answer| answer.get("moved") == Some(&json!(true))))
}
