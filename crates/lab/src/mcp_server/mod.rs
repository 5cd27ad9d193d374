//! A sample server of the Model Context Protocol, behind a sign-in or open to all: its own authorization server, as strict as OAuth 2.1, and an
//! endpoint that answers JSON-RPC by a closure.

mod auth;
mod endpoint;
mod state;
mod tracker;

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::routing::{get, post};
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use state::{Answer, Inner};

pub use state::McpReply;
pub use tracker::tracker;

/// The running server. Stops on drop.
pub struct McpServer {
    /// The endpoint's address.
    pub url: String,
    inner: Arc<Inner>,
    server: JoinHandle<()>,
}

impl McpServer {
    /// Serves on a free port of the loopback interface, behind a sign-in.
    pub async fn start(answer: impl Fn(&Value) -> McpReply + Send + Sync + 'static) -> std::io::Result<Self> {
        Self::serve(Box::new(answer), false).await
    }

    /// The same for everybody.
    pub async fn open(answer: impl Fn(&Value) -> McpReply + Send + Sync + 'static) -> std::io::Result<Self> {
        Self::serve(Box::new(answer), true).await
    }

    async fn serve(answer: Answer, is_open: bool) -> std::io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let origin = format!("http://127.0.0.1:{}", listener.local_addr()?.port());
        let inner = Arc::new(Inner { origin: origin.clone(), is_open, answer, state: Mutex::default() });
        let router = Router::new()
            .route("/.well-known/oauth-protected-resource/mcp", get(auth::resource))
            .route("/.well-known/oauth-authorization-server", get(auth::metadata))
            .route("/register", post(auth::register))
            .route("/authorize", get(auth::page).post(auth::decide))
            .route("/token", post(auth::token))
            .route("/mcp", post(endpoint::answer))
            .with_state(Arc::clone(&inner));
        let server = tokio::spawn(async move {
            // It ends only when the task is aborted.
            let _ = axum::serve(listener, router).await;
        });
        Ok(Self { url: format!("{origin}/mcp"), inner, server })
    }

    /// What was done, such as `registered`, `token authorization_code`, `refused invalid_grant`.
    pub fn notes(&self) -> Vec<String> {
        self.inner.lock().notes.clone()
    }

    /// Ends every access token; refresh tokens stay good.
    pub fn expire_tokens(&self) {
        self.inner.lock().access.clear();
    }

    /// Ends every refresh token too.
    pub fn end_sign_ins(&self) {
        let mut state = self.inner.lock();
        state.access.clear();
        state.refresh.clear();
    }

    /// Forgets who registered.
    pub fn forget_clients(&self) {
        self.inner.lock().clients.clear();
    }
}

impl Drop for McpServer {
    fn drop(&mut self) {
        self.server.abort();
    }
}
