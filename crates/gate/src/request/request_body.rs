//! A request's body: its fields, and the operations that it names.

use crate::leaves;
use crate::words::request_words::{of_verbs, tokens};
use edith_actions::sent_form::parts;
use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::Value;
use std::fmt::Formatter;

/// An operation that a body or a query names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Operation {
    /// It reads (GraphQL).
    Queries,
    /// It changes something (GraphQL), by these names.
    Mutates(Vec<String>),
    /// It is called this.
    Named(String),
    /// It may be anything: what looks like a query has something beside it that a server may go by.
    Unclear,
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
/// All that a GraphQL request over HTTP may have around its document, by that specification.
const AROUND: &[&str] = &["query", "operationname", "variables", "extensions"];

impl Body {
    /// Reads JSON, GraphQL, a form of either encoding, or any text.
    pub(crate) fn read(text: &str) -> Self {
        let trimmed = text.trim();
        if let Some(value) = serde_json::from_str::<Value>(trimmed).ok().filter(|value| !value.is_number()) {
            let items = value.as_array().map_or_else(|| vec![&value], |items| items.iter().collect());
            let names = names_of(trimmed);
            let is_batch = items.len() > 1;
            let operations = items.into_iter().enumerate().filter_map(|(at, item)| {
                of_item(item, names.get(at)).or_else(|| is_batch.then_some(Operation::Unclear))
            });
            return Self { fields: leaves(&value), operations: operations.collect() };
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
}

/// The method that fields or headers say is meant instead of the request's own.
pub(crate) fn method_in(named: &[(String, String)]) -> Option<String> {
    let says_method = |name: &str| tokens(name).iter().any(|word| word == "method");
    let methods = named.iter().filter(|(name, _)| says_method(name)).map(|(_, value)| value.to_ascii_uppercase());
    methods.into_iter().find(|method| matches!(method.as_str(), "POST" | "PUT" | "PATCH" | "DELETE"))
}

/// The operations named in fields, or in an address's query.
pub(crate) fn named(fields: &[(String, String)]) -> Vec<Operation> {
    let names = || fields.iter().map(|(name, _)| name.as_str());
    let document = fields.iter().find(|(name, _)| name.eq_ignore_ascii_case("query"));
    if let Some(operation) = document.and_then(|(_, document)| graphql(document)) {
        return vec![as_sent(operation, names())];
    }
    let is_name = |(name, value): &&(String, String)| {
        let name = name.to_ascii_lowercase();
        let name = name.trim_start_matches('_');
        // Some call a part of the application so, and a verb all the same.
        NAMES.contains(&name) && !tokens(value).is_empty() && (name != "task" || of_verbs(value).is_some())
    };
    fields.iter().filter(is_name).map(|(_, value)| Operation::Named(value.clone())).collect()
}

/// A document's operation, as what is sent around it lets it count: which of two parts a server goes by nobody knows.
fn as_sent<'a>(operation: Operation, names: impl Iterator<Item = &'a str>) -> Operation {
    let mut seen: Vec<String> = Vec::new();
    for name in names {
        let name = name.to_ascii_lowercase();
        if !AROUND.contains(&name.as_str()) || seen.contains(&name) {
            return if operation == Operation::Queries { Operation::Unclear } else { operation };
        }
        seen.push(name);
    }
    operation
}

/// The names of an object's parts in their order, those that occur twice as well.
struct Names(Vec<String>);

impl<'de> Deserialize<'de> for Names {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Each;
        impl<'de> Visitor<'de> for Each {
            type Value = Names;
            fn expecting(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Names, A::Error> {
                let mut names = Vec::new();
                while let Some((name, IgnoredAny)) = map.next_entry()? {
                    names.push(name);
                }
                Ok(Names(names))
            }
        }
        deserializer.deserialize_map(Each)
    }
}

/// The names of the parts of each object of a body: of the one that it is, or those of a list.
fn names_of(text: &str) -> Vec<Names> {
    serde_json::from_str(text).unwrap_or_else(|_| serde_json::from_str(text).into_iter().collect())
}

/// The operations of one JSON object: GraphQL, JSON-RPC, or by a field that names it.
fn of_item(item: &Value, names: Option<&Names>) -> Option<Operation> {
    let text = |name: &str| item.get(name).and_then(Value::as_str);
    if let Some(operation) = text("query").and_then(graphql) {
        // A server may go by the document that it knows under this hash.
        let is_known = item.pointer("/extensions/persistedQuery").is_some();
        let around = names.iter().flat_map(|names| &names.0).map(String::as_str);
        return Some(as_sent(operation, around.chain(is_known.then_some("persistedQuery"))));
    }
    let is_call = item.get("jsonrpc").is_some() || item.get("params").is_some() || item.get("id").is_some();
    if let Some(method) = text("method").filter(|_| is_call) {
        return Some(Operation::Named(method.to_owned()));
    }
    let is_name = |name: &&String| NAMES.contains(&name.to_ascii_lowercase().trim_start_matches('_'));
    let name = item.as_object()?.keys().find(is_name)?;
    text(name).map(|value| Operation::Named(value.to_owned()))
}

/// The operation of a GraphQL document; none: it is none.
fn graphql(document: &str) -> Option<Operation> {
    // A mark of the encoding and commas mean nothing.
    let text = document.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, ',' | '\u{feff}'));
    let goes_on = |c: char| c.is_whitespace() || matches!(c, '{' | '(' | '@' | '#' | ',');
    let begins = |word: &str| text.strip_prefix(word).is_some_and(|rest| rest.starts_with(goes_on));
    let is_document = text.contains('{')
        && (text.starts_with(['{', '#']) || ["query", "mutation", "subscription", "fragment"].into_iter().any(begins));
    if !is_document {
        return None;
    }
    let mut rest = text;
    // Names where a definition begins, after its keyword, and of the fields of its outermost selection.
    let (mut keywords, mut names) = (Vec::new(), Vec::new());
    let (mut depth, mut in_arguments, mut begins) = (0_u32, 0_u32, true);
    while let Some(c) = rest.chars().next() {
        let length = match c {
            '#' => rest.find('\n').unwrap_or(rest.len()),
            '"' => text_length(rest)?,
            _ if c.is_alphanumeric() || c == '_' => {
                let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
                let word = rest.get(..end)?.to_owned();
                match (depth, in_arguments, begins) {
                    (0, 0, true) => keywords.push(word),
                    (0 | 1, 0, _) => names.push(word),
                    _ => {}
                }
                begins = false;
                end
            }
            _ => {
                match c {
                    '{' => (depth, begins) = (depth + 1, false),
                    '}' => {
                        depth = depth.saturating_sub(1);
                        begins = depth == 0;
                    }
                    '(' => in_arguments += 1,
                    ')' => in_arguments = in_arguments.saturating_sub(1),
                    _ => {}
                }
                c.len_utf8()
            }
        };
        rest = rest.get(length..)?;
    }
    // Which of several operations is meant does not matter: if any changes something, this may.
    let is_reading = |word: &String| matches!(word.as_str(), "query" | "subscription" | "fragment");
    if keywords.iter().all(is_reading) { Some(Operation::Queries) } else { Some(Operation::Mutates(names)) }
}

/// The bytes of the text that begins here, with its quotation marks; none: it has no end.
fn text_length(text: &str) -> Option<usize> {
    let (mark, escaped) = if text.starts_with("\"\"\"") { ("\"\"\"", "\\\"\"\"") } else { ("\"", "\\") };
    let mut at = mark.len();
    loop {
        let rest = text.get(at..)?;
        at += match rest {
            _ if rest.starts_with(escaped) && mark.len() > 1 => escaped.len(),
            _ if rest.starts_with('\\') && mark.len() == 1 => 1 + rest.chars().nth(1)?.len_utf8(),
            _ if rest.starts_with(mark) => return Some(at + mark.len()),
            _ => rest.chars().next()?.len_utf8(),
        };
    }
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
            mutates(&["Go", "x", "placeOrder"])
        );
        assert_eq!(read("# mutation\nquery { a }"), [Operation::Queries]);
        assert_eq!(read(r##"query { a(text: "# \" mutation") } mutation { b }"##), mutates(&["a", "b"]));
        assert_eq!(read(r#"{"query":"lamp","page":2}"#), []);
        assert_eq!(read(r#"{"jsonrpc":"2.0","method":"order.create","id":1}"#), named("order.create"));
        assert_eq!(read(r#"[{"method":"a","params":[]},{"action":"b"}]"#), [named("a"), named("b")].concat());
        for unclear in [
            r#"{"query":"{ a }","mutation":"mutation { b }"}"#,
            r#"{"query":"{ a }","doc_id":"77"}"#,
            r#"{"query":"mutation { b }","query":"{ a }"}"#,
            r#"{"query":"{ a }","extensions":{"persistedQuery":{"sha256Hash":"9"}}}"#,
            "query=%7Ba%7D&action=delete",
        ] {
            assert_eq!(read(unclear), [Operation::Unclear], "{unclear}");
        }
        assert_eq!(
            read(r#"{"query":"{ a }","variables":{"b":1},"operationName":null,"extensions":{}}"#),
            [Operation::Queries]
        );
        assert_eq!(read(r#"[{"query":"{ a }"},{"id":7}]"#), [Operation::Queries, Operation::Unclear]);
        assert_eq!(read(r#"{"query":"{ a(t: \"\"\"\"  } \"\"\") } mutation { b }"}"#), mutates(&["a", "b"]));
        assert_eq!(read(r#"{"query":"{ a(t: \"\"\" mutation { \"\"\") }"}"#), [Operation::Queries]);
        assert_eq!(read("fragment mutation on X { id } query { a { ...mutation } }"), [Operation::Queries]);
        assert_eq!(
            read("fragment query on X { id } mutation { a { ...query } }"),
            mutates(&["query", "on", "X", "id", "a"])
        );
        assert_eq!(read(r#"{"query":"{ a(t: \"no end) } mutation { b }"}"#), []);
        assert_eq!(read("query={a}&action=delete"), []);
        assert_eq!(read("\u{feff},fragment F on A { id } query { a { ...F } }"), [Operation::Queries]);
        assert_eq!(read("action=delete_post&id=7"), named("delete_post"));
        let form = "--x\r\nContent-Disposition: form-data; name=\"_method\"\r\n\r\ndelete\r\n--x\r\n\
            Content-Disposition: form-data; name=\"f\"; filename=\"a.txt\"\r\n\r\nbytes\r\n--x--";
        let body = Body::read(form);
        assert_eq!(method_in(&body.fields).as_deref(), Some("DELETE"));
        assert_eq!(body.fields[1], ("f".to_owned(), "a.txt".to_owned()));
        assert_eq!(Body::read("plain words").fields, [(String::new(), "plain words".to_owned())]);
    }
}
