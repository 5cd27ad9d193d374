use super::*;

#[path = "../../../../tests/model_faults/strict.rs"]
mod strict;

/// A line each: what is odd about a schema, and the schema.
const SCHEMAS: &str = include_str!("../../../../tests/data/model_servers/schemas.jsonl");

fn refused(schema: &Value) -> Vec<String> {
    strict::KINDS.iter().filter_map(|(name, refuses)| Some(format!("{name}: {}", refuses(schema)?))).collect()
}

#[test]
fn whatever_a_server_of_tools_writes_every_model_server_takes_it() {
    let cases: Vec<Value> = SCHEMAS.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let before = cases.iter().filter(|case| !refused(&case["schema"]).is_empty()).count();
    let mut wrong = Vec::new();
    for case in &cases {
        let folded = folded(&case["schema"]);
        let size = folded.to_string().len();
        wrong.extend(refused(&folded).into_iter().map(|why| format!("{}: {why}: {folded}", case["what"])));
        if size > 60_000 {
            wrong.push(format!("{}: {size} bytes", case["what"]));
        }
        if super::folded(&folded) != folded {
            wrong.push(format!("{}: not the same when it is folded again: {folded}", case["what"]));
        }
    }
    println!("{} schemas, {before} refused as they are, {} once folded", cases.len(), wrong.len());
    assert!(cases.len() >= 120 && before >= 120, "{before} of {}", cases.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_all_take_stays_as_it_is() {
    let plain = json!({
        "type": "object", "required": ["q"],
        "properties": {
            "q": {"type": "string", "description": "What."}, "sort": {"type": "string", "enum": ["a", "b"]},
            "ids": {"type": "array", "items": {"type": "integer"}},
            "where": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
        },
    });
    assert_eq!(refused(&plain), Vec::<String>::new());
    assert_eq!(folded(&plain), plain);
}

#[test]
fn what_is_folded_still_says_what_the_tool_wants() {
    let check = |schema: Value, expected: Value| assert_eq!(folded(&schema), expected, "{schema}");
    let object = |properties: Value| json!({"type": "object", "properties": properties});
    check(Value::Null, object(json!({})));
    check(
        json!({"oneOf": [
            {"properties": {"do": {"const": "add"}, "text": {"type": "string"}}, "required": ["do", "text"]},
            {"properties": {"do": {"const": "drop"}, "id": {"type": "integer"}}, "required": ["do", "id"]},
        ]}),
        json!({
            "type": "object", "required": ["do"], "description": "(needs one of: id | text)",
            "properties": {
                "do": {"type": "string", "enum": ["add", "drop"]}, "text": {"type": "string"}, "id": {"type": "integer"},
            },
        }),
    );
    check(
        json!({"properties": {
            "to": {"type": ["array", "string", "null"], "items": {"type": "string"}, "description": "Whom."},
            "n": {"type": "integer", "enum": [1, 2], "minimum": 1, "description": "How many."},
            "day": {"$ref": "#/$defs/Day"},
        }, "$defs": {"Day": {"type": "string", "format": "date", "pattern": "\\d"}}}),
        object(json!({
            "to": {"anyOf": [
                {"type": "array", "items": {"type": "string"}, "description": "Whom."},
                {"type": "string", "description": "Whom."},
            ]},
            "n": {"type": "integer", "description": "How many. (one of: [1,2]) (minimum: 1)"},
            "day": {"type": "string", "description": "(format: date) (pattern: \\d)"},
        })),
    );
    check(
        json!({"allOf": [{"$ref": "#/$defs/A"}, {"properties": {"b": {"type": "null"}}, "required": ["b", "c"]}],
            "$defs": {"A": {"type": "object", "properties": {"a": {"anyOf": [{"type": "number"}, {"type": "null"}]}}, "required": ["a"]}}}),
        json!({"type": "object", "required": ["a", "b"], "properties": {"a": {"type": "number"}, "b": anything()}}),
    );
}

#[test]
fn a_call_has_the_names_of_the_tools_own_schema() {
    let schema = json!({"properties": {
        "$top": {"type": "integer"}, "plain": {"type": "string"},
        "rows": {"type": "array", "items": {"properties": {"@id": {"type": "string"}}}},
    }});
    let sent = folded(&schema);
    assert_eq!(sent["properties"].as_object().unwrap().keys().collect::<Vec<_>>(), ["_x24_top", "plain", "rows"]);
    let called = json!({"_x24_top": 5, "plain": "_x24_top", "rows": [{"_x40_id": "a"}], "_x25_other": 1});
    let Value::Object(called) = called else { unreachable!() };
    let meant = json!({"$top": 5, "plain": "_x24_top", "rows": [{"@id": "a"}], "_x25_other": 1});
    assert_eq!(Value::Object(unfolded(&schema, called.clone())), meant);
    let plain = json!({"properties": {"_x24_top": {"type": "integer"}}});
    assert_eq!(unfolded(&plain, called.clone()), called, "the tool's own name");
}
