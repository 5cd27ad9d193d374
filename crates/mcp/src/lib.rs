//! A client of the Model Context Protocol, and the servers that a person has set up.

pub mod client;
pub mod oauth;
pub mod servers;
