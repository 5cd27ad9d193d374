//! Pages as data: raw nodes from a page's walk become a full index with stable ids, and a budgeted text view of it for the model.
//!
//! Order of reading: [`raw`] (what `extension/page/` sends), [`page_api`] (its other functions), [`merge`] (frames of other sites), [`uid`], `thing` and `identity` (numbers of
//! things), [`index`] (distilled elements), [`mod@render`], [`line`] and [`budget`] (the look), [`mod@changes`] (what an action changed), [`find`]
//! (search and paging), [`mod@named`] (elements by name), `tools` (what the page offers to be called), [`mod@relocate`] (re-rendered elements).

mod anchors;
pub mod budget;
mod build;
mod changes;
pub mod classify;
mod clean;
mod destination;
mod distil;
pub mod find;
pub mod fold;
mod identity;
mod index;
pub mod inspect;
pub mod line;
mod marks;
mod merge;
pub mod named;
pub mod order;
mod packed;
pub mod page_api;
pub mod raw;
pub mod relocate;
mod render;
mod rows;
mod signs;
mod text;
mod thing;
mod tool;
mod tools;
pub mod uid;
mod unfold;

pub use anchors::{has_amount, is_email, without_uids, without_unseen};
pub use budget::task_words;
pub use changes::{changes, changes_behind};
pub use classify::ElementKind;
pub use index::{Element, FieldValue, Index, Tri};
pub use marks::Marks;
pub use raw::RawTool;
pub use raw::{FieldFacts, FieldKind, RawOption, RawPage, Rect};
pub use render::{Look, RenderOptions, look, render};
pub use tool::PageTool;
pub use uid::{ElementRef, UidTable};
pub use unfold::Legends;

#[cfg(test)]
mod script_types;
#[cfg(test)]
mod tests;
