//! The pages' texts, from the message catalogue of the user's language: `extension/_locales/`.

use std::sync::OnceLock;

/// Keys and texts, sorted by key.
type Catalogue = Vec<(String, String)>;

static CATALOGUE: OnceLock<Catalogue> = OnceLock::new();

/// Loads a language's catalogue, the text of its `messages.json`. Only the first call counts.
pub fn load(json: &str) {
    let _ = CATALOGUE.set(read(json));
}

fn read(json: &str) -> Catalogue {
    let mut found = Catalogue::new();
    if let Ok(serde_json::Value::Object(messages)) = serde_json::from_str(json) {
        // The core's own texts are the worker's; the names of a profile's facts are both's.
        let is_ours = |key: &String| !key.starts_with("core_") || key.starts_with("core_fact_");
        for (key, entry) in messages.into_iter().filter(|(key, _)| is_ours(key)) {
            if let Some(serde_json::Value::String(message)) = entry.get("message") {
                found.push((key, message.clone()));
            }
        }
    }
    found.sort();
    found
}

/// Outside a browser: the English texts.
fn catalogue() -> &'static Catalogue {
    CATALOGUE.get_or_init(|| {
        #[cfg(not(target_arch = "wasm32"))]
        return read(include_str!("../../../../extension/_locales/en/messages.json"));
        #[cfg(target_arch = "wasm32")]
        Catalogue::new()
    })
}

/// The text of a key; a key without one stands for itself, as names do.
pub fn t(key: &'static str) -> &'static str {
    let all = catalogue();
    let found = all.binary_search_by(|(one, _)| one.as_str().cmp(key)).ok().and_then(|at| all.get(at));
    found.map_or(key, |(_, text)| text.as_str())
}

/// The text of a key with each `{name}` replaced by its value.
pub fn fill(key: &'static str, values: &[(&str, &str)]) -> String {
    let mut rest = t(key);
    let mut filled = String::with_capacity(rest.len() + 16);
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let (name, next) = after.split_once('}').unwrap_or((after, ""));
        filled.push_str(values.iter().find(|(one, _)| *one == name).map_or("", |(_, value)| value));
        rest = next;
    }
    filled.push_str(rest);
    filled
}

/// A count in words: the first key for one, the second otherwise; `{n}` is the number.
pub fn counted(number: usize, one: &'static str, many: &'static str) -> String {
    fill(if number == 1 { one } else { many }, &[("n", &number.to_string())])
}

/// Marks a key in a constant; its text is looked up when shown.
pub const fn key(key: &'static str) -> &'static str {
    key
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};
    use std::path::Path;

    const ENGLISH: &str = include_str!("../../../../extension/_locales/en/messages.json");
    const OTHERS: [&str; 3] = [
        include_str!("../../../../extension/_locales/de/messages.json"),
        include_str!("../../../../extension/_locales/fr/messages.json"),
        include_str!("../../../../extension/_locales/es/messages.json"),
    ];

    fn messages(json: &str) -> BTreeMap<String, String> {
        read(json).into_iter().collect()
    }

    fn placeholders(text: &str) -> BTreeSet<&str> {
        text.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name).collect()
    }

    /// Every literal right after a function that takes keys.
    fn used(folder: &Path, found: &mut BTreeSet<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                used(&path, found);
                continue;
            }
            let source = std::fs::read_to_string(&path).unwrap();
            let own = path.ends_with("state/text.rs");
            let shipped = source.split("#[cfg(test)]").next().unwrap_or_default();
            for call in ["t(", "fill(", "key("] {
                for (at, _) in shipped.match_indices(call).filter(|_| !own) {
                    let before = shipped[..at].chars().next_back();
                    if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '.') {
                        continue;
                    }
                    if let Some(rest) = shipped[at + call.len()..].trim_start().strip_prefix('"') {
                        found.insert(rest.split('"').next().unwrap().to_owned());
                    }
                }
            }
        }
    }

    #[test]
    fn all_languages_have_the_same_texts_with_the_same_placeholders() {
        let english = messages(ENGLISH);
        for other in OTHERS.map(messages) {
            assert_eq!(english.keys().collect::<Vec<_>>(), other.keys().collect::<Vec<_>>());
            for (key, text) in &english {
                assert!(!other[key].trim().is_empty(), "{key}");
                assert_eq!(placeholders(text), placeholders(&other[key]), "{key}");
                // A sentence equal to the English one was not translated.
                let long = text.split(' ').count() > 4;
                assert!(!long || *text != other[key], "{key}: {text}");
            }
        }
    }

    #[test]
    fn every_key_that_is_used_exists_and_none_is_unused() {
        let mut found: BTreeSet<String> = BTreeSet::new();
        used(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
        // Used in the manifest as `__MSG_…__`.
        let manifest = include_str!("../../../../manifest.json");
        found.extend(manifest.split("__MSG_").skip(1).filter_map(|rest| rest.split("__").next()).map(str::to_owned));
        let english: BTreeSet<String> = messages(ENGLISH).into_keys().collect();
        // Asked of Chrome before the wasm runs; a name may be a prefix plus a variable.
        let ways = include_str!("../../../../extension/ways.js");
        for name in ways.split("getMessage(").skip(1).filter_map(|rest| rest.split(['\'', '`']).nth(1)) {
            match name.split_once("${") {
                Some((start, _)) => found.extend(english.iter().filter(|key| key.starts_with(start)).cloned()),
                None => drop(found.insert(name.to_owned())),
            }
        }
        // What is drawn over pages.
        let overlays = include_str!("../../../../extension/overlays.js");
        found.extend(overlays.split('\'').filter(|name| name.starts_with("overlay_")).map(str::to_owned));
        assert_eq!(found.difference(&english).collect::<Vec<_>>(), Vec::<&String>::new(), "used and missing");
        assert_eq!(english.difference(&found).collect::<Vec<_>>(), Vec::<&String>::new(), "never used");
    }

    #[test]
    fn values_are_filled_in() {
        assert_eq!(fill("plan_step_of", &[("step", "3"), ("max", "{step}"), ("text", "x")]), "Step 3 of {step}: x");
        assert_eq!(
            (counted(1, "step_one", "step_many"), counted(0, "step_one", "step_many")),
            ("1 step".into(), "0 steps".into())
        );
        assert_eq!(t("Ollama"), "Ollama");
    }
}
