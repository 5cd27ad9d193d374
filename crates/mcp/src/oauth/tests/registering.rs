//! What EDITH is to an authorization server.

use super::fake::{AUTH, CHALLENGE, REDIRECT, World, known};
use crate::oauth::{Configured, SignInError};
use serde_json::{Value, json};

const OTHER: &str = "https://other.example";

fn own(id: &str, secret: &str) -> Configured {
    Configured { client_id: Some(id.into()), client_secret: Some(secret.into()), ..Configured::default() }
}

#[test]
fn a_client_is_registered_as_the_server_takes_it_and_proves_itself_so() {
    for (methods, expected) in [
        (&["none"][..], "none"),
        (&["client_secret_basic"], "client_secret_basic"),
        (&["client_secret_post"], "client_secret_post"),
        (&["client_secret_post", "client_secret_basic"], "client_secret_basic"),
        (&["private_key_jwt", "client_secret_post", "none"], "none"),
    ] {
        let world = World::new();
        let auth = world.authorizing(AUTH, methods);
        let signed_in = world.sign_in().unwrap();
        assert_eq!(auth.clients.borrow().values().next().unwrap().method, expected);
        world.refresh(&signed_in).unwrap();
    }
    let world = World::new();
    world.authorizing(AUTH, &["private_key_jwt", "tls_client_auth"]);
    assert_eq!(world.sign_in().unwrap_err(), SignInError::Unsupported { host: "auth.example".into() });
}

#[test]
fn a_server_that_says_nothing_of_methods_takes_client_secret_basic() {
    let world = World::new();
    *world.auth().methods.borrow_mut() = vec!["client_secret_basic"];
    world.describe("token_endpoint_auth_methods_supported", Value::Null);
    world.sign_in().unwrap();
}

#[test]
fn a_registration_is_used_again_at_the_same_server_only() {
    let world = World::new();
    let auth = world.authorizing(AUTH, &["client_secret_basic"]);
    let other = world.authorizing(OTHER, &["client_secret_post"]);
    let first = world.sign_in().unwrap();
    let again = world.sign_in_with(Some(CHALLENGE), Some(&first), &Configured::default()).unwrap();
    assert_eq!((auth.registered.get(), other.registered.get()), (1, 0));
    // The server moves to another authorization server: nothing of the first is told to it, which the fake listens for.
    world.resource(super::fake::SERVER, &[OTHER]);
    let moved = world.sign_in_with(Some(CHALLENGE), Some(&again), &Configured::default()).unwrap();
    assert_eq!((moved.issuer(), auth.registered.get(), other.registered.get()), (OTHER, 1, 1));
    // Among several it is the one of before.
    world.resource(super::fake::SERVER, &[AUTH, OTHER]);
    let kept = world.sign_in_with(Some(CHALLENGE), Some(&moved), &Configured::default()).unwrap();
    assert_eq!((kept.issuer(), other.registered.get()), (OTHER, 1));
    // A sign-in to another server is none of this one's.
    let elsewhere = world.client();
    let root = url::Url::parse("https://mcp.example/").unwrap();
    world.document(
        "https://mcp.example/.well-known/oauth-protected-resource",
        &json!({ "resource": "https://mcp.example/", "authorization_servers": [OTHER] }),
    );
    *world.0.resource.borrow_mut() = "https://mcp.example/".into();
    super::fake::now(elsewhere.sign_in(&root, None, Some(&kept), &Configured::default())).unwrap();
    assert_eq!(other.registered.get(), 2);
}

/// A page about an unknown client never leads back; Chrome says of it only that it could not be loaded.
#[test]
fn a_client_that_the_server_forgot_is_registered_anew_once() {
    let world = World::new();
    let first = world.sign_in().unwrap();
    world.auth().clients.borrow_mut().clear();
    let forgotten = world.opened()["client_id"].clone();
    let again = world.sign_in_with(Some(CHALLENGE), Some(&first), &Configured::default()).unwrap();
    assert_ne!(world.opened()["client_id"], forgotten);
    assert_eq!((world.auth().registered.get(), world.0.opened.borrow().len()), (2, 3));
    // A second failure is reported.
    world.twist(|_| Err(crate::oauth::WindowError::NotLoaded));
    let error = world.sign_in_with(Some(CHALLENGE), Some(&again), &Configured::default()).unwrap_err();
    assert_eq!(error, SignInError::NotLoaded { host: "auth.example".into() });
    assert_eq!((world.auth().registered.get(), world.0.opened.borrow().len()), (3, 5));
}

#[test]
fn an_expired_secret_is_registered_anew() {
    let world = World::new();
    let auth = world.authorizing(AUTH, &["client_secret_basic"]);
    let answer = |id: &str, end: u64| {
        known(&world, AUTH, id, Some("short-lived"), "client_secret_basic");
        let answer = json!({ "client_id": id, "client_secret": "short-lived", "client_secret_expires_at": end });
        *auth.registration_answer.borrow_mut() = Some((201, answer.to_string()));
    };
    answer("one", 2_000);
    let first = world.sign_in().unwrap();
    answer("two", 9_000);
    world.0.clock.set(1_999_999.0);
    world.sign_in_with(Some(CHALLENGE), Some(&first), &Configured::default()).unwrap();
    assert_eq!(world.opened()["client_id"], "one");
    world.0.clock.set(2_000_000.0);
    world.sign_in_with(Some(CHALLENGE), Some(&first), &Configured::default()).unwrap();
    assert_eq!(world.opened()["client_id"], "two");
}

#[test]
fn the_persons_own_client_comes_first_and_stays_with_its_server() {
    let world = World::new();
    world.authorizing(AUTH, &["client_secret_post"]);
    let other = world.authorizing(OTHER, &["client_secret_post"]);
    known(&world, AUTH, "mine", Some("s3cret+/:%"), "client_secret_post");
    let configured = own("mine", "s3cret+/:%");
    let first = world.sign_in_with(Some(CHALLENGE), None, &configured).unwrap();
    assert_eq!((world.opened()["client_id"].as_str(), world.asked("/register")), ("mine", 0));
    world.resource(super::fake::SERVER, &[OTHER]);
    let error = SignInError::ClientOfAnother { issuer: AUTH.into(), host: "other.example".into() };
    assert_eq!(world.sign_in_with(Some(CHALLENGE), Some(&first), &configured).unwrap_err(), error);
    let named = Configured { issuer: Some(AUTH.into()), ..configured };
    assert_eq!(world.sign_in_with(Some(CHALLENGE), None, &named).unwrap_err(), error);
    assert_eq!((world.asked(OTHER), other.registered.get()), (world.asked("GET https://other.example"), 0));
}

#[test]
fn a_secret_is_sent_as_the_header_wants_it() {
    let world = World::new();
    world.authorizing(AUTH, &["client_secret_basic"]);
    known(&world, AUTH, "my client:1", Some("s3cret+/:% ä"), "client_secret_basic");
    world.sign_in_with(Some(CHALLENGE), None, &own("my client:1", "s3cret+/:% ä")).unwrap();
    let world = World::new();
    known(&world, AUTH, "public", None, "none");
    world.sign_in_with(Some(CHALLENGE), None, &own(" public ", " ")).unwrap();
}

#[test]
fn a_metadata_document_stands_for_edith_where_both_sides_have_it() {
    const DOCUMENT: &str = "https://edith.example/client.json";
    let at = |address: &str| Configured { metadata_url: Some(address.into()), ..Configured::default() };
    let world = World::new();
    known(&world, AUTH, DOCUMENT, None, "none");
    world.describe("client_id_metadata_document_supported", json!(true));
    world.sign_in_with(Some(CHALLENGE), None, &at(DOCUMENT)).unwrap();
    assert_eq!((world.opened()["client_id"].as_str(), world.asked("/register")), (DOCUMENT, 0));
    // Nobody fetches it here.
    assert_eq!(world.asked("edith.example"), 0);
    for bad in [
        "http://edith.example/client.json",
        "https://edith.example/",
        "https://me:x@edith.example/c",
        "edith.example/c",
    ] {
        let error = world.sign_in_with(Some(CHALLENGE), None, &at(bad)).unwrap_err();
        assert!(matches!(error, SignInError::UnsafeAddress { .. }), "{bad}: {error:?}");
    }
    // Without support, and without an address, it registers.
    world.sign_in_with(Some(CHALLENGE), None, &Configured::default()).unwrap();
    world.describe("client_id_metadata_document_supported", json!(false));
    world.sign_in_with(Some(CHALLENGE), None, &at(DOCUMENT)).unwrap();
    assert_eq!(world.asked("/register"), 2);
}

#[test]
fn what_a_registration_answers_is_taken_at_its_word_or_refused() {
    let bad = |words: &str| SignInError::BadAnswer { host: "auth.example".into(), words: words.into() };
    let none = SignInError::NoClient { host: "auth.example".into(), redirect_uri: REDIRECT.into() };
    let refused = |code: &str, words: &str| SignInError::Refused {
        host: "auth.example".into(),
        code: code.into(),
        words: words.into(),
    };
    for (status, answer, expected) in [
        (201, r#"{"client_secret":"x"}"#, bad("no client_id")),
        (201, "<html>", bad("no client_id")),
        (
            201,
            r#"{"client_id":"x","token_endpoint_auth_method":"client_secret_basic"}"#,
            bad("token_endpoint_auth_method"),
        ),
        (201, r#"{"client_id":"x","token_endpoint_auth_method":"private_key_jwt"}"#, bad("token_endpoint_auth_method")),
        (404, "", none.clone()),
        (403, "<html>", none),
        (400, r#"{"error":"invalid_redirect_uri"}"#, refused("invalid_redirect_uri", "invalid_redirect_uri")),
        (
            400,
            r#"{"error":"invalid_redirect_uri","error_description":"only\nlocalhost\u0007"}"#,
            refused("invalid_redirect_uri", "only localhost (invalid_redirect_uri)"),
        ),
        (502, "", SignInError::Unreachable { host: "auth.example".into(), words: "502".into() }),
    ] {
        let world = World::new();
        *world.auth().registration_answer.borrow_mut() = Some((status, answer.into()));
        assert_eq!(world.sign_in().unwrap_err(), expected, "{answer}");
        assert_eq!(world.0.opened.borrow().len(), 0);
    }
    let world = World::new();
    world.describe("registration_endpoint", Value::Null);
    assert!(matches!(world.sign_in().unwrap_err(), SignInError::NoClient { .. }));
}
