//! What can be done in a tab, one kind of action per file.

pub(crate) mod calendars;
pub(crate) mod click;
pub(crate) mod date_format;
pub(crate) mod dialog;
pub(crate) mod drag;
pub(crate) mod fields;
pub(crate) mod forms;
pub(crate) mod lists;
pub(crate) mod navigate;
pub(crate) mod open_lists;
pub(crate) mod points;
pub(crate) mod resend;
pub(crate) mod scroll;
mod shown_lists;
pub(crate) mod tools;
pub(crate) mod typing;
pub(crate) mod upload;
pub(crate) mod waiting;
