//! Translates models' Markdown to CommonMark: where the two disagree, the text is rewritten to read as meant.

/// What may precede a line's content: the marks of quotes and lists.
pub(super) const CONTAINERS: [char; 18] =
    [' ', '\t', '>', '-', '*', '+', '.', ')', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9'];

/// Rewrites a text for the parser. Quotes and tables end with the first unmarked line, a bar in code divides no cells, `[words]: more` is text rather
/// than a definition, and the first mark of a streaming list makes no heading of the line before it.
pub(super) fn to_commonmark(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let (mut open, mut table, mut previous) = ("", false, "");
    for line in text.lines() {
        let content = line.trim_start_matches(CONTAINERS);
        let fence = code_fence(content);
        if !open.is_empty() {
            if fence.starts_with(open) && content.trim_end() == fence {
                open = "";
            }
            out.push_str(line);
        } else if !fence.is_empty() {
            (open, table) = (fence, false);
            out.push_str(line);
        } else {
            let trimmed = line.trim();
            table = table || (previous.contains('|') && is_ruler(trimmed));
            let quote_ends = is_quote(previous) && !is_quote(line);
            if !trimmed.is_empty() && (quote_ends || (table && !line.contains('|'))) {
                out.push('\n');
                table = false;
            }
            if table {
                push_row(&mut out, line);
            } else if escapes(line, content) || (matches!(trimmed, "-" | "=") && !previous.trim().is_empty()) {
                let (head, tail) = line.split_at(line.len() - if trimmed.len() == 1 { 1 } else { content.len() });
                out.extend([head, "\\", tail]);
            } else {
                out.push_str(line);
            }
        }
        out.push('\n');
        previous = line;
    }
    out
}

/// The marks of a code block's first or last line, or "".
pub(super) fn code_fence(content: &str) -> &str {
    let Some(mark) = content.chars().next().filter(|c| matches!(c, '`' | '~')) else { return "" };
    let rest = content.trim_start_matches(mark);
    let marks = content.strip_suffix(rest).unwrap_or_default();
    if marks.len() < 3 || (mark == '`' && rest.contains('`')) { "" } else { marks }
}

fn is_quote(line: &str) -> bool {
    line.trim_start().starts_with('>')
}

fn is_ruler(trimmed: &str) -> bool {
    trimmed.contains('-') && trimmed.chars().all(|c| "|:- \t".contains(c))
}

/// Whether CommonMark would take the line for a link definition; in indented code it is code.
fn escapes(line: &str, content: &str) -> bool {
    let behind = content.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    behind.is_some_and(|(_, rest)| rest.starts_with(':')) && !line.starts_with("    ")
}

fn push_row(out: &mut String, line: &str) {
    let mut in_code = false;
    for c in line.chars() {
        in_code ^= c == '`';
        if c == '|' && in_code && !out.ends_with('\\') {
            out.push('\\');
        }
        out.push(c);
    }
}
