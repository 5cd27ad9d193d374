//! What a small tracker of issues answers, in the protocol's revision of 2026-07-28: every request stands for itself.

use serde_json::{Value, json};

use super::McpReply;

/// Its answer to a request. An issue is created once the person has said how urgent it is.
pub fn tracker(request: &Value) -> McpReply {
    let params = request.get("params").cloned().unwrap_or_default();
    let argument = |name: &str| {
        let arguments = params.get("arguments").and_then(|all| all.get(name));
        arguments.and_then(Value::as_str).unwrap_or_default().to_owned()
    };
    McpReply::Result(match request.get("method").and_then(Value::as_str).unwrap_or_default() {
        "server/discover" => json!({
            "supportedVersions": ["2026-07-28"],
            "capabilities": { "tools": {}, "prompts": {}, "resources": {} },
            "serverInfo": { "name": "tracker", "title": "Sample Tracker", "version": "1.2" },
        }),
        "tools/list" => json!({ "ttlMs": 60_000, "tools": [
            { "name": "list_issues", "description": "Lists the issues.", "annotations": { "readOnlyHint": true }, "inputSchema": { "type": "object" } },
            { "name": "create_issue", "title": "Create an issue", "description": "Creates an issue.",
              "inputSchema": { "type": "object", "properties": { "title": { "type": "string" } }, "required": ["title"] } },
            { "name": "delete_issue", "description": "Deletes an issue.", "inputSchema": { "type": "object" } },
        ] }),
        "tools/call" => called(&params, &argument("title")),
        "prompts/list" => json!({ "ttlMs": 60_000, "prompts": [
            { "name": "triage", "title": "Triage new issues", "description": "Goes over new issues.",
              "arguments": [{ "name": "project", "description": "Its short name", "required": true }, { "name": "since" }] },
            { "name": "standup", "description": "Sums up yesterday." },
        ] }),
        "prompts/get" => {
            let text = match params.get("name").and_then(Value::as_str) {
                Some("triage") => {
                    format!("Go over the new issues of {} since {}.", argument("project"), argument("since"))
                }
                _ => "Sum up what was done yesterday.".to_owned(),
            };
            json!({ "messages": [{ "role": "user", "content": { "type": "text", "text": text } }] })
        }
        "resources/list" => json!({ "ttlMs": 60_000, "resources": [
            { "uri": "tracker://roadmap", "name": "roadmap", "title": "Roadmap of this year", "mimeType": "text/markdown" },
            { "uri": "tracker://gone", "name": "Gone", "mimeType": "text/plain" },
        ] }),
        "resources/templates/list" => json!({ "resourceTemplates": [] }),
        "resources/read" if params.get("uri") == Some(&json!("tracker://roadmap")) => {
            let text = "# Roadmap\n\nThe brass lamp comes in June.\n";
            json!({ "contents": [{ "uri": "tracker://roadmap", "mimeType": "text/markdown", "text": text }] })
        }
        "resources/read" => json!({ "contents": [] }),
        _ => json!({}),
    })
}

fn called(params: &Value, title: &str) -> Value {
    let said = |text: String| json!({ "content": [{ "type": "text", "text": text }] });
    if params.get("name") != Some(&json!("create_issue")) {
        return said("Issue 1: the lamp page is blank".to_owned());
    }
    match params.get("inputResponses").and_then(|all| all.get("urgency")) {
        None => {
            json!({ "resultType": "input_required", "inputRequests": { "urgency": { "method": "elicitation/create", "params": {
            "mode": "form", "message": "How urgent is it?", "requestedSchema": { "type": "object", "required": ["mail", "priority"], "properties": {
                "priority": { "type": "string", "title": "Priority", "enum": ["low", "high"] },
                "mail": { "type": "string", "format": "email", "title": "Who is told", "description": "When it is done." },
                "hours": { "type": "integer", "title": "Hours", "minimum": 1, "maximum": 40 },
            } } } } } })
        }
        Some(answer) => said(format!("Created {title:?} with {answer}")),
    }
}
