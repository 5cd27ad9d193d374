//! Telling that a run goes round in circles: the same actions with the same results on a page that stays the same.

use super::{Acted, Intent, Run};
use crate::action::Action;
use crate::tool::Plan;

/// Longest circle that is recognised, in actions.
const LONGEST: usize = 3;
/// After so many rounds the model is told.
const TOLD: usize = 3;
/// After so many rounds the run hands over to the person.
const ENDED: usize = 10;

/// What is to be done about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Circle {
    /// The model is told this.
    Tell(String),
    /// The run ends with this sentence.
    End(String),
}

impl Run {
    /// Notes what an action came to. Answers what to do when the last actions only repeat the ones before.
    pub(super) fn going_in_circles(&mut self, intent: &Intent, acted: &Acted) -> Option<Circle> {
        let waits = matches!(intent.plan, Plan::Perform(Action::Wait { .. }));
        if intent.only_looks || waits {
            return None;
        }
        let page = acted.look.as_ref().map_or("", |look| unfenced(&look.text));
        let parts = [&intent.call.name, &intent.call.arguments, &acted.text, page];
        self.recent.push_back(fingerprint(&parts));
        while self.recent.len() > LONGEST * ENDED {
            self.recent.pop_front();
        }
        let rounds = (1..=LONGEST).map(|length| self.rounds_of(length)).max().unwrap_or(0);
        let same = format!("the same {rounds} times in a row, with the same result each time");
        match rounds {
            0..TOLD => None,
            TOLD..ENDED => Some(Circle::Tell(format!(
                "You have done {same}. It does not help: try another way, or tell the user with ask_user or task_complete what does not work."
            ))),
            _ => Some(Circle::End(format!(
                "I stopped: I did {same} ({}), and the page stayed as it was. Tell me how to go on, or do this part yourself and say \"go on\".",
                intent.text
            ))),
        }
    }

    /// How often the last `length` actions were done in a row.
    fn rounds_of(&self, length: usize) -> usize {
        let mut newest = self.recent.iter().rev();
        let last: Vec<_> = newest.by_ref().take(length).collect();
        if last.len() < length {
            return 0;
        }
        let same = newest.zip(last.iter().cycle()).take_while(|(older, wanted)| older == *wanted).count();
        1 + same / length
    }
}

/// A look without its fence, whose nonce is new each time.
fn unfenced(look: &str) -> &str {
    let inner = look.split_once('\n').map_or(look, |(_, rest)| rest);
    inner.rsplit_once('\n').map_or(inner, |(inner, _)| inner)
}

/// FNV-1a, 64 bits: it only has to tell apart a few texts of one run.
fn fingerprint(parts: &[&str]) -> u64 {
    let bytes = parts.iter().flat_map(|part| part.bytes().chain([0]));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
