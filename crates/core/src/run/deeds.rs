//! Notes on an action that worked, for the run's end.

use super::Intent;
use crate::ending::{Deed, Deeds};
use crate::tool::Operation;
use edith_actions::action::{Action, Then};
use edith_gate::EffectClass;

/// Most fields whose value is read back.
const MOST_FIELDS: usize = 8;

impl Deeds {
    pub(crate) fn note(&mut self, intent: &Intent) {
        if !intent.proposal.class.changes_something() {
            return;
        }
        self.unsure = false;
        let only_opens = matches!(
            intent.operation,
            Operation::Open(_)
                | Operation::SwitchTab(_)
                | Operation::CloseTab(_)
                | Operation::Perform(Action::Navigate { .. } | Action::GoBack | Action::GoForward | Action::Reload)
        );
        self.presses += u32::from(!only_opens);
        if matches!(intent.operation, Operation::External(_)) {
            // What the page was last used for is still what it shows.
            self.changes += 1;
            self.refused = false;
            return;
        }
        let secret = matches!(intent.proposal.class, EffectClass::EntersSecret(..));
        // A ticked box has no value.
        let is_filled = matches!(intent.proposal.class, EffectClass::Fills);
        self.last = Some(match &intent.operation {
            Operation::Open(url) | Operation::Perform(Action::Navigate { url }) => Deed::Went(url.as_str().to_owned()),
            Operation::SwitchTab(_)
            | Operation::CloseTab(_)
            | Operation::Perform(Action::GoBack | Action::GoForward) => Deed::Went(String::new()),
            Operation::Perform(Action::TypeText { target: Some(target), text, submit: false, .. }) if !secret => {
                self.filled(target.uid, text)
            }
            Operation::Perform(Action::SetValue { target, value } | Action::SelectOption { target, value, .. })
                if is_filled =>
            {
                self.filled(target.uid, value)
            }
            Operation::Perform(Action::FillForm { fields, then: Then::Nothing, .. }) if is_filled => {
                let mut last = Deed::Acted;
                for entry in fields {
                    last = self.filled(entry.target.uid, &entry.value);
                    self.last = Some(last.clone());
                }
                last
            }
            _ if !intent.proposal.facts.follows.is_empty() => Deed::Went(intent.proposal.facts.follows.clone()),
            _ => Deed::Acted,
        });
        self.fills += u32::from(is_filled && matches!(self.last, Some(Deed::Filled(_))));
        if !matches!(self.last, Some(Deed::Went(_))) {
            self.changes += 1;
            self.refused = false;
        }
    }

    fn filled(&mut self, uid: u32, value: &str) -> Deed {
        let mut fields = match self.last.take() {
            Some(Deed::Filled(fields)) => fields,
            _ => Vec::new(),
        };
        fields.retain(|(known, _)| *known != uid);
        fields.push((uid, value.to_owned()));
        fields.drain(..fields.len().saturating_sub(MOST_FIELDS));
        Deed::Filled(fields)
    }
}
