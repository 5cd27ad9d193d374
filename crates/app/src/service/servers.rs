//! The commands about servers with tools, and their resources as documents.

use super::{Services, page};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use edith_protocol::{AnswerBody, ErrorBody, MAX_DOCUMENT_BYTES, McpServer, McpServerShown};
use edith_records::documents::DocumentError;
use std::collections::BTreeMap;

impl Services {
    /// The servers with what is known of them.
    pub(crate) async fn list_servers(&self, after: Option<u32>) -> Result<AnswerBody, ErrorBody> {
        let _active = self.activity.enter();
        let (servers, after) = page(self.ports.servers.all().await?, after);
        Ok(AnswerBody::McpServers { servers, after })
    }

    /// Stores a server.
    pub(crate) async fn save_server(&self, server: McpServer) -> Result<AnswerBody, ErrorBody> {
        self.ports.servers.save(server).await.map(answered)
    }

    /// Deletes a server.
    pub(crate) async fn delete_server(&self, id: &str) -> Result<AnswerBody, ErrorBody> {
        self.ports.servers.delete(id).await?;
        Ok(AnswerBody::Nothing {})
    }

    /// Asks a server what it is.
    pub(crate) async fn test_server(&self, server: McpServer) -> Result<AnswerBody, ErrorBody> {
        let _active = self.activity.enter();
        self.ports.servers.test(server).await.map(answered)
    }

    /// Has the person sign in to a server.
    pub(crate) async fn sign_in_to_server(&self, id: &str) -> Result<AnswerBody, ErrorBody> {
        let _active = self.activity.enter();
        self.ports.servers.sign_in(id).await.map(answered)
    }

    /// Forgets what a server was signed in with.
    pub(crate) async fn sign_out_of_server(&self, id: &str) -> Result<AnswerBody, ErrorBody> {
        self.ports.servers.sign_out(id).await?;
        Ok(AnswerBody::Nothing {})
    }

    /// Adds the servers of another program's configuration.
    pub(crate) async fn import_servers(&self, text: &str) -> Result<AnswerBody, ErrorBody> {
        let (added, left) = self.ports.servers.import(text).await?;
        Ok(AnswerBody::McpImported { added, left })
    }

    /// A prompt of a server.
    pub(crate) async fn server_prompt(
        &self,
        id: &str,
        name: &str,
        arguments: &BTreeMap<String, String>,
    ) -> Result<AnswerBody, ErrorBody> {
        let _active = self.activity.enter();
        let text = self.ports.servers.prompt(id, name, arguments).await?;
        Ok(AnswerBody::McpPrompt { text })
    }

    /// Stores a resource of a server as a document.
    pub(super) async fn add_resource(&self, id: &str, server: &str, uri: &str, name: &str) -> Result<(), ErrorBody> {
        let resource = self.ports.servers.resource(server, uri).await?;
        if resource.bytes.len() as u64 > MAX_DOCUMENT_BYTES {
            return Err(DocumentError::TooLarge(resource.name).into());
        }
        let name = if name.is_empty() { &resource.name } else { name };
        let data = STANDARD.encode(&resource.bytes);
        let documents = &self.stores.documents;
        documents.add(id, name, &resource.mime, &data, self.ports.clock.now()).await?;
        documents.keep(id, uri).await?;
        Ok(())
    }
}

fn answered(server: McpServerShown) -> AnswerBody {
    AnswerBody::McpServer { server: Box::new(server) }
}
