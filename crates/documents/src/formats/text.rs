//! Plain text: paragraphs, lists, and headings where they are marked beyond doubt.

use super::{
    charset,
    flow::{Flow, outline},
    reading::{Input, ReadError, Reading},
    sniff::{self, NAMED, Sniff, TEXT},
};
use crate::{Block, BlockKind, Document, Kind, Warning};

/// A heading is not longer than this, in characters: a line of a page.
const HEADING: usize = 90;

/// Words that number a heading by themselves, in English and German.
const DIVISIONS: &[&str] = &[
    "chapter",
    "section",
    "part",
    "article",
    "appendix",
    "annex",
    "clause",
    "schedule",
    "kapitel",
    "abschnitt",
    "teil",
    "artikel",
    "anhang",
    "anlage",
];

/// Any text; a name of its own makes it surer than a guess at Markdown or values.
pub(crate) fn sniff(input: &Input<'_>) -> Sniff {
    sniff::head(input)?;
    let is_named = sniff::is_named(input, &["txt", "text", "log"], &["text/plain"]);
    Some((Kind::Text, if is_named { NAMED - 20 } else { TEXT }))
}

/// Reads a text. A form feed begins a page. Paragraphs are what blank lines divide, and keep their lines.
pub(crate) fn read(input: &Input<'_>, reading: &mut Reading<'_>) -> Result<Document, ReadError> {
    let text = charset::decode(input.bytes, None);
    let mut warnings = Vec::new();
    let text = limited(&text, reading.limits.characters, &mut warnings);
    let pages = flow_of(text).into_pages(reading.limits.pages);
    reading.progress(pages.len(), pages.len());
    let outline = outline(&pages);
    Ok(Document { kind: Kind::Text, title: None, pages, outline, warnings })
}

/// The first part of a text, as much as may be read.
pub(crate) fn limited<'a>(text: &'a str, most: usize, warnings: &mut Vec<Warning>) -> &'a str {
    if text.len() <= most {
        return text;
    }
    warnings.push(Warning::TextCut);
    text.get(..text.floor_char_boundary(most)).unwrap_or(text)
}

/// The blocks of a text.
pub(crate) fn flow_of(text: &str) -> Flow {
    let numbers = numbered_with_subsections(text);
    let mut flow = Flow::default();
    for (index, page) in text.split('\x0c').enumerate() {
        if index > 0 {
            flow.page_break();
        }
        let mut lines: Vec<&str> = Vec::new();
        for line in page.split('\n').flat_map(|line| line.split('\r')) {
            if line.trim().is_empty() {
                paragraph(&lines, &numbers, &mut flow);
                lines.clear();
            } else {
                lines.push(line);
            }
        }
        paragraph(&lines, &numbers, &mut flow);
    }
    flow
}

/// Lines without a blank one between them.
fn paragraph(lines: &[&str], numbers: &[u32], flow: &mut Flow) {
    match lines {
        [] => {}
        [title, rule] | [title, rule, ..] if is_rule(rule, title) => {
            let level = if rule.trim().starts_with('=') { 1 } else { 2 };
            flow.push(Block { level: Some(level), ..Block::new(BlockKind::Heading, clean(title)) });
            paragraph(lines.get(2..).unwrap_or_default(), numbers, flow);
        }
        [line] if let Some(level) = heading_level(line.trim(), numbers) => {
            flow.push(Block { level: Some(level), ..Block::new(BlockKind::Heading, clean(line)) });
        }
        lines => match list(lines) {
            Some(items) => flow.push(Block { level: Some(1), ..Block::new(BlockKind::List, items.join("\n")) }),
            None => {
                let lines: Vec<String> = lines.iter().map(|line| clean_line(line)).collect();
                flow.push(Block::new(BlockKind::Paragraph, lines.join("\n")));
            }
        },
    }
}

/// A line of `=`, `-` or `~` under a title, about as long as it: from two thirds to one and a half of its length.
fn is_rule(rule: &str, title: &str) -> bool {
    let (rule, title) = (rule.trim(), title.trim());
    let (length, under) = (title.chars().count(), rule.chars().count());
    let is_line = ["=", "-", "~"].iter().any(|mark| rule.trim_matches(|c| mark.starts_with(c)).is_empty());
    is_line
        && under >= 3
        && under * 3 >= length * 2
        && under * 2 <= length * 3 + 6
        && length <= HEADING
        && title.chars().any(char::is_alphabetic)
}

/// The level of a line that stands alone and is numbered as a heading is: `2.1 Scope`, `Chapter 3`; `2 Terms` only where there is a `2.1` as well,
/// because `2. Terms` may be an item of a list.
fn heading_level(line: &str, numbers: &[u32]) -> Option<u8> {
    if line.chars().count() > HEADING || line.ends_with(['.', ',', ';', ':', '!', '?']) {
        return None;
    }
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    if DIVISIONS.contains(&first.to_lowercase().as_str()) {
        let number = rest.split(char::is_whitespace).next()?.trim_end_matches([':', '.', ')']);
        let is_number = !number.is_empty()
            && (number.chars().all(|c| c.is_ascii_digit() || c == '.')
                || number.chars().all(|c| "IVXLCDM".contains(c))
                || number.len() == 1 && number.chars().all(|c| c.is_ascii_uppercase()));
        return (is_number && first.starts_with(char::is_uppercase)).then_some(1);
    }
    let parts = number_parts(first)?;
    let is_title = rest.starts_with(|c: char| c.is_uppercase() || c.is_alphabetic() && !c.is_lowercase());
    let is_known = parts.len() > 1 || parts.first().is_some_and(|number| numbers.contains(number));
    (is_title && is_known).then(|| u8::try_from(parts.len().min(6)).unwrap_or(6))
}

/// The numbers of `2.1` or `2.1.` or `2.`; none of them above 999.
fn number_parts(word: &str) -> Option<Vec<u32>> {
    let parts = word.trim_end_matches('.').split('.').map(|part| {
        let is_number = !part.is_empty() && part.len() <= 3 && part.bytes().all(|b| b.is_ascii_digit());
        is_number.then(|| part.parse().ok()).flatten()
    });
    parts.collect::<Option<Vec<u32>>>().filter(|parts| parts.first().is_some_and(|first| *first > 0))
}

/// The first numbers that have a subsection (`2.1 Title` at the start of a line) somewhere.
fn numbered_with_subsections(text: &str) -> Vec<u32> {
    let mut found = Vec::new();
    for line in text.lines() {
        let Some((first, rest)) = line.trim_start().split_once(' ') else { continue };
        if !rest.trim_start().starts_with(char::is_uppercase) || line.len() > 4 * HEADING {
            continue;
        }
        if let Some([number, _, ..]) = number_parts(first).as_deref()
            && !found.contains(number)
        {
            found.push(*number);
        }
    }
    found
}

/// The items of a list of two or more: each line begins with a mark, or goes on indented. The mark of an unnumbered item is left out.
fn list(lines: &[&str]) -> Option<Vec<String>> {
    let mut items: Vec<String> = Vec::new();
    for line in lines {
        let text = line.trim();
        let unnumbered = ["- ", "* ", "+ ", "• ", "– ", "· ", "▪ "].iter().find_map(|mark| text.strip_prefix(mark));
        if let Some(item) = unnumbered {
            items.push(clean(item));
        } else if is_numbered(text) {
            items.push(clean(text));
        } else if let (Some(item), true) = (items.last_mut(), line.starts_with([' ', '\t'])) {
            item.push(' ');
            item.push_str(&clean(text));
        } else {
            return None;
        }
    }
    (items.len() > 1).then_some(items)
}

/// Whether a line begins with `1. `, `12) ` or `a) `.
fn is_numbered(line: &str) -> bool {
    let Some((mark, _)) = line.split_once(' ') else { return false };
    let Some(number) = mark.strip_suffix(['.', ')']) else { return false };
    let is_letter = mark.ends_with(')') && number.len() == 1 && number.bytes().all(|b| b.is_ascii_lowercase());
    is_letter || (1..=3).contains(&number.len()) && number.bytes().all(|b| b.is_ascii_digit())
}

/// A line without control characters and blanks at its end.
fn clean_line(line: &str) -> String {
    line.trim_end().chars().filter(|c| !c.is_control() || *c == '\t').collect()
}

/// One line: without control characters, and one blank between words.
fn clean(line: &str) -> String {
    let words: Vec<&str> =
        line.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

/// Lines without control characters and blanks at their ends.
pub(crate) fn one_paragraph(text: &str) -> String {
    text.trim().lines().map(clean_line).collect::<Vec<_>>().join("\n")
}
