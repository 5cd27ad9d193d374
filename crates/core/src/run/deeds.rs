//! Notes on an action that worked, for the run's end.

use super::Intent;
use edith_actions::action::{Action, Then};
use edith_gate::EffectClass;
use edith_tools::Operation;
use edith_tools::ending::{Deed, Deeds};

/// Most fields whose value is read back.
const MOST_FIELDS: usize = 8;

pub(crate) fn note(deeds: &mut Deeds, intent: &Intent) {
    if !intent.proposal.class.changes_something() {
        return;
    }
    deeds.unsure = false;
    let only_opens = matches!(
        intent.operation,
        Operation::Open(_)
            | Operation::SwitchTab(_)
            | Operation::CloseTab(_)
            | Operation::Perform(Action::Navigate { .. } | Action::GoBack | Action::GoForward | Action::Reload)
    );
    deeds.presses += u32::from(!only_opens);
    if matches!(intent.operation, Operation::External(_)) {
        // What the page was last used for is still what it shows.
        deeds.changes += 1;
        deeds.refused = false;
        return;
    }
    let secret = matches!(intent.proposal.class, EffectClass::EntersSecret(..));
    // A ticked box has no value.
    let is_filled = matches!(intent.proposal.class, EffectClass::Fills);
    deeds.last = Some(match &intent.operation {
        Operation::Open(url) | Operation::Perform(Action::Navigate { url }) => Deed::Went(url.as_str().to_owned()),
        Operation::SwitchTab(_) | Operation::CloseTab(_) | Operation::Perform(Action::GoBack | Action::GoForward) => {
            Deed::Went(String::new())
        }
        Operation::Perform(Action::TypeText { target: Some(target), text, submit: false, .. }) if !secret => {
            filled(deeds, target.uid, text)
        }
        Operation::Perform(Action::SetValue { target, value } | Action::SelectOption { target, value, .. })
            if is_filled =>
        {
            filled(deeds, target.uid, value)
        }
        Operation::Perform(Action::FillForm { fields, then: Then::Nothing, .. }) if is_filled => {
            let mut last = Deed::Acted;
            for entry in fields {
                last = filled(deeds, entry.target.uid, &entry.value);
                deeds.last = Some(last.clone());
            }
            last
        }
        _ if !intent.proposal.facts.follows.is_empty() => Deed::Went(intent.proposal.facts.follows.clone()),
        _ => Deed::Acted,
    });
    deeds.fills += u32::from(is_filled && matches!(deeds.last, Some(Deed::Filled(_))));
    if !matches!(deeds.last, Some(Deed::Went(_))) {
        deeds.changes += 1;
        deeds.refused = false;
    }
}

fn filled(deeds: &mut Deeds, uid: u32, value: &str) -> Deed {
    let mut fields = match deeds.last.take() {
        Some(Deed::Filled(fields)) => fields,
        _ => Vec::new(),
    };
    fields.retain(|(known, _)| *known != uid);
    fields.push((uid, value.to_owned()));
    fields.drain(..fields.len().saturating_sub(MOST_FIELDS));
    Deed::Filled(fields)
}
