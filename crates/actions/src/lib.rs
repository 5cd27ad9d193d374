//! What the run, the gate and a tab say to each other: actions and their results, addresses, requests that are held, how a page
//! arrived, and tools outside the browser.

pub mod action;
mod arrival;
pub mod document;
mod fault;
pub mod http_url;
pub mod key;
pub mod sent_form;
mod server_tool;

pub use arrival::{Arrival, FrameArrival, SentCookie};
pub use server_tool::ServerTool;
