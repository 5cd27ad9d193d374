//! The panel, or other listeners.

use edith_protocol::Event;

/// The panel, or other listeners.
pub trait Events {
    /// Broadcasts; nobody listening is not an error.
    fn emit(&self, event: Event);
}
