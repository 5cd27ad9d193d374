//! Languages of the text recognition that a person adds from files.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use edith_lab::browser::{Browser, Extension, Options, Page};
use serde_json::json;

use super::super::lab::RUN;
use super::{add, page, read};

/// A sign that only a model for Greek can read.
const SIGN: &str = "data:text/html;charset=utf-8,<body style='font: 28px/1.6 Liberation Serif, serif; width: 800px; margin: 40px'>\
<h1>Δελτίο παραλαβής</h1><p>Τα εμπορεύματα παραδόθηκαν στη βόρεια πύλη της αποθήκης.</p>\
<p>Ο παραλήπτης υπέγραψε το έγγραφο χωρίς επιφύλαξη.</p>";

/// Chooses a file in the options, and waits for what is said to it.
async fn choose(options: &Page, name: &str, bytes: &[u8]) {
    let give = format!(
        "(() => {{ const bytes = Uint8Array.from(atob('{}'), one => one.charCodeAt(0)); const all = new DataTransfer(); \
         all.items.add(new File([bytes], '{name}')); const field = document.getElementById('language-file'); \
         field.files = all.files; field.dispatchEvent(new Event('change', {{ bubbles: true }})); }})()",
        STANDARD.encode(bytes)
    );
    options.eval(&give).await.unwrap();
}

async fn listed(options: &Page) -> String {
    options
        .eval("document.querySelector('#languages-list ul')?.innerText ?? ''")
        .await
        .unwrap()
        .as_str()
        .unwrap()
        .into()
}

async fn text_of(extension: &Extension, name: &str, picture: &[u8]) -> String {
    let id = add(extension, name, picture).await;
    let told = read(extension, &id).await;
    assert_eq!(told["document"]["ocrPages"], 1, "{told}");
    page(extension, &id, 1).await.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[tokio::test]
async fn a_language_from_a_file_is_used_for_the_next_scan_and_outlives_the_browser() {
    // The build has seen to npm.
    let greek = edith_lab::npm::package("@tesseract.js-data/ell", "1.0.0").unwrap();
    let greek = std::fs::read(greek.join("4.0.0_best_int/ell.traineddata.gz")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let start =
        || Options { profile: Some(folder.path().to_owned()), ..Options::with_extension(edith_lab::paths::dist()) };
    let browser = Browser::start(&start()).await.unwrap();
    let extension = browser.open_extension("options.html").await.unwrap();
    let options = extension.page();
    let sign = browser.open_page(SIGN).await.unwrap();
    let metrics = json!({ "width": 900, "height": 500, "deviceScaleFactor": 1, "mobile": false });
    sign.send("Emulation.setDeviceMetricsOverride", metrics).await.unwrap();
    let taken = sign.send("Page.captureScreenshot", json!({ "format": "png" })).await.unwrap();
    let picture = STANDARD.decode(taken["data"].as_str().unwrap()).unwrap();
    sign.close().await.unwrap();
    options.to_front().await.unwrap();
    options.wait_for("document.querySelectorAll('#languages-list li').length === 2", RUN).await.unwrap();
    let before = text_of(&extension, "before.png", &picture).await;
    assert!(!before.contains("εμπορεύματα"), "{before}");

    // What is no model is refused with the reason, and nothing is kept of it.
    for (name, bytes, reason) in [
        ("letters.txt", b"ell".as_slice(), "traineddata"),
        ("deu.traineddata", b"x", "part of EDITH already"),
        ("ell.traineddata", b"not a model at all", "as a language model"),
        ("ell.traineddata.gz", &greek[..greek.len() / 2], "as a language model"),
    ] {
        choose(options, name, bytes).await;
        let said = format!("document.querySelector('#languages-list .field__error')?.innerText.includes('{reason}')");
        options.wait_for(&said, RUN).await.unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    assert_eq!(options.eval("document.querySelectorAll('#languages-list li').length").await.unwrap(), 2);

    choose(options, "ell.traineddata.gz", &greek).await;
    options.wait_for("document.querySelectorAll('#languages-list li').length === 3", RUN).await.unwrap();
    assert!(listed(options).await.contains("Greek"), "{}", listed(options).await);
    // Read before with other languages, it is read anew once it is deleted.
    let all = extension.accepted(json!({ "type": "DOCUMENT_LIST" })).await.unwrap();
    extension.accepted(json!({ "type": "DOCUMENT_DELETE", "documentId": all["documents"][0]["id"] })).await.unwrap();
    let after = text_of(&extension, "after.png", &picture).await;
    assert!(after.contains("εμπορεύματα") && after.contains("επιφύλαξη"), "{after}");
    browser.close().await.unwrap();

    let browser = Browser::start(&start()).await.unwrap();
    let extension = browser.open_extension("options.html").await.unwrap();
    let options = extension.page();
    options.wait_for("document.querySelectorAll('#languages-list li').length === 3", RUN).await.unwrap();
    options.eval("document.querySelector('#languages-list li button').click()").await.unwrap();
    options.wait_for("document.querySelectorAll('#languages-list li').length === 2", RUN).await.unwrap();
    // Deleting everything deletes languages too.
    choose(options, "ell.traineddata.gz", &greek).await;
    options.wait_for("document.querySelectorAll('#languages-list li').length === 3", RUN).await.unwrap();
    extension.accepted(json!({ "type": "DATA_DELETE" })).await.unwrap();
    options.eval("location.reload()").await.unwrap();
    options.wait_for("document.querySelectorAll('#languages-list li').length === 2", RUN).await.unwrap();
}
