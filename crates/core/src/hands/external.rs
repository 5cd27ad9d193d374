//! Tools outside of EDITH: which there are, and using one.

use super::reading::TEXT_PAGE_CHARS;
use super::{Hands, LookWanted};
use crate::port::{ListedTool, ToolError};
use crate::run::{Acted, Run};
use crate::tool::External;
use futures_util::future::{Either, select};
use std::pin::pin;

/// Servers get this long to say what tools they have, in milliseconds: the task waits for it.
const LIST_MS: u64 = 5_000;
/// A tool gets this long, in milliseconds (what the protocol's own clients wait).
const CALL_MS: u64 = 60_000;
/// Characters of an answer that the model is sent, at most: as many as four pages of `read_page`.
const ANSWER_CHARS: usize = 4 * TEXT_PAGE_CHARS;

impl Hands {
    /// The tools that servers have now. One that does not say so in time has none.
    pub(super) async fn list_external(&self) -> Vec<ListedTool> {
        match select(self.ports.tools.list(), pin!(self.ports.clock.sleep(LIST_MS))).await {
            Either::Left((tools, _)) => tools,
            Either::Right(_) => Vec::new(),
        }
    }

    /// Uses a tool of a server. What it answers is its server's word, whatever it says.
    pub(super) async fn use_external(&mut self, run: &Run, call: &External) -> Acted {
        let answer = {
            let in_time = pin!(self.ports.clock.sleep(CALL_MS));
            match select(self.ports.tools.call(&call.tool, &call.arguments), in_time).await {
                Either::Left((answer, _)) => answer,
                Either::Right(_) => Err(ToolError::NoAnswer(format!("Nothing came in {} seconds.", CALL_MS / 1_000))),
            }
        };
        let unsure = matches!(answer, Err(ToolError::NoAnswer(_)));
        let (ok, text, said) = match answer {
            Ok(said) => (true, "The server answers:", said),
            Err(ToolError::Failed(said)) => (false, "It was not done.", said),
            Err(ToolError::NoAnswer(said)) => (
                false,
                "The server's answer was not seen, so it is not known whether it took effect. It was not repeated; find out before you do it again.",
                said,
            ),
        };
        let mut step = self.step(text, run.tabs.current, LookWanted::None);
        step.ok = ok;
        step.data.push(self.data(&call.tool.origin(), &shortened(&said)));
        Acted { unsure, ..self.report(run, step).await }
    }
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(ANSWER_CHARS) {
        Some((end, _)) => format!("{}\n… (cut: the answer is longer than that)", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}
