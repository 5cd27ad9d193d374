//! Full-text search in conversations.

use edith_protocol::{Conversation, Role};

/// Characters shown around a match.
const SNIPPET_CHARS: usize = 90;

/// The words of a search.
pub(super) fn words(query: &str) -> Vec<String> {
    query.split_whitespace().map(str::to_lowercase).collect()
}

/// Where the words occur in a conversation; empty if all are in what it is called; none if one is missing.
pub(super) fn found(conversation: &Conversation, words: &[String]) -> Option<String> {
    let title = conversation.shown().to_lowercase();
    let mut snippet = String::new();
    for word in words.iter().filter(|word| !title.contains(*word)) {
        let said = conversation.messages.iter().filter(|message| message.role != Role::Tool);
        let place = said.into_iter().find_map(|message| around(&message.content, word))?;
        if snippet.is_empty() {
            snippet = place;
        }
    }
    Some(snippet)
}

/// The text around a lower-case word's first occurrence, on one line.
fn around(text: &str, word: &str) -> Option<String> {
    // Lower case may change the length, so the position is approximate.
    let lower = text.to_lowercase();
    let at = lower.find(word)?;
    let before = lower.get(..at).map_or(0, |head| head.chars().count());
    let skip = before.saturating_sub(SNIPPET_CHARS / 3);
    let rest: String = text.chars().skip(skip).take(4 * SNIPPET_CHARS).collect();
    let line = rest.split_whitespace().collect::<Vec<_>>().join(" ");
    let cut: String = line.chars().take(SNIPPET_CHARS).collect();
    let (before, after) = (if skip == 0 { "" } else { "…" }, if cut.len() < line.len() { "…" } else { "" });
    Some(format!("{before}{cut}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use edith_protocol::Message;

    fn conversation(title: &str, said: &str) -> Conversation {
        let message = Message {
            refers: Vec::new(),
            documents: Vec::new(),
            prompt_name: None,
            pasted: Vec::new(),
            replies: false,
            ending: None,
            id: "m".into(),
            role: Role::Assistant,
            content: said.into(),
            tool_calls: vec![],
            tool_call_id: None,
            tool_name: None,
            run_id: None,
            timestamp: 0.0,
        };
        let (id, messages) = ("c".into(), vec![message]);
        Conversation {
            id,
            title: title.into(),
            name: None,
            messages,
            created_at: 0.0,
            updated_at: 0.0,
            pinned: false,
            private_sources: None,
            contacts: Default::default(),
        }
    }

    #[test]
    fn every_word_must_occur_in_any_case() {
        let train = conversation("Train to Oslo", "The Zürich train leaves at 9.");
        for (query, expected) in [
            ("ZÜRICH", Some("The Zürich train leaves at 9.")),
            ("oslo TRAIN", Some("")),
            ("oslo leaves", Some("The Zürich train leaves at 9.")),
            ("oslo lamp", None),
            ("   ", Some("")),
        ] {
            assert_eq!(found(&train, &words(query)).as_deref(), expected, "{query}");
        }
    }

    #[test]
    fn the_place_is_cut_out_of_a_long_text() {
        let place = around(&format!("{} needle here {}", "long ".repeat(60), "more ".repeat(60)), "needle").unwrap();
        assert!(place.contains("needle here") && place.starts_with('…') && place.ends_with('…'), "{place}");
        assert!(place.chars().count() <= SNIPPET_CHARS + 2, "{place}");
    }
}
