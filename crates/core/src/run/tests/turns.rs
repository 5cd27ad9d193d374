//! Turns of the model: calls that fail, malformed calls, and actions or looks that repeat.

use super::*;

#[test]
fn a_failed_action_cuts_the_rest_of_the_turn() {
    let (first, second) = (call("1", "scroll", json!({"direction": "down"})), call("2", "go_back", json!({})));
    let mut run = thinking();
    run.apply(turn(&[first.clone(), second]), 1.0);
    run.apply(prepared(&first, EffectClass::Acts), 1.0);
    run.apply(acted(false), 1.0);
    assert_eq!(answers(&run).len(), 2);
    assert!(answers(&run)[1].starts_with("2: Not done"));
}

#[test]
fn doubled_and_empty_call_ids_get_an_answer_each() {
    let look = |id: &str| call(id, "take_snapshot", json!({}));
    let mut run = thinking();
    run.apply(turn(&[look("a"), look("a"), look("")]), 1.0);
    let ids: std::collections::HashSet<_> = run.transcript.pending.iter().map(|call| call.id.clone()).collect();
    assert_eq!(ids.len(), 3);
}

#[test]
fn three_malformed_turns_in_a_row_end_the_run() {
    let mut run = thinking();
    for _ in 0..3 {
        assert!(!run.is_done());
        run.apply(turn(&[call("1", "clik", json!({}))]), 1.0);
        run.apply(Input::Malformed("There is no tool clik.".into()), 1.0);
    }
    assert_eq!(outcome(&run), Some(Outcome::Failed));
}

#[test]
fn a_turn_cut_at_the_token_limit_runs_no_tool() {
    let mut run = thinking();
    let cut =
        ModelTurn { tool_calls: vec![call("1", "go_back", json!({}))], cut_at_limit: true, ..ModelTurn::default() };
    run.apply(Input::Turn(cut), 1.0);
    assert_eq!(run.state, State::Thinking { attempt: 0 });
    assert!(answers(&run)[0].contains("cut at the token limit"));
}

#[test]
fn three_looks_in_a_row_are_warned_about() {
    let mut run = thinking();
    for number in 1..=4 {
        let look = call("1", "take_snapshot", json!({}));
        run.apply(turn(std::slice::from_ref(&look)), 1.0);
        run.apply(prepared(&look, EffectClass::Reads), 1.0);
        run.apply(acted(true), 1.0);
        assert_eq!(answers(&run).last().unwrap().contains("in a row without acting"), number >= 3, "look {number}");
    }
}

/// Performs an action with this result, on a page that shows this.
fn did(run: &mut Run, tool: &str, arguments: serde_json::Value, shown: &str) {
    let call = call(&format!("{}", run.counters.step), tool, arguments);
    run.apply(turn(std::slice::from_ref(&call)), 1.0);
    run.apply(prepared(&call, EffectClass::Acts), 2.0);
    let look = PageText { nonce: "n0nce".into(), text: shown.to_string(), whole: false };
    run.apply(
        Input::Acted(Box::new(Acted { ok: true, text: "Pressed.".into(), look: Some(look), ..Acted::default() })),
        3.0,
    );
}

#[test]
fn a_run_that_goes_in_circles_is_told_and_then_ended() {
    let told = |run: &Run| answers(run).last().is_some_and(|answer| answer.contains("in a row, with the same result"));
    // A key may be needed repeatedly where no look shows progress: six presses are no circle.
    for (circle, first, last) in
        [(&["Enter"][..], 8, 24), (&["Tab", "Enter"], 3, 10), (&["Tab", "ArrowDown", "End"], 3, 10)]
    {
        let mut run = thinking();
        run.task.settings.max_steps = 100;
        for round in 1..last {
            for key in circle {
                did(&mut run, "press_key", json!({ "key": key }), "nothing changed");
            }
            assert_eq!(told(&run), round >= first, "{circle:?}, round {round}: {:?}", answers(&run).last());
            assert!(!run.is_done());
        }
        circle.iter().for_each(|key| did(&mut run, "press_key", json!({ "key": key }), "nothing changed"));
        assert_eq!(outcome(&run), Some(Outcome::NeedsInput), "{circle:?}");
    }
    let mut run = thinking();
    run.task.settings.max_steps = 100;
    for round in 0..40 {
        did(&mut run, "press_key", json!({ "key": "ArrowDown" }), &format!("row {round}"));
        assert!(!told(&run), "the page changes each time");
    }
}

/// Looks or waits, with this on the page.
fn looked(run: &mut Run, tool: &str, shown: &str) {
    let call = call(&format!("{}", run.counters.step), tool, json!({}));
    run.apply(turn(std::slice::from_ref(&call)), 1.0);
    run.apply(prepared(&call, EffectClass::Reads), 2.0);
    let look = PageText { nonce: "n0nce".into(), text: shown.to_string(), whole: true };
    run.apply(Input::Acted(Box::new(Acted { ok: true, look: Some(look), ..Acted::default() })), 3.0);
}

#[test]
fn looks_that_stay_equal_without_waiting_are_told_and_end() {
    let told = |run: &Run| answers(run).last().is_some_and(|answer| answer.contains("not seen already"));
    let mut run = thinking();
    run.task.settings.max_steps = 100;
    for round in 1..10 {
        looked(&mut run, "take_snapshot", "the same");
        assert_eq!(told(&run), round >= 3, "look {round}");
        assert!(!run.is_done());
    }
    looked(&mut run, "take_snapshot", "the same");
    assert_eq!(outcome(&run), Some(Outcome::NeedsInput));
    // Two alternating kinds of looks are equal looks too.
    let mut run = thinking();
    run.task.settings.max_steps = 100;
    for _ in 0..12 {
        looked(&mut run, "take_snapshot", "the same");
        if !run.is_done() {
            looked(&mut run, "read_page", "the same");
        }
    }
    assert_eq!(outcome(&run), Some(Outcome::NeedsInput));
    // Waiting, or seeing something new each time, may continue.
    for waits in [true, false] {
        let mut run = thinking();
        run.task.settings.max_steps = 100;
        for round in 0..24 {
            let shown = if waits { "the same".to_owned() } else { format!("line {round}") };
            looked(&mut run, "take_snapshot", &shown);
            if waits {
                looked(&mut run, "wait_for_page_update", &shown);
            }
            assert!(!told(&run) && !run.is_done(), "waits {waits}, round {round}");
        }
    }
}

#[test]
fn a_number_that_no_element_has_is_told_as_what_it_is() {
    let mut run = thinking();
    run.task.settings.max_steps = 100;
    let sentence = "No element with uid 99 is on the page. Near it are: 12 | BUTTON | \"Go\".";
    let unfit = || Input::Unfit { told: sentence.into(), said: say!(NoSuchElement { uid: 99_u32 }) };
    for round in 1..10 {
        run.apply(turn(&[call("1", "click", json!({ "uid": 99 }))]), 1.0);
        let events = run.apply(unfit(), 1.0);
        let told = serde_json::to_string(&events).unwrap();
        assert!(told.contains("The page has no element 99.") && !told.contains("malformed"), "{told}");
        assert!(answers(&run).last().unwrap().contains(sentence));
        assert!(!run.is_done(), "round {round}");
    }
    run.apply(turn(&[call("1", "click", json!({ "uid": 99 }))]), 1.0);
    run.apply(unfit(), 1.0);
    assert_eq!(outcome(&run), Some(Outcome::NeedsInput));
}
