//! Which of its role's servers a run asks.

use serde::{Deserialize, Serialize};

/// A run that left its first server asks it again after so long, in milliseconds.
const FIRST_AGAIN_MS: f64 = 10.0 * 60_000.0;

/// The server that a run asks. It stays with one that answers. Ids only: addresses and keys are not part of a run.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Serving {
    /// Its id; empty: the one that was chosen, or the role's first.
    pub server: String,
    /// The id of the server that the person chose for this run, whether or not its role has it; empty: none.
    #[serde(skip_serializing_if = "String::is_empty")]
    chosen: String,
    /// When the first was left, in milliseconds since 1970.
    since: f64,
    /// The ids of those that gave up on the present turn.
    pub(super) gave_up: Vec<String>,
}

/// The name of a role's server.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct ServerName {
    /// Its id.
    pub id: String,
    /// Its name for the person.
    pub name: String,
}

/// Who was asked for a turn, as the settings are now.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Served {
    /// The server's id.
    pub by: String,
    /// All of the role, first choice first.
    pub of: Vec<ServerName>,
}

impl Served {
    /// The name of the server that was asked.
    pub(super) fn name(&self) -> &str {
        self.of.iter().find(|server| server.id == self.by).map_or("", |server| &server.name)
    }
}

impl Serving {
    /// Asks this server first.
    pub fn choose(&mut self, server: Option<String>) {
        self.chosen = server.unwrap_or_default();
    }

    /// The same server first as another run.
    pub(super) fn choose_alike(&mut self, other: &Self) {
        self.chosen.clone_from(&other.chosen);
    }

    /// The id of the server that was chosen, as long as it is asked.
    pub(crate) fn chosen(&self) -> Option<&str> {
        Some(self.chosen.as_str()).filter(|id| self.server.is_empty() && !id.is_empty())
    }

    /// Begins with its first server again.
    pub(super) fn begin_again(&mut self) {
        *self = Self { chosen: std::mem::take(&mut self.chosen), ..Self::default() };
    }

    /// Whether nothing has happened yet.
    pub(super) fn is_first(&self) -> bool {
        *self == Self::default()
    }

    /// The server in use gives up: chooses the first one of the role that has not.
    pub(super) fn next(&mut self, served: &Served, now: f64) -> Option<ServerName> {
        self.gave_up.push(served.by.clone());
        let next = served.of.iter().find(|server| !self.gave_up.contains(&server.id))?;
        if self.server.is_empty() {
            self.since = now;
        }
        self.server.clone_from(&next.id);
        Some(next.clone())
    }

    /// The server asked has answered: whoever gave up may be asked again in a later turn.
    pub(super) fn answered(&mut self, now: f64) {
        self.gave_up.clear();
        if !self.server.is_empty() && now - self.since >= FIRST_AGAIN_MS {
            self.begin_again();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn served(by: &str) -> Served {
        let name = |id: &str| ServerName { id: id.to_owned(), name: id.to_uppercase() };
        Served { by: by.to_owned(), of: ["a", "b", "c"].map(name).into() }
    }

    fn next(serving: &mut Serving, by: &str, now: f64) -> Option<String> {
        serving.next(&served(by), now).map(|next| next.id)
    }

    #[test]
    fn each_server_is_asked_once_for_a_turn() {
        let mut serving = Serving::default();
        assert_eq!(next(&mut serving, "a", 0.0).as_deref(), Some("b"));
        assert_eq!(next(&mut serving, "b", 0.0).as_deref(), Some("c"));
        assert_eq!(next(&mut serving, "c", 0.0), None);
    }

    #[test]
    fn it_stays_with_the_one_that_answers_and_tries_the_first_again_later() {
        let mut serving = Serving::default();
        next(&mut serving, "a", 5.0);
        serving.answered(6.0);
        assert_eq!(serving.server, "b");
        // In a later turn, those that gave up before are as good as any.
        assert_eq!(next(&mut serving, "b", 7.0).as_deref(), Some("a"));
        serving.answered(8.0);
        assert_eq!(serving.server, "a");
        serving.answered(5.0 + FIRST_AGAIN_MS);
        assert!(serving.is_first());
    }
}
