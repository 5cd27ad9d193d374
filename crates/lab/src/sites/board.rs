//! The task board's server: an empty page for the script to draw on, and a slow API.

use axum::Router;
use axum::extract::{Path, State as Shared};
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Json, Response};
use axum::routing::{get, patch};
use serde::Deserialize;
use serde_json::json;

use super::html::page;
use super::site::{LATE, Site};
use super::state::State;

#[derive(Debug, Deserialize)]
struct Change {
    title: Option<String>,
    done: Option<bool>,
    priority: Option<String>,
}

pub(super) fn routes() -> Router<Site> {
    Router::new()
        .route("/board", get(show))
        .route("/board/api/tasks", get(tasks).post(add))
        .route("/board/api/tasks/{id}", patch(change).delete(remove))
}

async fn show() -> Html<String> {
    page("Taskboard", "Taskboard", "/board", "", include_str!("assets/board/page.html"))
}

fn all(state: &State) -> Response {
    Json(json!({ "tasks": state.board.tasks })).into_response()
}

fn refused(status: StatusCode, words: &str) -> Response {
    (status, Json(json!({ "error": words }))).into_response()
}

async fn tasks(Shared(site): Shared<Site>) -> Response {
    tokio::time::sleep(LATE).await;
    all(&site.lock())
}

async fn add(Shared(site): Shared<Site>, Json(new): Json<Change>) -> Response {
    tokio::time::sleep(LATE).await;
    let title = new.title.unwrap_or_default();
    let title = title.trim();
    if title.is_empty() {
        return refused(StatusCode::UNPROCESSABLE_ENTITY, "A task needs a title.");
    }
    let mut state = site.lock();
    state.board.add(title, new.priority.as_deref().unwrap_or("normal"));
    all(&state)
}

async fn change(Shared(site): Shared<Site>, Path(id): Path<u32>, Json(change): Json<Change>) -> Response {
    tokio::time::sleep(LATE).await;
    let mut state = site.lock();
    let Some(task) = state.board.tasks.iter_mut().find(|task| task.id == id) else {
        return refused(StatusCode::NOT_FOUND, "There is no such task.");
    };
    if let Some(title) = change.title.filter(|title| !title.trim().is_empty()) {
        task.title = title.trim().to_owned();
    }
    if let Some(done) = change.done {
        task.done = done;
    }
    if let Some(priority) = change.priority {
        task.priority = priority;
    }
    all(&state)
}

async fn remove(Shared(site): Shared<Site>, Path(id): Path<u32>) -> Response {
    tokio::time::sleep(LATE).await;
    let mut state = site.lock();
    state.board.tasks.retain(|task| task.id != id);
    all(&state)
}
