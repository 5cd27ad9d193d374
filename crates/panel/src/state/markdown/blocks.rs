//! Lines to blocks.

use super::inlines;
use super::{Block, Inline, MAX_DEPTH};

/// Reads lines. Too deep inside lists and quotes everything is a paragraph.
pub(super) fn read(lines: &[&str], depth: usize) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut rest = lines;
    while let Some((line, after)) = rest.split_first() {
        if line.trim().is_empty() {
            rest = after;
            continue;
        }
        let deep = depth >= MAX_DEPTH;
        let (block, left) = code(rest)
            .or_else(|| heading(line).map(|block| (block, after)))
            .or_else(|| is_rule(line).then_some((Block::Rule, after)))
            .or_else(|| if deep { None } else { quote(rest, depth) })
            .or_else(|| if deep { None } else { list(rest, depth) })
            .or_else(|| table(rest))
            .unwrap_or_else(|| paragraph(rest));
        blocks.push(block);
        rest = left;
    }
    blocks
}

type Read<'l, 't> = Option<(Block, &'l [&'t str])>;

/// Blanks at the start of a line, a tab counting as four.
fn indent(line: &str) -> usize {
    line.chars().take_while(|c| *c == ' ' || *c == '\t').map(|c| if c == '\t' { 4 } else { 1 }).sum()
}

/// The line without that many blanks.
fn outdent(line: &str, columns: usize) -> &str {
    let mut left = columns;
    let mut rest = line;
    while left > 0 {
        rest = if let Some(after) = rest.strip_prefix(' ') {
            left -= 1;
            after
        } else if let Some(after) = rest.strip_prefix('\t') {
            left = left.saturating_sub(4);
            after
        } else {
            break;
        };
    }
    rest
}

/// A fence with its character and length, and the word after it.
fn fence(line: &str) -> Option<(char, usize, &str)> {
    let line = line.trim_start();
    let mark = line.chars().next().filter(|c| *c == '`' || *c == '~')?;
    let rest = line.trim_start_matches(mark);
    let length = line.len() - rest.len();
    (length >= 3 && !(mark == '`' && rest.contains('`'))).then(|| (mark, length, rest.trim()))
}

fn code<'l, 't>(lines: &'l [&'t str]) -> Read<'l, 't> {
    let (first, mut rest) = lines.split_first()?;
    if indent(first) >= 4 {
        return indented_code(lines);
    }
    let (mark, length, language) = fence(first)?;
    let column = indent(first);
    let mut text = Vec::new();
    while let Some((line, after)) = rest.split_first() {
        rest = after;
        if fence(line).is_some_and(|(other, count, word)| other == mark && count >= length && word.is_empty()) {
            break;
        }
        text.push(outdent(line, column));
    }
    let language = language.split_whitespace().next().unwrap_or_default().to_owned();
    Some((Block::Code { language, text: text.join("\n") }, rest))
}

fn indented_code<'l, 't>(lines: &'l [&'t str]) -> Read<'l, 't> {
    let count = lines.iter().take_while(|line| line.trim().is_empty() || indent(line) >= 4).count();
    let (code, rest) = lines.split_at_checked(count)?;
    let text = code.iter().map(|line| outdent(line, 4)).collect::<Vec<_>>().join("\n");
    Some((Block::Code { language: String::new(), text: text.trim_end().to_owned() }, rest))
}

fn heading(line: &str) -> Option<Block> {
    let line = line.trim();
    let rest = line.trim_start_matches('#');
    let level = u8::try_from(line.len() - rest.len()).ok().filter(|level| (1..=6).contains(level))?;
    if !rest.is_empty() && !rest.starts_with([' ', '\t']) {
        return None;
    }
    Some(Block::Heading(level, inlines::read(rest.trim().trim_end_matches('#').trim_end())))
}

fn is_rule(line: &str) -> bool {
    let marks: String = line.chars().filter(|c| !c.is_whitespace()).collect();
    marks.len() >= 3 && ['-', '*', '_'].into_iter().any(|mark| marks.chars().all(|c| c == mark))
}

fn quote<'l, 't>(lines: &'l [&'t str], depth: usize) -> Read<'l, 't> {
    let inside: Vec<&str> = lines.iter().map_while(|line| line.trim_start().strip_prefix('>')).collect();
    let (_, rest) = lines.split_at_checked(inside.len()).filter(|_| !inside.is_empty())?;
    let inside: Vec<&str> = inside.into_iter().map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
    Some((Block::Quote(read(&inside, depth + 1)), rest))
}

/// The marker of a list's item: its number, or none for a bullet; where its content starts; and the content.
fn marker(line: &str) -> Option<(Option<u64>, usize, &str)> {
    let column = indent(line);
    let line = line.trim_start();
    let (number, rest) = match line.strip_prefix(['-', '*', '+']) {
        Some(rest) => (None, rest),
        None => {
            let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
            let digits = line.len() - rest.len();
            let number = line.get(..digits).filter(|digits| digits.len() <= 9)?.parse().ok()?;
            (Some(number), rest.strip_prefix(['.', ')'])?)
        }
    };
    if !rest.is_empty() && !rest.starts_with([' ', '\t']) {
        return None;
    }
    let width = column + line.len() - rest.len();
    Some((number, width + 1, rest.strip_prefix([' ', '\t']).unwrap_or(rest)))
}

fn list<'l, 't>(lines: &'l [&'t str], depth: usize) -> Read<'l, 't> {
    let (start, _, _) = lines.first().and_then(|line| marker(line))?;
    let column = lines.first().map_or(0, |line| indent(line));
    let mut items = Vec::new();
    let mut loose = false;
    let mut rest = lines;
    while let Some((line, after)) = rest.split_first() {
        let Some((number, width, content)) = marker(line).filter(|_| !is_rule(line)) else { break };
        if number.is_some() != start.is_some() || indent(line) > column + 3 {
            break;
        }
        let (mut inside, left, blank) = item_lines(after, width);
        inside.insert(0, content);
        rest = left;
        loose |= blank;
        items.push(item(&inside, depth));
    }
    if !loose {
        for block in items.iter_mut().flatten() {
            if let Block::Paragraph(inner) = block {
                *block = Block::Plain(std::mem::take(inner));
            }
        }
    }
    (!items.is_empty()).then_some((Block::List { start, items }, rest))
}

/// The further lines of an item, what is left, and whether a blank line makes the list loose.
fn item_lines<'l, 't>(lines: &'l [&'t str], width: usize) -> (Vec<&'t str>, &'l [&'t str], bool) {
    let mut inside = Vec::new();
    let mut rest = lines;
    let mut loose = false;
    let mut after_blank = false;
    while let Some((line, after)) = rest.split_first() {
        if line.trim().is_empty() {
            // A blank line belongs to the item when what follows does.
            let next = after.iter().find(|line| !line.trim().is_empty());
            if next.is_none_or(|next| indent(next) < width.min(4)) {
                return (inside, after, loose || next.is_some_and(|next| marker(next).is_some()));
            }
            inside.push("");
            loose = true;
            after_blank = true;
        } else if indent(line) >= width.min(2) {
            inside.push(outdent(line, width));
            after_blank = false;
        } else if !after_blank && marker(line).is_none() && !starts_block(line) {
            inside.push(line.trim_start());
        } else {
            break;
        }
        rest = after;
    }
    (inside, rest, loose)
}

fn item(lines: &[&str], depth: usize) -> Vec<Block> {
    let boxed = lines.first().and_then(|first| {
        let done = first.strip_prefix("[x] ").or_else(|| first.strip_prefix("[X] "));
        done.map(|rest| format!("☑ {rest}")).or_else(|| first.strip_prefix("[ ] ").map(|rest| format!("☐ {rest}")))
    });
    match (boxed, lines.split_first()) {
        (Some(first), Some((_, rest))) => {
            let lines: Vec<&str> = std::iter::once(first.as_str()).chain(rest.iter().copied()).collect();
            read(&lines, depth + 1)
        }
        _ => read(lines, depth + 1),
    }
}

/// Whether a line ends the paragraph before it.
fn starts_block(line: &str) -> bool {
    let list = || {
        marker(line).is_some_and(|(number, _, content)| number.is_none_or(|number| number == 1) && !content.is_empty())
    };
    fence(line).is_some() || heading(line).is_some() || is_rule(line) || line.trim_start().starts_with('>') || list()
}

fn table<'l, 't>(lines: &'l [&'t str]) -> Read<'l, 't> {
    let (head, rest) = lines.split_first().filter(|(head, _)| head.contains('|'))?;
    let (ruler, mut rest) = rest.split_first()?;
    let is_ruler = |cell: &str| {
        let cell = cell.trim().trim_start_matches(':').trim_end_matches(':');
        !cell.is_empty() && cell.chars().all(|c| c == '-')
    };
    let columns = cells(head).len();
    let ruler = cells(ruler);
    if ruler.len() != columns || !ruler.iter().all(|cell| is_ruler(cell)) {
        return None;
    }
    let mut rows = vec![row(head, columns)];
    while let Some((line, after)) = rest.split_first().filter(|(line, _)| line.contains('|')) {
        rows.push(row(line, columns));
        rest = after;
    }
    Some((Block::Table(rows), rest))
}

/// The cells of a table's line; a bar behind a backslash or in code is a bar.
fn cells(line: &str) -> Vec<String> {
    let line = line.trim();
    let line = line.strip_prefix('|').unwrap_or(line);
    let mut list = vec![String::new()];
    let (mut escaped, mut in_code) = (false, false);
    for c in line.chars() {
        let Some(last) = list.last_mut() else { break };
        match c {
            '|' if escaped => {
                last.pop();
                last.push('|');
            }
            '|' if !in_code => list.push(String::new()),
            _ => last.push(c),
        }
        in_code ^= c == '`';
        escaped = c == '\\' && !escaped;
    }
    // What stands behind the last bar is nothing.
    if list.len() > 1 && list.last().is_some_and(|last| last.trim().is_empty()) {
        list.pop();
    }
    list
}

fn row(line: &str, columns: usize) -> Vec<Vec<Inline>> {
    let mut list: Vec<Vec<Inline>> = cells(line).iter().take(columns).map(|cell| inlines::read(cell.trim())).collect();
    list.resize(columns, Vec::new());
    list
}

/// Lines up to a blank one or to the start of another block; at least one.
fn paragraph<'l, 't>(lines: &'l [&'t str]) -> (Block, &'l [&'t str]) {
    let mut text = String::new();
    let mut rest = lines;
    while let Some((line, after)) = rest.split_first() {
        if !text.is_empty() {
            let level = underline(line);
            if let Some(level) = level {
                return (Block::Heading(level, inlines::read(text.trim_end())), after);
            }
            if line.trim().is_empty() || starts_block(line) {
                break;
            }
            text.push('\n');
        }
        // Two blanks at the end are a line break, so the end stays.
        text.push_str(line.trim_start());
        rest = after;
    }
    (Block::Paragraph(inlines::read(text.trim_end())), rest)
}

/// The level of the heading that a line under a text makes of it.
fn underline(line: &str) -> Option<u8> {
    let line = line.trim();
    let all = |mark: char| line.len() >= 2 && line.chars().all(|c| c == mark);
    if all('=') {
        Some(1)
    } else if all('-') {
        Some(2)
    } else {
        None
    }
}
