//! What all kinds of model servers share: addresses, deadlines, refusals, event streams.

mod address;
pub(crate) mod fault;
mod head;
mod kind;
mod line;
mod model_list;
mod reader;
mod retry_after;
mod sse;

pub(crate) use kind::Kind;
pub(crate) use line::{Line, Network};
pub(crate) use model_list::models;
pub(crate) use reader::{AnswerReader, Assemble};
