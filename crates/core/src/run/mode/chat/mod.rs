//! Talk, without tools and without a tab.

use crate::run::Work;
use crate::run::mode::kind::Mode;
use crate::run::mode::rules::{Compares, PLAIN, Rules};

static RULES: Rules = Rules {
    mode: edith_protocol::Mode::Chat,
    prompt: include_str!("prompt.md"),
    begins_in_a_tab: false,
    is_talk: true,
    reads_documents: true,
    shows_pictures: true,
    compares: Compares::Cited,
    ..PLAIN
};

/// The mode.
pub(in crate::run::mode) struct Room;

impl Mode for Room {
    fn row(&self) -> &'static Rules {
        &RULES
    }

    fn begins(&self) -> Work {
        Work::Chat
    }
}
