//! `type_text`: text into a field, and Enter afterwards if wished.

use super::CallError;
use super::declare::{Choice, Operation, Tool, input_shown, maybe_target, refuse_no_field, target};
use super::examine::name_of;
use super::set_value::SetValue;
use super::shape::arguments;
use edith_actions::action::{Action, EntryWay, FormEntry, Then};
use edith_gate::key_effect::Stroke;
use edith_gate::{EffectClass, Facts, FieldInput, PageView, key_effect, recognise};
use edith_page::ElementKind;
use edith_words::{Sentence, say};

arguments! {
    pub struct TypeText {
        /// The field; none: at the caret of what has the focus.
        optional uid: Option<u32> => "";
        /// What to type.
        text: String => "";
        /// Press Enter afterwards.
        optional submit: bool => "press Enter then";
        /// Keep what is there, and type after it.
        optional append: bool => "";
    }
}

/// Whether it is a field that is not typed into.
fn is_other_field(kind: ElementKind) -> bool {
    use ElementKind::{Checkbox, Radio, Select, Slider, Switch};
    matches!(kind, Checkbox | Radio | Select | Slider | Switch)
}

impl Tool for TypeText {
    const NAME: &'static str = "type_text";
    const DESCRIPTION: &'static str = "Type into any field replacing its content; without a field, at the caret.";
    const EXAMPLE: &'static str = r#"{"uid": 12, "text": "desk lamp", "submit": true}"#;
    const TAKES_VALUE: bool = true;

    fn uids(&self) -> Vec<u32> {
        self.uid.into_iter().collect()
    }

    fn class(&self, facts: &Facts) -> EffectClass {
        let element = facts.element_or_focus(self.uid);
        let other = self.uid.filter(|_| element.is_some_and(|element| is_other_field(element.kind)));
        if let Some(uid) = other {
            let entered = SetValue { uid, value: self.text.clone() }.class(facts);
            return if self.submit { entered.and_then_enter(recognise::enter(element, facts)) } else { entered };
        }
        let entered = match (self.uid, key_effect::is_field(self.uid, facts)) {
            (None, false) => key_effect::typed_as_keys(&self.text, None, facts),
            // A cell is pressed for the field that it opens.
            (Some(_), false) => match recognise::click(element, facts) {
                commits @ EffectClass::Commits(_) => commits,
                _ => recognise::entry(element, &self.text),
            },
            (_, true) => recognise::entry(element, &self.text),
        };
        if self.submit { entered.and_then_enter(recognise::enter(element, facts)) } else { entered }
    }

    fn may_choose(&self) -> Option<Choice> {
        self.uid.map(|uid| Choice { uid: Some(uid), wanted: Some(self.text.clone()) })
    }

    fn shortcut(&self, facts: &Facts) -> bool {
        let mut buffer = [0; 4];
        let is_one =
            |c: char, buffer: &mut [u8; 4]| key_effect::is_shortcut(Stroke::plain(c.encode_utf8(buffer)), None, facts);
        self.uid.is_none() && self.text.chars().any(|c| is_one(c, &mut buffer))
    }

    fn operation(&self, page: &dyn PageView) -> Result<Operation, CallError> {
        if let Some(uid) = self.uid {
            use ElementKind::{Button, File, Link, Menuitem, Option, Tab, Video};
            refuse_no_field(uid, page, &[Button, File, Link, Menuitem, Option, Tab, Video], "text")?;
            if page.element(uid).is_some_and(|element| is_other_field(element.kind)) {
                let (target, value) = (target(uid, page)?, self.text.clone());
                return Ok(Operation::Perform(if self.submit {
                    let then = Then::Enter(target.clone());
                    let fields = vec![FormEntry { target, value, way: EntryWay::Sets }];
                    Action::FillForm { tool: None, fields, then }
                } else {
                    Action::SetValue { target, value }
                }));
            }
        }
        Ok(Operation::Perform(Action::TypeText {
            target: maybe_target(self.uid, page)?,
            text: self.text.clone(),
            submit: self.submit,
            append: self.append,
        }))
    }

    fn describe(&self, facts: &Facts) -> Sentence {
        let place = match (self.uid, &facts.focused) {
            (Some(uid), _) => Some(name_of(facts, uid)),
            (None, Some(focused)) if !focused.name.is_empty() => Some(super::declare::quoted(&focused.name)),
            (None, _) => None,
        };
        if self.text.is_empty() && self.uid.is_none() && self.submit {
            return say!(Press { key: "Enter" });
        }
        if self.text.is_empty() && !self.append {
            let name = place.unwrap_or_else(|| say!(TheField).into());
            return if self.submit { say!(ClearEnter { name: name }) } else { say!(Clear { name: name }) };
        }
        let text = self.input().map_or_else(|| "".into(), |input| input_shown(&input, facts));
        match (place, self.submit) {
            (Some(name), true) => say!(TypeIntoEnter { text: text, name: name }),
            (Some(name), false) => say!(TypeInto { text: text, name: name }),
            (None, true) => say!(TypeEnter { text: text }),
            (None, false) => say!(Type { text: text }),
        }
    }

    fn input(&self) -> Option<FieldInput> {
        Some(FieldInput { argument: "text", uid: self.uid, text: self.text.clone() })
    }
}
