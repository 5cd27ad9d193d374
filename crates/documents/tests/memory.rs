//! What one file may take of memory, however it was made: 600 MB with the file itself, and a document or a sentence at the end. Peaks are the system's own.
#![cfg(all(feature = "formats", target_os = "linux"))]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use edith_documents::formats::{Input, Limits, read};
use std::io::{Cursor, Write};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// Megabytes, at most.
const MOST: u64 = 600;
/// Bytes of a file that a person may give.
const FILE: usize = 50 << 20;
/// Bytes that an archive may unpack to.
const UNPACKED: usize = 190 << 20;

/// A line of this process's state, in megabytes.
fn megabytes(name: &str) -> u64 {
    let state = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = state.lines().find_map(|line| line.strip_prefix(name)).unwrap();
    line.trim_start_matches(':').trim().trim_end_matches(" kB").parse::<u64>().unwrap() / 1024
}

/// Forgets the peak so far.
fn forget() {
    std::fs::write("/proc/self/clear_refs", "5").unwrap();
}

fn archive(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in parts {
        zip.start_file(*name, SimpleFileOptions::default().compression_method(CompressionMethod::Deflated)).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// An Office file: its main part with its kind and relations, and one further part.
fn office(main: &str, kind: &str, body: &str, relations: &str, further: (&str, &str)) -> Vec<u8> {
    let (folder, name) = main.rsplit_once('/').unwrap();
    let types = format!(
        r#"<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/{main}" ContentType="application/vnd.openxmlformats-officedocument.{kind}.main+xml"/></Types>"#
    );
    let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let top = format!(
        r#"<Relationships><Relationship Id="r" Type="{office}/officeDocument" Target="{main}"/></Relationships>"#
    );
    let own = format!("<Relationships>{}</Relationships>", relations.replace("TYPE", office));
    let at = format!("{folder}/_rels/{name}.rels");
    archive(&[
        ("[Content_Types].xml", types.as_bytes()),
        ("_rels/.rels", top.as_bytes()),
        (main, body.as_bytes()),
        (&at, own.as_bytes()),
        (further.0, further.1.as_bytes()),
    ])
}

fn docx(body: &str) -> Vec<u8> {
    let body = format!(r#"<w:document xmlns:w="w" xmlns:r="r"><w:body>{body}</w:body></w:document>"#);
    office("word/document.xml", "wordprocessingml.document", &body, "", ("word/x.xml", "<x/>"))
}

fn xlsx(cells: &str, strings: &str) -> Vec<u8> {
    let relations = r#"<Relationship Id="r1" Type="TYPE/worksheet" Target="s.xml"/><Relationship Id="r2" Type="TYPE/sharedStrings" Target="t.xml"/>"#;
    let book = r#"<workbook><sheets><sheet name="S" r:id="r1"/></sheets></workbook>"#;
    let sheet = format!("<worksheet><sheetData>{cells}</sheetData></worksheet>");
    let types = "spreadsheetml.sheet";
    let whole = office("xl/workbook.xml", types, book, relations, ("xl/s.xml", &sheet));
    if strings.is_empty() {
        return whole;
    }
    // One part more.
    let mut zip = ZipWriter::new_append(Cursor::new(whole)).unwrap();
    zip.start_file("xl/t.xml", SimpleFileOptions::default()).unwrap();
    zip.write_all(format!("<sst>{strings}</sst>").as_bytes()).unwrap();
    zip.finish().unwrap().into_inner()
}

/// A text again and again, up to so many bytes.
fn filled(text: &str, bytes: usize) -> String {
    text.repeat(bytes / text.len())
}

type Made = fn(usize, usize) -> Vec<u8>;

/// Kinds of hostile files, each made for a size of the file and of what is unpacked.
const KINDS: [(&str, Made); 22] = [
    ("text.docx", |_, unpacked| docx(&format!("<w:p><w:r><w:t>{}</w:t></w:r></w:p>", filled("word ", unpacked)))),
    ("paragraphs.docx", |_, unpacked| docx(&filled("<w:p><w:r><w:t>a</w:t></w:r></w:p>", unpacked))),
    ("empty.docx", |_, unpacked| docx(&filled("<w:p/>", unpacked))),
    ("cells.docx", |_, unpacked| {
        docx(&format!("<w:tbl>{}</w:tbl>", filled("<w:tr><w:tc><w:p/></w:tc><w:tc/></w:tr>", unpacked)))
    }),
    ("attributes.docx", |_, unpacked| docx(&filled("<w:p a=\"1\" b=\"2\" c=\"3\" d=\"4\"/>", unpacked))),
    ("strings.xlsx", |_, unpacked| xlsx("<row><c t=\"s\"><v>0</v></c></row>", &filled("<si><t>a</t></si>", unpacked))),
    ("runs.xlsx", |_, unpacked| {
        xlsx("<row><c t=\"s\"><v>0</v></c></row>", &format!("<si>{}</si>", filled("<r><t>a</t></r>", unpacked)))
    }),
    ("cells.xlsx", |_, unpacked| xlsx(&filled("<row><c><v>1</v></c><c><v>2</v></c></row>", unpacked), "")),
    ("wide.xlsx", |_, unpacked| {
        xlsx(&format!("<row>{}</row>", filled("<c t=\"inlineStr\"><is><t>a</t></is></c>", unpacked)), "")
    }),
    ("repeated.xlsx", |_, unpacked| {
        xlsx(
            &filled("<row><c t=\"s\"><v>0</v></c></row>", unpacked / 16),
            &format!("<si><t>{}</t></si>", filled("long ", 30_000)),
        )
    }),
    ("paragraphs.html", |file, _| format!("<html><body>{}", filled("<p>a", file)).into_bytes()),
    ("deep.html", |file, _| format!("<html><body>{}", filled("<b><div>", file)).into_bytes()),
    ("attributes.html", |file, _| format!("<html><body>{}", filled("<p a b c d e f>", file)).into_bytes()),
    ("spans.html", |file, _| {
        format!("<html><body><table>{}", filled("<tr><td rowspan=65534 colspan=1000>x<td>y", file)).into_bytes()
    }),
    ("list.json", |file, _| format!("[{}0]", filled("0,", file)).into_bytes()),
    ("lists.json", |file, _| format!("[{}0]", filled("[],", file)).into_bytes()),
    ("objects.json", |file, _| format!("[{}0]", filled("{\"a\":{\"b\":1}},", file)).into_bytes()),
    ("commas.csv", |file, _| filled(",,,,,,,,\n", file).into_bytes()),
    ("parts.eml", |file, _| {
        let head = "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n";
        format!("{head}{}", filled("--b\nContent-Type: text/plain\n\na\n", file)).into_bytes()
    }),
    ("fields.eml", |file, _| format!("From: a@a.example\n{}\n\nhello", filled("a:b\n", file)).into_bytes()),
    ("addresses.eml", |file, _| format!("From: a@a.example\nTo: {}a\n\nhello", filled("a,", file)).into_bytes()),
    ("groups.rtf", |file, _| format!("{{\\rtf1 {}", filled("{\\b a}\\par ", file)).into_bytes()),
];

/// Names the kind that a process of its own reads: what an earlier one gave back says nothing about the next.
const KIND: &str = "EDITH_MEMORY_KIND";

/// How much of the greatest sizes is tried: all of it with `FULL=1`, which takes minutes in a build that is not optimised.
fn part() -> usize {
    if std::env::var_os("FULL").is_some() { 1 } else { 16 }
}

/// Peak megabytes of the reading of a file of this kind, with the file, and how it ended.
fn peak((name, made): &(&str, Made)) -> (u64, String) {
    let file = made(FILE / part(), UNPACKED / part());
    let before = megabytes("VmRSS");
    forget();
    let end = match read(&Input::new(&file, name, ""), Limits::default(), &mut |_, _| {}) {
        Ok(read) => format!("{} pages, {:?}", read.document.pages.len(), read.document.warnings),
        Err(error) => format!("{error}"),
    };
    (megabytes("VmHWM").saturating_sub(before) + (file.len() as u64 >> 20), end.chars().take(120).collect())
}

#[test]
fn no_file_takes_more_than_600_megabytes() {
    if let Ok(kind) = std::env::var(KIND) {
        let (peak, end) = peak(KINDS.iter().find(|(name, _)| *name == kind).unwrap());
        println!("PEAK {peak} {end}");
        return;
    }
    // The control: the measure sees what is taken.
    forget();
    let before = megabytes("VmRSS");
    let taken = vec![1_u8; 64 << 20];
    assert!(megabytes("VmHWM") >= before + 60, "{}", taken.len());
    drop(taken);
    let mut over = Vec::new();
    for (name, _) in KINDS {
        let test = std::env::current_exe().unwrap();
        let output = std::process::Command::new(test).arg("--nocapture").env(KIND, name).output().unwrap();
        let told = String::from_utf8_lossy(&output.stdout).into_owned();
        let peak = told.split("PEAK ").nth(1).unwrap_or_else(|| panic!("{name}: {told}"));
        println!("{name}: {}", peak.lines().next().unwrap_or_default());
        let megabytes: u64 = peak.split_whitespace().next().unwrap().parse().unwrap();
        if megabytes > MOST {
            over.push(format!("{name}: {megabytes} MB"));
        }
    }
    assert!(over.is_empty(), "{over:?}");
}
