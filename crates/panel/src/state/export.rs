//! Conversations as files: Markdown for reading, JSON for importing. Secrets are removed from both.

use crate::state::conversations::title;
use crate::state::documents::tables::Format;
use crate::state::form::lists;
use crate::state::runs::Run;
use crate::state::sources::host;
use crate::state::text::{fill, t};
use crate::state::timeline::{Item, answer_of, timeline};
use crate::state::tool_title;
use edith_protocol::{Conversation, Ending, Exported, Outcome};
use serde_json::{Value, json};

/// The format's name in an exported file.
const FORMAT: &str = "edith-conversations";

/// The same of a debug export.
const DEBUG_FORMAT: &str = "edith-debug";

/// What is in place of a secret.
const REMOVED: &str = "[removed]";

/// Prefixes of keys not to be passed on: of model servers, code hosts, clouds, chats.
const KEY_STARTS: [&str; 9] = ["sk-", "ghp_", "gho_", "github_pat_", "glpat-", "AKIA", "xoxb-", "xoxp-", "eyJ"];

/// The least number of characters after a key's prefix.
const KEY_CHARS: usize = 16;

/// A file for [`read`]: conversations as stored, each with its runs' steps. `secrets`: texts to remove, such as the model servers' keys.
pub fn to_json(all: Vec<(Value, Vec<Value>)>, secrets: &[String]) -> String {
    let list: Vec<Value> =
        all.into_iter().map(|(conversation, steps)| json!({ "conversation": conversation, "steps": steps })).collect();
    let mut file = json!({ "format": FORMAT, "version": 1, "conversations": list });
    clean_value(&mut file, secrets);
    serde_json::to_string_pretty(&file).unwrap_or_default()
}

/// What a task sent to models and got from them, for whoever looks for a fault.
pub fn to_debug(entries: Vec<Value>, secrets: &[String]) -> String {
    let mut file =
        json!({ "format": DEBUG_FORMAT, "version": 1, "edith": env!("CARGO_PKG_VERSION"), "entries": entries });
    clean_value(&mut file, secrets);
    serde_json::to_string_pretty(&file).unwrap_or_default()
}

/// The conversations in a file, as `CONVERSATION_IMPORT` takes them.
///
/// # Errors
/// A sentence for the person.
pub fn read(text: &str) -> Result<Vec<Exported>, String> {
    let mut file: Value = serde_json::from_str(text).map_err(|_| t("import_no_json").to_owned())?;
    if file.get("format").and_then(Value::as_str) != Some(FORMAT) {
        return Err(t("import_foreign").to_owned());
    }
    if file.get("version").and_then(Value::as_u64) != Some(1) {
        return Err(t("import_newer").to_owned());
    }
    match file.get_mut("conversations").map(Value::take) {
        Some(Value::Array(list)) if !list.is_empty() => Ok(list.into_iter().map(Exported::from).collect()),
        _ => Err(t("import_empty").to_owned()),
    }
}

/// A conversation for people: what was said, and a line for each step.
pub fn to_markdown(conversation: &Conversation, runs: &[&Run], secrets: &[String]) -> String {
    let open: Vec<_> = runs.iter().map(|run| run.id.clone()).collect();
    let mut text = format!("# {}\n", title(&conversation.shown()));
    for item in timeline(Some(conversation), runs, None, &open) {
        let run = |id: edith_protocol::RunId| runs.iter().find(|run| run.id == id);
        match item {
            Item::Said { text: said, .. } => {
                text.push_str(&format!("\n## {}\n\n{said}\n", t("you").trim_end_matches([':', ' '])));
            }
            Item::Replied { text: reply, .. } => text.push_str(&format!("\n{reply}\n")),
            Item::Step { run: id, number } => {
                for call in run(id).and_then(|run| run.find_step(number)).into_iter().flat_map(|step| &step.calls) {
                    let failed = if call.ok == Some(false) { " ⚠" } else { "" };
                    let exact = tool_title::exact(&call.tool, &call.args);
                    text.push_str(&format!("\n- {number}. {}{failed} `{}`", call.text, exact.replace('`', "'")));
                }
                text.push('\n');
            }
            Item::Sources { run: id } => {
                for source in run(id).into_iter().flat_map(|run| &run.sources) {
                    text.push_str(&format!("\n- {}: {}", host(source), source.description));
                }
                text.push('\n');
            }
            Item::Ended { ending: Ending { outcome, .. }, summary, .. } if outcome != Outcome::Completed => {
                text.push_str(&format!("\n*{}* {summary}\n", crate::state::runs::outcome_words(outcome)));
            }
            Item::Answers { run: id } => {
                let answers = run(id).map(|run| run.answers.as_slice()).unwrap_or_default();
                text.push_str(&format!("\n{}", Format::Markdown.write(answers)));
            }
            Item::Form { run: id } => {
                let filled = run(id).map(|run| lists(&run.form).filled).unwrap_or_default();
                for question in filled {
                    text.push_str(&format!("\n- {}: {}", question.title, question.value));
                }
                text.push('\n');
            }
            Item::Answer { run: id } => {
                let answer = answer_of(Some(conversation), run(id.clone()).copied(), &id);
                text.push_str(&format!("\n{answer}\n"));
            }
            Item::Ended { .. } | Item::Fold { .. } | Item::Plan { .. } => {}
        }
    }
    clean(&text, secrets)
}

/// A file name: the title without problematic characters.
pub fn file_name(name: &str, kind: &str) -> String {
    let plain: String = name.chars().map(|c| if c.is_alphanumeric() { c } else { ' ' }).take(50).collect();
    let words: Vec<&str> = plain.split_whitespace().collect();
    let name = if words.is_empty() { "conversation".to_owned() } else { words.join("-") };
    fill("file_name", &[("name", &name), ("kind", kind)])
}

fn clean_value(value: &mut Value, secrets: &[String]) {
    match value {
        // A picture is not text; its secrets were covered when it was taken.
        Value::String(text) if !text.starts_with("data:image/") => {
            let cleaned = clean(text, secrets);
            if cleaned != *text {
                *text = cleaned;
            }
        }
        Value::Array(list) => list.iter_mut().for_each(|one| clean_value(one, secrets)),
        Value::Object(fields) => fields.values_mut().for_each(|one| clean_value(one, secrets)),
        _ => {}
    }
}

/// A text without the known secrets, and without anything like a key, a card number, or a named password.
pub(super) fn clean(text: &str, secrets: &[String]) -> String {
    let mut text = text.to_owned();
    for secret in secrets.iter().filter(|secret| secret.len() >= 4) {
        if text.contains(secret.as_str()) {
            text = text.replace(secret.as_str(), REMOVED);
        }
    }
    let mut cleaned = String::with_capacity(text.len());
    let mut after_password = false;
    for piece in text.split_inclusive(|c: char| c.is_whitespace() || "\"'`<>(),;".contains(c)) {
        let word = piece.trim_end_matches(|c: char| c.is_whitespace() || "\"'`<>(),;".contains(c));
        let rest = piece.get(word.len()..).unwrap_or_default();
        let lower = word.to_lowercase();
        let is_label = ["password:", "passwort:", "kennwort:", "pin:", "cvv:", "cvc:"].contains(&lower.as_str());
        let secret = !word.is_empty() && (after_password || is_key(word));
        cleaned.push_str(if secret { REMOVED } else { word });
        cleaned.push_str(rest);
        if !word.is_empty() {
            after_password = is_label;
        }
    }
    without_cards(&cleaned)
}

fn is_key(word: &str) -> bool {
    KEY_STARTS.iter().any(|start| {
        word.find(start).is_some_and(|at| {
            let rest = word.get(at + start.len()..).unwrap_or_default();
            let is_part = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
            rest.chars().take_while(|c| is_part(*c)).count() >= KEY_CHARS
        })
    })
}

/// Numbers of 13 to 19 digits, with blanks or dashes between, and a valid check digit.
fn without_cards(text: &str) -> String {
    let is_part = |c: char| c.is_ascii_digit() || c == ' ' || c == '-';
    let mut cleaned = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let (before, from) = rest.split_at(start);
        let end = from.find(|c: char| !is_part(c)).unwrap_or(from.len());
        let (number, after) = from.split_at(end);
        let number_only = number.trim_end_matches([' ', '-']);
        let digits: Vec<u32> = number_only.chars().filter_map(|c| c.to_digit(10)).collect();
        cleaned.push_str(before);
        if (13..=19).contains(&digits.len()) && luhn(&digits) {
            cleaned.push_str(REMOVED);
            cleaned.push_str(number.get(number_only.len()..).unwrap_or_default());
        } else {
            cleaned.push_str(number);
        }
        rest = after;
    }
    cleaned.push_str(rest);
    cleaned
}

fn luhn(digits: &[u32]) -> bool {
    let sum: u32 = (digits.iter().rev().enumerate())
        .map(|(at, digit)| match at % 2 {
            0 => *digit,
            _ => digit * 2 / 10 + digit * 2 % 10,
        })
        .sum();
    sum.is_multiple_of(10) && digits.iter().any(|digit| *digit != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use edith_protocol::{Message, Progress, Role};

    fn message(role: Role, content: &str) -> Message {
        Message {
            refers: Vec::new(),
            documents: Vec::new(),
            prompt_name: None,
            pasted: Vec::new(),
            replies: false,
            ending: None,
            id: content.into(),
            role,
            content: content.into(),
            tool_calls: vec![],
            tool_call_id: None,
            tool_name: None,
            run_id: Some("r".into()),
            timestamp: 1.0,
        }
    }

    fn talk() -> (Conversation, Vec<Progress>) {
        let messages = vec![message(Role::User, "Find a lamp"), message(Role::Assistant, "It costs **12 €**.")];
        let conversation = Conversation {
            id: "c".into(),
            title: "Find a lamp".into(),
            name: None,
            messages,
            created_at: 1.0,
            updated_at: 2.0,
            pinned: true,
            private_sources: None,
            contacts: Default::default(),
        };
        let step = Progress {
            run_id: "r".into(),
            conversation_id: "c".into(),
            step: 1,
            text: "Open the shop".into(),
            timestamp: 1.5,
            call_id: Some("k".into()),
            tool: Some("open_browser".into()),
            args: Some(json!({ "url": "http://shop.example/" }).into()),
            result: Some("Bearer sk-abcdefghijklmnopqrstuv".into()),
            ok: Some(true),
            screenshot: Some("data:image/png;base64,4111111111111111".into()),
            usage: None,
            step_usage: None,
            parent_run_id: None,
            sources: None,
            answers: None,
            plan: None,
            form: None,
            recorded: None,
            waiting: None,
        };
        (conversation, vec![step])
    }

    #[test]
    fn what_is_exported_reads_back_with_all_steps_and_without_secrets() {
        let (conversation, steps) = talk();
        let stored = serde_json::to_value(&conversation).unwrap();
        let steps = steps.iter().map(|step| serde_json::to_value(step).unwrap()).collect();
        let file = to_json(vec![(stored, steps)], &["12 €".to_owned()]);
        let list = read(&file).unwrap();
        let (read, steps) = list[0].clone().read().unwrap();
        assert_eq!((read.id, read.pinned, read.messages.len()), (conversation.id, true, 2));
        assert_eq!(steps[0].result.as_deref(), Some("Bearer [removed]"));
        assert!(steps[0].screenshot.as_ref().unwrap().ends_with("4111111111111111"), "a picture is left as it is");
        // Four characters are too few to search for.
        assert_eq!(read.messages[1].content, "It costs **[removed]**.");
    }

    #[test]
    fn a_debug_export_says_its_version_and_holds_no_known_secret() {
        let entries = vec![json!({ "kind": "request", "added": [{ "text": "Password: hunter2, key xyzzy-42" }] })];
        let file = to_debug(entries, &["xyzzy-42".to_owned()]);
        let read: Value = serde_json::from_str(&file).unwrap();
        assert_eq!((&read["format"], &read["edith"]), (&json!("edith-debug"), &json!(env!("CARGO_PKG_VERSION"))));
        assert_eq!(read["entries"][0]["added"][0]["text"], "Password: [removed], key [removed]");
        assert!(super::read(&file).is_err(), "it is no conversation");
    }

    #[test]
    fn a_file_that_is_something_else_is_refused_with_a_sentence() {
        for (text, sentence) in [
            ("hello", "not JSON"),
            ("[]", "not an export"),
            (r#"{"format": "edith-conversations", "version": 2}"#, "later version"),
            (r#"{"format": "edith-conversations", "version": 1, "conversations": []}"#, "no conversation"),
        ] {
            let said = read(text).unwrap_err();
            assert!(said.contains(sentence), "{text}: {said}");
        }
    }

    #[test]
    fn secrets_are_taken_out_wherever_they_stand() {
        for (text, expected) in [
            ("key sk-proj-abcdefghijklmnop123, ok", "key [removed], ok"),
            ("Password: hunter2 and more", "Password: [removed] and more"),
            ("pay with 4111 1111 1111 1111 now", "pay with [removed] now"),
            ("the order 4111 1111 1111 1112 came", "the order 4111 1111 1111 1112 came"),
            ("token \"ghp_0123456789abcdef0123\"", "token \"[removed]\""),
            ("my own secret is xyzzy-42", "my own secret is [removed]"),
            ("sk-short, the password field, 12 lamps", "sk-short, the password field, 12 lamps"),
        ] {
            assert_eq!(clean(text, &["xyzzy-42".to_owned()]), expected);
        }
    }

    #[test]
    fn markdown_has_what_was_said_and_each_step() {
        let (conversation, steps) = talk();
        let mut runs = crate::state::runs::Runs::default();
        runs.take_steps(&"r".into(), &"c".into(), steps);
        let run = runs.get(&"r".into()).unwrap();
        let text = to_markdown(&conversation, &[run], &[]);
        assert!(text.starts_with("# Find a lamp\n\n## You\n\nFind a lamp\n"), "{text}");
        assert!(text.contains("- 1. Open the shop `open_browser(url: \"http://shop.example/\")`"), "{text}");
        assert!(text.contains("\nIt costs **12 €**.\n"), "{text}");
    }

    #[test]
    fn file_names_are_plain() {
        assert_eq!(file_name("Größe: a/b?", "md"), "EDITH Größe-a-b.md");
        assert_eq!(file_name("…", "json"), "EDITH conversation.json");
    }
}
