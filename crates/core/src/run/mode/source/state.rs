//! What a source's run has of its own.

use crate::research::findings::Findings;
use edith_actions::http_url::HttpUrl;
use edith_protocol::RunId;
use serde::{Deserialize, Serialize};

/// One source of a research, from its run's view.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SourceWork {
    /// The research.
    pub parent: RunId,
    /// Its starting address.
    pub address: Option<HttpUrl>,
    /// What to find out, without the sentences around it.
    #[serde(default)]
    pub goal: String,
    /// Its findings.
    pub found: Option<Findings>,
}
