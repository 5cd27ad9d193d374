//! Additional model servers, the modes that use them, and the prices of their models.

use crate::state::text::key;
use edith_protocol::{ModelPrice, ModelRole, NamedServer, Servers, Settings};

/// Default ports of local model servers, by name.
pub const LOCAL: [(&str, u16); 8] = [
    ("Ollama", 11434),
    ("LM Studio", 1234),
    ("llama.cpp", 8080),
    ("vLLM", 8000),
    ("Jan", 1337),
    ("GPT4All", 4891),
    ("KoboldCpp", 5001),
    ("text-generation-webui", 5000),
];

/// The modes that may have a server of their own: role and key of the label.
pub const MODES: [(ModelRole, &str); 3] = [
    (ModelRole::Agent, key("mode_agent")),
    (ModelRole::Research, key("mode_research")),
    (ModelRole::Chat, key("mode_chat")),
];

/// The base URL of a local server on this port.
pub fn local_url(port: u16) -> String {
    format!("http://localhost:{port}/v1")
}

/// Adds a server and returns its id.
pub fn add(servers: &mut Servers, name: &str, base_url: &str, model: &str) -> String {
    let taken = |id: &str| servers.list.iter().any(|server| server.id == id);
    let id = (1..).map(|number: u32| format!("s{number}")).find(|id| !taken(id)).unwrap_or_default();
    servers.list.push(NamedServer {
        id: id.clone(),
        name: name.to_owned(),
        base_url: base_url.to_owned(),
        model: model.to_owned(),
        ..NamedServer::default()
    });
    id
}

/// Swaps the active server (base URL, key, model) with a named one, and returns that one.
pub fn swap(servers: &mut Servers, id: &str, now: (String, String, String)) -> Option<(String, String, String)> {
    let server = servers.list.iter_mut().find(|server| server.id == id)?;
    let key = std::mem::replace(&mut server.api_keys, Some(now.1).filter(|key| !key.is_empty()).into_iter().collect());
    let taken = (
        std::mem::replace(&mut server.base_url, now.0),
        key.into_iter().next().unwrap_or_default(),
        std::mem::replace(&mut server.model, now.2),
    );
    server.name = crate::state::server::by_url(&server.base_url).name.to_owned();
    Some(taken)
}

/// The models in use, each once: of the active server and of the others.
pub fn models(model: &str, servers: &Servers) -> Vec<String> {
    let mut models: Vec<String> = Vec::new();
    for model in std::iter::once(model).chain(servers.list.iter().map(|server| server.model.as_str())) {
        if !model.is_empty() && !models.iter().any(|known| known == model) {
            models.push(model.to_owned());
        }
    }
    models
}

/// A price field of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Price {
    /// For tokens sent.
    Prompt,
    /// For sent tokens that the server had cached.
    Cached,
    /// For tokens received.
    Completion,
}

impl Price {
    /// The price in a model's entry.
    pub fn field(self, price: &mut ModelPrice) -> &mut f64 {
        match self {
            Self::Prompt => &mut price.prompt,
            Self::Cached => &mut price.cached,
            Self::Completion => &mut price.completion,
        }
    }
}

/// Sets a price of exactly this model, starting from its known prices.
pub fn set_price(settings: &mut Settings, model: &str, which: Price, value: f64) {
    if let Some(own) = settings.prices.iter_mut().find(|price| price.model == model) {
        *which.field(own) = value;
        return;
    }
    let mut price = settings.price_of(model).unwrap_or_default();
    model.clone_into(&mut price.model);
    *which.field(&mut price) = value;
    settings.prices.push(price);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn servers_come_and_go_with_the_modes_that_use_them() {
        let mut servers = Servers::default();
        let one = add(&mut servers, "Ollama", "http://localhost:11434/v1", "qwen3:8b");
        let two = add(&mut servers, "Other", "https://example.com/v1", "m");
        assert_ne!(one, two);
        servers.choose(ModelRole::Chat, Some(&one));
        servers.choose(ModelRole::Agent, Some(&two));
        let first = |servers: &Servers, role| servers.of(role).next().map(|server| server.model.clone());
        assert_eq!(first(&servers, ModelRole::Chat).as_deref(), Some("qwen3:8b"));
        assert_eq!(first(&servers, ModelRole::Research), None);
        servers.remove(&one);
        assert_eq!(first(&servers, ModelRole::Chat), None);
        assert_eq!(first(&servers, ModelRole::Agent).as_deref(), Some("m"));
        // A freed id may be reused, a taken one not.
        assert_ne!(add(&mut servers, "Third", "", ""), two);
        servers.choose(ModelRole::Agent, None);
        assert_eq!(first(&servers, ModelRole::Agent), None);
    }

    #[test]
    fn a_named_server_and_the_one_in_force_change_places() {
        let mut servers = Servers::default();
        let id = add(&mut servers, "Mine", "http://localhost:11434/v1", "qwen3:8b");
        let now = ("https://api.openai.com/v1".to_owned(), "sk".to_owned(), "gpt-5".to_owned());
        let taken = swap(&mut servers, &id, now).unwrap();
        assert_eq!(taken, ("http://localhost:11434/v1".into(), String::new(), "qwen3:8b".into()));
        let kept = &servers.list[0];
        assert_eq!((kept.name.as_str(), kept.api_keys[0].as_str(), kept.model.as_str()), ("OpenAI", "sk", "gpt-5"));
        assert_eq!(swap(&mut servers, "gone", Default::default()), None);
    }

    #[test]
    fn a_price_is_set_for_one_model_and_begins_with_what_is_known() {
        let mut settings = Settings::default();
        set_price(&mut settings, "gpt-5-mini", Price::Completion, 3.0);
        set_price(&mut settings, "my-model", Price::Prompt, 0.5);
        let price = settings.price_of("gpt-5-mini").unwrap();
        assert_eq!((price.prompt, price.completion), (0.25, 3.0));
        set_price(&mut settings, "gpt-5-mini", Price::Cached, 0.0);
        assert_eq!(settings.prices.len(), 2);
        assert_eq!(models("my-model", &Servers::default()), ["my-model"]);
    }
}
