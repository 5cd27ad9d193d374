//! What the reader's script makes of what pdf.js draws: which letters are seen. Runs in Node.js, without pdf.js.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use base64::Engine;
use std::process::Command;

/// A page drawn by a list of operators, and its items; what the script says is asserted in Node.js.
fn runs(operators: &str, items: &str) -> Vec<(u8, String)> {
    let source = include_str!("../../../extension/reader/seen.js");
    let module = base64::engine::general_purpose::STANDARD.encode(source);
    let script = format!(
        r##"const {{ lettersOf, Seen }} = await import("data:text/javascript;base64,{module}");
        const names = ["save", "restore", "transform", "paintFormXObjectBegin", "paintFormXObjectEnd", "beginGroup", "endGroup", "beginMarkedContent",
            "beginMarkedContentProps", "endMarkedContent", "setGState", "setFillRGBColor", "setStrokeRGBColor", "setFillColorN", "setStrokeColorN", "clip",
            "eoClip", "constructPath", "fill", "stroke", "closeStroke", "endPath", "shadingFill", "paintImageXObject", "paintInlineImageXObject",
            "paintImageMaskXObject", "paintImageXObjectRepeat", "beginText", "setTextMatrix", "moveText", "setLeadingMoveText", "nextLine", "setLeading",
            "setCharSpacing", "setWordSpacing", "setHScale", "setTextRise", "setTextRenderingMode", "setFont", "showText"];
        const OPS = Object.fromEntries(names.map((name, at) => [name, at + 1]));
        const pdfjs = {{ OPS, normalizeUnicode: (text) => text }};
        const glyphs = (text) => [...text].map((unicode) => ({{ unicode, width: 500, isSpace: unicode === " " }}));
        const at = (x, y, text) => [["beginText"], ["setFont", "F", 10], ["moveText", x, y], ["showText", glyphs(text)]];
        const box = (x, y, width, height, how = "fill") => ["constructPath", OPS[how],
            [[0, x, y, 1, x + width, y, 1, x + width, y + height, 1, x, y + height, 4]], [x, y, x + width, y + height]];
        const round = (x, y, width, height) => ["constructPath", OPS.fill, [[0, x, y, 2, 0, 0, 0, 0, x, y, 4]], [x, y, x + width, y + height]];
        const list = [{operators}];
        const drawn = {{ fnArray: list.map(([name]) => OPS[name]), argsArray: list.map(([, ...args]) => args) }};
        if (drawn.fnArray.includes(undefined)) throw new Error("no such operator");
        const found = lettersOf(pdfjs, drawn, new Map([["F", {{ fontMatrix: [0.001, 0, 0, 0.001, 0, 0] }}]]), (layer) => layer.on, [0, 0, 600, 800]);
        const seen = new Seen(pdfjs, found.letters);
        const told = [{items}].flatMap(([x, y, str]) => seen.runs({{ str, transform: [10, 0, 0, 10, x, y] }}));
        console.log(JSON.stringify([...told, ...seen.outside()].map((run) => [run.hiding, run.text])));"##
    );
    let done = Command::new("node").args(["--input-type=module", "-e", &script]).output().expect("Node.js is needed");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    serde_json::from_slice(&done.stdout).unwrap()
}

fn hiding(operators: &str, items: &str) -> Vec<u8> {
    runs(operators, items).into_iter().map(|(hiding, _)| hiding).collect()
}

const WHITE: &str = r##"["setFillRGBColor", "#ffffff"]"##;

#[test]
fn colours_are_judged_on_what_they_stand_on() {
    let line = r#"...at(50, 700, "orders")"#;
    let item = r#"[50, 700, "orders"]"#;
    let dark = r##"["setFillRGBColor", "#102030"], box(0, 690, 300, 40)"##;
    let cases = [
        (line.to_owned(), 0),
        (format!("{WHITE}, {line}"), 2),
        (format!("{dark}, {WHITE}, {line}"), 0),
        // Painted over with white again.
        (format!("{dark}, {WHITE}, box(0, 690, 300, 40), {line}"), 2),
        (format!(r##"["setFillRGBColor", "#102030"], round(0, 690, 300, 40), {WHITE}, {line}"##), 0),
        (
            format!(
                r#"["transform", 300, 0, 0, 100, 0, 650], ["paintImageXObject", "i"], ["transform", 1 / 300, 0, 0, 0.01, 0, -6.5], {WHITE}, {line}"#
            ),
            0,
        ),
        (format!(r#"["setGState", [["ca", 0]]], {line}"#), 2),
        (format!(r#"["setGState", [["ca", 0.5]]], {line}"#), 0),
        (format!(r#"["setFillColorN", "pattern"], {line}"#), 0),
        // A contour in black.
        (format!(r#"{WHITE}, ["setTextRenderingMode", 2], {line}"#), 0),
        (format!(r#"["save"], {WHITE}, ["restore"], {line}"#), 0),
    ];
    for (operators, expected) in cases {
        assert_eq!(hiding(&operators, item), [expected], "{operators}");
    }
}

#[test]
fn what_is_covered_clipped_off_or_not_painted_is_not_seen() {
    let line = r#"...at(50, 700, "orders")"#;
    let item = r#"[50, 700, "orders"]"#;
    let cases = [
        (format!("{line}, box(0, 690, 300, 40)"), 3),
        (format!(r#"{line}, ["setGState", [["ca", 0.3]]], box(0, 690, 300, 40)"#), 0),
        (format!(r#"{line}, ["setGState", [["BM", "multiply"]]], box(0, 690, 300, 40)"#), 0),
        (format!("{line}, box(0, 600, 300, 40)"), 0),
        // A scan is laid over its text, and its text is not painted.
        (format!(r#"{line}, ["transform", 600, 0, 0, 800, 0, 0], ["paintImageXObject", "scan"]"#), 0),
        (
            format!(
                r#"["save"], ["transform", 600, 0, 0, 800, 0, 0], ["paintImageXObject", "scan"], ["restore"], ["setTextRenderingMode", 3], {line}"#
            ),
            0,
        ),
        (format!(r#"["setTextRenderingMode", 3], {line}"#), 1),
        (format!(r#"["beginMarkedContentProps", "OC", {{ on: false }}], {line}, ["endMarkedContent"]"#), 1),
        (format!(r#"["beginMarkedContentProps", "OC", {{ on: true }}], {line}, ["endMarkedContent"]"#), 0),
        (format!(r#"["clip"], box(0, 0, 20, 20, "endPath"), {line}"#), 4),
        (format!(r#"["save"], ["clip"], box(0, 0, 20, 20, "endPath"), ["restore"], {line}"#), 0),
        (
            format!(
                r#"["paintFormXObjectBegin", [1, 0, 0, 1, 0, 0], [0, 0, 600, 100]], {line}, ["paintFormXObjectEnd"]"#
            ),
            4,
        ),
    ];
    for (operators, expected) in cases {
        assert_eq!(hiding(&operators, item), [expected], "{operators}");
    }
}

#[test]
fn an_item_is_parted_where_its_letters_are_not_alike() {
    let operators = format!(
        r##"...at(50, 700, "Pay 100 "), {WHITE}, ["showText", glyphs("and 900 to Eve ")], ["setFillRGBColor", "#000000"], ["showText", glyphs("today.")]"##
    );
    let told = runs(&operators, r#"[50, 700, "Pay 100 and 900 to Eve today."]"#);
    assert_eq!(told, [(0, "Pay 100 ".into()), (2, "and 900 to Eve ".into()), (0, "today.".into())]);
    // Bold by drawing each letter twice; two of one kind side by side stay.
    let bold: Vec<String> = "all"
        .chars()
        .enumerate()
        .map(|(index, letter)| {
            format!(r#"...at({x}, 700, "{letter}"), ...at({x}.3, 700, "{letter}")"#, x = 50 + 5 * index)
        })
        .collect();
    assert_eq!(runs(&bold.join(", "), r#"[50, 700, "aallll"]"#), [(0, "all".into())]);
    // What pdf.js makes no item of.
    assert_eq!(
        runs(r#"...at(50, 700, "in"), ...at(900, 700, "far off")"#, r#"[50, 700, "in"]"#),
        [(0, "in".into()), (4, "far off".into())]
    );
}
