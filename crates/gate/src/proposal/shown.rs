//! The exact action of an approval, as the person sees it.

use crate::effect::facts::{is_weighty, shortened};
use crate::effect::recognise::holds_secret;
use crate::effect::sends::leaves;
use crate::{DialogAnswer, EffectClass, MASK, Proposal, Sends, masked};
use edith_protocol::{ActionShown, CallShown, Origin, ValueShown};
use edith_words::say;
use edith_words::unseen::with_signs;
use serde_json::Value;

/// How much is shown of what a press is about, in characters.
const ABOUT_CHARS: usize = 200;
/// How much is shown of the address that a link leads to, in characters.
const ADDRESS_CHARS: usize = 1_000;

impl Proposal {
    /// The action, its place, its values and their origins, as far as this call alone tells. `says`: the action in words.
    pub fn shown(&self, shown_args: &Value, says: &str, task: &str) -> ActionShown {
        let facts = &self.facts;
        // Several fields are named with their values.
        let named = facts.elements.iter().filter(|_| self.entries.is_empty());
        let targets: Vec<String> = named.map(|element| element.label()).collect();
        let action = CallShown {
            tool: self.call.name.clone(),
            args: shown_args.clone().into(),
            target: (!targets.is_empty()).then(|| targets.join(" → ")),
            says: says.to_owned(),
            class: self.class,
        };
        let mut values = Vec::new();
        for input in self.input.iter().chain(&self.entries) {
            let field = facts.element_or_focus(input.uid).map(|element| element.name.clone()).unwrap_or_default();
            let value = if holds_secret(input, facts) { MASK.to_owned() } else { input.text.clone() };
            values.push(ValueShown { field, value, source: source(&input.text, task, Origin::Model) });
        }
        for field in facts.fields.iter().filter(|field| !field.value.is_empty()) {
            let source = source(&field.value, task, Origin::Page);
            values.push(ValueShown { field: field.name.clone(), value: field.value.clone(), source });
        }
        values.extend(self.about().map(|value| ValueShown {
            field: say!(About).to_string(),
            value: shortened(&value, ABOUT_CHARS),
            source: Origin::Page,
        }));
        let input = match &facts.page_tool {
            Some(_) => shown_args.get("input"),
            None => facts.server_tool.as_ref().map(|_| shown_args),
        };
        if let Some(input) = input {
            values.extend(leaves(input).into_iter().map(|(field, value)| {
                let source = source(&value, task, Origin::Model);
                ValueShown { field, value, source }
            }));
        }
        // What a dialog that is accepted asks, in its own words.
        if let (EffectClass::AnswersDialog(DialogAnswer::Accepts(_)), Some(dialog)) = (self.class, &facts.dialog) {
            let (field, value) = (say!(DialogSays).to_string(), dialog.message.clone());
            values.push(ValueShown { field, value, source: Origin::Page });
        }
        if let Some((document, field)) = &self.leads.document {
            let value = edith_actions::document::line(document);
            values.push(ValueShown { field: field.clone(), value, source: Origin::Task });
        }
        // Which of several things a link is about, its address says.
        if self.class.commitment().is_some() && !facts.follows.is_empty() {
            let value = shortened(&masked(&facts.follows), ADDRESS_CHARS);
            values.push(ValueShown { field: "GET".to_owned(), value, source: Origin::Page });
        }
        for request in self.held.iter().flat_map(|held| &held.requests) {
            values.push(ValueShown { field: request.method.clone(), value: request.url.clone(), source: Origin::Page });
            values.extend(request.fields.iter().map(|(field, value)| {
                let source = source(value, task, Origin::Page);
                ValueShown { field: field.clone(), value: value.clone(), source }
            }));
        }
        if let Some(held) = self.held.as_ref().filter(|held| held.more > 0) {
            let (field, value) = (String::new(), say!(MoreFields { count: held.more }).to_string());
            values.push(ValueShown { field, value, source: Origin::Page });
        }
        // All of it is shown, also what nobody would see in it.
        for value in &mut values {
            (value.field, value.value) = (with_signs(&value.field), with_signs(&value.value));
        }
        // Whom it goes to, and how much, before all else.
        edith_page::order::sort_by_key(&mut values, |value| !is_weighty(&value.field, &value.value));
        ActionShown { action, origin: facts.place().to_owned(), values }
    }

    /// What a press that commits to something is about, besides what it is called: the row or the dialog that it is in, or else the page.
    fn about(&self) -> Option<String> {
        let pressed = self.facts.elements.first().filter(|_| self.class.commitment().is_some())?;
        let dialog = self.facts.asked_in.as_ref().and_then(|dialog| dialog.says.first());
        let row = self.facts.row.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" | ");
        let around = [&row, &pressed.row].into_iter().chain(dialog).chain([&self.facts.title]);
        around.map(|text| text.trim()).find(|text| !text.is_empty()).map(str::to_owned)
    }

    /// A result's text with the entered secret masked.
    pub fn discreet(&self, text: String) -> String {
        let secret = |input: &&crate::FieldInput| !input.text.trim().is_empty() && holds_secret(input, &self.facts);
        let entries = self.entries.iter().filter(secret).filter(|_| is_on!(Mask));
        let text = entries.fold(text, |text, input| text.replace(&input.text, MASK));
        match &self.input {
            Some(input) if !input.text.trim().is_empty() && holds_secret(input, &self.facts) && is_on!(Mask) => {
                let line = input.text.split_whitespace().collect::<Vec<_>>().join(" ");
                text.replace(&input.text, MASK).replace(&line, MASK)
            }
            _ => match (&self.facts.page_tool, &self.sends) {
                (Some(tool), Some(Sends::Arguments(given))) if is_on!(Mask) => {
                    let is_secret = |place: &String| tool.secrets.iter().any(|(secret, _)| secret == place);
                    let secrets = given.iter().filter(|(place, value)| is_secret(place) && !value.trim().is_empty());
                    secrets.fold(text, |text, (_, value)| text.replace(value, MASK))
                }
                _ => text,
            },
        }
    }
}

/// The task as origin, if its words contain the text as whole words.
fn source(text: &str, task: &str, otherwise: Origin) -> Origin {
    let words = |text: &str| {
        let lower = text.to_lowercase();
        lower
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let (text, task) = (words(text), words(task));
    let stands = !text.is_empty() && task.windows(text.len()).any(|part| part == text);
    if stands { Origin::Task } else { otherwise }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AskedIn, ClipboardUse, Contact, ElementFacts, Facts, Leads};
    use edith_page::ElementKind;
    use edith_protocol::{Commitment, ToolCall};

    #[test]
    fn a_press_that_commits_to_something_tells_what_it_is_about() {
        let about = |class: EffectClass, row: &str, dialog: &str, title: &str| {
            let words = if row.is_empty() { String::new() } else { format!("{row}\nTom\n18.50") };
            let button =
                ElementFacts { row: row.into(), ..ElementFacts::named(7, ElementKind::Button, "Yes, delete it") };
            let says = vec![dialog.to_owned()];
            let asked_in = (!dialog.is_empty()).then_some(AskedIn { dialog: 1, alone: true, says });
            let proposal = Proposal {
                call: ToolCall { id: "c".into(), name: "click".into(), arguments: "{\"uid\":7}".into() },
                class,
                facts: Facts { title: title.into(), elements: vec![button], asked_in, row: words, ..Facts::default() },
                only_looks: false,
                input: None,
                entries: Vec::new(),
                sends: None,
                leads: Leads::default(),
                contact: Contact::Presses,
                clipboard: ClipboardUse::default(),
                shortcut: false,
                to_focus: false,
                held: None,
            };
            let shown = proposal.shown(&serde_json::json!({"uid": 7}), "Click", "Delete the page");
            shown.values.into_iter().map(|value| value.value).collect::<Vec<_>>()
        };
        let deletes = || EffectClass::Commits(Commitment::Deletes);
        assert_eq!(about(deletes(), "Autumn fair", "", "Pages"), ["Autumn fair | Tom | 18.50"]);
        assert_eq!(about(deletes(), "", "Delete Autumn fair?", "Pages"), ["Delete Autumn fair?"]);
        assert_eq!(about(deletes(), "", "", "Delete Autumn fair"), ["Delete Autumn fair"]);
        assert!(about(EffectClass::Acts, "Autumn fair", "", "Pages").is_empty(), "what commits to nothing");
    }
}
