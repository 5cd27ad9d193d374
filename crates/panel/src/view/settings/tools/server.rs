//! A server of the list: read, changed, asked. Every change is stored at once.

use crate::view::dom::by_id;
use crate::view::store::Store;
use crate::view::store::mcp::{answered, save};
use edith_protocol::{Command, ErrorBody, McpServer, McpServerShown, McpTool};
use leptos::prelude::*;
use leptos::task::spawn_local;

/// What the card waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Waits {
    Nothing,
    Answer,
    Window,
}

/// A server in the list.
#[derive(Clone, Copy)]
pub(super) struct Card {
    pub store: Store,
    pub id: StoredValue<String>,
    /// What it waits for.
    pub waits: RwSignal<Waits>,
    /// Why the last thing that was asked for here was refused.
    pub refused: RwSignal<String>,
    /// Whether it is being asked whether it is to be deleted.
    pub deleting: RwSignal<bool>,
}

/// The id of a card's head.
pub(super) fn card_id(id: &str) -> String {
    format!("tool-server-{id}")
}

/// Opens a card once it is drawn.
pub(super) fn open(id: &str) {
    let id = card_id(id);
    request_animation_frame(move || {
        let card = by_id::<web_sys::Element>(&id).and_then(|head| head.parent_element());
        if let Some(card) = card {
            // Cannot fail: the attribute's name is valid.
            let _ = card.set_attribute("open", "");
        }
    });
}

impl Card {
    /// Reads a value of the server.
    pub(super) fn get<T: Default>(self, look: impl FnOnce(&McpServerShown) -> T) -> T {
        self.id.with_value(|id| self.store.mcp.with(id, look))
    }

    /// Changes how it is set up, and stores that. The change gets the server as it is shown, too.
    pub(super) fn change(self, set: impl FnOnce(&mut McpServer, &McpServerShown)) {
        let shown = untrack(|| self.get(|server| Some(server.clone())));
        let Some(shown) = shown else { return };
        let mut server = shown.server();
        set(&mut server, &shown);
        self.store.mcp.take(as_changed(shown, &server));
        self.refused.set(String::new());
        let store = self.store;
        spawn_local(async move {
            if let Err(error) = save(server).await {
                self.refuse(error);
            }
            store.refresh_mcp(true);
        });
    }

    /// Shows why something was refused.
    pub(super) fn refuse(self, error: ErrorBody) {
        // The card may be gone.
        self.refused.try_set(error.message);
    }

    /// The id of something in it.
    pub(super) fn dom_id(self, name: &str) -> String {
        self.id.with_value(|id| format!("tool-server-{id}-{name}"))
    }

    /// Sends a command that is answered with the server, and shows what came of it.
    pub(super) fn ask(self, waits: Waits, command: Command) {
        if self.waits.get_untracked() != Waits::Nothing {
            return;
        }
        self.waits.set(waits);
        self.refused.set(String::new());
        let mcp = self.store.mcp;
        spawn_local(async move {
            match answered(command).await {
                // What was deleted meanwhile does not come back.
                Ok(server) if mcp.with(&server.id, |_| true) => mcp.take(server),
                Ok(_) => {}
                Err(error) => self.refuse(error),
            }
            self.waits.try_set(Waits::Nothing);
        });
    }
}

/// A server as it is shown until the worker reports it again.
fn as_changed(shown: McpServerShown, server: &McpServer) -> McpServerShown {
    let McpServer { name, url, transport, headers, enabled, allow, trust, client_id, .. } = server.without_secrets();
    let offered = |tool: &McpTool| allow.as_ref().is_none_or(|allow| allow.contains(&tool.name));
    let tools = shown.tools.iter().map(|tool| McpTool { enabled: offered(tool), ..tool.clone() }).collect();
    McpServerShown { name, url, transport, headers, enabled, tools, allow, trust, client_id, ..shown }
}
