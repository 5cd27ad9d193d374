//! Where a server's sign-in is found.

use super::fake::{AUTH, CHALLENGE, REDIRECT, SERVER, World, metadata, now};
use crate::oauth::{Configured, SignInError};
use serde_json::json;
use url::Url;

const OWN: Configured = Configured { client_id: None, client_secret: None, issuer: None, metadata_url: None };

#[test]
fn a_person_signs_in_and_the_token_is_for_that_server_alone() {
    let world = World::new();
    let signed_in = world.sign_in().unwrap();
    let at = |url: &str, now: f64| signed_in.header(&Url::parse(url).unwrap(), now);
    assert_eq!(at(SERVER, 1_000_000.0).as_deref(), Some("Bearer access-1-https://auth.example"));
    for other in
        ["https://mcp.example/", "https://mcp.example/mcp/x", "https://other.example/mcp", "http://mcp.example/mcp"]
    {
        assert_eq!(at(other, 1_000_000.0), None, "{other}");
    }
    let end = 1_000_000.0 + 3_600_000.0;
    assert_eq!((at(SERVER, end - 1.0).is_some(), at(SERVER, end).is_some()), (true, false));
    assert_eq!((signed_in.needs_refresh(end - 60_001.0), signed_in.needs_refresh(end - 60_000.0)), (false, true));
    assert_eq!((signed_in.issuer(), signed_in.scopes()), (AUTH, &["read".to_owned()][..]));
    let opened = world.opened();
    assert_eq!((opened["redirect_uri"].as_str(), opened["resource"].as_str()), (REDIRECT, SERVER));
    assert!(!opened.contains_key("prompt"));
    let stored = serde_json::to_string(&signed_in).unwrap();
    assert!(edith_protocol::json::read::<crate::oauth::SignedIn>(&stored).unwrap() == signed_in);
}

#[test]
fn every_sign_in_has_its_own_state_and_verifier() {
    let world = World::new();
    let client = world.client();
    let server = Url::parse(SERVER).unwrap();
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..5 {
        now(client.sign_in(&server, Some(CHALLENGE), None, &OWN)).unwrap();
        let opened = world.opened();
        assert!(seen.insert(opened["state"].clone()) && seen.insert(opened["code_challenge"].clone()));
    }
}

#[test]
fn the_place_is_told_before_anything_is_opened_or_registered() {
    let world = World::new();
    world.describe("authorization_endpoint", json!("https://login.example/authorize"));
    let place = now(world.client().discover(&Url::parse(SERVER).unwrap(), Some(CHALLENGE), None)).unwrap();
    assert_eq!(
        (place.host(), place.issuer(), place.scopes()),
        ("login.example".into(), AUTH, &["read".to_owned()][..])
    );
    assert_eq!(place.hosts(), ["login.example", "auth.example"]);
    assert_eq!((world.asked("POST"), world.0.opened.borrow().len()), (0, 0));
}

/// The table of the conformance suite: where the resource's description is, whether the challenge says so, where the authorization server's is.
#[test]
fn metadata_is_found_wherever_it_may_be_and_in_that_order() {
    const PATH: &str = "https://mcp.example/.well-known/oauth-protected-resource/mcp";
    const ROOT: &str = "https://mcp.example/.well-known/oauth-protected-resource";
    const CUSTOM: &str = "https://mcp.example/custom/metadata/location.json";
    for (place, is_named, issuer, described, asked) in [
        (PATH, true, AUTH, "https://auth.example/.well-known/oauth-authorization-server", 2),
        (PATH, false, AUTH, "https://auth.example/.well-known/openid-configuration", 3),
        (
            ROOT,
            false,
            "https://auth.example/tenant1",
            "https://auth.example/.well-known/oauth-authorization-server/tenant1",
            3,
        ),
        (
            ROOT,
            false,
            "https://auth.example/tenant1",
            "https://auth.example/.well-known/openid-configuration/tenant1",
            4,
        ),
        (
            CUSTOM,
            true,
            "https://auth.example/tenant1",
            "https://auth.example/tenant1/.well-known/openid-configuration",
            4,
        ),
    ] {
        let world = World::new();
        world.authorizing(issuer, &["none"]);
        world.0.documents.borrow_mut().clear();
        world.document(place, &json!({ "resource": SERVER, "authorization_servers": [issuer] }));
        world.document(described, &metadata(issuer));
        let challenge = is_named.then(|| format!("Bearer resource_metadata=\"{place}\""));
        let signed_in = world.sign_in_with(challenge.as_deref(), None, &OWN).unwrap();
        assert_eq!(signed_in.issuer(), issuer, "{described}");
        assert_eq!(world.asked("GET"), asked, "{described}: {:?}", world.0.requests.borrow());
    }
}

#[test]
fn pages_and_redirects_instead_of_documents_are_passed_over() {
    let world = World::new();
    let documents = &world.0.documents;
    let path = "https://mcp.example/.well-known/oauth-protected-resource/mcp";
    let described = documents.borrow_mut().remove(path).unwrap();
    documents.borrow_mut().insert(path.into(), (200, "<html>Welcome</html>".into()));
    documents.borrow_mut().insert("https://mcp.example/.well-known/oauth-protected-resource".into(), described);
    let oauth = "https://auth.example/.well-known/oauth-authorization-server";
    world.0.redirects.borrow_mut().push(oauth.into());
    world.document("https://auth.example/.well-known/openid-configuration", &metadata(AUTH));
    world.sign_in_with(Some("Bearer"), None, &OWN).unwrap();
}

/// A fault is no reason to take the server for one of an older revision.
#[test]
fn a_server_that_fails_is_not_taken_for_an_older_one() {
    for status in [500, 503, 429] {
        let world = World::new();
        let path = "https://mcp.example/.well-known/oauth-protected-resource/mcp";
        world.0.documents.borrow_mut().insert(path.into(), (status, String::new()));
        let error = world.sign_in_with(None, None, &OWN).unwrap_err();
        assert_eq!(error, SignInError::Unreachable { host: "mcp.example".into(), words: status.to_string() });
        assert!(error.is_temporary());
    }
}

#[test]
fn older_servers_are_their_own_authorization_servers() {
    let own = "https://mcp.example";
    for described in [true, false] {
        let world = World::new();
        world.authorizing(own, &["client_secret_basic"]);
        world.0.documents.borrow_mut().clear();
        if described {
            let mut metadata = metadata(own);
            metadata["token_endpoint_auth_methods_supported"] = json!(["client_secret_basic"]);
            world.document("https://mcp.example/.well-known/oauth-authorization-server", &metadata);
        }
        world.0.says_issuer.set(described);
        let signed_in = world.sign_in_with(None, None, &OWN).unwrap();
        assert_eq!((signed_in.issuer(), world.opened().contains_key("scope")), (own, false));
    }
}

#[test]
fn a_resource_is_the_server_or_what_it_is_part_of() {
    for (resource, fits) in [
        ("https://mcp.example/mcp", true),
        ("https://MCP.example/mcp", true),
        ("https://mcp.example:443/mcp/", true),
        ("https://mcp.example", true),
        ("https://mcp.example/", true),
        ("https://mcp.example/mc", false),
        ("https://mcp.example/mcp/more", false),
        ("https://mcp.example/mcp?x=1", false),
        ("https://mcp.example/mcp#x", false),
        ("http://mcp.example/mcp", false),
        ("https://mcp.example:8443/mcp", false),
        ("https://me@mcp.example/mcp", false),
        ("https://mcp.example.evil.example/mcp", false),
        ("https://evil.example/mcp", false),
        ("mcp.example/mcp", false),
        ("data:text/plain,mcp", false),
        ("", false),
    ] {
        let world = World::new();
        world.resource(resource, &[AUTH]);
        match world.sign_in() {
            Ok(_) => assert!(fits, "{resource}"),
            Err(error) => {
                let expected = SignInError::OtherResource { server: "mcp.example".into(), resource: resource.into() };
                assert_eq!((error, world.0.opened.borrow().len()), (expected, 0));
                assert!(!fits, "{resource}");
            }
        }
    }
}

#[test]
fn a_key_in_the_servers_address_is_told_to_nobody() {
    let world = World::new();
    let server = Url::parse("https://mcp.example/mcp?key=sk-123456").unwrap();
    world.authorizing("https://mcp.example", &["none"]);
    world.0.documents.borrow_mut().clear();
    world.document("https://mcp.example/.well-known/oauth-authorization-server", &metadata("https://mcp.example"));
    now(world.client().sign_in(&server, None, None, &OWN)).unwrap();
    assert_eq!((world.asked("sk-123456"), world.opened()["resource"].as_str()), (0, SERVER));
    assert_eq!(*world.0.breaches.borrow(), Vec::<String>::new());
}

#[test]
fn an_origins_slash_makes_no_other_issuer_and_anything_else_does() {
    for (asked, named, is_same) in [
        ("https://auth.example", "https://auth.example/", true),
        ("https://auth.example/", "https://auth.example", true),
        ("https://auth.example/a", "https://auth.example/a/", false),
        ("https://auth.example", "https://auth.example//", false),
        ("https://auth.example", "https://AUTH.example", false),
        ("https://auth.example", "https://auth.example:443", false),
        ("https://auth.example", "http://auth.example", false),
        ("https://auth.example", "https://evil.example", false),
        ("https://auth.example", "", false),
    ] {
        let world = World::new();
        world.resource(SERVER, &[asked]);
        let mut described = metadata(named);
        for (field, path) in [
            ("authorization_endpoint", "authorize"),
            ("token_endpoint", "token"),
            ("registration_endpoint", "register"),
        ] {
            described[field] = json!(format!("https://auth.example/{path}"));
        }
        let place = if asked.ends_with("/a") { "/a" } else { "" };
        world.document(&format!("{AUTH}/.well-known/oauth-authorization-server{place}"), &described);
        // The issuer in the window's answer is compared as it stands: with what the server calls itself.
        let says = named.to_owned();
        world.twist(move |mut back| {
            let pairs: Vec<_> = back.query_pairs().into_owned().filter(|(name, _)| name != "iss").collect();
            back.query_pairs_mut().clear().extend_pairs(pairs).append_pair("iss", &says);
            Ok(back.into())
        });
        match world.sign_in() {
            Ok(signed_in) => assert_eq!((signed_in.issuer(), is_same), (named, true)),
            Err(error) => {
                let expected = SignInError::OtherIssuer { asked: asked.into(), named: named.into() };
                assert_eq!((error, is_same), (expected, false));
            }
        }
    }
}
