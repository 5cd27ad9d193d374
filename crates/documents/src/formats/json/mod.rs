//! JSON, also one value a line.

mod layout;
mod parts;

use super::{
    charset,
    flow::outline,
    reading::{Input, ReadError, Reading},
    sniff::{self, NAMED, SYNTAX, Sniff},
    text,
};
use crate::{Document, Kind, Warning};
use layout::Layout;
use parts::{Flaw, Whole};

/// Its syntax, or its name and a bracket at its start.
pub(crate) fn sniff(input: &Input<'_>) -> Sniff {
    let head = sniff::head(input)?;
    if parts::is_start(&head, sniff::is_whole(input)) {
        return Some((Kind::Json, SYNTAX));
    }
    let extensions = ["json", "jsonl", "ndjson", "geojson", "ipynb", "har"];
    let is_named = sniff::is_named(
        input,
        &extensions,
        &["application/json", "application/x-ndjson", "application/jsonl", "application/ld+json"],
    );
    is_named.then_some((Kind::Json, NAMED))
}

/// Arrays and objects inside each other. What people write has some twenty; each level is read again, and what is deeper is given as text.
const DEEPEST: usize = 500;

/// Reads JSON. What cannot be read as such is given as the text that it is.
pub(crate) fn read(input: &Input<'_>, reading: &mut Reading<'_>) -> Result<Document, ReadError> {
    let decoded = charset::decode(input.bytes, None);
    let mut warnings = Vec::new();
    let source = text::limited(&decoded, reading.limits.characters, &mut warnings);
    let mut layout = Layout::default();
    let (deepest, open) = depth(source);
    let is_too_deep = deepest > DEEPEST;
    let whole = if is_too_deep { None } else { parts::whole(source) };
    let flow = match whole {
        Some((whole, flaw)) => {
            match flaw {
                Some(Flaw::Truncated) => warnings.push(Warning::Truncated),
                Some(Flaw::Line(line)) => warnings.push(Warning::PartDamaged { part: line.to_string() }),
                None => {}
            }
            match whole {
                Whole::One(value) => layout.value(&value, "", 0),
                Whole::Lines(values, damaged) => {
                    layout.array(&values, "", 0);
                    if damaged > 0 {
                        warnings.push(Warning::PartDamaged { part: damaged.to_string() });
                    }
                }
            }
            if layout.is_cut() {
                warnings.push(Warning::TextCut);
            }
            layout.into_flow()
        }
        None => {
            if !is_too_deep {
                warnings.push(Warning::PartDamaged { part: "JSON".to_owned() });
            } else if open > 0 {
                warnings.push(Warning::Truncated);
            }
            text::flow_of(source)
        }
    };
    let pages = flow.into_pages(reading.limits.pages);
    reading.progress(pages.len(), pages.len());
    let outline = outline(&pages);
    Ok(Document { kind: Kind::Json, title: None, pages, outline, warnings })
}

/// How many arrays and objects are inside each other at most, and how many are open at the end.
fn depth(source: &str) -> (usize, usize) {
    let (mut deepest, mut open, mut in_text, mut is_escaped) = (0_usize, 0_usize, false, false);
    for byte in source.bytes() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if in_text => is_escaped = true,
            b'"' => in_text = !in_text,
            b'[' | b'{' if !in_text => {
                open += 1;
                deepest = deepest.max(open);
            }
            b']' | b'}' if !in_text => open = open.saturating_sub(1),
            _ => {}
        }
    }
    (deepest, open)
}
