//! Office files, made here part by part and read whole.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod docx;
mod encrypted;
mod hostile;
mod making;
mod pptx;
mod sheets;
mod unseen;
