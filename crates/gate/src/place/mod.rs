//! Whose a place is: its site, whether the person named it, whether it knows them, and whether it is of their own network.

pub(crate) mod addresses;
pub(crate) mod clauses;
pub(crate) mod decode;
pub(crate) mod finders;
pub(crate) mod link_effect;
pub(crate) mod named;
pub(crate) mod origins;
pub(crate) mod places;
pub(crate) mod public_suffix;
pub(crate) mod session_cookies;
pub(crate) mod session_signs;
pub(crate) mod site;
pub(crate) mod written;
