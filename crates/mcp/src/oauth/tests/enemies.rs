//! No attack gets further than it must; without it the same sign-in succeeds.

use super::attacks::{Ends, ROWS, no_safe_address};
use super::fake::{CHALLENGE, SERVER, World, now};
use crate::oauth::{Configured, SignInError};
use serde_json::json;
use std::future::Future;
use url::Url;

const NONE: Configured = Configured { client_id: None, client_secret: None, issuer: None, metadata_url: None };

/// Whether a row's attack fails where it must.
fn holds(world: &World, ends: Ends, expected: fn(&SignInError) -> bool) -> Result<(), String> {
    let result = world.sign_in();
    let reached =
        match (world.asked("POST https://auth.example/token"), world.0.opened.borrow().len(), world.asked("POST")) {
            (0, 0, 0) => Ends::BeforeRegistering,
            (0, 0, _) => Ends::BeforeWindow,
            (0, ..) => Ends::BeforeToken,
            _ => Ends::AtToken,
        };
    match result {
        Err(error) if expected(&error) && reached == ends => Ok(()),
        Err(error) => Err(format!("{error:?}, {reached:?}")),
        Ok(_) => Err("signed in".to_owned()),
    }
}

#[test]
fn no_attack_gets_further_than_it_must() {
    let mut failed = Vec::new();
    for (name, ends, spoil, expected) in ROWS {
        let world = World::new();
        spoil(&world);
        if let Err(why) = holds(&world, *ends, *expected) {
            failed.push(format!("{name}: {why}"));
        }
    }
    assert_eq!(failed, Vec::<String>::new());
}

/// The control: unspoilt, every row signs in, so that the table can fail.
#[test]
fn without_the_attack_every_row_signs_in() {
    for (name, ends, _, expected) in ROWS {
        assert_eq!(holds(&World::new(), *ends, *expected), Err("signed in".to_owned()), "{name}");
    }
}

/// The control of the fake: it takes nothing but what it should.
#[test]
fn the_fake_notices_a_wrong_verifier_and_a_secret_in_the_wrong_place() {
    let world = World::new();
    let signed_in = world.sign_in().unwrap();
    let mut stored = serde_json::to_value(&signed_in).unwrap();
    stored["resource"] = json!("https://other.example/");
    let spoilt = edith_protocol::json::from_value(stored).unwrap();
    drop(now(world.client().refresh(&spoilt)));
    assert_eq!(*world.0.breaches.borrow(), ["resource"]);
    let world = World::new();
    world.keep_secret("read", "https://nobody.example");
    assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| world.sign_in())).is_err());
}

#[test]
fn a_server_without_https_is_not_signed_in_to_at_all() {
    for (server, is_safe) in [
        ("http://mcp.example/mcp", false),
        ("http://192.168.0.5/mcp", false),
        ("http://localhost.example/mcp", false),
        ("ftp://mcp.example/mcp", false),
        ("https://key@mcp.example/mcp", false),
        ("http://localhost:8080/mcp", true),
        ("http://127.0.0.1:8080/mcp", true),
        ("http://[::1]:8080/mcp", true),
        ("https://192.168.0.5/mcp", true),
    ] {
        let world = World::new();
        let error = now(world.client().sign_in(&Url::parse(server).unwrap(), None, None, &NONE)).unwrap_err();
        assert_eq!(no_safe_address(&error), !is_safe, "{server}: {error:?}");
        assert_eq!(world.0.requests.borrow().is_empty(), !is_safe, "{server}");
        assert!(!error.to_string().contains("key@"), "{error}");
    }
}

/// A server on the person's own machine may have its authorization server there too.
#[test]
fn servers_of_the_persons_own_lead_to_their_own() {
    let world = World::new();
    let (server, issuer) = ("http://localhost:8080/mcp", "http://127.0.0.1:9090");
    world.authorizing(issuer, &["none"]);
    world.document(
        "http://localhost:8080/.well-known/oauth-protected-resource/mcp",
        &json!({ "resource": server, "authorization_servers": [issuer] }),
    );
    *world.0.resource.borrow_mut() = server.into();
    let signed_in = now(world.client().sign_in(&Url::parse(server).unwrap(), None, None, &NONE)).unwrap();
    assert_eq!(signed_in.issuer(), issuer);
    assert_eq!(*world.0.breaches.borrow(), Vec::<String>::new());
}

#[test]
fn a_server_that_never_answers_is_left() {
    struct Silent;
    #[async_trait::async_trait(?Send)]
    impl edith_http::Http for Silent {
        async fn send(&self, _: edith_http::HttpRequest) -> Result<edith_http::HttpAnswer, edith_http::HttpError> {
            std::future::pending().await
        }
    }
    use std::rc::Rc;
    let world = World::new();
    let client = crate::oauth::SignIn::new(
        Rc::new(Silent),
        Rc::new(world.0.clock.clone()),
        Rc::new(edith_testkit::CountingIds::default()),
        Rc::new(world.clone()),
    );
    let server = Url::parse(SERVER).unwrap();
    let mut asked = std::pin::pin!(client.sign_in(&server, Some(CHALLENGE), None, &NONE));
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    assert!(asked.as_mut().poll(&mut context).is_pending());
    world.0.clock.advance(30_000.0);
    let std::task::Poll::Ready(result) = asked.as_mut().poll(&mut context) else { panic!("it waits on") };
    assert!(result.unwrap_err().is_temporary());
}
