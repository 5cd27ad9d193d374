//! The user's documents given to pages, in every supported way, with the bytes compared at the server.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use edith_lab::browser::RunHandle;
use edith_lab::model_server::{Fault, Reply, Script};
use edith_lab::sites::{Sites, Upload};
use serde_json::{Value, json};

use super::lab::{Lab, click, on, open, outcome};
use super::play::{Played, ended, lab};

/// Bytes that no text encoding preserves, and more than one stored part of an inline document.
fn bytes(size: usize, seed: u8) -> Vec<u8> {
    (0..size).map(|at| (at % 251) as u8 ^ seed).collect()
}

fn document(name: &str, mime: &str, bytes: &[u8]) -> Value {
    json!({ "name": name, "mime": mime, "data": STANDARD.encode(bytes) })
}

async fn start(lab: &Lab, task: &str, documents: Value) -> RunHandle {
    let first_event = lab.extension.event_count();
    let command = json!({ "type": "AGENT_RUN", "prompt": task, "documents": documents });
    let answer = lab.extension.accepted(command).await.unwrap();
    let text = |name: &str| answer[name].as_str().unwrap().to_owned();
    RunHandle { run_id: text("runId"), conversation_id: text("conversationId"), first_event }
}

/// Plays a script without asks on the uploads page; ends with a query, so that the page's requests are complete.
async fn upload(documents: Value, script: impl FnOnce(Script) -> Script) -> Played {
    let lab = lab(|sites, first| script(first.then(open(&sites.page_url("upload"))))).await;
    lab.extension.storage_set(json!({ "edith_settings": { "version": 1, "approvals": "auto" } })).await.unwrap();
    let task =
        format!("Upload on {} and {} what the script says", lab.sites.page_url("upload"), lab.sites.other_origin);
    let run = start(&lab, &task, documents).await;
    ended(lab, run, "completed").await
}

fn give(
    kind: &'static str,
    label: &'static str,
    document: &'static str,
) -> impl Fn(&edith_lab::model_server::Request) -> Reply {
    on("upload_file", kind, label, json!({ "document": document }))
}

async fn arrived(played: &Played, count: usize) -> Vec<Upload> {
    let answers = played.answers("upload_file");
    played.lab.until(&format!("{count} files arrived; {answers:?}"), |state| state.uploads.len() >= count).await;
    played.lab.sites.state().uploads
}

#[tokio::test]
async fn a_form_gets_the_bytes_of_one_file_and_of_several() {
    let (report, one, two) = (bytes(300_001, 7), bytes(10, 1), bytes(2_000, 2));
    let given = json!([
        document("report.pdf", "application/pdf", &report),
        document("one.png", "image/png", &one),
        document("two.png", "", &two),
    ]);
    let played = upload(given, |script| {
        script
            .with(give("FILE", "Report", "report.pdf"))
            .with(give("FILE", "Photos", "one.png"))
            .with(give("FILE", "Photos", "TWO.png"))
            .then(Reply::call("take_snapshot", json!({})))
            .with(click("BUTTON", "Send form"))
    })
    .await;
    let answers = played.answers("upload_file");
    assert!(answers[0].contains("Gave \"report.pdf\" (301 KB) to FILE \"Report\"."), "{}", answers[0]);
    assert!(answers[2].contains("now holds one.png, two.png"), "{}", answers[2]);
    let look = played.answer("take_snapshot");
    assert!(look.contains("\"Report\"") && look.contains("[value: \"report.pdf\"]"), "{look}");
    let uploads = arrived(&played, 3).await;
    let received = |upload: &Upload| (upload.by.clone(), upload.name.clone(), upload.kind.clone());
    let expected = [
        ("report", "report.pdf", "application/pdf", &report),
        ("photos", "one.png", "image/png", &one),
        ("photos", "two.png", "image/png", &two),
    ];
    for (upload, (by, name, kind, bytes)) in uploads.iter().zip(expected) {
        assert_eq!(received(upload), (by.into(), name.into(), kind.into()));
        assert!(upload.bytes == *bytes, "{name} arrived with {} bytes", upload.bytes.len());
    }
    // The model learns which documents there are, but not their content.
    let first = played.lab.model.requests()[0].clone();
    let all: String = first.messages().iter().map(ToString::to_string).collect();
    assert!(all.contains(r#"\"report.pdf\" (application/pdf, 301 KB)"#), "{all}");
    assert!(first.tools().contains(&"upload_file"));
}

#[tokio::test]
async fn a_button_a_label_and_a_drop_zone_take_files() {
    let data = bytes(5_000, 3);
    let played = upload(json!([document("cv.pdf", "application/pdf", &data)]), |script| {
        script
            .with(give("BUTTON", "Choose a file", "cv.pdf"))
            .with(give("FILE", "Attach by label", "cv.pdf"))
            .with(give("BUTTON", "Attach later", "cv.pdf"))
            .with(give("BUTTON", "Attach in a closed root", "cv.pdf"))
            .with(give("ELEMENT", "Drop files here", "cv.pdf"))
    })
    .await;
    let uploads = arrived(&played, 5).await;
    let by: Vec<&str> = uploads.iter().map(|upload| upload.by.as_str()).collect();
    assert_eq!(by, ["behind", "labelled", "later", "closed", "dropped"]);
    assert!(uploads.iter().all(|upload| upload.name == "cv.pdf" && upload.bytes == data));
}

#[tokio::test]
async fn what_takes_no_such_file_is_refused_and_says_why() {
    let played = upload(json!([document("cv.pdf", "application/pdf", &bytes(10, 0))]), |script| {
        script
            .with(give("FILE", "Portrait", "cv.pdf"))
            .with(give("ELEMENT", "Takes nothing", "cv.pdf"))
            .with(give("BUTTON", "Open the picker", "cv.pdf"))
            .with(give("FILE", "Report", "other.pdf"))
            .with(click("FILE", "Report"))
    })
    .await;
    let answers = played.answers("upload_file");
    for (answer, expected) in answers.iter().zip([
        "takes only image/*, and this is application/pdf",
        "takes no file that is dropped on it",
        "file picker, which cannot be given a file",
        "There are: \"cv.pdf\".",
    ]) {
        assert!(answer.contains(expected), "{answer}");
    }
    let clicked = played.answer("click");
    assert!(clicked.contains("this uid takes a document"), "{clicked}");
    assert!(played.lab.sites.state().uploads.is_empty());
}

#[tokio::test]
async fn frames_take_files() {
    let data = bytes(70_000, 9);
    let nth = |nth: usize| {
        move |request: &edith_lab::model_server::Request| {
            let look = edith_lab::model_server::last_look(request);
            let buttons = look.lines().filter(|line| line.contains("| BUTTON | \"Attach in the frame\""));
            let uids: Vec<u64> =
                buttons.filter_map(|line| line.split(' ').find_map(|word| word.parse().ok())).collect();
            match uids.get(nth) {
                Some(uid) => Reply::call("upload_file", json!({ "uid": uid, "document": "cv.pdf" })),
                None => Reply::text("There is no such button in the look."),
            }
        }
    };
    let played = upload(json!([document("cv.pdf", "application/pdf", &data)]), |script| {
        script.with(nth(0)).then(Reply::call("take_snapshot", json!({}))).with(nth(1))
    })
    .await;
    let uploads = arrived(&played, 2).await;
    let by: Vec<&str> = uploads.iter().map(|upload| upload.by.as_str()).collect();
    assert_eq!(by, ["inner 127.0.0.1", "inner localhost"]);
    assert!(uploads.iter().all(|upload| upload.bytes == data));
}

#[tokio::test]
async fn documents_outlive_the_worker_and_go_with_their_conversation() {
    let data = bytes(9_000_000, 5);
    let slow = Reply::done("never").with(Fault::Delay { milliseconds: 60_000 });
    let sites = Sites::start().await.unwrap();
    let script = Script::new()
        .then(open(&sites.page_url("upload")))
        .then(slow)
        .with(give("BUTTON", "Choose a file", "large.bin"))
        .then(Reply::done("done"))
        .with(|request| {
            Reply::text(format!(
                "told of it: {}",
                request.messages().iter().any(|m| m.to_string().contains("- \\\"large.bin"))
            ))
        });
    let lab = Lab::on(sites, script).await;
    lab.extension.storage_set(json!({ "edith_settings": { "version": 1, "approvals": "auto" } })).await.unwrap();
    let task = format!("Upload it to {}", lab.sites.page_url("upload"));
    // In parts, as the panel stores large files.
    let (first, rest) = data.split_at(6_000_000);
    let add = json!({ "type": "DOCUMENT_ADD", "name": "large.bin", "data": STANDARD.encode(first) });
    let id = lab.extension.accepted(add).await.unwrap()["documentId"].clone();
    let more = json!({ "type": "DOCUMENT_ADD", "documentId": id, "name": "large.bin", "data": STANDARD.encode(rest) });
    lab.extension.accepted(more).await.unwrap();
    let run = start(&lab, &task, json!([{ "id": id, "name": "large.bin" }])).await;
    lab.asked(2).await;
    lab.kill_worker().await;
    let done = lab.done(&run).await;
    assert_eq!(outcome(&done), "completed", "{}", done.message);
    lab.until("the file arrived", |state| !state.uploads.is_empty()).await;
    let uploads = lab.sites.state().uploads;
    assert!(uploads.len() == 1 && uploads[0].bytes == data, "{} bytes arrived", uploads[0].bytes.len());
    // The conversation's next task still has it; deleting the conversation deletes it.
    let stored = "new Promise(resolve => { const open = indexedDB.open('edith'); open.onsuccess = () => {
        const keys = open.result.transaction('documents').objectStore('documents').getAllKeys();
        keys.onsuccess = () => { open.result.close(); resolve(keys.result.length); }; }; })";
    assert!(lab.extension.page().eval(stored).await.unwrap().as_u64().unwrap() > 3);
    let again = json!({ "type": "AGENT_RUN", "prompt": "go on", "conversationId": run.conversation_id });
    let from = lab.extension.event_count();
    lab.extension.accepted(again).await.unwrap();
    let is_done = |event: &edith_lab::browser::SeenEvent| event.kind() == "agent_done";
    let (_, end) = lab.extension.wait_event_from(from, "the end", is_done, super::lab::RUN).await.unwrap();
    assert!(end.text("summary").contains("true"), "{}", end.message);
    let delete = json!({ "type": "CONVERSATION_DELETE", "conversationId": run.conversation_id });
    lab.extension.accepted(delete).await.unwrap();
    assert_eq!(lab.extension.page().eval(stored).await.unwrap(), json!(0));
}

#[tokio::test]
async fn with_approvals_an_upload_is_asked_with_its_document_and_site() {
    let lab = lab(|sites, script| {
        script.then(open(&sites.page_url("upload"))).with(give("BUTTON", "Choose a file", "cv.pdf"))
    })
    .await;
    let task = format!("Upload it to {}", lab.sites.page_url("upload"));
    let run = start(&lab, &task, json!([document("cv.pdf", "application/pdf", &bytes(10, 0))])).await;
    let ask = lab.ask(&run).await;
    assert_eq!(ask.text("text"), "This gives one of your documents to the site.");
    assert_eq!(ask.message["origin"], lab.sites.origin);
    assert_eq!(ask.message["values"][0]["value"], "\"cv.pdf\" (application/pdf, 10 bytes)");
    lab.extension.answer(&ask, "deny").await.unwrap();
    let played = ended(lab, run, "refused").await;
    assert!(played.answer("upload_file").contains("did not allow"));
    assert!(played.lab.sites.state().uploads.is_empty());
}

#[tokio::test]
async fn files_are_chosen_pasted_and_dropped_in_the_panel_and_go_with_the_task() {
    let lab = lab(|sites, script| {
        script
            .then(open(&sites.page_url("upload")))
            .with(give("BUTTON", "Choose a file", "chosen.txt"))
            .with(give("BUTTON", "Choose a file", "dropped.txt"))
            .then(Reply::done("both are there"))
    })
    .await;
    lab.extension.storage_set(json!({ "edith_settings": { "version": 1, "approvals": "auto" } })).await.unwrap();
    let panel = lab.browser.open_extension("sidepanel.html").await.unwrap();
    let page = panel.page();
    page.to_front().await.unwrap();
    page.wait_for("document.querySelector('#composer-files') !== null", super::SOON).await.unwrap();
    // These files go to a task, which is chosen before they are there: it is chosen already, but nobody said so.
    page.eval("document.querySelector('input[value=agent]').click()").await.unwrap();
    // One file each by field, paste and drop; a file that is too large is left out and reported.
    page.eval(
        "(() => {
            const holding = (...files) => { const all = new DataTransfer(); files.forEach(file => all.items.add(file)); return all; };
            const text = (name) => new File([`in ${name}`], name, { type: 'text/plain' });
            const field = document.querySelector('#composer-files');
            field.files = holding(text('chosen.txt')).files;
            field.dispatchEvent(new Event('change', { bubbles: true }));
            const paste = new ClipboardEvent('paste', { clipboardData: holding(text('pasted.txt')), bubbles: true, cancelable: true });
            document.querySelector('textarea').dispatchEvent(paste);
            const drop = new DragEvent('drop', { dataTransfer: holding(text('dropped.txt')), bubbles: true, cancelable: true });
            document.body.dispatchEvent(drop);
            const large = new File([new Uint8Array(50 * 1024 * 1024 + 1)], 'large.bin');
            document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: holding(large), bubbles: true, cancelable: true }));
        })()",
    )
    .await
    .unwrap();
    let chips =
        "[...document.querySelectorAll('.composer .chip')].map(chip => chip.innerText.replace(/\\s+/g, ' ').trim())";
    page.wait_for(&format!("({chips}).length === 3"), super::SOON).await.unwrap();
    page.wait_for("document.body.innerText.includes('large.bin is larger than 50 MB')", super::SOON).await.unwrap();
    page.eval("document.querySelectorAll('.composer .chip button')[1].click()").await.unwrap();
    page.wait_for(&format!("({chips}).length === 2"), super::SOON).await.unwrap();
    let read = format!("JSON.stringify({chips}) === '[\"chosen.txt 13 B\",\"dropped.txt 14 B\"]'");
    page.wait_for(&read, super::SOON).await.unwrap();
    assert_eq!(page.eval("document.querySelector('input[name=mode]:checked').value").await.unwrap(), "agent");
    page.eval("document.querySelector('textarea').focus()").await.unwrap();
    page.type_keys(&format!("Upload both to {}", lab.sites.page_url("upload"))).await.unwrap();
    page.press("Enter", 13).await.unwrap();
    let said = "document.body.innerText.includes('both are there')";
    page.wait_for(said, super::lab::RUN).await.unwrap();
    lab.until("both files arrived", |state| state.uploads.len() == 2).await;
    let arrived = lab.sites.state().uploads;
    let texts: Vec<_> = arrived.iter().map(|upload| String::from_utf8_lossy(&upload.bytes).into_owned()).collect();
    assert_eq!(texts, ["in chosen.txt", "in dropped.txt"]);
    // The message shows their names, and the composer is empty again.
    let kept = "[...document.querySelectorAll('.said .chip')].map(chip => chip.innerText.trim())";
    page.wait_for(&format!("({kept}).length === 2"), super::SOON).await.unwrap();
    assert_eq!(page.eval(&format!("({chips}).length")).await.unwrap(), json!(0));
}
