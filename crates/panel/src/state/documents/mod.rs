//! Documents: attached to a task, kept, opened at a place, and asked.

pub mod answers;
pub mod attached;
pub mod kind;
pub mod library;
pub mod marks;
pub mod page;
pub mod place;
pub mod questions;
pub mod tables;
