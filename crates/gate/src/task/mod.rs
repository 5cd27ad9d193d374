//! What the person's own words want: the changes that the task asks for, and the places that it names.

pub(crate) mod orders;
pub(crate) mod user_words;
pub(crate) mod wish;
