//! Tools that pages offer: what the browser tells of them, calling them, and filling in their forms.

use super::world::{Reply, World, event, reply, target};
use crate::CdpEvent;
use crate::CdpTab;
use edith_actions::action::{
    Action, EntryWay, FormEntry, Performed, SentRequest, TabError, Target, Then, ToolEnd, ToolTarget,
};
use edith_page::ElementRef;
use edith_page::page_api::WalkOptions;
use edith_page::{PageTool, RawTool};
use edith_port::Tab;
use edith_protocol::Typing;
use serde_json::{Map, Value, json};
use std::rc::Rc;

fn offered(name: &str, frame: &str) -> Value {
    json!({"name": name, "description": "Finds lamps.", "inputSchema": {"type": "object"}, "frameId": frame})
}

/// The browser tells these tools whenever it is asked, before it answers.
fn offering(world: &World, tools: &[Value]) {
    let tools = tools.to_vec();
    world.on("WebMCP.enable", move |world, _| {
        if !tools.is_empty() {
            world.tell("WebMCP.toolsAdded", json!({"tools": tools}));
        }
        reply(json!({}))
    });
}

fn looked(world: &World, tab: &CdpTab) -> Vec<RawTool> {
    world.run(tab.look(&WalkOptions::default())).unwrap().tools
}

/// The tool as a look tells it.
fn meant(world: &World, tab: &CdpTab, name: &str) -> ToolTarget {
    let raw = looked(world, tab).into_iter().find(|tool| tool.name == name).unwrap();
    let tool = PageTool { name: raw.name.clone(), raw };
    ToolTarget { name: tool.raw.name.clone(), frame: tool.raw.frame.clone(), digest: tool.digest() }
}

/// Calls the tool `search` while the browser answers so, after it told that it began.
fn called(world: &World, tab: &CdpTab, answers: impl Fn(&World) + 'static) -> (u64, Result<Performed, TabError>) {
    let tool = meant(world, tab, "search");
    world.on("WebMCP.invokeTool", move |world, _| {
        answers(world);
        reply(json!({"invocationId": "I1"}))
    });
    let input: Map<String, Value> = json!({"q": "lamp"}).as_object().unwrap().clone();
    let action = Action::UseTool { tool, input };
    world.timed(tab.perform(&action, Typing::Fast))
}

fn responds(more: Value) -> impl Fn(&World) {
    move |world| {
        let mut told = json!({"invocationId": "I1"});
        told.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        world.later(30, move |world| world.tell("WebMCP.toolResponded", told));
    }
}

fn with_search() -> (Rc<World>, CdpTab) {
    let world = World::new();
    offering(&world, &[offered("search", "main")]);
    let tab = world.tab();
    (world, tab)
}

#[test]
fn each_look_has_the_tools_of_now_and_a_browser_without_them_costs_nothing() {
    let world = World::new();
    offering(
        &world,
        &[
            offered("search", "main"),
            json!({"name": "join", "description": "", "frameId": "main", "backendNodeId": 7, "annotations": {"autosubmit": true}}),
        ],
    );
    let tab = world.tab();
    let tools = looked(&world, &tab);
    let told: Vec<_> =
        tools.iter().map(|tool| (tool.name.as_str(), tool.is_form, tool.submits, tool.address.as_str())).collect();
    assert_eq!(told, [("search", false, false, ""), ("join", true, true, "")]);
    assert!(world.calls("Page.getFrameTree").is_empty(), "only frames' tools need it");
    // Nothing tells that a document left with its tools.
    offering(&world, &[]);
    assert!(looked(&world, &tab).is_empty());
    // An older browser is asked once.
    let world = World::new();
    world.on("WebMCP.enable", |_, _| Reply {
        after: Some(1),
        answer: Err(r#"{"code":-32601,"message":"'WebMCP.enable' wasn't found"}"#.into()),
    });
    let tab = world.tab();
    assert!(looked(&world, &tab).is_empty() && looked(&world, &tab).is_empty());
    assert_eq!(world.calls("WebMCP.enable").len(), 1);
    // One that does not answer costs a second and no look.
    let world = World::new();
    world.on("WebMCP.enable", |_, _| Reply { after: None, answer: Ok(json!({})) });
    let tab = world.tab();
    assert!(looked(&world, &tab).is_empty());
}

#[test]
fn frames_tell_of_their_tools_in_their_own_sessions_and_with_their_addresses() {
    let world = World::new();
    let (child, inner) = (offered("pay", "frame-1"), offered("near", "frame-2"));
    world.on("WebMCP.enable", move |world, _| {
        let in_child =
            world.in_children.borrow().last().is_some_and(|(of, name, _)| of == "S1" && name == "WebMCP.enable");
        let asked = world.calls("WebMCP.enable").len();
        if asked % 2 == 1 {
            world.tell("WebMCP.toolsAdded", json!({"tools": [inner]}));
        } else if in_child {
            let told = event("WebMCP.toolsAdded", json!({"tools": [child]}));
            world.hub.push(&CdpEvent { session: Some("S1".into()), ..told });
        }
        reply(json!({}))
    });
    let tab = world.tab();
    let attached = json!({"sessionId": "S1", "targetInfo": {"type": "iframe", "targetId": "frame-1"}});
    world.tell("Target.attachedToTarget", attached);
    world.on("Page.getFrameTree", |_, _| {
        let children = json!([{"frame": {"id": "frame-2", "url": "about:srcdoc"}}]);
        let tree = json!({"frame": {"id": "frame-1", "url": "https://pay.example/"}});
        reply(json!({"frameTree": {"frame": {"id": "main", "url": "http://a.test/"}, "childFrames": [children[0], tree]}}))
    });
    let mut tools = looked(&world, &tab);
    tools.sort_by(|a, b| a.name.cmp(&b.name));
    let told: Vec<_> = tools.iter().map(|tool| (tool.name.as_str(), tool.address.as_str())).collect();
    // A frame without an address of its own has that of the document around it.
    assert_eq!(told, [("near", "http://a.test/"), ("pay", "https://pay.example/")]);
    let tool = meant(&world, &tab, "pay");
    world.on("WebMCP.invokeTool", |world, _| {
        let told =
            event("WebMCP.toolResponded", json!({"invocationId": "I1", "status": "Completed", "output": "paid"}));
        world.later(5, move |world| world.hub.push(&CdpEvent { session: Some("S1".into()), ..told }));
        reply(json!({"invocationId": "I1"}))
    });
    let action = Action::UseTool { tool, input: Map::new() };
    let answer = world.run(tab.perform(&action, Typing::Fast)).unwrap().answer.unwrap();
    assert_eq!((answer.text.as_str(), answer.address.as_str()), ("paid", "https://pay.example/"));
    assert_eq!(world.calls_in("S1", "WebMCP.invokeTool").len(), 1, "in the frame's session");
}

#[test]
fn tools_of_frames_of_the_page_are_told_once_and_go_with_their_documents() {
    for (method, gone) in [
        ("Page.frameNavigated", json!({"frame": {"id": "frame-2", "parentId": "main", "url": "http://a.test/x"}})),
        ("Page.frameDetached", json!({"frameId": "frame-2", "reason": "remove"})),
    ] {
        // When it is asked again, the browser tells of the page's own document alone.
        let (world, tab) = with_search();
        world.on("Page.getFrameTree", |_, _| {
            let inner = json!([{"frame": {"id": "frame-2", "url": "http://a.test/in"}}]);
            reply(json!({"frameTree": {"frame": {"id": "main", "url": "http://a.test/"}, "childFrames": inner}}))
        });
        world.tell("WebMCP.toolsAdded", json!({"tools": [offered("near", "frame-2")]}));
        assert_eq!(looked(&world, &tab).len(), 2);
        assert_eq!(looked(&world, &tab).len(), 2, "it stays");
        world.tell(method, gone);
        let left: Vec<String> = looked(&world, &tab).into_iter().map(|tool| tool.name).collect();
        assert_eq!(left, ["search"], "{method}");
    }
}

#[test]
fn an_answer_is_told_as_text_and_a_failure_without_where_it_was_thrown() {
    let thrown = json!({"status": "Error", "errorText": "", "exception": {"description": "Error: sold out\n    at execute (http://a.test/x.js:6:74)"}});
    for (answer, end, text) in [
        (json!({"status": "Completed", "output": "plain"}), ToolEnd::Answered, "plain"),
        (
            json!({"status": "Completed", "output": {"content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]}}),
            ToolEnd::Answered,
            "a\nb",
        ),
        (
            json!({"status": "Completed", "output": {"content": [{"type": "image"}]}}),
            ToolEnd::Answered,
            r#"{"content":[{"type":"image"}]}"#,
        ),
        (json!({"status": "Completed", "output": {"n": 1}}), ToolEnd::Answered, r#"{"n":1}"#),
        (json!({"status": "Completed", "output": []}), ToolEnd::Answered, "[]"),
        (thrown, ToolEnd::Failed, "Error: sold out"),
        (json!({"status": "Canceled", "errorText": "User said no"}), ToolEnd::Failed, "User said no"),
    ] {
        let (world, tab) = with_search();
        let (took, done) = called(&world, &tab, responds(answer.clone()));
        let answered = done.unwrap().answer.unwrap();
        assert_eq!((answered.end, answered.text.as_str()), (end, text), "{answer}");
        assert!(took < 400, "{took}");
        let invoked = world.calls("WebMCP.invokeTool");
        assert_eq!(invoked, [json!({"frameId": "main", "toolName": "search", "input": {"q": "lamp"}})]);
    }
    let (world, tab) = with_search();
    let long = "x".repeat(3_000_000);
    let (_, done) = called(&world, &tab, responds(json!({"status": "Completed", "output": long})));
    assert_eq!(done.unwrap().answer.unwrap().text.len(), 100_000);
}

#[test]
fn a_tool_that_never_answers_is_cancelled_and_nobody_claims_to_know_what_it_did() {
    let (world, tab) = with_search();
    let (took, done) = called(&world, &tab, |_| {});
    let done = done.unwrap();
    assert!((20_000..21_500).contains(&took), "{took}");
    assert_eq!(done.answer.unwrap().end, ToolEnd::Silent);
    assert!(done.note.contains("not known whether it took effect") && done.note.contains("20 s"), "{}", done.note);
    assert_eq!(world.calls("WebMCP.cancelInvocation"), [json!({"invocationId": "I1"})]);
}

#[test]
fn a_tool_that_navigates_ends_with_the_new_page() {
    let (world, tab) = with_search();
    // The browser answers for a document that is left.
    let (_, done) = called(&world, &tab, |world| {
        let gone = json!({"invocationId": "I1", "status": "Completed", "output": []});
        world.later(20, |world| world.commit("L2", "http://a.test/next"));
        world.tell_later(21, "WebMCP.toolResponded", gone);
        world.tell_later(25, "Page.domContentEventFired", json!({}));
        world.tell_later(26, "Page.loadEventFired", json!({}));
    });
    let done = done.unwrap();
    assert!(done.navigated && done.note.contains("moved on to another one"), "{done:?}");
    assert_eq!(done.answer.unwrap().end, ToolEnd::Left);
    // One that answered before keeps its answer.
    let (world, tab) = with_search();
    let (_, done) = called(&world, &tab, |world| {
        world.tell_later(
            5,
            "WebMCP.toolResponded",
            json!({"invocationId": "I1", "status": "Completed", "output": "ok"}),
        );
        world.tell_later(5, "Page.frameRequestedNavigation", json!({"frameId": "main", "disposition": "currentTab"}));
        world.tell_later(6, "WebMCP.toolResponded", json!({"invocationId": "I1", "status": "Completed", "output": []}));
        world.later(20, |world| world.commit("L2", "http://a.test/next"));
        world.tell_later(26, "Page.loadEventFired", json!({}));
    });
    let done = done.unwrap();
    assert_eq!((done.navigated, done.answer.unwrap().text.as_str()), (true, "ok"));
}

#[test]
fn a_dialog_ends_the_wait_and_a_lost_tab_leaves_it_unknown() {
    let (world, tab) = with_search();
    let (took, done) = called(&world, &tab, |world| {
        world.tell_later(
            10,
            "Page.javascriptDialogOpening",
            json!({"type": "confirm", "message": "Sure?", "url": "http://a.test/"}),
        );
    });
    let done = done.unwrap();
    assert!(took < 2_000 && done.answer.is_none() && done.dialog.is_some_and(|dialog| dialog.message == "Sure?"));
    let (world, tab) = with_search();
    let (_, done) = called(&world, &tab, |world| world.tell_later(10, "Inspector.targetCrashed", json!({})));
    assert!(matches!(done, Err(TabError::Interrupted)), "{done:?}");
}

#[test]
fn what_the_look_did_not_tell_is_not_called() {
    for (now, expected) in [
        (
            json!({"name": "search", "description": "Orders lamps.", "inputSchema": {"type": "object"}, "frameId": "main"}),
            "not the one",
        ),
        (
            json!({"name": "search", "description": "Finds lamps.", "inputSchema": {"type": "string"}, "frameId": "main"}),
            "not the one",
        ),
        (
            json!({"name": "search", "description": "Finds lamps.", "inputSchema": {"type": "object"}, "frameId": "main", "backendNodeId": 3}),
            "not the one",
        ),
        (offered("other", "main"), "no longer on the page"),
    ] {
        let (world, tab) = with_search();
        let tool = meant(&world, &tab, "search");
        offering(&world, std::slice::from_ref(&now));
        let error = world.run(tab.perform(&Action::UseTool { tool, input: Map::new() }, Typing::Fast)).unwrap_err();
        assert!(error.to_string().contains(expected) && error.is_without_effect(), "{now}: {error}");
        assert!(world.calls("WebMCP.invokeTool").is_empty());
    }
}

#[test]
fn its_requests_are_paused_before_it_begins() {
    let (world, tab) = with_search();
    tab.watch(Some(Rc::new(|_: &SentRequest| None)));
    let (_, done) = called(&world, &tab, responds(json!({"status": "Completed", "output": "ok"})));
    done.unwrap();
    let log = world.log.borrow();
    let at = |name: &str| log.iter().position(|(_, called, _)| called == name).unwrap();
    assert!(at("Fetch.enable") < at("WebMCP.invokeTool"));
}

#[test]
fn a_form_is_filled_in_by_keys_read_back_and_pressed_only_if_told_so() {
    let form = json!({"name": "join", "description": "Joins.", "frameId": "main", "backendNodeId": 7});
    let fill = |press: bool, way: EntryWay, broken: bool| {
        let world = World::new();
        offering(&world, std::slice::from_ref(&form));
        let tab = world.tab();
        let tool = meant(&world, &tab, "join");
        if broken {
            world.field.borrow_mut().form = |_| String::new();
        }
        world.log.borrow_mut().clear();
        let fields = vec![FormEntry { target: target(), value: "Ann".into(), way }];
        let then = if press { Then::Press(target()) } else { Then::Nothing };
        let action = Action::FillForm { tool: Some(tool), fields, then };
        let done = world.run(tab.perform(&action, Typing::Fast));
        (world, done)
    };
    let (world, done) = fill(false, EntryWay::Types, false);
    assert_eq!(world.field.borrow().value, "Ann");
    assert!(done.unwrap().note.contains("Typed \"Ann\""));
    let presses = |world: &World| {
        world.calls("Input.dispatchMouseEvent").iter().filter(|one| one["type"] == "mousePressed").count()
    };
    assert!(world.calls("WebMCP.invokeTool").is_empty() && presses(&world) == 0);
    let (world, done) = fill(true, EntryWay::Sets, false);
    let note = done.unwrap().note;
    assert!(note.contains("Typed ") && note.contains("Clicked "), "{note}");
    assert_eq!((world.field.borrow().value.as_str(), presses(&world)), ("Ann", 1));
    // A field that does not take its value leaves the button alone.
    let (world, done) = fill(true, EntryWay::Types, true);
    assert!(matches!(done, Err(TabError::NotTaken { .. })) && presses(&world) == 0, "{done:?}");
}

#[test]
fn several_fields_are_filled_in_and_a_failing_one_keeps_none_of_the_others_from_theirs() {
    let fill = |refuse: u32, hears: bool, then: fn() -> Then| {
        let world = World::new();
        world.on("Input.dispatchKeyEvent", move |world, key| {
            if hears && key["key"] == "Enter" {
                world.mutations.set(world.mutations.get() + 1);
            }
            super::world::reply(json!({}))
        });
        let mut met = Vec::new();
        world.on("probe", move |world, params| {
            let mut probe = super::world::good_probe();
            // Each field is empty when it is met first.
            if !met.contains(&params[0]) {
                met.push(params[0].clone());
                world.field.borrow_mut().value.clear();
            }
            world.field.borrow_mut().form = if params[0] == refuse { |_| String::new() } else { str::to_owned };
            probe["name"] = if params[0] == 5 { "Search".into() } else { "City".into() };
            super::world::reply(probe)
        });
        let tab = world.tab();
        let city = Target { element: ElementRef { node: 6, ..target().element }, name: "City".into(), ..target() };
        let entry = |target: Target, value: &str| FormEntry { target, value: value.into(), way: EntryWay::Sets };
        let fields = vec![entry(target(), "Ann"), entry(city, "Ann")];
        let done = world.run(tab.perform(&Action::FillForm { tool: None, fields, then: then() }, Typing::Fast));
        let entered = world.calls("Input.dispatchKeyEvent").iter().any(|key| key["key"] == "Enter");
        (done, entered)
    };
    let (done, _) = fill(0, true, || Then::Enter(target()));
    assert!(done.unwrap().note.ends_with("Pressed Enter in TEXTAREA \"Search\"."));
    let (done, entered) = fill(0, false, || Then::Enter(target()));
    let note = done.unwrap().note;
    assert!(
        note.contains("Typed \"Ann\"")
            && note.contains("Typed \"Ann\" into TEXTAREA \"City\"")
            && note.contains("Pressed Enter in TEXTAREA \"Search\".")
            && note.ends_with("The page did not react: check whether it was submitted before pressing anything."),
        "{note}"
    );
    assert!(entered);
    let (done, entered) = fill(5, true, || Then::Enter(target()));
    let said = done.unwrap_err().to_string();
    assert!(
        said.starts_with("Typed \"Ann\" into TEXTAREA \"City\"")
            && said.contains("did not take the value")
            && said.contains("not submitted"),
        "{said}"
    );
    assert!(!entered);
}

#[test]
fn a_field_that_another_one_changes_is_read_back_and_told() {
    let world = World::new();
    let mut reads = 0;
    world.on("readValue", move |world, _| {
        reads += 1;
        // Once it was read back and noted, something empties it.
        let value = if reads > 2 { String::new() } else { world.field.borrow().value.clone() };
        super::world::reply(json!({"length": value.len(), "value": value}))
    });
    let tab = world.tab();
    let fields = vec![FormEntry { target: target(), value: "Ann".into(), way: EntryWay::Types }];
    let then = Then::Press(target());
    let error = world.run(tab.perform(&Action::FillForm { tool: None, fields, then }, Typing::Fast)).unwrap_err();
    assert!(error.to_string().contains("holds \"\" now. So it was not submitted."), "{error}");
    assert!(world.calls("Input.dispatchMouseEvent").iter().all(|one| one["type"] != "mousePressed"));
}
