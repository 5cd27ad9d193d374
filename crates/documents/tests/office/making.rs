//! Small Office files.

use edith_documents::formats::{Input, Limits, ReadDocument, ReadError, read};
use edith_documents::{BlockKind, Document};
use std::io::{Cursor, Write};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// An archive of these parts, packed.
pub(crate) fn archive(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in parts {
        zip.start_file(*name, SimpleFileOptions::default().compression_method(CompressionMethod::Deflated)).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// A package with a main part of this content type, and further parts.
pub(crate) fn package(main: &str, content_type: &str, body: &str, parts: &[(&str, &[u8])]) -> Vec<u8> {
    let types = format!(
        r#"<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/{main}" ContentType="application/vnd.openxmlformats-officedocument.{content_type}.main+xml"/></Types>"#
    );
    let relationships = format!(
        r#"<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="{main}"/></Relationships>"#
    );
    let mut all: Vec<(&str, &[u8])> = vec![
        ("[Content_Types].xml", types.as_bytes()),
        ("_rels/.rels", relationships.as_bytes()),
        (main, body.as_bytes()),
    ];
    all.extend(parts);
    archive(&all)
}

/// The relationships of a part: id, kind, target; a target with "://" is outside.
pub(crate) fn relationships(list: &[(&str, &str, &str)]) -> String {
    let one = |(id, kind, target): &(&str, &str, &str)| {
        let mode = if target.contains("://") { r#" TargetMode="External""# } else { "" };
        format!(
            r#"<Relationship Id="{id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/{kind}" Target="{target}"{mode}/>"#
        )
    };
    format!("<Relationships>{}</Relationships>", list.iter().map(one).collect::<String>())
}

/// A Word document with this body and these parts.
pub(crate) fn docx(body: &str, parts: &[(&str, &[u8])]) -> Vec<u8> {
    let body = format!(
        r#"<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="w" xmlns:r="r"><w:body>{body}</w:body></w:document>"#
    );
    package("word/document.xml", "wordprocessingml.document", &body, parts)
}

/// What is read of a file without a name.
pub(crate) fn outcome(bytes: &[u8], password: Option<&str>) -> Result<ReadDocument, ReadError> {
    read(&Input { password, ..Input::new(bytes, "", "") }, Limits::default(), &mut |_, _| {})
}

/// The document of a file that can be read.
pub(crate) fn document(bytes: &[u8]) -> Document {
    outcome(bytes, None).unwrap().document
}

/// Kind and text of every block, by page.
pub(crate) fn said(document: &Document) -> Vec<Vec<(BlockKind, &str)>> {
    document.pages.iter().map(|page| page.blocks.iter().map(|b| (b.kind, b.text.as_str())).collect()).collect()
}

/// A PNG file's head with this size: enough to be taken for a picture.
pub(crate) fn png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
    bytes.extend(width.to_be_bytes());
    bytes.extend(height.to_be_bytes());
    bytes.extend([8, 2, 0, 0, 0]);
    bytes
}
