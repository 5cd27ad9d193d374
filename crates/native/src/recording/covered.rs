//! What of a request is never written down: what says who asks, and what a form sends.

use edith_gate::MASK;
use reqwest::Url;
use serde_json::{Map, Value, json};

/// Headers whose values are credentials (RFC 9110, RFC 6265).
const CREDENTIALS: [&str; 4] = ["authorization", "proxy-authorization", "cookie", "set-cookie"];
/// Parts of the names of headers and parameters that sites made for credentials of their own, such as `X-Api-Key` or `session_token`.
const CREDENTIAL_PARTS: [&str; 9] = ["auth", "token", "key", "apikey", "secret", "session", "csrf", "xsrf", "password"];
/// Parameters by which OAuth 2.0 (RFC 6749) and OpenID Connect put credentials into addresses and forms, besides those that say so.
const CREDENTIAL_PARAMETERS: [&str; 3] = ["code", "assertion", "client_assertion"];

/// Where an address that is relative is taken to be.
const ANYWHERE: &str = "http://anywhere.invalid/";

/// Headers as HAR has them, credentials covered. Chromium puts the values of a header that came several times into one, a line each.
pub(super) fn headers(headers: &Map<String, Value>) -> Value {
    let lines = headers.iter().flat_map(|(name, value)| {
        let values = value.as_str().unwrap_or_default().split('\n').map(str::to_owned);
        values.map(move |value| json!({"name": name, "value": if is_credential(name) { MASK.to_owned() } else { led_to(name, &value) }}))
    });
    lines.collect()
}

/// The cookies that a request brings or an answer sets, by name.
pub(super) fn cookies(headers: &Map<String, Value>, header: &str, separator: char) -> Value {
    let values =
        headers.iter().filter(|(name, _)| name.eq_ignore_ascii_case(header)).filter_map(|(_, value)| value.as_str());
    let names =
        values.flat_map(|value| value.split(separator)).filter_map(|cookie| Some(cookie.split_once('=')?.0.trim()));
    names.map(|name| json!({"name": name, "value": MASK})).collect()
}

/// A value of a header, with credentials covered if it is an address.
fn led_to(name: &str, value: &str) -> String {
    let is_address = ["location", "referer", "content-location"].iter().any(|known| name.eq_ignore_ascii_case(known));
    if is_address { address(value) } else { value.to_owned() }
}

fn is_credential(header: &str) -> bool {
    let name = header.to_ascii_lowercase();
    CREDENTIALS.contains(&name.as_str()) || name.split(['-', '_']).any(|part| CREDENTIAL_PARTS.contains(&part))
}

/// An address with its name, its password and its credentials covered, also one that is relative.
pub(super) fn address(text: &str) -> String {
    if let Ok(url) = Url::parse(text) {
        return covered(url).into();
    }
    let whole = Url::parse(ANYWHERE).and_then(|anywhere| anywhere.join(text)).map(covered);
    match whole.map(String::from) {
        Ok(whole) if text.contains(['?', '#', '@']) => {
            whole.strip_prefix(ANYWHERE).map_or(whole.clone(), |rest| format!("/{rest}"))
        }
        // What has neither a query nor a fragment nor a name has nothing to cover.
        _ => text.to_owned(),
    }
}

fn covered(mut url: Url) -> Url {
    let is_credential = |name: &str| is_credential(name) || CREDENTIAL_PARAMETERS.contains(&name);
    if !url.username().is_empty() || url.password().is_some() {
        // Only an address that can have no name at all refuses.
        let _removed = (url.set_username(""), url.set_password(None));
    }
    if url.query_pairs().any(|(name, _)| is_credential(&name)) {
        let pairs: Vec<(String, String)> = url
            .query_pairs()
            .map(|(name, value)| {
                let value = if is_credential(&name) { MASK.to_owned() } else { value.into_owned() };
                (name.into_owned(), value)
            })
            .collect();
        url.query_pairs_mut().clear().extend_pairs(pairs);
    }
    // Tokens of the implicit grant come in it, and no server sees it.
    if url.fragment().is_some_and(|fragment| fragment.contains('=')) {
        url.set_fragment(Some(MASK));
    }
    url
}

/// The query of an address that was covered, as HAR has it.
pub(super) fn query(address: &str) -> Value {
    let url = Url::parse(address).ok();
    let pairs = url.iter().flat_map(Url::query_pairs);
    pairs.map(|(name, value)| json!({"name": name, "value": value})).collect()
}

/// The names of the fields that a body sends; none of their values is ever written down.
pub(super) fn fields(mime: &str, body: &str) -> Value {
    let kind = mime.split(';').next().unwrap_or_default().trim();
    let names: Vec<String> = match kind {
        "application/x-www-form-urlencoded" => {
            let url = Url::parse(&format!("http://form.invalid/?{body}"));
            url.iter().flat_map(Url::query_pairs).map(|(name, _)| name.into_owned()).collect()
        }
        "multipart/form-data" => {
            let heads =
                body.lines().filter(|line| line.to_ascii_lowercase().starts_with("content-disposition: form-data"));
            let parameters = heads.flat_map(|head| head.split(';')).filter_map(|one| one.trim().split_once('='));
            let names = parameters.filter(|(parameter, _)| parameter.eq_ignore_ascii_case("name"));
            names.map(|(_, name)| name.trim_matches('"').to_owned()).collect()
        }
        _ if kind == "application/json" || kind.ends_with("+json") => {
            let value: Value = serde_json::from_str(body).unwrap_or_default();
            value.as_object().into_iter().flat_map(|fields| fields.keys().cloned()).collect()
        }
        _ => Vec::new(),
    };
    names.into_iter().map(|name| json!({ "name": name })).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_asks_is_in_no_header() {
        let given = json!({
            "Authorization": "Basic YTpi", "Cookie": "sid=s3cret; theme=dark", "X-Api-Key": "s3cret", "x-csrf-token": "s3cret",
            "Set-Cookie": "a=s3cret; Path=/\nb=s3cret; HttpOnly", "Accept": "text/html", "Referer": "https://u:s3cret@a.example/?code=s3cret&q=lamp",
        });
        let given = given.as_object().unwrap();
        let all = headers(given);
        assert!(!all.to_string().contains("s3cret") && !all.to_string().contains("YTpi"), "{all}");
        let of = |name: &str| all.as_array().unwrap().iter().filter(|one| one["name"] == name).count();
        assert_eq!((of("Set-Cookie"), of("Accept")), (2, 1));
        let accept = all.as_array().unwrap().iter().find(|one| one["name"] == "Accept").unwrap();
        assert_eq!(accept["value"], "text/html");
        let names = |value: Value| {
            value.as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(names(cookies(given, "cookie", ';')), ["sid", "theme"]);
        assert_eq!(names(cookies(given, "set-cookie", '\n')), ["a", "b"]);
    }

    #[test]
    fn an_address_keeps_what_is_no_credential() {
        for (given, expected) in [
            ("http://a.example/x?q=lamp#top", "http://a.example/x?q=lamp#top"),
            ("http://u:p@a.example/", "http://a.example/"),
            ("nonsense", "nonsense"),
            ("", ""),
            ("../x", "../x"),
            ("/x?q=lamp", "/x?q=lamp"),
            ("wss://a.example/live?room=7&keyword=lamp", "wss://a.example/live?room=7&keyword=lamp"),
        ] {
            assert_eq!(address(given), expected);
        }
        for name in ["token", "session_token", "api-key", "access_token", "client_secret"] {
            let covered = address(&format!("wss://a.example/live?room=7&{name}=s3cret"));
            assert!(covered.contains("room=7") && !covered.contains("s3cret"), "{covered}");
        }
        let token = address("https://a.example/back?state=1&code=s3cret#access_token=s3cret");
        assert!(token.starts_with("https://a.example/back?state=1&code=") && !token.contains("s3cret"), "{token}");
        let relative = address("/back?code=s3cret&q=lamp");
        assert!(
            relative.starts_with("/back?code=") && relative.ends_with("&q=lamp") && !relative.contains("s3cret"),
            "{relative}"
        );
        assert_eq!(query(&token).as_array().unwrap().len(), 2);
    }

    #[test]
    fn a_body_has_names_and_no_values() {
        for (mime, body) in [
            ("application/x-www-form-urlencoded", "pass%5B%5D=s3cret&user=ann"),
            ("application/json; charset=utf-8", "{\"user\": \"ann\", \"pass[]\": \"s3cret\"}"),
            (
                "multipart/form-data; boundary=b",
                "--b\r\nContent-Disposition: form-data; name=\"pass[]\"\r\n\r\ns3cret\r\n--b\r\nContent-Disposition: form-data; name=\"user\"\r\n\r\nann\r\n",
            ),
        ] {
            assert_eq!(fields(mime, body), json!([{"name": "pass[]"}, {"name": "user"}]), "{mime}");
        }
        assert_eq!(fields("text/plain", "s3cret"), json!([]));
    }
}
