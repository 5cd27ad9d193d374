//! How long the wait after an action takes, in virtual milliseconds.

use super::world::{Reply, World, good_probe, reply, target};
use edith_actions::action::{Action, Performed};
use edith_page::page_api::WalkOptions;
use edith_port::Permit;
use edith_port::{Clock, Tab};
use edith_protocol::{MouseButton, TabId, Typing};
use futures_util::future::join;
use serde_json::json;
use std::cell::Cell;
use std::rc::Rc;

fn click() -> Action {
    Action::Click { target: target(), button: MouseButton::Left, count: 1, modifiers: vec![], hold_ms: 0 }
}

/// What the click does in the page, and between which times it must be settled.
fn check(name: &str, at_least: u64, at_most: u64, prepare: impl Fn(&Rc<World>)) -> Performed {
    let world = World::new();
    prepare(&world);
    let tab = world.tab();
    let (took, done) = world.timed(tab.perform(&click(), Typing::Fast));
    assert!((at_least..=at_most).contains(&took), "{name}: {took} ms");
    done.unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn a_static_page_is_settled_in_a_moment() {
    let done = check("nothing happens", 40, 60, |_| {});
    assert_eq!((done.navigated, done.unsettled), (false, false));
    check("the handler changes the page at once", 25, 45, |world| world.on_release(World::mutate));
    check("a timer changes it soon", 50, 75, |world| {
        world.on_release(|world| world.later(30, World::mutate));
    });
}

#[test]
fn what_is_put_off_until_the_browser_is_idle_is_waited_for_and_no_longer() {
    let idle_after = |ms: u64, changes: bool| {
        move |world: &Rc<World>| {
            let pending = Rc::new(Cell::new(false));
            let told = Rc::clone(&pending);
            world.on("activity", move |world, _| {
                let mut activity = world.activity();
                activity["awaitsIdle"] = json!(told.get());
                reply(activity)
            });
            world.on_release(move |world| {
                world.mutate();
                pending.set(true);
                let over = Rc::clone(&pending);
                world.later(ms, move |world| {
                    over.set(false);
                    if changes {
                        world.mutate();
                    }
                });
            });
        }
    };
    check("idle at once", 25, 45, idle_after(5, false));
    // The rest was long over then, and does not begin again.
    check("idle later", 60, 75, idle_after(58, false));
    check("a change when it is idle", 80, 105, idle_after(58, true));
}

#[test]
fn requests_that_the_action_started_are_waited_for() {
    let fetch = |kind: &'static str, end: Option<u64>| {
        move |world: &Rc<World>| {
            world.on_release(move |world| {
                world.mutate();
                world.request("r1", kind, "http://a.test/api", 2, end);
                if let Some(end) = end {
                    world.later(end + 5, World::mutate);
                }
            });
        }
    };
    check("one fetch", 325, 350, fetch("Fetch", Some(300)));
    check("one XHR", 325, 350, fetch("XHR", Some(300)));
    check("a picture", 25, 60, fetch("Image", Some(300)));
    check("an event source", 25, 60, fetch("EventSource", None));
    let done = check("a fetch that is never answered", 1_400, 1_600, fetch("Fetch", None));
    assert!(done.unsettled);
}

#[test]
fn what_is_answered_over_a_web_socket_is_waited_for() {
    let sends = |world: &World| {
        world.mutate();
        world.tell_later(2, "Network.webSocketFrameSent", json!({"requestId": "ws"}));
    };
    let received = |world: &World, at: u64| {
        world.tell_later(at, "Network.webSocketFrameReceived", json!({"requestId": "ws"}));
        world.later(at + 1, World::mutate);
    };
    check("an answer after 300 ms", 400, 450, |world| {
        world.on_release(move |world| {
            sends(world);
            received(world, 300);
        });
    });
    check("an answer in parts", 560, 620, |world| {
        world.on_release(move |world| {
            sends(world);
            [300, 380, 460].into_iter().for_each(|at| received(world, at));
        });
    });
    check("no answer", 1_000, 1_050, |world| world.on_release(sends));
    check("a ticker that was not told anything", 25, 130, |world| {
        world.on_release(move |world| {
            world.mutate();
            (1..40).for_each(|tick| received(world, tick * 50));
        });
    });
    check("a ticker that was", 1_600, 1_750, |world| {
        world.on_release(move |world| {
            sends(world);
            (1..60).for_each(|tick| received(world, tick * 50));
        });
    });
}

#[test]
fn a_socket_that_never_answers_is_waited_for_twice() {
    let world = World::new();
    world.on_release(|world| {
        world.mutate();
        world.tell_later(2, "Network.webSocketFrameSent", json!({"requestId": "ws"}));
    });
    let tab = world.tab();
    let times: Vec<u64> = (0..4).map(|_| world.timed(tab.perform(&click(), Typing::Fast)).0).collect();
    assert!(times[..2].iter().all(|took| *took >= 1_000) && times[2..].iter().all(|took| *took < 100), "{times:?}");
}

#[test]
fn requests_that_follow_from_answers_are_waited_for() {
    check("a chain of three", 325, 350, |world| {
        world.on_release(|world| {
            world.mutate();
            world.request("r1", "Fetch", "http://a.test/1", 1, Some(100));
            world.request("r2", "Fetch", "http://a.test/2", 101, Some(200));
            world.request("r3", "Fetch", "http://a.test/3", 202, Some(300));
            world.later(301, World::mutate);
        });
    });
}

#[test]
fn a_request_that_starts_while_the_page_is_asked_is_waited_for() {
    let done = check("a busy page that answers late", 325, 400, |world| {
        // Once the first answer is there, the page takes 60 ms to report, and sends more requests meanwhile.
        world.on("activity", |world, _| {
            let late = world.clock.time() > 10_100;
            Reply { after: Some(if late { 60 } else { 1 }), answer: Ok(world.activity()) }
        });
        world.on_release(|world| {
            world.request("r1", "Fetch", "http://a.test/1", 1, Some(100));
            world.later(101, World::mutate);
            world.request("r2", "Fetch", "http://a.test/2", 135, Some(300));
            world.later(301, World::mutate);
        });
    });
    assert!(!done.unsettled);
}

#[test]
fn suggestions_and_what_slides_in_late_are_waited_for() {
    let typed = |suggests: bool, slides: bool| {
        let world = World::new();
        let tab = world.tab();
        world.on("probe", move |_, _| {
            let mut probe = good_probe();
            probe["suggests"] = json!(suggests);
            reply(probe)
        });
        let released = Rc::new(Cell::new(0));
        let at = released.clone();
        world.on("Input.dispatchKeyEvent", move |world, params| {
            if params["type"] == "char" {
                world.field.borrow_mut().value.push_str(params["text"].as_str().unwrap());
                at.set(world.clock.time());
                world.mutate();
                world.later(300, World::mutate);
            }
            reply(json!({}))
        });
        world.on("activity", move |world, _| {
            let mut activity = world.activity();
            let since = world.clock.time().saturating_sub(released.get());
            activity["animations"] = json!(u32::from(slides && released.get() > 0 && (300..550).contains(&since)));
            reply(activity)
        });
        let action = Action::TypeText { target: Some(target()), text: "P".into(), submit: false, append: true };
        let (took, done) = world.timed(tab.perform(&action, Typing::Fast));
        assert!(!done.unwrap().unsettled);
        took
    };
    assert!(typed(false, false) < 120);
    let plain = typed(true, false);
    assert!((350..420).contains(&plain), "{plain}");
    let sliding = typed(true, true);
    assert!((550..640).contains(&sliding), "{sliding}");
}

#[test]
fn a_list_that_is_filtered_after_a_pause_in_typing_is_waited_for() {
    let typed = |filters: bool, after: Option<u64>| {
        let world = World::new();
        let tab = world.tab();
        world.on("probe", move |_, _| {
            let mut probe = good_probe();
            probe["filters"] = json!(filters);
            reply(probe)
        });
        let changed = Rc::new(Cell::new(false));
        let later = changed.clone();
        world.on("Input.dispatchKeyEvent", move |world, params| {
            if params["type"] == "char" {
                world.field.borrow_mut().value.push_str(params["text"].as_str().unwrap());
                if let Some(after) = after {
                    let changed = later.clone();
                    world.later(after, move |world| {
                        changed.set(true);
                        world.mutate();
                    });
                }
            }
            reply(json!({}))
        });
        let action = Action::TypeText { target: Some(target()), text: "P".into(), submit: false, append: true };
        let (took, done) = world.timed(tab.perform(&action, Typing::Fast));
        assert!(!done.unwrap().unsettled);
        (took, changed.get())
    };
    assert!(!typed(false, Some(200)).1, "the control");
    for after in [150, 200, 300] {
        let (took, seen) = typed(true, Some(after));
        assert!(seen && took < after + 100, "{after}: {seen} after {took}");
    }
    assert!(typed(true, Some(1)).0 < 120, "what answers at once is not waited for");
    let (silent, _) = typed(true, None);
    assert!((320..400).contains(&silent), "{silent}");
}

#[test]
fn what_turns_because_of_the_action_is_waited_for() {
    let turning = |end: u64, before: u32| {
        move |world: &Rc<World>| {
            let released = Rc::new(Cell::new(0));
            let at = released.clone();
            world.on_release(move |world| {
                at.set(world.clock.time());
                world.mutate();
                world.later(end, World::mutate);
            });
            world.on("activity", move |world, _| {
                let mut activity = world.activity();
                let turns = released.get() > 0 && world.clock.time() - released.get() < end;
                activity["busy"] = json!(before + u32::from(turns));
                reply(activity)
            });
        }
    };
    let done = check("a spinner", 900, 980, turning(900, 0));
    assert!(!done.unsettled);
    check("a spinner beside another", 900, 980, turning(900, 1));
    assert!(check("a spinner that never ends", 2_000, 2_100, turning(60_000, 0)).unsettled);
    check("one that turned before", 25, 60, |world| {
        world.on_release(World::mutate);
        world.on("activity", |world, _| {
            let mut activity = world.activity();
            activity["busy"] = json!(1);
            reply(activity)
        });
    });
}

#[test]
fn web_workers_get_time_and_their_requests_are_waited_for() {
    let worker = |world: &World, kind: &str| {
        let target = json!({"sessionId": "w1", "targetInfo": {"type": kind}});
        world.tell("Target.attachedToTarget", target);
    };
    let world = World::new();
    let tab = world.tab();
    worker(&world, "worker");
    world.on_release(|world| {
        world.mutate();
        world.later(120, World::mutate);
    });
    let (took, _) = world.timed(tab.perform(&click(), Typing::Fast));
    assert!((270..320).contains(&took), "{took}");
    assert_eq!(world.calls("Network.enable").len(), 1);
    world.tell("Target.detachedFromTarget", json!({"sessionId": "w1"}));
    let (took, _) = world.timed(tab.perform(&click(), Typing::Fast));
    assert!(took < 170, "{took}");
    worker(&world, "service_worker");
    world.timed(tab.perform(&click(), Typing::Fast)).1.unwrap();
    assert_eq!(world.calls("Network.enable").len(), 1);
}

#[test]
fn a_page_that_shows_nothing_after_an_action_is_read_again() {
    let world = World::new();
    let tab = world.tab();
    world.timed(tab.perform(&click(), Typing::Fast)).1.unwrap();
    let begun = world.clock.time();
    world.on("activity", |world, _| {
        let mut activity = world.activity();
        activity["scripted"] = true.into();
        reply(activity)
    });
    world.on("walk", move |world, _| {
        let text = if world.clock.time() < begun + 700 { "" } else { "Welcome\n" };
        reply(json!(json!({"v": 1, "u": "http://a.test/", "d": "doc", "rs": "complete", "tx": text}).to_string()))
    });
    let page = world.run(tab.look(&WalkOptions::default())).unwrap();
    assert_eq!(page.text, "Welcome\n");
    world.on("walk", |_, _| {
        reply(json!(json!({"v": 1, "u": "http://a.test/", "d": "doc", "rs": "complete"}).to_string()))
    });
    // The wait is bounded, and long after the action there is none.
    let (took, page) = world.timed(tab.look(&WalkOptions::default()));
    assert!(page.unwrap().text.is_empty() && took < 2_500, "{took}");
    let (took, _) = world.timed(tab.look(&WalkOptions::default()));
    assert!(took < 10, "{took}");
}

#[test]
fn a_stream_does_not_hold_it_up_once_it_is_known_as_one() {
    check("fetch of an event stream", 25, 80, |world| {
        world.on_release(|world| {
            world.mutate();
            world.request("r1", "Fetch", "http://a.test/stream", 1, None);
            let head = json!({"requestId": "r1", "type": "Fetch", "response": {"mimeType": "text/event-stream"}});
            world.tell_later(20, "Network.responseReceived", head);
        });
    });
}

#[test]
fn a_fetch_whose_body_nobody_reads_is_over_soon_after_its_head() {
    let fetch = |kind: &'static str, chunks: u64| {
        move |world: &Rc<World>| {
            world.on_release(move |world| {
                world.mutate();
                world.request("r1", kind, "http://a.test/save", 1, None);
                let head = json!({"requestId": "r1", "type": kind, "response": {"mimeType": "application/json"}});
                world.tell_later(100, "Network.responseReceived", head);
                for chunk in 1..=chunks {
                    world.tell_later(100 + chunk * 80, "Network.dataReceived", json!({"requestId": "r1"}));
                }
            });
        }
    };
    let done = check("head only", 200, 230, fetch("Fetch", 0));
    assert!(!done.unsettled);
    check("a body in many pieces", 1_000, 1_030, fetch("Fetch", 10));
    check("the same by XHR, which always reads", 4_990, 5_040, fetch("XHR", 0));
}

#[test]
fn what_the_page_polls_by_itself_does_not_hold_it_up() {
    let world = World::new();
    let tab = world.tab();
    for turn in 0..4 {
        world.request(&format!("p{turn}"), "Fetch", &format!("http://a.test/poll?t={turn}"), 2_000 + turn * 500, None);
    }
    world.run(async { edith_port::Clock::sleep(&*world.clock, 4_000).await });
    world.on_release(|world| {
        world.mutate();
        world.request("p9", "Fetch", "http://a.test/poll?t=9", 3, None);
    });
    let (took, done) = world.timed(tab.perform(&click(), Typing::Fast));
    assert!(took < 70 && !done.unwrap().unsettled, "{took}");
}

#[test]
fn what_is_asked_for_at_the_address_that_is_polled_is_waited_for() {
    let sent = |id: String, query: &str, body: &str| {
        let request = json!({"url": format!("http://a.test/{query}"), "method": "POST", "postData": body});
        json!({"requestId": id, "type": "XHR", "loaderId": "L1", "frameId": "main", "request": request})
    };
    // A single endpoint: the query or the body says what is wanted.
    for (polled, wanted) in [
        (("?do=status&at=1", ""), ("?do=show&id=7", "")),
        (("", "nonce=a1&action=heartbeat"), ("", "nonce=a1&action=save")),
        (("", "{\"operationName\":\"Poll\"}"), ("", "{\"operationName\":\"Save\"}")),
    ] {
        let world = World::new();
        let tab = world.tab();
        for turn in 0..4 {
            let id = format!("p{turn}");
            world.tell_later(2_000 + turn * 500, "Network.requestWillBeSent", sent(id.clone(), polled.0, polled.1));
            world.tell_later(2_010 + turn * 500, "Network.loadingFinished", json!({"requestId": id}));
        }
        world.run(async { edith_port::Clock::sleep(&*world.clock, 4_000).await });
        world.on_release(move |world| {
            world.tell_later(3, "Network.requestWillBeSent", sent("p9".into(), wanted.0, wanted.1));
            world.tell_later(600, "Network.loadingFinished", json!({"requestId": "p9"}));
        });
        let (took, _) = world.timed(tab.perform(&click(), Typing::Fast));
        assert!(took >= 600, "{polled:?} {wanted:?}: {took}");
    }
}

fn navigate(world: &World, requested: u64, commit: u64, read: Option<u64>) {
    world.tell_later(
        requested,
        "Page.frameStartedNavigating",
        json!({"frameId": "main", "loaderId": "L2", "navigationType": "differentDocument"}),
    );
    world.later(commit, |world| world.commit("L2", "http://a.test/next"));
    if let Some(read) = read {
        world.tell_later(read, "Page.domContentEventFired", json!({}));
        world.tell_later(read + 5, "Page.loadEventFired", json!({}));
    }
}

#[test]
fn a_navigation_is_waited_for_until_its_document_is_read() {
    let done = check("a local page", 105, 130, |world| world.on_release(|world| navigate(world, 1, 20, Some(40))));
    assert!(done.navigated && !done.unsettled);
    let done = check("a slow server", 2_025, 2_100, |world| {
        world.on_release(|world| navigate(world, 1, 2_000, Some(2_010)));
    });
    assert!(done.navigated);
    let done = check("a script that never comes", 4_000, 4_200, |world| {
        world.on_release(|world| navigate(world, 1, 20, None));
    });
    assert!(done.navigated && done.unsettled);
    check("pictures that take their time", 250, 320, |world| {
        world.on_release(|world| {
            navigate(world, 1, 20, None);
            world.tell_later(40, "Page.domContentEventFired", json!({}));
            world.tell_later(200, "Page.loadEventFired", json!({}));
        });
    });
    check("pictures that never come", 290, 380, |world| {
        world.on_release(|world| {
            navigate(world, 1, 20, None);
            world.tell_later(40, "Page.domContentEventFired", json!({}));
        });
    });
    check("a script that goes to work when all is there", 360, 420, |world| {
        world.on_release(|world| {
            navigate(world, 1, 20, Some(40));
            world.later(80, |world| {
                let sent = json!({
                    "requestId": "x", "type": "Script", "loaderId": "L2", "frameId": "main",
                    "request": {"url": "http://a.test/more.js", "method": "GET"},
                });
                world.tell("Network.requestWillBeSent", sent);
            });
            world.tell_later(300, "Network.loadingFinished", json!({"requestId": "x"}));
        });
    });
    let done = check("a slow fetch of the new document", 1_500, 1_700, |world| {
        world.on_release(|world| {
            navigate(world, 1, 20, Some(40));
            world.later(30, |world| {
                let sent = json!({
                    "requestId": "x", "type": "Fetch", "loaderId": "L2", "frameId": "main",
                    "request": {"url": "http://a.test/slow", "method": "GET"},
                });
                world.tell("Network.requestWillBeSent", sent);
            });
        });
    });
    assert!(done.navigated && done.unsettled);
    let done = check("another program's address", 25, 600, |world| {
        world.on_release(|world| {
            let asked = json!({"frameId": "main", "url": "mailto:a@a.test", "disposition": "currentTab"});
            world.tell_later(1, "Page.frameRequestedNavigation", asked);
        });
    });
    assert!(!done.navigated && !done.unsettled);
}

#[test]
fn a_page_that_never_rests_is_left_soon() {
    fn tick(world: &World) {
        world.mutate();
        world.later(10, tick);
    }
    let done = check("a ticker", 50, 160, |world| tick(world));
    assert!(!done.unsettled);
    let done = check("the click starts an endless ticker", 400, 450, |world| world.on_release(tick));
    assert!(done.unsettled);
}

#[test]
fn a_dialog_ends_the_wait_at_once() {
    let done = check("confirm", 1, 30, |world| {
        world.on("Input.dispatchMouseEvent", |world, params| {
            let released = params["type"] == "mouseReleased";
            if released {
                let opening = json!({"type": "confirm", "message": "Sure?", "defaultPrompt": ""});
                world.tell_later(2, "Page.javascriptDialogOpening", opening);
            }
            Reply { after: (!released).then_some(1), answer: Ok(json!({})) }
        });
    });
    assert_eq!(done.dialog.unwrap().message, "Sure?");
    assert_eq!(done.note, "Clicked TEXTAREA \"Search\". A dialog opened (confirm).");
}

#[test]
fn a_tab_that_was_asked_for_is_waited_for() {
    let done = check("a new tab", 100, 200, |world| {
        world.on_release(|world| {
            world.tell_later(1, "Page.windowOpen", json!({"url": "http://a.test/new"}));
            world.later(120, |world| world.hub.note_opened_tab(TabId(8)));
        });
    });
    assert_eq!(done.opened_tabs, [TabId(8)]);
    let done = check("a blocked popup", 1_000, 1_100, |world| {
        world.on_release(|world| world.tell_later(1, "Page.windowOpen", json!({"url": "http://a.test/new"})));
    });
    assert!(done.opened_tabs.is_empty() && done.note.contains("none opened"), "{}", done.note);
}

#[test]
fn waiting_for_a_text_ends_when_it_is_there() {
    let check = |appears: Option<u64>, at_most: u64, expected: &str| {
        let world = World::new();
        let tab = world.tab();
        let start = world.clock.time();
        world.on("findText", move |world, _| {
            let there = appears.is_some_and(|ms| world.clock.time() >= start + ms);
            reply(json!({"total": u32::from(there)}))
        });
        let action = Action::Wait { timeout_ms: 1_000, text: Some("Done".into()) };
        let (took, done) = world.timed(tab.perform(&action, Typing::Fast));
        let done = done.unwrap();
        assert!(took <= at_most && done.note.contains(expected), "{took} {}", done.note);
    };
    check(Some(0), 20, "showed \"Done\"");
    check(Some(250), 370, "showed \"Done\"");
    check(None, 1_120, "does not show \"Done\"");
}

#[test]
fn what_shows_only_when_the_pointer_stays_is_waited_for() {
    let pointed = |after: u64| {
        let world = World::new();
        let tab = world.tab();
        let moved = Rc::new(Cell::new(false));
        world.on("Input.dispatchMouseEvent", move |world, _| {
            if !moved.replace(true) {
                world.later(after, World::mutate);
            }
            reply(json!({}))
        });
        let (took, done) = world.timed(tab.perform(&Action::Hover { target: target() }, Typing::Fast));
        assert!(!done.unwrap().unsettled);
        took
    };
    // A card; a menu, whose item shows its hover style at once.
    let (card, menu) = (pointed(700), pointed(1));
    assert!((700..800).contains(&card) && (350..400).contains(&menu), "{card} {menu}");
}

#[test]
fn nothing_reaches_the_page_before_there_is_leave() {
    let value = Action::SetValue { target: target(), value: "x".to_owned() };
    for (action, looks) in [(click(), 1), (value, 0)] {
        let world = World::new();
        world.on("setNative", |_, _| reply(json!({"ok": true, "value": "x"})));
        let tab = world.tab();
        let (give, leave) = Permit::to_come();
        Tab::mark(&tab, "m", leave);
        let acts = ["Input.dispatchMouseEvent", "setNative", "aim"];
        let given = async {
            world.clock.sleep(200).await;
            let done: usize = acts.iter().map(|name| world.calls(name).len()).sum();
            assert_eq!((world.calls("probe").len(), done), (looks, 0), "{action:?}");
            give.send(()).unwrap();
        };
        let (took, (done, ())) = world.timed(join(tab.perform(&action, Typing::Fast), given));
        done.unwrap();
        assert!(took >= 200, "{took}");
    }
}
