//! Search by meaning: vectors of a served model, kept through the death of all that made them, and a control by words alone.

use edith_lab::browser::{Extension, SeenEvent};
use edith_lab::model_server::Script;
use serde_json::{Value, json};

use super::super::SOON;
use super::super::lab::{Lab, RUN};
use super::{add, kill_reader, read};

/// Pages of one chunk each. No word of page 33 means a vehicle.
fn notes() -> Vec<u8> {
    let page = |number: usize| match number {
        33 => "Two old automobiles stand behind the barn.".to_owned(),
        _ => format!("This note tells of matter{number} and of nothing else."),
    };
    (1..=80).map(page).collect::<Vec<_>>().join("\u{c}").into_bytes()
}

async fn search(extension: &Extension, query: &str) -> Vec<Value> {
    let command = json!({ "type": "DOCUMENT_SEARCH", "query": query, "limit": 3 });
    extension.accepted(command).await.unwrap()["hits"].as_array().unwrap().clone()
}

/// The page, and how well words and vectors fit.
fn shown(hit: &Value) -> (u64, f64, f64) {
    (hit["page"].as_u64().unwrap(), hit["lexical"].as_f64().unwrap(), hit["semantic"].as_f64().unwrap())
}

fn embedded(event: &SeenEvent, id: &str) -> bool {
    event.kind() == "document_progress" && event.text("documentId") == id && event.message["stage"] == "embed"
}

fn is_done(event: &SeenEvent) -> bool {
    event.message["done"] == 80.0 && event.message["total"] == 80.0
}

#[tokio::test]
async fn a_paraphrase_is_found_by_meaning_and_not_by_words() {
    let lab = Lab::with(Script::default()).await;
    let id = add(&lab.extension, "notes.txt", &notes()).await;
    assert_eq!(read(&lab.extension, &id).await["document"]["pages"], 80);
    // The control.
    assert!(search(&lab.extension, "vehicle").await.is_empty());
    assert!(lab.model.embedded().is_empty(), "nothing is sent before a model is set");

    lab.extension.change_settings(json!({ "embeddingModel": "embed-small" })).await.unwrap();
    let first = lab.extension.event_count();
    assert_eq!(read(&lab.extension, &id).await["ok"], true);
    let told = |event: &SeenEvent| embedded(event, &id);
    lab.extension.wait_event_from(first, "the first vectors", told, SOON).await.unwrap();
    assert!(lab.browser.kill_worker().await.unwrap());
    kill_reader(&lab.browser).await;
    // Whoever comes next goes on.
    let hits = search(&lab.extension, "matter7").await;
    assert_eq!(hits[0]["page"], 7, "{hits:?}");
    lab.extension
        .wait_event_from(first, "all vectors", |event| embedded(event, &id) && is_done(event), RUN)
        .await
        .unwrap();
    let hits = search(&lab.extension, "vehicle").await;
    assert_eq!(shown(&hits[0]), (33, 0.0, 1.0), "{hits:?}");
    let hits = search(&lab.extension, "matter7").await;
    assert_eq!(shown(&hits[0]), (7, 1.0, 1.0), "{hits:?}");

    // They are kept: a new page of the reader finds them, and nothing but the query is sent.
    let batches = |bodies: Vec<Value>| bodies.iter().filter(|body| body["input"].as_array().unwrap().len() > 1).count();
    let before = batches(lab.model.embedded());
    assert!((3..=4).contains(&before), "80 passages, 32 at once, and one batch that may have been cut: {before}");
    assert!(kill_reader(&lab.browser).await);
    assert_eq!(search(&lab.extension, "vehicle").await[0]["page"], 33);
    assert_eq!(read(&lab.extension, &id).await["document"]["warnings"], json!([]));
    assert_eq!(batches(lab.model.embedded()), before);

    // Without a server for it the words are found as ever.
    lab.extension.change_settings(json!({ "embeddingModel": "" })).await.unwrap();
    let requests = lab.model.embedded().len();
    assert!(search(&lab.extension, "vehicle").await.is_empty());
    assert_eq!(search(&lab.extension, "matter7").await[0]["page"], 7);
    assert_eq!(lab.model.embedded().len(), requests);
}

#[tokio::test]
async fn the_options_have_a_field_for_the_embedding_model() {
    let lab = Lab::with(Script::default()).await;
    let page = lab.browser.open_extension("options.html").await.unwrap();
    let script = |what: &str| {
        format!(
            "new Promise(async (done) => {{
                let field;
                while (!(field = document.querySelector('#server-embedding-model'))) await new Promise((next) => setTimeout(next, 20));
                {what}
            }})"
        )
    };
    let typed = script(
        "field.value = ' embed-small '; field.dispatchEvent(new Event('change', { bubbles: true })); done(field.getAttribute('aria-describedby'));",
    );
    let note = page.page().eval(&typed).await.unwrap();
    let stored = async || lab.extension.storage_get("edith_settings").await.unwrap()["embeddingModel"].clone();
    let started = std::time::Instant::now();
    while stored().await != "embed-small" {
        assert!(started.elapsed() < SOON, "the model was not stored");
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    let words = page.page().eval(&format!("document.getElementById({note}).textContent")).await.unwrap();
    assert!(words.as_str().unwrap().contains("sent to this server"), "{words}");
}
