//! Keys and chords by name: `Enter`, `Control+a`, `Shift+Tab`, with the data of a realistic key event.

use edith_protocol::Modifier;

/// A key with held modifiers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chord {
    /// The held keys, each once, in pressing order.
    pub modifiers: Vec<Modifier>,
    /// The key.
    pub key: Key,
}

/// A key that has a name, or one that writes a character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Key {
    /// From the table of names.
    Named(&'static NamedKey),
    /// As typed, before Shift: `a`, `5`, `ü`.
    Character(char),
}

/// A key with a name (`KeyboardEvent.key`), from the UI Events KeyboardEvent key and code values.
#[derive(Debug, PartialEq, Eq)]
pub struct NamedKey {
    /// `KeyboardEvent.key`.
    pub key: &'static str,
    /// `KeyboardEvent.code`.
    pub code: &'static str,
    /// `KeyboardEvent.keyCode`, Windows' virtual key code.
    pub virtual_key: u32,
    /// What it writes, if anything.
    pub text: Option<&'static str>,
}

const fn named(key: &'static str, code: &'static str, virtual_key: u32) -> NamedKey {
    NamedKey { key, code, virtual_key, text: None }
}

/// Every key with a name.
static NAMED: [NamedKey; 35] = [
    NamedKey { key: "Enter", code: "Enter", virtual_key: 13, text: Some("\r") },
    NamedKey { key: " ", code: "Space", virtual_key: 32, text: Some(" ") },
    named("Tab", "Tab", 9),
    named("Escape", "Escape", 27),
    named("Backspace", "Backspace", 8),
    named("Delete", "Delete", 46),
    named("Insert", "Insert", 45),
    named("Home", "Home", 36),
    named("End", "End", 35),
    named("PageUp", "PageUp", 33),
    named("PageDown", "PageDown", 34),
    named("ArrowLeft", "ArrowLeft", 37),
    named("ArrowUp", "ArrowUp", 38),
    named("ArrowRight", "ArrowRight", 39),
    named("ArrowDown", "ArrowDown", 40),
    named("ContextMenu", "ContextMenu", 93),
    named("CapsLock", "CapsLock", 20),
    named("F1", "F1", 112),
    named("F2", "F2", 113),
    named("F3", "F3", 114),
    named("F4", "F4", 115),
    named("F5", "F5", 116),
    named("F6", "F6", 117),
    named("F7", "F7", 118),
    named("F8", "F8", 119),
    named("F9", "F9", 120),
    named("F10", "F10", 121),
    named("F11", "F11", 122),
    named("F12", "F12", 123),
    named("Alt", "AltLeft", 18),
    named("Control", "ControlLeft", 17),
    named("Meta", "MetaLeft", 91),
    named("Shift", "ShiftLeft", 16),
    named("MediaPlayPause", "MediaPlayPause", 179),
    named("AudioVolumeMute", "AudioVolumeMute", 173),
];

/// Aliases of keys, in lower case.
const ALIASES: &[(&str, &str)] = &[
    ("return", "enter"),
    ("space", " "),
    ("spacebar", " "),
    ("esc", "escape"),
    ("del", "delete"),
    ("ins", "insert"),
    ("left", "arrowleft"),
    ("up", "arrowup"),
    ("right", "arrowright"),
    ("down", "arrowdown"),
    ("pgup", "pageup"),
    ("pgdn", "pagedown"),
    ("plus", "+"),
    ("minus", "-"),
];

/// Punctuation of the US layout: character, its Shift character, code, virtual key.
const PUNCTUATION: &[(char, char, &str, u32)] = &[
    ('-', '_', "Minus", 189),
    ('=', '+', "Equal", 187),
    ('[', '{', "BracketLeft", 219),
    (']', '}', "BracketRight", 221),
    ('\\', '|', "Backslash", 220),
    (';', ':', "Semicolon", 186),
    ('\'', '"', "Quote", 222),
    ('`', '~', "Backquote", 192),
    (',', '<', "Comma", 188),
    ('.', '>', "Period", 190),
    ('/', '?', "Slash", 191),
];

/// Shift characters of the digits 0 to 9 on the US layout.
const DIGIT_SHIFTS: [char; 10] = [')', '!', '@', '#', '$', '%', '^', '&', '*', '('];

/// Why a text is not a key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    /// Nothing there.
    #[error("names no key")]
    Empty,
    /// Not a key's name.
    #[error(
        "must name a key such as Enter, Escape, Tab, ArrowDown, PageDown, Backspace, F5, a single character, or a chord such as Control+a; {0:?} is none"
    )]
    UnknownKey(String),
    /// Not a modifier's name.
    #[error("must hold Alt, Control, Meta or Shift before the last key; {0:?} is none of them")]
    UnknownModifier(String),
}

/// Parses `Enter`, `Control+a`, `ctrl+shift+ArrowLeft`, `Control++`.
///
/// # Errors
/// As the rest of a sentence that starts with the argument.
pub fn parse_chord(text: &str) -> Result<Chord, KeyError> {
    if text == " " {
        return Ok(Chord { modifiers: Vec::new(), key: key(text)? });
    }
    let text = text.trim();
    if text.is_empty() {
        return Err(KeyError::Empty);
    }
    // The last key may itself be a plus.
    let (held, last) = match text.strip_suffix('+') {
        Some("") => ("", "+"),
        Some(before) => (before.strip_suffix('+').ok_or_else(|| KeyError::UnknownKey(text.to_owned()))?, "+"),
        None => text.rsplit_once('+').unwrap_or(("", text)),
    };
    let mut modifiers = Vec::new();
    for name in held.split('+').filter(|_| !held.is_empty()) {
        let modifier = modifier(name.trim()).ok_or_else(|| KeyError::UnknownModifier(name.trim().to_owned()))?;
        if !modifiers.contains(&modifier) {
            modifiers.push(modifier);
        }
    }
    Ok(Chord { modifiers, key: key(last.trim())? })
}

fn modifier(name: &str) -> Option<Modifier> {
    match name.to_ascii_lowercase().as_str() {
        "alt" | "option" => Some(Modifier::Alt),
        "control" | "ctrl" => Some(Modifier::Control),
        "meta" | "cmd" | "command" | "win" | "super" => Some(Modifier::Meta),
        "shift" => Some(Modifier::Shift),
        _ => None,
    }
}

fn key(name: &str) -> Result<Key, KeyError> {
    let lower = name.to_lowercase();
    let known = ALIASES.iter().find(|(alias, _)| *alias == lower).map_or(lower.as_str(), |(_, key)| key);
    if let Some(named) =
        NAMED.iter().find(|named| named.key.eq_ignore_ascii_case(known) || named.code.eq_ignore_ascii_case(known))
    {
        return Ok(Key::Named(named));
    }
    let one = if known == lower { name } else { known };
    let mut chars = one.chars();
    match (chars.next(), chars.next()) {
        (Some(c), None) if !c.is_control() => Ok(Key::Character(c)),
        (None, _) => Err(KeyError::Empty),
        _ => Err(KeyError::UnknownKey(name.to_owned())),
    }
}

impl Chord {
    /// Whether a modifier is held.
    pub fn holds(&self, modifier: Modifier) -> bool {
        self.modifiers.contains(&modifier)
    }

    /// Whether it is Enter, with any modifiers.
    pub fn is_enter(&self) -> bool {
        self.key.is("Enter")
    }

    /// The character of its key, whatever is held.
    pub fn character(&self) -> Option<char> {
        match self.key {
            Key::Character(c) => Some(c),
            Key::Named(_) => None,
        }
    }

    /// What the chord writes into a field: nothing with Control, Alt or Meta.
    pub fn text(&self) -> Option<String> {
        if self.modifiers.iter().any(|held| *held != Modifier::Shift) {
            return None;
        }
        match self.key {
            Key::Named(named) => named.text.map(str::to_owned),
            Key::Character(_) => Some(self.key_value()),
        }
    }

    /// `KeyboardEvent.key`: the character with Shift applied.
    pub fn key_value(&self) -> String {
        match self.key {
            Key::Named(named) => named.key.to_owned(),
            Key::Character(c) if self.holds(Modifier::Shift) => shifted(c),
            Key::Character(c) => c.to_string(),
        }
    }
}

impl Key {
    /// Whether it is the key of this name.
    pub fn is(&self, name: &str) -> bool {
        matches!(self, Self::Named(named) if named.key == name)
    }

    /// `KeyboardEvent.code`; empty for characters not on the US layout.
    pub fn code(&self) -> String {
        match self {
            Self::Named(named) => named.code.to_owned(),
            Self::Character(c) if c.is_ascii_alphabetic() => format!("Key{}", c.to_ascii_uppercase()),
            Self::Character(c) if c.is_ascii_digit() => format!("Digit{c}"),
            Self::Character(c) => match (digit_under(*c), punctuation(*c)) {
                (Some(digit), _) => format!("Digit{digit}"),
                (None, Some((_, _, code, _))) => (*code).to_owned(),
                (None, None) => String::new(),
            },
        }
    }

    /// `KeyboardEvent.keyCode`; 0 for characters not on the US layout.
    pub fn virtual_key(&self) -> u32 {
        match self {
            Self::Named(named) => named.virtual_key,
            Self::Character(c) if c.is_ascii_alphanumeric() => u32::from(c.to_ascii_uppercase()),
            Self::Character(c) => match (digit_under(*c), punctuation(*c)) {
                (Some(digit), _) => u32::from('0') + digit as u32,
                (None, Some((_, _, _, virtual_key))) => *virtual_key,
                (None, None) => 0,
            },
        }
    }

    /// Whether the US layout needs Shift for it.
    pub fn needs_shift(&self) -> bool {
        match self {
            Self::Named(_) => false,
            Self::Character(c) => {
                c.is_ascii_uppercase() || digit_under(*c).is_some() || punctuation(*c).is_some_and(|row| row.1 == *c)
            }
        }
    }
}

fn punctuation(c: char) -> Option<&'static (char, char, &'static str, u32)> {
    PUNCTUATION.iter().find(|row| row.0 == c || row.1 == c)
}

fn digit_under(c: char) -> Option<usize> {
    DIGIT_SHIFTS.iter().position(|shift| *shift == c)
}

fn shifted(c: char) -> String {
    if let Some(shift) = c.to_digit(10).and_then(|digit| DIGIT_SHIFTS.get(digit as usize)) {
        return shift.to_string();
    }
    match PUNCTUATION.iter().find(|row| row.0 == c) {
        Some(row) => row.1.to_string(),
        None => c.to_uppercase().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Modifiers, key value, code, virtual key, text.
    fn check(text: &str, modifiers: &[Modifier], key: &str, code: &str, virtual_key: u32, writes: Option<&str>) {
        let chord = parse_chord(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(chord.modifiers, modifiers, "{text}");
        assert_eq!((chord.key_value().as_str(), chord.key.code().as_str()), (key, code), "{text}");
        assert_eq!(chord.key.virtual_key(), virtual_key, "{text}");
        assert_eq!(chord.text().as_deref(), writes, "{text}");
    }

    #[test]
    fn names_and_chords_are_read() {
        use Modifier::{Alt, Control, Meta, Shift};
        check("Enter", &[], "Enter", "Enter", 13, Some("\r"));
        check("return", &[], "Enter", "Enter", 13, Some("\r"));
        check(" ", &[], " ", "Space", 32, Some(" "));
        check("Space", &[], " ", "Space", 32, Some(" "));
        check("esc", &[], "Escape", "Escape", 27, None);
        check("Down", &[], "ArrowDown", "ArrowDown", 40, None);
        check("Control+a", &[Control], "a", "KeyA", 65, None);
        check("ctrl + A", &[Control], "A", "KeyA", 65, None);
        check("Cmd+Shift+z", &[Meta, Shift], "Z", "KeyZ", 90, None);
        check("Alt+ArrowLeft", &[Alt], "ArrowLeft", "ArrowLeft", 37, None);
        check("Control++", &[Control], "+", "Equal", 187, None);
        check("+", &[], "+", "Equal", 187, Some("+"));
        check("Shift+1", &[Shift], "!", "Digit1", 49, Some("!"));
        check("Shift+Shift+a", &[Shift], "A", "KeyA", 65, Some("A"));
        check("ü", &[], "ü", "", 0, Some("ü"));
        check("?", &[], "?", "Slash", 191, Some("?"));
        check("F5", &[], "F5", "F5", 116, None);
        check("Control", &[], "Control", "ControlLeft", 17, None);
    }

    #[test]
    fn what_is_no_key_is_refused() {
        assert_eq!(parse_chord("  "), Err(KeyError::Empty));
        assert_eq!(parse_chord("Submit"), Err(KeyError::UnknownKey("Submit".into())));
        assert_eq!(parse_chord("Hyper+a"), Err(KeyError::UnknownModifier("Hyper".into())));
        assert_eq!(parse_chord("Control+"), Err(KeyError::UnknownKey("Control+".into())));
        assert_eq!(parse_chord("a+b"), Err(KeyError::UnknownModifier("a".into())));
        assert!(parse_chord("Control+hello").is_err());
    }
}
