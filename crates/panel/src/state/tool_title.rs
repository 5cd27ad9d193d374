//! A tool call in a person's words, for the cards of the chat and of approvals.

use crate::state::format::shorten;
use serde_json::Value;

/// Characters of an argument shown in a title.
const ARGUMENT_CHARS: usize = 60;

/// What a call does, in words; `label` is the name of the element it is about, where it is known.
pub fn title(tool: &str, args: &Value, label: Option<&str>) -> String {
    let text = |name: &str| match args.get(name) {
        Some(Value::String(text)) => shorten(text, ARGUMENT_CHARS),
        Some(Value::Null) | None => String::new(),
        Some(other) => shorten(&other.to_string(), ARGUMENT_CHARS),
    };
    let target = || match label {
        Some(label) => shorten(label, ARGUMENT_CHARS),
        None if args.get("uid").is_some() => format!("element {}", text("uid")),
        None => String::new(),
    };
    let (verb, object) = match tool {
        "open_browser" => ("Open", site(&text("url"))),
        "navigate" => ("Go to", site(&text("url"))),
        "go_back" => ("Go back", String::new()),
        "take_snapshot" => ("Look at the page", String::new()),
        "find_on_page" => ("Find on the page:", text("query")),
        "read_page" => ("Read the page", String::new()),
        "click" => ("Click", target()),
        "type_text" => ("Type", quoted(&text("text"))),
        "press_key" => ("Press", text("key")),
        "scroll" => ("Scroll", text("direction")),
        "screenshot" => ("Take a picture", String::new()),
        "select_option" => ("Choose", quoted(&text("value"))),
        "hover" => ("Point at", target()),
        "set_value" => ("Set", quoted(&text("value"))),
        "drag" => ("Drag", format!("element {} to {}", text("from_uid"), text("to_uid"))),
        "upload_file" => ("Upload", text("document")),
        "handle_dialog" => (
            if args.get("accept") == Some(&Value::Bool(true)) { "Accept the dialog" } else { "Dismiss the dialog" },
            String::new(),
        ),
        "wait_for_page_update" => ("Wait for the page", String::new()),
        "list_tabs" => ("List the tabs", String::new()),
        "switch_tab" => ("Switch to tab", text("tab_id")),
        "close_tab" => ("Close tab", text("tab_id")),
        "ask_user" => ("Ask you:", text("question")),
        "task_complete" => ("Finish the task", String::new()),
        "extract_data" => ("Hand over the findings", String::new()),
        other => (other, String::new()),
    };
    if object.is_empty() { verb.to_owned() } else { format!("{verb} {object}") }
}

/// A call as the model wrote it: `click(uid: 12, count: 2)`.
pub fn exact(tool: &str, args: &Value) -> String {
    let arguments = match args {
        Value::Object(fields) => {
            fields.iter().map(|(name, value)| format!("{name}: {value}")).collect::<Vec<_>>().join(", ")
        }
        Value::Null => String::new(),
        other => other.to_string(),
    };
    format!("{tool}({arguments})")
}

fn quoted(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("“{text}”") }
}

/// An address without what a person does not read: the scheme, `www.` and a slash at the end.
fn site(address: &str) -> String {
    let bare = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://")).unwrap_or(address);
    let bare = bare.strip_prefix("www.").unwrap_or(bare);
    bare.strip_suffix('/').unwrap_or(bare).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn calls_read_as_sentences() {
        for (tool, args, label, expected) in [
            ("navigate", json!({"url": "https://www.example.com/"}), None, "Go to example.com"),
            ("click", json!({"uid": 12}), Some("BUTTON \"Search\""), "Click BUTTON \"Search\""),
            ("click", json!({"uid": 12}), None, "Click element 12"),
            ("type_text", json!({"text": "desk lamp"}), None, "Type “desk lamp”"),
            ("press_key", json!({"key": "Enter"}), None, "Press Enter"),
            ("handle_dialog", json!({"accept": true}), None, "Accept the dialog"),
            ("handle_dialog", json!({"accept": false}), None, "Dismiss the dialog"),
            ("later_tool", json!({}), None, "later_tool"),
            ("scroll", json!(null), None, "Scroll"),
        ] {
            assert_eq!(title(tool, &args, label), expected);
        }
    }

    #[test]
    fn an_exact_call_keeps_every_argument() {
        assert_eq!(exact("click", &json!({"count": 2, "uid": 12})), "click(count: 2, uid: 12)");
        assert_eq!(exact("go_back", &Value::Null), "go_back()");
    }
}
