//! Additional model servers, and the roles that use them. They are part of `edith_settings` but not of [`crate::Settings`], which every run copies:
//! keys are stored in one place only.

use crate::Gather as _;
use crate::{ModelRole, Settings, ToolStyle};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The roles that could have a server before there were others: each has an entry in `modeServers`.
const MODES: [ModelRole; 3] = [ModelRole::Chat, ModelRole::Agent, ModelRole::Research];

/// A named model server.
#[derive(Clone, Default, PartialEq)]
pub struct NamedServer {
    /// A unique id.
    pub id: String,
    /// The user's name for it.
    pub name: String,
    /// Its protocol: `openai`, `anthropic`, `openrouter` or `browser`; empty: known by its address, else OpenAI's.
    pub kind: String,
    /// Base URL without trailing slash.
    pub base_url: String,
    /// The keys, the one to use first in front; none if not needed.
    pub api_keys: Vec<String>,
    /// The model.
    pub model: String,
    /// Whether the model accepts pictures; none: as the settings say.
    pub sees_pictures: Option<bool>,
    /// How the model calls tools.
    pub tools: ToolStyle,
    /// Whether the model is small: it gets fewer and shorter tools.
    pub small: bool,
    /// The sampling temperature; none: the server's own.
    pub temperature: Option<f64>,
    /// Tokens per answer, at most; none: as the settings say.
    pub max_tokens: Option<u32>,
}

impl std::fmt::Debug for NamedServer {
    /// Keeps the key out of logs.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("NamedServer").field(&self.name).finish()
    }
}

/// The id of the first server, which the three separate keys name. In `servers` its entry holds what those keys do not.
pub const FIRST_SERVER: &str = "default";

/// The servers that are set, and the roles that use them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Servers {
    /// In the order they were added.
    pub list: Vec<NamedServer>,
    /// Each role's servers by preference. A missing role uses the default server.
    pub roles: BTreeMap<ModelRole, Vec<String>>,
}

/// The contents of `edith_settings`: [`Settings`], [`Servers`], and fields of later versions or the user's, which are kept.
#[derive(Clone, Default, PartialEq, Serialize)]
#[serde(transparent)]
pub struct StoredSettings(Map<String, Value>);

impl From<Value> for StoredSettings {
    fn from(stored: Value) -> Self {
        Self(if let Value::Object(fields) = stored { fields } else { Map::new() })
    }
}

impl StoredSettings {
    /// The settings; defaults if unreadable.
    pub fn settings(&self) -> Settings {
        crate::json::from_value(Value::Object(self.0.clone())).unwrap_or_default()
    }

    /// The readable servers.
    pub fn servers(&self) -> Servers {
        let list = self.0.get("servers").and_then(Value::as_array).into_iter().flatten();
        let fields = |name: &str| self.0.get(name).and_then(Value::as_object).into_iter().flatten();
        let text = |value: &Value, name: &str| value.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        let keys = |value: &Value| {
            let list = value.get("apiKeys").and_then(Value::as_array).into_iter().flatten();
            let list = list.filter_map(Value::as_str).map(str::to_owned);
            // Before there were several, one stood alone.
            list.chain([text(value, "apiKey")]).filter(|key| !key.is_empty()).collect()
        };
        let server = |value: &Value| NamedServer {
            id: text(value, "id"),
            name: text(value, "name"),
            kind: text(value, "kind"),
            base_url: text(value, "baseUrl"),
            api_keys: keys(value),
            model: text(value, "model"),
            sees_pictures: value.get("seesPictures").and_then(Value::as_bool),
            tools: ToolStyle::named(&text(value, "tools")),
            small: value.get("small").and_then(Value::as_bool).unwrap_or_default(),
            temperature: value.get("temperature").and_then(Value::as_f64),
            max_tokens: value.get("maxTokens").and_then(Value::as_u64).and_then(|most| u32::try_from(most).ok()),
        };
        let ids = |value: &Value| {
            let list = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
            list.iter().filter_map(Value::as_str).map(str::to_owned).collect::<Vec<_>>()
        };
        // `roles` takes precedence over the older field.
        let all = fields("modeServers").chain(fields("roles"));
        let roles = all.filter_map(|(role, value)| Some((ModelRole::named(role)?, ids(value))));
        Servers { list: list.map(server).collect(), roles: roles.filter(|(_, ids)| !ids.is_empty()).gathered() }
    }

    /// Changes the settings.
    pub fn set_settings(&mut self, settings: &Settings) {
        if let Ok(Value::Object(fields)) = serde_json::to_value(settings) {
            self.0.extend(fields);
        }
    }

    /// Changes the servers.
    pub fn set_servers(&mut self, servers: &Servers) {
        let list = servers.list.iter().map(|server| {
            let NamedServer { id, name, base_url, api_keys, model, .. } = server;
            let mut stored =
                json!({ "id": id, "name": name, "baseUrl": base_url, "apiKeys": api_keys, "model": model });
            let mut optional = |name: &str, value: Option<Value>| {
                if let (Some(value), Some(fields)) = (value, stored.as_object_mut()) {
                    fields.insert(name.to_owned(), value);
                }
            };
            optional("kind", (!server.kind.is_empty()).then(|| Value::from(server.kind.as_str())));
            optional("seesPictures", server.sees_pictures.map(Value::from));
            optional("tools", (server.tools != ToolStyle::Auto).then(|| Value::from(server.tools.name())));
            optional("small", server.small.then_some(Value::Bool(true)));
            optional("temperature", server.temperature.map(Value::from));
            optional("maxTokens", server.max_tokens.map(Value::from));
            stored
        });
        self.0.insert("servers".to_owned(), Value::Array(list.collect()));
        let (modes, roles): (Vec<_>, Vec<_>) =
            servers.roles.iter().partition(|(role, ids)| MODES.contains(role) && ids.len() == 1);
        let modes = modes.into_iter().filter_map(|(role, ids)| Some((role.name().to_owned(), json!(ids.first()?))));
        self.0.insert("modeServers".to_owned(), Value::Object(modes.gathered()));
        self.0.remove("roles");
        if !roles.is_empty() {
            let roles = roles.into_iter().map(|(role, ids)| (role.name().to_owned(), json!(ids)));
            self.0.insert("roles".to_owned(), Value::Object(roles.gathered()));
        }
    }
}

impl Servers {
    /// Puts the server of the three separate keys in front, under [`FIRST_SERVER`]. What is stored of it besides those keys (further keys among it) counts
    /// only for the address it was stored with.
    #[must_use]
    pub fn with_first(mut self, base_url: &str, api_key: &str, model: &str) -> Self {
        let tidy = |base_url: &str| base_url.trim().trim_end_matches('/').to_owned();
        let base_url = tidy(base_url);
        let stored = self.list.iter().find(|server| server.id == FIRST_SERVER && tidy(&server.base_url) == base_url);
        let mut first = stored.cloned().unwrap_or_default();
        self.list.retain(|server| server.id != FIRST_SERVER);
        if base_url.is_empty() {
            return self;
        }
        let api_key = api_key.trim();
        first.api_keys.retain(|key| key != api_key);
        if !api_key.is_empty() {
            first.api_keys.insert(0, api_key.to_owned());
        }
        FIRST_SERVER.clone_into(&mut first.id);
        model.trim().clone_into(&mut first.model);
        first.base_url = base_url;
        self.list.insert(0, first);
        self
    }

    /// A role's servers by preference; none for the default one.
    pub fn of(&self, role: ModelRole) -> impl Iterator<Item = &NamedServer> {
        let ids = self.roles.get(&role).into_iter().flatten();
        ids.filter_map(|id| self.list.iter().find(|server| server.id == *id))
    }

    /// Makes this a role's first choice; none for the default server.
    pub fn choose(&mut self, role: ModelRole, id: Option<&str>) {
        match id {
            None => drop(self.roles.remove(&role)),
            Some(id) => {
                let ids = self.roles.entry(role).or_default();
                ids.retain(|known| known != id);
                ids.insert(0, id.to_owned());
            }
        }
    }

    /// Removes a server; its roles use their next one, or the default.
    pub fn remove(&mut self, id: &str) {
        self.list.retain(|server| server.id != id);
        self.roles.values_mut().for_each(|ids| ids.retain(|known| known != id));
        self.roles.retain(|_, ids| !ids.is_empty());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stored() -> Value {
        let server = |id: &str| json!({ "id": id, "name": "", "baseUrl": "http://localhost:1/v1", "apiKeys": ["sk"], "model": id });
        json!({ "servers": [server("s1"), server("s2")], "modeServers": { "chat": "s1", "agent": "gone" } })
    }

    fn models(servers: &Servers, role: ModelRole) -> Vec<&str> {
        servers.of(role).map(|server| server.model.as_str()).collect()
    }

    #[test]
    fn what_was_stored_before_there_were_roles_stays_as_it_is() {
        let read = StoredSettings::from(stored()).servers();
        assert_eq!(models(&read, ModelRole::Chat), ["s1"]);
        assert!(models(&read, ModelRole::Agent).is_empty() && models(&read, ModelRole::Research).is_empty());
        assert!(!format!("{read:?}").contains("sk"));
        let mut written = StoredSettings::default();
        written.set_servers(&read);
        assert_eq!(json!(written), stored());
        assert_eq!(StoredSettings::from(json!({ "servers": 3, "modeServers": [] })).servers(), Servers::default());
    }

    #[test]
    fn a_lone_key_of_before_is_the_first_of_a_list() {
        let mut fields = stored();
        fields["servers"][0] = json!({ "id": "s1", "name": "", "baseUrl": "u", "apiKey": "old", "model": "m" });
        let mut settings = StoredSettings::from(fields);
        let read = settings.servers();
        assert_eq!(read.list[0].api_keys, ["old"]);
        settings.set_servers(&read);
        assert_eq!(json!(settings)["servers"][0].get("apiKey"), None);
        assert_eq!(settings.servers(), read);
    }

    #[test]
    fn everything_of_a_server_reads_back() {
        let server = NamedServer {
            id: "s".into(),
            name: "Claude".into(),
            kind: "anthropic".into(),
            base_url: "https://a.example".into(),
            api_keys: vec!["one".into(), "two".into()],
            model: "m".into(),
            sees_pictures: Some(false),
            tools: ToolStyle::Text,
            small: true,
            temperature: Some(0.5),
            max_tokens: Some(900),
        };
        let servers = Servers { list: vec![server], ..Servers::default() };
        let mut settings = StoredSettings::default();
        settings.set_servers(&servers);
        assert_eq!(settings.servers(), servers);
    }

    #[test]
    fn the_three_keys_are_the_first_server_and_its_further_keys_stay_with_their_address() {
        let kept = NamedServer {
            id: FIRST_SERVER.into(),
            base_url: "https://a.example/v1".into(),
            api_keys: vec!["one".into(), "two".into()],
            model: "old".into(),
            small: true,
            ..NamedServer::default()
        };
        let servers = Servers {
            list: vec![NamedServer { id: "s1".into(), ..NamedServer::default() }, kept],
            ..Servers::default()
        };
        let first = |base_url: &str, key: &str| servers.clone().with_first(base_url, key, "new").list;
        let list = first(" https://a.example/v1/ ", "two");
        assert_eq!(list.iter().map(|server| server.id.as_str()).collect::<Vec<_>>(), ["default", "s1"]);
        assert_eq!((list[0].model.as_str(), list[0].small), ("new", true));
        assert_eq!(list[0].api_keys, ["two", "one"]);
        // Another server gets none of them.
        let list = first("https://b.example/v1", "three");
        assert_eq!((list[0].api_keys.as_slice(), list[0].small), (&["three".to_owned()][..], false));
        assert_eq!(first("", "two").len(), 1);
        // A role may name it.
        let mut servers = servers.with_first("https://a.example/v1", "two", "new");
        servers.roles.insert(ModelRole::Chat, vec!["s1".into(), FIRST_SERVER.into()]);
        assert_eq!(models(&servers, ModelRole::Chat), ["", "new"]);
    }

    #[test]
    fn a_role_has_a_list_of_servers() {
        let mut fields = stored();
        fields["roles"] = json!({ "chat": ["s2", "s1"], "planner": ["s2"], "cook": ["s1"], "fast": 3 });
        fields["servers"][0]["kind"] = json!("openai");
        let mut settings = StoredSettings::from(fields);
        let mut read = settings.servers();
        assert_eq!(models(&read, ModelRole::Chat), ["s2", "s1"]);
        assert_eq!(models(&read, ModelRole::Planner), ["s2"]);
        assert!(models(&read, ModelRole::Fast).is_empty());
        settings.set_servers(&read);
        assert_eq!(settings.servers(), read);
        read.choose(ModelRole::Chat, Some("s1"));
        read.choose(ModelRole::Planner, None);
        assert_eq!(models(&read, ModelRole::Chat), ["s1", "s2"]);
        read.remove("s2");
        settings.set_servers(&read);
        let fields = json!(settings);
        assert_eq!((&fields["modeServers"]["chat"], fields.get("roles")), (&json!("s1"), None));
    }

    #[test]
    fn what_a_later_version_stored_is_kept() {
        let mut stored = StoredSettings::from(json!({"version": 1, "later": {"a": 1}, "maxSteps": 5}));
        stored.set_settings(&Settings { follow_along: true, ..stored.settings() });
        let object = json!(stored);
        assert_eq!(
            (&object["later"]["a"], &object["maxSteps"], &object["followAlong"]),
            (&json!(1), &json!(5), &json!(true))
        );
    }

    #[test]
    fn unreadable_settings_have_their_defaults() {
        for unreadable in [json!("nonsense"), json!(3), json!(null), json!({ "maxSteps": "many" })] {
            assert_eq!(StoredSettings::from(unreadable).settings(), Settings::default());
        }
    }
}
