//! What was chosen of the ways to have a model, and the card that each of them is.

use crate::state::servers::{add, make_first};
use crate::state::tested::Tested;
use crate::view::settings::servers::trial::Trial;
use crate::view::store::{Store, focus, store};
use edith_protocol::{FIRST_SERVER, NamedServer};
use leptos::prelude::*;

/// What the person chose here, and how its test went.
#[derive(Clone, Copy)]
pub(super) struct Choice {
    pub(super) store: Store,
    pub(super) trial: Trial,
    /// Whether a server was set up here; it is the first one then.
    pub(super) taken: RwSignal<bool>,
}

impl Choice {
    pub(super) fn new() -> Self {
        Self { store: store(), trial: Trial::new(), taken: RwSignal::new(false) }
    }

    /// Stores a server as the one that tasks ask.
    pub(super) fn take(self, server: NamedServer) {
        self.taken.set(true);
        self.store.settings.update(|settings| settings.start_done = true);
        self.store.change_all_servers(|all| {
            let id = add(all, server);
            make_first(all, &id);
        });
        focus("start-begin");
    }

    /// Tries the server that was taken, and keeps what is found.
    pub(super) fn try_first(self) {
        let Some(server) = self.first() else { return };
        let keep = move |tested: &Tested| {
            self.store.change_all_servers(|all| {
                if let Some(first) = all.list.iter_mut().find(|one| one.id == FIRST_SERVER) {
                    tested.keep(first);
                }
            });
        };
        self.trial.begin(self.store, server, |_| {}, keep);
    }

    pub(super) fn first(self) -> Option<NamedServer> {
        self.store.all_servers.with(|all| all.list.iter().find(|one| one.id == FIRST_SERVER).cloned())
    }
}
