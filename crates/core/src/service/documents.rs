//! Documents: added for a task, and deleted once unused.

use super::Services;
use crate::documents::DocumentError;
use crate::port::StoreError;
use edith_protocol::{AnswerBody, ErrorBody};

impl Services {
    /// Stores a document, or its next part.
    pub(crate) async fn add_document(
        &self,
        id: Option<String>,
        name: &str,
        mime: &str,
        data: &str,
    ) -> Result<AnswerBody, ErrorBody> {
        let documents = &self.stores.documents;
        let document_id = match id {
            Some(id) if documents.is_there(&id).await? => id,
            Some(id) => return Err(DocumentError::Unknown(id).into()),
            None => self.ports.entropy.id(),
        };
        documents.add(&document_id, name, mime, data, self.ports.clock.now()).await?;
        Ok(AnswerBody::DocumentStored { document_id })
    }

    /// Deletes a document, unless a conversation has it.
    pub(crate) async fn delete_document(&self, id: &str) -> Result<AnswerBody, ErrorBody> {
        let named = self.stores.conversations.documents().await?;
        if !named.iter().any(|document| document.id == id) {
            self.stores.documents.delete(id).await?;
        }
        Ok(AnswerBody::Nothing {})
    }

    /// Deletes old documents that no conversation has.
    pub(super) async fn sweep_documents(&self) -> Result<(), StoreError> {
        let old = self.stores.documents.old(self.ports.clock.now()).await?;
        if old.is_empty() {
            return Ok(());
        }
        let named = self.stores.conversations.documents().await?;
        for id in old.iter().filter(|id| !named.iter().any(|document| document.id == **id)) {
            self.stores.documents.delete(id).await?;
        }
        Ok(())
    }
}

impl From<DocumentError> for ErrorBody {
    fn from(error: DocumentError) -> Self {
        Self::new(error.code(), error.to_string())
    }
}
