//! The servers with tools, as the worker knows them.

use crate::state::mcp::Draft;
use crate::state::text::t;
use crate::state::wire::field;
use crate::view::bridge;
use edith_protocol::{Command, ErrorBody, ErrorCode, McpServer, McpServerShown};
use leptos::prelude::*;

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
    pub again: StoredValue<bool>,
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

/// Sends a command that is answered with a server.
///
/// # Errors
/// The worker's message, or that it did not answer.
pub(in crate::view) async fn answered(command: Command) -> Result<McpServerShown, ErrorBody> {
    let mut answer = bridge::send(&command).await?;
    field(&mut answer, "server").ok_or_else(|| ErrorBody::new(ErrorCode::Other, t("no_reason")))
}

/// Stores a server.
///
/// # Errors
/// The worker's objection.
pub(in crate::view) async fn save(server: McpServer) -> Result<McpServerShown, ErrorBody> {
    answered(Command::McpSave { server }).await
}
