//! `fill`: several fields in one call, each by the way it needs. Each is judged as its own call would be, and the gravest counts.

use super::declare::{Choice, Operation, Tool, line, target};
use super::examine::name_of;
use super::select_option::SelectOption;
use super::set_value::SetValue;
use super::shape::arguments;
use super::{CallError, Fault};
use edith_actions::action::{Action, EntryWay, FormEntry, Then};
use edith_gate::{EffectClass, Facts, FieldInput, MASK, PageView, Sends, holds_secret, origin_of, recognise};
use edith_page::{Element, ElementKind};
use edith_words::{Sentence, Word, say};
use serde_json::Value;

/// Most fields in one call.
const MOST: usize = 40;
/// The most of them that a sentence names.
const NAMED: usize = 5;

arguments! {
    /// A field and its value.
    pub struct FillField {
        /// The field.
        uid: u32 => "";
        /// What it is to hold.
        value: String => "";
    }
}

arguments! {
    /// Fill in several fields.
    pub struct Fill {
        /// The fields.
        fields: Vec<FillField> => "";
        /// Submit them afterwards.
        optional submit: bool => "then press the form's button";
    }
}

impl Fill {
    /// What is pressed to submit the fields; none: their form has no button, and Enter submits it.
    fn button<'p>(&self, page: &'p dyn PageView) -> Option<&'p Element> {
        self.fields.iter().find_map(|field| page.submit_of(page.element(field.uid)?))
    }

    /// The last field that takes text: Enter is pressed there.
    fn last_text<'f>(&self, kind: impl Fn(u32) -> Option<ElementKind> + 'f) -> Option<u32> {
        self.fields.iter().rev().map(|field| field.uid).find(|uid| kind(*uid) == Some(ElementKind::Input))
    }
}

/// The effect of one field's value, as its own call would have it.
pub(super) fn class_of(uid: u32, value: &str, facts: &Facts) -> EffectClass {
    use ElementKind::{Button, Element};
    let element = facts.element(uid);
    let value = value.to_owned();
    match element.map(|element| element.kind) {
        Some(Button | Element) => SelectOption { uid, value, add: false }.class(facts),
        _ => SetValue { uid, value }.class(facts),
    }
}

/// The origin of the document that an element is in: a frame without an address of its own is the page's.
fn place_of(element: &Element, page: &dyn PageView) -> String {
    let frame = page.frame_of(element).map(origin_of).filter(|origin| !origin.is_empty());
    frame.unwrap_or_else(|| origin_of(page.url()))
}

fn note_place(places: &mut Vec<(String, Vec<u32>)>, place: String, uid: u32) {
    match places.iter_mut().find(|(known, _)| *known == place) {
        Some((_, uids)) => uids.push(uid),
        None => places.push((place, vec![uid])),
    }
}

/// The way an element takes a value.
pub(super) fn way_of(element: &Element) -> Result<EntryWay, CallError> {
    use ElementKind::{Button, Element as Plain, File, Link, Menuitem, Option, Tab, Video};
    let no_field = || CallError::NoField { what: line(element), takes: "value" };
    match element.kind {
        File | Link | Tab | Video | Menuitem | Option => Err(no_field()),
        // What opens a list is not a button that submits.
        Button if element.submits => Err(no_field()),
        // Its value is what it opens a calendar for.
        Button if element.opens_a_dialog() => Ok(EntryWay::Sets),
        Button | Plain => Ok(EntryWay::Chooses),
        _ => Ok(EntryWay::Sets),
    }
}

impl Tool for Fill {
    const NAME: &'static str = "fill";
    const DESCRIPTION: &'static str = "Enter several fields in one call, each as set_value does.";
    const EXAMPLE: &'static str = r#"{"fields": [{"uid": 12, "value": "Ada"}, {"uid": 14, "value": "true"}]}"#;

    const TAKES_VALUE: bool = true;

    fn check(&self) -> Result<(), Fault> {
        let problem = match self.fields.len() {
            0 => "must name a field",
            1..=MOST => return Ok(()),
            _ => "names too many fields: 40 at most",
        };
        Err(Fault { argument: "fields", problem: problem.to_owned() })
    }

    fn uids(&self) -> Vec<u32> {
        self.fields.iter().map(|field| field.uid).collect()
    }

    fn also_touches(&self, page: &dyn PageView) -> Vec<u32> {
        self.button(page).filter(|_| self.submit).map(|button| button.uid).into_iter().collect()
    }

    fn class(&self, facts: &Facts) -> EffectClass {
        let all = self.fields.iter().map(|field| class_of(field.uid, &field.value, facts));
        // A secret and a commitment are both asked about; of several commitments the gravest is.
        let mut secret = None;
        let mut commits = Vec::new();
        for class in all {
            match class {
                EffectClass::EntersSecret(..) => secret = secret.or(Some(class)),
                _ => commits.extend(class.commitment()),
            }
        }
        if self.submit {
            let named = self.uids();
            let button = facts.elements.iter().find(|element| !named.contains(&element.uid));
            let pressed = match button {
                Some(button) => recognise::click(Some(button), facts),
                None => {
                    let kind = |uid: u32| facts.element(uid).map(|element| element.kind);
                    let field = self.last_text(kind).and_then(|uid| facts.element(uid));
                    recognise::enter(field, facts)
                }
            };
            commits.extend(pressed.commitment());
        }
        let gravest = commits.into_iter().min_by_key(|what| recognise::gravity(*what));
        let entered = secret.unwrap_or(EffectClass::Fills);
        entered.and_then_enter(gravest.map_or(EffectClass::Fills, EffectClass::Commits))
    }

    fn operation(&self, page: &dyn PageView) -> Result<Operation, CallError> {
        let mut fields = Vec::with_capacity(self.fields.len());
        let mut places: Vec<(String, Vec<u32>)> = Vec::new();
        for field in &self.fields {
            let target = target(field.uid, page)?;
            let Some(element) = page.element(field.uid) else { continue };
            note_place(&mut places, place_of(element, page), field.uid);
            fields.push(FormEntry { target, value: field.value.clone(), way: way_of(element)? });
        }
        // What each site is told is judged by itself; the frames of one are filled in as they come.
        if places.len() > 1 {
            return Err(CallError::SeveralSites { places });
        }
        let kind = |uid: u32| page.element(uid).map(|element| element.kind);
        let then = match (self.submit, self.button(page), self.last_text(kind)) {
            (false, ..) => Then::Nothing,
            (true, Some(button), _) => Then::Press(target(button.uid, page)?),
            (true, None, Some(field)) => Then::Enter(target(field, page)?),
            (true, None, None) => return Err(CallError::NothingSubmits),
        };
        Ok(Operation::Perform(Action::FillForm { tool: None, fields, then }))
    }

    fn choices_made(&self) -> Vec<Choice> {
        let choice = |field: &FillField| Choice { uid: Some(field.uid), wanted: Some(field.value.clone()) };
        self.fields.iter().map(choice).collect()
    }

    fn describe(&self, facts: &Facts) -> Sentence {
        let more = (self.fields.len() > NAMED).then(|| Word::from("…"));
        let names = self.fields.iter().take(NAMED).map(|field| name_of(facts, field.uid)).chain(more);
        let names = names.collect::<Vec<_>>().into_iter().rev();
        let names = names.reduce(|rest, first| say!(ListOf { first: first, rest: rest }).into());
        let names = names.unwrap_or_else(|| "".into());
        if self.submit { say!(FillFieldsSubmit { names: names }) } else { say!(FillFields { names: names }) }
    }

    fn sends(&self) -> Option<Sends> {
        let place = |at: usize| format!("fields.{at}.value");
        let all = self.fields.iter().enumerate().map(|(at, field)| (place(at), field.value.clone()));
        Some(Sends::Arguments(all.collect()))
    }

    fn inputs(&self) -> Vec<FieldInput> {
        let input =
            |field: &FillField| FieldInput { argument: "value", uid: Some(field.uid), text: field.value.clone() };
        self.fields.iter().map(input).collect()
    }

    fn cover(&self, facts: &Facts, shown: &mut Value) {
        let Some(fields) = shown.get_mut("fields").and_then(Value::as_array_mut) else { return };
        for (input, shown) in self.inputs().iter().zip(fields) {
            if holds_secret(input, facts)
                && let Some(value) = shown.get_mut("value")
            {
                *value = Value::from(MASK);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Call;
    use crate::gather;
    use edith_gate::{Commitment, SecretKind};
    use edith_page::raw::{RawForm, RawFrame, RawNode, RawPage, state};
    use edith_page::{FieldKind, Index, UidTable};
    use serde_json::json;

    fn page(button: &str, second: RawNode) -> Index {
        let field = |node: u32, name: &str| RawNode {
            node,
            tag: "input".into(),
            role: "textbox".into(),
            name: name.into(),
            value: Some(String::new()),
            form: 1,
            ..RawNode::default()
        };
        let submit = RawNode {
            node: 3,
            tag: "button".into(),
            role: "button".into(),
            name: button.into(),
            states: state::SUBMITS,
            form: 1,
            ..RawNode::default()
        };
        let second = RawNode { node: 2, ..if second.tag.is_empty() { field(2, "City") } else { second } };
        let page = RawPage {
            document: "d".into(),
            url: "https://a.example/".into(),
            nodes: vec![field(1, "Name"), second, submit],
            forms: vec![RawForm { submit: button.into(), ..RawForm::default() }],
            ..RawPage::default()
        };
        Index::build(page, &mut UidTable::default())
    }

    fn call(page: &Index, values: [&str; 2], submit: bool) -> (Call, Facts) {
        let fields: Vec<_> =
            page.elements.iter().zip(values).map(|(of, value)| json!({"uid": of.uid, "value": value})).collect();
        let call = Call::parse("fill", &json!({"fields": fields, "submit": submit}).to_string()).unwrap();
        let facts = gather(&call, Some(page));
        (call, facts)
    }

    #[test]
    fn it_is_as_grave_as_the_gravest_of_what_it_does() {
        let plain = page("Search", RawNode::default());
        let (filled, facts) = call(&plain, ["Buy now", "Delete everything"], false);
        assert_eq!(filled.class(&facts), EffectClass::Fills, "a text is no command");
        let buys = page("Place order", RawNode::default());
        for (submit, expected) in [(false, EffectClass::Fills), (true, EffectClass::Commits(Commitment::Buys))] {
            let (filled, facts) = call(&buys, ["Ada", "Oslo"], submit);
            assert_eq!(filled.class(&facts), expected);
        }
        let secret = RawNode {
            tag: "input".into(),
            name: "Password".into(),
            field: FieldKind::Password,
            form: 1,
            ..RawNode::default()
        };
        let (filled, facts) = call(&page("Place order", secret), ["Ada", "hunter2"], true);
        let both = EffectClass::EntersSecret(SecretKind::Password, Some(Commitment::Buys));
        assert_eq!(filled.class(&facts), both);
        let shown = format!("{} {}", filled.shown_args(&facts), filled.describe(&facts));
        assert!(shown.contains("Ada") && !shown.contains("hunter2"), "{shown}");
    }

    #[test]
    fn each_field_gets_its_value_and_the_button_of_their_form_is_pressed() {
        let page = page("Search", RawNode::default());
        let done = |submit| {
            let (filled, _) = call(&page, ["Ada", "Oslo"], submit);
            match filled.operation(&page) {
                Ok(Operation::Perform(Action::FillForm { tool: None, fields, then })) => {
                    let entered: Vec<_> = fields.into_iter().map(|entry| (entry.target.name, entry.value)).collect();
                    (entered, then)
                }
                other => panic!("{other:?}"),
            }
        };
        let (entered, then) = done(false);
        assert_eq!(entered, [("Name".to_owned(), "Ada".to_owned()), ("City".to_owned(), "Oslo".to_owned())]);
        assert_eq!(then, Then::Nothing);
        let pressed = match done(true).1 {
            Then::Press(button) => button.name,
            other => panic!("{other:?}"),
        };
        assert_eq!(pressed, "Search");
    }

    #[test]
    fn what_is_no_field_is_refused_whole() {
        let page = page(
            "Search",
            RawNode {
                tag: "a".into(),
                role: "link".into(),
                name: "More".into(),
                href: "https://b.example/".into(),
                ..RawNode::default()
            },
        );
        let (filled, _) = call(&page, ["Ada", "Oslo"], false);
        let error = filled.operation(&page).unwrap_err().to_string();
        assert!(error.contains("is not a field") && error.contains("Nothing was done"), "{error}");
    }

    #[test]
    fn frames_of_one_site_are_filled_in_together_and_those_of_several_one_by_one() {
        let filled = |frames: [&str; 2]| {
            let frame = |src: &str| RawFrame { src: src.into(), walked: true, ..RawFrame::default() };
            let field = |node: u32, name: &str, frame: u32| RawNode {
                node,
                tag: "input".into(),
                role: "textbox".into(),
                name: name.into(),
                value: Some(String::new()),
                frame,
                ..RawNode::default()
            };
            let raw = RawPage {
                document: "d".into(),
                url: "https://a.example/".into(),
                nodes: vec![field(1, "Title", 0), field(2, "Text", 1), field(3, "Tags", 2)],
                frames: frames.map(frame).into(),
                ..RawPage::default()
            };
            let page = Index::build(raw, &mut UidTable::default());
            let fields: Vec<_> = page.elements.iter().map(|of| json!({"uid": of.uid, "value": of.name})).collect();
            let call = Call::parse("fill", &json!({ "fields": fields }).to_string()).unwrap();
            match call.operation(&page) {
                Ok(Operation::Perform(Action::FillForm { fields, .. })) => {
                    Ok(fields.into_iter().map(|entry| entry.value).collect::<Vec<_>>())
                }
                Ok(other) => panic!("{other:?}"),
                Err(error) => Err(error.to_string()),
            }
        };
        let own = filled(["about:srcdoc", "https://a.example/editor"]);
        assert_eq!(own, Ok(vec!["Title".to_owned(), "Text".to_owned(), "Tags".to_owned()]));
        let told = filled(["https://pay.example/card", "https://pay.example/code"]).unwrap_err();
        assert!(told.contains("1 in https://a.example") && told.contains("2, 3 in https://pay.example"), "{told}");
        assert!(told.contains("Nothing was done"), "{told}");
    }

    #[test]
    fn a_button_that_opens_a_calendar_is_set_and_one_that_opens_a_list_is_chosen_from() {
        let way = |opens: bool, states: u32| {
            let facts = Some(Box::new(edith_page::FieldFacts { opens, ..edith_page::FieldFacts::default() }));
            let button = RawNode {
                tag: "button".into(),
                role: "button".into(),
                name: "Born".into(),
                facts,
                states,
                ..RawNode::default()
            };
            let page = page("Send", RawNode { node: 2, form: 1, ..button });
            way_of(page.elements.iter().find(|element| element.name == "Born").unwrap()).ok()
        };
        assert_eq!((way(true, 0), way(false, 0)), (Some(EntryWay::Sets), Some(EntryWay::Chooses)));
        assert_eq!(way(true, state::SUBMITS), None, "what submits is never set");
    }
}
