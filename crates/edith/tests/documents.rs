//! The built program reads PDFs and pictures of text in a tab of its browser, and says what it needs for that.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests may panic")]

mod support;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use edith_native::launch::{Launch, Launched};
use edith_native::wire::Connection;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use support::*;
use tokio::runtime::Builder;
use tokio::task::LocalSet;

/// The reader's files: those that are named, or those of a built extension.
fn reader_files() -> Option<PathBuf> {
    let built = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../dist/reader");
    let folder = std::env::var_os("EDITH_READER").map_or_else(built, PathBuf::from);
    let is_there = folder.join("pdfjs/pdf.mjs").is_file() && folder.join("ocr/tesseract.mjs").is_file();
    is_there.then_some(folder)
}

/// The folder, or the test is skipped by name.
macro_rules! reader_files_or_skip {
    ($test:literal) => {
        match reader_files() {
            Some(folder) => folder,
            None => {
                eprintln!("skipped: {} (no built extension: cargo xtask build)", $test);
                return;
            }
        }
    };
}

/// A PDF of one page with this line; with more lines, so many pages.
fn pdf(lines: &[&str]) -> Vec<u8> {
    let kids: Vec<String> = (0..lines.len()).map(|page| format!("{} 0 R", 4 + 2 * page)).collect();
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        format!("<< /Type /Pages /Kids [{}] /Count {} >>", kids.join(" "), lines.len()),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned(),
    ];
    for (page, line) in lines.iter().enumerate() {
        let drawn = format!("BT /F1 14 Tf 72 700 Td ({line}) Tj ET");
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents {} 0 R /Resources << /Font << /F1 3 0 R >> >> >>",
            5 + 2 * page
        ));
        objects.push(format!("<< /Length {} >>\nstream\n{drawn}\nendstream", drawn.len()));
    }
    let mut file = "%PDF-1.4\n".to_owned();
    let mut places = Vec::new();
    for (number, object) in (1..).zip(&objects) {
        places.push(file.len());
        file.push_str(&format!("{number} 0 obj\n{object}\nendobj\n"));
    }
    let table = file.len();
    file.push_str(&format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1));
    places.iter().for_each(|place| file.push_str(&format!("{place:010} 00000 n \n")));
    file.push_str(&format!("trailer << /Size {} /Root 1 0 R >>\nstartxref\n{table}\n%%EOF\n", objects.len() + 1));
    file.into_bytes()
}

/// A picture of a page with these words, as a scanner would make it.
fn scan(words: &str) -> Vec<u8> {
    let runtime = Builder::new_current_thread().enable_all().build().unwrap();
    let page = format!("data:text/html,<body style='margin:60px;font:34px/1.6 serif;background:white'>{words}");
    let drawn = LocalSet::new().block_on(&runtime, async {
        let launched = Launched::start(&Launch::default()).await.unwrap();
        let connection = Connection::open(launched.socket()).await.unwrap();
        let made = connection.call(None, "Target.createTarget", json!({"url": "about:blank"})).await.unwrap();
        let params = json!({"targetId": made["targetId"], "flatten": true});
        let session = connection.call(None, "Target.attachToTarget", params).await.unwrap();
        let session = session["sessionId"].as_str().unwrap().to_owned();
        connection.call(Some(&session), "Page.navigate", json!({"url": page})).await.unwrap();
        let params = json!({"expression": "new Promise((done) => setTimeout(done, 300))", "awaitPromise": true});
        connection.call(Some(&session), "Runtime.evaluate", params).await.unwrap();
        connection.call(Some(&session), "Page.captureScreenshot", json!({"format": "png"})).await.unwrap()
    });
    STANDARD.decode(drawn["data"].as_str().unwrap()).unwrap()
}

/// Asks a question about a document.
fn ask(home: &Path, reader: &Path, name: &str, bytes: &[u8], question: &str) -> Output {
    let file = home.join(name);
    std::fs::write(&file, bytes).unwrap();
    asking(home, reader, &file, question).output().unwrap()
}

fn asking(home: &Path, reader: &Path, file: &Path, question: &str) -> Command {
    let mut command = edith(home);
    command.args(["run", question, "--mode", "documents", "--document"]).arg(file).env("EDITH_READER", reader);
    command
}

const QUESTION: &str = "What is the deposit?";

#[test]
#[ignore = "needs a browser and a built extension: cargo xtask test runs it"]
fn a_pdf_is_read_in_a_tab_of_its_own() {
    let reader = reader_files_or_skip!("a_pdf_is_read_in_a_tab_of_its_own");
    let home = tempfile::tempdir().unwrap();
    let bytes = pdf(&["Lease of 12 Mill Lane", "The deposit is 1,850 euros."]);
    let output = ask(home.path(), &reader, "lease.pdf", &bytes, QUESTION);
    assert_eq!(code(&output), 0, "{}", said(&output));
    assert!(said(&output).contains("1,850"), "{}", said(&output));
}

#[test]
#[ignore = "needs a browser: cargo xtask test runs it"]
fn it_is_said_how_far_a_document_is() {
    let reader = reader_files_or_skip!("it_is_said_how_far_a_document_is");
    let home = tempfile::tempdir().unwrap();
    let pages: Vec<String> = (1..=30).map(|page| format!("The fee of month {page} is 7 euros.")).collect();
    let pages: Vec<&str> = pages.iter().map(String::as_str).collect();
    let file = home.path().join("fees.pdf");
    std::fs::write(&file, pdf(&pages)).unwrap();
    let output = asking(home.path(), &reader, &file, "What is the fee of month 12?").output().unwrap();
    assert!(said(&output).contains("reading a document: page"), "{}", said(&output));
    let output = asking(home.path(), &reader, &file, "What is the fee of month 12?").arg("--json").output().unwrap();
    let told: Vec<Value> = events(&output).into_iter().filter(|event| event["type"] == "document_progress").collect();
    assert_eq!(
        (&told.last().unwrap()["done"], &told.last().unwrap()["total"]),
        (&json!(30.0), &json!(30.0)),
        "{told:?}"
    );
    // A document that needs no reading page by page says nothing about it.
    let file = home.path().join("fees.txt");
    std::fs::write(&file, "The fee of month 12 is 7 euros.").unwrap();
    let output = asking(home.path(), &reader, &file, "What is the fee of month 12?").output().unwrap();
    assert!(!said(&output).contains("recognising"), "{}", said(&output));
}

#[test]
#[ignore = "needs a browser and a built extension: cargo xtask test runs it"]
fn the_words_of_a_scan_are_recognised() {
    let reader = reader_files_or_skip!("the_words_of_a_scan_are_recognised");
    let home = tempfile::tempdir().unwrap();
    let words = "<h1>Lease of 12 Mill Lane</h1><p>The deposit is 1,850 euros.</p><p>The rent is due on the first day of each month.</p>";
    let output = ask(home.path(), &reader, "scan.png", &scan(words), QUESTION);
    assert_eq!(code(&output), 0, "{}", said(&output));
    assert!(said(&output).contains("1,850"), "{}", said(&output));
}

#[test]
#[ignore = "needs a browser and a built extension: cargo xtask test runs it"]
fn a_broken_pdf_ends_with_a_sentence() {
    let reader = reader_files_or_skip!("a_broken_pdf_ends_with_a_sentence");
    let home = tempfile::tempdir().unwrap();
    let output = ask(home.path(), &reader, "broken.pdf", b"%PDF-1.4\nnothing of this is a document", QUESTION);
    assert_eq!(code(&output), 3, "{}", said(&output));
    assert!(said(&output).contains("\"broken.pdf\" is damaged"), "{}", said(&output));
}

#[test]
#[ignore = "needs a browser: cargo xtask test runs it"]
fn what_is_missing_to_read_a_pdf_is_said() {
    let (home, empty) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let output = ask(home.path(), empty.path(), "lease.pdf", &pdf(&["The deposit is 1,850 euros."]), QUESTION);
    assert_eq!(code(&output), 3, "{}", said(&output));
    for named in ["\"lease.pdf\" needs pdf.js", "pdf.mjs", "EDITH_READER"] {
        assert!(said(&output).contains(named), "{named}: {}", said(&output));
    }
    // A file that is read by code alone needs nothing of it.
    let output = ask(home.path(), empty.path(), "lease.txt", b"The deposit is 1,850 euros.", QUESTION);
    assert!(code(&output) == 0 && said(&output).contains("1,850"), "{}", said(&output));
}
