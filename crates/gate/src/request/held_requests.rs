//! Requests that were held back: the call that led to them is asked about with what it would send, and after a yes exactly that is sent.

use crate::Commitment;
use edith_actions::action::HeldRequest;
use serde::{Deserialize, Serialize};

/// Most requests of one call that are asked about together.
const TOGETHER: usize = 16;

/// What a call would send.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeldRequests {
    /// One at least, as the page made them.
    pub requests: Vec<HeldRequest>,
    /// Whether only these are left of the call: what it did besides has been sent and is not done again.
    pub is_rest: bool,
    /// How often the call was held back, from 1.
    pub round: u32,
}

impl HeldRequests {
    /// What an action led to, if anything. `before`: what it was held back for before.
    pub fn of(requests: Vec<HeldRequest>, is_rest: bool, before: Option<&Self>) -> Option<Self> {
        let mut found: Vec<HeldRequest> = Vec::new();
        for request in requests {
            if found.len() < TOGETHER && (request.id.is_empty() || found.iter().all(|one| one.id != request.id)) {
                found.push(request);
            }
        }
        let round = before.map_or(1, |before| before.round + 1);
        (!found.is_empty()).then_some(Self { requests: found, is_rest, round })
    }

    /// The ids of those that can be told from others.
    pub fn ids(&self) -> Vec<String> {
        self.requests.iter().map(|request| request.id.clone()).filter(|id| !id.is_empty()).collect()
    }

    /// The kinds of those that send something: of a form for a new window nothing but its method and address is known.
    pub(crate) fn kinds(&self) -> impl Iterator<Item = String> {
        let sends = self.requests.iter().filter(|request| request.what == Commitment::Sends);
        sends.map(|request| if request.kind.is_empty() { request.line() } else { request.kind.clone() })
    }

    /// Whether they can be made without the action that led to them.
    pub fn can_be_resent(&self) -> bool {
        self.requests.iter().all(|request| !request.id.is_empty())
    }

    /// Method and address of each.
    pub fn lines(&self) -> String {
        self.requests.iter().map(HeldRequest::line).collect::<Vec<_>>().join("; ")
    }
}
