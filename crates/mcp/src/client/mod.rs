//! The protocol: one server, spoken to in the newest revision that both know.
//!
//! Revision 2026-07-28 has no handshake and no sessions; those before have both, and 2024-11-05 has a transport of its own. What differs stays in
//! here. A request that may have an effect is never sent twice, unless the server certainly did not carry it out; [`McpError`] says which.
//!
//! The types are our own: those of the Rust SDK (`rmcp`) come with tokio (`rt`, `time`) and tokio-util, which its manifest does not make optional,
//! and expect a runtime that a service worker does not have.

mod about;
mod asks;
mod body;
mod call;
mod calls;
mod carry;
mod changes;
mod connect;
mod error;
mod handle;
mod handshake;
mod headers;
mod line;
mod lists;
mod modern;
mod notices;
mod session;
mod shared;
mod types;
mod wire;

pub use about::{About, Revision};
pub use asks::{InputRequest, Step, Waiting};
pub use error::McpError;
pub use handle::Client;
pub use line::{ClientPorts, Endpoint, Transport};
pub use notices::{Change, Wanted};
pub use types::{
    Content, Listed, Outcome, Progress, Prompt, PromptArgument, PromptMessage, PromptResult, Resource,
    ResourceContents, ResourceTemplate, Tool, ToolAnnotations, ToolResult,
};
