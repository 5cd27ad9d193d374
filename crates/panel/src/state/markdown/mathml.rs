//! LaTeX as MathML. What the crate writes is read again: only elements of MathML and harmless attributes come through.

use math_core::{LatexToMathML, MathCoreConfig, MathDisplay};
use std::cell::OnceCell;

/// The longest formula that is set, in bytes.
const LONGEST: usize = 2_000;
/// The most groups within each other.
const DEEPEST: usize = 16;

/// Elements that only lay out: none of them leads anywhere, loads or runs anything.
const ELEMENTS: [&str; 26] = [
    "math",
    "menclose",
    "mfrac",
    "mi",
    "mmultiscripts",
    "mn",
    "mo",
    "mover",
    "mpadded",
    "mphantom",
    "mprescripts",
    "mroot",
    "mrow",
    "mspace",
    "msqrt",
    "mstyle",
    "msub",
    "msubsup",
    "msup",
    "mtable",
    "mtd",
    "mtext",
    "mtr",
    "munder",
    "munderover",
    "ms",
];
/// Attributes that only lay out.
const ATTRIBUTES: [&str; 19] = [
    "accent",
    "accentunder",
    "display",
    "displaystyle",
    "fence",
    "form",
    "linethickness",
    "lspace",
    "mathvariant",
    "maxsize",
    "minsize",
    "movablelimits",
    "notation",
    "rspace",
    "scriptlevel",
    "separator",
    "stretchy",
    "symmetric",
    "width",
];

thread_local! {
    static CONVERTER: OnceCell<Option<LatexToMathML>> = const { OnceCell::new() };
}

/// The formula as MathML; none if it cannot be read, or is larger than formulas are.
pub(super) fn mathml(source: &str, display: bool) -> Option<String> {
    let source = source.trim();
    if source.is_empty() || source.len() > LONGEST || depth(source) > DEEPEST {
        return None;
    }
    let how = if display { MathDisplay::Block } else { MathDisplay::Inline };
    let written = CONVERTER.with(|converter| {
        let converter = converter.get_or_init(|| LatexToMathML::new(MathCoreConfig::default()).ok());
        converter.as_ref()?.convert_with_local_state(source, how).ok()
    })?;
    checked(&written.mathml)
}

/// How many groups may be within each other, at most.
fn depth(source: &str) -> usize {
    let (mut open, mut deepest) = (0_usize, 0);
    for c in source.chars() {
        match c {
            '{' | '[' => open += 1,
            '}' | ']' => open = open.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(open);
    }
    let pairs = source.matches("\\left").count().max(source.matches("\\begin").count());
    deepest.max(pairs).max(longest_chain(source))
}

/// The most commands in a row with nothing between them, as in `\sqrt\sqrt\sqrt x`.
fn longest_chain(source: &str) -> usize {
    let (mut chain, mut longest) = (0, 0);
    for part in source.split(['\\', '^', '_', '\'']).skip(1) {
        let after = part.trim_start_matches(|c: char| c.is_ascii_alphabetic()).trim_start();
        chain = if after.is_empty() { chain + 1 } else { 0 };
        longest = longest.max(chain);
    }
    longest
}

/// The markup if all of it is known: each element, and of attributes those that only lay out. Styles, which the pages' policy refuses, become
/// classes where they align.
fn checked(markup: &str) -> Option<String> {
    let mut out = String::with_capacity(markup.len());
    let mut open: Vec<&str> = Vec::new();
    let mut rest = markup;
    while let Some((text, tail)) = rest.split_once('<') {
        push_text(&mut out, text)?;
        let (tag, after) = tail.split_once('>')?;
        rest = after;
        if let Some(name) = tag.strip_prefix('/') {
            if open.pop()? != name {
                return None;
            }
            out.extend(["</", name, ">"]);
            continue;
        }
        let (tag, is_empty) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        if !ELEMENTS.contains(&name) || (name == "math") != open.is_empty() {
            return None;
        }
        out.extend(["<", name]);
        push_attributes(&mut out, attributes)?;
        out.push('>');
        if is_empty {
            out.extend(["</", name, ">"]);
        } else {
            open.push(name);
        }
    }
    (rest.is_empty() && open.is_empty()).then_some(out)
}

/// Text, in which only these characters are written as others.
fn push_text(out: &mut String, text: &str) -> Option<()> {
    let known = |after: &str| ["lt;", "gt;", "amp;", "quot;", "#x"].iter().any(|name| after.starts_with(name));
    if text.contains('>') || text.split('&').skip(1).any(|after| !known(after)) {
        return None;
    }
    out.push_str(text);
    Some(())
}

fn push_attributes(out: &mut String, mut rest: &str) -> Option<()> {
    loop {
        rest = rest.trim_start();
        if rest.is_empty() {
            return Some(());
        }
        let (name, after) = rest.split_once("=\"")?;
        let (value, left) = after.split_once('"')?;
        rest = left;
        let is_plain = value.chars().all(|c| c.is_ascii_alphanumeric() || " .-+%".contains(c));
        if ATTRIBUTES.contains(&name) && is_plain {
            out.extend([" ", name, "=\"", value, "\""]);
        } else if name == "style" {
            let class = match value {
                _ if value.contains("text-align: right") => "maths__right",
                _ if value.contains("text-align: left") => "maths__left",
                _ => continue,
            };
            out.extend([" class=\"", class, "\""]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_become_mathml() {
        for (source, part) in [
            ("E = mc^2", "<msup><mi>c</mi><mn>2</mn></msup>"),
            ("\\frac{a}{b}", "<mfrac><mi>a</mi><mi>b</mi></mfrac>"),
            ("\\begin{pmatrix}a&b\\\\c&d\\end{pmatrix}", "<mtd><mi>b</mi></mtd>"),
            ("\\begin{aligned}a&=b\\\\c&=d\\end{aligned}", "class=\"maths__right\""),
            ("\\sum_{i=1}^n i", "munder"),
            ("x < y", "&lt;"),
        ] {
            let found = mathml(source, true).unwrap_or_else(|| panic!("{source}"));
            assert!(found.starts_with("<math display=\"block\"") && found.contains(part), "{found}");
        }
        assert!(mathml("x", false).unwrap().starts_with("<math>"));
    }

    #[test]
    fn nothing_but_mathml_comes_from_a_formula() {
        for hostile in [
            "\\text{<script>alert(1)</script>}",
            "<img src=x onerror=alert(1)>",
            "\\text{\"><img src=x onerror=alert(1)>}",
            "\\href{javascript:alert(1)}{x}",
            "\\url{javascript:alert(1)}",
            "\\htmlClass{x}{y}",
            "\\includegraphics{https://x.example/a.png}",
            "\\color{red\" onclick=\"alert(1)}x",
            "\\text{</mtext></math><iframe src=https://x.example>}",
            "\\unicode{x3c}script\\unicode{x3e}",
            "&lt;script&gt;",
            "\\text{&#x3c;script&#x3e;}",
            "\\operatorname{<b>}",
            "\\begin{array}{c\" onload=\"x}a\\end{array}",
        ] {
            let Some(found) = mathml(hostile, true) else { continue };
            let lower = found.to_lowercase();
            for bad in
                ["<script", "<img", "<iframe", "<b>", "onerror=\"", "onclick", "onload", "href", "src=\"", "style"]
            {
                assert!(!lower.contains(bad), "{hostile}: {found}");
            }
        }
    }

    #[test]
    fn markup_that_is_not_known_is_refused_whole() {
        for (markup, kept) in [
            ("<math><mi>x</mi></math>", true),
            ("<math><mi onclick=\"x\">x</mi></math>", true),
            ("<math><script>x</script></math>", false),
            ("<math><mi>x</mi></math><img>", false),
            ("<math><annotation-xml encoding=\"text/html\"></annotation-xml></math>", false),
            ("<math><mi>x</math></mi>", false),
            ("<math><mi>x</mi>", false),
            ("<img>", false),
            ("<math><mi>&evil;</mi></math>", false),
            ("<math><!-- x --></math>", false),
            ("<math><mi a=b>x</mi></math>", false),
        ] {
            assert_eq!(checked(markup).is_some(), kept, "{markup}");
        }
        assert_eq!(checked("<math><mi onclick=\"x\">x</mi></math>").unwrap(), "<math><mi>x</mi></math>");
    }

    #[test]
    fn formulas_larger_than_formulas_are_keep_their_source() {
        // A stack as wasm has it: what overflowed it would end the page.
        let run = || {
            for piece in [
                "{",
                "\\sqrt",
                "\\sqrt{",
                "\\left(",
                "^",
                "_",
                "x^{",
                "\\frac",
                "\\begin{matrix}",
                "\\hat",
                "'",
                "\\bar ",
                "x_a^",
            ] {
                for times in [3, 16, 30, 300, 3_000] {
                    mathml(&piece.repeat(times), true);
                    mathml(&format!("{} x {}", piece.repeat(times), "}".repeat(times)), true);
                }
            }
            assert_eq!(mathml(&"x+".repeat(1_500), true), None);
            assert!(mathml(&format!("{}x", "x+".repeat(900)), true).is_some());
        };
        std::thread::Builder::new().stack_size(1024 * 1024).spawn(run).unwrap().join().unwrap();
    }

    #[test]
    fn any_cut_of_a_formula_is_read() {
        let source = "\\begin{cases}\\frac{1}{2}&x<0\\\\\\sqrt[3]{\\text{else ü}}&\\left(a_{b}^{c}\\right)\\end{cases}\\color{red}\\hspace{1cm}";
        for (at, _) in source.char_indices() {
            mathml(&source[..at], true);
            mathml(&source[at..], false);
        }
    }
}
