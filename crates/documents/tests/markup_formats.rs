//! Web pages, Markdown, JSON and mail, read from small files made here.
#![cfg(feature = "formats")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use edith_documents::formats::{Input, Limits, ReadDocument, Sniffed, kind_of, read};
use edith_documents::{BlockKind, CellValue, Document, FieldKind, Kind, Table, Warning};

fn whole(bytes: &[u8], name: &str) -> ReadDocument {
    let base = Some("https://example.org/a/b.html");
    read(&Input { base, ..Input::new(bytes, name, "") }, Limits::default(), &mut |_, _| {}).unwrap()
}

fn document(text: &str, name: &str) -> Document {
    whole(text.as_bytes(), name).document
}

fn blocks(document: &Document) -> Vec<(BlockKind, Option<u8>, &str)> {
    let blocks = document.pages.iter().flat_map(|page| &page.blocks);
    blocks.map(|block| (block.kind, block.level, block.text.as_str())).collect()
}

fn tables(document: &Document) -> Vec<&Table> {
    document.pages.iter().flat_map(|page| &page.blocks).filter_map(|block| block.table.as_ref()).collect()
}

fn links(document: &Document) -> Vec<(&str, &str)> {
    let links = document.pages.iter().flat_map(|page| &page.links);
    links.map(|link| (link.text.as_str(), link.url.as_str())).collect()
}

use BlockKind::{Caption, Heading, Image, List, Note, Paragraph};

#[test]
fn a_page_without_an_article_is_read_whole() {
    let page = "<!DOCTYPE html><html lang=en><head><title> Prices\n today </title><script>secret()</script></head><body>\
        <h1>Prices</h1><p>One <b>two</b><br>three&nbsp;<a href='../c?x=1'>a  link</a>, <a href='#top'>none</a></p>\
        <div style='display: none'>hidden</div><template>hidden</template><p hidden>hidden</p><noscript>hidden</noscript>\
        <ol><li>first<ul><li>inner</li></ul></li><li><p>second</p></li></ol>\
        <table><caption>Fruit</caption><tr><th>Name<th>Price</tr><tr><td rowspan=2>Apple<td>1,200.50</tr><tr><td>7</tr></table>\
        <figure><img src=x alt='A red apple'><figcaption>An apple.</figcaption></figure>\
        <pre>a\n  b</pre></body></html>";
    let read = document(page, "");
    assert_eq!((read.kind, read.title.as_deref()), (Kind::Html, Some("Prices today")));
    let expected = [
        (Heading, Some(1), "Prices"),
        (Paragraph, None, "One two\nthree\u{a0}a link, none"),
        (List, Some(1), "1. first\n  inner\n2. second"),
        (BlockKind::Table, None, "Name\tPrice\nApple\t1,200.50\n\t7"),
        (Image, None, "A red apple"),
        (Caption, None, "An apple."),
        (Paragraph, None, "a\n  b"),
    ];
    assert_eq!(blocks(&read), expected);
    assert_eq!(links(&read), [("a link", "https://example.org/c?x=1")]);
    let [table] = tables(&read)[..] else { panic!("one table") };
    assert_eq!((table.header_rows, table.name.as_deref()), (1, Some("Fruit")));
    assert_eq!(table.rows[1][1].value, Some(CellValue::Number("1200.50".to_owned())));
}

#[test]
fn an_article_is_found_among_the_rest_of_a_page() {
    let paragraph = "The committee met on Tuesday, and after a long debate, it agreed that the bridge, which is old, must be closed. ";
    let paragraphs: String = (0..8).map(|i| format!("<p>{i}. {}</p>", paragraph.repeat(4))).collect();
    let page = format!(
        "<html><head><title>Old bridge over the river closed for a year - The Paper</title></head><body><nav><ul><li><a href=/>Home</a></li><li><a href=/x>Sports</a></li></ul></nav>\
        <div class=sidebar><a href=/buy>Subscribe now</a></div><article><h2>Why</h2>{paragraphs}\
        <table><tr><th>Year<th>Cars</tr><tr><td>2020<td>10</tr><tr><td>2021<td>12</tr></table></article>\
        <footer>Copyright, all rights reserved</footer></body></html>"
    );
    let read = document(&page, "");
    let text: String = blocks(&read).iter().map(|(_, _, text)| format!("{text}\n")).collect();
    assert!(
        text.contains("7. The committee met")
            && !text.contains("Subscribe")
            && !text.contains("Sports")
            && !text.contains("Copyright")
    );
    assert_eq!(tables(&read).len(), 1);
    assert!(blocks(&read).contains(&(Heading, Some(2), "Why")));
    assert_eq!(read.title.as_deref(), Some("Old bridge over the river closed for a year"));
}

#[test]
fn fields_of_a_page_are_kept() {
    let page = "<html><body><form><label for=n>Your name</label><input id=n name=name value=Ada>\
        <label>Agree <input type=checkbox name=ok checked></label><input type=hidden name=token value=x>\
        <input type=password name=pw value=geheim><select name=c><option>DE<option selected>FR</select>\
        <textarea name=t>Some text</textarea><button>Send</button></form></body></html>";
    let read = document(page, "");
    let fields: Vec<_> =
        read.pages[0].fields.iter().map(|f| (f.name.as_str(), f.label.as_deref(), f.kind, f.value.as_str())).collect();
    let expected = [
        ("name", Some("Your name"), FieldKind::Text, "Ada"),
        ("ok", Some("Agree"), FieldKind::Check, "on"),
        ("pw", None, FieldKind::Text, ""),
        ("c", None, FieldKind::Choice, "FR"),
        ("t", None, FieldKind::Text, "Some text"),
        ("", None, FieldKind::Button, "Send"),
    ];
    assert_eq!(fields, expected);
    assert_eq!(read.pages[0].fields[3].options, ["DE", "FR"]);
}

#[test]
fn a_page_declares_its_charset() {
    let page = "<html><head><meta http-equiv=Content-Type content='text/html; charset=koi8-r'></head><body><p>Привет</p></body></html>";
    let bytes = encoding_rs::KOI8_R.encode(page).0;
    assert_eq!(blocks(&whole(&bytes, "").document)[0].2, "Привет");
    let xml = "<?xml version='1.0' encoding='Shift_JIS'?><html><body><p>猫である</p></body></html>";
    let bytes = encoding_rs::SHIFT_JIS.encode(xml).0;
    assert_eq!(blocks(&whole(&bytes, "").document)[0].2, "猫である");
}

#[test]
fn markdown_keeps_its_structure() {
    let text = "---\ntitle: \"The Guide\"\n---\n# Start\n\nSome *text* with a [link](page.html) and `code`.\n\n- one\n  - inner\n- [x] two\n\n3. three\n4. four\n\n\
        | a | b |\n|---|--:|\n| x | 1,5 |\n| y | 2,25 |\n\n```rust\nfn main() {}\n```\n\n> quoted\n\n![A plan](plan.png)\n\nSee[^1].\n\n[^1]: A note.\n\n<div><b>HTML</b> <i>piece</i></div>\n";
    let read = document(text, "guide.md");
    assert_eq!((read.kind, read.title.as_deref()), (Kind::Markdown, Some("The Guide")));
    let expected = [
        (Heading, Some(1), "Start"),
        (Paragraph, None, "Some text with a link and code."),
        (List, Some(1), "one\n  inner\n[x] two"),
        (List, Some(1), "3. three\n4. four"),
        (BlockKind::Table, None, "a\tb\nx\t1,5\ny\t2,25"),
        (Paragraph, None, "fn main() {}"),
        (Paragraph, None, "quoted"),
        (Image, None, "A plan"),
        (Paragraph, None, "See[1]."),
        (Note, None, "[1] A note."),
        (Paragraph, None, "HTML piece"),
    ];
    assert_eq!(blocks(&read), expected);
    assert_eq!(links(&read), [("link", "https://example.org/a/page.html")]);
    assert_eq!(tables(&read)[0].rows[2][1].value, Some(CellValue::Number("2.25".to_owned())));
    assert_eq!(read.outline[0].title, "Start");
}

#[test]
fn json_keeps_every_digit() {
    let text = r#"{"name": "Shop \u00fc", "big": 12345678901234567890.10, "tags": ["a", "b"], "empty": {},
        "address": {"city": "Rome", "geo": {"lat": 41.90, "lon": 1e2}},
        "items": [{"id": 1, "price": 9.90, "of": {"x": true}}, {"id": 2, "note": null, "price": 10}],
        "grid": [[1, 2], [3, 4]], "mixed": [1, {"a": 2}]}"#;
    let read = document(text, "");
    assert_eq!(read.kind, Kind::Json);
    let expected = [
        (List, Some(1), "name: Shop ü\nbig: 12345678901234567890.10\ntags: a, b\nempty: "),
        (Heading, Some(1), "address"),
        (List, Some(1), "city: Rome"),
        (Heading, Some(2), "address.geo"),
        (List, Some(1), "lat: 41.90\nlon: 1e2"),
        (Heading, Some(1), "items"),
        (BlockKind::Table, None, "id\tprice\tof.x\tnote\n1\t9.90\ttrue\t\n2\t10\t\t"),
        (Heading, Some(1), "grid"),
        (BlockKind::Table, None, "1\t2\n3\t4"),
        (Heading, Some(1), "mixed"),
        (List, Some(1), "1"),
        (Heading, Some(2), "mixed[1]"),
        (List, Some(1), "a: 2"),
    ];
    assert_eq!(blocks(&read), expected);
    assert_eq!(tables(&read)[0].rows[1][1].value, Some(CellValue::Number("9.90".to_owned())));
    assert_eq!(tables(&read)[0].rows[1][2].value, Some(CellValue::Bool(true)));
}

#[test]
fn json_lines_and_damaged_json_are_read() {
    let lines = document("{\"a\": 1}\n{\"a\": 2}\n{\"a\": 3}\n{\"a\"", "x");
    assert_eq!((lines.kind, blocks(&lines)[0].2), (Kind::Json, "a\n1\n2\n3"));
    assert_eq!(lines.warnings.len(), 1);
    let rows: String = (0..100).map(|i| format!("{{\"id\": {i}, \"name\": \"n[{i}\"}},")).collect();
    let cut = document(&format!("{{\"rows\": [{rows}{{\"id\": 100, \"na"), "x.json");
    assert_eq!(cut.warnings, [Warning::Truncated]);
    assert_eq!(tables(&cut)[0].rows.len(), 102);
    let wrong = document(&format!("[{rows}\n oops, {{}}]"), "x.json");
    assert_eq!(wrong.warnings, [Warning::PartDamaged { part: "2".to_owned() }]);
    assert_eq!(tables(&wrong)[0].rows.len(), 101);
    assert_eq!(document("[1] A reference\n[2] Another one", "").kind, Kind::Text);
    let broken = document("{oops: nothing of this is JSON}", "x.json");
    assert_eq!(blocks(&broken), [(Paragraph, None, "{oops: nothing of this is JSON}")]);
}

const MAIL: &str = "From: =?utf-8?q?J=C3=BCrgen?= <j@example.org>\r\nTo: Ada <ada@example.org>, bob@example.org\r\nDate: Mon, 1 Apr 2024 10:00:00 +0200\r\n\
Subject: =?iso-8859-1?Q?Pr=FCfung?=\r\nMIME-Version: 1.0\r\nMessage-ID: <1@example.org>\r\nContent-Type: multipart/mixed; boundary=outer\r\n\r\n\
--outer\r\nContent-Type: multipart/alternative; boundary=inner\r\n\r\n\
--inner\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nplain\r\n\
--inner\r\nContent-Type: text/html; charset=windows-1252\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n<p>Gr=FC=DFe <a href=3D\"https://example.net/\">hier</a></p>\r\n--inner--\r\n\
--outer\r\nContent-Type: text/csv; name=t.csv\r\nContent-Disposition: attachment; filename=t.csv\r\nContent-Transfer-Encoding: base64\r\n\r\nYSxiCjEsMgozLDQK\r\n\
--outer\r\nContent-Type: application/zip\r\nContent-Disposition: attachment; filename=\"x.zip\"\r\nContent-Transfer-Encoding: base64\r\n\r\nUEsDBAAAAAAAAAAA\r\n\
--outer\r\nContent-Type: message/rfc822\r\n\r\nFrom: eve@example.org\r\nSubject: Inside\r\nMessage-ID: <2@example.org>\r\n\r\nForwarded text.\r\n--outer--\r\n";

#[test]
fn mail_has_its_header_text_and_files() {
    let read = document(MAIL, "");
    assert_eq!((read.kind, read.title.as_deref()), (Kind::Eml, Some("Prüfung")));
    let expected = [
        (Heading, Some(1), "Prüfung"),
        (
            List,
            Some(1),
            "From: Jürgen <j@example.org>\nTo: Ada <ada@example.org>, bob@example.org\nDate: 2024-04-01T10:00:00+02:00",
        ),
        (Paragraph, None, "Grüße hier"),
        (List, Some(1), "t.csv\nx.zip\nInside"),
        (BlockKind::Table, None, "a\tb\n1\t2\n3\t4"),
        (Heading, Some(1), "Inside"),
        (List, Some(1), "From: eve@example.org"),
        (Paragraph, None, "Forwarded text."),
    ];
    assert_eq!(blocks(&read), expected);
    assert_eq!(read.pages.iter().map(|page| page.name.as_deref()).collect::<Vec<_>>(), [None, Some("t.csv"), None]);
    assert_eq!(links(&read), [("hier", "https://example.net/")]);
    assert_eq!(read.warnings, [Warning::PartDamaged { part: "x.zip".to_owned() }]);
    assert_eq!(
        read.outline.iter().map(|entry| (entry.title.as_str(), entry.page)).collect::<Vec<_>>(),
        [("Prüfung", 1), ("t.csv", 2), ("Inside", 3)]
    );
}

#[test]
fn a_picture_in_a_mail_keeps_its_place() {
    let picture = "iVBORw0KGgoAAAANSUhEUg==";
    let mail = format!(
        "From: a@example.org\nTo: b@example.org\nSubject: Scan\nMessage-ID: <3@example.org>\nContent-Type: multipart/mixed; boundary=x\n\n--x\n\nHello\n\
        --x\nContent-Type: image/png; name=scan.png\nContent-Disposition: attachment\nContent-Transfer-Encoding: base64\n\n{picture}\n--x--\n"
    );
    let read = whole(mail.as_bytes(), "");
    assert_eq!((read.pictures[0].page, read.pictures[0].block), (1, 0));
    assert_eq!(read.document.pages[1].blocks[0].kind, Image);
}

#[test]
fn kinds_of_text_are_told_apart() {
    let kind = |text: &str, name: &str| match kind_of(&Input::new(text.as_bytes(), name, "")) {
        Some(Sniffed::Kind(kind)) => kind,
        other => panic!("{other:?}"),
    };
    assert_eq!(kind("<!-- a --><!DOCTYPE HTML><p>x", "a.csv"), Kind::Html);
    assert_eq!(kind("<html><p>x", "data.xls"), Kind::Html);
    assert_eq!(kind("<p align=center>A logo</p>\n\n# Title\n", "README.md"), Kind::Markdown);
    assert_eq!(kind("<table><tr><td>1</table>", ""), Kind::Html);
    assert_eq!(kind("1 < 2 and 3 > 2", "a.txt"), Kind::Text);
    assert_eq!(kind("{\"a\": 1}", "a.csv"), Kind::Json);
    assert_eq!(kind("{\"a\": 1}", "a.txt"), Kind::Json);
    assert_eq!(kind("# Title\n\nSome **bold** text\n\n## Part\n\n[x](https://example.org)\n", ""), Kind::Markdown);
    assert_eq!(kind("# a comment\nx = 1\n# another\ny = 2\n", "a.conf"), Kind::Text);
    assert_eq!(kind(MAIL, "a.txt"), Kind::Eml);
    assert_eq!(kind("From: me\nTo: you\n\nHello", "note.txt"), Kind::Text);
    assert_eq!(kind("a,b\n1,2\n", "a.csv"), Kind::Csv);
}

#[test]
fn rich_text_is_read() {
    let text = "{\\rtf1\\ansi\\ansicpg1251\\uc1{\\fonttbl{\\f0 Arial;}}{\\info{\\title The Deed}{\\author X}}{\\*\\generator Y;}\\pard \\'cf\\'f0\\'e8 caf\\u233\\'3f \\b bold\\b0\\par\n\
        \\trowd\\intbl a\\cell\\intbl b\\cell\\row\\trowd\\intbl 1\\cell 2\\cell\\row\\pard Text{\\footnote A note.} with \\{braces\\}\\par\\page Next \\u-10179?\\u-8704?\\par}";
    let read = document(text, "a.txt");
    assert_eq!((read.kind, read.title.as_deref(), read.pages.len()), (Kind::Text, Some("The Deed"), 2));
    let expected = [
        (Paragraph, None, "При café bold"),
        (BlockKind::Table, None, "a\tb\n1\t2"),
        (Note, None, "A note."),
        (Paragraph, None, "Text with {braces}"),
        (Paragraph, None, "Next 😀"),
    ];
    assert_eq!(blocks(&read), expected);
}

#[test]
fn xml_and_drawings_give_their_text() {
    let drawing = "<svg xmlns='http://www.w3.org/2000/svg'><title>Plan</title><style>.a{}</style><g><text x='1'>Ground <tspan>floor</tspan></text></g></svg>";
    let read = document(drawing, "plan.svg");
    assert_eq!((read.kind, read.title.as_deref()), (Kind::Text, Some("Plan")));
    assert_eq!(blocks(&read), [(Paragraph, None, "Plan"), (Paragraph, None, "Ground floor")]);
    let data = "<?xml version='1.0'?><orders><order><id>1</id><total>9.50</total></order><order><id>2</id></order><note>See <b>this</b> &amp; that</note></orders>";
    let expected =
        [(List, Some(1), "id: 1\ntotal: 9.50"), (List, Some(1), "id: 2"), (Paragraph, None, "See this & that")];
    assert_eq!(blocks(&document(data, "")), expected);
}

#[test]
fn a_list_of_prices_is_not_taken_for_an_article() {
    let rows: String =
        (0..60).map(|i| format!("<div class=row><span>Item number {i}</span> <span>{i}.50 EUR</span></div>")).collect();
    let page = format!(
        "<html><body><div><h1>Prices</h1>{rows}</div><div>{}</div></body></html>",
        "All prices with tax, as of today. ".repeat(4)
    );
    let read = document(&page, "");
    let text: String = blocks(&read).iter().map(|(_, _, text)| format!("{text}\n")).collect();
    assert!(
        (0..60).all(|i| text.contains(&format!("Item number {i} {i}.50 EUR"))) && text.contains("with tax"),
        "{text}"
    );
}

#[test]
fn words_of_a_page_that_nobody_sees_are_kept_apart() {
    use edith_documents::Hiding;
    let html = r##"<html><head><style>.s { font-size: 1px } #w{color:#fefefe} @media print { .k { color: white } } .dark{background:#123}.dark p{color:#fff}</style></head>
        <body><p>Seen.<span style="color:white">white words</span></p><p class="s">small words <b style="font-size:12pt">and large ones</b></p>
        <p id="w">nearly white</p><p class="k">At times white.</p><div class="dark"><p>White on blue.</p></div>
        <div style="position:absolute; left:-9999px">far away</div><p style="text-indent:-9999px">pushed out</p><p style="opacity:0">clear</p>
        <table bgcolor="#000000"><tr><td><font color="#ffffff">White on black.</font></td><td><font color="black">black on black</font></td></tr></table></body></html>"##;
    let read = document(html, "mail.html");
    let seen = read.pages[0].blocks.iter().map(|block| block.text.as_str()).collect::<Vec<_>>().join("\n");
    assert_eq!(seen, "Seen.\nand large ones\nAt times white.\nWhite on blue.\nWhite on black.");
    let unseen: Vec<(Hiding, &str)> =
        read.pages[0].unseen.iter().map(|unseen| (unseen.why, unseen.text.as_str())).collect();
    let expected = [
        (Hiding::Colour, "white words"),
        (Hiding::Tiny, "small words"),
        (Hiding::Colour, "nearly white"),
        (Hiding::Outside, "far away\npushed out"),
        (Hiding::Colour, "clear\nblack on black"),
    ];
    assert_eq!(unseen, expected);
    // Where styles come from elsewhere, what is behind the words is not known.
    let linked = html.replace("<style>", "<link rel=stylesheet href=a.css><style>");
    let texts =
        document(&linked, "page.html").pages[0].blocks.iter().map(|block| block.text.clone()).collect::<String>();
    assert!(texts.contains("white words") && !texts.contains("small words") && !texts.contains("black on black"));
}

#[test]
fn mail_is_read_out_of_what_wraps_it() {
    use base64::Engine;
    let encode = |bytes: &[u8]| base64::engine::general_purpose::STANDARD.encode(bytes);
    let head =
        "From: a@example.org\nTo: b@example.org\nSubject: Deal\nMessage-ID: <5@example.org>\nMIME-Version: 1.0\n";
    let der = |tag: u8, content: Vec<u8>| {
        [vec![tag, 0x82, (content.len() >> 8) as u8, content.len() as u8], content].concat()
    };
    let object = |last: u8| [vec![0x06, 9], b"\x2a\x86\x48\x86\xf7\x0d\x01\x07".to_vec(), vec![last]].concat();
    let inner = b"Content-Type: text/plain; charset=utf-8\r\n\r\nThe price is 450 euros.\r\n".to_vec();
    let signed = |content: Vec<u8>| {
        let data = der(0x30, [object(1), content].concat());
        der(0x30, [object(2), der(0xa0, der(0x30, [vec![2, 1, 1], der(0x31, Vec::new()), data].concat()))].concat())
    };
    let mail = |kind: &str, bytes: &[u8]| {
        document(
            &format!("{head}Content-Type: {kind}\nContent-Transfer-Encoding: base64\n\n{}\n", encode(bytes)),
            "m.eml",
        )
    };
    let texts =
        |read: &Document| blocks(read).iter().map(|(_, _, text)| (*text).to_owned()).collect::<Vec<_>>().join("\n");
    let read =
        mail("application/pkcs7-mime; smime-type=signed-data; name=smime.p7m", &signed(der(0xa0, der(0x04, inner))));
    assert!(texts(&read).ends_with("smime.p7m\nThe price is 450 euros."), "{}", texts(&read));
    assert!(read.warnings.is_empty());
    let closed = der(0x30, [object(3), der(0xa0, b"Secrets in text".to_vec())].concat());
    let read = mail("application/pkcs7-mime; name=smime.p7m", &closed);
    assert_eq!(read.warnings, [Warning::FileUnread { name: "smime.p7m".into() }]);
    assert!(!texts(&read).contains("Secrets"));
    let attribute = |number: u32, content: &[u8]| {
        [&[2], &number.to_le_bytes()[..], &(content.len() as u32).to_le_bytes(), content, &[0, 0]].concat()
    };
    let outlook = [
        0x223e_9f78_u32.to_le_bytes().to_vec(),
        vec![1, 0],
        attribute(0x0006_9003, &[0; 40]),
        attribute(0x0006_9002, &[1; 14]),
        attribute(0x0001_8010, b"list.csv\0"),
        attribute(0x0006_800f, b"Item,Price\nTea,4\nMilk,2\n"),
    ];
    let read = mail("application/ms-tnef; name=winmail.dat", &outlook.concat());
    assert_eq!(read.warnings, [Warning::FileUnread { name: "winmail.dat".into() }]);
    assert_eq!(read.pages.last().unwrap().name.as_deref(), Some("list.csv"));
    assert!(texts(&read).ends_with("Item\tPrice\nTea\t4\nMilk\t2"));
    let parted = format!(
        "{head}Content-Type: multipart/signed; protocol=\"application/pgp-signature\"; boundary=x\n\n--x\nContent-Type: text/plain\n\nSigned words.\n\
        --x\nContent-Type: application/pgp-signature; name=signature.asc\n\n-----BEGIN PGP SIGNATURE-----\niQEz\n--x--\n"
    );
    let read = document(&parted, "m.eml");
    assert!(texts(&read).contains("Signed words.") && !texts(&read).contains("iQEz"), "{}", texts(&read));
}

#[test]
fn lines_of_a_mail_are_joined_as_it_says() {
    let mail = |parameters: &str| {
        let head = "From: a@example.org\nTo: b@example.org\nSubject: Deal\nMessage-ID: <5@example.org>\n";
        let body = "Take the number 4711-\u{20}\n0815 with you.\n\n> quoted and \n> longer\n\n-- \nAda\n";
        let read = document(&format!("{head}Content-Type: text/plain; {parameters}\n\n{body}"), "m.eml");
        let texts: Vec<String> = read.pages[0].blocks.iter().skip(2).map(|block| block.text.clone()).collect();
        texts.join("|")
    };
    assert_eq!(mail("format=flowed; delsp=yes"), "Take the number 4711-0815 with you.|> quoted andlonger|--\nAda");
    assert_eq!(mail("format=flowed"), "Take the number 4711- 0815 with you.|> quoted and longer|--\nAda");
    assert!(mail("charset=utf-8").starts_with("Take the number 4711-\n0815 with you.|"));
}

#[test]
fn lists_of_other_pages_below_an_article_are_left_out_and_a_caption_is_said_once() {
    let sentence = "The council measured the water of the river in the winter and wrote the result into a long letter to the village. ";
    let paragraph = format!("<p>{}</p>", sentence.repeat(4));
    let links = |tag: &str| {
        let link =
            |at: usize| format!("<{tag}><a href=\"/other/{at}\">Another page of the harbour, number {at}</a></{tag}>");
        (1..=4).map(link).collect::<String>()
    };
    let text = "A bridge of copper over the river";
    let picture = format!("<figure><img src=a.png alt=\"{text}\"><figcaption>{text}</figcaption></figure>");
    let told = |body: &str| {
        let html =
            format!("<html><body><nav><a href=/>Home</a></nav><article><h1>Water</h1>{body}</article></body></html>");
        let blocks: Vec<String> =
            document(&html, "a.html").pages.into_iter().flat_map(|page| page.blocks).map(|block| block.text).collect();
        blocks.join("\n")
    };
    for below in [
        format!("<h3>More of this</h3><ul>{}</ul>", links("li")),
        format!("<div><h4>Others read</h4><div>{}</div></div>", links("div")),
        format!("<section><h2>From the harbour</h2>{}</section>", links("p")),
    ] {
        let text = told(&format!("{paragraph}{picture}{paragraph}{below}"));
        assert!(!text.contains("Another page") && text.matches("wrote the result").count() == 8, "{below}\n{text}");
        assert_eq!(text.matches("A bridge of copper").count(), 1, "{text}");
        assert!(!text.contains("More of this") && !text.contains("Others read"), "{text}");
    }
    // What is said about each link is the article's, and so are its own notes.
    let told_of = (1..=4).map(|at| {
        format!("<li><a href=/n/{at}>Note {at}</a>, in which the council says what it did with the money.</li>")
    });
    let text = told(&format!("{paragraph}{paragraph}<h3>Sources</h3><ol>{}</ol>", told_of.collect::<String>()));
    assert!(text.contains("Sources") && text.contains("Note 4, in which"), "{text}");
}

/// Where a page has no article all of it is read, but for menus: parts called navigation, and links that come before its first heading. A page that is
/// nothing but links keeps them.
#[test]
fn a_page_without_an_article_is_read_without_its_menu() {
    let links = "<ul><li><a href=/a>Lamps</a></li><li><a href=/b>Chairs</a></li><li><a href=/c>Imprint</a></li></ul>";
    let table = "<table><tr><th>Lamp</th><th>Price</th></tr><tr><td>Moon</td><td>24.90</td></tr></table>";
    for (menu, body, keeps) in [
        (format!("<nav>{links}</nav>"), format!("<h1>Prices</h1>{table}"), false),
        (format!("<div role=navigation>{links}</div>"), format!("<h1>Prices</h1>{table}"), false),
        (format!("<header><div>{links}</div></header>"), format!("<h1>Prices</h1>{table}"), false),
        (format!("<div>{links}</div>"), format!("<div><h1>Prices</h1>{table}</div>"), false),
        // After the heading it is what the page is about.
        (String::new(), format!("<h1>Prices</h1>{links}{table}"), true),
        (String::new(), format!("<h1>Our pages</h1>{links}"), true),
        (format!("<nav>{links}</nav>"), String::new(), true),
        (links.to_owned(), table.to_owned(), true),
        // What it says besides stays.
        (
            format!(
                "<nav><p>The shop is closed on Monday, and orders of the weekend are sent on Tuesday.</p>{links}</nav>"
            ),
            format!("<h1>Prices</h1>{table}"),
            true,
        ),
    ] {
        let html = format!("<html><head><title>Shop</title></head><body>{menu}{body}</body></html>");
        let document = document(&html, "shop.html");
        let text = document
            .pages
            .iter()
            .flat_map(|page| &page.blocks)
            .map(|block| block.text.as_str())
            .collect::<Vec<_>>()
            .join("\n");
        assert_eq!(text.contains("Imprint"), keeps, "{html}: {text}");
        assert!(body.is_empty() || !body.contains("24.90") || format!("{document:?}").contains("24.90"), "{html}");
    }
}
