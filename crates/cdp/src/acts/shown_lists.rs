//! Lists that a page draws: what one shows, waiting for it, closing it, and why nothing in it is chosen.

use crate::input;
use crate::page::element::Subject;
use crate::page::frames;
use crate::session::action::ActionScope;
use crate::wire::errors::Result;
use crate::wire::keys;
use crate::wording::quoted;
use edith_actions::action::TabError;
use edith_page::page_api::{DrawnOption, Probe};
use edith_protocol::{Gather as _, MouseButton};
use serde_json::{Value, json};

/// How long a list's options must be stable to count as complete, in milliseconds; a lone one longer.
const REST_MS: f64 = 250.0;
const LONE_MS: f64 = 1_000.0;
/// How long a list may fetch its options, in milliseconds.
pub(super) const LOAD_MS: f64 = 8_000.0;
/// How long a list may take to close, in milliseconds: most fade out.
const CLOSE_MS: f64 = 600.0;
pub(super) const PAUSE: u64 = 30;

/// Why no option is chosen: several are meant equally well, or none is there.
pub(super) fn none_of(subject: &Subject, value: &str, equal: &[String], options: &[String], count: u32) -> TabError {
    let (what, value) = (&subject.what, quoted(value));
    TabError::NotPossible(if equal.len() > 1 {
        let all = listed(equal, equal.len());
        let telling = equal.iter().gathered::<std::collections::BTreeSet<_>>().len() == equal.len();
        let advice =
            if telling { "Give one of them as it is written here." } else { "Nothing tells them apart by name." };
        format!("{what} has several options that {value} may mean: {all}. {advice}")
    } else if options.is_empty() {
        format!("{what} shows no list of options to choose {value} from: click what it shows.")
    } else {
        format!("{what} shows no single usable option {value}. Options: {}.", listed(options, count as usize))
    })
}

/// Closes a list that is open. A click beside it could press something, and one on its control choose what lies over it.
pub(super) async fn close(tab: &ActionScope<'_>, subject: &Subject) -> Result {
    for _ in 0..2 {
        if !is_open(tab, subject).await? {
            return Ok(());
        }
        input::send_keys(tab, keys::plain("Escape", 27)).await?;
        tab.poll(CLOSE_MS, PAUSE, async || is_open(tab, subject).await.map(Some), |open| *open != Some(true)).await?;
    }
    Ok(())
}

/// Presses the button beside a list's field that opens the list, if there is one.
pub(super) async fn press_opener(tab: &ActionScope<'_>, subject: &Subject) -> Result<bool> {
    let found: Option<Value> = tab.page("listOpener", json!([subject.node])).await?;
    match node_of(found) {
        Some(node) => press(tab, node).await,
        None => Ok(false),
    }
}

/// The number in an answer of the page; none: it is 0.
pub(super) fn node_of(found: Option<Value>) -> Option<u32> {
    let node = found?.get("node")?.as_u64()?;
    u32::try_from(node).ok().filter(|node| *node != 0)
}

/// Presses an element, if it can be reached.
pub(super) async fn press(tab: &ActionScope<'_>, node: u32) -> Result<bool> {
    let probe: Option<Probe> = tab.page("probe", json!([node])).await?;
    let point = probe.filter(|probe| probe.hit.reaches() && probe.enabled).and_then(|probe| probe.point);
    let Some(point) = point else { return Ok(false) };
    let point = frames::to_tab_point(tab, node, point).await?.point;
    input::click_at(tab, point, MouseButton::Left, 1, 0).await?;
    Ok(true)
}

/// Whether a list is open: its control says so, or options of it are shown.
async fn is_open(tab: &ActionScope<'_>, subject: &Subject) -> Result<bool> {
    let list = drawn(tab, subject, "").await?;
    Ok(list.expanded || list.open)
}

pub(super) async fn drawn(tab: &ActionScope<'_>, subject: &Subject, value: &str) -> Result<DrawnOption> {
    let answer = tab.page("drawnOption", json!([subject.node, value])).await?;
    answer.ok_or_else(|| TabError::Gone { what: subject.what.clone() })
}

/// What a list shows once the wanted option is there, it is complete, or this long has passed; `loads`: the same while it fetches its options. `since`:
/// requests from this number on fill it.
pub(super) async fn opened(
    tab: &ActionScope<'_>,
    subject: &Subject,
    value: &str,
    since: u64,
    most: f64,
    loads: f64,
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
        let cap = if coming { loads } else { most };
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

pub(super) fn is_loading(tab: &ActionScope<'_>, since: u64) -> bool {
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
