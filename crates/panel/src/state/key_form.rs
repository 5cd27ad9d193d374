//! Whose key a pasted text is, told from its form. If the form does not decide, the person chooses; what is not a key is reported.
//!
//! Forms: the providers' own pages, and rules of public secret scanners (gitleaks, betterleaks, GitGuardian), November 2026. Google's studio makes `AQ.` keys
//! since 2026; its older ones begin with `AIza`.

use crate::state::presets::PRESETS;
use crate::state::server::{UrlRemark, origin, remark};
use crate::state::text::key;

/// What a pasted text is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeyForm {
    /// Nothing is there yet.
    Empty,
    /// A key of this provider: the id of its preset.
    Of(&'static str),
    /// A key of one of these, the likeliest first; the last is any other server.
    OneOf(Vec<&'static str>),
    /// The address of a server.
    Server,
    /// No key that can ask a model: why, a key of the catalogue.
    Not(&'static str),
}

/// Beginnings that decide, the longer ones first.
const BEGINNINGS: [(&str, &str); 10] = [
    ("sk-ant-", "anthropic"),
    ("sk-or-", "openrouter"),
    ("sk-proj-", "openai"),
    ("sk-svcacct-", "openai"),
    ("sk-service-", "openai"),
    ("sk-None-", "openai"),
    ("gsk_", "groq"),
    ("AIza", "gemini"),
    ("AQ.", "gemini"),
    ("IQ.", "gemini"),
];

/// Keys that manage an account and cannot ask a model.
const ADMIN: [&str; 2] = ["sk-ant-admin", "sk-admin-"];

/// Beginnings of keys for something else.
const OTHERS: [&str; 14] = [
    "ghp_",
    "gho_",
    "ghs_",
    "github_pat_",
    "glpat-",
    "AKIA",
    "ASIA",
    "xoxb-",
    "xoxp-",
    "ya29.",
    "eyJ",
    "sk_live_",
    "sk_test_",
    "pk_live_",
];

/// Shorter ones are parts of keys.
const SHORTEST: usize = 20;

/// Names of variables that say whose key follows.
const NAMES: [(&str, &str); 9] = [
    ("ANTHROPIC", "anthropic"),
    ("OPENROUTER", "openrouter"),
    ("AZURE", "azure"),
    ("OPENAI", "openai"),
    ("GEMINI", "gemini"),
    ("GOOGLE", "gemini"),
    ("GROQ", "groq"),
    ("MISTRAL", "mistral"),
    ("DEEPSEEK", "deepseek"),
];

/// The key in a pasted text: without the quotes, the variable or the header around it.
pub fn bare(text: &str) -> &str {
    let text = text.trim().trim_end_matches([';', ',']).trim();
    let text = match split(text) {
        Some((_, value)) => value,
        None => text,
    };
    let text = text.trim().trim_matches(['"', '\'', '`', '“', '”']).trim();
    let scheme = text.get(..7).filter(|start| start.eq_ignore_ascii_case("bearer "));
    text.get(scheme.map_or(0, str::len)..).unwrap_or(text).trim()
}

/// A name and what follows it: `OPENAI_API_KEY=…`, `x-api-key: …`.
fn split(text: &str) -> Option<(&str, &str)> {
    let (name, value) = text.split_once(['=', ':'])?;
    let name = name.trim().trim_matches(['"', '\'']);
    let name = name.rsplit(char::is_whitespace).next().unwrap_or(name);
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'));
    // A key may end in signs of equality.
    (is_name && !value.starts_with("//") && !value.trim_matches('=').is_empty()).then_some((name, value))
}

/// What a pasted text is.
pub fn key_form(text: &str) -> KeyForm {
    let named = split(text.trim()).and_then(|(name, _)| {
        let name = name.to_ascii_uppercase();
        NAMES.into_iter().find(|(part, _)| name.contains(part)).map(|(_, id)| id)
    });
    let key = bare(text);
    if key.is_empty() {
        return KeyForm::Empty;
    }
    if is_server(key) {
        return KeyForm::Server;
    }
    if let Some(why) = no_key(key) {
        return KeyForm::Not(why);
    }
    if let Some((_, id)) = BEGINNINGS.into_iter().find(|(start, _)| key.starts_with(start)) {
        return KeyForm::Of(id);
    }
    if let Some(id) = named {
        return KeyForm::Of(id);
    }
    let all = |text: &str, fits: fn(&u8) -> bool| text.bytes().all(|byte| fits(&byte));
    match key.strip_prefix("sk-") {
        // The middle of every key of OpenAI of the first kind.
        Some(rest) if rest.contains("T3BlbkFJ") => KeyForm::Of("openai"),
        Some(rest) if rest.len() == 32 && all(rest, |byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')) => {
            KeyForm::OneOf(vec!["deepseek", "own"])
        }
        Some(_) => KeyForm::OneOf(vec!["openai", "deepseek", "own"]),
        None if key.len() == 32 && all(key, |byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')) => {
            KeyForm::OneOf(vec!["azure", "mistral", "own"])
        }
        None if key.len() == 32 && all(key, u8::is_ascii_alphanumeric) => KeyForm::OneOf(vec!["mistral", "own"]),
        None if key.len() == 84 && all(key, u8::is_ascii_alphanumeric) => KeyForm::OneOf(vec!["azure", "own"]),
        None => KeyForm::OneOf(vec!["own"]),
    }
}

/// Whether a text is the address of a server, and not of a page where keys are made.
fn is_server(text: &str) -> bool {
    let is_page = || PRESETS.iter().any(|one| !one.key_page.is_empty() && origin(one.key_page) == origin(text));
    text.contains("://") && !matches!(remark(text, false), Some(UrlRemark::Error(_))) && !is_page()
}

/// Why a text is not a key that can ask a model.
fn no_key(text: &str) -> Option<&'static str> {
    if text.contains("://") {
        return Some(key("key_is_address"));
    }
    if text.contains(['…', '*', '•', '●']) || text.contains("...") {
        return Some(key("key_is_masked"));
    }
    if text.chars().any(char::is_whitespace) {
        return Some(key("key_has_blanks"));
    }
    if !text.is_ascii() {
        return Some(key("key_has_letters"));
    }
    if ADMIN.iter().any(|start| text.starts_with(start)) {
        return Some(key("key_is_admin"));
    }
    if OTHERS.iter().any(|start| text.starts_with(start)) {
        return Some(key("key_is_other"));
    }
    if text.len() < SHORTEST {
        return Some(key("key_is_short"));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::presets::by_id;

    /// Keys in the form of the providers' own, each of other letters.
    fn made(start: &str, length: usize) -> String {
        let letters = "a8F3kZ0qW7mT2xR5vB9nL4cJ6hD1sGyPuEoIzQ";
        start.chars().chain(letters.chars().cycle().take(length - start.len())).collect()
    }

    #[test]
    fn a_key_tells_whose_it_is() {
        for (start, length, id) in [
            ("sk-ant-api03-", 108, "anthropic"),
            ("sk-ant-oat01-", 108, "anthropic"),
            ("sk-or-v1-", 73, "openrouter"),
            ("sk-proj-", 164, "openai"),
            ("sk-proj-", 56, "openai"),
            ("sk-svcacct-", 167, "openai"),
            ("sk-None-", 56, "openai"),
            ("gsk_", 56, "groq"),
            ("AIzaSy", 39, "gemini"),
            ("AQ.Ab8RN6", 53, "gemini"),
        ] {
            assert_eq!(key_form(&made(start, length)), KeyForm::Of(id), "{start}");
            assert_ne!(by_id(id).id, "own", "{id}");
        }
        let first_kind = format!("sk-{}T3BlbkFJ{}", made("", 20), made("", 20));
        assert_eq!(key_form(&first_kind), KeyForm::Of("openai"));
    }

    #[test]
    fn what_several_providers_have_is_a_choice() {
        for (key, first) in [
            ("sk-0123456789abcdef0123456789abcdef".to_owned(), "deepseek"),
            (made("sk-", 51), "openai"),
            ("0123456789abcdef0123456789abcdef".to_owned(), "azure"),
            (made("", 32), "mistral"),
            (made("", 84), "azure"),
            (made("xai-", 84), "own"),
            (made("hf_", 37), "own"),
            (made("", 45), "own"),
        ] {
            let KeyForm::OneOf(ids) = key_form(&key) else { panic!("{key}: {:?}", key_form(&key)) };
            assert_eq!((ids[0], ids[ids.len() - 1]), (first, "own"), "{key}");
        }
    }

    #[test]
    fn what_stands_around_a_key_is_taken_off_and_its_name_heard() {
        let plain = made("", 32);
        for (text, form) in [
            (format!("MISTRAL_API_KEY={plain}"), KeyForm::Of("mistral")),
            (format!("export AZURE_OPENAI_KEY=\"{plain}\";"), KeyForm::Of("azure")),
            (format!("\"deepseek_api_key\": \"{plain}\","), KeyForm::Of("deepseek")),
            (format!("  '{}' ", made("gsk_", 56)), KeyForm::Of("groq")),
            (format!("Authorization: Bearer {}", made("sk-proj-", 56)), KeyForm::Of("openai")),
            // The form of a key goes before the name that somebody gave it.
            (format!("OPENAI_API_KEY={}", made("sk-or-v1-", 73)), KeyForm::Of("openrouter")),
        ] {
            assert_eq!(key_form(&text), form, "{text}");
            assert!(!bare(&text).contains(['=', '"', '\'', ' ', ';', ',']), "{}", bare(&text));
        }
        assert_eq!(bare(&plain), plain);
        assert_eq!(bare("abc=="), "abc==");
    }

    #[test]
    fn the_address_of_a_server_is_one() {
        for (text, is_server) in [
            ("http://127.0.0.1:8599/v1", true),
            ("https://models.example.com/v1/", true),
            ("https://platform.openai.com/api-keys", false),
            ("https://me:secret@example.com/v1", false),
            ("ftp://example.com", false),
        ] {
            assert_eq!(key_form(text) == KeyForm::Server, is_server, "{text}");
        }
    }

    #[test]
    fn what_is_no_key_is_said() {
        for (text, why) in [
            ("https://platform.openai.com/api-keys", "key_is_address"),
            ("sk-proj-abcd…wxyz-abcd-efgh", "key_is_masked"),
            ("sk-ant-api03-************************", "key_is_masked"),
            ("sk-proj-abc...xyzabcdefghijkl", "key_is_masked"),
            ("please use my key for this", "key_has_blanks"),
            ("sk-pröj-abcdefghijklmnopqrst", "key_has_letters"),
            ("sk-ant-admin01-abcdefghijklmnopqrstuvwxyz", "key_is_admin"),
            ("sk-admin-abcdefghijklmnopqrstuvwxyz", "key_is_admin"),
            ("ghp_abcdefghijklmnopqrstuvwxyz0123456789", "key_is_other"),
            ("AKIAIOSFODNN7EXAMPLE", "key_is_other"),
            ("sk-proj-", "key_is_short"),
            ("hunter2", "key_is_short"),
            ("'", ""),
            ("   ", ""),
        ] {
            let expected = if why.is_empty() { KeyForm::Empty } else { KeyForm::Not(why) };
            assert_eq!(key_form(text), expected, "{text}");
        }
    }
}
