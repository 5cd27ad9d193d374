//! Servers with tools as the person sets them up: rows in memory, asked nothing.

use async_trait::async_trait;
use edith_port::{ServerResource, ToolServers};
use edith_protocol::{ErrorBody, ErrorCode, McpLeftOut, McpServer, McpServerShown, McpState};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

#[derive(Default)]
struct Inner {
    rows: RefCell<Vec<McpServer>>,
    resources: RefCell<BTreeMap<(String, String), ServerResource>>,
}

/// The servers with tools.
#[derive(Clone, Default)]
pub struct FakeServers(Rc<Inner>);

impl FakeServers {
    /// Adds a resource of a server.
    pub fn offers(&self, id: &str, uri: &str, resource: ServerResource) {
        self.0.resources.borrow_mut().insert((id.to_owned(), uri.to_owned()), resource);
    }

    fn row(&self, id: &str) -> Result<McpServer, ErrorBody> {
        let found = self.0.rows.borrow().iter().find(|row| row.id == id).cloned();
        found.ok_or_else(|| ErrorBody::new(ErrorCode::UnknownServer, "There is no such server."))
    }
}

fn shown(server: &McpServer) -> McpServerShown {
    let state = if server.enabled { McpState::Connected } else { McpState::Off };
    McpServerShown { state, ..McpServerShown::from(server) }
}

#[async_trait(?Send)]
impl ToolServers for FakeServers {
    async fn all(&self) -> Result<Vec<McpServerShown>, ErrorBody> {
        Ok(self.0.rows.borrow().iter().map(shown).collect())
    }

    async fn save(&self, mut server: McpServer) -> Result<McpServerShown, ErrorBody> {
        if server.id.is_empty() {
            server.id = format!("server-{}", self.0.rows.borrow().len() + 1);
            self.0.rows.borrow_mut().push(server.clone());
        } else {
            self.row(&server.id)?;
            self.0.rows.borrow_mut().iter_mut().filter(|row| row.id == server.id).for_each(|row| *row = server.clone());
        }
        Ok(shown(&server))
    }

    async fn delete(&self, id: &str) -> Result<(), ErrorBody> {
        self.row(id)?;
        self.0.rows.borrow_mut().retain(|row| row.id != id);
        Ok(())
    }

    async fn test(&self, server: McpServer) -> Result<McpServerShown, ErrorBody> {
        Ok(shown(&server))
    }

    async fn sign_in(&self, id: &str) -> Result<McpServerShown, ErrorBody> {
        self.row(id).map(|row| shown(&row))
    }

    async fn sign_out(&self, id: &str) -> Result<(), ErrorBody> {
        self.row(id).map(|_| ())
    }

    async fn import(&self, _: &str) -> Result<(Vec<String>, Vec<McpLeftOut>), ErrorBody> {
        Ok((Vec::new(), Vec::new()))
    }

    async fn prompt(&self, id: &str, name: &str, _: &BTreeMap<String, String>) -> Result<String, ErrorBody> {
        self.row(id).map(|_| format!("The prompt {name}."))
    }

    async fn resource(&self, id: &str, uri: &str) -> Result<ServerResource, ErrorBody> {
        let key = (id.to_owned(), uri.to_owned());
        let found = self.0.resources.borrow().get(&key).cloned();
        found.ok_or_else(|| ErrorBody::new(ErrorCode::ServerFailed, "There is no such resource."))
    }

    fn forget(&self) {
        self.0.rows.borrow_mut().clear();
    }
}
