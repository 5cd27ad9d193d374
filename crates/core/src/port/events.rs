//! The panel, or whoever listens.

use edith_protocol::Event;

/// The panel, or whoever listens.
pub trait Events {
    /// Broadcasts; nobody listening is no error.
    fn emit(&self, event: Event);
}
