//! The keyboard: the exact events of keys, characters and chords.
//!
//! Every key is rawKeyDown, char, keyUp, with text only on the char, as a real keyboard's events reach a page: if the page handles the key press
//! itself, nothing is written. After a `keyDown` the char would come all the same, and editors would make two lines of one Enter.

use crate::wire::protocol::input::{KeyEvent, KeyKind, NO_KEY};
use edith_actions::key::{Chord, Key};
use edith_protocol::Modifier;

/// A modifier's bit in Chrome's input events.
pub(crate) fn bit(modifier: Modifier) -> u32 {
    match modifier {
        Modifier::Alt => 1,
        Modifier::Control => 2,
        Modifier::Meta => 4,
        Modifier::Shift => 8,
    }
}

pub(crate) fn bits(modifiers: &[Modifier]) -> u32 {
    modifiers.iter().fold(0, |sum, modifier| sum | bit(*modifier))
}

/// The events of one character. A line break is Shift+Enter, which makes a new line everywhere and sends a message nowhere.
pub(crate) fn character(c: char) -> Vec<KeyEvent> {
    match c {
        '\n' => stroke("Enter", "Enter", 13, bit(Modifier::Shift), Some("\r"), None),
        // The Tab key would leave the field: only the character is written.
        '\t' => vec![KeyEvent { text: Some("\t".to_owned()), ..KeyEvent::bare(KeyKind::Char, 0) }],
        _ => {
            let key = if c == ' ' { None } else { Some(Key::Character(c)) };
            let shift = key.is_some_and(|key| key.needs_shift() || c.is_uppercase());
            let (code, virtual_key) =
                key.map_or_else(|| ("Space".to_owned(), 32), |key| (key.code(), key.virtual_key()));
            let text = c.to_string();
            stroke(&text, &code, virtual_key, if shift { bit(Modifier::Shift) } else { 0 }, Some(&text), None)
        }
    }
}

pub(crate) fn chord(chord: &Chord) -> Vec<KeyEvent> {
    let mut events = Vec::new();
    let mut held = 0;
    for modifier in &chord.modifiers {
        held |= bit(*modifier);
        events.push(modifier_event(KeyKind::RawKeyDown, *modifier, held));
    }
    // A lone capital, as in `A`, is typed with Shift; in `Control+A` it is only notation.
    let alone = chord.modifiers.is_empty() && chord.key.needs_shift();
    let bits = if alone { bit(Modifier::Shift) } else { held };
    let value = chord.key_value();
    let letter_with_control = chord.holds(Modifier::Control) || chord.holds(Modifier::Meta);
    let value = if letter_with_control && !chord.holds(Modifier::Shift) { in_lower_case(value) } else { value };
    let command = (letter_with_control && value == "a").then_some("selectAll");
    events.extend(stroke(&value, &chord.key.code(), chord.key.virtual_key(), bits, chord.text().as_deref(), command));
    for modifier in chord.modifiers.iter().rev() {
        held &= !bit(*modifier);
        events.push(modifier_event(KeyKind::KeyUp, *modifier, held));
    }
    events
}

/// Single letters in lower case; key names as they are.
fn in_lower_case(key: String) -> String {
    if key.chars().count() == 1 { key.to_lowercase() } else { key }
}

/// rawKeyDown, char (if it writes something), keyUp.
fn stroke(
    key: &str,
    code: &str,
    virtual_key: u32,
    bits: u32,
    text: Option<&str>,
    command: Option<&'static str>,
) -> Vec<KeyEvent> {
    let event = |kind| KeyEvent::of_key(kind, key, code, virtual_key, bits);
    let mut events = vec![KeyEvent { commands: command.map(|command| [command]), ..event(KeyKind::RawKeyDown) }];
    events.extend(text.map(|text| KeyEvent { text: Some(text.to_owned()), ..event(KeyKind::Char) }));
    events.push(event(KeyKind::KeyUp));
    events
}

/// A key without text that carries out an editing command on every system, such as End to go to the end of a text.
pub(crate) fn editing(name: &str, virtual_key: u32, command: &'static str) -> Vec<KeyEvent> {
    stroke(name, name, virtual_key, 0, None, Some(command))
}

/// A named key that writes nothing.
pub(crate) fn plain(name: &str, virtual_key: u32) -> Vec<KeyEvent> {
    stroke(name, name, virtual_key, 0, None, None)
}

/// The release of a key on no keyboard, which no page reacts to.
pub(crate) fn nothing() -> Vec<KeyEvent> {
    vec![KeyEvent::of_key(KeyKind::KeyUp, NO_KEY, "", 0, 0)]
}

pub(crate) fn enter() -> Vec<KeyEvent> {
    stroke("Enter", "Enter", 13, 0, Some("\r"), None)
}

fn modifier_event(kind: KeyKind, modifier: Modifier, bits: u32) -> KeyEvent {
    let (key, code, virtual_key) = match modifier {
        Modifier::Alt => ("Alt", "AltLeft", 18),
        Modifier::Control => ("Control", "ControlLeft", 17),
        Modifier::Meta => ("Meta", "MetaLeft", 91),
        Modifier::Shift => ("Shift", "ShiftLeft", 16),
    };
    KeyEvent { location: Some(1), ..KeyEvent::of_key(kind, key, code, virtual_key, bits) }
}
