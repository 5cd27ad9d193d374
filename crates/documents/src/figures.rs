//! Texts of tables as figures: what is a number, which sign belongs to one, and which rows name columns of them.

/// Whether a text is a number as tables show it: `-1,234.50 %`, `(12)`, `€ 5`, `n/a`, `–`.
pub(crate) fn is_number(text: &str) -> bool {
    let text = text.trim();
    if matches!(text, "-" | "–" | "—" | "n/a" | "N/A" | "n.a.") {
        return true;
    }
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let others = text.chars().filter(|c| c.is_alphabetic()).count();
    digits > 0 && others <= 3 && others <= digits && text.len() < 40
}

/// Whether a character is a sign of money.
pub(crate) fn is_money(c: char) -> bool {
    matches!(c, '$' | '£' | '¥' | '¢' | '¤' | '฿' | '\u{20a0}'..='\u{20cf}')
}

/// A sign of money without a number: `$`, `US$`.
pub(crate) fn is_money_sign(text: &str) -> bool {
    let text = text.trim();
    text.chars().count() <= 4
        && text.chars().any(is_money)
        && text.chars().all(|c| is_money(c) || c.is_ascii_uppercase())
}

/// A sign of money, a bracket that opens, or both, without a number: `$`, `US$`, `$ (`. Codes such as `EUR` may be a column of their own.
pub(crate) fn is_opening(text: &str) -> bool {
    let bare = text.trim().trim_end_matches('(').trim_end();
    bare.is_empty() && text.contains('(') || is_money_sign(bare)
}

/// A bracket that closes, a sign of percent, or both.
pub(crate) fn is_closing(text: &str) -> bool {
    let text = text.trim();
    !text.is_empty() && text.chars().count() <= 3 && text.chars().all(|c| matches!(c, ')' | '%' | ' '))
}

pub(crate) fn is_minus(text: &str) -> bool {
    matches!(text.trim(), "-" | "−" | "–" | "+")
}

/// A number whose bracket is closed elsewhere: `(1,234`.
pub(crate) fn opens_only(text: &str) -> bool {
    text.contains('(') && !text.contains(')') && is_value(&format!("{text})"))
}

/// Whether a text is a number or stands for none: `$ 1,234`, `(5) %`, `$ —`.
pub(crate) fn is_value(text: &str) -> bool {
    let bare = text.trim().trim_matches(|c: char| is_money(c) || matches!(c, ' ' | '(' | ')' | '%'));
    is_number(text) || is_number(bare)
}

/// Whether a text is a number that names no column: neither a year or day nor the unit of thousands.
pub(crate) fn is_figure(text: &str) -> bool {
    is_value(text) && !is_period(text) && !is_scale(text)
}

/// A year, or a day of one: `2023`, `FY2023`, `31.12.2023`, `Dec. 31, 2023`, `2023 (1)`.
pub(crate) fn is_period(text: &str) -> bool {
    if text.chars().any(|c| is_money(c) || c == '%') {
        return false;
    }
    let digits = text.split(|c: char| !c.is_ascii_digit()).filter(|run| !run.is_empty());
    let (years, others): (Vec<&str>, Vec<&str>) = digits.partition(|run| run.len() == 4);
    let is_year = |run: &&str| run.starts_with("19") || run.starts_with("20");
    (1..=2).contains(&years.len())
        && years.iter().all(is_year)
        && others.len() <= 2
        && others.iter().all(|run| run.len() <= 2)
}

/// Nothing but zeros and a sign or word: `$000`, `’000`.
fn is_scale(text: &str) -> bool {
    let digits: Vec<char> = text.chars().filter(char::is_ascii_digit).collect();
    digits.len() >= 3 && digits.iter().all(|c| *c == '0') && !text.contains(['.', ','])
}

/// Whether a column holds numbers for the most part.
pub(crate) fn is_numeric(rows: &[Vec<String>], at: usize) -> bool {
    let column: Vec<&String> = rows.iter().filter_map(|row| row.get(at)).filter(|cell| !cell.is_empty()).collect();
    column.len() >= 2 && column.iter().filter(|cell| is_value(cell)).count() * 2 > column.len()
}

/// Rows above the first figure that name columns of figures. The first may be any; one below it names columns too if it says nothing of rows, or
/// has years and units.
pub(crate) fn over_figures(cells: &[Vec<String>]) -> usize {
    const MOST: usize = 6;
    let mut headers = 0;
    let mut named_rows = true;
    for (at, row) in cells.iter().enumerate().take(MOST) {
        let label = row.first().map_or("", String::as_str);
        let mut others = row.iter().skip(1).filter(|cell| !cell.is_empty()).peekable();
        if others.peek().is_none() {
            if headers > 0 {
                break;
            }
            continue;
        }
        let others: Vec<&String> = others.collect();
        if others.iter().any(|cell| is_figure(cell)) {
            break;
        }
        let unmistakable = others.iter().any(|cell| is_period(cell) || is_scale(cell));
        if headers > 0 && !label.is_empty() && !unmistakable && named_rows {
            break;
        }
        named_rows = !label.is_empty();
        headers = at + 1;
    }
    let rest = cells.get(headers..).unwrap_or_default();
    let width = cells.first().map_or(0, Vec::len);
    let names = |at: usize| {
        is_numeric(rest, at) && cells.iter().take(headers).any(|row| row.get(at).is_some_and(|cell| !cell.is_empty()))
    };
    if headers > 0 && (1..width).any(names) { headers } else { 0 }
}
