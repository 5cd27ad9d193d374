//! The exact action of an approval, as the person sees it.

use crate::effect::facts::is_weighty;
use crate::effect::recognise::holds_secret;
use crate::effect::sends::leaves;
use crate::{DialogAnswer, EffectClass, MASK, Proposal, Sends};
use edith_protocol::{ActionShown, CallShown, Origin, ValueShown};
use edith_words::say;
use edith_words::unseen::with_signs;
use serde_json::Value;

impl Proposal {
    /// The action, its place, its values and their origins, as far as this call alone tells. `says`: the action in words.
    pub fn shown(&self, shown_args: &Value, says: &str, task: &str) -> ActionShown {
        let facts = &self.facts;
        let targets: Vec<String> = facts.elements.iter().map(|element| element.label()).collect();
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
