//! What a held request would do, by its method, its body and its origin.

pub(crate) mod carried;
pub(crate) mod held_requests;
pub(crate) mod request_body;
pub(crate) mod request_identity;
pub(crate) mod requests;
pub(crate) mod strangers;
