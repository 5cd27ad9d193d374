//! The mailbox: folders, reading, answering, writing, archiving, deleting. Nothing leaves the server.

use axum::Router;
use axum::extract::{Form, Path, Query, State as Shared};
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use serde::Deserialize;

use super::html::{fill, missing, notice, page};
use super::site::Site;
use super::state::{Mail, Message, OWNER};

impl Mail {
    fn page(&self, title: &str, main: &str) -> Html<String> {
        let count = |folder: &str| self.folder(folder).len().to_string();
        let counts = [
            ("inbox", count("inbox")),
            ("archive", count("archive")),
            ("sent", count("sent")),
            ("trash", count("trash")),
        ];
        let counts: Vec<(&str, &str)> = counts.iter().map(|(name, count)| (*name, count.as_str())).collect();
        let header = fill(include_str!("assets/mail/header.html"), &counts);
        page(&format!("{title} – Postbox"), "Postbox", "/mail", &header, main)
    }
}

pub(super) fn routes() -> Router<Site> {
    Router::new()
        .route("/mail", get(list))
        .route("/mail/message/{id}", get(open))
        .route("/mail/compose", get(compose))
        .route("/mail/send", post(send))
        .route("/mail/archive/{id}", post(async |site, id| put_away(site, id, "archive")))
        .route("/mail/delete/{id}", post(async |site, id| put_away(site, id, "trash")))
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Place {
    folder: String,
    done: String,
}

async fn list(Shared(site): Shared<Site>, Query(place): Query<Place>) -> Html<String> {
    let state = site.lock();
    let folder = match place.folder.as_str() {
        known @ ("archive" | "sent" | "trash") => known,
        _ => "inbox",
    };
    let rows: String = state
        .mail
        .folder(folder)
        .into_iter()
        .map(|message| {
            let values = [
                ("tone", if message.read { "" } else { "unread" }),
                ("who", if folder == "sent" { &message.to } else { &message.from }),
                ("id", &message.id.to_string()),
                ("subject", &message.subject),
                ("date", &message.date),
            ];
            fill(include_str!("assets/mail/row.html"), &values)
        })
        .collect();
    let title = match folder {
        "archive" => "Archive",
        "sent" => "Sent",
        "trash" => "Trash",
        _ => "Inbox",
    };
    let said = match place.done.as_str() {
        "sent" => "The message was sent.",
        "archive" => "The message was archived.",
        "trash" => "The message was moved to the trash.",
        _ if rows.is_empty() => "There is nothing here.",
        _ => "",
    };
    let values = [("folder", title), ("notice", &notice(said, "good")), ("rows", &rows)];
    state.mail.page(title, &fill(include_str!("assets/mail/list.html"), &values))
}

async fn open(Shared(site): Shared<Site>, Path(id): Path<u32>) -> Response {
    let mut state = site.lock();
    let Some(message) = state.mail.messages.iter_mut().find(|message| message.id == id) else {
        return missing("There is no such message.");
    };
    message.read = true;
    let message = message.clone();
    let values = [
        ("id", id.to_string()),
        ("subject", message.subject.clone()),
        ("from", message.from),
        ("to", message.to),
        ("date", message.date),
        ("body", message.body),
    ];
    let values: Vec<(&str, &str)> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
    state.mail.page(&message.subject, &fill(include_str!("assets/mail/message.html"), &values)).into_response()
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Draft {
    to: String,
    subject: String,
    body: String,
    reply: String,
}

fn compose_page(mail: &Mail, draft: &Draft, said: &str) -> Html<String> {
    let heading = if draft.reply.is_empty() { "New message" } else { "Reply" };
    let values = [
        ("heading", heading),
        ("notice", &notice(said, "bad")),
        ("reply", &draft.reply),
        ("to", &draft.to),
        ("subject", &draft.subject),
        ("body", &draft.body),
    ];
    mail.page(heading, &fill(include_str!("assets/mail/compose.html"), &values))
}

async fn compose(Shared(site): Shared<Site>, Query(mut draft): Query<Draft>) -> Html<String> {
    let state = site.lock();
    if let Some(message) = draft.reply.parse().ok().and_then(|id| state.mail.message(id)) {
        draft.to = message.from.clone();
        draft.subject = format!("Re: {}", message.subject);
    }
    compose_page(&state.mail, &draft, "")
}

async fn send(Shared(site): Shared<Site>, Form(draft): Form<Draft>) -> Response {
    let mut state = site.lock();
    let said = match () {
        () if !draft.to.contains('@') => "The address is not one.",
        () if draft.subject.trim().is_empty() || draft.body.trim().is_empty() => {
            "Subject and message must not be empty."
        }
        () => "",
    };
    if !said.is_empty() {
        return (StatusCode::UNPROCESSABLE_ENTITY, compose_page(&state.mail, &draft, said)).into_response();
    }
    let id = state.mail.messages.iter().map(|message| message.id).max().unwrap_or(0) + 1;
    state.mail.messages.push(Message {
        id,
        folder: "sent".to_owned(),
        from: OWNER.to_owned(),
        to: draft.to,
        subject: draft.subject,
        body: draft.body,
        date: "today".to_owned(),
        read: true,
        reply_to: draft.reply.parse().ok(),
    });
    Redirect::to("/mail?done=sent").into_response()
}

fn put_away(Shared(site): Shared<Site>, Path(id): Path<u32>, folder: &str) -> Response {
    let mut state = site.lock();
    match state.mail.messages.iter_mut().find(|message| message.id == id) {
        Some(message) => {
            message.folder = folder.to_owned();
            Redirect::to(&format!("/mail?done={folder}")).into_response()
        }
        None => missing("There is no such message."),
    }
}
