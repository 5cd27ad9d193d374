//! A tool call in plain words, for the cards of the chat and approvals.

use crate::state::format::{duration, shorten};
use crate::state::text::{fill, key, t};
use edith_protocol::Arguments;
use serde_json::Value;

/// Characters of an argument shown in a title.
const ARGUMENT_CHARS: usize = 60;

/// Stands for what a call does not say.
const MISSING: &str = "…";

/// What a call does; `label` is its element as the core names it (`BUTTON "Search"`), if known.
pub fn title(tool: &str, args: &Arguments, label: Option<&str>) -> String {
    let text = |name: &str| match args.0.get(name) {
        Some(Value::String(text)) => shorten(text, ARGUMENT_CHARS),
        Some(Value::Null) | None => String::new(),
        Some(other) => shorten(&other.to_string(), ARGUMENT_CHARS),
    };
    let uid = |name: &str| match text(name) {
        uid if uid.is_empty() => String::new(),
        uid => fill("element", &[("uid", &uid)]),
    };
    let target = || label.and_then(element).unwrap_or_else(|| uid("uid"));
    let of = |key: &'static str, what: String| {
        let what = if what.is_empty() { MISSING.to_owned() } else { what };
        fill(key, &[("what", &what)])
    };
    let into = |both: &'static str, alone: &'static str, what: String| match target() {
        name if name.is_empty() => of(alone, what),
        name => fill(both, &[("what", &what), ("name", &name)]),
    };
    let plain = |key: &'static str| t(key).to_owned();
    match tool {
        "open_browser" => of(key("tool_open"), site(&text("url"))),
        "navigate" => of(key("tool_go"), site(&text("url"))),
        "go_back" => plain(key("tool_back")),
        "go_forward" => plain(key("tool_forward")),
        "reload" => plain(key("tool_reload")),
        "take_snapshot" => plain(key("tool_look")),
        "find_on_page" => of(key("tool_find"), quoted(&text("query"))),
        "read_page" => plain(key("tool_read")),
        "inspect" => of(key("tool_inspect"), target()),
        "click" | "click_at" => of(key("tool_click"), target()),
        "type_text" => into(key("tool_type_into"), key("tool_type"), quoted(&text("text"))),
        "fill" => plain(key("tool_fill")),
        "press_key" => of(key("tool_press"), text("key")),
        "scroll" => plain(match text("direction").as_str() {
            "up" => key("tool_scroll_up"),
            "down" => key("tool_scroll_down"),
            "left" => key("tool_scroll_left"),
            "right" => key("tool_scroll_right"),
            "top" => key("tool_scroll_top"),
            "bottom" | "end" => key("tool_scroll_end"),
            _ => key("tool_scroll"),
        }),
        "screenshot" => plain(key("tool_picture")),
        "select_option" => into(key("tool_choose_in"), key("tool_choose"), quoted(&text("value"))),
        "select_text" => of(key("tool_select"), quoted(&text("text"))),
        "hover" => of(key("tool_hover"), target()),
        "set_value" => into(key("tool_set"), key("tool_type"), quoted(&text("value"))),
        "drag" => of(key("tool_drag"), fill("drag_words", &[("from", &text("from_uid")), ("to", &text("to_uid"))])),
        "drag_at" => of(key("tool_drag"), target()),
        "upload_file" => of(key("tool_upload"), quoted(&text("document"))),
        "page_tool" => of(key("tool_page"), quoted(&text("name"))),
        "search_documents" => of(key("tool_search_documents"), quoted(&text("query"))),
        "read_document" => of(key("tool_read_document"), quoted(&text("document"))),
        "query_table" => of(key("tool_query_table"), quoted(&text("document"))),
        "calculate" => of(key("tool_calculate"), quoted(&text("expression"))),
        "find_tools" => of(key("tool_find_tools"), quoted(&text("query"))),
        "handle_dialog" if args.0.get("accept") == Some(&Value::Bool(true)) => plain(key("tool_accept")),
        "handle_dialog" => plain(key("tool_dismiss")),
        "wait" => of(key("tool_pause"), args.0.get("ms").and_then(Value::as_f64).map(duration).unwrap_or_default()),
        "wait_for_page_update" => plain(key("tool_wait")),
        "list_tabs" => plain(key("tool_tabs")),
        "switch_tab" => of(key("tool_switch"), text("tab_id")),
        "close_tab" => of(key("tool_close"), text("tab_id")),
        "remember" => of(key("tool_note"), quoted(&text("text"))),
        "ask_user" => of(key("tool_ask"), text("question")),
        "task_complete" => plain(key("tool_finish")),
        "task_fail" => plain(key("tool_give_up")),
        "step_done" => plain(key("tool_step_done")),
        "step_failed" => plain(key("tool_step_failed")),
        "extract_data" => plain(key("tool_hand")),
        other => match of_server(other) {
            Some((server, tool)) => {
                fill("tool_use", &[("tool", &quoted(&humanised(tool))), ("server", &quoted(server))])
            }
            None => other.to_owned(),
        },
    }
}

/// The server and the tool of a call outside EDITH.
pub fn of_server(tool: &str) -> Option<(&str, &str)> {
    tool.strip_prefix("mcp__")?.split_once("__").filter(|(server, tool)| !server.is_empty() && !tool.is_empty())
}

/// A name made for programs, as words: `create_issue` and `createIssue` are `create issue`.
pub fn humanised(name: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut before: Option<char> = None;
    for c in name.chars() {
        if matches!(c, '_' | '-' | '.' | '/' | ':' | ' ') {
            before = None;
            continue;
        }
        let begins = before.is_none_or(|before| c.is_uppercase() && !before.is_uppercase());
        match words.last_mut().filter(|_| !begins) {
            Some(word) => word.push(c),
            None => words.push(c.to_string()),
        }
        before = Some(c);
    }
    let plain = |word: String| match word.chars().skip(1).any(char::is_lowercase) {
        true => word.to_lowercase(),
        false => word,
    };
    let words: Vec<String> = words.into_iter().map(plain).collect();
    if words.is_empty() { name.to_owned() } else { words.join(" ") }
}

/// An element by what a person sees of it: of `BUTTON "Search"` the name, in quotation marks. None if it has no name.
pub fn element(label: &str) -> Option<String> {
    let Some((kind, name)) = label.split_once(" \"") else { return Some(label.to_owned()).filter(|_| !is_kind(label)) };
    if !is_kind(kind) {
        return Some(label.to_owned());
    }
    let name = name.strip_suffix('"').unwrap_or(name).trim();
    (!name.is_empty()).then(|| quoted(&shorten(name, ARGUMENT_CHARS)))
}

/// Whether a text is a kind of element: `BUTTON`, `MENU ITEM`.
fn is_kind(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_uppercase() || matches!(c, ' ' | '_' | '-'))
}

/// A call as the model wrote it: `click(uid: 12, count: 2)`.
pub fn exact(tool: &str, args: &Arguments) -> String {
    let arguments: Vec<String> = args.0.iter().map(|(name, value)| format!("{name}: {value}")).collect();
    format!("{tool}({})", arguments.join(", "))
}

/// What something is called for people: its title, else its name for programs as words.
pub fn named(name: &str, title: &str) -> String {
    if !title.trim().is_empty() {
        return title.trim().to_owned();
    }
    let words = humanised(name);
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
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
    fn a_name_alone_begins_with_a_capital() {
        assert_eq!(named("créer_ticket", ""), "Créer ticket");
        assert_eq!(named("x", " Own title "), "Own title");
        assert_eq!(named("écrire", " "), "Écrire");
    }

    #[test]
    fn calls_read_as_sentences() {
        for (tool, args, label, expected) in [
            ("navigate", json!({"url": "https://www.example.com/"}), None, "Go to example.com"),
            ("click", json!({"uid": 12}), Some("BUTTON \"Search\""), "Click “Search”"),
            ("click", json!({"uid": 12}), Some("MENU ITEM \"Say \"hi\"\""), "Click “Say \"hi\"”"),
            ("click", json!({"uid": 12}), Some("BUTTON \"\""), "Click element 12"),
            ("click", json!({"uid": 12}), Some("the map"), "Click the map"),
            ("click", json!({"uid": 12}), None, "Click element 12"),
            ("click", json!({}), None, "Click …"),
            ("type_text", json!({"text": "desk lamp"}), None, "Type “desk lamp”"),
            (
                "type_text",
                json!({"text": "lamp"}),
                Some("INPUT \"Search products\""),
                "Type “lamp” into “Search products”",
            ),
            ("select_option", json!({"value": "Red", "uid": 3}), Some("SELECT \"Colour\""), "Choose “Red” in “Colour”"),
            ("set_value", json!({"value": "40", "uid": 3}), None, "Set element 3 to “40”"),
            ("press_key", json!({"key": "Enter"}), None, "Press Enter"),
            ("find_on_page", json!({"query": "price"}), None, "Find “price” on the page"),
            ("drag", json!({"from_uid": 1, "to_uid": 2}), None, "Drag element 1 to 2"),
            ("wait", json!({"ms": 2000}), None, "Wait 2.0 s"),
            ("scroll", json!({"direction": "down"}), None, "Scroll down"),
            ("handle_dialog", json!({"accept": true}), None, "Accept the dialog"),
            ("handle_dialog", json!({"accept": false}), None, "Dismiss the dialog"),
            ("read_document", json!({"document": "a.pdf"}), None, "Read “a.pdf”"),
            ("mcp__tracker__create", json!({}), None, "Use “create” of “tracker”"),
            ("mcp__my-files__createNew_folder", json!({}), None, "Use “create new folder” of “my-files”"),
            ("mcp__tracker", json!({}), None, "mcp__tracker"),
            ("mcp____create", json!({}), None, "mcp____create"),
            ("find_tools", json!({"query": "issue"}), None, "Search the servers’ tools for “issue”"),
            ("later_tool", json!({}), None, "later_tool"),
            ("scroll", json!(null), None, "Scroll"),
        ] {
            assert_eq!(title(tool, &args.into(), label), expected);
        }
    }

    /// The tools as the core names them, from the file that lists them.
    #[test]
    fn every_tool_has_a_title_in_words() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tools/src");
        let mut found = 0;
        for file in std::fs::read_dir(folder).unwrap() {
            let Ok(source) = std::fs::read_to_string(file.unwrap().path()) else { continue };
            for name in source.split("const NAME: &'static str = \"").skip(1) {
                let name = name.split('"').next().unwrap();
                if name == "mcp" {
                    // Tools of servers have names of their own.
                    continue;
                }
                let title = title(name, &json!({"uid": 1}).into(), Some("BUTTON \"Search\""));
                assert!(title != name && !title.contains("BUTTON") && !title.contains('_'), "{name}: {title}");
                found += 1;
            }
        }
        assert!(found > 30, "{found}");
    }

    #[test]
    fn names_for_programs_read_as_words() {
        for (name, expected) in [
            ("create_issue", "create issue"),
            ("createIssue", "create issue"),
            ("repos/list-all", "repos list all"),
            ("get_HTTP_status", "get HTTP status"),
            ("Search", "search"),
            ("größeÄndern", "größe ändern"),
            ("x", "x"),
            ("__", "__"),
        ] {
            assert_eq!(humanised(name), expected);
        }
    }

    #[test]
    fn an_exact_call_keeps_every_argument() {
        assert_eq!(exact("click", &json!({"count": 2, "uid": 12}).into()), "click(count: 2, uid: 12)");
        assert_eq!(exact("go_back", &Arguments::default()), "go_back()");
    }
}
