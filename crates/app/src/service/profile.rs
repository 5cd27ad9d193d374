//! The person's profile: read, and stored without what is secret in it.

use edith_protocol::{AnswerBody, ErrorBody, ErrorCode, Profile};
use edith_records::profile::{accepted, read, write};

impl super::Services {
    /// The profile as it is stored.
    pub(crate) async fn profile(&self) -> Result<AnswerBody, ErrorBody> {
        Ok(AnswerBody::Profile { profile: read(&*self.ports.store).await? })
    }

    /// Stores what is fine of a profile, and answers with what is stored.
    pub(crate) async fn store_profile(&self, profile: Profile) -> Result<AnswerBody, ErrorBody> {
        let (kept, refused) = accepted(profile, read(&*self.ports.store).await?);
        write(&*self.ports.store, &kept).await?;
        if refused.is_empty() {
            return self.profile().await;
        }
        let reasons: Vec<String> = refused.iter().map(ToString::to_string).collect();
        Err(ErrorBody::new(ErrorCode::BadProfile, reasons.join(" ")))
    }
}
