//! Which tasks ended while nobody looked: their conversations have a mark until they are opened.

use edith_protocol::{ConversationHead, ConversationId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// What was looked at, as it is kept in this browser.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Seen {
    /// When a page of the panel was in view last, in milliseconds since 1970; 0: never.
    at: f64,
    /// The conversations with an end that nobody has looked at.
    new: BTreeSet<String>,
}

impl Seen {
    /// Whether a conversation has a mark.
    pub fn is_new(&self, id: &ConversationId) -> bool {
        self.new.contains(&id.0)
    }

    /// How many have one.
    pub fn count(&self) -> usize {
        self.new.len()
    }

    /// A page was opened: conversations that were written to since and are over are new. Before the first time nothing is.
    pub fn opened<'a>(&mut self, all: &[ConversationHead], live: impl Iterator<Item = &'a ConversationId>, now: f64) {
        let live: BTreeSet<&ConversationId> = live.collect();
        let at = self.at;
        let ended = |one: &&ConversationHead| at > 0.0 && one.updated_at > at && !live.contains(&one.id);
        self.new.extend(all.iter().filter(ended).map(|one| one.id.0.clone()));
        self.new.retain(|id| all.iter().any(|one| one.id.0 == *id));
        self.at = now;
    }

    /// A task of a conversation ended while a page was open. `looks`: whether that conversation is in view.
    pub fn ended(&mut self, id: &ConversationId, looks: bool, now: f64) {
        self.at = now;
        if !looks {
            self.new.insert(id.0.clone());
        }
    }

    /// A conversation is in view.
    pub fn looked(&mut self, id: &ConversationId) {
        self.new.remove(&id.0);
    }

    /// The page goes out of view.
    pub fn left(&mut self, now: f64) {
        self.at = now;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(id: &str, updated_at: f64) -> ConversationHead {
        ConversationHead { id: id.into(), title: id.into(), name: None, created_at: 0.0, updated_at, pinned: false }
    }

    #[test]
    fn what_ended_while_nobody_looked_has_a_mark_until_it_is_opened() {
        let (mut seen, none) = (Seen::default(), std::iter::empty);
        seen.opened(&[head("a", 50.0), head("b", 60.0)], none(), 100.0);
        assert_eq!(seen.count(), 0, "nothing is new at the first time");
        seen.left(200.0);
        // While nobody looked b ended, c goes on, and a was left alone.
        let all = [head("a", 50.0), head("b", 300.0), head("c", 310.0)];
        let works = "c".into();
        seen.opened(&all, std::iter::once(&works), 400.0);
        assert_eq!(all.iter().map(|one| seen.is_new(&one.id)).collect::<Vec<_>>(), [false, true, false]);
        // It ends in view of another conversation, then one in view.
        seen.ended(&works, false, 500.0);
        seen.ended(&"a".into(), true, 510.0);
        assert_eq!(seen.count(), 2);
        seen.looked(&works);
        assert!(!seen.is_new(&works) && seen.count() == 1);
        // The page is closed without a word, as browsers do it, and b is deleted elsewhere.
        seen.opened(&[head("a", 505.0), head("c", 490.0)], none(), 600.0);
        assert_eq!(seen, Seen { at: 600.0, new: BTreeSet::new() });
    }
}
