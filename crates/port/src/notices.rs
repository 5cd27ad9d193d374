//! Notifications, for a person who may not be looking.

use edith_protocol::ConversationId;

/// Something to tell a person who may not be looking.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// Opened by a click on it.
    pub conversation: ConversationId,
    /// In few words.
    pub title: String,
    /// In a sentence.
    pub text: String,
}

impl Notice {
    /// Its text without Markdown, which the system does not know: no marks of headings, lists, emphasis, code and links.
    pub fn words(&self) -> String {
        let mut lines: Vec<String> = Vec::new();
        for line in self.text.lines().map(str::trim) {
            let mut line = line.trim_start_matches(['#', '>']).trim_start();
            line = ["- ", "* ", "+ "].iter().find_map(|mark| line.strip_prefix(mark)).unwrap_or(line);
            // Code fences and the rule below a table's head.
            if !line.is_empty() && !line.chars().all(|c| "`-|: =*".contains(c)) {
                lines.push(without_marks(line));
            }
        }
        lines.join("\n")
    }
}

/// The browser's notifications.
pub trait Notices {
    /// Shows one, replacing an earlier one of the same conversation.
    fn show(&self, notice: Notice);
    /// The same, unless the person sees a page of the extension, which tells it anyway.
    fn show_if_away(&self, notice: Notice);
}

fn without_marks(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        let tail = rest.get(c.len_utf8()..).unwrap_or_default();
        let before = out.chars().next_back();
        let inside =
            before.is_some_and(char::is_alphanumeric) && tail.chars().next().is_some_and(char::is_alphanumeric);
        let link = || {
            let (words, after) = tail.split_once("](")?;
            let (_, after) = after.split_once(')')?;
            (!words.contains(['[', ']'])).then_some((words, after))
        };
        match c {
            '`' => rest = tail,
            // Between letters or digits it is literal: `5*3`, `snake_case`.
            '*' | '_' | '~' if rest.starts_with("**") || rest.starts_with("__") || rest.starts_with("~~") => {
                rest = tail.get(1..).unwrap_or_default();
            }
            '*' | '_' if !inside && (before.is_none_or(|c| !c.is_whitespace()) || !tail.starts_with(' ')) => {
                rest = tail
            }
            '[' if link().is_some() => {
                let (words, after) = link().unwrap_or_default();
                out.push_str(&without_marks(words));
                rest = after;
            }
            c => {
                out.push(c);
                rest = tail;
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notification_has_no_signs_of_markdown() {
        for (text, words) in [
            ("Which **size**?", "Which size?"),
            ("## Done\n\n- It costs *5 €*\n- see [the shop](https://a.example)", "Done\nIt costs 5 €\nsee the shop"),
            ("`cargo test` is 5*3 and snake_case, ~~not~~ so", "cargo test is 5*3 and snake_case, not so"),
            ("a * b", "a * b"),
            ("[not a link", "[not a link"),
            ("Plain — words.", "Plain — words."),
        ] {
            let notice = Notice { conversation: "c".into(), title: String::new(), text: text.into() };
            assert_eq!(notice.words(), words, "{text}");
        }
    }
}
