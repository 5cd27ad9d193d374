//! What the person allows at the moment, as it is stored. Runs take it again whenever they judge a call or carry one out, so that what is taken back
//! or changed reaches tasks under way.

use crate::{Grants, Terms};
use edith_protocol::Approvals;

/// What the person allows at the moment.
#[derive(Debug, Default)]
pub struct Authority {
    /// How much they want to be asked.
    pub approvals: Approvals,
    /// Their permanent permissions.
    pub grants: Grants,
    /// An unattended run's terms; none: a person is there.
    pub terms: Option<Terms>,
}
