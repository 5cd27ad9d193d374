//! Refusals, calls that never hang, and recovering a lost session.

use super::world::{Reply, World, good_probe, reply, target};
use crate::DetachReason;
use edith_actions::action::{Action, Performed, TabError, Target};
use edith_actions::http_url::HttpUrl;
use edith_page::page_api::WalkOptions;
use edith_port::Tab;
use edith_protocol::{MouseButton, Typing};
use serde_json::{Value, json};

fn click_on(target: Target) -> Action {
    Action::Click { target, button: MouseButton::Left, count: 1, modifiers: vec![], hold_ms: 0 }
}

fn click() -> Action {
    click_on(target())
}

fn clicked(prepare: impl Fn(&World)) -> (Result<Performed, TabError>, usize) {
    let world = World::new();
    let tab = world.tab();
    prepare(&world);
    let done = world.run(tab.perform(&click(), Typing::Fast));
    let events = world.calls("Input.dispatchMouseEvent").len();
    (done, events)
}

#[test]
fn only_the_element_that_was_seen_is_clicked() {
    let check = |name: &str, answer: Value, expected: &str| {
        let answer = std::rc::Rc::new(answer);
        let (done, events) = clicked(move |world| {
            let answer = answer.clone();
            world.on("probe", move |_, _| reply((*answer).clone()));
        });
        let error = done.unwrap_err();
        assert_eq!(events, 0, "{name}");
        assert!(error.to_string().contains(expected) && error.is_without_effect(), "{name}: {error}");
    };
    let with = |field: &str, value: Value| {
        let mut probe = good_probe();
        probe[field] = value;
        probe
    };
    check("removed", json!({"gone": true}), "12 EDITOR \"Search\" is no longer on the page");
    check("renamed", with("name", json!("Delete")), "is now TEXTAREA \"Delete\"");
    check("other role", with("role", json!("button")), "is now");
    check("hidden", with("visible", json!(false)), "is not visible");
    check("disabled", with("enabled", json!(false)), "is disabled");
    check("moving", with("stable", json!(false)), "keeps moving");
    let mut covered = with("hit", json!("other"));
    covered["blocker"] = json!({"node": 9, "role": "dialog", "name": "Cookies", "css": "div#c"});
    check("covered", covered, "covered by dialog \"Cookies\"");
}

#[test]
fn a_count_that_ticks_keeps_the_element_and_another_number_is_another_element() {
    let renamed = |name: &'static str| {
        let (done, _) = clicked(|world| {
            world.on("probe", move |_, _| {
                let mut probe = good_probe();
                probe["name"] = json!(name);
                reply(probe)
            });
        });
        done
    };
    assert!(renamed("Search (5)").is_ok());
    assert!(matches!(renamed("Search 5"), Err(TabError::Changed { .. })));
}

#[test]
fn an_element_of_another_document_is_gone_whatever_its_number() {
    let world = World::new();
    let tab = world.tab();
    world.run(tab.look(&WalkOptions::default())).unwrap();
    world.commit("L2", "http://a.test/2");
    world.tell("Page.loadEventFired", json!({}));
    let error = world.run(tab.perform(&click(), Typing::Fast)).unwrap_err();
    assert!(matches!(error, TabError::Gone { .. }), "{error}");
    assert!(world.calls("probe").is_empty());
    let mut new = target();
    new.element.document = "doc-L2".into();
    assert!(world.run(tab.perform(&click_on(new), Typing::Fast)).is_ok());
}

#[test]
fn a_dialog_that_comes_before_the_click_is_a_refusal() {
    let (done, events) = clicked(|world| {
        world.on("probe", |world, _| {
            world.tell_later(1, "Page.javascriptDialogOpening", json!({"type": "alert", "message": "Hi"}));
            Reply { after: None, answer: Ok(Value::Null) }
        });
    });
    assert!(matches!(done, Err(TabError::DialogOpen(_))), "{done:?}");
    assert_eq!(events, 0);
}

#[test]
fn every_call_has_a_deadline() {
    let check = |name: &'static str, at_most: u64, action: Option<Action>| {
        let world = World::new();
        let tab = world.tab();
        world.on(name, |_, _| Reply { after: None, answer: Ok(Value::Null) });
        let (took, error) = match action {
            Some(action) => {
                let (took, done) = world.timed(tab.perform(&action, Typing::Fast));
                (took, done.map(|_| ()).unwrap_err())
            }
            None => {
                let (took, done) = world.timed(tab.screenshot(&Default::default()));
                (took, done.map(|_| ()).unwrap_err())
            }
        };
        assert!(matches!(error, TabError::Deadline { .. }) && took <= at_most, "{name}: {took} {error}");
    };
    check("Input.dispatchMouseEvent", 5_100, Some(click()));
    check("probe", 5_100, Some(click()));
    check("Page.captureScreenshot", 3_000, None);
    check("Page.navigate", 30_100, Some(Action::Navigate { url: HttpUrl::parse("http://a.test/").unwrap() }));
}

#[test]
fn a_page_that_does_not_tell_its_changes_ends_the_wait_all_the_same() {
    let (done, _) = clicked(|world| {
        world.on("aim", |_, _| reply(json!({"hit": "itself"})));
        world.on("activity", |_, _| Reply { after: None, answer: Ok(Value::Null) });
    });
    assert!(done.is_ok(), "{done:?}");
}

#[test]
fn a_crash_is_told_and_the_next_address_revives_the_tab() {
    let world = World::new();
    let tab = world.tab();
    world.on("probe", |world, _| {
        world.tell_later(5, "Inspector.targetCrashed", json!({}));
        Reply { after: None, answer: Ok(Value::Null) }
    });
    assert_eq!(world.run(tab.perform(&click(), Typing::Fast)), Err(TabError::Crashed));
    assert_eq!(world.run(tab.look(&WalkOptions::default())).map(|_| ()), Err(TabError::Crashed));
    world.on("Page.navigate", |world, _| {
        world.commit("L2", "http://a.test/");
        world.tell("Page.domContentEventFired", json!({}));
        reply(json!({"loaderId": "L2"}))
    });
    let open = Action::Navigate { url: HttpUrl::parse("http://a.test/").unwrap() };
    assert!(world.run(tab.perform(&open, Typing::Fast)).unwrap().navigated);
    assert_eq!(world.calls("Page.reload").len(), 1);
}

#[test]
fn cancelling_in_the_browsers_bar_is_a_stop() {
    let (done, _) = clicked(|world| {
        world.on("probe", |world, _| {
            world.later(3, |world| world.hub.detached(DetachReason::CanceledByUser));
            Reply { after: None, answer: Ok(Value::Null) }
        });
    });
    assert_eq!(done, Err(TabError::CanceledByUser));
}

#[test]
fn a_lost_session_is_attached_again_at_most_three_times() {
    let refusal = "Cannot access a chrome-extension:// URL of different extension";
    let check = |errors: &[&str], tries: u32, expected: &str| {
        let world = World::new();
        let tab = world.tab();
        world.hub.detached(DetachReason::TargetClosed);
        *world.reattach_errors.borrow_mut() = errors.iter().map(|e| (*e).to_owned()).collect();
        let done = world.run(tab.perform(&click(), Typing::Fast));
        assert_eq!(world.reattached.get(), tries);
        match done {
            Ok(_) => assert_eq!(expected, ""),
            Err(error) => assert!(!expected.is_empty() && error.to_string().contains(expected), "{error}"),
        }
    };
    check(&[], 1, "");
    check(&[refusal, refusal], 3, "");
    check(&[refusal, refusal, refusal, refusal], 3, "frame of another extension");
    check(&["No tab with given id 7."], 1, "closed");
}

#[test]
fn domains_are_enabled_again_after_a_lost_session_page_first() {
    let world = World::new();
    let tab = world.tab();
    world.hub.detached(DetachReason::TargetClosed);
    world.run(tab.screenshot(&Default::default())).unwrap_err();
    let log = world.log.borrow();
    assert_eq!(log.first().map(|(_, name, _)| name.as_str()), Some("Page.enable"));
    assert!(log.iter().any(|(_, name, _)| name == "Network.enable"));
}

#[test]
fn a_document_that_came_while_the_session_was_lost_is_another_one() {
    let world = World::new();
    let tab = world.tab();
    world.run(tab.look(&WalkOptions::default())).unwrap();
    world.hub.detached(DetachReason::TargetClosed);
    *world.document.borrow_mut() = "doc-unseen".into();
    let error = world.run(tab.perform(&click(), Typing::Fast)).unwrap_err();
    assert!(matches!(error, TabError::Gone { .. }), "{error}");
    assert!(world.calls("Input.dispatchMouseEvent").is_empty());
}

#[test]
fn a_click_that_leads_where_the_debugger_may_not_go_was_still_done() {
    let world = World::new();
    let tab = world.tab();
    world.on_release(|world| {
        *world.reattach_errors.borrow_mut() = vec!["Cannot access a chrome:// URL".to_owned(); 3];
        world.later(5, |world| world.hub.detached(DetachReason::TargetClosed));
    });
    let done = world.run(tab.perform(&click(), Typing::Fast)).unwrap();
    assert!(done.navigated && done.note.contains("cannot work in the page that came"), "{}", done.note);
}

#[test]
fn a_look_survives_a_change_of_document() {
    let world = World::new();
    let tab = world.tab();
    let mut first = true;
    world.on("walk", move |world, _| {
        if std::mem::take(&mut first) {
            world.later(1, |world| world.commit("L2", "http://a.test/2"));
            world.tell_later(20, "Page.domContentEventFired", json!({}));
            return Reply { after: Some(2), answer: Err("Frame with ID 0 was removed.".into()) };
        }
        reply(json!(json!({"v": 1, "d": "doc-L2", "rs": "complete"}).to_string()))
    });
    assert_eq!(world.run(tab.look(&WalkOptions::default())).unwrap().document, "doc-L2");
}

#[test]
fn an_error_page_reads_as_one() {
    let world = World::new();
    world.on("walk", |_, _| Reply { after: Some(1), answer: Err("Frame with ID 0 is showing error page".into()) });
    let tab = world.tab();
    let frame = json!({"id": "main", "loaderId": "L2", "url": "chrome-error://chromewebdata/", "unreachableUrl": "http://b.test/"});
    world.tell("Page.frameNavigated", json!({"frame": frame}));
    world.tell("Page.domContentEventFired", json!({}));
    let page = world.run(tab.look(&WalkOptions::default())).unwrap();
    assert_eq!(page.url, "http://b.test/");
    assert!(page.text.contains("http://b.test/ could not be opened"), "{}", page.text);
}

#[test]
fn a_press_that_leads_to_an_error_says_why() {
    let said = |status: Option<u32>, error: &'static str| {
        let world = World::new();
        let tab = world.tab();
        world.on_release(move |world| {
            let request = json!({"url": "http://b.test/", "method": "GET"});
            let asked =
                json!({"requestId": "L2", "loaderId": "L2", "type": "Document", "frameId": "main", "request": request});
            world.tell("Network.requestWillBeSent", asked);
            if let Some(status) = status {
                let answer = json!({"requestId": "L2", "type": "Document", "response": {"status": status}});
                world.tell("Network.responseReceived", answer);
            }
            if error.is_empty() {
                world.tell("Network.loadingFinished", json!({"requestId": "L2"}));
                world.commit("L2", "http://b.test/");
            } else {
                world.tell("Network.loadingFailed", json!({"requestId": "L2", "type": "Document", "errorText": error}));
                let (page, wanted) = ("chrome-error://chromewebdata/", "http://b.test/");
                let frame = json!({"id": "main", "loaderId": "L2", "url": page, "unreachableUrl": wanted});
                world.tell("Page.frameNavigated", json!({"frame": frame}));
            }
            world.tell("Page.domContentEventFired", json!({}));
            world.tell("Page.loadEventFired", json!({}));
        });
        world.run(tab.perform(&click(), Typing::Fast)).unwrap().note
    };
    for (status, error, why) in [
        (None, "net::ERR_NAME_NOT_RESOLVED", "http://b.test/ could not be opened: there is no server of that name"),
        (None, "net::ERR_CONNECTION_REFUSED", "http://b.test/ could not be opened: the server refused the connection"),
        (
            None,
            "net::ERR_CERT_AUTHORITY_INVALID",
            "http://b.test/ could not be opened: the server's certificate is not valid",
        ),
        (None, "net::ERR_TOO_MANY_REDIRECTS", "http://b.test/ could not be opened: "),
        (
            Some(401),
            "net::ERR_HTTP_RESPONSE_CODE_FAILURE",
            "http://b.test/ could not be opened: the server answered 401",
        ),
        (Some(401), "", "But the server answered 401 (sign-in required)."),
        (Some(503), "", "But the server answered 503 (not available at the moment)."),
    ] {
        let note = said(status, error);
        assert!(note.starts_with("Clicked") && note.contains(why), "{status:?} {error}: {note}");
    }
    let note = said(Some(200), "");
    assert!(!note.contains("But"), "{note}");
}

#[test]
fn a_server_that_wants_a_password_is_left_to_the_person_and_told() {
    use edith_port::browser_ask::AskedAbout;
    let url = "http://a.test/staff";
    let asked = move |world: &World| {
        let request = json!({"url": url, "method": "GET"});
        let sent =
            json!({"requestId": "L2", "loaderId": "L2", "type": "Document", "frameId": "main", "request": request});
        world.tell("Network.requestWillBeSent", sent);
    };
    let wants = |world: &World| {
        world.tell("Network.responseReceivedExtraInfo", json!({"requestId": "L2", "statusCode": 401}));
    };
    let refused = move |world: &World| {
        world.tell("Network.responseReceived", json!({"requestId": "L2", "response": {"url": url, "status": 401}}));
    };
    // The browser holds the document back until the person has answered.
    let world = World::new();
    let tab = world.tab();
    world.on_release(move |world| {
        asked(world);
        wants(world);
    });
    let (took, done) = world.timed(tab.perform(&click(), Typing::Fast));
    assert!(done.is_ok() && took < 1_000, "{took} ms, {done:?}");
    let ask = tab.browser_ask().unwrap();
    assert_eq!((ask.about, ask.site.as_str()), (AskedAbout::SignIn, "a.test"));
    // The same where the run itself goes there.
    let world = World::new();
    let tab = world.tab();
    world.on("Page.navigate", move |world, _| {
        asked(world);
        wants(world);
        Reply { after: None, answer: Ok(json!({})) }
    });
    let (took, done) = world.timed(tab.perform(&Action::Navigate { url: HttpUrl::parse(url).unwrap() }, Typing::Fast));
    assert!(done.is_ok() && took < 1_000, "{took} ms, {done:?}");
    assert!(tab.browser_ask().is_some());
    // A browser without a window answers itself, and tells the headers before or after.
    for is_late in [false, true] {
        let world = World::new();
        let tab = world.tab();
        world.on_release(move |world| {
            asked(world);
            if is_late {
                refused(world);
                wants(world);
            } else {
                wants(world);
                refused(world);
            }
        });
        world.run(tab.perform(&click(), Typing::Fast)).unwrap();
        assert_eq!(tab.browser_ask(), None, "{is_late}");
    }
}

#[test]
fn what_a_page_asks_the_browser_for_is_known_from_its_script() {
    let world = World::new();
    let tab = world.tab();
    world.on("awaitAsks", |_, _| reply(json!({"word": "edith-1"})));
    let asks = std::rc::Rc::new(std::cell::Cell::new("location"));
    let told = asks.clone();
    world.on("activity", move |world, _| {
        let mut activity = world.activity();
        activity["asks"] = json!(told.get());
        reply(activity)
    });
    world.run(tab.perform(&click(), Typing::Fast)).unwrap();
    assert_eq!(world.calls("watchAsks"), [json!([0, "edith-1"])]);
    assert!(tab.browser_ask().is_some_and(|ask| ask.site == "a.test"), "{:?}", tab.browser_ask());
    asks.set("");
    world.run(tab.perform(&click(), Typing::Fast)).unwrap();
    assert_eq!((tab.browser_ask(), world.calls("watchAsks").len()), (None, 1));
}
