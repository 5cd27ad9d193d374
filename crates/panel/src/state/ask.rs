//! What is asked, and what words typed into the box to write in are as an answer to it.

use crate::state::text::t;
use edith_protocol::{Ask, AskKind};

/// The answer that typed words are; none for nothing typed. For an approval they are a no with its reason, whatever they say: only a button, or the
/// keys for it, allow something.
pub fn answer_of(kind: AskKind, words: &str) -> Option<String> {
    let words = words.trim();
    (!words.is_empty()).then(|| match kind {
        AskKind::Approval => format!("deny: {words}"),
        AskKind::Question => words.to_owned(),
    })
}

/// What the box to write in says while it is empty.
pub fn hint(kind: AskKind) -> &'static str {
    match kind {
        AskKind::Approval => t("why_not"),
        AskKind::Question => t("your_answer"),
    }
}

/// What sending the words does.
pub fn sends(kind: AskKind) -> &'static str {
    match kind {
        AskKind::Approval => t("deny_say_why"),
        AskKind::Question => t("answer"),
    }
}

/// What the keys do meanwhile.
pub fn keys(kind: AskKind) -> &'static str {
    match kind {
        AskKind::Approval => t("keys_approval"),
        AskKind::Question => t("keys_question"),
    }
}

/// The answers that one press gives.
pub fn choices(ask: &Ask) -> &[String] {
    match ask.kind {
        AskKind::Question => &ask.options,
        AskKind::Approval => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typed_words_never_allow_anything() {
        for words in ["once", " task ", "site", "yes", "deny", "use the blue one\nplease"] {
            let answer = answer_of(AskKind::Approval, words).unwrap();
            assert_eq!(answer, format!("deny: {}", words.trim()));
        }
        assert_eq!(answer_of(AskKind::Question, " once\n").as_deref(), Some("once"));
        for kind in [AskKind::Approval, AskKind::Question] {
            assert_eq!(answer_of(kind, " \n "), None);
        }
    }
}
