//! `edith settings`: the stored settings, with the model servers and prices of every start.

use crate::arguments::Common;
use crate::ends::{Code, Stop};
use crate::home::Home;
use crate::terminal::{printed, tell};
use crate::words::{Sentence, foreign, say};
use edith_actions::http_url::HttpUrl;
use edith_native::store::RoomStore;
use edith_port::Store;
use edith_protocol::{FIRST_SERVER, ModelRole, Settings, ToolStyle, json, keys};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// What stands for a key where settings are shown. Given back for the same server it is the key that is stored.
const COVERED: &str = "•••";

/// Prints the settings, or replaces them by those of a file; returns how the program ends.
///
/// # Errors
/// When the file makes no sense, with its field, or the store cannot be used.
pub(crate) async fn settings(file: Option<&Path>, common: &Common) -> Result<Code, Stop> {
    let database = Home::open(common.home.as_deref())?.database()?;
    let store = RoomStore::new(database, "", BTreeMap::new());
    let stored = match store.read(keys::SETTINGS).await.map_err(Stop::broken)? {
        Some(Value::Object(stored)) => stored,
        _ => Map::new(),
    };
    let Some(file) = file else {
        let text = serde_json::to_string_pretty(&shown(stored)).map_err(Stop::broken)?;
        printed(&(text + "\n"))?;
        return Ok(Code::Completed);
    };
    let name = file.display().to_string();
    let unread = |error: std::io::Error| Stop::usage(say!(Unread { file: &name, error: error.to_string() }));
    let wrong = |why: Sentence| Stop::usage(say!(About { what: &name, why: why }));
    let text = std::fs::read_to_string(file).map_err(unread)?;
    let given = serde_json::from_str(&text).map_err(|error| wrong(foreign(error)))?;
    let settings = checked(given, &stored).map_err(wrong)?;
    store.write(keys::SETTINGS, Value::Object(settings)).await.map_err(Stop::broken)?;
    tell(&say!(SettingsStored));
    Ok(Code::Completed)
}

/// A model server as it is stored. Only looked at, so that a wrong field is named.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ServerShape {
    id: String,
    #[serde(default, rename = "name")]
    _name: String,
    #[serde(default, rename = "kind")]
    _kind: Option<KindShape>,
    base_url: String,
    #[serde(default, rename = "apiKeys")]
    _api_keys: Vec<String>,
    #[serde(default, rename = "model")]
    _model: String,
    #[serde(default, rename = "seesPictures")]
    _sees_pictures: Option<bool>,
    #[serde(default, rename = "tools")]
    _tools: Option<ToolStyle>,
    #[serde(default, rename = "small")]
    _small: bool,
    #[serde(default, rename = "temperature")]
    _temperature: Option<f64>,
    #[serde(default, rename = "maxTokens")]
    _max_tokens: Option<u32>,
}

/// The kinds of servers that this program reaches: the browser's own model is the extension's.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum KindShape {
    OpenAi,
    Anthropic,
    OpenRouter,
}

/// All settings with their defaults, without keys.
fn shown(stored: Map<String, Value>) -> Value {
    let mut all = defaults();
    all.extend(stored);
    for server in servers(&mut all) {
        for key in keys_of(server) {
            if key.as_str() != Some("") {
                *key = COVERED.into();
            }
        }
    }
    Value::Object(all)
}

fn defaults() -> Map<String, Value> {
    match serde_json::to_value(Settings::default()) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    }
}

fn servers(settings: &mut Map<String, Value>) -> impl Iterator<Item = &mut Value> {
    settings.get_mut("servers").and_then(Value::as_array_mut).into_iter().flatten()
}

/// The keys of a server, and the one that stood alone before there were several.
fn keys_of(server: &mut Value) -> Vec<&mut Value> {
    let fields = server.as_object_mut().into_iter().flatten();
    fields.fold(Vec::new(), |mut all, (name, value)| {
        match (name.as_str(), value) {
            ("apiKeys", Value::Array(keys)) => all.extend(keys),
            ("apiKey", key) => all.push(key),
            _ => {}
        }
        all
    })
}

/// What is to be stored, or what is wrong with it.
fn checked(given: Value, stored: &Map<String, Value>) -> Result<Map<String, Value>, Sentence> {
    let Value::Object(mut given) = given else { return Err(say!(SettingsObject { example: "{…}" })) };
    let known = defaults();
    let mut ids = BTreeSet::from([FIRST_SERVER.to_owned()]);
    for (index, server) in list(&given, "servers")?.iter().enumerate() {
        let at = format!("servers[{index}]");
        let unfit = |error: serde_json::Error| say!(About { what: &at, why: error.to_string() });
        let shape: ServerShape = json::from_value(server.clone()).map_err(unfit)?;
        let url = shape.base_url.starts_with("http").then(|| HttpUrl::parse(&shape.base_url));
        if url.is_none_or(|url| url.is_err()) {
            return Err(say!(SettingsAddress { at: at, address: shape.base_url }));
        }
        if shape.id.is_empty() || !ids.insert(shape.id.clone()) {
            return Err(say!(SettingsId { at: at, id: shape.id }));
        }
    }
    for (name, value) in &given {
        match name.as_str() {
            "servers" => {}
            "roles" | "modeServers" => roles(name, value, &ids)?,
            _ if known.contains_key(name) => {
                let alone = Map::from_iter([(name.clone(), value.clone())]);
                let read: Result<Settings, _> = json::from_value(Value::Object(alone));
                read.map_err(|error| say!(About { what: name, why: error.to_string() }))?;
            }
            // What a later version or the extension stored there is kept.
            _ if stored.get(name) == Some(value) => {}
            _ => return Err(say!(NoSuchSetting { name: name })),
        }
    }
    uncover(&mut given, stored)?;
    Ok(given)
}

fn list<'a>(given: &'a Map<String, Value>, name: &str) -> Result<&'a [Value], Sentence> {
    match given.get(name) {
        None => Ok(&[]),
        Some(Value::Array(all)) => Ok(all),
        Some(_) => Err(say!(SettingIsList { name: name, example: "[…]" })),
    }
}

fn roles(name: &str, value: &Value, ids: &BTreeSet<String>) -> Result<(), Sentence> {
    let unfit = || say!(SettingIsObject { name: name, example: "{\"ROLE\": [\"ID\"]}" });
    let roles = value.as_object().ok_or_else(unfit)?;
    for (role, value) in roles {
        if ModelRole::named(role).is_none() {
            return Err(say!(NoSuchRole { name: format!("{name}.{role}") }));
        }
        let named = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
        for id in named {
            if !id.as_str().is_some_and(|id| ids.contains(id)) {
                return Err(say!(NoSuchServer { name: format!("{name}.{role}"), id: id.to_string() }));
            }
        }
    }
    Ok(())
}

/// Puts stored keys where they are covered: only of the same server, at the same address.
fn uncover(given: &mut Map<String, Value>, stored: &Map<String, Value>) -> Result<(), Sentence> {
    let mut stored = stored.clone();
    let mut known: Vec<&mut Value> = servers(&mut stored).collect();
    for (index, server) in servers(given).enumerate() {
        let named = |server: &Value| (server.get("id").cloned(), server.get("baseUrl").cloned());
        let of = named(server);
        let same = known.iter_mut().find(|one| named(one) == of);
        let known: Vec<Value> =
            same.map(|one| keys_of(one).into_iter().map(|key| key.clone()).collect()).unwrap_or_default();
        for (number, key) in keys_of(server).into_iter().enumerate() {
            if key.as_str() == Some(COVERED) {
                let why = || say!(KeyCovered { name: format!("servers[{index}].apiKeys[{number}]") });
                *key = known.get(number).cloned().ok_or_else(why)?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn settings(base: &str, key: &str) -> Value {
        json!({
            "maxSteps": 9,
            "servers": [{"id": "own", "name": "Own", "kind": "openai", "baseUrl": base, "apiKeys": [key, "k2"], "model": "m"}],
            "roles": {"agent": ["own", "default"], "planner": ["own"]},
            "prices": [{"model": "m", "prompt": 1.5, "cached": 0.5, "completion": 6.0}],
        })
    }

    fn stored() -> Map<String, Value> {
        checked(settings("https://a.example/v1", "k1"), &Map::new()).unwrap()
    }

    #[test]
    fn what_is_stored_is_what_tasks_read() {
        let read = edith_protocol::StoredSettings::from(Value::Object(stored()));
        assert_eq!((read.settings().max_steps, read.settings().own_price_of("m").unwrap().prompt), (9, 1.5));
        let servers = read.servers();
        let server = servers.of(ModelRole::Agent).next().unwrap();
        assert_eq!((server.model.as_str(), server.api_keys.as_slice()), ("m", &["k1".to_owned(), "k2".to_owned()][..]));
    }

    #[test]
    fn keys_are_covered_where_they_are_shown_and_come_back_only_for_the_same_address() {
        let all = shown(stored());
        assert!(!all.to_string().contains("k1") && !all.to_string().contains("k2"), "{all}");
        assert_eq!((&all["maxSteps"], &all["lookTokens"]), (&json!(9), &json!(4000)), "with its defaults");
        let again = checked(all.clone(), &stored()).unwrap();
        assert_eq!(again["servers"], stored()["servers"]);
        let mut moved = all.clone();
        moved["servers"][0]["baseUrl"] = json!("https://b.example/v1");
        let why = checked(moved, &stored()).unwrap_err();
        assert!(why.to_string().contains("servers[0].apiKeys[0]"), "{why}");
        assert!(checked(all, &Map::new()).is_err());
        // The older field, which the extension still reads.
        let older = Map::from_iter([("servers".to_owned(), json!([{"id": "o", "apiKey": "k9"}]))]);
        assert!(!shown(older).to_string().contains("k9"));
    }

    #[test]
    fn what_is_wrong_is_named() {
        let with = |path: &str, value: Value| {
            let mut all = settings("https://a.example/v1", "k1");
            *all.pointer_mut(path).unwrap() = value;
            all
        };
        let mut more = settings("https://a.example/v1", "k1");
        more["maxStep"] = json!(3);
        let mut twice = settings("https://a.example/v1", "k1");
        let first = twice["servers"][0].clone();
        twice["servers"].as_array_mut().unwrap().push(first);
        for (given, field) in [
            (json!([]), "object"),
            (more, "maxStep:"),
            (twice, "servers[1]: id"),
            (with("/maxSteps", json!("nine")), "maxSteps:"),
            (with("/maxSteps", json!(-1)), "maxSteps:"),
            (with("/servers", json!({})), "servers:"),
            (with("/servers/0/baseUrl", json!("a.example")), "servers[0]: baseUrl"),
            (with("/servers/0/kind", json!("cook")), "cook"),
            (with("/servers/0", json!({"id": "own", "baseUrl": "https://a.example", "apiKyes": []})), "apiKyes"),
            (with("/servers/0", json!({"id": "own"})), "baseUrl"),
            (with("/servers/0/id", json!("default")), "servers[0]: id"),
            (with("/roles", json!({"cook": ["own"]})), "roles.cook:"),
            (with("/roles", json!({"agent": ["other"]})), "roles.agent:"),
            (with("/roles", json!([])), "roles:"),
            (with("/prices", json!([{"model": "m", "prompt": "dear"}])), "prices:"),
        ] {
            let why = checked(given.clone(), &Map::new()).unwrap_err();
            assert!(why.to_string().contains(field), "{given}: {why}");
        }
    }

    /// The panel offers all of them.
    #[test]
    fn every_style_of_tools_is_a_setting() {
        for tools in ["auto", "native", "text", "toolset"] {
            let mut given = settings("https://a.example/v1", "k1");
            given["servers"][0]["tools"] = json!(tools);
            let kept = checked(given.clone(), &Map::new()).map(Value::Object);
            assert_eq!(kept, Ok(given), "{tools}");
        }
        let mut given = settings("https://a.example/v1", "k1");
        given["servers"][0]["tools"] = json!("both");
        assert!(checked(given, &Map::new()).unwrap_err().to_string().contains("both"));
    }

    #[test]
    fn what_another_version_stored_is_kept() {
        let known = Map::from_iter([("later".to_owned(), json!({"a": 1}))]);
        assert_eq!(checked(shown(known.clone()), &known).unwrap()["later"], json!({"a": 1}));
    }
}
