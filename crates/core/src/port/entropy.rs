//! Randomness.

/// Randomness.
pub trait Entropy {
    /// A new id that nobody can guess: 128 random bits or more, letters, digits and hyphens.
    fn id(&self) -> String;
}
