//! Documents on the pages: attached ones, the ways they come in, and what is kept of them.

mod answers;
mod bring;
mod chips;
mod library;
mod menu;
mod outline;
mod page;
mod picture;
mod resources;
mod sheet;

pub(super) use answers::answers;
pub(super) use bring::listen;
pub(super) use chips::{chips, shape_icon, thumb};
pub(super) use library::library_screen;
pub(super) use menu::menu;
pub(super) use page::document_page;
