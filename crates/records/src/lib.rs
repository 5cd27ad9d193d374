//! What a person keeps, in the store: documents, facts about them, saved prompts, and the log of recovered failures.

pub mod documents;
pub mod log;
pub mod profile;
pub mod prompts;
