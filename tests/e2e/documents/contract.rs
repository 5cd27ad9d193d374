//! Documents through the contract alone: added in parts, read, shown by page, searched, listed, deleted; locked ones; pictures of text.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use edith_lab::browser::Extension;
use edith_lab::papers::{Pdf, PdfPage, contract, price_list};
use serde_json::{Value, json};

use super::super::browser;
use super::{add, page, read};

/// The code with which a command is refused.
async fn refused(extension: &Extension, command: Value) -> String {
    let answer = extension.command(command).await.unwrap();
    assert_eq!(answer["ok"], false, "{answer}");
    assert!(answer["error"]["message"].as_str().is_some_and(|words| words.len() > 10), "{answer}");
    answer["error"]["code"].as_str().unwrap().to_owned()
}

async fn shown(extension: &Extension, id: &str, page: u32) -> Value {
    extension.accepted(json!({ "type": "DOCUMENT_PAGE", "documentId": id, "page": page })).await.unwrap()
}

/// The texts of a page's blocks of that kind.
fn of_kind(page: &Value, kind: &str) -> Vec<String> {
    let blocks = page["blocks"].as_array().unwrap().iter().filter(|block| block["kind"] == kind);
    blocks.map(|block| block["text"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_script_adds_reads_searches_and_deletes_documents() {
    let browser = browser().await;
    let extension = browser.open_bare().await.unwrap();
    let bytes = contract();
    let (first, second) = bytes.split_at(999);
    let command =
        |data: &[u8]| json!({ "type": "DOCUMENT_ADD", "name": "lease.pdf", "mime": "", "data": STANDARD.encode(data) });
    let added = extension.accepted(command(first)).await.unwrap();
    let lease = added["documentId"].as_str().unwrap().to_owned();
    let mut more = command(second);
    more["documentId"] = json!(lease);
    assert_eq!(extension.accepted(more).await.unwrap()["documentId"], lease.as_str());
    let prices = add(&extension, "prices.xlsx", &price_list()).await;

    let told = read(&extension, &lease).await["document"].clone();
    assert_eq!((told["kind"].as_str(), told["pages"].as_u64()), (Some("pdf"), Some(3)), "{told}");
    assert_eq!((told["size"].as_u64(), told["state"].as_str()), (Some(bytes.len() as u64), Some("read")), "{told}");
    assert_eq!((told["ocrPages"].as_u64(), told["warnings"].as_array().map(Vec::len)), (Some(0), Some(0)), "{told}");
    let second = shown(&extension, &lease, 2).await;
    assert_eq!(of_kind(&second, "heading"), ["3 Term and notice", "4 Repairs"], "{second}");
    assert_eq!(of_kind(&second, "header"), ["Lease, Mill Lane 4"], "{second}");
    assert_eq!(of_kind(&second, "footer"), ["Page 2 of 3"], "{second}");
    assert!(of_kind(&second, "paragraph")[0].contains("a notice period of three months to the end"), "{second}");
    for block in second["blocks"].as_array().unwrap() {
        let side = |name: &str| block["box"][name].as_f64().unwrap();
        let (right, bottom) = (side("left") + side("width"), side("top") + side("height"));
        assert!(side("left") > 0.0 && side("top") > 0.0 && right < 1.0 && bottom < 1.0, "{block}");
    }
    let told = read(&extension, &prices).await["document"].clone();
    assert_eq!((told["kind"].as_str(), told["tables"].as_u64()), (Some("xlsx"), Some(1)), "{told}");
    let sheet = shown(&extension, &prices, 1).await;
    assert_eq!(sheet["name"], "Prices", "{sheet}");
    let table = sheet["blocks"].as_array().unwrap().iter().find(|block| block["kind"] == "table").unwrap();
    assert_eq!(table["rows"][0], json!(["Article", "Category", "Price", "Stock"]), "{table}");
    assert_eq!(table["rows"][2], json!(["Reading lamp", "lamp", "23.4", "12"]), "{table}");

    let search =
        |query: &str, documents: Value| json!({ "type": "DOCUMENT_SEARCH", "query": query, "documents": documents });
    let hits = extension.accepted(search("notice period", Value::Null)).await.unwrap();
    let best = &hits["hits"][0];
    assert_eq!((best["documentId"].as_str(), best["page"].as_u64()), (Some(lease.as_str()), Some(2)), "{hits}");
    let hits = extension.accepted(search("notice period", json!([prices]))).await.unwrap();
    assert_eq!(hits["hits"], json!([]), "the contract was not asked for");
    let hits = extension.accepted(search("reading lamp", Value::Null)).await.unwrap();
    assert_eq!(hits["hits"][0]["documentId"], prices.as_str(), "{hits}");

    let list = extension.accepted(json!({ "type": "DOCUMENT_LIST" })).await.unwrap();
    let names: Vec<&str> =
        list["documents"].as_array().unwrap().iter().filter_map(|one| one["name"].as_str()).collect();
    assert_eq!(names, ["prices.xlsx", "lease.pdf"], "newest first");
    let page_of = |id: &str, page: u32| json!({ "type": "DOCUMENT_PAGE", "documentId": id, "page": page });
    assert_eq!(refused(&extension, page_of(&lease, 4)).await, "no_page");
    extension.accepted(json!({ "type": "DOCUMENT_DELETE", "documentId": lease })).await.unwrap();
    for command in
        [json!({ "type": "DOCUMENT_READ", "documentId": lease }), page_of(&lease, 2), search("rent", json!([lease]))]
    {
        assert_eq!(refused(&extension, command).await, "unknown_document");
    }
    let hits = extension.accepted(search("notice period", Value::Null)).await.unwrap();
    assert_eq!(hits["hits"], json!([]), "nothing of it is left in the index");
}

#[tokio::test]
async fn a_locked_document_opens_with_its_password_alone_which_is_kept_nowhere() {
    let browser = browser().await;
    let extension = browser.open_bare().await.unwrap();
    let paper = PdfPage::of("# Salaries\nThe salary of Ada Berger is 4,810.00 euros.")
        .link([72.0, 80.0, 90.0, 20.0], "http://pay.example/x");
    let locked = Pdf::new("Salaries").page(paper).locked("sesame77").bytes();
    assert!(!String::from_utf8_lossy(&locked).contains("pay.example"), "it is not encrypted");
    let id = add(&extension, "salaries.pdf", &locked).await;
    let with = |password: &str| json!({ "type": "DOCUMENT_READ", "documentId": id, "password": password });
    assert_eq!(refused(&extension, json!({ "type": "DOCUMENT_READ", "documentId": id })).await, "needs_password");
    assert_eq!(refused(&extension, with("sesame78")).await, "wrong_password");
    assert_eq!(
        refused(&extension, json!({ "type": "DOCUMENT_PAGE", "documentId": id, "page": 1 })).await,
        "needs_password"
    );
    let told = extension.accepted(with("sesame77")).await.unwrap();
    assert_eq!(
        (told["document"]["pages"].as_u64(), told["document"]["title"].as_str()),
        (Some(1), Some("Salaries")),
        "{told}"
    );
    let first = shown(&extension, &id, 1).await;
    assert!(first["text"].as_str().unwrap().contains("4,810.00"), "{first}");
    assert_eq!(first["links"][0]["url"], "http://pay.example/x", "{first}");
    let everything =
        "(async () => JSON.stringify([await chrome.storage.local.get(), await chrome.storage.session.get()]))()";
    let stored = extension.page().eval(everything).await.unwrap();
    assert!(!stored.to_string().contains("sesame77"));
}

const SIGN: &str = "data:text/html,<body style='font: 26px/1.6 Liberation Serif, serif; width: 800px; margin: 40px'>\
<h1>Delivery note 4711</h1><p>The goods were handed over on 12 August 2026 at the northern gate.</p>\
<p>Seventeen crates of window glass, two of them broken.</p><p>Received by Margarete Holm.</p>";

#[tokio::test]
async fn text_in_pictures_is_recognised_and_said_to_be() {
    let browser = browser().await;
    let extension = browser.open_bare().await.unwrap();
    let sign = browser.open_page(SIGN).await.unwrap();
    let metrics = json!({ "width": 900, "height": 1270, "deviceScaleFactor": 1, "mobile": false });
    sign.send("Emulation.setDeviceMetricsOverride", metrics).await.unwrap();
    let mut pictures = Vec::new();
    for format in ["png", "jpeg"] {
        let taken = sign.send("Page.captureScreenshot", json!({ "format": format })).await.unwrap();
        pictures.push(STANDARD.decode(taken["data"].as_str().unwrap()).unwrap());
    }
    let scan =
        Pdf::new("Scan").page(PdfPage::of("A covering letter.")).page(PdfPage::scanned(pictures[1].clone(), 900, 1270));
    for (name, bytes, number, recognised) in [("note.png", &pictures[0], 1, 1), ("scan.pdf", &scan.bytes(), 2, 1)] {
        let id = add(&extension, name, bytes).await;
        let told = read(&extension, &id).await;
        assert_eq!(told["document"]["ocrPages"], recognised, "{name}: {told}");
        assert_eq!(told["document"]["warnings"][0]["code"], "recognised", "{name}: {told}");
        let text = page(&extension, &id, number).await.split_whitespace().collect::<Vec<_>>().join(" ");
        for words in [
            "Delivery note 4711",
            "handed over on 12 August 2026 at the northern gate",
            "Seventeen crates",
            "Margarete Holm",
        ] {
            assert!(text.contains(words), "{name}: {words}: {text}");
        }
    }
}
