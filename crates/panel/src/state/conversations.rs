//! The list of conversations: searched, sorted and put under headings.

use crate::state::format::{Age, age, shorten};
use crate::state::text::t;
use edith_protocol::{Conversation, ConversationId, Role};

/// Characters shown around what was searched for.
const SNIPPET_CHARS: usize = 90;

/// One row of the list.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// The conversation.
    pub id: ConversationId,
    /// Its title, never empty.
    pub title: String,
    /// Where the words that were searched for stand; empty when they are in the title or nothing was searched.
    pub snippet: String,
    /// When it was last written to, in milliseconds since 1970.
    pub updated_at: f64,
    /// Whether it stays on top.
    pub pinned: bool,
}

/// The rows under one heading.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// Its age; none for what is pinned.
    pub age: Option<Age>,
    /// Latest first.
    pub rows: Vec<Row>,
}

impl Group {
    /// Its heading.
    pub fn title(&self) -> &'static str {
        self.age.map_or_else(|| t("pinned"), Age::title)
    }
}

/// What the list shows for a search; an empty one shows everything. `zone` is the local zone's lead over UTC in minutes.
pub fn list(conversations: &[Conversation], search: &str, now: f64, zone: f64) -> Vec<Group> {
    let words: Vec<String> = search.split_whitespace().map(str::to_lowercase).collect();
    let mut rows: Vec<Row> =
        latest(conversations).into_iter().filter_map(|conversation| found(conversation, &words)).collect();
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
pub fn latest(conversations: &[Conversation]) -> Vec<&Conversation> {
    let mut list: Vec<&Conversation> = conversations.iter().collect();
    list.sort_unstable_by(|one, other| other.updated_at.total_cmp(&one.updated_at));
    list
}

/// A title that can be shown: what was stored, or words for none.
pub fn title(conversation: &Conversation) -> String {
    let title = conversation.title.trim();
    if title.is_empty() { t("untitled").to_owned() } else { title.to_owned() }
}

/// The row of a conversation in which every word occurs, in the title or in what was said.
fn found(conversation: &Conversation, words: &[String]) -> Option<Row> {
    let name = title(conversation);
    let lower = name.to_lowercase();
    let mut snippet = String::new();
    for word in words {
        if lower.contains(word) {
            continue;
        }
        let place = conversation
            .messages
            .iter()
            .filter(|message| message.role != Role::Tool)
            .find_map(|message| around(&message.content, word))?;
        if snippet.is_empty() {
            snippet = place;
        }
    }
    let (id, updated_at, pinned) = (conversation.id.clone(), conversation.updated_at, conversation.pinned);
    Some(Row { id, title: name, snippet, updated_at, pinned })
}

/// The text around the first occurrence of a word, which is in lower case.
fn around(text: &str, word: &str) -> Option<String> {
    // Lower case may have another length than the text, so the place is counted in characters and only roughly right.
    let lower = text.to_lowercase();
    let at = lower.find(word)?;
    let before = lower.get(..at).map_or(0, |head| head.chars().count());
    let skip = before.saturating_sub(SNIPPET_CHARS / 3);
    let rest: String = text.chars().skip(skip).collect();
    let cut = shorten(&rest, SNIPPET_CHARS);
    Some(if skip == 0 { cut } else { format!("…{cut}") })
}

#[cfg(test)]
mod tests {
    use super::*;
    use edith_protocol::Message;

    fn conversation(id: &str, title: &str, said: &str, updated_at: f64) -> Conversation {
        let message = Message {
            refers: Vec::new(),
            documents: Vec::new(),
            id: "m".into(),
            role: Role::Assistant,
            content: said.into(),
            tool_calls: vec![],
            tool_call_id: None,
            tool_name: None,
            run_id: None,
            timestamp: 0.0,
        };
        Conversation {
            id: id.into(),
            title: title.into(),
            messages: vec![message],
            created_at: 0.0,
            updated_at,
            pinned: false,
        }
    }

    const DAY: f64 = 86_400_000.0;

    fn all() -> Vec<Conversation> {
        vec![
            conversation("old", "Train to Oslo", "The Zürich train leaves at 9.", 2.0 * DAY),
            conversation("new", "Desk lamp", "The cheapest lamp costs 12 €.", 20.2 * DAY),
            conversation("newer", "  ", "Nothing.", 20.4 * DAY),
        ]
    }

    fn ids(search: &str) -> Vec<String> {
        let groups = list(&all(), search, 20.5 * DAY, 0.0);
        groups.into_iter().flat_map(|group| group.rows).map(|row| row.id.0).collect()
    }

    #[test]
    fn the_latest_comes_first_under_its_heading() {
        assert_eq!(ids(""), ["newer", "new", "old"]);
        let groups = list(&all(), "", 20.5 * DAY, 0.0);
        assert_eq!(groups.iter().map(|group| group.age).collect::<Vec<_>>(), [Some(Age::Today), Some(Age::Older)]);
        assert_eq!(groups[0].rows[0].title, "Untitled");
    }

    #[test]
    fn what_is_pinned_stands_above_what_is_newer() {
        let mut all = all();
        all[0].pinned = true;
        let groups = list(&all, "", 20.5 * DAY, 0.0);
        let ids: Vec<&str> = groups.iter().flat_map(|group| &group.rows).map(|row| row.id.0.as_str()).collect();
        assert_eq!((groups[0].title(), ids), ("Pinned", vec!["old", "newer", "new"]));
    }

    #[test]
    fn every_word_must_occur_in_any_case() {
        for (search, expected) in [
            ("LAMP", vec!["new"]),
            ("zürich", vec!["old"]),
            ("oslo train", vec!["old"]),
            ("oslo lamp", vec![]),
            ("   ", vec!["newer", "new", "old"]),
        ] {
            assert_eq!(ids(search), expected, "{search}");
        }
    }

    #[test]
    fn the_place_is_shown_when_the_title_does_not_say_it() {
        let snippet = |search: &str| list(&all(), search, 20.5 * DAY, 0.0)[0].rows[0].snippet.clone();
        assert_eq!(snippet("cheapest"), "The cheapest lamp costs 12 €.");
        assert_eq!(snippet("lamp"), "");
        assert!(around(&format!("{} needle here", "long ".repeat(60)), "needle").unwrap().contains("needle"));
    }
}
