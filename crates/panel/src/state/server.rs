//! The model server in the settings: presets, and what is wrong with an address.

use crate::state::format::duration;
use crate::state::text::{counted, fill, key, t};

/// A model server that people use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Preset {
    /// A stable word for the form.
    pub id: &'static str,
    /// What the list shows: a name, or a key of the catalogue.
    pub name: &'static str,
    /// Its base URL; empty for the built-in interpreter and for an address of one's own.
    pub base_url: &'static str,
    /// Whether it wants a key.
    pub wants_key: bool,
    /// What a person should know before choosing it: a key of the catalogue.
    pub note: &'static str,
    /// A model to begin with, for the field's placeholder.
    pub model: &'static str,
}

/// The built-in interpreter: no base URL.
pub const BUILT_IN: Preset = Preset {
    id: "built-in",
    name: key("preset_built_in"),
    base_url: "",
    wants_key: false,
    note: key("preset_built_in_note"),
    model: "",
};

/// Any other OpenAI-compatible server.
pub const OWN: Preset = Preset {
    id: "own",
    name: key("preset_own"),
    base_url: "",
    wants_key: true,
    note: key("preset_own_note"),
    model: "",
};

/// Every choice, in the order of the list.
pub const PRESETS: [Preset; 8] = [
    BUILT_IN,
    Preset {
        id: "openai",
        name: "OpenAI",
        base_url: "https://api.openai.com/v1",
        wants_key: true,
        note: key("preset_openai_note"),
        model: "gpt-5-mini",
    },
    Preset {
        id: "gemini",
        name: "Google Gemini",
        base_url: "https://generativelanguage.googleapis.com/v1beta/openai",
        wants_key: true,
        note: key("preset_gemini_note"),
        model: "gemini-2.5-flash",
    },
    Preset {
        id: "groq",
        name: "Groq",
        base_url: "https://api.groq.com/openai/v1",
        wants_key: true,
        note: key("preset_groq_note"),
        model: "openai/gpt-oss-120b",
    },
    Preset {
        id: "openrouter",
        name: "OpenRouter",
        base_url: "https://openrouter.ai/api/v1",
        wants_key: true,
        note: key("preset_openrouter_note"),
        model: "openai/gpt-5-mini",
    },
    Preset {
        id: "ollama",
        name: "Ollama",
        base_url: "http://localhost:11434/v1",
        wants_key: false,
        note: key("preset_ollama_note"),
        model: "qwen3:8b",
    },
    Preset {
        id: "lmstudio",
        name: "LM Studio",
        base_url: "http://localhost:1234/v1",
        wants_key: false,
        note: key("preset_lmstudio_note"),
        model: "qwen/qwen3-8b",
    },
    OWN,
];

/// The preset with this id; an unknown one is an address of one's own.
pub fn by_id(id: &str) -> Preset {
    PRESETS.into_iter().find(|preset| preset.id == id).unwrap_or(OWN)
}

/// The preset that a stored base URL belongs to.
pub fn by_url(base_url: &str) -> Preset {
    let base_url = tidy(base_url);
    if base_url.is_empty() {
        return BUILT_IN;
    }
    PRESETS.into_iter().find(|preset| preset.base_url == base_url).unwrap_or(OWN)
}

/// A base URL as it is stored: without blanks, a slash at the end, or the path of the endpoint itself.
pub fn tidy(base_url: &str) -> String {
    let base_url = base_url.trim().trim_end_matches('/');
    base_url.strip_suffix("/chat/completions").unwrap_or(base_url).trim_end_matches('/').to_owned()
}

/// The origin of an address: scheme, host and port. A key that was given for one origin is never sent to another.
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

/// How a server did that was tested.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Tested {
    /// Its models; none where it has no list.
    pub models: Vec<String>,
    /// The model that answered; none where none was chosen.
    pub model: Option<String>,
    /// Milliseconds until it had answered.
    pub ms: f64,
}

impl Tested {
    /// In a sentence: it works only if a model has answered.
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

/// What is wrong with an address, or what should be known about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UrlRemark {
    /// It cannot be used.
    Error(&'static str),
    /// It can be used, at a risk.
    Warning(&'static str),
}

/// Looks at a base URL that a person typed; `with_key` says whether a key would be sent there.
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
