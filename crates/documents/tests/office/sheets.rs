//! Spreadsheets.

use crate::making::{archive, document, outcome, package, relationships, said};
use edith_documents::BlockKind::{Note, Paragraph, Table};
use edith_documents::formats::ReadError;
use edith_documents::{Cell, CellValue, Document, Kind, Warning};

fn xlsx(sheet: &str, parts: &[(&str, &[u8])]) -> Vec<u8> {
    let body = r#"<workbook><sheets><sheet name="Prices &amp; more" sheetId="1" r:id="rId1"/></sheets></workbook>"#;
    let rels = relationships(&[
        ("rId1", "worksheet", "worksheets/sheet1.xml"),
        ("rId2", "styles", "styles.xml"),
        ("rId3", "sharedStrings", "sharedStrings.xml"),
    ]);
    let styles = r##"<styleSheet><numFmts><numFmt numFmtId="164" formatCode="#,##0.00\ &quot;€&quot;"/></numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="10"/></cellXfs></styleSheet>"##;
    let strings = "<sst><si><t>Item</t></si><si><r><t>Pri</t></r><r><t>ce</t></r><rPh><t>x</t></rPh></si><si><t>Tea &amp; milk</t></si><si/></sst>";
    let sheet = format!("<worksheet><sheetData>{sheet}");
    let mut all: Vec<(&str, &[u8])> = vec![
        ("xl/_rels/workbook.xml.rels", rels.as_bytes()),
        ("xl/worksheets/sheet1.xml", sheet.as_bytes()),
        ("xl/styles.xml", styles.as_bytes()),
        ("xl/sharedStrings.xml", strings.as_bytes()),
    ];
    all.extend(parts);
    package("xl/workbook.xml", "spreadsheetml.sheet", body, &all)
}

fn number(text: &str, value: &str) -> Cell {
    Cell { text: text.into(), value: Some(CellValue::Number(value.into())) }
}

fn date(text: &str, value: &str) -> Cell {
    Cell { text: text.into(), value: Some(CellValue::Date(value.into())) }
}

#[test]
fn cells_show_their_formats_and_keep_their_values() {
    let sheet = r#"<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c t="inlineStr"><is><t>Since</t></is></c><c r="D1" t="str"><f>A1</f><v>Share</v></c><c r="E1" t="inlineStr"><is><t>On</t></is></c></row>
        <row r="2"><c r="A2" t="s"><v>2</v></c><c r="B2" s="2"><f>1+1</f><v>1234.4999999999999</v></c><c r="C2" s="1"><v>45352</v></c><c r="D2" s="3"><v>0.125</v></c><c r="E2" t="b"><v>1</v></c></row>
        <row><c t="s"><v>99</v></c><c><v>1E-7</v></c><c t="e"><v>#N/A</v></c></row></sheetData></worksheet>"#;
    let read = document(&xlsx(sheet, &[]));
    assert_eq!(read.kind, Kind::Xlsx);
    assert_eq!(read.pages[0].name.as_deref(), Some("Prices & more"));
    let table = read.pages[0].blocks[0].table.as_ref().unwrap();
    assert_eq!(table.header_rows, 1);
    let text = |text: &str| Cell::new(text);
    let on = Cell { text: "TRUE".into(), value: Some(CellValue::Bool(true)) };
    let expected = [
        vec![text("Item"), text("Price"), text("Since"), text("Share"), text("On")],
        vec![
            text("Tea & milk"),
            number("1,234.50 €", "1234.5"),
            date("2024-03-01", "2024-03-01"),
            number("12.50%", "0.125"),
            on,
        ],
        vec![text(""), number("1E-07", "0.0000001"), text("#N/A")],
    ];
    assert_eq!(table.rows, expected);
}

#[test]
fn escapes_of_characters_are_read() {
    let cell = |text: &str| format!(r#"<c t="inlineStr"><is><t>{text}</t></is></c>"#);
    let texts = ["a_x000D_b", "_x005F_x000D_", "_xD83D__xDE00_", "_x+00D_ _x00_ _x", "x_x00e9_"];
    let row = texts.map(cell).concat();
    let shared: &[u8] = b"<sst><si><t>one_x0009_two</t></si></sst>";
    let strings = relationships(&[("rId1", "worksheet", "worksheets/sheet1.xml"), ("rId3", "sharedStrings", "s.xml")]);
    let parts: [(&str, &[u8]); 2] = [("xl/_rels/workbook.xml.rels", strings.as_bytes()), ("xl/s.xml", shared)];
    let sheet = format!(r#"<worksheet><sheetData><row>{row}<c t="s"><v>0</v></c></row></sheetData></worksheet>"#);
    let body = r#"<workbook><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>"#;
    let parts = [&parts[..], &[("xl/worksheets/sheet1.xml", sheet.as_bytes())]].concat();
    let read = document(&package("xl/workbook.xml", "spreadsheetml.sheet", body, &parts));
    let cells = &read.pages[0].blocks[0].table.as_ref().unwrap().rows[0];
    let shown: Vec<&str> = cells.iter().map(|cell| cell.text.as_str()).collect();
    assert_eq!(shown, ["a\rb", "_x000D_", "😀", "_x+00D_ _x00_ _x", "xé", "one\ttwo"]);
}

#[test]
fn tables_are_parted_as_a_person_sees_them() {
    let cell = |at: &str, text: &str| match text.parse::<f64>() {
        Ok(_) => format!(r#"<c r="{at}"><v>{text}</v></c>"#),
        Err(_) => format!(r#"<c r="{at}" t="inlineStr"><is><t>{text}</t></is></c>"#),
    };
    let cells = [
        ("A1", "Prices"),
        ("A2", "Item"),
        ("B2", "Price"),
        ("A3", "Tea"),
        ("B3", "4"),
        ("A5", "Milk"),
        ("B5", "2"),
        ("A8", "Name"),
        ("B8", "Age"),
        ("A9", "Ada"),
        ("B9", "36"),
        ("D8", "City"),
        ("E8", "Size"),
        ("D9", "Bonn"),
        ("E9", "3"),
        ("H20", "K"),
        ("I20", "V"),
        ("H21", "k"),
        ("I21", "v"),
    ];
    let sheet: String = cells.iter().map(|(at, text)| cell(at, text)).collect();
    let table = r#"<table displayName="Pairs" ref="H20:I21" headerRowCount="1"/>"#;
    let comments = r#"<comments><commentList><comment ref="B3"><text><r><t>Too much</t></r></text></comment></commentList></comments>"#;
    let rels = relationships(&[
        ("t", "table", "../tables/table1.xml"),
        ("c", "comments", "../comments1.xml"),
        ("l", "hyperlink", "https://a.example/"),
    ]);
    let file = xlsx(
        &format!(r#"{sheet}</sheetData><hyperlinks><hyperlink ref="A3" r:id="l"/></hyperlinks></worksheet>"#),
        &[
            ("xl/tables/table1.xml", table.as_bytes()),
            ("xl/comments1.xml", comments.as_bytes()),
            ("xl/worksheets/_rels/sheet1.xml.rels", rels.as_bytes()),
        ],
    );
    let read = document(&file);
    let expected = vec![
        (Paragraph, "Prices"),
        (Table, "Item\tPrice\nTea\t4\nMilk\t2"),
        (Table, "Name\tAge\nAda\t36"),
        (Table, "City\tSize\nBonn\t3"),
        (Table, "K\tV\nk\tv"),
        (Note, "B3: Too much"),
    ];
    assert_eq!(said(&read), [expected]);
    let tables: Vec<_> = read.pages[0].blocks.iter().filter_map(|b| b.table.as_ref()).collect();
    let named: Vec<_> = tables.iter().map(|t| (t.name.as_deref(), t.header_rows)).collect();
    assert_eq!(named, [(Some("Prices"), 1), (None, 1), (None, 1), (Some("Pairs"), 1)]);
    assert_eq!(
        (read.pages[0].links[0].text.as_str(), read.pages[0].links[0].url.as_str()),
        ("Tea", "https://a.example/")
    );
}

#[test]
fn an_opendocument_sheet_shows_its_own_texts() {
    let content = r#"<office:document-content><office:body><office:spreadsheet><table:table table:name="S1"><table:table-header-rows><table:table-row>
        <table:table-cell office:value-type="string"><text:p>When</text:p></table:table-cell><table:table-cell office:value-type="string"><text:p>How<text:s text:c="2"/>much</text:p></table:table-cell></table:table-row></table:table-header-rows>
        <table:table-row><table:table-cell office:value-type="date" office:date-value="2024-03-01"><text:p>1.3.24</text:p></table:table-cell><table:table-cell office:value-type="currency" office:value="12.50"><text:p>12,50 €</text:p></table:table-cell></table:table-row>
        <table:table-row table:number-rows-repeated="2"><table:table-cell office:value-type="boolean" office:boolean-value="false"><text:p>FALSCH</text:p></table:table-cell><table:table-cell/></table:table-row>
        <table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table></office:spreadsheet></office:body></office:document-content>"#;
    let file = archive(&[
        ("mimetype", b"application/vnd.oasis.opendocument.spreadsheet"),
        ("content.xml", content.as_bytes()),
    ]);
    let read = document(&file);
    assert_eq!(read.kind, Kind::Ods);
    assert_eq!(said(&read), [[(Table, "When\tHow  much\n1.3.24\t12,50 €\nFALSCH\nFALSCH")]]);
    let table = read.pages[0].blocks[0].table.as_ref().unwrap();
    assert_eq!(table.rows[1], [date("1.3.24", "2024-03-01"), number("12,50 €", "12.5")]);
}

/// A record of Excel 97.
fn record(number: u16, content: &[u8]) -> Vec<u8> {
    let length = u16::try_from(content.len()).unwrap();
    [&number.to_le_bytes()[..], &length.to_le_bytes()[..], content].concat()
}

/// A compound file with one stream.
pub(crate) fn compound(streams: &[(&str, &[u8])]) -> Vec<u8> {
    use std::io::Write;
    let mut file = cfb::CompoundFile::create(std::io::Cursor::new(Vec::new())).unwrap();
    for (name, content) in streams {
        file.create_stream(name).unwrap().write_all(content).unwrap();
    }
    file.flush().unwrap();
    file.into_inner().into_inner()
}

/// Shares a string over two records, in which it changes from bytes to UTF-16.
pub(crate) fn xls(extra: &[u8]) -> Vec<u8> {
    let mut globals = record(0x0809, &[0, 6, 5, 0]);
    globals.extend(extra);
    let sheet_name = [&[6u8, 0][..], b"Sheet1"].concat();
    let format = [&164u16.to_le_bytes()[..], &4u16.to_le_bytes()[..], &[0], b"0.0%"].concat();
    globals.extend(record(0x041e, &format));
    globals.extend(record(0x00e0, &[0, 0, 0, 0]));
    globals.extend(record(0x00e0, &[0, 0, 164, 0]));
    let strings = [
        &1u32.to_le_bytes()[..],
        &2u32.to_le_bytes()[..],
        &4u16.to_le_bytes()[..],
        &[0],
        b"Name",
        &5u16.to_le_bytes()[..],
        &[0],
        b"abc",
    ];
    globals.extend(record(0x00fc, &strings.concat()));
    globals.extend(record(0x003c, &[1, 0xac, 0x20, b'd', 0]));
    let after = globals.len() + 4 + 6 + sheet_name.len() + 4;
    let place = u32::try_from(after).unwrap().to_le_bytes();
    globals.extend(record(0x0085, &[&place[..], &[0, 0], &sheet_name].concat()));
    globals.extend(record(0x000a, &[]));
    assert_eq!(globals.len(), after);
    let cell = |row: u8, column: u8, style: u8, content: &[u8]| [&[row, 0, column, 0, style, 0][..], content].concat();
    globals.extend(record(0x0809, &[0, 6, 16, 0]));
    globals.extend(record(0x00fd, &cell(0, 0, 0, &0u32.to_le_bytes())));
    globals.extend(record(0x00fd, &cell(0, 1, 0, &1u32.to_le_bytes())));
    globals.extend(record(0x0203, &cell(1, 0, 1, &0.125f64.to_le_bytes())));
    globals.extend(record(0x027e, &cell(1, 1, 0, &((1_234u32 << 2) | 3).to_le_bytes())));
    globals.extend(record(0x0006, &cell(2, 0, 0, &[0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0])));
    globals.extend(record(0x0207, &[2, 0, 0, b'o', b'k']));
    globals.extend(record(0x000a, &[]));
    compound(&[("/Workbook", &globals)])
}

#[test]
fn an_old_workbook_has_formats_and_strings_over_records() {
    let read: Document = document(&xls(&[]));
    assert_eq!(read.kind, Kind::Xls);
    assert_eq!(said(&read), [[(Table, "Name\tabc€d\n12.5%\t12.34\nok")]]);
    let table = read.pages[0].blocks[0].table.as_ref().unwrap();
    assert_eq!(table.rows[1], [number("12.5%", "0.125"), number("12.34", "12.34")]);
    let protected = xls(&record(0x002f, &[1, 0, 1, 0, 1, 0]));
    assert_eq!(outcome(&protected, None).unwrap_err(), ReadError::UnknownEncryption);
}

#[test]
fn a_binary_workbook_is_read() {
    let record = |number: u16, content: &[u8]| {
        let mut bytes =
            if number < 128 { vec![number as u8] } else { vec![(number & 0x7f) as u8 | 0x80, (number >> 7) as u8] };
        bytes.push(content.len() as u8);
        bytes.extend(content);
        bytes
    };
    let wide = |text: &str| {
        let units: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        [&u32::try_from(text.len()).unwrap().to_le_bytes()[..], &units].concat()
    };
    let book = record(156, &[&[0u8; 8][..], &wide("rId1"), &wide("Binary")].concat());
    let cell = |column: u8, content: &[u8]| [&[column, 0, 0, 0, 0, 0, 0, 0][..], content].concat();
    let sheet = [
        record(0, &[0, 0, 0, 0]),
        record(6, &cell(0, &wide("one"))),
        record(5, &cell(1, &2.5f64.to_le_bytes())),
        record(4, &cell(2, &[1])),
    ]
    .concat();
    let types = r#"<Types><Override PartName="/xl/workbook.bin" ContentType="application/vnd.ms-excel.sheet.binary.macroEnabled.main"/></Types>"#;
    let rels = relationships(&[("rId1", "worksheet", "worksheets/sheet1.bin")]);
    let file = archive(&[
        ("[Content_Types].xml", types.as_bytes()),
        ("xl/workbook.bin", &book),
        ("xl/_rels/workbook.bin.rels", rels.as_bytes()),
        ("xl/worksheets/sheet1.bin", &sheet),
    ]);
    let read = document(&file);
    assert_eq!(read.pages[0].name.as_deref(), Some("Binary"));
    assert_eq!(said(&read), [[(Table, "one\t2.5\tTRUE")]]);
}

#[test]
fn a_damaged_sheet_gives_what_comes_before() {
    let read = document(&xlsx(r#"<row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c><c r="C1"><v"#, &[]));
    assert_eq!(said(&read), [[(Table, "1\t2")]]);
    assert_eq!(read.warnings, [Warning::PartDamaged { part: "xl/worksheets/sheet1.xml".into() }]);
}

#[test]
fn what_is_told_above_a_list_is_no_header() {
    let text = |at: &str, text: &str| format!(r#"<c r="{at}" t="inlineStr"><is><t>{text}</t></is></c>"#);
    let number = |at: &str, number: &str| format!(r#"<c r="{at}"><v>{number}</v></c>"#);
    let sheet = [
        text("A1", "Account"),
        text("B1", "77-1"),
        text("A2", "Date"),
        text("B2", "Payee"),
        text("C2", "Sum"),
        number("A3", "45000"),
        text("B3", "Rent"),
        number("C3", "-900"),
    ]
    .concat();
    let read = document(&xlsx(&format!("{sheet}</sheetData></worksheet>"), &[]));
    assert_eq!(said(&read), [[(Paragraph, "Account 77-1"), (Table, "Date\tPayee\tSum\n45000\tRent\t-900")]]);
    assert_eq!(read.pages[0].blocks[1].table.as_ref().unwrap().header_rows, 1);
}
