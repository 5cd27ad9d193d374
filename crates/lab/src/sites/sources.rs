//! Sites for research: each is its own server with one page that says one thing, late, broken or never.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::Router;
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse};
use axum::routing::get;
use tokio::task::JoinHandle;

use super::{SitesError, listen};

/// A source's response.
#[derive(Debug, Clone)]
pub enum Behaviour {
    Says(String),
    /// Shows this text after a delay.
    SaysLate(String, Duration),
    Breaks,
    /// Accepts the connection and never answers.
    Hangs,
}

/// A site with one page. Stops on drop.
pub struct Source {
    pub url: String,
    asked: Arc<AtomicUsize>,
    server: JoinHandle<()>,
}

impl Source {
    pub async fn start(behaviour: Behaviour) -> Result<Self, SitesError> {
        let (listener, port) = listen(0).await?;
        let asked = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&asked);
        let page = async move || {
            counter.fetch_add(1, Ordering::Relaxed);
            match behaviour.clone() {
                Behaviour::Says(text) => page(&text).into_response(),
                Behaviour::SaysLate(text, late) => {
                    tokio::time::sleep(late).await;
                    page(&text).into_response()
                }
                Behaviour::Breaks => {
                    (StatusCode::INTERNAL_SERVER_ERROR, Html("<title>Error</title><h1>Something went wrong</h1>"))
                        .into_response()
                }
                Behaviour::Hangs => std::future::pending().await,
            }
        };
        let router = Router::new().route("/", get(page));
        let server = tokio::spawn(async move {
            // It ends only when the task is aborted.
            let _ = axum::serve(listener, router).await;
        });
        Ok(Self { url: format!("http://127.0.0.1:{port}/"), asked, server })
    }

    /// How often its page was requested.
    pub fn asked(&self) -> usize {
        self.asked.load(Ordering::Relaxed)
    }
}

impl Drop for Source {
    fn drop(&mut self) {
        self.server.abort();
    }
}

fn page(text: &str) -> Html<String> {
    let paragraphs: String = text.lines().map(|line| format!("<p>{line}</p>")).collect();
    Html(format!(
        "<!doctype html><html lang=en><title>A source</title><h1>Lamps</h1>{paragraphs}<a href='/more'>More</a></html>"
    ))
}
