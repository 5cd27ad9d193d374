//! A model server that is being set up: what the person chose and typed so far.

use crate::state::presets::{Preset, RESOURCE, by_id};
use crate::state::server::{origin, tidy};
use edith_protocol::NamedServer;

/// A server that is not stored yet. It stays until it is used or thrown away.
#[derive(Clone, Default, PartialEq)]
pub struct Draft {
    /// The id of the chosen preset; empty before a choice.
    pub preset: &'static str,
    /// The person's resource, where the preset's address has a place for it.
    pub resource: String,
    /// The address, where the person types it.
    pub address: String,
    /// The key.
    pub key: String,
    /// The model.
    pub model: String,
    /// What each preset's key was, so that going back to one loses nothing: by origin.
    keys: Vec<(String, String)>,
}

impl Draft {
    /// The chosen preset.
    pub fn preset(&self) -> Preset {
        by_id(self.preset)
    }

    /// Whether the person types the address.
    pub fn types_address(&self) -> bool {
        let preset = self.preset();
        preset.base_url.is_empty() || preset.is_local()
    }

    /// The base URL so far; empty while something is missing.
    pub fn base_url(&self) -> String {
        let preset = self.preset();
        if preset.wants_resource() {
            // A resource is a part of a host's name: nothing else may get into the address.
            let resource = self.resource.trim();
            let fits = |c: char| c.is_ascii_alphanumeric() || c == '-';
            return if !resource.is_empty() && resource.chars().all(fits) {
                preset.base_url.replace(RESOURCE, resource)
            } else {
                String::new()
            };
        }
        if self.types_address() { tidy(&self.address) } else { preset.base_url.to_owned() }
    }

    /// Chooses a preset. A key goes with the server that it was typed for.
    pub fn choose(&mut self, preset: Preset) {
        self.leave_origin(|draft| {
            draft.preset = preset.id;
            draft.address = preset.base_url.to_owned();
            draft.model.clear();
        });
    }

    /// Types an address.
    pub fn set_address(&mut self, address: &str) {
        self.leave_origin(|draft| draft.address = address.trim().to_owned());
    }

    /// Types a resource.
    pub fn set_resource(&mut self, resource: &str) {
        self.leave_origin(|draft| draft.resource = resource.trim().to_owned());
    }

    /// A key never goes to another server than it was entered for; one entered before any address goes to the first.
    fn leave_origin(&mut self, change: impl FnOnce(&mut Self)) {
        let before = origin(&self.base_url());
        change(self);
        let after = origin(&self.base_url());
        if before == after || (before.is_empty() && !after.is_empty() && self.key_of(&after).is_none()) {
            return;
        }
        let key = std::mem::take(&mut self.key);
        if !before.is_empty() {
            self.keys.retain(|(known, _)| *known != before);
            self.keys.push((before, key));
        }
        self.key = self.key_of(&after).unwrap_or_default();
    }

    fn key_of(&self, origin: &str) -> Option<String> {
        self.keys.iter().find(|(known, _)| known == origin).map(|(_, key)| key.clone())
    }

    /// Whether it can be used.
    pub fn is_whole(&self) -> bool {
        !self.base_url().is_empty() && !self.model.trim().is_empty()
    }

    /// The server that it makes.
    pub fn server(&self) -> NamedServer {
        let key = self.key.trim();
        NamedServer {
            kind: self.preset().kind.to_owned(),
            base_url: self.base_url(),
            api_keys: Some(key.to_owned()).filter(|key| !key.is_empty()).into_iter().collect(),
            model: self.model.trim().to_owned(),
            ..NamedServer::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_stays_with_the_server_it_was_typed_for() {
        let mut draft = Draft::default();
        draft.choose(by_id("openai"));
        draft.key = "sk-openai".into();
        draft.choose(by_id("groq"));
        assert_eq!(draft.server().api_keys, Vec::<String>::new());
        draft.key = "gsk".into();
        draft.choose(by_id("openai"));
        assert_eq!(draft.server().api_keys, ["sk-openai"]);
        draft.choose(by_id("own"));
        assert_eq!(draft.key, "");
        draft.set_address("https://a.example/v1/");
        draft.key = "a".into();
        draft.set_address("https://a.example/v2");
        assert_eq!((draft.base_url().as_str(), draft.key.as_str()), ("https://a.example/v2", "a"));
        draft.set_address("https://b.example/v2");
        assert_eq!(draft.key, "");
    }

    #[test]
    fn a_resource_is_a_part_of_the_hosts_name_and_nothing_else() {
        let mut draft = Draft::default();
        draft.choose(by_id("azure"));
        for (resource, base_url) in
            [("", ""), ("my-team", "https://my-team.openai.azure.com/openai/v1"), ("evil.example/", ""), ("a@b", "")]
        {
            draft.set_resource(resource);
            assert_eq!(draft.base_url(), base_url, "{resource}");
        }
        draft.set_resource("my-team");
        assert!(!draft.is_whole());
        draft.model = "chat".into();
        assert!(draft.is_whole());
    }

    #[test]
    fn a_local_server_may_have_another_port() {
        let mut draft = Draft::default();
        draft.choose(by_id("llamacpp"));
        assert_eq!(draft.base_url(), "http://localhost:8080/v1");
        draft.set_address("http://localhost:9090/v1");
        assert_eq!(draft.base_url(), "http://localhost:9090/v1");
        draft.choose(by_id("anthropic"));
        assert_eq!(
            (draft.server().kind.as_str(), draft.base_url().as_str()),
            ("anthropic", "https://api.anthropic.com")
        );
    }
}
