//! A finished run done again without a model: its recorded steps in order, each on the element that a person would take for the same one.
//!
//! A replay is a run of an agent whose turns are made here. It stops and asks where the page has changed, and where a step has another result than
//! then: it may stop too often, but never does something else than was recorded.

mod alike;
mod amounts;
mod call_id;
mod element;
mod fits;
mod place;
mod record;
mod state;
mod steps;
mod turn;

pub(crate) use record::record;
pub use state::Replay;
pub(crate) use state::Stage;
pub use steps::{Step, fields, steps, whole_words, with_values};
pub(crate) use turn::Now;
