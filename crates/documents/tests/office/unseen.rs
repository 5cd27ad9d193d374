//! Words that nobody sees are kept apart, and those that look alike and are seen are read.

use crate::making::{document, docx, package, relationships};
use edith_documents::{Document, Hiding, Warning};

/// The text of all blocks, and the words apart from them.
fn told(document: &Document) -> (String, Vec<(Hiding, &str)>) {
    let blocks = document.pages.iter().flat_map(|page| &page.blocks).map(|block| block.text.as_str());
    let unseen = document.pages.iter().flat_map(|page| &page.unseen).map(|unseen| (unseen.why, unseen.text.as_str()));
    (blocks.collect::<Vec<_>>().join("\n"), unseen.collect())
}

fn run(properties: &str, text: &str) -> String {
    format!(r#"<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>"#)
}

fn p(runs: &str) -> String {
    format!("<w:p>{runs}</w:p>")
}

const STYLES: &str = r#"<w:styles><w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="22"/></w:rPr></w:rPrDefault></w:docDefaults>
    <w:style w:type="character" w:styleId="Ghost"><w:name w:val="ghost"/><w:rPr><w:vanish/></w:rPr></w:style>
    <w:style w:type="paragraph" w:styleId="Small"><w:name w:val="small"/><w:rPr><w:sz w:val="2"/></w:rPr></w:style>
    <w:style w:type="paragraph" w:styleId="Smaller"><w:name w:val="smaller"/><w:basedOn w:val="Small"/></w:style>
    <w:style w:type="table" w:styleId="Dark"><w:name w:val="dark"/><w:tblStylePr w:type="firstRow"><w:tcPr><w:shd w:val="clear" w:fill="1F4E79"/></w:tcPr></w:tblStylePr></w:style>
    </w:styles>"#;

fn with_styles(body: &str) -> Vec<u8> {
    let rels = relationships(&[("s", "styles", "styles.xml"), ("l", "hyperlink", "https://evil.example/")]);
    docx(body, &[("word/styles.xml", STYLES.as_bytes()), ("word/_rels/document.xml.rels", rels.as_bytes())])
}

#[test]
fn word_hides_letters_by_property_colour_and_size() {
    let white = r#"<w:color w:val="FFFFFF"/>"#;
    let body = [
        p(&(run("", "Name: Ada. ") + &run("<w:vanish/>", "mail to eve") + &run("", "End."))),
        p(&run(r#"<w:rStyle w:val="Ghost"/>"#, "ghost")),
        p(&run(r#"<w:rStyle w:val="Ghost"/><w:vanish w:val="0"/>"#, "brought back")),
        p(&run(white, "white on white")),
        p(&run(r#"<w:color w:val="FDFEFD"/>"#, "nearly white")),
        p(&run(r#"<w:color w:val="D9D9D9"/>"#, "pale and seen")),
        p(&run(r#"<w:color w:val="FFFFFF"/><w:shd w:val="clear" w:fill="000000"/>"#, "white on black")),
        p(&run(r#"<w:color w:val="000000"/><w:shd w:val="clear" w:fill="000000"/>"#, "black on black")),
        r#"<w:p><w:pPr><w:pStyle w:val="Smaller"/></w:pPr><w:r><w:t>one point</w:t></w:r></w:p>"#.to_owned(),
        r#"<w:p><w:pPr><w:shd w:val="clear" w:fill="203040"/></w:pPr><w:r><w:rPr><w:color w:val="FFFFFF"/></w:rPr><w:t>a banner</w:t></w:r></w:p>"#.to_owned(),
        format!(r#"<w:p><w:hyperlink r:id="l">{}</w:hyperlink></w:p>"#, run("<w:vanish/>", "go here")),
    ]
    .concat();
    let read = document(&with_styles(&body));
    let (seen, unseen) = told(&read);
    assert_eq!(seen, "Name: Ada. End.\nbrought back\npale and seen\nwhite on black\na banner");
    let expected = [
        (Hiding::Marked, "mail to eve\nghost"),
        (Hiding::Colour, "white on white\nnearly white\nblack on black"),
        (Hiding::Tiny, "one point"),
        (Hiding::Marked, "go here"),
    ];
    assert_eq!(unseen, expected);
    assert!(read.pages[0].links.is_empty(), "{:?}", read.pages[0].links);
    assert_eq!(read.warnings, [Warning::Unseen { page: 1, words: 16 }]);
}

#[test]
fn cells_of_word_have_grounds_of_their_own() {
    let cell = |shade: &str, text: &str| {
        format!(r#"<w:tc><w:tcPr>{shade}</w:tcPr>{}</w:tc>"#, p(&run(r#"<w:color w:val="FFFFFF"/>"#, text)))
    };
    let dark = r#"<w:shd w:val="clear" w:fill="1F4E79"/>"#;
    let plain = format!(
        "<w:tbl><w:tr>{}{}</w:tr><w:tr><w:trPr><w:hidden/></w:trPr>{}{}</w:tr></w:tbl>",
        cell(dark, "Year"),
        cell("", "lost in white"),
        cell(dark, "hidden"),
        cell(dark, "row")
    );
    let styled = format!(
        r#"<w:tbl><w:tblPr><w:tblStyle w:val="Dark"/></w:tblPr><w:tr>{}{}</w:tr></w:tbl>"#,
        cell("", "Styled"),
        cell("", "head")
    );
    let read = document(&with_styles(&(plain + &styled)));
    let (seen, unseen) = told(&read);
    assert_eq!(seen, "Year\t\nStyled\thead");
    assert_eq!(unseen, [(Hiding::Colour, "lost in white"), (Hiding::Marked, "hidden\nrow")]);
}

#[test]
fn a_paragraph_without_its_mark_goes_on_in_the_next() {
    let gone = |mark: &str, text: &str| {
        format!(r#"<w:p><w:pPr><w:rPr>{mark}</w:rPr></w:pPr><w:r><w:t xml:space="preserve">{text}</w:t></w:r></w:p>"#)
    };
    let body = gone("<w:del/>", "The rent is ")
        + &p(&run("", "900 euros."))
        + &gone("<w:moveFrom/>", "Paid by ")
        + &gone("<w:vanish/>", "the first ")
        + &p(&run("", "of a month."))
        + &gone("<w:ins/>", "New.")
        + &gone("<w:del/>", "The last one");
    let read = document(&docx(&body, &[]));
    let (seen, unseen) = told(&read);
    assert_eq!(seen, "The rent is 900 euros.\nPaid by the first of a month.\nNew.\nThe last one");
    assert!(unseen.is_empty(), "{unseen:?}");
}

fn workbook(sheets: &str, first: &str, second: &str) -> Vec<u8> {
    let rels = relationships(&[
        ("rId1", "worksheet", "worksheets/sheet1.xml"),
        ("rId2", "worksheet", "worksheets/sheet2.xml"),
        ("rId3", "styles", "styles.xml"),
    ]);
    let styles = r#"<styleSheet><numFmts><numFmt numFmtId="170" formatCode=";;;"/></numFmts>
        <fonts><font/><font><color theme="0"/></font><font><color rgb="FFFFFFFE"/></font></fonts>
        <fills><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FF203040"/></patternFill></fill></fills>
        <cellXfs><xf/><xf fontId="1" fillId="0"/><xf fontId="2" fillId="0"/><xf fontId="1" fillId="1"/><xf numFmtId="170" fontId="0" fillId="0"/></cellXfs></styleSheet>"#;
    let sheet = |body: &str| format!("<worksheet>{body}</worksheet>");
    let body = format!("<workbook><sheets>{sheets}</sheets></workbook>");
    package(
        "xl/workbook.xml",
        "spreadsheetml.sheet",
        &body,
        &[
            ("xl/_rels/workbook.xml.rels", rels.as_bytes()),
            ("xl/styles.xml", styles.as_bytes()),
            ("xl/worksheets/sheet1.xml", sheet(first).as_bytes()),
            ("xl/worksheets/sheet2.xml", sheet(second).as_bytes()),
        ],
    )
}

fn cell(at: &str, style: u32, text: &str) -> String {
    format!(r#"<c r="{at}" s="{style}" t="inlineStr"><is><t>{text}</t></is></c>"#)
}

#[test]
fn sheets_hide_rows_columns_cells_and_themselves() {
    let first = [
        r#"<cols><col min="2" max="2" hidden="1"/><col min="4" max="4" width="0"/></cols><sheetData>"#.to_owned(),
        format!(
            r#"<row r="1">{}{}{}{}</row>"#,
            cell("A1", 0, "Name"),
            cell("B1", 0, "Key"),
            cell("C1", 3, "Sum"),
            cell("D1", 0, "None")
        ),
        format!(r#"<row r="2">{}{}<c r="C2"><v>5</v></c></row>"#, cell("A2", 0, "Ada"), cell("B2", 0, "k-1")),
        format!(r#"<row r="3" hidden="1">{}<c r="C3"><v>700</v></c></row>"#, cell("A3", 0, "Eve")),
        format!(r#"<row r="4">{}<c r="C4" s="4"><v>41</v></c></row>"#, cell("A4", 1, "white")),
        format!(r#"<row r="5">{}{}</row></sheetData>"#, cell("A5", 2, "nearly"), cell("C5", 4, "formatted away")),
    ]
    .concat();
    let second = format!("<sheetData><row>{}</row></sheetData>", cell("A1", 0, "very hidden"));
    let listed = r#"<sheet name="Open" r:id="rId1"/><sheet name="Away" state="veryHidden" r:id="rId2"/>"#;
    let read = document(&workbook(listed, &first, &second));
    let (seen, unseen) = told(&read);
    assert_eq!(seen, "Name\tSum\nAda\t5");
    let expected = [
        (Hiding::Colour, "white"),
        (Hiding::Marked, "41"),
        (Hiding::Colour, "nearly"),
        (Hiding::Marked, "formatted away\nKey\tNone\nk-1\nEve\t700"),
        (Hiding::Marked, "very hidden"),
    ];
    assert_eq!(unseen, expected);
    assert_eq!(read.pages[1].name.as_deref(), Some("Away"));
    let all = listed.replace("veryHidden", "visible");
    assert!(told(&document(&workbook(&all, &first, &second))).0.ends_with("very hidden"));
}

#[test]
fn formulas_without_a_result_are_told_of() {
    let first = r#"<sheetData><row r="1"><c r="A1"><f>1+1</f></c><c r="B1"><f>A1</f><v/></c><c r="C1"><f>A1*3</f><v>6</v></c><c r="D1" t="str"><f>""</f><v></v></c></row></sheetData>"#;
    let read = document(&workbook(r#"<sheet name="Open" r:id="rId1"/>"#, first, ""));
    assert_eq!(read.warnings, [Warning::NoResults { page: 1, cells: 2 }]);
}

#[test]
fn slides_hide_shapes_and_letters() {
    let shape = |id: &str, at: &str, properties: &str, run: &str, text: &str| {
        format!(
            r#"<p:sp><p:nvSpPr><p:cNvPr {id}/></p:nvSpPr><p:spPr><a:xfrm><a:off x="{at}" y="0"/><a:ext cx="1000" cy="1000"/></a:xfrm>{properties}</p:spPr><p:txBody><a:p><a:r><a:rPr {run}</a:rPr><a:t>{text}</a:t></a:r></a:p></p:txBody></p:sp>"#
        )
    };
    let white = r#"><a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill>"#;
    let fill = |colour: &str| format!(r#"<a:solidFill><a:srgbClr val="{colour}"/></a:solidFill>"#);
    let shapes = [
        shape("", "0", "", ">", "Plain."),
        shape(r#"hidden="1""#, "0", "", ">", "hidden shape"),
        shape("", "9500000", "", ">", "beside the slide"),
        shape("", "-2000", "", ">", "left of it"),
        shape("", "0", "", r#"sz="100">"#, "one point"),
        shape("", "0", &fill("FFFFFF"), white, "white on white"),
        shape("", "0", &fill("104060"), white, "White on blue."),
        shape("", "0", "", white, "White on what the master has."),
    ]
    .concat();
    let slide = format!("<p:sld><p:cSld><p:spTree>{shapes}</p:spTree></p:cSld></p:sld>");
    let rels = relationships(&[("s0", "slide", "slides/slide1.xml")]);
    let body = r#"<p:presentation><p:sldIdLst><p:sldId id="256" r:id="s0"/></p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/></p:presentation>"#;
    let parts: [(&str, &[u8]); 2] =
        [("ppt/_rels/presentation.xml.rels", rels.as_bytes()), ("ppt/slides/slide1.xml", slide.as_bytes())];
    let read = document(&package("ppt/presentation.xml", "presentationml.presentation", body, &parts));
    let (seen, unseen) = told(&read);
    assert_eq!(seen, "Plain.\nWhite on blue.\nWhite on what the master has.");
    let expected = [
        (Hiding::Marked, "hidden shape"),
        (Hiding::Outside, "beside the slide\nleft of it"),
        (Hiding::Tiny, "one point"),
        (Hiding::Colour, "white on white"),
    ];
    assert_eq!(unseen, expected);
}
