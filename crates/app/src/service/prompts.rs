//! The commands about the prompts that the person keeps.

use edith_protocol::{AnswerBody, ErrorBody, SavedPrompt};

impl super::Services {
    /// The saved prompts.
    pub(crate) async fn prompts(&self) -> Result<AnswerBody, ErrorBody> {
        Ok(AnswerBody::Prompts { prompts: self.prompts.list().await? })
    }

    /// Saves a prompt, and answers with all of them.
    pub(crate) async fn save_prompt(&self, prompt: SavedPrompt) -> Result<AnswerBody, ErrorBody> {
        self.prompts.put(prompt, || self.ports.entropy.id()).await?;
        self.prompts().await
    }

    /// Deletes a prompt, and answers with those that are left.
    pub(crate) async fn delete_prompt(&self, id: &str) -> Result<AnswerBody, ErrorBody> {
        self.prompts.delete(id).await?;
        self.prompts().await
    }
}
