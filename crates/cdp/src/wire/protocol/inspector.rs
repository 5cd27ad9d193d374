//! Hearing of crashes.

use serde::Serialize;

#[derive(Serialize)]
pub(crate) struct Enable {}
