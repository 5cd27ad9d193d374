//! What a key does, by what has the focus: in a field it writes; elsewhere it presses what has the focus, or is a shortcut of the page.
//!
//! Delete, Backspace and `#` outside fields delete in mail, trackers and file lists, and are asked about as that. Of other shortcuts nobody knows
//! what they do: on a site where the person may be signed in they are asked about once for the run ([`is_shortcut`]). What only moves about is free.

use crate::effect::recognise::{click, enter, entry, save, send_chord};
use crate::{Commitment, EffectClass, ElementFacts, Facts};
use edith_page::ElementKind;

/// Shortcuts that move about a page, search it or explain it, wherever there are shortcuts.
const MOVES: &str = "jk/?";
/// Letters that edit or find with Control, in every browser and editor.
const EDITS: &str = "abcfiuvxyz";

/// One press of a key.
#[derive(Debug, Clone, Copy)]
pub struct Stroke<'a> {
    /// `KeyboardEvent.key`.
    pub key: &'a str,
    /// Whether Control or Meta is held.
    pub control: bool,
    /// Whether Alt is held.
    pub alt: bool,
}

impl<'a> Stroke<'a> {
    /// A key by itself.
    pub fn plain(key: &'a str) -> Self {
        Self { key, control: false, alt: false }
    }

    /// The character it would write without Control and Alt.
    fn character(&self) -> Option<char> {
        let mut all = self.key.chars();
        all.next().filter(|_| all.next().is_none())
    }
}

/// The effect of a key pressed on this element; none: on what has the focus.
pub fn key(stroke: Stroke<'_>, uid: Option<u32>, facts: &Facts) -> EffectClass {
    let element = facts.element_or_focus(uid);
    let in_field = is_field(uid, facts);
    match (stroke.key, stroke.character()) {
        ("Enter", _) if stroke.control => send_chord(element, facts),
        ("Enter", _) => enter(element, facts),
        ("Delete" | "Backspace", _) if !in_field => EffectClass::Commits(Commitment::Deletes),
        (_, Some('s' | 'S')) if stroke.control => save(element, facts),
        (_, Some(_)) if stroke.alt && !stroke.control => {
            facts.access_key.as_ref().map_or(EffectClass::Acts, |pressed| click(Some(pressed), facts))
        }
        (_, Some(_)) if stroke.control => EffectClass::Acts,
        (_, Some(_)) if in_field => entry(element, stroke.key),
        (" ", _) => click(element, facts),
        ("#", _) => EffectClass::Commits(Commitment::Deletes),
        ("ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight" | "Home" | "End" | "PageUp" | "PageDown", _)
        | (_, Some(_)) => chosen(facts),
        _ => EffectClass::Acts,
    }
}

/// The effect of typing a text where no field is: each character is a key of its own.
pub fn typed_as_keys(text: &str, uid: Option<u32>, facts: &Facts) -> EffectClass {
    let mut buffer = [0; 4];
    let each = text.chars().map(|c| match c {
        '\n' | '\r' => key(Stroke::plain("Enter"), uid, facts),
        c => key(Stroke::plain(c.encode_utf8(&mut buffer)), uid, facts),
    });
    each.fold(
        entry(None, text),
        |class, next| if class.commitment().is_some() { class } else { class.and_then_enter(next) },
    )
}

/// Whether a key may be a shortcut of the page with an effect that nothing tells.
pub fn is_shortcut(stroke: Stroke<'_>, uid: Option<u32>, facts: &Facts) -> bool {
    let Some(c) = stroke.character() else { return false };
    if stroke.control {
        return !EDITS.contains(c.to_ascii_lowercase());
    }
    if stroke.alt {
        return facts.access_key.is_none();
    }
    !is_field(uid, facts)
        && !takes_characters(facts.element_or_focus(uid))
        && c != ' '
        && !MOVES.contains(c)
        && !c.is_control()
}

/// Whether a text goes into a field. What has the focus may take text although no look shows it, as under a drawn editor.
pub fn is_field(uid: Option<u32>, facts: &Facts) -> bool {
    match facts.element_or_focus(uid) {
        Some(element) => element.kind.takes_text(),
        None => facts.focus_takes_text,
    }
}

/// Whether characters choose in it.
fn takes_characters(element: Option<&ElementFacts>) -> bool {
    use ElementKind::{Option, Radio, Select, Slider, Video};
    element.is_some_and(|element| matches!(element.kind, Option | Radio | Select | Slider | Video))
}

/// The effect of what is chosen, if choosing it may do it.
pub fn chosen(facts: &Facts) -> EffectClass {
    facts.chosen.map_or(EffectClass::Acts, EffectClass::Commits)
}
