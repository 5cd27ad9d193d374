//! What is sent, held against the published schemas (of which `tests/data` has the definitions of requests, without their descriptions).

use edith_http::HttpRequest;
use serde_json::Value;

const SCHEMAS: [(&str, &str); 3] = [
    ("2026-07-28", include_str!("../data/schema-2026-07-28.json")),
    ("2025-11-25", include_str!("../data/schema-2025-11-25.json")),
    ("2024-11-05", include_str!("../data/schema-2024-11-05.json")),
];

/// Why a message that is sent breaks the schema of its revision.
pub(crate) fn broken(request: &HttpRequest, body: &Value) -> Option<String> {
    if body.is_null() {
        return None;
    }
    let said = request.headers.get("mcp-protocol-version").map(String::as_str);
    let revision = body["params"]["protocolVersion"].as_str().or(said).unwrap_or("2024-11-05");
    let (_, schema) = SCHEMAS.iter().find(|(name, _)| *name == revision)?;
    let schema: Value = serde_json::from_str(schema).unwrap();
    let definitions = schema.get("$defs").or(schema.get("definitions")).unwrap().as_object().unwrap();
    let of = |method: &Value| definitions.values().find(|one| one["properties"]["method"]["const"] == *method);
    let (definition, value) = match (&body["method"], &body["result"]) {
        (Value::Null, Value::Null) => {
            (definitions.get("JSONRPCErrorResponse").or(definitions.get("JSONRPCError")), body)
        }
        (Value::Null, result) if result.get("action").is_some() => (definitions.get("ElicitResult"), result),
        (Value::Null, result) if result.get("roots").is_some() => (definitions.get("ListRootsResult"), result),
        (Value::Null, result) if result.get("role").is_some() => (definitions.get("CreateMessageResult"), result),
        (Value::Null, _) => (definitions.get("JSONRPCResultResponse").or(definitions.get("JSONRPCResponse")), body),
        (method, _) => (of(method), body),
    };
    let Some(definition) = definition else { return Some(format!("{revision} has no such message: {body}")) };
    fault(definition, value, &schema).map(|why| format!("{revision}: {why} in {body}"))
}

/// The parts of JSON schema that the published ones use.
fn fault(schema: &Value, value: &Value, root: &Value) -> Option<String> {
    if let Some(path) = schema["$ref"].as_str() {
        return fault(root.pointer(&path[1..]).unwrap(), value, root);
    }
    if let Some(all) = schema["anyOf"].as_array() {
        let faults: Vec<_> = all.iter().map(|one| fault(one, value, root)).collect();
        if faults.iter().all(Option::is_some) {
            return faults.into_iter().next().flatten();
        }
    }
    if schema.get("const").is_some_and(|only| only != value) {
        return Some(format!("{value} is not {}", schema["const"]));
    }
    if schema["enum"].as_array().is_some_and(|all| !all.contains(value)) {
        return Some(format!("{value} is none of {}", schema["enum"]));
    }
    let is = |kind: &str| match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "null" => value.is_null(),
        kind => panic!("a type {kind}"),
    };
    let right = match &schema["type"] {
        Value::String(kind) => is(kind),
        Value::Array(kinds) => kinds.iter().any(|kind| is(kind.as_str().unwrap())),
        _ => true,
    };
    if !right {
        return Some(format!("{value} is no {}", schema["type"]));
    }
    if let Some(items) = value.as_array() {
        return items.iter().find_map(|item| schema.get("items").and_then(|schema| fault(schema, item, root)));
    }
    let object = value.as_object()?;
    let mut required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    if let Some(missing) = required.find(|name| !object.contains_key(*name)) {
        return Some(format!("{missing} is missing"));
    }
    object.iter().find_map(|(name, value)| {
        let property = schema["properties"].get(name).or(schema.get("additionalProperties"))?;
        match property {
            Value::Bool(true) => None,
            Value::Bool(false) => Some(format!("{name} is not wanted")),
            property => fault(property, value, root),
        }
    })
}

#[test]
fn a_message_that_breaks_its_schema_is_found() {
    let meta = |version: &str| {
        let (prefix, none) = ("io.modelcontextprotocol", serde_json::json!({}));
        serde_json::json!({ format!("{prefix}/protocolVersion"): version, format!("{prefix}/clientCapabilities"): none })
    };
    let call =
        |params: Value| serde_json::json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
    let request = HttpRequest {
        headers: [("mcp-protocol-version".into(), "2026-07-28".to_owned())].into(),
        ..HttpRequest::default()
    };
    let right = call(serde_json::json!({ "name": "a", "arguments": {}, "_meta": meta("2026-07-28") }));
    assert_eq!(broken(&request, &right), None);
    for wrong in [
        call(serde_json::json!({ "name": "a" })),
        call(serde_json::json!({ "name": 1, "_meta": meta("2026-07-28") })),
        call(serde_json::json!({ "name": "a", "arguments": [], "_meta": meta("2026-07-28") })),
        call(serde_json::json!({ "name": "a", "_meta": {} })),
        call(
            serde_json::json!({ "name": "a", "_meta": meta("2026-07-28"), "inputResponses": { "a": { "action": "perhaps" } } }),
        ),
        serde_json::json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/shout", "params": {} }),
        serde_json::json!({ "jsonrpc": "2.0", "id": null, "method": "tools/list", "params": { "_meta": meta("2026-07-28") } }),
    ] {
        assert!(broken(&request, &wrong).is_some(), "{wrong}");
    }
}
