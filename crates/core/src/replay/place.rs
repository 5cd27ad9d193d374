//! A page as a replay compares it.

use super::alike::{same_address, shape};
use super::amounts::amounts;
use super::element::text;
use edith_gate::masked;
use edith_page::Index;
use edith_protocol::RecordedPage;

/// Most amounts of a page that is about one thing: of more, nothing tells which of them counts.
const AMOUNTS: usize = 12;
/// A page as it is compared.
pub(super) fn page(index: &Index) -> RecordedPage {
    let amounts = amounts(&index.text);
    RecordedPage {
        url: masked(&index.url).into_owned(),
        title: text(&index.title),
        amounts: if amounts.len() > AMOUNTS { Vec::new() } else { amounts },
    }
}

/// Two pages as a person tells them apart, if they are of different kinds: then and now.
pub(super) fn same_page(then: &RecordedPage, now: &RecordedPage) -> Option<(String, String)> {
    let name = |page: &RecordedPage| {
        if page.title.is_empty() { page.url.clone() } else { format!("{} ({})", page.title, page.url) }
    };
    let same = then.url.is_empty() && now.url.is_empty()
        || (same_address(&then.url, &now.url) && shape(&then.title) == shape(&now.title));
    (!same).then(|| (name(then), name(now)))
}
