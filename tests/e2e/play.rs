//! A scripted run from its first page to its end, and the results the model received.

use edith_lab::browser::{RunHandle, SeenEvent};
use edith_lab::model_server::{Reply, Request, Script};
use edith_lab::sites::{Sites, State};
use serde_json::{Value, json};

use super::lab::Lab;

/// A run that ended as expected, with every tab detached.
pub(crate) struct Played {
    /// Where it ran.
    pub lab: Lab,
    /// The run.
    pub run: RunHandle,
    /// Its end.
    pub done: SeenEvent,
}

/// Plays a script that completes its task: a script without further turns ends the run.
pub(crate) async fn play(script: impl FnOnce(&Sites, Script) -> Script) -> Played {
    play_to("completed", script).await
}

/// Plays a script to another outcome: its last action fails, or is refused.
pub(crate) async fn play_to(outcome: &str, script: impl FnOnce(&Sites, Script) -> Script) -> Played {
    play_asked_to(outcome, script, &[]).await
}

/// [`play`] with answers to the run's asks, in order.
pub(crate) async fn play_asked(script: impl FnOnce(&Sites, Script) -> Script, answers: &[&str]) -> Played {
    play_asked_to("completed", script, answers).await
}

/// [`play_to`] with answers to the run's asks, in order.
pub(crate) async fn play_asked_to(
    outcome: &str,
    script: impl FnOnce(&Sites, Script) -> Script,
    answers: &[&str],
) -> Played {
    let lab = lab(script).await;
    let run = lab.start("do what the script says").await;
    let mut first = run.first_event;
    for answer in answers {
        let asked = lab.extension.wait_ask(&run, first, super::lab::RUN).await;
        let (number, ask) = asked.unwrap_or_else(|error| panic!("{error}\n{}", event_log(&lab, &run)));
        lab.extension.answer(&ask, answer).await.unwrap();
        first = number + 1;
    }
    ended(lab, run, outcome).await
}

/// A lab with a script that can name the sites' addresses.
pub(crate) async fn lab(script: impl FnOnce(&Sites, Script) -> Script) -> Lab {
    let sites = Sites::start().await.unwrap();
    let script = script(&sites, Script::new());
    Lab::on(sites, script).await
}

/// Waits for the end of a run, which must have this outcome.
pub(crate) async fn ended(lab: Lab, run: RunHandle, outcome: &str) -> Played {
    let done = lab.done(&run).await;
    assert_eq!(super::lab::outcome(&done), outcome, "{}\n{}", done.message, event_log(&lab, &run));
    assert!(lab.is_let_go().await, "the debugger is still attached");
    Played { lab, run, done }
}

impl Played {
    /// The results of the model's calls of a tool, in order, as first sent.
    pub(crate) fn answers(&self, tool: &str) -> Vec<String> {
        let mut seen = Vec::new();
        let mut answers = Vec::new();
        for request in self.lab.model.requests() {
            for (id, name, text) in calls_of(&request) {
                if !seen.contains(&id) {
                    seen.push(id);
                    if name == tool {
                        answers.push(text);
                    }
                }
            }
        }
        answers
    }

    /// The only result of a tool.
    pub(crate) fn answer(&self, tool: &str) -> String {
        let answers = self.answers(tool);
        assert_eq!(answers.len(), 1, "answers of {tool}: {answers:?}");
        answers[0].clone()
    }

    /// Waits until a page has noted exactly these values under a name; on failure prints the results.
    pub(crate) async fn noted(&self, page: &str, what: &str, values: &[&str]) {
        let enough = |state: &State| state.noted(page, what).len() >= values.len();
        let started = std::time::Instant::now();
        while !enough(&self.lab.sites.state()) && started.elapsed() < NOTED {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        let state = self.lab.sites.state();
        assert_eq!(
            state.noted(page, what),
            values,
            "{page} {what}; {:?}\n{}",
            state.notes,
            event_log(&self.lab, &self.run)
        );
    }
}

/// The run's events, for a failed test.
pub(crate) fn event_log(lab: &Lab, run: &RunHandle) -> String {
    let events = lab.extension.events_since(run.first_event);
    let told = events.iter().filter(|event| event.kind() == "agent_progress" && event.message.get("result").is_some());
    let line = |event: &SeenEvent| {
        let result = event.text("result").split("\nELEMENTS").next().unwrap_or_default();
        format!("{} {}: {result}", event.text("tool"), event.message["args"])
    };
    told.map(line).collect::<Vec<_>>().join("\n")
}

/// How long a page's note may take to reach its server.
const NOTED: std::time::Duration = std::time::Duration::from_secs(5);

/// The calls in a request with their results: id, tool, text.
fn calls_of(request: &Request) -> Vec<(String, String, String)> {
    let messages = request.messages();
    let calls = messages.iter().filter_map(|message| message["tool_calls"].as_array()).flatten();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let answer = |id: &str| {
        let own = messages.iter().rev().find(|message| message["role"] == "tool" && message["tool_call_id"] == id);
        own.map(|message| text(&message["content"]))
    };
    calls
        .filter_map(|call| {
            answer(&text(&call["id"])).map(|told| (text(&call["id"]), text(&call["function"]["name"]), told))
        })
        .collect()
}

/// A turn that navigates in the same tab.
pub(crate) fn go(url: &str) -> Reply {
    Reply::call("navigate", json!({ "url": url }))
}

/// A turn that uses a tool on the element with that label in the last look, with more arguments.
pub(crate) fn at(tool: &str, label: &str, more: Value) -> Reply {
    let mut arguments = more;
    arguments["uid"] = json!({ "$uid": ["", label] });
    Reply::call(tool, arguments)
}

/// A turn that clicks.
pub(crate) fn click(label: &str) -> Reply {
    at("click", label, json!({}))
}

/// A turn that types into a field.
pub(crate) fn type_into(label: &str, text: &str) -> Reply {
    at("type_text", label, json!({ "text": text }))
}

/// A turn that presses a key.
pub(crate) fn press(key: &str) -> Reply {
    Reply::call("press_key", json!({ "key": key }))
}

/// A turn that takes a look.
pub(crate) fn look() -> Reply {
    Reply::call("take_snapshot", json!({}))
}
