//! Files made to do harm: each ends soon, with a document or a sentence.

use crate::making::{archive, docx, outcome, package, relationships};
use edith_documents::formats::{Input, Limits, ReadError, read};
use edith_documents::{Document, Warning};
use std::time::{Duration, Instant};

/// What a hostile file may take in an unoptimised build on a loaded machine; a tenth of that otherwise.
const LONGEST: Duration = Duration::from_secs(20);

fn soon(file: &[u8], limits: Limits) -> Result<Document, ReadError> {
    let begun = Instant::now();
    let outcome = read(&Input::new(file, "", ""), limits, &mut |_, _| {});
    assert!(begun.elapsed() < LONGEST, "{:?}", begun.elapsed());
    outcome.map(|read| read.document)
}

fn small() -> Limits {
    Limits { characters: 4 << 20, ..Limits::default() }
}

fn sheet(cells: &str, strings: &str) -> Vec<u8> {
    let rels = relationships(&[("r1", "worksheet", "worksheets/sheet1.xml"), ("r2", "sharedStrings", "s.xml")]);
    let sheet = format!("<worksheet><sheetData>{cells}</sheetData></worksheet>");
    package(
        "xl/workbook.xml",
        "spreadsheetml.sheet",
        r#"<workbook><sheets><sheet name="S" r:id="r1"/></sheets></workbook>"#,
        &[
            ("xl/_rels/workbook.xml.rels", rels.as_bytes()),
            ("xl/worksheets/sheet1.xml", sheet.as_bytes()),
            ("xl/s.xml", strings.as_bytes()),
        ],
    )
}

#[test]
fn a_bomb_is_too_large() {
    let bomb = vec![b' '; 8 << 20];
    let limit = ReadError::TooLarge { limit: 4 << 20 };
    assert_eq!(soon(&docx(&String::from_utf8(bomb).unwrap(), &[]), small()).unwrap_err(), limit);
    let styles = vec![b'x'; 3 << 20];
    let rels = relationships(&[("a", "styles", "styles.xml"), ("b", "footnotes", "f.xml"), ("c", "endnotes", "e.xml")]);
    let parts: [(&str, &[u8]); 4] = [
        ("word/_rels/document.xml.rels", rels.as_bytes()),
        ("word/styles.xml", &styles),
        ("word/f.xml", &styles),
        ("word/e.xml", &styles),
    ];
    assert_eq!(soon(&docx("<w:p/>", &parts), small()).unwrap_err(), limit, "together");
    assert!(soon(&docx("<w:p/>", &parts[..2]), small()).is_ok(), "alone");
}

#[test]
fn deep_xml_is_read_without_depth() {
    for name in [
        "w:p",
        "w:tbl",
        "w:sdt",
        "w:tc",
        "w:r",
        "w:ins",
        "mc:AlternateContent",
        "w:drawing",
        "w:txbxContent",
        "w:hyperlink",
    ] {
        let depth = 40_000;
        let body = format!(
            "{}<w:p><w:r><w:t>deep</w:t></w:r></w:p>{}",
            format!("<{name}>").repeat(depth),
            format!("</{name}>").repeat(depth)
        );
        assert!(soon(&docx(&body, &[]), Limits::default()).is_ok(), "{name}");
    }
    let nested = "<w:tbl><w:tr><w:tc><w:p/></w:tc><w:tc>".repeat(5_000) + "<w:p><w:r><w:t>in</w:t></w:r></w:p>";
    assert!(soon(&docx(&nested, &[]), Limits::default()).is_ok());
    let group = format!("<p:sld><p:cSld><p:spTree>{}</p:spTree></p:cSld></p:sld>", "<p:grpSp>".repeat(20_000));
    let slides = package(
        "ppt/presentation.xml",
        "presentationml.presentation",
        "<p:presentation/>",
        &[("ppt/slides/slide1.xml", group.as_bytes())],
    );
    assert!(soon(&slides, Limits::default()).is_ok());
}

#[test]
fn entities_are_not_expanded() {
    let entities: String =
        (1..20).map(|i| format!(r#"<!ENTITY l{i} "{}">"#, format!("&l{};", i - 1).repeat(10))).collect();
    let body = format!(
        r#"<!DOCTYPE x [<!ENTITY l0 "ha">{entities}]><w:document><w:body><w:p><w:r><w:t>a&l19;b</w:t></w:r></w:p></w:body></w:document>"#
    );
    let file = package("word/document.xml", "wordprocessingml.document", &body, &[]);
    let read = soon(&file, Limits::default()).unwrap();
    assert_eq!(read.pages[0].blocks[0].text, "ab");
}

#[test]
fn a_string_in_a_million_cells_is_cut() {
    let strings = format!("<sst><si><t>{}</t></si></sst>", "x".repeat(100_000));
    let cells = r#"<c t="s"><v>0</v></c>"#.repeat(20_000);
    let read = soon(&sheet(&cells, &strings), Limits { characters: 20 << 20, ..Limits::default() }).unwrap();
    assert_eq!(read.warnings, [Warning::TextCut]);
    assert!(read.pages[0].blocks.iter().map(|block| block.text.len()).sum::<usize>() <= 5 << 20);
}

#[test]
fn far_cells_and_many_columns_stay_small() {
    let far = r#"<c r="A1"><v>1</v></c><c r="XFD1048576"><v>2</v></c><c r="ZZZZ99999999999"><v>3</v></c>"#;
    assert!(soon(&sheet(far, ""), Limits::default()).is_ok());
    let diagonal: String = (1..10_000u32).map(|i| format!(r#"<c r="{}{i}"><v>1</v></c>"#, column(i))).collect();
    let read = soon(&sheet(&diagonal, ""), Limits::default()).unwrap();
    assert!(read.pages[0].blocks.iter().map(|block| block.text.len()).sum::<usize>() < 10 << 20);
}

fn column(mut index: u32) -> String {
    let mut name = Vec::new();
    while index > 0 {
        name.insert(0, b'A' + u8::try_from((index - 1) % 26).unwrap());
        index = (index - 1) / 26;
    }
    String::from_utf8(name).unwrap()
}

#[test]
fn repeated_rows_and_columns_of_an_opendocument_stay_few() {
    let row = r#"<table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384"><text:p>x</text:p></table:table-cell></table:table-row>"#;
    let content = format!(
        "<c><office:body><office:spreadsheet><table:table>{row}</table:table></office:spreadsheet></office:body></c>"
    );
    let file = archive(&[
        ("mimetype", b"application/vnd.oasis.opendocument.spreadsheet"),
        ("content.xml", content.as_bytes()),
    ]);
    assert!(soon(&file, Limits::default()).is_ok());
}

#[test]
fn too_many_pages_are_cut_and_counted() {
    let body = r#"<w:p><w:r><w:t>x</w:t><w:br w:type="page"/></w:r></w:p>"#.repeat(3_000);
    let read = soon(&docx(&body, &[]), Limits::default()).unwrap();
    assert_eq!(read.pages.len(), 2_000);
    assert_eq!(read.warnings, [Warning::PagesCut { total: 3_001 }]);
}

#[test]
fn mutated_files_never_panic() {
    let paragraph =
        r#"<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Some text &amp; more</w:t><w:tab/></w:r></w:p>"#;
    let body = paragraph.repeat(20) + "<w:tbl><w:tr><w:tc><w:p/></w:tc><w:tc><w:p/></w:tc></w:tr></w:tbl>";
    let files = [
        docx(&body, &[]),
        sheet(
            r#"<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" s="1"><v>2.5</v></c></row>"#,
            "<sst><si><t>a</t></si></sst>",
        ),
        crate::sheets::xls(&[]),
    ];
    fastrand::seed(7);
    for file in files {
        assert!(outcome(&file, None).is_ok(), "a control: whole files are read");
        for round in 0..120 {
            let mut mutated = file.clone();
            match round % 3 {
                0 => mutated.truncate(fastrand::usize(..file.len())),
                1 => {
                    for _ in 0..=fastrand::usize(..8) {
                        let at = fastrand::usize(..mutated.len());
                        mutated[at] = fastrand::u8(..);
                    }
                }
                _ => {
                    let at = fastrand::usize(..mutated.len());
                    let length = fastrand::usize(..64).min(mutated.len() - at);
                    mutated.drain(at..at + length);
                }
            }
            let _ = soon(&mutated, small());
        }
    }
    // Damage inside the packed parts, where an archive's own check would hide it.
    let inner = format!("<w:document><w:body>{body}</w:body></w:document>");
    for _ in 0..120 {
        let mut bytes = inner.clone().into_bytes();
        for _ in 0..=fastrand::usize(..6) {
            let at = fastrand::usize(..bytes.len());
            bytes[at] = *b"<>&/\"'= \0\xff;w".get(fastrand::usize(..12)).unwrap();
        }
        let file = archive(&[("word/document.xml", &bytes)]);
        let _ = soon(&file, small());
    }
}
