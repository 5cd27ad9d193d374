//! The words that depend on what is filled in: the form of a page, or the person's profile.

use crate::state::text::key;
use edith_protocol::FormTarget;

/// Keys of texts.
#[derive(Debug, Clone, Copy)]
pub struct Words {
    /// The review's heading.
    pub title: &'static str,
    /// How many of its rows are filled in.
    pub count: &'static str,
    /// The button that does it: for no row, one, and many.
    pub fill: (&'static str, &'static str, &'static str),
    /// The button that does not.
    pub refuse: &'static str,
    /// What is there and stays.
    pub stays: &'static str,
    /// What is there and is replaced.
    pub replaced: &'static str,
    /// What was filled in: one, and many.
    pub filled: (&'static str, &'static str),
    /// What taking it back does.
    pub undo: &'static str,
}

impl Default for Words {
    fn default() -> Self {
        Self::of(FormTarget::default())
    }
}

impl Words {
    /// Those for this.
    pub fn of(target: FormTarget) -> Self {
        match target {
            FormTarget::Page => Self {
                title: key("form_title"),
                count: key("form_count"),
                fill: (key("form_fill_none"), key("form_fill_one"), key("form_fill_many")),
                refuse: key("form_refuse"),
                stays: key("form_stays"),
                replaced: key("form_replaced"),
                filled: (key("form_filled_one"), key("form_filled_many")),
                undo: key("form_undo_note"),
            },
            FormTarget::Profile => Self {
                title: key("profile_check"),
                count: key("profile_count"),
                fill: (key("profile_fill_none"), key("profile_fill_one"), key("profile_fill_many")),
                refuse: key("profile_refuse"),
                stays: key("profile_stays"),
                replaced: key("profile_replaced"),
                filled: (key("profile_filled_one"), key("profile_filled_many")),
                undo: key("profile_undo_note"),
            },
        }
    }
}
