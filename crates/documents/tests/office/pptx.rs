//! PowerPoint presentations.

use crate::making::{document, outcome, package, png, relationships, said};
use edith_documents::BlockKind::{Footer, Heading, Image, List, Note, Paragraph, Table};
use edith_documents::{CellValue, Kind, Link, Warning};

fn shape(placeholder: &str, paragraphs: &str) -> String {
    let placeholder = if placeholder.is_empty() { String::new() } else { format!(r#"<p:ph type="{placeholder}"/>"#) };
    format!(
        r#"<p:sp><p:nvSpPr><p:cNvPr id="2" name="x"/><p:nvPr>{placeholder}</p:nvPr></p:nvSpPr><p:spPr><a:xfrm><a:off x="914400" y="0"/><a:ext cx="1828800" cy="685800"/></a:xfrm></p:spPr><p:txBody>{paragraphs}</p:txBody></p:sp>"#
    )
}

fn p(text: &str) -> String {
    format!("<a:p><a:r><a:t>{text}</a:t></a:r></a:p>")
}

fn slide(shapes: &str) -> String {
    format!(r#"<p:sld><p:cSld><p:spTree>{shapes}</p:spTree></p:cSld></p:sld>"#)
}

fn pptx(slides: &[&str], parts: &[(&str, &[u8])]) -> Vec<u8> {
    // The presentation's order is not that of the parts' numbers.
    let ids: String = (0..slides.len()).rev().map(|i| format!(r#"<p:sldId id="{}" r:id="s{i}"/>"#, 256 + i)).collect();
    let body = format!(
        r#"<p:presentation><p:sldIdLst>{ids}</p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/></p:presentation>"#
    );
    let targets: Vec<(String, String)> =
        (0..slides.len()).map(|i| (format!("s{i}"), format!("slides/slide{}.xml", i + 1))).collect();
    let list: Vec<_> = targets.iter().map(|(id, target)| (id.as_str(), "slide", target.as_str())).collect();
    let rels = relationships(&list);
    let mut all: Vec<(String, Vec<u8>)> = vec![("ppt/_rels/presentation.xml.rels".into(), rels.into_bytes())];
    all.extend(
        slides
            .iter()
            .enumerate()
            .map(|(i, slide)| (format!("ppt/slides/slide{}.xml", i + 1), slide.as_bytes().to_vec())),
    );
    all.extend(parts.iter().map(|(name, bytes)| ((*name).to_owned(), bytes.to_vec())));
    let all: Vec<(&str, &[u8])> = all.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
    package("ppt/presentation.xml", "presentationml.presentation", &body, &all)
}

#[test]
fn slides_are_pages_in_the_presentations_order_with_the_title_first() {
    let body = format!(
        r#"{}<a:p><a:pPr lvl="1"/><a:r><a:t>in&amp;ner</a:t></a:r></a:p><a:p><a:pPr><a:buAutoNum type="arabicParenR"/></a:pPr><a:r><a:t>a</a:t></a:r></a:p><a:p><a:pPr><a:buAutoNum type="arabicParenR"/></a:pPr><a:r><a:t>b</a:t></a:r></a:p><a:p><a:pPr><a:buNone/></a:pPr><a:r><a:t>plain</a:t></a:r></a:p>"#,
        p("outer")
    );
    let last = slide(&(shape("body", &body) + &shape("ftr", &p("Acme")) + &shape("title", &p("The end"))));
    let first = slide(&format!("<p:grpSp>{}</p:grpSp>", shape("", &(p("one") + &p("two")))));
    let hidden = first.replace("<p:sld>", r#"<p:sld show="0">"#);
    let read = document(&pptx(&[&last, &hidden], &[]));
    assert_eq!(read.kind, Kind::Pptx);
    let expected = vec![
        vec![(Paragraph, "one\ntwo")],
        vec![(Heading, "The end"), (List, "• outer\n  • in&ner\n1) a\n2) b"), (Paragraph, "plain"), (Footer, "Acme")],
    ];
    assert_eq!(said(&read), expected);
    assert_eq!(read.outline.len(), 1);
    assert_eq!((read.outline[0].title.as_str(), read.outline[0].page), ("The end", 2));
    let size = read.pages[0].size.unwrap();
    assert_eq!((size.width, size.height), (720.0, 540.0));
    let area = read.pages[1].blocks[0].area.unwrap();
    assert!(
        (area.left - 0.1).abs() < 1e-6 && (area.width - 0.2).abs() < 1e-6 && (area.height - 0.1).abs() < 1e-6,
        "{area:?}"
    );
}

#[test]
fn tables_charts_diagrams_pictures_notes_and_comments_are_read() {
    let cell = |text: &str| format!("<a:tc><a:txBody>{}</a:txBody></a:tc>", p(text));
    let frame = |data: &str| {
        format!("<p:graphicFrame><a:graphic><a:graphicData>{data}</a:graphicData></a:graphic></p:graphicFrame>")
    };
    let table = frame(&format!(
        r#"<a:tbl><a:tblPr firstRow="1"/><a:tr>{}{}</a:tr><a:tr>{}{}</a:tr></a:tbl>"#,
        cell("Item"),
        cell("Price"),
        cell("Tea"),
        cell("4.50")
    ));
    let picture = r#"<p:pic><p:nvPicPr><p:cNvPr id="4" name="Picture 4" descr="A cup"/></p:nvPicPr><p:blipFill><a:blip r:embed="i"/></p:blipFill></p:pic>"#;
    let linked = r#"<p:sp><p:txBody><a:p><a:r><a:rPr><a:hlinkClick r:id="l"/></a:rPr><a:t>our </a:t></a:r><a:r><a:rPr><a:hlinkClick r:id="l"/></a:rPr><a:t>site</a:t></a:r></a:p></p:txBody></p:sp>"#;
    let body =
        slide(&(table + &frame(r#"<c:chart r:id="c"/>"#) + &frame(r#"<dgm:relIds r:dm="d"/>"#) + picture + linked));
    let chart = r#"<c:chartSpace><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Sales</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart><c:ser>
        <c:tx><c:strRef><c:strCache><c:pt idx="0"><c:v>2024</c:v></c:pt></c:strCache></c:strRef></c:tx>
        <c:cat><c:strRef><c:strCache><c:pt idx="0"><c:v>North</c:v></c:pt><c:pt idx="1"><c:v>South</c:v></c:pt></c:strCache></c:strRef></c:cat>
        <c:val><c:numRef><c:numCache><c:pt idx="0"><c:v>1.5</c:v></c:pt><c:pt idx="1"><c:v>1E3</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>"#;
    let diagram = "<dgm:dataModel><dgm:ptLst><dgm:pt><dgm:t><a:p><a:r><a:t>Plan</a:t></a:r></a:p></dgm:t></dgm:pt><dgm:pt><dgm:t><a:p><a:r><a:t>Do</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:ptLst></dgm:dataModel>";
    let notes = format!(
        "<p:notes><p:cSld><p:spTree>{}{}</p:spTree></p:cSld></p:notes>",
        shape("body", &p("Say hello")),
        shape("sldNum", &p("1"))
    );
    let comments = r#"<p:cmLst><p:cm authorId="0"><p:text>Nice</p:text></p:cm></p:cmLst>"#;
    let rels = relationships(&[
        ("c", "chart", "../charts/chart1.xml"),
        ("d", "diagramData", "../diagrams/data1.xml"),
        ("i", "image", "/ppt/media/image1.png"),
        ("l", "hyperlink", "https://a.example/"),
        ("n", "notesSlide", "../notesSlides/notesSlide1.xml"),
        ("m", "comments", "../comments/comment1.xml"),
    ]);
    let file = pptx(
        &[&body],
        &[
            ("ppt/slides/_rels/slide1.xml.rels", rels.as_bytes()),
            ("ppt/charts/chart1.xml", chart.as_bytes()),
            ("ppt/diagrams/data1.xml", diagram.as_bytes()),
            ("ppt/media/image1.png", &png(640, 480)),
            ("ppt/notesSlides/notesSlide1.xml", notes.as_bytes()),
            ("ppt/comments/comment1.xml", comments.as_bytes()),
        ],
    );
    let whole = outcome(&file, None).unwrap();
    let expected = vec![
        (Table, "Item\tPrice\nTea\t4.50"),
        (Table, "Sales\n\t2024\nNorth\t1.5\nSouth\t1000"),
        (List, "Plan\nDo"),
        (Image, "A cup"),
        (Paragraph, "our site"),
        (Note, "Say hello"),
        (Note, "Nice"),
    ];
    assert_eq!(said(&whole.document), [expected]);
    let page = &whole.document.pages[0];
    assert_eq!(page.links, [Link { text: "our site".into(), url: "https://a.example/".into() }]);
    let chart = page.blocks[1].table.as_ref().unwrap();
    assert_eq!(chart.name.as_deref(), Some("Sales"));
    assert_eq!(chart.rows[2][1].value, Some(CellValue::Number("1000".into())));
    assert_eq!(whole.pictures.iter().map(|p| (p.page, p.block)).collect::<Vec<_>>(), [(0, 3)]);
}

#[test]
fn a_lost_slide_is_told_and_a_lost_order_is_that_of_the_numbers() {
    let body = slide(&shape("title", &p("Kept")));
    let whole = pptx(&[&body, &body], &[]);
    assert_eq!(document(&whole).pages.len(), 2);
    let lost = pptx(&[&body, "not xml at all"], &[]);
    let read = document(&lost);
    assert_eq!(read.pages.len(), 2);
    assert_eq!(said(&read)[1], [(Heading, "Kept")]);

    let without = crate::making::archive(&[
        ("ppt/slides/slide10.xml", b"<p:sld/>"),
        ("ppt/slides/slide9.xml", body.as_bytes()),
        ("ppt/presentation.xml", b"<p:presentation>"),
    ]);
    let read = document(&without);
    assert_eq!(said(&read), [vec![(Heading, "Kept")], vec![]]);
    assert_eq!(read.warnings, [Warning::PartDamaged { part: "ppt/presentation.xml".into() }]);
}
