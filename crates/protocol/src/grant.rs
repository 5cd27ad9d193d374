//! Permanent grants.

use serde::{Deserialize, Serialize};

/// A kind of effect on a site.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Grant {
    /// The effect, e.g. `send`, `password`, `local`.
    pub what: String,
    /// The site's origin.
    pub origin: String,
}

/// The contents of `edith_grants` that pages use.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct SiteGrants {
    /// Permanent grants by site.
    pub site: Vec<Grant>,
}
