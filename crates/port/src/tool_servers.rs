//! Servers with tools, as the person sets them up.

use async_trait::async_trait;
use edith_protocol::{ErrorBody, McpLeftOut, McpServer, McpServerShown};
use std::collections::BTreeMap;

/// A resource of a server: a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ServerResource {
    /// Its name.
    pub name: String,
    /// Its media type.
    pub mime: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// The servers with tools: stored, asked what they offer, signed in to.
#[async_trait(?Send)]
pub trait ToolServers {
    /// All of them, with what is known. Those not asked yet are asked now.
    async fn all(&self) -> Result<Vec<McpServerShown>, ErrorBody>;
    /// Stores one; a new one has no id.
    async fn save(&self, server: McpServer) -> Result<McpServerShown, ErrorBody>;
    /// Deletes one with all that is known of it.
    async fn delete(&self, id: &str) -> Result<(), ErrorBody>;
    /// Asks one what it is and what it offers. What is missing is as stored under its id.
    async fn test(&self, server: McpServer) -> Result<McpServerShown, ErrorBody>;
    /// Has the person sign in to one.
    async fn sign_in(&self, id: &str) -> Result<McpServerShown, ErrorBody>;
    /// Forgets what one was signed in with.
    async fn sign_out(&self, id: &str) -> Result<(), ErrorBody>;
    /// Adds the servers of another program's configuration: the names of those added, and those that were not.
    async fn import(&self, text: &str) -> Result<(Vec<String>, Vec<McpLeftOut>), ErrorBody>;
    /// A prompt of one, as text.
    async fn prompt(&self, id: &str, name: &str, arguments: &BTreeMap<String, String>) -> Result<String, ErrorBody>;
    /// A resource of one.
    async fn resource(&self, id: &str, uri: &str) -> Result<ServerResource, ErrorBody>;
    /// Forgets all that is held in memory: everything stored is being deleted.
    fn forget(&self);
}
