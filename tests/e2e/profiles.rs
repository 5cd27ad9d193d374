//! Data stored by earlier versions, recorded from real browsers and read by this version in one.

use std::path::{Path, PathBuf};

use edith_lab::browser::{Browser, Extension, Options, SeenEvent};
use edith_lab::model_server::{Fault, ModelServer, Reply, Script};
use edith_lab::sites::Sites;
use serde_json::{Value, json};

use super::SOON;
use super::lab::{Lab, RUN, open, outcome};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/profiles")
}

fn profiles() -> Vec<(String, Value)> {
    let files = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let read = |path: PathBuf| {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        (name, serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap())
    };
    files.map(read).collect()
}

/// All stored data: `{local: {key: value}, tables: {table: {key: record}}}`.
const DUMP: &str = "(async () => {
    const db = await new Promise((done, failed) => {
        const open = indexedDB.open('edith');
        open.onsuccess = () => done(open.result);
        open.onerror = () => failed(open.error);
    });
    const all = request => new Promise(done => { request.onsuccess = () => done(request.result); });
    const tables = {};
    for (const name of db.objectStoreNames) {
        const store = db.transaction(name).objectStore(name);
        const [keys, values] = await Promise.all([all(store.getAllKeys()), all(store.getAll())]);
        tables[name] = Object.fromEntries(keys.map((key, at) => [key, values[at]]));
    }
    db.close();
    return { local: await chrome.storage.local.get(null), tables };
})()";

async fn plant(extension: &Extension, profile: &Value) {
    let script = format!(
        "(async ({{ local, tables }}) => {{
            const db = await new Promise(done => {{
                const open = indexedDB.open('edith');
                open.onsuccess = () => done(open.result);
            }});
            for (const [name, records] of Object.entries(tables)) {{
                const act = db.transaction(name, 'readwrite');
                const ended = new Promise((done, failed) => {{ act.oncomplete = done; act.onabort = () => failed(act.error); }});
                for (const [key, record] of Object.entries(records)) act.objectStore(name).put(record, key);
                await ended;
            }}
            db.close();
            await chrome.storage.local.set(local);
        }})({profile})"
    );
    extension.page().eval(&script).await.unwrap();
}

/// Records a profile with another version's `dist`: `EDITH_RECORD=DIST:NAME`. Without it there is nothing to record.
#[tokio::test]
async fn record() {
    let Ok(wanted) = std::env::var("EDITH_RECORD") else { return };
    let (dist, name) = wanted.split_once(':').unwrap();
    let sites = Sites::start().await.unwrap();
    let browser = Browser::start(&Options::with_extension(dist)).await.unwrap();
    let extension = browser.open_bare().await.unwrap();
    let settings = json!({ "version": 1, "maxSteps": 12, "maxResearchTabs": 3, "typing": "human" });
    extension.storage_set(json!({ "edith_settings": settings })).await.unwrap();
    extension.accepted(json!({ "type": "CHAT", "prompt": "What can you do?" })).await.unwrap();
    let task = format!("Go to {}, type Buy tea into New task, then click Add task.", sites.board_url);
    let run = extension.run_agent(&task, None).await.unwrap();
    assert_eq!(outcome(&extension.wait_done(&run, RUN).await.unwrap()), "completed");
    let note = json!([{ "name": "note.txt", "mime": "text/plain", "data": "bWlsayBhbmQgdGVh" }]);
    let with_note = json!({ "type": "AGENT_RUN", "prompt": format!("Go to {}", sites.board_url), "documents": note });
    let started = extension.accepted(with_note).await.unwrap();
    let ends = |event: &SeenEvent| event.kind() == "agent_done" && event.run_id() == started["runId"];
    extension.wait_event("the end", ends, RUN).await.unwrap();
    let schedule =
        json!({ "name": "Morning", "prompt": "read the news", "cronExpression": "0 9 * * *", "notify": "always" });
    extension.accepted(json!({ "type": "SCHEDULE_SAVE", "schedule": schedule })).await.unwrap();
    // A run that is working when the worker dies.
    let slow = Reply::done("done").with(Fault::Delay { milliseconds: 60_000 });
    let model =
        ModelServer::scripted(Script::new().then(open(&sites.page_url("tools-plain"))).then(slow)).await.unwrap();
    let server = json!({ "edith_api_base_url": model.url, "edith_model": "scripted", "edith_api_key": "" });
    extension.storage_set(server).await.unwrap();
    extension.run_agent("look at the plain page", None).await.unwrap();
    model.wait_requests(2, RUN).await.unwrap();
    assert!(browser.kill_worker().await.unwrap());
    let profile = extension.page().eval(DUMP).await.unwrap();
    std::fs::create_dir_all(folder()).unwrap();
    let text = serde_json::to_string_pretty(&profile).unwrap() + "\n";
    std::fs::write(folder().join(format!("{name}.json")), text).unwrap();
}

async fn lab_on(profile: &Value) -> (Lab, Extension) {
    let lab = Lab::with(Script::always(|_| Reply::done("went on"))).await;
    let server = ["edith_api_base_url", "edith_model", "edith_api_key"];
    let mut seeded = profile.clone();
    for key in server {
        seeded["local"][key] = lab.extension.storage_get(key).await.unwrap();
    }
    // The tables exist once the worker has answered.
    lab.runs().await;
    plant(&lab.extension, &seeded).await;
    lab.kill_worker().await;
    let panel = lab.browser.open_extension("newtab.html#open").await.unwrap();
    (lab, panel)
}

#[tokio::test]
async fn an_earlier_versions_profile_is_read_whole() {
    let mut read = 0;
    for (name, profile) in profiles() {
        let (lab, panel) = lab_on(&profile).await;
        let runs = profile["tables"]["runs"].as_object().unwrap();
        for id in runs.keys() {
            let ends = |event: &SeenEvent| event.kind() == "agent_done" && event.run_id() == id;
            let done = lab.extension.wait_event("the run's end", ends, RUN).await.unwrap();
            assert_eq!((outcome(&done), done.text("summary")), ("completed", "went on"), "{name}");
        }
        let conversations = lab.extension.conversations().await.unwrap();
        let before = titles(&profile["local"]);
        assert!(before.len() >= 4, "{name}: {before:?}");
        for title in &before {
            assert!(conversations.to_string().contains(&json!(title).to_string()), "{name}: {title}");
            let start: String = title.chars().take(20).collect();
            let shown = format!("document.body.innerText.includes({})", json!(start));
            panel.page().wait_for(&shown, SOON).await.unwrap_or_else(|error| panic!("{name}: {title}: {error}"));
        }
        assert!(conversations.to_string().contains("note.txt"), "{name}: its documents are known");
        let schedules = lab.extension.accepted(json!({ "type": "SCHEDULE_LIST" })).await.unwrap();
        assert_eq!(schedules["schedules"][0]["schedule"]["name"], "Morning", "{name}");
        assert!(schedules["schedules"][0]["next"].is_number(), "{name}");
        let settings = lab.extension.storage_get("edith_settings").await.unwrap();
        assert_eq!(settings["maxSteps"], 12, "{name}");
        read += 1;
    }
    assert!(read >= 2, "{read}");
}

/// The titles of the stored conversations, in either format.
fn titles(local: &Value) -> Vec<String> {
    let list = local["edith_conversations"].as_array().unwrap();
    list.iter().map(|one| one["title"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn what_is_broken_in_a_profile_is_told_and_harms_nothing_else() {
    for (name, mut profile) in profiles() {
        profile["tables"]["runs"]["broken"] = json!("{\"conversation\": 3");
        let head = json!({ "id": "damaged", "title": "Damaged one", "createdAt": 1, "updatedAt": 1 });
        profile["local"]["edith_conversations"].as_array_mut().unwrap().push(head);
        profile["local"]["edith_conversation_damaged"] = json!({ "messages": "none" });
        let (lab, _) = lab_on(&profile).await;
        let sound = profile["tables"]["runs"].as_object().unwrap().keys().find(|id| *id != "broken").unwrap();
        let ends = |event: &SeenEvent| event.kind() == "agent_done" && event.run_id() == sound;
        lab.extension.wait_event("the sound run's end", ends, RUN).await.unwrap();
        let aside = lab.extension.page().eval(DUMP).await.unwrap();
        assert!(aside["tables"]["pages"].get("unreadable/broken").is_some(), "{name}: it is kept aside");
        let conversations = lab.extension.conversations().await.unwrap();
        assert!(conversations.as_array().unwrap().len() >= 5, "{name}: {conversations}");
    }
}
