//! Windows that close themselves, and what the browser itself asks, on fakes.

use super::SHOP;
use edith_protocol::{AnswerBody, Command, Outcome, TabId};
use edith_testkit::{FakePage, Scripted, World};

const WINDOW: &str = "http://new.example/";

/// A run that starts in the shop and makes these calls, each with its arguments.
fn played(calls: &[(&str, &str)]) -> World {
    let world = World::default();
    let shop =
        FakePage::new("Shop").button("Open tab").button("Open and close").button("Ask for location").button("Save");
    world.browser.add_page(SHOP, shop);
    world
        .browser
        .add_page(WINDOW, FakePage::new("Acme ID").button("Close window").button("Open tab http://third.example/"));
    world.browser.add_page("http://third.example/", FakePage::new("Third").button("Close window"));
    world.browser.add_page("http://other.example/", FakePage::new("Other").button("Nothing"));
    world.browser.open_in_front(SHOP);
    let calls: Vec<Scripted> = calls.iter().map(|(tool, arguments)| Scripted::call(tool, arguments)).collect();
    world.model.will(calls);
    world.model.will([Scripted::Hang]);
    let command = Command::AgentRun { prompt: "save the lamp".into(), conversation_id: None, tab_id: None };
    world.send(command).unwrap();
    world.settle();
    world
}

/// What the last call was answered.
fn answer(world: &World) -> String {
    world.events.answers().last().unwrap().result.clone().unwrap()
}

fn current(world: &World) -> Option<TabId> {
    let Some(AnswerBody::Runs { runs, .. }) = world.send(Command::RunList { after: None }).unwrap().body else {
        panic!("no runs")
    };
    runs[0].tab_id
}

/// The uid of the element with this label in the newest look that has it.
fn uid(world: &World, label: &str) -> u32 {
    let requests = world.model.requests();
    let told = serde_json::to_string(&requests.last().unwrap().messages).unwrap();
    let line =
        told.split("\\n").filter(|line| line.contains(label)).last().unwrap_or_else(|| panic!("{label}: {told}"));
    line.split(" | ").next().unwrap().trim().parse().unwrap_or_else(|_| panic!("{line}"))
}

/// Lets the hanging run go on with a click.
fn then_click(world: &World, label: &str) {
    let arguments = format!("{{\"uid\": {}}}", uid(world, label));
    world.model.will([Scripted::call("click", &arguments), Scripted::Hang]);
    world.restart_worker();
    world.settle();
}

#[test]
fn a_window_that_closes_itself_leads_back_to_the_page_that_opened_it() {
    let world = played(&[]);
    let shop = current(&world);
    then_click(&world, "Open tab");
    assert_ne!(current(&world), shop);
    then_click(&world, "Close window");
    let told = answer(&world);
    assert_eq!(current(&world), shop, "{told}");
    assert!(told.contains("closed") && told.contains("back in tab") && told.contains("\"Save\""), "{told}");
    then_click(&world, "Save\\\"");
    assert_eq!(world.browser.done().last().unwrap(), "click \"Save\"");
}

#[test]
fn a_window_of_a_window_leads_back_as_far_as_there_is_a_page() {
    let world = played(&[]);
    let shop = current(&world);
    then_click(&world, "Open tab");
    let window = current(&world).unwrap();
    then_click(&world, "Open tab http://third.example/");
    let third = current(&world).unwrap();
    assert!(third != window && Some(third) != shop);
    // The window between goes too.
    world.browser.close_tab(window);
    then_click(&world, "Close window");
    assert_eq!(current(&world), shop, "{}", answer(&world));
}

#[test]
fn a_tab_that_the_person_closes_leads_to_another_of_the_run_and_only_without_one_no_page_is_open() {
    let world = played(&[]);
    let shop = current(&world).unwrap();
    then_click(&world, "Open tab");
    let window = current(&world).unwrap();
    world.browser.close_tab(window);
    world.model.will([Scripted::call("take_snapshot", "{}"), Scripted::Hang]);
    world.restart_worker();
    world.settle();
    assert_eq!(current(&world), Some(shop), "{}", answer(&world));
    world.browser.close_tab(shop);
    world.model.will([
        Scripted::call("take_snapshot", "{}"),
        Scripted::call("find_on_page", r#"{"query": "lamp"}"#),
        Scripted::Hang,
    ]);
    world.restart_worker();
    world.settle();
    assert_eq!(current(&world), None);
    assert!(answer(&world).contains("No page is open"), "{}", answer(&world));
}

#[test]
fn a_window_that_is_gone_at_once_does_not_take_the_page_with_it() {
    let world = played(&[]);
    let shop = current(&world);
    then_click(&world, "Open and close");
    let told = answer(&world);
    assert_eq!(current(&world), shop, "{told}");
    assert!(told.contains("closed") && !told.contains("No page is open"), "{told}");
    then_click(&world, "Save\\\"");
    assert_eq!(world.browser.done().last().unwrap(), "click \"Save\"");
}

#[test]
fn what_the_browser_itself_asks_is_told_to_model_and_person_once() {
    let world = played(&[]);
    then_click(&world, "Ask for location");
    let told = answer(&world);
    assert!(
        told.contains("The browser itself asks the user whether this site may know the user's location (shop.example)"),
        "{told}"
    );
    let notices: Vec<_> =
        world.notices.all().into_iter().filter(|notice| notice.title == "The browser asks you").collect();
    assert_eq!(notices.len(), 1);
    assert!(notices[0].text.contains("whether shop.example may know where you are"), "{}", notices[0].text);
    assert!(world.events.done().is_none_or(|done| done.outcome != Outcome::Failed));
}
