//! Which scopes are asked for, and how often.

use super::fake::{AUTH, CHALLENGE, SERVER, World};
use crate::oauth::{Configured, SignInError};
use serde_json::json;

const NONE: Configured = Configured { client_id: None, client_secret: None, issuer: None, metadata_url: None };

fn more(scopes: &str) -> String {
    format!(r#"Bearer error="insufficient_scope", scope="{scopes}""#)
}

#[test]
fn scopes_come_from_the_challenge_else_the_resource_else_from_nobody() {
    let world = World::new();
    world.sign_in().unwrap();
    assert_eq!(world.opened()["scope"], "read");
    world.sign_in_with(Some("Bearer"), None, &NONE).unwrap();
    assert_eq!(world.opened()["scope"], "basic");
    world.document(
        "https://mcp.example/.well-known/oauth-protected-resource/mcp",
        &json!({ "resource": SERVER, "authorization_servers": [AUTH] }),
    );
    world.describe("scopes_supported", json!(["everything", "offline_access"]));
    world.sign_in_with(Some("Bearer"), None, &NONE).unwrap();
    assert!(!world.opened().contains_key("scope"));
}

#[test]
fn refresh_tokens_are_asked_for_where_that_is_a_scope() {
    let world = World::new();
    world.describe("scopes_supported", json!(["read", "write", "offline_access"]));
    world.sign_in().unwrap();
    let opened = world.opened();
    assert_eq!((opened["scope"].as_str(), opened["prompt"].as_str()), ("read offline_access", "consent"));
    world.describe("scopes_supported", json!(["read"]));
    world.sign_in().unwrap();
    let opened = world.opened();
    assert_eq!((opened["scope"].as_str(), opened.contains_key("prompt")), ("read", false));
}

#[test]
fn more_scopes_are_asked_for_with_those_of_before() {
    let world = World::new();
    let first = world.sign_in().unwrap();
    let second = world.sign_in_with(Some(&more("write")), Some(&first), &NONE).unwrap();
    assert_eq!(world.opened()["scope"], "read write");
    // What was asked for and not granted is asked for again with it; a 401 keeps them too.
    let third = world.sign_in_with(Some(CHALLENGE), Some(&second), &NONE).unwrap();
    assert_eq!((world.opened()["scope"].as_str(), third.scopes().len()), ("read write", 2));
    // Another authorization server has other scopes.
    world.authorizing("https://other.example", &["none"]);
    world.resource(SERVER, &["https://other.example"]);
    world.sign_in_with(Some(CHALLENGE), Some(&third), &NONE).unwrap();
    assert_eq!(world.opened()["scope"], "read");
}

#[test]
fn a_server_that_asks_for_what_was_granted_is_not_asked_again() {
    let world = World::new();
    let first = world.sign_in().unwrap();
    for challenge in [more("read"), more("")] {
        let opened = world.0.requests.borrow().len();
        let error = world.sign_in_with(Some(&challenge), Some(&first), &NONE).unwrap_err();
        assert!(matches!(error, SignInError::TooManyScopes { .. }), "{error:?}");
        assert_eq!(world.0.requests.borrow().len(), opened);
    }
}

#[test]
fn an_endless_step_up_ends() {
    // With a new scope each time, and with one that is never granted.
    for endless in [true, false] {
        let world = World::new();
        let mut signed_in = world.sign_in().unwrap();
        *world.auth().grants.borrow_mut() = "read".into();
        let mut rounds = 0;
        let error = loop {
            let scope = if endless { format!("s{rounds}") } else { "never".into() };
            match world.sign_in_with(Some(&more(&scope)), Some(&signed_in), &NONE) {
                Ok(next) => signed_in = next,
                Err(error) => break error,
            }
            rounds += 1;
            assert!(rounds < 10, "it never ends");
            world.0.clock.advance(60_000.0);
            // Renewing the token is not a new beginning.
            signed_in = world.refresh(&signed_in).unwrap();
        };
        assert_eq!(rounds, 3);
        assert!(matches!(error, SignInError::TooManyScopes { .. }), "{error:?}");
        // An hour after the first it may be asked again.
        world.0.clock.advance(3_600_000.0);
        world.sign_in_with(Some(&more("later")), Some(&signed_in), &NONE).unwrap();
    }
}
