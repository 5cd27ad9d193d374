//! Refresh tokens.

use super::fake::{AUTH, CHALLENGE, SERVER, World};
use crate::oauth::{Configured, SignInError, SignedIn};
use serde_json::json;
use url::Url;

fn header(signed_in: &SignedIn) -> String {
    signed_in.header(&Url::parse(SERVER).unwrap(), 1_000_000.0).unwrap()
}

#[test]
fn a_rotated_token_replaces_the_old_one_and_another_is_kept() {
    for rotates in [true, false] {
        let world = World::new();
        world.auth().rotates.set(rotates);
        let mut signed_in = world.sign_in().unwrap();
        for round in 2..5 {
            let before = signed_in.clone();
            signed_in = world.refresh(&before).unwrap();
            assert_eq!(header(&signed_in), format!("Bearer access-{round}-{AUTH}"));
            assert_eq!(signed_in.scopes(), before.scopes());
        }
        assert_eq!(world.0.opened.borrow().len(), 1);
    }
}

/// The answer to a refresh is lost, or two refresh at once: the server takes the second for a thief and ends everything.
#[test]
fn a_lost_rotation_ends_in_signing_in_again() {
    let world = World::new();
    let signed_in = world.sign_in().unwrap();
    world.auth().loses_answers.set(true);
    let error = world.refresh(&signed_in).unwrap_err();
    assert!(error.is_temporary(), "{error:?}");
    world.auth().loses_answers.set(false);
    assert_eq!(world.refresh(&signed_in).unwrap_err(), SignInError::SignInAgain);
    let again = world.sign_in_with(Some(CHALLENGE), Some(&signed_in), &Configured::default()).unwrap();
    world.refresh(&again).unwrap();
    assert_eq!(world.auth().registered.get(), 1);
}

#[test]
fn what_cannot_be_renewed_is_said_to_be_over_and_what_may_be_later_is_not() {
    for (status, answer, expected) in [
        (400, r#"{"error":"invalid_grant"}"#, SignInError::SignInAgain),
        (400, r#"{"error":"invalid_scope"}"#, SignInError::SignInAgain),
        (200, r#"{"error":"invalid_grant"}"#, SignInError::SignInAgain),
        (200, r#"{"access_token":"x","token_type":"DPoP"}"#, SignInError::SignInAgain),
        (404, "<html>", SignInError::SignInAgain),
        (401, r#"{"error":"invalid_client"}"#, SignInError::ClientForgotten { host: "auth.example".into() }),
        (503, "", SignInError::Unreachable { host: "auth.example".into(), words: "503".into() }),
        (
            503,
            r#"{"error":"temporarily_unavailable"}"#,
            SignInError::Unreachable { host: "auth.example".into(), words: "503".into() },
        ),
    ] {
        let world = World::new();
        let signed_in = world.sign_in().unwrap();
        *world.auth().token_answer.borrow_mut() = Some((status, answer.into()));
        assert_eq!(world.refresh(&signed_in).unwrap_err(), expected, "{answer}");
    }
    let world = World::new();
    let signed_in = world.sign_in().unwrap();
    world.0.redirects.borrow_mut().push(format!("{AUTH}/token"));
    assert_eq!(world.refresh(&signed_in).unwrap_err(), SignInError::SignInAgain);
}

#[test]
fn a_sign_in_without_a_refresh_token_is_good_until_it_ends() {
    let world = World::new();
    let answer = json!({ "access_token": "only", "token_type": "Bearer", "expires_in": "90" });
    *world.auth().token_answer.borrow_mut() = Some((200, answer.to_string()));
    let signed_in = world.sign_in().unwrap();
    assert!(!signed_in.needs_refresh(1_089_000.0) && !signed_in.needs_refresh(9_000_000.0));
    let at = |now| signed_in.header(&Url::parse(SERVER).unwrap(), now);
    assert_eq!((at(1_089_999.0).is_some(), at(1_090_000.0)), (true, None));
    assert_eq!(world.refresh(&signed_in).unwrap_err(), SignInError::SignInAgain);
}

#[test]
fn a_token_without_an_end_is_used_until_the_server_refuses_it() {
    let world = World::new();
    for end in [json!(null), json!(0), json!(-5), json!("soon"), json!([])] {
        let answer = json!({ "access_token": "a", "token_type": "Bearer", "expires_in": end, "refresh_token": "rr" });
        *world.auth().token_answer.borrow_mut() = Some((200, answer.to_string()));
        let signed_in = world.sign_in().unwrap();
        assert!(!signed_in.needs_refresh(9e15) && signed_in.header(&Url::parse(SERVER).unwrap(), 9e15).is_some());
    }
}

/// What is stored is not trusted either: a secret goes nowhere without https.
#[test]
fn a_stored_endpoint_is_looked_at_again() {
    let world = World::new();
    let signed_in = world.sign_in().unwrap();
    for bad in [
        "http://auth.example/token",
        "javascript:alert(1)",
        "https://192.168.0.1/token",
        "https://u:p@auth.example/token",
    ] {
        let mut stored = serde_json::to_value(&signed_in).unwrap();
        stored["token_endpoint"] = json!(bad);
        let stored = edith_protocol::json::from_value(stored).unwrap();
        let posted = world.asked("POST");
        assert!(world.refresh(&stored).is_err(), "{bad}");
        assert_eq!(world.asked("POST"), posted, "{bad}");
    }
}
