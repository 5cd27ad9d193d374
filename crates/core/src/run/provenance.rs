//! The origin of each value in an approval: whoever wrote it, whichever field holds it now.

use super::Run;
use crate::gate::{MASK, Trail};
use edith_protocol::{ActionShown, Origin};

/// Shorter pieces, in letters and digits, occur everywhere and prove no origin.
const PIECE: usize = 8;
/// A look's placeholder for what the person typed before the run.
const FILLED: &str = "[filled]";

impl Run {
    /// Replaces each value's origin, by default that of its field. For text typed in this run, it is the person, the page it was read from, or the
    /// model; only what nobody here typed is the page's own.
    pub(super) fn tell_sources(&self, shown: &mut ActionShown) {
        let trail = self.trail();
        let said = words(&trail.said);
        let typed = typed(&trail, &shown.origin);
        let here = shown.origin.clone();
        for value in &mut shown.values {
            let mut text = words(&value.value);
            // A cut value may end within a word.
            if value.value.ends_with('…') {
                text.truncate(text.trim_end().len());
            }
            let is_said = |text: &str| !text.trim().is_empty() && said.contains(text);
            let written = || match trail.reads.iter().find(|read| read.origin != here && has(read.text, &text)) {
                Some(read) => read.origin.into(),
                None => Origin::Model,
            };
            value.source = match value.source {
                Origin::Page if value.value == FILLED => Origin::User,
                Origin::Page if value.value == MASK => match trail.secrets.iter().find(|(_, origin)| *origin == here) {
                    Some((secret, _)) if is_said(&words(secret)) => Origin::Task,
                    Some(_) => Origin::Model,
                    None => continue,
                },
                Origin::Page | Origin::Model if is_said(&text) => Origin::Task,
                Origin::Page if typed.iter().any(|typed| is_part(&text, typed)) => written(),
                Origin::Model if value.value != MASK => written(),
                _ => continue,
            };
        }
    }
}

/// What this run typed on this site, with single key presses joined.
fn typed(trail: &Trail<'_>, origin: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let mut keys = String::new();
    for (_, text) in trail.sent.iter().filter(|(to, _)| to == origin) {
        if text.chars().count() == 1 {
            keys.push_str(text);
            continue;
        }
        all.push(words(&std::mem::take(&mut keys)));
        all.push(words(text));
    }
    all.push(words(&keys));
    all
}

/// Whether a possibly shortened value is what was typed.
fn is_part(value: &str, typed: &str) -> bool {
    let long = |text: &str| text.len() >= PIECE;
    !value.trim().is_empty()
        && (value == typed || long(value) && typed.contains(value) || long(typed) && value.contains(typed))
}

/// Whether a text that was read contains this one.
fn has(read: &str, text: &str) -> bool {
    text.len() >= PIECE && words(read).contains(text)
}

/// Lower-case letters and digits with blanks around each word, so that words are found whole.
fn words(text: &str) -> String {
    let mut out = String::from(" ");
    for c in text.chars() {
        if c.is_alphanumeric() {
            out.extend(c.to_lowercase());
        } else if !out.ends_with(' ') {
            out.push(' ');
        }
    }
    if !out.ends_with(' ') {
        out.push(' ');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::{NewRun, Work};
    use super::*;
    use crate::history::Entry;
    use crate::history::PageText;
    use edith_protocol::{CallShown, EffectClass, Mode, Settings, ToolCall, ValueShown};

    const SHOP: &str = "https://shop.example";
    const MAIL: &str = "https://mail.example";

    fn run() -> Run {
        let mut run = Run::new(NewRun {
            id: "r".into(),
            conversation: "c".into(),
            work: Work::new(Mode::Agent),
            prompt: "Send Ann Miller two lamps".into(),
            tab: None,
            settings: Settings::default(),
            earlier: Vec::new(),
            grants: Default::default(),
            now: 0.0,
        });
        let look = |from: &str, text: &str| Entry::Page {
            picture: None,
            text: String::new(),
            look: Some(PageText { nonce: "n0nce".into(), text: text.into(), whole: true, ..PageText::default() }),
            from: from.into(),
        };
        run.transcript.entries.push(look(MAIL, "Her address is 12 Garden Street, Oslo."));
        for (id, text) in ["With our best wishes", "12 Garden Street, Oslo", "2"].into_iter().enumerate() {
            let arguments = serde_json::json!({ "uid": id + 1, "text": text });
            run.transcript.entries.push(Entry::Answer {
                call: ToolCall { id: id.to_string(), name: "type_text".into(), arguments: arguments.to_string() },
                shown_args: Some(arguments),
                told: crate::gate::Told::NotKept,
                text: "Typed.".into(),
                data: Vec::new(),
                look: Some(PageText {
                    nonce: "n0nce".into(),
                    text: format!("INPUT [value: {text}]"),
                    whole: false,
                    ..PageText::default()
                }),
                picture: None,
                from: SHOP.into(),
                denied: false,
                at: 0.0,
            });
        }
        run.transcript.entries.push(Entry::Told {
            call: "q".into(),
            question: Some("Which colour?".into()),
            text: "the green ones".into(),
            at: 0.0,
        });
        run
    }

    #[test]
    fn a_value_is_from_where_it_was_written_and_not_from_its_field() {
        let cases = [
            ("page", "With our best wishes", "model"),
            ("page", "With our best wi…", "model"),
            ("page", "12 Garden Street, Oslo", MAIL),
            ("page", "2", "model"),
            ("page", "Ann Miller", "task"),
            ("page", "Green ones", "task"),
            ("page", "Standard delivery", "page"),
            ("page", FILLED, "user"),
            ("page", MASK, "page"),
            ("model", "12 Garden Street, Oslo", MAIL),
            ("model", "Thank you very much", "model"),
            ("task", "two lamps", "task"),
        ];
        let value = |(source, value, _): &(&str, &str, &str)| ValueShown {
            field: "f".into(),
            value: (*value).into(),
            source: (*source).into(),
        };
        let mut shown = ActionShown {
            action: CallShown {
                tool: String::new(),
                args: Default::default(),
                target: None,
                says: String::new(),
                class: EffectClass::Acts,
            },
            origin: SHOP.into(),
            values: cases.iter().map(value).collect(),
        };
        run().tell_sources(&mut shown);
        for (value, (was, text, expected)) in shown.values.iter().zip(cases) {
            assert_eq!(value.source, Origin::from(expected), "{text:?}, which was from {was}");
        }
    }
}
