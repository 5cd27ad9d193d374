//! One name for one thing: what the glossary's words mean, and how many types have the same name.

use crate::circles::is_for_tests;
use std::collections::{BTreeMap, BTreeSet};
use syn::Item;

/// The words of the glossary; several in one row are parted by commas.
pub(crate) fn words(glossary: &str) -> Vec<String> {
    let rows = glossary.lines().filter_map(|line| line.strip_prefix("| ")?.split_once(" |"));
    let words = rows.flat_map(|(words, _)| words.split(", ")).filter(|word| *word != "word");
    words.map(str::to_owned).collect()
}

/// The type that a word would have.
pub(crate) fn type_of(word: &str) -> String {
    word.split(' ').map(|part| part[..1].to_uppercase() + &part[1..]).collect()
}

/// Where each type is defined, by its name: structs, enums, unions, traits and aliases, without those of tests.
pub(crate) fn types(files: &[(String, String)]) -> BTreeMap<String, BTreeSet<&str>> {
    let mut found = BTreeMap::new();
    for (file, source) in files {
        let parsed = syn::parse_file(source).unwrap_or_else(|error| panic!("{file}: {error}"));
        collect(&parsed.items, file, &mut found);
    }
    found
}

fn collect<'f>(items: &[Item], file: &'f str, found: &mut BTreeMap<String, BTreeSet<&'f str>>) {
    for item in items {
        let (name, attributes) = match item {
            Item::Struct(item) => (&item.ident, &item.attrs),
            Item::Enum(item) => (&item.ident, &item.attrs),
            Item::Union(item) => (&item.ident, &item.attrs),
            Item::Trait(item) => (&item.ident, &item.attrs),
            Item::Type(item) => (&item.ident, &item.attrs),
            Item::Mod(item) => {
                if let Some((_, items)) = &item.content
                    && !is_for_tests(&item.attrs)
                {
                    collect(items, file, found);
                }
                continue;
            }
            _ => continue,
        };
        if !is_for_tests(attributes) {
            found.entry(name.to_string()).or_default().insert(file);
        }
    }
}
