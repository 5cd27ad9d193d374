//! What is deleted while something of it is under way does not come back.

use super::auth::RESOURCE;
use super::common::server::Era;
use super::world::World;
use edith_port::{Clock, ToolServers, ToolUse, Tools};
use edith_protocol::{ErrorCode, keys};
use edith_testkit::{FakeAnswer, Piece};
use futures_util::future::join;
use serde_json::{Map, Value, json};
use std::rc::Rc;

/// A call whose token has to be renewed first, which takes a second; meanwhile `change` happens.
fn renewed_while(change: impl AsyncFn(&World, &str)) -> (World, String) {
    let world = World::new();
    world.auth.lasts.set(3_600);
    let host = world.host(RESOURCE, Era::Modern);
    let auth = Rc::clone(&world.auth);
    host.answers(move |seen, _| {
        let is_good = auth.lets(seen.header("authorization"));
        (!is_good).then(|| FakeAnswer::status(401, &[("www-authenticate", "Bearer")], ""))
    });
    let id = world.add("Tickets", RESOURCE);
    world.run(world.servers.sign_in(&id)).unwrap();
    let tool = world.tool("do");
    world.clock.advance(3_590_000.0);
    world.auth.slow.set(1_000);
    let arguments = Map::new();
    let used = ToolUse { tool: &tool.tool, arguments: &arguments, replies: None };
    let changed = async {
        world.clock.sleep(500).await;
        assert_eq!(world.auth.count("refresh_token"), 1, "it is under way");
        change(&world, &id).await;
    };
    drop(world.run(join(world.servers.call(used, &|_| ()), changed)));
    (world, id)
}

#[test]
fn a_token_that_comes_after_its_server_was_deleted_is_not_stored() {
    let (world, id) = renewed_while(async |world: &World, id: &str| world.servers.delete(id).await.unwrap());
    assert_eq!(world.of(keys::MCP_SIGN_INS, &id), Value::Null);
    assert_eq!(world.of(keys::MCP_KNOWN, &id), Value::Null);
}

#[test]
fn a_sign_in_that_ends_after_its_server_was_deleted_is_not_stored() {
    let world = World::new();
    let host = world.host(RESOURCE, Era::Modern);
    host.answers(|_, _| Some(FakeAnswer::status(401, &[("www-authenticate", "Bearer")], "")));
    let id = world.add("Tickets", RESOURCE);
    world.auth.slow.set(1_000);
    let deleted = async {
        world.clock.sleep(500).await;
        assert_eq!(world.auth.count("authorization_code"), 1, "it is under way");
        world.servers.delete(&id).await.unwrap();
    };
    let (signed_in, ()) = world.run(join(world.servers.sign_in(&id), deleted));
    assert_eq!(signed_in.unwrap_err().code, ErrorCode::UnknownServer);
    assert_eq!(world.of(keys::MCP_SIGN_INS, &id), Value::Null);
}

#[test]
fn a_token_that_comes_after_the_sign_out_is_not_stored() {
    let (world, id) = renewed_while(async |world: &World, id: &str| world.servers.sign_out(id).await.unwrap());
    assert_eq!(world.of(keys::MCP_SIGN_INS, &id), Value::Null);
    assert!(!world.shown(&id).signed_in);
}

#[test]
fn a_token_that_comes_after_everything_was_deleted_is_not_stored() {
    let (world, _) = renewed_while(async |world: &World, _: &str| {
        use edith_port::Store;
        for (key, empty) in
            [(keys::MCP_SERVERS, json!([])), (keys::MCP_SIGN_INS, json!({})), (keys::MCP_KNOWN, json!({}))]
        {
            world.store.write(key, empty).await.unwrap();
        }
        world.servers.forget();
    });
    let left = format!("{:?}", world.store.everything());
    assert!(!left.contains("access-") && !left.contains("refresh-") && !left.contains("\"do\""), "{left}");
}

#[test]
fn a_call_that_ends_after_its_server_was_deleted_leaves_nothing() {
    let world = World::new();
    let host = world.host("a.example", Era::Modern);
    host.answers(|seen, _| {
        (seen.rpc == "tools/call").then(|| {
            let pieces = vec![Piece::Pause(1_000), Piece::Bytes(seen.done().to_string().into_bytes())];
            let headers = vec![("content-type".to_owned(), "application/json".to_owned())];
            FakeAnswer::Answer { status: 200, headers, pieces }
        })
    });
    let id = world.add("Tickets", "a.example");
    let tool = world.tool("do");
    let arguments = Map::new();
    let used = ToolUse { tool: &tool.tool, arguments: &arguments, replies: None };
    let deleted = async {
        world.clock.sleep(500).await;
        world.servers.delete(&id).await.unwrap();
    };
    drop(world.run(join(world.servers.call(used, &|_| ()), deleted)));
    assert_eq!(host.server.count("tools/call"), 1);
    assert_eq!(world.of(keys::MCP_KNOWN, &id), Value::Null);
}
