//! An authorization server that takes only what the RFCs let it take.

use super::fake::{Authorizing, Code, Known, REDIRECT, World};
use crate::oauth::WindowError;
use base64::Engine;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};
use edith_http::HttpRequest;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use url::Url;

impl World {
    pub(super) fn register(&self, issuer: &str, server: &Authorizing, request: &HttpRequest) -> (u16, String) {
        let body: Value = serde_json::from_str(request.body.as_deref().unwrap_or_default()).unwrap_or_default();
        self.expect(request.headers.get("content-type").is_some_and(|kind| kind == "application/json"), "type");
        self.expect(body["redirect_uris"] == json!([REDIRECT]), "redirect_uris");
        self.expect(body["application_type"] == "web", "application_type of an https redirect address");
        self.expect(body["response_types"] == json!(["code"]), "response_types");
        self.expect(body["grant_types"] == json!(["authorization_code", "refresh_token"]), "grant_types");
        let method =
            server.methods.borrow().iter().copied().find(|method| body["token_endpoint_auth_method"] == *method);
        let Some(method) = method else {
            self.breach("a method that the server does not take");
            return (400, json!({ "error": "invalid_client_metadata" }).to_string());
        };
        if let Some((status, answer)) = server.registration_answer.borrow().clone() {
            return (status, answer);
        }
        server.registered.set(server.registered.get() + 1);
        let id = format!("client-{}-of-{issuer}", server.registered.get());
        let secret = (method != "none").then(|| format!("secret+{} of {issuer}", server.registered.get()));
        if let Some(secret) = &secret {
            self.keep_secret(secret, issuer);
        }
        let known = Known { secret: secret.clone(), method, redirect_uri: REDIRECT.to_owned() };
        server.clients.borrow_mut().insert(id.clone(), known);
        let mut answer = json!({ "client_id": id, "token_endpoint_auth_method": method });
        if let Some(secret) = secret {
            answer["client_secret"] = json!(secret);
            answer["client_secret_expires_at"] = json!(0);
        }
        (201, answer.to_string())
    }

    pub(super) fn authorize(&self, issuer: &str, server: &Authorizing, url: &Url) -> Result<Url, WindowError> {
        let mut query: BTreeMap<String, String> = BTreeMap::new();
        for (name, value) in url.query_pairs().into_owned() {
            let is_new = query.insert(name, value).is_none();
            self.expect(is_new, "a parameter twice");
        }
        let get = |name: &str| query.get(name).cloned().unwrap_or_default();
        self.expect(get("response_type") == "code", "response_type");
        self.expect(get("code_challenge_method") == "S256", "code_challenge_method");
        self.expect(get("code_challenge").len() == 43, "code_challenge");
        self.expect(get("state").len() >= 43, "state");
        self.expect(get("resource") == *self.0.resource.borrow(), "resource");
        self.expect(query.get("scope").is_none_or(|scope| !scope.is_empty()), "an empty scope");
        let id = get("client_id");
        let known = server.clients.borrow().get(&id).cloned();
        if known.is_none() && server.registered.get() > 0 {
            return Err(WindowError::NotLoaded);
        }
        self.expect(known.is_some_and(|known| known.redirect_uri == get("redirect_uri")), "client and redirect_uri");
        let code = format!("code-{}&of={issuer}", self.0.opened.borrow().len());
        self.keep_secret(&code, issuer);
        let given = Code {
            client: id,
            challenge: get("code_challenge"),
            resource: get("resource"),
            scope: query.get("scope").cloned(),
        };
        server.codes.borrow_mut().insert(code.clone(), given);
        let mut back = Url::parse(&get("redirect_uri")).unwrap();
        back.query_pairs_mut().append_pair("code", &code).append_pair("state", &get("state"));
        if self.0.says_issuer.get() {
            back.query_pairs_mut().append_pair("iss", issuer);
        }
        Ok(back)
    }

    /// Which client a token request is of, if it proves it as it was registered.
    fn prove(&self, server: &Authorizing, request: &HttpRequest, form: &BTreeMap<String, String>) -> Option<String> {
        let basic = request.headers.get("authorization").and_then(|value| {
            let pair = BASE64_STANDARD.decode(value.strip_prefix("Basic ")?).ok()?;
            let pair = String::from_utf8(pair).ok()?;
            let (id, secret) = pair.split_once(':')?;
            let plain = |text: &str| {
                let text = format!("x={text}");
                url::form_urlencoded::parse(text.as_bytes()).next().unwrap().1.into_owned()
            };
            Some((plain(id), plain(secret)))
        });
        let (id, secret, method) = match (basic, form.get("client_id"), form.get("client_secret")) {
            // As servers on the Python SDK are: they look for the client in the body.
            (Some((id, secret)), Some(named), None) if id == *named => (id, Some(secret), "client_secret_basic"),
            (None, Some(id), Some(secret)) => (id.clone(), Some(secret.clone()), "client_secret_post"),
            (None, Some(id), None) => (id.clone(), None, "none"),
            _ => return None,
        };
        let clients = server.clients.borrow();
        let known = clients.get(&id)?;
        (known.method == method && known.secret == secret).then_some(id)
    }

    pub(super) fn token(&self, issuer: &str, server: &Authorizing, request: &HttpRequest) -> (u16, String) {
        let kind = request.headers.get("content-type").map(String::as_str);
        self.expect(kind == Some("application/x-www-form-urlencoded"), "the type of a token request");
        let mut form: BTreeMap<String, String> = BTreeMap::new();
        for (name, value) in url::form_urlencoded::parse(request.body.as_deref().unwrap_or_default().as_bytes()) {
            let is_new = form.insert(name.into_owned(), value.into_owned()).is_none();
            self.expect(is_new, "a parameter twice");
        }
        let get = |name: &str| form.get(name).cloned().unwrap_or_default();
        self.keep_secret(&get("code_verifier"), issuer);
        self.0.secrets.borrow_mut().retain(|(secret, _)| !secret.is_empty());
        if let Some((status, answer)) = server.token_answer.borrow().clone() {
            return (status, answer.replace("{body}", request.body.as_deref().unwrap_or_default()));
        }
        let refuse = |error: &str| (400, json!({ "error": error, "error_description": "no" }).to_string());
        let Some(client) = self.prove(server, request, &form) else { return refuse("invalid_client") };
        let scope = match get("grant_type").as_str() {
            "authorization_code" => {
                let Some(code) = server.codes.borrow_mut().remove(&get("code")) else { return refuse("invalid_grant") };
                let digest = BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(get("code_verifier").as_bytes()));
                self.expect((43..=128).contains(&get("code_verifier").len()), "the verifier's length");
                self.expect(digest == code.challenge, "the verifier");
                self.expect(get("redirect_uri") == REDIRECT, "redirect_uri");
                self.expect(get("resource") == code.resource, "resource");
                self.expect(client == code.client, "another client's code");
                code.scope
            }
            "refresh_token" => {
                self.expect(get("resource") == *self.0.resource.borrow(), "resource");
                let mut good = server.refresh.borrow_mut();
                if good.get(&get("refresh_token")) != Some(&client) {
                    // A token used twice ends them all (OAuth 2.1, 4.3.1).
                    good.clear();
                    return refuse("invalid_grant");
                }
                if server.rotates.get() {
                    good.remove(&get("refresh_token"));
                }
                None
            }
            _ => return refuse("unsupported_grant_type"),
        };
        server.tokens.set(server.tokens.get() + 1);
        let access = format!("access-{}-{issuer}", server.tokens.get());
        self.keep_secret(&access, "nobody that signs in");
        let mut answer = json!({ "access_token": access, "token_type": "bearer", "expires_in": 3600 });
        if server.rotates.get() || get("grant_type") == "authorization_code" {
            let refresh = format!("refresh-{}-{issuer}", server.tokens.get());
            self.keep_secret(&refresh, issuer);
            answer["refresh_token"] = json!(refresh);
            server.refresh.borrow_mut().insert(refresh, client);
        }
        match (server.grants.borrow().as_str(), scope) {
            ("", Some(scope)) => answer["scope"] = json!(scope),
            ("", None) => {}
            (granted, _) => answer["scope"] = json!(granted),
        }
        (200, answer.to_string())
    }
}
