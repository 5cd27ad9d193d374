//! Writing a text into the focused field by one method.

use super::methods::{Method, human_pause, key_and_rest};
use super::readback::{Fate, Match, Typed};
use super::watch::{FORMAT_PAUSE, begin_typing, changed_from, drawn, fate, held, read_now, redrawn, typing_seen};
use crate::input;
use crate::page::element::Subject;
use crate::session::action::ActionScope;
use crate::wire::errors::Result;
use crate::wire::keys;
use crate::wire::protocol::input::InsertText;
use crate::wording::{drawn_lines, holds, noted, quoted};
use edith_actions::action::TabError;
use edith_page::page_api::{HeldField, Probe, ReadValue, Selected, SetNative};
use edith_protocol::Typing;
use serde_json::{Value, json};

/// Writes a text into the focused field. Returns its value before and the number of requests made by then, or none if the page rejected the text and
/// nothing else may be tried. `first`: none of it was written before.
pub(crate) async fn write(
    tab: &ActionScope<'_>,
    method: Method,
    subject: &Subject,
    text: &str,
    typing: Typing,
    first: bool,
) -> Result<Option<(ReadValue, u64)>> {
    let node = subject.node;
    let begun = begin_typing(tab, node, text).await?;
    match method {
        Method::Keys => keys_into(tab, subject, text, typing).await?,
        Method::Insert => match key_and_rest(text).filter(|_| first && !subject.probe.code) {
            Some((key, rest)) => return insert_after(tab, subject, (key, rest), begun).await,
            None => insert(tab, text).await?,
        },
        Method::Paste => {
            let _: Option<Value> = tab.page("paste", json!([node, text])).await?;
        }
        Method::Native => {
            // The caller reads back whether it took.
            let _: Option<SetNative> = tab.page("setNative", json!([node, text])).await?;
        }
    }
    Ok(Some(begun))
}

async fn insert(tab: &ActionScope<'_>, text: &str) -> Result {
    tab.input(InsertText { text }).await
}

/// Types the first character by key and inserts the rest. A field that then holds only the first character rejects insertion, as fields do that only
/// believe keys; the rest is then typed too.
async fn insert_after(
    tab: &ActionScope<'_>,
    subject: &Subject,
    (key, rest): (&str, &str),
    (base, asked): (ReadValue, u64),
) -> Result<Option<(ReadValue, u64)>> {
    let node = subject.node;
    type_keys(tab, key, Typing::Fast).await?;
    let now = changed_from(tab, node, &base).await?;
    if now.as_ref().is_some_and(|now| now.is_like(&base)) {
        let typed = Typed { text: key, base: &base, now: &base, found: Match::No };
        let fate = fate(tab, subject, Method::Keys, &typed, asked).await;
        let whole = format!("{key}{rest}");
        return match fate {
            // Keys have no effect here.
            Fate::Untouched => {
                let begun = begin_typing(tab, node, &whole).await?;
                insert(tab, &whole).await?;
                Ok(Some(begun))
            }
            // It consumes what is typed.
            Fate::Consumed => {
                let begun = begin_typing(tab, node, rest).await?;
                type_keys(tab, rest, Typing::Fast).await?;
                Ok(Some(begun))
            }
            Fate::Stands | Fate::Refused => Ok(None),
        };
    }
    insert(tab, rest).await?;
    if let Some(held) = now
        && changed_from(tab, node, &held).await?.is_some_and(|now| now.is_like(&held))
        && !typing_seen(tab, node, false).await.shown
    {
        type_keys(tab, rest, Typing::Fast).await?;
    }
    Ok(Some((base, asked)))
}

/// Types into a field by keys. One that the page draws again at its first key gets the rest at once, which presses nothing.
async fn keys_into(tab: &ActionScope<'_>, subject: &Subject, text: &str, typing: Typing) -> Result {
    let (first, rest) = text.split_at(text.chars().next().map_or(0, char::len_utf8));
    type_keys(tab, first, typing).await?;
    if rest.is_empty() {
        return Ok(());
    }
    let now = held(tab, subject.node).await?;
    if now.there && now.focused && now.followed == 0 && now.strays == 0 {
        return type_keys(tab, rest, typing).await;
    }
    let now = redrawn(tab, subject.node).await?;
    if now.there && now.focused { insert(tab, rest).await } else { Err(lost(&now)) }
}

/// Why typing stops: nothing of what is left may reach the page. `now`: what became of the field.
pub(crate) fn lost(now: &HeldField) -> TabError {
    let has_focus = noted(now.active.as_ref());
    let why = match now.there {
        false => {
            format!("the field is no longer there, nor anything equivalent; now {has_focus} has the focus")
        }
        true => format!("the focus went from the field to {has_focus} and did not come back"),
    };
    TabError::NotPossible(format!("{why}. The rest of the text was not typed."))
}

pub(crate) async fn type_keys(tab: &ActionScope<'_>, text: &str, typing: Typing) -> Result {
    let mut before = None;
    for (at, c) in text.chars().enumerate() {
        if typing == Typing::Human {
            tab.clock.sleep(human_pause(at, c, before)).await;
        }
        // Characters on no keyboard come from an input method.
        if u32::from(c) > 0xffff {
            insert(tab, &c.to_string()).await?;
        } else {
            input::send_keys(tab, keys::character(c)).await?;
        }
        before = Some(c);
    }
    Ok(())
}

/// How long an editor may take to accept a selection, in milliseconds. Slate looks every 100 ms at most, and puts its own caret back before that.
const SELECTION_MS: f64 = 1_000.0;

/// The key that commands are given with.
fn command(probe: &Probe) -> &'static str {
    if probe.mac { "Meta" } else { "Control" }
}

/// Goes to the end of all that a field holds. In editors, End goes to the end of the line.
pub(crate) async fn go_to_end(tab: &ActionScope<'_>, probe: &Probe) -> Result {
    match (probe.code, probe.mac) {
        (true, true) => input::press_keys(tab, "Meta+ArrowDown").await,
        (true, false) => input::press_keys(tab, "Control+End").await,
        (false, _) => input::send_keys(tab, keys::editing("End", 35, "moveToEndOfDocument")).await,
    }
}

/// Empties a field as a person does: select all, Backspace. An editor keeps a selection of its own, so this is repeated until it is empty.
pub(crate) async fn clear(tab: &ActionScope<'_>, subject: &Subject) -> Result {
    let is_editor = !matches!(subject.probe.tag.as_str(), "input" | "textarea");
    let empty = async || {
        let selected = tab.page::<Selected>("selectAllIn", json!([subject.node])).await?.unwrap_or_default();
        if selected.ok && (selected.empty || !selected.stands) {
            return Ok(selected.empty);
        }
        if !selected.ok {
            input::press_keys(tab, &format!("{}+a", command(&subject.probe))).await?;
        }
        input::send_keys(tab, keys::plain("Backspace", 8)).await?;
        if selected.keys {
            emptied(tab, subject).await?;
        }
        Ok(!(selected.ok && is_editor))
    };
    tab.poll(SELECTION_MS, FORMAT_PAUSE, empty, |is_done| *is_done).await.map(drop)
}

/// Sees that nothing is left of a text that may have been selected only in part; brings it back otherwise.
async fn emptied(tab: &ActionScope<'_>, subject: &Subject) -> Result {
    // One line without words, and none above it.
    let is_empty = |now: &ReadValue| {
        now.lines.is_none_or(|[first, ..]| first == 1) && now.value.as_deref().is_none_or(|value| value.is_empty())
    };
    let Some(left) = drawn(tab, subject.node, is_empty).await?.filter(|now| !is_empty(now)) else { return Ok(()) };
    input::press_keys(tab, &format!("{}+z", command(&subject.probe))).await?;
    let now = read_now(tab, subject.node).await?.unwrap_or(left);
    let now = format!("{}{}", quoted(now.value.as_deref().unwrap_or_default()), drawn_lines(&now));
    Err(TabError::NotPossible(format!(
        "Not all of the text of {} could be selected, so nothing was typed, and what had been deleted was brought back with Undo as far as the page does that. It now holds {now}",
        subject.what
    )))
}

/// Sets the value through the field's own setter; returns the resulting value if it differs.
pub(crate) async fn set_native(tab: &ActionScope<'_>, subject: &Subject, value: &str) -> Result<Option<String>> {
    let answer: Option<SetNative> = tab.page("setNative", json!([subject.node, value])).await?;
    let what = subject.what.clone();
    let Some(answer) = answer else { return Err(TabError::Gone { what }) };
    if answer.ok {
        return Ok(answer.value.filter(|now| now != value).map(holds));
    }
    if !answer.problem.is_empty() {
        return Err(TabError::NotPossible(format!("{what} cannot be set: {}", answer.problem)));
    }
    let now = answer.value.as_deref().map_or_else(|| "something hidden".to_owned(), quoted);
    Err(TabError::NotTaken { what, now })
}
