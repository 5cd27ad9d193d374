//! Servers as they are stored: their names, their secrets, what is left of them.

use super::common::server::{Era, tool};
use super::world::{World, server};
use edith_port::{ToolServers, Tools};
use edith_protocol::{ErrorCode, MAX_MCP_SERVERS, McpServer, McpState, keys};
use futures_util::FutureExt;
use serde_json::{Value, json};

const KEY: &str = "Bearer the-persons-key";

fn with_key(world: &World) -> McpServer {
    let headers = [("Authorization".to_owned(), KEY.to_owned())].into();
    let shown = world.save(McpServer { headers, ..server("Tickets", "a.example") });
    world.stored(&shown.id)
}

#[test]
fn a_saved_server_is_there_after_the_workers_death_and_what_cannot_be_read_stays() {
    let mut world = World::new();
    world.host("a.example", Era::Modern);
    let unreadable = json!([{ "id": "odd", "url": 7, "later": true }, "no object"]);
    world.plant(keys::MCP_SERVERS, unreadable.clone());
    let id = world.add("  Tickets \n of  mine ", "a.example");
    world.restart();
    let all = world.all();
    assert_eq!(all.len(), 1);
    assert_eq!(
        (all[0].id.as_str(), all[0].name.as_str(), all[0].state),
        (&*id, "Tickets of mine", McpState::Connected)
    );
    world.save(McpServer { name: "Others".into(), ..world.stored(&id) });
    let stored = world.store.local(keys::MCP_SERVERS).unwrap();
    assert_eq!(stored.as_array().unwrap()[..2], unreadable.as_array().unwrap()[..]);
    assert_eq!((stored.as_array().unwrap().len(), &stored[2]["name"]), (3, &json!("Others")));
    world.run(world.servers.delete(&id)).unwrap();
    assert_eq!(world.store.local(keys::MCP_SERVERS), Some(unreadable));
}

#[test]
fn what_is_no_address_and_one_server_too_many_are_not_stored() {
    let world = World::new();
    for url in [
        "",
        "a example/mcp",
        "https://me:secret@a.example/mcp",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "https://",
    ] {
        let refused = world.run(world.servers.save(McpServer { url: url.into(), ..McpServer::default() }));
        assert_eq!(refused.unwrap_err().code, ErrorCode::BadServer, "{url}");
    }
    assert_eq!(world.store.local(keys::MCP_SERVERS), None);
    let full: Vec<Value> =
        (0..MAX_MCP_SERVERS).map(|at| json!({ "id": at.to_string(), "url": "https://a.example/mcp" })).collect();
    world.plant(keys::MCP_SERVERS, json!(full));
    let refused = world.run(world.servers.save(server("More", "a.example")));
    assert_eq!(refused.unwrap_err().code, ErrorCode::BadServer);
    assert_eq!(world.store.local(keys::MCP_SERVERS), Some(json!(full)));
    assert_eq!(world.save(server("Same", "a.example").at("3")).id, "3");
}

#[test]
fn an_address_without_its_scheme_is_https_and_as_safe() {
    let world = World::new();
    world.host("a.example", Era::Modern);
    let typed = McpServer { url: " a.example/mcp ".into(), ..McpServer::default() };
    assert_eq!(world.run(world.servers.test(typed.clone())).unwrap().state, McpState::Connected);
    let shown = world.save(typed);
    assert_eq!((shown.url.as_str(), shown.name.as_str()), ("https://a.example/mcp", "a.example"));
    assert_eq!(world.names(), ["new do"], "it is known by what it calls itself");
    let config = json!({ "mcpServers": { "same": { "url": "https://A.example:443/mcp" } } });
    let (added, left) = world.run(world.servers.import(&config.to_string())).unwrap();
    assert_eq!((added.len(), left.len()), (0, 1));
}

trait At {
    fn at(self, id: &str) -> Self;
}

impl At for McpServer {
    fn at(mut self, id: &str) -> Self {
        self.id = id.to_owned();
        self
    }
}

#[test]
fn two_servers_of_one_name_are_told_apart_in_list_and_call() {
    let world = World::new();
    let (first, second) = (world.host("a.example", Era::Modern), world.host("b.example", Era::Modern));
    world.add("Tickets", "a.example");
    world.add("tickets", "b.example");
    assert_eq!(world.names(), ["Tickets do", "tickets-2 do"]);
    let all = world.list();
    assert_eq!(world.said(&all[1]).text, "done");
    assert_eq!((first.server.count("tools/call"), second.server.count("tools/call")), (0, 1));
}

#[test]
fn a_headers_value_is_shown_nowhere_and_told_to_its_server_alone() {
    let world = World::new();
    world.host("a.example", Era::Modern);
    world.host("b.example", Era::Modern);
    let known = with_key(&world);
    world.add("Other", "b.example");
    let shown = world.all();
    assert_eq!(shown[0].headers, [("Authorization".to_owned(), String::new())].into());
    let written = format!("{} {shown:?} {known:?}", json!(shown));
    assert!(!written.contains("the-persons-key"), "{written}");
    world.said(&world.list()[0]);
    let told = world.told("the-persons-key");
    assert!(!told.is_empty() && told.iter().all(|host| host == "a.example"), "{told:?}");
}

#[test]
fn an_empty_value_keeps_the_stored_one_for_the_same_origin_and_no_other() {
    let world = World::new();
    world.host("a.example", Era::Modern);
    world.host("b.example", Era::Modern);
    let known = with_key(&world);
    let mut asked = known.without_secrets();
    (asked.name, asked.url) = ("Mine".into(), "https://a.example/other".into());
    world.save(asked.clone());
    assert_eq!(world.stored(&known.id).headers["Authorization"], KEY);
    // Not even to be tried out.
    asked.url = "https://b.example/mcp".into();
    world.run(world.servers.test(asked.clone())).unwrap();
    world.save(asked.clone());
    assert_eq!(world.stored(&known.id).headers["Authorization"], "");
    world.list();
    assert!(world.told("the-persons-key").iter().all(|host| host == "a.example"));
    // And it does not come back.
    asked.url = known.url;
    world.save(asked);
    assert_eq!(world.stored(&known.id).headers["Authorization"], "");
}

#[test]
fn what_is_tried_out_is_not_stored_and_holds_for_the_stored_one_only_if_it_is_reached_alike() {
    let world = World::new();
    let host = world.host("a.example", Era::Modern);
    host.answers(|seen, _| {
        (seen.header("authorization") != Some(KEY)).then(|| edith_testkit::FakeAnswer::status(403, &[], "no"))
    });
    let id = world.add("Tickets", "a.example");
    assert_eq!(world.shown(&id).state, McpState::Failed);
    let headers = [("Authorization".to_owned(), KEY.to_owned())].into();
    let tried = McpServer { headers, ..world.stored(&id) };
    let shown = world.run(world.servers.test(tried)).unwrap();
    assert_eq!((shown.state, shown.tools.len()), (McpState::Connected, 1));
    assert!(world.stored(&id).headers.is_empty());
    let saved = world.save(world.stored(&id));
    assert_eq!((saved.state, saved.tools.len()), (McpState::Failed, 0), "the stored one has no key");
    // Tried out as it is stored, it is.
    world.save(McpServer { headers: [("Authorization".to_owned(), KEY.to_owned())].into(), ..world.stored(&id) });
    world.run(world.servers.test(world.stored(&id).without_secrets())).unwrap();
    assert_eq!(world.save(world.stored(&id)).state, McpState::Connected);
}

#[test]
fn another_programs_configuration_is_taken_as_far_as_a_browser_reaches() {
    let world = World::new();
    world.host("a.example", Era::Modern);
    world.add("There", "a.example");
    let config = json!({ "mcpServers": {
        "files": { "command": "npx", "args": ["-y", "server-files"] },
        "new": { "url": "https://b.example/mcp", "headers": { "X-Key": "the-persons-key" } },
        "there": { "url": "https://a.example/mcp" },
        "wrong": { "url": "ws://c.example" },
        "off": { "url": "https://d.example/mcp", "disabled": true },
    }});
    let (mut added, left) = world.run(world.servers.import(&config.to_string())).unwrap();
    added.sort();
    assert_eq!(added, ["new", "off"]);
    let mut left: Vec<String> = left.iter().map(|one| format!("{}: {}", one.name, one.reason)).collect();
    left.sort();
    assert_eq!(left.len(), 3);
    for (said, part) in
        left.iter().zip(["files: It is a program", "there: It has been added already", "wrong: “ws://c.example”"])
    {
        assert!(said.starts_with(part), "{said}");
    }
    let all = world.all();
    let new = all.iter().find(|shown| shown.name == "new").unwrap();
    assert_eq!(world.stored(&new.id).headers["X-Key"], "the-persons-key");
    assert!(!json!(all).to_string().contains("the-persons-key"));
    assert_eq!(all.iter().find(|shown| shown.name == "off").unwrap().state, McpState::Off);
    assert_eq!(world.run(world.servers.import("[]")).unwrap_err().code, ErrorCode::BadServer);
}

#[test]
fn a_name_that_came_with_a_configuration_is_no_word_of_the_persons() {
    let world = World::new();
    world.host("a.example", Era::Modern);
    for shape in [
        json!({ "mcpServers": { "my bank": { "url": "https://a.example/mcp" } } }),
        json!({ "servers": { "my bank": { "type": "http", "url": "https://a.example/mcp" } } }),
        json!({ "my bank": { "command": "npx", "args": ["mcp-remote", "https://a.example/mcp"] } }),
    ] {
        let (added, _) = world.run(world.servers.import(&shape.to_string())).unwrap();
        assert_eq!(added, ["my bank"]);
        let known = world.tool("do");
        assert_eq!((known.tool.server.as_str(), known.tool.called.as_str()), ("my-bank", ""), "{shape}");
        let id = known.tool.server_id;
        // Stored again with another setting, it is still nobody's word; whoever sends that says nothing about it.
        world.save(McpServer { named_by_itself: false, headers: Default::default(), ..world.stored(&id) });
        assert_eq!((world.tool("do").tool.called, world.stored(&id).name.as_str()), (String::new(), "my bank"));
        // The control: what the person calls it is theirs.
        world.save(McpServer { name: "Tickets".into(), ..world.stored(&id) });
        assert_eq!(world.tool("do").tool.called, "Tickets");
        world.run(world.servers.delete(&id)).unwrap();
    }
}

#[test]
fn when_everything_is_deleted_nothing_is_held_and_sessions_end() {
    let world = World::new();
    let host = world.host("a.example", Era::Session);
    world.add("Tickets", "a.example");
    let known = world.tool("do");
    world.plant(keys::MCP_SERVERS, json!([]));
    world.plant(keys::MCP_KNOWN, json!({}));
    world.servers.forget();
    assert!(world.list().is_empty() && world.all().is_empty());
    assert_eq!(host.server.count("DELETE"), 1, "its session is over");
    assert!(world.call(&known).is_err());
    assert_eq!(host.server.count("tools/call"), 0);
    // A new one that has the old one's id has none of it: it is asked first.
    host.offers(json!([tool("other")]));
    world.save(server("Tickets", "a.example").at(&known.tool.server_id));
    assert_eq!(world.names(), ["Tickets other"]);
    assert!(world.servers.list().now_or_never().is_some(), "nothing is left that waits");
}

#[test]
fn a_server_without_a_name_is_known_by_its_own_once_and_that_is_no_word_of_the_persons() {
    let mut world = World::new();
    let host = world.host("127.0.0.1", Era::Modern);
    let plain = || McpServer { url: "https://127.0.0.1/mcp".into(), ..McpServer::default() };
    let id = world.save(plain()).id;
    assert_eq!((world.stored(&id).name.as_str(), world.stored(&id).named_by_itself), ("127.0.0.1", true));
    assert_eq!((world.names(), world.tool("do").tool.called), (vec!["new do".to_owned()], String::new()));
    // It is no other one later, whatever it says.
    host.answers(|seen, _| {
        let about = json!({ "_meta": { "io.modelcontextprotocol/serverInfo": { "name": "Your bank" } } });
        (seen.rpc == "server/discover").then(|| {
            let mut told = json!({ "resultType": "complete", "supportedVersions": ["2026-07-28"], "capabilities": { "tools": {} },
                "ttlMs": 0, "cacheScope": "private" });
            told["_meta"] = about["_meta"].clone();
            seen.ok(told)
        })
    });
    world.restart();
    assert_eq!(world.names(), ["new do"]);
    // Another setting leaves it so, and the person's own word is theirs.
    world.save(McpServer { enabled: true, ..world.stored(&id) });
    assert!(world.stored(&id).named_by_itself);
    world.save(McpServer { name: "Tickets".into(), named_by_itself: true, ..world.stored(&id) });
    assert_eq!((world.names(), world.tool("do").tool.called), (vec!["Tickets do".to_owned()], "Tickets".to_owned()));
    // Another address is another server, unless it was the person who named it.
    let own = world.save(plain()).id;
    world.names();
    world.host("b.example", Era::Modern);
    world.save(McpServer { url: "https://b.example/mcp".into(), ..world.stored(&own) });
    assert!(world.stored(&own).named_by_itself && world.stored(&own).name != "Your bank", "{:?}", world.stored(&own));
    world.save(McpServer { url: "https://b.example/mcp".into(), ..world.stored(&id) });
    assert_eq!((world.stored(&id).name.as_str(), world.stored(&id).named_by_itself), ("Tickets", false));
}
