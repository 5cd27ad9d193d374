//! Forms in a real browser: every control, what its page holds in the end, and who said it.

use std::collections::BTreeMap;

use edith_lab::browser::{RunHandle, SeenEvent, Target};
use edith_lab::model_server::{Reply, Request, Script};
use serde_json::{Value, json};

use super::lab::{Lab, RUN, outcome};

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

#[tokio::test(flavor = "multi_thread")]
async fn files_are_asked_for_behind_buttons_and_given_and_what_belongs_to_nothing_seen_is_not_asked() {
    let lab = Lab::with(model(&[])).await;
    let mut documents = Vec::new();
    for name in ["cv.md", "cover letter.md", "diploma.md"] {
        // "Some text" in base64.
        let add = json!({ "type": "DOCUMENT_ADD", "name": name, "mime": "text/markdown", "data": "U29tZSB0ZXh0" });
        documents.push(json!({ "id": lab.extension.accepted(add).await.unwrap()["documentId"] }));
    }
    let url = lab.sites.page_url("file-buttons");
    let page = lab.browser.open_page(&url).await.unwrap();
    let tab = lab.extension.tab_id(&url).await.unwrap();
    let command = json!({ "type": "FORM_RUN", "prompt": "", "tabId": tab, "documents": documents });
    let run = lab.extension.start_run(command).await.unwrap();
    let ask = lab.ask(&run).await;
    let rows = ask.message["questions"].as_array().unwrap();
    let files = rows.iter().filter(|row| row["type"] == "file").map(|row| row["title"].as_str().unwrap());
    let asked = ["Curriculum vitae", "Cover letter", "Portfolio", "Diploma", "Photo", "References"];
    assert_eq!(files.collect::<Vec<_>>(), asked, "{rows:#?}");
    lab.fill(&ask, &[]).await;
    let done = lab.done(&run).await;
    assert_eq!(outcome(&done), "completed", "{done:?}");
    let held = "JSON.stringify([...[...document.querySelectorAll('[type=file]')].flatMap(({ name, files }) => [...files].map(file => [name, file.name])), ['taken', ...taken]])";
    let held: Vec<Vec<String>> = serde_json::from_str(page.eval(held).await.unwrap().as_str().unwrap()).unwrap();
    assert_eq!(held, [vec!["cv", "cv.md"], vec!["letter", "cover letter.md"], vec!["taken", "diploma.md"]], "{done:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn drawn_lists_and_ticks_are_read_also_by_their_button_and_stay_closed_where_opening_them_sends_something() {
    const PAGE: &str = "closed-lists";
    let lab = Lab::with(model(&[])).await;
    let facts = [("name", "Name", "Ruth Owen"), ("nationality", "Nationality", "British"), ("sex", "Gender", "female")];
    let facts: Vec<Value> =
        facts.iter().map(|(key, label, value)| json!({ "key": key, "label": label, "value": value })).collect();
    let profile = json!({ "instructions": "", "facts": facts });
    lab.extension.accepted(json!({ "type": "PROFILE_SAVE", "profile": profile })).await.unwrap();
    let url = lab.sites.page_url(PAGE);
    let page = lab.browser.open_page(&url).await.unwrap();
    let run = lab.form(&url, "").await;
    let ask = lab.ask(&run).await;
    let rows = ask.message["questions"].as_array().unwrap();
    let options = |title: &str| {
        let row = rows.iter().find(|row| row["title"] == title).unwrap_or_else(|| panic!("no {title}: {rows:#?}"));
        row["options"].as_array().cloned().unwrap_or_default()
    };
    assert_eq!(options("Nacionalidad"), ["alemana", "británica", "francesa"], "by its button");
    assert_eq!(options("Floor"), ["Ground", "First", "Second"], "asking for something changes nothing");
    assert!(options("Place in the queue").is_empty());
    assert_eq!(options("Sex"), ["Female", "Male", "Prefer not to say"], "components in their labels");
    let state = lab.sites.state();
    assert!(state.uploads.is_empty(), "nothing was sent: {:?}", state.uploads);
    let shut = "document.querySelector('[aria-expanded=true], ul:not([hidden])') === null && document.querySelector('#nationality-field').value === ''";
    assert_eq!(page.eval(shut).await.unwrap(), json!(true), "each is closed again and holds nothing");
    lab.fill(&ask, &[]).await;
    let done = lab.done(&run).await;
    assert_eq!(outcome(&done), "completed", "{done:?}");
    assert_eq!(lab.sites.state().noted(PAGE, "nationality"), ["británica"], "{done:?}");
    assert_eq!(lab.sites.state().noted(PAGE, "sex"), ["female"], "{done:?}");
    assert!(lab.sites.state().uploads.is_empty());
}

/// Attaches a CV, as if it was chosen.
const GIVE_CV: &str = "(() => {
    const cv = '# Ann Miller\\n\\nann@example.org, +43 660 1234567\\n\\nEngineer at Alpenstrom AG since 2019\\n\\nReferee: Bob Baker, bob@example.org\\n';
    const all = new DataTransfer();
    all.items.add(new File([cv], 'cv.md', { type: 'text/markdown' }));
    const field = document.querySelector('#composer-files');
    field.files = all.files;
    field.dispatchEvent(new Event('change', { bubbles: true }));
})()";

#[tokio::test(flavor = "multi_thread")]
async fn the_settings_have_the_profile_taken_from_a_cv_and_the_person_goes_over_it() {
    let script = Script::always(|request| {
        let known = [
            ("First name", "Ann", "Ann Miller"),
            ("Last name", "Miller", "Ann Miller"),
            ("Phone", "+43 660 1234567", "+43 660 1234567"),
            ("Company or institution", "Alpenstrom AG", "Engineer at Alpenstrom AG"),
            // It stands nowhere.
            ("Town or city", "Vienna", "Vienna"),
        ];
        let questions = asked_of(request);
        let found = known.iter().filter_map(|(title, value, quote)| {
            let id = questions.get(*title)?["id"].clone();
            Some(json!({ "id": id, "value": value, "source": "cv.md", "page": 1, "quote": quote, "confidence": 0.9 }))
        });
        Reply::text(json!({ "answers": found.collect::<Vec<_>>() }).to_string())
    });
    let lab = Lab::with(script).await;
    let known = json!({ "instructions": "", "facts": [{ "key": "tel", "label": "Phone", "value": "0316 1" }] });
    lab.extension.accepted(json!({ "type": "PROFILE_SAVE", "profile": known })).await.unwrap();
    // The settings in a tab of their own show no runs: a tab for them is opened.
    let options = lab.browser.open_extension("options.html").await.unwrap();
    options.page().wait_for("document.getElementById('profile-from') !== null", RUN).await.unwrap();
    options.page().eval("document.getElementById('profile-from').click()").await.unwrap();
    let is_it = |target: &Target| target.url.ends_with("newtab.html#profile");
    let target = lab.browser.wait_target("the tab that is opened", is_it, RUN).await.unwrap();
    let page = lab.browser.attach(&target.id).await.unwrap();
    let until = async |condition: &str| {
        page.wait_for(condition, RUN).await.unwrap_or_else(|error| panic!("{condition}: {error}"));
    };
    until("document.getElementById('composer-input')?.value === 'Take my profile from this document'").await;
    page.eval(GIVE_CV).await.unwrap();
    until("document.querySelector('.chip--document[data-state=done]') !== null").await;
    page.to_front().await.unwrap();
    page.eval("document.getElementById('composer-input').focus()").await.unwrap();
    page.press("Enter", 13).await.unwrap();
    until("document.querySelector('.ask--form .review__row') !== null").await;
    let card = "(() => { const card = document.querySelector('.task'); \
                return card.textContent + [...card.querySelectorAll('input, textarea')].map(field => `\\n${field.value}`).join(''); })()";
    let shown = page.eval(card).await.unwrap();
    let shown = shown.as_str().unwrap();
    for words in ["Check before it goes into your profile", "Alpenstrom AG", "Store 3 facts", "Don’t store", "0316 1"]
    {
        assert!(shown.contains(words), "{words}: {shown}");
    }
    assert!(!shown.contains("Vienna") && !shown.contains("bob@example.org"), "{shown}");
    let profile = async || lab.extension.accepted(json!({ "type": "PROFILE_GET" })).await.unwrap()["profile"].clone();
    assert_eq!(profile().await, known, "nothing is stored before");
    page.eval("document.querySelector('.ask--form .button--main').click()").await.unwrap();
    until("document.querySelector('.form-card__part') !== null && document.querySelector('.run') === null").await;
    let facts: BTreeMap<String, String> = profile().await["facts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|fact| (fact["key"].as_str().unwrap().to_owned(), fact["value"].as_str().unwrap().to_owned()))
        .collect();
    let expected =
        [("given-name", "Ann"), ("family-name", "Miller"), ("organization", "Alpenstrom AG"), ("tel", "0316 1")];
    assert_eq!(facts, expected.into_iter().map(|(key, value)| (key.to_owned(), value.to_owned())).collect());
    // The settings show it, and it can be taken back.
    options
        .page()
        .wait_for("document.getElementById('fact-organization').value === 'Alpenstrom AG'", RUN)
        .await
        .unwrap();
    page.eval("[...document.querySelectorAll('.form-card button')].at(-1).click()").await.unwrap();
    options.page().wait_for("document.getElementById('fact-organization').value === ''", RUN).await.unwrap();
    assert_eq!(profile().await, known);
}
