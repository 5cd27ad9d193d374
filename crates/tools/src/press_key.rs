//! `press_key`: a key or a chord.

use super::declare::{Choice, Operation, Tool, maybe_target};
use super::examine::name_of;
use super::shape::arguments;
use super::{CallError, Fault};
use edith_actions::action::Action;
use edith_actions::key::{Chord, Key, parse_chord};
use edith_gate::{
    ClipboardUse, EffectClass, ElementFacts, Facts, FieldInput, MASK, PageView, holds_secret, key_effect,
};
use edith_protocol::Modifier;
use edith_words::{Sentence, say};

arguments! {
    pub struct PressKey {
        /// `Enter`, `Control+a`.
        key: String => "";
        /// None: keep the focus.
        optional uid: Option<u32> => "";
    }
}

/// What the gate knows of a chord. `key`: its [`Chord::key_value`].
fn stroke<'a>(chord: &Chord, key: &'a str) -> key_effect::Stroke<'a> {
    let control = chord.holds(Modifier::Control) || chord.holds(Modifier::Meta);
    key_effect::Stroke { key, control, alt: chord.holds(Modifier::Alt) }
}

impl Tool for PressKey {
    const NAME: &'static str = "press_key";
    const DESCRIPTION: &'static str = "Press a key or chord: Enter, Escape, Control+a.";
    const EXAMPLE: &'static str = r#"{"key": "Enter"}"#;

    fn check(&self) -> Result<(), Fault> {
        match parse_chord(&self.key) {
            Ok(_) => Ok(()),
            Err(error) => Err(Fault { argument: "key", problem: error.to_string() }),
        }
    }

    fn uids(&self) -> Vec<u32> {
        self.uid.into_iter().collect()
    }

    fn class(&self, facts: &Facts) -> EffectClass {
        // The key was checked when the call was parsed; an unreadable one does nothing.
        parse_chord(&self.key)
            .map_or(EffectClass::Acts, |chord| key_effect::key(stroke(&chord, &chord.key_value()), self.uid, facts))
    }

    fn shortcut(&self, facts: &Facts) -> bool {
        parse_chord(&self.key)
            .is_ok_and(|chord| key_effect::is_shortcut(stroke(&chord, &chord.key_value()), self.uid, facts))
    }

    fn presses(&self) -> Vec<char> {
        let chord = parse_chord(&self.key).ok().filter(|chord| chord.holds(Modifier::Alt));
        chord.and_then(|chord| chord.character()).into_iter().collect()
    }

    fn may_choose(&self) -> Option<Choice> {
        Some(Choice { uid: self.uid, wanted: None })
    }

    fn clipboard(&self, facts: &Facts) -> ClipboardUse {
        let Ok(chord) = parse_chord(&self.key) else { return ClipboardUse::None };
        let commands = chord.holds(Modifier::Control) || chord.holds(Modifier::Meta);
        let shifted = chord.holds(Modifier::Shift);
        let letter = if let Key::Character(c) = chord.key { c.to_ascii_lowercase() } else { ' ' };
        match letter {
            'v' if commands => ClipboardUse::Pastes,
            'c' | 'x' if commands => ClipboardUse::Copies,
            _ if chord.key.is("Insert") && shifted => ClipboardUse::Pastes,
            _ if chord.key.is("Insert") && commands || chord.key.is("Delete") && shifted => ClipboardUse::Copies,
            // Enter and Space press what has the focus.
            _ if chord.is_enter() || chord.key.is(" ") => {
                facts.element_or_focus(self.uid).map_or(ClipboardUse::None, ClipboardUse::of_press)
            }
            _ => ClipboardUse::None,
        }
    }

    fn operation(&self, page: &dyn PageView) -> Result<Operation, CallError> {
        Ok(Operation::Perform(Action::PressKey { key: self.key.clone(), target: maybe_target(self.uid, page)? }))
    }

    fn followed<'a>(&self, facts: &'a Facts) -> Option<&'a ElementFacts> {
        let follows = parse_chord(&self.key).is_ok_and(|chord| chord.is_enter());
        facts.element_or_focus(self.uid).filter(|_| follows)
    }

    fn describe(&self, facts: &Facts) -> Sentence {
        let secret = self.input().is_some_and(|input| holds_secret(&input, facts));
        let key = if secret { MASK } else { &self.key };
        match self.uid {
            Some(uid) => say!(PressIn { key: key, name: name_of(facts, uid) }),
            None => say!(Press { key: key }),
        }
    }

    fn input(&self) -> Option<FieldInput> {
        let writes = self.key.chars().count() == 1;
        writes.then_some(FieldInput { argument: "key", uid: self.uid, text: self.key.clone() })
    }

    fn goes_to_focus(&self) -> bool {
        self.uid.is_none()
    }
}
