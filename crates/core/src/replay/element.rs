//! What a person tells an element by: its name, state, value, frame and destination.

use edith_gate::{MASK, masked, origin_of};
use edith_page::{Element, FieldValue, Index, Tri};

/// Most characters of a line or a value.
const CHARS: usize = 200;
/// On one line, shortened, secrets masked.
pub(super) fn text(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    masked(&line).chars().take(CHARS).collect()
}

/// What an element is called: its name, or else what its author says about it.
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
