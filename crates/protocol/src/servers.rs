//! Further model servers, and which of them each role uses. They are part of `edith_settings`, but not of [`crate::Settings`], which each run
//! keeps: the keys are stored in one place.

use crate::ModelRole;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The roles that had a server of their own before there were others: each has one in `modeServers`.
const MODES: [ModelRole; 3] = [ModelRole::Chat, ModelRole::Agent, ModelRole::Research];

/// A model server that has a name.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct NamedServer {
    /// Unique among them.
    pub id: String,
    /// What the person calls it.
    pub name: String,
    /// How it is talked to; empty: as OpenAI's.
    pub kind: String,
    /// Base URL, without a slash at its end.
    pub base_url: String,
    /// The key; empty for servers that want none.
    pub api_key: String,
    /// The model's name.
    pub model: String,
}

impl std::fmt::Debug for NamedServer {
    /// The key stays out of logs.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("NamedServer").field(&self.name).finish()
    }
}

/// The servers beside the one in the three keys of its own.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Servers {
    /// In the order in which they were added.
    pub list: Vec<NamedServer>,
    /// The ids of each role's servers, the first choice first. A role that is not here uses the one in the three keys.
    pub roles: BTreeMap<ModelRole, Vec<String>>,
}

impl Servers {
    /// Reads them from the stored settings; what cannot be read is left out.
    pub fn read(settings: &Value) -> Self {
        let list = settings.get("servers").and_then(Value::as_array).into_iter().flatten();
        let fields = |name: &str| settings.get(name).and_then(Value::as_object).into_iter().flatten();
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
        // What `roles` says goes before the older field.
        let all = fields("modeServers").chain(fields("roles"));
        let roles = all.filter_map(|(role, value)| Some((ModelRole::named(role)?, ids(value))));
        Self { list: list.map(server).collect(), roles: roles.filter(|(_, ids)| !ids.is_empty()).collect() }
    }

    /// Writes them into the fields of the settings.
    pub fn write(&self, settings: &mut Map<String, Value>) {
        let list = self.list.iter().map(|server| {
            let NamedServer { id, name, kind, base_url, api_key, model } = server;
            let mut stored = json!({ "id": id, "name": name, "baseUrl": base_url, "apiKey": api_key, "model": model });
            if let (false, Some(fields)) = (kind.is_empty(), stored.as_object_mut()) {
                fields.insert("kind".to_owned(), Value::from(kind.as_str()));
            }
            stored
        });
        settings.insert("servers".to_owned(), Value::Array(list.collect()));
        let (modes, roles): (Vec<_>, Vec<_>) =
            self.roles.iter().partition(|(role, ids)| MODES.contains(role) && ids.len() == 1);
        let modes = modes.into_iter().filter_map(|(role, ids)| Some((role.name().to_owned(), json!(ids.first()?))));
        settings.insert("modeServers".to_owned(), Value::Object(modes.collect()));
        settings.remove("roles");
        if !roles.is_empty() {
            let roles = roles.into_iter().map(|(role, ids)| (role.name().to_owned(), json!(ids)));
            settings.insert("roles".to_owned(), Value::Object(roles.collect()));
        }
    }

    /// The servers of a role, the first choice first; none: the one in the three keys.
    pub fn of(&self, role: ModelRole) -> impl Iterator<Item = &NamedServer> {
        let ids = self.roles.get(&role).into_iter().flatten();
        ids.filter_map(|id| self.list.iter().find(|server| server.id == *id))
    }

    /// Makes this the first choice of a role; none: the one in the three keys.
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

    /// Takes a server away; who used it uses the next of its own, or the one in the three keys.
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
        let read = Servers::read(&stored());
        assert_eq!(models(&read, ModelRole::Chat), ["s1"]);
        assert!(models(&read, ModelRole::Agent).is_empty() && models(&read, ModelRole::Research).is_empty());
        assert!(!format!("{read:?}").contains("sk"));
        let mut fields = Map::new();
        read.write(&mut fields);
        assert_eq!(Value::Object(fields), stored());
        assert_eq!(Servers::read(&json!({ "servers": 3, "modeServers": [] })), Servers::default());
    }

    #[test]
    fn a_role_has_a_list_of_servers() {
        let mut fields = stored().as_object().unwrap().clone();
        fields
            .insert("roles".to_owned(), json!({ "chat": ["s2", "s1"], "planner": ["s2"], "cook": ["s1"], "fast": 3 }));
        fields["servers"][0]["kind"] = json!("openai");
        let mut read = Servers::read(&Value::Object(fields.clone()));
        assert_eq!(models(&read, ModelRole::Chat), ["s2", "s1"]);
        assert_eq!(models(&read, ModelRole::Planner), ["s2"]);
        assert!(models(&read, ModelRole::Fast).is_empty());
        read.write(&mut fields);
        assert_eq!(Servers::read(&Value::Object(fields.clone())), read);
        read.choose(ModelRole::Chat, Some("s1"));
        read.choose(ModelRole::Planner, None);
        assert_eq!(models(&read, ModelRole::Chat), ["s1", "s2"]);
        read.remove("s2");
        read.write(&mut fields);
        assert_eq!((&fields["modeServers"]["chat"], fields.get("roles")), (&json!("s1"), None));
    }
}
