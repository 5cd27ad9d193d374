//! Answers from a folder: each request is written to a file, and what somebody writes beside it is sent, so that any model, or a person, can answer.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};

use super::request::text_of;
use super::{Call, Reply, Request};

/// How often an answer is looked for.
const POLL: Duration = Duration::from_millis(200);

/// Looks at an unchanged file that is no answer before its fault is written beside it: whoever writes it may be in the middle.
const PATIENCE: usize = 10;

/// What stands in the folder for people who find it.
const README: &str = "\
NNNN.request.json  a request to the model, as it came
NNNN.request.txt   what is new in it since the request before
NNNN.answer.json   the answer, which you write: {\"text\": \"…\", \"calls\": [{\"name\": \"click\", \"arguments\": {\"uid\": 12}}]},
                   or an assistant message or completion of the Chat Completions API
NNNN.problem.txt   why an answer was not understood; write it again
";

/// A folder with requests and answers.
#[derive(Debug)]
pub struct Desk {
    folder: PathBuf,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// The number of the last request.
    last: usize,
    /// Its messages, so that the next text says only what is new.
    messages: Vec<Value>,
}

impl Desk {
    /// Opens a folder, and makes it if it is missing. Numbers go on after those that are there.
    ///
    /// # Errors
    /// When it cannot be read or written.
    pub fn open(folder: &Path) -> std::io::Result<Self> {
        std::fs::create_dir_all(folder)?;
        std::fs::write(folder.join("README.txt"), README)?;
        let mut last = 0;
        for entry in std::fs::read_dir(folder)? {
            let name = entry?.file_name();
            let number = name.to_str().and_then(|name| name.split('.').next()?.parse().ok());
            last = last.max(number.unwrap_or_default());
        }
        Ok(Self { folder: folder.to_owned(), state: Mutex::new(State { last, messages: Vec::new() }) })
    }

    /// Writes a request; returns the number under which its answer is awaited.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub(super) fn put(&self, request: &Request) -> std::io::Result<usize> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.last += 1;
        let number = state.last;
        let text = fresh(&state.messages, request);
        request.messages().clone_into(&mut state.messages);
        std::fs::write(self.file(number, "request.txt"), text)?;
        // The JSON comes last and in one piece: a program that waits for it finds both whole.
        let (part, whole) = (self.file(number, "request.part"), self.file(number, "request.json"));
        std::fs::write(&part, serde_json::to_string_pretty(&request.body)?)?;
        std::fs::rename(part, whole)?;
        Ok(number)
    }

    /// Waits for the answer to a request.
    pub(super) async fn wait(&self, number: usize) -> Reply {
        let (mut seen, mut looks) = (String::new(), 0);
        loop {
            if let Ok(text) = std::fs::read_to_string(self.file(number, "answer.json")) {
                let fault = match parse(&text) {
                    Ok(reply) => return reply,
                    Err(fault) => fault,
                };
                looks = if text == seen { looks + 1 } else { 0 };
                seen = text;
                if looks == PATIENCE {
                    // Without that file the person sees nothing but an answer that is not taken; there is nobody else to report to.
                    let _ = std::fs::write(self.file(number, "problem.txt"), fault + "\n");
                }
            }
            tokio::time::sleep(POLL).await;
        }
    }

    fn file(&self, number: usize, ending: &str) -> PathBuf {
        self.folder.join(format!("{number:04}.{ending}"))
    }
}

/// What is new in a request, as a text: the messages after those of the last one, and the tools' names.
fn fresh(before: &[Value], request: &Request) -> String {
    let messages = request.messages();
    let same = before.iter().zip(messages).take_while(|(old, new)| old == new).count();
    let mut text = String::new();
    if same > 0 {
        text.push_str(&format!("({same} messages as before)\n"));
    }
    for message in messages.iter().skip(same) {
        let role = message.get("role").and_then(Value::as_str).unwrap_or_default();
        text.push_str(&format!("\n=== {role}\n{}\n", text_of(message)));
        for call in message.get("tool_calls").and_then(Value::as_array).into_iter().flatten() {
            let part = |path: &str| call.pointer(path).and_then(Value::as_str).unwrap_or_default();
            text.push_str(&format!("--- {} {}\n", part("/function/name"), part("/function/arguments")));
        }
    }
    text.push_str(&format!("\n=== tools\n{}\n", request.tools().join(" ")));
    text
}

/// An answer in our form, or as an assistant message, alone or in a completion.
fn parse(text: &str) -> Result<Reply, String> {
    let value: Value = serde_json::from_str(text).map_err(|error| format!("no JSON: {error}"))?;
    let message = value.pointer("/choices/0/message").unwrap_or(&value);
    if message.get("role").is_none() {
        return serde_json::from_value(value).map_err(|error| error.to_string());
    }
    let mut reply = Reply::text(text_of(message));
    for call in message.get("tool_calls").and_then(Value::as_array).into_iter().flatten() {
        let function = call.get("function").ok_or("a call without a function")?;
        let name = function.get("name").and_then(Value::as_str).ok_or("a call without a name")?;
        let (arguments, raw) = match function.get("arguments") {
            Some(Value::String(raw)) => (Value::Null, Some(raw.clone())),
            other => (other.cloned().unwrap_or_else(|| json!({})), None),
        };
        reply.calls.push(Call { id: None, name: name.to_owned(), arguments, raw });
    }
    Ok(reply)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use serde_json::json;

    use super::super::{End, Reply, Request};
    use super::{Desk, parse};

    fn request(messages: serde_json::Value) -> Request {
        let body = json!({ "messages": messages, "tools": [{ "function": { "name": "click" } }] });
        Request { number: 0, path: String::new(), headers: Vec::new(), body, at: None, end: End::Open }
    }

    #[tokio::test]
    async fn a_request_is_answered_by_the_file_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let desk = Desk::open(folder.path()).unwrap();
        let first = desk.put(&request(json!([{ "role": "user", "content": "Press Go" }]))).unwrap();
        assert!(std::fs::read_to_string(folder.path().join("0001.request.json")).unwrap().contains("Press Go"));
        let answer = folder.path().join("0001.answer.json");
        let waited = async {
            // Half a file is no answer yet.
            std::fs::write(&answer, "{\"calls\": [").unwrap();
            assert!(tokio::time::timeout(Duration::from_millis(500), desk.wait(first)).await.is_err());
            std::fs::write(&answer, r#"{"calls": [{"name": "click", "arguments": {"uid": 7}}]}"#).unwrap();
            desk.wait(first).await
        };
        assert_eq!(waited.await, Reply::call("click", json!({ "uid": 7 })));
        let more = json!([{ "role": "user", "content": "Press Go" }, { "role": "tool", "content": "Clicked." }]);
        assert_eq!(desk.put(&request(more)).unwrap(), 2);
        let text = std::fs::read_to_string(folder.path().join("0002.request.txt")).unwrap();
        assert!(text.contains("=== tool\nClicked.") && !text.contains("Press Go"), "{text}");
        assert_eq!(Desk::open(folder.path()).unwrap().put(&request(json!([]))).unwrap(), 3);
    }

    #[tokio::test]
    async fn what_is_no_answer_is_said_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let desk = Desk::open(folder.path()).unwrap();
        let number = desk.put(&request(json!([]))).unwrap();
        std::fs::write(folder.path().join("0001.answer.json"), r#"{"call": "click"}"#).unwrap();
        assert!(tokio::time::timeout(Duration::from_secs(4), desk.wait(number)).await.is_err());
        let problem = std::fs::read_to_string(folder.path().join("0001.problem.txt")).unwrap();
        assert!(problem.contains("unknown field `call`"), "{problem}");
    }

    #[test]
    fn messages_and_completions_are_answers_too() {
        let message = json!({ "role": "assistant", "content": "Now.", "tool_calls": [
            { "id": "a", "type": "function", "function": { "name": "click", "arguments": "{\"uid\":1}" } }] });
        let plain = parse(&message.to_string()).unwrap();
        assert_eq!((plain.text.as_str(), plain.calls[0].raw.as_deref()), ("Now.", Some("{\"uid\":1}")));
        assert_eq!(parse(&json!({ "choices": [{ "message": message }] }).to_string()).unwrap(), plain);
        assert!(parse("Now.").unwrap_err().starts_with("no JSON"));
    }
}
