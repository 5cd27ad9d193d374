//! What is being looked up while a message is typed: `@` for tabs and documents, `/` for prompts.

/// What begins a look-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    /// `@`: open tabs and documents.
    At,
    /// `/`: prompts.
    Slash,
}

/// A look-up at the caret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trigger {
    /// What is looked up.
    pub sign: Sign,
    /// What was typed after the sign.
    pub typed: String,
    /// The text before the sign.
    pub before: String,
    /// The text after the caret.
    pub after: String,
}

/// Characters that are looked up, at most.
const LONGEST: usize = 40;

impl Trigger {
    /// The text without what was typed for the look-up, and where the caret is then, in UTF-16 units.
    pub fn without(&self) -> (String, u32) {
        let open = self.before.is_empty() || self.before.ends_with(char::is_whitespace);
        let after = self.after.strip_prefix(' ').filter(|_| open).unwrap_or(&self.after);
        (format!("{}{after}", self.before), self.before.encode_utf16().count() as u32)
    }
}

/// The look-up at a caret, in UTF-16 units as the browser counts.
pub fn trigger(text: &str, caret: u32) -> Option<Trigger> {
    let mut units = 0;
    let at = text.char_indices().find_map(|(at, c)| {
        let here = (units >= caret).then_some(at);
        units += c.len_utf16() as u32;
        here
    });
    let (head, after) = text.split_at_checked(at.unwrap_or(text.len()))?;
    let slash = head.trim_start();
    if let Some(typed) = slash.strip_prefix('/')
        && !typed.contains(char::is_whitespace)
        && !typed.contains('/')
    {
        return Some(Trigger {
            sign: Sign::Slash,
            typed: typed.to_owned(),
            before: String::new(),
            after: after.to_owned(),
        });
    }
    let (before, typed) = head.rsplit_once('@')?;
    let begins =
        before.chars().next_back().is_none_or(|c| c.is_whitespace() || matches!(c, '(' | '[' | '"' | '„' | '“' | '«'));
    let fits = !typed.starts_with(char::is_whitespace)
        && !typed.contains(['\n', '\t'])
        && !typed.contains("  ")
        && typed.chars().count() <= LONGEST;
    (begins && fits).then(|| Trigger {
        sign: Sign::At,
        typed: typed.to_owned(),
        before: before.to_owned(),
        after: after.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at_end(text: &str) -> Option<(Sign, String)> {
        trigger(text, text.encode_utf16().count() as u32).map(|found| (found.sign, found.typed))
    }

    #[test]
    fn a_sign_counts_where_a_word_begins() {
        for (text, expected) in [
            ("@", Some((Sign::At, ""))),
            ("compare @lamp", Some((Sign::At, "lamp"))),
            ("compare @lamp shop", Some((Sign::At, "lamp shop"))),
            ("(@a", Some((Sign::At, "a"))),
            ("ann@mail.example", None),
            ("meet @ noon", None),
            ("@lamp\nnext", None),
            ("@a  b", None),
            ("/", Some((Sign::Slash, ""))),
            ("  /sum", Some((Sign::Slash, "sum"))),
            ("/form exact", None),
            ("/usr/bin", None),
            ("either/or", None),
            ("no sign", None),
            ("", None),
        ] {
            let expected = expected.map(|(sign, typed)| (sign, typed.to_owned()));
            assert_eq!(at_end(text), expected, "{text:?}");
        }
        assert_eq!(at_end(&format!("@{}", "a".repeat(41))), None);
    }

    #[test]
    fn the_caret_is_counted_as_the_browser_does_and_what_was_typed_goes() {
        // A smiley is two units, an umlaut one.
        let found = trigger("😀ä @la and more", 7).unwrap();
        assert_eq!((found.typed.as_str(), found.after.as_str()), ("la", " and more"));
        assert_eq!(found.without(), ("😀ä and more".to_owned(), 4));
        let found = trigger("see @la", 7).unwrap();
        assert_eq!(found.without(), ("see ".to_owned(), 4));
        // Before the sign nothing is looked up, and a caret past the end is its end.
        assert_eq!(trigger("a @lamp", 1), None);
        assert_eq!(trigger("@lamp", 99).unwrap().typed, "lamp");
    }
}
