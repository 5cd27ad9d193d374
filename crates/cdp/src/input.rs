//! The mouse: moving, pressing, wheel, dragging.

/// A mouse button that is down.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Held {
    /// Where.
    pub at: [f64; 2],
    /// Chrome's name of the button.
    pub button: &'static str,
}
