//! Records what a call acted on and what came of it, from the page before and after.

use super::alike::same_address;
use super::amounts::amounts;
use super::element::{called, frame, held, leads, state, text, told};
use super::fits::find;
use super::place::page;
use edith_gate::{EffectClass, masked};
use edith_page::{Element, Index};
use edith_protocol::{Recorded, RecordedElement};
use edith_tools::Call;
use serde_json::Value;
use std::collections::HashSet;

/// Lines of text kept of what came with a call.
const SAID: usize = 3;
/// Tools that go to the focus when they name no element.
const TO_FOCUS: [&str; 2] = ["press_key", "type_text"];

/// What a call did, and every line of text that came with it.
pub(crate) fn record(
    call: &Call,
    args: &Value,
    class: &EffectClass,
    before: &Index,
    now: Option<&Index>,
    dialog: bool,
) -> (Recorded, Vec<String>) {
    let mut uids = call.uids();
    uids.extend(call.also_touches(before));
    if uids.is_empty() && TO_FOCUS.contains(&call.name()) {
        uids.extend(before.focused);
    }
    // What is typed after what is there depends on it.
    let appends = args.get("append").and_then(Value::as_bool).unwrap_or_default();
    let with_value = call.name() == "type_text" && (appends || call.uids().is_empty());
    let elements = uids.iter().filter_map(|uid| before.element(*uid)).map(|found| {
        let recorded = element(found, before);
        RecordedElement { state: if with_value { held(found) } else { recorded.state.clone() }, ..recorded }
    });
    let elements: Vec<RecordedElement> = elements.collect();
    let stays = now.filter(|now| now.document == before.document);
    let news = stays.map(|now| news(before, now)).unwrap_or_default();
    let then = stays.zip(uids.first()).and_then(|(now, uid)| now.element(*uid));
    let recorded = Recorded {
        page: page(before),
        elements,
        acts: acts(class),
        after: now.map(page).unwrap_or_default(),
        dialog,
        then: then.map(told),
        said: news.iter().take(SAID).cloned().collect(),
    };
    (recorded, news)
}

/// Whether an effect goes beyond going somewhere, or putting a value into a field.
fn acts(class: &EffectClass) -> bool {
    match class {
        EffectClass::Reads | EffectClass::Navigates | EffectClass::Fills | EffectClass::Asks | EffectClass::Ends => {
            false
        }
        EffectClass::Acts
        | EffectClass::EntersSecret(..)
        | EffectClass::Commits(_)
        | EffectClass::Uploads
        | EffectClass::AnswersDialog(_)
        | EffectClass::External => true,
    }
}

/// Lines of the text that were not there before.
fn news(before: &Index, now: &Index) -> Vec<String> {
    let known: HashSet<&str> = before.text.lines().map(str::trim).collect();
    let new = now.text.lines().map(str::trim).filter(|line| line.chars().count() > 2 && !known.contains(line));
    // On another page of the same document every line is new.
    if same_address(&before.url, &now.url) { new.map(text).collect() } else { Vec::new() }
}

/// An element as it is found again.
fn element(element: &Element, page: &Index) -> RecordedElement {
    let mut recorded = RecordedElement {
        kind: element.kind.label().to_owned(),
        name: called(element),
        context: element.context.iter().map(|around| text(around)).collect(),
        frame: frame(element, page),
        leads: masked(&leads(element)).into_owned(),
        state: state(element),
        amounts: amounts(&page.row_of(element.uid)),
        only: false,
    };
    recorded.only = find(&recorded, page).is_ok_and(|found| found.uid == element.uid);
    recorded
}
