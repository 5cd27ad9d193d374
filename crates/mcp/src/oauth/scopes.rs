//! Lists of scopes.

/// The scope that refresh tokens are asked for by.
pub(super) const OFFLINE_ACCESS: &str = "offline_access";

/// The scopes of a list separated by blanks, each once; what is not a scope (RFC 6749, 3.3) is left out.
pub(super) fn scopes(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    join(&mut found, text.split(' '));
    found
}

/// Adds scopes that are not there yet.
pub(super) fn join<'a>(to: &mut Vec<String>, more: impl IntoIterator<Item = &'a str>) {
    let is_scope =
        |scope: &str| !scope.is_empty() && scope.chars().all(|c| c.is_ascii_graphic() && !matches!(c, '"' | '\\'));
    for scope in more {
        if is_scope(scope) && to.iter().all(|known| known != scope) {
            to.push(scope.to_owned());
        }
    }
}
