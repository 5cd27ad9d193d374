//! The bundled servers from outside: the sample sites and the scripted model server.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may panic, in its helpers too")]

mod http;
mod model;
mod sites;
