//! What enemies try: how a good sign-in is spoilt, how far it may get, and what has to come of it.

use super::fake::{AUTH, SERVER, World, metadata};
use crate::oauth::SignInError;
use serde_json::{Value, json};

/// Where a sign-in has to end: before anything is asked of the authorization server, before the window, or before a code is told to anybody.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Ends {
    BeforeRegistering,
    BeforeWindow,
    BeforeToken,
    AtToken,
}

pub(super) type Row = (&'static str, Ends, fn(&World), fn(&SignInError) -> bool);

/// Changes the window's answer: `None` takes a parameter away.
fn answers(world: &World, name: &'static str, value: Option<&'static str>) {
    world.twist(move |back| {
        let mut pairs: Vec<(String, String)> =
            back.query_pairs().into_owned().filter(|(known, _)| known != name).collect();
        pairs.extend(value.map(|value| (name.to_owned(), value.to_owned())));
        let mut back = back;
        back.query_pairs_mut().clear().extend_pairs(pairs);
        Ok(back.into())
    });
}

fn adds(world: &World, more: &'static str) {
    world.twist(move |back| Ok(format!("{back}&{more}")));
}

fn forged(error: &SignInError) -> bool {
    *error == SignInError::Forged
}

pub(super) fn no_safe_address(error: &SignInError) -> bool {
    matches!(error, SignInError::UnsafeAddress { .. })
}

fn own_network(error: &SignInError) -> bool {
    matches!(error, SignInError::OwnNetwork { .. })
}

fn huge() -> String {
    format!(r#"{{"resource":"{}"}}"#, "x".repeat(1_000_001))
}

const PRM: &str = "https://mcp.example/.well-known/oauth-protected-resource/mcp";

pub(super) const ROWS: &[Row] = &[
    (
        "mix-up: another issuer answers",
        Ends::BeforeToken,
        |w| answers(w, "iss", Some("https://honest.example")),
        forged,
    ),
    ("mix-up: the promised issuer is missing", Ends::BeforeToken, |w| answers(w, "iss", None), forged),
    (
        "an issuer with a slash is another one",
        Ends::BeforeToken,
        |w| answers(w, "iss", Some("https://auth.example/")),
        forged,
    ),
    (
        "an issuer in capitals is another one",
        Ends::BeforeToken,
        |w| answers(w, "iss", Some("https://AUTH.example")),
        forged,
    ),
    (
        "an issuer with its port is another one",
        Ends::BeforeToken,
        |w| answers(w, "iss", Some("https://auth.example:443")),
        forged,
    ),
    ("two issuers", Ends::BeforeToken, |w| adds(w, "iss=https%3A%2F%2Fauth.example"), forged),
    (
        "another issuer where none was promised",
        Ends::BeforeToken,
        |w| {
            w.describe("authorization_response_iss_parameter_supported", Value::Null);
            answers(w, "iss", Some("https://honest.example"));
        },
        forged,
    ),
    ("wrong state", Ends::BeforeToken, |w| answers(w, "state", Some("guessed")), forged),
    ("no state", Ends::BeforeToken, |w| answers(w, "state", None), forged),
    ("two states", Ends::BeforeToken, |w| adds(w, "state=x"), forged),
    ("two codes", Ends::BeforeToken, |w| adds(w, "code=injected"), forged),
    ("no code", Ends::BeforeToken, |w| answers(w, "code", None), |e| matches!(e, SignInError::BadAnswer { .. })),
    (
        "an error of another issuer is not shown",
        Ends::BeforeToken,
        |w| {
            w.twist(|b| {
                Ok(format!(
                    "{}?error=x&error_description=Call+0900&iss=https%3A%2F%2Fhonest.example",
                    b.as_str().split('?').next().unwrap()
                ))
            })
        },
        |e| forged(e) && !e.to_string().contains("0900"),
    ),
    (
        "an error without the state is not shown",
        Ends::BeforeToken,
        |w| w.twist(|_| Ok("https://abc.chromiumapp.org/mcp?error=x&iss=https%3A%2F%2Fauth.example".into())),
        forged,
    ),
    (
        "an answer at another path",
        Ends::BeforeToken,
        |w| w.twist(|b| Ok(b.as_str().replace("/mcp?", "/other?"))),
        forged,
    ),
    (
        "an answer at another host",
        Ends::BeforeToken,
        |w| w.twist(|b| Ok(b.as_str().replace("abc.chromiumapp", "abd.chromiumapp"))),
        forged,
    ),
    ("no address at all", Ends::BeforeToken, |w| w.twist(|_| Ok("about blank".into())), forged),
    (
        "a code of somebody else",
        Ends::AtToken,
        |w| answers(w, "code", Some("injected")),
        |e| matches!(e, SignInError::Refused { code, .. } if code == "invalid_grant"),
    ),
    (
        "the person refuses",
        Ends::BeforeToken,
        |w| {
            answers(w, "error", Some("access_denied"));
        },
        |e| matches!(e, SignInError::Refused { code, .. } if code == "access_denied"),
    ),
    (
        "no PKCE",
        Ends::BeforeRegistering,
        |w| w.describe("code_challenge_methods_supported", Value::Null),
        |e| matches!(e, SignInError::NoPkce { .. }),
    ),
    (
        "PKCE without S256",
        Ends::BeforeRegistering,
        |w| w.describe("code_challenge_methods_supported", json!(["plain"])),
        |e| matches!(e, SignInError::NoPkce { .. }),
    ),
    (
        "PKCE with an empty list",
        Ends::BeforeRegistering,
        |w| w.describe("code_challenge_methods_supported", json!([])),
        |e| matches!(e, SignInError::NoPkce { .. }),
    ),
    (
        "no PKCE in OpenID metadata",
        Ends::BeforeRegistering,
        |w| {
            let mut described = metadata(AUTH);
            described.as_object_mut().unwrap().remove("code_challenge_methods_supported");
            w.0.documents.borrow_mut().remove(&format!("{AUTH}/.well-known/oauth-authorization-server"));
            w.document(&format!("{AUTH}/.well-known/openid-configuration"), &described);
        },
        |e| matches!(e, SignInError::NoPkce { .. }),
    ),
    (
        "metadata of another issuer",
        Ends::BeforeRegistering,
        |w| w.describe("issuer", json!("https://honest.example")),
        |e| matches!(e, SignInError::OtherIssuer { .. }),
    ),
    (
        "metadata without an issuer",
        Ends::BeforeRegistering,
        |w| w.describe("issuer", Value::Null),
        |e| matches!(e, SignInError::NoMetadata { .. }),
    ),
    (
        "only the implicit flow",
        Ends::BeforeRegistering,
        |w| w.describe("response_types_supported", json!(["token"])),
        |e| matches!(e, SignInError::Unsupported { .. }),
    ),
    (
        "only client credentials",
        Ends::BeforeRegistering,
        |w| w.describe("grant_types_supported", json!(["client_credentials"])),
        |e| matches!(e, SignInError::Unsupported { .. }),
    ),
    (
        "an http token endpoint",
        Ends::BeforeRegistering,
        |w| w.describe("token_endpoint", json!("http://auth.example/token")),
        no_safe_address,
    ),
    (
        "an http authorization endpoint",
        Ends::BeforeRegistering,
        |w| w.describe("authorization_endpoint", json!("http://auth.example/authorize")),
        no_safe_address,
    ),
    (
        "an http registration endpoint",
        Ends::BeforeRegistering,
        |w| w.describe("registration_endpoint", json!("http://auth.example/register")),
        no_safe_address,
    ),
    (
        "a javascript: authorization endpoint",
        Ends::BeforeRegistering,
        |w| w.describe("authorization_endpoint", json!("javascript:alert(1)//")),
        no_safe_address,
    ),
    (
        "a chrome: authorization endpoint",
        Ends::BeforeRegistering,
        |w| w.describe("authorization_endpoint", json!("chrome://settings/")),
        no_safe_address,
    ),
    (
        "a file: token endpoint",
        Ends::BeforeRegistering,
        |w| w.describe("token_endpoint", json!("file:///etc/passwd")),
        no_safe_address,
    ),
    (
        "a data: authorization endpoint",
        Ends::BeforeRegistering,
        |w| w.describe("authorization_endpoint", json!("data:text/html,x")),
        no_safe_address,
    ),
    (
        "an endpoint with a password",
        Ends::BeforeRegistering,
        |w| w.describe("token_endpoint", json!("https://u:p@auth.example/token")),
        no_safe_address,
    ),
    (
        "an endpoint with a fragment",
        Ends::BeforeRegistering,
        |w| w.describe("authorization_endpoint", json!("https://auth.example/authorize#x")),
        no_safe_address,
    ),
    (
        "an endpoint that sets the redirect itself",
        Ends::BeforeWindow,
        |w| {
            w.describe(
                "authorization_endpoint",
                json!("https://auth.example/authorize?redirect_uri=https://evil.example"),
            )
        },
        no_safe_address,
    ),
    (
        "a token endpoint in the person's network",
        Ends::BeforeRegistering,
        |w| w.describe("token_endpoint", json!("https://192.168.1.1/token")),
        own_network,
    ),
    (
        "a registration endpoint on the person's machine",
        Ends::BeforeRegistering,
        |w| w.describe("registration_endpoint", json!("http://localhost:11434/api")),
        own_network,
    ),
    (
        "metadata on the person's machine",
        Ends::BeforeRegistering,
        |w| w.resource(SERVER, &["http://127.0.0.1:8080"]),
        own_network,
    ),
    ("an http issuer", Ends::BeforeRegistering, |w| w.resource(SERVER, &["http://auth.example"]), no_safe_address),
    (
        "a resource of another",
        Ends::BeforeRegistering,
        |w| w.resource("https://bank.example/mcp", &[AUTH]),
        |e| matches!(e, SignInError::OtherResource { .. }),
    ),
    (
        "no authorization server",
        Ends::BeforeRegistering,
        |w| w.resource(SERVER, &[]),
        |e| matches!(e, SignInError::NoMetadata { .. }),
    ),
    (
        "an authorization server without metadata",
        Ends::BeforeRegistering,
        |w| w.resource(SERVER, &["https://nothing.example"]),
        |e| matches!(e, SignInError::NoMetadata { .. }),
    ),
    (
        "the named metadata is not there",
        Ends::BeforeRegistering,
        |w| {
            w.0.documents.borrow_mut().remove(PRM);
        },
        |e| matches!(e, SignInError::NoMetadata { .. }),
    ),
    (
        "huge resource metadata",
        Ends::BeforeRegistering,
        |w| {
            w.0.documents.borrow_mut().insert(PRM.into(), (200, huge()));
        },
        |e| matches!(e, SignInError::TooLarge { .. }),
    ),
    (
        "a huge error page",
        Ends::BeforeRegistering,
        |w| {
            w.0.documents.borrow_mut().insert(PRM.into(), (404, huge()));
        },
        |e| matches!(e, SignInError::TooLarge { .. }),
    ),
    (
        "a huge token answer",
        Ends::AtToken,
        |w| *w.auth().token_answer.borrow_mut() = Some((200, huge())),
        |e| matches!(e, SignInError::TooLarge { .. }),
    ),
    (
        "a registration endpoint that redirects",
        Ends::BeforeWindow,
        |w| w.0.redirects.borrow_mut().push(format!("{AUTH}/register")),
        |e| matches!(e, SignInError::Redirected { .. }),
    ),
    (
        "a token endpoint that redirects",
        Ends::AtToken,
        |w| w.0.redirects.borrow_mut().push(format!("{AUTH}/token")),
        |e| matches!(e, SignInError::Redirected { .. }),
    ),
    (
        "a token of another kind",
        Ends::AtToken,
        |w| *w.auth().token_answer.borrow_mut() = Some((200, r#"{"access_token":"x","token_type":"mac"}"#.into())),
        |e| matches!(e, SignInError::BadAnswer { .. }),
    ),
    (
        "a token without a kind",
        Ends::AtToken,
        |w| *w.auth().token_answer.borrow_mut() = Some((200, r#"{"access_token":"x"}"#.into())),
        |e| matches!(e, SignInError::BadAnswer { .. }),
    ),
    (
        "a token that breaks the header",
        Ends::AtToken,
        |w| {
            *w.auth().token_answer.borrow_mut() =
                Some((200, "{\"access_token\":\"x\\r\\ncookie: y\",\"token_type\":\"Bearer\"}".into()))
        },
        |e| matches!(e, SignInError::BadAnswer { .. }),
    ),
    (
        "an empty token",
        Ends::AtToken,
        |w| *w.auth().token_answer.borrow_mut() = Some((200, r#"{"access_token":"","token_type":"Bearer"}"#.into())),
        |e| matches!(e, SignInError::BadAnswer { .. }),
    ),
    (
        "a token answer that is a page",
        Ends::AtToken,
        |w| *w.auth().token_answer.borrow_mut() = Some((200, "<html>".into())),
        |e| matches!(e, SignInError::BadAnswer { .. }),
    ),
    (
        "an error that repeats what was sent",
        Ends::AtToken,
        |w| {
            *w.auth().token_answer.borrow_mut() =
                Some((400, r#"{"error":"{body}","error_description":"{body}"}"#.into()))
        },
        |e| matches!(e, SignInError::Refused { .. }),
    ),
    (
        "deeply nested metadata",
        Ends::BeforeRegistering,
        |w| {
            w.0.documents.borrow_mut().insert(PRM.into(), (200, "[".repeat(200_000)));
        },
        |e| matches!(e, SignInError::NoMetadata { .. }),
    ),
];
