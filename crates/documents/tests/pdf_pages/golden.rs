//! Blocks of small pages as they should be.

use crate::made::{BOLD, ROMAN, SANS, Sheet};
use edith_documents::formats::Limits;
use edith_documents::pdf::{
    PdfReader, RawBox, RawField, RawItem, RawLink, RawOutlineEntry, RawPage, RawTag, RecognisedWord,
};
use edith_documents::{BlockKind, Document, FieldKind, Hiding, Warning};

fn document(pages: &[RawPage]) -> Document {
    let mut reader = PdfReader::new(Limits::default());
    for page in pages {
        reader.add_page(page);
    }
    reader.finish(Vec::new(), Some("Title".into()), pages.len() as u32)
}

fn outcome(document: &Document, page: usize) -> String {
    let blocks = document.pages[page].blocks.iter();
    blocks
        .map(|block| {
            format!(
                "{:?}{}: {}\n",
                block.kind,
                block.level.map_or(String::new(), |level| level.to_string()),
                block.text
            )
        })
        .collect()
}

#[test]
fn a_page_of_all_kinds() {
    let mut sheet = Sheet::new(595.0, 842.0);
    sheet.line("Harbour report", 72.0, 90.0, 20.0, BOLD);
    sheet.line("1.1 What the council decided", 72.0, 130.0, 10.5, BOLD);
    sheet.line("The council decided in the morning that the infor-", 72.0, 152.0, 10.5, ROMAN);
    sheet.line("mation on bridges be kept", 72.0, 166.0, 10.5, ROMAN);
    let at = 72.0 + crate::made::width("mation on bridges be kept", 10.5, ROMAN);
    sheet.line("3", at, 162.0, 6.5, ROMAN);
    sheet.line("and shown to whoever asks for it in the market.", at + 6.0, 166.0, 10.5, ROMAN);
    sheet.line("• The first bridge is made of stone.", 80.0, 190.0, 10.5, ROMAN);
    sheet.line("• The second is made of copper and goes on over", 80.0, 204.0, 10.5, ROMAN);
    sheet.line("two lines.", 90.0, 218.0, 10.5, ROMAN);
    for (row, cells) in
        [["Bridge", "Length", "Cost"], ["North", "12.5", "1,200"], ["South", "7.0", "80"], ["East", "101.5", "15,000"]]
            .iter()
            .enumerate()
    {
        for (column, cell) in cells.iter().enumerate() {
            let left =
                if column == 0 { 90.0 } else { 200.0 + 90.0 * column as f32 - crate::made::width(cell, 9.5, SANS) };
            sheet.line(cell, left, 250.0 + 15.0 * row as f32, 9.5, SANS);
        }
    }
    sheet.line("Table 1: The bridges of the harbour", 90.0, 320.0, 9.0, SANS);
    sheet.line("3 Kept in the mill since the winter.", 72.0, 760.0, 8.0, ROMAN);
    let mut page = sheet.page(1).raw;
    // The raised mark is drawn within the line.
    page.items[4].flags = 0;
    page.items[3].flags = 0;
    let document = document(&[page]);
    assert_eq!(
        outcome(&document, 0),
        "Heading1: Harbour report\n\
         Heading2: 1.1 What the council decided\n\
         Paragraph: The council decided in the morning that the information on bridges be kept³ and shown to whoever asks for it in the market.\n\
         List: • The first bridge is made of stone.\n• The second is made of copper and goes on over two lines.\n\
         Table: Bridge\tLength\tCost\nNorth\t12.5\t1,200\nSouth\t7.0\t80\nEast\t101.5\t15,000\n\
         Caption: Table 1: The bridges of the harbour\n\
         Note: 3 Kept in the mill since the winter.\n"
    );
    assert_eq!(document.pages[0].blocks[4].table.as_ref().unwrap().header_rows, 1);
    let area = document.pages[0].blocks[0].area.unwrap();
    assert!(
        (area.left - 72.0 / 595.0).abs() < 0.01 && (area.top + area.height - 94.0 / 842.0).abs() < 0.01,
        "{area:?}"
    );
}

#[test]
fn links_over_two_lines_and_radio_buttons() {
    let mut sheet = Sheet::new(595.0, 842.0);
    sheet.line("Please read the long letter", 72.0, 100.0, 10.0, ROMAN);
    sheet.line("of the village before you answer.", 72.0, 113.0, 10.0, ROMAN);
    let mut page = sheet.page(1).raw;
    let from = 72.0 + crate::made::width("Please read the ", 10.0, ROMAN);
    let to = 72.0 + crate::made::width("of the village", 10.0, ROMAN);
    page.links.push(RawLink {
        url: "https://village.example/letter".into(),
        boxes: vec![RawBox(from, 92.0, 200.0, 11.0), RawBox(72.0, 105.0, to - 72.0, 11.0)],
    });
    // Two pictures side by side that lead to the same place are two links.
    for left in [72.0, 200.0] {
        let boxes = vec![RawBox(left, 500.0, 100.0, 10.0)];
        page.links.push(RawLink { url: "https://village.example/".into(), boxes });
    }
    let radio = |option: &str, value: &str| RawField {
        name: "way".into(),
        kind: "radio".into(),
        value: value.into(),
        options: vec![option.into()],
        ..RawField::default()
    };
    page.fields = vec![radio("post", ""), radio("boat", "boat")];
    let document = document(&[page]);
    let links: Vec<(&str, &str)> =
        document.pages[0].links.iter().map(|link| (link.text.as_str(), link.url.as_str())).collect();
    assert_eq!(
        links,
        [
            ("long letter of the village", "https://village.example/letter"),
            ("", "https://village.example/"),
            ("", "https://village.example/")
        ]
    );
    let fields = &document.pages[0].fields;
    assert_eq!((fields.len(), fields[0].kind, fields[0].value.as_str()), (1, FieldKind::Choice, "boat"));
    assert_eq!(fields[0].options, ["post", "boat"]);
}

#[test]
fn text_turned_by_ninety_degrees_is_read_in_its_own_direction() {
    // Upwards along the left edge: the first line is the leftmost.
    let item = |text: &str, x: f32| RawItem {
        text: text.into(),
        x,
        y: 700.0,
        width: 300.0,
        size: 10.0,
        flags: 1,
        angle: -90.0,
        tag: -1,
        ..RawItem::default()
    };
    let page = RawPage {
        number: 1,
        width: 595.0,
        height: 842.0,
        items: vec![item("A table that was turned", 100.0), item("goes on in a second line.", 113.0)],
        ..RawPage::default()
    };
    let document = document(&[page]);
    assert_eq!(outcome(&document, 0), "Paragraph: A table that was turned goes on in a second line.\n");
    let area = document.pages[0].blocks[0].area.unwrap();
    assert!((area.left - 92.0 / 595.0).abs() < 0.01 && (area.top - 400.0 / 842.0).abs() < 0.01, "{area:?}");
    assert!((area.height - 300.0 / 842.0).abs() < 0.01, "{area:?}");
}

#[test]
fn a_scan_asks_for_recognition_and_its_words_take_its_place() {
    let mut reader = PdfReader::new(Limits::default());
    let scan = RawPage {
        number: 1,
        width: 595.0,
        height: 842.0,
        label: Some("i".into()),
        pictures: 1,
        picture_share: 0.98,
        ..RawPage::default()
    };
    assert!(reader.add_page(&scan));
    assert_eq!(reader.pages_without_text(), [1]);
    let word = |text: &str, left: f32, top: f32, line: u32| RecognisedWord {
        text: text.into(),
        left,
        top,
        width: 18.0 * text.len() as f32,
        height: 30.0,
        line: Some(line),
    };
    let words = [
        word("The", 150.0, 200.0, 0),
        word("bridge", 220.0, 200.0, 0),
        word("stands", 345.0, 201.0, 0),
        word("still.", 150.0, 245.0, 1),
    ];
    assert!(!reader.add_page(&RawPage::recognised(1, &words, (1240.0, 1754.0), Some((595.0, 842.0)))));
    let document = reader.finish(Vec::new(), None, 1);
    assert_eq!(outcome(&document, 0), "Paragraph: The bridge stands still.\n");
    assert!(document.pages[0].recognised);
    assert_eq!(document.pages[0].name.as_deref(), Some("i"));
    assert_eq!(document.warnings, [Warning::Recognised { pages: 1 }]);
}

#[test]
fn unmapped_characters_ask_for_recognition() {
    let text = "\u{e001}\u{e002}\u{fffd} ".repeat(40);
    let page = RawPage {
        number: 1,
        width: 595.0,
        height: 842.0,
        items: vec![RawItem { text, x: 50.0, y: 90.0, width: 400.0, size: 10.0, tag: -1, ..RawItem::default() }],
        ..RawPage::default()
    };
    assert!(PdfReader::new(Limits::default()).add_page(&page));
}

#[test]
fn tags_of_the_file_make_tables_and_headings() {
    let cell = |row, column, role: &str| RawTag {
        role: role.into(),
        element: 10 * row + column,
        table: Some(0),
        row: Some(row),
        column: Some(column),
    };
    let tags = vec![
        RawTag { role: "H2".into(), element: 90, ..RawTag::default() },
        cell(0, 0, "TH"),
        cell(0, 1, "TH"),
        cell(1, 0, "TD"),
        cell(1, 1, "TD"),
    ];
    let mut items = Vec::new();
    for (tag, (text, x, y)) in [
        ("Goods", 72.0, 80.0),
        ("Name", 72.0, 100.0),
        ("Weight in pounds", 110.0, 100.0),
        ("Copper and tin", 72.0, 113.0),
        ("12", 160.0, 113.0),
    ]
    .into_iter()
    .enumerate()
    {
        items.push(RawItem {
            text: text.into(),
            x,
            y,
            width: 5.0 * text.len() as f32,
            size: 10.0,
            flags: 1,
            tag: tag as i32,
            ..RawItem::default()
        });
    }
    let document = document(&[RawPage { number: 1, width: 595.0, height: 842.0, items, tags, ..RawPage::default() }]);
    assert_eq!(outcome(&document, 0), "Heading2: Goods\nTable: Name\tWeight in pounds\nCopper and tin\t12\n");
    assert_eq!(document.outline.len(), 1);
}

#[test]
fn bookmarks_unread_pages_and_limits() {
    let mut reader = PdfReader::new(Limits { pages: 2, ..Limits::default() });
    for number in 1..=4 {
        reader.add_page(&RawPage { number, unread: number == 2, ..RawPage::default() });
    }
    assert_eq!(reader.page_count(), 2);
    let entry = |title: &str, page| RawOutlineEntry { title: title.into(), level: 1, page };
    let document = reader.finish(vec![entry("One", 1), entry("Nowhere", 0), entry("Beyond", 9)], Some("  ".into()), 4);
    assert_eq!(document.title, None);
    assert_eq!(document.outline.len(), 1);
    assert_eq!(document.warnings, [Warning::PagesCut { total: 4 }, Warning::PageUnread { page: 2 }]);
}

#[test]
fn the_wire_takes_arrays_and_nulls() {
    let page: RawPage = serde_json::from_str(
        r#"{"number":3,"width":null,"height":842,"rotation":90,"fonts":[{"name":"A","bold":true,"italic":false,"monospace":false,"ascent":0.9,"descent":-0.2}],
            "items":[["Hello",72,90,null,12,0,1,0,-1]],"links":[{"url":"https://a.example","boxes":[[1,2,3,4]]}],"unread":false}"#,
    )
    .unwrap();
    assert_eq!((page.items[0].text.as_str(), page.items[0].width, page.width), ("Hello", 0.0, 0.0));
    assert_eq!(page.links[0].boxes, [RawBox(1.0, 2.0, 3.0, 4.0)]);
    assert_eq!(document(&[RawPage { number: 1, ..page }]).pages[0].blocks[0].kind, BlockKind::Paragraph);
}

#[test]
fn recognised_words_stay_apart_on_a_slanted_line() {
    let words: Vec<RecognisedWord> = ["fits", "tight", "despite", "vibration"]
        .iter()
        .scan(100.0, |left, text| {
            let (at, width) = (*left, 14.0 * text.len() as f32);
            *left += width + 3.0;
            let top = 100.0 - 0.014 * at;
            Some(RecognisedWord { text: (*text).to_owned(), left: at, top, width, height: 30.0, line: Some(0) })
        })
        .collect();
    let mut reader = PdfReader::new(Limits::default());
    reader.add_page(&RawPage::recognised(1, &words, (1240.0, 1754.0), None));
    let document = reader.finish(Vec::new(), None, 1);
    assert_eq!(document.pages[0].blocks[0].text, "fits tight despite vibration");
}

#[test]
fn letters_that_nobody_sees_are_kept_apart_and_lost_ones_told_of() {
    let item = |text: &str, x: f32, y: f32, size: f32, hiding: u8| RawItem {
        text: text.into(),
        x,
        y,
        width: 0.5 * size * text.len() as f32,
        size,
        flags: 1 | hiding << 3,
        tag: -1,
        ..RawItem::default()
    };
    let items = vec![
        item("Pay 100 euros", 72.0, 100.0, 12.0, 0),
        item("and 900 to Eve", 152.0, 100.0, 12.0, 2),
        item("a layer", 72.0, 120.0, 12.0, 1),
        item("under a box", 72.0, 140.0, 12.0, 3),
        item("one point", 72.0, 160.0, 1.0, 0),
        item("off the page", 700.0, 180.0, 12.0, 0),
        item("Over the edge", 560.0, 200.0, 12.0, 0),
    ];
    let page = RawPage { number: 1, width: 595.0, height: 842.0, items, lost: 1, ..RawPage::default() };
    let mut reader = PdfReader::new(Limits::default());
    assert!(!reader.add_page(&page));
    reader.holds(true, true, vec!["terms.txt".into()]);
    let document = reader.finish(Vec::new(), None, 1);
    let text: Vec<&str> = document.pages[0].blocks.iter().map(|block| block.text.as_str()).collect();
    assert_eq!(text, ["Pay 100 euros", "Over the edge"]);
    let unseen: Vec<(Hiding, &str)> = document.pages[0].unseen.iter().map(|u| (u.why, u.text.as_str())).collect();
    let expected = [
        (Hiding::Colour, "and 900 to Eve"),
        (Hiding::Marked, "a layer"),
        (Hiding::Covered, "under a box"),
        (Hiding::Tiny, "one point"),
        (Hiding::Outside, "off the page"),
    ];
    assert_eq!(unseen, expected);
    let warnings = [
        Warning::LettersLost { page: 1 },
        Warning::FormUnread,
        Warning::Collection,
        Warning::FileUnread { name: "terms.txt".into() },
        Warning::Unseen { page: 1, words: 14 },
    ];
    assert_eq!(document.warnings, warnings);
    // Where many are lost, the page is to be recognised; a symbol of a font of its own is not a letter.
    assert!(reader_of(&RawPage { lost: 9, ..page.clone() }).1);
    let figures =
        RawPage { lost: 0, items: vec![item("Total \u{f731}\u{f739}\u{f738}\u{f734}", 72.0, 100.0, 12.0, 0)], ..page };
    assert_eq!(reader_of(&figures).0.pages[0].blocks[0].text, "Total 1984");
}

/// A form that only some programs show is not read where the pages have no fields; a file pinned to a page is named, once.
#[test]
fn what_pages_do_not_show_of_a_form_and_of_pinned_files_is_said() {
    let field =
        RawField { name: "Applicant".into(), kind: "text".into(), value: "Ada Stone".into(), ..RawField::default() };
    for (fields, files, listed, expected) in [
        (vec![], vec![], vec![], vec![Warning::FormUnread]),
        (vec![RawField { kind: "button".into(), ..field.clone() }], vec![], vec![], vec![Warning::FormUnread]),
        (vec![field.clone()], vec![], vec![], vec![]),
        (vec![field.clone()], vec!["terms.txt"], vec![], vec![Warning::FileUnread { name: "terms.txt".into() }]),
        (vec![field], vec!["a.xml", "a.xml"], vec!["a.xml"], vec![Warning::FileUnread { name: "a.xml".into() }]),
    ] {
        let mut reader = PdfReader::new(Limits::default());
        let files = files.into_iter().map(str::to_owned).collect();
        reader.add_page(&RawPage { number: 1, width: 595.0, height: 842.0, fields, files, ..RawPage::default() });
        reader.holds(true, false, listed.into_iter().map(str::to_owned).collect());
        assert_eq!(reader.finish(Vec::new(), None, 1).warnings, expected);
    }
}

fn reader_of(page: &RawPage) -> (Document, bool) {
    let mut reader = PdfReader::new(Limits::default());
    let needs_recognition = reader.add_page(page);
    (reader.finish(Vec::new(), None, 1), needs_recognition)
}

#[test]
fn titles_of_years_and_notes_are_headings_and_rows_and_addresses_are_none() {
    let mut sheet = Sheet::new(595.0, 842.0);
    let mut y = 80.0;
    let mut set = |text: &str, face, gap: f32| {
        y += gap;
        sheet.line(text, 72.0, y, 10.0, face);
    };
    set("Mill and harbour, 12 Stone Street, Springfield 62704", BOLD, 0.0);
    set("What the council did in the course of these years is told below.", ROMAN, 30.0);
    set("2022", BOLD, 30.0);
    set("In this year the council built a bridge of stone over the river.", ROMAN, 16.0);
    set("2021", BOLD, 30.0);
    set("In this year the council built nothing and measured the water.", ROMAN, 16.0);
    set("NOTE 4 – INVENTORIES", ROMAN, 30.0);
    set("Copper and paper are measured at what they cost in the market.", ROMAN, 16.0);
    set("NOTE 5 – LEASES", ROMAN, 30.0);
    set("The mill is let to a teacher of the village until the winter.", ROMAN, 16.0);
    set("Total of all that is let and owed 1,200 900", BOLD, 30.0);
    set("THE COUNCIL OF 1990 MEASURED THE WATER", ROMAN, 30.0);
    let document = document(&[sheet.page(1).raw]);
    let mut chunker = edith_documents::chunk::Chunker::default();
    let trails: Vec<(String, String)> = chunker
        .page(1, &document.pages[0])
        .into_iter()
        .map(|chunk| (chunk.headings.join(" > "), chunk.text.lines().next_back().unwrap().to_owned()))
        .collect();
    let under = |part: &str| {
        trails.iter().find(|(_, text)| text.contains(part)).map(|(trail, _)| trail.as_str()).unwrap_or("nowhere")
    };
    assert_eq!(under("told below"), "", "{trails:?}");
    assert_eq!(under("a bridge of stone"), "2022", "{trails:?}");
    assert_eq!(under("measured the water"), "2021", "{trails:?}");
    assert_eq!(under("Copper and paper"), "NOTE 4 – INVENTORIES", "{trails:?}");
    let headings: Vec<&str> = document.pages[0]
        .blocks
        .iter()
        .filter(|block| block.kind == BlockKind::Heading)
        .map(|block| block.text.as_str())
        .collect();
    assert_eq!(headings, ["2022", "2021", "NOTE 4 – INVENTORIES", "NOTE 5 – LEASES"]);
}

#[test]
fn a_title_that_has_its_page_for_itself_is_no_running_header() {
    let chapters = ["Of rivers", "Of bridges", "Of mills", "Of harbours", "Of markets", "Of winters", "Of letters"];
    let pages: Vec<RawPage> = chapters
        .iter()
        .zip(1..)
        .map(|(chapter, number)| {
            let mut sheet = Sheet::new(595.0, 842.0);
            sheet.line(chapter, 72.0, 50.0, 10.0, BOLD);
            // The fourth page is a title alone, in the place of the others' header.
            if number != 4 {
                for row in 0..20 {
                    sheet.line(
                        "The water of the river was measured by the council of the village",
                        72.0,
                        120.0 + 14.0 * row as f32,
                        10.0,
                        ROMAN,
                    );
                }
            }
            sheet.line(&number.to_string(), 290.0, 800.0, 9.0, ROMAN);
            sheet.page(number).raw
        })
        .collect();
    let document = document(&pages);
    let kinds = |page: usize| document.pages[page].blocks.iter().map(|block| block.kind).collect::<Vec<_>>();
    assert_eq!(kinds(3), [BlockKind::Heading, BlockKind::Footer], "{}", outcome(&document, 3));
    assert_eq!(kinds(2).first(), Some(&BlockKind::Header), "{}", outcome(&document, 2));
}
