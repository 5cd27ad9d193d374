//! `types/wire.d.ts`: the types for the page's scripts, generated from the Rust types that read what they send.

use std::fmt::Write as _;

use schemars::generate::SchemaSettings;
use serde_json::{Map, Value};

use super::page_api::*;
use super::raw::{self, RawPage};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../types/wire.d.ts");
const HEAD: &str = "// Made from the Rust types by the test `the_scripts_are_checked_against_these_types`, never by hand: UPDATE=1 cargo test the_scripts_are\n";

#[test]
fn the_scripts_are_checked_against_these_types() {
    let made = declarations();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(FILE, &made).unwrap();
    }
    let kept = std::fs::read_to_string(FILE).unwrap();
    assert!(kept == made, "types/wire.d.ts is not what the Rust types say: UPDATE=1 cargo test the_scripts_are");
}

fn declarations() -> String {
    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    macro_rules! roots {
        ($($root:ty),* $(,)?) => { $(generator.subschema_for::<$root>();)* };
    }
    roots![
        RawPage,
        FramePoint,
        WalkOptions,
        ProbeOptions,
        Probe,
        FocusInfo,
        ReadValue,
        TypingSeen,
        HeldField,
        Selected,
        SetNative,
        SelectOption,
        DrawnOption,
        Sought,
        Calendar,
        CalendarList,
        CalendarTurn,
        Direction,
        Scrolled,
        Quiet,
        Activity,
        Aim,
        Spots,
        TextPlace,
        SelectedText,
        Witness,
        Resend,
        Resent,
        KeptMessage,
        TextPage,
        FoundText,
        Centre,
    ];
    let mut out = String::from(HEAD);
    for (name, schema) in generator.definitions() {
        let shape = match schema.get("properties") {
            Some(Value::Object(fields)) => interface(fields, schema),
            _ => of(schema),
        };
        write!(out, "\n{}type {name} = {shape};\n", comment(schema, "")).unwrap();
    }
    write!(out, "\ntype RawVersion = {};\ntype OptionCap = {};\n", raw::RAW_VERSION, raw::OPTION_CAP).unwrap();
    out.push_str("\n/** Bits of a node's states. */\ntype StateBits = {\n");
    for (name, bit) in bits() {
        writeln!(out, "  {name}: {bit};").unwrap();
    }
    out + "};\n"
}

/// The constants of `raw::state`, parsed from its source.
fn bits() -> impl Iterator<Item = (&'static str, u32)> {
    let constants = include_str!("raw.rs")
        .lines()
        .filter_map(|line| line.trim().strip_prefix("pub const ")?.split_once(": u32 = "));
    let value = |text: &str| match text.trim_end_matches(';').split_once(" << ") {
        Some((one, by)) => one.parse::<u32>().unwrap() << by.parse::<u32>().unwrap(),
        None => text.trim_end_matches(';').parse().unwrap(),
    };
    constants.filter(|(name, _)| *name != "RAW_VERSION").map(move |(name, text)| (name, value(text)))
}

fn interface(fields: &Map<String, Value>, schema: &Value) -> String {
    let required = |name: &str| schema["required"].as_array().is_some_and(|all| all.iter().any(|one| one == name));
    let mut out = String::from("{\n");
    for (name, field) in fields {
        let mark = if required(name) { "" } else { "?" };
        writeln!(out, "{}  {name}{mark}: {};", comment(field, "  "), of(field)).unwrap();
    }
    out + "}"
}

/// The TypeScript of one schema.
fn of(schema: &Value) -> String {
    let list =
        |schemas: &Value, between: &str| schemas.as_array().unwrap().iter().map(of).collect::<Vec<_>>().join(between);
    if let Some(reference) = schema["$ref"].as_str() {
        return reference.rsplit('/').next().unwrap().to_owned();
    }
    if let Some(constant) = schema.get("const") {
        return constant.to_string();
    }
    for union in ["oneOf", "anyOf"] {
        if schema[union].is_array() {
            return list(&schema[union], " | ");
        }
    }
    if let Some(values) = schema["enum"].as_array() {
        return values.iter().map(Value::to_string).collect::<Vec<_>>().join(" | ");
    }
    match &schema["type"] {
        Value::Array(kinds) => kinds.iter().map(|kind| of(&with_type(schema, kind))).collect::<Vec<_>>().join(" | "),
        Value::String(kind) => match kind.as_str() {
            "integer" | "number" => "number".to_owned(),
            "array" if schema["prefixItems"].is_array() => format!("[{}]", list(&schema["prefixItems"], ", ")),
            "array" => match (schema["minItems"].as_u64(), schema["maxItems"].as_u64()) {
                (Some(least), Some(most)) if least == most => {
                    format!("[{}]", vec![of(&schema["items"]); usize::try_from(most).unwrap()].join(", "))
                }
                _ => match of(&schema["items"]) {
                    union if union.contains(" | ") => format!("({union})[]"),
                    item => format!("{item}[]"),
                },
            },
            "string" | "boolean" | "null" => kind.clone(),
            other => panic!("no TypeScript for {other}: {schema}"),
        },
        _ => panic!("no TypeScript for {schema}"),
    }
}

fn with_type(schema: &Value, kind: &Value) -> Value {
    let mut one = schema.clone();
    one["type"] = kind.clone();
    one
}

fn comment(schema: &Value, indent: &str) -> String {
    let Some(text) = schema["description"].as_str() else { return String::new() };
    format!("{indent}/** {} */\n", text.replace('\n', " "))
}
