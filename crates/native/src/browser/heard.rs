//! What driving a tab asks of the browser, for whoever wants to hear of it: names, times and ends, and nothing of what was asked.

use edith_port::Clock;
use std::rc::Rc;

/// A command to a tab that is over.
#[derive(Debug, Clone, PartialEq)]
pub struct TabCommand {
    /// When it began and ended, in milliseconds since 1970.
    pub began: f64,
    /// See `began`.
    pub ended: f64,
    /// Its name, such as `Page.navigate`.
    pub method: String,
    /// Whether the browser did it; none: nobody waits for its answer.
    pub ok: Option<bool>,
}

/// Hears of commands.
pub type HearsCommands = Rc<dyn Fn(TabCommand)>;

/// Tells of a command when it is dropped: however it ended, it did.
pub(super) struct UnderWay {
    pub(super) command: TabCommand,
    pub(super) clock: Rc<dyn Clock>,
    pub(super) hears: HearsCommands,
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        let ended = self.clock.now();
        (self.hears)(TabCommand { ended, ..self.command.clone() });
    }
}
