//! Whether what was typed is one question or a list of them, one a line.

/// The questions of a text, one a line, without the bullets and numbers of a list.
pub fn split(text: &str) -> Vec<String> {
    text.lines().map(bare).filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

/// How many lines could be questions of their own.
pub fn lines(text: &str) -> usize {
    text.lines().filter(|line| !bare(line).is_empty()).count()
}

/// Whether a text is a list by its looks: several lines, each of which ends as a question or begins as an item.
pub fn looks_listed(text: &str) -> bool {
    let alone = |line: &str| line.ends_with(['?', '？', '؟']) || bare(line).len() < line.len();
    let mut all = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines(text) > 1 && all.all(alone)
}

/// A line without its bullet, number or letter.
fn bare(line: &str) -> &str {
    let line = line.trim();
    if let Some(rest) = line.strip_prefix(['-', '*', '•', '–', '·', '☐']) {
        return if rest.is_empty() || rest.starts_with(char::is_whitespace) { rest.trim_start() } else { line };
    }
    let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = digits.len() < line.len() && line.len() - digits.len() <= 3;
    let lettered = line.get(1..).filter(|_| line.starts_with(|c: char| c.is_ascii_lowercase()));
    let rest = if numbered { Some(digits) } else { lettered };
    let marked = rest.and_then(|rest| rest.strip_prefix(['.', ')']));
    // "3.5 percent of what?" is no third item.
    marked.filter(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace)).map_or(line, str::trim_start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_lose_their_marks_and_nothing_else() {
        let text =
            "1. Who signs?\n 2) When?\n\n- Where\n• Why?\na) How?\n3.5 percent of what?\n-5 degrees where?\n12.\n";
        let expected = ["Who signs?", "When?", "Where", "Why?", "How?", "3.5 percent of what?", "-5 degrees where?"];
        assert_eq!(split(text), expected);
        assert_eq!(lines(text), 7);
        assert_eq!(split("größer? ä) x"), ["größer? ä) x"]);
    }

    #[test]
    fn only_what_looks_like_a_list_is_taken_for_one() {
        assert!(looks_listed("Who signs?\nWhen does it end?"));
        assert!(looks_listed("- the parties\n- the term\n\n- the price"));
        for one in ["Who signs?", "Who signs?\n\n", "Compare these:\n- a\n- b", "A long question\nover two lines?", ""]
        {
            assert!(!looks_listed(one), "{one}");
        }
    }
}
