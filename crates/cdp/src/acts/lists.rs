//! Choosing in a list, and reading what one offers.

use crate::acts::open_lists;
use crate::acts::shown_lists::{close, drawn, none_of, opened};
use crate::effect::baseline::Baseline;
use crate::input;
use crate::page::element::{Need, Subject, ready};
use crate::session::Session;
use crate::wire::errors::Result;
use crate::wording::quoted;
use edith_core::action::{TabError, Target};
use edith_page::page_api::SelectOption;
use edith_protocol::MouseButton;
use serde_json::{Value, json};

/// How long a list may take to open where it is only read, in milliseconds: one that searches a server shows nothing.
const READ_MS: f64 = 1_200.0;
/// Options that are read, at most.
const MOST_OPTIONS: usize = 300;
const SCROLLS: u32 = 60;
const OPTIONS: usize = 20;

pub(crate) async fn select_option(
    tab: &Session,
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
    let already = if answer.changed { "" } else { " It was chosen already." };
    tab.say(format!("Chose {now} in {}.{already}", subject.label));
    Ok(())
}

/// Opens a drawn list, reads its options and closes it.
pub(crate) async fn list_options(tab: &Session, target: &Target) -> Result<Vec<String>> {
    let subject = ready(tab, target, Need::CLICK).await?;
    let list = drawn(tab, &subject, "").await?;
    if !list.opens {
        return Ok(Vec::new());
    }
    if !list.expanded {
        let _: Option<Value> = tab.page("noteLists", json!([subject.node])).await?;
        input::click_at(tab, subject.point, MouseButton::Left, 1, 0).await?;
        let since = tab.hub.read(|state| state.requests.next_number());
        opened(tab, &subject, "", since, READ_MS).await?;
    }
    let read = read_options(tab, &subject).await;
    close(tab, &subject).await?;
    read
}

async fn read_options(tab: &Session, subject: &Subject) -> Result<Vec<String>> {
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

async fn moved(tab: &Session, subject: &Subject) -> Result<bool> {
    let answer: Option<Value> = tab.page("scrollList", json!([subject.node])).await?;
    Ok(answer.is_some_and(|answer| answer.get("moved") == Some(&json!(true))))
}
