//! What a page shows, as data: raw nodes from the page's walk become a full index with stable ids, and a budgeted text view of it for the model.
//!
//! Order of reading: [`raw`] (what `extension/page/` sends), [`page_api`] (its other functions), [`merge`] (frames of other sites), [`uid`] (stable numbers), [`index`]
//! (distilled elements), [`mod@render`], [`line`] and [`budget`] (the look), [`mod@changes`] (what an action changed), [`find`] (search and paging), [`mod@again`]
//! (elements that were rendered anew).

pub mod again;
pub mod budget;
pub mod changes;
pub mod classify;
pub mod clean;
mod distil;
pub mod find;
mod fold;
pub mod index;
pub mod inspect;
mod leads;
pub mod line;
pub mod marks;
pub mod merge;
pub mod page_api;
mod places;
pub mod raw;
pub mod render;
mod text;
pub mod uid;

pub use budget::task_words;
pub use changes::changes;
pub use classify::ElementKind;
pub use index::{Element, FieldValue, FormFacts, Index, States, Tri};
pub use marks::Marks;
pub use places::without_uids;
pub use raw::{FieldKind, RawPage, Rect};
pub(crate) use render::SHARED;
pub use render::{Look, RenderOptions, look, render};
pub use uid::{ElementRef, UidTable};

#[cfg(test)]
mod tests;
