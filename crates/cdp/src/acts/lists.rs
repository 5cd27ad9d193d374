//! Choosing in a list, and reading what one offers.

use crate::acts::open_lists;
use crate::effect::baseline::Baseline;
use crate::input;
use crate::page::element::{Need, Subject, ready};
use crate::session::Session;
use crate::wire::errors::Result;
use crate::wire::keys;
use crate::wording::quoted;
use edith_core::action::{TabError, Target};
use edith_page::page_api::{DrawnOption, SelectOption};
use edith_protocol::MouseButton;
use serde_json::{Value, json};

/// How long a list's options must be stable to count as complete, in milliseconds; a lone one longer.
const REST_MS: f64 = 250.0;
const LONE_MS: f64 = 1_000.0;
/// How long a list may fetch its options, in milliseconds.
pub(super) const LOAD_MS: f64 = 8_000.0;
/// How long a list may take to open where it is only read, in milliseconds: one that searches a server shows nothing.
const READ_MS: f64 = 1_200.0;
/// How long a list may take to close, in milliseconds: most fade out.
const CLOSE_MS: f64 = 600.0;
/// Options that are read, at most.
const MOST_OPTIONS: usize = 300;
pub(super) const PAUSE: u64 = 30;
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

/// Why no option is chosen: several are meant equally well, or none is there.
pub(super) fn none_of(subject: &Subject, value: &str, equal: &[String], options: &[String], count: u32) -> TabError {
    let (what, value) = (&subject.what, quoted(value));
    TabError::NotPossible(if equal.len() > 1 {
        let all = listed(equal, equal.len());
        let telling = equal.iter().collect::<std::collections::BTreeSet<_>>().len() == equal.len();
        let advice =
            if telling { "Give one of them as it is written here." } else { "Nothing tells them apart by name." };
        format!("{what} has several options that {value} may mean: {all}. {advice}")
    } else if options.is_empty() {
        format!("{what} shows no list of options to choose {value} from: click what it shows.")
    } else {
        format!("{what} shows no single usable option {value}. Options: {}.", listed(options, count as usize))
    })
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

/// Closes a list that is open. A click beside it could press something, and one on its control choose what lies over it.
pub(super) async fn close(tab: &Session, subject: &Subject) -> Result {
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

pub(super) async fn drawn(tab: &Session, subject: &Subject, value: &str) -> Result<DrawnOption> {
    let answer = tab.page("drawnOption", json!([subject.node, value])).await?;
    answer.ok_or_else(|| TabError::Gone { what: subject.what.clone() })
}

/// What a list shows once the wanted option is there, it is complete, or this long has passed. `since`: requests from this number on fill it.
pub(super) async fn opened(
    tab: &Session,
    subject: &Subject,
    value: &str,
    since: u64,
    most: f64,
) -> Result<DrawnOption> {
    let start = tab.clock.now();
    let mut still = start;
    let mut count = 0;
    loop {
        let list = drawn(tab, subject, value).await?;
        let now = tab.clock.now();
        if list.count != count {
            (count, still) = (list.count, now);
        }
        let coming = list.busy || is_loading(tab, since);
        // A single line may say that more is to come.
        let rest = if list.count > 1 { REST_MS } else { LONE_MS };
        let complete = list.open && !coming && now - still >= rest;
        let cap = if coming { most.max(LOAD_MS) } else { most };
        if is_found(&list) || complete || now - start >= cap {
            return Ok(list);
        }
        tab.clock.sleep(PAUSE).await;
    }
}

/// Whether the wanted option is shown, or several that are meant equally well.
pub(super) fn is_found(list: &DrawnOption) -> bool {
    list.node != 0 || !list.equal.is_empty()
}

pub(super) fn is_loading(tab: &Session, since: u64) -> bool {
    let now = tab.clock.now();
    tab.hub.read(|state| state.requests.pending(since, now).next().is_some())
}

/// The first options' names and the number of the rest.
fn listed(options: &[String], count: usize) -> String {
    let named: Vec<String> = options.iter().map(|option| quoted(option)).collect();
    match count.saturating_sub(options.len()) {
        0 => named.join(", "),
        rest => format!("{} and {rest} more", named.join(", ")),
    }
}
