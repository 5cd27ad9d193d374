//! What goes wrong outside of what is played.

/// A failure outside the episodes.
pub type Trouble = Box<dyn std::error::Error + Send + Sync>;
