//! What a person does in the panel from beginning to end, by mouse alone and by keyboard alone, narrow and wide, in two languages.

mod conversations;
mod first_run;
mod limit;
mod tasks;
mod walker;
