//! Further model servers, and which of them a mode uses. They are part of `edith_settings`, but not of [`crate::Settings`], which each run
//! keeps: the keys are stored in one place.

use serde_json::{Map, Value, json};

/// A model server that has a name.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct NamedServer {
    /// Unique among them.
    pub id: String,
    /// What the person calls it.
    pub name: String,
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
    /// Modes (`chat`, `agent`, `research`) with the id of their server; a mode that is not here uses the one in the three keys.
    pub modes: Vec<(String, String)>,
}

impl Servers {
    /// Reads them from the stored settings; what cannot be read is left out.
    pub fn read(settings: &Value) -> Self {
        let list = settings.get("servers").and_then(Value::as_array).into_iter().flatten();
        let modes = settings.get("modeServers").and_then(Value::as_object).into_iter().flatten();
        let text = |value: &Value, name: &str| value.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        let server = |value: &Value| NamedServer {
            id: text(value, "id"),
            name: text(value, "name"),
            base_url: text(value, "baseUrl"),
            api_key: text(value, "apiKey"),
            model: text(value, "model"),
        };
        Self {
            list: list.map(server).collect(),
            modes: modes.filter_map(|(mode, id)| Some((mode.clone(), id.as_str()?.to_owned()))).collect(),
        }
    }

    /// Writes them into the fields of the settings.
    pub fn write(&self, settings: &mut Map<String, Value>) {
        let list = self.list.iter().map(|server| {
            let NamedServer { id, name, base_url, api_key, model } = server;
            json!({ "id": id, "name": name, "baseUrl": base_url, "apiKey": api_key, "model": model })
        });
        settings.insert("servers".to_owned(), Value::Array(list.collect()));
        let modes = self.modes.iter().map(|(mode, id)| (mode.clone(), Value::String(id.clone())));
        settings.insert("modeServers".to_owned(), Value::Object(modes.collect()));
    }

    /// The server of a mode; none: the one in the three keys.
    pub fn of(&self, mode: &str) -> Option<&NamedServer> {
        let (_, id) = self.modes.iter().find(|(known, _)| known == mode)?;
        self.list.iter().find(|server| server.id == *id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn servers_are_read_as_they_are_written() {
        let server = NamedServer {
            id: "s1".into(),
            name: "Mine".into(),
            base_url: "http://localhost:11434/v1".into(),
            api_key: "sk".into(),
            model: "m".into(),
        };
        let servers =
            Servers { list: vec![server], modes: vec![("chat".into(), "s1".into()), ("agent".into(), "gone".into())] };
        let mut fields = Map::new();
        servers.write(&mut fields);
        let read = Servers::read(&Value::Object(fields));
        assert_eq!(read.list, servers.list);
        assert_eq!(
            (read.of("chat").map(|one| one.model.as_str()), read.of("agent"), read.of("research")),
            (Some("m"), None, None)
        );
        assert!(!format!("{read:?}").contains("sk"));
        assert_eq!(Servers::read(&json!({ "servers": 3, "modeServers": [] })), Servers::default());
    }
}
