//! The tab against a scripted browser.

mod acting;
mod blank;
mod failing;
mod listening;
mod lost;
mod marks;
mod overlay;
mod settling;
mod tools;
mod trips;
mod typing;
pub(crate) mod world;
