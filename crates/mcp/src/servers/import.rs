//! The configuration of other programs: `{"mcpServers": {name: {"url": …} or {"command": …}}}`.

use edith_protocol::{McpLeftOut, McpServer, McpTransport};
use edith_words::say;
use serde_json::Value;

/// The servers in a configuration, and those that a browser does not reach; none: the text is no such configuration.
#[must_use]
pub fn servers(text: &str) -> Option<(Vec<McpServer>, Vec<McpLeftOut>)> {
    let config: Value = serde_json::from_str(text).ok()?;
    // Some programs call them `servers`, and some files hold nothing else.
    let all = ["mcpServers", "servers"].into_iter().find_map(|name| config.get(name)).or(Some(&config))?.as_object()?;
    if all.values().any(|one| !one.is_object()) {
        return None;
    }
    let (mut found, mut left) = (Vec::new(), Vec::new());
    for (name, one) in all {
        let text = |field: &str| one.get(field).and_then(Value::as_str).map(str::trim).filter(|text| !text.is_empty());
        let kind = text("type").or(text("transport")).unwrap_or_default().to_ascii_lowercase();
        let address = text("url").or(text("serverUrl")).or(text("httpUrl")).or_else(|| bridged(one));
        let Some(url) = address else {
            let reason = if one.get("command").is_some() { say!(McpProgram) } else { say!(McpNoAddress) };
            left.push(McpLeftOut { name: name.clone(), reason: reason.to_string() });
            continue;
        };
        let is_off = one.get("disabled").and_then(Value::as_bool) == Some(true);
        found.push(McpServer {
            name: name.clone(),
            url: url.to_owned(),
            transport: match kind.as_str() {
                "sse" => McpTransport::Sse,
                "http" | "streamable-http" | "streamablehttp" => McpTransport::Http,
                _ => McpTransport::Auto,
            },
            headers: one.get("headers").and_then(Value::as_object).into_iter().flatten().filter_map(header).collect(),
            enabled: !is_off,
            ..McpServer::default()
        });
    }
    Some((found, left))
}

fn header((name, value): (&String, &Value)) -> Option<(String, String)> {
    Some((name.clone(), value.as_str()?.to_owned()))
}

/// The address that a program reaches which only passes on what a server on the web says: `npx mcp-remote ADDRESS`.
fn bridged(one: &Value) -> Option<&str> {
    let arguments = one.get("args")?.as_array()?;
    let is_bridge = |text: &str| text.split('@').next() == Some("mcp-remote");
    let at = arguments.iter().position(|argument| argument.as_str().is_some_and(is_bridge))?;
    let rest = arguments.get(at + 1..)?.iter().filter_map(Value::as_str);
    rest.into_iter().find(|text| text.starts_with("https://") || text.starts_with("http://"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_other_programs_write_is_understood_and_programs_are_named() {
        let config = json!({ "mcpServers": {
            "web": { "url": "https://a.example/mcp", "headers": { "X-Key": "k", "n": 1 } },
            "old": { "type": "sse", "url": "https://a.example/sse" },
            "files": { "command": "npx", "args": ["-y", "server-files", "/home"] },
            "bridge": { "command": "npx", "args": ["-y", "mcp-remote@latest", "https://b.example/mcp", "--header", "a: b"] },
            "off": { "serverUrl": "https://c.example/mcp", "disabled": true, "type": "streamable-http" },
            "none": {},
        }});
        let (found, left) = servers(&config.to_string()).unwrap();
        let told = |server: &McpServer| (server.name.clone(), server.url.clone(), server.transport, server.enabled);
        let found_told: Vec<_> = found.iter().map(told).collect();
        for expected in [
            ("web", "https://a.example/mcp", McpTransport::Auto, true),
            ("old", "https://a.example/sse", McpTransport::Sse, true),
            ("bridge", "https://b.example/mcp", McpTransport::Auto, true),
            ("off", "https://c.example/mcp", McpTransport::Http, false),
        ] {
            let (name, url, transport, enabled) = expected;
            assert!(found_told.contains(&(name.into(), url.into(), transport, enabled)), "{found_told:?}");
        }
        assert_eq!(
            found.iter().find(|server| server.name == "web").unwrap().headers,
            [("X-Key".into(), "k".into())].into()
        );
        let mut named: Vec<&str> = left.iter().map(|one| one.name.as_str()).collect();
        named.sort_unstable();
        assert_eq!(named, ["files", "none"]);
        for text in ["", "[]", "{\"mcpServers\": []}", "{\"a\": 1}", "not json"] {
            assert!(servers(text).is_none(), "{text}");
        }
    }
}
