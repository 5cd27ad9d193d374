//! The origin of each value in an approval: whoever wrote it, whichever field holds it now.

use super::Run;
use super::groups::SecretField;
use edith_gate::{FieldFacts, MASK, Proposal, Trail, holds_secret};
use edith_protocol::{ActionShown, Origin};

/// Shorter pieces, in letters, digits and the blanks around them, occur everywhere and prove an origin only where they stand by themselves.
const PIECE: usize = 8;
/// What parts a value from its label and from the next value: in lines, cells, lists and addresses.
const PARTS: [char; 6] = ['\n', '\t', '|', ':', ',', ';'];
/// A look's placeholder for what the person typed before the run.
const FILLED: &str = "[filled]";

impl Run {
    /// Notes the fields into which a call that is about to be carried out enters secrets.
    pub(super) fn note_secrets(&mut self, proposal: &Proposal) {
        let facts = &proposal.facts;
        let entered = proposal.input.iter().chain(&proposal.entries).filter(|input| holds_secret(input, facts));
        let mut entered =
            entered.filter_map(|input| Some((facts.element_or_focus(input.uid)?, &input.text))).peekable();
        if entered.peek().is_none() {
            return;
        }
        let said = words(&self.trail().said);
        let fields = entered.map(|(field, secret)| SecretField {
            origin: facts.place().to_owned(),
            name: field.name.clone(),
            source: if said.contains(&words(secret)) { Origin::Task } else { Origin::Model },
        });
        self.guard.secret_fields.extend(fields.collect::<Vec<_>>());
    }

    /// Who wrote what a field holds that is covered, if this run entered it there: a name that two have says nothing.
    fn secret_source(&self, origin: &str, name: &str, fields: &[FieldFacts]) -> Option<&Origin> {
        let is_one = fields.iter().filter(|field| field.name == name && field.value == MASK).count() == 1;
        let mut entered = self.guard.secret_fields.iter().rev();
        entered.find(|field| is_one && field.origin == origin && field.name == name).map(|field| &field.source)
    }

    /// Replaces each value's origin, by default that of its field. For text typed in this run, it is the person, the page it was read from, or the
    /// model; only what nobody here typed is the page's own. `fields`: those of the page that are shown.
    pub(super) fn tell_sources(&self, shown: &mut ActionShown, fields: &[FieldFacts]) {
        let trail = self.trail();
        let said = words(&trail.said);
        let typed = typed(&trail, &shown.origin);
        let here = shown.origin.clone();
        // What a request carries may be called like a field of the page.
        let covered = shown.values.iter().filter(|value| value.value == MASK).map(|value| value.field.clone());
        let covered: Vec<String> = covered.collect();
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
                Origin::Page if value.value == MASK => match self.secret_source(&here, &value.field, fields) {
                    Some(source) if covered.iter().filter(|field| **field == value.field).count() == 1 => {
                        source.clone()
                    }
                    _ => continue,
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

/// Whether a text that was read contains this one; a short one only as the whole of a line, a cell or a part of them.
fn has(read: &str, text: &str) -> bool {
    let stands = || read.split(PARTS).any(|part| words(part) == text);
    !text.trim().is_empty() && if text.len() >= PIECE { words(read).contains(text) } else { stands() }
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
                told: edith_gate::Told::NotKept,
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
            ("model", "Oslo", MAIL),
            ("model", "is 12", "model"),
            ("task", "two lamps", "task"),
        ];
        let value = |(source, value, _): &(&str, &str, &str)| ValueShown {
            field: "f".into(),
            value: (*value).into(),
            source: (*source).into(),
        };
        let mut shown = action(SHOP, cases.iter().map(value).collect());
        run().tell_sources(&mut shown, &[]);
        for (value, (was, text, expected)) in shown.values.iter().zip(cases) {
            assert_eq!(value.source, Origin::from(expected), "{text:?}, which was from {was}");
        }
    }

    /// What is covered is of whoever entered it, and of nobody for standing beside that: a request has tokens of the page's in it.
    #[test]
    fn a_covered_value_is_from_where_it_was_written_only_in_the_field_that_it_was_entered_into() {
        let mut run = run();
        run.guard.secret_fields = [("Password", Origin::Task), ("Code", Origin::Model), ("PIN", Origin::Task)]
            .map(|(name, source)| SecretField { origin: SHOP.into(), name: name.into(), source })
            .into();
        let covered = |name: &str| FieldFacts { name: name.into(), value: MASK.into() };
        let fields = ["Password", "Code", "Token", "PIN", "PIN"].map(covered);
        for (origin, field, expected) in [
            (SHOP, "Password", "task"),
            (SHOP, "Code", "model"),
            (SHOP, "Token", "page"),
            (SHOP, "csrf_token", "page"),
            (SHOP, "authenticity_token", "page"),
            (SHOP, "password", "page"),
            (SHOP, "PIN", "page"),
            (MAIL, "Password", "page"),
        ] {
            let of = |value: &str| ValueShown { field: field.into(), value: value.into(), source: Origin::Page };
            let mut shown = action(origin, vec![of(MASK)]);
            run.tell_sources(&mut shown, &fields);
            assert_eq!(shown.values[0].source, Origin::from(expected), "{origin} {field}");
            // A request that has a covered value of that name says of neither whose it is.
            let mut shown = action(origin, vec![of(MASK), of(MASK)]);
            run.tell_sources(&mut shown, &fields);
            assert!(shown.values.iter().all(|value| value.source == Origin::Page), "{origin} {field}");
        }
    }

    fn action(origin: &str, values: Vec<ValueShown>) -> ActionShown {
        let action = CallShown {
            tool: String::new(),
            args: Default::default(),
            target: None,
            says: String::new(),
            class: EffectClass::Acts,
        };
        ActionShown { action, origin: origin.into(), values }
    }
}
