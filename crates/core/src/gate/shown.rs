//! The exact action that an approval is about, as the person sees it.

use super::EffectClass;
use super::recognise::holds_secret;
use super::{Facts, MASK};
use crate::action::Action;
use crate::tool::{Call, Operation};
use edith_protocol::{ActionShown, CallShown, Origin, ValueShown};

/// What would be done, where, with which values, and where each value came from, as far as this call alone tells.
pub fn action_shown(call: &Call, facts: &Facts, class: &EffectClass, task: &str) -> ActionShown {
    let targets: Vec<String> =
        call.uids().into_iter().filter_map(|uid| facts.element(uid)).map(|e| e.label()).collect();
    let action = CallShown {
        tool: call.name().to_owned(),
        args: call.shown_args(facts).into(),
        target: (!targets.is_empty()).then(|| targets.join(" → ")),
        says: call.describe(facts),
        class: *class,
    };
    let mut values = Vec::new();
    if let Some(entry) = call.input() {
        let field = facts.element_or_focus(entry.uid).map(|element| element.name.clone()).unwrap_or_default();
        let value = if holds_secret(&entry, facts) { MASK.to_owned() } else { entry.text.to_owned() };
        values.push(ValueShown { field, value, source: source(entry.text, task, Origin::Model) });
    }
    for field in facts.fields.iter().filter(|field| !field.value.is_empty()) {
        let source = source(&field.value, task, Origin::Page);
        values.push(ValueShown { field: field.name.clone(), value: field.value.clone(), source });
    }
    ActionShown { action, origin: facts.origin.clone(), values }
}

/// The document that a plan gives to the page, as a value of the action.
pub fn document_shown(plan: &Operation) -> Option<ValueShown> {
    let Operation::Perform(Action::Upload { target, document }) = plan else { return None };
    let value = crate::documents::line(document);
    Some(ValueShown { field: target.name.clone(), value, source: Origin::Task })
}

/// The task, where the text stands in its words as whole words.
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
