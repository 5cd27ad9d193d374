//! The tab against a scripted browser.

mod acting;
mod failing;
mod lost;
mod settling;
mod typing;
pub(crate) mod world;
