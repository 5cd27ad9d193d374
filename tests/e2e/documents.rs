//! Documents are read in the offscreen page: of each kind, hostile ones, and through the death of everything that takes part.

mod asked;
mod brought;
mod contract;
mod meaning;
mod recognition;

use std::time::{Duration, Instant};

use base64::Engine;
use edith_lab::browser::{Browser, Extension};
use edith_lab::papers::{Pdf, PdfPage, contract, docx, hostile, price_list};
use serde_json::{Value, json};

use super::lab::RUN;
use super::{SOON, browser};

/// How soon a hostile file has to be given up, on a busy machine.
const GIVEN_UP: Duration = Duration::from_secs(40);

async fn add(extension: &Extension, name: &str, bytes: &[u8]) -> String {
    let data = base64::engine::general_purpose::STANDARD.encode(bytes);
    let added = json!({ "type": "DOCUMENT_ADD", "name": name, "mime": "", "data": data });
    extension.accepted(added).await.unwrap()["documentId"].as_str().unwrap().to_owned()
}

async fn read(extension: &Extension, id: &str) -> Value {
    extension.command(json!({ "type": "DOCUMENT_READ", "documentId": id })).await.unwrap()
}

async fn page(extension: &Extension, id: &str, page: u32) -> String {
    let command = json!({ "type": "DOCUMENT_PAGE", "documentId": id, "page": page });
    extension.accepted(command).await.unwrap()["text"].as_str().unwrap().to_owned()
}

/// Ends the offscreen page, if there is one.
async fn kill_reader(browser: &Browser) -> bool {
    let targets = browser.targets().await.unwrap();
    let Some(reader) = targets.into_iter().find(|target| target.url.ends_with("/reader/reader.html")) else {
        return false;
    };
    browser.connection().call(None, "Target.closeTarget", json!({ "targetId": reader.id })).await.unwrap();
    true
}

fn long_pdf(pages: usize) -> Vec<u8> {
    let page = |number: usize| PdfPage::of(&format!("# Chapter {number}\nThe word of page {number} is w{number}x."));
    (1..=pages).fold(Pdf::new("Long"), |pdf, number| pdf.page(page(number))).bytes()
}

#[tokio::test]
async fn each_kind_is_read_and_its_progress_told() {
    let browser = browser().await;
    let extension = browser.open_bare().await.unwrap();
    for (name, bytes, kind, words) in [
        ("lease.pdf", contract(), "pdf", "notice"),
        ("letter.docx", docx("# Greeting\nDear reader, all is well."), "docx", "all is well"),
        ("notes.txt", b"Plain words.\n".to_vec(), "text", "Plain words."),
        ("table.csv", b"city;people\nBonn;330000\nMainz;220000\n".to_vec(), "csv", "Mainz"),
    ] {
        let first = extension.event_count();
        let id = add(&extension, name, &bytes).await;
        let read = read(&extension, &id).await;
        assert_eq!(read["ok"], true, "{name}: {read}");
        assert_eq!(read["document"]["kind"], kind, "{name}: {read}");
        let pages = u32::try_from(read["document"]["pages"].as_u64().unwrap()).unwrap();
        let mut text = String::new();
        for number in 1..=pages {
            text += &page(&extension, &id, number).await;
        }
        assert!(text.contains(words), "{name}: {text}");
        let told = |event: &edith_lab::browser::SeenEvent| {
            event.kind() == "document_progress" && event.text("documentId") == id
        };
        extension.wait_event_from(first, "progress", told, SOON).await.unwrap();
    }
}

#[tokio::test]
async fn hostile_files_end_with_a_sentence_and_harm_nobody() {
    let browser = browser().await;
    let extension = browser.open_bare().await.unwrap();
    let mut files: Vec<_> = hostile().into_iter().map(|(name, bytes)| (name.to_owned(), bytes)).collect();
    let mut rng = fastrand::Rng::with_seed(3);
    for (kind, base) in [("pdf", contract()), ("docx", docx("Some words.")), ("xlsx", price_list())] {
        for number in 0..2 {
            let mut bytes = base.clone();
            for _ in 0..rng.usize(1..40) {
                let at = rng.usize(..bytes.len());
                bytes[at] = rng.u8(..);
            }
            files.push((format!("mutated-{number}.{kind}"), bytes));
        }
    }
    for (name, bytes) in files {
        let id = add(&extension, &name, &bytes).await;
        let started = Instant::now();
        let read = read(&extension, &id).await;
        assert!(started.elapsed() < GIVEN_UP, "{name} took {:?}: {read}", started.elapsed());
        let said =
            read["error"]["message"].as_str().is_some_and(|message| message.ends_with('.') && !message.ends_with(".."));
        assert!(read["ok"] == true || said, "{name}: {read}");
    }
    // The control: after all of them a good file is read as ever.
    let id = add(&extension, "lease.pdf", &contract()).await;
    assert_eq!(read(&extension, &id).await["ok"], true);
}

#[tokio::test]
async fn a_reading_outlives_the_offscreen_page_and_the_worker() {
    let browser = browser().await;
    let extension = browser.open_bare().await.unwrap();
    let id = add(&extension, "long.pdf", &long_pdf(120)).await;
    let first = extension.event_count();
    let began = async {
        let told = |event: &edith_lab::browser::SeenEvent| event.kind() == "document_progress";
        extension.wait_event_from(first, "progress", told, RUN).await.unwrap();
        assert!(kill_reader(&browser).await, "there was no page to end");
    };
    let (answer, ()) = tokio::join!(read(&extension, &id), began);
    assert_eq!(answer["document"]["pages"], 120, "{answer}");
    assert!(page(&extension, &id, 77).await.contains("w77x"));
    assert!(browser.kill_worker().await.unwrap());
    assert!(page(&extension, &id, 120).await.contains("w120x"));
    assert!(kill_reader(&browser).await);
    let again = read(&extension, &id).await;
    assert_eq!(again["document"], answer["document"], "what was read is not read again");

    // Without the worker the reading goes on; asked again, it is found read or is waited for.
    let id = add(&extension, "longer.pdf", &long_pdf(150)).await;
    let first = extension.event_count();
    let killed = async {
        let told = |event: &edith_lab::browser::SeenEvent| {
            event.kind() == "document_progress" && event.text("documentId") == id
        };
        extension.wait_event_from(first, "progress", told, RUN).await.unwrap();
        assert!(browser.kill_worker().await.unwrap());
    };
    let command = json!({ "type": "DOCUMENT_READ", "documentId": id });
    // Its answer dies with the worker.
    let (_cut_off, ()) = tokio::join!(extension.command(command), killed);
    assert_eq!(read(&extension, &id).await["document"]["pages"], 150);
    assert!(page(&extension, &id, 149).await.contains("w149x"));
}
