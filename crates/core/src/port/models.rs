//! Where models come from.

use async_trait::async_trait;
use edith_model::ChatModel;
use edith_protocol::ModelServer;
use std::rc::Rc;

/// Where models come from.
#[async_trait(?Send)]
pub trait Models {
    /// The model for when no server is set.
    fn built_in(&self) -> Rc<dyn ChatModel>;
    /// A client of that server.
    fn server(&self, server: &ModelServer) -> Rc<dyn ChatModel>;
    /// The names of the server's models.
    async fn list(&self, server: &ModelServer) -> Result<Vec<String>, edith_model::ModelError>;
}
