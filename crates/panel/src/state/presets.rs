//! What is known of model servers before one is set up: where they are, where their keys are made, and what a model of theirs is called.

use crate::state::server::tidy;
use crate::state::text::key;

/// The part of a base URL that the person fills in.
pub const RESOURCE: &str = "{resource}";

/// A preset of a model server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Preset {
    /// A stable form value.
    pub id: &'static str,
    /// Its label: a name, or a key of the catalogue.
    pub name: &'static str,
    /// Its protocol, as in `edith_settings.servers`; empty: OpenAI's.
    pub kind: &'static str,
    /// Its base URL, perhaps with [`RESOURCE`] in it; empty for any other server.
    pub base_url: &'static str,
    /// Whether it needs a key.
    pub wants_key: bool,
    /// The page where keys are made; empty if there is none.
    pub key_page: &'static str,
    /// A hint: a key of the catalogue.
    pub note: &'static str,
    /// An example model.
    pub model: &'static str,
    /// The same of an embedding model; empty if it has none.
    pub embedding_model: &'static str,
}

impl Preset {
    const PLAIN: Self = Self {
        id: "",
        name: "",
        kind: "",
        base_url: "",
        wants_key: true,
        key_page: "",
        note: "",
        model: "",
        embedding_model: "",
    };

    /// Whether it runs on the person's own computer.
    pub fn is_local(&self) -> bool {
        self.base_url.starts_with("http://localhost")
    }

    /// Whether the address has a place for the person's resource.
    pub fn wants_resource(&self) -> bool {
        self.base_url.contains(RESOURCE)
    }
}

/// Any other server.
pub const OWN: Preset = Preset { id: "own", name: key("preset_own"), note: key("preset_own_note"), ..Preset::PLAIN };

/// Every preset, in the list's order.
///
/// Addresses and names of models: the providers' pages of their interface, November 2026. Azure: the v1 address, which takes the name of a deployment as
/// the model (learn.microsoft.com/azure/foundry/openai/api-version-lifecycle).
pub const PRESETS: [Preset; 13] = [
    Preset {
        id: "openai",
        name: "OpenAI",
        base_url: "https://api.openai.com/v1",
        key_page: "https://platform.openai.com/api-keys",
        note: key("preset_openai_note"),
        model: "gpt-5.4-mini",
        embedding_model: "text-embedding-3-small",
        ..Preset::PLAIN
    },
    Preset {
        id: "anthropic",
        name: "Anthropic",
        kind: "anthropic",
        base_url: "https://api.anthropic.com",
        key_page: "https://platform.claude.com/settings/keys",
        note: key("preset_anthropic_note"),
        model: "claude-sonnet-5-5",
        ..Preset::PLAIN
    },
    Preset {
        id: "gemini",
        name: "Google Gemini",
        base_url: "https://generativelanguage.googleapis.com/v1beta/openai",
        key_page: "https://aistudio.google.com/apikey",
        note: key("preset_gemini_note"),
        model: "gemini-3.8-flash",
        embedding_model: "gemini-embedding-001",
        ..Preset::PLAIN
    },
    Preset {
        id: "groq",
        name: "Groq",
        base_url: "https://api.groq.com/openai/v1",
        key_page: "https://console.groq.com/keys",
        note: key("preset_groq_note"),
        model: "openai/gpt-oss-120b",
        ..Preset::PLAIN
    },
    Preset {
        id: "mistral",
        name: "Mistral",
        base_url: "https://api.mistral.ai/v1",
        key_page: "https://console.mistral.ai/api-keys",
        note: key("preset_mistral_note"),
        model: "mistral-medium-latest",
        embedding_model: "mistral-embed",
        ..Preset::PLAIN
    },
    Preset {
        id: "deepseek",
        name: "DeepSeek",
        base_url: "https://api.deepseek.com/v1",
        key_page: "https://platform.deepseek.com/api_keys",
        note: key("preset_deepseek_note"),
        model: "deepseek-v4-flash",
        ..Preset::PLAIN
    },
    Preset {
        id: "openrouter",
        name: "OpenRouter",
        kind: "openrouter",
        base_url: "https://openrouter.ai/api/v1",
        key_page: "https://openrouter.ai/settings/keys",
        note: key("preset_openrouter_note"),
        model: "openai/gpt-5.4-mini",
        embedding_model: "openai/text-embedding-3-small",
        ..Preset::PLAIN
    },
    Preset {
        id: "azure",
        name: "Azure OpenAI",
        base_url: "https://{resource}.openai.azure.com/openai/v1",
        key_page: "https://portal.azure.com",
        note: key("preset_azure_note"),
        model: "gpt-5.4-mini",
        embedding_model: "text-embedding-3-small",
        ..Preset::PLAIN
    },
    Preset {
        id: "ollama",
        name: "Ollama",
        base_url: "http://localhost:11434/v1",
        wants_key: false,
        note: key("preset_ollama_note"),
        model: "qwen3:8b",
        embedding_model: "nomic-embed-text",
        ..Preset::PLAIN
    },
    Preset {
        id: "lmstudio",
        name: "LM Studio",
        base_url: "http://localhost:1234/v1",
        wants_key: false,
        note: key("preset_lmstudio_note"),
        model: "qwen/qwen3-8b",
        embedding_model: "text-embedding-nomic-embed-text-v1.5",
        ..Preset::PLAIN
    },
    Preset {
        id: "llamacpp",
        name: "llama.cpp",
        base_url: "http://localhost:8080/v1",
        wants_key: false,
        note: key("preset_llamacpp_note"),
        model: "qwen3-8b",
        ..Preset::PLAIN
    },
    Preset {
        id: "vllm",
        name: "vLLM",
        base_url: "http://localhost:8000/v1",
        wants_key: false,
        note: key("preset_vllm_note"),
        model: "Qwen/Qwen3-8B",
        ..Preset::PLAIN
    },
    OWN,
];

/// The preset with this id; an unknown id means any other server.
pub fn by_id(id: &str) -> Preset {
    PRESETS.into_iter().find(|preset| preset.id == id).unwrap_or(OWN)
}

/// The preset for a base URL.
pub fn by_url(base_url: &str) -> Preset {
    let base_url = tidy(base_url);
    let fits = |preset: &Preset| match preset.base_url.split_once(RESOURCE) {
        Some((start, end)) => base_url.starts_with(start) && base_url.ends_with(end),
        None => !preset.base_url.is_empty() && preset.base_url == base_url,
    };
    PRESETS.into_iter().find(fits).unwrap_or(OWN)
}

/// Parts of the names of models that do not chat.
const OTHER_USES: [&str; 17] = [
    "embed",
    "whisper",
    "tts",
    "dall-e",
    "image",
    "moderation",
    "audio",
    "realtime",
    "transcribe",
    "rerank",
    "guard",
    "ocr",
    "imagen",
    "veo",
    "lyria",
    "sora",
    "search-api",
];

/// Whether a model can be talked to, by its name.
pub fn chats(model: &str) -> bool {
    let name = model.to_ascii_lowercase();
    !OTHER_USES.iter().any(|part| name.contains(part))
}

/// The model to begin with: the example if the server has it, a member of its family, or the first that can be talked to.
pub fn first_choice<'a>(example: &str, models: &'a [String]) -> Option<&'a str> {
    let find = |fits: &dyn Fn(&str) -> bool| models.iter().map(String::as_str).find(|model| fits(model));
    find(&|model| model == example)
        .or_else(|| find(&|model| !example.is_empty() && chats(model) && model.starts_with(example)))
        .or_else(|| find(&chats))
        .or_else(|| find(&|_| true))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_address_finds_its_preset() {
        for (base_url, id) in [
            ("", "own"),
            ("https://api.openai.com/v1/", "openai"),
            ("https://api.groq.com/openai/v1/chat/completions", "groq"),
            ("http://localhost:11434/v1", "ollama"),
            ("https://my-team.openai.azure.com/openai/v1", "azure"),
            ("https://my-team.openai.azure.com.evil.example/openai/v1", "own"),
            ("http://localhost:9999/v1", "own"),
        ] {
            assert_eq!(by_url(base_url).id, id, "{base_url}");
        }
        assert_eq!(by_id("later").id, "own");
    }

    #[test]
    fn every_preset_says_something_and_where_its_keys_are_made() {
        for (at, preset) in PRESETS.iter().enumerate() {
            assert!(!preset.note.is_empty());
            assert!(PRESETS[at + 1..].iter().all(|other| other.id != preset.id));
            assert_eq!(tidy(preset.base_url), preset.base_url);
            assert!(preset.id == "own" || preset.wants_key != preset.is_local(), "{}", preset.id);
            assert!(preset.id == "own" || preset.wants_key == preset.key_page.starts_with("https://"), "{}", preset.id);
        }
    }

    #[test]
    fn the_first_choice_is_a_model_that_chats() {
        let list = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        for (example, models, chosen) in [
            ("gpt-5.4-mini", &["gpt-5.4", "gpt-5.4-mini"][..], Some("gpt-5.4-mini")),
            ("gpt-5.4-mini", &["text-embedding-3-small", "gpt-5.4-mini-2026-03-17"], Some("gpt-5.4-mini-2026-03-17")),
            ("qwen3:8b", &["nomic-embed-text", "llama3.2"], Some("llama3.2")),
            ("", &["whisper-1", "m"], Some("m")),
            ("m", &["nomic-embed-text"], Some("nomic-embed-text")),
            ("m", &[], None),
        ] {
            assert_eq!(first_choice(example, &list(models)), chosen, "{models:?}");
        }
    }
}
