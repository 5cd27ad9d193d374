//! What each kind of model server does in its own way.

use super::Line;
use crate::{ChatRequest, ModelError, ModelTurn};
use async_trait::async_trait;

/// How servers of one kind are talked to.
#[async_trait(?Send)]
pub(crate) trait Kind {
    /// Asks for one turn, as [`crate::ChatModel::complete`].
    async fn complete(
        &self,
        line: &Line<'_>,
        request: &ChatRequest,
        on_text: &mut dyn for<'t> FnMut(&'t str),
    ) -> Result<ModelTurn, ModelError>;

    /// The names of the server's models.
    async fn list(&self, line: &Line<'_>) -> Result<Vec<String>, ModelError>;
}
