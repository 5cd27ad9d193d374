//! Presets of model servers, and problems with an address.

use crate::state::format::duration;
use crate::state::text::{counted, fill, key, t};

/// A preset of a model server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Preset {
    /// A stable form value.
    pub id: &'static str,
    /// Its label: a name, or a key of the catalogue.
    pub name: &'static str,
    /// Its base URL; empty for the built-in interpreter and for a custom address.
    pub base_url: &'static str,
    /// Whether it needs a key.
    pub wants_key: bool,
    /// A hint before choosing it: a key of the catalogue.
    pub note: &'static str,
    /// An example model for the field's placeholder.
    pub model: &'static str,
    /// The same of an embedding model; empty if it has none.
    pub embedding_model: &'static str,
}

/// The built-in interpreter: no base URL.
pub const BUILT_IN: Preset = Preset {
    id: "built-in",
    name: key("preset_built_in"),
    base_url: "",
    wants_key: false,
    note: key("preset_built_in_note"),
    model: "",
    embedding_model: "",
};

/// Any other OpenAI-compatible server.
pub const OWN: Preset = Preset {
    id: "own",
    name: key("preset_own"),
    base_url: "",
    wants_key: true,
    note: key("preset_own_note"),
    model: "",
    embedding_model: "",
};

/// Every preset, in the list's order.
pub const PRESETS: [Preset; 8] = [
    BUILT_IN,
    Preset {
        id: "openai",
        name: "OpenAI",
        base_url: "https://api.openai.com/v1",
        wants_key: true,
        note: key("preset_openai_note"),
        model: "gpt-5-mini",
        embedding_model: "text-embedding-3-small",
    },
    Preset {
        id: "gemini",
        name: "Google Gemini",
        base_url: "https://generativelanguage.googleapis.com/v1beta/openai",
        wants_key: true,
        note: key("preset_gemini_note"),
        model: "gemini-2.5-flash",
        embedding_model: "gemini-embedding-001",
    },
    Preset {
        id: "groq",
        name: "Groq",
        base_url: "https://api.groq.com/openai/v1",
        wants_key: true,
        note: key("preset_groq_note"),
        model: "openai/gpt-oss-120b",
        embedding_model: "",
    },
    Preset {
        id: "openrouter",
        name: "OpenRouter",
        base_url: "https://openrouter.ai/api/v1",
        wants_key: true,
        note: key("preset_openrouter_note"),
        model: "openai/gpt-5-mini",
        embedding_model: "openai/text-embedding-3-small",
    },
    Preset {
        id: "ollama",
        name: "Ollama",
        base_url: "http://localhost:11434/v1",
        wants_key: false,
        note: key("preset_ollama_note"),
        model: "qwen3:8b",
        embedding_model: "nomic-embed-text",
    },
    Preset {
        id: "lmstudio",
        name: "LM Studio",
        base_url: "http://localhost:1234/v1",
        wants_key: false,
        note: key("preset_lmstudio_note"),
        model: "qwen/qwen3-8b",
        embedding_model: "text-embedding-nomic-embed-text-v1.5",
    },
    OWN,
];

/// The preset with this id; an unknown id means a custom address.
pub fn by_id(id: &str) -> Preset {
    PRESETS.into_iter().find(|preset| preset.id == id).unwrap_or(OWN)
}

/// The preset for a stored base URL.
pub fn by_url(base_url: &str) -> Preset {
    let base_url = tidy(base_url);
    if base_url.is_empty() {
        return BUILT_IN;
    }
    PRESETS.into_iter().find(|preset| preset.base_url == base_url).unwrap_or(OWN)
}

/// A base URL as stored: without blanks, trailing slash, or the endpoint's own path.
pub fn tidy(base_url: &str) -> String {
    let base_url = base_url.trim().trim_end_matches('/');
    base_url.strip_suffix("/chat/completions").unwrap_or(base_url).trim_end_matches('/').to_owned()
}

/// The origin of an address: scheme, host and port. A key is never sent to another origin than it was entered for.
pub fn origin(base_url: &str) -> String {
    let base_url = tidy(base_url).to_lowercase();
    match base_url.split_once("://") {
        Some((scheme, rest)) => {
            let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
            format!("{scheme}://{host}")
        }
        None => base_url,
    }
}

/// The result of a connection test.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Tested {
    /// Its models; empty if it has no list.
    pub models: Vec<String>,
    /// The model that answered; none if none was selected.
    pub model: Option<String>,
    /// Milliseconds until the answer.
    pub ms: f64,
}

impl Tested {
    /// The result in a sentence: it works only if a model answered.
    pub fn words(&self) -> String {
        let models = || counted(self.models.len(), key("model_one"), key("model_many"));
        match &self.model {
            Some(model) if self.models.is_empty() => {
                fill("model_answers", &[("model", model), ("time", &duration(self.ms))])
            }
            Some(model) => fill("it_works", &[("model", model), ("time", &duration(self.ms)), ("models", &models())]),
            None => fill("choose_and_test", &[("models", &models())]),
        }
    }
}

/// A problem with an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UrlRemark {
    /// It cannot be used.
    Error(&'static str),
    /// It can be used at a risk.
    Warning(&'static str),
}

/// Checks a typed base URL; `with_key` says whether a key would be sent there.
pub fn remark(base_url: &str, with_key: bool) -> Option<UrlRemark> {
    let origin = origin(base_url);
    let Some((scheme, host)) = origin.split_once("://") else {
        return Some(UrlRemark::Error(t("bad_scheme")));
    };
    if scheme != "https" && scheme != "http" {
        return Some(UrlRemark::Error(t("bad_scheme")));
    }
    if host.is_empty() || host.contains(char::is_whitespace) {
        return Some(UrlRemark::Error(t("no_host")));
    }
    if host.contains('@') {
        return Some(UrlRemark::Error(t("user_in_url")));
    }
    let name = host
        .rsplit_once(':')
        .filter(|(_, port)| port.chars().all(|c| c.is_ascii_digit()))
        .map_or(host, |(name, _)| name);
    let local = matches!(name, "localhost" | "127.0.0.1" | "[::1]") || name.ends_with(".localhost");
    if scheme == "http" && !local {
        return Some(UrlRemark::Warning(if with_key { t("http_key") } else { t("http_plain") }));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_address_finds_its_preset() {
        for (base_url, id) in [
            ("", "built-in"),
            ("  ", "built-in"),
            ("https://api.openai.com/v1/", "openai"),
            ("https://api.groq.com/openai/v1/chat/completions", "groq"),
            ("http://localhost:11434/v1", "ollama"),
            ("http://localhost:8080/v1", "own"),
        ] {
            assert_eq!(by_url(base_url).id, id, "{base_url}");
        }
        assert_eq!(by_id("later").id, "own");
    }

    #[test]
    fn only_a_model_that_answered_works() {
        let models = vec!["a".to_owned(), "b".to_owned()];
        let listed = Tested { models: models.clone(), ..Tested::default() };
        assert_eq!(listed.words(), "The server answers and offers 2 models. Choose one, then test again.");
        let tested = Tested { models, model: Some("a".to_owned()), ms: 1_200.0 };
        assert!(tested.words().starts_with("It works: a answered in 1"), "{}", tested.words());
        assert!(Tested { models: Vec::new(), ..tested }.words().starts_with("It works: a answered"));
    }

    #[test]
    fn ids_are_unique_and_every_preset_says_something() {
        for (at, preset) in PRESETS.iter().enumerate() {
            assert!(!preset.note.is_empty());
            assert!(PRESETS[at + 1..].iter().all(|other| other.id != preset.id));
            assert_eq!(tidy(preset.base_url), preset.base_url);
        }
    }

    #[test]
    fn addresses_are_looked_at() {
        use UrlRemark::{Error, Warning};
        let kind = |base_url: &str| match remark(base_url, true) {
            None => "fine",
            Some(Error(_)) => "error",
            Some(Warning(_)) => "warning",
        };
        for (base_url, expected) in [
            ("https://example.com/v1", "fine"),
            ("http://localhost:1234/v1", "fine"),
            ("http://127.0.0.1/v1", "fine"),
            ("http://[::1]:8080", "fine"),
            ("http://192.168.1.5:8080/v1", "warning"),
            ("http://localhost.example.com", "warning"),
            ("example.com", "error"),
            ("ftp://example.com", "error"),
            ("javascript:alert(1)", "error"),
            ("https://", "error"),
            ("https://me:secret@example.com", "error"),
        ] {
            assert_eq!(kind(base_url), expected, "{base_url}");
        }
    }

    #[test]
    fn a_key_belongs_to_an_origin() {
        assert_eq!(origin("https://API.example.com/v1/"), "https://api.example.com");
        assert_ne!(origin("http://localhost:1/v1"), origin("http://localhost:2/v1"));
        assert_ne!(origin("https://example.com"), origin("http://example.com"));
    }
}
