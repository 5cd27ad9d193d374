//! A call that a server may hold open until it is replied to.

use edith_port::{ServerAsks, ServerTool, Tools};
use std::rc::Rc;

/// A call that a server may hold open until it is replied to. Dropped without that, it is cancelled.
pub(super) struct OpenCall {
    pub(super) tools: Rc<dyn Tools>,
    pub(super) of: Option<(ServerTool, ServerAsks)>,
}

impl OpenCall {
    /// It goes on, or is known to be over.
    pub(super) fn goes_on(mut self) {
        self.of = None;
    }
}

impl Drop for OpenCall {
    fn drop(&mut self) {
        if let Some((tool, asks)) = self.of.take() {
            self.tools.abandon(&tool, &asks);
        }
    }
}
