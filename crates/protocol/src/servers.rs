//! Additional model servers, and the roles that use them. They are part of `edith_settings` but not of [`crate::Settings`], which every run copies:
//! keys are stored in one place only.

use crate::{ModelRole, Settings};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The roles that could have a server before there were others: each has an entry in `modeServers`.
const MODES: [ModelRole; 3] = [ModelRole::Chat, ModelRole::Agent, ModelRole::Research];

/// A named model server.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct NamedServer {
    /// A unique id.
    pub id: String,
    /// The user's name for it.
    pub name: String,
    /// Its protocol; empty for OpenAI's.
    pub kind: String,
    /// Base URL without trailing slash.
    pub base_url: String,
    /// The key; empty if not needed.
    pub api_key: String,
    /// The model.
    pub model: String,
}

impl std::fmt::Debug for NamedServer {
    /// Keeps the key out of logs.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("NamedServer").field(&self.name).finish()
    }
}

/// The servers beside the default one, which has three keys of its own.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
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
        let server = |value: &Value| NamedServer {
            id: text(value, "id"),
            name: text(value, "name"),
            kind: text(value, "kind"),
            base_url: text(value, "baseUrl"),
            api_key: text(value, "apiKey"),
            model: text(value, "model"),
        };
        let ids = |value: &Value| {
            let list = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
            list.iter().filter_map(Value::as_str).map(str::to_owned).collect::<Vec<_>>()
        };
        // `roles` takes precedence over the older field.
        let all = fields("modeServers").chain(fields("roles"));
        let roles = all.filter_map(|(role, value)| Some((ModelRole::named(role)?, ids(value))));
        Servers { list: list.map(server).collect(), roles: roles.filter(|(_, ids)| !ids.is_empty()).collect() }
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
            let NamedServer { id, name, kind, base_url, api_key, model } = server;
            let mut stored = json!({ "id": id, "name": name, "baseUrl": base_url, "apiKey": api_key, "model": model });
            if let (false, Some(fields)) = (kind.is_empty(), stored.as_object_mut()) {
                fields.insert("kind".to_owned(), Value::from(kind.as_str()));
            }
            stored
        });
        self.0.insert("servers".to_owned(), Value::Array(list.collect()));
        let (modes, roles): (Vec<_>, Vec<_>) =
            servers.roles.iter().partition(|(role, ids)| MODES.contains(role) && ids.len() == 1);
        let modes = modes.into_iter().filter_map(|(role, ids)| Some((role.name().to_owned(), json!(ids.first()?))));
        self.0.insert("modeServers".to_owned(), Value::Object(modes.collect()));
        self.0.remove("roles");
        if !roles.is_empty() {
            let roles = roles.into_iter().map(|(role, ids)| (role.name().to_owned(), json!(ids)));
            self.0.insert("roles".to_owned(), Value::Object(roles.collect()));
        }
    }
}

impl Servers {
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
        let server =
            |id: &str| json!({ "id": id, "name": "", "baseUrl": "http://localhost:1/v1", "apiKey": "sk", "model": id });
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
