//! Prompts and resources.

use super::common::server::{Era, tool};
use super::world::World;
use edith_port::ToolServers;
use edith_protocol::{ErrorCode, McpArgument};
use serde_json::json;

#[test]
fn prompts_and_resources_are_shown_and_got() {
    let world = World::new();
    let host = world.host("a.example", Era::Modern);
    host.answers(|seen, _| {
        Some(seen.ok(match seen.rpc.as_str() {
            "tools/list" => json!({ "tools": [tool("do")] }),
            "prompts/list" => json!({ "prompts": [{ "name": "p", "title": "Plan", "description": "Makes a plan.",
                "arguments": [{ "name": "a", "description": "For when", "required": true }] }] }),
            "prompts/get" => json!({ "messages": [
                { "role": "user", "content": { "type": "text", "text": format!("Plan {}", seen.params["arguments"]["a"]) } },
                { "role": "assistant", "content": { "type": "text", "text": "Gladly." } },
            ]}),
            "resources/list" => json!({ "resources": [
                { "uri": "notes://1", "name": "note", "title": "First note", "mimeType": "text/markdown", "size": 4 },
                { "uri": "notes://2", "name": "" },
            ]}),
            "resources/read" if seen.params["uri"] == "notes://1" => {
                json!({ "contents": [{ "uri": "notes://1", "mimeType": "text/markdown", "text": "# A" }] })
            }
            "resources/read" => json!({ "contents": [] }),
            _ => return None,
        }))
    });
    let id = world.add("One", "a.example");
    let shown = world.shown(&id);
    let prompt = &shown.prompts[0];
    assert_eq!((prompt.name.as_str(), prompt.title.as_str()), ("p", "Plan"));
    let argument = McpArgument { name: "a".into(), description: "For when".into(), required: true };
    assert_eq!(prompt.arguments, [argument]);
    let resources: Vec<_> = shown.resources.iter().map(|one| (one.uri.as_str(), one.name.as_str(), one.size)).collect();
    assert_eq!(resources, [("notes://1", "First note", Some(4.0)), ("notes://2", "notes://2", None)]);
    let given = [("a".to_owned(), "May".to_owned())].into();
    let text = world.run(world.servers.prompt(&id, "p", &given)).unwrap();
    assert_eq!(text, "Plan \"May\"\n\nassistant: Gladly.");
    let file = world.run(world.servers.resource(&id, "notes://1")).unwrap();
    assert_eq!((file.name.as_str(), file.mime.as_str(), &*file.bytes), ("First note.md", "text/markdown", &b"# A"[..]));
    let none = world.run(world.servers.resource(&id, "notes://2")).unwrap_err();
    assert!(none.code == ErrorCode::ServerFailed && none.message.contains("notes://2"), "{none:?}");
    let nobody = world.run(world.servers.resource("nobody", "notes://1")).unwrap_err();
    assert_eq!(nobody.code, ErrorCode::UnknownServer);
}

#[test]
fn a_prompt_that_asks_back_is_given_up() {
    let world = World::new();
    let host = world.host("a.example", Era::Modern);
    host.answers(|seen, _| {
        let elicit = json!({ "method": "elicitation/create", "params": { "message": "m", "requestedSchema": { "type": "object", "properties": {} } } });
        let asks = json!({ "resultType": "input_required", "inputRequests": { "q": elicit } });
        matches!(seen.rpc.as_str(), "prompts/get" | "resources/read").then(|| seen.ok(asks))
    });
    let id = world.add("One", "a.example");
    let asked = world.run(world.servers.prompt(&id, "p", &Default::default())).unwrap_err();
    assert!(asked.message.contains("asks for something first"), "{asked:?}");
    let asked = world.run(world.servers.resource(&id, "file:///a")).unwrap_err();
    assert!(asked.message.contains("asks for something first"), "{asked:?}");
    assert_eq!((host.server.count("prompts/get"), host.server.count("resources/read")), (1, 1));
}

#[test]
fn a_server_without_prompts_and_resources_is_none_the_worse() {
    let world = World::new();
    world.host("a.example", Era::Modern).answers(|seen, _| {
        let is_more = matches!(seen.rpc.as_str(), "prompts/list" | "resources/list");
        is_more.then(|| seen.error(404, -32601, json!(null)))
    });
    let id = world.add("One", "a.example");
    let shown = world.shown(&id);
    assert_eq!((shown.tools.len(), shown.prompts.len(), shown.resources.len()), (1, 0, 0));
    assert_eq!((shown.error.as_str(), shown.about.as_str(), shown.protocol.as_str()), ("", "new 1", "2026-07-28"));
}
