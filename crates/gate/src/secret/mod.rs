//! What is a secret, and its mask.

pub(crate) mod mask;
