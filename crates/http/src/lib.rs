//! The network, as a port: requests, streamed answers, server-sent events.

mod port;
mod sse;

pub use port::{Broken, Http, HttpAnswer, HttpError, HttpRequest};
pub use sse::{SseError, SseEvent, SseParser};
