//! Ordinary requests in four languages, by people who know no command: what is asked of the page, and orders with courtesy around them. The words of a
//! language are a table (`tongues`); what is not read with certainty is left.

mod answering;
mod clauses;
mod counts;
mod days;
mod evidence;
mod forms;
mod kinds;
mod likeness;
mod meant;
mod orders;
mod prices;
mod question;
mod ranking;
mod rows;
mod said;
mod search;
mod several;
mod superlatives;
mod tongues;
mod units;

pub(crate) use answering::{answer, closest, named};
pub(crate) use counts::{Counted, count};
pub(crate) use likeness::{content, is_several};
pub(crate) use meant::{Meant, fetched, meant};
pub(crate) use orders::{is_only_reply, is_unclear, order, reply, shows};
pub(crate) use prices::main_price;
pub(crate) use question::{is_of_somebody, is_question, is_word, language};
pub(crate) use search::{limit, shows_nothing};
pub(crate) use units::bare_price;
