//! Input that is sent to the page: keys, and the pointer.

pub(crate) mod keyboard;
pub(crate) mod pointer;
