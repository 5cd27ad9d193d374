//! The acts.

pub mod dialog;
pub mod fields;
pub mod lists;
pub mod navigate;
pub mod points;
pub mod typing;
pub mod upload;
