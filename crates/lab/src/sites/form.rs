//! The form with every control: checked on the server, stored with every field as sent.

use axum::Router;
use axum::extract::{Multipart, State as Shared};
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;

use super::html::{escape, fill, notice, page};
use super::site::Site;
use super::state::Submission;

impl Submission {
    /// Its errors, or "".
    fn faults(&self) -> String {
        let mut faults = Vec::new();
        if self.value("name").trim().is_empty() {
            faults.push("The name is missing.");
        }
        if !self.value("email").contains('@') {
            faults.push("The e-mail address is not one.");
        }
        if !self.value("guests").parse().is_ok_and(|guests: u32| (1..=8).contains(&guests)) {
            faults.push("There can be 1 to 8 guests.");
        }
        if self.value("terms").is_empty() {
            faults.push("Please accept the terms.");
        }
        faults.join(" ")
    }
}

pub(super) fn routes() -> Router<Site> {
    Router::new().route("/form", get(show).post(submit))
}

fn form_page(said: &str, kept: &[(String, String)]) -> Html<String> {
    // Inside a script element only `<` could end it.
    let kept = serde_json::to_string(kept).unwrap_or_else(|_| "[]".to_owned()).replace('<', "\\u003c");
    let values = [("notice", notice(said, "bad")), ("kept", kept)];
    let values: Vec<(&str, &str)> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let main = fill(include_str!("assets/form/page.html"), &values);
    page("Registration", "Registration", "/form", "", &main)
}

async fn show() -> Html<String> {
    form_page("", &[])
}

async fn submit(Shared(site): Shared<Site>, mut parts: Multipart) -> Response {
    let mut submission = Submission::default();
    while let Ok(Some(part)) = parts.next_field().await {
        let name = part.name().unwrap_or_default().to_owned();
        match part.file_name().map(str::to_owned) {
            Some(file) => {
                let size = part.bytes().await.map_or(0, |bytes| bytes.len());
                if !file.is_empty() {
                    submission.file = Some((file, size));
                }
            }
            None => submission.fields.push((name, part.text().await.unwrap_or_default())),
        }
    }
    let said = submission.faults();
    let mut state = site.lock();
    if !said.is_empty() {
        let page = form_page(&said, &submission.fields);
        state.form.refused.push(submission);
        return (StatusCode::UNPROCESSABLE_ENTITY, page).into_response();
    }
    let secret = ["password", "code", "card", "token"];
    let rows: String = submission
        .fields
        .iter()
        .filter(|(name, value)| !value.is_empty() && !secret.contains(&name.as_str()))
        .map(|(name, value)| format!("<tr><th>{}</th><td>{}</td></tr>", escape(name), escape(value)))
        .collect();
    state.form.accepted.push(submission);
    let number = state.form.accepted.len().to_string();
    let main = fill(include_str!("assets/form/done.html"), &[("number", &number), ("rows", &rows)]);
    page("Registration received", "Registration", "/form", "", &main).into_response()
}
