//! What servers with tools offer to a message: their prompts after `/`, their resources after `@` and in the menu of attachments.

use super::fields::prompt_name;
use super::{Group, Offer, Offered};
use crate::state::find::Query;
use crate::state::mcp::name_of;
use crate::state::text::fill;
use edith_protocol::{McpPrompt, McpResource, McpServerShown, McpState};

fn connected(servers: &[McpServerShown]) -> impl Iterator<Item = &McpServerShown> {
    servers.iter().filter(|server| server.enabled && server.state == McpState::Connected)
}

/// The prompts of the servers that answer.
pub fn prompt_offers(servers: &[McpServerShown]) -> Vec<Offer> {
    let of = |server: &McpServerShown, prompt: &McpPrompt| {
        let names: Vec<&str> = prompt.arguments.iter().map(|one| one.name.as_str()).collect();
        let note = match (prompt.description.trim(), names.is_empty()) {
            ("", false) => fill("prompt_asks", &[("fields", &names.join(", "))]),
            (description, _) => description.to_owned(),
        };
        Offer {
            what: Offered::ServerPrompt(server.id.clone(), prompt.name.clone()),
            group: Group::Server(name_of(server).to_owned()),
            title: prompt_name(prompt),
            note,
        }
    };
    connected(servers).flat_map(|server| server.prompts.iter().map(move |prompt| of(server, prompt))).collect()
}

/// The resources of the servers that answer, each with its server.
pub fn resources(servers: &[McpServerShown]) -> Vec<(&McpServerShown, &McpResource)> {
    connected(servers).flat_map(|server| server.resources.iter().map(move |resource| (server, resource))).collect()
}

/// The resources that have the words that were typed, as offers: found by their names, their servers, their types and their descriptions.
pub fn resource_offers(servers: &[McpServerShown], typed: &str) -> Vec<Offer> {
    let query = Query::new(typed);
    let finds = |server: &McpServerShown, resource: &McpResource| {
        let McpResource { uri, name, description, mime, .. } = resource;
        query.is_empty() || query.finds(&format!("{name} {} {mime} {description} {uri}", name_of(server)))
    };
    let offer = |(server, resource): (&McpServerShown, &McpResource)| {
        let mime = resource.mime.split(';').next().unwrap_or_default().trim();
        let parts = [name_of(server), mime].into_iter().filter(|part| !part.is_empty());
        let title = if resource.name.trim().is_empty() { resource.uri.clone() } else { resource.name.clone() };
        Offer {
            what: Offered::Resource(server.id.clone(), resource.uri.clone()),
            group: Group::Resources,
            title,
            note: parts.collect::<Vec<_>>().join(" · "),
        }
    };
    resources(servers).into_iter().filter(|(server, resource)| finds(server, resource)).map(offer).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn servers() -> Vec<McpServerShown> {
        let one = json!({ "id": "t", "name": "Tracker", "url": "https://t.example/mcp", "enabled": true, "state": "connected",
            "prompts": [{ "name": "code_review", "description": "Reviews code" },
                        { "name": "x", "title": "Triage", "arguments": [{ "name": "label", "required": true }] }],
            "resources": [{ "uri": "t://1", "name": "Roadmap", "mime": "text/markdown; charset=utf-8" }, { "uri": "t://2", "name": "" }] });
        let mut off = one.clone();
        off["enabled"] = json!(false);
        let mut failed = one.clone();
        failed["state"] = json!("failed");
        [one, off, failed].into_iter().map(|one| edith_protocol::json::from_value(one).unwrap()).collect()
    }

    #[test]
    fn only_servers_that_answer_offer_prompts() {
        let found = prompt_offers(&servers());
        let shown: Vec<_> = found.iter().map(|one| (one.title.as_str(), one.note.as_str())).collect();
        assert_eq!(shown, [("Code review", "Reviews code"), ("Triage", "Asks for: label")]);
        assert_eq!(found[0].what, Offered::ServerPrompt("t".into(), "code_review".into()));
        assert_eq!(found[0].group, Group::Server("Tracker".into()));
    }

    #[test]
    fn resources_are_found_by_name_server_and_type() {
        let all = servers();
        let found =
            |typed| resource_offers(&all, typed).into_iter().map(|one| (one.title, one.note)).collect::<Vec<_>>();
        let roadmap = ("Roadmap".to_owned(), "Tracker · text/markdown".to_owned());
        assert_eq!(found(""), [roadmap.clone(), ("t://2".into(), "Tracker".into())]);
        for typed in ["road", "markdown", "road tracker"] {
            assert_eq!(found(typed), std::slice::from_ref(&roadmap), "{typed}");
        }
        assert!(found("lease").is_empty());
    }
}
