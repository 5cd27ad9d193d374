//! Reading in a browser what is not read by code alone, PDFs and pictures of text: `files` (the scripts), `served` (who gives them to a tab), `hands` (what the tab does).

mod files;
mod hands;
mod served;

pub use self::files::ReaderFiles;
pub(crate) use self::hands::{Desk, TabHands};
