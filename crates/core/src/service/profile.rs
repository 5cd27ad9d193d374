//! The person's profile: read, and stored if nothing in it is secret.

use edith_forms::profile::{Refusal, check};
use edith_protocol::{AnswerBody, ErrorBody, ErrorCode, FACT_CHARS, INSTRUCTIONS_CHARS, MAX_FACTS, Profile, keys};
use edith_words::say;

impl super::Services {
    /// The profile as it is stored.
    pub(crate) async fn profile(&self) -> Result<AnswerBody, ErrorBody> {
        Ok(AnswerBody::Profile { profile: self.stores.settings.profile().await? })
    }

    /// Stores a profile, and answers with what is stored.
    pub(crate) async fn store_profile(&self, profile: Profile) -> Result<AnswerBody, ErrorBody> {
        if let Err(refusal) = check(&profile) {
            let sentence = match refusal {
                Refusal::Instructions => {
                    say!(ProfileTooLong { what: say!(ProfileInstructions), limit: INSTRUCTIONS_CHARS })
                }
                Refusal::SecretInstructions => say!(ProfileSecret { what: say!(ProfileInstructions) }),
                Refusal::TooMany => say!(ProfileTooMany { limit: MAX_FACTS }),
                Refusal::TooLong(label) => say!(ProfileTooLong { what: label, limit: FACT_CHARS }),
                Refusal::Secret(label) => say!(ProfileSecret { what: label }),
            };
            return Err(ErrorBody::new(ErrorCode::BadProfile, sentence));
        }
        let stored = serde_json::to_value(&profile).unwrap_or_default();
        self.ports.store.write(keys::PROFILE, stored).await?;
        self.profile().await
    }
}
