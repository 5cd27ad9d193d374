//! Documents on the pages: attached ones, the ways they come in, and what is kept of them.

mod bring;
mod chips;
mod menu;
mod page;
mod sheet;

pub(super) use bring::listen;
pub(super) use chips::{chips, given};
pub(super) use menu::menu;
pub(super) use page::document_page;
