//! What models claim at the end, compared with the pages: evidence that stands there, stood elsewhere, or nowhere; and ends that are no success.

use super::{SHOP, asked, open};
use edith_protocol::Outcome;
use edith_testkit::{FakePage, Scripted, World};
use serde_json::{Value, json};

const ORDERS: &str = "http://orders.example/";

fn complete(evidence: &str) -> Scripted {
    Scripted::call("task_complete", &json!({ "summary": "The lamp is there.", "evidence": evidence }).to_string())
}

fn fail(arguments: Value) -> Scripted {
    Scripted::call("task_fail", &arguments.to_string())
}

/// How a run ends that looks at the shop and then answers so: the outcome, its proofs, and how many turns it took after the shop.
fn ended(answers: Vec<Scripted>) -> (World, Outcome, Vec<String>, usize) {
    ended_for("look for a lamp", answers)
}

/// The same for this task.
fn ended_for(task: &str, answers: Vec<Scripted>) -> (World, Outcome, Vec<String>, usize) {
    ended_at(FakePage::new("Shop").button("Add lamp"), task, answers)
}

/// The same where this is the shop's page.
fn ended_at(shop: FakePage, task: &str, answers: Vec<Scripted>) -> (World, Outcome, Vec<String>, usize) {
    let world = World::default();
    world.browser.add_page(SHOP, shop.text("Desk lamp, black: 24.90"));
    world.browser.add_page(ORDERS, FakePage::new("Orders").text("Nothing was ordered yet"));
    world.model.will([open()]);
    world.model.will(answers);
    world.run(task).unwrap();
    world.settle();
    let done = world.events.done().unwrap();
    let proofs = done.evidence.iter().map(|proof| proof.text.clone()).collect();
    let turns = world.model.requests().len() - 1;
    (world, done.outcome, proofs, turns)
}

#[test]
fn evidence_that_stands_on_the_page_is_taken_at_once() {
    let (_, outcome, proofs, turns) = ended(vec![complete("Desk lamp, black")]);
    assert_eq!((outcome, turns), (Outcome::Completed, 1));
    assert!(proofs[0].contains("Desk lamp, black: 24.90"), "{proofs:?}");
    // One line that is there is enough: models add words of their own.
    let (_, outcome, _, turns) = ended(vec![complete("Desk lamp, black\nI am certain of it")]);
    assert_eq!((outcome, turns), (Outcome::Completed, 1));
}

#[test]
fn evidence_that_stands_nowhere_is_asked_about_once_and_never_shown() {
    let (world, outcome, proofs, turns) =
        ended(vec![complete("Thank you for your order"), complete("Desk lamp, black")]);
    assert!(asked(&world).contains("is on no page that was seen"), "{}", asked(&world));
    assert_eq!((outcome, turns, proofs.len()), (Outcome::Completed, 2, 1));
    // Whoever insists ends without evidence, and is not asked for ever.
    let (_, outcome, proofs, turns) =
        ended(vec![complete("Thank you for your order"), complete("Thank you for your order")]);
    assert_eq!((outcome, turns, proofs.len()), (Outcome::Completed, 2, 0));
    let (_, outcome, _, turns) =
        ended(vec![complete("Thank you for your order"), fail(json!({ "reason": "Not ordered." }))]);
    assert_eq!((outcome, turns), (Outcome::Failed, 2));
}

#[test]
fn evidence_of_a_page_that_was_left_counts_as_seen() {
    let leave = Scripted::call("navigate", &json!({ "url": ORDERS }).to_string());
    let (_, outcome, proofs, turns) = ended(vec![leave, complete("Desk lamp, black")]);
    assert_eq!((outcome, turns), (Outcome::Completed, 2), "{proofs:?}");
}

#[test]
fn an_end_without_evidence_is_no_reason_to_ask() {
    let (_, outcome, proofs, turns) = ended(vec![Scripted::complete("I had a look.")]);
    assert_eq!((outcome, turns, proofs.len()), (Outcome::Completed, 1, 0));
}

#[test]
fn what_failed_ends_as_failed_or_in_part_without_a_question() {
    for (end, expected) in [
        (fail(json!({ "reason": "It is sold out." })), Outcome::Failed),
        (fail(json!({ "reason": "The second is sold out.", "done": "The first is there." })), Outcome::Partial),
        (Scripted::complete("I could not find it."), Outcome::Failed),
        (Scripted::Text("I cannot do that.".into()), Outcome::Failed),
    ] {
        let (_, outcome, proofs, turns) = ended(vec![end.clone()]);
        assert_eq!((outcome, turns, proofs.len()), (expected, 1, 0), "{end:?}");
    }
}

#[test]
fn an_order_that_was_only_told_is_not_done_whatever_the_page_says() {
    let told = || Scripted::Text("I have ordered the desk lamp, black, for 24.90.".into());
    let (world, outcome, proofs, turns) = ended_for("Order the desk lamp", vec![told()]);
    assert_eq!((outcome, proofs.len(), turns), (Outcome::Failed, 0, 1));
    let summary = world.events.done().unwrap().summary;
    assert!(summary.contains("pressed and entered nothing"), "{summary}");
    // The price stands on the page, but no page shows an order by itself: it is asked about once.
    let (world, outcome, proofs, turns) = ended_for(
        "Order the desk lamp",
        vec![complete("Desk lamp, black: 24.90"), complete("Desk lamp, black: 24.90")],
    );
    assert!(asked(&world).contains("nothing was done so far"), "{}", asked(&world));
    assert_eq!((outcome, proofs.len(), turns), (Outcome::Failed, 0, 2));
}

#[test]
fn a_state_that_was_there_before_counts_with_the_words_that_show_it() {
    let shown = || complete("Nothing was ordered yet");
    let answers = || vec![Scripted::call("navigate", &json!({ "url": ORDERS }).to_string()), shown(), shown()];
    let (_, outcome, proofs, _) = ended_for("Delete the orders", answers());
    assert_eq!((outcome, proofs.len()), (Outcome::Completed, 1));
    let (_, outcome, ..) =
        ended_for("Delete the orders", vec![Scripted::complete("Done."), Scripted::complete("Done.")]);
    assert_eq!(outcome, Outcome::Failed);
}

#[test]
fn a_deed_or_a_question_is_judged_as_ever() {
    let press = || Scripted::call("click", r#"{"text": "Add lamp"}"#);
    let (_, outcome, _, turns) = ended_for("Order the desk lamp", vec![press(), complete("Desk lamp, black")]);
    assert_eq!((outcome, turns), (Outcome::Completed, 2));
    let (_, outcome, _, turns) = ended_for("What does the desk lamp cost?", vec![Scripted::Text("24.90".into())]);
    assert_eq!((outcome, turns), (Outcome::Completed, 1));
}

/// Twenty orders in four languages, each ended in five ways that have no deed or no proof behind them: no tick.
#[test]
fn of_a_hundred_ends_without_a_deed_or_a_proof_none_gets_a_tick() {
    const ORDERED: [&str; 20] = [
        "Order the desk lamp",
        "buy a desk lamp please",
        "Send Ann a message that I am late",
        "Book a table for two",
        "Pay the invoice",
        "Add the lamp to my cart",
        "Bestell die Schreibtischlampe",
        "Kauf mir bitte eine Lampe",
        "Schick Anna eine Nachricht, dass ich später komme",
        "Buche einen Tisch für zwei",
        "Leg die Lampe in den Warenkorb",
        "Commande la lampe de bureau",
        "Achète une lampe s'il te plaît",
        "Envoie un message à Anne",
        "Réserve une table pour deux",
        "Ajoute la lampe au panier",
        "Pide la lámpara de mesa",
        "Compra una lámpara por favor",
        "Envía un mensaje a Ana",
        "Reserva una mesa para dos",
    ];
    let leave = || Scripted::call("navigate", &json!({ "url": ORDERS }).to_string());
    let press = || Scripted::call("click", r#"{"text": "Add lamp"}"#);
    let ways = |way: usize| match way {
        0 => vec![Scripted::Text("Done: Desk lamp, black: 24.90.".into())],
        1 => vec![complete("Desk lamp, black: 24.90"), complete("Desk lamp, black: 24.90")],
        2 => vec![complete("Thank you for your order"), complete("Thank you for your order")],
        3 => vec![leave(), complete("Nothing was ordered yet"), complete("Nothing was ordered yet")],
        // It does something, and nothing comes of it.
        _ => vec![press(), complete("Desk lamp, black: 24.90"), complete("Desk lamp, black: 24.90")],
    };
    let has_tick = |task: &str, way: usize| {
        let (_, outcome, proofs, _) = ended_for(task, ways(way));
        outcome == Outcome::Completed && !proofs.is_empty()
    };
    let ticks: Vec<_> =
        (0..5).flat_map(|way| ORDERED.map(|task| (task, way))).filter(|(task, way)| has_tick(task, *way)).collect();
    assert!(ticks.is_empty(), "{}: {ticks:?}", ticks.len());
    // The control: the same ends, where something is only to be found, have the page's words as their proof.
    assert!(has_tick("look for a lamp", 1) && has_tick("Is anything ordered?", 3));
    // The control of the orders: each gets its tick where it was done, and the page says so then.
    for task in ORDERED {
        let shop = FakePage::new("Shop").button("Add lamp").button("Thank you for your order").opened_by("Add lamp", 1);
        let (_, outcome, proofs, _) = ended_at(shop, task, vec![press(), complete("Thank you for your order")]);
        assert_eq!((outcome, proofs), (Outcome::Completed, vec!["Thank you for your order".to_owned()]), "{task}");
    }
}
