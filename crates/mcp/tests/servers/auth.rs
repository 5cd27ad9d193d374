//! An authorization server with one resource, and the window in which the person signs in to it.

use async_trait::async_trait;
use edith_http::HttpRequest;
use edith_mcp::oauth::{AuthWindow, WindowError};
use edith_testkit::{FakeAnswer, Piece};
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use url::Url;

/// The server that wants a sign-in, and where.
pub(crate) const RESOURCE: &str = "mcp.example";
pub(crate) const AUTH: &str = "auth.example";
const REDIRECT: &str = "https://abc.chromiumapp.org/mcp";

/// An authorization server. Each of its tokens is good until another is asked for.
#[derive(Default)]
pub(crate) struct Auth {
    /// How many tokens it gave.
    pub(crate) given: Cell<u32>,
    /// The requests for tokens, by their fields.
    pub(crate) asked: RefCell<Vec<BTreeMap<String, String>>>,
    /// The addresses that the person saw.
    pub(crate) opened: RefCell<Vec<Url>>,
    /// Seconds that a token is good for; 0: it does not say.
    pub(crate) lasts: Cell<u32>,
    /// It takes this long for a token, in milliseconds.
    pub(crate) slow: Cell<u64>,
    /// The last token that is good no more.
    ended: Cell<u32>,
    /// It no longer takes a refresh token.
    pub(crate) revoked: Cell<bool>,
}

fn document(value: &Value) -> FakeAnswer {
    FakeAnswer::ok(value.to_string())
}

impl Auth {
    /// The only token that is good now.
    pub(crate) fn token(&self) -> String {
        format!("access-{}", self.given.get())
    }

    /// The token is good no more; its refresh token is.
    pub(crate) fn end_token(&self) {
        self.ended.set(self.given.get());
    }

    /// Whether a request may be carried out.
    pub(crate) fn lets(&self, authorization: Option<&str>) -> bool {
        self.given.get() > self.ended.get() && authorization == Some(&format!("Bearer {}", self.token()))
    }

    /// The requests for tokens of this grant.
    pub(crate) fn count(&self, grant: &str) -> usize {
        self.asked.borrow().iter().filter(|asked| asked["grant_type"] == grant).count()
    }

    /// The answer to a request that is for it, or for the resource's description.
    pub(crate) fn answer(&self, request: &HttpRequest) -> Option<FakeAnswer> {
        let url = Url::parse(&request.url).unwrap();
        let issuer = format!("https://{AUTH}");
        Some(match (url.host_str()?, url.path()) {
            (host, "/.well-known/oauth-protected-resource/mcp") if host == RESOURCE => document(&json!({
                "resource": format!("https://{RESOURCE}/mcp"), "authorization_servers": [issuer],
            })),
            (AUTH, "/.well-known/oauth-authorization-server") => document(&json!({
                "issuer": issuer,
                "authorization_endpoint": format!("{issuer}/authorize"),
                "token_endpoint": format!("{issuer}/token"),
                "registration_endpoint": format!("{issuer}/register"),
                "response_types_supported": ["code"],
                "code_challenge_methods_supported": ["S256"],
                "token_endpoint_auth_methods_supported": ["none"],
            })),
            (AUTH, "/register") => document(&json!({ "client_id": "edith-here" })),
            (AUTH, "/token") => self.give(request),
            (_, path) if path.starts_with("/.well-known/") => FakeAnswer::status(404, &[], ""),
            _ => return None,
        })
    }

    fn give(&self, request: &HttpRequest) -> FakeAnswer {
        let body = request.body.clone().unwrap_or_default();
        let fields: BTreeMap<String, String> = url::form_urlencoded::parse(body.as_bytes()).into_owned().collect();
        let is_good = match fields["grant_type"].as_str() {
            "refresh_token" => {
                !self.revoked.get() && fields["refresh_token"] == format!("refresh-{}", self.given.get())
            }
            _ => fields["code"] == "the-code",
        };
        self.asked.borrow_mut().push(fields);
        if !is_good {
            return FakeAnswer::status(400, &[], r#"{"error":"invalid_grant"}"#);
        }
        let number = self.given.get() + 1;
        self.given.set(number);
        let mut token = json!({
            "access_token": format!("access-{number}"), "refresh_token": format!("refresh-{number}"), "token_type": "Bearer",
        });
        if self.lasts.get() > 0 {
            token["expires_in"] = self.lasts.get().into();
        }
        FakeAnswer::pieces([Piece::Pause(self.slow.get()), Piece::Bytes(token.to_string().into_bytes())])
    }
}

#[async_trait(?Send)]
impl AuthWindow for Auth {
    fn redirect_uri(&self) -> String {
        REDIRECT.to_owned()
    }

    async fn open(&self, url: &str) -> Result<String, WindowError> {
        let url = Url::parse(url).unwrap();
        let state = url.query_pairs().find(|(name, _)| name == "state").unwrap().1.into_owned();
        self.opened.borrow_mut().push(url);
        Ok(format!("{REDIRECT}?code=the-code&state={state}"))
    }
}
