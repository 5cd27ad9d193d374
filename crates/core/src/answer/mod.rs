//! Answers from documents, with citations that code has checked.
//!
//! The parent is a [`crate::run::Run`] of the mode documents: it has the documents read, starts a run for each question ([`questions`]) and puts their
//! answers together. A question's run reads the citations of its answer ([`cited`]) and compares their quotes with the pages ([`checked`]). Everything
//! here is data and pure functions; the transitions are in `run/answering.rs`.

pub(crate) mod checked;
pub(crate) mod cited;
pub mod questions;
mod statements;
