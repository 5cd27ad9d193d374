//! Sample documents, written byte by byte: the demo and the browser tests ask about them.

mod hex;
mod hostile;
mod lock;
mod office;
mod pdf;
mod samples;

pub use hostile::hostile;
pub use office::{Sheet, docx, xlsx};
pub use pdf::{Line, Pdf, PdfPage};
pub use samples::{contract, price_list};
