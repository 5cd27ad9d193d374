//! What the person allowed for good.

use serde::{Deserialize, Serialize};

/// One kind of effect on one site.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Grant {
    /// What is allowed, e.g. `send`, `password`, `carry`.
    pub what: String,
    /// The site's origin.
    pub origin: String,
}

/// What is stored under `edith_grants`, as far as pages are concerned.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct SiteGrants {
    /// For good, by site.
    pub site: Vec<Grant>,
}
