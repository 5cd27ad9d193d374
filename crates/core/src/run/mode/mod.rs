//! The modes: a folder each, with its prompt, its rules, its state and its transitions, and a line each in [`list`].

mod agent;
mod answers;
mod chat;
mod documents;
mod form;
mod kind;
mod list;
mod plan;
mod question;
mod replay;
mod research;
mod rules;
mod sites;
mod source;
mod table;
#[cfg(test)]
mod toy;
mod work;

pub(crate) use answers::state::AnswersWork;
pub(in crate::run) use kind::About;
pub(crate) use kind::ModeShown;
pub(in crate::run) use rules::{Compares, Tools, with_documents};
#[cfg(test)]
pub(crate) use source::state::SourceWork;
pub use work::Work;
