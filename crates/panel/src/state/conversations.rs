//! The list of conversations: searched, sorted and grouped.

use crate::state::format::{Age, age};
use crate::state::text::t;
use edith_protocol::{ConversationHead, ConversationHit, ConversationId};

/// One row of the list.
#[derive(Debug, Clone, PartialEq)]
pub struct ConversationRow {
    /// The conversation.
    pub id: ConversationId,
    /// Never empty.
    pub title: String,
    /// Where the search words occur; empty if in the title or without a search.
    pub snippet: String,
    /// When it was last written to, in milliseconds since 1970.
    pub updated_at: f64,
    /// Whether it stays on top.
    pub pinned: bool,
}

/// The rows under one heading.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// None for pinned ones.
    pub age: Option<Age>,
    /// Latest first.
    pub rows: Vec<ConversationRow>,
}

impl Group {
    /// Its heading.
    pub fn title(&self) -> &'static str {
        self.age.map_or_else(|| t("pinned"), Age::title)
    }
}

/// The list for a search; an empty one shows everything. `said`: the worker's hits, once answered. `zone`: the local offset from UTC in minutes.
pub fn list(all: &[ConversationHead], search: &str, said: &[ConversationHit], now: f64, zone: f64) -> Vec<Group> {
    let words: Vec<String> = search.split_whitespace().map(str::to_lowercase).collect();
    let mut rows: Vec<ConversationRow> = latest(all).into_iter().filter_map(|head| found(head, &words, said)).collect();
    rows.sort_by_key(|row| !row.pinned);
    let mut groups: Vec<Group> = Vec::new();
    for row in rows {
        let age = (!row.pinned).then(|| age(now, row.updated_at, zone));
        match groups.last_mut().filter(|group| group.age == age) {
            Some(group) => group.rows.push(row),
            None => groups.push(Group { age, rows: vec![row] }),
        }
    }
    groups
}

/// The conversations, latest first.
pub fn latest(all: &[ConversationHead]) -> Vec<&ConversationHead> {
    let mut list: Vec<&ConversationHead> = all.iter().collect();
    list.sort_unstable_by(|one, other| other.updated_at.total_cmp(&one.updated_at));
    list
}

/// A displayable title: what it is called, or a placeholder.
pub fn title(stored: &str) -> String {
    let title = stored.trim();
    if title.is_empty() { t("untitled").to_owned() } else { title.to_owned() }
}

/// The row of a conversation containing every word, in the title or in what was said.
fn found(head: &ConversationHead, words: &[String], said: &[ConversationHit]) -> Option<ConversationRow> {
    let name = title(&head.shown());
    let lower = name.to_lowercase();
    let snippet = if words.iter().all(|word| lower.contains(word)) {
        String::new()
    } else {
        said.iter().find(|hit| hit.conversation_id == head.id)?.snippet.clone()
    };
    Some(ConversationRow {
        id: head.id.clone(),
        title: name,
        snippet,
        updated_at: head.updated_at,
        pinned: head.pinned,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(id: &str, title: &str, updated_at: f64) -> ConversationHead {
        ConversationHead { id: id.into(), title: title.into(), name: None, created_at: 0.0, updated_at, pinned: false }
    }

    const DAY: f64 = 86_400_000.0;

    fn all() -> Vec<ConversationHead> {
        vec![
            head("old", "Train to Oslo", 2.0 * DAY),
            head("new", "Desk lamp", 20.2 * DAY),
            head("newer", "  ", 20.4 * DAY),
        ]
    }

    fn ids(search: &str, said: &[ConversationHit]) -> Vec<String> {
        let groups = list(&all(), search, said, 20.5 * DAY, 0.0);
        groups.into_iter().flat_map(|group| group.rows).map(|row| row.id.0).collect()
    }

    #[test]
    fn the_latest_comes_first_under_its_heading() {
        assert_eq!(ids("", &[]), ["newer", "new", "old"]);
        let groups = list(&all(), "", &[], 20.5 * DAY, 0.0);
        assert_eq!(groups.iter().map(|group| group.age).collect::<Vec<_>>(), [Some(Age::Today), Some(Age::Older)]);
        assert_eq!(groups[0].rows[0].title, "Untitled");
    }

    #[test]
    fn what_is_pinned_stands_above_what_is_newer() {
        let mut all = all();
        all[0].pinned = true;
        let groups = list(&all, "", &[], 20.5 * DAY, 0.0);
        let ids: Vec<&str> = groups.iter().flat_map(|group| &group.rows).map(|row| row.id.0.as_str()).collect();
        assert_eq!((groups[0].title(), ids), ("Pinned", vec!["old", "newer", "new"]));
    }

    #[test]
    fn what_is_searched_for_stands_in_the_title_or_was_found_in_what_was_said() {
        let said = [ConversationHit { conversation_id: "old".into(), snippet: "leaves at 9".into() }];
        for (search, expected) in [
            ("LAMP", vec!["new"]),
            ("oslo train", vec!["old"]),
            ("oslo lamp", vec![]),
            ("   ", vec!["newer", "new", "old"]),
        ] {
            assert_eq!(ids(search, &[]), expected, "{search}");
        }
        assert_eq!(ids("leaves", &said), ["old"]);
        let snippet = |search: &str| list(&all(), search, &said, 20.5 * DAY, 0.0)[0].rows[0].snippet.clone();
        assert_eq!((snippet("leaves").as_str(), snippet("oslo").as_str()), ("leaves at 9", ""));
    }
}
