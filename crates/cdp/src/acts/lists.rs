//! Choosing in a list, native or self-drawn. The latter as a person does: open it, find the option (typing or scrolling if need be), click it, and
//! check the result.

use crate::acts::typing::write::{clear, type_keys};
use crate::effect::baseline::Baseline;
use crate::input;
use crate::page::element::{Need, Subject, ready};
use crate::page::frames;
use crate::session::Session;
use crate::wire::errors::Result;
use crate::wire::json::text;
use crate::wire::keys;
use crate::wording::quoted;
use edith_core::action::{TabError, Target};
use edith_page::page_api::{DrawnOption, Probe, SelectOption, Selected};
use edith_protocol::{MouseButton, Typing};
use serde_json::{Value, json};

/// How long a list may take to open or to show search results, in milliseconds.
const OPEN_MS: f64 = 2_500.0;
/// How long a list's options must be stable to count as complete, in milliseconds.
const REST_MS: f64 = 250.0;
/// How long the control may take to show the choice, in milliseconds.
const TAKEN_MS: f64 = 1_000.0;
/// How long a list may take to open where it is only read, in milliseconds: one that searches a server shows nothing.
const READ_MS: f64 = 1_200.0;
/// How long a list may take to close, in milliseconds: most fade out.
const CLOSE_MS: f64 = 600.0;
/// Options that are read, at most.
const MOST_OPTIONS: usize = 300;
const PAUSE: u64 = 30;
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
        return select_drawn(tab, subject, target, value, baseline).await;
    }
    if !answer.ok {
        let shown = answer.options.get(..OPTIONS).unwrap_or(&answer.options);
        let list = if shown.is_empty() { "none".to_owned() } else { listed(shown, answer.options.len()) };
        let why = format!("{} has no single usable option {}. Options: {list}.", subject.what, quoted(value));
        return Err(TabError::NotPossible(why));
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
        opened(tab, &subject, "", READ_MS).await?;
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

/// Closes a list that is open. A click beside it could press something, and one on its control choose what lies over it.
async fn close(tab: &Session, subject: &Subject) -> Result {
    for _ in 0..2 {
        if !is_open(tab, subject).await? {
            return Ok(());
        }
        input::send_keys(tab, keys::plain("Escape", 27)).await?;
        tab.poll(CLOSE_MS, PAUSE, async || is_open(tab, subject).await.map(Some), |open| *open != Some(true)).await?;
    }
    Ok(())
}

/// Whether a list is open: its control says so, or options of it are shown.
async fn is_open(tab: &Session, subject: &Subject) -> Result<bool> {
    let list = drawn(tab, subject, "").await?;
    Ok(list.expanded || list.open)
}

pub(crate) async fn select_drawn(
    tab: &Session,
    subject: Subject,
    target: &Target,
    value: &str,
    baseline: &mut Baseline,
) -> Result {
    let mut list = drawn(tab, &subject, value).await?;
    if !list.opens {
        let why = format!("{} opens no list of options: click it, then click what appears.", subject.what);
        return Err(TabError::NotPossible(why));
    }
    let was_open = list.node != 0 || list.expanded;
    if !was_open {
        let _: Option<Value> = tab.page("noteLists", json!([subject.node])).await?;
        let ready = ready(tab, target, Need::CLICK).await?;
        baseline.reach(tab, format!("Clicked {}.", ready.label)).await?;
        input::click_at(tab, ready.point, MouseButton::Left, 1, 0).await?;
        list = opened(tab, &subject, value, OPEN_MS).await?;
    }
    if list.node == 0 && subject.probe.editable && !subject.probe.readonly {
        let all = list;
        list = searched(tab, &subject, value).await?;
        if list.node == 0 {
            // The search text must not stay, and the unfiltered options are worth reporting.
            clear(tab, &subject).await?;
            list = if all.options.is_empty() { list } else { all };
        }
    }
    for _ in 0..SCROLLS {
        if list.node != 0 || !moved(tab, &subject).await? {
            break;
        }
        list = drawn(tab, &subject, value).await?;
    }
    if list.node == 0 {
        let why = missing(&subject, value, &list);
        // Open, it would lie over what is next.
        if !was_open {
            close(tab, &subject).await?;
        }
        return Err(TabError::NotPossible(why));
    }
    if !list.selected || list.expanded {
        pick(tab, &subject, &list).await?;
    }
    confirm(tab, &subject, &list).await
}

async fn drawn(tab: &Session, subject: &Subject, value: &str) -> Result<DrawnOption> {
    let answer = tab.page("drawnOption", json!([subject.node, value])).await?;
    answer.ok_or_else(|| TabError::Gone { what: subject.what.clone() })
}

async fn opened(tab: &Session, subject: &Subject, value: &str, most: f64) -> Result<DrawnOption> {
    let start = tab.clock.now();
    let mut since = start;
    let mut count = 0;
    loop {
        let list = drawn(tab, subject, value).await?;
        let now = tab.clock.now();
        if list.count != count {
            (count, since) = (list.count, now);
        }
        let complete = list.open && now - since >= REST_MS;
        if list.node != 0 || complete || now - start >= most {
            return Ok(list);
        }
        tab.clock.sleep(PAUSE).await;
    }
}

/// Types the wanted text to filter the list.
async fn searched(tab: &Session, subject: &Subject, value: &str) -> Result<DrawnOption> {
    let selected: Option<Selected> = tab.page("selectAllIn", json!([subject.node])).await?;
    if selected.is_some_and(|selected| selected.ok && !selected.empty) {
        input::send_keys(tab, keys::plain("Backspace", 8)).await?;
    }
    type_keys(tab, value, Typing::Fast).await?;
    opened(tab, subject, value, OPEN_MS).await
}

async fn pick(tab: &Session, subject: &Subject, list: &DrawnOption) -> Result {
    let gone = || TabError::Gone { what: format!("the option {}", quoted(&list.label)) };
    let ask = async || {
        let probe: Option<Probe> = tab.page("probe", json!([list.node])).await?;
        let probe = probe.ok_or_else(gone)?;
        Ok(probe.point.filter(|_| probe.hit.reaches() && probe.enabled && probe.stable))
    };
    // Lists are animated.
    let Some(point) = tab.poll(OPEN_MS, PAUSE, ask, Option::is_some).await? else {
        let why = format!("The option {} of {} cannot be reached.", quoted(&list.label), subject.what);
        return Err(TabError::NotPossible(why));
    };
    let point = frames::to_tab_point(tab, list.node, point).await?.point;
    input::click_at(tab, point, MouseButton::Left, 1, 0).await
}

/// Waits until the control shows the choice, and closes a list that stays open.
async fn confirm(tab: &Session, subject: &Subject, list: &DrawnOption) -> Result {
    let ask = async || tab.page::<Value>("showsChoice", json!([subject.node, list.label])).await;
    let shows = |answer: &Value| answer.get("shows") == Some(&json!(true));
    let is_told = |answer: &Option<Value>| answer.as_ref().is_none_or(shows);
    let Some(answer) = tab.poll(TAKEN_MS, PAUSE, ask, is_told).await? else {
        tab.say(format!("Chose {} in {}, which is no longer there.", quoted(&list.label), subject.label));
        return Ok(());
    };
    if !shows(&answer) {
        let now = quoted(text(&answer, "/shown"));
        return Err(TabError::NotTaken { what: subject.what.clone(), now });
    }
    // Multi-select lists stay open and cover what is below.
    let is_popup = subject.probe.role != "listbox";
    if is_popup && drawn(tab, subject, &list.label).await.is_ok_and(|list| list.expanded && list.open) {
        input::send_keys(tab, keys::plain("Escape", 27)).await?;
    }
    tab.say(format!("Chose {} in {}.", quoted(&list.label), subject.label));
    Ok(())
}

fn missing(subject: &Subject, value: &str, list: &DrawnOption) -> String {
    let (what, value) = (&subject.what, quoted(value));
    if list.options.is_empty() {
        return format!("{what} shows no list of options to choose {value} from: click what it shows.");
    }
    let options = listed(&list.options, list.count as usize);
    format!("{what} shows no single usable option {value}. Options: {options}.")
}

/// The first options' names and the number of the rest.
fn listed(options: &[String], count: usize) -> String {
    let named: Vec<String> = options.iter().map(|option| quoted(option)).collect();
    match count.saturating_sub(options.len()) {
        0 => named.join(", "),
        rest => format!("{} and {rest} more", named.join(", ")),
    }
}
