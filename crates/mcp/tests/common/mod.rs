//! What the tests of the client and of the servers share.
#![allow(dead_code, reason = "each test uses a part of it")]

pub(crate) mod background;
pub(crate) mod server;
