//! Asking the worker for the servers with tools, and asking again when what is stored changes.

use super::{Screen, Store, Surface};
use crate::view::bridge;
use edith_protocol::{Command, keys};
use leptos::prelude::*;
use leptos::task::spawn_local;

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
