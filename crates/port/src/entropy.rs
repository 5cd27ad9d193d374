//! Randomness.

/// Randomness.
pub trait Entropy {
    /// A new unguessable id: 128 random bits or more, letters, digits and hyphens.
    fn id(&self) -> String;
}
