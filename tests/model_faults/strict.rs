//! What kinds of model servers refuse of a tool, in their words, as far as their documents and their users tell. Written from those, not from the client.

use serde_json::Value;

/// Why a server refuses the schema of a tool's arguments.
pub(crate) type Refuses = fn(&Value) -> Option<String>;

/// Each kind by its name.
pub(crate) const KINDS: &[(&str, Refuses)] =
    &[("OpenAI", openai), ("Anthropic", anthropic), ("Gemini", gemini), ("llama.cpp", llama_cpp)];

const TYPES: &[&str] = &["object", "array", "string", "number", "integer", "boolean"];

/// The schemas within a schema, of properties and other parts.
fn parts(schema: &Value) -> Vec<&Value> {
    let mut all = Vec::new();
    for name in ["properties", "patternProperties", "$defs", "definitions"] {
        all.extend(schema.get(name).and_then(Value::as_object).into_iter().flat_map(|fields| fields.values()));
    }
    for name in ["anyOf", "oneOf", "allOf", "prefixItems"] {
        all.extend(schema.get(name).and_then(Value::as_array).into_iter().flatten());
    }
    match schema.get("items") {
        Some(Value::Array(list)) => all.extend(list),
        Some(one) => all.push(one),
        None => {}
    }
    all.extend(schema.get("additionalProperties").filter(|more| more.is_object()));
    all
}

fn first(schema: &Value, why: &dyn Fn(&Value) -> Option<String>) -> Option<String> {
    why(schema).or_else(|| parts(schema).into_iter().find_map(|part| first(part, why)))
}

fn openai(schema: &Value) -> Option<String> {
    if schema["type"] != "object" {
        return Some(format!("schema must be a JSON Schema of 'type: \"object\"', got 'type: {}'.", schema["type"]));
    }
    if !schema["properties"].is_object() {
        return Some("In context=(), object schema missing properties.".into());
    }
    if let Some(name) = ["oneOf", "anyOf", "allOf", "enum", "not"].into_iter().find(|name| schema.get(name).is_some()) {
        return Some(format!("schema must not have {name} at the top level."));
    }
    first(schema, &|part| {
        if !part.is_object() && !part.is_boolean() {
            return Some(format!("{part} is not of type 'object', 'boolean'."));
        }
        let types: Vec<&Value> = match part.get("type") {
            Some(Value::Array(types)) if types.is_empty() => return Some("[] should be non-empty".into()),
            Some(Value::Array(types)) => types.iter().collect(),
            one => one.into_iter().collect(),
        };
        let is_known = |name: &&Value| name.as_str().is_some_and(|name| name == "null" || TYPES.contains(&name));
        if let Some(odd) = types.iter().find(|name| !is_known(name)) {
            return Some(format!("{odd} is not valid under any of the given schemas."));
        }
        if types.iter().any(|name| *name == "array") && part.get("items").is_none() {
            return Some("array schema missing items.".into());
        }
        if part.get("required").is_some_and(|names| !names.is_array()) {
            return Some(format!("{} is not of type 'array'.", part["required"]));
        }
        if part.get("enum").is_some_and(|values| values.as_array().is_none_or(Vec::is_empty)) {
            return Some(format!("{} is not of type 'array', or empty.", part["enum"]));
        }
        let target = part.get("$ref").and_then(Value::as_str);
        target
            .filter(|at| at.strip_prefix('#').is_none_or(|at| schema.pointer(at).is_none()))
            .map(|at| format!("reference can not be resolved: {at}"))
    })
}

fn anthropic(schema: &Value) -> Option<String> {
    if schema["type"] != "object" {
        return Some("input_schema.type: Field required".into());
    }
    if ["oneOf", "anyOf", "allOf"].iter().any(|name| schema.get(name).is_some()) {
        return Some("input_schema does not support oneOf, allOf, or anyOf at the top level".into());
    }
    first(schema, &|part| {
        if !part.is_object() && !part.is_boolean() {
            return Some("JSON schema is invalid. It must match JSON Schema draft 2020-12".into());
        }
        let names = part.get("properties").and_then(Value::as_object).into_iter().flat_map(|fields| fields.keys());
        let is_plain = |name: &str| {
            (1..=64).contains(&name.len()) && name.chars().all(|c| c.is_ascii_alphanumeric() || "_.-".contains(c))
        };
        if let Some(odd) = names.into_iter().find(|name| !is_plain(name)) {
            return Some(format!("Property keys should match pattern '^[a-zA-Z0-9_.-]{{1,64}}$': {odd}"));
        }
        let is_limit = |name: &str| part.get(name).is_some_and(|limit| !limit.is_number());
        let is_invalid = is_limit("exclusiveMinimum")
            || is_limit("exclusiveMaximum")
            || part.get("items").is_some_and(|items| !items.is_object() && !items.is_boolean())
            || part.get("required").is_some_and(|names| !names.is_array())
            || part.get("properties").is_some_and(|fields| !fields.is_object())
            || part.get("anyOf").is_some_and(|all| all.as_array().is_none_or(Vec::is_empty))
            || part.get("description").is_some_and(|words| !words.is_string())
            || part.get("type").and_then(Value::as_str).is_some_and(|name| name != "null" && !TYPES.contains(&name));
        is_invalid.then(|| "JSON schema is invalid. It must match JSON Schema draft 2020-12".into())
    })
}

fn gemini(schema: &Value) -> Option<String> {
    if schema["type"] != "object" {
        return Some("parameters schema should be of type OBJECT.".into());
    }
    if let Some(name) = schema.as_object()?.keys().find(|name| ["anyOf", "enum"].contains(&name.as_str())) {
        return Some(format!("parameters.{name}: not at the top level"));
    }
    first(schema, &|part| {
        let Some(fields) = part.as_object() else { return Some(format!("Proto field is not a message: {part}")) };
        let known =
            ["type", "description", "properties", "required", "items", "enum", "anyOf", "format", "nullable", "title"];
        if let Some(name) = fields.keys().find(|name| !known.contains(&name.as_str())) {
            return Some(format!("Invalid JSON payload received. Unknown name \"{name}\": Cannot find field."));
        }
        if let Some(all) = fields.get("anyOf") {
            return if fields.len() > 1 {
                Some("when using any_of, it must be the only field set".into())
            } else {
                all.as_array().is_none_or(Vec::is_empty).then(|| "any_of: should be non-empty".into())
            };
        }
        let Some(name) = fields.get("type").and_then(Value::as_str) else {
            return Some("type: must be specified when not using one_of, any_of or all_of fields".into());
        };
        if !TYPES.contains(&name) {
            return Some(format!("Invalid value at 'type' ({name})"));
        }
        let has = |field: &str| fields.contains_key(field);
        if name == "array" && !has("items") {
            return Some("items: missing field.".into());
        }
        if name != "array" && has("items") {
            return Some("items: field predicate failed: $type == Type.ARRAY".into());
        }
        if name != "object" && (has("properties") || has("required")) {
            return Some("properties: only allowed for OBJECT type".into());
        }
        if let Some(values) = fields.get("enum") {
            let values = values.as_array();
            if name != "string" {
                return Some("enum: only allowed for STRING type".into());
            }
            if values
                .is_none_or(|all| all.is_empty() || all.iter().any(|value| value.as_str().is_none_or(str::is_empty)))
            {
                return Some("enum[0]: cannot be empty".into());
            }
        }
        if name == "string" && fields.get("format").is_some_and(|format| format != "enum" && format != "date-time") {
            return Some("format: only 'enum' and 'date-time' are supported for STRING type".into());
        }
        if fields.get("description").is_some_and(|words| !words.is_string()) {
            return Some("Invalid value at 'description' (TYPE_STRING)".into());
        }
        let is_there = |name: &Value| name.as_str().is_some_and(|name| fields["properties"].get(name).is_some());
        let names = fields.get("required").map(|names| names.as_array().cloned());
        match names {
            Some(None) => Some("Invalid value at 'required' (repeated)".into()),
            Some(Some(names)) if !has("properties") && !names.is_empty() => {
                Some("required[0]: property is not defined".into())
            }
            Some(Some(names)) => names
                .iter()
                .find(|name| !is_there(name))
                .map(|name| format!("required: property is not defined: {name}")),
            None => None,
        }
    })
}

fn llama_cpp(schema: &Value) -> Option<String> {
    first(schema, &|part| {
        let Some(fields) = part.as_object() else { return Some(format!("Unrecognized schema: {part}")) };
        if let Some(at) = fields.get("$ref").and_then(Value::as_str)
            && at.strip_prefix('#').is_none_or(|at| schema.pointer(at).is_none())
        {
            return Some(format!("Error resolving ref {at}"));
        }
        let is_known = |name: &Value| name.as_str().is_some_and(|name| name == "null" || TYPES.contains(&name));
        let is_odd = match fields.get("type") {
            Some(Value::Array(types)) => types.is_empty() || !types.iter().all(is_known),
            Some(one) => !is_known(one),
            None => false,
        };
        if is_odd {
            return Some(format!("Unrecognized schema: {part}"));
        }
        let pattern = fields.get("pattern").and_then(Value::as_str);
        if pattern.is_some_and(|pattern| !pattern.starts_with('^') || !pattern.ends_with('$') || pattern.contains("(?"))
        {
            return Some("Pattern must start with '^' and end with '$'".into());
        }
        fields.get("properties").filter(|all| !all.is_object()).map(|_| format!("Unrecognized schema: {part}"))
    })
}
