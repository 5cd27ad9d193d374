//! Writers of small Office files.

use std::io::{Cursor, Write as _};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// A sheet: its name and rows of cells. What parses as a number is one.
#[derive(Debug, Clone, Copy)]
pub struct Sheet<'a> {
    pub name: &'a str,
    pub rows: &'a [&'a [&'a str]],
}

/// A spreadsheet.
pub fn xlsx(sheets: &[Sheet<'_>]) -> Vec<u8> {
    let part = "application/vnd.openxmlformats-officedocument.spreadsheetml";
    let mut types = String::new();
    let mut names = String::new();
    let mut relations = String::new();
    let mut parts = Vec::new();
    for (index, sheet) in sheets.iter().enumerate() {
        let number = index + 1;
        types.push_str(&format!(
            r#"<Override PartName="/xl/worksheets/sheet{number}.xml" ContentType="{part}.worksheet+xml"/>"#
        ));
        let name = escaped(sheet.name);
        names.push_str(&format!(r#"<sheet name="{name}" sheetId="{number}" r:id="rId{number}"/>"#));
        relations.push_str(&format!(
            r#"<Relationship Id="rId{number}" Type="{RELATION}/worksheet" Target="worksheets/sheet{number}.xml"/>"#
        ));
        let rows: String = sheet.rows.iter().enumerate().map(|(row, cells)| sheet_row(row + 1, cells)).collect();
        let sheet = format!(r#"{XML}<worksheet xmlns="{SHEET}"><sheetData>{rows}</sheetData></worksheet>"#);
        parts.push((format!("xl/worksheets/sheet{number}.xml"), sheet));
    }
    parts.push((
        "xl/workbook.xml".to_owned(),
        format!(r#"{XML}<workbook xmlns="{SHEET}" xmlns:r="{RELATION}"><sheets>{names}</sheets></workbook>"#),
    ));
    parts.push(("xl/_rels/workbook.xml.rels".to_owned(), related(&relations)));
    let main = format!(r#"<Override PartName="/xl/workbook.xml" ContentType="{part}.sheet.main+xml"/>{types}"#);
    package(&main, "xl/workbook.xml", &parts)
}

/// A text document: a paragraph a line; a line that begins with `# ` is a heading.
pub fn docx(text: &str) -> Vec<u8> {
    let paragraph = |line: &str| match line.strip_prefix("# ") {
        Some(heading) => format!(
            r#"<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>{}</w:t></w:r></w:p>"#,
            escaped(heading)
        ),
        None => format!(r#"<w:p><w:r><w:t xml:space="preserve">{}</w:t></w:r></w:p>"#, escaped(line)),
    };
    let body: String = text.lines().filter(|line| !line.is_empty()).map(paragraph).collect();
    let space = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
    let document = format!(r#"{XML}<w:document xmlns:w="{space}"><w:body>{body}</w:body></w:document>"#);
    let style = r#"<w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>"#;
    let styles = format!(r#"{XML}<w:styles xmlns:w="{space}">{style}</w:styles>"#);
    let part = "application/vnd.openxmlformats-officedocument.wordprocessingml";
    let types = format!(
        r#"<Override PartName="/word/document.xml" ContentType="{part}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="{part}.styles+xml"/>"#
    );
    let relations = format!(r#"<Relationship Id="rId1" Type="{RELATION}/styles" Target="styles.xml"/>"#);
    let parts = [
        ("word/document.xml".to_owned(), document),
        ("word/styles.xml".to_owned(), styles),
        ("word/_rels/document.xml.rels".to_owned(), related(&relations)),
    ];
    package(&types, "word/document.xml", &parts)
}

const XML: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#;
const RELATION: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const SHEET: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006";

fn sheet_row(number: usize, cells: &[&str]) -> String {
    let cell = |(column, text): (usize, &&str)| {
        let letter = char::from(b'A' + u8::try_from(column).unwrap_or(25).min(25));
        match text.parse::<f64>() {
            Ok(_) => format!(r#"<c r="{letter}{number}"><v>{text}</v></c>"#),
            Err(_) => format!(r#"<c r="{letter}{number}" t="inlineStr"><is><t>{}</t></is></c>"#, escaped(text)),
        }
    };
    let cells: String = cells.iter().enumerate().map(cell).collect();
    format!(r#"<row r="{number}">{cells}</row>"#)
}

fn related(relations: &str) -> String {
    format!(r#"{XML}<Relationships xmlns="{PACKAGE}/relationships">{relations}</Relationships>"#)
}

fn package(types: &str, main: &str, parts: &[(String, String)]) -> Vec<u8> {
    let defaults = r#"<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>"#;
    let types = format!(r#"{XML}<Types xmlns="{PACKAGE}/content-types">{defaults}{types}</Types>"#);
    let root = related(&format!(r#"<Relationship Id="rId1" Type="{RELATION}/officeDocument" Target="{main}"/>"#));
    let first = [("[Content_Types].xml".to_owned(), types), ("_rels/.rels".to_owned(), root)];
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let written = first.iter().chain(parts).try_for_each(|(name, text)| {
        zip.start_file(name.as_str(), SimpleFileOptions::default())?;
        zip.write_all(text.as_bytes()).map_err(zip::result::ZipError::from)
    });
    // Nothing but memory is written to.
    written.and_then(|()| zip.finish()).map(Cursor::into_inner).unwrap_or_default()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
