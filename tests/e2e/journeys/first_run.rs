//! The first hour: a model on this computer, a key that does not work yet, and no model at all; each up to a first task.

use edith_lab::browser::{Browser, Extension};
use edith_lab::model_server::{ModelServer, Reply, Request};
use edith_lab::sample::sample;
use edith_lab::sites::Sites;
use serde_json::json;

use super::walker::{WAYS, Walker, Way};
use crate::start::with_ollama;

/// Anthropic's keys look like this; the browsers of the tests reach no provider.
const KEY: &str =
    "sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqr-AAAAAAAA";

async fn first_page(browser: &Browser, way: Way) -> Extension {
    let options = browser.open_extension("options.html").await.unwrap();
    options.change_settings(json!({ "language": way.language })).await.unwrap();
    options.close().await.unwrap();
    browser.open_extension("sidepanel.html").await.unwrap()
}

async fn task(walker: &Walker<'_>, words: &str) {
    walker.write(&walker.words.get("message"), words).await;
    walker.press_key("send").await;
}

async fn local(way: Way, axe: Option<&str>) {
    // A small model: its test found that it calls no tools, so it writes its actions.
    let answer = |request: &Request| match request.body.to_string().contains("do something") {
        true => Reply::text("<thought>Easy.</thought><action>task_complete(summary=\"Done with it.\")</action>"),
        false => Reply::text("OK"),
    };
    let server = ModelServer::start(answer).await.unwrap();
    let browser = with_ollama(&server).await;
    let panel = first_page(&browser, way).await;
    let mut walker = Walker::at(&panel, way, axe).await;
    let name = walker.words.fill("use_named", "server", "Ollama · scripted");
    walker.until("document.querySelector('#find-local')?.disabled === false").await;
    walker.look("the cards, with a model found").await;
    walker.press(&name).await;
    walker.until("document.querySelector('.start__card .test--works') !== null").await;
    walker.look("a model that works").await;
    walker.press_key("start_begin").await;
    task(&walker, "do something").await;
    walker.reads("Done with it.").await;
    walker.end();
}

async fn key(way: Way, axe: Option<&str>) {
    let browser = crate::browser().await;
    let panel = first_page(&browser, way).await;
    let mut walker = Walker::at(&panel, way, axe).await;
    walker.until("document.querySelector('#find-local')?.disabled === false").await;
    walker.write(&walker.words.get("start_key"), KEY).await;
    walker.page().press("Enter", 13).await.unwrap();
    walker.until("document.querySelector('#start-key-whose')?.value === 'anthropic'").await;
    walker.reads_key("keep_anyway").await;
    walker.look("a server that is not reached").await;
    walker.press_key("keep_anyway").await;
    walker.press_key("start_begin").await;
    walker.until("document.querySelector('.start') === null").await;
    let stored = panel.storage_get("edith_settings").await.unwrap().to_string();
    let shown = walker.page().eval("document.documentElement.outerHTML").await.unwrap();
    assert!(!shown.as_str().unwrap().contains(KEY), "the key is shown");
    assert!(panel.storage_get("edith_api_key").await.unwrap() == KEY || stored.contains(KEY), "{stored}");
    walker.end();
}

async fn without(way: Way, axe: Option<&str>) {
    let sites = Sites::start().await.unwrap();
    let browser = crate::browser().await;
    let panel = first_page(&browser, way).await;
    let mut walker = Walker::at(&panel, way, axe).await;
    walker.press_key("start_without").await;
    walker.until("document.querySelector('.start') === null").await;
    walker.look("the first page without a model").await;
    task(&walker, &format!("open {}", sites.shop_url)).await;
    walker.until("document.querySelector('.chat') !== null && document.querySelector('.run') === null && document.querySelector('.prose') !== null").await;
    walker.look("what a command did").await;
    assert!(sites.state().requests.iter().any(|request| request.contains("/shop")), "the shop was not opened");
    walker.end();
}

#[tokio::test]
async fn each_way_to_begin_leads_to_a_first_task() {
    let axe = edith_lab::axe::source().unwrap();
    for way in sample("ways through the first run", WAYS.to_vec(), 2) {
        local(way, axe.as_deref()).await;
        key(way, axe.as_deref()).await;
        without(way, axe.as_deref()).await;
    }
}
