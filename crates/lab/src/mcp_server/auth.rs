//! The authorization server: metadata, registration, the page with its buttons, tokens.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::{Form, Query, State as Shared};
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Json, Response};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::state::{Grant, Inner};

type Fields = BTreeMap<String, String>;

fn field<'a>(fields: &'a Fields, name: &str) -> &'a str {
    fields.get(name).map(String::as_str).unwrap_or_default()
}

pub(super) async fn resource(Shared(inner): Shared<Arc<Inner>>) -> Json<Value> {
    let origin = &inner.origin;
    Json(json!({
        "resource": format!("{origin}/mcp"),
        "authorization_servers": [origin],
        "scopes_supported": ["read"],
    }))
}

pub(super) async fn metadata(Shared(inner): Shared<Arc<Inner>>) -> Json<Value> {
    let origin = &inner.origin;
    Json(json!({
        "issuer": origin,
        "authorization_endpoint": format!("{origin}/authorize"),
        "token_endpoint": format!("{origin}/token"),
        "registration_endpoint": format!("{origin}/register"),
        "response_types_supported": ["code"],
        "grant_types_supported": ["authorization_code", "refresh_token"],
        "token_endpoint_auth_methods_supported": ["none"],
        "code_challenge_methods_supported": ["S256"],
        "authorization_response_iss_parameter_supported": true,
    }))
}

/// A refusal as token and registration endpoints word it.
fn refused(inner: &Inner, error: &str) -> Response {
    inner.lock().notes.push(format!("refused {error}"));
    (StatusCode::BAD_REQUEST, Json(json!({ "error": error }))).into_response()
}

pub(super) async fn register(Shared(inner): Shared<Arc<Inner>>, Json(body): Json<Value>) -> Response {
    let redirects = body.get("redirect_uris").and_then(Value::as_array);
    let Some([Value::String(redirect)]) = redirects.map(Vec::as_slice) else {
        return refused(&inner, "invalid_redirect_uri");
    };
    if body.get("token_endpoint_auth_method") != Some(&json!("none")) {
        return refused(&inner, "invalid_client_metadata");
    }
    let mut state = inner.lock();
    state.count += 1;
    let id = format!("client-{}", state.count);
    state.clients.insert(id.clone(), redirect.clone());
    state.notes.push("registered".to_owned());
    (StatusCode::CREATED, Json(json!({ "client_id": id, "token_endpoint_auth_method": "none" }))).into_response()
}

/// Why an authorization request gets a page with an error, and is led nowhere.
fn wrong(inner: &Inner, fields: &Fields) -> Option<&'static str> {
    let known = inner.lock().clients.get(field(fields, "client_id")).cloned();
    match known {
        None => Some("Unknown client."),
        Some(redirect) if redirect != field(fields, "redirect_uri") => Some("Another redirect address."),
        _ if field(fields, "resource") != format!("{}/mcp", inner.origin) => Some("Another resource."),
        _ if field(fields, "response_type") != "code" => Some("No code."),
        _ if field(fields, "code_challenge_method") != "S256" || field(fields, "code_challenge").len() != 43 => {
            Some("No PKCE.")
        }
        _ => None,
    }
}

pub(super) async fn page(Shared(inner): Shared<Arc<Inner>>, Query(fields): Query<Fields>) -> Response {
    if let Some(wrong) = wrong(&inner, &fields) {
        inner.lock().notes.push(format!("page {wrong}"));
        return (StatusCode::BAD_REQUEST, wrong).into_response();
    }
    let hidden: String = fields
        .iter()
        .map(|(name, value)| {
            let escaped = |text: &str| text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
            format!("<input type=\"hidden\" name=\"{}\" value=\"{}\">", escaped(name), escaped(value))
        })
        .collect();
    Html(format!(
        "<!doctype html><html lang=\"en\"><title>Sample sign-in</title><h1>Let EDITH use the sample server?</h1>\
         <form method=\"post\" action=\"/authorize\">{hidden}<button id=\"allow\" name=\"decision\" value=\"allow\">Allow</button> \
         <button id=\"deny\" name=\"decision\" value=\"deny\">Deny</button></form></html>"
    ))
    .into_response()
}

pub(super) async fn decide(Shared(inner): Shared<Arc<Inner>>, Form(fields): Form<Fields>) -> Response {
    if let Some(wrong) = wrong(&inner, &fields) {
        return (StatusCode::BAD_REQUEST, wrong).into_response();
    }
    let outcome = if field(&fields, "decision") == "allow" {
        let mut state = inner.lock();
        state.count += 1;
        let code = format!("code-{}", state.count);
        let grant = Grant {
            client: field(&fields, "client_id").to_owned(),
            scope: field(&fields, "scope").to_owned(),
            challenge: field(&fields, "code_challenge").to_owned(),
        };
        state.codes.insert(code.clone(), grant);
        ("code", code)
    } else {
        ("error", "access_denied".to_owned())
    };
    let encoded = |text: &str| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
    let back = format!(
        "{}?{}={}&state={}&iss={}",
        field(&fields, "redirect_uri"),
        outcome.0,
        encoded(&outcome.1),
        encoded(field(&fields, "state")),
        encoded(&inner.origin),
    );
    (StatusCode::FOUND, [(header::LOCATION, back)]).into_response()
}

pub(super) async fn token(Shared(inner): Shared<Arc<Inner>>, Form(fields): Form<Fields>) -> Response {
    let kind = field(&fields, "grant_type").to_owned();
    let granted = {
        let mut state = inner.lock();
        match kind.as_str() {
            "authorization_code" => state.codes.remove(field(&fields, "code")),
            "refresh_token" => state.refresh.remove(field(&fields, "refresh_token")),
            _ => None,
        }
    };
    let Some(grant) = granted else { return refused(&inner, "invalid_grant") };
    let digest = BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(field(&fields, "code_verifier").as_bytes()));
    let is_proven = kind == "refresh_token"
        || digest == grant.challenge
            && inner.lock().clients.get(&grant.client).map(String::as_str)
                == fields.get("redirect_uri").map(String::as_str);
    if !is_proven || grant.client != field(&fields, "client_id") {
        return refused(&inner, "invalid_grant");
    }
    if field(&fields, "resource") != format!("{}/mcp", inner.origin) {
        return refused(&inner, "invalid_target");
    }
    let mut state = inner.lock();
    state.count += 1;
    let (access, refresh) = (format!("access-{}", state.count), format!("refresh-{}", state.count));
    state.access.insert(access.clone(), grant.scope.clone());
    state.refresh.insert(refresh.clone(), grant.clone());
    state.notes.push(format!("token {kind}"));
    Json(json!({
        "access_token": access,
        "token_type": "Bearer",
        "expires_in": 3600,
        "refresh_token": refresh,
        "scope": grant.scope,
    }))
    .into_response()
}
