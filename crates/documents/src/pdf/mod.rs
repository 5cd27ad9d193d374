//! PDFs: what pdf.js gives, item by item, into pages of blocks.
//!
//! Pages come one at a time and can be asked for at once; running headers are known better when their neighbours are there. The pipeline of a page:
//! [`piece`] (items in the direction of their text), [`line`] (words and lines), [`repeated`] (running headers and footers), [`order`] (reading order,
//! grids), [`table`], [`blocks`], [`links`], [`fields`].

mod blocks;
mod fields;
mod line;
mod links;
mod order;
mod piece;
mod raw;
mod reader;
mod repeated;
mod table;
mod text;

pub use raw::{
    ARTIFACT, HIDING_SHIFT, HIDINGS, LINE_ENDS, RIGHT_TO_LEFT, RawBox, RawField, RawFigure, RawFont, RawItem, RawLink,
    RawNote, RawOutlineEntry, RawPage, RawTag, RecognisedWord,
};
pub use reader::PdfReader;
