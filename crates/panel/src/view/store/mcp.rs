//! The servers with tools, as the worker knows them.

use super::{Screen, Store, Surface};
use crate::state::mcp::Draft;
use crate::state::wire::field;
use crate::view::bridge;
use edith_protocol::{Command, ErrorBody, McpServer, McpServerShown, keys};
use leptos::prelude::*;
use leptos::task::spawn_local;

/// The signals of the servers with tools.
#[derive(Clone, Copy, Default)]
pub(in crate::view) struct Mcp {
    /// The servers in the stored order; none before the worker was asked.
    pub servers: RwSignal<Option<Vec<McpServerShown>>>,
    /// Whether the worker is being asked.
    pub asking: RwSignal<bool>,
    /// The server that is being set up.
    pub draft: RwSignal<Option<Draft>>,
    /// Whether something changed while the worker was asked.
    again: StoredValue<bool>,
}

impl Mcp {
    /// Reads a value of a server.
    pub(in crate::view) fn with<T: Default>(self, id: &str, look: impl FnOnce(&McpServerShown) -> T) -> T {
        self.servers.with(|all| all.iter().flatten().find(|one| one.id == id).map(look)).unwrap_or_default()
    }

    /// Takes what is known of a server now.
    pub(in crate::view) fn take(self, server: McpServerShown) {
        self.servers.update(|all| {
            let all = all.get_or_insert_default();
            match all.iter_mut().find(|one| one.id == server.id) {
                Some(one) => *one = server,
                None => all.push(server),
            }
        });
    }
}

impl Store {
    /// Asks the worker for the servers. `told`: whether the person is told that it failed.
    pub(in crate::view) fn refresh_mcp(self, told: bool) {
        let mcp = self.mcp;
        if mcp.asking.get_untracked() {
            mcp.again.set_value(true);
            return;
        }
        mcp.asking.set(true);
        spawn_local(async move {
            loop {
                mcp.again.set_value(false);
                match bridge::list("servers", |after| Command::McpList { after }).await {
                    // What was stored meanwhile is newer than that.
                    Ok(_) if mcp.again.get_value() => continue,
                    Ok(servers) => mcp.servers.set(Some(servers)),
                    Err(error) if told => self.error.set(Some(error)),
                    Err(_) => {}
                }
                break;
            }
            mcp.asking.set(false);
        });
    }

    /// The storage changed: what is shown of servers is asked for again, if it is shown.
    pub(super) fn mcp_changed(self, is_changed: impl Fn(&str) -> bool) {
        if self.mcp.servers.with_untracked(Option::is_none) {
            return;
        }
        let in_view = self.surface == Surface::Options || self.screen.get_untracked() == Screen::Settings;
        if is_changed(keys::MCP_SERVERS) || in_view && (is_changed(keys::MCP_SIGN_INS) || is_changed(keys::MCP_KNOWN)) {
            self.refresh_mcp(false);
        }
    }
}

/// Sends a command that is answered with a server.
///
/// # Errors
/// The worker's message, or that it did not answer.
pub(in crate::view) async fn answered(command: Command) -> Result<McpServerShown, ErrorBody> {
    let mut answer = bridge::send(&command).await?;
    field(&mut answer, "server")
        .ok_or_else(|| ErrorBody::new(edith_protocol::ErrorCode::Other, crate::state::text::t("no_reason")))
}

/// Stores a server.
///
/// # Errors
/// What the worker says against it.
pub(in crate::view) async fn save(server: McpServer) -> Result<McpServerShown, ErrorBody> {
    answered(Command::McpSave { server }).await
}
