//! Records what a call acted on and what came of it, from the page before and after.

use super::alike::same_address;
use super::amounts::amounts;
use super::fits::find;
use crate::gate::{EffectClass, MASK, masked, origin_of};
use crate::tool::Call;
use edith_page::{Element, FieldValue, Index, Tri};
use edith_protocol::{Recorded, RecordedElement, RecordedPage};
use serde_json::Value;
use std::collections::HashSet;

/// Most amounts of a page that is about one thing: of more, which of them counts nothing tells.
const AMOUNTS: usize = 12;
/// Lines of text kept of what came with a call.
const SAID: usize = 3;
/// Most characters of a line or a value.
const CHARS: usize = 200;
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
    if uids.is_empty() && TO_FOCUS.contains(&call.name()) {
        uids.extend(before.focused);
    }
    // What is typed after what stands there depends on it.
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
        then: then.map(|element| told(element)),
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

/// A page as it is compared.
pub(super) fn page(index: &Index) -> RecordedPage {
    let amounts = amounts(&index.text);
    RecordedPage {
        url: masked(&index.url).into_owned(),
        title: text(&index.title),
        amounts: if amounts.len() > AMOUNTS { Vec::new() } else { amounts },
    }
}

/// Lines of the text that were not there before.
fn news(before: &Index, now: &Index) -> Vec<String> {
    let known: HashSet<&str> = before.text.lines().map(str::trim).collect();
    let new = now.text.lines().map(str::trim).filter(|line| line.chars().count() > 2 && !known.contains(line));
    // On another page of the same document every line is new.
    if same_address(&before.url, &now.url) { new.map(text).collect() } else { Vec::new() }
}

/// On one line, shortened, secrets masked.
pub(super) fn text(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    masked(&line).chars().take(CHARS).collect()
}

/// What an element is called: its name, or else what its author says of it.
pub(super) fn called(element: &Element) -> String {
    let names = [&element.name, &element.hint, &element.placeholder];
    names.into_iter().map(|name| text(name)).find(|name| !name.is_empty()).unwrap_or_default()
}

/// Whether it is on, open, chosen.
pub(super) fn state(element: &Element) -> String {
    let states = &element.states;
    let tri = |state: Option<Tri>, on: &str, off: &str| match state {
        Some(Tri::Yes) => on.to_owned(),
        Some(Tri::No) => off.to_owned(),
        Some(Tri::Mixed) => "mixed".to_owned(),
        None => String::new(),
    };
    let open = states.expanded.map(|open| if open { "open" } else { "closed" }).unwrap_or_default();
    let all = [
        tri(states.checked, "on", "off"),
        tri(states.pressed, "pressed", "not pressed"),
        open.to_owned(),
        if states.selected { "selected".to_owned() } else { String::new() },
    ];
    all.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

/// Its state and its value, as far as that may be kept.
pub(super) fn held(element: &Element) -> String {
    let value = match &element.value {
        Some(FieldValue::Shown(value)) => text(value),
        Some(FieldValue::Typed(_)) => "[filled]".to_owned(),
        Some(FieldValue::Masked) => MASK.to_owned(),
        None => String::new(),
    };
    [state(element), value].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(": ")
}

/// Its name, state and value.
pub(super) fn told(element: &Element) -> String {
    format!("{} {}", called(element), held(element)).trim().to_owned()
}

/// Where an element leads, or its form is sent.
pub(super) fn leads(element: &Element) -> String {
    let form = || element.form.as_ref().filter(|_| element.submits).map(|form| form.action.clone()).unwrap_or_default();
    if element.href.is_empty() { form() } else { element.href.clone() }
}

/// The origin of its frame, if that is of another site.
pub(super) fn frame(element: &Element, page: &Index) -> String {
    let frame = element.frame.and_then(|at| page.frames.get(at)).map(|frame| origin_of(&frame.src)).unwrap_or_default();
    if frame == origin_of(&page.url) { String::new() } else { frame }
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
