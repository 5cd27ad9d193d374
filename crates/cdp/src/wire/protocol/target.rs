//! Frames and workers in processes of their own.

use super::read::parts;
use serde::Serialize;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SetAutoAttach {
    pub(crate) auto_attach: bool,
    pub(crate) wait_for_debugger_on_start: bool,
    pub(crate) flatten: bool,
}

impl SetAutoAttach {
    /// Attaches to each as it comes, and lets it run.
    pub(crate) const FLAT: Self = Self { auto_attach: true, wait_for_debugger_on_start: false, flatten: true };
}

parts! {
    struct AttachedToTarget<'a> {
        session: &'a str = "sessionId",
        kind: &'a str = "targetInfo/type",
        target: &'a str = "targetInfo/targetId",
    }

    struct DetachedFromTarget<'a> {
        session: &'a str = "sessionId",
    }
}
