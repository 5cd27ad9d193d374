//! What of a file is for people alone, taken out of the package: comments and indentation of style sheets, notes for translators and spaces in texts.

use serde_json::Value;

/// A style sheet without comments and indentation. Lines stay, so that nothing that a line's end separates grows together.
pub(crate) fn style_sheet(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    let mut quote = None;
    while let Some(c) = rest.chars().next() {
        let length = match (quote, c) {
            (None, '/') if rest.starts_with("/*") => {
                rest = rest.split_once("*/").map_or("", |(_, after)| after);
                continue;
            }
            (Some(_), '\\') => 1 + rest.chars().nth(1).map_or(0, char::len_utf8),
            (None, '"' | '\'') => {
                quote = Some(c);
                1
            }
            (Some(open), _) if open == c => {
                quote = None;
                1
            }
            _ => c.len_utf8(),
        };
        let (now, after) = rest.split_at(length.min(rest.len()));
        out.push_str(now);
        rest = after;
    }
    out.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

/// A language's texts without the notes for its translators; none: they are no JSON. `is_built_in`: the core has its own sentences in this language anyway
/// (`edith-words`), and the pages read those alone that name facts.
pub(crate) fn messages(text: &str, is_built_in: bool) -> Option<String> {
    let mut all: Value = serde_json::from_str(text).ok()?;
    let texts = all.as_object_mut()?;
    texts.retain(|key, _| !is_built_in || !key.starts_with("core_") || key.starts_with("core_fact_"));
    for message in texts.values_mut() {
        message.as_object_mut()?.remove("description");
    }
    serde_json::to_string(&all).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_style_sheet_keeps_what_it_says() {
        let text = "/* Looks. */\n.a::before {\n  content: \"/* no comment */\";\n  color: red; /* why */\n}\n\n.b { grid-template-areas:\n    'x y'\n    'it\\'s z'; }\n";
        assert_eq!(
            style_sheet(text),
            ".a::before {\ncontent: \"/* no comment */\";\ncolor: red;\n}\n.b { grid-template-areas:\n'x y'\n'it\\'s z'; }"
        );
    }

    #[test]
    fn texts_keep_their_words_and_placeholders() {
        let text = r#"{ "name": { "message": "A $X$", "description": "Why.", "placeholders": { "x": { "content": "$1" } } } }"#;
        let expected = r#"{"name":{"message":"A $X$","placeholders":{"x":{"content":"$1"}}}}"#;
        assert_eq!(messages(text, false).as_deref(), Some(expected));
        assert_eq!(messages("{", false), None);
        let text = r#"{ "add": { "message": "Add" }, "core_click": { "message": "Click" }, "core_fact_email": { "message": "E-mail" } }"#;
        let kept = |is_built_in| messages(text, is_built_in).is_some_and(|kept| kept.contains("core_click"));
        assert!(kept(false) && !kept(true));
        assert_eq!(messages(text, true).map(|kept| kept.matches("message").count()), Some(2));
    }
}
