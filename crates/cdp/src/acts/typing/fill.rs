//! Writing a text into a field by one method after another until it holds.

use super::methods::{How, Method, ladder};
use super::readback::{Fate, Match, Typed, shows, taken};
use super::watch::{FORMAT_MS, FORMAT_PAUSE, drawn, fate, held, left, read_back, read_now, typing_seen, value_of};
use super::write::{clear, go_to_end, lost, write};
use crate::page::element::Subject;
use crate::session::action::ActionScope;
use crate::wire::errors::Result;
use crate::wording::{COVERED, drawn_lines, holds, quoted};
use edith_actions::action::TabError;
use edith_page::page_api::{Probe, ReadValue};
use edith_protocol::Typing;

/// For a field that disappeared while typing.
const LEFT: &str = " The field is no longer there, so what it took cannot be read back.";
/// For a field that passed its text on.
const CONSUMED: &str =
    " The page took it: the field no longer holds it. Look at what came of it before typing it again.";
/// For a field that only the next key empties.
const CONSUMED_BY_KEYS: &str =
    " The page took it key by key: the field holds only the end of it. Look at what came of it before typing it again.";

/// Types at the caret, replacing only the selection.
pub(crate) async fn fill_at_caret(
    tab: &ActionScope<'_>,
    subject: &Subject,
    text: &str,
    typing: Typing,
) -> Result<Option<String>> {
    // The setter knows no caret.
    let methods = ladder(typing, text, &subject.probe).iter().filter(|method| **method != Method::Native);
    for (turn, method) in methods.enumerate() {
        let Some((base, asked)) = write(tab, *method, subject, text, typing, turn == 0).await? else { break };
        let shows = |now: &ReadValue| shows(text, &base, now);
        let is_done = |now: &Option<ReadValue>| now.as_ref().is_none_or(shows);
        let ask = async || read_now(tab, subject.node).await;
        let Some(now) = tab.poll(FORMAT_MS, FORMAT_PAUSE, ask, is_done).await? else {
            return gone(tab, subject, text).await.map(Some);
        };
        if shows(&now) {
            typing_seen(tab, subject.node, true).await;
            return Ok(now.lines.map(|_| drawn_lines(&now)));
        }
        let typed = Typed { text, base: &base, now: &now, found: Match::No };
        match fate(tab, subject, *method, &typed, asked).await {
            Fate::Untouched => {}
            Fate::Consumed => return Ok(Some(consumed(&typed))),
            Fate::Stands | Fate::Refused => return Ok(now.value.filter(|_| !now.typed_before).map(holds)),
        }
    }
    Err(TabError::NotTaken { what: subject.what.clone(), now: "what it held before".to_owned() })
}

/// Writes and reads back; returns what to report about the final value.
pub(crate) async fn fill(tab: &ActionScope<'_>, subject: &Subject, text: &str, how: How) -> Result<Option<String>> {
    let holds = write_until_held(tab, subject, text, how).await?;
    if !how.submit && !how.append && is_number(text) && takes_number(&subject.probe) {
        return kept(tab, subject, text, holds).await;
    }
    Ok(holds)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.chars().any(|c| c.is_ascii_digit()) && !text.chars().any(char::is_alphabetic)
}

/// Whether pages put its value right, or back, once the focus leaves it.
fn takes_number(probe: &Probe) -> bool {
    probe.input_type == "number" || probe.role == "spinbutton"
}

/// Whether a number stands once the focus has left its field.
async fn kept(tab: &ActionScope<'_>, subject: &Subject, text: &str, holds: Option<String>) -> Result<Option<String>> {
    let Some(now) = left(tab, subject.node).await? else { return Ok(Some(LEFT.to_owned())) };
    match (taken(text, &now), &now.value) {
        (Match::Yes, _) | (_, None) => Ok(holds),
        (Match::Formatted | Match::Loose, Some(value)) => Ok(Some(crate::wording::holds(value.clone()))),
        (Match::Cut | Match::No, Some(value)) => {
            let now = format!("{} once the focus has left it", quoted(value));
            Err(TabError::NotTaken { what: subject.what.clone(), now })
        }
    }
}

async fn write_until_held(tab: &ActionScope<'_>, subject: &Subject, text: &str, how: How) -> Result<Option<String>> {
    let before = if how.append { value_of(tab, subject.node).await? } else { None };
    // Unknown content cannot be rewritten, only appended to; nor can that of which only a part is drawn.
    let known = before.as_ref().map(|value| value.value.clone().filter(|_| value.lines.is_none()));
    let wanted = match &known {
        Some(Some(value)) => Some(format!("{value}{text}")),
        Some(None) => None,
        None => Some(text.to_owned()),
    };
    let mut last = Match::No;
    let mut now = ReadValue::default();
    // The best so far: a method that wrote the words but not the lines.
    let mut loose = None;
    let methods = ladder(how.typing, text, &subject.probe);
    let mut turns = methods.iter().enumerate();
    while let Some((turn, method)) = turns.next().or_else(|| if last == Match::Loose { None } else { loose.take() }) {
        // The setter would ignore the field's limit.
        if *method == Method::Native && last == Match::Cut {
            break;
        }
        let anew = turn > 0 || *method == Method::Native || !how.append;
        let written = match (anew && how.append, &wanted) {
            (false, _) => text,
            (true, Some(wanted)) => wanted,
            (true, None) => break,
        };
        match (anew, method) {
            (_, Method::Native) => {}
            (true, _) => clear(tab, subject).await?,
            (false, _) => go_to_end(tab, &subject.probe).await?,
        }
        if before.as_ref().is_some_and(|before| before.lines.is_some()) {
            drawn(tab, subject.node, |now| now.lines.is_none_or(|[_, last, all]| last == all)).await?;
        }
        let Some((base, asked)) = write(tab, *method, subject, written, how.typing, turn == 0).await? else {
            (last, now) = (Match::No, value_of(tab, subject.node).await?.unwrap_or_default());
            break;
        };
        let earlier = before.as_ref().map(|before| if before.lines.is_some() { &base } else { before });
        let Some((found, value)) = read_back(tab, subject, wanted.as_deref(), earlier, text).await? else {
            return gone(tab, subject, text).await.map(Some);
        };
        (last, now) = (found, value);
        match last {
            Match::Yes => {
                typing_seen(tab, subject.node, true).await;
                return Ok(now.lines.map(|_| drawn_lines(&now)));
            }
            Match::Formatted => {
                typing_seen(tab, subject.node, true).await;
                return Ok(now.value.filter(|_| !now.typed_before).map(holds));
            }
            Match::Loose | Match::Cut | Match::No => {}
        }
        let typed = Typed { text: written, base: &base, now: &now, found: last };
        match fate(tab, subject, *method, &typed, asked).await {
            Fate::Consumed => return Ok(Some(consumed(&typed))),
            Fate::Refused => break,
            Fate::Untouched | Fate::Stands if last == Match::Loose && loose.is_none() => {
                loose = Some((methods.len(), method));
            }
            Fate::Untouched | Fate::Stands => {}
        }
    }
    if last == Match::Loose {
        return Ok(Some(" Its words are there, but not all of its lines are as they were given.".to_owned()));
    }
    let now = match (&now.value, now.typed_before) {
        (None, _) => covered(now.length, last).to_owned(),
        (Some(_), true) => "[filled]".to_owned(),
        (Some(value), false) if last == Match::Cut => format!("{}, it takes no more", quoted(value)),
        (Some(value), false) => {
            format!("{}{}", quoted(value), if now.lines.is_some() { ", as far as it is drawn" } else { "" })
        }
    };
    Err(TabError::NotTaken { what: subject.what.clone(), now })
}

/// What is known of a field that is no longer there: it took all of the text, or the rest was kept from the page.
async fn gone(tab: &ActionScope<'_>, subject: &Subject, text: &str) -> Result<String> {
    let now = held(tab, subject.node).await?;
    if now.strays == 0 {
        return Ok(LEFT.to_owned());
    }
    tab.say(format!("Typed a part of {} into {}.", told(text, &subject.probe), subject.label));
    Err(lost(&now))
}

fn consumed(typed: &Typed<'_>) -> String {
    let by_keys = !typed.is_as_before() && typed.holds_its_end();
    if by_keys { CONSUMED_BY_KEYS } else { CONSUMED }.to_owned()
}

/// The typed text as reported in a note.
pub(super) fn told(text: &str, probe: &Probe) -> String {
    if probe.field.is_masked() { COVERED.to_owned() } else { quoted(text) }
}

/// What a field holds whose value is told to nobody, nor how long it is.
fn covered(length: u32, found: Match) -> &'static str {
    match (length, found) {
        (0, _) => "nothing",
        (_, Match::Cut) => "only the beginning of it, it takes no more",
        _ => "something else",
    }
}
