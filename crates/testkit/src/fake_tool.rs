//! A tool that a fake page offers.

use edith_actions::action::ToolEnd;
use edith_page::RawTool;

/// A tool of a fake page.
#[derive(Debug, Clone, Default)]
pub struct FakeTool {
    /// As the browser tells it.
    pub raw: RawTool,
    /// What it is once this many things were done in the browser; none: it stays.
    pub later: Option<(usize, Option<RawTool>)>,
    /// How a call ends.
    pub end: ToolEnd,
    /// What it says then.
    pub says: String,
    /// Where it leads to.
    pub leads: Option<String>,
}

impl FakeTool {
    pub(crate) fn now(&self, done: usize) -> Option<&RawTool> {
        match &self.later {
            Some((after, later)) if done >= *after => later.as_ref(),
            _ => Some(&self.raw),
        }
    }
}
