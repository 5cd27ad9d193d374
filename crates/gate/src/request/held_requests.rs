//! Requests that were held back: the call that led to them is asked about with what it would send, and after a yes exactly that is sent.

use crate::Commitment;
use crate::effect::facts::shortened;
use edith_actions::action::HeldRequest;
use edith_words::say;
use serde::{Deserialize, Serialize};

/// Most requests of one call that are asked about together. Of others it is said how many there are, and none of them is sent.
const TOGETHER: usize = 64;
/// Most of them in a sentence, and most characters of the address of each.
const SENTENCE: usize = 16;
const SENTENCE_CHARS: usize = 160;

/// What a call would send.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeldRequests {
    /// One at least, as the page made them.
    pub requests: Vec<HeldRequest>,
    /// Whether only these are left of the call: what it did besides has been sent and is not done again.
    pub is_rest: bool,
    /// How many more there were.
    #[serde(default, skip_serializing_if = "is_none")]
    pub more: usize,
    /// How often the call was held back, from 1.
    pub round: u32,
}

fn is_none(count: &usize) -> bool {
    *count == 0
}

impl HeldRequests {
    /// What an action led to, if anything. `before`: what it was held back for before.
    pub fn of(requests: Vec<HeldRequest>, is_rest: bool, before: Option<&Self>) -> Option<Self> {
        let mut found: Vec<HeldRequest> = Vec::new();
        for request in requests {
            if request.id.is_empty() || found.iter().all(|one| one.id != request.id) {
                found.push(request);
            }
        }
        let more = found.len().saturating_sub(TOGETHER);
        found.truncate(TOGETHER);
        let round = before.map_or(1, |before| before.round + 1);
        (!found.is_empty()).then_some(Self { requests: found, is_rest, more, round })
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

    /// Method and address of each, for a sentence.
    pub fn lines(&self) -> String {
        let line = |request: &HeldRequest| format!("{} {}", request.method, shortened(&request.url, SENTENCE_CHARS));
        let others = self.requests.len().saturating_sub(SENTENCE) + self.more;
        let others = (others > 0).then(|| say!(MoreFields { count: others }).to_string());
        self.requests.iter().take(SENTENCE).map(line).chain(others).collect::<Vec<_>>().join("; ")
    }
}
