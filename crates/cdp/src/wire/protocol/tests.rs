//! What is on the wire: commands as the browser gets them, and events as browsers of other ages tell them.

use super::fetch::{ContinueRequest, ErrorReason, FailRequest, Pattern, Stage};
use super::input::{DragEvent, DragKind, InsertText};
use super::runtime::{Argument, CallFunctionOn, ContextId, ObjectId};
use super::*;
use crate::wire::{keys, mouse};
use edith_actions::key::parse_chord;
use edith_protocol::MouseButton;
use serde_json::json;
use std::path::Path;

fn sent<C: Command>(command: &C, method: &str, params: Value) {
    assert_eq!(command.message(), (method, params));
}

#[test]
fn commands_without_parameters_have_an_object_of_none() {
    sent(&page::Enable {}, "Page.enable", json!({}));
    sent(&page::Reload {}, "Page.reload", json!({}));
    sent(&network::Enable::default(), "Network.enable", json!({}));
    sent(&fetch::Disable {}, "Fetch.disable", json!({}));
}

#[test]
fn what_pauses_requests_and_decides_on_them() {
    let patterns = vec![Pattern::of("Document", Stage::Response), Pattern::of("XHR", Stage::Request)];
    let expected = json!({"patterns": [
        {"urlPattern": "*", "resourceType": "Document", "requestStage": "Response"},
        {"urlPattern": "*", "resourceType": "XHR", "requestStage": "Request"},
    ]});
    sent(&fetch::Enable { patterns }, "Fetch.enable", expected);
    sent(&ContinueRequest { request_id: "r" }, "Fetch.continueRequest", json!({"requestId": "r"}));
    for (error_reason, word) in [(ErrorReason::Aborted, "Aborted"), (ErrorReason::BlockedByClient, "BlockedByClient")] {
        let fail = FailRequest { request_id: "r", error_reason };
        sent(&fail, "Fetch.failRequest", json!({"requestId": "r", "errorReason": word}));
    }
}

#[test]
fn keys_the_pointer_and_drags() {
    let written: Vec<Message> = keys::character('A').iter().map(Command::message).collect();
    let key =
        |kind: &str| json!({"type": kind, "key": "A", "code": "KeyA", "windowsVirtualKeyCode": 65, "modifiers": 8});
    let with = |kind: &str, name: &str, value: Value| {
        let mut key = key(kind);
        key[name] = value;
        ("Input.dispatchKeyEvent", key)
    };
    let plain = |kind: &str| ("Input.dispatchKeyEvent", key(kind));
    assert_eq!(written, [plain("rawKeyDown"), with("char", "text", json!("A")), plain("keyUp")]);
    let tab = json!({"type": "char", "text": "\t", "modifiers": 0});
    assert_eq!(keys::character('\t').iter().map(Command::message).collect::<Vec<_>>(), [(plain("").0, tab)]);
    let chord = keys::chord(&parse_chord("Control+a").unwrap());
    let control = json!({
        "type": "rawKeyDown", "key": "Control", "code": "ControlLeft", "windowsVirtualKeyCode": 17, "modifiers": 2,
        "location": 1,
    });
    let all = json!({
        "type": "rawKeyDown", "key": "a", "code": "KeyA", "windowsVirtualKeyCode": 65, "modifiers": 2,
        "commands": ["selectAll"],
    });
    assert_eq!(chord.iter().take(2).map(|key| key.message().1).collect::<Vec<_>>(), [control, all]);

    let click = mouse::click_events([10.0, 20.5], MouseButton::Right, 1, 2);
    let at = |kind: &str, button: &str, buttons: u32, count: u32| {
        json!({
            "type": kind, "x": 10.0, "y": 20.5, "button": button, "buttons": buttons, "clickCount": count,
            "modifiers": 2, "pointerType": "mouse",
        })
    };
    let expected =
        [at("mouseMoved", "none", 0, 0), at("mousePressed", "right", 2, 1), at("mouseReleased", "right", 0, 1)];
    assert_eq!(click.iter().map(|event| event.message().1).collect::<Vec<_>>(), expected);
    let data = json!({"items": [], "dragOperationsMask": 1});
    for (kind, word) in [
        (DragKind::Enter, "dragEnter"),
        (DragKind::Over, "dragOver"),
        (DragKind::Drop, "drop"),
        (DragKind::Cancel, "dragCancel"),
    ] {
        let expected = json!({"type": word, "x": 1.0, "y": 2.0, "data": data, "modifiers": 0});
        sent(&DragEvent { kind, x: 1.0, y: 2.0, data: &data, modifiers: 0 }, "Input.dispatchDragEvent", expected);
    }
    sent(&InsertText { text: "é" }, "Input.insertText", json!({"text": "é"}));
}

#[test]
fn functions_pictures_and_dialogs() {
    let (context, object, word) = (ContextId::read(Some(&json!(3))), ObjectId::read(Some(&json!("o1"))), json!("w"));
    let arguments = [Argument::Value(&word), Argument::Object(&object)];
    let called = json!({
        "executionContextId": 3, "functionDeclaration": "f", "arguments": [{"value": "w"}, {"objectId": "o1"}],
    });
    sent(&CallFunctionOn::in_world(&context, "f", &arguments), "Runtime.callFunctionOn", called);
    let called = json!({"objectId": "o1", "functionDeclaration": "f"});
    sent(&CallFunctionOn::of(&object, "f", &[]), "Runtime.callFunctionOn", called);
    // What an answer did not name is nothing in the next command, too.
    let context = ContextId::read(None);
    let called = json!({"executionContextId": null, "functionDeclaration": "f"});
    sent(&CallFunctionOn::in_world(&context, "f", &[]), "Runtime.callFunctionOn", called);
    let resolve = dom::ResolveNode { backend_node_id: None, execution_context_id: None, object_group: None };
    sent(&resolve, "DOM.resolveNode", json!({"backendNodeId": null}));
    let resolve =
        dom::ResolveNode { backend_node_id: Some(7), execution_context_id: Some(&context), object_group: Some("g") };
    sent(&resolve, "DOM.resolveNode", json!({"backendNodeId": 7, "executionContextId": null, "objectGroup": "g"}));

    let clip = page::Clip { x: 1, y: 2, width: 30, height: 40, scale: 0.5 };
    let picture = |clip| page::CaptureScreenshot { format: "jpeg", quality: 60, optimize_for_speed: true, clip };
    let whole = json!({"format": "jpeg", "quality": 60, "optimizeForSpeed": true});
    let mut part = whole.clone();
    part["clip"] = json!({"x": 1, "y": 2, "width": 30, "height": 40, "scale": 0.5});
    sent(&picture(None), "Page.captureScreenshot", whole);
    sent(&picture(Some(clip)), "Page.captureScreenshot", part);
    let answer = |prompt_text| page::HandleJavaScriptDialog { accept: true, prompt_text };
    sent(&answer(None), "Page.handleJavaScriptDialog", json!({"accept": true}));
    sent(&answer(Some("")), "Page.handleJavaScriptDialog", json!({"accept": true, "promptText": ""}));
    let auto = json!({"autoAttach": true, "waitForDebuggerOnStart": false, "flatten": true});
    sent(&target::SetAutoAttach::FLAT, "Target.setAutoAttach", auto);
}

#[test]
fn what_another_browser_leaves_out_or_spells_in_another_way_is_no_error() {
    for method in ["Page.frameNavigated", "Network.requestWillBeSent", "Fetch.requestPaused", "WebMCP.toolsAdded"] {
        for params in [json!(null), json!({}), json!([]), json!({"frame": 1, "request": "x", "tools": {}, "type": 2})] {
            assert!(Event::read(method, &params).is_some(), "{method} {params}");
        }
    }
    let started = json!({"frameId": "F", "navigationType": "somethingNew"});
    let Some(Event::FrameStartedNavigating(begun)) = Event::read("Page.frameStartedNavigating", &started) else {
        panic!("not read");
    };
    assert_eq!((begun.frame(), begun.kind(), begun.is_within_document()), ("F", "somethingNew", false));
    assert!(Event::read("Page.somethingNew", &json!({})).is_none());
    let history = page::NavigationHistory::of(json!({"entries": [{"id": 4}, {"url": "http://a.test/"}, 5]}));
    assert_eq!((history.current, history.entries.len()), (None, 3));
    assert_eq!(history.entry(1).and_then(|entry| entry.url.as_deref()), Some("http://a.test/"));
    assert!(page::Screenshot::of(json!({"data": 1})).data.is_none());
}

#[test]
fn powerful_commands_are_refused() {
    for method in ["Runtime.evaluate", "Network.getCookies", "Page.setDocumentContent", "", "page.enable"] {
        assert!(!is_allowed(method), "{method}");
    }
    assert!(COMMANDS.iter().all(|method| is_allowed(method)));
}

/// Every `"Domain.name"` in the sources of a folder but this one.
fn names(folder: &Path, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            if !path.ends_with("wire/protocol") && !path.ends_with("src/tests") {
                names(&path, found);
            }
            continue;
        }
        let source = std::fs::read_to_string(&path).unwrap();
        // Test data is below this line in every file.
        let shipped = source.split("#[cfg(test)]").next().unwrap();
        let is_name = |text: &&str| {
            text.split_once('.').is_some_and(|(domain, name)| {
                domain.starts_with(|c: char| c.is_ascii_uppercase())
                    && name.starts_with(|c: char| c.is_ascii_lowercase())
                    && (domain.chars().chain(name.chars())).all(|c| c.is_ascii_alphanumeric())
            })
        };
        found.extend(shipped.split('"').filter(is_name).map(|name| format!("{}: {name}", path.display())));
    }
}

#[test]
fn methods_are_named_nowhere_else() {
    let mut found = Vec::new();
    names(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
    assert_eq!(found, Vec::<String>::new());
    // The search does find them.
    names(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/wire/protocol"), &mut found);
    assert!(found.iter().any(|one| one.ends_with(": Page.navigate")), "{found:?}");
}
