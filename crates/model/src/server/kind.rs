//! The interface of a kind of model server.

use super::Line;
use crate::{ChatRequest, ModelError, ModelTurn};
use async_trait::async_trait;
use edith_protocol::ModelDetails;

/// How to talk to one kind of server.
#[async_trait(?Send)]
pub(crate) trait Kind {
    /// Asks for one turn, as [`crate::ChatModel::complete`].
    async fn complete(
        &self,
        line: &Line<'_>,
        request: &ChatRequest,
        on_text: &mut dyn for<'t> FnMut(&'t str),
    ) -> Result<ModelTurn, ModelError>;

    /// As [`crate::Models::list`].
    async fn list(&self, line: &Line<'_>) -> Result<Vec<ModelDetails>, ModelError>;

    /// As [`crate::Models::embed`].
    async fn embed(&self, line: &Line<'_>, texts: &[String]) -> Result<Vec<Vec<f32>>, ModelError>;
}
