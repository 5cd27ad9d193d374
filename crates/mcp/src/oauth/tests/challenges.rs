//! `WWW-Authenticate` as servers write it.

use crate::oauth::{Challenge, parse_challenge};

fn of(metadata: &str, scopes: &[&str], error: &str) -> Challenge {
    let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    Challenge {
        resource_metadata: some(metadata),
        scopes: scopes.iter().map(|scope| (*scope).to_owned()).collect(),
        error: some(error),
        error_description: None,
    }
}

#[test]
fn challenges_are_read_as_servers_write_them() {
    for (header, expected) in [
        ("", Challenge::default()),
        ("Bearer", Challenge::default()),
        (r#"Bearer resource_metadata="https://a.example/x""#, of("https://a.example/x", &[], "")),
        (r#"bearer  scope="a b"  ,  error = "invalid_token""#, of("", &["a", "b"], "invalid_token")),
        ("Bearer error=insufficient_scope,scope=a", of("", &["a"], "insufficient_scope")),
        // Several challenges, in one header and with commas and words inside quotes.
        (r#"Basic realm="Bearer scope=\"x\", y", Bearer scope="a""#, of("", &["a"], "")),
        (r#"Bearer scope="a", Basic realm="b", scope="c""#, of("", &["a"], "")),
        (r#"Bearer scope="a", Bearer scope="b", error="x""#, of("", &["a"], "")),
        (r#"Negotiate YWJjZA==, Bearer scope="a""#, of("", &["a"], "")),
        (r#"Negotiate, Bearer realm="x",, scope="a","#, of("", &["a"], "")),
        (r#"DPoP algs="ES256", resource_metadata="https://b.example/""#, Challenge::default()),
        // A parameter said twice counts once.
        (r#"Bearer scope="a", scope="b""#, of("", &["a"], "")),
        (r#"Bearer SCOPE="a  a b""#, of("", &["a", "b"], "")),
        // What is not a scope is none.
        (r#"Bearer scope="a \"b\" c\\d é""#, of("", &["a"], "")),
        (r#"Bearer scope="unclosed a"#, of("", &["unclosed", "a"], "")),
        ("=\"\"==,,\"", Challenge::default()),
    ] {
        assert_eq!(parse_challenge(header), expected, "{header}");
    }
}

#[test]
fn no_header_takes_for_ever() {
    let signs = ["Bearer", " ", ",", "=", "\"", "\\", "scope", "é", "\t"];
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..20_000 {
        let header: String = (0..random.usize(..24)).map(|_| signs[random.usize(..signs.len())]).collect();
        let _ = parse_challenge(&header);
    }
    assert_eq!(parse_challenge(&format!("Bearer scope=\"{}\"", "a ".repeat(100_000))).scopes, ["a"]);
}
