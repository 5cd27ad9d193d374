//! One element in full, for the model. Secrets and what the user typed before the run are left out, as in a look.

use std::fmt::Write as _;

use super::clean::{line, quoted};
use super::index::{Element, FieldValue, Index};
use super::line::Lines;
use super::raw::{RawDetail, Rect, state};

/// Characters of an address or attribute.
const ATTRIBUTE: usize = 500;
/// Characters of a text, a value or a table.
const LONG: usize = 6_000;
/// Most options listed.
const OPTIONS: usize = 100;

/// Everything known of an element; `detail` was just read by the page's script.
pub fn inspect(index: &Index, element: &Element, detail: Option<&RawDetail>, show_typed: bool) -> String {
    let mut out = format!("{}\n", Lines::of(index, index.usable(), show_typed).each().wide(element));
    let mut fact = |name: &str, text: &str| {
        if !text.is_empty() {
            let _ = writeln!(out, "{name}: {}", line(text, ATTRIBUTE));
        }
    };
    if element.name.chars().count() > super::line::NAME_CAP {
        fact("name", &element.name);
    }
    fact("address", &element.href);
    fact("surroundings", &element.context.join(" < "));
    fact("placeholder", &element.placeholder);
    if let Some(form) = &element.form {
        fact("form", &format!("{} {}", form.method, form.action));
    }
    let Rect { x, y, width, height } = element.rect;
    if width > 0 && height > 0 {
        let _ = writeln!(out, "box: {width} by {height} pixels, at {x}, {y} of the window");
    }
    let canvases = detail.map_or(0, |detail| detail.canvases);
    if element.tag == "canvas" {
        out.push_str("a canvas: what is drawn in it cannot be read; screenshot shows it\n");
    } else if canvases > 0 {
        let _ = writeln!(out, "canvases in it: {canvases}; what is drawn in them cannot be read; screenshot shows it");
    }
    let attributes = detail.map(|detail| detail.attributes.as_slice()).unwrap_or_default();
    for (name, value) in attributes {
        let _ = writeln!(out, "{}={}", line(name, 60), quoted(value, ATTRIBUTE));
    }
    let styles = detail.map(|detail| detail.styles.as_slice()).unwrap_or_default();
    if !styles.is_empty() {
        let told: Vec<String> =
            styles.iter().map(|(name, value)| format!("{}: {}", line(name, 60), line(value, 120))).collect();
        let _ = writeln!(out, "looks: {}", told.join("; "));
    }
    if !element.options.is_empty() {
        let _ = writeln!(out, "options ({}):", element.option_count);
        for option in element.options.iter().take(OPTIONS) {
            let chosen = if option.states & state::SELECTED != 0 { " [selected]" } else { "" };
            let disabled = if option.states & state::DISABLED != 0 { " [disabled]" } else { "" };
            let value =
                if option.value.is_empty() { String::new() } else { format!(" = {}", quoted(&option.value, 80)) };
            let _ = writeln!(out, "- {}{value}{chosen}{disabled}", quoted(&option.label, 300));
        }
    }
    let value = match &element.value {
        Some(FieldValue::Shown(value)) => value.as_str(),
        Some(FieldValue::Typed(value)) if show_typed => value.as_str(),
        Some(FieldValue::Typed(_) | FieldValue::Masked) | None => "",
    };
    let name = match element.lines {
        Some([first, last, all]) => format!("value (lines {first} to {last} of about {all}: scroll in it for others)"),
        None => "value".to_owned(),
    };
    long(&mut out, &name, value);
    let Some(detail) = detail else { return out };
    long(&mut out, "text", &detail.text);
    if !detail.rows.is_empty() {
        let place = if detail.row > 0 { format!("; it is in row {}", detail.row) } else { String::new() };
        long(&mut out, &format!("table of {} rows{place}", detail.row_count), &detail.rows.join("\n"));
    }
    out
}

/// Several lines under a heading, up to a limit.
fn long(out: &mut String, name: &str, text: &str) {
    let clean: String = text.trim().chars().filter(|c| !super::clean::is_hidden(*c)).collect();
    if clean.is_empty() {
        return;
    }
    let shown: String = clean.chars().take(LONG).collect();
    let rest = clean.chars().count() - shown.chars().count();
    let more = if rest > 0 { format!("\n({rest} more characters: read_page)") } else { String::new() };
    let _ = writeln!(out, "{name}:\n{shown}{more}");
}

#[cfg(test)]
mod tests {
    use super::super::raw::{FieldKind, RAW_VERSION, RawNode, RawPage};
    use super::super::uid::UidTable;
    use super::*;

    fn told(node: RawNode, detail: &RawDetail) -> String {
        let raw = RawPage { version: RAW_VERSION, nodes: vec![node], ..RawPage::default() };
        let index = Index::build(raw, &mut UidTable::default());
        inspect(&index, &index.elements[0], Some(detail), false)
    }

    #[test]
    fn what_a_line_cuts_is_told_whole() {
        let name = "word ".repeat(30);
        let href = format!("https://a.example/{}", "p".repeat(200));
        let node = RawNode { node: 1, tag: "a".into(), name, href: href.clone(), ..RawNode::default() };
        let detail = RawDetail {
            attributes: vec![("title".into(), "A \"title\"".into())],
            styles: vec![("background-color".into(), "rgb(1, 2, 3)".into())],
            text: "All of\nit".into(),
            rows: vec!["Name | City".into(), "Ann | Rome".into()],
            row: 2,
            row_count: 2,
            canvases: 0,
        };
        let text = told(node, &detail);
        assert!(text.contains(&format!("address: {href}\n")) && text.contains("word word\n"), "{text}");
        assert!(text.contains("looks: background-color: rgb(1, 2, 3)\n"), "{text}");
        assert!(text.contains("title=\"A \\\"title\\\"\"\n") && text.contains("text:\nAll of\nit\n"), "{text}");
        assert!(text.ends_with("table of 2 rows; it is in row 2:\nName | City\nAnn | Rome\n"), "{text}");
    }

    #[test]
    fn its_box_and_what_only_a_screenshot_shows_are_told() {
        let rect = Rect { x: 12, y: 40, width: 151, height: 38 };
        let node = |tag: &str| RawNode { node: 1, tag: tag.into(), rect, ..RawNode::default() };
        let text = told(node("div"), &RawDetail { canvases: 2, ..RawDetail::default() });
        assert!(text.contains("box: 151 by 38 pixels, at 12, 40 of the window\ncanvases in it: 2; "), "{text}");
        let text = told(node("canvas"), &RawDetail::default());
        assert!(text.contains("\na canvas: ") && text.contains("screenshot"), "{text}");
        assert!(!told(node("div"), &RawDetail::default()).contains("canvas"));
    }

    #[test]
    fn no_secret_and_nothing_typed_before_is_told() {
        let node = |field, states| RawNode {
            node: 1,
            tag: "input".into(),
            value: Some("hunter2".into()),
            field,
            states,
            ..RawNode::default()
        };
        for (field, states) in
            [(FieldKind::Password, state::FILLED), (FieldKind::Plain, state::TYPED_BEFORE | state::FILLED)]
        {
            let text = told(node(field, states), &RawDetail::default());
            assert!(!text.contains("hunter2") && text.contains("[filled]"), "{text}");
        }
        assert!(told(node(FieldKind::Plain, 0), &RawDetail::default()).contains("value:\nhunter2\n"));
    }
}
