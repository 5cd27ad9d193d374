//! Word documents.

use crate::making::{document, docx, outcome, png, relationships, said};
use edith_documents::BlockKind::{Caption, Footer, Header, Heading, Image, List, Note, Paragraph};
use edith_documents::{FieldKind, Kind, Link, Warning};

fn p(text: &str) -> String {
    format!("<w:p><w:r><w:t>{text}</w:t></w:r></w:p>")
}

fn styled(style: &str, text: &str) -> String {
    format!(r#"<w:p><w:pPr><w:pStyle w:val="{style}"/></w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"#)
}

#[test]
fn text_keeps_what_is_inserted_and_loses_what_is_deleted() {
    let body = r#"<w:p><w:r><w:t xml:space="preserve">Tom &amp; &#74;erry </w:t></w:r><w:ins><w:r><w:t>new</w:t></w:r></w:ins>
        <w:del><w:r><w:delText>old</w:delText><w:t>older</w:t></w:r></w:del><w:r><w:tab/><w:t>&lt;end&gt;</w:t><w:br/><w:noBreakHyphen/></w:r></w:p>
        <w:p><mc:AlternateContent><mc:Choice><w:r><w:t>choice</w:t></w:r></mc:Choice><mc:Fallback><w:r><w:t>fallback</w:t></w:r></mc:Fallback></mc:AlternateContent></w:p>"#;
    let read = document(&docx(body, &[]));
    assert_eq!(read.kind, Kind::Docx);
    assert_eq!(said(&read), [[(Paragraph, "Tom & Jerry new\t<end>\n\u{2011}"), (Paragraph, "choice")]]);
}

#[test]
fn headings_follow_styles_in_any_language_and_circles_end() {
    let styles = r#"<w:styles>
        <w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style>
        <w:style w:type="paragraph" w:styleId="Clause"><w:name w:val="Clause"/><w:basedOn w:val="berschrift1"/></w:style>
        <w:style w:type="paragraph" w:styleId="Deep"><w:name w:val="Deep"/><w:pPr><w:outlineLvl w:val="2"/></w:pPr></w:style>
        <w:style w:type="paragraph" w:styleId="Toc"><w:name w:val="TOC Heading"/><w:basedOn w:val="berschrift1"/><w:pPr><w:outlineLvl w:val="9"/></w:pPr></w:style>
        <w:style w:type="paragraph" w:styleId="A"><w:name w:val="A"/><w:basedOn w:val="B"/></w:style>
        <w:style w:type="paragraph" w:styleId="B"><w:name w:val="B"/><w:basedOn w:val="A"/></w:style>
        <w:style w:type="paragraph" w:styleId="Titre2"><w:name w:val="Titre 2"/></w:style>
        <w:style w:type="paragraph" w:styleId="Beschriftung"><w:name w:val="caption"/></w:style></w:styles>"#;
    let body = [
        styled("Clause", "One"),
        styled("Titre2", "Two"),
        styled("Deep", "Three"),
        styled("Toc", "Contents"),
        styled("A", "Circle"),
        styled("Beschriftung", "Figure 1"),
        styled("Heading4", "Four"),
    ]
    .concat();
    let rels = relationships(&[("r1", "styles", "styles.xml")]);
    let file =
        docx(&body, &[("word/styles.xml", styles.as_bytes()), ("word/_rels/document.xml.rels", rels.as_bytes())]);
    let read = document(&file);
    let kinds: Vec<_> = read.pages[0].blocks.iter().map(|b| (b.kind, b.level)).collect();
    let expected = [
        (Heading, Some(1)),
        (Heading, Some(2)),
        (Heading, Some(3)),
        (Paragraph, None),
        (Paragraph, None),
        (Caption, None),
        (Heading, Some(4)),
    ];
    assert_eq!(kinds, expected);
    let outline: Vec<_> = read.outline.iter().map(|e| (e.title.as_str(), e.level, e.page)).collect();
    assert_eq!(outline, [("One", 1, 1), ("Two", 2, 1), ("Three", 3, 1), ("Four", 4, 1)]);
}

#[test]
fn lists_show_their_numbers() {
    let numbering = r#"<w:numbering>
        <w:abstractNum w:abstractNumId="0">
          <w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>
          <w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%1.%2)"/></w:lvl></w:abstractNum>
        <w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val=""/></w:lvl></w:abstractNum>
        <w:abstractNum w:abstractNumId="2"><w:lvl w:ilvl="0"><w:start w:val="4"/><w:numFmt w:val="upperRoman"/><w:lvlText w:val="§ %1"/></w:lvl></w:abstractNum>
        <w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>
        <w:num w:numId="3"><w:abstractNumId w:val="2"/></w:num>
        <w:num w:numId="4"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride></w:num></w:numbering>"#;
    let item = |list: u32, level: u32, text: &str| {
        format!(
            r#"<w:p><w:pPr><w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{list}"/></w:numPr></w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"#
        )
    };
    let body = [
        item(1, 0, "a"),
        item(1, 1, "b"),
        item(1, 1, "c"),
        item(1, 0, "d"),
        item(1, 1, "e"),
        p("between"),
        item(2, 0, "dot"),
        item(3, 0, "roman"),
        p("again"),
        item(4, 0, "over"),
        item(9, 0, "no such list"),
    ]
    .concat();
    let rels = relationships(&[("r1", "numbering", "numbering.xml")]);
    let file =
        docx(&body, &[("word/numbering.xml", numbering.as_bytes()), ("word/_rels/document.xml.rels", rels.as_bytes())]);
    let expected = [
        (List, "1. a\n  1.a) b\n  1.b) c\n2. d\n  2.a) e"),
        (Paragraph, "between"),
        (List, "• dot\n§ IV roman"),
        (Paragraph, "again"),
        (List, "7. over"),
        (Paragraph, "no such list"),
    ];
    assert_eq!(said(&document(&file)), [expected]);
}

#[test]
fn tables_keep_merged_cells_empty_and_know_their_header() {
    let cell = |properties: &str, text: &str| format!("<w:tc><w:tcPr>{properties}</w:tcPr>{}</w:tc>", p(text));
    let body = format!(
        r#"<w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr>{}{}</w:tr><w:tr>{}{}{}</w:tr><w:tr>{}{}<w:tc><w:tbl><w:tr>{}{}</w:tr></w:tbl></w:tc></w:tr></w:tbl>"#,
        cell(r#"<w:gridSpan w:val="2"/>"#, "Name"),
        cell("", "Price"),
        cell(r#"<w:vMerge w:val="restart"/>"#, "Tea"),
        cell("", "green"),
        cell("", "4.50"),
        cell("<w:vMerge/>", ""),
        cell("", "black"),
        cell("", "3"),
        cell("", "90"),
    );
    let read = document(&docx(&body, &[]));
    let table = read.pages[0].blocks[0].table.as_ref().unwrap();
    assert_eq!(table.header_rows, 1);
    assert_eq!(read.pages[0].blocks[0].text, "Name\t\tPrice\nTea\tgreen\t4.50\n\tblack\t3 90");
}

#[test]
fn notes_headers_and_comments_stand_on_their_page() {
    let body = format!(
        r#"<w:p><w:r><w:t>Text</w:t><w:footnoteReference w:id="2"/><w:commentReference w:id="0"/></w:r></w:p><w:p><w:r><w:br w:type="page"/></w:r><w:r><w:lastRenderedPageBreak/><w:t>Second</w:t></w:r></w:p>{}
           <w:sectPr><w:headerReference r:id="h"/><w:footerReference r:id="f"/></w:sectPr>"#,
        p("End")
    );
    let rels = relationships(&[
        ("h", "header", "header1.xml"),
        ("f", "footer", "footer1.xml"),
        ("n", "footnotes", "footnotes.xml"),
        ("c", "comments", "comments.xml"),
    ]);
    let notes = format!(
        r#"<w:footnotes><w:footnote w:type="separator" w:id="0">{}</w:footnote><w:footnote w:id="2">{}</w:footnote><w:footnote w:id="3">{}</w:footnote></w:footnotes>"#,
        p("line"),
        p("A note"),
        p("Lost note")
    );
    let comments =
        format!(r#"<w:comments><w:comment w:id="0" w:author="Ada">{}</w:comment></w:comments>"#, p("Really?"));
    let file = docx(
        &body,
        &[
            ("word/_rels/document.xml.rels", rels.as_bytes()),
            ("word/header1.xml", format!("<w:hdr>{}</w:hdr>", p("Acme")).as_bytes()),
            ("word/footer1.xml", format!("<w:ftr>{}</w:ftr>", p("Page 1")).as_bytes()),
            ("word/footnotes.xml", notes.as_bytes()),
            ("word/comments.xml", comments.as_bytes()),
        ],
    );
    let first =
        vec![(Header, "Acme"), (Paragraph, "Text"), (Note, "A note"), (Note, "Ada: Really?"), (Footer, "Page 1")];
    let second = vec![(Paragraph, "Second"), (Paragraph, "End"), (Note, "Lost note")];
    assert_eq!(said(&document(&file)), [first, second]);
}

#[test]
fn links_boxes_fields_and_pictures_are_found() {
    let body = r##"<w:p><w:hyperlink r:id="l"><w:r><w:t>site</w:t></w:r></w:hyperlink><w:r><w:t xml:space="preserve"> and </w:t></w:r>
        <w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> HYPERLINK "https://b.example/?a=1&amp;b=2" \l "top" </w:instrText></w:r>
        <w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>field</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>
        <w:p><w:r><w:drawing><wp:docPr descr="A chart of sales"/><a:blip r:embed="i"/></w:drawing></w:r></w:p>
        <w:p><w:r><w:t>Host</w:t><w:pict><v:shape><v:textbox><w:txbxContent><w:p><w:r><w:t>Boxed</w:t></w:r></w:p></w:txbxContent></v:textbox></v:shape></w:pict></w:r></w:p>
        <w:sdt><w:sdtPr><w:alias w:val="Your name"/><w:tag w:val="name"/><w:text/></w:sdtPr><w:sdtContent><w:p><w:r><w:t>Ada</w:t></w:r></w:p></w:sdtContent></w:sdt>
        <w:p><w:sdt><w:sdtPr><w:alias w:val="Size"/><w:dropDownList><w:listItem w:displayText="Small" w:value="s"/><w:listItem w:displayText="Large" w:value="l"/></w:dropDownList></w:sdtPr><w:sdtContent><w:r><w:t>Large</w:t></w:r></w:sdtContent></w:sdt>
        <w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:name w:val="Agree"/><w:checkBox><w:default w:val="0"/><w:checked/></w:checkBox></w:ffData></w:fldChar></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>"##;
    let rels = relationships(&[("l", "hyperlink", "https://a.example/"), ("i", "image", "media/image1.png")]);
    let file =
        docx(body, &[("word/_rels/document.xml.rels", rels.as_bytes()), ("word/media/image1.png", &png(400, 300))]);
    let whole = outcome(&file, None).unwrap();
    let page = &whole.document.pages[0];
    let link = |text: &str, url: &str| Link { text: text.into(), url: url.into() };
    assert_eq!(page.links, [link("site", "https://a.example/"), link("field", "https://b.example/?a=1&b=2#top")]);
    let expected = [
        (Paragraph, "site and field"),
        (Image, "A chart of sales"),
        (Paragraph, "Host"),
        (Paragraph, "Boxed"),
        (Paragraph, "Ada"),
        (Paragraph, "Large"),
    ];
    assert_eq!(said(&whole.document), [expected]);
    let pictures: Vec<_> = whole.pictures.iter().map(|p| (p.page, p.block, p.mime)).collect();
    assert_eq!(pictures, [(0, 1, "image/png")]);
    let fields: Vec<_> =
        page.fields.iter().map(|f| (f.name.as_str(), f.kind, f.value.as_str(), f.options.len())).collect();
    assert_eq!(
        fields,
        [
            ("name", FieldKind::Text, "Ada", 0),
            ("Size", FieldKind::Choice, "Large", 2),
            ("Agree", FieldKind::Check, "true", 0)
        ]
    );
}

#[test]
fn other_charsets_and_a_title_are_read() {
    let body =
        format!(r#"<?xml version="1.0" encoding="UTF-16"?><w:document><w:body>{}</w:body></w:document>"#, p("Grüße"));
    let mut wide = vec![0xff, 0xfe];
    wide.extend(body.encode_utf16().flat_map(u16::to_le_bytes));
    let types = r#"<Types><Override PartName="/word/document.xml" ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/></Types>"#;
    let core = "<cp:coreProperties><dc:title> A title </dc:title></cp:coreProperties>";
    let file = crate::making::archive(&[
        ("[Content_Types].xml", types.as_bytes()),
        ("word\\document.xml", &wide),
        ("docProps/core.xml", core.as_bytes()),
    ]);
    let read = document(&file);
    assert_eq!(read.title.as_deref(), Some("A title"));
    assert_eq!(said(&read), [[(Paragraph, "Grüße")]]);
}

#[test]
fn a_damaged_or_cut_file_gives_what_can_be_read() {
    let body = (0..400).map(|i| p(&format!("Line {i} {}", i * i % 7919))).collect::<String>();
    let file = docx(&body, &[("word/styles.xml", b"<w:styles>")]);
    let cut = document(&file[..file.len() / 2]);
    assert!(cut.warnings.contains(&Warning::Truncated), "{:?}", cut.warnings);
    assert!(cut.pages[0].blocks.len() > 50);
    assert_eq!(cut.pages[0].blocks[0].text, "Line 0 0");

    let broken = docx("<w:p><w:r><w:t>whole</w:t></w:r></w:p><w:p><w:r><w:t>half", &[]);
    let read = document(&broken);
    assert_eq!(said(&read), [[(Paragraph, "whole"), (Paragraph, "half")]]);
    assert_eq!(read.warnings, [Warning::PartDamaged { part: "word/document.xml".into() }]);
}
