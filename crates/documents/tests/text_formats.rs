//! Plain text, values and pictures, read from small files made here.
#![cfg(feature = "formats")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use edith_documents::formats::{Input, Limits, ReadDocument, ReadError, Sniffed, kind_of, read};
use edith_documents::{BlockKind, CellValue, Document, Kind, Warning};

fn whole(bytes: &[u8], name: &str) -> ReadDocument {
    read(&Input::new(bytes, name, ""), Limits::default(), &mut |_, _| {}).unwrap()
}

fn document(bytes: &[u8], name: &str) -> Document {
    whole(bytes, name).document
}

fn blocks(document: &Document) -> Vec<(BlockKind, Option<u8>, &str)> {
    document
        .pages
        .iter()
        .flat_map(|page| &page.blocks)
        .map(|block| (block.kind, block.level, block.text.as_str()))
        .collect()
}

fn utf16(text: &str, order: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(order).collect()
}

/// The values of a column, without the header.
fn column(document: &Document, column: usize) -> Vec<Option<CellValue>> {
    let tables = document.pages.iter().flat_map(|page| &page.blocks).filter_map(|block| block.table.as_ref());
    tables.flat_map(|table| table.rows.iter().skip(table.header_rows)).map(|row| row[column].value.clone()).collect()
}

fn number(text: &str) -> Option<CellValue> {
    Some(CellValue::Number(text.to_owned()))
}

#[test]
fn text_has_headings_only_where_they_are_marked() {
    let text = "The Plan\n========\n\nFirst line\nsecond line\n\nDetails\n-------\nMore here.\n\n- one\n- two\n  goes on\n\n1. milk\n\n2. bread\n\n1.1 Scope\n\nEnd.";
    let read = document(text.as_bytes(), "plan.txt");
    use BlockKind::{Heading, List, Paragraph};
    let expected = [
        (Heading, Some(1), "The Plan"),
        (Paragraph, None, "First line\nsecond line"),
        (Heading, Some(2), "Details"),
        (Paragraph, None, "More here."),
        (List, Some(1), "one\ntwo goes on"),
        (Paragraph, None, "1. milk"),
        (Paragraph, None, "2. bread"),
        (Heading, Some(2), "1.1 Scope"),
        (Paragraph, None, "End."),
    ];
    assert_eq!(blocks(&read), expected);
    assert_eq!(
        read.outline.iter().map(|entry| entry.title.as_str()).collect::<Vec<_>>(),
        ["The Plan", "Details", "1.1 Scope"]
    );
}

#[test]
fn a_form_feed_begins_a_page() {
    let read = document(b"One\n\x0cTwo\n\x0c\n\x0cFour", "pages.txt");
    assert_eq!(read.pages.len(), 3);
    assert_eq!(read.pages[1].blocks[0].text, "Two");
}

#[test]
fn long_text_becomes_pages_and_loses_no_word() {
    let words: Vec<String> = (0..20_000).map(|number| format!("word{number}")).collect();
    let text: String =
        words.iter().enumerate().map(|(i, word)| format!("{word}{}", [" ", "\n\n", ". "][i % 97 % 3])).collect();
    let read = document(text.as_bytes(), "long.txt");
    assert!((40..80).contains(&read.pages.len()), "{}", read.pages.len());
    let found: Vec<&str> = blocks(&read)
        .iter()
        .flat_map(|(_, _, text)| text.split_whitespace())
        .map(|word| word.trim_end_matches('.'))
        .collect();
    assert_eq!(found, words);
    assert!(read.pages.iter().all(|page| page.blocks.iter().map(|block| block.text.len()).sum::<usize>() < 6_000));
}

#[test]
fn one_line_of_fifty_megabytes_fits_on_the_pages_that_may_be() {
    let line = "All work and no play makes Jack a dull boy ".repeat((50 << 20) / 43);
    let read = document(line.as_bytes(), "");
    assert_eq!(read.kind, Kind::Text);
    assert!((1_000..=2_000).contains(&read.pages.len()), "{}", read.pages.len());
    assert_eq!(read.warnings, []);
    let unbroken = "x".repeat(5 << 20);
    assert!(document(unbroken.as_bytes(), "").pages.len() > 1_000);
}

#[test]
fn charsets_are_found() {
    let german = "Die Straße führt über Öl und Äpfel; größer als früher. Wir hören die Vögel im Frühjahr.";
    let french = "L’été dernier, la forêt brûlait près de chez nous à côté du château – « c’était affreux ».";
    let russian = "Съешь же ещё этих мягких французских булок, да выпей чаю. Широкая электрификация южных губерний.";
    let japanese = "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。\n何でも薄暗いじめじめした所で";
    let chinese = "在北京的秋天,我们看见了许多美丽的树叶。城市里的人们都出来散步。";
    let encoded = |text: &str, label: &str| {
        let (bytes, _, lost) = encoding_rs::Encoding::for_label(label.as_bytes()).unwrap().encode(text);
        assert!(!lost, "{label}");
        bytes.into_owned()
    };
    for (text, label) in [
        (german, "windows-1252"),
        (french, "windows-1252"),
        (russian, "windows-1251"),
        (russian, "koi8-r"),
        (japanese, "shift_jis"),
        (japanese, "euc-jp"),
        (japanese, "iso-2022-jp"),
        (chinese, "gb18030"),
        (german, "utf-8"),
    ] {
        let read = document(&encoded(text, label), "");
        assert_eq!(blocks(&read)[0].2.replace('\n', ""), text.replace('\n', ""), "{label}");
    }
    for text in [german, russian, "日本語の\nテキスト です。\n"] {
        for (order, mark) in [(u16::to_le_bytes as fn(u16) -> [u8; 2], [0xff, 0xfe]), (u16::to_be_bytes, [0xfe, 0xff])]
        {
            let plain = utf16(text, order);
            assert_eq!(blocks(&document(&plain, ""))[0].2, text.trim(), "without a mark");
            let marked = [&mark[..], &plain].concat();
            assert_eq!(blocks(&document(&marked, ""))[0].2, text.trim(), "with a mark");
        }
    }
    assert_eq!(blocks(&document("\u{feff}Grüße".as_bytes(), ""))[0].2, "Grüße");
    let mut damaged = german.repeat(20).into_bytes();
    damaged[100] = 0xff;
    let read = document(&damaged, "");
    assert!(blocks(&read)[0].2.contains("größer als früher") && blocks(&read)[0].2.contains('\u{fffd}'));
}

#[test]
fn what_is_no_text_is_not_read_as_text() {
    let random: Vec<u8> = (0..10_000_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let result = read(&Input::new(&random, "a.txt", "text/plain"), Limits::default(), &mut |_, _| {});
    assert_eq!(result.unwrap_err(), ReadError::UnknownKind);
    assert_eq!(kind_of(&Input::new(&random, "a.txt", "")), None);
    assert_eq!(read(&Input::new(b"", "", ""), Limits::default(), &mut |_, _| {}).unwrap_err().code(), "empty");
}

#[test]
fn kinds_are_known_by_content() {
    let kind = |bytes: &[u8], name: &str| kind_of(&Input::new(bytes, name, ""));
    assert_eq!(kind(b"%PDF-1.7\n", "a.txt"), Some(Sniffed::Kind(Kind::Pdf)));
    assert_eq!(kind(b"A PDF begins with %PDF-1.7, as is known.", ""), Some(Sniffed::Kind(Kind::Text)));
    assert_eq!(kind(b"\x89PNG\r\n\x1a\n....", "a.jpg"), Some(Sniffed::Kind(Kind::Image)));
    assert_eq!(kind(b"\xff\xd8\xff\xe0....", ""), Some(Sniffed::Kind(Kind::Image)));
    assert_eq!(kind(b"RIFF\0\0\0\0WEBPVP8 ", ""), Some(Sniffed::Kind(Kind::Image)));
    assert_eq!(kind(b"RIFF\0\0\0\0WAVEfmt ", ""), Some(Sniffed::Unsupported("audio")));
    assert_eq!(kind(b"MZ\x90\0\x03\0\0\0", "setup.pdf"), Some(Sniffed::Unsupported("program")));
    assert_eq!(kind(b"MZ is a pair of letters.", ""), Some(Sniffed::Kind(Kind::Text)));
    assert_eq!(kind(b"\0\0\0\x18ftypmp42", ""), Some(Sniffed::Unsupported("video")));
    assert_eq!(kind(b"PK\x03\x04\x14\0\0\0\0\0readme.txt", "a.docx"), Some(Sniffed::Unsupported("ZIP archive")));
    assert_eq!(kind(b"7z\xbc\xaf\x27\x1c\0\x04", ""), Some(Sniffed::Unsupported("7-Zip archive")));
    let result = read(&Input::new(b"Rar!\x1a\x07\x01\0", "a.txt", ""), Limits::default(), &mut |_, _| {});
    assert_eq!(result.unwrap_err(), ReadError::UnsupportedKind { kind: "RAR archive" });
}

#[test]
fn a_picture_is_handed_over() {
    let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
    let read = whole(png, "scan.png");
    assert_eq!((read.document.kind, read.document.pages.len()), (Kind::Image, 1));
    assert_eq!(read.document.pages[0].blocks[0].kind, BlockKind::Image);
    let [picture] = read.pictures.as_slice() else { panic!("one picture") };
    assert_eq!((picture.page, picture.block, picture.mime, picture.bytes.as_slice()), (0, 0, "image/png", &png[..]));
}

#[test]
fn values_keep_what_is_shown_and_say_what_it_means() {
    let text = "Name;Betrag;Datum;PLZ;Aktiv\n\"Müller; Söhne\";1.234,50 €;01.02.2024;01067;true\nMeier;-7,00 €;29.02.2024;80331;FALSE\n";
    let read = document(text.as_bytes(), "preise.csv");
    assert_eq!(read.kind, Kind::Csv);
    let table = read.pages[0].blocks[0].table.as_ref().unwrap();
    assert_eq!((table.header_rows, table.rows.len()), (1, 3));
    assert_eq!(table.rows[1][0].text, "Müller; Söhne");
    assert_eq!(table.rows[1][1].text, "1.234,50 €");
    assert_eq!(column(&read, 1), [number("1234.50"), number("-7.00")]);
    assert_eq!(
        column(&read, 2),
        [Some(CellValue::Date("2024-02-01".to_owned())), Some(CellValue::Date("2024-02-29".to_owned()))]
    );
    assert_eq!(column(&read, 3), [None, None]);
    assert_eq!(column(&read, 4), [Some(CellValue::Bool(true)), Some(CellValue::Bool(false))]);
}

#[test]
fn a_number_that_could_be_two_has_no_value() {
    let amounts = |text: &str, at: usize| column(&document(text.as_bytes(), "a.csv"), at);
    assert_eq!(amounts("name\tn\na\t1,234\nb\t5,678\n", 1), [None, None]);
    assert_eq!(amounts("name\tn\tm\na\t1,234\t1.5\nb\t5,678\t2.5\n", 1), [number("1234"), number("5678")]);
    assert_eq!(amounts("name;n\na;1,234\nb;5,678\n", 1), [number("1.234"), number("5.678")]);
    assert_eq!(amounts("name;n\na;1.234\nb;5.678\n", 1), [None, None]);
    assert_eq!(
        amounts("name,n\na,\"1,234\"\nb,\"1,234,567.25\"\nc,(5)\nd,n/a\n", 1),
        [number("1234"), number("1234567.25"), number("-5"), None]
    );
    assert_eq!(amounts("name,n\na,1e3\nb,1.5E-3\nc,12 %\n", 1), [None, None, None]);
    assert_eq!(amounts("name,n\na,1e3\nb,1.5E-3\n", 1), [number("1000"), number("0.0015")]);
    assert_eq!(amounts("name,d\na,3/4/2024\nb,5/6/2024\n", 1), [None, None]);
    let day_first = [Some(CellValue::Date("2024-04-13".to_owned())), Some(CellValue::Date("2024-06-05".to_owned()))];
    assert_eq!(amounts("name,d\na,13/4/2024\nb,5/6/2024\n", 1), day_first);
}

#[test]
fn delimiters_and_titles_are_found() {
    let columns = |text: &str| {
        let read = document(text.as_bytes(), "a.csv");
        let table = read.pages[0].blocks.iter().find_map(|block| block.table.clone()).unwrap();
        (table.header_rows, table.rows.iter().map(Vec::len).collect::<Vec<_>>())
    };
    assert_eq!(columns("a,b,c\n1,2,3\n4,5\n"), (1, vec![3, 3, 2]));
    assert_eq!(columns("a|b\n1|2\n3|4\n"), (1, vec![2, 2, 2]));
    assert_eq!(columns("sep=;\na;b\n1,5;2\n"), (1, vec![2, 2]));
    assert_eq!(columns("1;2\n3;4\n"), (0, vec![2, 2]));
    assert_eq!(columns("only\none\ncolumn\n"), (1, vec![1, 1, 1]));
    let titled = document(b"Sales of 2024,,\n\nmonth,sum,n\nMay,3,1\nJune,4,2\n", "a.csv");
    assert_eq!(titled.pages[0].blocks[0].text, "Sales of 2024");
    assert_eq!(titled.pages[0].blocks[1].table.as_ref().unwrap().rows.len(), 3);
    assert_eq!(document(b"a;b\n1;2\n3;4\n5;6\n", "").kind, Kind::Csv);
    assert_eq!(document(b"Dear all, hello\nI came, saw\nand, well, won\nbye, Jo\n", "").kind, Kind::Text);
    assert_eq!(document(b"int a;\nint b;\nint c;\nint d;\nint e;\n", "").kind, Kind::Text);
}

#[test]
fn many_rows_become_pages_that_repeat_the_header() {
    let rows: String = (0..1_000).map(|row| format!("{row},name {row}\n")).collect();
    let read = document(format!("id,name\n{rows}").as_bytes(), "a.csv");
    assert_eq!(read.pages.len(), 5);
    for (index, page) in read.pages.iter().enumerate() {
        let table = page.blocks[0].table.as_ref().unwrap();
        assert_eq!((table.header_rows, table.rows.len(), table.rows[0][0].text.as_str()), (1, 201, "id"));
        assert_eq!(table.rows[1][0].value, number(&(index * 200).to_string()));
    }
}

#[test]
fn a_quotation_mark_that_nobody_closes_is_a_character() {
    let text = format!("id,name\n1,\"open\n{}", "2,closed\n".repeat(100_000));
    let read = document(text.as_bytes(), "a.csv");
    assert_eq!(column(&read, 0).len(), 100_001);
    assert!(read.warnings.contains(&Warning::PartDamaged { part: "\"".to_owned() }));
}

#[test]
fn values_are_bounded() {
    let wide = format!("a{}\n", ",".repeat(3 << 20));
    let read = document(wide.as_bytes(), "a.csv");
    assert_eq!(read.warnings, [Warning::TextCut]);
    let long = "1,2,3,4,5,6,7,8\n".repeat(300_000);
    let read = document(long.as_bytes(), "a.csv");
    assert_eq!(read.warnings, [Warning::TextCut]);
    assert!(read.pages.len() <= 2_000);
}

#[cfg(feature = "search")]
#[test]
fn a_banks_list_begins_below_its_account() {
    use edith_documents::call::TableQuery;
    use edith_documents::table::query_table;
    let sum = |file: &str, column: &str| {
        let read = document(file.as_bytes(), "umsatz.csv");
        let query = TableQuery { select: vec![format!("sum({column})")], ..TableQuery::default() };
        let answer = query_table(&read, &query, None).unwrap();
        (answer.rows[0][0].clone(), answer.total)
    };
    let german = "Konto;DE00 1\nZeitraum;01.03.2026 - 31.03.2026\n\nBuchung;Text;Betrag;Art\n02.03.2026;Miete;1.355,90-;EUR\n03.03.2026;Gehalt;4.210,05;EUR\n";
    assert_eq!(sum(german, "Betrag"), ("2854.15".into(), 2));
    // Filled up to the width of the list, and a mark at the end of each line.
    let padded = "Account,77-1,,,\nOwner,\"Stone, Ada\",,,\nBalance,\"1,204.50\",,,\nDate,Payee,Debit,Credit,\n2026-03-01,Rent,900.00,,\n2026-03-02,Pay,,\"2,100.10\",\n2026-03-03,Tea,3.40,,\n";
    assert_eq!(sum(padded, "debit"), ("903.40".into(), 3));
    assert_eq!(sum(padded, "credit"), ("2100.10".into(), 3));
    let read = document(padded.as_bytes(), "list.csv");
    let before: Vec<&str> = read.pages[0].blocks.iter().map(|block| block.text.as_str()).take(3).collect();
    assert_eq!(before, ["Account 77-1", "Owner Stone, Ada", "Balance 1,204.50"]);
    // Nothing stands before a list whose first row is as wide as the others.
    assert_eq!(document(b"a;b\nx;1\ny;2\n", "l.csv").pages[0].blocks.len(), 1);
}
