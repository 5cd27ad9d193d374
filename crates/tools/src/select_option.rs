//! `select_option`: choose in a select.

use super::CallError;
use super::declare::{Choice, Operation, Tool, input_shown, target};
use super::examine::name_of;
use super::shape::arguments;
use edith_actions::action::Action;
use edith_gate::{EffectClass, Facts, FieldInput, PageView, key_effect, recognise};
use edith_words::{Sentence, say};

arguments! {
    /// Choose an option.
    pub struct SelectOption {
        /// The select.
        uid: u32 => "";
        /// The option's value or visible text; of a list in which several can be chosen, all of them, one on each line.
        value: String => "several: one on each line";
        /// Where several can be chosen: what is chosen already stays.
        optional add: bool => "";
    }
}

impl Tool for SelectOption {
    const NAME: &'static str = "select_option";
    const DESCRIPTION: &'static str = "Choose an option of whatever opens a list, by its text.";
    const EXAMPLE: &'static str = r#"{"uid": 32, "value": "Price"}"#;
    const TAKES_VALUE: bool = true;
    const SEVERAL: Option<&'static str> = Some("value");

    fn uids(&self) -> Vec<u32> {
        vec![self.uid]
    }

    fn class(&self, facts: &Facts) -> EffectClass {
        let element = facts.element(self.uid);
        // What opens a list is pressed for it; what is chosen may act at once, as a button of its name.
        match (recognise::click(element, facts), key_effect::chosen(facts)) {
            (commits @ EffectClass::Commits(_), _) | (_, commits @ EffectClass::Commits(_)) => commits,
            _ => recognise::entry(element, &self.value),
        }
    }

    fn may_choose(&self) -> Option<Choice> {
        Some(Choice { uid: Some(self.uid), wanted: Some(self.value.clone()) })
    }

    fn operation(&self, page: &dyn PageView) -> Result<Operation, CallError> {
        let target = target(self.uid, page)?;
        Ok(Operation::Perform(Action::SelectOption { target, value: self.value.clone(), add: self.add }))
    }

    fn describe(&self, facts: &Facts) -> Sentence {
        let value = self.input().map_or_else(|| "".into(), |input| input_shown(&input, facts));
        if self.add {
            return say!(ChooseAlso { value: value, name: name_of(facts, self.uid) });
        }
        say!(Choose { value: value, name: name_of(facts, self.uid) })
    }

    fn input(&self) -> Option<FieldInput> {
        Some(FieldInput { argument: "value", uid: Some(self.uid), text: self.value.clone() })
    }
}
