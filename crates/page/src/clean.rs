//! Page text made safe to print: no hidden characters that change how a line reads, no line breaks or quotes that could fake one.

/// Invisible characters that reorder, hide or join text: bidirectional marks, zero-width characters, soft hyphens, tags, controls.
pub(crate) fn is_hidden(c: char) -> bool {
    match c {
        '\n' | '\t' => false,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' => true,
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => true,
        '\u{fe00}'..='\u{fe0f}' | '\u{e0000}'..='\u{e0fff}' => true,
        _ => c.is_control(),
    }
}

/// One line without hidden characters; white space becomes single blanks; at most `cap` characters, then `…`.
pub(crate) fn line(text: &str, cap: usize) -> String {
    let mut out = String::with_capacity(text.len().min(cap * 4));
    let mut count = 0;
    let mut blank = false;
    for c in text.chars() {
        if c.is_whitespace() {
            blank = count > 0;
            continue;
        }
        if is_hidden(c) {
            continue;
        }
        if count + usize::from(blank) >= cap {
            out.push('…');
            return out;
        }
        if blank {
            out.push(' ');
            count += 1;
            blank = false;
        }
        out.push(c);
        count += 1;
    }
    out
}

/// A quoted [`line`], with quotes and backslashes escaped.
pub(crate) fn quoted(text: &str, cap: usize) -> String {
    let inner = line(text, cap);
    let mut out = String::with_capacity(inner.len() + 2);
    out.push('"');
    for c in inner.chars() {
        if matches!(c, '"' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    out.push('"');
    out
}

/// A [`line`] for use inside brackets: brackets become parentheses.
pub(crate) fn bare(text: &str, cap: usize) -> String {
    line(text, cap).replace('[', "(").replace(']', ")")
}

/// Whether a text has a letter or a digit.
pub(crate) fn has_words(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric)
}

/// Length in UTF-16 units, as the page's script counts.
pub(super) fn units(text: &str) -> usize {
    text.chars().map(char::len_utf16).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_hidden_and_no_fake_lines_get_through() {
        let check = |input: &str, expected: &str| assert_eq!(quoted(input, 40), expected, "{input:?}");
        check("plain", "\"plain\"");
        check("  two\n lines ", "\"two lines\"");
        check("say \"hi\" \\ bye", "\"say \\\"hi\\\" \\\\ bye\"");
        check("a\u{202e}b\u{200b}c\u{2066}d\u{e0041}e", "\"abcde\"");
        check("7 | BUTTON\n8 | LINK", "\"7 | BUTTON 8 | LINK\"");
        check(&"x".repeat(50), &format!("\"{}…\"", "x".repeat(40)));
        assert_eq!(bare("a [checked]", 20), "a (checked)");
    }
}
