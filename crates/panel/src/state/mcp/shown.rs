//! A server that is set up: what it is called, its state, and which of its tools are offered.

use crate::state::find::Query;
use crate::state::server::origin;
use crate::state::site::host;
use crate::state::text::t;
use crate::state::tool_title::named;
use edith_protocol::{McpServerShown, McpState, McpTool};

/// A server's state, as a mark beside its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    /// Switched off.
    Off,
    /// It answered.
    Good,
    /// The person is to sign in.
    Key,
    /// It cannot be used.
    Bad,
}

/// The mark of a state and its words.
pub fn sign(state: McpState) -> (Sign, &'static str) {
    match state {
        McpState::Off => (Sign::Off, t("mcp_off")),
        McpState::Connected => (Sign::Good, t("mcp_connected")),
        McpState::SignIn => (Sign::Key, t("mcp_wants_sign_in")),
        McpState::Failed => (Sign::Bad, t("mcp_failed")),
    }
}

/// The host of an address; the address itself if it has none.
pub fn host_of(url: &str) -> &str {
    host(url).unwrap_or(url)
}

/// What a server is called: by the person, else by its host.
pub fn name_of(server: &McpServerShown) -> &str {
    if server.name.trim().is_empty() { host_of(&server.url) } else { &server.name }
}

/// What it calls itself, and the protocol that it speaks: `Tracker 2.1`, `MCP 2026-07-28`.
pub fn notes_of(server: &McpServerShown) -> Vec<String> {
    let protocol = (!server.protocol.is_empty()).then(|| format!("MCP {}", server.protocol));
    Some(server.about.clone()).filter(|about| !about.is_empty()).into_iter().chain(protocol).collect()
}

/// Whether nothing is known of it yet, though it is to be asked.
pub fn is_unasked(server: &McpServerShown) -> bool {
    server.enabled && notes_of(server).is_empty() && server.error.is_empty()
}

/// Whether two addresses lead to different places: what is secret for one is not meant for the other.
pub fn is_host_changed(before: &str, after: &str) -> bool {
    !before.is_empty() && origin(before) != origin(after)
}

/// What a tool is called for people.
pub fn tool_name(tool: &McpTool) -> String {
    named(&tool.name, &tool.title)
}

/// Whether a tool has the words that were typed.
pub fn finds(query: &Query, tool: &McpTool) -> bool {
    query.is_empty() || query.finds(&format!("{} {} {}", tool.name, tool_name(tool), tool.description))
}

/// The tools that are offered once this one is switched. None, which is all also of those that come later, if none is off.
pub fn allowed_with(server: &McpServerShown, tool: &str, on: bool) -> Option<Vec<String>> {
    let is_on = |one: &McpTool| if one.name == tool { on } else { one.enabled };
    allowed(server, is_on)
}

/// The same once all that fit are switched.
pub fn allowed_all(server: &McpServerShown, query: &Query, on: bool) -> Option<Vec<String>> {
    allowed(server, |one| if finds(query, one) { on } else { one.enabled })
}

fn allowed(server: &McpServerShown, is_on: impl Fn(&McpTool) -> bool) -> Option<Vec<String>> {
    if server.tools.iter().all(&is_on) {
        return None;
    }
    let on = server.tools.iter().filter(|one| is_on(one)).map(|one| one.name.clone());
    // What the server does not list just now was allowed all the same.
    let is_listed = |name: &String| server.tools.iter().any(|one| one.name == *name);
    let unlisted = server.allow.iter().flatten().filter(|name| !is_listed(name)).cloned();
    Some(on.chain(unlisted).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn server(tools: &[(&str, bool)], allow: Option<&[&str]>) -> McpServerShown {
        let tool = |(name, enabled): &(&str, bool)| McpTool {
            name: (*name).to_owned(),
            enabled: *enabled,
            ..McpTool::default()
        };
        McpServerShown {
            url: "https://tracker.example/mcp".into(),
            tools: tools.iter().map(tool).collect(),
            allow: allow.map(|names| names.iter().map(|name| (*name).to_owned()).collect()),
            ..McpServerShown::default()
        }
    }

    #[test]
    fn switching_one_off_lists_the_others_and_switching_the_last_on_allows_all() {
        let all = server(&[("a", true), ("b", true), ("c", true)], None);
        assert_eq!(allowed_with(&all, "b", false), Some(vec!["a".into(), "c".into()]));
        assert_eq!(allowed_with(&all, "b", true), None);
        let some = server(&[("a", true), ("b", false)], Some(&["a", "gone"]));
        // What is not listed just now stays allowed, and a tool that is on is named once.
        assert_eq!(allowed_with(&some, "a", false), Some(vec!["gone".into()]));
        assert_eq!(allowed_with(&some, "a", true), Some(vec!["a".into(), "gone".into()]));
        assert_eq!(allowed_with(&some, "b", true), None);
        assert_eq!(allowed_with(&server(&[("a", true)], None), "a", false), Some(vec![]));
    }

    #[test]
    fn all_that_were_searched_for_are_switched_together() {
        let one = server(&[("read_issue", true), ("create_issue", true), ("read_user", true)], None);
        let query = Query::new("issue");
        assert_eq!(allowed_all(&one, &query, false), Some(vec!["read_user".into()]));
        assert_eq!(allowed_all(&one, &Query::new(""), false), Some(vec![]));
        let off = server(&[("read_issue", false), ("create_issue", false), ("read_user", true)], Some(&["read_user"]));
        assert_eq!(allowed_all(&off, &query, true), None);
    }

    #[test]
    fn a_server_is_called_by_its_name_or_its_host() {
        let mut one = server(&[], None);
        assert_eq!((name_of(&one), notes_of(&one)), ("tracker.example", Vec::new()));
        (one.name, one.about, one.protocol) = ("Tracker".into(), "Tracker 2.1".into(), "2026-07-28".into());
        assert_eq!((name_of(&one), notes_of(&one)), ("Tracker", vec!["Tracker 2.1".into(), "MCP 2026-07-28".into()]));
        one.enabled = true;
        assert!(!is_unasked(&one));
        one.url = "https://bank.example@evil.example/mcp".into();
        one.name.clear();
        assert_eq!(name_of(&one), "evil.example");
    }

    #[test]
    fn only_another_origin_is_another_place() {
        for (before, after, expected) in [
            ("https://a.example/mcp", "https://a.example/other", false),
            ("https://a.example/mcp", "https://A.example/mcp", false),
            ("https://a.example/mcp", "http://a.example/mcp", true),
            ("https://a.example/mcp", "https://a.example:8443/mcp", true),
            ("https://a.example/mcp", "https://a.example.evil.example/mcp", true),
            ("", "https://a.example/mcp", false),
        ] {
            assert_eq!(is_host_changed(before, after), expected, "{before} {after}");
        }
    }

    #[test]
    fn every_state_has_a_mark_and_words_of_its_own() {
        let all = [McpState::Off, McpState::Connected, McpState::SignIn, McpState::Failed].map(sign);
        for (at, one) in all.iter().enumerate() {
            assert!(!one.1.contains('_') && all.iter().skip(at + 1).all(|other| other.0 != one.0 && other.1 != one.1));
        }
    }
}
