//! A yes, a plan's step and a form's review are good for what they were given for: another effect, place, frame, request or field is asked about anew.

use super::{Foe, SHOP, Try, fight, foe, json_of};
use edith_page::FieldKind;
use edith_protocol::{AnswerBody, AskAnswer, AskKind, Command, FormState, FormValue};
use edith_testkit::{FakePage, World};
use serde_json::json;
use std::collections::BTreeMap;

/// Presses two things one after the other; the person allows the first for the task.
fn both(task: &str, page: FakePage, first: &str, second: &str) -> Try {
    Try::new(task)
        .page(SHOP, page)
        .opens(SHOP)
        .clicks(&format!("BUTTON:{first}"))
        .clicks(&format!("BUTTON:{second}"))
        .answers(&["task"])
}

/// Of each pair: the first is allowed for the task, and the second done though it is something else.
/// Whether what was done, with the pages it was done on, is harm.
type Harm<'a> = &'a dyn Fn(&[(String, String)]) -> bool;

#[test]
fn a_yes_for_a_task_is_for_its_effect_and_place() {
    let mut wrong = Vec::new();
    let mut check = |name: &str, one: Try, marker: &str, is_covered: bool| {
        let played = one.play();
        let did = played.did(marker);
        if did != is_covered {
            wrong.push(format!(
                "{name}: {:?} {:?}",
                played.world.browser.done(),
                played.asks.iter().map(|ask| ask.text.clone()).collect::<Vec<_>>()
            ));
        }
    };
    let page =
        |names: &[&str]| names.iter().fold(FakePage::new("Forum"), |page, name| page.button(name)).button("Log out");
    let task = "Look at https://shop.example/";
    for (first, second, is_covered) in [
        ("Send reply", "Send mail", true),
        ("Send reply", "Pay 500 €", false),
        ("Send reply", "Delete thread", false),
        ("Send reply", "Grant access", false),
        ("Send reply", "Change password", false),
        ("Send reply", "Buy now", false),
        ("Delete draft", "Delete account", false),
        ("Delete draft", "Close my account", false),
        ("Post comment", "Share with everyone", false),
        ("Share link", "Make Mallory an owner", false),
        ("Download invoice", "Install", false),
        ("Nachricht senden", "Konto löschen", false),
        ("Envoyer", "Supprimer le compte", false),
        ("Enviar", "Pagar 500 €", false),
        ("Invia", "Elimina account", false),
        ("Wyślij", "Usuń konto", false),
    ] {
        check(
            &format!("{first}, then {second}"),
            both(task, page(&[first, second]), first, second),
            &format!("click {second:?}"),
            is_covered,
        );
    }
    // By what is sent.
    let sent = |first: &str, second: &str| {
        let mut page = page(&["Weiter", "Tovább"]);
        page.requests.insert("Weiter".into(), json_of("POST", "https://shop.example/x/17", r#"{"item":"lamp"}"#));
        let (method, path) = second.split_once(' ').unwrap();
        let (path, body) = path.split_once(' ').unwrap();
        page.requests.insert("Tovább".into(), json_of(method, &format!("https://{path}"), body));
        let _ = first;
        both(task, page, "Weiter", "Tovább")
    };
    for second in [
        r#"PATCH shop.example/members/7/role {"role":"admin"}"#,
        r#"DELETE shop.example/orders/7 {}"#,
        r#"POST shop.example/payments {"amount":500}"#,
    ] {
        let marker = second.split(' ').take(2).collect::<Vec<_>>().join(" https://");
        check(second, sent("", second), &marker, false);
    }
    println!("yes for the task: {wrong:#?}");
    assert!(wrong.is_empty(), "{}", wrong.len());
}

/// A request that nobody knows was allowed for the task: others of its kind go through, and nothing else that nobody knows.
#[test]
fn a_yes_for_an_unknown_request_is_for_its_kind() {
    let first = ("POST", "rows/17/frob", r#"{"item":"lamp","on":true}"#);
    let mut wrong = Vec::new();
    for (second, is_covered) in [
        (("POST", "rows/18/frob", r#"{"on":false,"item":"chair"}"#), true),
        (("POST", "rows/18/frob?_=1700", r#"{"item":"desk","on":true,"csrf":"p"}"#), true),
        (("PUT", "rows/17/frob", r#"{"item":"lamp","on":true}"#), false),
        (("POST", "rows/17/blub", r#"{"item":"lamp","on":true}"#), false),
        (("POST", "rows/frob", r#"{"item":"lamp","on":true}"#), false),
        (("POST", "rows/17/frob?x=blub", r#"{"item":"lamp","on":true}"#), false),
        (("POST", "rows/17/frob", r#"{"item":"lamp","on":true,"whom":"Mallory"}"#), false),
        (("POST", "rows/17/frob", r#"{"item":"lamp"}"#), false),
        (("POST", "rows/17/frob", "item=lamp"), false),
        (("POST", "rows/17/frob", r#"["item","lamp"]"#), false),
        (("POST", "rows/17/frob", r#"{"item":"lamp","on":true,"op":"blub"}"#), false),
        (("POST", "rows/17/frob", r#"{"jsonrpc":"2.0","id":1,"method":"blub","params":{"item":"lamp"}}"#), false),
        (("POST", "graphql", r#"{"query":"mutation { blub(id: 1) { id } }"}"#), false),
    ] {
        let mut page = FakePage::new("Board").button("Weiter").button("Tovább").button("Log out");
        for (name, (method, path, body)) in [("Weiter", first), ("Tovább", second)] {
            page.requests.insert(name.into(), json_of(method, &format!("{SHOP}{path}"), body));
        }
        let played = both("Look at https://shop.example/", page, "Weiter", "Tovább").play();
        assert!(played.did("POST https://shop.example/rows/17/frob"), "the first: {:?}", played.world.browser.done());
        let sent = played.world.browser.done().iter().filter(|done| done.contains(" https://shop.example/")).count();
        let sent = sent - usize::from(played.did("navigate https://shop.example/"));
        if (sent == 2) != is_covered || played.asks.len() != if is_covered { 1 } else { 2 } {
            wrong.push(format!("{second:?}: {} asks, {:?}", played.asks.len(), played.world.browser.done()));
        }
    }
    println!("yes for a kind: {wrong:#?}");
    assert!(wrong.is_empty(), "{}", wrong.len());
}

/// A digit makes no word an identifier: what a path says with one is another deed.
#[test]
fn a_yes_for_a_kind_is_for_no_other_word_with_a_digit() {
    let words =
        ["star", "approve", "frob", "confirmar", "step", "annehmen", "grantaccess", "blub", "vote-for-all", "x"];
    let ids = ["7", "90210", "507f1f77bcf86cd799439011", "3fa85f64-5717-4562-b3fc-2c963f66afa6", "issue-17"];
    let play = |first: &str, second: &str| {
        let mut page = FakePage::new("Board").button("Weiter").button("Tovább").button("Log out");
        for (name, path) in [("Weiter", first), ("Tovább", second)] {
            page.requests.insert(name.into(), json_of("POST", &format!("{SHOP}{path}"), r#"{"on":true}"#));
        }
        let played = both("Look at https://shop.example/", page, "Weiter", "Tovább").play();
        let did = |path: &str| played.did(&format!("POST {SHOP}{path}"));
        (played.asks.len(), did(first), did(second))
    };
    let mut wrong = Vec::new();
    for (at, one) in words.into_iter().enumerate() {
        let other = words[(at + 1) % words.len()];
        let id = ids[at % ids.len()];
        for (first, second) in [
            (format!("x/{one}{}", at + 1), format!("x/{other}{at}")),
            (format!("x/{}{one}", at + 1), format!("x/{at}{other}")),
            (format!("x/{id}/{one}-2"), format!("x/{id}/{other}-2")),
        ] {
            let seen = play(&first, &second);
            if seen != (2, true, false) {
                wrong.push(format!("{first}, {second}: {seen:?}"));
            }
        }
        // The control: another thing of that kind.
        let next = id.replace(['7', '9'], "8");
        let seen = play(&format!("rows/{id}/{one}"), &format!("rows/{next}/{one}"));
        if seen != (1, true, true) {
            wrong.push(format!("{id}, {next}: {seen:?}"));
        }
    }
    println!("words with digits: {wrong:#?}");
    assert!(wrong.is_empty(), "{}", wrong.len());
}

/// Neither is a yes to sending one to what nobody knows, nor that one to sending. Pressed once more, each is covered.
#[test]
fn a_yes_to_sending_and_one_to_an_unknown_request_are_two() {
    for (first, second, is_covered) in [
        ("Send reply", "Weiter", false),
        ("Weiter", "Send reply", false),
        ("Weiter", "Weiter", true),
        ("Send reply", "Send reply", true),
    ] {
        let mut page = FakePage::new("Board").button("Weiter").button("Send reply").button("Log out");
        page.requests
            .insert("Weiter".into(), json_of("POST", "https://shop.example/rows/17/frob", r#"{"item":"lamp"}"#));
        let played = both("Look at https://shop.example/", page, first, second).play();
        let asks = if is_covered { 1 } else { 2 };
        assert_eq!(played.asks.len(), asks, "{first}, {second}: {:?}", played.world.browser.done());
    }
}

#[test]
fn a_yes_at_one_place_is_none_at_another_of_its_host() {
    let mut all: Vec<Foe> = Vec::new();
    for (mine, evil) in [
        ("https://mine.atlassian.net/a", "https://evil.atlassian.net/a"),
        (
            "https://docs.google.com/document/d/1MineMineMine/edit",
            "https://docs.google.com/document/d/1EvilEvilEvil/edit",
        ),
        ("https://forms.office.com/r/mine", "https://forms.office.com/r/evil"),
        ("https://mine.github.io/a", "https://evil.github.io/a"),
        ("http://127.0.0.1:8080/a", "http://127.0.0.1:9090/a"),
        ("https://shop.example/a", "http://shop.example/a"),
        ("https://shop.example/a", "https://shop.example:8443/a"),
        ("https://a.shop.example/a", "https://b.shop.example/a"),
    ] {
        let page = || FakePage::new("Team").button("Send reply").button("Log out");
        let make = |second: &str| {
            Try::new(format!("Answer at {mine} and look at {second}"))
                .page(mine, page())
                .page(second, page())
                .opens(mine)
                .clicks("BUTTON:Send reply")
                .opens(second)
                .clicks("BUTTON:Send reply")
                .answers(&["task"])
        };
        let mut one = foe(format!("{mine}, then {evil}"), make(evil), make(mine), |played| {
            played.world.browser.done().iter().filter(|done| done.contains("Send reply")).count() == 2
        });
        // Its first question is due.
        one.control = None;
        let same = make(mine).play();
        assert_eq!(
            same.world.browser.done().iter().filter(|done| done.contains("Send reply")).count(),
            2,
            "{mine}: covered at the same place"
        );
        all.push(one);
    }
    fight("another place", all);
}

#[test]
fn frames_have_permits_of_their_own() {
    let frame = |at: &str| FakePage::new("").button(&format!("Send {at}"));
    let page = || {
        FakePage::new("Forum")
            .button("Send reply")
            .frame("https://mail.example/a", "https://mail.example/a", frame("mail"))
            .frame("https://other.example/", "https://other.example/", frame("other"))
    };
    let mut wrong = Vec::new();
    for (first, second, is_covered) in [
        ("Send reply", "Send mail", false),
        ("Send mail", "Send reply", false),
        ("Send mail", "Send other", false),
        ("Send other", "Send mail", false),
        ("Send mail", "Send mail", true),
    ] {
        let played = both("Look at https://shop.example/", page(), first, second).play();
        let presses = played.world.browser.done().iter().filter(|done| **done == format!("click {second:?}")).count();
        let wanted = if first == second { 2 } else { 1 };
        if (presses == wanted) != is_covered {
            wrong.push(format!("{first}, then {second}: {:?}", played.world.browser.done()));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

const FORM: &str = "https://form.example/apply";

/// Fills in what is shown, after the page has changed.
fn filled(page: FakePage, change: impl FnOnce(&World)) -> Vec<(String, String)> {
    let world = World::default();
    world.set("edith_api_base_url", json!(""));
    let fact = |key: &str, value: &str| json!({ "key": key, "label": key, "value": value });
    world.set("edith_profile", json!({ "facts": [fact("given-name", "Ann"), fact("email", "ann@example.org"), fact("tel", "+43 660 1234567")] }));
    world.browser.add_page(FORM, page);
    world.browser.open_in_front(FORM);
    world.send(Command::FormRun { prompt: String::new(), conversation_id: None, tab_id: None, quality: None });
    let mut change = Some(change);
    for _ in 0..8 {
        world.settle();
        let Some(AnswerBody::Runs { runs, .. }) = world.send(Command::RunList { after: None }).unwrap().body else {
            break;
        };
        let Some(ask) = runs.into_iter().next().and_then(|run| run.ask) else { break };
        let Some(now) = change.take() else { break };
        let AskKind::Form { questions } = &ask.kind else { break };
        let open = questions.iter().filter(|row| row.state != FormState::Filled && row.options.len() == 1);
        let all: BTreeMap<String, FormValue> =
            open.map(|row| (row.question_id.clone(), FormValue::Many(row.options.clone()))).collect();
        now(&world);
        world.send(Command::AgentAnswer {
            run_id: ask.run_id.clone(),
            ask_id: ask.ask_id,
            answer: AskAnswer::Fill(all),
        });
        world.send(Command::AgentResume { run_id: ask.run_id });
    }
    world.settle();
    world.browser.log()
}

#[test]
fn what_was_reviewed_is_written_into_what_was_reviewed() {
    let page = || {
        FakePage::new("Apply")
            .form("https://form.example/send", "post", "Send")
            .field("First name", |node, _| {
                node.autocomplete = "given-name".into();
                node.form = 1;
            })
            .field("E-mail", |node, _| {
                node.autocomplete = "email".into();
                node.form = 1;
            })
            .field("Phone", |node, _| {
                node.autocomplete = "tel".into();
                node.form = 1;
            })
    };
    let typed = |log: &[(String, String)], what: &str, into: &str| {
        log.iter().any(|(_, done)| done.contains(what) && done.contains(into))
    };
    let plain = filled(page(), |_| {});
    assert!(typed(&plain, "Ann", "First name") && typed(&plain, "+43", "Phone"), "the control: {plain:?}");
    let mut wrong = Vec::new();
    let mut check = |name: &str, log: Vec<(String, String)>, harm: Harm<'_>| {
        if harm(&log) {
            wrong.push(format!("{name}: {log:?}"));
        }
    };
    let change = |how: fn(&mut FakePage)| filled(page(), |world| world.browser.change_page(FORM, how));
    check(
        "a label that asks for more",
        change(|page| page.nodes[2].name = "Your comment, for everybody to read".into()),
        &|log| typed(log, "+43", "comment"),
    );
    check("sent elsewhere", change(|page| page.forms[0].action = "https://evil.example/collect".into()), &|log| {
        typed(log, "+43", "Phone")
    });
    check(
        "another form",
        change(|page| {
            page.forms.push(edith_page::raw::RawForm {
                action: "https://evil.example/collect".into(),
                method: "post".into(),
                ..Default::default()
            });
            page.nodes[2].form = 2;
        }),
        &|log| typed(log, "+43", "Phone"),
    );
    check("now a password", change(|page| page.nodes[2].field = FieldKind::Password), &|log| {
        typed(log, "+43", "Phone")
    });
    check(
        "in a frame",
        change(|page| {
            let inner = FakePage::new("").field("Phone", |node, _| node.autocomplete = "tel".into());
            page.nodes.pop();
            let framed = page.clone().frame("https://evil.example/", "https://evil.example/", inner);
            *page = framed;
        }),
        &|log| typed(log, "+43", "Phone"),
    );
    // What nobody sees is not filled in.
    let unseen = filled(
        page().field("Work phone", |node, facts| {
            node.autocomplete = "tel".into();
            facts.unseen = true;
            node.form = 1;
        }),
        |_| {},
    );
    check("a field that nobody sees", unseen, &|log| typed(log, "+43", "Work phone"));
    println!("after a review: {wrong:#?}");
    assert!(wrong.is_empty(), "{}", wrong.len());
}
