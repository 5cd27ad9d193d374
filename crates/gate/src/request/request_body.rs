//! A request's body: its fields, and the operations that it names.

use crate::leaves;
use crate::words::request_words::tokens;
use edith_actions::sent_form::parts;
use serde_json::Value;

/// An operation that a body or a query names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Operation {
    /// It reads (GraphQL).
    Queries,
    /// It changes something (GraphQL), by these names.
    Mutates(Vec<String>),
    /// It is called this.
    Named(String),
}

/// What a body says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Body {
    /// Its fields with their values.
    pub fields: Vec<(String, String)>,
    /// Its operations; several in a batch.
    pub operations: Vec<Operation>,
}

/// Fields that name the operation where one address serves all.
const NAMES: &[&str] =
    &["action", "op", "operation", "operationname", "cmd", "command", "do", "task", "act", "func", "function"];
/// Fields that replace the method.
pub(crate) const OVERRIDES: &[&str] = &["_method", "x-http-method-override", "x-method-override", "x-http-method"];

impl Body {
    /// Reads JSON, GraphQL, a form of either encoding, or any text.
    pub(crate) fn read(text: &str) -> Self {
        let trimmed = text.trim();
        if let Some(value) = serde_json::from_str::<Value>(trimmed).ok().filter(|value| !value.is_number()) {
            let items = value.as_array().map_or_else(|| vec![&value], |items| items.iter().collect());
            return Self { fields: leaves(&value), operations: items.into_iter().filter_map(of_item).collect() };
        }
        let fields: Vec<(String, String)> = if trimmed.starts_with("--") {
            parts(trimmed)
        } else if trimmed.contains('=') && !trimmed.contains(['\n', '<', '{']) {
            url::form_urlencoded::parse(trimmed.as_bytes()).into_owned().collect()
        } else if let Some(operation) = graphql(trimmed) {
            // `application/graphql` has nothing around it.
            return Self { fields: vec![("query".to_owned(), text.to_owned())], operations: vec![operation] };
        } else {
            vec![(String::new(), trimmed.to_owned())]
        };
        Self { operations: named(&fields), fields }
    }

    /// The method that the fields say is meant.
    pub(crate) fn method(&self) -> Option<&str> {
        let is_it = |(name, _): &&(String, String)| OVERRIDES.contains(&name.to_ascii_lowercase().as_str());
        self.fields.iter().find(is_it).map(|(_, value)| value.as_str())
    }
}

/// The operations named in fields, or in an address's query.
pub(crate) fn named(fields: &[(String, String)]) -> Vec<Operation> {
    let mut found = Vec::new();
    for (name, value) in fields {
        let name = name.to_ascii_lowercase();
        if name == "query"
            && let Some(operation) = graphql(value)
        {
            return vec![operation];
        }
        if NAMES.contains(&name.trim_start_matches('_')) && !tokens(value).is_empty() {
            found.push(Operation::Named(value.clone()));
        }
    }
    found
}

/// The operation of one JSON object: GraphQL, JSON-RPC, or by a field that names it.
fn of_item(item: &Value) -> Option<Operation> {
    let text = |name: &str| item.get(name).and_then(Value::as_str);
    if let Some(operation) = text("query").and_then(graphql) {
        return Some(operation);
    }
    let is_call = item.get("jsonrpc").is_some() || item.get("params").is_some() || item.get("id").is_some();
    if let Some(method) = text("method").filter(|_| is_call) {
        return Some(Operation::Named(method.to_owned()));
    }
    let fields = item.as_object()?;
    let is_name = |name: &&String| NAMES.contains(&name.to_ascii_lowercase().trim_start_matches('_'));
    let name = fields.keys().find(is_name)?;
    text(name).map(|value| Operation::Named(value.to_owned()))
}

/// The operation of a GraphQL document; none: it is none.
fn graphql(document: &str) -> Option<Operation> {
    let text = document.trim();
    let begins = |word: &str| text.strip_prefix(word).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric));
    let is_document = text.contains('{')
        && (text.starts_with(['{', '#']) || ["query", "mutation", "subscription", "fragment"].into_iter().any(begins));
    if !is_document {
        return None;
    }
    let (mut outside, mut names) = (Vec::new(), Vec::new());
    let (mut depth, mut in_text, mut in_comment, mut in_arguments) = (0_u32, false, false, 0_u32);
    let mut word = String::new();
    let mut before = ' ';
    for c in text.chars().chain([' ']) {
        let is_code = !in_text && !in_comment;
        match c {
            '\n' => in_comment = false,
            '#' if is_code => in_comment = true,
            '"' if !in_comment && before != '\\' => in_text = !in_text,
            _ => {}
        }
        before = c;
        if !is_code {
            continue;
        }
        if c.is_alphanumeric() || c == '_' {
            word.push(c);
            continue;
        }
        if !word.is_empty() && in_arguments == 0 {
            match depth {
                0 => outside.push(std::mem::take(&mut word)),
                1 => names.push(std::mem::take(&mut word)),
                _ => {}
            }
        }
        word.clear();
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            '(' => in_arguments += 1,
            ')' => in_arguments = in_arguments.saturating_sub(1),
            _ => {}
        }
    }
    // Which of several operations is meant does not matter: if any changes something, this may.
    if !outside.iter().any(|word| word == "mutation") {
        return Some(Operation::Queries);
    }
    names.extend(outside.into_iter().filter(|word| word != "mutation"));
    Some(Operation::Mutates(names))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_are_read_whatever_their_encoding() {
        let read = |text: &str| Body::read(text).operations;
        let mutates = |names: &[&str]| vec![Operation::Mutates(names.iter().map(|name| (*name).to_owned()).collect())];
        let named = |name: &str| vec![Operation::Named(name.to_owned())];
        assert_eq!(read(r#"{"query":"query Q { me { delete } }"}"#), [Operation::Queries]);
        assert_eq!(read(r#"{"query":"{ mutation { id } }"}"#), [Operation::Queries]);
        assert_eq!(
            read(r#"{"query":"mutation Go($a: ID!) { x: placeOrder(id: $a) { id total } }"}"#),
            mutates(&["x", "placeOrder", "Go"])
        );
        assert_eq!(read("# mutation\nquery { a }"), [Operation::Queries]);
        assert_eq!(read(r##"query { a(text: "# \" mutation") } mutation { b }"##), mutates(&["a", "b", "query"]));
        assert_eq!(read(r#"{"query":"lamp","page":2}"#), []);
        assert_eq!(read(r#"{"jsonrpc":"2.0","method":"order.create","id":1}"#), named("order.create"));
        assert_eq!(read(r#"[{"method":"a","params":[]},{"action":"b"}]"#), [named("a"), named("b")].concat());
        assert_eq!(read("action=delete_post&id=7"), named("delete_post"));
        let form = "--x\r\nContent-Disposition: form-data; name=\"_method\"\r\n\r\ndelete\r\n--x\r\n\
            Content-Disposition: form-data; name=\"f\"; filename=\"a.txt\"\r\n\r\nbytes\r\n--x--";
        let body = Body::read(form);
        assert_eq!(body.method(), Some("delete"));
        assert_eq!(body.fields[1], ("f".to_owned(), "a.txt".to_owned()));
        assert_eq!(Body::read("plain words").fields, [(String::new(), "plain words".to_owned())]);
    }
}
