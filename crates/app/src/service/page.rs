//! Lists that may be too large for one answer.

use serde::Serialize;

/// Bytes of a list in one answer: with what is around it less than the 64 MiB that Chrome passes.
const PAGE_BYTES: usize = 60 << 20;

/// As many entries of a list from a number on as one answer takes, and the number to ask for the next with; none: those were all.
pub(crate) fn page<T: Serialize>(all: impl IntoIterator<Item = T>, after: Option<u32>) -> (Vec<T>, Option<u32>) {
    fill(all, after, PAGE_BYTES)
}

/// The same with another limit in bytes.
pub(super) fn fill<T: Serialize>(
    all: impl IntoIterator<Item = T>,
    after: Option<u32>,
    limit: usize,
) -> (Vec<T>, Option<u32>) {
    let (mut page, mut bytes) = (Vec::new(), 0);
    for (number, entry) in (0..).zip(all).skip(after.unwrap_or_default() as usize) {
        bytes += serde_json::to_string(&entry).map_or(0, |text| text.len());
        if bytes > limit && !page.is_empty() {
            return (page, Some(number));
        }
        page.push(entry);
    }
    (page, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pages_of_a_list_are_the_list() {
        let all = ["aaaa", "b", "c", "dddddddddddd", "e"];
        for limit in [0, 6, 9, 12, 1_000] {
            let (mut told, mut after, mut pages) = (Vec::new(), None, 0);
            loop {
                let (page, next) = fill(all, after, limit);
                let bytes: usize = page.iter().map(|entry| entry.len() + 2).sum();
                assert!(page.len() == 1 || bytes <= limit, "{page:?}");
                told.extend(page);
                (after, pages) = (next, pages + 1);
                if after.is_none() {
                    break;
                }
            }
            assert_eq!(told, all, "{limit}");
            assert_eq!(pages == 1, limit == 1_000, "{limit}");
        }
        assert_eq!(fill(all, Some(9), 9), (Vec::new(), None));
    }
}
