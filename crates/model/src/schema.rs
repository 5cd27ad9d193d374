//! Schemas of others, folded into what every model server takes. A server that refuses one tool refuses the whole request, so what one of them refuses is
//! sent to none: the same tools go to whichever server a run comes to.

use edith_protocol::Gather as _;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Deeper parts become "anything".
const DEEPEST: usize = 8;
/// Parts of one schema, at most; further ones become "anything". References can make a short schema endless.
const MOST_PARTS: usize = 500;
/// Characters of a property's name, at most (Anthropic's figure).
const NAME_CHARS: usize = 64;
/// Characters of a limit that is told in words, at most.
const NOTE_CHARS: usize = 200;

type Fields = Map<String, Value>;

/// What becomes of each thing that a kind of server refuses, in this order. OpenAI stands for Azure and Groq too, Gemini for its OpenAI interface too.
#[rustfmt::skip]
const FOLDS: &[fn(&mut Folding<'_>, &mut Fields)] = &[
    // Gemini takes no `$ref`; llama.cpp none that is remote.
    |folding, fields| folding.reference(fields),
    // Gemini takes no `allOf`; OpenAI and Anthropic none at the root.
    |folding, fields| folding.all_of(fields),
    // Gemini takes no `oneOf`, and nothing beside `anyOf`; OpenAI and Anthropic take neither at the root.
    |folding, fields| folding.any_of(fields),
    // Gemini takes no `const`, and `enum` only of texts that are not empty.
    |folding, fields| folding.values(fields),
    // Gemini takes one type exactly; OpenAI, Anthropic and llama.cpp none that there is not.
    |folding, fields| folding.types(fields),
    // OpenAI and Gemini want `items` with each array, and as a schema.
    |folding, fields| folding.items(fields),
    // Anthropic takes no odd names of properties; Gemini no required ones that there are not.
    |folding, fields| folding.properties(fields),
    // Gemini takes no keyword that it does not know, or that is of another type; llama.cpp no pattern that it cannot write.
    |folding, fields| folding.keywords(fields),
];

/// The keywords of each type.
const OF_TYPES: &[(&str, &[&str])] = &[
    (
        "object",
        &["properties", "required", "additionalProperties", "patternProperties", "minProperties", "maxProperties"],
    ),
    ("array", &["items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains"]),
    ("string", &["minLength", "maxLength", "pattern", "format", "enum"]),
    ("number", &["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]),
    ("integer", &[]),
    ("boolean", &[]),
];

/// Keywords that are told in words, since some server refuses them: the model shall keep to them, and the tool's own server checks them.
const TOLD: &[&str] = &[
    "format",
    "pattern",
    "minLength",
    "maxLength",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minItems",
    "maxItems",
    "uniqueItems",
    "default",
];

/// A tool's schema as every model server takes it: an object whose parts have one type each, or `anyOf`, a description, and of the other keywords
/// `properties`, `required`, `items`, and `enum` of texts. What is lost of it is told in the descriptions, as far as it is short.
pub fn folded(schema: &Value) -> Value {
    let mut folding = Folding { document: schema, parts: 0, depth: 0, open: vec![String::from("#")] };
    Value::Object(folding.part(schema, true))
}

/// The arguments of a call with the names that the tool's own schema has for them.
pub fn unfolded(schema: &Value, arguments: Fields) -> Fields {
    let mut odd = BTreeMap::new();
    odd_names(schema, &mut odd);
    if odd.is_empty() { arguments } else { renamed(arguments, &odd) }
}

fn renamed(arguments: Fields, odd: &BTreeMap<String, String>) -> Fields {
    let own = |name: String| odd.get(&name).cloned().unwrap_or(name);
    arguments.into_iter().map(|(name, value)| (own(name), renamed_in(value, odd))).gathered()
}

fn renamed_in(value: Value, odd: &BTreeMap<String, String>) -> Value {
    match value {
        Value::Object(fields) => Value::Object(renamed(fields, odd)),
        Value::Array(all) => all.into_iter().map(|one| renamed_in(one, odd)).collect(),
        other => other,
    }
}

/// The names of properties that are sent as others, by those.
fn odd_names(schema: &Value, odd: &mut BTreeMap<String, String>) {
    match schema {
        Value::Object(fields) => {
            for name in fields.get("properties").and_then(Value::as_object).into_iter().flat_map(Map::keys) {
                let sent = sent_name(name);
                if sent != *name {
                    odd.entry(sent).or_insert_with(|| name.clone());
                }
            }
            fields.values().for_each(|part| odd_names(part, odd));
        }
        Value::Array(all) => all.iter().for_each(|part| odd_names(part, odd)),
        _ => {}
    }
}

/// A property's name in the signs that every server takes: `$top` is `_x24_top`.
fn sent_name(name: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    let signs = name.chars().map(|c| if is_plain(c) { c.to_string() } else { format!("_x{:x}_", u32::from(c)) });
    let sent: String = signs.collect();
    let sent: String = sent.chars().take(NAME_CHARS).collect();
    if sent.is_empty() { "_".to_owned() } else { sent }
}

struct Folding<'a> {
    document: &'a Value,
    parts: usize,
    depth: usize,
    /// The references that are being followed: one within itself has no end.
    open: Vec<String>,
}

impl Folding<'_> {
    fn part(&mut self, schema: &Value, is_root: bool) -> Fields {
        self.parts += 1;
        if self.depth > DEEPEST || self.parts > MOST_PARTS {
            return anything();
        }
        let opened = self.open.len();
        self.depth += 1;
        let mut fields = schema.as_object().cloned().unwrap_or_default();
        if is_root {
            // Whatever it is called, arguments are an object.
            self.reference(&mut fields);
            self.all_of(&mut fields);
            fields.insert("type".to_owned(), json!("object"));
        }
        for fold in FOLDS {
            fold(self, &mut fields);
        }
        if is_root {
            fields.entry("properties").or_insert_with(|| json!({}));
        }
        self.depth -= 1;
        self.open.truncate(opened);
        fields
    }

    /// A schema with what it refers to, and all that it is at once.
    fn resolved(&mut self, schema: &Value) -> Fields {
        self.parts += 1;
        let mut fields = schema.as_object().cloned().unwrap_or_default();
        if self.parts <= MOST_PARTS {
            self.reference(&mut fields);
            self.all_of(&mut fields);
        }
        fields
    }

    fn reference(&mut self, fields: &mut Fields) {
        while let Some(Value::String(path)) = fields.remove("$ref") {
            let target = path.strip_prefix('#').and_then(|pointer| self.document.pointer(pointer));
            let Some(target) = target.and_then(Value::as_object).filter(|_| !self.open.contains(&path)) else { return };
            merge(fields, target.clone());
            self.open.push(path);
        }
    }

    fn all_of(&mut self, fields: &mut Fields) {
        while let Some(Value::Array(all)) = fields.remove("allOf") {
            for one in all {
                let one = self.resolved(&one);
                merge(fields, one);
            }
        }
    }

    fn any_of(&mut self, fields: &mut Fields) {
        let lists = ["anyOf", "oneOf"].map(|name| fields.remove(name));
        let all = lists.into_iter().flatten().filter_map(|list| list.as_array().cloned()).flatten();
        let all: Vec<Fields> = all.map(|one| self.resolved(&one)).collect();
        if all.is_empty() {
            return;
        }
        match kinds(fields).as_slice() {
            ["object"] => self.any_object(fields, all),
            [] if fields.contains_key("properties") => self.any_object(fields, all),
            [] => self.any_part(fields, all),
            // Its type is known, and the tool's own server knows the rest.
            _ => {}
        }
    }

    /// One of several objects: an object with what any of them has.
    fn any_object(&mut self, fields: &mut Fields, all: Vec<Fields>) {
        let mut properties: BTreeMap<String, Vec<Value>> = BTreeMap::new();
        let mut needed: Vec<BTreeSet<String>> = Vec::new();
        for mut one in all {
            if kinds(&one).iter().any(|kind| *kind != "object") {
                continue;
            }
            if one.contains_key("anyOf") || one.contains_key("oneOf") {
                one.insert("type".to_owned(), json!("object"));
                self.any_of(&mut one);
            }
            needed.push(required(&one).into_iter().gathered());
            for (name, schema) in one.get("properties").and_then(Value::as_object).into_iter().flatten() {
                let known = properties.entry(name.clone()).or_default();
                if !known.contains(schema) {
                    known.push(schema.clone());
                }
            }
        }
        let Some(first) = needed.first().cloned() else { return };
        let mut own = fields.get("properties").and_then(Value::as_object).cloned().unwrap_or_default();
        for (name, mut schemas) in properties {
            let schema = if schemas.len() == 1 { schemas.remove(0) } else { json!({ "anyOf": schemas }) };
            own.entry(name).or_insert(schema);
        }
        fields.insert("properties".to_owned(), Value::Object(own));
        let common = needed.iter().fold(first.clone(), |common, set| common.intersection(set).cloned().gathered());
        let mut names: BTreeSet<String> = required(fields).into_iter().gathered();
        if needed.iter().any(|set| *set != first) {
            let sets = needed.iter().map(|set| set.difference(&common).map(|name| sent_name(name)).collect::<Vec<_>>());
            let sets: BTreeSet<String> = sets.map(|set| set.join(", ")).filter(|set| !set.is_empty()).gathered();
            note(fields, "needs one of", &sets.into_iter().collect::<Vec<_>>().join(" | "));
        }
        names.extend(common);
        fields.insert("required".to_owned(), names.into_iter().collect());
    }

    /// One of several parts of any types.
    fn any_part(&mut self, fields: &mut Fields, all: Vec<Fields>) {
        let mut parts: Vec<Value> = Vec::new();
        for one in all {
            if one.get("type").is_some_and(|kind| kind == "null") || one.get("const").is_some_and(Value::is_null) {
                continue;
            }
            let mut part = self.part(&Value::Object(one), false);
            let inner = match part.remove("anyOf") {
                Some(Value::Array(inner)) => inner,
                _ => vec![Value::Object(part)],
            };
            for part in inner {
                if !parts.contains(&part) {
                    parts.push(part);
                }
            }
        }
        let only_values = |part: &Value| {
            let mut names = part.as_object().into_iter().flat_map(Map::keys);
            part.get("enum").is_some() && names.all(|name| matches!(name.as_str(), "type" | "enum"))
        };
        if let [Value::Object(only)] = parts.as_slice() {
            merge(fields, only.clone());
        } else if parts.len() > 1 && parts.iter().all(only_values) {
            let values = parts.iter().filter_map(|part| part.get("enum")?.as_array()).flatten().cloned().collect();
            fields.insert("type".to_owned(), json!("string"));
            fields.insert("enum".to_owned(), values);
        } else if !parts.is_empty() {
            choose(fields, parts);
        }
    }

    fn values(&mut self, fields: &mut Fields) {
        let only = fields.remove("const").map(|value| vec![value]);
        let listed = match fields.remove("enum") {
            Some(Value::Array(values)) => Some(values),
            _ => None,
        };
        let Some(values) = listed.or(only).filter(|_| !fields.contains_key("anyOf")) else { return };
        let mut texts: Vec<Value> = Vec::new();
        for text in values.iter().filter(|value| value.as_str().is_some_and(|text| !text.is_empty())) {
            if !texts.contains(text) {
                texts.push(text.clone());
            }
        }
        if kinds(fields).is_empty() {
            let kind = match values.iter().find(|value| !value.is_null()) {
                _ if !texts.is_empty() => Some("string"),
                Some(Value::Bool(_)) => Some("boolean"),
                Some(Value::Number(_)) => Some("number"),
                Some(Value::String(_)) => Some("string"),
                _ => None,
            };
            if let Some(kind) = kind {
                fields.insert("type".to_owned(), json!(kind));
            }
        }
        if kinds(fields) == ["string"] && !texts.is_empty() {
            fields.insert("enum".to_owned(), Value::Array(texts));
        } else {
            note(fields, "one of", &Value::Array(values).to_string());
        }
    }

    fn types(&mut self, fields: &mut Fields) {
        if fields.contains_key("anyOf") {
            return;
        }
        match kinds(fields).as_slice() {
            [] => match inferred(fields) {
                Some(kind) => drop(fields.insert("type".to_owned(), json!(kind))),
                None => {
                    let all = anything().remove("anyOf");
                    choose(fields, all.and_then(|all| all.as_array().cloned()).unwrap_or_default());
                }
            },
            [one] => drop(fields.insert("type".to_owned(), json!(one))),
            several => {
                let parts = several.iter().map(|kind| {
                    let mut own = fields.clone();
                    own.remove("description");
                    own.insert("type".to_owned(), json!(kind));
                    Value::Object(self.part(&Value::Object(own), false))
                });
                let parts = parts.collect();
                choose(fields, parts);
            }
        }
    }

    fn items(&mut self, fields: &mut Fields) {
        if !is(fields, "array") {
            return;
        }
        let mut all: Vec<Value> = Vec::new();
        for list in ["prefixItems", "items"].map(|name| fields.remove(name)).into_iter().flatten() {
            match list {
                Value::Array(list) => all.extend(list),
                Value::Object(_) => all.push(list),
                _ => {}
            }
        }
        all.dedup();
        let items = match all.as_slice() {
            [] => anything(),
            [one] => self.part(one, false),
            _ => self.part(&json!({ "anyOf": all }), false),
        };
        fields.insert("items".to_owned(), Value::Object(items));
    }

    fn properties(&mut self, fields: &mut Fields) {
        if !is(fields, "object") {
            return;
        }
        let own = match fields.remove("properties") {
            Some(Value::Object(own)) => own,
            _ => Map::new(),
        };
        let mut sent = Map::new();
        let mut needed = Vec::new();
        let names: BTreeSet<String> = required(fields).into_iter().gathered();
        for (name, schema) in own.iter().filter(|(_, schema)| **schema != Value::Bool(false)) {
            let key = sent_name(name);
            if sent.insert(key.clone(), Value::Object(self.part(schema, false))).is_none() && names.contains(name) {
                needed.push(key);
            }
        }
        fields.remove("required");
        if !sent.is_empty() {
            fields.insert("properties".to_owned(), Value::Object(sent));
        }
        if !needed.is_empty() {
            fields.insert("required".to_owned(), json!(needed));
        }
    }

    fn keywords(&mut self, fields: &mut Fields) {
        if fields.contains_key("anyOf") {
            fields.retain(|name, _| name == "anyOf");
            return;
        }
        if !fields.get("description").is_some_and(Value::is_string) {
            fields.remove("description");
        }
        for name in TOLD {
            if let Some(value) = fields.remove(*name) {
                let is_bare = matches!(&value, Value::Null | Value::Bool(false) | Value::Array(_) | Value::Object(_));
                // `int32` and the like say nothing to a model.
                if !is_bare && (*name != "format" || is(fields, "string")) {
                    note(fields, name, value.as_str().unwrap_or(&value.to_string()));
                }
            }
        }
        let kept: &[&str] = match fields.get("type").and_then(Value::as_str) {
            Some("object") => &["properties", "required"],
            Some("array") => &["items"],
            Some("string") => &["enum"],
            _ => &[],
        };
        fields.retain(|name, _| matches!(name.as_str(), "type" | "description") || kept.contains(&name.as_str()));
    }
}

/// Adds what another schema has and this one lacks: it is both.
fn merge(fields: &mut Fields, other: Fields) {
    for (name, value) in other {
        match (name.as_str(), fields.get_mut(&name), value) {
            ("properties", Some(Value::Object(own)), Value::Object(more)) => {
                for (name, schema) in more {
                    own.entry(name).or_insert(schema);
                }
            }
            ("required", Some(Value::Array(own)), Value::Array(more)) => own.extend(more),
            (_, Some(_), _) => {}
            (_, None, value) => {
                fields.insert(name, value);
            }
        }
    }
}

/// Becomes one of these parts, each of which is told what all are for.
fn choose(fields: &mut Fields, mut parts: Vec<Value>) {
    if let Some(Value::String(words)) = fields.get("description") {
        for part in parts.iter_mut().filter_map(Value::as_object_mut) {
            part.entry("description").or_insert_with(|| json!(words));
        }
    }
    fields.retain(|name, _| name == "description");
    fields.insert("anyOf".to_owned(), Value::Array(parts));
}

/// Tells a limit in the description.
fn note(fields: &mut Fields, name: &str, value: &str) {
    if value.is_empty() || value.chars().count() > NOTE_CHARS {
        return;
    }
    let words = fields.get("description").and_then(Value::as_str).unwrap_or_default();
    let gap = if words.is_empty() { "" } else { " " };
    let told = format!("{words}{gap}({name}: {value})");
    fields.insert("description".to_owned(), Value::String(told));
}

/// A schema of anything, as far as servers can be told so.
fn anything() -> Fields {
    let texts = json!({ "type": "array", "items": { "type": "string" } });
    let parts = json!([{ "type": "string" }, { "type": "number" }, { "type": "boolean" }, { "type": "object" }, texts]);
    std::iter::once(("anyOf".to_owned(), parts)).gathered()
}

/// The types that it says, as far as there are such; `null` says only that it may be left out.
fn kinds(fields: &Fields) -> Vec<&'static str> {
    let (one, several) = match fields.get("type") {
        Some(Value::Array(all)) => (None, Some(all)),
        one => (one, None),
    };
    let mut kinds = Vec::new();
    for kind in one.into_iter().chain(several.into_iter().flatten()).filter_map(Value::as_str) {
        let known = OF_TYPES.iter().find(|(name, _)| name.eq_ignore_ascii_case(kind)).map(|(name, _)| *name);
        kinds.extend(known.filter(|known| !kinds.contains(known)));
    }
    kinds
}

/// The type that its other keywords are of.
fn inferred(fields: &Fields) -> Option<&'static str> {
    OF_TYPES.iter().find(|(_, own)| own.iter().any(|name| fields.contains_key(*name))).map(|(kind, _)| *kind)
}

fn is(fields: &Fields, kind: &str) -> bool {
    fields.get("type").is_some_and(|own| own == kind)
}

fn required(fields: &Fields) -> Vec<String> {
    let names = fields.get("required").and_then(Value::as_array).into_iter().flatten();
    names.filter_map(Value::as_str).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests;
