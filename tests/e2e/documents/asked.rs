//! Questions about documents: many at once, quotes that stand and that do not, without a server, a citation opened, deaths.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use edith_lab::browser::{Browser, Extension, Options, RunHandle};
use edith_lab::model_server::{Fault, ModelServer, Reply, Request, Script};
use edith_lab::papers::{contract, price_list};
use edith_lab::sites::Sites;
use serde_json::{Value, json};

use super::super::lab::{Lab, RUN, outcome};
use super::super::{SOON, browser};
use super::{add, kill_reader, page, read};

const NOTICE: &str = "Three months [lease.pdf, p. 2: \"Either party may end it with a notice period of three months to the end of a month\"].";

fn given(name: &str, bytes: &[u8]) -> Value {
    json!({ "name": name, "mime": "", "data": STANDARD.encode(bytes) })
}

/// All that a request says, and the question in it.
fn said(request: &Request) -> (String, String) {
    let all = request.body["messages"].to_string().replace("\\n", "\n");
    let question = all.split("QUESTION: ").nth(1).unwrap_or_default().lines().next().unwrap_or_default();
    let question = question.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '?').to_owned();
    (all, question)
}

/// The answers as they were told last.
fn answers(extension: &Extension, run: &RunHandle) -> Vec<Value> {
    let told = extension.events_since(run.first_event);
    let of_run = told.iter().rev().filter(|event| event.run_id() == run.run_id);
    of_run.filter_map(|event| event.message["answers"].as_array().cloned()).next().unwrap_or_default()
}

#[tokio::test]
async fn of_twelve_questions_one_fails_and_each_quote_is_compared_with_its_page() {
    let script = Script::always(|request| {
        let (all, question) = said(request);
        assert!(all.contains("notice period of three months"), "the contract is in the prompt");
        match question.split(' ').next().unwrap_or_default() {
            "Q3" => Reply::error(400, "bad_request", "no"),
            // On another page, and with another figure.
            "Q5" => Reply::text("Three months [lease.pdf, p. 1: \"notice period of three months\"]."),
            "Q7" => Reply::text("Six weeks [lease.pdf, p. 2: \"a notice period of six weeks\"]."),
            "Q9" => Reply::text("The documents do not say. [none]"),
            _ => Reply::text(NOTICE),
        }
    });
    let lab = Lab::with(script).await;
    let questions: Vec<String> = (1..=12).map(|number| format!("Q{number} What is the notice period?")).collect();
    let command =
        json!({ "type": "DOCUMENT_ASK", "questions": questions, "documents": [given("lease.pdf", &contract())] });
    let run = lab.extension.start_run(command).await.unwrap();
    let done = lab.done(&run).await;
    assert_eq!(outcome(&done), "partial", "{}", done.message);
    let answers = answers(&lab.extension, &run);
    assert_eq!(answers.iter().map(|one| one["question"].as_str().unwrap()).collect::<Vec<_>>(), questions);
    for (number, one) in (1..).zip(&answers) {
        let state = match number {
            3 => "failed",
            5 | 7 => "unconfirmed",
            _ => "done",
        };
        assert_eq!(one["state"], state, "{one}");
        let citations = one["citations"].as_array().map(Vec::as_slice).unwrap_or_default();
        let seen: Vec<(u64, bool)> = citations
            .iter()
            .map(|citation| (citation["page"].as_u64().unwrap(), citation["confirmed"].as_bool().unwrap()))
            .collect();
        match number {
            3 | 9 => assert_eq!(seen, [], "{one}"),
            5 | 7 => assert!(!seen.is_empty() && seen.iter().all(|(_, confirmed)| !confirmed), "{one}"),
            _ => assert_eq!(seen, [(2, true)], "{one}"),
        }
    }
    assert_eq!(answers[8]["answer"], "The documents do not say.");
    // Only doubtful answers are asked for again; the one that failed at the server is not.
    let asked = |name: &str| lab.model.requests().iter().filter(|request| said(request).1.starts_with(name)).count();
    assert_eq!((asked("Q1 "), asked("Q5 "), asked("Q9 ")), (1, 2, 1));
    let summary = done.text("summary");
    assert!(questions.iter().all(|question| summary.contains(question.as_str())), "{summary}");
    assert!(
        summary.matches("[lease.pdf, p. 2]").count() >= 8 && summary.contains("The documents do not say."),
        "{summary}"
    );
}

#[tokio::test]
async fn without_a_server_a_contract_and_a_price_list_are_answered() {
    let browser = browser().await;
    let extension = browser.open_bare().await.unwrap();
    let questions =
        ["Find the notice period.", "Sum of column Price where Category = lamp", "Who insures the zeppelin?"];
    let documents = [given("lease.pdf", &contract()), given("prices.xlsx", &price_list())];
    let command = json!({ "type": "DOCUMENT_ASK", "questions": questions, "documents": documents });
    let run = extension.start_run(command).await.unwrap();
    let done = extension.wait_done(&run, RUN).await.unwrap();
    assert_eq!(outcome(&done), "completed", "{}", done.message);
    let answers = answers(&extension, &run);
    let notice = &answers[0]["citations"][0];
    assert_eq!(
        (notice["name"].as_str(), notice["page"].as_u64(), notice["confirmed"].as_bool()),
        (Some("lease.pdf"), Some(2), Some(true)),
        "{answers:?}"
    );
    assert!(notice["quote"].as_str().unwrap().contains("three months"), "{notice}");
    assert!(answers[1]["answer"].as_str().unwrap().contains("71.39"), "{}", answers[1]);
    assert!(answers[2]["answer"].as_str().unwrap().starts_with("The documents do not say."), "{}", answers[2]);
    assert_eq!(answers[2]["citations"].as_array().map(Vec::len).unwrap_or_default(), 0);
}

#[tokio::test]
async fn a_citation_in_the_panel_opens_the_page_with_the_words_marked() {
    let browser = browser().await;
    let panel = browser.open_extension("sidepanel.html").await.unwrap();
    let shown = panel.page();
    shown.wait_for("document.querySelector('#composer-files') !== null", SOON).await.unwrap();
    let give = format!(
        "(() => {{ const bytes = Uint8Array.from(atob('{}'), one => one.charCodeAt(0)); const all = new DataTransfer(); \
         all.items.add(new File([bytes], 'lease.pdf', {{ type: 'application/pdf' }})); \
         const field = document.querySelector('#composer-files'); field.files = all.files; \
         field.dispatchEvent(new Event('change', {{ bubbles: true }})); }})()",
        STANDARD.encode(contract())
    );
    shown.eval(&give).await.unwrap();
    shown.wait_for("document.querySelector('.chip[data-state=done]') !== null", RUN).await.unwrap();
    shown.eval("document.getElementById('composer-input').focus()").await.unwrap();
    shown.type_keys("Find the notice period.").await.unwrap();
    shown.press("Enter", 13).await.unwrap();
    shown
        .wait_for("document.querySelector('a.cite') !== null && document.querySelector('.run') === null", RUN)
        .await
        .unwrap();
    shown.wait_for("(document.querySelector('a.cite').scrollIntoView(), true)", SOON).await.unwrap();
    shown.click("a.cite").await.unwrap();
    let is_document =
        |target: &edith_lab::browser::Target| target.kind == "page" && target.url.contains("/document.html#");
    let opened = browser.wait_target("the document", is_document, SOON).await.unwrap();
    let document = browser.attach(&opened.id).await.unwrap();
    // The page as it looks, with the place framed; then its text, with the words marked.
    let framed = "(() => { const page = document.querySelector('.page-picture img'); const mark = document.querySelector('.page-picture__mark'); \
                  if (!page?.complete || !mark) return false; const [whole, part] = [page, mark].map(one => one.getBoundingClientRect()); \
                  return page.naturalWidth >= 900 && part.height > 8 && part.height < whole.height / 4 && part.top > whole.top \
                      && part.bottom < whole.bottom && part.top >= 0 && part.bottom <= innerHeight; })()";
    document.wait_for(framed, RUN).await.unwrap();
    document.eval("document.querySelector('input[name=view][value=picture]').focus()").await.unwrap();
    document.press("ArrowRight", 39).await.unwrap();
    document
        .wait_for(
            "[...document.querySelectorAll('.sheet mark')].some(one => one.innerText.includes('three months'))",
            RUN,
        )
        .await
        .unwrap();
    assert_eq!(document.eval("document.querySelector('.page-picture')").await.unwrap(), Value::Null);
    assert_eq!(document.eval("document.querySelector('.reader__number').value").await.unwrap(), "2");
    let marked = document
        .eval("[...document.querySelectorAll('.sheet mark')].map(one => one.innerText).join(' ')")
        .await
        .unwrap();
    assert!(!marked.as_str().unwrap().contains("small repairs"), "{marked}");
    let number = document.eval("document.querySelector('.reader__number').value").await.unwrap();
    assert_eq!(number, "2");
    let seen = "(() => { const at = document.querySelector('.sheet mark').getBoundingClientRect(); return at.top >= 0 && at.bottom <= innerHeight; })()";
    document.wait_for(seen, SOON).await.unwrap();
}

#[tokio::test]
async fn answers_and_documents_outlive_the_worker_the_reader_and_the_browser() {
    let model = ModelServer::start(|request| match said(request).1.starts_with("Slow") {
        true => Reply::text(NOTICE).with(Fault::Delay { milliseconds: 3_000 }),
        false => Reply::text(NOTICE),
    })
    .await
    .unwrap();
    let folder = tempfile::tempdir().unwrap();
    let options =
        || Options { profile: Some(folder.path().to_owned()), ..Options::with_extension(edith_lab::paths::dist()) };
    let first = Browser::start(&options()).await.unwrap();
    let extension = first.open_bare().await.unwrap();
    let server = json!({ "edith_api_base_url": model.url, "edith_model": "scripted", "edith_api_key": "sk-test" });
    extension.storage_set(server).await.unwrap();
    let lease = add(&extension, "lease.pdf", &contract()).await;
    let told = read(&extension, &lease).await;
    let command =
        json!({ "type": "DOCUMENT_ASK", "questions": ["Quick one?", "Slow one?"], "documents": [{ "id": lease }] });
    let run = extension.start_run(command).await.unwrap();
    model.wait_requests(2, RUN).await.unwrap();
    let answered = |event: &edith_lab::browser::SeenEvent| event.message["answers"][0]["state"] == "done";
    extension.wait_event_from(run.first_event, "the first answer", answered, RUN).await.unwrap();
    assert!(first.kill_worker().await.unwrap());
    assert!(kill_reader(&first).await);
    extension.accepted(json!({ "type": "RUN_LIST" })).await.unwrap();
    let done = extension.wait_done(&run, RUN).await.unwrap();
    assert_eq!(outcome(&done), "completed", "{}", done.message);
    let answers = answers(&extension, &run);
    assert!(answers.iter().all(|one| one["citations"][0]["confirmed"] == true), "{answers:?}");
    let quick = model.requests().iter().filter(|request| said(request).1.starts_with("Quick")).count();
    assert_eq!(quick, 1, "what was answered is not asked again");

    // The profile is written before the browser is ended.
    first.close().await.unwrap();
    let second = Browser::start(&options()).await.unwrap();
    let extension = second.open_bare().await.unwrap();
    let search = json!({ "type": "DOCUMENT_SEARCH", "query": "notice period" });
    let hits = extension.accepted(search).await.unwrap();
    assert_eq!(
        (hits["hits"][0]["documentId"].as_str(), hits["hits"][0]["page"].as_u64()),
        (Some(lease.as_str()), Some(2)),
        "{hits}"
    );
    assert!(page(&extension, &lease, 3).await.contains("Keeping of animals"));
    assert_eq!(read(&extension, &lease).await["document"], told["document"], "what was read is not read again");
    let conversations = extension.conversations().await.unwrap().to_string();
    assert!(conversations.contains("[lease.pdf, p. 2]"), "{conversations}");
}

#[tokio::test]
async fn what_stands_at_an_address_is_fetched_after_a_yes_and_not_after_a_no() {
    for (says, fetched) in [("Yes, go on", true), ("deny", false)] {
        let sites = Sites::start().await.unwrap();
        let address = sites.page_url("files/data.json");
        let outside = format!("The documents do not say. [outside: how often it was said, at {address}]");
        let script = Script::always(move |request| {
            let (all, _) = said(request);
            if !request.tools().contains(&"open_browser") {
                Reply::text(outside.clone())
            } else if request.last_of("tool").contains("\"times\": 3") {
                Reply::done("It was said 3 times.")
            } else {
                assert!(all.contains("lease.pdf"), "the documents are at hand");
                Reply::call("open_browser", json!({ "url": address }))
            }
        });
        let lab = Lab::on(sites, script).await;
        let command = json!({ "type": "DOCUMENT_ASK", "prompt": "How often was it said?", "documents": [given("lease.pdf", &contract())] });
        let run = lab.extension.start_run(command).await.unwrap();
        let ask = lab.ask(&run).await;
        assert!(ask.text("text").contains("how often it was said"), "{}", ask.message);
        let first = lab.extension.event_count();
        lab.extension.answer(&ask, says).await.unwrap();
        if fetched {
            // The address is the model's: nobody has named that site.
            let (_, ask) = lab.extension.wait_ask(&run, first, RUN).await.unwrap();
            assert!(ask.text("text").starts_with("You did not name 127.0.0.1"), "{}", ask.message);
            lab.extension.answer(&ask, "once").await.unwrap();
        }
        let done = lab.done(&run).await;
        assert_eq!(done.text("summary").contains("3 times"), fetched, "{}", done.message);
        let opened = lab.model.requests().iter().any(|request| request.tools().contains(&"open_browser"));
        assert_eq!(opened, fetched, "the control: nothing is opened without a yes");
    }
}
