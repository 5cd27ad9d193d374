//! Clicks, drags, scrolling, choosing, navigating and answering dialogs.

use super::world::{Reply, World, good_probe, reply, target};
use edith_actions::action::{Action, SentRequest, TabError};
use edith_actions::http_url::HttpUrl;
use edith_port::Tab;
use edith_protocol::{Modifier, MouseButton, ScrollDirection, Typing};
use serde_json::{Value, json};
use std::cell::Cell;
use std::rc::Rc;

fn short(events: &[Value]) -> Vec<String> {
    let one = |e: &Value| {
        let word = |name: &str| e[name].as_str().unwrap().to_owned();
        format!(
            "{} {},{} {} {} {} {}",
            word("type"),
            e["x"],
            e["y"],
            word("button"),
            e["buttons"],
            e["clickCount"],
            e["modifiers"]
        )
    };
    events.iter().map(one).collect()
}

#[test]
fn a_click_is_moved_pressed_released() {
    let world = World::new();
    let tab = world.tab();
    let modifiers = vec![Modifier::Control];
    let action = Action::Click { target: target(), button: MouseButton::Left, count: 2, modifiers, hold_ms: 0 };
    let done = world.run(tab.perform(&action, Typing::Fast)).unwrap();
    assert_eq!(
        short(&world.calls("Input.dispatchMouseEvent")),
        [
            "mouseMoved 50.0,20.0 none 0 0 2",
            "mousePressed 50.0,20.0 left 1 1 2",
            "mouseReleased 50.0,20.0 left 0 1 2",
            "mousePressed 50.0,20.0 left 1 2 2",
            "mouseReleased 50.0,20.0 left 0 2 2",
        ]
    );
    assert_eq!(done.note, "Double-clicked TEXTAREA \"Search\".");
}

#[test]
fn a_press_follows_what_moves_away_under_the_pointer_and_refuses_what_comes_there() {
    // What the page says of the point at each aim.
    let clicked = |answers: &'static [Value]| {
        let world = World::new();
        let mut turns = answers.iter();
        world.on("aim", move |_, _| reply(turns.next().cloned().unwrap_or_default()));
        let tab = world.tab();
        let action =
            Action::Click { target: target(), button: MouseButton::Left, count: 1, modifiers: vec![], hold_ms: 0 };
        let done = world.run(tab.perform(&action, Typing::Fast));
        let mouse = world.calls("Input.dispatchMouseEvent");
        let events: Vec<_> =
            mouse.iter().map(|e| (e["type"].as_str().unwrap_or_default().to_owned(), e["x"].as_f64())).collect();
        (events, done.map(|done| done.note).map_err(|error| error.to_string()))
    };
    let moved = |x: f64| ("mouseMoved".to_owned(), Some(x));
    let both = |x: f64| [("mousePressed".to_owned(), Some(x)), ("mouseReleased".to_owned(), Some(x))];
    static AWAY: std::sync::LazyLock<Vec<Value>> = std::sync::LazyLock::new(|| {
        vec![json!({"hit": "other", "point": [250.0, 20.0]}), json!({"hit": "itself", "point": [250.0, 20.0]})]
    });
    let (events, told) = clicked(&AWAY);
    assert_eq!(events, [vec![moved(50.0), moved(250.0)], both(250.0).to_vec()].concat());
    assert!(told.is_ok(), "{told:?}");
    static OVER: std::sync::LazyLock<Vec<Value>> = std::sync::LazyLock::new(|| {
        vec![json!({"hit": "other", "point": null, "blocker": {"role": "button", "name": "Delete", "css": "button"}})]
    });
    let (events, told) = clicked(&OVER);
    assert_eq!(events, [moved(50.0)]);
    assert!(told.as_ref().is_err_and(|error| error.contains("covered by button \"Delete\"")), "{told:?}");
    // An element that goes away for a moment is waited for; one that stays away is not pressed.
    static HIDES: std::sync::LazyLock<Vec<Value>> = std::sync::LazyLock::new(|| {
        let mut answers = vec![json!({"hit": "nothing", "point": null}); 6];
        answers.push(json!({"hit": "itself", "point": [50.0, 20.0]}));
        answers
    });
    let (events, told) = clicked(&HIDES);
    assert_eq!(events, [vec![moved(50.0); 7], both(50.0).to_vec()].concat());
    assert!(told.is_ok(), "{told:?}");
    static STAYS_AWAY: std::sync::LazyLock<Vec<Value>> =
        std::sync::LazyLock::new(|| vec![json!({"hit": "nothing", "point": null}); 99]);
    let (events, told) = clicked(&STAYS_AWAY);
    assert!(events.iter().all(|(kind, _)| kind == "mouseMoved"), "{events:?}");
    assert!(told.as_ref().is_err_and(|error| error.contains("disappears when the pointer reaches")), "{told:?}");
    static FLEES: std::sync::LazyLock<Vec<Value>> =
        std::sync::LazyLock::new(|| vec![json!({"hit": "other", "point": [250.0, 20.0]}); 9]);
    let (events, told) = clicked(&FLEES);
    assert_eq!(events.len(), 4);
    assert!(told.as_ref().is_err_and(|error| error.contains("keeps moving")), "{told:?}");
}

#[test]
fn a_press_that_went_elsewhere_is_told_with_where() {
    let world = World::new();
    world.on("activity", |world, _| {
        let mut activity = world.activity();
        activity["missed"] = json!({"role": "button", "name": "Delete everything", "css": "button#far"});
        reply(activity)
    });
    let tab = world.tab();
    world.on("aim", |_, _| reply(json!({"hit": "itself"})));
    let action = Action::Click { target: target(), button: MouseButton::Left, count: 1, modifiers: vec![], hold_ms: 0 };
    let error = world.run(tab.perform(&action, Typing::Fast)).unwrap_err();
    assert!(matches!(error, TabError::Incomplete { .. }), "{error:?}");
    assert!(error.to_string().contains("the press went to button \"Delete everything\""), "{error}");
}

#[test]
fn an_element_that_becomes_ready_in_time_is_clicked() {
    let world = World::new();
    let start = world.clock.time();
    world.on("probe", move |world, _| {
        let mut probe = good_probe();
        probe["enabled"] = json!(world.clock.time() > start + 500);
        reply(probe)
    });
    let tab = world.tab();
    let action = Action::Click { target: target(), button: MouseButton::Left, count: 1, modifiers: vec![], hold_ms: 0 };
    let (took, done) = world.timed(tab.perform(&action, Typing::Fast));
    assert!(done.is_ok() && (500..800).contains(&took), "{took}");
}

fn drag() -> Action {
    Action::Drag { from: target(), to: target(), at: None }
}

fn with_centre(world: &World) {
    world.on("centre", |_, _| reply(json!({"point": [250.0, 20.0], "inView": true})));
}

#[test]
fn a_pointer_drag_moves_in_steps() {
    let world = World::new();
    with_centre(&world);
    let tab = world.tab();
    world.run(tab.perform(&drag(), Typing::Fast)).unwrap();
    let events = short(&world.calls("Input.dispatchMouseEvent"));
    assert_eq!(events.first().unwrap(), "mouseMoved 50.0,20.0 none 0 0 0");
    assert_eq!(events.get(1).unwrap(), "mousePressed 50.0,20.0 left 1 1 0");
    assert!(events.iter().filter(|e| e.starts_with("mouseMoved") && e.contains("left 1")).count() >= 10);
    assert_eq!(events.last().unwrap(), "mouseReleased 250.0,20.0 left 0 1 0");
    let enabled: Vec<Value> = world.calls("Input.setInterceptDrags").iter().map(|p| p["enabled"].clone()).collect();
    assert_eq!(enabled, [json!(true), json!(false)]);
}

#[test]
fn a_hidden_tab_that_draws_no_frames_still_takes_the_pointer() {
    let world = World::new();
    // Moves are processed only when other input follows.
    let open: Rc<Cell<bool>> = Rc::default();
    *world.held_up.borrow_mut() = Some(("Input.dispatchMouseEvent", open.clone()));
    let moving = open.clone();
    world.on("Input.dispatchMouseEvent", move |_, _| {
        moving.set(false);
        reply(json!({}))
    });
    world.on("Input.dispatchKeyEvent", move |_, params| {
        assert_eq!((params["type"].as_str(), params["key"].as_str()), (Some("keyUp"), Some("Unidentified")));
        open.set(true);
        reply(json!({}))
    });
    let tab = world.tab();
    let (took, done) = world.timed(tab.perform(&Action::Hover { target: target() }, Typing::Fast));
    // For what only a resting pointer shows, it waits 800.
    assert!(done.is_ok() && (800..1_000).contains(&took), "{took} {done:?}");
}

#[test]
fn an_address_that_is_a_download_is_told_as_one() {
    let world = World::new();
    world.on("Page.navigate", |world, _| {
        world.tell_later(20, "Page.downloadWillBegin", json!({"url": "http://a.test/x.zip"}));
        reply(json!({"errorText": "net::ERR_ABORTED", "loaderId": "L2"}))
    });
    let tab = world.tab();
    let done = world.run(tab.perform(&open("http://a.test/x.zip"), Typing::Fast)).unwrap();
    assert!(done.note.contains("it is a download") && !done.navigated, "{}", done.note);
}

#[test]
fn a_drag_that_the_page_takes_over_is_dropped_with_its_data() {
    let world = World::new();
    with_centre(&world);
    world.on("Input.dispatchMouseEvent", |world, params| {
        if params["type"] == "mouseMoved" && params["buttons"] == 1 {
            world.tell("Input.dragIntercepted", json!({"data": {"items": [1]}}));
        }
        reply(json!({}))
    });
    let tab = world.tab();
    world.run(tab.perform(&drag(), Typing::Fast)).unwrap();
    let kinds: Vec<Value> = world.calls("Input.dispatchDragEvent").iter().map(|p| p["type"].clone()).collect();
    assert_eq!(kinds, [json!("dragEnter"), json!("dragOver"), json!("drop")]);
    assert_eq!(world.calls("Input.dispatchDragEvent").last().unwrap()["data"], json!({"items": [1]}));
}

#[test]
fn scrolling_tells_where_it_is_and_turns_the_wheel_where_nothing_moved() {
    let check = |moved: bool, end: bool, wheels: usize, expected: &str| {
        let world = World::new();
        world.on("scrollBy", move |_, _| {
            reply(json!({"after": [0, 900], "max": [0, 5000], "moved": moved, "end": end}))
        });
        let tab = world.tab();
        let action = Action::Scroll { direction: ScrollDirection::Down, amount: None, target: None };
        let done = world.run(tab.perform(&action, Typing::Fast)).unwrap();
        assert!(done.note.contains(expected), "{}", done.note);
        assert_eq!(world.calls("Input.dispatchMouseEvent").len(), wheels);
    };
    check(true, false, 0, "Scrolled down: now at 900 of 5000 px.");
    check(true, true, 0, "nothing is left in that direction");
    check(false, true, 1, "nothing is left to scroll");
}

#[test]
fn scrolling_to_the_side_tells_how_far_and_turns_the_wheel_that_way() {
    let check = |direction: ScrollDirection, moved: bool, wheel: Option<f64>, expected: &str| {
        let world = World::new();
        world.on("scrollBy", move |_, _| reply(json!({"after": [400, 7], "max": [2000, 9], "moved": moved})));
        let tab = world.tab();
        let action = Action::Scroll { direction, amount: Some(300.0), target: None };
        let done = world.run(tab.perform(&action, Typing::Fast)).unwrap();
        assert!(done.note.contains(expected), "{}", done.note);
        let turned = world.calls("Input.dispatchMouseEvent").first().map(|event| event["deltaX"].as_f64().unwrap());
        assert_eq!(turned, wheel);
    };
    check(ScrollDirection::Right, true, None, "Scrolled to the right: now at 400 of 2000 px.");
    check(ScrollDirection::Left, true, None, "Scrolled to the left: now at 400 of 2000 px.");
    check(ScrollDirection::Right, false, Some(300.0), "Turned the wheel to the right");
    check(ScrollDirection::Left, false, Some(-300.0), "Turned the wheel to the left");
}

#[test]
fn what_was_scrolled_is_called_by_what_it_has() {
    let check = |role: &str, name: &str, expected: &str| {
        let world = World::new();
        let scroller = json!({"node": 7, "role": role, "name": name, "css": "div"});
        world.on("scrollBy", move |_, _| {
            reply(json!({"after": [0, 90], "max": [0, 500], "moved": true, "scroller": scroller}))
        });
        let tab = world.tab();
        let action = Action::Scroll { direction: ScrollDirection::Down, amount: None, target: None };
        let done = world.run(tab.perform(&action, Typing::Fast)).unwrap();
        assert!(done.note.contains(expected), "{}", done.note);
    };
    check("", "", "Scrolled down in a part of the page: now at 90");
    check("", "Orders", "Scrolled down in \"Orders\": now");
    check("list", "", "Scrolled down in list: now");
    check("list", "Orders", "Scrolled down in list \"Orders\": now");
}

#[test]
fn an_option_that_is_not_there_is_refused_with_the_options() {
    let world = World::new();
    world.on("selectOption", |_, _| {
        reply(json!({"ok": false, "native": true, "missing": ["Blue"], "options": ["Red", "Green"]}))
    });
    let tab = world.tab();
    let action = Action::SelectOption { target: target(), value: "Blue".into(), add: false };
    let error = world.run(tab.perform(&action, Typing::Fast)).unwrap_err();
    assert!(error.to_string().ends_with("Options: \"Red\", \"Green\"."), "{error}");
    assert!(error.is_without_effect());
}

#[test]
fn equal_options_are_refused_with_their_groups() {
    let refused = |answers: Value| {
        let world = World::new();
        let native = answers["native"] == true;
        let drawn = answers.clone();
        world.on("selectOption", move |_, _| reply(if native { answers.clone() } else { json!({"native": false}) }));
        world.on("drawnOption", move |_, _| reply(drawn.clone()));
        let tab = world.tab();
        let action = Action::SelectOption { target: target(), value: "Blue".into(), add: false };
        let error = world.run(tab.perform(&action, Typing::Fast)).unwrap_err();
        assert!(error.to_string().contains("\"Sky: Blue\", \"Sea: Blue\""), "{error}");
    };
    let equal = json!(["Sky: Blue", "Sea: Blue"]);
    refused(json!({"ok": false, "native": true, "missing": ["Blue"], "equal": equal, "options": ["Blue", "Blue"]}));
    refused(json!({"opens": true, "open": true, "said": true, "expanded": true, "equal": equal, "count": 2}));
}

#[test]
fn a_list_that_draws_a_part_of_itself_is_gone_through_until_the_option_is_there() {
    let world = World::new();
    world.on("selectOption", |_, _| reply(json!({"native": false})));
    let steps = std::rc::Rc::new(std::cell::Cell::new(0));
    let seen = steps.clone();
    world.on("seekOption", move |_, _| {
        seen.set(seen.get() + 1);
        reply(json!({"moved": true, "found": seen.get() == 3}))
    });
    world.on("drawnOption", move |_, _| {
        let node = if steps.get() < 3 { 0 } else { 8 };
        reply(json!({"opens": true, "open": true, "said": true, "expanded": true, "node": node, "label": "Blue", "count": 9}))
    });
    world.on("showsChoice", |_, _| reply(json!({"shows": true, "shown": "Blue"})));
    world.on("probe", |_, _| {
        let mut probe = good_probe();
        probe["editable"] = json!(false);
        reply(probe)
    });
    let tab = world.tab();
    let action = Action::SelectOption { target: target(), value: "Blue".into(), add: false };
    let done = world.run(tab.perform(&action, Typing::Fast)).unwrap();
    assert!(done.note.starts_with("Chose \"Blue\" in"), "{}", done.note);
    assert_eq!(world.calls("seekOption").iter().map(|call| call[2] == true).collect::<Vec<_>>(), [true, false, false]);
}

fn open(url: &str) -> Action {
    Action::Navigate { url: HttpUrl::parse(url).unwrap() }
}

#[test]
fn opening_a_page_ends_when_it_is_read() {
    let world = World::new();
    world.on("Page.navigate", |world, _| {
        world.later(30, |world| world.commit("L2", "http://a.test/x"));
        world.tell_later(50, "Page.domContentEventFired", json!({}));
        world.tell_later(51, "Page.loadEventFired", json!({}));
        Reply { after: Some(30), answer: Ok(json!({"frameId": "main", "loaderId": "L2"})) }
    });
    let tab = world.tab();
    let (took, done) = world.timed(tab.perform(&open("http://a.test/x"), Typing::Fast));
    let done = done.unwrap();
    assert!(done.navigated && (110..140).contains(&took), "{took}");
    assert_eq!(done.note, "Opened http://a.test/x.");
}

#[test]
fn a_page_that_asks_before_it_is_left_is_not_said_to_be_left() {
    let world = World::new();
    world.on("Page.navigate", |world, _| {
        let asks = json!({"type": "beforeunload", "message": "", "defaultPrompt": ""});
        world.tell_later(2, "Page.javascriptDialogOpening", asks);
        Reply { after: None, answer: Ok(json!({})) }
    });
    let tab = world.tab();
    let done = world.run(tab.perform(&open("http://a.test/x"), Typing::Fast)).unwrap();
    assert!(done.note.starts_with("The page asks whether to leave it"), "{}", done.note);
}

#[test]
fn a_page_is_left_for_an_empty_one_while_its_requests_are_paused() {
    for goes_elsewhere in [false, true] {
        let world = World::new();
        world.on("Page.navigate", |world, _| {
            world.later(10, |world| world.commit("L2", "about:blank"));
            world.tell_later(12, "Page.domContentEventFired", json!({}));
            world.tell_later(13, "Page.loadEventFired", json!({}));
            reply(json!({"frameId": "main", "loaderId": "L2"}))
        });
        let tab = world.tab();
        tab.watch(Some(Rc::new(|_: &SentRequest| None)));
        let leave = if goes_elsewhere { open("http://a.test/x") } else { Action::Leave };
        let done = world.run(tab.perform(&leave, Typing::Fast)).unwrap();
        assert!(done.navigated);
        let log = world.log.borrow();
        let at = |name: &str| log.iter().position(|(_, called, _)| called == name).unwrap();
        assert!(at("Fetch.enable") < at("Page.navigate"));
        let to = if goes_elsewhere { "http://a.test/x" } else { "about:blank" };
        assert_eq!(log[at("Page.navigate")].2["url"], to);
    }
}

#[test]
fn a_page_that_cannot_be_opened_is_told_in_words() {
    let world = World::new();
    world.on("Page.navigate", |_, _| reply(json!({"errorText": "net::ERR_NAME_NOT_RESOLVED"})));
    let tab = world.tab();
    let error = world.run(tab.perform(&open("http://nowhere.test/"), Typing::Fast)).unwrap_err();
    let words =
        "http://nowhere.test/ could not be opened: there is no server of that name (net::ERR_NAME_NOT_RESOLVED)";
    assert_eq!(error.to_string(), words);
}

#[test]
fn going_back_needs_a_web_page_to_go_back_to() {
    let check = |index: u64, first: &'static str, expected: Result<(), &str>| {
        let world = World::new();
        world.on("Page.getNavigationHistory", move |_, _| {
            reply(json!({"currentIndex": index, "entries": [{"id": 1, "url": first}, {"id": 2, "url": "http://a.test/2"}]}))
        });
        world.on("Page.navigateToHistoryEntry", |world, params| {
            assert_eq!(params["entryId"], 1);
            world.later(10, |world| {
                world.commit("L3", "http://a.test/1");
                world.tell("Page.domContentEventFired", json!({}));
            });
            reply(json!({}))
        });
        let tab = world.tab();
        let done = world.run(tab.perform(&Action::GoBack, Typing::Fast));
        match expected {
            Ok(()) => assert!(done.unwrap().navigated),
            Err(words) => assert!(done.unwrap_err().to_string().contains(words)),
        }
    };
    check(1, "http://a.test/1", Ok(()));
    check(1, "about:blank", Err("no web page"));
    check(0, "http://a.test/1", Err("no page to go back to"));
}

#[test]
fn while_a_dialog_is_open_only_its_answer_is_done() {
    let world = World::new();
    let tab = world.tab();
    world.tell("Page.javascriptDialogOpening", json!({"type": "prompt", "message": "Name?", "defaultPrompt": "you"}));
    let click = Action::Click { target: target(), button: MouseButton::Left, count: 1, modifiers: vec![], hold_ms: 0 };
    let refused = world.run(tab.perform(&click, Typing::Fast));
    assert!(matches!(refused, Err(TabError::DialogOpen(_))));
    assert!(matches!(world.run(tab.look(&Default::default())), Err(TabError::DialogOpen(_))));
    world.on("Page.handleJavaScriptDialog", |world, params| {
        assert_eq!(*params, json!({"accept": true, "promptText": "me"}));
        world.tell_later(1, "Page.javascriptDialogClosed", json!({}));
        reply(json!({}))
    });
    let answer = Action::HandleDialog { accept: true, text: Some("me".into()) };
    let done = world.run(tab.perform(&answer, Typing::Fast)).unwrap();
    assert_eq!(done.note, "Accepted the prompt dialog \"Name?\".");
    assert_eq!((done.dialog, tab.dialog()), (None, None));
}

#[test]
fn what_one_action_left_unheard_is_nothing_of_the_next() {
    let world = World::new();
    world.on("Fetch.enable", |_, _| Reply {
        after: Some(1),
        answer: Err(json!({"code": -32_000, "message": "not now"}).to_string()),
    });
    let mut is_gone = true;
    world.on("probe", move |_, _| {
        reply(if std::mem::take(&mut is_gone) { json!({"gone": true}) } else { good_probe() })
    });
    let tab = world.tab();
    let hover = Action::Hover { target: target() };
    tab.watch(Some(Rc::new(|_: &SentRequest| None)));
    // It ends before the browser's refusal to pause its requests matters.
    let ended = world.run(tab.perform(&hover, Typing::Fast));
    assert!(matches!(ended, Err(TabError::Gone { .. })), "{ended:?}");
    assert_eq!(world.calls("Fetch.enable").len(), 1);
    // The next one has none paused.
    let done = world.run(tab.perform(&hover, Typing::Fast)).map(|performed| performed.note);
    assert_eq!(done.as_deref(), Ok("Moved the pointer onto TEXTAREA \"Search\"."));
    // Of one that is watched it is its own.
    tab.watch(Some(Rc::new(|_: &SentRequest| None)));
    let refused = world.run(tab.perform(&hover, Typing::Fast));
    assert!(matches!(refused, Err(TabError::Protocol(_))), "{refused:?}");
}
