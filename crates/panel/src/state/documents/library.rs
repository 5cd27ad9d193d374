//! The library: what is kept, found by name.

use crate::state::format::bytes;
use crate::state::text::{counted, key};
use edith_protocol::DocumentShown;

/// The documents whose names or titles have all these words.
pub fn named<'d>(all: &'d [DocumentShown], query: &str) -> Vec<&'d DocumentShown> {
    let words: Vec<String> = query.split_whitespace().map(str::to_lowercase).collect();
    let fits = |one: &&DocumentShown| {
        let name = format!("{} {}", one.name, one.title.as_deref().unwrap_or_default()).to_lowercase();
        words.iter().all(|word| name.contains(word))
    };
    all.iter().filter(fits).collect()
}

/// "5 documents · 12.3 MB": the files and what was read of them.
pub fn total(all: &[DocumentShown]) -> String {
    let size = all.iter().map(|one| one.size.saturating_add(one.bytes)).fold(0, u64::saturating_add);
    let count = counted(all.len(), key("document_one"), key("document_many"));
    format!("{count} · {}", bytes(size))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(name: &str, title: &str, size: u64, kept: u64) -> DocumentShown {
        let title = (!title.is_empty()).then(|| title.to_owned());
        DocumentShown { name: name.into(), title, size, bytes: kept, ..DocumentShown::default() }
    }

    #[test]
    fn names_and_titles_are_searched_for_every_word() {
        let all = [document("Vertrag.pdf", "", 1_000, 500), document("b.pdf", "Annual Report", 2_000_000, 0)];
        let names = |query: &str| named(&all, query).into_iter().map(|one| one.name.clone()).collect::<Vec<_>>();
        assert_eq!(names("  "), ["Vertrag.pdf", "b.pdf"]);
        assert_eq!(names("report ANNUAL"), ["b.pdf"]);
        assert!(names("report vertrag").is_empty());
        assert_eq!((total(&all), total(&[])), ("2 documents · 2.0 MB".into(), "0 documents · 0 B".into()));
    }
}
