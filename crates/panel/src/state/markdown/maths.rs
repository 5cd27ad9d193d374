//! Maths in Markdown: where it is (`$…$`, `$$…$$`, `\(…\)`, `\[…\]`), as opposed to amounts of money, and what is drawn of it.

use super::dialect::{CONTAINERS, code_fence};
use super::mathml::mathml;
use std::ops::Range;

/// The language of a code block that is maths.
pub(super) const FENCE: &str = "math";

/// The most lines from the first to the last mark of a formula.
const LINES: usize = 60;

/// A formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Maths {
    /// Its LaTeX.
    pub source: String,
    /// Its MathML; none if the LaTeX cannot be read, so that the source is shown.
    pub mathml: Option<String>,
}

impl Maths {
    /// A formula within a line.
    pub(super) fn inline(source: &str) -> Self {
        Self { mathml: mathml(source, false), source: source.to_owned() }
    }

    /// A formula in a line of its own.
    pub(super) fn display(source: &str) -> Self {
        Self { mathml: mathml(source, true), source: source.trim().to_owned() }
    }
}

/// Whether what the parser took for maths, with its dollar signs, is some.
pub(super) fn is_maths_at(text: &str, place: &Range<usize>) -> bool {
    let source = text.get(place.clone()).unwrap_or_default();
    let inside = source.trim_matches('$');
    let before = text.get(..place.start).and_then(|before| before.chars().next_back());
    let after = text.get(place.end..).and_then(|after| after.chars().next());
    // "US$5/$6" and "$5-$6" are amounts.
    let is_amount = inside.starts_with(|c: char| c.is_ascii_digit()) && before.is_some_and(char::is_alphabetic);
    !is_amount && !after.is_some_and(|c| c.is_ascii_digit()) && is_maths(inside)
}

/// Whether a text is a formula rather than prose or a name such as `HOME`.
fn is_maths(inside: &str) -> bool {
    let inside = inside.trim();
    let is_name = inside.len() > 2 && inside.chars().all(|c| c.is_alphabetic() || c == '_' && inside.len() > 3);
    !(inside.is_empty() || is_name || is_prose(inside))
}

/// Whether words follow each other. Commands, and what is in braces, are not words.
fn is_prose(inside: &str) -> bool {
    let (mut bare, mut depth, mut command) = (String::with_capacity(inside.len()), 0_u32, false);
    for c in inside.chars() {
        command = if c == '\\' { true } else { command && c.is_ascii_alphabetic() };
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ if depth > 0 || command => {}
            _ => bare.push(c),
        }
        if depth > 0 || command || c == '}' {
            bare.push('\u{1}');
        }
    }
    let is_plain = |word: &str| word.chars().all(|c| c.is_alphanumeric() || ".,;:!?'’%€".contains(c));
    let is_word = |word: &str| word.chars().filter(|c| c.is_alphabetic()).count() > 1;
    let words: Vec<&str> = bare.split_whitespace().collect();
    words.windows(2).any(|pair| pair.iter().all(|word| is_plain(word)) && pair.iter().any(|word| is_word(word)))
}

/// Whether it has what only formulas have: brackets are written escaped in prose too.
fn has_signs(inside: &str) -> bool {
    inside.contains(['\\', '^', '_', '=', '{', '+', '<', '>'])
}

/// The text with formulas in lines of their own made code blocks of [`FENCE`], and the other marks made dollar signs.
pub(super) fn marked(text: &str) -> String {
    if !text.contains("$$") && !text.contains("\\[") && !text.contains("\\(") {
        return text.to_owned();
    }
    let lines: Vec<&str> = text.lines().collect();
    let mut out = String::with_capacity(text.len() + 64);
    let (mut open, mut at) = ("", 0);
    while let Some(line) = lines.get(at) {
        let content = line.trim_start_matches(CONTAINERS);
        let fence = code_fence(content);
        if !open.is_empty() || !fence.is_empty() {
            if open.is_empty() {
                open = fence;
            } else if fence.starts_with(open) && content.trim_end() == fence {
                open = "";
            }
            out.push_str(line);
        } else if let Some((body, used)) = formula(&lines, at, content) {
            push_fence(&mut out, line.strip_suffix(content).unwrap_or_default(), &body);
            at += used;
            continue;
        } else {
            push_line(&mut out, line);
        }
        out.push('\n');
        at += 1;
    }
    out
}

/// The formula that begins with this line's content, and how many lines it takes.
fn formula(lines: &[&str], at: usize, content: &str) -> Option<(Vec<String>, usize)> {
    let (opens, closes) = [("$$", "$$"), ("\\[", "\\]")].into_iter().find(|(opens, _)| content.starts_with(opens))?;
    let first = content.strip_prefix(opens)?;
    let mut body = Vec::new();
    for (used, line) in lines.iter().skip(at).take(LINES).enumerate() {
        let line = if used == 0 { first } else { line.trim_start_matches(['>', ' ', '\t']) };
        let (line, is_last) = match line.trim_end().strip_suffix(closes) {
            Some(line) => (line, true),
            None => (line, false),
        };
        if line.contains("$$") || line.contains("```") || line.contains(closes) {
            return None;
        }
        body.push(line.trim().to_owned());
        if is_last {
            body.retain(|line| !line.is_empty());
            let whole = body.join(" ");
            return (is_maths(&whole) && (opens == "$$" || has_signs(&whole))).then_some((body, used + 1));
        }
    }
    None
}

fn push_fence(out: &mut String, head: &str, body: &[String]) {
    let indent: String = head.chars().map(|c| if matches!(c, '>' | '\t') { c } else { ' ' }).collect();
    out.extend([head, "```", FENCE, "\n"]);
    for line in body {
        out.extend([&indent, line.as_str(), "\n"]);
    }
    out.extend([&indent, "```\n"]);
}

/// A line with `\(…\)` and `\[…\]` made `$…$` and `$$…$$`, except in code.
fn push_line(out: &mut String, line: &str) {
    let mut rest = line;
    while let Some(next) = rest.find(['`', '\\']) {
        let (before, tail) = rest.split_at(next);
        out.push_str(before);
        if tail.starts_with('`') {
            let after = tail.trim_start_matches('`');
            let ticks = tail.strip_suffix(after).unwrap_or(tail);
            let Some(end) = closing(after, ticks) else { return out.push_str(tail) };
            let (code, left) = tail.split_at(ticks.len() + end);
            out.push_str(code);
            rest = left;
            continue;
        }
        let found = [("\\(", "\\)", "$"), ("\\[", "\\]", "$$")].into_iter().find_map(|(opens, closes, sign)| {
            let (inside, left) = tail.strip_prefix(opens)?.split_once(closes)?;
            let inside = inside.trim();
            let fits = is_maths(inside) && !inside.contains('$') && (sign == "$" || has_signs(inside));
            fits.then_some((inside, left, sign))
        });
        match found {
            Some((inside, left, sign)) => {
                out.extend([sign, inside, sign]);
                rest = left;
            }
            None => {
                let after = tail.char_indices().nth(2).map_or(tail.len(), |(at, _)| at);
                let (pair, left) = tail.split_at(after);
                out.push_str(pair);
                rest = left;
            }
        }
    }
    out.push_str(rest);
}

/// Where the code that these backticks open ends, counted from after them.
fn closing(after: &str, ticks: &str) -> Option<usize> {
    let mut from = 0;
    loop {
        let at = from + after.get(from..)?.find('`')?;
        let run = after.get(at..)?;
        let len = run.len() - run.trim_start_matches('`').len();
        if len == ticks.len() {
            return Some(at + len);
        }
        from = at + len;
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Block, Inline, parse, plain_text};

    /// The formulas of a text; those in lines of their own in brackets.
    fn formulas(text: &str) -> Vec<String> {
        fn of(blocks: &[Block], out: &mut Vec<String>) {
            for block in blocks {
                match block {
                    Block::Maths(maths) => out.push(format!("[{}]", maths.source)),
                    Block::Paragraph(inner) | Block::Plain(inner) => {
                        out.extend(inner.iter().filter_map(|one| match one {
                            Inline::Maths(maths) => Some(maths.source.clone()),
                            _ => None,
                        }))
                    }
                    Block::Quote(inner) => of(inner, out),
                    Block::List { items, .. } => items.iter().for_each(|item| of(item, out)),
                    Block::Table { rows, .. } => rows.iter().flatten().flatten().for_each(|inline| {
                        if let Inline::Maths(maths) = inline {
                            out.push(maths.source.clone());
                        }
                    }),
                    _ => {}
                }
            }
        }
        let mut out = Vec::new();
        of(&parse(text), &mut out);
        out
    }

    #[test]
    fn formulas_are_found_in_each_of_their_forms() {
        for (text, expected) in [
            ("It is $E = mc^2$, the $n$th.", vec!["E = mc^2", "n"]),
            ("It is \\(E = mc^2\\) and \\( x \\).", vec!["E = mc^2", "x"]),
            ("$$\\frac{a}{b}$$", vec!["[\\frac{a}{b}]"]),
            ("so:\n$$\nx = 1\n- y\n$$\nthen", vec!["[x = 1\n- y]"]),
            ("so:\n\\[\nx = 1\n\\]\nthen $y$", vec!["[x = 1]", "y"]),
            ("\\[ x =\n  y \\]", vec!["[x =\ny]"]),
            ("1. a\n   $$x^2$$\n2. b", vec!["[x^2]"]),
            ("> \\[\n> x^2\n> \\]\n\nb", vec!["[x^2]"]),
            ("```math\na_b\n```", vec!["[a_b]"]),
            ("in the text $$x^2$$ it is", vec!["x^2"]),
            ("| a | b |\n|---|---|\n| $x$ | \\(y\\) |", vec!["x", "y"]),
            ("$\\text{speed of light} = c$", vec!["\\text{speed of light} = c"]),
        ] {
            assert_eq!(formulas(text), expected, "{text}");
        }
    }

    #[test]
    fn money_names_and_brackets_are_no_formulas() {
        for text in [
            "It costs $5 and $10.",
            "between $5-$6, or $10/$20",
            "US$5 and AU$6, then A$7 or C$8",
            "$5 per month and 10$ a year",
            "$$ is cheap and $$$ is not",
            "the variables $HOME and $PATH are set",
            "set $HOME$ to it",
            "`$x$` and ``\\(a^b\\)`` and `$$y$$`",
            "```\n$$\nx\n$$\n\\[a=b\\]\n```",
            "an open $$ and \\[ and \\( end",
            "\\[5\\] Smith, and \\[Note\\]",
            "- \\[1\\]",
            "**$10 off** is $5 less",
            "\\$5 + \\$6",
        ] {
            assert_eq!(formulas(text), Vec::<String>::new(), "{text}");
        }
        let [Block::Paragraph(inner)] = &parse("pay $5 for **a** or $10/$20 for *b*")[..] else { panic!() };
        assert_eq!(plain_text(inner), "pay $5 for a or $10/$20 for b");
        assert!(inner.iter().any(|one| matches!(one, Inline::Strong(_))), "{inner:?}");
        let [Block::Paragraph(inner)] = &parse("It costs $5-**$6**.")[..] else { panic!() };
        assert!(inner.iter().any(|one| matches!(one, Inline::Strong(_))), "{inner:?}");
    }

    #[test]
    fn what_cannot_be_read_keeps_its_source() {
        for text in ["$\\foo{x}$", "$$\\frac{a}$$", "$a_{b$"] {
            let shown = format!("{:?}", parse(text));
            assert!(!shown.contains("<math"), "{shown}");
            assert!(shown.contains("foo") || shown.contains("frac") || shown.contains("a_{b"), "{shown}");
        }
    }

    #[test]
    fn many_marks_are_read_quickly() {
        let started = std::time::Instant::now();
        for mark in ["$$ ", "\\[ ", "\\( ", "$a$ ", "$5 ", "$$\n", "\\[\n", "> \\[x=\n", "`\\(", "$x^2$ $5 "] {
            parse(&mark.repeat(10_000));
        }
        assert!(started.elapsed().as_secs() < 30, "{:?}", started.elapsed());
    }
}
