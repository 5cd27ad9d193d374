//! Documents from addresses and tabs: what they are by their content, where redirects may lead, what a tab shows.

use edith_lab::browser::{Browser, Extension, Options};
use edith_lab::internet::{Answer, Hit, Internet};
use edith_lab::papers::contract;
use serde_json::{Value, json};

use super::super::SOON;
use super::{page, read};

const ARTICLE: &str = "<!doctype html><title>The mill is let again</title><nav><a href=/>Home</a> <a href=/s>Sports</a></nav>\
<article><h1>The mill is let again</h1><p>After nine empty years the old mill has a tenant. The town council agreed on Tuesday evening, \
with eleven votes to two, to let the building to a maker of violins.</p><p>The rent is 780 euros a month, which the council called a fair \
price for a house without heating. The new tenant moves in on the first of March.</p><p>Neighbours are pleased, and hope for concerts in \
the yard during the summer months.</p></article><footer>All rights reserved. Cookies.</footer>";

/// Addresses of the person's own network that a public site may try to lead to.
const INSIDE: [&str; 4] = [
    "http://192.168.0.1/lease.pdf",
    "http://printer.local/lease.pdf",
    "http://[fd00::7]/lease.pdf",
    "http://10.0.0.7/lease.pdf",
];

fn answer(hit: &Hit) -> Answer {
    let inside = |number: &str| INSIDE.get(number.parse::<usize>().unwrap_or(usize::MAX)).map(|to| (*to).to_owned());
    match hit.path.as_str() {
        "/go" => Answer::Redirect("http://cdn.example/d?1".into()),
        // Neither its name nor its type tell what it is.
        "/d?1" => Answer::Bytes("application/octet-stream", contract()),
        "/lease.pdf" => Answer::Bytes("application/pdf", contract()),
        "/mill" => Answer::Page(ARTICLE.into()),
        "/round" => Answer::Redirect("http://files.example/round".into()),
        path => match path.strip_prefix("/inside/").and_then(inside) {
            Some(to) => Answer::Redirect(to),
            None => Answer::Missing,
        },
    }
}

async fn start() -> (Internet, Browser, Extension) {
    let internet = Internet::start(answer).await.unwrap();
    let options = Options { flags: internet.flags(), ..Options::with_extension(edith_lab::paths::dist()) };
    let browser = Browser::start(&options).await.unwrap();
    let extension = browser.open_bare().await.unwrap();
    (internet, browser, extension)
}

async fn brought(extension: &Extension, from: Value) -> String {
    let mut command = json!({ "type": "DOCUMENT_ADD" });
    command.as_object_mut().unwrap().extend(from.as_object().unwrap().clone());
    extension.accepted(command).await.unwrap()["documentId"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn an_address_is_followed_to_its_file_but_never_into_the_persons_own_network() {
    let (internet, _browser, extension) = start().await;
    let id = brought(&extension, json!({ "url": "http://files.example/go" })).await;
    let told = read(&extension, &id).await["document"].clone();
    assert_eq!((told["kind"].as_str(), told["url"].as_str()), (Some("pdf"), Some("http://cdn.example/d?1")), "{told}");
    assert!(page(&extension, &id, 2).await.contains("three months"));

    for (index, to) in INSIDE.iter().enumerate() {
        let url = format!("http://files.example/inside/{index}");
        let answer = extension.command(json!({ "type": "DOCUMENT_ADD", "url": url })).await.unwrap();
        assert_eq!(answer["error"]["code"], "address_refused", "{to}: {answer}");
    }
    let hits = internet.hits();
    let asked = |path: &str| hits.iter().filter(|hit| hit.path == path).count();
    assert_eq!(
        (0..INSIDE.len()).map(|index| asked(&format!("/inside/{index}"))).collect::<Vec<_>>(),
        [1; 4],
        "each was asked"
    );
    assert!(hits.iter().all(|hit| hit.host.ends_with(".example")), "asked inside: {hits:?}");
    // The control: what the person names is asked, in the same network.
    let own = brought(&extension, json!({ "url": INSIDE[0] })).await;
    assert_eq!(read(&extension, &own).await["document"]["kind"], "pdf");
    assert!(internet.hits().iter().any(|hit| hit.host == "192.168.0.1"));

    for (url, code) in [
        ("http://files.example/round", "document_not_fetched"),
        ("http://files.example/none", "document_not_fetched"),
        ("ftp://files.example/a", "address_refused"),
    ] {
        let answer = extension.command(json!({ "type": "DOCUMENT_ADD", "url": url })).await.unwrap();
        assert_eq!(answer["error"]["code"], code, "{url}: {answer}");
    }
    let kept = extension.accepted(json!({ "type": "DOCUMENT_LIST" })).await.unwrap();
    assert_eq!(kept["documents"].as_array().unwrap().len(), 2, "what was not fetched leaves nothing: {kept}");
}

#[tokio::test]
async fn a_tab_gives_its_article_or_its_file() {
    let (_internet, browser, extension) = start().await;
    let mut pages = Vec::new();
    for (url, kind, words) in [
        ("http://news.example/mill", "html", "a maker of violins"),
        ("http://files.example/lease.pdf", "pdf", "Mill Lane 4"),
    ] {
        pages.push(browser.open_page_unwaited(url).await.unwrap());
        let loaded = format!("chrome.tabs.query({{ url: '{url}' }}).then(all => all[0]?.status === 'complete')");
        extension.page().wait_for(&loaded, SOON).await.unwrap();
        let tab = extension.tab_id(url).await.unwrap().unwrap();
        let id = brought(&extension, json!({ "tabId": tab })).await;
        let told = read(&extension, &id).await;
        assert_eq!(told["document"]["kind"], kind, "{told}");
        assert_eq!(told["document"]["url"], url, "{told}");
        let text = page(&extension, &id, 1).await;
        assert!(text.contains(words) && !text.contains("Sports") && !text.contains("Cookies"), "{text}");
    }
}
