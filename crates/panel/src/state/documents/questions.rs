//! Whether what was typed is one question or a list of them, one a line; and the questions of a file.

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

/// The questions of a file: a line each, or of a list of values the column that asks most.
pub fn of_file(name: &str, text: &str) -> Vec<String> {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase()).unwrap_or_default();
    let text = text.trim_start_matches('\u{feff}');
    if !["csv", "tsv"].contains(&ending.as_str()) {
        return split(text);
    }
    let mut rows = cells(text);
    let asks = |cell: &String| cell.ends_with(['?', '？', '؟']);
    let asked = |column: usize| rows.iter().filter_map(|row| row.get(column)).filter(|cell| asks(cell)).count();
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    // The first of those that ask most.
    let column = (0..columns).rev().max_by_key(|column| asked(*column)).unwrap_or_default();
    let has_header = asked(column) > 0 && rows.first().and_then(|row| row.get(column)).is_some_and(|cell| !asks(cell));
    rows.drain(..usize::from(has_header));
    let questions = rows.into_iter().filter_map(|mut row| (column < row.len()).then(|| row.swap_remove(column)));
    questions.flat_map(|cell| split(&cell)).collect()
}

/// The rows of a list of values (RFC 4180, with any usual delimiter). A line break in a cell is a blank.
fn cells(text: &str) -> Vec<Vec<String>> {
    let head = text.lines().next().unwrap_or_default();
    // The first of those that are most.
    let delimiter = [',', '\t', ';'].into_iter().max_by_key(|one| head.matches(*one).count()).unwrap_or(';');
    let (mut rows, mut row, mut cell, mut quoted) = (Vec::new(), Vec::new(), String::new(), false);
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.next() {
        match sign {
            '"' if quoted && signs.peek() == Some(&'"') => {
                cell.push('"');
                signs.next();
            }
            '"' if quoted || cell.trim().is_empty() => quoted = !quoted,
            '\r' | '\n' if quoted => cell.push(' '),
            '\r' => {}
            '\n' => {
                row.push(std::mem::take(&mut cell).trim().to_owned());
                rows.push(std::mem::take(&mut row));
            }
            other if other == delimiter && !quoted => row.push(std::mem::take(&mut cell).trim().to_owned()),
            other => cell.push(other),
        }
    }
    row.push(cell.trim().to_owned());
    rows.push(row);
    rows
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
    // "3.5 percent of what?" is not a third item.
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
    fn a_file_has_its_questions_a_line_each_or_in_a_column() {
        assert_eq!(of_file("a.txt", "\u{feff}1. Who, and when?\r\n\r\n2. Why?\r\n"), ["Who, and when?", "Why?"]);
        let table = "id;question;by\r\n1;\"Who signs; \"\"in\nfact\"\"?\";Ann\r\n2;When?;Bo\r\n3;;\r\n";
        assert_eq!(of_file("a.CSV", table), ["Who signs; \"in fact\"?", "When?"]);
        assert_eq!(of_file("a.csv", "Who?\nWhen, and why?\n"), ["Who?", "When, and why?"]);
        assert_eq!(of_file("a.csv", "\"Who?\"\n\"When, and why?\"\n"), ["Who?", "When, and why?"]);
        assert_eq!(of_file("a.csv", "the parties\nthe term\n"), ["the parties", "the term"]);
        assert_eq!(of_file("a.tsv", "1\tWho?\n2\tWhen?"), ["Who?", "When?"]);
        assert!(of_file("a.csv", "").is_empty() && of_file("a.txt", " \n").is_empty());
        assert_eq!(of_file("a.csv", "\"never closed?\nthe end?"), ["never closed? the end?"]);
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
