//! Documents without a browser: what a file says as pages of blocks, how it is searched, computed with and quoted.

#[cfg(feature = "search")]
pub mod ask;
#[cfg(feature = "search")]
pub mod calculate;
pub mod call;
#[cfg(feature = "search")]
pub mod chunk;
mod document;
#[cfg(feature = "search")]
mod exact;
#[cfg(feature = "search")]
mod expression;
#[cfg(feature = "formats")]
mod figures;
#[cfg(feature = "formats")]
pub mod formats;
mod letters;
#[cfg(feature = "search")]
mod markdown;
#[cfg(feature = "formats")]
pub mod pdf;
pub mod quote;
#[cfg(feature = "search")]
pub mod search;
#[cfg(feature = "formats")]
mod seen;
#[cfg(feature = "search")]
pub mod table;
#[cfg(feature = "search")]
mod units;
#[cfg(feature = "search")]
pub mod vectors;

pub use document::{
    Area, Block, BlockKind, Cell, CellValue, Document, Field, FieldKind, Hiding, Kind, Link, OutlineEntry, Page, Size,
    Table, Unseen, Warning,
};
#[cfg(feature = "search")]
pub use markdown::to_markdown;
