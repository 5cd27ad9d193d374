//! Documents: reading them (`reading`), what was read, kept by the content of the file, and answers from it. Whoever reads files uses it, in the extension or in a program.

mod answers;
mod file;
mod kept;
pub mod reading;

pub use answers::Answers;
pub use file::{bytes, is_pdf};
pub use kept::{Info, Library, OCR, RAW, content};
