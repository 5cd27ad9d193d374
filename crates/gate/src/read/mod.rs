//! What a run has read, as the gate sees it.

pub(crate) mod clipboard;

/// A text that was read in this run, and where.
#[derive(Debug, Clone, Copy)]
pub struct Read<'a> {
    /// The page's origin, or a name for what has none.
    pub origin: &'a str,
    /// What was read.
    pub text: &'a str,
    /// Whether it may be meant for the person alone.
    pub private: bool,
    /// When a page showed it, in milliseconds since 1970; none: it is a sentence of EDITH's own.
    pub shown: Option<f64>,
}
