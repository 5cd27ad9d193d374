//! The person's profile: read, and stored if nothing in it is secret.

use crate::profile::{objection, read, write};
use edith_protocol::{AnswerBody, ErrorBody, ErrorCode, Profile};

impl super::Services {
    /// The profile as it is stored.
    pub(crate) async fn profile(&self) -> Result<AnswerBody, ErrorBody> {
        Ok(AnswerBody::Profile { profile: read(&*self.ports.store).await? })
    }

    /// Stores a profile, and answers with what is stored.
    pub(crate) async fn store_profile(&self, profile: Profile) -> Result<AnswerBody, ErrorBody> {
        if let Some(objection) = objection(&profile) {
            return Err(ErrorBody::new(ErrorCode::BadProfile, objection));
        }
        write(&*self.ports.store, &profile).await?;
        self.profile().await
    }
}
