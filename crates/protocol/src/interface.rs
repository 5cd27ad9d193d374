//! Renders `docs/interface.md` from the types, their docs and the examples here, and compares it. After a change:
//! `UPDATE_INTERFACE=1 cargo test -p edith-protocol interface`.

use crate::*;
use schemars::generate::SchemaGenerator;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::fmt::Write;

const INTRODUCTION: &str = include_str!("interface/introduction.md");
const EXAMPLES: &str = include_str!("interface/examples.json");
const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/interface.md");

struct Types {
    defs: Map<String, Value>,
}

impl Types {
    fn new() -> Self {
        let mut generator = SchemaGenerator::default();
        generator.subschema_for::<Command>();
        generator.subschema_for::<Extras>();
        generator.subschema_for::<AnswerBody>();
        generator.subschema_for::<Event>();
        generator.subschema_for::<ErrorBody>();
        generator.subschema_for::<Conversation>();
        generator.subschema_for::<ConversationHead>();
        generator.subschema_for::<Settings>();
        generator.subschema_for::<SiteGrants>();
        generator.subschema_for::<SavedPrompt>();
        generator.subschema_for::<DayUsage>();
        Self { defs: generator.take_definitions(true) }
    }

    fn variants(&self, name: &str) -> Vec<&Value> {
        ["oneOf", "anyOf"].iter().filter_map(|key| self.defs[name].get(key)?.as_array()).flatten().collect()
    }

    /// An object's fields, including those of its references: name, type, meaning.
    fn fields(&self, schema: &Value) -> Vec<(String, String, String)> {
        let mut fields = Vec::new();
        if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
            fields.extend(self.fields(&self.defs[name]));
        }
        let required: Vec<&str> = list(&schema["required"]).filter_map(Value::as_str).collect();
        for (name, field) in schema["properties"].as_object().into_iter().flatten().filter(|(name, _)| *name != "type")
        {
            let optional = !required.contains(&name.as_str());
            let name = format!("{name}{}", if optional { "?" } else { "" });
            fields.push((name, type_of(field, optional), words(&field["description"])));
        }
        fields
    }

    fn table(&self, out: &mut String, schema: &Value) {
        let fields = self.fields(schema);
        if !fields.is_empty() {
            out.push_str("| field | type | |\n|---|---|---|\n");
        }
        for (name, kind, meaning) in &fields {
            writeln!(out, "| `{name}` | {kind} | {meaning} |").unwrap();
        }
        out.push('\n');
    }

    /// A type that others refer to.
    fn define(&self, out: &mut String, name: &str) {
        let schema = &self.defs[name];
        writeln!(out, "### {name}\n\n{}\n", words(&schema["description"])).unwrap();
        if schema["properties"].is_object() {
            return self.table(out, schema);
        }
        let variants = self.variants(name);
        if variants.is_empty() {
            writeln!(out, "In JSON: {}.\n", type_of(schema, false)).unwrap();
        }
        for variant in variants {
            let words = words(&variant["description"]);
            match variant["enum"].as_array() {
                Some(all) => all.iter().for_each(|word| writeln!(out, "- {}", code(word)).unwrap()),
                None => writeln!(out, "- {}: {words}", type_of(variant, false)).unwrap(),
            }
        }
        out.push('\n');
    }
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn code(value: &Value) -> String {
    format!("`{}`", value.as_str().map_or_else(|| value.to_string(), str::to_owned))
}

/// A doc comment as one line of Markdown, without links into the code.
fn words(doc: &Value) -> String {
    let text = doc.as_str().unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
    let mut out = String::new();
    let mut rest = text.as_str();
    while let Some((before, link)) = rest.split_once("[`") {
        let (target, after) = link.split_once("`]").unwrap_or((link, ""));
        write!(out, "{before}`{}`", target.rsplit("::").next().unwrap_or(target)).unwrap();
        rest = after;
    }
    out + rest
}

fn type_of(schema: &Value, optional: bool) -> String {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        return format!("[{name}](#{})", name.to_lowercase());
    }
    if let Some(word) = schema.get("const") {
        return code(word);
    }
    if schema["properties"].is_object() {
        let fields = schema["properties"].as_object().into_iter().flatten();
        let fields: Vec<String> = fields.map(|(name, field)| format!("{name}: {}", type_of(field, false))).collect();
        return format!("{{{}}}", fields.join(", "));
    }
    if let Some(words) = schema["enum"].as_array() {
        return words.iter().map(code).collect::<Vec<_>>().join(", ");
    }
    for key in ["anyOf", "oneOf"] {
        if let Some(all) = schema[key].as_array() {
            let all = all.iter().filter(|one| !optional || one["type"] != "null");
            return all.map(|one| type_of(one, optional)).collect::<Vec<_>>().join(" or ");
        }
    }
    if let Some(parts) = schema["prefixItems"].as_array() {
        return format!("array of {}", parts.iter().map(|one| type_of(one, false)).collect::<Vec<_>>().join(", then "));
    }
    let name = |kind: &Value| match kind.as_str() {
        Some("array") => format!("array of {}", type_of(&schema["items"], false)),
        Some(other) => other.to_owned(),
        None => "anything".to_owned(),
    };
    match schema["type"].as_array() {
        Some(kinds) => {
            let kinds = kinds.iter().filter(|kind| !optional || *kind != "null");
            kinds.map(name).collect::<Vec<_>>().join(" or ")
        }
        None => name(&schema["type"]),
    }
}

fn example(out: &mut String, value: &Value) {
    writeln!(out, "```json\n{value}\n```\n").unwrap();
}

/// Reads an example as its type and checks that writing it gives the same.
fn round_trip<T: Serialize + DeserializeOwned>(value: &Value) -> T {
    let read: T = serde_json::from_value(value.clone()).unwrap_or_else(|error| panic!("{error}: {value}"));
    assert_eq!(as_floats(serde_json::to_value(&read).unwrap()), as_floats(value.clone()));
    read
}

/// JSON has only one kind of number.
fn as_floats(value: Value) -> Value {
    match value {
        Value::Number(number) => json!(number.as_f64()),
        Value::Array(all) => all.into_iter().map(as_floats).collect(),
        Value::Object(fields) => fields.into_iter().map(|(name, value)| (name, as_floats(value))).collect(),
        other => other,
    }
}

fn kinds(variants: &[&Value]) -> BTreeSet<String> {
    variants.iter().filter_map(|one| Some(one["properties"]["type"]["const"].as_str()?.to_owned())).collect()
}

fn document(types: &Types, examples: &Value) -> String {
    let mut out = INTRODUCTION.to_owned();
    out.push_str("\n## Commands\n\n");
    for variant in types.variants("Command") {
        let name = variant["properties"]["type"]["const"].as_str().unwrap();
        writeln!(out, "### {name}\n\n{}\n", words(&variant["description"])).unwrap();
        types.table(&mut out, variant);
        example(&mut out, &examples["commands"][name][0]);
        example(&mut out, &examples["commands"][name][1]);
    }
    out.push_str(
        "## Beside the fields of a command that starts a run\n\n`CHAT`, `AGENT_RUN`, `PLAN_RUN`, `RESEARCH_RUN`, `DOCUMENT_ASK`, `FORM_RUN` and `PROFILE_IMPORT` alike:\n\n",
    );
    types.table(&mut out, &types.defs["Extras"]);
    example(&mut out, &examples["extras"]);
    out.push_str("## Answers\n\nBeside `ok: true`, what stands in the example of the command, one of:\n\n");
    for variant in types.variants("AnswerBody") {
        writeln!(out, "{}\n", words(&variant["description"])).unwrap();
        types.table(&mut out, variant);
    }
    out.push_str("## Error codes\n\n");
    example(&mut out, &examples["refusal"]);
    for code in types.variants("ErrorCode").into_iter().filter(|one| one["const"] != "other") {
        writeln!(out, "- {}: {}", type_of(code, false), words(&code["description"])).unwrap();
    }
    out.push_str("\n## Events\n\n");
    for variant in types.variants("Event") {
        let name = variant["properties"]["type"]["const"].as_str().unwrap();
        writeln!(out, "### {name}\n\n{}\n", words(&variant["description"])).unwrap();
        types.table(&mut out, variant);
        list(&examples["events"][name]).for_each(|event| example(&mut out, event));
    }
    out.push_str("## Stored keys\n\n");
    for (key, meaning) in keys::ALL {
        writeln!(out, "### {key}\n\n{}\n", words(&json!(meaning))).unwrap();
        example(&mut out, &examples["stored"][key]);
    }
    out.push_str(
        "### edith_conversation_ID\n\nOne each, with the conversation's id: a [Conversation](#conversation).\n\n",
    );
    example(&mut out, &examples["stored"]["edith_conversation_ID"]);
    out.push_str("## Types\n\n");
    for name in types
        .defs
        .keys()
        .filter(|name| !["Command", "Event", "AnswerBody", "Extras", "ErrorCode"].contains(&name.as_str()))
    {
        types.define(&mut out, name);
    }
    out.trim_end().to_owned() + "\n"
}

#[test]
fn the_document_says_what_the_types_say() {
    let types = Types::new();
    let rendered = document(&types, &serde_json::from_str(EXAMPLES).unwrap());
    if std::env::var_os("UPDATE_INTERFACE").is_some() {
        std::fs::write(PATH, &rendered).unwrap();
    }
    let written = std::fs::read_to_string(PATH).unwrap();
    assert!(written == rendered, "docs/interface.md is old: UPDATE_INTERFACE=1 cargo test -p edith-protocol interface");
}

#[test]
fn a_new_variant_and_a_new_field_change_the_document() {
    let examples = serde_json::from_str(EXAMPLES).unwrap();
    let before = document(&Types::new(), &examples);
    for (name, list, new) in [
        ("Command", "oneOf", json!({ "properties": { "type": { "const": "NEW" } } })),
        ("Event", "oneOf", json!({ "properties": { "type": { "const": "new" } } })),
        ("ErrorCode", "oneOf", json!({ "const": "new" })),
        ("AnswerBody", "anyOf", json!({ "properties": { "new": {} } })),
    ] {
        let mut types = Types::new();
        types.defs[name][list].as_array_mut().unwrap().push(new);
        assert_ne!(document(&types, &examples), before, "{name}");
    }
    for name in ["Progress", "Settings", "RunInfo", "Extras"] {
        let mut types = Types::new();
        types.defs[name]["properties"]["new"] = json!({ "type": "string" });
        assert_ne!(document(&types, &examples), before, "{name}");
    }
}

#[test]
fn every_example_is_read_as_its_type_and_written_again() {
    let examples: Value = serde_json::from_str(EXAMPLES).unwrap();
    let types = Types::new();
    let named = |part: &str| examples[part].as_object().unwrap().keys().cloned().collect::<BTreeSet<_>>();
    assert_eq!(named("commands"), kinds(&types.variants("Command")));
    for (name, pair) in examples["commands"].as_object().unwrap() {
        let command = serde_json::to_value(round_trip::<Command>(&pair[0])).unwrap();
        assert_eq!(command["type"], **name);
        assert!(round_trip::<Reply>(&pair[1]).ok, "{name}");
    }
    assert!(!round_trip::<Reply>(&examples["refusal"]).ok);
    let (_, extras) = read_command(examples["extras"].clone()).unwrap();
    assert!(extras.own_tab && !extras.documents.is_empty() && !extras.context.is_empty());
    assert_eq!(named("events"), kinds(&types.variants("Event")));
    for (name, events) in examples["events"].as_object().unwrap() {
        for event in list(events) {
            let event = serde_json::to_value(round_trip::<Event>(event)).unwrap();
            assert_eq!(event["type"], **name);
        }
    }
    let stored = &examples["stored"];
    let all = keys::ALL.iter().map(|(key, _)| (*key).to_owned()).chain(["edith_conversation_ID".to_owned()]);
    assert_eq!(named("stored"), all.collect());
    for key in [keys::API_KEY, keys::API_BASE_URL, keys::MODEL] {
        assert!(stored[key].is_string());
    }
    let settings = StoredSettings::from(stored[keys::SETTINGS].clone());
    let servers = settings.servers();
    assert_eq!((servers.list.len(), servers.roles.len()), (1, 1));
    let settings = settings.settings();
    for (name, value) in stored[keys::SETTINGS].as_object().unwrap() {
        if !["servers", "roles", "modeServers"].contains(&name.as_str()) {
            assert_eq!(as_floats(serde_json::to_value(&settings).unwrap()[name].clone()), as_floats(value.clone()));
        }
    }
    round_trip::<SiteGrants>(&stored[keys::GRANTS]);
    round_trip::<Vec<ConversationHead>>(&stored[keys::CONVERSATIONS]);
    round_trip::<Vec<SavedPrompt>>(&stored[keys::PROMPTS]);
    round_trip::<Vec<McpServer>>(&stored[keys::MCP_SERVERS]);
    round_trip::<Vec<LogEntry>>(&stored[keys::LOG]);
    round_trip::<Vec<DayUsage>>(&stored[keys::USAGE]);
    round_trip::<Conversation>(&stored["edith_conversation_ID"]);
}
