//! `WWW-Authenticate`: what a server asks for.

use super::scopes::scopes;

/// A server's `Bearer` challenge (RFC 6750, RFC 9728).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Challenge {
    /// Where the server's metadata is.
    pub resource_metadata: Option<String>,
    /// The scopes that the request needs.
    pub scopes: Vec<String>,
    /// `invalid_token`, `insufficient_scope`, …
    pub error: Option<String>,
    /// The server's words about it.
    pub error_description: Option<String>,
}

impl Challenge {
    /// Whether the token is good but may not do this.
    pub fn needs_more_scopes(&self) -> bool {
        self.error.as_deref() == Some("insufficient_scope")
    }
}

/// Reads the `Bearer` challenge out of a header that may hold several. What cannot be read is left out.
pub fn parse_challenge(header: &str) -> Challenge {
    let mut bearer: Vec<(String, String)> = Vec::new();
    let (mut is_bearer, mut is_over) = (false, false);
    for item in items(header) {
        match item {
            Item::Scheme(scheme) => {
                // The first of several counts.
                is_over |= is_bearer;
                is_bearer = scheme.eq_ignore_ascii_case("bearer") && !is_over;
            }
            Item::Parameter(name, value) if is_bearer && bearer.iter().all(|(known, _)| *known != name) => {
                bearer.push((name, value));
            }
            Item::Parameter(..) => {}
        }
    }
    let take = |name: &str| bearer.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone());
    Challenge {
        resource_metadata: take("resource_metadata"),
        scopes: take("scope").map(|scope| scopes(&scope)).unwrap_or_default(),
        error: take("error"),
        error_description: take("error_description"),
    }
}

enum Item {
    Scheme(String),
    Parameter(String, String),
}

/// Schemes and parameters in their order (RFC 9110, 11.6.1). A comma separates both parameters and challenges: a word without `=` begins a
/// challenge.
fn items(header: &str) -> Vec<Item> {
    let mut found = Vec::new();
    let mut rest = header.trim_start_matches(is_gap);
    while !rest.is_empty() {
        let word = rest.split(|c: char| is_gap(c) || matches!(c, '=' | '"')).next().unwrap_or_default();
        let after = rest.get(word.len()..).unwrap_or_default();
        let value = after.trim_start_matches([' ', '\t']).strip_prefix('=');
        rest = match value {
            // `token68` ends with signs of equality; a scheme of that kind has no parameters to read.
            Some(value) if !word.is_empty() => {
                let (value, left) = read_value(value.trim_start_matches([' ', '\t']));
                found.push(Item::Parameter(word.to_ascii_lowercase(), value));
                left
            }
            Some(value) => value,
            None if word.is_empty() => after.strip_prefix(['"', '=']).unwrap_or_default(),
            None => {
                found.push(Item::Scheme(word.to_owned()));
                after
            }
        }
        .trim_start_matches(is_gap);
    }
    found
}

fn is_gap(c: char) -> bool {
    matches!(c, ' ' | '\t' | ',')
}

/// A token or a quoted string, and what comes after it.
fn read_value(text: &str) -> (String, &str) {
    let Some(quoted) = text.strip_prefix('"') else {
        let end = text.find(is_gap).unwrap_or(text.len());
        let (value, left) = text.split_at_checked(end).unwrap_or((text, ""));
        return (value.to_owned(), left);
    };
    let (mut value, mut is_escaped) = (String::new(), false);
    for (at, c) in quoted.char_indices() {
        match c {
            _ if is_escaped => {
                value.push(c);
                is_escaped = false;
            }
            '\\' => is_escaped = true,
            '"' => return (value, quoted.get(at + 1..).unwrap_or_default()),
            _ => value.push(c),
        }
    }
    (value, "")
}
