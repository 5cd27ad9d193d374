//! What the Chrome Web Store takes: the manifest of an upload. The texts it asks for are in `docs/store/`, and compared with its limits here.

pub mod film;
pub mod pictures;

use serde_json::Value;

use crate::archive::Files;

/// Takes the fixed key out of the manifest: the store refuses an upload that has one ("key field is not allowed in manifest"), and gives the item
/// an id of its own. A manifest that is no JSON stays as it is: it was checked before.
pub(crate) fn without_key(files: &mut Files) {
    for (_, content) in files.iter_mut().filter(|(name, _)| name == "manifest.json") {
        if let Ok(Value::Object(mut manifest)) = serde_json::from_slice::<Value>(content) {
            manifest.remove("key");
            if let Ok(written) = serde_json::to_vec_pretty(&manifest) {
                *content = written;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manifest::PERMISSIONS;
    use std::collections::BTreeSet;

    // Limits of the dashboard's fields, in characters.
    const NAME: usize = 75;
    const SUMMARY: usize = 132;
    const DESCRIPTION: usize = 16_000;
    const JUSTIFICATION: usize = 1_000;

    fn read(path: &str) -> String {
        std::fs::read_to_string(edith_lab::paths::root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    /// The text under a heading, up to the next one of its level.
    fn part<'a>(text: &'a str, heading: &str) -> &'a str {
        let level = heading.split(' ').next().unwrap();
        let after = text.split_once(&format!("\n{heading}\n")).unwrap_or_else(|| panic!("no {heading}")).1;
        after.split(&format!("\n{level} ")).next().unwrap().trim()
    }

    #[test]
    fn an_upload_has_no_key_and_everything_else() {
        let manifest = br#"{"manifest_version":3,"key":"MIIB","name":"EDITH","version":"1.2.3"}"#;
        let mut files: Files =
            vec![("manifest.json".into(), manifest.to_vec()), ("page/key.js".into(), b"key".to_vec())];
        without_key(&mut files);
        let written: Value = serde_json::from_slice(&files[0].1).unwrap();
        assert_eq!(written, serde_json::json!({"manifest_version": 3, "name": "EDITH", "version": "1.2.3"}));
        assert_eq!(files[1].1, b"key");
    }

    #[test]
    fn every_permission_has_its_reason_for_the_store_and_nothing_else_has() {
        let text = read("docs/store/permissions.md");
        let reasons = part(&text, "## Permission justifications");
        let named: BTreeSet<&str> = reasons.lines().filter_map(|line| line.strip_prefix("### ")).collect();
        let manifest: Value = serde_json::from_str(&read("manifest.json")).unwrap();
        let asked = manifest["permissions"].as_array().unwrap().iter().map(|one| one.as_str().unwrap());
        let asked: BTreeSet<&str> = asked.chain(["host permissions"]).collect();
        assert_eq!(named, asked);
        assert_eq!(asked.len(), PERMISSIONS.len() + 1);
        for one in named {
            let reason = part(&text, &format!("### {one}"));
            let reason = reason.split("\n## ").next().unwrap();
            assert!((20..=JUSTIFICATION).contains(&reason.chars().count()), "{one}: {reason}");
        }
        let purpose = part(&text, "## Single purpose");
        assert!((20..=JUSTIFICATION).contains(&purpose.chars().count()));
    }

    #[test]
    fn the_listings_keep_the_stores_limits_and_say_what_the_package_says() {
        for language in ["en", "de"] {
            let text = read(&format!("docs/store/listing-{language}.md"));
            let texts: Value =
                serde_json::from_str(&read(&format!("extension/_locales/{language}/messages.json"))).unwrap();
            for (heading, key, most) in [("## Name", "name", NAME), ("## Summary", "description", SUMMARY)] {
                let said = part(&text, heading);
                assert_eq!(texts[key]["message"], said, "{language} {heading}");
                assert!(said.chars().count() <= most, "{language} {heading}: {}", said.chars().count());
            }
            let description = part(&text, "## Description");
            assert!((500..=DESCRIPTION).contains(&description.chars().count()), "{language}");
            // The store shows Markdown as it stands.
            assert!(!description.contains("](") && !description.contains("*"), "{language}");
        }
    }

    #[test]
    fn what_the_store_is_told_of_files_is_there() {
        let text = read("docs/store/README.md");
        for file in ["listing-en.md", "listing-de.md", "permissions.md", "privacy.md"] {
            assert!(text.contains(&format!("({file})")), "{file}");
            assert!(!read(&format!("docs/store/{file}")).is_empty());
        }
    }
}
