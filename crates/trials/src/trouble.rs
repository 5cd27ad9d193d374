//! What goes wrong outside what is played.

/// A failure outside the episodes.
pub type Trouble = Box<dyn std::error::Error + Send + Sync>;
