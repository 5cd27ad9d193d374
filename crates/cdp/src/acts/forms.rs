//! Filling in several fields, each by the way it needs, and reading all of them back at the end: what is entered in one may change another.

use super::click::click;
use super::{fields, lists, typing};
use crate::acts::typing::methods::How;
use crate::acts::typing::readback::{Match, taken};
use crate::effect::baseline::{Baseline, activity};
use crate::effect::settle::settle;
use crate::input::Press;
use crate::session::action::ActionScope;
use crate::state::Counts;
use crate::wire::errors::Result;
use crate::wording::{quoted, what};
use edith_actions::action::{EntryWay, FormEntry, TabError, Target, Then};
use edith_page::page_api::ReadValue;
use edith_protocol::Typing;
use serde_json::json;

/// Enters the values, and presses what submits them. `tolerant`: a field that takes nothing does not keep the others from theirs, but nothing is
/// submitted then.
pub(crate) async fn fill(
    tab: &ActionScope<'_>,
    entries: &[FormEntry],
    then: &Then,
    tolerant: bool,
    typing: Typing,
    baseline: &mut Baseline,
) -> Result {
    let mut done: Vec<String> = Vec::new();
    let mut failed: Vec<String> = Vec::new();
    let mut entered: Vec<(&FormEntry, ReadValue)> = Vec::new();
    for (at, entry) in entries.iter().enumerate() {
        // The next one may be in another frame.
        tab.frame.set(0);
        match enter(tab, entry, typing, baseline).await {
            Ok(()) => {
                done.extend(tab.reached.borrow().clone());
                entered.extend(value_of(tab, entry).await.map(|value| (entry, value)));
            }
            // Choosing in one field may have the page draw all of them again.
            Err(error @ (TabError::Gone { .. } | TabError::Changed { .. })) if at > 0 && failed.is_empty() => {
                return Err(TabError::Redrawn { done: done.join(" "), why: error.to_string(), entered: at });
            }
            Err(error) if tolerant && is_of_the_field(&error) => failed.push(error.to_string()),
            Err(error) => return Err(after(error, &done)),
        }
        tab.say(done.join(" "));
    }
    for (entry, then) in entered {
        failed.extend(value_of(tab, entry).await.and_then(|now| lost(entry, &then, &now)));
    }
    if !failed.is_empty() {
        let why = failed.join(" ");
        let rest = if *then == Then::Nothing { "" } else { " So it was not submitted." };
        return Err(if done.is_empty() {
            TabError::NotPossible(format!("{why}{rest}"))
        } else {
            TabError::Incomplete { done: done.join(" "), why: format!("{why}{rest}") }
        });
    }
    let mut ignored = false;
    let last = match then {
        Then::Nothing => return Ok(()),
        Then::Press(button) => {
            // What was entered may only now make it usable.
            settle(tab, baseline).await;
            click(tab, button, &Press { count: 1, ..Press::default() }, baseline).await.map(drop)
        }
        Then::Enter(field) => {
            settle(tab, baseline).await;
            let before = state_of(tab, field).await;
            let pressed = typing::press_key(tab, "Enter", Some(field), baseline).await;
            if pressed.is_ok() {
                settle(tab, baseline).await;
                ignored = before.is_some() && state_of(tab, field).await == before;
            }
            pressed
        }
    };
    if let Err(error) = last {
        return Err(after(error, &done));
    }
    done.extend(tab.reached.borrow().clone());
    if ignored {
        done.push("The page did not react: check whether it was submitted before pressing anything.".to_owned());
    }
    tab.say(done.join(" "));
    Ok(())
}

/// What a page that hears Enter in a field changes at least one of: its document, its requests, what happened to its tab, or what the field holds, which
/// is no change of the document. None: the page cannot be asked.
async fn state_of(tab: &ActionScope<'_>, field: &Target) -> Option<(u32, u64, Counts, Option<ReadValue>)> {
    let mutations = activity(tab).await?.mutations;
    let held = tab.page("readValue", json!([field.element.node])).await.ok().flatten();
    Some(tab.hub.read(|state| (mutations, state.requests.next_number(), state.counts, held)))
}

/// Whoever hears of a failure must know of both.
fn after(error: TabError, done: &[String]) -> TabError {
    if done.is_empty() { error } else { error.after(&done.join(" ")) }
}

/// Whether another field may well take its value.
fn is_of_the_field(error: &TabError) -> bool {
    match error {
        TabError::NotTaken { .. }
        | TabError::Incomplete { .. }
        | TabError::Redrawn { .. }
        | TabError::Gone { .. }
        | TabError::Changed { .. }
        | TabError::NotVisible { .. }
        | TabError::Covered { .. }
        | TabError::Moving { .. }
        | TabError::Disabled { .. }
        | TabError::NotPossible(_)
        | TabError::Refused(_) => true,
        TabError::DialogOpen(_)
        | TabError::NotAttachable { .. }
        | TabError::NavigationFailed { .. }
        | TabError::Deadline { .. }
        | TabError::Crashed
        | TabError::Interrupted
        | TabError::Closed
        | TabError::CanceledByUser
        | TabError::Protocol(_) => false,
    }
}

async fn enter(tab: &ActionScope<'_>, entry: &FormEntry, typing: Typing, baseline: &mut Baseline) -> Result {
    let FormEntry { target, value, way } = entry;
    match way {
        EntryWay::Types => {
            let how = How { submit: false, append: false, typing };
            typing::type_text(tab, Some(target), value, how, baseline).await
        }
        EntryWay::Sets => fields::set_value(tab, target, value, typing, baseline).await,
        EntryWay::Chooses => lists::select_option(tab, target, value, false, baseline).await,
    }
}

/// What the field holds; none: nothing that can be told.
async fn value_of(tab: &ActionScope<'_>, entry: &FormEntry) -> Option<ReadValue> {
    let node = entry.target.element.node;
    tab.frame.set(tab.frames.borrow().id_of(node));
    tab.page("readValue", json!([node])).await.ok().flatten()
}

/// Says so if a field holds something else than after it was filled in, and not what it was to hold.
fn lost(entry: &FormEntry, then: &ReadValue, now: &ReadValue) -> Option<String> {
    let ticked = now.checked != then.checked;
    let is_other = !now.is_like(then) && taken(&entry.value, now) == Match::No;
    let shown = now.value.as_deref().map_or_else(|| "something else".to_owned(), quoted);
    (ticked || is_other).then(|| match now.checked {
        Some(on) if ticked => {
            format!("{} is {} by now.", what(&entry.target), if on { "ticked" } else { "not ticked" })
        }
        _ => format!("{} holds {shown} now.", what(&entry.target)),
    })
}
