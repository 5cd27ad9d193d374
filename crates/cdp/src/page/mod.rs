//! What the page itself says: its elements, its frames, and what listens in it.

pub mod element;
pub mod frames;
pub mod listeners;
