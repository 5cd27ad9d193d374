//! Forms in a real browser: every control, what its page holds in the end, and who said it.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use xtask::browser::{RunHandle, SeenEvent};
use xtask::model_server::{Reply, Request, Script};

use super::lab::{Lab, outcome};

const TASK: &str = "Fill this in: Wednesday 2026-08-12 at 15:30, in the month 2026-09, moment 2026-08-12T15:30, budget 75, interests Music and Physics, \
                    remarks: A quiet room please. Biography: I paint landscapes. A Double room. Pick #ff8800.";

/// The questions of a request, by their titles.
fn asked_of(request: &Request) -> BTreeMap<String, Value> {
    let messages = request.body["messages"].as_array().cloned().unwrap_or_default();
    let all: String =
        messages.iter().map(|message| format!("{}\n", message["content"].as_str().unwrap_or_default())).collect();
    let lines = all.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let lines = lines.filter(|line| line["id"].is_string());
    lines.map(|line| (line["question"].as_str().unwrap_or_default().to_owned(), line)).collect()
}

/// A model that answers from the task by this table: title, value, quote.
fn model(table: &'static [(&'static str, &'static str, &'static str)]) -> Script {
    Script::always(move |request| {
        let questions = asked_of(request);
        let known = table.iter().filter_map(|(title, value, quote)| {
            let id = questions.get(*title)?["id"].clone();
            let value: Value =
                if value.contains('|') { value.split('|').collect::<Vec<_>>().into() } else { (*value).into() };
            Some(json!({ "id": id, "value": value, "source": "task", "quote": quote, "confidence": 0.9 }))
        });
        Reply::text(json!({ "answers": known.collect::<Vec<_>>() }).to_string())
    })
}

fn profile() -> Value {
    let fact = |key: &str, value: &str| json!({ "key": key, "label": key, "value": value });
    json!({ "instructions": "", "facts": [
        fact("name", "Ann Miller"), fact("email", "ann@example.org"), fact("tel", "+43 660 1234567"), fact("url", "https://ann.example"),
        fact("address-level2", "Bruges"), fact("country", "Austria"),
    ] })
}

impl Lab {
    /// Opens a page beside the extension's, and begins to fill in its form.
    async fn form(&self, url: &str, prompt: &str) -> RunHandle {
        let tab = self.extension.tab_id(url).await.unwrap().expect("the form's tab");
        let command = json!({ "type": "FORM_RUN", "prompt": prompt, "tabId": tab });
        self.extension.start_run(command).await.unwrap()
    }

    /// Fills in what an ask shows, with these values by title.
    async fn fill(&self, ask: &SeenEvent, values: &[(&str, Value)]) {
        let questions = ask.message["questions"].as_array().unwrap();
        let id = |title: &str| {
            questions.iter().find(|row| row["title"] == title).unwrap_or_else(|| panic!("no {title}: {questions:#?}"))["questionId"].clone()
        };
        let values: serde_json::Map<String, Value> =
            values.iter().map(|(title, value)| (id(title).as_str().unwrap().to_owned(), value.clone())).collect();
        let answer = json!({ "type": "AGENT_ANSWER", "runId": ask.message["runId"], "askId": ask.message["askId"], "answer": "fill", "values": values });
        self.extension.accepted(answer).await.unwrap();
    }
}

fn states(ask: &SeenEvent) -> BTreeMap<String, String> {
    let rows = ask.message["questions"].as_array().unwrap();
    rows.iter()
        .map(|row| (row["title"].as_str().unwrap().to_owned(), row["state"].as_str().unwrap().to_owned()))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_control_is_filled_and_read_back_and_nothing_is_sent() {
    let lab = Lab::with(model(&[
        ("Date", "2026-08-12", "2026-08-12"),
        ("Time", "15:30", "at 15:30"),
        ("Month", "2026-09", "in the month 2026-09"),
        ("Date and time", "2026-08-12T15:30", "moment 2026-08-12T15:30"),
        ("Budget", "75", "budget 75"),
        ("Interests", "Music|Physics", "interests Music and Physics"),
        ("Remarks", "A quiet room please.", "A quiet room please"),
        ("Short biography", "I paint landscapes.", "I paint landscapes"),
        ("Room", "Double room", "A Double room"),
    ]))
    .await;
    lab.extension.accepted(json!({ "type": "PROFILE_SAVE", "profile": profile() })).await.unwrap();
    let url = lab.sites.form_url.clone();
    let page = lab.browser.open_page(&url).await.unwrap();
    let run = lab.form(&url, TASK).await;
    let ask = lab.ask(&run).await;
    let states = states(&ask);
    for (title, state) in [
        ("Full name", "proposed"),
        ("E-mail", "proposed"),
        ("Country", "proposed"),
        ("Password", "yours"),
        ("One-time code", "yours"),
        ("Card number", "yours"),
        ("Guests", "kept"),
        ("Extras", "kept"),
        ("Room", "proposed"),
        ("Photograph", "empty"),
        ("Newsletter", "yours"),
        ("I accept the terms", "yours"),
    ] {
        assert_eq!(states.get(title).map(String::as_str), Some(state), "{title}: {states:#?}");
    }
    let empty = page.eval("document.querySelector('[name=name]').value").await.unwrap();
    assert_eq!(empty, json!(""), "nothing is written before");
    lab.fill(&ask, &[("Guests", json!("3")), ("Extras", json!(["Breakfast", "Bicycle"]))]).await;
    let done = lab.done(&run).await;
    assert_eq!(outcome(&done), "completed", "{done:?}");
    assert_eq!(done.message["form"]["failed"], json!([]), "{done:?}");
    let entries = "JSON.stringify([...new FormData(document.getElementById('registration')).entries()].filter(([name, value]) => typeof value === 'string'))";
    let entries = page.eval(entries).await.unwrap();
    let entries: Vec<(String, String)> = serde_json::from_str(entries.as_str().unwrap()).unwrap();
    let of = |name: &str| {
        entries.iter().filter(|(field, _)| field == name).map(|(_, value)| value.as_str()).collect::<Vec<_>>()
    };
    for (name, value) in [
        ("name", vec!["Ann Miller"]),
        ("email", vec!["ann@example.org"]),
        ("phone", vec!["+43 660 1234567"]),
        ("website", vec!["https://ann.example"]),
        ("password", vec![""]),
        ("code", vec![""]),
        ("card", vec![""]),
        ("city", vec!["Bruges"]),
        ("guests", vec!["3"]),
        ("date", vec!["2026-08-12"]),
        ("time", vec!["15:30"]),
        ("month", vec!["2026-09"]),
        ("country", vec!["at"]),
        ("interests", vec!["music", "physics"]),
        ("budget", vec!["75"]),
        ("remarks", vec!["A quiet room please."]),
        ("extras", vec!["breakfast", "bicycle"]),
        ("room", vec!["double"]),
        ("newsletter", vec!["off"]),
        ("terms", vec![]),
    ] {
        assert_eq!(of(name), value, "{name}");
    }
    let state = lab.sites.state();
    assert!(state.form.accepted.is_empty() && state.form.refused.is_empty(), "nothing was sent");
}
