//! Servers that want a sign-in.

use super::auth::{AUTH, RESOURCE};
use super::common::server::{Era, Seen, tool};
use super::world::{Host, World, failed, said};
use edith_port::{ToolServers, ToolUse, Tools};
use edith_protocol::{ErrorCode, McpServer, McpState, keys};
use edith_testkit::FakeAnswer;
use futures_util::future::join;
use serde_json::{Map, Value, json};
use std::cell::Cell;
use std::rc::Rc;

const CHALLENGE: &str = r#"Bearer resource_metadata="https://mcp.example/.well-known/oauth-protected-resource/mcp""#;

fn refused(status: u16, challenge: &str) -> FakeAnswer {
    FakeAnswer::status(status, &[("www-authenticate", challenge)], "")
}

/// A server that carries out only what has the good token; returns how many calls of tools it carried out.
fn closed(world: &World) -> (Rc<Host>, Rc<Cell<usize>>) {
    let host = world.host(RESOURCE, Era::Modern);
    let (auth, done) = (Rc::clone(&world.auth), Rc::new(Cell::new(0)));
    let counted = Rc::clone(&done);
    host.answers(move |seen, _| {
        if !auth.lets(seen.header("authorization")) {
            return Some(refused(401, CHALLENGE));
        }
        counted.set(counted.get() + usize::from(seen.rpc == "tools/call"));
        None
    });
    (host, done)
}

/// The same, with a sign-in.
fn signed_in(world: &World) -> (String, Rc<Cell<usize>>) {
    let (_, done) = closed(world);
    let id = world.add("Tickets", RESOURCE);
    let shown = world.run(world.servers.sign_in(&id)).unwrap();
    assert_eq!((shown.state, shown.signed_in, shown.tools.len()), (McpState::Connected, true, 1));
    (id, done)
}

#[test]
fn without_a_sign_in_the_person_is_told_where_it_would_be_and_nothing_is_opened() {
    let world = World::new();
    let (host, done) = closed(&world);
    let id = world.add("Tickets", RESOURCE);
    let shown = world.shown(&id);
    assert_eq!((shown.state, shown.signed_in), (McpState::SignIn, false));
    assert!(shown.error.contains(RESOURCE) && shown.error.contains(AUTH), "{}", shown.error);
    assert!(world.list().is_empty());
    assert!(world.auth.opened.borrow().is_empty() && world.auth.asked.borrow().is_empty());
    assert_eq!((host.server.count("tools/call"), done.get()), (0, 0));
}

#[test]
fn what_was_signed_in_with_is_stored_and_told_to_its_server_alone() {
    let mut world = World::new();
    let (id, done) = signed_in(&world);
    world.host("b.example", Era::Modern);
    world.add("Other", "b.example");
    world.restart();
    world.said(&world.list()[0]);
    assert_eq!((done.get(), world.auth.opened.borrow().len()), (1, 1));
    assert!(world.told("access-1").iter().all(|host| host == RESOURCE));
    assert!(world.told("refresh-1").is_empty());
    let shown = format!("{:?} {}", world.all(), json!(world.all()));
    assert!(!shown.contains("access-1") && !shown.contains("refresh-1"), "{shown}");
    world.run(world.servers.sign_out(&id)).unwrap();
    assert_eq!(world.of(keys::MCP_SIGN_INS, &id), Value::Null);
    assert_eq!(world.shown(&id).state, McpState::SignIn);
}

#[test]
fn a_token_that_ended_is_renewed_once_and_the_call_made_once() {
    let world = World::new();
    let (_, done) = signed_in(&world);
    let tool = world.tool("do");
    world.auth.end_token();
    let arguments = Map::new();
    let used = ToolUse { tool: &tool.tool, arguments: &arguments, replies: None };
    // Two at a time, of which both are refused: a refresh token is good once.
    world.auth.slow.set(1_000);
    let (one, two) = world.run(join(world.servers.call(used, &|_| ()), world.servers.call(used, &|_| ())));
    assert_eq!((said(one).text.as_str(), said(two).text.as_str()), ("done", "done"));
    assert_eq!((done.get(), world.auth.count("refresh_token")), (2, 1));
    assert_eq!(world.auth.opened.borrow().len(), 1, "the person is not asked");
    assert_eq!(world.said(&tool).text, "done");
    assert_eq!(world.auth.count("refresh_token"), 1);
}

#[test]
fn a_token_that_is_about_to_end_is_renewed_before() {
    let world = World::new();
    world.auth.lasts.set(3_600);
    let (_, done) = signed_in(&world);
    let tool = world.tool("do");
    world.clock.advance(3_590_000.0);
    let before = world.http.requests().len();
    assert_eq!(world.said(&tool).text, "done");
    let sent: Vec<String> = world.http.requests()[before..].iter().map(|request| request.url.clone()).collect();
    assert_eq!(sent, [format!("https://{AUTH}/token"), format!("https://{RESOURCE}/mcp")]);
    assert_eq!(done.get(), 1);
}

#[test]
fn a_refresh_token_that_is_taken_no_more_leaves_the_call_undone() {
    let world = World::new();
    let (id, done) = signed_in(&world);
    let tool = world.tool("do");
    world.auth.end_token();
    world.auth.revoked.set(true);
    let why = failed(world.call(&tool));
    assert!(why.contains(RESOURCE), "{why}");
    assert_eq!((done.get(), world.auth.count("refresh_token")), (0, 1));
    assert_eq!(world.shown(&id).state, McpState::SignIn);
    world.run(world.servers.sign_in(&id)).unwrap();
    assert_eq!(world.said(&tool).text, "done");
}

#[test]
fn a_server_that_wants_more_scopes_gets_them_by_another_sign_in() {
    let world = World::new();
    let (id, _) = signed_in(&world);
    let tool = world.tool("do");
    let host = world.host(RESOURCE, Era::Modern);
    let auth = Rc::clone(&world.auth);
    host.answers(move |seen: &Seen, _| {
        let challenge = format!(r#"{CHALLENGE}, error="insufficient_scope", scope="write""#);
        (seen.header("authorization") != Some("Bearer access-2") || auth.given.get() < 2)
            .then(|| refused(403, &challenge))
    });
    let why = failed(world.call(&tool));
    assert!(why.contains("more permission"), "{why}");
    assert_eq!(world.auth.opened.borrow().len(), 1, "nothing is opened unasked");
    let shown = world.shown(&id);
    assert_eq!(shown.state, McpState::SignIn);
    world.run(world.servers.sign_in(&id)).unwrap();
    let scope = world.auth.opened.borrow()[1].query_pairs().find(|(name, _)| name == "scope").unwrap().1.into_owned();
    assert_eq!(scope, "write");
    assert_eq!(world.said(&tool).text, "done");
}

#[test]
fn one_call_that_wants_more_scopes_is_enough_to_offer_another_sign_in() {
    let world = World::new();
    let (id, _) = signed_in(&world);
    let tool = world.tool("do");
    let host = world.host(RESOURCE, Era::Modern);
    host.answers(move |seen: &Seen, _| {
        let challenge = format!(r#"{CHALLENGE}, error="insufficient_scope", scope="write""#);
        let is_refused = seen.rpc == "tools/call" && seen.header("authorization") != Some("Bearer access-2");
        is_refused.then(|| refused(403, &challenge))
    });
    failed(world.call(&tool));
    let shown = world.shown(&id);
    assert_eq!((shown.state, shown.tools.len()), (McpState::SignIn, 1));
    assert!(shown.error.contains("more permission"), "{}", shown.error);
    assert_eq!(world.names(), ["Tickets do"], "what it allows goes on");
    let shown = world.run(world.servers.sign_in(&id)).unwrap();
    assert_eq!((shown.state, shown.error.as_str()), (McpState::Connected, ""));
    assert_eq!(world.said(&tool).text, "done");
}

#[test]
fn a_sign_in_that_ended_shows_although_the_list_of_before_would_hold() {
    let world = World::new();
    let host = world.host(RESOURCE, Era::Modern);
    let auth = Rc::clone(&world.auth);
    host.answers(move |seen, _| {
        let listed = json!({ "tools": [tool("do")], "ttlMs": 3_600_000, "cacheScope": "private" });
        let is_good = auth.lets(seen.header("authorization"));
        if is_good { (seen.rpc == "tools/list").then(|| seen.ok(listed)) } else { Some(refused(401, CHALLENGE)) }
    });
    let id = world.add("Tickets", RESOURCE);
    world.run(world.servers.sign_in(&id)).unwrap();
    let tool = world.tool("do");
    world.auth.end_token();
    world.auth.revoked.set(true);
    failed(world.call(&tool));
    let shown = world.shown(&id);
    assert_eq!(shown.state, McpState::SignIn);
    assert!(shown.error.contains(AUTH), "{}", shown.error);
}

#[test]
fn a_refusal_without_a_challenge_is_no_sign_in() {
    let world = World::new();
    world.host(RESOURCE, Era::Modern).answers(|_, _| Some(FakeAnswer::status(403, &[], "no")));
    let id = world.add("Tickets", RESOURCE);
    let shown = world.shown(&id);
    assert_eq!(shown.state, McpState::Failed);
    assert!(shown.error.contains("403"), "{}", shown.error);
}

#[test]
fn a_deleted_server_and_another_address_forget_the_sign_in() {
    let world = World::new();
    let (id, _) = signed_in(&world);
    let known = world.stored(&id);
    world.said(&world.tool("do"));
    world.save(McpServer { name: "Renamed".into(), ..known.clone() });
    assert_ne!(world.of(keys::MCP_SIGN_INS, &id), Value::Null, "a name changes nothing");
    world.save(McpServer { url: format!("https://{RESOURCE}/other"), ..known.clone() });
    assert_eq!((world.of(keys::MCP_SIGN_INS, &id), world.of(keys::MCP_KNOWN, &id)), (Value::Null, Value::Null));
    world.save(known);
    assert_eq!(world.shown(&id).state, McpState::SignIn);
    world.run(world.servers.sign_in(&id)).unwrap();
    world.said(&world.tool("do"));
    world.run(world.servers.delete(&id)).unwrap();
    assert_eq!((world.of(keys::MCP_SIGN_INS, &id), world.of(keys::MCP_KNOWN, &id)), (Value::Null, Value::Null));
    assert_eq!(world.run(world.servers.delete(&id)).unwrap_err().code, ErrorCode::UnknownServer);
}
