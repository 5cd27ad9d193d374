//! Whom an action reaches: what it tells to whom, where it leads, how often that is free, and where its tab may go on to.

pub(crate) mod concern;
pub(crate) mod contact;
pub(crate) mod contact_log;
pub(crate) mod explain;
pub(crate) mod tab_bounds;
