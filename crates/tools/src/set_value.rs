//! `set_value`: the value of a field that is not typed into.

use super::CallError;
use super::declare::{Choice, Operation, Tool, input_shown, refuse_no_field, target};
use super::examine::name_of;
use super::select_option::SelectOption;
use super::shape::arguments;
use edith_actions::action::Action;
use edith_gate::{EffectClass, ElementFacts, Facts, FieldInput, PageView, key_effect, recognise};
use edith_page::{Element as PageElement, ElementKind};
use edith_words::{Sentence, say};

arguments! {
    /// Give a field its value.
    pub struct SetValue {
        /// The field.
        uid: u32 => "";
        /// The value in the form HTML has for it.
        value: String => "2025-03-31, 14:30, #ff8800";
    }
}

impl SetValue {
    /// Whether it turns something on or off that its page draws itself: a press, if it is not so already.
    fn turns(&self, kind: ElementKind) -> bool {
        let draws = matches!(kind, ElementKind::Button | ElementKind::Tab | ElementKind::Element);
        draws && matches!(self.value.trim(), "true" | "false")
    }
}

impl Tool for SetValue {
    const NAME: &'static str = "set_value";
    const DESCRIPTION: &'static str = "Give any field its value: text, option, date, true or false.";
    const EXAMPLE: &'static str = r#"{"uid": 21, "value": "2025-03-31"}"#;
    const TAKES_VALUE: bool = true;

    fn uids(&self) -> Vec<u32> {
        vec![self.uid]
    }

    fn class(&self, facts: &Facts) -> EffectClass {
        use ElementKind::{Checkbox, Menuitem, Option, Radio, Switch};
        match facts.element(self.uid) {
            // These are set by a click.
            element @ Some(ElementFacts { kind: Checkbox | Radio | Switch | Menuitem | Option, .. }) => {
                recognise::click(element, facts)
            }
            element @ Some(ElementFacts { kind, .. }) if self.turns(*kind) => recognise::click(element, facts),
            // A list, or a button that opens a calendar, is pressed to open.
            Some(ElementFacts { kind: ElementKind::Select, .. } | ElementFacts { opens_a_dialog: true, .. }) => {
                SelectOption { uid: self.uid, value: self.value.clone(), add: false }.class(facts)
            }
            // What is typed does nothing, whatever it says.
            element @ Some(field) if field.kind.takes_text() && field.role != "combobox" => {
                recognise::entry(element, &self.value)
            }
            element => match key_effect::chosen(facts) {
                commits @ EffectClass::Commits(_) => commits,
                _ => recognise::entry(element, &self.value),
            },
        }
    }

    fn operation(&self, page: &dyn PageView) -> Result<Operation, CallError> {
        use ElementKind::{Button, Element, File, Link, Tab, Video};
        let takes = |element: &PageElement| self.turns(element.kind) || element.opens_a_dialog();
        let turns = page.element(self.uid).is_some_and(takes);
        let no_fields = [Button, Link, Tab, File, Video, Element];
        refuse_no_field(self.uid, page, if turns { &[] } else { &no_fields }, "value")?;
        let target = target(self.uid, page)?;
        Ok(Operation::Perform(Action::SetValue { target, value: self.value.clone() }))
    }

    fn may_choose(&self) -> Option<Choice> {
        Some(Choice { uid: Some(self.uid), wanted: Some(self.value.clone()) })
    }

    fn describe(&self, facts: &Facts) -> Sentence {
        let value = self.input().map_or_else(|| "".into(), |input| input_shown(&input, facts));
        say!(SetTo { name: name_of(facts, self.uid), value: value })
    }

    fn input(&self) -> Option<FieldInput> {
        Some(FieldInput { argument: "value", uid: Some(self.uid), text: self.value.clone() })
    }
}
