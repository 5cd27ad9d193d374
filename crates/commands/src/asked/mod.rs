//! Ordinary requests in four languages, by people who know no command: what is asked of the page, and orders with courtesy around them. The words of a
//! language are a table (`tongues`); what is not read with certainty is left.

mod evidence;
mod orders;
mod question;
mod said;
mod search;
mod tongues;

pub(crate) use evidence::{Counted, answer, bare_price, content, count, main_price};
pub(crate) use orders::{is_only_reply, is_unclear, order, reply, shows};
pub(crate) use question::{is_question, language};
pub(crate) use search::{limit, shows_nothing};
