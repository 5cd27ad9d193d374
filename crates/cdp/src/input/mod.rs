//! The pointer.

pub mod pointer;
