//! What a page is made to believe.

use serde::Serialize;

#[derive(Serialize)]
pub(crate) struct SetFocusEmulationEnabled {
    pub(crate) enabled: bool,
}
