//! Reading the page through its script, element by element and frame by frame.

pub(crate) mod element;
pub(crate) mod frames;
pub(crate) mod listeners;
pub(crate) mod picture;
pub(crate) mod read;
pub(crate) mod tools;
pub(crate) mod witness;
