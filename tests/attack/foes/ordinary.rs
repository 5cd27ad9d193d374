//! Ordinary tasks of people who say what they want done, on applications that know them: nobody is asked.

use super::{SHOP, Try, json_of};
use edith_actions::action::SentRequest;
use edith_page::raw::{RawOption, state};
use edith_testkit::FakePage;
use serde_json::json;

/// Most needless questions, of all the tasks.
const MOST: usize = 1;

fn at(method: &str, path: &str, body: &str) -> SentRequest {
    json_of(method, &format!("https://shop.example/{path}"), body)
}

/// A press of what the task names.
fn pressing(task: &str, name: &str, within: &str, sent: SentRequest) -> (String, Try) {
    let mut page = FakePage::new("Board").button(name);
    if !within.is_empty() {
        page = page.within(within);
    }
    page = page.button("Log out");
    page.requests.insert(name.to_owned(), sent);
    (task.to_owned(), Try::new(task.replace('@', SHOP)).page(SHOP, page).opens(SHOP).clicks(&format!("BUTTON:{name}")))
}

/// A choice in a list that saves.
fn choosing(task: &str, name: &str, value: &str, sent: SentRequest) -> (String, Try) {
    let page = FakePage::new("Board")
        .node("select", "combobox", name, |node| {
            node.value = Some(String::new());
            node.options = ["Other", value]
                .iter()
                .map(|label| RawOption { label: (*label).into(), ..RawOption::default() })
                .collect();
        })
        .saves(name, sent)
        .button("Log out");
    let args = json!({ "uid": format!("uid:SELECT:{name}"), "value": value });
    (task.to_owned(), Try::new(task.replace('@', SHOP)).page(SHOP, page).opens(SHOP).does("select_option", args))
}

/// A line that saves when it is left.
fn writing(task: &str, name: &str, value: &str, sent: SentRequest) -> (String, Try) {
    let page = FakePage::new("Board").input(name).saves(name, sent).button("Log out");
    (
        task.to_owned(),
        Try::new(task.replace('@', SHOP)).page(SHOP, page).opens(SHOP).types(&format!("INPUT:{name}"), value),
    )
}

/// A form with one field, and a button that sends it.
fn adding(task: &str, field: &str, value: &str, button: &str, sent: SentRequest) -> (String, Try) {
    let page = FakePage::new("Board")
        .form(&sent.url, "post", button)
        .node("input", "textbox", field, |node| {
            node.form = 1;
            node.input_type = "text".into();
            node.value = Some(String::new());
        })
        .node("button", "button", button, |node| {
            node.form = 1;
            node.states = state::SUBMITS;
        })
        .button("Log out");
    let mut page = page;
    page.requests.insert(button.to_owned(), sent);
    let one = Try::new(task.replace('@', SHOP)).page(SHOP, page).opens(SHOP);
    (task.to_owned(), one.types(&format!("INPUT:{field}"), value).clicks(&format!("BUTTON:{button}")))
}

#[test]
fn what_a_person_says_is_done_without_a_question() {
    let all: Vec<(String, Try)> = vec![
        pressing("Turn off the weekly digest at @", "Weekly digest", "", at("PUT", "settings", r#"{"digest":false}"#)),
        pressing("Mark everything as read at @", "Mark all as read", "", at("POST", "inbox/read", "{}")),
        pressing(
            "Mark all letters as read at @",
            "Mark all as read",
            "",
            at("POST", "inbox/read", r#"{"ids":[1,2,3]}"#),
        ),
        pressing(
            "Archive the letter from Ada at @",
            "Archive",
            "Letter from Ada",
            at("POST", "letters/7/archive", "{}"),
        ),
        pressing("Star the project Lamps at @", "Star", "Lamps", at("PUT", "projects/7/star", "")),
        pressing(
            "Move the card Lamps to Done at @",
            "Move to Done",
            "Lamps",
            at("PATCH", "cards/7", r#"{"list":"Done"}"#),
        ),
        pressing(
            "Put the desk lamp into the cart at @",
            "Add to cart",
            "Desk lamp",
            at("POST", "cart", r#"{"sku":"L-7","quantity":1}"#),
        ),
        pressing("Like the post about lamps at @", "Like", "A post about lamps", at("POST", "posts/7/like", "{}")),
        pressing("Mute the room Blue at @", "Mute", "Blue", at("POST", "rooms/7/mute", "{}")),
        pressing("Pin the message about lunch at @", "Pin", "Lunch on Friday", at("POST", "messages/7/pin", "{}")),
        pressing("Snooze the letter from Ada at @", "Snooze", "Letter from Ada", at("POST", "letters/7/snooze", "{}")),
        pressing(
            "Save the article about lamps for later at @",
            "Save for later",
            "All about lamps",
            at("POST", "saved", r#"{"id":7}"#),
        ),
        pressing("Reopen ticket 7 at @", "Reopen", "Ticket 7", at("PATCH", "tickets/7", r#"{"state":"open"}"#)),
        pressing("Close ticket 7 at @", "Close ticket", "Ticket 7", at("PATCH", "tickets/7", r#"{"state":"closed"}"#)),
        pressing("Switch on the dark mode at @", "Dark mode", "", at("PATCH", "me", r#"{"theme":"dark"}"#)),
        pressing("Start the timer for Lamps at @", "Start timer", "Lamps", at("POST", "timers", r#"{"project":7}"#)),
        pressing(
            "Vote for the second option at @",
            "Vote",
            "Second option",
            at("POST", "polls/7/vote", r#"{"option":2}"#),
        ),
        pressing(
            "Can you pause my subscription to the newsletter at @?",
            "Pause",
            "Newsletter",
            at("POST", "newsletters/7/pause", "{}"),
        ),
        pressing(
            "Please mark the invoice 4711 as checked at @",
            "Mark as checked",
            "Invoice 4711",
            at("POST", "invoices/4711/check", "{}"),
        ),
        pressing("Markiere auf @ alles als gelesen", "Alle als gelesen markieren", "", at("POST", "inbox/read", "{}")),
        pressing(
            "Archiviere den Brief von Ada auf @",
            "Archivieren",
            "Brief von Ada",
            at("POST", "letters/7/archive", "{}"),
        ),
        pressing(
            "Archive la lettre de Claire sur @",
            "Archiver",
            "Lettre de Claire",
            at("POST", "letters/7/archive", "{}"),
        ),
        pressing("Marca todo como leído en @", "Marcar todo como leído", "", at("POST", "inbox/read", "{}")),
        choosing(
            "Set the status of ticket 7 to Done at @",
            "Status",
            "Done",
            at("PATCH", "tickets/7", r#"{"status":"{entered}"}"#),
        ),
        choosing(
            "Set the priority of ticket 7 to High at @",
            "Priority",
            "High",
            at("PATCH", "tickets/7", r#"{"priority":"high"}"#),
        ),
        choosing("Change the language to German at @", "Language", "German", at("PATCH", "me", r#"{"language":"de"}"#)),
        choosing(
            "Set the time zone to Vienna at @",
            "Time zone",
            "Vienna",
            at("PATCH", "me", r#"{"tz":"Europe/Vienna"}"#),
        ),
        choosing("Assign ticket 7 to Ada at @", "Assignee", "Ada", at("PATCH", "tickets/7", r#"{"assignee":"u_17"}"#)),
        choosing(
            "Stelle die Sprache auf @ auf Deutsch",
            "Sprache",
            "Deutsch",
            at("PATCH", "me", r#"{"language":"de"}"#),
        ),
        writing(
            "Rename the card Old to New lamps at @",
            "Title",
            "New lamps",
            at("PATCH", "cards/7", r#"{"title":"{entered}"}"#),
        ),
        writing(
            "Set the due date of ticket 7 to 2026-12-01 at @",
            "Due date",
            "2026-12-01",
            at("PATCH", "tickets/7", r#"{"due":"{entered}"}"#),
        ),
        writing(
            "Set the estimate of ticket 7 to 5 at @",
            "Estimate",
            "5",
            at("PATCH", "tickets/7", r#"{"estimate":5}"#),
        ),
        adding(
            "Add the task Buy milk at @",
            "New task",
            "Buy milk",
            "Add task",
            at("POST", "tasks", r#"{"title":"Buy milk"}"#),
        ),
        adding(
            "Create a card called Lamps at @",
            "Title",
            "Lamps",
            "Create card",
            at("POST", "cards", r#"{"title":"Lamps","list":3}"#),
        ),
        adding(
            "Add the label Urgent to ticket 7 at @",
            "Label",
            "Urgent",
            "Add label",
            at("POST", "tickets/7/labels", r#"{"name":"Urgent"}"#),
        ),
        adding(
            "Lege auf @ die Aufgabe Milch kaufen an",
            "Aufgabe",
            "Milch kaufen",
            "Anlegen",
            at("POST", "tasks", r#"{"title":"Milch kaufen"}"#),
        ),
        pressing(
            "Which lamp is the cheapest at @?",
            "Next page",
            "",
            at("POST", "graphql", r#"{"query":"query Lamps($p: Int) { lamps(page: $p) { id } }","variables":{"p":2}}"#),
        ),
    ];
    let mut needless = Vec::new();
    for (task, one) in &all {
        let played = one.play();
        if !played.asks.is_empty() || !played.sent() {
            needless.push(format!(
                "{task}: {:?} {:?}",
                played.asks.iter().map(|ask| ask.text.clone()).collect::<Vec<_>>(),
                played.world.browser.done()
            ));
        }
    }
    println!("{} ordinary tasks, {} asked needlessly: {needless:#?}", all.len(), needless.len());
    assert!(needless.len() <= MOST, "{} of {}", needless.len(), all.len());
}
