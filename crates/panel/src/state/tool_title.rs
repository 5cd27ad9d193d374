//! A tool call in plain words, for the cards of the chat and approvals.

use crate::state::format::shorten;
use crate::state::text::{fill, t};
use edith_protocol::Arguments;
use serde_json::Value;

/// Characters of an argument shown in a title.
const ARGUMENT_CHARS: usize = 60;

/// What a call does; `label` is the name of its element, if known.
pub fn title(tool: &str, args: &Arguments, label: Option<&str>) -> String {
    let text = |name: &str| match args.0.get(name) {
        Some(Value::String(text)) => shorten(text, ARGUMENT_CHARS),
        Some(Value::Null) | None => String::new(),
        Some(other) => shorten(&other.to_string(), ARGUMENT_CHARS),
    };
    let target = || match label {
        Some(label) => shorten(label, ARGUMENT_CHARS),
        None if args.0.get("uid").is_some() => fill("element", &[("uid", &text("uid"))]),
        None => String::new(),
    };
    let (verb, object) = match tool {
        "open_browser" => (t("tool_open"), site(&text("url"))),
        "navigate" => (t("tool_go"), site(&text("url"))),
        "go_back" => (t("tool_back"), String::new()),
        "take_snapshot" => (t("tool_look"), String::new()),
        "find_on_page" => (t("tool_find"), text("query")),
        "read_page" => (t("tool_read"), String::new()),
        "inspect" => (t("tool_inspect"), target()),
        "click" => (t("tool_click"), target()),
        "type_text" => (t("tool_type"), quoted(&text("text"))),
        "press_key" => (t("tool_press"), text("key")),
        "scroll" => (t("tool_scroll"), text("direction")),
        "screenshot" => (t("tool_picture"), String::new()),
        "select_option" => (t("tool_choose"), quoted(&text("value"))),
        "hover" => (t("tool_hover"), target()),
        "set_value" => (t("tool_set"), quoted(&text("value"))),
        "drag" => (t("tool_drag"), fill("drag_words", &[("from", &text("from_uid")), ("to", &text("to_uid"))])),
        "upload_file" => (t("tool_upload"), text("document")),
        "handle_dialog" => (
            if args.0.get("accept") == Some(&Value::Bool(true)) { t("tool_accept") } else { t("tool_dismiss") },
            String::new(),
        ),
        "wait_for_page_update" => (t("tool_wait"), String::new()),
        "list_tabs" => (t("tool_tabs"), String::new()),
        "switch_tab" => (t("tool_switch"), text("tab_id")),
        "close_tab" => (t("tool_close"), text("tab_id")),
        "ask_user" => (t("tool_ask"), text("question")),
        "task_complete" => (t("tool_finish"), String::new()),
        "task_fail" => (t("tool_give_up"), String::new()),
        "extract_data" => (t("tool_hand"), String::new()),
        other => match other.strip_prefix("mcp__").and_then(|name| name.split_once("__")) {
            Some((server, tool)) => return fill("tool_use", &[("tool", &quoted(tool)), ("server", &quoted(server))]),
            None => (other, String::new()),
        },
    };
    if object.is_empty() { verb.to_owned() } else { format!("{verb} {object}") }
}

/// A call as the model wrote it: `click(uid: 12, count: 2)`.
pub fn exact(tool: &str, args: &Arguments) -> String {
    let arguments: Vec<String> = args.0.iter().map(|(name, value)| format!("{name}: {value}")).collect();
    format!("{tool}({})", arguments.join(", "))
}

fn quoted(text: &str) -> String {
    if text.is_empty() { String::new() } else { fill("quoted", &[("text", text)]) }
}

/// An address without its scheme, `www.` and trailing slash.
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
            ("mcp__tracker__create", json!({}), None, "Use “create” of “tracker”"),
            ("later_tool", json!({}), None, "later_tool"),
            ("scroll", json!(null), None, "Scroll"),
        ] {
            assert_eq!(title(tool, &args.into(), label), expected);
        }
    }

    #[test]
    fn an_exact_call_keeps_every_argument() {
        assert_eq!(exact("click", &json!({"count": 2, "uid": 12}).into()), "click(count: 2, uid: 12)");
        assert_eq!(exact("go_back", &Arguments::default()), "go_back()");
    }
}
