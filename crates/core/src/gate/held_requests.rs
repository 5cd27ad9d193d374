//! Requests that were held back, and what led to them: the call is asked about with the request that it would make.

use super::{EffectClass, Proposal};
use crate::action::HeldRequest;
use edith_page::ElementRef;
use edith_words::say;
use serde::{Deserialize, Serialize};

/// What led to a held-back request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LedToRequest {
    tool: String,
    page: String,
    element: Option<ElementRef>,
    /// What was pressed, if it is for the element with the focus.
    arguments: String,
    request: HeldRequest,
}

impl LedToRequest {
    /// What an action led to, if anything: the gravest request.
    pub(crate) fn of(proposal: &Proposal, requests: Vec<HeldRequest>) -> Option<Self> {
        let request = requests.into_iter().rev().max_by_key(|request| request.what.is_always_asked())?;
        let Proposal { call, facts, leads, .. } = proposal;
        Some(Self {
            tool: call.name.clone(),
            page: facts.url.clone(),
            element: leads.element.clone(),
            arguments: call.arguments.clone(),
            request,
        })
    }

    /// Whether this call led to it.
    pub(crate) fn is_of(&self, proposal: &Proposal) -> bool {
        let Proposal { call, facts, leads, .. } = proposal;
        let same = match &self.element {
            Some(element) => leads.element.as_ref() == Some(element),
            None => leads.element.is_none() && self.page == facts.url && self.arguments == call.arguments,
        };
        same && self.tool == call.name
    }
}

impl Proposal {
    /// The same, with knowledge of the request that it would make.
    #[must_use]
    pub(crate) fn knowing_request(mut self, held: Option<&LedToRequest>) -> Self {
        let Some(held) = held.filter(|held| held.is_of(&self)) else { return self };
        let what = held.request.what;
        self.class = match self.class {
            EffectClass::EntersSecret(kind, _) => EffectClass::EntersSecret(kind, Some(what)),
            dialog @ EffectClass::AnswersDialog(_) => dialog,
            _ => EffectClass::Commits(what),
        };
        self.request = Some(held.request.clone());
        self
    }

    /// The reason for a question, with the request that would be made.
    pub(super) fn with_request(&self, reason: String) -> String {
        match &self.request {
            Some(request) => say!(MakesRequest { reason: reason, request: request.line() }).to_string(),
            None => reason,
        }
    }
}
