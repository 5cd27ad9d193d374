//! Without a model: what ordinary people ask for first, on real pages through the shipped extension. Nine of ten are done; what is not ends with buttons,
//! each of which leads to something that is.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use edith_lab::browser::{Browser, Extension, Page, SeenEvent};
use edith_lab::sites::Sites;
use serde_json::json;

use super::browser;
use super::lab::RUN;

/// What is asked, on which page, and what shows that it is done: words of the answer, or what is there on the page afterwards.
struct Request {
    words: &'static str,
    page: On,
    shows: Shows,
}

#[derive(Clone, Copy)]
enum On {
    Shop,
    Product,
    Article,
    Form,
    Cookies,
    Results,
}

enum Shows {
    Answer(&'static str),
    /// Holds in the tab.
    Page(&'static str),
    /// In the shop's cart.
    Cart(&'static str),
    Tool(&'static str),
    Buttons,
}

const REQUESTS: [Request; 10] = [
    Request { words: "What does the reading lamp cost?", page: On::Shop, shows: Shows::Answer("18.50") },
    Request {
        words: "show me the cheapest mug",
        page: On::Shop,
        shows: Shows::Page("document.title.includes('Mug, blue')"),
    },
    Request { words: "Can you give me a short summary of this page?", page: On::Article, shows: Shows::Answer("- ") },
    Request {
        words: "please fill in my name Ada Lovelace and my e-mail ada@example.org",
        page: On::Form,
        shows: Shows::Page(
            "document.querySelector('[name=name]').value === 'Ada Lovelace' && document.querySelector('[name=email]').value === 'ada@example.org'",
        ),
    },
    Request {
        words: "accept the cookies",
        page: On::Cookies,
        shows: Shows::Page("document.getElementById('cover') === null"),
    },
    Request {
        words: "search the web for used bikes",
        page: On::Shop,
        shows: Shows::Page("document.body.innerText.includes('Results for used bikes')"),
    },
    Request {
        words: "go to the next page",
        page: On::Results,
        shows: Shows::Page("document.body.innerText.includes('from number 11')"),
    },
    Request { words: "Leg das bitte in den Warenkorb", page: On::Product, shows: Shows::Cart("teapot") },
    Request { words: "Mach bitte einen Screenshot", page: On::Shop, shows: Shows::Tool("screenshot") },
    Request { words: "Plan a birthday party for my daughter", page: On::Shop, shows: Shows::Buttons },
];

/// The browser reaches no network: what a search engine answers is put in its place.
async fn answers_searches(browser: &Browser, page: &Page) {
    let beside = browser.attach(page.target_id()).await.unwrap();
    let mut paused = beside.subscribe("Fetch.requestPaused");
    beside.send("Fetch.enable", json!({ "patterns": [{ "urlPattern": "https://duckduckgo.com/*" }] })).await.unwrap();
    tokio::spawn(async move {
        while let Ok(event) = paused.next(RUN).await {
            let address = event.params["request"]["url"].as_str().unwrap_or_default();
            let from = if address.contains("s=11") { 11 } else { 1 };
            let html = format!(
                "<!doctype html><html lang=en><title>Search</title><h1>Results for used bikes from number {from}</h1>
                 <p><a href='https://bikes.example/1'>Bikes, hardly used</a></p>
                 <p><a href='/?q=used%20bikes&s=11'>Next page</a></p></html>"
            );
            let answer = json!({
                "requestId": event.params["requestId"],
                "responseCode": 200,
                "responseHeaders": [{ "name": "content-type", "value": "text/html; charset=utf-8" }],
                "body": STANDARD.encode(html),
            });
            // Fails only where the tab is gone, and nothing is asked any more.
            drop(beside.send("Fetch.fulfillRequest", answer).await);
        }
    });
}

fn address(sites: &Sites, on: On) -> String {
    match on {
        On::Shop => sites.shop_url.clone(),
        On::Product => format!("{}/product/teapot", sites.shop_url),
        On::Article => sites.page_url("article"),
        On::Form => sites.form_url.clone(),
        On::Cookies => sites.page_url("covered"),
        On::Results => "https://duckduckgo.com/?q=used%20bikes".to_owned(),
    }
}

/// Asks for it in a new tab with that page; returns the end, the tab, and the tools that were used.
async fn asked(browser: &Browser, panel: &Extension, url: &str, words: &str) -> (SeenEvent, Page, Vec<String>) {
    let page = browser.open_blank().await.unwrap();
    answers_searches(browser, &page).await;
    page.goto(url).await.unwrap();
    let tab = panel.tab_id(url).await.unwrap();
    let run = panel.run_agent(words, tab).await.unwrap();
    let end = |event: &SeenEvent| event.run_id() == run.run_id && matches!(event.kind(), "agent_done" | "agent_ask");
    let (_, done) = panel.wait_event_from(run.first_event, words, end, RUN).await.unwrap();
    assert_eq!(done.kind(), "agent_done", "{words}: nothing of this is grave: {}", done.message);
    let tools = panel.events_since(run.first_event).iter().map(|event| event.text("tool").to_owned()).collect();
    (done, page, tools)
}

#[tokio::test]
async fn ten_ordinary_requests_end_with_what_was_asked_or_with_buttons_that_work() {
    let sites = Sites::start().await.unwrap();
    let browser = browser().await;
    let panel = browser.open_extension("sidepanel.html").await.unwrap();
    for Request { words, page, shows } in &REQUESTS {
        let url = address(&sites, *page);
        let (done, page, tools) = asked(&browser, &panel, &url, words).await;
        let told = done.text("summary");
        if !matches!(shows, Shows::Buttons) {
            assert_eq!(done.text("outcome"), "completed", "{words}: {told}");
        }
        match shows {
            Shows::Answer(part) => assert!(told.contains(part), "{words}: {told}"),
            Shows::Page(condition) => {
                let holds = page.wait_for(condition, RUN).await;
                holds.unwrap_or_else(|error| panic!("{words}: {told} {error}"));
            }
            Shows::Cart(product) => {
                let cart = sites.state().shop.cart;
                assert!(cart.iter().any(|line| line.id == *product), "{words}: {told} {cart:?}");
            }
            Shows::Tool(tool) => assert!(tools.iter().any(|used| used == tool), "{words}: {tools:?}"),
            Shows::Buttons => {
                assert!(tools.iter().all(String::is_empty), "{words}: nothing is done: {tools:?}");
                let offered = done.message["suggestions"].as_array().cloned().unwrap_or_default();
                assert_eq!(offered.len(), 3, "{words}: {told}");
                for one in offered.iter().filter(|one| one["mode"].is_null()) {
                    let pressed = one["text"].as_str().unwrap().replacen('…', "lamp", 1);
                    let (after, ..) = asked(&browser, &panel, &url, &pressed).await;
                    assert_eq!(after.text("outcome"), "completed", "{pressed}: {}", after.text("summary"));
                }
            }
        }
    }
}
