//! The panel's operations on settings: permanent grants.

use edith_protocol::{AnswerBody, ErrorBody, Grant, keys};
use serde_json::Value;

impl super::Services {
    /// Removes a stored grant, from whichever list has it.
    pub(crate) async fn revoke(&self, grant: &Grant) -> Result<AnswerBody, ErrorBody> {
        let store = &self.ports.store;
        let mut stored = store.read(keys::GRANTS).await?.unwrap_or_default();
        for list in stored.as_object_mut().into_iter().flat_map(|lists| lists.values_mut()) {
            if let Value::Array(grants) = list {
                grants.retain(|one| edith_protocol::json::from_value(one.clone()).ok().as_ref() != Some(grant));
            }
        }
        store.write(keys::GRANTS, stored).await?;
        Ok(AnswerBody::Nothing {})
    }
}
