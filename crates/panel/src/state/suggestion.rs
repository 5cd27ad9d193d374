//! A suggestion with a blank, put into the message.

use edith_protocol::Suggestion;

/// The message with a suggestion in it, and the place of its blank in UTF-16 units, from and to. What the person has typed stays before it.
pub fn placed(draft: &str, suggestion: &Suggestion) -> (String, Option<(u32, u32)>) {
    let kept = draft.trim_end();
    let text = if kept.is_empty() { suggestion.text.clone() } else { format!("{kept}, {}", suggestion.text) };
    let from = text.len() - suggestion.text.len();
    let blank = suggestion.text.find(Suggestion::BLANK).filter(|_| suggestion.blank);
    let place = blank.and_then(|at| text.get(..from + at)).map(|before| {
        let start = before.encode_utf16().count() as u32;
        (start, start + 1)
    });
    (text, place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_blank_is_found_and_what_was_typed_stays() {
        for (draft, text, expected, place) in [
            ("", "search for …", "search for …", Some((11, 12))),
            ("  ", "type … into “Näme…”", "type … into “Näme…”", Some((5, 6))),
            ("öffne 🙂", "such nach …", "öffne 🙂, such nach …", Some((20, 21))),
        ] {
            assert_eq!(placed(draft, &Suggestion::with_blank(text)), (expected.to_owned(), place), "{text}");
        }
        assert_eq!(placed("", &Suggestion::task("open “Lamps…”")), ("open “Lamps…”".to_owned(), None));
    }
}
